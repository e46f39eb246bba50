//! Globals, and operations on whole allocations.

use std::sync::Arc;

use crate::attribute::Attribute;
use crate::ir::{Op, OpId};
use crate::op::OpCode;
use crate::strided::is_row_major;
use crate::structure::operation::Checker;
use crate::structure::{Check, wrong};
use crate::types::{Dim, MemRefType, TensorType, Type};

use super::{dynamic_extents, extents};

impl Checker<'_> {
    pub(super) fn global(&self, id: OpId, op: &Op) -> Check {
        self.symbol(id, op, false, false)?;
        let ty = self.attribute(op, "type")?;
        let memref = match ty {
            Attribute::Type(Type::MemRef(memref)) if is_static(memref) => memref,
            _ => {
                return Err(
                    wrong(op, format!("the type is `{ty}`")).help("type should be static shaped memref")
                );
            }
        };
        if let Some(value) = op.attribute("initial_value") {
            self.initial_value(op, memref, value)?;
        }
        match op.attribute("alignment").and_then(Attribute::as_i64) {
            Some(alignment) if !is_power_of_two(alignment) => Err(wrong(
                op,
                format!("the alignment attribute value {alignment} is not a power of 2"),
            )),
            _ => Ok(()),
        }
    }

    fn initial_value(&self, op: &Op, memref: &MemRefType, value: &Attribute) -> Check {
        let wanted = Type::Tensor(Arc::new(TensorType {
            shape: memref.shape.clone(),
            element: memref.element.clone(),
            encoding: None,
        }));
        match value.ty() {
            _ if *value == Attribute::Unit => Ok(()),
            Some(found @ (Type::Tensor(_) | Type::Vector(_))) if found == wanted => Ok(()),
            Some(found @ (Type::Tensor(_) | Type::Vector(_))) => {
                Err(wrong(op, format!("the initial value is of type `{found}`"))
                    .help(format!("initial value expected to be of type `{wanted}`")))
            }
            _ => Err(wrong(op, format!("the initial value is `{value}`"))
                .help("initial value should be a unit or elements attribute")),
        }
    }

    pub(super) fn get_global(&self, id: OpId, op: &Op) -> Check {
        let name = self.attribute(op, "name")?;
        let Some(symbol) = name.as_symbol() else {
            return Ok(());
        };
        let Ok(found) = self.lookup(id, symbol) else {
            return Ok(());
        };
        let global = found.filter(|&found| self.is(found, OpCode::MemRefGlobal));
        let Some(global) = global.map(|global| self.module.op(global)) else {
            return Err(wrong(
                op,
                format!("`{name}` does not reference a valid global memref"),
            ));
        };
        let ty = self.ty(op.results[0]);
        match global.attribute("type").and_then(Attribute::as_type) {
            Some(wanted) if wanted != ty => {
                let message = format!(
                    "the result type `{ty}` does not match the type `{wanted}` of the global memref `{name}`"
                );
                Err(wrong(op, message).note(global.span, "the global"))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn realloc(&self, op: &Op) -> Check {
        let source = self.memref_of(op, op.operands.first())?;
        let result = self.memref_of(op, op.results.first())?;
        for (memref, what) in [(source, "source"), (result, "result")] {
            if !is_row_major(memref) {
                return Err(wrong(
                    op,
                    format!("unsupported layout for the {what} memref type"),
                ));
            }
        }
        self.same_memory_space(op, source, result)?;
        self.same_element(op, source, result)?;
        let ty = self.ty(op.results[0]);
        match (dynamic_extents(result) > 0, op.operands.len() > 1) {
            (true, false) => Err(wrong(
                op,
                format!("missing dimension operand for the result type `{ty}`"),
            )),
            (false, true) => Err(wrong(
                op,
                format!("unnecessary dimension operand for the result type `{ty}`"),
            )),
            _ => Ok(()),
        }
    }

    pub(super) fn assume_alignment(&self, op: &Op) -> Check {
        let alignment = self.attribute(op, "alignment")?;
        match alignment.as_i64() {
            Some(n) if n <= 0 => Err(wrong(op, format!("the attribute `alignment` is {n}")).help(
                "failed to satisfy the constraint: 32-bit signless integer attribute whose value is positive",
            )),
            Some(n) if !is_power_of_two(n) => {
                Err(wrong(op, format!("the alignment is {n}")).help("alignment must be power of 2"))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn prefetch(&self, op: &Op) -> Check {
        let memref = self.memref_of(op, op.operands.first())?;
        let found = op.operands.len() - 1;
        let rank = extents(memref).len();
        if found != rank {
            let few = if found < rank {
                "too few indices"
            } else {
                "too many indices"
            };
            return Err(wrong(op, few).help(format!("expected {rank}, the rank of the memref")));
        }
        match self.attribute(op, "localityHint")?.as_i64() {
            Some(0..=3) => Ok(()),
            _ => Err(wrong(op, "the attribute `localityHint` is out of range").help(
                "failed to satisfy the constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
            )),
        }
    }
}

fn is_static(memref: &MemRefType) -> bool {
    let shape = memref.shape.as_ref();
    shape.is_some_and(|shape| shape.iter().all(|d| matches!(d, Dim::Fixed(_))))
}

fn is_power_of_two(n: i64) -> bool {
    u64::try_from(n).is_ok_and(u64::is_power_of_two)
}
