//! Transfers between memories.

use crate::diagnostic::counted;
use crate::ir::{Op, ValueId};
use crate::structure::operation::Checker;
use crate::structure::{Check, wrong};
use crate::types::Type;

impl Checker<'_> {
    /// The operands one after another: source, target, count, tag, strides.
    pub(super) fn transfer(&self, op: &Op) -> Check {
        let mut rest = op.operands.as_slice();
        let mut needed = 4;
        self.at_least(op, needed)?;
        for what in ["source", "destination", "tag"] {
            let memref = self.next(op, &mut rest)?;
            let Some(rank) = self.ty(memref).as_memref().and_then(|m| m.rank()) else {
                return Err(
                    wrong(op, format!("the {what} has the type `{}`", self.ty(memref)))
                        .help(format!("expected {what} to be of memref type")),
                );
            };
            needed += rank;
            self.at_least(op, needed)?;
            for _ in 0..rank {
                let index = self.next(op, &mut rest)?;
                self.is_index(op, index, &format!("{what} indices"))?;
            }
            if what == "destination" {
                let count = self.next(op, &mut rest)?;
                self.is_index(op, count, "num elements")?;
            }
        }
        if !matches!(rest.len(), 0 | 2) {
            let message = format!("incorrect number of operands: {} behind the tag", rest.len());
            return Err(wrong(op, message).help("expected none, or a stride and the elements per stride"));
        }
        for &stride in rest {
            self.is_index(op, stride, "stride and num elements per stride")?;
        }
        Ok(())
    }

    fn at_least(&self, op: &Op, needed: usize) -> Check {
        match op.operands.len() >= needed {
            true => Ok(()),
            false => Err(
                wrong(op, format!("has {}", counted(op.operands.len(), "operand")))
                    .help(format!("expected at least {needed} operands")),
            ),
        }
    }

    fn next(&self, op: &Op, rest: &mut &[ValueId]) -> Result<ValueId, crate::diagnostic::Diagnostic> {
        let (&first, others) = rest
            .split_first()
            .ok_or_else(|| wrong(op, "has too few operands"))?;
        *rest = others;
        Ok(first)
    }

    fn is_index(&self, op: &Op, value: ValueId, what: &str) -> Check {
        match *self.ty(value) == Type::Index {
            true => Ok(()),
            false => Err(wrong(op, format!("found the type `{}`", self.ty(value)))
                .help(format!("expected {what} to be of index type"))),
        }
    }

    pub(super) fn transfer_wait(&self, op: &Op) -> Check {
        let tag = self.memref_of(op, op.operands.first())?;
        let (rank, found) = (tag.rank().unwrap_or_default(), op.operands.len() - 2);
        match rank == found {
            true => Ok(()),
            false => Err(wrong(op, format!("has {found} tag indices")).help(format!(
                "expected tagIndices to have the same number of elements as the tagMemRef rank, {rank}"
            ))),
        }
    }
}
