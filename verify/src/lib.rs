//! Proofs of rules, dependence queries and program equivalence of Ovolo.
