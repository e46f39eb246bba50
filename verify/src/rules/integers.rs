//! Evaluation of terms over ℤ at points, fast: terms as code for a stack machine.
//!
//! It is independent of the encoding for z3, so each is a check on the other.

use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::op::OpCode;
use ovolo_rewrites::relates::Relation;
use ovolo_rewrites::rule::{Condition, Rule, Sort, Term};
use ovolo_rewrites::term::IndexOp;

/// A term, in the order of evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code(Vec<Step>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Variable(usize),
    Constant(i64),
    Index(IndexOp),
    Compare(IntPredicate),
    And,
    Or,
    Xor,
    Select,
}

/// What a term is at a point. Truth values are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Value(i64),
    /// There is a division by zero.
    Undefined,
    /// A number does not fit: nothing is known.
    TooLarge,
}

/// A rule over ℤ as code.
pub struct Points {
    conditions: Vec<(Code, Relation, Code)>,
    /// The rule does not fire where these have no value.
    computed: Vec<Code>,
    pub left: Code,
    pub right: Code,
}

/// What a rule says at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// Nothing: a condition is false, or a number does not fit.
    Nothing,
    True,
    False,
}

impl Points {
    /// `None` where an operation is not one of ℤ.
    pub fn new(rule: &Rule) -> Option<Points> {
        let mut conditions = Vec::new();
        for condition in &rule.conditions {
            conditions.push(match condition {
                Condition::Compare(relation, a, b) => (code(a)?, *relation, code(b)?),
                Condition::Divides(a, b) => (divides(a, b)?, Relation::Equal, constant(1)),
                Condition::Holds(term) => (code(term)?, Relation::Equal, constant(1)),
                Condition::PowerOfTwo(_)
                | Condition::UnsignedLess(..)
                | Condition::MinimumWidth(_)
                | Condition::Doubled
                | Condition::NoWrap(..) => {
                    return None;
                }
            });
        }
        let mut computed = Some(Vec::new());
        rule.right.walk(&mut |term| {
            if let (Term::Computed(inner), Some(codes)) = (term, &mut computed) {
                match code(inner) {
                    Some(code) => codes.push(code),
                    None => computed = None,
                }
            }
        });
        Some(Points {
            conditions,
            computed: computed?,
            left: code(&rule.left)?,
            right: code(&rule.right)?,
        })
    }

    /// What the rule says at a point; `stack` is room to work in.
    pub fn at(&self, values: &[i64], stack: &mut Vec<i64>) -> Says {
        if !self.is_admitted(values, stack) {
            return Says::Nothing;
        }
        match (self.left.at(values, stack), self.right.at(values, stack)) {
            (Outcome::TooLarge, _) | (_, Outcome::TooLarge) => Says::Nothing,
            (left, right) if left == right => Says::True,
            _ => Says::False,
        }
    }

    /// Whether the left side has a value at a point.
    pub fn has_value(&self, values: &[i64], stack: &mut Vec<i64>) -> bool {
        matches!(self.left.at(values, stack), Outcome::Value(_))
    }

    /// Whether the conditions hold at a point, and the constants that are computed have values.
    pub fn is_admitted(&self, values: &[i64], stack: &mut Vec<i64>) -> bool {
        for (a, relation, b) in &self.conditions {
            let (Outcome::Value(a), Outcome::Value(b)) = (a.at(values, stack), b.at(values, stack)) else {
                return false;
            };
            let holds = match relation {
                Relation::Equal => a == b,
                Relation::NotEqual => a != b,
                Relation::Less => a < b,
                Relation::LessEqual => a <= b,
            };
            if !holds {
                return false;
            }
        }
        let mut codes = self.computed.iter();
        codes.all(|code| matches!(code.at(values, stack), Outcome::Value(_)))
    }
}

impl Code {
    /// The value at a point; `stack` is room to work in.
    pub fn at(&self, values: &[i64], stack: &mut Vec<i64>) -> Outcome {
        stack.clear();
        for step in &self.0 {
            let result = match step {
                Step::Variable(i) => Some(values[*i]),
                Step::Constant(value) => Some(*value),
                Step::Select => {
                    let (otherwise, then, condition) = (pop(stack), pop(stack), pop(stack));
                    Some(if condition != 0 { then } else { otherwise })
                }
                step => {
                    let (b, a) = (pop(stack), pop(stack));
                    if let (Step::Index(IndexOp::FloorDiv | IndexOp::CeilDiv | IndexOp::Mod), 0) = (step, b) {
                        return Outcome::Undefined;
                    }
                    step.of(a, b)
                }
            };
            match result {
                Some(value) => stack.push(value),
                None => return Outcome::TooLarge,
            }
        }
        Outcome::Value(pop(stack))
    }
}

/// The code of a term puts as much on the stack as it takes.
fn pop(stack: &mut Vec<i64>) -> i64 {
    stack.pop().unwrap_or_default()
}

impl Step {
    /// The value of an operation of two operands, the second of which is not zero where it divides.
    fn of(self, a: i64, b: i64) -> Option<i64> {
        let down = |a: i64, b: i64| {
            let quotient = a.checked_div(b)?;
            Some(quotient - i64::from(a % b != 0 && (a < 0) != (b < 0)))
        };
        Some(match self {
            Step::Index(IndexOp::Add) => a.checked_add(b)?,
            Step::Index(IndexOp::Mul) => a.checked_mul(b)?,
            Step::Index(IndexOp::FloorDiv) => down(a, b)?,
            Step::Index(IndexOp::CeilDiv) => a.checked_neg().and_then(|a| down(a, b))?.checked_neg()?,
            Step::Index(IndexOp::Mod) => down(a, b)?
                .checked_mul(b)
                .and_then(|product| a.checked_sub(product))?,
            Step::Index(IndexOp::Min) => a.min(b),
            Step::Index(IndexOp::Max) => a.max(b),
            Step::Compare(predicate) => i64::from(match predicate {
                IntPredicate::Eq => a == b,
                IntPredicate::Ne => a != b,
                IntPredicate::Slt => a < b,
                IntPredicate::Sle => a <= b,
                IntPredicate::Sgt => a > b,
                IntPredicate::Sge => a >= b,
                _ => return None,
            }),
            Step::And => a & b,
            Step::Or => a | b,
            Step::Xor => a ^ b,
            Step::Variable(_) | Step::Constant(_) | Step::Select => return None,
        })
    }
}

/// The term as code; `None` where an operation is not one of ℤ.
pub fn code(term: &Term) -> Option<Code> {
    let mut steps = Vec::new();
    push(term, &mut steps)?;
    Some(Code(steps))
}

fn constant(value: i64) -> Code {
    Code(vec![Step::Constant(value)])
}

fn push(term: &Term, steps: &mut Vec<Step>) -> Option<()> {
    match term {
        Term::Variable(i) => steps.push(Step::Variable(*i)),
        Term::Integer(value) => steps.push(Step::Constant(*value)),
        Term::Truth(value) => steps.push(Step::Constant(i64::from(*value))),
        Term::Computed(inner) => push(inner, steps)?,
        Term::Index(op, args) => {
            args.iter().try_for_each(|a| push(a, steps))?;
            steps.push(Step::Index(*op));
        }
        Term::Op(op) => {
            op.args.iter().try_for_each(|a| push(a, steps))?;
            // The bits of an index are not modelled, and unsigned order is one of bits.
            steps.push(match (op.code, op.operands) {
                (OpCode::CmpI, _) => match IntPredicate::from_code(op.predicate)? {
                    IntPredicate::Ult | IntPredicate::Ule | IntPredicate::Ugt | IntPredicate::Uge => {
                        return None;
                    }
                    IntPredicate::Eq => Step::Compare(IntPredicate::Eq),
                    IntPredicate::Ne => Step::Compare(IntPredicate::Ne),
                    // As signed numbers of one bit, true is less than false.
                    _ if op.operands == Sort::Truth => return None,
                    predicate => Step::Compare(predicate),
                },
                (OpCode::AndI, Sort::Truth) => Step::And,
                (OpCode::OrI, Sort::Truth) => Step::Or,
                (OpCode::XOrI, Sort::Truth) => Step::Xor,
                (OpCode::Select, _) => Step::Select,
                _ => return None,
            });
        }
        Term::Float(_) | Term::Width(_) | Term::Log2(_) => return None,
    }
    Some(())
}

/// Whether `b` is a multiple of `a`, as a truth value: of 0 only 0 is one.
fn divides(a: &Term, b: &Term) -> Option<Code> {
    let (mut steps, a, b) = (Vec::new(), code(a)?.0, code(b)?.0);
    let is_zero = [Step::Constant(0), Step::Compare(IntPredicate::Eq)];
    // select(a == 0, b == 0, b mod select(a == 0, 1, a) == 0)
    let a_is_zero: Vec<Step> = a.iter().copied().chain(is_zero).collect();
    steps.extend(a_is_zero.iter());
    steps.extend(b.iter().copied().chain(is_zero));
    steps.extend(b.iter());
    steps.extend(a_is_zero.iter());
    steps.push(Step::Constant(1));
    steps.extend(a.iter());
    steps.push(Step::Select);
    steps.push(Step::Index(IndexOp::Mod));
    steps.extend(is_zero);
    steps.push(Step::Select);
    Some(Code(steps))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_rules() {
        let says = |text: &str, values: &[i64]| {
            let rules = ovolo_rewrites::rule::parse(text).expect("a rule");
            Points::new(&rules[0])
                .expect("a rule over ℤ")
                .at(values, &mut Vec::new())
        };
        let halves = "rule r forall x: (x floordiv 2) * 2 => x";
        assert_eq!(says(halves, &[4]), Says::True);
        assert_eq!(says(halves, &[-3]), Says::False);
        let cancel = "rule r forall x, a: (x * a) floordiv a => x";
        assert_eq!(says(cancel, &[3, 0]), Says::False);
        assert_eq!(says(&format!("{cancel} when a != 0"), &[3, 0]), Says::Nothing);
        assert_eq!(says(cancel, &[i64::MAX, 2]), Says::Nothing);
        let multiple = "rule r forall x, const a, const b: (x * a) mod b => 0 when b | a";
        assert_eq!(says(multiple, &[5, 6, 3]), Says::True);
        assert_eq!(says(multiple, &[5, 6, 4]), Says::Nothing);
        assert_eq!(says(multiple, &[5, 0, 0]), Says::False);
        assert_eq!(
            says("rule r forall x, a: x ceildiv a => -((-x) floordiv a)", &[-7, -2]),
            Says::True
        );
        let truth = "rule r forall c, x, y: select(!c, x, y) => select(c, y, x)";
        assert_eq!(says(truth, &[1, 5, 6]), Says::True);
        assert_eq!(says("rule r forall p, q: p && q => p || q", &[1, 0]), Says::False);
    }

    /// The conventions of division agree with the definitions, on both sides of zero.
    #[test]
    fn divisions_round_as_they_say() {
        use ovolo_rewrites::rule::{Division, Reading, parse_to_prove};
        let value =
            |term: &Term, values: &[i64]| match code(term).map(|code| code.at(values, &mut Vec::new())) {
                Some(Outcome::Value(value)) => Some(value),
                _ => None,
            };
        type Definition = fn(i64, i64) -> (i64, i64);
        let definitions: [(Division, Definition); 3] = [
            (Division::Floor, |x, y| {
                let q = (x as f64 / y as f64).floor() as i64;
                (q, x - q * y)
            }),
            (Division::Truncated, |x, y| (x / y, x % y)),
            (Division::Euclidean, |x, y| (x.div_euclid(y), x.rem_euclid(y))),
        ];
        for (division, of) in definitions {
            let reading = Reading {
                division,
                ..Reading::default()
            };
            for (x, y) in (-7..8).flat_map(|x| [-3, -2, -1, 1, 2, 5].map(|y| (x, y))) {
                for divisor in [format!("{y}"), "y".to_string()] {
                    let rule = parse_to_prove(
                        &format!("rule r forall x, y: x / {divisor} => x % {divisor} + y * 0"),
                        &reading,
                    );
                    let rule = rule.unwrap().remove(0);
                    let found = (value(&rule.left, &[x, y]), value(&rule.right, &[x, y]));
                    let (q, r) = of(x, y);
                    assert_eq!(found, (Some(q), Some(r)), "{x} by {divisor} = {y}, {division:?}");
                }
            }
        }
    }
}
