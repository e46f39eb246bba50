//! Allocation and access at given indices.

use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{Op, ValueId};
use crate::op::OpCode;
use crate::types::{Dim, Layout, MemRefType, Type, VectorType};

use super::operation::Checker;
use super::{Check, wrong};

impl Checker<'_> {
    pub fn memref<'a>(&'a self, op: &Op, value: ValueId) -> Result<&'a MemRefType, Diagnostic> {
        self.ty(value).as_memref().ok_or_else(|| {
            wrong(op, format!("an operand has the type `{}`", self.ty(value)))
                .help("must be a memref of any type values")
        })
    }

    pub fn rank(&self, op: &Op, memref: &MemRefType) -> Result<usize, Diagnostic> {
        memref
            .rank()
            .ok_or_else(|| wrong(op, "the memref has no rank").help("expected a ranked memref"))
    }

    pub fn allocation(&self, op: &Op) -> Check {
        self.count_results(op, 1)?;
        let memref = self.memref(op, op.results[0])?;
        self.rank(op, memref)?;
        let [sizes, symbols] = self.segments::<2>(op)?;
        self.indices(op, &op.operands)?;
        let dynamic = memref
            .shape
            .iter()
            .flatten()
            .filter(|d| **d == Dim::Dynamic)
            .count();
        if sizes != dynamic {
            let message = format!("the allocation is given {}", counted(sizes, "extent"));
            return Err(wrong(op, message).help(format!(
                "dimension operand count does not equal memref dynamic dimension count, {dynamic}"
            )));
        }
        let wanted = match &memref.layout {
            Some(Layout::Map(map)) => map.num_symbols as usize,
            // A symbol for each `?`.
            Some(Layout::Strided { strides, offset }) => {
                let dynamic = strides.iter().chain([offset]).filter(|d| **d == Dim::Dynamic);
                dynamic.count()
            }
            _ => 0,
        };
        if symbols != wanted {
            let message = format!("the allocation is given {}", counted(symbols, "symbol"));
            return Err(wrong(op, message).help(format!(
                "symbol operand count does not equal memref symbol count: expected {wanted}"
            )));
        }
        Ok(())
    }

    pub fn dim(&self, op: &Op) -> Check {
        self.count(op, 2, 1)?;
        self.memref(op, op.operands[0])?;
        self.indices(op, &[op.operands[1], op.results[0]])
    }

    /// `memref.load`, `memref.store` and the loads and stores of vectors.
    pub fn access(&self, op: &Op, code: OpCode) -> Check {
        let (value, memref, indices) = self.split_access(op, code)?;
        let ty = self.memref(op, memref)?;
        let rank = self.rank(op, ty)?;
        self.indices(op, indices)?;
        if indices.len() != rank {
            return Err(wrong(op, format!("the number of indices is {}", indices.len()))
                .help(format!("expected {rank}, the rank of the memref")));
        }
        self.accessed(op, code, value, ty)
    }

    /// The value loaded or stored, the memref, the operands after it.
    pub fn split_access<'a>(
        &self,
        op: &'a Op,
        code: OpCode,
    ) -> Result<(ValueId, ValueId, &'a [ValueId]), Diagnostic> {
        let stores = matches!(
            code,
            OpCode::MemRefStore | OpCode::VectorStore | OpCode::AffineStore | OpCode::AffineVectorStore
        );
        if !op.regions.is_empty() {
            return Err(wrong(op, "requires zero regions"));
        }
        match (op.operands.as_slice(), op.results.as_slice()) {
            ([value, memref, rest @ ..], []) if stores => Ok((*value, *memref, rest)),
            ([memref, rest @ ..], [value]) if !stores => Ok((*value, *memref, rest)),
            _ => Err(wrong(op, "has the wrong number of operands or results")),
        }
    }

    /// The value has the element type, or is a vector that fits the memref.
    pub fn accessed(&self, op: &Op, code: OpCode, value: ValueId, memref: &MemRefType) -> Check {
        if matches!(code, OpCode::MemRefLoad | OpCode::MemRefStore) {
            return self.expect_type(op, value, &memref.element, "the value");
        }
        let Some(vector) = self.ty(value).as_vector() else {
            return Err(
                wrong(op, format!("accesses the type `{}`", self.ty(value))).help("expected a vector")
            );
        };
        self.vector_fits(op, vector, memref)
    }

    fn vector_fits(&self, op: &Op, vector: &VectorType, memref: &MemRefType) -> Check {
        // A memref of vectors may be accessed by whole elements.
        if matches!(&memref.element, Type::Vector(v) if **v == *vector) {
            return Ok(());
        }
        if vector.element != memref.element {
            return Err(wrong(
                op,
                format!(
                    "a vector of `{}` accesses a memref of `{}`",
                    vector.element, memref.element
                ),
            )
            .help("expected equal element types"));
        }
        let last_is_unit = match &memref.layout {
            Some(Layout::Strided { strides, .. }) => strides.last().is_none_or(|s| *s == Dim::Fixed(1)),
            _ => true,
        };
        if !last_is_unit {
            return Err(wrong(op, "the innermost stride of the memref is not 1"));
        }
        Ok(())
    }
}
