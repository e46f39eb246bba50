//! The rule language and rule files, the e-graph, facts, dependence, lifting a function to a term and
//! back.
//!
//! **Invariant:** nothing here mentions z3 or LLVM.

pub mod answer;
pub mod compile;
pub mod dependence;
pub mod egraph;
pub mod facts;
pub mod lift;
pub mod linear;
pub mod loops;
pub mod materialize;
pub mod rule;
pub mod saturate;
pub mod shrink;
pub mod term;
