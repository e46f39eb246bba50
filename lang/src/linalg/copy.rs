//! The loops of a `memref.copy`.

use crate::affine::AffineMap;
use crate::apart::alone;
use crate::attribute::Attribute;
use crate::ir::{BlockId, Module, NewOp, OpId, ValueId};
use crate::op::OpCode;
use crate::types::{Dim, Type};

use super::loop_writer::{Extent, Loop, LoopWriter};

/// Every element is read before the first is written: where the memrefs may share memory, by way of a buffer.
pub fn loops(module: &mut Module, op: OpId, block: BlockId) -> Option<Vec<OpId>> {
    let &[source, target] = module.op(op).operands.as_slice() else {
        return None;
    };
    let rank = module.ty(source).as_memref()?.rank()?;
    if module.ty(target).as_memref()?.rank() != Some(rank) {
        return None;
    }
    let extent = |d: usize| {
        let extents = [source, target].map(|memref| Extent::of(module, memref, d, block));
        extents.into_iter().flatten().min_by_key(Extent::uncertainty)
    };
    let extents: Vec<Extent> = (0..rank).map(extent).collect::<Option<_>>()?;
    let is_apart = !alone(module, op, &[source, target]).is_empty();

    let mut writer = LoopWriter::new(module, op, &extents);
    let mut nest = Vec::with_capacity(rank);
    for (d, &extent) in extents.iter().enumerate() {
        nest.push(writer.bounded(format!("i{d}"), extent));
    }
    if is_apart {
        copy_elements(&mut writer, &nest, [source, target]);
        return Some(writer.finish());
    }
    let top = writer.top();
    let shape = extents.iter().map(|extent| match extent {
        Extent::Fixed(extent) => Dim::Fixed(*extent),
        _ => Dim::Dynamic,
    });
    let ty = Type::memref(shape.collect(), writer.module.ty(source).element().clone());
    let dynamic = nest
        .iter()
        .zip(&extents)
        .filter(|(_, extent)| !matches!(extent, Extent::Fixed(_)));
    let sizes: Vec<ValueId> = dynamic.filter_map(|(own, _)| own.upper()).collect();
    let segments = Attribute::i32_array(&[sizes.len() as i64, 0]);
    let alloc = NewOp::new(OpCode::MemRefAlloc)
        .operands(sizes)
        .attribute("operandSegmentSizes", segments);
    let buffer = writer.append_value(top, alloc.result(ty));
    copy_elements(&mut writer, &nest, [source, buffer]);
    copy_elements(&mut writer, &nest, [buffer, target]);
    writer.append(top, NewOp::new(OpCode::MemRefDealloc).operands([buffer]));
    Some(writer.finish())
}

fn copy_elements(writer: &mut LoopWriter<'_>, nest: &[Loop], [source, target]: [ValueId; 2]) {
    let identity = AffineMap::identity(nest.len() as u32);
    let top = writer.top();
    let (inside, ivs) = writer.nest(top, nest);
    let value = writer.load(inside, source, &identity, &ivs);
    writer.store(inside, value, target, &identity, &ivs);
    writer.end(inside);
}
