//! Parts of tensors, tensors side by side and borders around them, by copies.

use crate::affine::{AffineExpr, AffineMap, constant, dim};
use crate::attribute::Attribute;
use crate::bufferize::Outcome;
use crate::bufferize::memory::{Origin, memref_type};
use crate::ir::{NewOp, OpId, ValueId};
use crate::linalg::{Body, Iteration, generic_operation, named_operation};
use crate::op::OpCode;
use crate::types::{Dim, Type};

use super::Rewriter;

/// Which side of a copy is a part of the other.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Source,
    Target,
}

impl Rewriter<'_> {
    /// A part is a copy of it.
    pub(super) fn extract_slice(&mut self, op: OpId) -> Outcome<()> {
        let data = self.module.op(op);
        let (span, source, result) = (data.span, data.operands[0], data.results[0]);
        let Some(ty) = memref_type(self.module.ty(result)) else {
            return self.kept(op, "gives a tensor without a rank");
        };
        let shape = ty.as_memref().and_then(|m| m.shape.clone()).unwrap_or_default();
        let source = self.place(source, op)?.memref;
        let Some((map, extents)) = self.slice(op, 1, &shape) else {
            let window = self.window(op, 1, &shape)?;
            let target = self.allocate(shape, ty.element().clone(), window.extents.clone(), span);
            self.copy_window(op, [source, target], &window, Part::Target)?;
            self.tensors.enter(result, target, Origin::Allocated);
            return Ok(());
        };
        let target = self.allocate(shape, ty.element().clone(), extents, span);
        let identity = AffineMap::identity(map.num_dims);
        self.copy(op, source, target, [map, identity], Part::Target)?;
        self.tensors.enter(result, target, Origin::Allocated);
        Ok(())
    }

    pub(super) fn insert_slice(&mut self, op: OpId, number: usize) -> Outcome<()> {
        let data = self.module.op(op);
        let (source, into, result) = (data.operands[0], data.operands[1], data.results[0]);
        let source = self.place(source, op)?.memref;
        let shape = self.module.ty(source).as_memref().and_then(|m| m.shape.clone());
        let shape = shape.unwrap_or_default();
        let Some((map, _)) = self.slice(op, 2, &shape) else {
            let window = self.window(op, 2, &shape)?;
            let target = self.destination(op, into, result, (number, 1), true)?;
            return self.copy_window(op, [source, target], &window, Part::Source);
        };
        let target = self.destination(op, into, result, (number, 1), true)?;
        let identity = AffineMap::identity(map.num_dims);
        self.copy(op, source, target, [identity, map], Part::Source)
    }

    /// From the indices in a slice of some shape to those in the whole, and the extents of the slice that are not fixed.
    fn slice(&self, op: OpId, tensors: usize, shape: &[Dim]) -> Option<(AffineMap, Vec<ValueId>)> {
        let data = self.module.op(op);
        let list = |name: &str| data.attribute(name).and_then(Attribute::as_i64_list);
        let (offsets, sizes, strides) = (
            list("static_offsets")?,
            list("static_sizes")?,
            list("static_strides")?,
        );
        let is_fixed = |list: &[i64]| list.iter().all(|n| *n != i64::MIN);
        if !is_fixed(&offsets) || !is_fixed(&strides) {
            return None;
        }
        let mut open = data.operands.iter().skip(tensors);
        let mut extents = Vec::new();
        let mut kept = shape.iter().peekable();
        let mut results = Vec::new();
        let mut number = 0;
        for ((&offset, &size), &stride) in offsets.iter().zip(&sizes).zip(&strides) {
            let extent = match size {
                i64::MIN => Dim::Dynamic,
                size => Dim::Fixed(size),
            };
            let given = match extent {
                Dim::Dynamic => Some(*open.next()?),
                Dim::Fixed(_) => None,
            };
            if kept.peek() == Some(&&extent) {
                kept.next();
                results.push(dim(number) * stride + offset);
                number += 1;
                extents.extend(given);
            } else if extent == Dim::Fixed(1) {
                results.push(constant(offset));
            } else {
                return None;
            }
        }
        kept.next()
            .is_none()
            .then(|| (AffineMap::new(number, 0, results), extents))
    }

    /// Copies elements by maps of one iteration space, that of the map that is the identity: of the source, or else of the target.
    fn copy(
        &mut self,
        op: OpId,
        source: ValueId,
        target: ValueId,
        mut maps: [AffineMap; 2],
        part: Part,
    ) -> Outcome<()> {
        let span = self.module.op(op).span;
        let shape = |v: ValueId| self.module.ty(v).as_memref().and_then(|m| m.shape.clone());
        let shapes = [source, target].map(|v| shape(v).unwrap_or_default());
        let (own, whole) = match part {
            Part::Source => (0, 1),
            Part::Target => (1, 0),
        };
        // A subscript that is a loop alone says that the loop goes through the whole extent.
        for (place, subscript) in maps[whole].results.iter_mut().enumerate() {
            let AffineExpr::Dim(d) = *subscript else { continue };
            match (shapes[whole][place].fixed(), shapes[own][d as usize].fixed()) {
                (Some(all), some) if Some(all) != some && all > 0 => *subscript = dim(d).modulo(all),
                (None, None) if whole == 0 => {
                    return self.kept(
                        op,
                        "from the start of extents that are not fixed is not given memrefs",
                    );
                }
                _ => {}
            }
        }
        let element = self.module.ty(target).element().clone();
        let iterations = vec![Iteration::Parallel; maps[0].num_dims as usize];
        let body = Body::identity(&[element.clone(), element]);
        let copy = generic_operation(self.module, &[source], target, &maps, &iterations, body, span);
        self.push(copy, op)
    }

    /// Parts side by side are copies of them.
    pub(super) fn concat(&mut self, op: OpId) -> Outcome<()> {
        let data = self.module.op(op);
        let (span, inputs, result) = (data.span, data.operands.clone(), data.results[0]);
        let along = data.attribute("dim").and_then(Attribute::as_i64);
        let along = along.and_then(|d| usize::try_from(d).ok());
        let (Some(along), Some(ty)) = (along, memref_type(self.module.ty(result))) else {
            return self.kept(op, "is not understood");
        };
        let shape = ty.as_memref().and_then(|m| m.shape.clone()).unwrap_or_default();
        let rank = shape.len();
        let Some(first) = inputs
            .first()
            .filter(|_| shape.get(along).is_some_and(|d| d.fixed().is_some()))
        else {
            return self.kept(op, "along extents that are not fixed is not given memrefs");
        };
        let first = self.place(*first, op)?.memref;
        let mut extents = Vec::new();
        for (d, extent) in shape.iter().enumerate() {
            if extent.fixed().is_none() {
                extents.push(self.extent(first, d, span));
            }
        }
        let target = self.allocate(shape, ty.element().clone(), extents, span);
        let mut offset = 0;
        for input in inputs {
            let source = self.place(input, op)?.memref;
            let extent = self
                .module
                .ty(source)
                .as_memref()
                .and_then(|m| m.shape.as_ref()?.get(along)?.fixed());
            let Some(extent) = extent else {
                return self.kept(op, "along extents that are not fixed is not given memrefs");
            };
            let identity = AffineMap::identity(rank as u32);
            let mut shifted = identity.clone();
            shifted.results[along] = dim(along as u32) + offset;
            self.copy(op, source, target, [identity, shifted], Part::Source)?;
            offset += extent;
        }
        self.tensors.enter(result, target, Origin::Allocated);
        Ok(())
    }

    /// Borders of one value: all is filled with it, and the middle copied.
    pub(super) fn pad(&mut self, op: OpId) -> Outcome<()> {
        let data = self.module.op(op);
        let (span, source, result) = (data.span, data.operands[0], data.results[0]);
        let list = |name: &str| data.attribute(name).and_then(Attribute::as_i64_list);
        let (Some(low), Some(high), Some(ty)) = (
            list("static_low"),
            list("static_high"),
            memref_type(self.module.ty(result)),
        ) else {
            return self.kept(op, "is not understood");
        };
        if low.iter().chain(&high).any(|n| *n < 0) {
            return self.kept(op, "whose borders are not constants is not given memrefs");
        }
        let Some(value) = self.border(op) else {
            return self.kept(op, "whose border is no constant is not given memrefs");
        };
        let source = self.place(source, op)?.memref;
        let shape = ty.as_memref().and_then(|m| m.shape.clone()).unwrap_or_default();
        let mut extents = Vec::new();
        for (d, extent) in shape.iter().enumerate() {
            if extent.fixed().is_none() {
                let inner = self.extent(source, d, span);
                let border = self.index(low[d].saturating_add(high[d]), span);
                let sum = NewOp::new(OpCode::AddI).operands([inner, border]);
                extents.push(self.make(sum.result(Type::Index), span));
            }
        }
        let rank = shape.len() as u32;
        let target = self.allocate(shape, ty.element().clone(), extents, span);
        let fill = named_operation(self.module, OpCode::LinalgFill, &[value], target, span);
        self.push(fill, op)?;
        let middle: Vec<AffineExpr> = (0..rank).zip(&low).map(|(d, low)| dim(d) + *low).collect();
        let maps = [AffineMap::identity(rank), AffineMap::new(rank, 0, middle)];
        self.copy(op, source, target, maps, Part::Source)?;
        self.tensors.enter(result, target, Origin::Allocated);
        Ok(())
    }

    /// The value of a border, defined outside of the region or a constant in it.
    fn border(&mut self, op: OpId) -> Option<ValueId> {
        let block = self.module.single_block(op, 0)?;
        let (&end, others) = self.module.block(block).ops.split_last()?;
        let &[value] = self.module.op(end).operands.as_slice() else {
            return None;
        };
        let is_constant = |op: &OpId| self.module.op(*op).code() == Some(OpCode::Constant);
        if !others.iter().all(is_constant) || self.module.block(block).arguments.contains(&value) {
            return None;
        }
        let others = others.to_vec();
        self.ops.extend(others);
        Some(value)
    }
}
