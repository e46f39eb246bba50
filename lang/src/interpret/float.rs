//! IEEE arithmetic of f16, bf16, f32 and f64 on their bits, each operation rounded once, to nearest,
//! ties to even.
//!
//! The narrow formats compute in f64 and round once more. For sums, products, quotients and square
//! roots that is innocuous, since f64 has more than twice their precision; a fused multiply-add takes
//! its f64 step rounded to odd.

use crate::algebra::{FloatOp, FloatPredicate, FloatUnary};
use crate::types::FloatKind;

/// A result, and whether rounding changed it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded {
    pub bits: u128,
    pub is_exact: bool,
}

/// The value of `bits` in f64, exactly; `None` for a format that is not supported.
pub fn decode(kind: FloatKind, bits: u128) -> Option<f64> {
    Some(match kind {
        FloatKind::F64 => f64::from_bits(bits as u64),
        FloatKind::F32 => f64::from(f32::from_bits(bits as u32)),
        FloatKind::BF16 => f64::from(f32::from_bits((bits as u32) << 16)),
        FloatKind::F16 => widen_f16(bits as u16),
        _ => return None,
    })
}

/// The nearest value of the format, ties to even; every NaN becomes the quiet one.
pub fn encode(kind: FloatKind, value: f64) -> Option<u128> {
    if value.is_nan() {
        return quiet_nan(kind);
    }
    Some(match kind {
        FloatKind::F64 => u128::from(value.to_bits()),
        FloatKind::F32 => u128::from((value as f32).to_bits()),
        FloatKind::BF16 => u128::from(narrow(value, 8, 7)),
        FloatKind::F16 => u128::from(narrow(value, 5, 10)),
        _ => return None,
    })
}

pub fn is_nan(kind: FloatKind, bits: u128) -> bool {
    decode(kind, bits).is_some_and(f64::is_nan)
}

fn quiet_nan(kind: FloatKind) -> Option<u128> {
    Some(match kind {
        FloatKind::F64 => 0x7ff8_0000_0000_0000,
        FloatKind::F32 => 0x7fc0_0000,
        FloatKind::BF16 => 0x7fc0,
        FloatKind::F16 => 0x7e00,
        _ => return None,
    })
}

pub fn binary(op: FloatOp, kind: FloatKind, a_bits: u128, b_bits: u128) -> Option<Rounded> {
    let (a, b) = (decode(kind, a_bits)?, decode(kind, b_bits)?);
    match op {
        FloatOp::Add => rounded(kind, a + b, sum_error(a, b) == 0.0),
        FloatOp::Sub => rounded(kind, a - b, sum_error(a, -b) == 0.0),
        FloatOp::Mul => rounded(kind, a * b, product_is_exact(a, b)),
        FloatOp::Div => rounded(kind, a / b, (a / b).mul_add(b, -a) == 0.0),
        FloatOp::Rem => rounded(kind, a % b, true),
        FloatOp::Pow => rounded(kind, a.powf(b), false),
        FloatOp::Atan2 => rounded(kind, a.atan2(b), false),
        FloatOp::CopySign => {
            let sign = 1u128 << (kind.bit_width() - 1);
            Some(exact(a_bits & !sign | b_bits & sign))
        }
        FloatOp::Minimum | FloatOp::Maximum if a.is_nan() || b.is_nan() => Some(exact(quiet_nan(kind)?)),
        FloatOp::MinNum | FloatOp::MaxNum if a.is_nan() => Some(exact(b_bits)),
        FloatOp::MinNum | FloatOp::MaxNum if b.is_nan() => Some(exact(a_bits)),
        FloatOp::Minimum | FloatOp::MinNum => Some(exact(if below(a, b) { a_bits } else { b_bits })),
        FloatOp::Maximum | FloatOp::MaxNum => Some(exact(if below(a, b) { b_bits } else { a_bits })),
    }
}

pub fn unary(op: FloatUnary, kind: FloatKind, bits: u128) -> Option<Rounded> {
    let sign = 1u128 << (kind.bit_width() - 1);
    let a = decode(kind, bits)?;
    let inexact = |value: f64| rounded(kind, value, false);
    match op {
        FloatUnary::Neg => Some(exact(bits ^ sign)),
        FloatUnary::Abs => Some(exact(bits & !sign)),
        FloatUnary::Sqrt => rounded(kind, a.sqrt(), a.sqrt().mul_add(a.sqrt(), -a) == 0.0),
        FloatUnary::Floor => rounded(kind, a.floor(), true),
        FloatUnary::Ceil => rounded(kind, a.ceil(), true),
        FloatUnary::Round => rounded(kind, a.round(), true),
        FloatUnary::RoundEven => rounded(kind, a.round_ties_even(), true),
        FloatUnary::Trunc => rounded(kind, a.trunc(), true),
        FloatUnary::Rsqrt => inexact(1.0 / a.sqrt()),
        FloatUnary::Exp => inexact(a.exp()),
        FloatUnary::Exp2 => inexact(a.exp2()),
        FloatUnary::ExpM1 => inexact(a.exp_m1()),
        FloatUnary::Log => inexact(a.ln()),
        FloatUnary::Log2 => inexact(a.log2()),
        FloatUnary::Log10 => inexact(a.log10()),
        FloatUnary::Log1p => inexact(a.ln_1p()),
        FloatUnary::Sin => inexact(a.sin()),
        FloatUnary::Cos => inexact(a.cos()),
        FloatUnary::Tan => inexact(a.tan()),
        FloatUnary::Tanh => inexact(a.tanh()),
        FloatUnary::Erf => None,
    }
}

/// `a * b + c` rounded once.
pub fn fma(kind: FloatKind, a: u128, b: u128, c: u128) -> Option<Rounded> {
    let (x, y, z) = (decode(kind, a)?, decode(kind, b)?, decode(kind, c)?);
    let product_exact = product_is_exact(x, y);
    match kind {
        FloatKind::F64 => {
            let is_exact = product_exact && sum_error(x * y, z) == 0.0;
            rounded(kind, x.mul_add(y, z), is_exact)
        }
        FloatKind::F32 => {
            let result = f64::from((x as f32).mul_add(y as f32, z as f32));
            let is_exact = sum_error(x * y, z) == 0.0 && x * y + z == result;
            rounded(kind, result, is_exact)
        }
        _ => {
            let error = sum_error(x * y, z);
            rounded(kind, to_odd(x * y + z, error), error == 0.0)
        }
    }
}

pub fn compare(predicate: FloatPredicate, kind: FloatKind, a: u128, b: u128) -> Option<bool> {
    use FloatPredicate as P;
    let (a, b) = (decode(kind, a)?, decode(kind, b)?);
    let unordered = a.is_nan() || b.is_nan();
    Some(match predicate {
        P::AlwaysFalse => false,
        P::AlwaysTrue => true,
        P::Ord => !unordered,
        P::Uno => unordered,
        P::Oeq => a == b,
        P::Ogt => a > b,
        P::Oge => a >= b,
        P::Olt => a < b,
        P::Ole => a <= b,
        P::One => !unordered && a != b,
        P::Ueq => unordered || a == b,
        P::Ugt => unordered || a > b,
        P::Uge => unordered || a >= b,
        P::Ult => unordered || a < b,
        P::Ule => unordered || a <= b,
        P::Une => a != b,
    })
}

/// The nearest float of a signed integer of up to 128 bits.
pub fn from_signed(kind: FloatKind, value: i128) -> Option<u128> {
    let magnitude = from_unsigned(kind, value.unsigned_abs())?;
    let sign = 1u128 << (kind.bit_width() - 1);
    Some(if value < 0 { magnitude | sign } else { magnitude })
}

/// The nearest float of an unsigned integer.
pub fn from_unsigned(kind: FloatKind, value: u128) -> Option<u128> {
    match kind {
        FloatKind::F64 => encode(kind, value as f64),
        FloatKind::F32 => Some(u128::from((value as f32).to_bits())),
        _ => {
            // 53 leading bits, the last of them telling whether anything was cut: enough for one rounding.
            let excess = 75u32.saturating_sub(value.leading_zeros());
            let top = value >> excess;
            let sticky = u128::from(top << excess != value);
            encode(kind, (top | sticky) as f64 * (excess as f64).exp2())
        }
    }
}

fn exact(bits: u128) -> Rounded {
    Rounded { bits, is_exact: true }
}

fn rounded(kind: FloatKind, value: f64, is_exact: bool) -> Option<Rounded> {
    let bits = encode(kind, value)?;
    let kept = decode(kind, bits)?;
    Some(Rounded {
        bits,
        is_exact: is_exact && kept == value && value.is_finite(),
    })
}

/// What `a + b` loses to rounding (Knuth's two-sum); NaN when the sum is not finite.
fn sum_error(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let virtual_b = sum - a;
    (a - (sum - virtual_b)) + (b - virtual_b)
}

fn product_is_exact(a: f64, b: f64) -> bool {
    let product = a * b;
    // Below this the error term itself may be lost.
    let error_is_kept = product == 0.0 && (a == 0.0 || b == 0.0) || product.abs() > 1e-280;
    error_is_kept && a.mul_add(b, -product) == 0.0
}

/// Of the two floats around the exact value `sum + error`, the one whose last bit is set.
fn to_odd(sum: f64, error: f64) -> f64 {
    let bits = sum.to_bits();
    if error == 0.0 || error.is_nan() || bits & 1 == 1 {
        sum
    } else if (error > 0.0) == (sum > 0.0) {
        f64::from_bits(bits + 1)
    } else {
        f64::from_bits(bits - 1)
    }
}

/// The order of minimum and maximum: -0 lies below +0.
fn below(a: f64, b: f64) -> bool {
    a < b || a == b && a.is_sign_negative()
}

fn widen_f16(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let mantissa = f64::from(bits & 0x3ff);
    match (bits >> 10) & 0x1f {
        0 => sign * mantissa * (-24f64).exp2(),
        0x1f if mantissa == 0.0 => sign * f64::INFINITY,
        0x1f => f64::NAN,
        exponent => sign * (1024.0 + mantissa) * (f64::from(exponent) - 25.0).exp2(),
    }
}

/// `value` (not NaN) in a format of the given field widths, to nearest, ties to even.
fn narrow(value: f64, exponent_bits: u32, mantissa_bits: u32) -> u64 {
    let sign = (value.to_bits() >> 63) << (exponent_bits + mantissa_bits);
    let infinity = ((1u64 << exponent_bits) - 1) << mantissa_bits;
    let bits = value.abs().to_bits();
    let exponent = (bits >> 52) as i64 - 1023;
    if exponent == 1024 {
        return sign | infinity;
    }
    let bias = (1i64 << (exponent_bits - 1)) - 1;
    let below_normal = (1 - bias - exponent).max(0);
    let dropped = 52 - i64::from(mantissa_bits) + below_normal;
    if exponent == -1023 || dropped > 53 {
        return sign;
    }
    let significand = bits & ((1 << 52) - 1) | 1 << 52;
    let kept = significand >> dropped;
    let rest = significand & ((1 << dropped) - 1);
    let half = 1u64 << (dropped - 1);
    let rounded = kept + u64::from(rest > half || rest == half && kept & 1 == 1);
    // A carry out of the significand moves into the exponent, which is what rounding up means.
    let magnitude = if below_normal > 0 {
        rounded
    } else {
        (((exponent + bias - 1) as u64) << mantissa_bits) + rounded
    };
    sign | magnitude.min(infinity)
}
