//! The smallest counterexample to a rule over ℤ, by trying small integers.

use ovolo_lang::affine::AffineOp;
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::op::OpCode;
use ovolo_rewrites::rule::{Condition, Relation, Rule, Sort, Term, Variable};
use ovolo_rewrites::term::{IndexOp, Scalar};

use super::Counterexample;

/// Assignments tried at most. Arbitrary; they take a few milliseconds.
const ASSIGNMENTS: u64 = 20_000;

/// Values of least magnitude on which the sides differ; none when there are none among small integers,
/// or when the rule is not over ℤ.
pub fn counterexample(rule: &Rule, scalar: Scalar) -> Option<Counterexample> {
    if scalar != Scalar::Index {
        return None;
    }
    let count = rule.variables.len() as u32;
    for magnitude in 0..=100i64 {
        if (2 * magnitude as u64 + 1)
            .checked_pow(count)
            .is_none_or(|n| n > ASSIGNMENTS)
        {
            break;
        }
        let found = assignments(&rule.variables, magnitude).find_map(|values| refutes(rule, &values));
        if found.is_some() {
            return found;
        }
    }
    None
}

/// All assignments whose greatest magnitude is this one; truth values are 0 and 1.
fn assignments(variables: &[Variable], magnitude: i64) -> impl Iterator<Item = Vec<i64>> + '_ {
    // 0, 1, -1, 2, -2, …
    let nth = |digit: i64| if digit % 2 == 1 { digit / 2 + 1 } else { -digit / 2 };
    let base = 2 * magnitude + 1;
    (0..base.pow(variables.len() as u32)).filter_map(move |number| {
        let values: Vec<i64> = (0..variables.len() as u32)
            .map(|i| nth(number / base.pow(i) % base))
            .collect();
        let truths = values
            .iter()
            .zip(variables)
            .all(|(value, v)| v.sort == Sort::Value || (0..=1).contains(value));
        (truths && values.iter().any(|v| v.abs() == magnitude)).then_some(values)
    })
}

fn refutes(rule: &Rule, values: &[i64]) -> Option<Counterexample> {
    for condition in &rule.conditions {
        if holds(condition, values) != Some(true) {
            return None;
        }
    }
    let (left, right) = (value(&rule.left, values), value(&rule.right, values));
    if left == right {
        return None;
    }
    let print = |value: Option<i64>| value.map_or_else(|| "no value".to_string(), |v| v.to_string());
    Some(Counterexample {
        scalar: Scalar::Index.to_string(),
        values: rule
            .variables
            .iter()
            .map(|v| v.name.clone())
            .zip(values.iter().map(i64::to_string))
            .collect(),
        left: print(left),
        right: print(right),
    })
}

fn holds(condition: &Condition, values: &[i64]) -> Option<bool> {
    let of = |term| value(term, values);
    Some(match condition {
        Condition::Compare(Relation::Equal, a, b) => of(a)? == of(b)?,
        Condition::Compare(Relation::NotEqual, a, b) => of(a)? != of(b)?,
        Condition::Compare(Relation::Less, a, b) => of(a)? < of(b)?,
        Condition::Compare(Relation::LessEqual, a, b) => of(a)? <= of(b)?,
        Condition::Divides(a, b) => match (of(a)?, of(b)?) {
            (0, b) => b == 0,
            (a, b) => b % a == 0,
        },
        Condition::PowerOfTwo(_) | Condition::UnsignedLess(..) | Condition::MinimumWidth(_) => return None,
    })
}

/// The value of a term at small integers; none where it has none, or is no term over ℤ.
fn value(term: &Term, values: &[i64]) -> Option<i64> {
    let of = |term| value(term, values);
    match term {
        Term::Variable(i) => Some(values[*i]),
        Term::Integer(value) => Some(*value),
        Term::Truth(value) => Some(i64::from(*value)),
        Term::Computed(inner) => of(inner),
        Term::Index(op, args) => {
            let (a, b) = (of(&args[0])?, of(&args[1])?);
            match op {
                IndexOp::Add => AffineOp::Add.apply(a, b),
                IndexOp::Mul => AffineOp::Mul.apply(a, b),
                IndexOp::FloorDiv => AffineOp::FloorDiv.apply(a, b),
                IndexOp::CeilDiv => AffineOp::CeilDiv.apply(a, b),
                IndexOp::Mod => AffineOp::Mod.apply(a, b),
                IndexOp::Min => Some(a.min(b)),
                IndexOp::Max => Some(a.max(b)),
            }
        }
        Term::Op(op) => match (op.code, op.args.as_slice()) {
            (OpCode::Select, [c, a, b]) => {
                let (c, a, b) = (of(c)?, of(a)?, of(b)?);
                Some(if c == 1 { a } else { b })
            }
            (OpCode::CmpI, [a, b]) => {
                let (a, b) = (of(a)?, of(b)?);
                Some(i64::from(match IntPredicate::from_code(op.predicate)? {
                    IntPredicate::Eq => a == b,
                    IntPredicate::Ne => a != b,
                    IntPredicate::Slt => a < b,
                    IntPredicate::Sle => a <= b,
                    IntPredicate::Sgt => a > b,
                    IntPredicate::Sge => a >= b,
                    _ => return None,
                }))
            }
            _ => None,
        },
        Term::Float(_) | Term::Width | Term::Log2(_) => None,
    }
}
