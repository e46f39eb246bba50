//! MLIR text, the IR, affine maps and sets, and the reference interpreter.
//!
//! A [`ir::Module`] holds operations in arenas; [`op`] is the table of those that Ovolo knows;
//! [`parse::parse_module`] reads text into a module, [`print::print_module`] writes it.
//!
//! ```
//! use ovolo_lang::{parse::parse_module, print::print_module};
//!
//! let text = "func.func @double(%x: f32) -> f32 {
//!   %y = arith.addf %x, %x : f32
//!   return %y : f32
//! }";
//! let module = parse_module(text).expect("a valid module");
//! assert!(print_module(&module).contains("%y = arith.addf %x, %x : f32"));
//! ```
//!
//! **Invariant:** nothing here mentions egg, z3 or LLVM.

pub mod affine;
pub mod algebra;
mod apart;
pub mod assembly;
pub mod bufferize;
pub mod chunks;
pub mod clone;
pub mod counted_while;
pub mod diagnostic;
pub mod expected;
mod extents;
pub mod flat_loops;
pub mod float;
pub mod fp;
pub mod in_sequence;
pub mod inline;
pub mod instance;
pub mod interpret;
pub mod ir;
pub mod isolate_function;
pub mod krnl;
pub mod krnl_loops;
pub mod krnl_nests;
pub mod krnl_runtime;
pub mod layers;
pub mod lexer;
pub mod linalg;
pub mod loops;
pub mod op;
pub mod outline;
pub mod parse;
pub mod print;
pub mod reduction;
pub mod resources;
pub mod simplify_tensors;
pub mod specialize;
pub mod strided;
pub mod structure;
pub mod text;
mod transfer;
pub mod types;
mod unknown_op;

pub use types::attribute;
