//! Functions of scalars.

use crate::algebra::FloatPredicate;
use crate::attribute::{Attribute, FloatValue};
use crate::ir::{BlockId, NewOp, OpId, ValueId};
use crate::op::OpCode;
use crate::types::Type;

use super::Lowering;

impl Lowering<'_> {
    pub(super) fn function(&mut self, op: OpId, code: OpCode, block: BlockId) -> Option<bool> {
        let &[x] = self.builder.module.op(op).operands.as_slice() else {
            return None;
        };
        let value = match code {
            OpCode::KrnlErf => self.builder.compute(block, OpCode::Erf, &[x]),
            OpCode::KrnlRoundEven => self.builder.compute(block, OpCode::RoundEven, &[x]),
            OpCode::KrnlAcos => self.builder.compute(block, OpCode::Acos, &[x]),
            OpCode::KrnlAcosh => self.builder.compute(block, OpCode::Acosh, &[x]),
            OpCode::KrnlAsin => self.builder.compute(block, OpCode::Asin, &[x]),
            OpCode::KrnlAsinh => self.builder.compute(block, OpCode::Asinh, &[x]),
            OpCode::KrnlAtan => self.builder.compute(block, OpCode::Atan, &[x]),
            OpCode::KrnlAtanh => self.builder.compute(block, OpCode::Atanh, &[x]),
            OpCode::KrnlTan => self.builder.compute(block, OpCode::Tan, &[x]),
            OpCode::KrnlIsNaN => self.compared(block, FloatPredicate::Uno, x, x),
            OpCode::KrnlIsInf => {
                let Type::Float(kind) = *self.builder.module.ty(x) else {
                    return None;
                };
                let infinity = Attribute::Float(FloatValue::from_f64(f64::INFINITY, kind));
                let size = self.builder.compute(block, OpCode::AbsF, &[x]);
                let infinity = self.builder.constant(block, infinity);
                self.compared(block, FloatPredicate::Oeq, size, infinity)
            }
            _ => return None,
        };
        self.replace(op, &[value]);
        Some(true)
    }

    fn compared(&mut self, block: BlockId, predicate: FloatPredicate, a: ValueId, b: ValueId) -> ValueId {
        let predicate = Attribute::integer(predicate as i64, Type::I64);
        let new = NewOp::new(OpCode::CmpF)
            .operands([a, b])
            .attribute("predicate", predicate);
        self.builder.append_value(block, new.result(Type::I1))
    }
}
