//! Which sums keep the promise of C that they do not overflow.

use std::collections::HashSet;

use ovolo_lang::ir::{BlockId, Module, OpId, ValueDef, ValueId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::types::Type;

/// Takes the promise not to overflow from what no index is made of: of data it says nothing that anybody asks, and tells apart
/// what is computed alike.
pub(super) fn of_indices(module: &mut Module, function: OpId) {
    let (mut pending, mut promising) = (Vec::new(), Vec::new());
    module.walk(function, &mut |id| {
        let op = module.op(id);
        let gives_index = op.results.first().is_some_and(|v| *module.ty(*v) == Type::Index);
        if matches!(op.code(), Some(OpCode::IndexCast | OpCode::IndexCastUI)) && gives_index {
            pending.extend(op.operands.iter().copied());
        }
        if op.is_nsw() {
            promising.push(id);
        }
    });
    let mut seen: HashSet<ValueId> = pending.iter().copied().collect();
    let mut of_indices = HashSet::new();
    while let Some(value) = pending.pop() {
        if let Some(op) = module.defining_op(value) {
            of_indices.insert(op);
        }
        pending.extend(sources(module, value).into_iter().filter(|v| seen.insert(*v)));
    }
    for id in promising.into_iter().filter(|id| !of_indices.contains(id)) {
        let op = module.op_mut(id);
        op.attributes.retain(|(name, _)| &**name != "overflowFlags");
    }
}

/// What a value is computed from, or handed on from by a loop or a branch.
fn sources(module: &Module, value: ValueId) -> Vec<ValueId> {
    match module.value(value).def {
        ValueDef::Result { op, index } => {
            let data = module.op(op);
            if data.regions.is_empty() {
                let is_pure = data.code().is_some_and(|code| code.has_trait(Trait::Pure));
                let operands = data.operands.iter().copied();
                return operands.filter(|_| is_pure).collect();
            }
            let is_while = data.code() == Some(OpCode::ScfWhile);
            let regions = if is_while { 0..1 } else { 0..data.regions.len() };
            let ends = regions.filter_map(|region| end_of(module, op, region));
            // The condition comes before the values.
            let at = index as usize + usize::from(is_while);
            ends.filter_map(|end| module.op(end).operands.get(at).copied())
                .collect()
        }
        ValueDef::Argument { block, index } => of_argument(module, block, index as usize),
    }
}

fn of_argument(module: &Module, block: BlockId, index: usize) -> Vec<ValueId> {
    let Some(op) = module.block_parent_op(block) else {
        return Vec::new();
    };
    let data = module.op(op);
    let end = |region: usize, at: usize| {
        let end = end_of(module, op, region)?;
        module.op(end).operands.get(at).copied()
    };
    let found = match data.code() {
        Some(OpCode::ScfWhile) if module.single_block(op, 0) == Some(block) => {
            [data.operands.get(index).copied(), end(1, index)]
        }
        Some(OpCode::ScfWhile) => [end(0, index + 1), None],
        Some(OpCode::ScfFor | OpCode::AffineFor) if index > 0 => {
            let carried = module.block(block).arguments.len() - 1;
            let first = data.operands.len().checked_sub(carried);
            let start = first.and_then(|first| data.operands.get(first + index - 1).copied());
            [start, end(0, index - 1)]
        }
        _ => [None, None],
    };
    found.into_iter().flatten().collect()
}

/// What ends the only block of a region.
fn end_of(module: &Module, op: OpId, region: usize) -> Option<OpId> {
    let block = module.single_block(op, region)?;
    module.block(block).ops.last().copied()
}
