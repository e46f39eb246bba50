//! The float arithmetic of the interpreter: exhaustively for eight bits, against the hardware for `f32` and
//! `f64`, against LLVM's own soft floats (in their Rust port) for the others.

use std::cmp::Ordering;

use ovolo_lang::algebra::{FloatOp, FloatPredicate, FloatUnary, Function, Rounding};
use ovolo_lang::float::exact::{self, Integral};
use ovolo_lang::interpret::float::{self, convert};
use ovolo_lang::types::FloatKind;
use proptest::prelude::*;
use rustc_apfloat::ieee::{BFloat, Double, Float8E4M3FN, Float8E5M2, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

const BYTES: [FloatKind; 6] = [
    FloatKind::F8E5M2,
    FloatKind::F8E4M3,
    FloatKind::F8E4M3FN,
    FloatKind::F8E5M2FNUZ,
    FloatKind::F8E4M3FNUZ,
    FloatKind::F8E4M3B11FNUZ,
];

const BINARY: [FloatOp; 5] = [
    FloatOp::Add,
    FloatOp::Sub,
    FloatOp::Mul,
    FloatOp::Div,
    FloatOp::Rem,
];

const INTEGRAL: [(FloatUnary, Integral); 5] = [
    (FloatUnary::Floor, Integral::Floor),
    (FloatUnary::Ceil, Integral::Ceil),
    (FloatUnary::Trunc, Integral::Trunc),
    (FloatUnary::Round, Integral::HalfAwayFromZero),
    (FloatUnary::RoundEven, Integral::HalfToEven),
];

fn by_integers(op: FloatOp, kind: FloatKind, a: u128, b: u128) -> u128 {
    let format = kind.format();
    match op {
        FloatOp::Add => exact::add(&format, a, b),
        FloatOp::Sub => exact::subtract(&format, a, b),
        FloatOp::Mul => exact::multiply(&format, a, b),
        FloatOp::Div => exact::divide(&format, a, b),
        _ => exact::remainder(&format, a, b),
    }
    .bits
}

fn same(kind: FloatKind, a: u128, b: u128) -> bool {
    a == b || float::is_nan(kind, a) && float::is_nan(kind, b)
}

/// The arithmetic through doubles is that of exact integers.
fn check_binary(kind: FloatKind, a: u128, b: u128) {
    for op in BINARY {
        let got = float::binary(op, kind, a, b).unwrap().bits;
        let expected = by_integers(op, kind, a, b);
        assert!(
            same(kind, got, expected),
            "{op:?} {kind:?} {a:#x} {b:#x}: {got:#x} {expected:#x}"
        );
    }
    let order = exact::compare(&kind.format(), a, b);
    let less = float::compare(FloatPredicate::Olt, kind, a, b).unwrap();
    let equal = float::compare(FloatPredicate::Oeq, kind, a, b).unwrap();
    assert_eq!(
        (less, equal),
        (order == Some(Ordering::Less), order == Some(Ordering::Equal))
    );
}

fn check_unary(kind: FloatKind, a: u128) {
    let format = kind.format();
    let root = float::unary(FloatUnary::Sqrt, kind, a).unwrap().bits;
    assert!(
        same(kind, root, exact::square_root(&format, a).bits),
        "sqrt {kind:?} {a:#x}"
    );
    for (op, integral) in INTEGRAL {
        let got = float::unary(op, kind, a).unwrap().bits;
        let expected = exact::to_integral(&format, a, integral).bits;
        assert!(
            same(kind, got, expected),
            "{op:?} {kind:?} {a:#x}: {got:#x} {expected:#x}"
        );
    }
}

fn check_fma(kind: FloatKind, a: u128, b: u128, c: u128) {
    let got = float::fma(kind, a, b, c).unwrap().bits;
    let expected = exact::fma(&kind.format(), a, b, c).bits;
    assert!(
        same(kind, got, expected),
        "fma {kind:?} {a:#x} {b:#x} {c:#x}: {got:#x} {expected:#x}"
    );
}

#[test]
fn all_pairs_of_bytes() {
    for kind in BYTES {
        for a in 0..256 {
            check_unary(kind, a);
            for b in 0..256 {
                check_binary(kind, a, b);
            }
        }
    }
}

#[test]
fn all_halves() {
    for kind in [FloatKind::F16, FloatKind::BF16, FloatKind::TF32] {
        (0..1 << kind.bit_width()).for_each(|bits| check_unary(kind, bits));
    }
}

/// The result is the representable value nearest to that of the doubles.
#[test]
fn sums_and_products_of_bytes_are_nearest() {
    for kind in BYTES {
        let values: Vec<f64> = (0..256).filter_map(|bits| float::decode(kind, bits)).collect();
        let finite: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
        let greatest = finite.iter().copied().fold(0.0, f64::max);
        for (a, &x) in (0..).zip(&values) {
            for (b, &y) in (0..).zip(&values) {
                for (op, expected) in [(FloatOp::Add, x + y), (FloatOp::Mul, x * y)] {
                    let got = float::decode(kind, float::binary(op, kind, a, b).unwrap().bits).unwrap();
                    if expected.is_nan() || expected.abs() > greatest {
                        continue;
                    }
                    let error = (got - expected).abs();
                    let least = finite
                        .iter()
                        .map(|v| (v - expected).abs())
                        .fold(f64::MAX, f64::min);
                    assert_eq!(error, least, "{op:?} {kind:?} {x} {y}");
                }
            }
        }
    }
}

#[test]
fn conversions_to_bytes_are_llvms() {
    for bits in 0..1u128 << 16 {
        let half = Half::from_bits(bits);
        let mut loses = false;
        let e5m2: Float8E5M2 = half.convert(&mut loses).value;
        let e4m3: Float8E4M3FN = half.convert(&mut loses).value;
        for (kind, expected) in [
            (FloatKind::F8E5M2, e5m2.to_bits()),
            (FloatKind::F8E4M3FN, e4m3.to_bits()),
        ] {
            let got = convert(FloatKind::F16, kind, bits, Rounding::NearestEven).bits;
            let is_nan = half.is_nan() && float::is_nan(kind, got);
            assert!(
                is_nan || got == expected,
                "{kind:?} {bits:#x}: {got:#x} {expected:#x}"
            );
        }
    }
}

/// Numbers that are hard: near the ends of the range, and with few or many ones.
fn hard(kind: FloatKind) -> impl Strategy<Value = u128> {
    let width = kind.bit_width();
    let mask = if width == 128 { u128::MAX } else { (1 << width) - 1 };
    let special = (any::<bool>(), any::<u8>(), 0..width, 0u128..4).prop_map(move |(minus, low, at, near)| {
        let base = (u128::from(low) << at).wrapping_sub(near) & (mask >> 1);
        base | u128::from(minus) << (width - 1)
    });
    let near_one = (any::<u128>(), any::<bool>()).prop_map(move |(bits, minus)| {
        let format = kind.format();
        let one = exact::from_integer(&format, minus, 1).bits;
        one ^ (bits & ((1 << (format.precision + 2).min(width - 2)) - 1))
    });
    prop_oneof![any::<u128>().prop_map(move |bits| bits & mask), special, near_one]
        .prop_map(move |bits| normal(kind, bits))
}

/// An `f80` that some operation makes has its leading bit just when it is not subnormal.
fn normal(kind: FloatKind, bits: u128) -> u128 {
    match kind {
        FloatKind::F80 if bits >> 64 & 0x7fff == 0 => bits & !(1 << 63),
        FloatKind::F80 => bits | 1 << 63,
        _ => bits,
    }
}

fn check_llvm<F: Float>(kind: FloatKind, a: u128, b: u128, c: u128) {
    let [x, y, z] = [a, b, c].map(F::from_bits);
    let to_nearest = Round::NearestTiesToEven;
    let expected = [
        (FloatOp::Add, (x + y).value),
        (FloatOp::Sub, (x - y).value),
        (FloatOp::Mul, (x * y).value),
        (FloatOp::Div, (x / y).value),
    ];
    for (op, expected) in expected {
        let got = float::binary(op, kind, a, b).unwrap().bits;
        assert!(
            same(kind, got, expected.to_bits()),
            "{op:?} {kind:?} {a:#x} {b:#x}: {got:#x}"
        );
    }
    let got = float::fma(kind, a, b, c).unwrap().bits;
    let expected = x.mul_add(y, z).value.to_bits();
    assert!(
        same(kind, got, expected),
        "fma {kind:?} {a:#x} {b:#x} {c:#x}: {got:#x} {expected:#x}"
    );
    let roundings = [
        (FloatUnary::Floor, Round::TowardNegative),
        (FloatUnary::Ceil, Round::TowardPositive),
        (FloatUnary::Trunc, Round::TowardZero),
        (FloatUnary::Round, Round::NearestTiesToAway),
        (FloatUnary::RoundEven, to_nearest),
    ];
    for (op, round) in roundings {
        let got = float::unary(op, kind, a).unwrap().bits;
        let expected = x.round_to_integral(round).value.to_bits();
        assert!(
            same(kind, got, expected),
            "{op:?} {kind:?} {a:#x}: {got:#x} {expected:#x}"
        );
    }
    let order = exact::compare(&kind.format(), a, b);
    assert_eq!(order, x.partial_cmp(&y), "{kind:?} {a:#x} {b:#x}");
}

fn check_conversions<F>(kind: FloatKind, a: u128)
where
    F: Float + FloatConvert<Double> + FloatConvert<Single> + FloatConvert<Half> + FloatConvert<BFloat>,
    Double: FloatConvert<F>,
{
    let value = F::from_bits(a);
    let roundings = [
        (Rounding::NearestEven, Round::NearestTiesToEven),
        (Rounding::Down, Round::TowardNegative),
        (Rounding::Up, Round::TowardPositive),
        (Rounding::TowardZero, Round::TowardZero),
        (Rounding::NearestAway, Round::NearestTiesToAway),
    ];
    let mut loses = false;
    for (rounding, round) in roundings {
        let double: Double = value.convert_r(round, &mut loses).value;
        let single: Single = value.convert_r(round, &mut loses).value;
        let half: Half = value.convert_r(round, &mut loses).value;
        let bfloat: BFloat = value.convert_r(round, &mut loses).value;
        for (to, expected) in [
            (FloatKind::F64, double.to_bits()),
            (FloatKind::F32, single.to_bits()),
            (FloatKind::F16, half.to_bits()),
            (FloatKind::BF16, bfloat.to_bits()),
        ] {
            let got = convert(kind, to, a, rounding).bits;
            assert!(
                same(to, got, expected),
                "{rounding:?} {kind:?} {a:#x} {to:?}: {got:#x} {expected:#x}"
            );
        }
    }
    let mut is_exact = false;
    let integer = value.to_i128_r(128, Round::TowardZero, &mut is_exact);
    if let Some((negative, magnitude, got_exact)) = float::to_integer(kind, a)
        && magnitude < 1 << 127
    {
        let got = if negative {
            -(magnitude as i128)
        } else {
            magnitude as i128
        };
        assert_eq!(
            (got, got_exact),
            (integer.value, is_exact || value.is_neg_zero()),
            "{kind:?} {a:#x}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn f32_by_integers(a in hard(FloatKind::F32), b in hard(FloatKind::F32), c in hard(FloatKind::F32)) {
        check_binary(FloatKind::F32, a, b);
        check_unary(FloatKind::F32, a);
        check_fma(FloatKind::F32, a, b, c);
    }

    #[test]
    fn f64_by_integers(a in hard(FloatKind::F64), b in hard(FloatKind::F64), c in hard(FloatKind::F64)) {
        check_binary(FloatKind::F64, a, b);
        check_unary(FloatKind::F64, a);
        check_fma(FloatKind::F64, a, b, c);
    }

    #[test]
    fn halves_by_integers(a in hard(FloatKind::F16), b in hard(FloatKind::F16), c in hard(FloatKind::F16)) {
        for kind in [FloatKind::F16, FloatKind::BF16, FloatKind::TF32] {
            check_binary(kind, a, b);
            check_fma(kind, a, b, c);
        }
        for kind in BYTES {
            check_fma(kind, a & 0xff, b & 0xff, c & 0xff);
        }
    }

    #[test]
    fn f80_is_llvms(a in hard(FloatKind::F80), b in hard(FloatKind::F80), c in hard(FloatKind::F80)) {
        check_llvm::<X87DoubleExtended>(FloatKind::F80, a, b, c);
        check_conversions::<X87DoubleExtended>(FloatKind::F80, a);
    }

    #[test]
    fn f128_is_llvms(a in hard(FloatKind::F128), b in hard(FloatKind::F128), c in hard(FloatKind::F128)) {
        check_llvm::<Quad>(FloatKind::F128, a, b, c);
        check_conversions::<Quad>(FloatKind::F128, a);
    }

    #[test]
    fn f64_is_llvms(a in hard(FloatKind::F64), b in hard(FloatKind::F64), c in hard(FloatKind::F64)) {
        check_llvm::<Double>(FloatKind::F64, a, b, c);
        check_conversions::<Double>(FloatKind::F64, a);
    }

    #[test]
    fn remainders_are_the_hardwares(a in any::<f64>(), b in any::<f64>()) {
        let expected = u128::from((a % b).to_bits());
        let got = exact::remainder(&FloatKind::F64.format(), a.to_bits().into(), b.to_bits().into()).bits;
        prop_assert!(same(FloatKind::F64, got, expected));
    }

    #[test]
    fn integers_to_floats(n in any::<i128>(), cut in 0u32..127) {
        let n = n >> cut;
        for (kind, expected) in [
            (FloatKind::F128, Quad::from_i128(n).value.to_bits()),
            (FloatKind::F80, X87DoubleExtended::from_i128(n).value.to_bits()),
            (FloatKind::F64, Double::from_i128(n).value.to_bits()),
            (FloatKind::F16, Half::from_i128(n).value.to_bits()),
            (FloatKind::BF16, BFloat::from_i128(n).value.to_bits()),
        ] {
            let got = float::from_integer(kind, n < 0, n.unsigned_abs()).bits;
            prop_assert_eq!(got, expected, "{:?} {}", kind, n);
        }
    }
}

#[test]
fn roots_of_wide_floats() {
    for kind in [FloatKind::F80, FloatKind::F128, FloatKind::F64] {
        let format = kind.format();
        let float = |n: u128| exact::from_integer(&format, false, n).bits;
        for n in [0, 1, 2, 3, 10, 12_345, 1 << 20] {
            assert_eq!(exact::square_root(&format, float(n * n)).bits, float(n));
            assert_eq!(exact::cube_root(&format, float(n * n * n)).bits, float(n));
        }
        let minus = |bits| format.negated(bits);
        assert_eq!(exact::cube_root(&format, minus(float(27))).bits, minus(float(3)));
        assert!(float::is_nan(
            kind,
            exact::square_root(&format, minus(float(4))).bits
        ));
        assert_eq!(exact::square_root(&format, minus(float(0))).bits, minus(float(0)));
        // The root of two, squared, and its neighbours' squares enclose two.
        let root = exact::square_root(&format, float(2)).bits;
        let square = |bits| exact::multiply(&format, bits, bits).bits;
        let order = |bits| exact::compare(&format, square(bits), float(2));
        assert_eq!(order(root - 1), Some(Ordering::Less));
        assert_eq!(order(root + 1), Some(Ordering::Greater));
    }
}

/// A format with an unsigned zero has one zero and one NaN, and negation leaves both alone.
#[test]
fn zeros_without_a_sign() {
    for kind in [
        FloatKind::F8E5M2FNUZ,
        FloatKind::F8E4M3FNUZ,
        FloatKind::F8E4M3B11FNUZ,
    ] {
        let negated = |bits| float::unary(FloatUnary::Neg, kind, bits).unwrap().bits;
        assert_eq!(negated(0), 0);
        assert_eq!(negated(0x80), 0x80);
        assert_eq!(negated(1), 0x81);
        assert_eq!(float::unary(FloatUnary::Abs, kind, 0x81).unwrap().bits, 1);
        assert_eq!(float::unary(FloatUnary::Abs, kind, 0x80).unwrap().bits, 0x80);
        assert_eq!(float::binary(FloatOp::CopySign, kind, 0, 0x81).unwrap().bits, 0);
        assert!((0..256).filter(|&bits| float::is_nan(kind, bits)).eq([0x80]));
        assert_eq!(float::binary(FloatOp::Div, kind, 1, 0).unwrap().bits, 0x80);
    }
}

/// Special values go where the C library sends them.
#[test]
fn functions_at_their_edges() {
    let f64 = |op, x: f64| {
        let bits = float::unary(op, FloatKind::F64, x.to_bits().into()).unwrap().bits;
        f64::from_bits(bits as u64)
    };
    assert!(f64(FloatUnary::Call(Function::Asinh), -0.0).is_sign_negative());
    assert_eq!(f64(FloatUnary::Call(Function::Acosh), 1.0), 0.0);
    assert!(f64(FloatUnary::Call(Function::Acosh), 0.5).is_nan());
    assert_eq!(f64(FloatUnary::Call(Function::Atanh), 1.0), f64::INFINITY);
    assert!(f64(FloatUnary::Call(Function::Asin), 2.0).is_nan());
    assert_eq!(f64(FloatUnary::Call(Function::Erf), f64::NEG_INFINITY), -1.0);
    assert_eq!(f64(FloatUnary::Call(Function::Log), 0.0), f64::NEG_INFINITY);
    assert!(f64(FloatUnary::Call(Function::Log1p), -2.0).is_nan());
    assert_eq!(f64(FloatUnary::Call(Function::Cbrt), -27.0), -3.0);
    assert_eq!(f64(FloatUnary::Rsqrt, 0.0), f64::INFINITY);
    assert_eq!(f64(FloatUnary::Call(Function::ExpM1), f64::NEG_INFINITY), -1.0);
    let pow = |a: f64, b: f64| {
        let bits = float::binary(
            FloatOp::Pow,
            FloatKind::F64,
            a.to_bits().into(),
            b.to_bits().into(),
        );
        f64::from_bits(bits.unwrap().bits as u64)
    };
    assert_eq!(pow(f64::NAN, 0.0), 1.0);
    assert!(pow(-1.0, 0.5).is_nan());
    assert_eq!(pow(0.0, -1.0), f64::INFINITY);
    assert_eq!(
        float::unary(FloatUnary::Call(Function::Exp), FloatKind::F128, 0),
        None
    );
}
