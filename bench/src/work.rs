//! How much arithmetic a function does.

use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, Module, OpId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

/// Additions, subtractions, multiplications and divisions of data, a fused multiply-add counted as two; index
/// arithmetic does not count. `None` where a loop bound or a condition is not a constant.
pub fn operations(module: &Module, function: OpId) -> Option<u64> {
    block_operations(module, module.single_block(function, 0)?)
}

fn block_operations(module: &Module, block: BlockId) -> Option<u64> {
    let ops = module.block(block).ops.iter();
    ops.map(|&op| op_operations(module, op)).sum()
}

fn op_operations(module: &Module, id: OpId) -> Option<u64> {
    let op = module.op(id);
    let code = op.modelled()?;
    let each = match code {
        OpCode::AffineFor => {
            return trip_count(module, id)?
                .checked_mul(block_operations(module, module.single_block(id, 0)?)?);
        }
        OpCode::AffineIf | OpCode::Call => return None,
        OpCode::AddF | OpCode::SubF | OpCode::MulF | OpCode::DivF => 1,
        OpCode::AddI | OpCode::SubI | OpCode::MulI => 1,
        OpCode::Fma | OpCode::VectorFma => 2,
        _ => return Some(0),
    };
    let ty = module.ty(*op.results.first()?);
    if *ty.element() == Type::Index {
        return Some(0);
    }
    let lanes = ty.as_vector().map_or(Some(1), |v| v.lanes())?;
    Some(each * u64::try_from(lanes).ok()?)
}

fn trip_count(module: &Module, id: OpId) -> Option<u64> {
    let op = module.op(id);
    let bound = |name| op.attribute(name)?.as_affine_map()?.single_constant();
    let (lower, upper) = (bound("lowerBoundMap")?, bound("upperBoundMap")?);
    let step = op.attribute("step").and_then(Attribute::as_i64).unwrap_or(1);
    let span = upper.checked_sub(lower)?.max(0);
    Some(span.unsigned_abs().div_ceil(u64::try_from(step).ok()?.max(1)))
}
