//! Constant folding of integer operations.

use ovolo_lang::algebra::{
    Algebra, CastOp, FastMath, FloatOp, FloatPredicate, FloatUnary, IntOp, IntPredicate,
};
use ovolo_lang::op::{self, Scalars};
use ovolo_lang::types::Type;

use super::Fact;
use crate::term::{Scalar, ScalarOp};

/// The fact of an operation whose operands are all constants; `None` where it has no value, or where
/// folding it needs floating-point arithmetic.
pub(super) fn fold(op: &ScalarOp, args: &[&Fact]) -> Option<Fact> {
    let args: Vec<u128> = args.iter().map(|a| bits_of(a)).collect::<Option<_>>()?;
    let (ty, result) = (op.ty.ty(), op.result.ty());
    let scalars = Scalars {
        args: &args,
        ty: &ty,
        result: &result,
        flags: op.flags,
        predicate: op.predicate,
    };
    let bits = op::evaluate(op.code, &mut Bits, &scalars)?.ok()?;
    match op.result {
        Scalar::Index => None,
        Scalar::Integer(width) if width > 64 => None,
        scalar => Some(Fact::constant_bits(scalar, bits)),
    }
}

fn bits_of(fact: &Fact) -> Option<u128> {
    match fact.scalar {
        // Values of `index` are integers, not bits.
        Scalar::Index => None,
        Scalar::Integer(width) if width == 0 || width > 64 => None,
        _ => fact.bits,
    }
}

/// Integers of at most 64 bits, zero-extended.
struct Bits;

/// There is no value, or it is not computed here.
struct NoValue;

fn width(ty: &Type) -> Result<u32, NoValue> {
    match ty {
        Type::Integer(i) if (1..=64).contains(&i.width) => Ok(i.width),
        _ => Err(NoValue),
    }
}

fn truncated(value: i128, width: u32) -> u128 {
    value as u128 & ((1 << width) - 1)
}

fn signed(bits: u128, width: u32) -> i128 {
    (bits << (128 - width)) as i128 >> (128 - width)
}

impl Algebra for Bits {
    type Value = u128;
    type Error = NoValue;

    fn int_constant(&mut self, ty: &Type, value: i128) -> u128 {
        width(ty).map_or(0, |w| truncated(value, w))
    }

    fn int(&mut self, op: IntOp, ty: &Type, a: &u128, b: &u128) -> Result<u128, NoValue> {
        let w = width(ty)?;
        let (x, y) = (signed(*a, w), signed(*b, w));
        let (u, v) = (*a, *b);
        let shift = || u32::try_from(v).ok().filter(|s| *s < w).ok_or(NoValue);
        Ok(match op {
            IntOp::Add => truncated(x + y, w),
            IntOp::Sub => truncated(x - y, w),
            IntOp::Mul => truncated(x * y, w),
            IntOp::And => u & v,
            IntOp::Or => u | v,
            IntOp::Xor => u ^ v,
            IntOp::Shl => truncated(x << shift()?, w),
            IntOp::ShrS => truncated(x >> shift()?, w),
            IntOp::ShrU => u >> shift()?,
            IntOp::DivS | IntOp::RemS => {
                let least = -(1i128 << (w - 1));
                if y == 0 || (x == least && y == -1) {
                    return Err(NoValue);
                }
                truncated(if op == IntOp::DivS { x / y } else { x % y }, w)
            }
            IntOp::DivU => u.checked_div(v).ok_or(NoValue)?,
            IntOp::RemU => u.checked_rem(v).ok_or(NoValue)?,
        })
    }

    fn int_compare(
        &mut self,
        predicate: IntPredicate,
        ty: &Type,
        a: &u128,
        b: &u128,
    ) -> Result<u128, NoValue> {
        let w = width(ty)?;
        let (x, y) = (signed(*a, w), signed(*b, w));
        Ok(u128::from(match predicate {
            IntPredicate::Eq => a == b,
            IntPredicate::Ne => a != b,
            IntPredicate::Slt => x < y,
            IntPredicate::Sle => x <= y,
            IntPredicate::Sgt => x > y,
            IntPredicate::Sge => x >= y,
            IntPredicate::Ult => a < b,
            IntPredicate::Ule => a <= b,
            IntPredicate::Ugt => a > b,
            IntPredicate::Uge => a >= b,
        }))
    }

    fn float(&mut self, _: FloatOp, _: &Type, _: FastMath, _: &u128, _: &u128) -> Result<u128, NoValue> {
        Err(NoValue)
    }

    fn float_unary(&mut self, _: FloatUnary, _: &Type, _: FastMath, _: &u128) -> Result<u128, NoValue> {
        Err(NoValue)
    }

    fn fma(&mut self, _: &Type, _: FastMath, _: &u128, _: &u128, _: &u128) -> Result<u128, NoValue> {
        Err(NoValue)
    }

    fn float_compare(
        &mut self,
        _: FloatPredicate,
        _: &Type,
        _: FastMath,
        _: &u128,
        _: &u128,
    ) -> Result<u128, NoValue> {
        Err(NoValue)
    }

    fn select(&mut self, _: &Type, condition: &u128, a: &u128, b: &u128) -> Result<u128, NoValue> {
        Ok(if *condition == 1 { *a } else { *b })
    }

    fn cast(&mut self, op: CastOp, from: &Type, to: &Type, a: &u128) -> Result<u128, NoValue> {
        match op {
            CastOp::ExtS => Ok(truncated(signed(*a, width(from)?), width(to)?)),
            CastOp::ExtU | CastOp::TruncI => Ok(truncated(*a as i128, width(to)?)),
            CastOp::Bitcast => Ok(*a),
            _ => Err(NoValue),
        }
    }
}
