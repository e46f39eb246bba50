//! Structured operations that no text has.

use smallvec::{SmallVec, smallvec};

use crate::affine::AffineMap;
use crate::attribute::Attribute;
use crate::ir::{Module, NewOp, OpId, OpName, Span, ValueId};
use crate::op::OpCode;
use crate::types::Type;

use super::body::Body;
use super::named::definition;
use super::structured::Iteration;

/// Makes a named operation without attributes of its own, which no block holds; it has a result where its output is a
/// tensor. `None` where there is no such operation on these operands.
pub fn named_operation(
    module: &mut Module,
    code: OpCode,
    inputs: &[ValueId],
    output: ValueId,
    span: Span,
) -> Option<OpId> {
    let definition = definition(code)?;
    if inputs.len() != definition.input_count() {
        return None;
    }
    let operands: SmallVec<[ValueId; 3]> = inputs.iter().copied().chain([output]).collect();
    let elements: Vec<Type> = operands.iter().map(|&v| module.ty(v).element().clone()).collect();
    let body = Body::of(definition, &elements, &[]).ok()?;
    let result_types = result_of(module, output);
    let segments = Attribute::i32_array(&[inputs.len() as i64, 1]);
    let op = module.create(NewOp {
        name: OpName::Known(code),
        operands,
        result_types,
        attributes: vec![("operandSegmentSizes".into(), segments)],
        span,
    });
    let region = body.build(module, span);
    module.attach_region(op, region);
    Some(op)
}

/// Makes a `linalg.generic` of one output, which no block holds; it has a result where its output is a tensor. `None`
/// where there are not as many subscripts as operands.
pub fn generic_operation(
    module: &mut Module,
    inputs: &[ValueId],
    output: ValueId,
    maps: &[AffineMap],
    iterations: &[Iteration],
    body: Body,
    span: Span,
) -> Option<OpId> {
    let operands: SmallVec<[ValueId; 3]> = inputs.iter().copied().chain([output]).collect();
    if maps.len() != operands.len() {
        return None;
    }
    let maps = maps.iter().cloned().map(Attribute::affine_map).collect();
    let iterations = iterations.iter().copied().map(Iteration::attribute).collect();
    let op = module.create(NewOp {
        name: OpName::Known(OpCode::LinalgGeneric),
        operands,
        result_types: result_of(module, output),
        attributes: vec![
            ("indexing_maps".into(), Attribute::Array(maps)),
            ("iterator_types".into(), Attribute::Array(iterations)),
            (
                "operandSegmentSizes".into(),
                Attribute::i32_array(&[inputs.len() as i64, 1]),
            ),
        ],
        span,
    });
    let region = body.build(module, span);
    module.attach_region(op, region);
    Some(op)
}

fn result_of(module: &Module, output: ValueId) -> SmallVec<[Type; 1]> {
    match module.ty(output) {
        ty @ Type::Tensor(_) => smallvec![ty.clone()],
        _ => SmallVec::new(),
    }
}
