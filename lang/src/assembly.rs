//! Assembly by signature.

mod check;
mod class;
mod compile;
mod custom;
mod derive;
mod directive;
mod enumeration;
mod fit;
mod infer;
mod kind;
mod lexer;
mod normal;
mod read;
mod read_attribute;
mod rules;
mod segments;
mod signature;
mod syntax;
mod write;

pub use signature::Signature;

use crate::op::OpCode;

pub(crate) use check::check;
pub(crate) use directive::DYNAMIC;
pub(crate) use normal::normalize_of;
pub(crate) use read::read;
pub(crate) use write::write;

/// The operation in which the blocks of a region end, where the signature says it.
pub(crate) fn terminator_of(code: OpCode, region: usize) -> Option<OpCode> {
    let regions = &Signature::of(code).regions;
    regions.get(region).or(regions.last())?.terminator
}
