//! Arithmetic of any float format by exact integers, rounded once, to nearest, ties to even.
//!
//! Slow, and the same for every format: `f80` and `f128` compute this way, and the arithmetic of the
//! narrower formats, which goes through the hardware's doubles, is tested against it.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Zero};

use super::format::{Finite, Format, Rounded, Unpacked};
use crate::algebra::Rounding;

/// Bits of a quotient or root that are computed: more than any format rounds to.
const LENGTH: u64 = 126;

/// To which integer a float goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integral {
    Floor,
    Ceil,
    Trunc,
    HalfAwayFromZero,
    HalfToEven,
}

/// `±magnitude * 2^exponent`.
#[derive(Clone, Debug)]
struct Exact {
    sign: Sign,
    /// Whether the value, or the zero that it became by underflow or is, bears a minus.
    negative: bool,
    magnitude: BigUint,
    exponent: i64,
}

impl Exact {
    fn of(value: Finite) -> Exact {
        Exact::new(value.negative, value.magnitude.into(), value.exponent)
    }

    fn new(negative: bool, magnitude: BigUint, exponent: i64) -> Exact {
        let sign = match (magnitude.is_zero(), negative) {
            (true, _) => Sign::NoSign,
            (_, true) => Sign::Minus,
            (_, false) => Sign::Plus,
        };
        Exact {
            sign,
            negative,
            magnitude,
            exponent,
        }
    }

    fn is_zero(&self) -> bool {
        self.sign == Sign::NoSign
    }

    fn signed(&self) -> BigInt {
        BigInt::from_biguint(self.sign, self.magnitude.clone())
    }

    fn times(&self, other: &Exact) -> Exact {
        let negative = self.negative != other.negative;
        let magnitude = &self.magnitude * &other.magnitude;
        Exact::new(negative, magnitude, self.exponent + other.exponent)
    }

    /// Both as multiples of one power of two.
    fn aligned(&self, other: &Exact) -> (BigInt, BigInt, i64) {
        let exponent = self.exponent.min(other.exponent);
        let scaled = |x: &Exact| x.signed() << (x.exponent - exponent) as u64;
        (scaled(self), scaled(other), exponent)
    }

    fn plus(&self, other: &Exact) -> Exact {
        let (a, b, exponent) = self.aligned(other);
        let sum = a + b;
        // An exact zero is negative only as the sum of two negative zeros.
        let negative = match sum.sign() {
            Sign::NoSign => self.is_zero() && other.is_zero() && self.negative && other.negative,
            sign => sign == Sign::Minus,
        };
        Exact::new(negative, sum.into_parts().1, exponent)
    }

    fn negated(mut self) -> Exact {
        self.negative = !self.negative;
        self.sign = -self.sign;
        self
    }

    fn round(&self, format: &Format) -> Rounded {
        round(format, self.negative, &self.magnitude, self.exponent, false)
    }
}

/// As [`Format::round`], of a magnitude of any length.
fn round(format: &Format, negative: bool, magnitude: &BigUint, exponent: i64, is_more: bool) -> Rounded {
    let excess = magnitude.bits().saturating_sub(LENGTH);
    let is_cut = magnitude.trailing_zeros().is_some_and(|zeros| zeros < excess);
    let top = u128::try_from(magnitude >> excess).unwrap_or_default();
    let value = Finite {
        negative,
        magnitude: top,
        exponent: exponent + excess as i64,
    };
    format.round(value, is_more || is_cut, Rounding::NearestEven)
}

fn exact(bits: u128) -> Rounded {
    Rounded { bits, is_exact: true }
}

fn inexact(bits: u128) -> Rounded {
    Rounded {
        bits,
        is_exact: false,
    }
}

/// `a + b`, rounded once, to nearest, ties to even. Operands and result are bits of the format.
pub fn add(format: &Format, a: u128, b: u128) -> Rounded {
    match (format.unpack(a), format.unpack(b)) {
        (Unpacked::Finite(a), Unpacked::Finite(b)) => Exact::of(a).plus(&Exact::of(b)).round(format),
        (Unpacked::Infinite { negative: a }, Unpacked::Infinite { negative: b }) if a == b => {
            inexact(format.infinity(a))
        }
        (Unpacked::Infinite { negative }, Unpacked::Finite(_))
        | (Unpacked::Finite(_), Unpacked::Infinite { negative }) => inexact(format.infinity(negative)),
        _ => inexact(format.quiet_nan()),
    }
}

/// `a - b`, rounded as [`add`].
pub fn subtract(format: &Format, a: u128, b: u128) -> Rounded {
    let minus = |b: Finite| Exact::of(b).negated();
    match (format.unpack(a), format.unpack(b)) {
        (Unpacked::Finite(a), Unpacked::Finite(b)) => Exact::of(a).plus(&minus(b)).round(format),
        _ => add(format, a, format.negated(b)),
    }
}

/// `a * b`, rounded as [`add`].
pub fn multiply(format: &Format, a: u128, b: u128) -> Rounded {
    let negative = format.is_negative(a) != format.is_negative(b);
    match (format.unpack(a), format.unpack(b)) {
        (Unpacked::Finite(a), Unpacked::Finite(b)) => Exact::of(a).times(&Exact::of(b)).round(format),
        (Unpacked::Nan, _) | (_, Unpacked::Nan) => inexact(format.quiet_nan()),
        (Unpacked::Finite(zero), _) | (_, Unpacked::Finite(zero)) if zero.magnitude == 0 => {
            inexact(format.quiet_nan())
        }
        _ => inexact(format.infinity(negative)),
    }
}

/// `a / b`, rounded as [`add`].
pub fn divide(format: &Format, a: u128, b: u128) -> Rounded {
    let negative = format.is_negative(a) != format.is_negative(b);
    let (a, b) = match (format.unpack(a), format.unpack(b)) {
        (Unpacked::Finite(a), Unpacked::Finite(b)) => (Exact::of(a), Exact::of(b)),
        (Unpacked::Infinite { .. }, Unpacked::Finite(_)) => return inexact(format.infinity(negative)),
        (Unpacked::Finite(_), Unpacked::Infinite { .. }) => return exact(format.zero(negative)),
        _ => return inexact(format.quiet_nan()),
    };
    match (a.is_zero(), b.is_zero()) {
        (true, true) => return inexact(format.quiet_nan()),
        (false, true) => return inexact(format.infinity(negative)),
        _ => {}
    }
    let shift = (LENGTH + b.magnitude.bits()).saturating_sub(a.magnitude.bits());
    let numerator = a.magnitude << shift;
    let quotient = &numerator / &b.magnitude;
    let is_more = &quotient * &b.magnitude != numerator;
    let exponent = a.exponent - b.exponent - shift as i64;
    round(format, negative, &quotient, exponent, is_more)
}

/// The remainder of the quotient rounded toward zero; it has the sign of `a`.
pub fn remainder(format: &Format, a_bits: u128, b_bits: u128) -> Rounded {
    let (a, b) = match (format.unpack(a_bits), format.unpack(b_bits)) {
        (Unpacked::Finite(a), Unpacked::Finite(b)) if b.magnitude != 0 => (Exact::of(a), Exact::of(b)),
        (Unpacked::Finite(_), Unpacked::Infinite { .. }) => return exact(a_bits),
        _ => return inexact(format.quiet_nan()),
    };
    let exponent = a.exponent.min(b.exponent);
    let scaled = |x: &Exact| &x.magnitude << (x.exponent - exponent) as u64;
    let rest = scaled(&a) % scaled(&b);
    Exact::new(a.negative, rest, exponent).round(format)
}

/// `a * b + c`, rounded once as [`add`].
pub fn fma(format: &Format, a: u128, b: u128, c: u128) -> Rounded {
    match (format.unpack(a), format.unpack(b), format.unpack(c)) {
        (Unpacked::Finite(a), Unpacked::Finite(b), Unpacked::Finite(c)) => Exact::of(a)
            .times(&Exact::of(b))
            .plus(&Exact::of(c))
            .round(format),
        (Unpacked::Finite(_), Unpacked::Finite(_), _) => inexact(c).quieted(format),
        _ => add(format, multiply(format, a, b).bits, c),
    }
}

/// The square root, rounded as [`add`].
pub fn square_root(format: &Format, bits: u128) -> Rounded {
    root(format, bits, 2)
}

/// The cube root, rounded as [`add`].
pub fn cube_root(format: &Format, bits: u128) -> Rounded {
    root(format, bits, 3)
}

fn root(format: &Format, bits: u128, degree: u32) -> Rounded {
    let negative = format.is_negative(bits);
    let value = match format.unpack(bits) {
        Unpacked::Finite(value) if value.magnitude == 0 => return exact(bits),
        Unpacked::Nan => return inexact(format.quiet_nan()),
        _ if negative && degree == 2 => return inexact(format.quiet_nan()),
        Unpacked::Infinite { negative } => return inexact(format.infinity(negative)),
        Unpacked::Finite(value) => value,
    };
    // The exponent becomes a multiple of the degree, the magnitude long enough.
    let least = i64::from(degree) * LENGTH as i64;
    let shift = least + (value.exponent - least).rem_euclid(i64::from(degree));
    let radicand = BigUint::from(value.magnitude) << shift as u64;
    let root = radicand.nth_root(degree);
    let is_more = root.pow(degree) != radicand;
    let exponent = (value.exponent - shift) / i64::from(degree);
    round(format, negative, &root, exponent, is_more)
}

/// The integral float that the mode says.
pub fn to_integral(format: &Format, bits: u128, integral: Integral) -> Rounded {
    let value = match format.unpack(bits) {
        Unpacked::Finite(value) if value.exponent < 0 => value,
        Unpacked::Nan => return inexact(format.quiet_nan()),
        _ => return exact(bits),
    };
    let fraction = -value.exponent as u32;
    let (whole, rest, half) = match fraction {
        0..=127 => {
            let whole = value.magnitude >> fraction;
            let rest = value.magnitude - (whole << fraction);
            (whole, rest, rest.cmp(&(1 << (fraction - 1))))
        }
        _ => (0, value.magnitude, Ordering::Less),
    };
    let away = match integral {
        Integral::Trunc => false,
        Integral::Floor => value.negative && rest != 0,
        Integral::Ceil => !value.negative && rest != 0,
        Integral::HalfAwayFromZero => half != Ordering::Less,
        Integral::HalfToEven => half == Ordering::Greater || half == Ordering::Equal && whole & 1 == 1,
    };
    let magnitude = BigUint::from(whole) + if away { BigUint::one() } else { BigUint::zero() };
    Exact::new(value.negative, magnitude, 0).round(format)
}

/// `None` when either is NaN.
pub fn compare(format: &Format, a: u128, b: u128) -> Option<Ordering> {
    let side = |negative: bool| {
        if negative {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    };
    Some(match (format.unpack(a), format.unpack(b)) {
        (Unpacked::Nan, _) | (_, Unpacked::Nan) => return None,
        (Unpacked::Infinite { negative: a }, Unpacked::Infinite { negative: b }) => side(a).cmp(&side(b)),
        (Unpacked::Infinite { negative }, _) => side(negative),
        (_, Unpacked::Infinite { negative }) => side(negative).reverse(),
        (Unpacked::Finite(a), Unpacked::Finite(b)) => {
            let (a, b, _) = Exact::of(a).aligned(&Exact::of(b));
            a.cmp(&b)
        }
    })
}

/// The integer nearest toward zero, and whether it is the value itself; `None` for what has none that
/// fits 128 bits of magnitude.
pub fn to_integer(format: &Format, bits: u128) -> Option<(bool, u128, bool)> {
    let Unpacked::Finite(value) = format.unpack(bits) else {
        return None;
    };
    let whole = match value.exponent {
        0.. => u128::try_from(BigUint::from(value.magnitude) << value.exponent as u64).ok()?,
        -127..0 => value.magnitude >> -value.exponent,
        _ => 0,
    };
    let is_exact = value.exponent >= 0
        || value.exponent > -128 && whole << -value.exponent == value.magnitude
        || value.magnitude == 0;
    Some((value.negative, whole, is_exact))
}

/// The nearest float of an integer.
pub fn from_integer(format: &Format, negative: bool, magnitude: u128) -> Rounded {
    round(format, negative, &magnitude.into(), 0, false)
}

impl Rounded {
    /// The quiet NaN in the place of any other.
    fn quieted(self, format: &Format) -> Rounded {
        match format.unpack(self.bits) {
            Unpacked::Nan => inexact(format.quiet_nan()),
            _ => self,
        }
    }
}
