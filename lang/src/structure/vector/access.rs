//! Vectors to and from memory, lane by lane.

use crate::affine::AffineExpr;
use crate::diagnostic::Diagnostic;
use crate::ir::{Op, ValueId};
use crate::op::OpCode;
use crate::structure::operation::Checker;
use crate::structure::{Check, wrong};
use crate::types::{Dim, Layout, MemRefType, Type};

use super::sizes;

impl Checker<'_> {
    /// `vector.load` and `vector.store`.
    pub fn plain_vector_access(&self, op: &Op, code: OpCode) -> Check {
        let (value, base, indices) = self.split_access(op, code)?;
        let what = match code {
            OpCode::VectorStore => "valueToStore",
            _ => "result",
        };
        let memref = self.memref(op, base)?;
        if !has_unit_stride(memref) {
            return Err(wrong(
                op,
                "the minor memref dim, which is innermost, has a stride other than 1",
            )
            .help("expected elements that are consecutive"));
        }
        let ty = self.ty(value);
        if matches!(memref.element, Type::Vector(_)) && memref.element != *ty {
            let message = format!(
                "the base memref is of vectors `{}` and the {what} of type `{ty}`",
                memref.element
            );
            return Err(wrong(op, message).help("expected types that match"));
        }
        self.element_of_base(op, base, value, what)?;
        self.indices_of(op, base, indices)
    }

    /// `vector.maskedload` and `vector.expandload`.
    pub fn masked_load(&self, op: &Op) -> Check {
        let (base, indices, [mask, passed]) = self.trailing(op)?;
        let result = op.results[0];
        self.element_of_base(op, base, result, "result")?;
        self.indices_of(op, base, indices)?;
        self.as_many_lanes(op, ("result", result), ("mask", mask))?;
        self.same_type(op, ("pass_thru", passed), ("the result", result))
    }

    /// `vector.maskedstore` and `vector.compressstore`.
    pub fn masked_store(&self, op: &Op) -> Check {
        let (base, indices, [mask, value]) = self.trailing(op)?;
        self.element_of_base(op, base, value, "valueToStore")?;
        self.indices_of(op, base, indices)?;
        self.as_many_lanes(op, ("valueToStore", value), ("mask", mask))
    }

    pub fn gather(&self, op: &Op) -> Check {
        let (base, indices, [offsets, mask, passed]) = self.trailing(op)?;
        let result = op.results[0];
        if self.dims(base).is_none() {
            let message = format!("the base has the type `{}`", self.ty(base));
            return Err(wrong(op, message).help("expected a memref or a ranked tensor"));
        }
        self.element_of_base(op, base, result, "result")?;
        self.indices_of(op, base, indices)?;
        self.as_many_lanes(op, ("result", result), ("indices", offsets))?;
        self.as_many_lanes(op, ("result", result), ("mask", mask))?;
        self.same_type(op, ("pass_thru", passed), ("the result", result))
    }

    pub fn scatter(&self, op: &Op) -> Check {
        let (base, indices, [offsets, mask, value]) = self.trailing(op)?;
        self.element_of_base(op, base, value, "valueToStore")?;
        self.indices_of(op, base, indices)?;
        self.as_many_lanes(op, ("valueToStore", value), ("indices", offsets))?;
        self.as_many_lanes(op, ("valueToStore", value), ("mask", mask))
    }

    /// The base, its indices, and the last operands.
    fn trailing<'o, const N: usize>(
        &self,
        op: &'o Op,
    ) -> Result<(ValueId, &'o [ValueId], [ValueId; N]), Diagnostic> {
        let missing = || wrong(op, "has too few operands");
        let (&base, rest) = op.operands.split_first().ok_or_else(missing)?;
        let (indices, last) = rest.split_last_chunk::<N>().ok_or_else(missing)?;
        Ok((base, indices, *last))
    }

    fn element_of_base(&self, op: &Op, base: ValueId, value: ValueId, what: &str) -> Check {
        let (memory, element) = (self.ty(base).element(), self.ty(value).element());
        let memory = if memory == self.ty(value) { element } else { memory };
        match memory == element {
            true => Ok(()),
            false => {
                let message = format!("the base has elements of type `{memory}`, the {what} of `{element}`");
                Err(wrong(op, message).help("expected element types that match"))
            }
        }
    }

    /// An index for each dimension of a memref or a tensor.
    pub(super) fn indices_of(&self, op: &Op, base: ValueId, indices: &[ValueId]) -> Check {
        let rank = self.dims(base).map(<[Dim]>::len);
        let rank = rank.ok_or_else(|| wrong(op, "the memory has no rank"))?;
        self.indices(op, indices)?;
        match indices.len() == rank {
            true => Ok(()),
            false => Err(wrong(op, format!("the number of indices is {}", indices.len()))
                .help(format!("expected {rank}, one for each dimension"))),
        }
    }

    fn as_many_lanes(&self, op: &Op, a: (&str, ValueId), b: (&str, ValueId)) -> Check {
        let shape = |value: ValueId| self.ty(value).as_vector().map(sizes).unwrap_or_default();
        let (left, right) = (shape(a.1), shape(b.1));
        if left == right {
            return Ok(());
        }
        let message = format!("the {} has the shape {left:?}, the {} {right:?}", a.0, b.0);
        Err(wrong(op, message).help("expected every dim to match"))
    }
}

/// Whether elements that are neighbours in the innermost dimension are consecutive, as far as the type says.
fn has_unit_stride(memref: &MemRefType) -> bool {
    match &memref.layout {
        Some(Layout::Strided { strides, .. }) => strides.last().is_none_or(|s| *s == Dim::Fixed(1)),
        Some(Layout::Map(map)) => match map.strided_form() {
            Some((strides, _)) => strides.last().is_none_or(|s| *s == AffineExpr::Constant(1)),
            None => map.results.len() != 1 || map.num_dims == 0,
        },
        _ => true,
    }
}
