//! Functions of tensors with fewer and simpler operations of linalg. What each element of a result is computed from, and how, stays.
//!
//! - What is computed of constants alone is a constant (`fold`).
//! - An operation whose elements are each read once, by one other operation, is part of that (`fuse`).
//! - Loops of one iteration vanish, and loops that walk through memory one after the other are one (`flatten`).
//!
//! All of this is on values: a tensor is never overwritten, so an operation may be computed wherever its operands are known.

mod flatten;
mod fold;
mod fuse;
mod rebuild;

pub(crate) use rebuild::{generic, yields};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ir::{BlockId, Module, OpId, ValueId};
use crate::op::{OpCode, Trait};

/// Simplifies what a function of one block does with tensors.
pub fn simplify_tensors(module: &mut Module, function: OpId) {
    let Some(block) = module.single_block(function, 0) else {
        return;
    };
    fold::fold(module, block);
    fuse::fuse(module, block);
    flatten::flatten(module, block);
    fuse::fuse(module, block);
    remove_unused(module, block);
}

/// For each value the operations of a block that use it, once for each operand, themselves or in their regions.
fn uses(module: &Module, block: BlockId) -> FxHashMap<ValueId, Vec<OpId>> {
    let mut found: FxHashMap<ValueId, Vec<OpId>> = FxHashMap::default();
    for &op in &module.block(block).ops {
        module.walk(op, &mut |inner| {
            for operand in &module.op(inner).operands {
                found.entry(*operand).or_default().push(op);
            }
        });
    }
    found
}

/// Lets other values take the places of some, wherever those are used in a block.
fn replace(module: &mut Module, block: BlockId, with: &FxHashMap<ValueId, ValueId>) {
    if with.is_empty() {
        return;
    }
    let mut all = Vec::new();
    for &op in &module.block(block).ops {
        module.walk(op, &mut |inner| all.push(inner));
    }
    for op in all {
        for operand in &mut module.op_mut(op).operands {
            while let Some(other) = with.get(operand) {
                *operand = *other;
            }
        }
    }
}

/// Removes operations without effects whose results nobody uses.
pub(crate) fn remove_unused(module: &mut Module, block: BlockId) {
    let mut used: FxHashSet<ValueId> = FxHashSet::default();
    let mut kept = Vec::new();
    for &op in module.block(block).ops.iter().rev() {
        let data = module.op(op);
        let is_needed =
            data.results.is_empty() || data.results.iter().any(|v| used.contains(v)) || !is_pure(module, op);
        if is_needed {
            module.walk(op, &mut |inner| {
                used.extend(module.op(inner).operands.iter().copied())
            });
            kept.push(op);
        }
    }
    kept.reverse();
    module.block_mut(block).ops = kept;
}

/// Whether an operation does nothing but make its results.
fn is_pure(module: &Module, op: OpId) -> bool {
    let mut is_pure = true;
    module.walk(op, &mut |inner| {
        let code = module.op(inner).code();
        is_pure &= code.is_some_and(|code| {
            code.has_trait(Trait::Pure)
                || matches!(
                    code,
                    OpCode::LinalgYield | OpCode::TensorYield | OpCode::LinalgIndex
                )
                || crate::linalg::structured(module, inner).is_some()
        });
    });
    is_pure
}
