//! Forms that no signature can describe, by operation.

mod dma;
mod switch;

use crate::ir::OpId;
use crate::op::OpCode;
use crate::parse::{OpState, Parsed, Parser};
use crate::print::Printer;

/// How such a form is read, from behind the name of the operation, and written, name and all. The
/// writer answers `None` when the operation does not fit.
#[derive(Clone, Copy)]
pub(crate) struct CustomForm {
    pub read: Read,
    pub write: Write,
}

type Read = for<'s> fn(&mut Parser<'s>, &mut OpState) -> Parsed<()>;
type Write = fn(&mut Printer<'_>, OpId) -> Option<()>;

/// The form of an operation whose signature says `custom`.
pub(crate) fn of(code: OpCode) -> Option<CustomForm> {
    let form = |read: Read, write: Write| Some(CustomForm { read, write });
    match code {
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
