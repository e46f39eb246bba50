//! The bufferization dialect.

use crate::diagnostic::counted;
use crate::ir::Op;
use crate::op::OpCode;
use crate::types::Type;

use super::operation::Checker;
use super::shapes::{compatible, dynamic_count};
use super::{Check, wrong};

impl Checker<'_> {
    pub fn bufferization(&self, op: &Op, code: OpCode) -> Check {
        match code {
            OpCode::BufferizationAllocTensor => self.alloc_tensor(op),
            OpCode::BufferizationDealloc => self.dealloc(op),
            OpCode::BufferizationMaterialize => self.materialize(op),
            _ => Ok(()),
        }
    }

    fn alloc_tensor(&self, op: &Op) -> Check {
        let [sizes, copy, _] = self.segments::<3>(op)?;
        if copy > 0 {
            return match sizes {
                0 => Ok(()),
                _ => Err(wrong(
                    op,
                    "the dynamic sizes are not needed when copying a tensor",
                )),
            };
        }
        let expected = dynamic_count(self.ranked_result(op)?);
        if sizes == expected {
            return Ok(());
        }
        Err(wrong(op, format!("has {}", counted(sizes, "dynamic size")))
            .help(format!("expected {expected} dynamic sizes")))
    }

    fn dealloc(&self, op: &Op) -> Check {
        let [memrefs, conditions, retained] = self.segments::<3>(op)?;
        if memrefs != conditions {
            let message = format!(
                "has {} and {}",
                counted(memrefs, "memref"),
                counted(conditions, "condition")
            );
            let help = "must have the same number of conditions as memrefs to deallocate";
            return Err(wrong(op, message).help(help));
        }
        if op.results.len() != retained {
            let message = format!(
                "has {} and {}",
                counted(op.results.len(), "result"),
                counted(retained, "retained operand")
            );
            let help = "must have the same number of updated conditions (results) as retained operands";
            return Err(wrong(op, message).help(help));
        }
        Ok(())
    }

    fn materialize(&self, op: &Op) -> Check {
        let &[source, dest] = op.operands.as_slice() else {
            return Ok(());
        };
        let is_buffer = match self.ty(dest) {
            Type::MemRef(_) => true,
            Type::Tensor(_) => false,
            other => {
                let message = format!("`dest` has the type `{other}`: it must be a tensor or a memref");
                return Err(wrong(op, message));
            }
        };
        match op.results.first() {
            None if !is_buffer => {
                return Err(wrong(op, "the tensor `dest` implies exactly one tensor result"));
            }
            Some(_) if is_buffer => return Err(wrong(op, "the memref `dest` implies zero results")),
            Some(&result) if self.ty(result) != self.ty(dest) => {
                return Err(wrong(op, "the result and `dest` types must match"));
            }
            _ => {}
        }
        if op.attribute("restrict").is_some() && !is_buffer {
            return Err(wrong(op, "`restrict` is valid only for memref destinations"));
        }
        if op.attribute("writable").is_some() != is_buffer {
            let message = "`writable` must be specified if and only if the destination is of memref type";
            return Err(wrong(op, message));
        }
        match (self.dims(source), self.dims(dest)) {
            (Some(from), Some(to)) if from.len() != to.len() => {
                Err(wrong(op, "a rank mismatch between source and destination shape"))
            }
            (Some(from), Some(to)) if compatible(from, to) => Ok(()),
            (None, None) => Ok(()),
            _ => Err(wrong(op, "the source/destination shapes are incompatible")),
        }
    }
}
