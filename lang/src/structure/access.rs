//! Accesses to memory at affine indices.

use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{Op, ValueId};
use crate::op::OpCode;
use crate::types::MemRefType;

use super::affine::positive_divisors;
use super::operation::Checker;
use super::{Check, wrong};

impl Checker<'_> {
    pub fn affine_access(&self, op: &Op, code: OpCode) -> Check {
        let (value, memref, operands) = self.split_access(op, code)?;
        let ty = self.memref(op, memref)?;
        let is_vector = matches!(code, OpCode::AffineVectorLoad | OpCode::AffineVectorStore);
        if !is_vector {
            self.element(op, value, ty)?;
        }
        self.subscripts(op, "map", ty, operands, "an index")?;
        match is_vector {
            true => self.elements(op, value, ty),
            false => Ok(()),
        }
    }

    /// The value has the element type.
    fn element(&self, op: &Op, value: ValueId, memref: &MemRefType) -> Check {
        if *self.ty(value) == memref.element {
            return Ok(());
        }
        let message = format!(
            "the value has the type `{}`: it must match the element type of the memref",
            self.ty(value)
        );
        Err(wrong(op, message).help(format!("expected `{}`", memref.element)))
    }

    /// The value is a vector of the element type.
    fn elements(&self, op: &Op, value: ValueId, memref: &MemRefType) -> Check {
        let Some(vector) = self.ty(value).as_vector() else {
            let message = format!("accesses the type `{}`", self.ty(value));
            return Err(wrong(op, message).help("must be vector of any type values"));
        };
        if vector.element == memref.element {
            return Ok(());
        }
        let message = format!(
            "a vector of `{}` accesses a memref of `{}`",
            vector.element, memref.element
        );
        Err(wrong(op, message).help("requires memref and vector types of the same elemental type"))
    }

    pub fn affine_prefetch(&self, op: &Op) -> Check {
        let Some((&memref, operands)) = op.operands.split_first() else {
            return Err(wrong(op, "has too few operands").help("expected a memref and its indices"));
        };
        let ty = self.memref(op, memref)?;
        self.subscripts(op, "map", ty, operands, "an index")
    }

    pub fn dma_start(&self, op: &Op) -> Check {
        let mut rest = op.operands.as_slice();
        let sides = [
            ("src_map", "source", "src index"),
            ("dst_map", "destination", "dst index"),
            ("tag_map", "tag", "tag index"),
        ];
        for (name, what, index) in sides {
            rest = self.dma_side(op, rest, name, what, index)?;
        }
        if !matches!(rest.len(), 1 | 3) {
            let message = format!("an incorrect number of operands: {} behind the tag", rest.len());
            return Err(wrong(op, message).help("expected the number of elements, alone or with two strides"));
        }
        self.indices(op, rest)
    }

    pub fn dma_wait(&self, op: &Op) -> Check {
        let rest = self.dma_side(op, &op.operands, "tag_map", "tag", "an index")?;
        if rest.len() != 1 {
            let message = format!("an incorrect number of operands: {} behind the tag", rest.len());
            return Err(wrong(op, message).help("expected the number of elements"));
        }
        self.indices(op, rest)
    }

    /// The memref and its indices at the front of the operands; gives those behind.
    fn dma_side<'a>(
        &self,
        op: &Op,
        operands: &'a [ValueId],
        name: &str,
        what: &str,
        index: &str,
    ) -> Result<&'a [ValueId], Diagnostic> {
        let map = self.map(op, name)?;
        let inputs = map.num_dims as usize + map.num_symbols as usize;
        let (Some((&memref, rest)), true) = (operands.split_first(), operands.len() > inputs) else {
            return Err(wrong(op, format!("an incorrect number of operands for `{name}`")));
        };
        let Some(ty) = self.ty(memref).as_memref() else {
            let message = format!("the DMA {what} has the type `{}`", self.ty(memref));
            return Err(wrong(op, message).help("expected it to be of memref type"));
        };
        let (indices, rest) = rest.split_at(inputs);
        self.subscripts(op, name, ty, indices, index)?;
        Ok(rest)
    }

    /// The map gives an index for each dimension, and takes the operands, which are dimensions or symbols.
    fn subscripts(&self, op: &Op, name: &str, ty: &MemRefType, operands: &[ValueId], what: &str) -> Check {
        let rank = self.rank(op, ty)?;
        let map = self.map(op, name)?;
        if map.results.len() != rank {
            let found = counted(map.results.len(), "subscript");
            return Err(
                wrong(op, format!("the affine map has {found} as results")).help(format!(
                    "expected {rank}: the num of results must equal the memref rank"
                )),
            );
        }
        for result in &map.results {
            positive_divisors(op, result)?;
        }
        if operands.len() as u64 != u64::from(map.num_dims) + u64::from(map.num_symbols) {
            let message = format!(
                "found {}: expects as many subscripts as affine map inputs",
                counted(operands.len(), "operand")
            );
            return Err(wrong(op, message).help(format!("expected {}", map.num_dims + map.num_symbols)));
        }
        self.affine_indices(op, operands, what)
    }
}
