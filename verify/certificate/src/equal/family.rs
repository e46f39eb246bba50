//! Terms of a sum that are alike.

use z3::ast::{Bool, Int};

use super::super::function::Domain;
use super::Place;

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
}
