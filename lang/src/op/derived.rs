//! Meanings that other operations make up: quotients rounded away from zero, and choices.

use crate::algebra::{Algebra, IntOp, IntPredicate};
use crate::types::Type;

use super::Scalars;

pub(super) enum Rounding {
    Up,
    Down,
}

/// The quotient toward zero, moved by one where the exact quotient is not an integer and lies on the
/// other side of it: below for `Down` when the signs differ, above for `Up` when they agree.
pub(super) fn rounded_quotient<K: Algebra>(
    k: &mut K,
    x: &Scalars<'_, K::Value>,
    rounding: Rounding,
) -> Result<K::Value, K::Error> {
    let (a, b) = (&x.args[0], &x.args[1]);
    let zero = k.int_constant(x.ty, 0);
    let step = k.int_constant(x.ty, 1);
    let quotient = k.int(IntOp::DivS, x.ty, a, b)?;
    let remainder = k.int(IntOp::RemS, x.ty, a, b)?;
    let (op, signs_move) = match rounding {
        Rounding::Down => (IntOp::Sub, IntPredicate::Slt),
        Rounding::Up => (IntOp::Add, IntPredicate::Sge),
    };
    let moved = k.int(op, x.ty, &quotient, &step)?;
    let signs = k.int(IntOp::Xor, x.ty, a, b)?;
    let on_other_side = k.int_compare(signs_move, x.ty, &signs, &zero)?;
    let inexact = k.int_compare(IntPredicate::Ne, x.ty, &remainder, &zero)?;
    let moves = k.int(IntOp::And, &Type::I1, &inexact, &on_other_side)?;
    k.select(x.ty, &moves, &moved, &quotient)
}

pub(super) fn unsigned_quotient_rounded_up<K: Algebra>(
    k: &mut K,
    x: &Scalars<'_, K::Value>,
) -> Result<K::Value, K::Error> {
    let (a, b) = (&x.args[0], &x.args[1]);
    let zero = k.int_constant(x.ty, 0);
    let one = k.int_constant(x.ty, 1);
    let quotient = k.int(IntOp::DivU, x.ty, a, b)?;
    let remainder = k.int(IntOp::RemU, x.ty, a, b)?;
    let moved = k.int(IntOp::Add, x.ty, &quotient, &one)?;
    let inexact = k.int_compare(IntPredicate::Ne, x.ty, &remainder, &zero)?;
    k.select(x.ty, &inexact, &moved, &quotient)
}

pub(super) fn choose<K: Algebra>(
    k: &mut K,
    x: &Scalars<'_, K::Value>,
    first_when: IntPredicate,
) -> Result<K::Value, K::Error> {
    let first = k.int_compare(first_when, x.ty, &x.args[0], &x.args[1])?;
    k.select(x.ty, &first, &x.args[0], &x.args[1])
}
