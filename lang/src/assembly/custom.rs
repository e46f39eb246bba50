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
        _ => None,
    }
}
