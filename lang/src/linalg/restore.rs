//! Operations put back where the loops that they became are as they were made.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ir::{BlockId, Module, OpId, ValueDef, ValueId};
use crate::op::OpCode;

use super::loops::Converted;

/// Puts an operation back in the place of the loops that it became, of each whose loops are still there. `all` is in the order
/// in which the operations were converted.
pub fn restore_operations(module: &mut Module, all: &[Converted]) {
    let mut attached = FxHashSet::default();
    module.walk(module.top(), &mut |op| {
        attached.insert(op);
    });
    let mut helpers: Vec<OpId> = Vec::new();
    // An operation around others comes before them.
    for Converted { op, replacement } in all.iter().rev() {
        let is_helper = |op: &&OpId| is_helper(module, **op);
        let loops: Vec<OpId> = replacement.iter().filter(|op| !is_helper(op)).copied().collect();
        let Some(block) = held_together(module, &loops, &attached) else {
            continue;
        };
        if !is_defined(module, *op, &attached) {
            continue;
        }
        helpers.extend(replacement.iter().rev().filter(is_helper));
        let ops = std::mem::take(&mut module.block_mut(block).ops);
        for old in ops {
            match loops.iter().position(|op| *op == old) {
                Some(0) => module.attach(block, *op),
                Some(_) => {}
                None => module.attach(block, old),
            }
        }
        loops.iter().for_each(|op| {
            attached.remove(op);
        });
        module.walk(*op, &mut |inner| {
            attached.insert(inner);
        });
    }
    remove_unused(module, helpers, &attached);
}

/// Constants and extents, which have no place of their own.
fn is_helper(module: &Module, op: OpId) -> bool {
    let code = module.op(op).code();
    matches!(code, Some(OpCode::Constant | OpCode::MemRefDim))
}

/// The block in which the operations stand one after the other.
fn held_together(module: &Module, ops: &[OpId], attached: &FxHashSet<OpId>) -> Option<BlockId> {
    let first = *ops.first()?;
    if !ops.iter().all(|op| attached.contains(op)) {
        return None;
    }
    let block = module.op(first).parent?;
    let held = &module.block(block).ops;
    let start = held.iter().position(|op| *op == first)?;
    let rest = held.get(start..start + ops.len())?;
    (rest == ops).then_some(block)
}

/// Whether everything that an operation uses is still there.
fn is_defined(module: &Module, op: OpId, attached: &FxHashSet<OpId>) -> bool {
    let mut inside = FxHashSet::default();
    module.walk(op, &mut |inner| {
        inside.insert(inner);
    });
    let mut is_defined = true;
    for &inner in &inside {
        for &value in &module.op(inner).operands {
            is_defined &= match module.value(value).def {
                ValueDef::Result { op, .. } => inside.contains(&op) || attached.contains(&op),
                ValueDef::Argument { block, .. } => {
                    let around = module.block_parent_op(block);
                    around.is_some_and(|op| inside.contains(&op) || attached.contains(&op))
                }
            };
        }
    }
    is_defined
}

/// Removes those that nobody uses.
fn remove_unused(module: &mut Module, helpers: Vec<OpId>, attached: &FxHashSet<OpId>) {
    if helpers.is_empty() {
        return;
    }
    let mut uses: FxHashMap<ValueId, usize> = FxHashMap::default();
    module.walk(module.top(), &mut |op| {
        for operand in &module.op(op).operands {
            *uses.entry(*operand).or_default() += 1;
        }
    });
    let mut removed = FxHashSet::default();
    let mut blocks = Vec::new();
    for helper in helpers {
        let data = module.op(helper);
        let is_used = data.results.iter().any(|v| uses.get(v).is_some_and(|n| *n > 0));
        if is_used || !attached.contains(&helper) {
            continue;
        }
        for operand in &data.operands {
            uses.entry(*operand).and_modify(|count| *count -= 1);
        }
        removed.insert(helper);
        blocks.extend(data.parent);
    }
    blocks.sort();
    blocks.dedup();
    for block in blocks {
        module.block_mut(block).ops.retain(|op| !removed.contains(op));
    }
}
