//! Shapes of tensors and memrefs.

use crate::diagnostic::Diagnostic;
use crate::ir::{Op, ValueId};
use crate::types::{DYNAMIC_POSITION, Dim, Type};

use super::operation::Checker;
use super::wrong;

impl Checker<'_> {
    /// The shape of a ranked tensor or memref.
    pub fn dims(&self, value: ValueId) -> Option<&[Dim]> {
        match self.ty(value) {
            Type::MemRef(m) => m.shape.as_deref(),
            Type::Tensor(t) => t.shape.as_deref(),
            _ => None,
        }
    }

    /// The shape of an operand that is ranked.
    pub fn ranked(&self, op: &Op, operand: usize) -> Result<&[Dim], Diagnostic> {
        let shape = op.operands.get(operand).and_then(|&v| self.dims(v));
        shape.ok_or_else(|| {
            wrong(
                op,
                format!("operand #{operand} must be a ranked tensor or memref"),
            )
        })
    }

    /// The shape of the first result, which is ranked.
    pub fn ranked_result(&self, op: &Op) -> Result<&[Dim], Diagnostic> {
        let shape = op.results.first().and_then(|&v| self.dims(v));
        shape.ok_or_else(|| wrong(op, "the result must be a ranked tensor or memref"))
    }

    /// The element type of the first result.
    pub fn result_element(&self, op: &Op) -> &Type {
        op.results.first().map_or(&Type::None, |&v| self.ty(v).element())
    }

    /// A list of integers.
    pub fn integers(&self, op: &Op, name: &str) -> Result<Vec<i64>, Diagnostic> {
        Ok(self.attribute(op, name)?.as_i64_list().unwrap_or_default())
    }
}

/// Whether the shapes can be the same.
pub fn compatible(a: &[Dim], b: &[Dim]) -> bool {
    let agree = |(a, b): (&Dim, &Dim)| a == b || a.fixed().is_none() || b.fixed().is_none();
    a.len() == b.len() && a.iter().zip(b).all(agree)
}

/// Whether the shapes can be the same, where one or both may be unranked.
pub fn compatible_or_unranked(a: Option<&[Dim]>, b: Option<&[Dim]>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => compatible(a, b),
        _ => true,
    }
}

pub fn dynamic_count(shape: &[Dim]) -> usize {
    shape.iter().filter(|d| d.fixed().is_none()).count()
}

/// The extent that an entry of a list of constants gives.
pub fn extent(constant: i64) -> Dim {
    match constant {
        DYNAMIC_POSITION => Dim::Dynamic,
        size => Dim::Fixed(size),
    }
}

/// `4x?x8`.
pub fn shown(shape: &[Dim]) -> String {
    let extents: Vec<String> = shape
        .iter()
        .map(|d| d.fixed().map_or("?".to_string(), |n| n.to_string()))
        .collect();
    extents.join("x")
}

/// Whether leaving out some extents of 1 makes the shape.
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
