//! The lanes of a vector for which conditions hold.

use egg::Symbol;

use crate::guard::Condition;
use crate::linear::Linear;
use crate::term::Comparison;

/// Every clause holds. Without clauses it is all lanes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mask {
    clauses: Vec<Clause>,
}

/// Whether all conditions hold, or not all. They are on the number of the lane, [`lane`], and on the variables around
/// the vector.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    pub conditions: Vec<Condition>,
    pub holds: bool,
}

/// The number of a lane in conditions and subscripts. No name of MLIR has an apostrophe.
pub fn lane() -> Symbol {
    Symbol::from("lane'")
}

/// Where a condition on the number of the lane holds.
pub enum Lanes {
    /// In those before a number.
    Before(Linear),
    /// In those from a number on.
    From(Linear),
    /// In all or in none.
    Uniform(Condition),
    /// Nothing simpler is known than the condition itself.
    Any(Condition),
}

impl Mask {
    pub fn is_all(&self) -> bool {
        self.clauses.is_empty()
    }

    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The lanes of both.
    pub fn and(&self, other: &Mask) -> Mask {
        let mut both = self.clone();
        other
            .clauses
            .iter()
            .for_each(|clause| both.restrict(clause.clone()));
        both
    }

    pub fn restrict(&mut self, mut clause: Clause) {
        clause
            .conditions
            .retain(|condition| condition.known() != Some(true));
        let is_all = clause.holds && clause.conditions.is_empty();
        if !is_all && !self.clauses.contains(&clause) {
            self.clauses.push(clause);
        }
    }

    /// Whether it depends on a variable.
    pub fn uses(&self, name: Symbol) -> bool {
        let mut conditions = self.clauses.iter().flat_map(|clause| &clause.conditions);
        conditions.any(|condition| condition.expr.uses(name))
    }
}

impl Lanes {
    /// The lanes of each part of a condition; all parts hold where it does. `None` on overflow.
    pub fn of(condition: &Condition) -> Option<Vec<Lanes>> {
        let lane = lane();
        let c = condition.expr.coefficient(lane);
        let rest = condition.expr.subtract(&Linear::var(lane).scale(c)?)?;
        if rest.uses(lane) {
            return Some(vec![Lanes::Any(condition.clone())]);
        }
        match condition.comparison {
            _ if c == 0 => Some(vec![Lanes::Uniform(condition.clone())]),
            // c · lane >= -rest
            Comparison::AtLeastZero if c > 0 => Some(vec![Lanes::From(rest.scale(-1)?.ceildiv(c)?)]),
            // -c · lane <= rest
            Comparison::AtLeastZero => {
                let last = rest.floordiv(c.checked_neg()?)?;
                Some(vec![Lanes::Before(last.add(&Linear::constant(1))?)])
            }
            Comparison::Zero => {
                let mut parts = Vec::new();
                for expr in [condition.expr.clone(), condition.expr.scale(-1)?] {
                    parts.extend(Lanes::of(&Condition::at_least_zero(expr))?);
                }
                Some(parts)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lanes in which a condition holds, as its parts say it.
    fn found(condition: &Condition) -> Vec<i64> {
        let parts = Lanes::of(condition).expect("the numbers are small");
        let holds = |lane: i64| {
            parts.iter().all(|part| match part {
                Lanes::Before(end) => end.as_constant().is_some_and(|end| lane < end),
                Lanes::From(start) => start.as_constant().is_some_and(|start| lane >= start),
                Lanes::Uniform(condition) => condition.known() == Some(true),
                Lanes::Any(_) => panic!("nothing is divided"),
            })
        };
        (0..8).filter(|&lane| holds(lane)).collect()
    }

    #[test]
    fn parts_hold_where_the_condition_does() {
        for factor in -3..=3 {
            for offset in -9..=9 {
                for comparison in [Comparison::AtLeastZero, Comparison::Zero] {
                    let expr = Linear::var(lane()).scale(factor);
                    let expr = expr.and_then(|e| e.add(&Linear::constant(offset)));
                    let condition = Condition {
                        expr: expr.expect("the numbers are small"),
                        comparison,
                    };
                    let wanted: Vec<i64> = (0..8)
                        .filter(|lane| comparison.holds(factor * lane + offset))
                        .collect();
                    assert_eq!(found(&condition), wanted, "{condition:?}");
                }
            }
        }
    }
}
