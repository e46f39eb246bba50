//! z3 and the solver of `lang` decide emptiness alike.

use ovolo_lang::affine::{AffineExpr, Constraint, Emptiness, IntegerSet, dim, symbol};
use ovolo_verify::emptiness::{Search, find_point};
use proptest::prelude::*;

fn coefficient() -> impl Strategy<Value = i64> {
    prop_oneof![3 => Just(0i64), 3 => -3i64..4, 2 => -30i64..30, 1 => -5000i64..5000]
}

fn linear() -> impl Strategy<Value = AffineExpr> {
    let coefficients = proptest::collection::vec(coefficient(), 5);
    (coefficients, -100i64..100).prop_map(|(coefficients, k)| {
        let inputs = [dim(0), dim(1), dim(2), symbol(0), symbol(1)];
        let terms = inputs.into_iter().zip(coefficients).map(|(x, c)| x * c);
        terms.fold(AffineExpr::Constant(k), |sum, term| sum + term)
    })
}

fn expression() -> impl Strategy<Value = AffineExpr> {
    let divided = (linear(), linear(), 2i64..40, 0..3u8);
    prop_oneof![
        3 => linear(),
        1 => divided.prop_map(|(a, b, c, op)| match op {
            0 => a.floordiv(c) + b,
            1 => a.ceildiv(c) + b,
            _ => a.modulo(c) + b,
        }),
    ]
}

fn constraint() -> impl Strategy<Value = Constraint> {
    (expression(), any::<bool>()).prop_map(|(expr, is_equality)| Constraint { expr, is_equality })
}

fn band() -> impl Strategy<Value = Vec<Constraint>> {
    (expression(), 0i64..6).prop_map(|(e, width)| {
        let (zero, width) = (AffineExpr::Constant(0), AffineExpr::Constant(width));
        vec![
            Constraint::at_least(e.clone(), zero),
            Constraint::at_most(e, width),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn both_decide_alike(
        single in proptest::collection::vec(constraint(), 0..4),
        bands in proptest::collection::vec(band(), 0..4),
    ) {
        let set = IntegerSet::new(3, 2, single.into_iter().chain(bands.concat()).collect());
        let answer = set.is_empty();
        prop_assert_ne!(&answer, &Emptiness::Unknown, "{}", set);
        match find_point(&set) {
            Search::Empty => prop_assert_eq!(answer, Emptiness::Empty, "{}", set),
            Search::Found(_) => prop_assert_ne!(answer, Emptiness::Empty, "{}", set),
            Search::Unknown => {}
        }
    }
}
