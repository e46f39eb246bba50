//! Custom forms, by the operation's name.
//!
//! Most follow from the signature in the operation's row; those of regions and of the affine dialect are read here.

mod affine;
mod function;
mod indices;
mod linalg;
mod mask;
mod parallel;
mod scalar;
mod scf;
mod transfer;

use crate::assembly;
use crate::linalg::definition;
use crate::op::{Dialect, OpCode};

use super::operation::OpState;
use super::parser::{Parsed, Parser};

/// Reads what stands behind the name of the operation.
pub(super) fn read(parser: &mut Parser<'_>, code: OpCode, op: &mut OpState) -> Parsed<()> {
    match code.dialect() {
        Dialect::Affine => match code {
            OpCode::AffineFor => parser.affine_for(op),
            OpCode::AffineIf => parser.affine_if(op),
            OpCode::AffineApply | OpCode::AffineMin | OpCode::AffineMax => parser.affine_apply(op),
            OpCode::AffineLoad => parser.affine_load(op, false),
            OpCode::AffineVectorLoad => parser.affine_load(op, true),
            OpCode::AffineStore => parser.affine_store(op, false),
            OpCode::AffineVectorStore => parser.affine_store(op, true),
            OpCode::AffineParallel => parser.affine_parallel(op),
            OpCode::AffinePrefetch => parser.affine_prefetch(op),
            OpCode::AffineDelinearizeIndex => parser.delinearize_index(op),
            OpCode::AffineDmaStart => parser.affine_dma_start(op),
            OpCode::AffineDmaWait => parser.affine_dma_wait(op),
            OpCode::AffineYield => parser.operands_and_types(op),
            _ => assembly::read(parser, code, op),
        },
        Dialect::Linalg => match code {
            OpCode::LinalgGeneric => parser.linalg_generic(op),
            OpCode::LinalgMap => parser.linalg_map(op),
            OpCode::LinalgReduce => parser.linalg_reduce(op),
            OpCode::LinalgTranspose => parser.linalg_rearrange(op, "permutation"),
            OpCode::LinalgBroadcast => parser.linalg_rearrange(op, "dimensions"),
            _ => match definition(code) {
                Some(definition) => parser.linalg_named(op, definition),
                None => assembly::read(parser, code, op),
            },
        },
        _ => assembly::read(parser, code, op),
    }
}

pub(crate) use indices::DYNAMIC_POSITION;
pub(crate) use transfer::outer_product_type;
