//! Which memrefs share no memory.

use crate::attribute::Attribute;
use crate::ir::{Module, OpId, ValueDef, ValueId};
use crate::op::OpCode;
use crate::types::Type;

/// The places of values of which it is seen that they share memory with no other of the values: allocations, arguments that the
/// function around promises to be so, and globals where all others are such or other globals, which the others are no views of.
pub fn alone(module: &Module, op: OpId, values: &[ValueId]) -> Vec<usize> {
    let Some(function) = module.function_around(op) else {
        return Vec::new();
    };
    let memrefs = values
        .iter()
        .enumerate()
        .filter(|(_, value)| matches!(module.ty(**value), Type::MemRef(_)));
    let roots: Option<Vec<(usize, ValueId)>> = memrefs
        .map(|(place, &value)| Some((place, root(module, function, value)?)))
        .collect();
    // What comes from nowhere may be any of the others.
    let Some(roots) = roots else {
        return Vec::new();
    };
    let global = |value: ValueId| {
        let op = module.op(module.defining_op(value)?);
        let name = op.attribute("name").and_then(Attribute::as_symbol);
        name.filter(|_| op.code() == Some(OpCode::MemRefGetGlobal))
    };
    let is_promised = |value: ValueId| match module.value(value).def {
        ValueDef::Argument { index, .. } => module.op(function).is_noalias(index as usize),
        ValueDef::Result { .. } => global(value).is_none(),
    };
    let is_alone = |(place, own): &&(usize, ValueId)| {
        let others = || {
            roots
                .iter()
                .filter(|(other, _)| other != place)
                .map(|(_, root)| *root)
        };
        let is_other_global = |other: ValueId| global(other).is_some_and(|name| Some(name) != global(*own));
        let is_apart = match global(*own) {
            Some(_) => others().all(|other| is_promised(other) || is_other_global(other)),
            None => is_promised(*own),
        };
        is_apart && others().all(|root| root != *own)
    };
    roots.iter().filter(is_alone).map(|(place, _)| *place).collect()
}

/// Where the memory of a memref comes from: an argument of the function, an allocation, a global.
fn root(module: &Module, function: OpId, memref: ValueId) -> Option<ValueId> {
    let mut value = memref;
    loop {
        let op = match module.value(value).def {
            ValueDef::Argument { block, .. } => {
                return (module.single_block(function, 0) == Some(block)).then_some(value);
            }
            ValueDef::Result { op, .. } => module.op(op),
        };
        match op.code()? {
            OpCode::MemRefAlloc | OpCode::MemRefAlloca | OpCode::MemRefGetGlobal => return Some(value),
            OpCode::MemRefCast
            | OpCode::MemRefSubView
            | OpCode::MemRefReinterpretCast
            | OpCode::MemRefCollapseShape
            | OpCode::MemRefExpandShape
            | OpCode::MemRefTranspose
            | OpCode::MemRefView => value = *op.operands.first()?,
            _ => return None,
        }
    }
}
