//! The layout of each float format, and the one place where a value is rounded to it.

use crate::algebra::Rounding;
use crate::types::FloatKind;

/// What a float format looks like in bits: sign, exponent, fraction, from the top.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Bits of the exponent.
    pub exponent: u32,
    /// Bits of the fraction, without the leading one.
    pub precision: u32,
    pub bias: i64,
    pub specials: Specials,
    /// Whether the leading one is stored, as `f80` does.
    pub has_leading_bit: bool,
}

/// Which bit patterns are no numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Specials {
    /// IEEE 754: the greatest exponent is for infinities and NaNs.
    Infinity,
    /// `FN`: all ones is NaN, and there is no infinity.
    OnlyNan,
    /// `FNUZ`: what would be -0 is NaN, and there is no infinity.
    OnlyUnsignedZero,
}

/// What a bit pattern stands for: `±magnitude * 2^exponent` when it is finite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpacked {
    Nan,
    Infinite { negative: bool },
    Finite(Finite),
}

/// A finite number: `(-1)^negative · significand · 2^exponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finite {
    pub negative: bool,
    pub magnitude: u128,
    pub exponent: i64,
}

/// The bits of a rounded result, and whether rounding changed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounded {
    pub bits: u128,
    pub is_exact: bool,
}

impl FloatKind {
    /// How the bits of the format are laid out.
    pub fn format(self) -> Format {
        use FloatKind as K;
        use Specials as S;
        let (exponent, precision, bias, specials) = match self {
            K::F16 => (5, 10, 15, S::Infinity),
            K::BF16 => (8, 7, 127, S::Infinity),
            K::F32 => (8, 23, 127, S::Infinity),
            K::TF32 => (8, 10, 127, S::Infinity),
            K::F64 => (11, 52, 1023, S::Infinity),
            K::F80 => (15, 63, 16383, S::Infinity),
            K::F128 => (15, 112, 16383, S::Infinity),
            K::F8E5M2 => (5, 2, 15, S::Infinity),
            K::F8E4M3 => (4, 3, 7, S::Infinity),
            K::F8E4M3FN => (4, 3, 7, S::OnlyNan),
            K::F8E5M2FNUZ => (5, 2, 16, S::OnlyUnsignedZero),
            K::F8E4M3FNUZ => (4, 3, 8, S::OnlyUnsignedZero),
            K::F8E4M3B11FNUZ => (4, 3, 11, S::OnlyUnsignedZero),
            K::F8E3M4 => (3, 4, 3, S::Infinity),
        };
        Format {
            exponent,
            precision,
            bias,
            specials,
            has_leading_bit: self == K::F80,
        }
    }

    /// Whether every value of the format is a double, and a sum, product, quotient or root computed in
    /// doubles and rounded again is the correctly rounded one.
    pub(crate) fn fits_double(self) -> bool {
        !matches!(self, FloatKind::F80 | FloatKind::F128)
    }
}

impl Format {
    /// The bit that tells negative values; `-0` of a format without it is NaN.
    pub(crate) fn sign_bit(&self) -> u128 {
        1 << (self.exponent + self.precision + u32::from(self.has_leading_bit))
    }

    pub(crate) fn quiet_nan(&self) -> u128 {
        match self.specials {
            Specials::Infinity => {
                self.with_leading_bit(self.top() << self.precision | 1 << (self.precision - 1))
            }
            Specials::OnlyNan => self.sign_bit() - 1,
            Specials::OnlyUnsignedZero => self.sign_bit(),
        }
    }

    /// Infinity, or NaN in a format without one.
    pub fn infinity(&self, negative: bool) -> u128 {
        match self.specials {
            Specials::Infinity => self.signed(negative, self.top() << self.precision),
            Specials::OnlyNan => self.signed(negative, self.sign_bit() - 1),
            Specials::OnlyUnsignedZero => self.sign_bit(),
        }
    }

    /// The bits of zero with a sign.
    pub fn zero(&self, negative: bool) -> u128 {
        self.signed(negative && self.specials != Specials::OnlyUnsignedZero, 0)
    }

    /// The sign flipped, of a NaN too; nothing happens to what has no other sign.
    pub fn negated(&self, bits: u128) -> u128 {
        match self.specials {
            Specials::OnlyUnsignedZero if bits & !self.sign_bit() == 0 => bits,
            _ => bits ^ self.sign_bit(),
        }
    }

    /// `bits` with this sign, as [`Format::negated`].
    pub fn with_sign(&self, bits: u128, negative: bool) -> u128 {
        match self.is_negative(bits) == negative {
            true => bits,
            false => self.negated(bits),
        }
    }

    /// Whether the sign bit is set.
    pub fn is_negative(&self, bits: u128) -> bool {
        bits & self.sign_bit() != 0
    }

    /// What bits stand for.
    pub fn unpack(&self, bits: u128) -> Unpacked {
        let negative = self.is_negative(bits);
        let stored = bits & (self.sign_bit() - 1);
        let fraction = stored & ((1 << self.precision) - 1);
        let biased = stored >> (self.precision + u32::from(self.has_leading_bit));
        let leading = match self.has_leading_bit {
            true => stored >> self.precision & 1,
            false => u128::from(biased != 0),
        };
        match self.specials {
            Specials::Infinity if biased == self.top() => {
                return match fraction == 0 && leading == 1 {
                    true => Unpacked::Infinite { negative },
                    false => Unpacked::Nan,
                };
            }
            // An `f80` that no operation makes.
            _ if biased != 0 && leading == 0 => return Unpacked::Nan,
            Specials::OnlyNan if stored == self.sign_bit() - 1 => return Unpacked::Nan,
            Specials::OnlyUnsignedZero if bits == self.sign_bit() => return Unpacked::Nan,
            _ => {}
        }
        Unpacked::Finite(Finite {
            negative,
            magnitude: leading << self.precision | fraction,
            exponent: biased.max(1) as i64 - self.bias - i64::from(self.precision),
        })
    }

    /// The value rounded to the format. With `is_more` the value is not `magnitude * 2^exponent` but a
    /// little more (in magnitude), by less than the last bit of `magnitude`, which then must have more
    /// than two bits beyond the precision.
    pub fn round(&self, value: Finite, is_more: bool, rounding: Rounding) -> Rounded {
        let Finite {
            negative,
            magnitude,
            exponent,
        } = value;
        if magnitude == 0 && !is_more {
            let bits = self.zero(negative);
            return Rounded { bits, is_exact: true };
        }
        let length = i64::from(u128::BITS - magnitude.leading_zeros());
        let top = exponent.saturating_add(length - 1);
        let least = 1 - self.bias;
        // The exponent of the last bit that is kept.
        let last = top.max(least) - i64::from(self.precision);
        let (kept, rest) = cut(magnitude, last.saturating_sub(exponent), is_more);
        let rounded = kept + u128::from(rounds_up(kept, rest, negative, rounding));
        // A carry out of the fraction moves into the exponent by itself.
        let biased = (top - least).max(0) as u128;
        let is_huge = biased >> self.exponent != 0;
        let stored = if is_huge {
            u128::MAX
        } else {
            (biased << self.precision) + rounded
        };
        if stored > self.greatest() {
            let away = rounds_up(0, Rest::MoreThanHalf, negative, rounding);
            let bits = match away {
                true => self.infinity(negative),
                false => self.signed(negative, self.greatest()),
            };
            return Rounded {
                bits,
                is_exact: false,
            };
        }
        let bits = match stored {
            0 => self.zero(negative),
            _ => self.signed(negative, stored),
        };
        Rounded {
            bits,
            is_exact: rest == Rest::Nothing,
        }
    }

    /// The greatest exponent.
    fn top(&self) -> u128 {
        (1 << self.exponent) - 1
    }

    /// Exponent and fraction of the greatest finite value.
    fn greatest(&self) -> u128 {
        match self.specials {
            Specials::Infinity => (self.top() << self.precision) - 1,
            Specials::OnlyNan => (1 << (self.exponent + self.precision)) - 2,
            Specials::OnlyUnsignedZero => (1 << (self.exponent + self.precision)) - 1,
        }
    }

    fn signed(&self, negative: bool, stored: u128) -> u128 {
        self.with_leading_bit(stored) | if negative { self.sign_bit() } else { 0 }
    }

    /// Exponent and fraction with the leading one between them, in the format that stores it.
    fn with_leading_bit(&self, stored: u128) -> u128 {
        if !self.has_leading_bit {
            return stored;
        }
        let (biased, fraction) = (stored >> self.precision, stored & ((1 << self.precision) - 1));
        biased << (self.precision + 1) | u128::from(biased != 0) << self.precision | fraction
    }
}

/// What lies below the last bit that is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    Nothing,
    LessThanHalf,
    Half,
    MoreThanHalf,
}

/// `magnitude` without its lowest `dropped` bits, and what they were.
fn cut(magnitude: u128, dropped: i64, is_more: bool) -> (u128, Rest) {
    if dropped <= 0 {
        let rest = if is_more {
            Rest::LessThanHalf
        } else {
            Rest::Nothing
        };
        return (magnitude << -dropped, rest);
    }
    if dropped > i64::from(u128::BITS) {
        return (0, Rest::LessThanHalf);
    }
    let half = 1u128 << (dropped - 1);
    let (kept, low) = match dropped {
        128 => (0, magnitude),
        _ => (magnitude >> dropped, magnitude & ((half << 1) - 1)),
    };
    let rest = match low.cmp(&half) {
        std::cmp::Ordering::Greater => Rest::MoreThanHalf,
        std::cmp::Ordering::Equal if is_more => Rest::MoreThanHalf,
        std::cmp::Ordering::Equal => Rest::Half,
        std::cmp::Ordering::Less if low == 0 && !is_more => Rest::Nothing,
        std::cmp::Ordering::Less => Rest::LessThanHalf,
    };
    (kept, rest)
}

/// Whether the value goes to the next one away from zero.
fn rounds_up(kept: u128, rest: Rest, negative: bool, rounding: Rounding) -> bool {
    match (rounding, rest) {
        (_, Rest::Nothing) | (Rounding::TowardZero, _) => false,
        (Rounding::Down, _) => negative,
        (Rounding::Up, _) => !negative,
        (_, Rest::MoreThanHalf) => true,
        (_, Rest::LessThanHalf) => false,
        (Rounding::NearestEven, Rest::Half) => kept & 1 == 1,
        (Rounding::NearestAway, Rest::Half) => true,
    }
}
