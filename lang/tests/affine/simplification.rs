//! Simplification changes no value, is final, and survives printing.

use num_bigint::BigInt;
use ovolo_lang::affine::{AffineExpr, AffineOp};
use proptest::prelude::*;

use crate::random::{DIMS, SYMBOLS, Written};

/// An expression and the bytes from which points are taken.
fn expression() -> impl Strategy<Value = Written> {
    proptest::collection::vec(any::<u8>(), 1..60)
        .prop_map(|bytes| Written::chosen(&mut bytes.into_iter(), 5, true))
}

fn operand() -> impl Strategy<Value = i64> {
    prop_oneof![
        4 => -20i64..20,
        1 => any::<i64>(),
        1 => prop::sample::select(vec![i64::MIN, i64::MAX, 0, -1]),
    ]
}

fn big(values: &[i64]) -> Vec<BigInt> {
    values.iter().map(|&v| BigInt::from(v)).collect()
}

/// Built anew from its operands, bottom up.
fn rebuilt(expr: &AffineExpr) -> AffineExpr {
    match expr {
        AffineExpr::Binary(op, ab) => AffineExpr::binary(*op, rebuilt(&ab.0), rebuilt(&ab.1)),
        leaf => leaf.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn no_value_changes(
        written in expression(),
        points in proptest::collection::vec(
            (
                proptest::collection::vec(operand(), DIMS),
                proptest::collection::vec(operand(), SYMBOLS),
            ),
            12,
        ),
    ) {
        let built = written.built();
        for (dims, symbols) in points {
            let (exact_dims, exact_symbols) = (big(&dims), big(&symbols));
            let Some(expected) = written.value(&exact_dims, &exact_symbols) else {
                continue;
            };
            let value = built.evaluate_exact(&exact_dims, &exact_symbols);
            prop_assert_eq!(value.as_ref(), Some(&expected), "{} became {}", written, built);
            let divisor = BigInt::from(built.largest_known_divisor());
            let is_multiple = match divisor == BigInt::ZERO {
                true => expected == BigInt::ZERO,
                false => &expected % &divisor == BigInt::ZERO,
            };
            prop_assert!(is_multiple, "{} divides {} = {}", divisor, built, expected);
            if let Some(value) = built.evaluate(&dims, &symbols) {
                prop_assert_eq!(BigInt::from(value), expected);
            }
        }
    }

    #[test]
    fn what_is_built_is_final(written in expression()) {
        let built = written.built();
        prop_assert_eq!(rebuilt(&built), built);
    }

    #[test]
    fn what_is_printed_reads_back(written in expression()) {
        let built = written.built();
        let text = built.to_string();
        prop_assert_eq!(text.parse(), Ok(built), "{}", text);
        prop_assert_eq!(written.to_string().parse(), Ok(written.built()));
    }

    #[test]
    fn operations_are_exact_or_refused(a in operand(), b in operand()) {
        use AffineOp::{Add, CeilDiv, FloorDiv, Mod, Mul};
        for op in [Add, Mul, FloorDiv, CeilDiv, Mod] {
            let exact = op.apply_exact(&BigInt::from(a), &BigInt::from(b));
            let fits = exact.and_then(|value| i64::try_from(value).ok());
            prop_assert_eq!(op.apply(a, b), fits, "{} {} {}", a, op, b);
        }
    }
}
