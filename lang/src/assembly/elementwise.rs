//! What the trait of operations that apply lane by lane asks of the types.
//!
//! An operation on scalars gives scalars. One vector or tensor among the operands makes every result one of
//! the same kind and shape; scalar operands then stand for all lanes.

use std::mem::discriminant;

use crate::diagnostic::Diagnostic;
use crate::ir::{Module, Op, ValueId};
use crate::types::Type;

use super::check::wrong;
use super::rules::same_shape;

pub fn check(module: &Module, op: &Op) -> Result<(), Box<Diagnostic>> {
    let shaped = |values: &[ValueId]| values.iter().filter(|&&v| has_lanes(module.ty(v))).count();
    let (operands, results) = (shaped(&op.operands), shaped(&op.results));
    let types = || op.operands.iter().chain(&op.results).map(|&v| module.ty(v));
    if operands == 0 && results == 0 || types().any(Type::is_unknown) {
        return Ok(());
    }
    let fault = match (operands, results) {
        (0, _) => "if a result is non-scalar, then at least one operand must be non-scalar",
        (_, 0) => "if an operand is non-scalar, then there must be at least one non-scalar result",
        _ if results < op.results.len() => {
            "if an operand is non-scalar, then all results must be non-scalar"
        }
        _ => {
            let mut all = types().filter(|ty| has_lanes(ty));
            let agree = all
                .next()
                .is_none_or(|first| all.all(|ty| same_base(first, ty) && same_shape(first, ty)));
            match agree {
                true => return Ok(()),
                false => "all non-scalar operands and results must have the same shape and base type",
            }
        }
    };
    let shown: Vec<String> = types().map(|ty| format!("`{ty}`")).collect();
    Err(wrong(op, format!("found the types {}", shown.join(", ")), fault))
}

fn has_lanes(ty: &Type) -> bool {
    matches!(ty, Type::Vector(_) | Type::Tensor(_))
}

/// Two vectors, two ranked tensors or two unranked ones.
fn same_base(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Tensor(a), Type::Tensor(b)) => a.shape.is_some() == b.shape.is_some(),
        _ => discriminant(a) == discriminant(b),
    }
}
