//! Slices: rectangular, strided parts at offsets.

use crate::ir::{Op, OpId};
use crate::op::OpCode;
use crate::types::{Dim, Type};

use crate::structure::operation::Checker;
use crate::structure::shapes::{is_rank_reduced, shown};
use crate::structure::{Check, wrong};

impl Checker<'_> {
    /// The slice that is taken, or that another tensor replaces.
    pub fn slice(&self, id: OpId, op: &Op, code: OpCode) -> Check {
        let is_extraction = code == OpCode::TensorExtractSlice;
        if code == OpCode::TensorParallelInsertSlice {
            self.is_combined(id, op)?;
        }
        let whole = usize::from(!is_extraction);
        let rank = self.ranked(op, whole)?.len();
        let sizes = self.window(op, [rank; 3])?.sizes;
        let part = if is_extraction {
            op.results.first()
        } else {
            op.operands.first()
        };
        let (Some(&part), Some(&whole)) = (part, op.operands.get(whole)) else {
            return Ok(());
        };
        let shape = self.dims(part).unwrap_or_default();
        self.is_slice(
            op,
            &sizes,
            shape,
            self.ty(whole).element(),
            self.ty(part).element(),
        )
    }

    fn is_combined(&self, id: OpId, op: &Op) -> Check {
        let parent = self.module.parent_op(id);
        match parent.and_then(|p| self.module.op(p).code()) {
            Some(OpCode::ScfInParallel) | None => Ok(()),
            Some(other) => {
                let message = format!(
                    "the parent is `{}`: expected a ParallelCombiningOpInterface parent",
                    other.name()
                );
                Err(wrong(op, message))
            }
        }
    }

    /// The shape is the expected one, perhaps without some extents of 1.
    fn is_slice(&self, op: &Op, expected: &[Dim], shape: &[Dim], element: &Type, found: &Type) -> Check {
        if shape.len() > expected.len() {
            let message = format!(
                "the slice of the shape `{}` has a rank of {}: expected rank to be smaller or equal to the other rank, {}",
                shown(shape),
                shape.len(),
                expected.len()
            );
            return Err(wrong(op, message));
        }
        if !is_rank_reduced(expected, shape) {
            let message = format!(
                "the slice has the shape `{}`: expected type of the shape `{}` or a rank-reduced version (size mismatch)",
                shown(shape),
                shown(expected)
            );
            return Err(wrong(op, message));
        }
        if element != found {
            let message =
                format!("the slice has elements of type `{found}`: expected element type to be `{element}`");
            return Err(wrong(op, message));
        }
        Ok(())
    }
}
