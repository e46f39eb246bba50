//! Custom forms. Each answers `None` when the operation does not fit the form.

use crate::assembly;
use crate::ir::{Op, OpId, ValueId};
use crate::linalg::definition;
use crate::op::{Dialect, OpCode};
use crate::types::Type;

use super::operation::Printer;

impl Printer<'_> {
    pub fn custom(&mut self, op: OpId) -> Option<()> {
        let code = self.module.op(op).code()?;
        match code.dialect() {
            Dialect::Affine => match code {
                _ if !self.module.op(op).successors.is_empty() => None,
                OpCode::AffineYield => self.terminator(op, code),
                OpCode::AffineFor => self.affine_for(op),
                OpCode::AffineIf => self.affine_if(op),
                OpCode::AffineApply | OpCode::AffineMin | OpCode::AffineMax => self.affine_apply(op, code),
                OpCode::AffineLoad | OpCode::AffineVectorLoad => self.affine_load(op, code),
                OpCode::AffineStore | OpCode::AffineVectorStore => self.affine_store(op, code),
                OpCode::AffineParallel => self.affine_parallel(op),
                OpCode::AffinePrefetch => self.affine_prefetch(op),
                OpCode::AffineDelinearizeIndex => self.delinearize_index(op),
                OpCode::AffineDmaStart => self.affine_dma_start(op),
                OpCode::AffineDmaWait => self.affine_dma_wait(op),
                _ => assembly::write(self, op, code),
            },
            Dialect::Linalg => match code {
                OpCode::LinalgGeneric => self.linalg_generic(op),
                OpCode::LinalgMap => self.linalg_map(op),
                OpCode::LinalgReduce => self.linalg_reduce(op),
                OpCode::LinalgTranspose => self.linalg_rearrange(op, code, "permutation"),
                OpCode::LinalgBroadcast => self.linalg_rearrange(op, code, "dimensions"),
                _ => match definition(code) {
                    Some(definition) => self.linalg_named(op, code, definition),
                    None => assembly::write(self, op, code),
                },
            },
            _ => assembly::write(self, op, code),
        }
    }

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
