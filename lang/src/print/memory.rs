//! Custom forms of the memref dialect, and of loads and stores of vectors.

use crate::ir::OpId;
use crate::op::OpCode;

use super::operation::Printer;

impl Printer<'_> {
    pub fn allocation(&mut self, op: OpId, code: OpCode) -> Option<()> {
        let o = self.module.op(op);
        let operands = o.operands.clone();
        self.plain(op, operands.len(), 1)?;
        let result = o.results[0];
        let segments = o.attribute("operandSegmentSizes")?.as_i64_list()?;
        let [sizes, symbols] = segments.as_slice() else {
            return None;
        };
        let sizes = usize::try_from(*sizes).ok().filter(|n| *n <= operands.len())?;
        if usize::try_from(*symbols).ok()? != operands.len() - sizes || !self.all_index(&operands) {
            return None;
        }
        self.push(code.name());
        self.push("(");
        self.values(&operands[..sizes]);
        self.push(")");
        if sizes < operands.len() {
            self.push("[");
            self.values(&operands[sizes..]);
            self.push("]");
        }
        self.attributes_but(op, &["operandSegmentSizes"]);
        self.push(" : ");
        self.ty(result);
        Some(())
    }

    pub fn dim(&mut self, op: OpId) -> Option<()> {
        let o = self.plain(op, 2, 1)?;
        let values = o.operands.clone();
        if !self.all_index(&[values[1], o.results[0]]) {
            return None;
        }
        self.head(OpCode::MemRefDim);
        self.values(&values);
        self.attributes_but(op, &[]);
        self.push(" : ");
        self.ty(values[0]);
        Some(())
    }

    pub fn load(&mut self, op: OpId, code: OpCode) -> Option<()> {
        let operands = self.module.op(op).operands.clone();
        let (&memref, indices) = operands.split_first()?;
        let result = self.plain(op, operands.len(), 1)?.results[0];
        let element = &self.module.ty(memref).as_memref()?.element;
        let scalar = code == OpCode::MemRefLoad;
        if !self.all_index(indices) || scalar && self.module.ty(result) != element {
            return None;
        }
        self.head(code);
        self.value(memref);
        self.push("[");
        self.values(indices);
        self.push("]");
        self.attributes_but(op, &[]);
        self.push(" : ");
        self.ty(memref);
        if !scalar {
            self.push(", ");
            self.ty(result);
        }
        Some(())
    }

    pub fn store(&mut self, op: OpId, code: OpCode) -> Option<()> {
        let operands = self.module.op(op).operands.clone();
        self.plain(op, operands.len(), 0)?;
        let [value, memref, indices @ ..] = operands.as_slice() else {
            return None;
        };
        let element = &self.module.ty(*memref).as_memref()?.element;
        let scalar = code == OpCode::MemRefStore;
        if !self.all_index(indices) || scalar && self.module.ty(*value) != element {
            return None;
        }
        self.head(code);
        self.values(&operands[..2]);
        self.push("[");
        self.values(indices);
        self.push("]");
        self.attributes_but(op, &[]);
        self.push(" : ");
        self.ty(*memref);
        if !scalar {
            self.push(", ");
            self.ty(*value);
        }
        Some(())
    }

    pub fn copy(&mut self, op: OpId) -> Option<()> {
        let values = self.plain(op, 2, 0)?.operands.clone();
        self.head(OpCode::MemRefCopy);
        self.values(&values);
        self.attributes_but(op, &[]);
        self.push(" : ");
        self.ty(values[0]);
        self.push(" to ");
        self.ty(values[1]);
        Some(())
    }
}
