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
