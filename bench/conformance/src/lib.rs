//! How much of MLIR is read, on MLIR's own tests ([`mlir_tests`]), and how fast ([`read_speed`]).
//!
//! **Invariant:** of Ovolo this knows the IR and its text alone; neither LLVM nor z3 is linked.

pub mod mlir_tests;
pub mod read_speed;
