//! Machines, cost and k-best extraction.
//!
//! **Invariant:** nothing here mentions z3 or LLVM.

pub mod block;
pub mod expression;
pub mod footprint;
pub mod machine;
pub mod nest;
pub mod outline;
pub mod sample;
pub mod tiles;
