//! Named operations that no text has.

use smallvec::{SmallVec, smallvec};

use crate::attribute::Attribute;
use crate::ir::{Module, NewOp, OpId, OpName, Span, ValueId};
use crate::op::OpCode;
use crate::types::Type;

use super::body::Body;
use super::named::definition;

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
    let result_types = match module.ty(output) {
        ty @ Type::Tensor(_) => smallvec![ty.clone()],
        _ => SmallVec::new(),
    };
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
