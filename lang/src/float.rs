//! Float formats: their names, their bits, and conversions between them and `f64`.

pub mod exact;
mod format;

use crate::algebra::Rounding;
use crate::attribute::FloatValue;
use crate::types::FloatKind;

pub use format::{Finite, Format, Rounded, Specials, Unpacked};

const DOUBLE: FloatKind = FloatKind::F64;

impl FloatKind {
    /// Every format.
    pub const ALL: [FloatKind; 14] = [
        FloatKind::F16,
        FloatKind::BF16,
        FloatKind::F32,
        FloatKind::TF32,
        FloatKind::F64,
        FloatKind::F80,
        FloatKind::F128,
        FloatKind::F8E5M2,
        FloatKind::F8E4M3,
        FloatKind::F8E4M3FN,
        FloatKind::F8E5M2FNUZ,
        FloatKind::F8E4M3FNUZ,
        FloatKind::F8E4M3B11FNUZ,
        FloatKind::F8E3M4,
    ];

    /// The float type of this name in MLIR.
    pub fn from_name(name: &str) -> Option<FloatKind> {
        FloatKind::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// As MLIR spells it.
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
            FloatKind::F8E3M4 => "f8E3M4",
        }
    }

    /// Bits of the pattern that [`FloatValue::bits`] holds.
    pub(crate) fn storage_bits(self) -> u32 {
        self.bit_width()
    }
}

impl FloatValue {
    /// The value rounded to the format, to nearest, ties to even.
    ///
    /// MLIR reads a decimal as a double first, whatever its type, so this is also what a literal means.
    pub fn from_f64(value: f64, kind: FloatKind) -> FloatValue {
        FloatValue {
            bits: encode(kind, value),
            kind,
        }
    }

    /// The value as `f64`; rounded, where the format is wider.
    pub fn to_f64(self) -> f64 {
        decode(self.kind, self.bits)
    }
}

/// The nearest value of the format, ties to even; every NaN becomes the quiet one.
pub fn encode(kind: FloatKind, value: f64) -> u128 {
    if value.is_nan() {
        return kind.format().quiet_nan();
    }
    match kind {
        FloatKind::F64 => u128::from(value.to_bits()),
        FloatKind::F32 => u128::from((value as f32).to_bits()),
        _ => convert(DOUBLE, kind, u128::from(value.to_bits()), Rounding::NearestEven).bits,
    }
}

/// The value of a bit pattern; to the nearest double, where the format is wider.
pub fn decode(kind: FloatKind, bits: u128) -> f64 {
    match kind {
        FloatKind::F64 => f64::from_bits(bits as u64),
        FloatKind::F32 => f64::from(f32::from_bits(bits as u32)),
        FloatKind::BF16 => f64::from(f32::from_bits((bits as u32) << 16)),
        _ if kind.fits_double() => decode_narrow(kind, bits),
        _ => f64::from_bits(convert(kind, DOUBLE, bits, Rounding::NearestEven).bits as u64),
    }
}

/// A value of one format in another; every NaN becomes the quiet one.
pub fn convert(from: FloatKind, to: FloatKind, bits: u128, rounding: Rounding) -> Rounded {
    let target = to.format();
    let (bits, is_exact) = match from.format().unpack(bits) {
        Unpacked::Nan => (target.quiet_nan(), true),
        Unpacked::Infinite { negative } => (target.infinity(negative), target.specials == Specials::Infinity),
        Unpacked::Finite(value) => return target.round(value, false, rounding),
    };
    Rounded { bits, is_exact }
}

fn decode_narrow(kind: FloatKind, bits: u128) -> f64 {
    match kind.format().unpack(bits) {
        Unpacked::Nan => f64::NAN,
        Unpacked::Infinite { negative: false } => f64::INFINITY,
        Unpacked::Infinite { negative: true } => f64::NEG_INFINITY,
        Unpacked::Finite(value) => {
            // The exponent of a format within the doubles is one of a normal double.
            let scale = f64::from_bits(((value.exponent + 1023) as u64) << 52);
            let magnitude = value.magnitude as f64 * scale;
            if value.negative { -magnitude } else { magnitude }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every bit pattern of the formats of at most 19 bits.
    fn small() -> impl Iterator<Item = FloatValue> {
        let kinds = FloatKind::ALL.into_iter().filter(|kind| kind.bit_width() <= 19);
        kinds.flat_map(|kind| (0..1u128 << kind.bit_width()).map(move |bits| FloatValue { bits, kind }))
    }

    #[test]
    fn every_narrow_value_survives_the_round_trip() {
        for value in small() {
            let double = value.to_f64();
            let back = FloatValue::from_f64(double, value.kind);
            assert!(back == value || double.is_nan(), "{value:?} {back:?}");
        }
    }

    #[test]
    fn a_double_between_neighbours_goes_to_the_nearer_or_the_even_one() {
        for low in small() {
            let format = low.kind.format();
            let high = FloatValue {
                bits: low.bits + 1,
                ..low
            };
            let (a, b) = (low.to_f64(), high.to_f64());
            if format.is_negative(low.bits) != format.is_negative(high.bits)
                || !a.is_finite()
                || !b.is_finite()
            {
                continue;
            }
            let at = |part: f64| FloatValue::from_f64(a + (b - a) * part, low.kind).bits;
            let even = low.bits + (low.bits & 1);
            assert_eq!(
                [at(0.25), at(0.5), at(0.75)],
                [low.bits, even, high.bits],
                "{low:?}"
            );
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
    fn the_directed_roundings_bracket_the_value() {
        let round = |value: f64, rounding| {
            let bits = u128::from(value.to_bits());
            convert(FloatKind::F64, FloatKind::F16, bits, rounding).bits
        };
        use Rounding::*;
        let all = [NearestEven, Down, Up, TowardZero, NearestAway];
        assert_eq!(
            all.map(|r| round(2049.0, r)),
            [0x6800, 0x6800, 0x6801, 0x6800, 0x6801]
        );
        assert_eq!(
            all.map(|r| round(-2049.0, r)),
            [0xe800, 0xe801, 0xe800, 0xe800, 0xe801]
        );
        assert_eq!(
            all.map(|r| round(1e6, r)),
            [0x7c00, 0x7bff, 0x7c00, 0x7bff, 0x7c00]
        );
        assert_eq!(
            all.map(|r| round(-1e6, r)),
            [0xfc00, 0xfc00, 0xfbff, 0xfbff, 0xfc00]
        );
        assert_eq!(all.map(|r| round(1e-30, r)), [0, 0, 1, 0, 0]);
        assert_eq!(
            all.map(|r| round(-1e-30, r)),
            [0x8000, 0x8001, 0x8000, 0x8000, 0x8000]
        );
    }

    #[test]
    fn formats_without_infinity_overflow_to_nan() {
        let bits = |v: f64, kind| FloatValue::from_f64(v, kind).bits;
        assert_eq!(bits(448.0, FloatKind::F8E4M3FN), 0x7e);
        assert_eq!(bits(464.0, FloatKind::F8E4M3FN), 0x7e);
        assert_eq!(bits(465.0, FloatKind::F8E4M3FN), 0x7f);
        assert_eq!(bits(f64::NEG_INFINITY, FloatKind::F8E4M3FN), 0xff);
        assert_eq!(bits(240.0, FloatKind::F8E4M3FNUZ), 0x7f);
        assert_eq!(bits(1e9, FloatKind::F8E4M3FNUZ), 0x80);
        assert_eq!(bits(-0.0, FloatKind::F8E4M3FNUZ), 0);
        assert_eq!(bits(-1e-10, FloatKind::F8E5M2FNUZ), 0);
        assert_eq!(bits(1e9, FloatKind::F8E5M2), 0x7c);
        assert_eq!(bits(500.0, FloatKind::F8E4M3), 0x78);
        assert_eq!(bits(30.0, FloatKind::F8E4M3B11FNUZ), 0x7f);
    }

    #[test]
    fn wide_formats_hold_every_double() {
        for kind in [FloatKind::F80, FloatKind::F128] {
            for value in [0.0, -1.0, 0.1, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::INFINITY] {
                assert_eq!(FloatValue::from_f64(value, kind).to_f64(), value);
            }
        }
        let one = FloatValue::from_f64(1.0, FloatKind::F80);
        assert_eq!({ one.bits }, 0x3fff_8000_0000_0000_0000);
        let infinity = FloatValue::from_f64(f64::INFINITY, FloatKind::F80);
        assert_eq!({ infinity.bits }, 0x7fff_8000_0000_0000_0000);
    }
}
