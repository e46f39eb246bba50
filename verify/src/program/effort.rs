//! How long a function runs at least, without running it.

use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, Module, OpId};
use ovolo_lang::op::OpCode;

/// Operations that a function executes at least: loops of unknown bounds count as empty.
pub fn least_steps(module: &Module, function: OpId) -> u64 {
    module
        .single_block(function, 0)
        .map_or(0, |body| block_steps(module, body))
}

fn block_steps(module: &Module, block: BlockId) -> u64 {
    let steps = module.block(block).ops.iter().map(|&op| op_steps(module, op));
    steps.fold(0, u64::saturating_add)
}

fn op_steps(module: &Module, id: OpId) -> u64 {
    let op = module.op(id);
    match op.code() {
        Some(OpCode::AffineFor) => {
            let bound = |name: &str| op.attribute(name)?.as_affine_map()?.single_constant();
            let (Some(lower), Some(upper)) = (bound("lowerBoundMap"), bound("upperBoundMap")) else {
                return 0;
            };
            let step = op
                .attribute("step")
                .and_then(Attribute::as_i64)
                .unwrap_or(1)
                .max(1);
            let trips = upper.saturating_sub(lower).max(0) as u64 / step as u64;
            let body = module
                .single_block(id, 0)
                .map_or(0, |body| block_steps(module, body));
            trips.saturating_mul(body.saturating_add(1))
        }
        Some(OpCode::AffineYield | OpCode::Return | OpCode::Constant | OpCode::AffineIf) => 0,
        _ => 1,
    }
}
