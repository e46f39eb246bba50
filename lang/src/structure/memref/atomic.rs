//! Atomic updates.

use crate::ir::{Op, OpId};
use crate::op::OpCode;
use crate::structure::operation::Checker;
use crate::structure::{Check, wrong};

use super::extents;

/// What the kinds of an atomic update combine, by their numbers.
const OF_FLOATS: [i64; 4] = [0, 3, 6, 9];
const OF_INTEGERS: [i64; 8] = [1, 4, 5, 7, 8, 10, 11, 12];

impl Checker<'_> {
    pub(super) fn atomic_rmw(&self, op: &Op) -> Check {
        let memref = self.memref_of(op, op.operands.get(1))?;
        self.subscript_count(op, extents(memref).len(), op.operands.len() - 2)?;
        let kind = self.attribute(op, "kind")?.as_i64().unwrap_or(-1);
        let ty = self.ty(op.operands[0]);
        if OF_FLOATS.contains(&kind) && !ty.is_float() {
            return Err(wrong(op, format!("the value has the type `{ty}`"))
                .help("an atomic update of this kind expects a floating-point type"));
        }
        if OF_INTEGERS.contains(&kind) && !ty.is_integer() {
            return Err(wrong(op, format!("the value has the type `{ty}`"))
                .help("an atomic update of this kind expects an integer type"));
        }
        Ok(())
    }

    fn subscript_count(&self, op: &Op, rank: usize, found: usize) -> Check {
        match rank == found {
            true => Ok(()),
            false => Err(
                wrong(op, format!("has {found} subscripts for a memref of rank {rank}"))
                    .help("expects the number of subscripts to be equal to memref rank"),
            ),
        }
    }

    pub(super) fn generic_atomic_rmw(&self, id: OpId, op: &Op) -> Check {
        let entry = op
            .regions
            .first()
            .and_then(|&r| self.module.region(r).blocks.first());
        let arguments = entry.map_or(&[][..], |&b| &self.module.block(b).arguments);
        let &[argument] = arguments else {
            return Err(wrong(op, format!("its region has {} arguments", arguments.len()))
                .help("expected single number of entry block arguments"));
        };
        let (found, wanted) = (self.ty(argument), self.ty(op.results[0]));
        if found != wanted {
            return Err(
                wrong(op, format!("its block argument has the type `{found}`")).help(format!(
                    "expected block argument of the same type result type: `{wanted}`"
                )),
            );
        }
        let mut effect = None;
        self.module.walk(id, &mut |inner| {
            let code = self.module.op(inner).code();
            if effect.is_none() && inner != id && !code.is_some_and(OpCode::is_free_of_effects) {
                effect = Some(inner);
            }
        });
        match effect {
            None => Ok(()),
            Some(inner) => Err(wrong(
                self.module.op(inner),
                "the body of `memref.generic_atomic_rmw` should contain only operations with no side effects",
            )),
        }
    }

    pub(super) fn atomic_yield(&self, id: OpId, op: &Op) -> Check {
        let around = self.module.parent_op(id).map(|p| self.module.op(p));
        let wanted = around.and_then(|o| o.results.first()).map(|&v| self.ty(v));
        let found = self.ty(op.operands[0]);
        match wanted {
            Some(wanted) if wanted != found => Err(wrong(
                op,
                format!("types mismatch between the yield op: `{found}`, and its parent: `{wanted}`"),
            )),
            _ => Ok(()),
        }
    }
}
