//! The rules of the memref dialect beyond its signatures.

mod atomic;
mod global;
mod part;
mod reassociation;
mod transfer;
mod view;

use crate::ir::{Op, OpId, ValueId};
use crate::op::{OpCode, Trait};
use crate::types::{Dim, MemRefType};

use super::operation::Checker;
use super::{Check, wrong};

impl Checker<'_> {
    pub fn memref_op(&self, id: OpId, op: &Op, code: OpCode) -> Check {
        match code {
            OpCode::MemRefAlloc => self.allocation(op),
            OpCode::MemRefAlloca => self.stack_allocation(id, op),
            OpCode::MemRefAssumeAlignment => self.assume_alignment(op),
            OpCode::MemRefAtomicRmw => self.atomic_rmw(op),
            OpCode::MemRefAtomicYield => self.atomic_yield(id, op),
            OpCode::MemRefCollapseShape => self.collapse_shape(op),
            OpCode::MemRefDim => self.dim(op),
            OpCode::MemRefDmaStart => self.transfer(op),
            OpCode::MemRefDmaWait => self.transfer_wait(op),
            OpCode::MemRefExpandShape => self.expand_shape(op),
            OpCode::MemRefGenericAtomicRmw => self.generic_atomic_rmw(id, op),
            OpCode::MemRefGetGlobal => self.get_global(id, op),
            OpCode::MemRefGlobal => self.global(id, op),
            OpCode::MemRefLoad | OpCode::MemRefStore => self.access(op, code),
            OpCode::MemRefPrefetch => self.prefetch(op),
            OpCode::MemRefRealloc => self.realloc(op),
            OpCode::MemRefReinterpretCast => self.reinterpret_cast(op),
            OpCode::MemRefReshape => self.reshape(op),
            OpCode::MemRefSubView => self.subview(op),
            OpCode::MemRefTranspose => self.transpose(op),
            OpCode::MemRefView => self.view(op),
            _ => Ok(()),
        }
    }

    fn stack_allocation(&self, id: OpId, op: &Op) -> Check {
        let mut around = self.module.parent_op(id);
        while let Some(parent) = around {
            let code = self.module.op(parent).code();
            if code.is_some_and(|c| c.has_trait(Trait::AutomaticAllocationScope)) {
                return self.allocation(op);
            }
            around = self.module.parent_op(parent);
        }
        Err(wrong(op, "no operation around frees the allocation")
            .help("requires an ancestor op with AutomaticAllocationScope trait"))
    }

    /// The memref type of an operand or result; the signature has checked that it is one.
    fn memref_of<'a>(
        &'a self,
        op: &Op,
        value: Option<&ValueId>,
    ) -> Result<&'a MemRefType, crate::diagnostic::Diagnostic> {
        match value.and_then(|&v| self.ty(v).as_memref()) {
            Some(memref) => Ok(memref),
            None => Err(wrong(op, "an operand or result is no memref")),
        }
    }

    fn same_memory_space(&self, op: &Op, source: &MemRefType, result: &MemRefType) -> Check {
        match source.memory_space == result.memory_space {
            true => Ok(()),
            false => Err(wrong(
                op,
                "different memory spaces are specified for the source and the result memref type",
            )),
        }
    }

    fn same_element(&self, op: &Op, source: &MemRefType, result: &MemRefType) -> Check {
        if source.element == result.element {
            return Ok(());
        }
        let message = format!(
            "different element types are specified for the source and the result memref type: `{}` and `{}`",
            source.element, result.element
        );
        Err(wrong(op, message))
    }
}

/// The extents of a memref; none for one without a rank.
fn extents(memref: &MemRefType) -> &[Dim] {
    memref.shape.as_deref().unwrap_or_default()
}

fn dynamic_extents(memref: &MemRefType) -> usize {
    extents(memref).iter().filter(|d| **d == Dim::Dynamic).count()
}
