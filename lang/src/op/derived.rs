//! Meanings that other operations make up.

mod bits;
mod mixed;

use crate::algebra::{Algebra, FloatOp, FloatUnary, IntOp, IntPredicate};
use crate::types::Type;

use super::Scalars;

pub use mixed::{MixedScalars, evaluate_mixed, evaluate_result, has_mixed_meaning};

pub(super) use bits::{count_ones, leading_zeros, trailing_zeros};

/// A value, an error, or `None` where there is no meaning.
type Meaning<K> = Option<Result<<K as Algebra>::Value, <K as Algebra>::Error>>;

/// Where a quotient that is no integer goes.
pub(super) enum Side {
    Up,
    Down,
}

pub(super) fn float_unary<K: Algebra>(k: &mut K, x: &Scalars<'_, K::Value>, op: FloatUnary) -> Meaning<K> {
    match x.args {
        [a] => Some(k.float_unary(op, x.ty, x.flags, a)),
        _ => None,
    }
}

pub(super) fn float_binary<K: Algebra>(k: &mut K, x: &Scalars<'_, K::Value>, op: FloatOp) -> Meaning<K> {
    match x.args {
        [a, b] => Some(k.float(op, x.ty, x.flags, a, b)),
        _ => None,
    }
}

/// The quotient toward zero, moved by one where the exact quotient is not an integer and lies on the
/// other side of it: below for `Down` when the signs differ, above for `Up` when they agree.
pub(super) fn rounded_quotient<K: Algebra>(
    k: &mut K,
    x: &Scalars<'_, K::Value>,
    side: Side,
) -> Result<K::Value, K::Error> {
    let (a, b) = (&x.args[0], &x.args[1]);
    let zero = k.int_constant(x.ty, 0);
    let step = k.int_constant(x.ty, 1);
    let quotient = k.int(IntOp::DivS, x.ty, a, b)?;
    let remainder = k.int(IntOp::RemS, x.ty, a, b)?;
    let (op, signs_move) = match side {
        Side::Down => (IntOp::Sub, IntPredicate::Slt),
        Side::Up => (IntOp::Add, IntPredicate::Sge),
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

/// The least integer is its own absolute value.
pub(super) fn absolute_value<K: Algebra>(k: &mut K, x: &Scalars<'_, K::Value>) -> Meaning<K> {
    match x.args {
        [a] => Some(magnitude(k, x.ty, a)),
        _ => None,
    }
}

fn magnitude<K: Algebra>(k: &mut K, ty: &Type, a: &K::Value) -> Result<K::Value, K::Error> {
    let zero = k.int_constant(ty, 0);
    let negative = k.int_compare(IntPredicate::Slt, ty, a, &zero)?;
    let opposite = k.int(IntOp::Sub, ty, &zero, a)?;
    k.select(ty, &negative, &opposite, a)
}

/// Repeated squaring, modulo 2^width. A negative power is the reciprocal rounded toward zero: it is ±1 for
/// a base of ±1, undefined for a base of zero, and zero otherwise.
pub(super) fn integer_power<K: Algebra>(k: &mut K, x: &Scalars<'_, K::Value>) -> Meaning<K> {
    let ([base, exponent], width) = (x.args, x.ty.element().bit_width()?) else {
        return None;
    };
    Some(power(k, x.ty, base, exponent, width))
}

fn power<K: Algebra>(
    k: &mut K,
    ty: &Type,
    base: &K::Value,
    exponent: &K::Value,
    width: u32,
) -> Result<K::Value, K::Error> {
    let (zero, one, minus_one) = (
        k.int_constant(ty, 0),
        k.int_constant(ty, 1),
        k.int_constant(ty, -1),
    );
    let negative = k.int_compare(IntPredicate::Slt, ty, exponent, &zero)?;
    let count = k.select(ty, &negative, &zero, exponent)?;
    let positive = positive_power(k, ty, base, &count, width)?;
    let odd = bits::bit(k, ty, exponent, 0)?;
    let is_one = k.int_compare(IntPredicate::Eq, ty, base, &one)?;
    let is_minus_one = k.int_compare(IntPredicate::Eq, ty, base, &minus_one)?;
    let alternating = k.select(ty, &odd, &minus_one, &one)?;
    let fraction = k.select(ty, &is_minus_one, &alternating, &zero)?;
    let reciprocal = k.select(ty, &is_one, &one, &fraction)?;
    // Nothing but a division by zero has the domain of a negative power.
    let divisor = k.select(ty, &negative, base, &one)?;
    k.int(IntOp::RemU, ty, &one, &divisor)?;
    k.select(ty, &negative, &reciprocal, &positive)
}

/// `base` to a power that is not negative. Only factors of the result are multiplied, ones in the place of
/// the others: where overflow is an error, no other product may overflow.
fn positive_power<K: Algebra>(
    k: &mut K,
    ty: &Type,
    base: &K::Value,
    count: &K::Value,
    width: u32,
) -> Result<K::Value, K::Error> {
    let (zero, one) = (k.int_constant(ty, 0), k.int_constant(ty, 1));
    let mut product = one.clone();
    let mut square = base.clone();
    // The highest bit is the sign.
    for i in 0..width.saturating_sub(1) {
        let taken = bits::bit(k, ty, count, i)?;
        let factor = k.select(ty, &taken, &square, &one)?;
        product = k.int(IntOp::Mul, ty, &product, &factor)?;
        if i + 2 < width {
            let rest = bits::shifted(k, ty, count, i + 1)?;
            let goes_on = k.int_compare(IntPredicate::Ne, ty, &rest, &zero)?;
            let factor = k.select(ty, &goes_on, &square, &one)?;
            square = k.int(IntOp::Mul, ty, &factor, &factor)?;
        }
    }
    Ok(product)
}
