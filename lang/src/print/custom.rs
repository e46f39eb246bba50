//! What custom forms that no signature describes share. Each answers `None` when the operation does not fit
//! the form.

use crate::ir::{Op, OpId, ValueId};
use crate::op::OpCode;
use crate::types::Type;

use super::operation::Printer;

impl Printer<'_> {
    /// The operation when it has this many operands and results and no regions.
    pub fn plain(&self, op: OpId, operands: usize, results: usize) -> Option<&Op> {
        let o = self.module.op(op);
        (o.operands.len() == operands && o.results.len() == results && o.regions.is_empty()).then_some(o)
    }

    pub fn head(&mut self, code: OpCode) {
        self.push(code.name());
        self.push(" ");
    }

    pub fn select(&mut self, op: OpId) -> Option<()> {
        let o = self.plain(op, 3, 1)?;
        let (values, result) = (o.operands.clone(), o.results[0]);
        let ty = self.module.ty(result);
        if self.module.ty(values[1]) != ty || self.module.ty(values[2]) != ty {
            return None;
        }
        self.head(OpCode::Select);
        self.values(&values);
        self.attributes_but(op, &[]);
        self.push(" : ");
        if *self.module.ty(values[0]) != Type::I1 {
            self.ty(values[0]);
            self.push(", ");
        }
        self.ty(result);
        Some(())
    }

    pub fn all_index(&self, values: &[ValueId]) -> bool {
        values.iter().all(|&v| *self.module.ty(v) == Type::Index)
    }
}
