//! Terms of a sum that are alike.

use z3::ast::{Bool, Int};

use ovolo_lang::affine::{Constraint, constant, dim};

use super::super::function::{Domain, Guard, Loop};
use super::Place;

/// Values of a variable up to which it has few. Arbitrary.
const FEW: usize = 4;

/// Terms: one for each value of some variables.
#[derive(Clone)]
pub struct Family<'f> {
    /// The variables: first those of the context, of which nothing is said here, then those that the terms are numbered with.
    pub domain: Domain,
    pub dims: Vec<Int>,
    /// What holds besides.
    pub(super) conditions: Vec<Bool>,
    pub is_negated: bool,
    /// The product of these is the term.
    pub factors: Vec<Place<'f>>,
    /// Factors that are not looked into yet.
    pub(super) pending: Vec<Place<'f>>,
}

impl<'f> Family<'f> {
    /// The family with more factors.
    pub(super) fn with(&self, pending: impl IntoIterator<Item = Place<'f>>) -> Family<'f> {
        let mut family = self.clone();
        family.pending.extend(pending);
        family
    }

    /// One family for each value of the last variable of few: statements that are alike may be terms of different families.
    pub(super) fn parts(&self) -> Option<Vec<Family<'f>>> {
        let guards = &self.domain.guards;
        let values = |(variable, around): (usize, &Loop)| {
            let ([lower], [upper]) = (around.lower.as_slice(), around.upper.as_slice()) else {
                return None;
            };
            let values = lower.as_constant()?..upper.as_constant()?;
            let is = |value: i64| {
                Guard::All(vec![Constraint {
                    expr: &dim(variable as u32) + &constant(-value),
                    is_equality: true,
                }])
            };
            let is_fixed = values.clone().take(FEW).any(|value| guards.contains(&is(value)));
            let is_few =
                around.step == 1 && values.clone().nth(1).is_some() && values.clone().nth(FEW).is_none();
            (is_few && !is_fixed).then(|| values.map(is).collect::<Vec<_>>())
        };
        let values = self.domain.loops.iter().enumerate().rev().find_map(values)?;
        let part = |is: Guard| {
            let mut family = self.clone();
            family.domain.guards.push(is);
            family
        };
        Some(values.into_iter().map(part).collect())
    }
}
