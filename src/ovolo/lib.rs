//! Ovolo: an equality-saturation superoptimizer for affine loop nests, as a library.
//!
//! MLIR text goes in, a faster equal program comes out, as MLIR, LLVM IR, an object, or code that is called in this process:
//!
//! ```
//! let text = "
//! func.func @scale(%A: memref<64x64xf32> {llvm.noalias}, %B: memref<64x64xf32> {llvm.noalias}) {
//!   affine.for %j = 0 to 64 {
//!     affine.for %i = 0 to 64 {
//!       %a = affine.load %A[%i, %j] : memref<64x64xf32>
//!       %b = arith.addf %a, %a : f32
//!       affine.store %b, %B[%i, %j] : memref<64x64xf32>
//!     }
//!   }
//!   return
//! }";
//! let module = ovolo::parse_module(text).expect("MLIR");
//! let optimized = ovolo::optimize(&module, &ovolo::Options::default()).expect("no schedule is given");
//! // Rows are walked along, as vectors.
//! assert!(ovolo::print_module(&optimized.module).contains("affine.vector_store"));
//! assert!(ovolo::verify(&module, &optimized.module, &Default::default()).is_proved());
//! ```
//!
//! [`optimize`] searches, [`verify`] compares two programs, [`simplify`] simplifies the maps and sets of a module,
//! [`compile`] makes code, and [`prove_rules`] admits rules of algebra of your own. Nothing here writes to a terminal.
//! The crates below are for who needs more: `ovolo-lang` (the IR), `ovolo-rewrites` (rules and schedules),
//! `ovolo-extract` (machines), `ovolo-verify` (proofs), `ovolo-lower` (LLVM).

mod api;
pub mod candidates;
mod choose;
mod combinations;
mod derive;
mod forms;
mod function_search;
mod gate;
pub mod given_schedule;
mod kept;
pub mod large_stack;
pub mod measure;
mod nest_fusion;
pub mod outcome;
pub mod pipeline;
pub mod reassociate;
pub mod reduce;
pub mod request;
mod scheduled_text;
pub mod search;
mod text_schedule;
mod timed;
mod tune;
mod user_rules;
pub mod validate;
mod versions;

use ovolo_rewrites::simplify::{Effort, simplify_module};

pub use ovolo_extract::machine::Machine;
pub use ovolo_lang::diagnostic::Diagnostic;
pub use ovolo_lang::fp::FpModel;
pub use ovolo_lang::ir::Module;
pub use ovolo_lang::parse::parse_module;
pub use ovolo_lang::print::print_module;
pub use ovolo_lang::types::Type;
pub use ovolo_lower::{
    Argument, Buffer, Compiled, Jit, LowerError, Options as CompileOptions, Scalar, compile,
};
pub use ovolo_rewrites::rule::Rule;
pub use ovolo_verify::program::{Options as VerifyOptions, Verdict, verify_programs as verify};

pub use api::{Optimized, Options, Unfollowed, optimize};
pub use text_schedule::{TextSchedule, text_schedule};
pub use user_rules::{RuleError, name_is_taken, prove_rules};

/// The module with each affine map and integer set in its simplest equal form.
pub fn simplify(module: &Module) -> Module {
    simplify_module(module, &Effort::default())
}
