//! Custom forms of the vector dialect.

use crate::attribute::Attribute;
use crate::ir::{OpId, ValueId};
use crate::op::OpCode;

use super::operation::Printer;

impl Printer<'_> {
    /// `[0, %i]`.
    fn positions(&mut self, op: OpId, dynamic: &[ValueId]) -> Option<()> {
        let positions = self.module.op(op).attribute("static_position")?.as_i64_list()?;
        self.indices(["[", "]"], &positions, dynamic)
    }

    pub fn extract(&mut self, op: OpId) -> Option<()> {
        let operands = self.module.op(op).operands.clone();
        let (&source, dynamic) = operands.split_first()?;
        let result = self.plain(op, operands.len(), 1)?.results[0];
        self.head(OpCode::VectorExtract);
        self.value(source);
        self.positions(op, dynamic)?;
        self.attributes_but(op, &["static_position"]);
        self.push(" : ");
        self.ty(result);
        self.push(" from ");
        self.ty(source);
        Some(())
    }

    pub fn insert(&mut self, op: OpId) -> Option<()> {
        let operands = self.module.op(op).operands.clone();
        let [value, target, dynamic @ ..] = operands.as_slice() else {
            return None;
        };
        let result = self.plain(op, operands.len(), 1)?.results[0];
        if self.module.ty(result) != self.module.ty(*target) {
            return None;
        }
        self.head(OpCode::VectorInsert);
        self.values(&[*value, *target]);
        self.push(" ");
        self.positions(op, dynamic)?;
        self.attributes_but(op, &["static_position"]);
        self.push(" : ");
        self.ty(*value);
        self.push(" into ");
        self.ty(*target);
        Some(())
    }

    pub fn reduction(&mut self, op: OpId) -> Option<()> {
        let operands = self.module.op(op).operands.clone();
        let o = self.plain(op, operands.len(), 1)?;
        let result = o.results[0];
        let Some(Attribute::Opaque(kind)) = o.attribute("kind") else {
            return None;
        };
        let kind = kind.strip_prefix("#vector.kind")?.to_string();
        if !(1..=2).contains(&operands.len())
            || operands.len() == 2 && self.module.ty(operands[1]) != self.module.ty(result)
        {
            return None;
        }
        self.head(OpCode::VectorReduction);
        self.push(&kind);
        self.push(", ");
        self.values(&operands);
        self.flags(op, OpCode::VectorReduction)?;
        self.attributes_but(op, &["kind", "fastmath"]);
        self.push(" : ");
        self.ty(operands[0]);
        self.push(" into ");
        self.ty(result);
        Some(())
    }
}
