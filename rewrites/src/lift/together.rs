//! Lifting several nests that follow one another as one.

use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::op::{OpCode, Trait};

use super::{NotLifted, Surroundings, lift_nest};
use crate::nest::Nest;

/// Nests at the top of a function, in the order of the text, as one. What is between them must be of no matter to where
/// they are executed: it neither touches memory that they know nor uses their results.
pub fn lift_fused(module: &Module, function: OpId, fp: FpModel, ops: &[OpId]) -> Result<Nest, NotLifted> {
    if let Some(span) = between(module, function, ops) {
        return Err(NotLifted {
            span: module.op(span).span,
            reason: format!("{:?} between two nests is not understood", module.op(span).name),
        });
    }
    lift_nest(module, &Surroundings::new(module, function, fp), ops)
}

/// The first operation between nests that may not be executed before all of them.
fn between(module: &Module, function: OpId, ops: &[OpId]) -> Option<OpId> {
    let body = module.single_block(function, 0)?;
    let all = &module.block(body).ops;
    let place = |op: &OpId| all.iter().position(|other| other == op);
    let (first, last) = (place(ops.first()?)?, place(ops.last()?)?);
    let others = all.get(first..=last)?.iter().filter(|op| !ops.contains(op));
    let is_free = |op: OpId| {
        let code = module.op(op).code();
        let allocates = matches!(code, Some(OpCode::MemRefAlloc | OpCode::MemRefAlloca));
        let is_pure = code.is_some_and(|code| code.has_trait(Trait::Pure) && !code.has_trait(Trait::Partial));
        let mut operands = module.op(op).operands.iter();
        let uses_results =
            operands.any(|&operand| module.defining_op(operand).is_some_and(|d| ops.contains(&d)));
        module.op(op).regions.is_empty() && (allocates || is_pure) && !uses_results
    };
    others.copied().find(|&op| !is_free(op))
}
