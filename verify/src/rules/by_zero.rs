//! What a division by zero is taken to be.

use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::op::OpCode;
use ovolo_rewrites::relates::Relation;
use ovolo_rewrites::rule::{Condition, Operation, Rule, Sort, Term};
use ovolo_rewrites::term::IndexOp;

use super::lemma::{rebuild, with_terms};

/// What a rule over ℤ may say of `x floordiv 0`, `x ceildiv 0` and `x mod 0`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ByZero {
    /// They have no value: both sides of a rule must lack one at the same points. This is what the e-graph needs.
    #[default]
    Undefined,
    /// As `Undefined`; and the rule must also be true where they are zero, so that it bears the guards which it needs
    /// in a language that gives them a value.
    Guarded,
    /// They are zero.
    Zero,
    /// No divisor is zero, although the rule does not say so.
    Excluded,
}

/// The divisors of a rule that may be zero for all that their form shows.
pub fn divisors(rule: &Rule) -> Vec<Term> {
    let mut found = Vec::new();
    for side in [&rule.left, &rule.right] {
        side.walk(&mut |term| {
            if let Term::Index(IndexOp::FloorDiv | IndexOp::CeilDiv | IndexOp::Mod, args) = term {
                let is_constant = matches!(args[1], Term::Integer(value) if value != 0);
                if !is_constant && !found.contains(&args[1]) {
                    found.push(args[1].clone());
                }
            }
        });
    }
    found
}

/// Whether the sides have the same divisors, and so a value at the same points.
pub(crate) fn sides_divide_alike(rule: &Rule) -> bool {
    let of = |side: &Term| {
        let only = |side: &Term| Rule {
            left: side.clone(),
            right: Term::Integer(0),
            ..rule.clone()
        };
        divisors(&only(side))
    };
    let (left, right) = (of(&rule.left), of(&rule.right));
    left.iter().all(|d| right.contains(d)) && right.iter().all(|d| left.contains(d))
}

/// Whether some divisor may be zero for all that the conditions say at first sight.
pub(crate) fn is_unguarded(rule: &Rule) -> bool {
    let zero = Term::Integer(0);
    divisors(rule).iter().any(|divisor| {
        !rule.conditions.iter().any(|condition| match condition {
            Condition::Compare(Relation::NotEqual, a, b) => {
                (a == divisor && *b == zero) || (b == divisor && *a == zero)
            }
            Condition::Compare(Relation::Less, a, b) => {
                (*a == zero && b == divisor) || (a == divisor && *b == zero)
            }
            _ => false,
        })
    })
}

/// The rule where no divisor is zero.
pub fn excluded(rule: &Rule) -> Rule {
    let mut result = rule.clone();
    for divisor in divisors(rule) {
        let condition = Condition::Compare(Relation::NotEqual, divisor, Term::Integer(0));
        if !result.conditions.contains(&condition) {
            // First, so that the other conditions have a value.
            result.conditions.insert(0, condition);
        }
    }
    result
}

/// Parts of a divisor beyond which a rule is left as it is: it is written out twice, and so are those within it.
const MOST_TERMS: usize = 200;

/// The rule where a quotient and a remainder by zero are zero. `None` for one that becomes too large.
pub fn total(rule: &Rule) -> Option<Rule> {
    let mut fits = true;
    let result = with_terms(rule, &mut |term| total_term(term, &mut fits));
    fits.then_some(result)
}

fn total_term(term: &Term, fits: &mut bool) -> Term {
    rebuild(term, &mut |t| match t {
        Term::Computed(inner) => Some(Term::Computed(Box::new(total_term(inner, fits)))),
        Term::Index(op @ (IndexOp::FloorDiv | IndexOp::CeilDiv | IndexOp::Mod), args) => {
            let (a, b) = (total_term(&args[0], fits), total_term(&args[1], fits));
            *fits &= b.size() <= MOST_TERMS;
            if !*fits {
                return Some(Term::Integer(0));
            }
            if matches!(b, Term::Integer(value) if value != 0) {
                return Some(Term::Index(*op, Box::new([a, b])));
            }
            let zero = || Term::Integer(0);
            let is_zero = operation(
                OpCode::CmpI,
                Sort::Truth,
                IntPredicate::Eq.code(),
                vec![b.clone(), zero()],
            );
            let select = |then, otherwise| {
                operation(
                    OpCode::Select,
                    Sort::Value,
                    0,
                    vec![is_zero.clone(), then, otherwise],
                )
            };
            // All operands of a select must have a value, so what divides is never zero.
            let divisor = select(Term::Integer(1), b);
            Some(select(zero(), Term::Index(*op, Box::new([a, divisor]))))
        }
        _ => None,
    })
}

fn operation(code: OpCode, result: Sort, predicate: i64, args: Vec<Term>) -> Term {
    Term::Op(Operation {
        code,
        operands: Sort::Value,
        result,
        predicate,
        args,
    })
}
