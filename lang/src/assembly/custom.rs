//! Forms that no signature can describe, by operation.

mod dma;
mod switch;

use crate::ir::OpId;
use crate::linalg::definition;
use crate::op::{Dialect, OpCode};
use crate::parse::{OpState, Parsed, Parser};
use crate::print::Printer;

/// How such a form is read, from behind the name of the operation, and written, name and all. The
/// writer answers `None` when the operation does not fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CustomForm {
    pub read: Read,
    pub write: Write,
}

type Read = for<'s> fn(&mut Parser<'s>, &mut OpState) -> Parsed<()>;
type Write = fn(&mut Printer<'_>, OpId) -> Option<()>;

/// The form of an operation whose signature says `custom`.
pub(super) fn of(code: OpCode) -> Option<CustomForm> {
    let form = |read: Read, write: Write| Some(CustomForm { read, write });
    match code {
        OpCode::AffineApply => form(
            |p, op| p.affine_apply(op),
            |p, op| p.affine_apply(op, OpCode::AffineApply),
        ),
        OpCode::AffineMin => form(
            |p, op| p.affine_apply(op),
            |p, op| p.affine_apply(op, OpCode::AffineMin),
        ),
        OpCode::AffineMax => form(
            |p, op| p.affine_apply(op),
            |p, op| p.affine_apply(op, OpCode::AffineMax),
        ),
        OpCode::AffineFor => form(|p, op| p.affine_for(op), |p, op| p.affine_for(op)),
        OpCode::AffineIf => form(|p, op| p.affine_if(op), |p, op| p.affine_if(op)),
        OpCode::AffineLoad => form(
            |p, op| p.affine_load(op, false),
            |p, op| p.affine_load(op, OpCode::AffineLoad),
        ),
        OpCode::AffineVectorLoad => form(
            |p, op| p.affine_load(op, true),
            |p, op| p.affine_load(op, OpCode::AffineVectorLoad),
        ),
        OpCode::AffineStore => form(
            |p, op| p.affine_store(op, false),
            |p, op| p.affine_store(op, OpCode::AffineStore),
        ),
        OpCode::AffineVectorStore => form(
            |p, op| p.affine_store(op, true),
            |p, op| p.affine_store(op, OpCode::AffineVectorStore),
        ),
        OpCode::AffineParallel => form(|p, op| p.affine_parallel(op), |p, op| p.affine_parallel(op)),
        OpCode::AffinePrefetch => form(|p, op| p.affine_prefetch(op), |p, op| p.affine_prefetch(op)),
        OpCode::AffineDmaStart => form(|p, op| p.affine_dma_start(op), |p, op| p.affine_dma_start(op)),
        OpCode::AffineDmaWait => form(|p, op| p.affine_dma_wait(op), |p, op| p.affine_dma_wait(op)),
        OpCode::LinalgGeneric => form(|p, op| p.linalg_generic(op), |p, op| p.linalg_generic(op)),
        OpCode::LinalgMap => form(|p, op| p.linalg_map(op), |p, op| p.linalg_map(op)),
        OpCode::LinalgReduce => form(|p, op| p.linalg_reduce(op), |p, op| p.linalg_reduce(op)),
        OpCode::LinalgTranspose => form(
            |p, op| p.linalg_rearrange(op, "permutation"),
            |p, op| p.linalg_rearrange(op, OpCode::LinalgTranspose, "permutation"),
        ),
        OpCode::LinalgBroadcast => form(
            |p, op| p.linalg_rearrange(op, "dimensions"),
            |p, op| p.linalg_rearrange(op, OpCode::LinalgBroadcast, "dimensions"),
        ),
        _ if code.dialect() == Dialect::Linalg && definition(code).is_some() => {
            form(|p, op| p.linalg_named(op), |p, op| p.linalg_named(op))
        }
        OpCode::Func => form(|p, op| p.function(op), |p, op| p.function(op)),
        OpCode::MemRefDmaStart => form(dma::read, dma::write),
        OpCode::Switch => form(switch::read, switch::write),
        OpCode::Select => form(|p, op| p.select(op), |p, op| p.select(op)),
        OpCode::ScfFor => form(|p, op| p.scf_for(op), |p, op| p.scf_for(op)),
        OpCode::ScfForall => form(|p, op| p.scf_forall(op), |p, op| p.scf_forall(op)),
        OpCode::ScfIf => form(|p, op| p.scf_if(op), |p, op| p.scf_if(op)),
        OpCode::ScfIndexSwitch => form(|p, op| p.scf_index_switch(op), |p, op| p.scf_index_switch(op)),
        OpCode::ScfParallel => form(|p, op| p.scf_parallel(op), |p, op| p.scf_parallel(op)),
        OpCode::ScfReduce => form(|p, op| p.scf_reduce(op), |p, op| p.scf_reduce(op)),
        OpCode::ScfWhile => form(|p, op| p.scf_while(op), |p, op| p.scf_while(op)),
        OpCode::VectorContract => form(|p, op| p.contract(op), |p, op| p.contract(op)),
        OpCode::VectorMask => form(|p, op| p.mask_op(op), |p, op| p.mask_op(op)),
        OpCode::VectorOuterProduct => form(|p, op| p.outer_product(op), |p, op| p.outer_product(op)),
        OpCode::VectorTransferRead => form(|p, op| p.transfer_read(op), |p, op| p.transfer_read(op)),
        OpCode::VectorTransferWrite => form(|p, op| p.transfer_write(op), |p, op| p.transfer_write(op)),
        OpCode::VectorWarpExecuteOnLane0 => form(|p, op| p.warp_execute(op), |p, op| p.warp_execute(op)),
        _ => None,
    }
}
