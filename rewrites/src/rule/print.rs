//! Rules as mathematics.

use std::fmt::{self, Display, Formatter};

use ovolo_lang::algebra::{FastMath, FloatPredicate, IntPredicate};
use ovolo_lang::op::OpCode;

use super::scope::calls::{is_cast, result_name};
use super::{Condition, Domain, Example, Relation, Rule, Sort, Term, Variable};
use crate::term::{IndexOp, Scalar};

/// A term with the names of its variables, as an operand at this level.
struct Named<'a> {
    term: &'a Term,
    names: &'a [Variable],
    level: u32,
}

impl<'a> Named<'a> {
    fn new(term: &'a Term, names: &'a [Variable]) -> Named<'a> {
        Named {
            term,
            names,
            level: LOOSEST,
        }
    }
}

struct NamedCondition<'a>(&'a Condition, &'a [Variable]);

/// Tighter operators have greater numbers; an operand binds tighter than its operator, or stands in
/// parentheses.
const LOOSEST: u32 = 0;
const SUM: u32 = 5;
const PRODUCT: u32 = 6;
const UNARY: u32 = 7;

fn infix(code: OpCode) -> Option<(&'static str, u32)> {
    Some(match code {
        OpCode::OrI => ("|", 1),
        OpCode::XOrI => ("^", 2),
        OpCode::AndI => ("&", 3),
        OpCode::ShLI => ("<<", 4),
        OpCode::AddI | OpCode::AddF => ("+", SUM),
        OpCode::SubI | OpCode::SubF => ("-", SUM),
        OpCode::MulI | OpCode::MulF => ("*", PRODUCT),
        OpCode::DivF => ("/", PRODUCT),
        _ => return None,
    })
}

impl Display for Named<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let at = |term, level| Named {
            term,
            names: self.names,
            level,
        };
        let of = |term| at(term, LOOSEST);
        let infixed = |f: &mut Formatter<'_>, a, sign: &str, b, own: u32| {
            let (open, close) = if own < self.level { ("(", ")") } else { ("", "") };
            write!(f, "{open}{} {sign} {}{close}", at(a, own), at(b, own + 1))
        };
        match self.term {
            Term::Variable(i) => f.write_str(&self.names[*i].name),
            Term::Integer(value) => write!(f, "{value}"),
            Term::Float(value) => write!(f, "{value:?}"),
            Term::Truth(value) => write!(f, "{value}"),
            Term::Width(sort) => f.write_str(width_name(*sort)),
            Term::Log2(a) => write!(f, "log2({})", of(a)),
            Term::Computed(a) => write!(f, "{{{}}}", of(a)),
            Term::Index(op @ (IndexOp::Min | IndexOp::Max), args) => {
                write!(f, "{op}({}, {})", of(&args[0]), of(&args[1]))
            }
            Term::Index(IndexOp::Mul, args) if args[1] == Term::Integer(-1) => {
                write!(f, "-{}", at(&args[0], UNARY))
            }
            Term::Index(IndexOp::Add, args) => match &args[1] {
                Term::Integer(value) if *value < 0 && *value != i64::MIN => {
                    infixed(f, &args[0], "-", &Term::Integer(-value), SUM)
                }
                Term::Index(IndexOp::Mul, negated) if negated[1] == Term::Integer(-1) => {
                    infixed(f, &args[0], "-", &negated[0], SUM)
                }
                b => infixed(f, &args[0], "+", b, SUM),
            },
            Term::Index(op, args) => {
                // Which of two products of different kinds comes first is said by parentheses.
                let (a, b) = (at(&args[0], UNARY), at(&args[1], UNARY));
                let (open, close) = if PRODUCT < self.level {
                    ("(", ")")
                } else {
                    ("", "")
                };
                match &args[0] {
                    Term::Index(IndexOp::Mul, _) if *op == IndexOp::Mul => {
                        write!(f, "{open}{} {op} {b}{close}", at(&args[0], PRODUCT))
                    }
                    _ => write!(f, "{open}{a} {op} {b}{close}"),
                }
            }
            Term::Op(op) => match (infix(op.code), op.args.as_slice()) {
                (_, [Term::Integer(0), a]) if op.code == OpCode::SubI => {
                    write!(f, "-{}", at(a, UNARY))
                }
                (Some((sign, own)), [a, b]) => infixed(f, a, sign, b, own),
                (_, [a]) if op.code == OpCode::NegF => {
                    write!(f, "-{}", at(a, UNARY))
                }
                (_, args) => {
                    let name = op.code.name();
                    write!(
                        f,
                        "{}(",
                        name.split_once('.').map_or(name, |(_, mnemonic)| mnemonic)
                    )?;
                    match op.code {
                        OpCode::CmpI => write!(
                            f,
                            "{}, ",
                            IntPredicate::from_code(op.predicate).map_or("?", IntPredicate::as_str)
                        )?,
                        OpCode::CmpF => write!(
                            f,
                            "{}, ",
                            FloatPredicate::from_code(op.predicate).map_or("?", FloatPredicate::as_str)
                        )?,
                        OpCode::MulSIExtended | OpCode::MulUIExtended | OpCode::AddUIExtended => {
                            write!(f, "{}, ", result_name(op.code, op.predicate).unwrap_or("?"))?;
                        }
                        _ => {}
                    }
                    for (i, a) in args.iter().enumerate() {
                        write!(f, "{}{}", if i == 0 { "" } else { ", " }, of(a))?;
                    }
                    if is_cast(op.code) {
                        write!(f, ", {}", width_name(op.result))?;
                    }
                    f.write_str(")")
                }
            },
        }
    }
}

impl Display for NamedCondition<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let at = |term, level| Named {
            term,
            names: self.1,
            level,
        };
        let (above, of) = (|term| at(term, SUM), |term| at(term, LOOSEST));
        match self.0 {
            Condition::Compare(relation, a, b) => {
                // A bound on a variable reads with the variable first.
                let (a, sign, b) = match (relation, a, b) {
                    (Relation::Less, Term::Integer(_), Term::Variable(_)) => (b, ">", a),
                    (Relation::LessEqual, Term::Integer(_), Term::Variable(_)) => (b, ">=", a),
                    (Relation::Less, ..) => (a, "<", b),
                    (Relation::LessEqual, ..) => (a, "<=", b),
                    (Relation::Equal, ..) => (a, "==", b),
                    (Relation::NotEqual, ..) => (a, "!=", b),
                };
                write!(f, "{} {sign} {}", above(a), above(b))
            }
            Condition::Divides(a, b) => write!(f, "{} | {}", above(a), above(b)),
            Condition::PowerOfTwo(a) => write!(f, "power_of_two({})", of(a)),
            Condition::UnsignedLess(a, b) => write!(f, "ult({}, {})", of(a), of(b)),
            Condition::MinimumWidth(n) => write!(f, "width >= {n}"),
            Condition::Doubled => f.write_str("wide == 2 * width"),
            Condition::NoWrap(signs, term) => write!(f, "{}({})", signs.no_wrap(), of(term)),
            // The parentheses keep what is within apart from the comma and from `a | b`.
            Condition::Holds(term) => write!(f, "({})", of(term)),
        }
    }
}

/// The word for the type of a sort, as a number of bits.
fn width_name(sort: Sort) -> &'static str {
    match sort {
        Sort::Value => "width",
        Sort::Narrow => "narrow",
        Sort::Wide => "wide",
        Sort::Truth => "1",
    }
}

impl Condition {
    /// The condition with the names of its variables.
    pub fn display<'a>(&'a self, variables: &'a [Variable]) -> impl Display + 'a {
        NamedCondition(self, variables)
    }
}

impl Term {
    /// The term with the names of its variables.
    pub fn display<'a>(&'a self, variables: &'a [Variable]) -> impl Display + 'a {
        Named::new(self, variables)
    }
}

/// The mathematics, on one line: `(x * a) mod b => 0 when b > 0, b | a`.
impl Display for Rule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let of = |term| Named::new(term, &self.variables);
        write!(
            f,
            "{} {} {}",
            of(&self.left),
            if self.both_ways { "<=>" } else { "=>" },
            of(&self.right)
        )?;
        write_list(
            f,
            " when ",
            self.conditions.iter().map(|c| c.display(&self.variables)),
        )?;
        if self.domain != Domain::Index {
            write!(f, " over {}", self.domain)?;
        }
        if self.gates != FastMath::NONE {
            write!(f, " under {}", self.gates.words())?;
        }
        Ok(())
    }
}

impl Display for Domain {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Index => f.write_str("index"),
            Domain::Bits => f.write_str("bits"),
            Domain::Floats => f.write_str("float"),
            Domain::Only(scalars) => write_list(f, "", scalars.iter().copied()),
        }
    }
}

impl Display for Example {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let of = |term| Named::new(term, &self.names);
        write!(f, "{} => {}", of(&self.left), of(&self.right))?;
        write_list(
            f,
            " where ",
            self.assumptions.iter().map(|c| c.display(&self.names)),
        )
    }
}

fn write_list(
    f: &mut Formatter<'_>,
    before: &str,
    items: impl ExactSizeIterator<Item = impl Display>,
) -> fmt::Result {
    for (i, item) in items.enumerate() {
        write!(f, "{}{item}", if i == 0 { before } else { ", " })?;
    }
    Ok(())
}

impl Display for Scalar {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Index => f.write_str("index"),
            Scalar::Integer(width) => write!(f, "i{width}"),
            Scalar::Float(kind) => write!(f, "{}", format!("{kind:?}").to_lowercase()),
        }
    }
}
