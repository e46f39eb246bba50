//! What the operations of onnx-mlir's krnl dialect mean: loops by reference, which a schedule blocks, permutes, unrolls and marks
//! as parallel before `krnl.iterate` runs them.

mod iterate;
mod schedule;

pub use iterate::{Bound, Input, Iterate};
pub use schedule::{Fault, Half, LoopUses, Nest, Origin, iterates_around, permutation, root, spelled, step};

use crate::types::Type;

/// Loops that one `krnl.define_loops` may define.
pub const MOST_LOOPS: usize = 1000;

/// `!krnl.loop`.
pub fn loop_type() -> Type {
    Type::Opaque("!krnl.loop".into())
}
