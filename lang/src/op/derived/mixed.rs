//! Operations of scalars that have several results, or operands of several types.

use crate::algebra::{Algebra, CastOp, FastMath, FloatOp, IntOp, IntPredicate};
use crate::op::{OpCode, Scalars, evaluate};
use crate::types::Type;

use super::{bits, magnitude};

/// An operation of scalars as its meaning sees it, with the type of each operand and result.
pub struct MixedScalars<'a, V> {
    pub args: &'a [V],
    pub types: &'a [Type],
    pub results: &'a [Type],
    pub flags: FastMath,
}

type Results<K> = Result<Vec<<K as Algebra>::Value>, <K as Algebra>::Error>;

/// Whether [`evaluate_mixed`] gives the operation a meaning.
pub fn has_mixed_meaning(code: OpCode) -> bool {
    matches!(
        code,
        OpCode::AddUIExtended | OpCode::MulSIExtended | OpCode::MulUIExtended | OpCode::FPowI
    )
}

/// The results of an operation with several, or with operands of several types; `None` for any other, and
/// for types that it is not modelled for: a double-width product of a width above 64 that is odd.
pub fn evaluate_mixed<K: Algebra>(
    code: OpCode,
    k: &mut K,
    x: &MixedScalars<'_, K::Value>,
) -> Option<Results<K>> {
    let ([a, b], [ty, second]) = (x.args, x.types) else {
        return None;
    };
    match code {
        OpCode::AddUIExtended => Some(sum_with_carry(k, ty, a, b)),
        OpCode::MulSIExtended => wide_product(k, ty, a, b, true),
        OpCode::MulUIExtended => wide_product(k, ty, a, b, false),
        OpCode::FPowI => {
            let width = second.element().bit_width()?;
            Some(float_power(k, (ty, x.flags), a, (second, width), b).map(|value| vec![value]))
        }
        _ => None,
    }
}

/// The value of an operation of scalars of one type. Of one with several results it is that with the number in place of
/// the predicate.
pub fn evaluate_result<K: Algebra>(
    code: OpCode,
    k: &mut K,
    x: &Scalars<'_, K::Value>,
) -> Option<Result<K::Value, K::Error>> {
    match code {
        OpCode::AddUIExtended | OpCode::MulSIExtended | OpCode::MulUIExtended => {
            let types = [x.ty.clone(), x.ty.clone()];
            let scalars = MixedScalars {
                args: x.args,
                types: &types,
                results: &types,
                flags: x.flags,
            };
            let which = usize::try_from(x.predicate).ok().filter(|&which| which < 2)?;
            Some(evaluate_mixed(code, k, &scalars)?.map(|mut values| values.swap_remove(which)))
        }
        _ => evaluate(code, k, x),
    }
}

/// An unsigned sum that wraps is less than either operand.
fn sum_with_carry<K: Algebra>(k: &mut K, ty: &Type, a: &K::Value, b: &K::Value) -> Results<K> {
    let bits = bits_of(ty);
    let (a, b) = (to_bits(k, ty, a)?, to_bits(k, ty, b)?);
    let sum = k.int(IntOp::Add, &bits, &a, &b)?;
    let carry = k.int_compare(IntPredicate::Ult, &bits, &sum, &a)?;
    Ok(vec![from_bits(k, ty, sum)?, carry])
}

/// The low and the high half of a product.
fn wide_product<K: Algebra>(
    k: &mut K,
    ty: &Type,
    a: &K::Value,
    b: &K::Value,
    is_signed: bool,
) -> Option<Results<K>> {
    let width = ty.element().bit_width()?;
    let bits = bits_of(ty);
    let product = |k: &mut K| {
        let (a, b) = (to_bits(k, ty, a)?, to_bits(k, ty, b)?);
        let low = k.int(IntOp::Mul, &bits, &a, &b)?;
        let high = match width {
            0..=64 => extended_high_half(k, &bits, width, [&a, &b], is_signed)?,
            _ => quartered_high_half(k, &bits, width, [&a, &b], is_signed)?,
        };
        Ok(vec![from_bits(k, ty, low)?, from_bits(k, ty, high)?])
    };
    (width <= 64 || width <= 128 && width % 2 == 0).then(|| product(k))
}

/// The product in twice the width, shifted down.
fn extended_high_half<K: Algebra>(
    k: &mut K,
    ty: &Type,
    width: u32,
    [a, b]: [&K::Value; 2],
    is_signed: bool,
) -> Result<K::Value, K::Error> {
    let double = ty.with_element(Type::integer(2 * width));
    let extend = if is_signed { CastOp::ExtS } else { CastOp::ExtU };
    let (a, b) = (k.cast(extend, ty, &double, a)?, k.cast(extend, ty, &double, b)?);
    let product = k.int(IntOp::Mul, &double, &a, &b)?;
    let shift = k.int_constant(&double, i128::from(width));
    let high = k.int(IntOp::ShrU, &double, &product, &shift)?;
    k.cast(CastOp::TruncI, &double, ty, &high)
}

/// With `a = a1 * 2^h + a0` and `b` alike, the unsigned high half is `a1 * b1` and the carries of the three
/// other products. A negative factor takes `2^width` times the other too much.
fn quartered_high_half<K: Algebra>(
    k: &mut K,
    ty: &Type,
    width: u32,
    [a, b]: [&K::Value; 2],
    is_signed: bool,
) -> Result<K::Value, K::Error> {
    let half = k.int_constant(ty, i128::from(width / 2));
    let mask = k.int_constant(ty, (1i128 << (width / 2)) - 1);
    let zero = k.int_constant(ty, 0);
    let mut op = |op, x: &K::Value, y: &K::Value| k.int(op, ty, x, y);
    let (a0, a1) = (op(IntOp::And, a, &mask)?, op(IntOp::ShrU, a, &half)?);
    let (b0, b1) = (op(IntOp::And, b, &mask)?, op(IntOp::ShrU, b, &half)?);
    let low = op(IntOp::Mul, &a0, &b0)?;
    let low = op(IntOp::ShrU, &low, &half)?;
    let cross = op(IntOp::Mul, &a1, &b0)?;
    let cross = op(IntOp::Add, &cross, &low)?;
    let cross_low = op(IntOp::And, &cross, &mask)?;
    let cross_high = op(IntOp::ShrU, &cross, &half)?;
    let other = op(IntOp::Mul, &a0, &b1)?;
    let other = op(IntOp::Add, &other, &cross_low)?;
    let other = op(IntOp::ShrU, &other, &half)?;
    let high = op(IntOp::Mul, &a1, &b1)?;
    let high = op(IntOp::Add, &high, &cross_high)?;
    let mut high = op(IntOp::Add, &high, &other)?;
    for (factor, other) in [(a, b), (b, a)].into_iter().filter(|_| is_signed) {
        let negative = k.int_compare(IntPredicate::Slt, ty, factor, &zero)?;
        let excess = k.select(ty, &negative, other, &zero)?;
        high = k.int(IntOp::Sub, ty, &high, &excess)?;
    }
    Ok(high)
}

/// Repeated squaring, each product rounded, and for a negative power one division at the end.
fn float_power<K: Algebra>(
    k: &mut K,
    (ty, flags): (&Type, FastMath),
    base: &K::Value,
    (exponent_ty, width): (&Type, u32),
    exponent: &K::Value,
) -> Result<K::Value, K::Error> {
    let one = k.int_constant(&ty.with_element(Type::integer(8)), 1);
    let one = k.cast(CastOp::SIToFP, &ty.with_element(Type::integer(8)), ty, &one)?;
    let bits_ty = bits_of(exponent_ty);
    let exponent = to_bits(k, exponent_ty, exponent)?;
    let count = magnitude(k, &bits_ty, &exponent)?;
    let mut power = one.clone();
    let mut square = base.clone();
    for i in 0..width {
        let taken = bits::bit(k, &bits_ty, &count, i)?;
        let product = k.float(FloatOp::Mul, ty, flags, &power, &square)?;
        power = k.select(ty, &taken, &product, &power)?;
        if i + 1 < width {
            square = k.float(FloatOp::Mul, ty, flags, &square, &square)?;
        }
    }
    let zero = k.int_constant(&bits_ty, 0);
    let negative = k.int_compare(IntPredicate::Slt, &bits_ty, &exponent, &zero)?;
    let reciprocal = k.float(FloatOp::Div, ty, flags, &one, &power)?;
    k.select(ty, &negative, &reciprocal, &power)
}

/// The integer type whose arithmetic wraps, of the width of `ty`.
fn bits_of(ty: &Type) -> Type {
    match ty.element() {
        Type::Index => ty.with_element(Type::I64),
        _ => ty.clone(),
    }
}

fn to_bits<K: Algebra>(k: &mut K, ty: &Type, a: &K::Value) -> Result<K::Value, K::Error> {
    match ty.element() {
        Type::Index => k.cast(CastOp::IndexCast, ty, &bits_of(ty), a),
        _ => Ok(a.clone()),
    }
}

fn from_bits<K: Algebra>(k: &mut K, ty: &Type, a: K::Value) -> Result<K::Value, K::Error> {
    match ty.element() {
        Type::Index => k.cast(CastOp::IndexCast, &bits_of(ty), ty, &a),
        _ => Ok(a),
    }
}
