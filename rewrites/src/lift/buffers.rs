//! The buffers behind memrefs.

use egg::Symbol;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::strided::Strided;
use ovolo_lang::types::Dim;

use super::{Lifted, Lifter, NotLifted};
use crate::dependence::{Addressing, Buffer};
use crate::linear::Linear;
use crate::nest::{BufferSource, MOST_SPREAD};
use crate::term::Scalar;

/// Rows up to this length that lie one behind the other are taken for one: points, colours, complex numbers.
const LONGEST_SHORT_ROW: i64 = MOST_SPREAD;

/// As many short rows, or fewer, are a small matrix.
const MOST_ROWS_OF_MATRIX: i64 = 16;

/// The length of the rows of a shape, where these are short and many.
fn short_rows(shape: &[Dim]) -> Option<i64> {
    let [.., rows, Dim::Fixed(length)] = shape else {
        return None;
    };
    let is_matrix = rows.fixed().is_some_and(|rows| rows <= MOST_ROWS_OF_MATRIX);
    ((2..=LONGEST_SHORT_ROW).contains(length) && !is_matrix).then_some(*length)
}

impl Lifter<'_> {
    /// Writes the symbols that `memref.dim` gave into the shapes of the buffers.
    pub(super) fn name_extents(&mut self) {
        for (name, value) in &self.outside {
            let Some(op) = self.module.defining_op(*value).map(|d| self.module.op(d)) else {
                continue;
            };
            let (Some(OpCode::MemRefDim), [memref, index]) = (op.code(), op.operands.as_slice()) else {
                continue;
            };
            let index = self
                .module
                .defining_op(*index)
                .and_then(|d| self.module.op(d).attribute("value"));
            let buffer = self.names.get(memref).and_then(|name| self.buffers.get_mut(name));
            if let (Some(index), Some((buffer, _))) = (index.and_then(Attribute::as_i64), buffer)
                && let Some(index) = usize::try_from(index).ok()
                && let last = buffer.shape.len().checked_sub(1)
                && let Some(extent @ None) = buffer.shape.get_mut(index)
            {
                *extent = match buffer.addressing {
                    Addressing::Collapsed(length) if Some(index) == last => Linear::var(*name).scale(length),
                    _ => Some(Linear::var(*name)),
                };
            }
        }
    }

    /// Takes the extents that an allocation is given for those that its type leaves open.
    fn fill_extents(&mut self, value: ValueId, shape: &mut [Option<Linear>]) -> Result<(), NotLifted> {
        let Some(allocation) = self.module.defining_op(value) else {
            return Ok(());
        };
        let data = self.module.op(allocation);
        if !matches!(data.code(), Some(OpCode::MemRefAlloc | OpCode::MemRefAlloca)) {
            return Ok(());
        }
        let sizes = data.operands.clone();
        for (extent, size) in shape.iter_mut().filter(|n| n.is_none()).zip(sizes) {
            let size = self.expression(size, allocation)?;
            *extent = self.linears(&[size]).and_then(|mut all| all.pop());
        }
        Ok(())
    }

    pub(super) fn buffer(&mut self, value: ValueId, op: OpId) -> Result<Symbol, NotLifted> {
        let name = self.name_of(value, "buffer");
        if self.buffers.contains_key(&name) {
            return Ok(name);
        }
        // Each iteration writes before it reads what it allocates: one array does for all.
        let is_inner = match self.module.defining_op(value).filter(|d| self.inside.contains(d)) {
            Some(made) if !self.is_inner_memory(made) => {
                return self.refuse(made, "a memref made inside the loop is not understood");
            }
            made => made.is_some(),
        };
        let memref = self.module.ty(value).as_memref();
        let (shape, element, strided) = self.parts_of(value, op)?;
        // Different subscripts of a memref are different elements, whatever its strides: MLIR wants layouts to be so.
        let addressing = match strided.strides.last() {
            None | Some(Dim::Fixed(1)) => Addressing::Same,
            Some(_) => Addressing::Scattered,
        };
        let short =
            short_rows(shape).filter(|_| memref.is_some_and(|memref| memref.layout.is_none()) && !is_inner);
        let addressing = short.map_or(addressing, Addressing::Collapsed);
        let mut shape: Vec<Option<Linear>> = shape.iter().map(|d| d.fixed().map(Linear::constant)).collect();
        self.fill_extents(value, &mut shape)?;
        match addressing {
            Addressing::Scattered => shape.push(Some(Linear::constant(1))),
            Addressing::Collapsed(length) => {
                shape.pop();
                let rows = shape.pop().flatten();
                shape.push(rows.and_then(|rows| rows.scale(length)));
            }
            _ => {}
        }
        let buffer = Buffer {
            element,
            shape,
            addressing,
            overlap_group: self.overlap_group(value, op)?,
        };
        let source = match is_inner {
            true => BufferSource::Temporary,
            false => BufferSource::Memref(value),
        };
        self.buffers.insert(name, (buffer, source));
        Ok(name)
    }

    /// The extents of a memref, the type of its elements, and its layout.
    pub(super) fn parts_of(&self, memref: ValueId, op: OpId) -> Lifted<(&[Dim], Scalar, Strided)> {
        let ty = self.module.ty(memref).as_memref();
        let parts = ty.and_then(|m| Some((&**m.shape.as_ref()?, Scalar::of(&m.element)?, Strided::of(m)?)));
        match parts {
            Some(parts) => Ok(parts),
            None => self.refuse(
                op,
                "a memref whose layout is no offset and strides, without a rank, or of no scalar type is not understood",
            ),
        }
    }

    /// The memrefs that may have memory in common with a memref; `None` where there is none.
    pub(super) fn overlap_group(&self, memref: ValueId, op: OpId) -> Lifted<Option<u32>> {
        match self.surroundings.overlap.group(memref) {
            Some(group) => Ok(group),
            None => self.refuse(op, "a memref that comes from nowhere is not understood"),
        }
    }

    /// Whether an operation in the nest allocates memory of fixed extents, or frees such memory.
    pub(super) fn is_inner_memory(&self, op: OpId) -> bool {
        let data = self.module.op(op);
        match data.code() {
            Some(OpCode::MemRefAlloc | OpCode::MemRefAlloca) => {
                let ty = data.results.first().and_then(|v| self.module.ty(*v).as_memref());
                let shape = ty
                    .filter(|ty| ty.layout.is_none())
                    .and_then(|ty| ty.shape.as_ref());
                shape.is_some_and(|shape| shape.iter().all(|extent| extent.fixed().is_some()))
                    && self.inside.contains(&op)
            }
            Some(OpCode::MemRefDealloc) => {
                let made = data.operands.first().and_then(|v| self.module.defining_op(*v));
                made.is_some_and(|made| {
                    self.module.op(made).code() != Some(OpCode::MemRefDealloc) && self.is_inner_memory(made)
                })
            }
            _ => false,
        }
    }
}
