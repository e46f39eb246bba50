//! Structured operations on tensors made anew, with the regions of others.

use smallvec::SmallVec;

use crate::affine::{AffineExpr, AffineMap};
use crate::attribute::Attribute;
use crate::clone::{Mapping, mapped};
use crate::ir::{BlockId, Module, NewOp, OpId, Span, ValueId};
use crate::linalg::{Iteration, Structured};
use crate::op::OpCode;
use crate::types::{Dim, Type};

/// The extents of a tensor whose shape is static.
pub fn static_shape(ty: &Type) -> Option<Vec<i64>> {
    match ty {
        Type::Tensor(tensor) if tensor.encoding.is_none() => {
            tensor.shape.as_ref()?.iter().map(|d| d.fixed()).collect()
        }
        _ => None,
    }
}

/// A tensor of another shape.
pub fn reshaped(ty: &Type, shape: &[i64]) -> Type {
    let shape = shape.iter().map(|n| Dim::Fixed(*n)).collect();
    Type::tensor(shape, ty.element().clone())
}

/// Whether a structured operation is one on tensors whose region nothing but linalg's own operations stand in the way of.
pub fn is_plain(module: &Module, op: OpId, nest: &Structured) -> bool {
    let data = module.op(op);
    let Some(block) = module.single_block(op, 0) else {
        return false;
    };
    let mut is_plain = data.results.len() == nest.outputs.len()
        && nest.maps.len() == data.operands.len()
        && nest.maps.iter().all(|map| map.num_symbols == 0);
    for &inner in &module.block(block).ops {
        is_plain &= module.op(inner).regions.is_empty();
        let code = module.op(inner).code();
        is_plain &= code.is_some_and(|code| !matches!(code, OpCode::TensorExtract | OpCode::TensorDim));
    }
    is_plain
}

/// The argument of the region that is an element of an operand.
pub fn element_argument(module: &Module, op: OpId, operand: usize) -> Option<ValueId> {
    let block = module.single_block(op, 0)?;
    module.block(block).arguments.get(operand).copied()
}

/// Whether the region reads an element of an operand.
pub fn reads(module: &Module, op: OpId, operand: usize) -> bool {
    let Some(argument) = element_argument(module, op, operand) else {
        return false;
    };
    let block = module.single_block(op, 0);
    let ops = block.map_or(&[][..], |block| &module.block(block).ops);
    ops.iter()
        .any(|&inner| module.op(inner).operands.contains(&argument))
}

/// A `linalg.generic` without a region, which no block holds.
pub fn generic(
    module: &mut Module,
    [inputs, outputs]: [&[ValueId]; 2],
    maps: Vec<AffineMap>,
    iterations: &[Iteration],
    span: Span,
) -> (OpId, BlockId) {
    let segments = [inputs.len() as i64, outputs.len() as i64];
    let mut new = NewOp::new(OpCode::LinalgGeneric)
        .operands(inputs.iter().chain(outputs).copied())
        .attribute(
            "indexing_maps",
            Attribute::array(maps.into_iter().map(Attribute::affine_map).collect()),
        )
        .attribute(
            "iterator_types",
            Attribute::array(iterations.iter().map(|i| i.attribute()).collect()),
        )
        .attribute("operandSegmentSizes", Attribute::i32_array(&segments));
    new.result_types = outputs.iter().map(|v| module.ty(*v).clone()).collect();
    new.span = span;
    let op = module.create(new);
    let region = module.add_region(op);
    let block = module.add_block(region);
    for &operand in inputs.iter().chain(outputs) {
        let element = match module.ty(operand) {
            ty @ Type::Tensor(_) => ty.element().clone(),
            ty => ty.clone(),
        };
        module.add_argument(block, element, None);
    }
    (op, block)
}

/// Copies what the region of an operation computes to a block, where its loops are `loops` of other loops; answers what it yields.
pub fn copy_region(
    module: &mut Module,
    op: OpId,
    target: BlockId,
    mapping: &mut Mapping,
    loops: &[AffineExpr],
) -> Option<SmallVec<[ValueId; 3]>> {
    let block = module.single_block(op, 0)?;
    let ops = module.block(block).ops.clone();
    let (&end, ops) = ops.split_last()?;
    for &inner in ops {
        let data = module.op(inner);
        let (span, result) = (data.span, data.results.first().copied());
        if data.code() == Some(OpCode::LinalgIndex) {
            let number = usize::try_from(data.attribute("dim")?.as_i64()?).ok()?;
            let new = match loops.get(number)? {
                AffineExpr::Dim(d) => NewOp::new(OpCode::LinalgIndex)
                    .attribute("dim", Attribute::integer(i64::from(*d), Type::I64)),
                AffineExpr::Constant(c) => {
                    NewOp::new(OpCode::Constant).attribute("value", Attribute::index(*c))
                }
                _ => return None,
            };
            let new = NewOp { span, ..new };
            let value = module.append_value(target, new.result(Type::Index));
            mapping.insert(result?, value);
            continue;
        }
        let copy = module.clone_op(inner, mapping);
        module.attach(target, copy);
    }
    let yielded = module.op(end).operands.clone();
    Some(yielded.iter().map(|&value| mapped(mapping, value)).collect())
}

/// Ends the region of a structured operation.
pub fn yields(module: &mut Module, block: BlockId, values: SmallVec<[ValueId; 3]>, span: Span) {
    let end = NewOp::new(OpCode::LinalgYield).operands(values);
    module.append(block, NewOp { span, ..end });
}
