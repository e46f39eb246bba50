//! Algebra rules: data, read from `.rules` files.
//!
//! A rule says that two terms are equal for all values of its variables that satisfy its conditions.
//! The e-graph applies it ([`crate::compile`]) and z3 proves it (`ovolo_verify::rules`), both from the
//! same [`Rule`].
//!
//! ```
//! let rules = ovolo_rewrites::rule::parse(
//!     "/// The remainder of a multiple of the divisor is zero.
//!      rule mod_of_multiple
//!        forall x, const a, const b:
//!        (x * a) mod b  =>  0
//!        when b > 0, b | a
//!        example (i * 8) mod 4  =>  0",
//! )
//! .unwrap();
//! assert_eq!(rules[0].to_string(), "(x * a) mod b => 0 when b > 0, b | a");
//! ```

mod builtin;
mod check;
mod instance;
pub(crate) mod lexer;
mod lists;
mod print;
mod reading;
mod scope;
pub(crate) mod syntax;

use ovolo_lang::algebra::{FastMath, IntOp};
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::interpret::float;
use ovolo_lang::ir::Span;
use ovolo_lang::op::OpCode;
use ovolo_lang::types::FloatKind;

use crate::relates::{Relation, Signs};
use crate::term::{IndexOp, Scalar};

pub use builtin::{builtin, builtin_sources};
pub use instance::Instance;
pub use reading::{Division, Reading};
pub(crate) use scope::calls::is_cast;

/// A law of algebra.
#[derive(Clone, Debug)]
pub struct Rule {
    pub name: String,
    /// The text of the `///` lines, without `Source:` lines.
    pub documentation: String,
    /// Where the rule or its proof was found.
    pub source: Option<String>,
    pub domain: Domain,
    /// What the operations of the left side must allow for the rule to apply to them.
    pub gates: FastMath,
    pub variables: Vec<Variable>,
    pub left: Term,
    pub right: Term,
    /// Written `<=>`: the right side also becomes the left.
    pub both_ways: bool,
    /// All must hold.
    pub conditions: Vec<Condition>,
    /// The names of rules that the proof may use.
    pub lemmas: Vec<String>,
    /// Why the rule is believed where no proof was found.
    pub assumed: Option<String>,
    pub examples: Vec<Example>,
    /// Of the name.
    pub span: Span,
}

/// The widths of a rule over bits.
pub const WIDTHS: [u32; 9] = [1, 2, 3, 4, 5, 8, 16, 32, 64];

/// The widths that `narrow` and `wide` stand for.
pub const OTHER_WIDTHS: [u32; 8] = [1, 2, 3, 4, 8, 16, 32, 64];

/// The formats of a rule over floats.
pub const FORMATS: [FloatKind; 4] = [FloatKind::F16, FloatKind::BF16, FloatKind::F32, FloatKind::F64];

/// A variable of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    /// Stands for known constants only.
    pub constant: bool,
    pub sort: Sort,
}

/// The type of a term, relative to its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// The type that the rule is applied at.
    Value,
    /// `i1`: the result of a comparison.
    Truth,
    /// An integer type with fewer bits.
    Narrow,
    /// An integer type with more bits.
    Wide,
}

/// The values that the variables of a rule range over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// ℤ.
    Index,
    /// Integers of every width.
    Bits,
    /// Floats of every kind.
    Floats,
    /// These integer or float types only.
    Only(Vec<Scalar>),
}

/// An expression of a rule.
///
/// In a condition or a computed constant it is evaluated on facts, elsewhere it is a pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// By its position among the rule's variables.
    Variable(usize),
    /// An integer, modulo 2^width where the domain is bits.
    Integer(i64),
    Float(f64),
    /// A value of `i1`.
    Truth(bool),
    Index(IndexOp, Box<[Term; 2]>),
    Op(Operation),
    /// `{…}`: a constant that is computed when the rule fires.
    Computed(Box<Term>),
    /// `width`, `narrow` or `wide`: the number of bits of the type. Only within `{…}`.
    Width(Sort),
    /// `log2(a)`: the position of the only bit of a power of two. Only within `{…}`.
    Log2(Box<Term>),
}

/// A scalar operation of the op table.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    pub code: OpCode,
    /// The type of the operands; of a `select`, of the values chosen between.
    pub operands: Sort,
    pub result: Sort,
    /// The integer encoding of a comparison's predicate, 0 for any other operation.
    pub predicate: i64,
    pub args: Vec<Term>,
}

impl Operation {
    /// The type of an operand.
    pub fn sort_of_operand(&self, i: usize) -> Sort {
        match (self.code, i) {
            (OpCode::Select, 0) => Sort::Truth,
            _ => self.operands,
        }
    }
}

/// A condition of a rule. It has two readings: as a question to facts, which the rule fires on only
/// when the answer is yes, and as a formula to prove the rule under.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// `a < b` and the like; of bits, as signed integers.
    Compare(Relation, Term, Term),
    /// `a | b`: `b` is a multiple of `a`.
    Divides(Term, Term),
    /// `power_of_two(a)`: exactly one bit is set.
    PowerOfTwo(Term),
    /// `ult(a, b)`: less as unsigned integers.
    UnsignedLess(Term, Term),
    /// `width >= n`.
    MinimumWidth(u32),
    /// `wide == 2 * width`.
    Doubled,
    /// `no_signed_wrap(x + y)`, `no_unsigned_wrap(x + y)`: a sum, difference, product or shift to the left stays within the
    /// numbers of its width.
    NoWrap(Signs, Term),
    /// A truth value, such as `a < b || c == 0`.
    Holds(Term),
}

/// The operation, where overflow may be out of the question.
pub fn wrapping(term: &Term) -> Option<(IntOp, &Operation)> {
    let Term::Op(op) = term else {
        return None;
    };
    let kind = match op.code {
        OpCode::AddI => IntOp::Add,
        OpCode::SubI => IntOp::Sub,
        OpCode::MulI => IntOp::Mul,
        OpCode::ShLI => IntOp::Shl,
        _ => return None,
    };
    Some((kind, op))
}

/// An instance of a rule, tested and printed with it.
///
/// Its names are variables of the program, of the rule's first type (`i32` for bits, `f32` for floats,
/// when it is for all of them).
#[derive(Clone, Debug)]
pub struct Example {
    pub names: Vec<Variable>,
    pub left: Term,
    pub right: Term,
    /// What is known of the names.
    pub assumptions: Vec<Condition>,
    pub span: Span,
}

/// The bits of a number that the format holds exactly.
pub(crate) fn float_bits(value: f64, kind: FloatKind) -> Option<u128> {
    let bits = float::encode(kind, value)?;
    (float::decode(kind, bits)?.to_bits() == value.to_bits()).then_some(bits)
}

/// Reads a rule file. Its rules may name built-in rules as lemmas.
pub fn parse(source: &str) -> Result<Vec<Rule>, Vec<Diagnostic>> {
    parse_beside(source, builtin(), &Reading::default())
}

/// Reads rules that are to be proved, not applied: a rule file, or lines such as `(+ ?x ?y) ==> (+ ?y ?x)`.
pub fn parse_to_prove(source: &str, reading: &Reading) -> Result<Vec<Rule>, Vec<Diagnostic>> {
    let only_to_prove = Reading {
        only_to_prove: true,
        ..*reading
    };
    if !lists::is_lists(source) {
        return parse_beside(source, builtin(), &only_to_prove);
    }
    let items = lists::parse(source)?;
    let mixed = Reading {
        truths_are_numbers: true,
        ..only_to_prove
    };
    check::check(items, builtin(), &mixed)
}

/// Reads a rule file whose rules may name `others` as lemmas.
fn parse_beside(source: &str, others: &[Rule], reading: &Reading) -> Result<Vec<Rule>, Vec<Diagnostic>> {
    let items = syntax::parse(source).map_err(|error| vec![error])?;
    check::check(items, others, reading)
}

impl Rule {
    /// The types that the rule is proved for, and applied at: those of its domain in which its numbers are what they say.
    pub fn scalars(&self) -> Vec<Scalar> {
        let scalars = match &self.domain {
            Domain::Index => vec![Scalar::Index],
            Domain::Bits => WIDTHS.map(Scalar::Integer).to_vec(),
            Domain::Floats => FORMATS.map(Scalar::Float).to_vec(),
            Domain::Only(scalars) => scalars.clone(),
        };
        let fits = |scalar: &Scalar| match scalar {
            Scalar::Float(kind) => self.fits(*kind),
            _ => self.is_wide_enough(*scalar),
        };
        scalars.into_iter().filter(fits).collect()
    }

    /// Whether the rule is applied to values of this type.
    pub fn applies_to(&self, scalar: Scalar) -> bool {
        self.scalars().contains(&scalar)
    }

    /// Whether its conditions allow the width.
    pub fn is_wide_enough(&self, scalar: Scalar) -> bool {
        self.conditions.iter().all(|condition| match (condition, scalar) {
            (Condition::MinimumWidth(least), Scalar::Integer(width)) => width >= *least,
            _ => true,
        })
    }

    /// Whether the format has the numbers of the rule.
    fn fits(&self, kind: FloatKind) -> bool {
        let mut fits = true;
        for side in [&self.left, &self.right] {
            side.walk(&mut |term| {
                if let Term::Float(value) = term {
                    fits &= value.is_nan() || float_bits(*value, kind).is_some();
                }
            });
        }
        fits
    }

    /// Whether `nnan` and `ninf` of the operations of the left side are put on those of the right. Other algebra of sums
    /// and products brings intermediate values that may overflow where those of the original did not, so nothing is
    /// promised of them.
    pub fn keeps_promises(&self) -> bool {
        !(self.gates.reassoc || self.gates.arcp || self.gates.afn)
    }

    /// The type of the sides.
    pub fn sort(&self) -> Sort {
        let of = |term: &Term| term.sort(&self.variables);
        of(&self.left).or_else(|| of(&self.right)).unwrap_or(Sort::Value)
    }

    /// Whether the rule speaks of a narrower type, and of a wider one.
    pub fn other_widths(&self) -> [bool; 2] {
        let mut found = [false; 2];
        let mut see = |sort: Sort| {
            found[0] |= sort == Sort::Narrow;
            found[1] |= sort == Sort::Wide;
        };
        self.variables.iter().for_each(|v| see(v.sort));
        for side in [&self.left, &self.right] {
            side.walk(&mut |term| match term {
                Term::Op(op) => [op.operands, op.result].into_iter().for_each(&mut see),
                Term::Width(sort) => see(*sort),
                _ => {}
            });
        }
        found
    }

    /// The types that the rule speaks of at this one: with narrower and wider ones, where it does.
    pub fn instances(&self, scalar: Scalar) -> Vec<Instance> {
        self.instances_among(scalar, &OTHER_WIDTHS)
            .into_iter()
            .filter(|instance| self.speaks_of(*instance))
            .collect()
    }

    /// The types of which a rule about one of these widths may speak besides, whether or not it is applied there.
    pub fn instances_among(&self, scalar: Scalar, widths: &[u32]) -> Vec<Instance> {
        let plain = Instance::new(scalar, self.gates);
        let Scalar::Integer(width) = scalar else {
            return vec![plain];
        };
        let [has_narrow, has_wide] = self.other_widths();
        let of = |wanted: bool, fits: &dyn Fn(u32) -> bool| -> Vec<Option<u32>> {
            match wanted {
                true => widths.iter().copied().filter(|&w| fits(w)).map(Some).collect(),
                false => vec![None],
            }
        };
        let mut found = Vec::new();
        for narrow in of(has_narrow, &|narrow| narrow < width) {
            for wide in of(has_wide, &|wide| wide > width) {
                let instance = Instance {
                    narrow,
                    wide,
                    ..plain
                };
                found.extend(self.is_doubled_if_asked(instance).then_some(instance));
            }
        }
        found
    }

    /// Whether the rule is applied to the types of the instance, each of them.
    pub fn speaks_of(&self, instance: Instance) -> bool {
        let is_as_asked = |width: Option<u32>, has: bool| match width {
            Some(width) => has && OTHER_WIDTHS.contains(&width),
            None => !has,
        };
        let [has_narrow, has_wide] = self.other_widths();
        self.applies_to(instance.scalar)
            && is_as_asked(instance.narrow, has_narrow)
            && is_as_asked(instance.wide, has_wide)
            && self.is_doubled_if_asked(instance)
    }

    fn is_doubled_if_asked(&self, instance: Instance) -> bool {
        let is_doubled = match (instance.scalar, instance.wide) {
            (Scalar::Integer(width), Some(wide)) => wide == 2 * width,
            _ => false,
        };
        is_doubled || !self.conditions.contains(&Condition::Doubled)
    }

    /// The types of the examples.
    pub fn example_instance(&self) -> Instance {
        let scalar = self.example_scalar();
        let instances = self.instances_among(scalar, &[8, 64]);
        instances
            .first()
            .copied()
            .unwrap_or(Instance::new(scalar, self.gates))
    }

    /// The type of the examples.
    pub fn example_scalar(&self) -> Scalar {
        match &self.domain {
            Domain::Index => Scalar::Index,
            Domain::Bits => Scalar::Integer(32),
            Domain::Floats => Scalar::Float(FloatKind::F32),
            Domain::Only(scalars) => scalars[0],
        }
    }
}

impl Example {
    /// The type of the sides.
    pub fn sort(&self) -> Sort {
        let of = |term: &Term| term.sort(&self.names);
        of(&self.left).or_else(|| of(&self.right)).unwrap_or(Sort::Value)
    }
}

impl Term {
    /// The type of the term; `None` where it takes that of what is around it.
    pub fn sort(&self, variables: &[Variable]) -> Option<Sort> {
        match self {
            Term::Variable(i) => Some(variables[*i].sort),
            Term::Truth(_) => Some(Sort::Truth),
            Term::Op(op) => Some(op.result),
            Term::Index(..) | Term::Float(_) => Some(Sort::Value),
            Term::Computed(inner) | Term::Log2(inner) => inner.sort(variables),
            Term::Integer(_) | Term::Width(_) => None,
        }
    }

    /// The type of two terms of one type.
    pub fn sort_of_both(&self, other: &Term, variables: &[Variable]) -> Sort {
        let sort = self.sort(variables).or_else(|| other.sort(variables));
        sort.unwrap_or(Sort::Value)
    }

    /// How many terms it consists of.
    pub fn size(&self) -> usize {
        let mut size = 0;
        self.walk(&mut |_| size += 1);
        size
    }

    /// Calls `f` on the term and everything in it, outermost first.
    pub fn walk<'t>(&'t self, f: &mut impl FnMut(&'t Term)) {
        f(self);
        match self {
            Term::Index(_, args) => args.iter().for_each(|a| a.walk(f)),
            Term::Op(op) => op.args.iter().for_each(|a| a.walk(f)),
            Term::Computed(inner) | Term::Log2(inner) => inner.walk(f),
            Term::Variable(_) | Term::Integer(_) | Term::Float(_) | Term::Truth(_) | Term::Width(_) => {}
        }
    }
}

#[cfg(test)]
mod tests;
