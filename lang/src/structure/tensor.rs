//! The tensor dialect: elements, casts, concatenation and tensors that a region computes.

mod packing;
mod reassociation;
mod slice;

use crate::diagnostic::counted;
use crate::ir::{Op, OpId};
use crate::op::OpCode;
use crate::types::{Dim, Type};

use super::operation::Checker;
use super::shapes::{compatible, compatible_or_unranked, dynamic_count, extent, shown};
use super::{Check, wrong};

impl Checker<'_> {
    pub fn tensor(&self, id: OpId, op: &Op, code: OpCode) -> Check {
        match code {
            OpCode::TensorBitcast | OpCode::TensorCast => self.tensor_cast(op, code),
            OpCode::TensorConcat => self.concat(op),
            OpCode::TensorEmpty => self.dynamic_sizes(op, op.operands.len()),
            OpCode::TensorSplat => self.dynamic_sizes(op, op.operands.len().saturating_sub(1)),
            OpCode::TensorExtract => self.element_indices(op, 0),
            OpCode::TensorInsert => self.element_indices(op, 1),
            OpCode::TensorFromElements => self.from_elements(op),
            OpCode::TensorGenerate => self.generate(id, op),
            OpCode::TensorPad => self.pad(id, op),
            OpCode::TensorReshape => self.tensor_reshape(op),
            OpCode::TensorExtractSlice | OpCode::TensorInsertSlice | OpCode::TensorParallelInsertSlice => {
                self.slice(id, op, code)
            }
            OpCode::TensorExpandShape | OpCode::TensorCollapseShape => self.tensor_reassociation(op, code),
            OpCode::TensorGather | OpCode::TensorScatter => self.coordinates(op, code),
            OpCode::TensorPack | OpCode::TensorUnpack => self.tiles(op, code),
            _ => Ok(()),
        }
    }

    fn tensor_cast(&self, op: &Op, code: OpCode) -> Check {
        let (&[source], &[result]) = (op.operands.as_slice(), op.results.as_slice()) else {
            return Ok(());
        };
        let (from, to) = (self.ty(source), self.ty(result));
        let elements_fit = match code {
            OpCode::TensorBitcast => from.element().bit_width() == to.element().bit_width(),
            _ => from.element() == to.element(),
        };
        if elements_fit && compatible_or_unranked(self.dims(source), self.dims(result)) {
            return Ok(());
        }
        let message = format!("the operand type `{from}` and the result type `{to}` are cast incompatible");
        Err(wrong(op, message))
    }

    /// An operand for each `?` of the result's shape.
    fn dynamic_sizes(&self, op: &Op, found: usize) -> Check {
        let expected = dynamic_count(self.ranked_result(op)?);
        if found == expected {
            return Ok(());
        }
        let message = format!("has an incorrect number of dynamic sizes: {found}");
        Err(wrong(op, message).help(format!("expected {expected}, one for each `?` of the result")))
    }

    /// As many indices behind the tensor as it has dimensions.
    fn element_indices(&self, op: &Op, tensor: usize) -> Check {
        let rank = self.ranked(op, tensor)?.len();
        let found = op.operands.len() - tensor - 1;
        if found == rank {
            return Ok(());
        }
        let message = format!("has an incorrect number of indices: {found}");
        Err(wrong(op, message).help(format!("expected {rank}, the rank of the tensor")))
    }

    fn from_elements(&self, op: &Op) -> Check {
        let shape = self.ranked_result(op)?;
        let count = shape
            .iter()
            .try_fold(1i64, |product, d| product.checked_mul(d.fixed()?));
        let found = op.operands.len();
        if count.and_then(|n| usize::try_from(n).ok()) == Some(found) {
            return Ok(());
        }
        let message = format!(
            "has {} present for a tensor of the shape `{}`",
            counted(found, "operand"),
            shown(shape)
        );
        Err(wrong(op, message).help("expected one operand for each element of the result"))
    }

    fn concat(&self, op: &Op) -> Check {
        let result = self.ranked_result(op)?;
        if op.operands.is_empty() {
            return Err(wrong(op, "requires at least one input"));
        }
        let dim = self.attribute(op, "dim")?.as_i64().unwrap_or(-1);
        let mut joined = Some(0i64);
        let mut shape = vec![Dim::Dynamic; result.len()];
        for (i, &input) in op.operands.iter().enumerate() {
            let dims = self.ranked(op, i)?;
            if dims.len() != result.len() {
                return Err(wrong(
                    op,
                    "the rank of concatenated inputs must match the result rank",
                ));
            }
            if self.ty(input).element() != self.result_element(op) {
                return Err(wrong(op, "inputs and result element type must match"));
            }
            let Some(along) = usize::try_from(dim).ok().and_then(|dim| dims.get(dim)) else {
                return Err(wrong(
                    op,
                    format!("the concatenation dim {dim} must be less than the tensor rank"),
                ));
            };
            joined = joined.and_then(|sum| sum.checked_add(along.fixed()?));
            for (n, (size, &found)) in shape.iter_mut().zip(dims).enumerate() {
                match (size.fixed(), found.fixed()) {
                    _ if n as i64 == dim => {}
                    (None, Some(_)) => *size = found,
                    (Some(a), Some(b)) if a != b => {
                        let message = format!(
                            "a static concatenation size mismatch along non-concatenated dimension {n}: {a} and {b}"
                        );
                        return Err(wrong(op, message));
                    }
                    _ => {}
                }
            }
        }
        if let Some(along) = usize::try_from(dim).ok().and_then(|dim| shape.get_mut(dim)) {
            *along = joined.map_or(Dim::Dynamic, Dim::Fixed);
        }
        if compatible(&shape, result) {
            return Ok(());
        }
        let message = format!(
            "the result shape `{}` does not match the inferred shape `{}` static sizes",
            shown(result),
            shown(&shape)
        );
        Err(wrong(op, message))
    }

    fn generate(&self, id: OpId, op: &Op) -> Check {
        let shape = self.ranked_result(op)?;
        if op.operands.len() != dynamic_count(shape) {
            let message = format!("has {} index operands", op.operands.len());
            let help = "must have as many index operands as dynamic extents in the result type";
            return Err(wrong(op, message).help(help));
        }
        self.computed_by_region(id, op, shape.len())
    }

    fn pad(&self, id: OpId, op: &Op) -> Check {
        let (source, result) = (self.ranked(op, 0)?, self.ranked_result(op)?);
        let (low, high) = (
            self.integers(op, "static_low")?,
            self.integers(op, "static_high")?,
        );
        if low.len() != source.len() || high.len() != source.len() {
            let message = format!(
                "failed to infer the expected type: the padding has {} low and {} high entries",
                low.len(),
                high.len()
            );
            return Err(wrong(op, message).help(format!("expected {}, the rank of the source", source.len())));
        }
        let padded = |((size, &low), &high): ((&Dim, &i64), &i64)| {
            let sum = size.fixed()?.checked_add(extent(low).fixed()?)?;
            sum.checked_add(extent(high).fixed()?)
        };
        let expected: Vec<Dim> = source
            .iter()
            .zip(&low)
            .zip(&high)
            .map(|entry| padded(entry).map_or(Dim::Dynamic, Dim::Fixed))
            .collect();
        let fits = expected.len() == result.len()
            && expected
                .iter()
                .zip(result)
                .all(|(e, r)| e == r || e.fixed().is_none());
        if !fits {
            let message = format!(
                "the specified type of the shape `{}` does not match the inferred type of the shape `{}`",
                shown(result),
                shown(&expected)
            );
            return Err(wrong(op, message));
        }
        self.computed_by_region(id, op, result.len())
    }

    /// The region takes an index for each dimension and yields an element.
    fn computed_by_region(&self, id: OpId, op: &Op, rank: usize) -> Check {
        let Some(block) = self.module.single_block(id, 0) else {
            return Ok(());
        };
        let block = self.module.block(block);
        if block.arguments.iter().any(|&v| *self.ty(v) != Type::Index) {
            return Err(wrong(
                op,
                "all body arguments must be index: expected each block argument to be an index",
            ));
        }
        if block.arguments.len() != rank {
            let message = format!(
                "the block has {}: must have one body argument per dimension",
                counted(block.arguments.len(), "argument")
            );
            return Err(wrong(op, message).help(format!(
                "expected the block to have {}",
                counted(rank, "argument")
            )));
        }
        let last = block.ops.last().map(|&last| self.module.op(last));
        let yielded = last.filter(|last| last.code() == Some(OpCode::TensorYield));
        let element = self.result_element(op);
        match yielded.and_then(|last| last.operands.first()) {
            Some(&value) if self.ty(value) == element => Ok(()),
            _ => Err(wrong(
                op,
                "the body must be terminated with a `yield` operation of the tensor element type",
            )
            .help(format!(
                "expected the yield type to match the shape element type `{element}`"
            ))),
        }
    }

    fn tensor_reshape(&self, op: &Op) -> Check {
        let (&[source, _], &[result]) = (op.operands.as_slice(), op.results.as_slice()) else {
            return Ok(());
        };
        if self.ty(source).element() != self.ty(result).element() {
            return Err(wrong(
                op,
                "the element types of source and destination tensor types should be the same",
            ));
        }
        let Some(to) = self.dims(result) else {
            return Ok(());
        };
        let count = |shape: &[Dim]| {
            shape
                .iter()
                .try_fold(1i64, |product, d| product.checked_mul(d.fixed()?))
        };
        let counts = self.dims(source).and_then(count).zip(count(to));
        if counts.is_some_and(|(from, to)| from != to) {
            return Err(wrong(
                op,
                "the source and destination tensor should have the same number of elements",
            ));
        }
        match self.ranked(op, 1)? {
            [Dim::Dynamic] => Err(wrong(
                op,
                "cannot use a shape operand with dynamic length to reshape to a statically-ranked tensor type",
            )),
            [Dim::Fixed(length)] if *length != to.len() as i64 => {
                let message = format!(
                    "the length of the shape operand, {length}, differs from the result's tensor rank, {}",
                    to.len()
                );
                Err(wrong(op, message))
            }
            _ => Ok(()),
        }
    }
}
