//! Slices: rectangular, strided parts at offsets.

use crate::ir::{Op, OpId};
use crate::op::OpCode;
use crate::types::{Dim, Type};

use super::operation::Checker;
use super::shapes::{DYNAMIC, extent, shown};
use super::{Check, wrong};

impl Checker<'_> {
    /// The slice that is taken, or that another tensor replaces.
    pub fn slice(&self, id: OpId, op: &Op, code: OpCode) -> Check {
        let is_extraction = code == OpCode::TensorExtractSlice;
        if code == OpCode::TensorParallelInsertSlice {
            self.is_combined(id, op)?;
        }
        let (tensors, whole) = if is_extraction { (1, 0) } else { (2, 1) };
        let whole_shape = self.ranked(op, whole)?;
        self.offsets_sizes_strides(op, tensors, whole_shape.len())?;
        let sizes: Vec<Dim> = self
            .integers(op, "static_sizes")?
            .into_iter()
            .map(extent)
            .collect();
        let part = if is_extraction {
            op.results.first()
        } else {
            op.operands.first()
        };
        let (Some(&part), Some(&whole)) = (part, op.operands.get(whole)) else {
            return Ok(());
        };
        let shape = self.dims(part).unwrap_or_default();
        self.is_reduced(
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

    /// Lists of as many entries as the tensor has dimensions, with an operand for each that is dynamic.
    fn offsets_sizes_strides(&self, op: &Op, tensors: usize, rank: usize) -> Check {
        let segments = op.attribute("operandSegmentSizes").and_then(|a| a.as_i64_list());
        let counts = segments.unwrap_or_default();
        let lists = [
            ("static_offsets", "offset"),
            ("static_sizes", "size"),
            ("static_strides", "stride"),
        ];
        let lengths = [
            self.integers(op, lists[0].0)?.len(),
            self.integers(op, lists[1].0)?.len(),
            self.integers(op, lists[2].0)?.len(),
        ];
        for (i, other) in [(0, "offsets"), (2, "strides")] {
            if lengths[i] != lengths[1] {
                let message = format!(
                    "the mixed {other} rank does not match the mixed sizes rank ({} vs {})",
                    lengths[i], lengths[1]
                );
                return Err(wrong(op, message)
                    .help("expected them to match so that the rank of the result type is well-formed"));
            }
        }
        for (n, (name, what)) in lists.into_iter().enumerate() {
            let constants = self.integers(op, name)?;
            if constants.len() != rank {
                let message = format!("expected {rank} {what} values, got {}", constants.len());
                return Err(wrong(op, message));
            }
            let dynamic = constants.iter().filter(|&&c| c == DYNAMIC).count();
            if counts
                .get(tensors + n)
                .is_some_and(|&found| found != dynamic as i64)
            {
                return Err(wrong(op, format!("expected {dynamic} dynamic {what} values")));
            }
            let negative = constants.iter().find(|&&c| c < 0 && c != DYNAMIC);
            if let Some(constant) = negative.filter(|_| what != "stride") {
                return Err(wrong(
                    op,
                    format!("expected {what}s to be non-negative, but got {constant}"),
                ));
            }
        }
        Ok(())
    }

    /// The shape is the expected one, perhaps without some extents of 1.
    fn is_reduced(&self, op: &Op, expected: &[Dim], shape: &[Dim], element: &Type, found: &Type) -> Check {
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

/// Whether leaving out extents of 1 makes the shape.
pub fn is_rank_reduced(whole: &[Dim], reduced: &[Dim]) -> bool {
    let mut rest = reduced;
    for extent in whole {
        match rest.split_first() {
            Some((first, others)) if first == extent => rest = others,
            _ if *extent == Dim::Fixed(1) => {}
            _ => return false,
        }
    }
    rest.is_empty()
}
