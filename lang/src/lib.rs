//! MLIR text, the IR, affine maps and sets, and the reference interpreter.
//!
//! **Invariant:** nothing here mentions egg, z3 or LLVM.

pub mod affine;
pub mod algebra;
pub mod attribute;
pub mod diagnostic;
pub mod float;
pub mod fp;
pub mod interpret;
pub mod ir;
pub mod lexer;
pub mod op;
pub mod parse;
pub mod print;
pub mod structure;
pub mod types;
