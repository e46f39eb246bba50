//! Proofs of rules, dependence queries and program equivalence of Ovolo.

pub mod emptiness;
pub mod program;
pub mod rules;
