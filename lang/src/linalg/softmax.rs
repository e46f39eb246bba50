//! The loops of a softmax: MLIR's decomposition, line by line.

use crate::affine::{AffineMap, dim};
use crate::attribute::{Attribute, FloatValue};
use crate::ir::{BlockId, Module, OpId};
use crate::op::OpCode;
use crate::types::Type;

use super::loop_writer::{Extent, LoopWriter};

/// For each line along the dimension: the greatest element, the exponentials of the differences to it and their sum, and
/// the quotients.
pub fn loops(module: &mut Module, op: OpId, block: BlockId) -> Option<Vec<OpId>> {
    let data = module.op(op);
    let &[input, output] = data.operands.as_slice() else {
        return None;
    };
    let dimension = usize::try_from(data.attribute("dimension")?.as_i64()?).ok()?;
    let rank = module.ty(output).as_memref()?.shape.as_ref()?.len();
    let Type::Float(kind) = *module.ty(output).element() else {
        return None;
    };
    let input_rank = module.ty(input).as_memref()?.shape.as_ref()?.len();
    if dimension >= rank || input_rank != rank || module.ty(input).element() != module.ty(output).element() {
        return None;
    }
    let extent = |d: usize| {
        let extents = [output, input].map(|memref| Extent::of(module, memref, d, block));
        extents.into_iter().flatten().min_by_key(Extent::uncertainty)
    };
    let extents: Option<Vec<Extent>> = (0..rank).map(extent).collect();
    let extents = extents?;
    // The loops around come first, then that along the line.
    let place = |d: usize| match d {
        d if d == dimension => rank - 1,
        d => d - usize::from(d > dimension),
    };
    let results = (0..rank).map(|d| dim(place(d) as u32)).collect();
    let element = AffineMap::new(rank as u32, 0, results);

    let mut writer = LoopWriter::new(module, op, &extents);
    let top = writer.top();
    let mut lines = Vec::with_capacity(rank);
    for (d, extent) in extents.into_iter().enumerate() {
        lines.push(writer.bounded(format!("i{d}"), extent));
    }
    let along = lines.remove(dimension);
    let [least, zero] = [f64::NEG_INFINITY, 0.0]
        .map(|x| writer.constant(top, Attribute::Float(FloatValue::from_f64(x, kind))));
    let (line, around) = writer.nest(top, &lines);
    let inside = |iv| around.iter().copied().chain([iv]).collect::<Vec<_>>();

    let greatest = writer.carrying(line, &along, &[least]);
    let x = writer.load(greatest.inside, input, &element, &inside(greatest.iv));
    let greater = writer.compute(greatest.inside, OpCode::MaxNumF, &[x, greatest.carried[0]]);
    writer.end_with(greatest.inside, &[greater]);

    let sum = writer.carrying(line, &along, &[zero]);
    let x = writer.load(sum.inside, input, &element, &inside(sum.iv));
    let difference = writer.compute(sum.inside, OpCode::SubF, &[x, greatest.results[0]]);
    let exponential = writer.compute(sum.inside, OpCode::Exp, &[difference]);
    writer.store(sum.inside, exponential, output, &element, &inside(sum.iv));
    let more = writer.compute(sum.inside, OpCode::AddF, &[exponential, sum.carried[0]]);
    writer.end_with(sum.inside, &[more]);

    let (each, ivs) = writer.nest(line, &[along]);
    let x = writer.load(each, output, &element, &inside(ivs[0]));
    let quotient = writer.compute(each, OpCode::DivF, &[x, sum.results[0]]);
    writer.store(each, quotient, output, &element, &inside(ivs[0]));
    writer.end(each);
    writer.end(line);
    Some(writer.finish())
}
