//! Extents of memrefs as the sizes that they are made of.

use rustc_hash::FxHashMap;

use crate::attribute::Attribute;
use crate::ir::{BlockId, Module, NewOp, OpId, ValueDef, ValueId};
use crate::op::OpCode;
use crate::types::{DYNAMIC_POSITION, Dim, Type};

/// How long a memref is in a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Fixed(i64),
    /// What is given for it where the memory or the view is made.
    Given(ValueId),
    /// As long as another memref, or the same, of which no more is known.
    Of(ValueId, usize),
}

/// The extent of a dimension of a memref, followed through casts and views of parts to what they are made of. `None` for a
/// dimension that is not there.
pub fn extent(module: &Module, memref: ValueId, dimension: usize) -> Option<Extent> {
    let ty = module.ty(memref).as_memref()?;
    let shape = ty.shape.as_ref()?;
    if let Dim::Fixed(extent) = shape.get(dimension)? {
        return Some(Extent::Fixed(*extent));
    }
    // The given sizes are in the order of the extents that the type leaves open: a dimension that a view drops is one long.
    let number = shape[..dimension].iter().filter(|d| **d == Dim::Dynamic).count();
    let unknown = Some(Extent::Of(memref, dimension));
    let Some(op) = module.defining_op(memref).map(|op| module.op(op)) else {
        return unknown;
    };
    let first = match op.code() {
        Some(OpCode::MemRefCast) => return extent(module, op.operands[0], dimension).or(unknown),
        Some(OpCode::MemRefAlloc | OpCode::MemRefAlloca) => 0,
        Some(OpCode::MemRefSubView) => {
            let offsets = op.attribute("static_offsets").and_then(Attribute::as_i64_list)?;
            1 + offsets.iter().filter(|n| **n == DYNAMIC_POSITION).count()
        }
        _ => return unknown,
    };
    let given = op.operands.get(first + number).copied();
    given.map_or(unknown, |value| Some(Extent::Given(value)))
}

/// Takes every `memref.dim` below an operation out of the loops and conditions around it: the size that the memref is made of
/// takes its place, or it goes to where the memref is made.
pub fn take_out_extents(module: &mut Module, root: OpId) {
    let inside = extents_inside(module, root);
    let mut replaced: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    for op in inside {
        let data = module.op(op);
        let (memref, result) = (data.operands[0], data.results[0]);
        let dimension = constant(module, data.operands[1]);
        let known = dimension.and_then(|dimension| extent(module, memref, dimension));
        let value = match known {
            Some(Extent::Given(value)) => value,
            Some(Extent::Of(memref, dimension)) if !is_made_beside(module, memref, op) => {
                match extent_where_made(module, memref, dimension) {
                    Some([_, extent]) => module.op(extent).results[0],
                    None => continue,
                }
            }
            _ => continue,
        };
        replaced.insert(result, value);
        if let Some(block) = module.op_mut(op).parent.take() {
            module.block_mut(block).ops.retain(|other| *other != op);
        }
    }
    module.replace_uses(root, &replaced);
}

/// The operations of `memref.dim` below an operation that stand in loops or conditions.
pub fn extents_inside(module: &Module, root: OpId) -> Vec<OpId> {
    let mut inside = Vec::new();
    module.walk(root, &mut |op| {
        if module.op(op).code() == Some(OpCode::MemRefDim) && is_inside(module, op) {
            inside.push(op);
        }
    });
    inside
}

fn constant(module: &Module, value: ValueId) -> Option<usize> {
    let op = module.op(module.defining_op(value)?);
    usize::try_from(op.attribute("value")?.as_i64()?).ok()
}

fn is_inside(module: &Module, op: OpId) -> bool {
    let around = module.parent_op(op).and_then(|around| module.op(around).code());
    around != Some(OpCode::Func)
}

/// Whether a memref is an argument of the block of an operation, or made in it.
pub fn is_made_beside(module: &Module, memref: ValueId, op: OpId) -> bool {
    definition(module, memref).map(|(block, _)| block) == module.op(op).parent
}

/// Appends the extent of a dimension, and the number of that, where the memref is made.
pub fn extent_where_made(module: &mut Module, memref: ValueId, dimension: usize) -> Option<[OpId; 2]> {
    let (block, place) = definition(module, memref)?;
    let number = NewOp::new(OpCode::Constant).attribute("value", Attribute::index(dimension as i64));
    let number = module.append(block, number.result(Type::Index));
    let extent = NewOp::new(OpCode::MemRefDim).operands([memref, module.op(number).results[0]]);
    let extent = module.append(block, extent.result(Type::Index));
    let ops = &mut module.block_mut(block).ops;
    ops.truncate(ops.len() - 2);
    ops.splice(place..place, [number, extent]);
    Some([number, extent])
}

/// Where a value can be used from: a block, and a place in it.
fn definition(module: &Module, value: ValueId) -> Option<(BlockId, usize)> {
    match module.value(value).def {
        ValueDef::Argument { block, .. } => Some((block, 0)),
        ValueDef::Result { op, .. } => {
            let block = module.op(op).parent?;
            let place = module.block(block).ops.iter().position(|other| *other == op)?;
            Some((block, place + 1))
        }
    }
}
