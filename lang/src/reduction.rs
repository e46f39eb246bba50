//! The kinds of reductions, and of atomic updates, by their numbers in `arith.AtomicRMWKind`.

use crate::float;
use crate::op::OpCode;
use crate::types::{Type, mask};

/// The operation of a kind; `None` for an assignment and for what is no kind.
pub fn combining_operation(kind: i64) -> Option<OpCode> {
    Some(match kind {
        0 => OpCode::AddF,
        1 => OpCode::AddI,
        3 => OpCode::MaximumF,
        4 => OpCode::MaxSI,
        5 => OpCode::MaxUI,
        6 => OpCode::MinimumF,
        7 => OpCode::MinSI,
        8 => OpCode::MinUI,
        9 => OpCode::MulF,
        10 => OpCode::MulI,
        11 => OpCode::OrI,
        12 => OpCode::AndI,
        13 => OpCode::MaxNumF,
        14 => OpCode::MinNumF,
        _ => return None,
    })
}

/// What an operation on scalars of this type combines with anything without changing it, in bits.
pub fn neutral_bits(code: OpCode, ty: &Type) -> Option<u128> {
    let float = |value: f64| match ty {
        Type::Float(kind) => Some(float::encode(*kind, value)),
        _ => None,
    };
    let all = mask(ty);
    match code {
        OpCode::AddF => float(0.0),
        OpCode::MulF => float(1.0),
        OpCode::MaximumF => float(f64::NEG_INFINITY),
        OpCode::MinimumF => float(f64::INFINITY),
        OpCode::MaxNumF | OpCode::MinNumF => float(f64::NAN),
        OpCode::AddI | OpCode::OrI | OpCode::MaxUI => Some(0),
        OpCode::MulI => Some(1),
        OpCode::AndI | OpCode::MinUI => Some(all),
        OpCode::MaxSI => Some(all ^ all >> 1),
        OpCode::MinSI => Some(all >> 1),
        _ => None,
    }
}
