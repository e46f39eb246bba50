//! The integer functions that are made of simpler ones, exhaustively on narrow integers.

use num_bigint::BigInt;
use ovolo_lang::algebra::{FastMath, Rounding};
use ovolo_lang::interpret::concrete::{mask, signed};
use ovolo_lang::interpret::{Concrete, Reason, Scalar};
use ovolo_lang::op::{MixedScalars, OpCode, Scalars, evaluate, evaluate_mixed};
use ovolo_lang::types::Type;
use proptest::prelude::*;

fn value(code: OpCode, ty: &Type, args: &[u128]) -> Result<Scalar, Reason> {
    let args: Vec<Scalar> = args.iter().copied().map(Scalar::Bits).collect();
    let scalars = Scalars {
        args: &args,
        ty,
        result: ty,
        flags: FastMath::NONE,
        predicate: -1,
        rounding: Rounding::default(),
    };
    evaluate(code, &mut Concrete::default(), &scalars).expect("a meaning")
}

fn mixed(code: OpCode, types: [&Type; 2], args: [u128; 2]) -> Option<Vec<u128>> {
    let args = args.map(Scalar::Bits);
    let types = types.map(Type::clone);
    let scalars = MixedScalars {
        args: &args,
        types: &types,
        results: &types,
        flags: FastMath::NONE,
    };
    let values = evaluate_mixed(code, &mut Concrete::default(), &scalars)?.expect("values");
    values.into_iter().map(Scalar::bits).collect()
}

#[test]
fn counts_of_bits() {
    for width in (1..=10).chain([16]) {
        let ty = Type::integer(width);
        for a in 0..=mask(&ty) {
            let count = |code| value(code, &ty, &[a]);
            let leading = a.leading_zeros() - (128 - width);
            let expected = |n: u32| Ok(Scalar::Bits(u128::from(n) & mask(&ty)));
            assert_eq!(
                count(OpCode::CountLeadingZeros),
                expected(leading),
                "i{width} {a}"
            );
            assert_eq!(
                count(OpCode::CountTrailingZeros),
                expected(a.trailing_zeros().min(width))
            );
            assert_eq!(count(OpCode::CountOnes), expected(a.count_ones()));
            let magnitude = signed(&ty, a).unsigned_abs() & mask(&ty);
            assert_eq!(count(OpCode::AbsI), Ok(Scalar::Bits(magnitude)));
        }
    }
    let i128 = Type::integer(128);
    assert_eq!(
        value(OpCode::CountOnes, &i128, &[u128::MAX]),
        Ok(Scalar::Bits(128))
    );
    assert_eq!(
        value(OpCode::CountLeadingZeros, &i128, &[1]),
        Ok(Scalar::Bits(127))
    );
}

/// The power as the integers have it, rounded toward zero; `None` for a division by zero.
fn power(base: i128, exponent: i128) -> Option<BigInt> {
    match (base, exponent) {
        (_, 0..) => Some(BigInt::from(base).pow(exponent as u32)),
        (0, _) => None,
        (1, _) => Some(1.into()),
        (-1, _) => Some(if exponent % 2 == 0 { 1 } else { -1 }.into()),
        _ => Some(0.into()),
    }
}

#[test]
fn integer_powers() {
    for width in [2, 3, 5, 8] {
        let ty = Type::integer(width);
        let modulus = BigInt::from(1) << width;
        for a in 0..=mask(&ty) {
            for b in 0..=mask(&ty) {
                let expected = match power(signed(&ty, a), signed(&ty, b)) {
                    None => Err(Reason::DivisionByZero),
                    Some(power) => {
                        let residue = ((power % &modulus) + &modulus) % &modulus;
                        Ok(Scalar::Bits(u128::try_from(residue).unwrap()))
                    }
                };
                assert_eq!(value(OpCode::IPowI, &ty, &[a, b]), expected, "i{width} {a} {b}");
            }
        }
    }
}

fn check_extended(width: u32, a: u128, b: u128) {
    let ty = Type::integer(width);
    let both = |code| mixed(code, [&ty, &ty], [a, b]).expect("a meaning");
    let split = |product: BigInt| {
        let modulus = BigInt::from(1) << width;
        let low = ((&product % &modulus) + &modulus) % &modulus;
        let high: BigInt = (product - &low) >> width;
        let high = ((high % &modulus) + &modulus) % &modulus;
        [low, high].map(|half| u128::try_from(half).unwrap())
    };
    let unsigned = BigInt::from(a) * BigInt::from(b);
    let product = BigInt::from(signed(&ty, a)) * BigInt::from(signed(&ty, b));
    assert_eq!(both(OpCode::MulUIExtended), split(unsigned), "i{width} {a} {b}");
    assert_eq!(both(OpCode::MulSIExtended), split(product), "i{width} {a} {b}");
    let sum = BigInt::from(a) + BigInt::from(b);
    let carry = u128::from(sum.bits() > u64::from(width));
    assert_eq!(
        both(OpCode::AddUIExtended),
        [a.wrapping_add(b) & mask(&ty), carry]
    );
}

#[test]
fn extended_arithmetic_of_narrow_integers() {
    for width in 1..=6 {
        let values = 0..=mask(&Type::integer(width));
        for a in values.clone() {
            values.clone().for_each(|b| check_extended(width, a, b));
        }
    }
}

proptest! {
    #[test]
    fn extended_arithmetic_of_wide_integers(a: u128, b: u128, small in any::<bool>(), edge in 0u128..3) {
        for width in [31, 64, 66, 100, 128] {
            let mask = mask(&Type::integer(width));
            let b = if small { edge.wrapping_sub(1) } else { b };
            check_extended(width, a & mask, b & mask);
        }
    }
}

#[test]
fn the_widths_without_a_double() {
    let ty = Type::integer(65);
    assert_eq!(mixed(OpCode::MulSIExtended, [&ty, &ty], [1, 1]), None);
    assert_eq!(
        mixed(OpCode::AddUIExtended, [&ty, &ty], [1 << 64, 1 << 64]),
        Some(vec![0, 1])
    );
}

#[test]
fn float_powers() {
    let power = |base: f64, exponent: i32| {
        let bits = [u128::from(base.to_bits()), u128::from(exponent as u32)];
        let value = mixed(OpCode::FPowI, [&Type::F64, &Type::I32], bits).expect("a meaning");
        f64::from_bits(value[0] as u64)
    };
    assert_eq!(power(1.5, 3), 3.375);
    assert_eq!(power(-2.0, -3), -0.125);
    assert_eq!(power(f64::NAN, 0), 1.0);
    assert_eq!(power(0.0, -1), f64::INFINITY);
    assert_eq!(power(-0.0, -1), f64::NEG_INFINITY);
    assert_eq!(power(2.0, i32::MIN), 0.0);
    assert_eq!(power(1.0, i32::MIN), 1.0);
}
