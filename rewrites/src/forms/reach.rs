//! Which points of a box some iteration of the loops around has: a copy made beforehand may read there, for the program
//! does too.
//!
//! The loops that are no dimension of the box are given values, one of their bounds each, for which every constraint of
//! every loop holds at every point of the box. Constraints that speak of symbols alone become conditions of the copy:
//!
//! ```text
//! for i in 0..n { for j in 0..m { … b[j] … } }  =>  if n >= 1 { for j in 0..m { p[j] = b[j] } }; …
//! ```

use std::collections::BTreeMap;

use egg::Symbol;

use super::extent::Extent;
use crate::dependence::{Dependences, Domain, Emptiness};
use crate::guard::Condition;
use crate::linear::Linear;
use crate::nest::Nest;

/// Choices of values that are tried.
const MOST_TRIED: usize = 64;

/// Loops around a statement, outermost first.
pub type Around = Vec<Symbol>;

/// Conditions on symbols under which each point of the box has an iteration of the loops around, and which hold in
/// every iteration of all the `uses`. `None` where no choice of values shows that.
pub fn reached(
    nest: &Nest,
    around: &Around,
    uses: &[Around],
    dims: &[(Symbol, Extent)],
    oracle: &dyn Emptiness,
) -> Option<Vec<Condition>> {
    let mut dependences = Dependences::new(oracle);
    for (name, extent) in dims {
        dependences.domains.insert(*name, extent.domain());
    }
    let mut iterations = Dependences::new(oracle);
    iterations.domains = nest.domains.clone();
    let mut search = Search {
        nest,
        around,
        uses,
        dependences,
        iterations,
        values: BTreeMap::new(),
        conditions: Vec::new(),
        left: MOST_TRIED,
    };
    search.from(0).then_some(search.conditions)
}

struct Search<'n, 'o> {
    nest: &'n Nest,
    around: &'n Around,
    uses: &'n [Around],
    /// With the box for the domains of its variables, and no others.
    dependences: Dependences<'o>,
    /// With the domains of all loops.
    iterations: Dependences<'o>,
    /// Of the loops that are no dimensions.
    values: BTreeMap<Symbol, Linear>,
    conditions: Vec<Condition>,
    left: usize,
}

impl Search<'_, '_> {
    /// Whether the loops from this one on can be given values.
    fn from(&mut self, place: usize) -> bool {
        let Some(&name) = self.around.get(place) else {
            return self.conditions.clone().iter().all(|c| self.always_holds(c));
        };
        let Some(domain) = self.nest.domains.get(&name).cloned() else {
            return false;
        };
        let known = self.conditions.len();
        if self.dependences.domains.contains_key(&name) {
            let holds = self.admits(&domain, &Linear::var(name)) && self.from(place + 1);
            self.conditions
                .truncate(if holds { self.conditions.len() } else { known });
            return holds;
        }
        for value in candidates(&domain) {
            let Some(left) = self.left.checked_sub(1) else {
                return false;
            };
            self.left = left;
            let Some(value) = self.substituted(&value) else {
                continue;
            };
            self.values.insert(name, value.clone());
            if self.admits(&domain, &value) && self.from(place + 1) {
                return true;
            }
            self.values.remove(&name);
            self.conditions.truncate(known);
        }
        false
    }

    /// Whether a value is one of a loop at every point, where the conditions hold.
    fn admits(&mut self, domain: &Domain, value: &Linear) -> bool {
        let less_one = Linear::constant(-1);
        let mut constraints = Vec::new();
        for bound in &domain.lower {
            let bound = self.substituted(bound);
            constraints.push(bound.and_then(|bound| value.subtract(&bound)));
        }
        for bound in &domain.upper {
            let bound = self.substituted(bound);
            constraints.push(bound.and_then(|bound| bound.subtract(value)?.add(&less_one)));
        }
        constraints
            .into_iter()
            .all(|constraint| constraint.is_some_and(|constraint| self.holds(constraint)))
    }

    /// Whether an expression is nowhere negative; where it has symbols alone that becomes a condition.
    fn holds(&mut self, expr: Linear) -> bool {
        let condition = Condition::at_least_zero(expr);
        if let Some(known) = condition.known() {
            return known;
        }
        let mut moves = false;
        let domains = &self.dependences.domains;
        condition
            .expr
            .for_each_var(&mut |v| moves |= domains.contains_key(&v));
        if !moves {
            if !self.conditions.contains(&condition) {
                self.conditions.push(condition);
            }
            return true;
        }
        let Some(opposites) = condition.opposites() else {
            return false;
        };
        opposites.into_iter().all(|opposite| {
            let all = self.conditions.iter().cloned().chain([opposite]);
            let all: Vec<Condition> = all.collect();
            self.dependences.never(&all).is_yes()
        })
    }

    /// Whether a condition on symbols holds wherever an iteration of a use is.
    fn always_holds(&mut self, condition: &Condition) -> bool {
        let Some(opposites) = condition.opposites() else {
            return false;
        };
        for around in self.uses {
            // Each variable brings all its bounds with it.
            let inside = around.iter().map(|name| {
                let start = self.nest.domains.get(name)?.lower.first()?;
                Some(Condition::at_least_zero(Linear::var(*name).subtract(start)?))
            });
            let Some(inside) = inside.collect::<Option<Vec<Condition>>>() else {
                return false;
            };
            for opposite in &opposites {
                let all: Vec<Condition> = inside.iter().chain([opposite]).cloned().collect();
                if !self.iterations.never(&all).is_yes() {
                    return false;
                }
            }
        }
        true
    }

    fn substituted(&self, expr: &Linear) -> Option<Linear> {
        let value = |name: Symbol| self.values.get(&name).cloned();
        expr.substitute(&|name| value(name).unwrap_or_else(|| Linear::var(name)))
    }
}

/// Values of a loop to try: where it starts, and the last where the step is one.
fn candidates(domain: &Domain) -> Vec<Linear> {
    let mut found = Vec::new();
    // Of several starts only the greatest is a value for sure.
    if domain.step == 1 || domain.lower.len() == 1 {
        found.extend(domain.lower.iter().cloned());
    }
    if domain.step == 1 {
        let last = |bound: &Linear| bound.add(&Linear::constant(-1));
        found.extend(domain.upper.iter().filter_map(last));
    }
    found
}
