//! What holds where a statement under a condition is executed.

use std::collections::BTreeSet;

use crate::linear::Linear;
use crate::term::Comparison;

/// A normal form compared with zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Condition {
    pub expr: Linear,
    pub comparison: Comparison,
}

/// Conditions that all hold.
pub type Guard = BTreeSet<Condition>;

impl Condition {
    /// `expr >= 0`.
    pub(crate) fn at_least_zero(expr: Linear) -> Condition {
        Condition {
            expr,
            comparison: Comparison::AtLeastZero,
        }
    }

    /// Whether it holds everywhere or nowhere, where its form shows that.
    pub fn known(&self) -> Option<bool> {
        self.expr.as_constant().map(|value| self.comparison.holds(value))
    }

    /// Conditions of which exactly one holds where this one does not; `None` on overflow.
    pub(crate) fn opposites(&self) -> Option<Vec<Condition>> {
        let less_one = Linear::constant(-1);
        let negative = self.expr.scale(-1)?.add(&less_one)?;
        let mut opposites = vec![Condition::at_least_zero(negative)];
        if self.comparison == Comparison::Zero {
            opposites.push(Condition::at_least_zero(self.expr.add(&less_one)?));
        }
        Some(opposites)
    }
}

/// Whether two conditions on expressions that differ by a constant, or add up to one, are seen not to hold together.
fn contradict(a: &Condition, b: &Condition) -> bool {
    let constant = |sum: Option<Linear>| sum.and_then(|sum| sum.as_constant());
    let gap = constant(a.expr.subtract(&b.expr));
    let sum = constant(a.expr.add(&b.expr));
    match (a.comparison, b.comparison) {
        (Comparison::AtLeastZero, Comparison::AtLeastZero) => sum.is_some_and(|sum| sum < 0),
        (Comparison::Zero, Comparison::AtLeastZero) => {
            gap.is_some_and(|gap| gap > 0) || sum.is_some_and(|sum| sum < 0)
        }
        (Comparison::AtLeastZero, Comparison::Zero) => contradict(b, a),
        (Comparison::Zero, Comparison::Zero) => {
            gap.is_some_and(|gap| gap != 0) || sum.is_some_and(|sum| sum != 0)
        }
    }
}

/// The conditions of two guards; `None` where they are seen to hold nowhere together.
pub(crate) fn both(guard: &Guard, more: &Guard) -> Option<Guard> {
    let all: Guard = guard
        .union(more)
        .filter(|c| c.known() != Some(true))
        .cloned()
        .collect();
    let is_possible =
        |c: &Condition| c.known() != Some(false) && all.iter().all(|other| !contradict(c, other));
    all.iter().all(is_possible).then_some(all)
}

/// Where conditions fail in more ways, nothing is said of where they do.
const MOST_CASES: usize = 6;

/// Guards of which exactly one holds where not all conditions do. `None` when there would be too many, or on
/// overflow.
pub fn otherwise(conditions: &[Condition]) -> Option<Vec<Guard>> {
    let mut cases = Vec::new();
    for (n, condition) in conditions.iter().enumerate() {
        for opposite in condition.opposites()? {
            let mut guard: Guard = conditions[..n].iter().cloned().collect();
            guard.insert(opposite);
            cases.push(guard);
        }
    }
    (cases.len() <= MOST_CASES).then_some(cases)
}

#[cfg(test)]
mod tests {
    use egg::Symbol;

    use super::*;

    fn holds(condition: &Condition, x: i64, y: i64) -> bool {
        let point = |name: Symbol| Linear::constant(if name.as_str() == "x" { x } else { y });
        let at = condition.expr.substitute(&point).and_then(|e| e.as_constant());
        condition.comparison.holds(at.expect("the values are small"))
    }

    #[test]
    fn conditions_that_never_hold_together_are_no_guard() {
        let x = |constant: i64, factor: i64| {
            let x = Linear::var(Symbol::from("x")).scale(factor);
            x.and_then(|x| x.add(&Linear::constant(constant)))
                .expect("no overflow")
        };
        let mut conditions = Vec::new();
        for constant in -2..3 {
            for (factor, comparison) in [1, -1].into_iter().flat_map(|factor| {
                [Comparison::Zero, Comparison::AtLeastZero].map(|comparison| (factor, comparison))
            }) {
                conditions.push(Condition {
                    expr: x(constant, factor),
                    comparison,
                });
            }
        }
        for a in &conditions {
            for b in &conditions {
                let is_possible = (-9..9).any(|x| holds(a, x, 0) && holds(b, x, 0));
                let [a, b] = [a, b].map(|condition| Guard::from([condition.clone()]));
                assert_eq!(both(&a, &b).is_some(), is_possible, "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn exactly_one_case_holds_where_the_conditions_fail() {
        let [x, y] = ["x", "y"].map(|name| Linear::var(Symbol::from(name)));
        let conditions = [
            Condition::at_least_zero(x.subtract(&y).expect("no overflow")),
            Condition {
                expr: x.add(&Linear::constant(-2)).expect("no overflow"),
                comparison: Comparison::Zero,
            },
            Condition::at_least_zero(
                y.modulo(2)
                    .and_then(|e| e.add(&Linear::constant(-1)))
                    .expect("no overflow"),
            ),
        ];
        let cases = otherwise(&conditions).expect("there are few");
        for x in -3..6 {
            for y in -3..6 {
                let fails = !conditions.iter().all(|c| holds(c, x, y));
                let taken = cases.iter().filter(|case| case.iter().all(|c| holds(c, x, y)));
                assert_eq!(taken.count(), usize::from(fails), "at {x}, {y}");
            }
        }
    }
}
