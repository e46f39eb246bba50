//! The linalg dialect.

mod rearrange;
mod structured;

use crate::ir::{Op, OpId};
use crate::op::OpCode;

use super::Check;
use super::operation::Checker;

impl Checker<'_> {
    pub fn linalg(&self, id: OpId, op: &Op, code: OpCode) -> Check {
        match code {
            OpCode::LinalgYield => self.linalg_yield(id, op),
            OpCode::LinalgIndex => self.linalg_index(id, op),
            OpCode::LinalgSoftmax => self.softmax(op),
            OpCode::LinalgWinogradFilterTransform => self.winograd_filter(op),
            OpCode::LinalgWinogradInputTransform => self.winograd_input(op),
            OpCode::LinalgWinogradOutputTransform => self.winograd_result(op),
            _ => self.structured(id, op, code),
        }
    }
}
