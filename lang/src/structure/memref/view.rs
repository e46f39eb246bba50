//! Views of memory under other offsets, sizes and strides.

use crate::affine::{AffineExpr, AffineMap};
use crate::attribute::Attribute;
use crate::ir::Op;
use crate::strided::{Strided, is_row_major};
use crate::structure::operation::Checker;
use crate::structure::shapes::compatible;
use crate::structure::{Check, wrong};
use crate::types::{Dim, MemRefType, Type};

use super::{dynamic_extents, extents};

impl Checker<'_> {
    pub(super) fn view(&self, op: &Op) -> Check {
        let source = self.memref_of(op, op.operands.first())?;
        let result = self.memref_of(op, op.results.first())?;
        for (memref, what) in [(source, "base"), (result, "result")] {
            if !is_row_major(memref) {
                return Err(wrong(op, format!("unsupported map for the {what} memref type")));
            }
        }
        self.same_memory_space(op, source, result)?;
        let (found, wanted) = (op.operands.len() - 2, dynamic_extents(result));
        match found == wanted {
            true => Ok(()),
            false => {
                let message = format!(
                    "incorrect number of size operands for the type `{}`",
                    self.ty(op.results[0])
                );
                Err(wrong(op, message).help(format!("expected {wanted}")))
            }
        }
    }

    pub(super) fn reshape(&self, op: &Op) -> Check {
        let source = self.memref_of(op, op.operands.first())?;
        let result = self.memref_of(op, op.results.first())?;
        let shape = self.memref_of(op, op.operands.get(1))?;
        if source.element != result.element {
            return Err(wrong(
                op,
                format!(
                    "found the element types `{}` and `{}`",
                    source.element, result.element
                ),
            )
            .help("element types of source and destination memref types should be the same"));
        }
        for (memref, what) in [(source, "source"), (result, "result")] {
            if memref.shape.is_some() && !is_row_major(memref) {
                return Err(wrong(
                    op,
                    format!("the {what} memref type should have identity affine map"),
                ));
            }
        }
        match (&result.shape, extents(shape).first()) {
            (Some(_), Some(Dim::Dynamic)) => Err(wrong(
                op,
                "cannot use a shape operand with dynamic length to reshape to a statically-ranked memref type",
            )),
            (Some(ranked), Some(Dim::Fixed(n))) if usize::try_from(*n) != Ok(ranked.len()) => Err(wrong(
                op,
                "the length of the shape operand differs from the result's memref rank",
            )),
            _ => Ok(()),
        }
    }

    pub(super) fn transpose(&self, op: &Op) -> Check {
        let source = self.memref_of(op, op.operands.first())?;
        let result = self.memref_of(op, op.results.first())?;
        let Attribute::AffineMap(map) = self.attribute(op, "permutation")? else {
            return Ok(());
        };
        let Some(order) = order_of(map) else {
            return Err(wrong(op, format!("the map is `{map}`")).help("expected a permutation map"));
        };
        if order.len() != extents(source).len() {
            return Err(wrong(op, format!("the map is `{map}`"))
                .help("expected a permutation map of same rank as the input"));
        }
        let (Some(from), Some(to)) = (Strided::of(source), Strided::of(result)) else {
            return Ok(());
        };
        let permuted = |list: &[Dim]| -> Vec<Dim> { order.iter().map(|&i| list[i]).collect() };
        let fits = permuted(extents(source)) == extents(result)
            && permuted(&from.strides) == to.strides
            && from.offset == to.offset
            && source.element == result.element
            && source.memory_space == result.memory_space;
        match fits {
            true => Ok(()),
            false => Err(wrong(
                op,
                format!(
                    "the result type `{}` is not equivalent to the canonical transposed input type",
                    self.ty(op.results[0])
                ),
            )),
        }
    }

    /// Element types, memory spaces, shapes and layouts that can be one memref.
    pub fn memref_cast(&self, op: &Op, from: &Type, to: &Type) -> Check {
        let fits = match (from, to) {
            (Type::MemRef(a), Type::MemRef(b)) => {
                let both_unranked = a.shape.is_none() && b.shape.is_none();
                a.element == b.element && a.memory_space == b.memory_space && !both_unranked && castable(a, b)
            }
            _ => false,
        };
        if fits {
            return Ok(());
        }
        Err(wrong(
            op,
            format!("the operand type `{from}` and the result type `{to}` are cast incompatible"),
        )
        .help("expected memrefs of one element type whose shapes and layouts are compatible"))
    }
}

/// The dimension that each result of a permutation is.
fn order_of(map: &AffineMap) -> Option<Vec<usize>> {
    let dim = |result: &AffineExpr| match result {
        AffineExpr::Dim(i) => Some(*i as usize),
        _ => None,
    };
    map.is_permutation()
        .then(|| map.results.iter().map(dim).collect())
        .flatten()
}

fn castable(a: &MemRefType, b: &MemRefType) -> bool {
    let (Some(shape), Some(other)) = (&a.shape, &b.shape) else {
        return true;
    };
    if !compatible(shape, other) {
        return false;
    }
    if a.layout == b.layout {
        return true;
    }
    match (Strided::of(a), Strided::of(b)) {
        (Some(a), Some(b)) => compatible(&[a.offset], &[b.offset]) && compatible(&a.strides, &b.strides),
        _ => false,
    }
}
