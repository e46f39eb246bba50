//! Custom forms, by the operation's name.

mod affine;
mod function;
mod indices;
mod linalg;
mod memory;
mod parallel;
mod scalar;
mod scf;
mod vector;

use crate::algebra::FastMath;
use crate::attribute::{Attribute, NamedAttribute};
use crate::diagnostic::Diagnostic;
use crate::linalg::definition;
use crate::op::{OpCode, Shape, fast_math_attribute};

use super::operation::OpState;
use super::parser::{Parsed, Parser};

/// Reads what stands behind the name of the operation.
pub(super) fn read(parser: &mut Parser<'_>, code: OpCode, op: &mut OpState) -> Parsed<()> {
    match code.shape() {
        Shape::Binary => return parser.same_type_operands(op, code, 2),
        Shape::Unary => return parser.same_type_operands(op, code, 1),
        Shape::Ternary => return parser.same_type_operands(op, code, 3),
        Shape::Compare => return parser.compare(op, code),
        Shape::Cast => return parser.cast(op, code),
        Shape::Own | Shape::Generic => {}
    }
    match code {
        OpCode::Module => parser.module_op(op),
        OpCode::Func => parser.function(op),
        OpCode::Call => parser.call(op),
        OpCode::Return | OpCode::AffineYield => parser.operands_and_types(op),
        OpCode::UnrealizedCast => parser.unrealized_cast(op),
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
        OpCode::Constant => parser.constant(op),
        OpCode::Select => parser.select(op),
        OpCode::MemRefAlloc | OpCode::MemRefAlloca => parser.allocation(op),
        OpCode::MemRefDealloc => parser.operands_and_types(op),
        OpCode::MemRefDim => parser.dim(op),
        OpCode::MemRefLoad => parser.load(op, false),
        OpCode::MemRefStore => parser.store(op, false),
        OpCode::MemRefCopy => parser.copy_op(op),
        OpCode::VectorLoad => parser.load(op, true),
        OpCode::VectorStore => parser.store(op, true),
        OpCode::VectorBroadcast => parser.cast(op, code),
        OpCode::VectorExtract => parser.extract(op),
        OpCode::VectorInsert => parser.insert(op),
        OpCode::VectorReduction => parser.reduction(op),
        OpCode::LinalgGeneric => parser.linalg_generic(op),
        OpCode::LinalgMap => parser.linalg_map(op),
        OpCode::LinalgReduce => parser.linalg_reduce(op),
        OpCode::LinalgTranspose => parser.linalg_rearrange(op, "permutation"),
        OpCode::LinalgBroadcast => parser.linalg_rearrange(op, "dimensions"),
        OpCode::ScfCondition => parser.scf_condition(op),
        OpCode::ScfExecuteRegion => parser.scf_execute_region(op),
        OpCode::ScfFor => parser.scf_for(op),
        OpCode::ScfForall => parser.scf_forall(op),
        OpCode::ScfInParallel => parser.scf_in_parallel(op),
        OpCode::ScfIf => parser.scf_if(op),
        OpCode::ScfIndexSwitch => parser.scf_index_switch(op),
        OpCode::ScfParallel => parser.scf_parallel(op),
        OpCode::ScfReduce => parser.scf_reduce(op),
        OpCode::ScfReduceReturn => parser.scf_reduce_return(op),
        OpCode::ScfWhile => parser.scf_while(op),
        OpCode::ScfYield => parser.operands_and_types(op),
        _ => match definition(code) {
            Some(definition) => parser.linalg_named(op, definition),
            None => Err(unknown_form(parser, code, op)),
        },
    }
}

fn unknown_form(parser: &Parser<'_>, code: OpCode, op: &OpState) -> Box<Diagnostic> {
    let message = format!(
        "the custom form of `{}` is not known: write the generic form",
        code.name()
    );
    parser.error(op.span, message)
}

pub(crate) use indices::DYNAMIC_POSITION;

/// The attribute as custom forms give it; `None` for one that says nothing, which MLIR's generic form
/// states all the same. Flags that are not known stay as they are.
pub(super) fn canonical((name, value): NamedAttribute) -> Option<NamedAttribute> {
    let value = match (&*name, &value) {
        ("fastmath", Attribute::Opaque(text)) => {
            match flag_words(text, "#arith.fastmath<").map(FastMath::parse) {
                Some(Some(flags)) => fast_math_attribute(flags)?,
                _ => value,
            }
        }
        ("overflowFlags", Attribute::Opaque(text)) => {
            match flag_words(text, "#arith.overflow<").map(overflow_attribute) {
                Some(Ok(attribute)) => attribute?,
                _ => value,
            }
        }
        ("nontemporal", Attribute::Bool(false)) => return None,
        _ => value,
    };
    Some((name, value))
}

fn flag_words<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    text.strip_prefix(prefix)?.strip_suffix('>')
}

/// `overflowFlags = #arith.overflow<…>`; `None` for no flag. The error is a word that is no flag.
pub(crate) fn overflow_attribute(words: &str) -> Result<Option<Attribute>, &str> {
    let words: Vec<&str> = words.split(',').map(str::trim).collect();
    if let Some(word) = words.iter().find(|w| !matches!(**w, "nsw" | "nuw" | "none")) {
        return Err(word);
    }
    let set: Vec<&str> = ["nsw", "nuw"].into_iter().filter(|w| words.contains(w)).collect();
    let text = format!("#arith.overflow<{}>", set.join(", "));
    Ok((!set.is_empty()).then(|| Attribute::Opaque(text.into())))
}
