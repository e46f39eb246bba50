//! The rule language and rule files, the e-graph, facts, dependence, lifting a function to a term and
//! back.
//!
//! **Invariant:** nothing here mentions z3 or LLVM.

pub mod answer;
pub mod compile;
pub mod facts;
pub mod rule;
pub mod saturate;
pub mod term;
