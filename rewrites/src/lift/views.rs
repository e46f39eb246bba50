//! Accesses through views as accesses of what is viewed.

use egg::Id;
use ovolo_lang::affine::AffineExpr;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Op, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::strided::is_row_major;
use ovolo_lang::types::{Dim, MemRefType};

use super::{Lifted, Lifter};
use crate::term::{IndexOp, Node};

/// How MLIR writes a number that an operand gives.
const DYNAMIC: i64 = i64::MIN;

impl Lifter<'_> {
    /// The memref that is accessed behind views, and its subscripts. A view that is not followed is taken for a memref.
    pub(super) fn behind_views(
        &mut self,
        mut memref: ValueId,
        mut indices: Vec<Id>,
        user: OpId,
    ) -> Lifted<(ValueId, Vec<Id>)> {
        while let Some((source, outer)) = self.viewed(memref, &indices, user)? {
            (memref, indices) = (source, outer);
        }
        Ok((memref, indices))
    }

    /// The memref behind views.
    pub(super) fn root(&self, mut memref: ValueId) -> ValueId {
        while let Some(op) = self.module.defining_op(memref).filter(|op| self.is_followed(*op)) {
            memref = self.module.op(op).operands[0];
        }
        memref
    }

    /// Whether an operation is a view whose elements are found in what it views.
    pub(super) fn is_followed(&self, op: OpId) -> bool {
        let op = self.module.op(op);
        let memref = |v: Option<&ValueId>| v.and_then(|v| self.module.ty(*v).as_memref());
        let (Some(source), Some(result)) = (memref(op.operands.first()), memref(op.results.first())) else {
            return false;
        };
        let (Some(from), Some(to)) = (&source.shape, &result.shape) else {
            return false;
        };
        match op.code() {
            Some(OpCode::MemRefCast | OpCode::MemRefMemorySpaceCast) => true,
            Some(OpCode::MemRefSubView) => kept_dimensions(op, to).is_some(),
            Some(OpCode::MemRefTranspose) => permutation(op, from.len()).is_some(),
            Some(OpCode::MemRefExpandShape) => inner_extents(op, to).is_some(),
            Some(OpCode::MemRefCollapseShape) => inner_extents(op, from).is_some(),
            Some(OpCode::MemRefReinterpretCast) => {
                from.len() == 1 && is_row_major(source) && is_linear(op, to.len())
            }
            _ => false,
        }
    }

    /// The memref that a view views, and its subscripts there.
    fn viewed(&mut self, memref: ValueId, indices: &[Id], user: OpId) -> Lifted<Option<(ValueId, Vec<Id>)>> {
        let Some(id) = self.module.defining_op(memref).filter(|op| self.is_followed(*op)) else {
            return Ok(None);
        };
        let module = self.module;
        let op = module.op(id);
        let shape = |v: ValueId| {
            module
                .ty(v)
                .as_memref()
                .and_then(|ty: &MemRefType| ty.shape.as_deref())
        };
        let (from, to) = (
            shape(op.operands[0]).unwrap_or_default(),
            shape(memref).unwrap_or_default(),
        );
        let indices = match op.code() {
            Some(OpCode::MemRefSubView) => {
                let kept = kept_dimensions(op, to).unwrap_or_default();
                let [offsets, _, strides] = self.lists(op, user)?;
                let mut all = offsets.clone();
                for (&place, &index) in kept.iter().zip(indices) {
                    all[place] = self.moved(offsets[place], index, strides[place]);
                }
                all
            }
            Some(OpCode::MemRefReinterpretCast) => {
                let [offsets, _, strides] = self.lists(op, user)?;
                let mut sum = offsets[0];
                for (&index, &stride) in indices.iter().zip(&strides) {
                    sum = self.moved(sum, index, stride);
                }
                vec![sum]
            }
            Some(OpCode::MemRefTranspose) => {
                let order = permutation(op, from.len()).unwrap_or_default();
                let mut all = indices.to_vec();
                for (&place, &index) in order.iter().zip(indices) {
                    all[place] = index;
                }
                all
            }
            // The dimensions of a group, of all but the first of which the extents are known, are one.
            Some(OpCode::MemRefExpandShape) => {
                let groups = inner_extents(op, to).unwrap_or_default();
                let mut left = indices.iter();
                let mut all = Vec::new();
                for extents in groups {
                    let mut sum = self.add(Node::Int(0));
                    for (place, index) in left.by_ref().take(extents.len() + 1).enumerate() {
                        let extent = if place == 0 { 1 } else { extents[place - 1] };
                        let extent = self.add(Node::Int(extent));
                        sum = self.moved(*index, sum, extent);
                    }
                    all.push(sum);
                }
                all
            }
            Some(OpCode::MemRefCollapseShape) => {
                let groups = inner_extents(op, from).unwrap_or_default();
                let mut all = Vec::new();
                for (extents, &index) in groups.iter().zip(indices) {
                    let (mut rest, mut group) = (index, Vec::new());
                    for &extent in extents.iter().rev() {
                        let extent = self.add(Node::Int(extent));
                        let [column, row] =
                            [IndexOp::Mod, IndexOp::FloorDiv].map(|op| Node::Index(op, [rest, extent]));
                        let column = self.add(column);
                        group.push(self.normal(column));
                        let row = self.add(row);
                        rest = self.normal(row);
                    }
                    group.push(rest);
                    all.extend(group.into_iter().rev());
                }
                all
            }
            _ => indices.to_vec(),
        };
        Ok(Some((op.operands[0], indices)))
    }

    /// `offset + index * stride`.
    pub(super) fn moved(&mut self, offset: Id, index: Id, stride: Id) -> Id {
        let distance = self.add(Node::Index(IndexOp::Mul, [index, stride]));
        let sum = self.add(Node::Index(IndexOp::Add, [offset, distance]));
        self.normal(sum)
    }

    /// The offsets, sizes and strides of a view, but no sizes, of which nothing is asked.
    fn lists(&mut self, op: &Op, user: OpId) -> Lifted<[Vec<Id>; 3]> {
        let mut dynamic = op.operands[1..].iter();
        let mut all = [Vec::new(), Vec::new(), Vec::new()];
        for (list, name) in all
            .iter_mut()
            .zip(["static_offsets", "static_sizes", "static_strides"])
        {
            for number in op
                .attribute(name)
                .and_then(Attribute::as_i64_list)
                .unwrap_or_default()
            {
                let id = match (number, name) {
                    (DYNAMIC, "static_sizes") => {
                        dynamic.next();
                        continue;
                    }
                    (DYNAMIC, _) => match dynamic.next() {
                        Some(&value) => self.expression(value, user)?,
                        None => return self.refuse(user, "a view with fewer operands than it names"),
                    },
                    (fixed, _) => self.add(Node::Int(fixed)),
                };
                list.push(id);
            }
        }
        Ok(all)
    }
}

fn numbers(op: &Op, name: &str) -> Option<Vec<i64>> {
    op.attribute(name).and_then(Attribute::as_i64_list)
}

/// The dimensions of a slice that its type has: all but some of extent one.
fn kept_dimensions(op: &Op, shape: &[Dim]) -> Option<Vec<usize>> {
    let sizes = numbers(op, "static_sizes")?;
    let mut kept = Vec::new();
    for (place, &size) in sizes.iter().enumerate() {
        let wanted = shape
            .get(kept.len())
            .map(|extent| extent.fixed().unwrap_or(DYNAMIC));
        if wanted == Some(size) {
            kept.push(place);
        } else if size != 1 {
            return None;
        }
    }
    let are_all = [numbers(op, "static_offsets")?, numbers(op, "static_strides")?];
    let are_all = are_all.iter().all(|list| list.len() == sizes.len());
    (kept.len() == shape.len() && are_all).then_some(kept)
}

fn is_linear(op: &Op, rank: usize) -> bool {
    let offsets = numbers(op, "static_offsets").map(|list| list.len());
    offsets == Some(1) && numbers(op, "static_strides").map(|list| list.len()) == Some(rank)
}

fn permutation(op: &Op, rank: usize) -> Option<Vec<usize>> {
    let map = op.attribute("permutation").and_then(Attribute::as_affine_map)?;
    let dims = map.results.iter().map(|e| match e {
        AffineExpr::Dim(d) => Some(*d as usize),
        _ => None,
    });
    let dims: Vec<usize> = dims.collect::<Option<_>>()?;
    let mut sorted = dims.clone();
    sorted.sort_unstable();
    (sorted == (0..rank).collect::<Vec<_>>()).then_some(dims)
}

/// Of each group of dimensions of a shape the extents of all but the first, where they are fixed.
fn inner_extents(op: &Op, shape: &[Dim]) -> Option<Vec<Vec<i64>>> {
    let Attribute::Array(groups) = op.attribute("reassociation")? else {
        return None;
    };
    let mut left = shape.iter();
    let mut all = Vec::new();
    for group in groups.iter() {
        let Attribute::Array(group) = group else {
            return None;
        };
        let extents: Vec<&Dim> = left.by_ref().take(group.len()).collect();
        let inner = extents.get(1..)?.iter().map(|extent| extent.fixed());
        all.push(inner.collect::<Option<Vec<i64>>>()?);
    }
    left.next().is_none().then_some(all)
}
