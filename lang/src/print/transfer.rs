//! Custom forms of transfers and outer products.

use crate::attribute::Attribute;
use crate::ir::{OpId, ValueId};
use crate::op::OpCode;
use crate::transfer;
use crate::types::{Type, outer_product_type};

use super::printer::Printer;

impl Printer<'_> {
    pub fn transfer_read(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let [source, indices, padding, mask] = self.segments::<4>(o)?;
        let ([source], [padding], [result]) = (source.as_slice(), padding.as_slice(), o.results.as_slice())
        else {
            return None;
        };
        let (source, padding, result) = (*source, *padding, *result);
        if self.module.ty(padding) != self.module.ty(source).element() || !self.all_index(&indices) {
            return None;
        }
        let hidden = self.transfer_hides(op, result, source, &mask)?;
        self.head(OpCode::VectorTransferRead);
        self.value(source);
        self.push("[");
        self.values(&indices);
        self.push("], ");
        self.value(padding);
        self.transfer_end(op, &mask, &hidden);
        self.types_of(&[source, result]);
        Some(())
    }

    pub fn transfer_write(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let [vector, target, indices, mask] = self.segments::<4>(o)?;
        let ([vector], [target]) = (vector.as_slice(), target.as_slice()) else {
            return None;
        };
        let (vector, target) = (*vector, *target);
        let gives = match self.module.ty(target) {
            ty @ Type::Tensor(_) => Some(ty),
            _ => None,
        };
        let results = o.results.iter().map(|&r| self.module.ty(r));
        if !results.eq(gives) || !self.all_index(&indices) {
            return None;
        }
        let hidden = self.transfer_hides(op, vector, target, &mask)?;
        self.head(OpCode::VectorTransferWrite);
        self.values(&[vector, target]);
        self.push("[");
        self.values(&indices);
        self.push("]");
        self.transfer_end(op, &mask, &hidden);
        self.types_of(&[vector, target]);
        Some(())
    }

    /// `, %mask {…} : `.
    fn transfer_end(&mut self, op: OpId, mask: &[ValueId], hidden: &[&str]) {
        for &mask in mask {
            self.push(", ");
            self.value(mask);
        }
        self.attributes_but(op, hidden);
        self.push(" : ");
    }

    /// The attributes that the text need not say; `None` when the operation does not fit the form.
    fn transfer_hides(
        &self,
        op: OpId,
        vector: ValueId,
        memory: ValueId,
        mask: &[ValueId],
    ) -> Option<Vec<&'static str>> {
        let o = self.module.op(op);
        let (Type::Vector(vector), memory) = (self.module.ty(vector), self.module.ty(memory)) else {
            return None;
        };
        let is_ranked = match memory {
            Type::MemRef(m) => m.shape.is_some(),
            Type::Tensor(t) => t.shape.is_some(),
            _ => false,
        };
        let map = o.attribute("permutation_map")?.as_affine_map()?;
        let bounds = match o.attribute("in_bounds")? {
            Attribute::Array(bounds) => bounds,
            _ => return None,
        };
        let mask_fits = match mask {
            [] => true,
            [mask] => {
                transfer::mask_type(vector, map).as_ref() == Some(self.module.ty(*mask))
                    && memory.element().as_vector().is_none()
            }
            _ => false,
        };
        if !o.regions.is_empty() || !is_ranked || !mask_fits {
            return None;
        }
        let mut hidden = vec!["operandSegmentSizes"];
        if map.is_minor_identity() && transfer::default_map(memory, vector).as_ref() == Some(&**map) {
            hidden.push("permutation_map");
        }
        let none_in = bounds.iter().all(|b| *b == Attribute::Bool(false));
        if none_in && bounds.len() == map.results.len() {
            hidden.push("in_bounds");
        }
        Some(hidden)
    }

    pub fn outer_product(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let operands = o.operands.clone();
        let [left, right, accumulator @ ..] = operands.as_slice() else {
            return None;
        };
        let [result] = o.results.as_slice() else {
            return None;
        };
        let ty = outer_product_type(self.module.ty(*left), self.module.ty(*right))?;
        let fits = |&v: &ValueId| *self.module.ty(v) == ty;
        if !o.regions.is_empty() || accumulator.len() > 1 || !accumulator.iter().all(fits) || !fits(result) {
            return None;
        }
        self.head(OpCode::VectorOuterProduct);
        self.values(&operands);
        self.attributes_but(op, &[]);
        self.push(" : ");
        self.types_of(&operands[..2]);
        Some(())
    }
}
