//! The operations of the standard dialect, and others that were renamed since, with those of today.

use crate::op::OpCode;

/// What an old operation becomes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Without `std.`.
    pub old: &'static str,
    pub code: OpCode,
    pub form: Form,
}

/// How the old operation differs from that of today but for the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// In nothing.
    Same,
    Function,
    /// Any constant; that of a function has an operation of its own.
    Constant,
    /// The predicate stands in quotes.
    CompareIntegers,
    CompareFloats,
    /// The type of the condition follows from that of the values.
    Select,
    /// Of a memref or a tensor, as its type says; the dimension may be an attribute.
    Dim,
    Rank,
    /// A vector or a tensor, as its type says.
    Splat,
    ExtractElement,
    /// Subscripts may be integers, and the value stored a number.
    Load,
    Store,
    /// `->` may stand where `to` does.
    Cast,
    Alloc,
    AllocStatic,
    /// The tensor is a copy of the buffer.
    TensorLoad,
    TensorStore,
    /// The map may have several results.
    Apply,
    /// The type of the result may stand behind the operands.
    Extremum,
    /// In generic form the bounds have other names.
    AffineFor,
    /// Ended a region that ends by itself.
    Dropped,
}

/// Names of today by old names. Those with a dialect are of dialects that were renamed.
#[rustfmt::skip]
const NAMES: &[(&str, &str)] = &[
    // Integers.
    ("addi", "arith.addi"), ("subi", "arith.subi"), ("muli", "arith.muli"),
    ("divis", "arith.divsi"), ("diviu", "arith.divui"), ("remis", "arith.remsi"), ("remiu", "arith.remui"),
    ("divi_signed", "arith.divsi"), ("divi_unsigned", "arith.divui"),
    ("remi_signed", "arith.remsi"), ("remi_unsigned", "arith.remui"),
    ("signed_divi", "arith.divsi"), ("unsigned_divi", "arith.divui"),
    ("signed_remi", "arith.remsi"), ("unsigned_remi", "arith.remui"),
    ("ceildivi_signed", "arith.ceildivsi"), ("floordivi_signed", "arith.floordivsi"),
    ("and", "arith.andi"), ("or", "arith.ori"), ("xor", "arith.xori"),
    ("shlis", "arith.shli"), ("shift_left", "arith.shli"),
    ("shift_right_signed", "arith.shrsi"), ("shift_right_unsigned", "arith.shrui"),
    ("maxsi", "arith.maxsi"), ("maxui", "arith.maxui"), ("minsi", "arith.minsi"), ("minui", "arith.minui"),
    // Floats.
    ("addf", "arith.addf"), ("subf", "arith.subf"), ("mulf", "arith.mulf"), ("divf", "arith.divf"),
    ("remf", "arith.remf"), ("negf", "arith.negf"), ("maxf", "arith.maximumf"), ("minf", "arith.minimumf"),
    ("absf", "math.absf"), ("ceilf", "math.ceil"), ("floorf", "math.floor"), ("fmaf", "math.fma"),
    ("copysign", "math.copysign"), ("cos", "math.cos"), ("sin", "math.sin"), ("tanh", "math.tanh"),
    ("atan", "math.atan"), ("atan2", "math.atan2"), ("exp", "math.exp"), ("exp2", "math.exp2"),
    ("expm1", "math.expm1"), ("log", "math.log"), ("log10", "math.log10"), ("log1p", "math.log1p"),
    ("log2", "math.log2"), ("pow", "math.powf"), ("powf", "math.powf"), ("rsqrt", "math.rsqrt"),
    ("sqrt", "math.sqrt"),
    // Casts.
    ("bitcast", "arith.bitcast"), ("fpext", "arith.extf"), ("fptrunc", "arith.truncf"),
    ("fptosi", "arith.fptosi"), ("fptoui", "arith.fptoui"), ("sitofp", "arith.sitofp"),
    ("uitofp", "arith.uitofp"), ("index_cast", "arith.index_cast"), ("sexti", "arith.extsi"),
    ("zexti", "arith.extui"), ("trunci", "arith.trunci"),
    // Control.
    ("assert", "cf.assert"), ("br", "cf.br"), ("br_cond", "cf.cond_br"), ("cond_br", "cf.cond_br"),
    ("switch", "cf.switch"), ("call", "func.call"), ("call_indirect", "func.call_indirect"),
    ("return", "func.return"), ("module", "builtin.module"),
    // Memory.
    ("alloca", "memref.alloca"), ("assume_alignment", "memref.assume_alignment"),
    ("atomic_rmw", "memref.atomic_rmw"), ("atomic_yield", "memref.atomic_yield"),
    ("generic_atomic_rmw", "memref.generic_atomic_rmw"), ("dealloc", "memref.dealloc"),
    ("dma_start", "memref.dma_start"), ("dma_wait", "memref.dma_wait"),
    ("get_global_memref", "memref.get_global"), ("global_memref", "memref.global"),
    ("memref_reinterpret_cast", "memref.reinterpret_cast"), ("memref_reshape", "memref.reshape"),
    ("prefetch", "memref.prefetch"), ("subview", "memref.subview"), ("transpose", "memref.transpose"),
    ("view", "memref.view"),
    // Tensors.
    ("dynamic_tensor_from_elements", "tensor.generate"), ("subtensor", "tensor.extract_slice"),
    ("subtensor_insert", "tensor.insert_slice"), ("tensor_from_elements", "tensor.from_elements"),
    ("tensor_to_memref", "bufferization.to_memref"),
    // Loops.
    ("affine.terminator", "affine.yield"), ("affine_if", "affine.if"),
    ("if", "affine.if"), ("loop.for", "scf.for"), ("loop.if", "scf.if"), ("loop.parallel", "scf.parallel"),
    ("loop.reduce", "scf.reduce"), ("loop.reduce.return", "scf.reduce.return"),
    ("loop.terminator", "scf.yield"), ("loop.yield", "scf.yield"),
];

/// Operations that differ in more than the name.
#[rustfmt::skip]
const OTHERS: &[(&str, &str, Form)] = &[
    ("func", "func.func", Form::Function),
    ("mlfunc", "func.func", Form::Function),
    ("cfgfunc", "func.func", Form::Function),
    ("extfunc", "func.func", Form::Function),
    ("constant", "arith.constant", Form::Constant),
    ("cmpi", "arith.cmpi", Form::CompareIntegers),
    ("cmpf", "arith.cmpf", Form::CompareFloats),
    ("select", "arith.select", Form::Select),
    ("dim", "memref.dim", Form::Dim),
    ("rank", "memref.rank", Form::Rank),
    ("splat", "vector.splat", Form::Splat),
    ("extract_element", "tensor.extract", Form::ExtractElement),
    ("load", "memref.load", Form::Load),
    ("store", "memref.store", Form::Store),
    ("memref_cast", "memref.cast", Form::Cast),
    ("tensor_cast", "tensor.cast", Form::Cast),
    ("alloc", "memref.alloc", Form::Alloc),
    ("alloc_static", "memref.alloc", Form::AllocStatic),
    ("tensor_load", "bufferization.to_tensor", Form::TensorLoad),
    ("tensor_store", "bufferization.materialize_in_destination", Form::TensorStore),
    ("affine_apply", "affine.apply", Form::Apply),
    ("affine.apply", "affine.apply", Form::Apply),
    ("affine.max", "affine.max", Form::Extremum),
    ("affine.min", "affine.min", Form::Extremum),
    ("affine.for", "affine.for", Form::AffineFor),
    ("affine_for", "affine.for", Form::AffineFor),
    ("for", "affine.for", Form::AffineFor),
    ("module_terminator", "builtin.module", Form::Dropped),
];

/// What the operation of this name becomes; `std.` before the name is no matter.
pub(super) fn row(name: &str) -> Option<Row> {
    let old = name.strip_prefix("std.").unwrap_or(name);
    let renamed = NAMES.iter().find(|(n, _)| *n == old);
    let other = OTHERS.iter().find(|(n, ..)| *n == old);
    let (old, modern, form) = match (renamed, other) {
        (Some(&(old, modern)), _) => (old, modern, Form::Same),
        (None, Some(&found)) => found,
        (None, None) => return None,
    };
    let code = OpCode::from_name(modern)?;
    Some(Row { old, code, form })
}

/// Whether an operation was written with this word, which has no dialect.
pub(in crate::parse) fn is_old_name(word: &str) -> bool {
    !word.contains('.') && row(word).is_some()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_row_leads_to_an_operation_of_today() {
        let mut seen = BTreeSet::new();
        let names = NAMES.iter().map(|(old, modern)| (*old, *modern));
        for (old, modern) in names.chain(OTHERS.iter().map(|(old, modern, _)| (*old, *modern))) {
            assert!(seen.insert(old), "{old} is listed twice");
            assert!(OpCode::from_name(modern).is_some(), "{modern} is no operation");
            assert_eq!(row(old).map(|row| row.code.name()), Some(modern));
        }
        assert_eq!(row("std.addf").map(|row| row.old), Some("addf"));
        assert!(row("std.arith.addf").is_none());
    }
}
