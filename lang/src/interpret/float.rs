//! Arithmetic of every float format on its bits.
//!
//! Sums, differences, products, quotients, remainders, square roots, fused multiply-adds, roundings to
//! integers, conversions and (in `f80` and `f128`) cube roots are rounded correctly: once, to nearest,
//! ties to even. The formats that fit a double compute in doubles and round once more, which is innocuous
//! for all of these since a double has more than twice their precision; a fused multiply-add takes its
//! double step rounded to odd. `f80` and `f128` compute in exact integers.
//!
//! The other functions of the math dialect are those of the C library on doubles, rounded once more:
//! correct but for rare last bits in the formats narrower than `f64`, good to about one unit in the last
//! place in `f64`, and missing in `f80` and `f128`. The reciprocal square root rounds twice, as a
//! division after a square root does.

use std::cmp::Ordering;

use crate::algebra::{FloatOp, FloatPredicate, FloatUnary, Function};
use crate::float::exact::{self, Integral};
use crate::types::FloatKind;

pub use crate::float::{Rounded, convert};

/// The value of `bits` in f64, exactly; `None` for a format that has more values.
pub fn decode(kind: FloatKind, bits: u128) -> Option<f64> {
    kind.fits_double().then(|| crate::float::decode(kind, bits))
}

/// The nearest value of the format, ties to even; every NaN becomes the quiet one.
pub fn encode(kind: FloatKind, value: f64) -> Option<u128> {
    Some(crate::float::encode(kind, value))
}

/// Whether the bits are those of a NaN.
pub fn is_nan(kind: FloatKind, bits: u128) -> bool {
    crate::float::decode(kind, bits).is_nan()
}

/// `None` for a function that the format lacks.
pub fn binary(op: FloatOp, kind: FloatKind, a_bits: u128, b_bits: u128) -> Option<Rounded> {
    let format = kind.format();
    match op {
        FloatOp::CopySign => {
            return Some(exactly(format.with_sign(a_bits, format.is_negative(b_bits))));
        }
        FloatOp::Minimum | FloatOp::Maximum if is_nan(kind, a_bits) || is_nan(kind, b_bits) => {
            return Some(exactly(format.quiet_nan()));
        }
        FloatOp::MinNum | FloatOp::MaxNum if is_nan(kind, a_bits) => return Some(exactly(b_bits)),
        FloatOp::MinNum | FloatOp::MaxNum if is_nan(kind, b_bits) => return Some(exactly(a_bits)),
        FloatOp::Minimum | FloatOp::MinNum => {
            return Some(exactly(if below(kind, a_bits, b_bits) {
                a_bits
            } else {
                b_bits
            }));
        }
        FloatOp::Maximum | FloatOp::MaxNum => {
            return Some(exactly(if below(kind, a_bits, b_bits) {
                b_bits
            } else {
                a_bits
            }));
        }
        _ => {}
    }
    let Some((a, b)) = decode(kind, a_bits).zip(decode(kind, b_bits)) else {
        return wide_binary(op, kind, a_bits, b_bits);
    };
    match op {
        FloatOp::Add => rounded(kind, a + b, sum_error(a, b) == 0.0),
        FloatOp::Sub => rounded(kind, a - b, sum_error(a, -b) == 0.0),
        FloatOp::Mul => rounded(kind, a * b, product_is_exact(a, b)),
        FloatOp::Div => rounded(kind, a / b, (a / b).mul_add(b, -a) == 0.0),
        FloatOp::Rem => rounded(kind, a % b, true),
        FloatOp::Pow => rounded(kind, a.powf(b), false),
        FloatOp::Atan2 => rounded(kind, a.atan2(b), false),
        _ => None,
    }
}

fn wide_binary(op: FloatOp, kind: FloatKind, a: u128, b: u128) -> Option<Rounded> {
    let format = kind.format();
    match op {
        FloatOp::Add => Some(exact::add(&format, a, b)),
        FloatOp::Sub => Some(exact::subtract(&format, a, b)),
        FloatOp::Mul => Some(exact::multiply(&format, a, b)),
        FloatOp::Div => Some(exact::divide(&format, a, b)),
        FloatOp::Rem => Some(exact::remainder(&format, a, b)),
        _ => None,
    }
}

/// `None` for a function that the format lacks.
pub fn unary(op: FloatUnary, kind: FloatKind, bits: u128) -> Option<Rounded> {
    let format = kind.format();
    match op {
        FloatUnary::Neg => return Some(exactly(format.negated(bits))),
        FloatUnary::Abs => return Some(exactly(format.with_sign(bits, false))),
        _ => {}
    }
    let Some(a) = decode(kind, bits) else {
        return wide_unary(op, kind, bits);
    };
    let inexact = |value: f64| rounded(kind, value, false);
    match op {
        FloatUnary::Neg | FloatUnary::Abs => None,
        FloatUnary::Sqrt => rounded(kind, a.sqrt(), a.sqrt().mul_add(a.sqrt(), -a) == 0.0),
        FloatUnary::Floor => rounded(kind, a.floor(), true),
        FloatUnary::Ceil => rounded(kind, a.ceil(), true),
        FloatUnary::Round => rounded(kind, a.round(), true),
        FloatUnary::RoundEven => rounded(kind, a.round_ties_even(), true),
        FloatUnary::Trunc => rounded(kind, a.trunc(), true),
        FloatUnary::Rsqrt => inexact(1.0 / a.sqrt()),
        FloatUnary::Call(function) => inexact(function.on_f64(a)),
    }
}

fn wide_unary(op: FloatUnary, kind: FloatKind, bits: u128) -> Option<Rounded> {
    let format = kind.format();
    let integral = |to| Some(exact::to_integral(&format, bits, to));
    match op {
        FloatUnary::Sqrt => Some(exact::square_root(&format, bits)),
        FloatUnary::Call(Function::Cbrt) => Some(exact::cube_root(&format, bits)),
        FloatUnary::Rsqrt => {
            let one = exact::from_integer(&format, false, 1).bits;
            let root = exact::square_root(&format, bits).bits;
            Some(exact::divide(&format, one, root))
        }
        FloatUnary::Floor => integral(Integral::Floor),
        FloatUnary::Ceil => integral(Integral::Ceil),
        FloatUnary::Round => integral(Integral::HalfAwayFromZero),
        FloatUnary::RoundEven => integral(Integral::HalfToEven),
        FloatUnary::Trunc => integral(Integral::Trunc),
        _ => None,
    }
}

/// `a * b + c` rounded once.
pub fn fma(kind: FloatKind, a: u128, b: u128, c: u128) -> Option<Rounded> {
    if !kind.fits_double() {
        return Some(exact::fma(&kind.format(), a, b, c));
    }
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

/// Whether two floats, as bits of the format, compare so.
pub fn compare(predicate: FloatPredicate, kind: FloatKind, a: u128, b: u128) -> Option<bool> {
    use FloatPredicate as P;
    let order = ordering(kind, a, b);
    let is = |wanted: &[Ordering]| order.is_some_and(|o| wanted.contains(&o));
    let unordered = order.is_none();
    use Ordering::{Equal, Greater, Less};
    Some(match predicate {
        P::AlwaysFalse => false,
        P::AlwaysTrue => true,
        P::Ord => !unordered,
        P::Uno => unordered,
        P::Oeq => is(&[Equal]),
        P::Ogt => is(&[Greater]),
        P::Oge => is(&[Greater, Equal]),
        P::Olt => is(&[Less]),
        P::Ole => is(&[Less, Equal]),
        P::One => is(&[Less, Greater]),
        P::Ueq => unordered || is(&[Equal]),
        P::Ugt => unordered || is(&[Greater]),
        P::Uge => unordered || is(&[Greater, Equal]),
        P::Ult => unordered || is(&[Less]),
        P::Ule => unordered || is(&[Less, Equal]),
        P::Une => !is(&[Equal]),
    })
}

/// The nearest float of an integer.
pub fn from_integer(kind: FloatKind, negative: bool, magnitude: u128) -> Rounded {
    exact::from_integer(&kind.format(), negative, magnitude)
}

/// The integer toward zero (sign, magnitude), and whether it is the value itself; `None` for a NaN, an
/// infinity, or what does not fit 128 bits.
pub fn to_integer(kind: FloatKind, bits: u128) -> Option<(bool, u128, bool)> {
    exact::to_integer(&kind.format(), bits)
}

/// `None` when either is NaN.
fn ordering(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    match decode(kind, a).zip(decode(kind, b)) {
        Some((a, b)) => a.partial_cmp(&b),
        None => exact::compare(&kind.format(), a, b),
    }
}

/// The order of minimum and maximum: -0 lies below +0.
fn below(kind: FloatKind, a: u128, b: u128) -> bool {
    match ordering(kind, a, b) {
        Some(Ordering::Equal) => kind.format().is_negative(a),
        order => order == Some(Ordering::Less),
    }
}

fn exactly(bits: u128) -> Rounded {
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
