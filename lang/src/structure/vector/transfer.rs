//! Transfers of slices between vectors and memory or tensors.

use crate::affine::{AffineExpr, AffineMap};
use crate::attribute::Attribute;
use crate::diagnostic::counted;
use crate::ir::{Op, ValueId};
use crate::structure::operation::Checker;
use crate::structure::{Check, wrong};
use crate::transfer::mask_type;
use crate::types::{Type, VectorType};

impl Checker<'_> {
    pub fn transfer_read(&self, op: &Op) -> Check {
        let [_, indices, _, masks] = self.segments(op)?;
        let (source, indices) = (op.operands[0], &op.operands[1..1 + indices]);
        let padding = op.operands[1 + indices.len()];
        self.slice_transfer(op, source, indices, op.results[0], masks)?;
        let (element, padding) = (self.ty(source).element(), self.ty(padding));
        if element == padding {
            return self.permutation(op);
        }
        let message = format!("the padding has the type `{padding}`");
        Err(wrong(op, message).help(format!("expected `{element}`, the elemental type of the source")))
    }

    pub fn transfer_write(&self, op: &Op) -> Check {
        let [_, _, indices, masks] = self.segments(op)?;
        let (vector, target, indices) = (op.operands[0], op.operands[1], &op.operands[2..2 + indices]);
        self.indices_of_transfer(op, target, indices)?;
        let map = self.attribute(op, "permutation_map")?.as_affine_map();
        let broadcasts = |expr: &AffineExpr| matches!(expr, AffineExpr::Constant(0));
        if map.is_some_and(|map| map.results.iter().any(broadcasts)) {
            return Err(wrong(op, "the permutation map has broadcast dimensions")
                .help("expected none: a lane is written to one place"));
        }
        if let Some(&result) = op.results.first() {
            self.expect_type(op, result, self.ty(target), "the result")?;
        }
        self.slice_transfer(op, target, indices, vector, masks)?;
        self.permutation(op)
    }

    fn indices_of_transfer(&self, op: &Op, memory: ValueId, indices: &[ValueId]) -> Check {
        if self.dims(memory).is_none() {
            let message = format!("the source has the type `{}`", self.ty(memory));
            return Err(wrong(op, message).help("expected a memref or a ranked tensor"));
        }
        self.indices_of(op, memory, indices)
    }

    fn slice_transfer(
        &self,
        op: &Op,
        memory: ValueId,
        indices: &[ValueId],
        vector: ValueId,
        masks: usize,
    ) -> Check {
        self.indices_of_transfer(op, memory, indices)?;
        let Some(vector) = self.ty(vector).as_vector() else {
            return Err(
                wrong(op, format!("transfers the type `{}`", self.ty(vector))).help("expected a vector")
            );
        };
        let Some(map) = self.attribute(op, "permutation_map")?.as_affine_map() else {
            return Err(wrong(op, "`permutation_map` is no affine map"));
        };
        let element = self.ty(memory).element();
        self.elements_fit(op, vector, element, map)?;
        if masks != 0 && element.as_vector().is_some() {
            return Err(wrong(op, "has a mask, and memory whose element type is a vector")
                .help("expected no masks: such elements have none"));
        }
        if map.num_symbols != 0 {
            return Err(wrong(op, format!("the permutation_map is `{map}`")).help("expected no symbols"));
        }
        if map.num_dims as usize != indices.len() {
            let message = format!("the permutation_map `{map}` has {} input dims", map.num_dims);
            return Err(
                wrong(op, message).help(format!("expected {}, the rank of the source type", indices.len()))
            );
        }
        if let (1.., Some(&mask)) = (masks, op.operands.last()) {
            // A map of which none follows is looked at as a permutation.
            if let Some(expected) = mask_type(vector, map) {
                self.expect_type(
                    op,
                    mask,
                    &expected,
                    "the mask operand, whose type follows from the map,",
                )?;
            }
        }
        self.transfer_bounds(op, map)
    }

    /// The vector is of whole elements of the memory, and the map gives its other dimensions.
    fn elements_fit(&self, op: &Op, vector: &VectorType, element: &Type, map: &AffineMap) -> Check {
        let inner = element.as_vector();
        let minor = |ty: &VectorType| {
            let width = ty.element.bit_width().map_or(0, i64::from);
            width.saturating_mul(ty.shape.last().map_or(1, |d| d.size))
        };
        let (whole, unit) = (
            minor(vector),
            inner.map_or_else(|| element.bit_width().map_or(0, i64::from), minor),
        );
        if unit != 0 && whole % unit != 0 {
            let message = format!("the minor 1-D vector has {whole} bits, that of the source {unit}");
            return Err(wrong(op, message).help("expected an integral multiple of the bitwidth"));
        }
        let rank = inner.map_or(0, |v| v.shape.len());
        let Some(outer) = vector.shape.len().checked_sub(rank) else {
            let message = format!(
                "the elements have the rank {rank}, the vector {}",
                vector.shape.len()
            );
            return Err(
                wrong(op, message).help("expected a vector of no lower rank than an element of the source")
            );
        };
        if map.results.len() == outer {
            return Ok(());
        }
        let message = format!(
            "the permutation_map `{map}` has {}",
            counted(map.results.len(), "result dim")
        );
        Err(wrong(op, message).help(format!(
            "expected {outer}, the rank of the vector type without that of an element"
        )))
    }

    fn transfer_bounds(&self, op: &Op, map: &AffineMap) -> Check {
        let bounds = match self.attribute(op, "in_bounds")? {
            Attribute::Array(all) => &all[..],
            _ => &[],
        };
        if bounds.len() != map.results.len() {
            let message = format!("the in_bounds attr has {}", counted(bounds.len(), "entry"));
            return Err(wrong(op, message).help(format!(
                "expected {}, one for each of the permutation_map results",
                map.results.len()
            )));
        }
        for (i, (expr, bound)) in map.results.iter().zip(bounds).enumerate() {
            if matches!(expr, AffineExpr::Constant(_)) && *bound != Attribute::Bool(true) {
                let message =
                    format!("in_bounds says of the broadcast dimension {i} that it may leave the source");
                return Err(wrong(op, message).help("expected `true`"));
            }
        }
        Ok(())
    }

    /// Each result of the map is a dimension, none twice, or zero.
    fn permutation(&self, op: &Op) -> Check {
        let Some(map) = self.attribute(op, "permutation_map")?.as_affine_map() else {
            return Ok(());
        };
        for (i, expr) in map.results.iter().enumerate() {
            match expr {
                AffineExpr::Constant(0) => {}
                AffineExpr::Dim(_) if !map.results[..i].contains(expr) => {}
                AffineExpr::Dim(_) => {
                    let message = format!("the permutation_map `{map}` has a dim more than once");
                    return Err(wrong(op, message).help("expected a permutation"));
                }
                _ => {
                    let message = format!("result {i} of the permutation_map is `{expr}`");
                    return Err(wrong(op, message)
                        .help("expected a dim or the constant zero, as in a projected permutation"));
                }
            }
        }
        Ok(())
    }
}
