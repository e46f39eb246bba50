//! Conditions on indices, inside of scheduled loops.

use smallvec::smallvec;

use crate::affine::AffineMap;
use crate::algebra::IntPredicate;
use crate::attribute::Attribute;
use crate::ir::{BlockId, NewOp, OpId, OpName, ValueId};
use crate::op::OpCode;
use crate::types::Type;

use super::Writer;

impl Writer<'_> {
    /// An `scf.if` in the place of an `affine.if`: its operands are no dimensions of affine maps inside of scheduled loops.
    pub(super) fn condition(&mut self, op: OpId, block: BlockId) {
        let data = self.module.op(op).clone();
        let set = data
            .attribute("condition")
            .and_then(Attribute::as_integer_set)
            .cloned();
        let Some(set) = set else {
            return self.module.attach(block, op);
        };
        let span = data.span;
        let zero = self.subscript(AffineMap::constant(0), &[], block, span);
        let mut holds: Option<ValueId> = None;
        for constraint in &set.constraints {
            let map = AffineMap::new(set.num_dims, set.num_symbols, vec![constraint.expr.clone()]);
            let value = self.subscript(map, &data.operands, block, span);
            let predicate = match constraint.is_equality {
                true => IntPredicate::Eq,
                false => IntPredicate::Sge,
            };
            let new = NewOp::new(OpCode::CmpI)
                .operands([value, zero])
                .attribute("predicate", Attribute::integer(predicate.code(), Type::I64));
            let own = self.module.append_value(
                block,
                NewOp {
                    span,
                    ..new.result(Type::I1)
                },
            );
            holds = Some(match holds {
                None => own,
                Some(others) => {
                    let new = NewOp::new(OpCode::AndI).operands([others, own]);
                    self.module.append_value(
                        block,
                        NewOp {
                            span,
                            ..new.result(Type::I1)
                        },
                    )
                }
            });
        }
        let holds = holds.unwrap_or_else(|| {
            let new = NewOp::new(OpCode::Constant).attribute("value", Attribute::Bool(true));
            self.module.append_value(
                block,
                NewOp {
                    span,
                    ..new.result(Type::I1)
                },
            )
        });
        for &region in &data.regions {
            for inner in self.module.region(region).blocks.clone() {
                let ops = std::mem::take(&mut self.module.block_mut(inner).ops);
                ops.into_iter().for_each(|op| self.operation(op, inner, true));
                if let Some(&end) = self.module.block(inner).ops.last() {
                    self.module.op_mut(end).name = OpName::Known(OpCode::ScfYield);
                }
            }
        }
        let condition = self.module.op_mut(op);
        condition.name = OpName::Known(OpCode::ScfIf);
        condition.operands = smallvec![holds];
        condition.attributes.retain(|(name, _)| &**name != "condition");
        self.module.attach(block, op);
    }
}
