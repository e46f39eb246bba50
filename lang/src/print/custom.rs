//! Custom forms that no signature describes. Each answers `None` when the operation does not fit the form.

use crate::ir::{Op, OpId, ValueId};
use crate::linalg::definition;
use crate::op::{Dialect, OpCode};
use crate::types::Type;

use super::printer::Printer;
use super::{dma, switch};

/// Writes a form, name and all; `None` when the operation does not fit it.
pub(super) type Write = fn(&mut Printer<'_>, OpId) -> Option<()>;

/// What writes the form of an operation whose signature says `custom`.
pub(super) fn writer(code: OpCode) -> Option<Write> {
    let write: Write = match code {
        OpCode::AffineApply => |p, op| p.affine_apply(op, OpCode::AffineApply),
        OpCode::AffineMin => |p, op| p.affine_apply(op, OpCode::AffineMin),
        OpCode::AffineMax => |p, op| p.affine_apply(op, OpCode::AffineMax),
        OpCode::AffineFor => |p, op| p.affine_for(op),
        OpCode::AffineIf => |p, op| p.affine_if(op),
        OpCode::AffineLoad => |p, op| p.affine_load(op, OpCode::AffineLoad),
        OpCode::AffineVectorLoad => |p, op| p.affine_load(op, OpCode::AffineVectorLoad),
        OpCode::AffineStore => |p, op| p.affine_store(op, OpCode::AffineStore),
        OpCode::AffineVectorStore => |p, op| p.affine_store(op, OpCode::AffineVectorStore),
        OpCode::AffineParallel => |p, op| p.affine_parallel(op),
        OpCode::AffinePrefetch => |p, op| p.affine_prefetch(op, OpCode::AffinePrefetch),
        OpCode::KrnlPrefetch => |p, op| p.affine_prefetch(op, OpCode::KrnlPrefetch),
        OpCode::KrnlDefineLoops => |p, op| p.krnl_define_loops(op),
        OpCode::KrnlIterate => |p, op| p.krnl_iterate(op),
        OpCode::KrnlGetLinearOffsetIndex => |p, op| p.krnl_linear_offset(op),
        OpCode::AffineDmaStart => |p, op| p.affine_dma_start(op),
        OpCode::AffineDmaWait => |p, op| p.affine_dma_wait(op),
        OpCode::LinalgGeneric => |p, op| p.linalg_generic(op),
        OpCode::LinalgMap => |p, op| p.linalg_map(op),
        OpCode::LinalgReduce => |p, op| p.linalg_reduce(op),
        OpCode::LinalgTranspose => |p, op| p.linalg_rearrange(op, OpCode::LinalgTranspose, "permutation"),
        OpCode::LinalgBroadcast => |p, op| p.linalg_rearrange(op, OpCode::LinalgBroadcast, "dimensions"),
        _ if code.dialect() == Dialect::Linalg && definition(code).is_some() => |p, op| p.linalg_named(op),
        OpCode::Func => |p, op| p.function(op),
        OpCode::MemRefDmaStart => dma::write,
        OpCode::Switch => switch::write,
        OpCode::Select => |p, op| p.select(op),
        OpCode::ScfFor => |p, op| p.scf_for(op),
        OpCode::ScfForall => |p, op| p.scf_forall(op),
        OpCode::ScfIf => |p, op| p.scf_if(op),
        OpCode::ScfIndexSwitch => |p, op| p.scf_index_switch(op),
        OpCode::ScfParallel => |p, op| p.scf_parallel(op),
        OpCode::ScfReduce => |p, op| p.scf_reduce(op),
        OpCode::ScfWhile => |p, op| p.scf_while(op),
        OpCode::VectorContract => |p, op| p.contract(op),
        OpCode::VectorMask => |p, op| p.mask_op(op),
        OpCode::VectorOuterProduct => |p, op| p.outer_product(op),
        OpCode::VectorTransferRead => |p, op| p.transfer_read(op),
        OpCode::VectorTransferWrite => |p, op| p.transfer_write(op),
        OpCode::VectorWarpExecuteOnLane0 => |p, op| p.warp_execute(op),
        _ => return None,
    };
    Some(write)
}

impl Printer<'_> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::signature::{Assembly, Signature};

    #[test]
    fn every_custom_form_has_a_writer() {
        for row in OpCode::table() {
            let is_custom = matches!(Signature::of(row.code).assembly, Assembly::Custom);
            assert_eq!(is_custom, writer(row.code).is_some(), "{}", row.name);
        }
    }
}
