//! Conversions between `f64` and the bits of each float format.

use crate::attribute::FloatValue;
use crate::types::FloatKind;

/// Bits of exponent and of fraction (for `f80` with its explicit leading bit).
struct Format {
    exponent: u32,
    fraction: u32,
    explicit_leading_bit: bool,
}

impl FloatKind {
    /// The float type of this name in MLIR.
    pub fn from_name(name: &str) -> Option<FloatKind> {
        Some(match name {
            "f16" => FloatKind::F16,
            "bf16" => FloatKind::BF16,
            "f32" => FloatKind::F32,
            "tf32" => FloatKind::TF32,
            "f64" => FloatKind::F64,
            "f80" => FloatKind::F80,
            "f128" => FloatKind::F128,
            "f8E5M2" => FloatKind::F8E5M2,
            "f8E4M3" => FloatKind::F8E4M3,
            "f8E4M3FN" => FloatKind::F8E4M3FN,
            "f8E5M2FNUZ" => FloatKind::F8E5M2FNUZ,
            "f8E4M3FNUZ" => FloatKind::F8E4M3FNUZ,
            "f8E4M3B11FNUZ" => FloatKind::F8E4M3B11FNUZ,
            _ => return None,
        })
    }

    pub fn as_str(self) -> &'static str {
        match self {
            FloatKind::F16 => "f16",
            FloatKind::BF16 => "bf16",
            FloatKind::F32 => "f32",
            FloatKind::TF32 => "tf32",
            FloatKind::F64 => "f64",
            FloatKind::F80 => "f80",
            FloatKind::F128 => "f128",
            FloatKind::F8E5M2 => "f8E5M2",
            FloatKind::F8E4M3 => "f8E4M3",
            FloatKind::F8E4M3FN => "f8E4M3FN",
            FloatKind::F8E5M2FNUZ => "f8E5M2FNUZ",
            FloatKind::F8E4M3FNUZ => "f8E4M3FNUZ",
            FloatKind::F8E4M3B11FNUZ => "f8E4M3B11FNUZ",
        }
    }

    /// Bits of the pattern that [`FloatValue::bits`] holds.
    pub fn storage_bits(self) -> u32 {
        self.bit_width()
    }

    fn format(self) -> Format {
        let (exponent, fraction) = match self {
            FloatKind::F16 => (5, 10),
            FloatKind::BF16 => (8, 7),
            FloatKind::F32 => (8, 23),
            FloatKind::TF32 => (8, 10),
            FloatKind::F64 => (11, 52),
            FloatKind::F80 => (15, 64),
            FloatKind::F128 => (15, 112),
            FloatKind::F8E5M2 | FloatKind::F8E5M2FNUZ => (5, 2),
            FloatKind::F8E4M3 | FloatKind::F8E4M3FN | FloatKind::F8E4M3FNUZ | FloatKind::F8E4M3B11FNUZ => {
                (4, 3)
            }
        };
        Format {
            exponent,
            fraction,
            explicit_leading_bit: self == FloatKind::F80,
        }
    }
}

impl FloatValue {
    /// The value rounded to the format, to nearest, ties to even.
    pub fn from_f64(value: f64, kind: FloatKind) -> FloatValue {
        let bits = match kind {
            FloatKind::F64 => u128::from(value.to_bits()),
            FloatKind::F32 => u128::from((value as f32).to_bits()),
            _ => encode(value, &kind.format()),
        };
        FloatValue { bits, kind }
    }

    /// The value as `f64`; rounded, where the format is wider.
    pub fn to_f64(&self) -> f64 {
        match self.kind {
            FloatKind::F64 => f64::from_bits(self.bits as u64),
            FloatKind::F32 => f64::from(f32::from_bits(self.bits as u32)),
            kind => decode(self.bits, &kind.format()),
        }
    }
}

fn encode(value: f64, format: &Format) -> u128 {
    let Format {
        exponent,
        fraction,
        explicit_leading_bit,
    } = *format;
    // Fraction bits below the leading one.
    let precision = fraction - u32::from(explicit_leading_bit);
    let sign = u128::from(value.is_sign_negative()) << (exponent + fraction);
    let bias = (1i64 << (exponent - 1)) - 1;
    let top = (1u128 << exponent) - 1;
    let leading = |e: u128, f: u128| {
        let one = u128::from(explicit_leading_bit && e != 0) << precision;
        sign | e << fraction | one | f
    };
    if value.is_nan() {
        return leading(top, 1 << (precision - 1));
    }
    if value.is_infinite() {
        return leading(top, 0);
    }
    if value == 0.0 {
        return sign;
    }
    let bits = value.abs().to_bits();
    let stored = (bits >> 52) as i64;
    let (mut mantissa, mut e) = match stored {
        0 => (u128::from(bits & ((1 << 52) - 1)), -1022),
        _ => (u128::from(bits & ((1 << 52) - 1) | 1 << 52), stored - 1023),
    };
    while mantissa >> 52 == 0 {
        mantissa <<= 1;
        e -= 1;
    }
    // `mantissa` has its leading one at bit 52: put it at bit `precision`, lower for subnormals.
    let subnormal = (1 - bias - e).max(0);
    let shift = 52 - i64::from(precision) + subnormal;
    let rounded = if shift <= 0 {
        mantissa << -shift
    } else if shift > 54 {
        0
    } else {
        let half = 1u128 << (shift - 1);
        let low = mantissa & ((1 << shift) - 1);
        let quotient = mantissa >> shift;
        quotient + u128::from(low > half || low == half && quotient & 1 == 1)
    };
    // A carry out of the fraction moves into the exponent by itself.
    let biased = if subnormal > 0 { 0 } else { (e + bias - 1) as u128 };
    let packed = (biased << precision) + rounded;
    let (biased, low) = (packed >> precision, packed & ((1 << precision) - 1));
    if biased >= top {
        return leading(top, 0);
    }
    leading(biased, low)
}

fn decode(bits: u128, format: &Format) -> f64 {
    let Format {
        exponent,
        fraction,
        explicit_leading_bit,
    } = *format;
    let precision = fraction - u32::from(explicit_leading_bit);
    let negative = bits >> (exponent + fraction) & 1 == 1;
    let top = (1u128 << exponent) - 1;
    let biased = bits >> fraction & top;
    let low = bits & ((1 << precision) - 1);
    let bias = (1i32 << (exponent - 1)) - 1;
    let magnitude = if biased == top {
        if low == 0 { f64::INFINITY } else { f64::NAN }
    } else {
        let (mantissa, e) = match biased {
            0 => (low, 1 - bias),
            _ => (low | 1 << precision, biased as i32 - bias),
        };
        scale(mantissa as f64, e - precision as i32)
    };
    if negative { -magnitude } else { magnitude }
}

/// `value * 2^exponent`, in steps that neither overflow nor underflow early.
fn scale(mut value: f64, mut exponent: i32) -> f64 {
    while exponent > 1000 && value.is_finite() && value != 0.0 {
        value *= 2f64.powi(1000);
        exponent -= 1000;
    }
    while exponent < -1000 && value != 0.0 {
        value *= 2f64.powi(-1000);
        exponent += 1000;
    }
    value * 2f64.powi(exponent.clamp(-1000, 1000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_survives_the_round_trip() {
        for kind in [FloatKind::F16, FloatKind::BF16] {
            for bits in 0..=u16::MAX {
                let value = FloatValue {
                    bits: u128::from(bits),
                    kind,
                };
                let back = FloatValue::from_f64(value.to_f64(), kind);
                assert!(
                    back == value || value.to_f64().is_nan(),
                    "{kind:?} {bits:#x} {back:?}"
                );
            }
        }
    }

    #[test]
    fn rounds_to_nearest_even_and_overflows_to_infinity() {
        let bits = |v: f64| FloatValue::from_f64(v, FloatKind::F16).bits;
        assert_eq!(bits(1.0), 0x3c00);
        assert_eq!(bits(65504.0), 0x7bff);
        assert_eq!(bits(65520.0), 0x7c00);
        assert_eq!(bits(65519.0), 0x7bff);
        assert_eq!(bits(2f64.powi(-24)), 1);
        assert_eq!(bits(2f64.powi(-25)), 0);
        assert_eq!(bits(1.5 * 2f64.powi(-25)), 1);
        assert_eq!(bits(-0.0), 0x8000);
    }

    #[test]
    fn wide_formats_hold_every_double() {
        for kind in [FloatKind::F80, FloatKind::F128] {
            for value in [0.0, -1.0, 0.1, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::INFINITY] {
                assert_eq!(FloatValue::from_f64(value, kind).to_f64(), value);
            }
        }
        assert_eq!(
            FloatValue::from_f64(1.0, FloatKind::F80).bits,
            0x3fff_8000_0000_0000_0000
        );
    }
}
