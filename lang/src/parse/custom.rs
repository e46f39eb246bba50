//! Custom forms that no signature describes.

mod affine;
mod dma;
mod function;
mod indices;
mod krnl;
mod linalg;
mod mask;
mod parallel;
mod scalar;
mod scf;
mod switch;
mod transfer;

use crate::linalg::definition;
use crate::op::{Dialect, OpCode};

use super::parser::Parser;
use super::state::{OpState, Parsed};

/// Reads a form from behind the name of the operation.
pub(super) type Read = for<'s> fn(&mut Parser<'s>, &mut OpState) -> Parsed<()>;

/// What reads the form of an operation whose signature says `custom`.
pub(super) fn reader(code: OpCode) -> Option<Read> {
    let read: Read = match code {
        OpCode::AffineApply | OpCode::AffineMin | OpCode::AffineMax => |p, op| p.affine_apply(op),
        OpCode::AffineFor => |p, op| p.affine_for(op),
        OpCode::AffineIf => |p, op| p.affine_if(op),
        OpCode::AffineLoad => |p, op| p.affine_load(op, false),
        OpCode::AffineVectorLoad => |p, op| p.affine_load(op, true),
        OpCode::AffineStore => |p, op| p.affine_store(op, false),
        OpCode::AffineVectorStore => |p, op| p.affine_store(op, true),
        OpCode::AffineParallel => |p, op| p.affine_parallel(op),
        OpCode::AffinePrefetch | OpCode::KrnlPrefetch => |p, op| p.affine_prefetch(op),
        OpCode::AffineDmaStart => |p, op| p.affine_dma_start(op),
        OpCode::AffineDmaWait => |p, op| p.affine_dma_wait(op),
        OpCode::KrnlDefineLoops => |p, op| p.krnl_define_loops(op),
        OpCode::KrnlIterate => |p, op| p.krnl_iterate(op),
        OpCode::KrnlGetLinearOffsetIndex => |p, op| p.krnl_linear_offset(op),
        OpCode::LinalgGeneric => |p, op| p.linalg_generic(op),
        OpCode::LinalgMap => |p, op| p.linalg_map(op),
        OpCode::LinalgReduce => |p, op| p.linalg_reduce(op),
        OpCode::LinalgTranspose => |p, op| p.linalg_rearrange(op, "permutation"),
        OpCode::LinalgBroadcast => |p, op| p.linalg_rearrange(op, "dimensions"),
        _ if code.dialect() == Dialect::Linalg && definition(code).is_some() => |p, op| p.linalg_named(op),
        OpCode::Func => |p, op| p.function(op),
        OpCode::MemRefDmaStart => dma::read,
        OpCode::Switch => switch::read,
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
    Some(read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::signature::{Assembly, Signature};

    #[test]
    fn every_custom_form_has_a_reader() {
        for row in OpCode::table() {
            let is_custom = matches!(Signature::of(row.code).assembly, Assembly::Custom);
            assert_eq!(is_custom, reader(row.code).is_some(), "{}", row.name);
        }
    }
}
