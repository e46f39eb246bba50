//! Emptiness: the lines of `sets.txt`, and random sets against enumeration.

use std::time::{Duration, Instant};

use ovolo_lang::affine::{AffineExpr, Constraint, Emptiness, IntegerSet, constant, dim, symbol};
use proptest::prelude::*;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/affine/sets.txt");

/// `OVOLO_BLESS=1` writes what is found.
#[test]
fn sets() {
    let file = std::fs::read_to_string(FILE).expect("the cases are beside this file");
    let lines = file.lines().map(|line| {
        if line.starts_with('#') || line.is_empty() {
            return line.to_string();
        }
        let text = line.split(" => ").next().unwrap_or_default();
        let set: IntegerSet = text.parse().expect("an integer set");
        format!("{text} => {}", outcome(&set))
    });
    let actual = lines.collect::<Vec<_>>().join("\n") + "\n";
    if std::env::var_os("OVOLO_BLESS").is_some() {
        std::fs::write(FILE, actual).expect("the cases can be written");
    } else {
        assert_eq!(file, actual);
    }
}

fn outcome(set: &IntegerSet) -> String {
    match set.is_empty() {
        Emptiness::Empty => "empty".to_string(),
        Emptiness::NonEmpty(Some(point)) => {
            assert_eq!(set.contains(&point.dims, &point.symbols), Some(true), "{set}");
            format!("{:?}{:?}", point.dims, point.symbols)
        }
        Emptiness::NonEmpty(None) => "a point beyond 64 bits".to_string(),
        Emptiness::Unknown => "unknown".to_string(),
    }
}

/// The box in which random sets are enumerated.
const BOX: std::ops::RangeInclusive<i64> = -6..=6;

/// `lo <= d0, d1, s0 <= hi` for the box.
fn in_box(constraints: Vec<Constraint>) -> IntegerSet {
    let mut set = IntegerSet::new(2, 1, constraints);
    for input in [dim(0), dim(1), symbol(0)] {
        let (lo, hi) = (constant(*BOX.start()), constant(*BOX.end()));
        set.constraints.push(Constraint::at_least(input.clone(), lo));
        set.constraints.push(Constraint::at_most(input, hi));
    }
    set
}

fn enumerated(set: &IntegerSet) -> bool {
    BOX.flat_map(|x| BOX.flat_map(move |y| BOX.map(move |n| (x, y, n))))
        .any(|(x, y, n)| set.contains(&[x, y], &[n]) == Some(true))
}

fn linear() -> impl Strategy<Value = AffineExpr> {
    (-15i64..15, -15i64..15, -4i64..4, -40i64..40)
        .prop_map(|(a, b, c, k)| dim(0) * a + dim(1) * b + symbol(0) * c + k)
}

fn expression() -> impl Strategy<Value = AffineExpr> {
    let divisor = prop_oneof![2i64..9, -5i64..-1];
    let divided = (linear(), divisor, 0..3u8)
        .prop_map(|(e, c, op)| match op {
            0 => e.floordiv(c),
            1 => e.ceildiv(c),
            _ => e.modulo(c),
        })
        .boxed();
    prop_oneof![
        4 => linear(),
        1 => (divided.clone(), linear()).prop_map(|(a, b)| a * 5 - b),
        1 => (divided, linear(), 2i64..6).prop_map(|(a, b, c)| (a * 3 + b).floordiv(c)),
    ]
}

fn constraint() -> impl Strategy<Value = Constraint> {
    prop_oneof![
        1 => expression().prop_map(|expr| Constraint { expr, is_equality: true }),
        2 => expression().prop_map(|expr| Constraint { expr, is_equality: false }),
        // A narrow band, in which the integer points are few.
        2 => (linear(), -20i64..20).prop_map(|(expr, k)| Constraint {
            expr: expr.modulo(17) - k.rem_euclid(17),
            is_equality: true,
        }),
    ]
}

fn band() -> impl Strategy<Value = Vec<Constraint>> {
    (linear(), 0i64..4).prop_map(|(e, width)| {
        vec![
            Constraint::at_least(e.clone(), constant(0)),
            Constraint::at_most(e, constant(width)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn sets_in_a_box_are_decided_as_by_enumeration(
        constraints in proptest::collection::vec(constraint(), 1..5)
    ) {
        let set = in_box(constraints);
        let answer = set.is_empty();
        prop_assert_ne!(&answer, &Emptiness::Unknown);
        prop_assert_eq!(answer == Emptiness::Empty, !enumerated(&set), "{}: {}", set, outcome(&set));
    }

    #[test]
    fn simplification_keeps_the_points(
        constraints in proptest::collection::vec(constraint(), 1..4),
        points in proptest::collection::vec((-30i64..30, -30i64..30, -30i64..30), 30),
    ) {
        let set = IntegerSet::new(2, 1, constraints);
        let simplified = set.simplified();
        for (x, y, n) in points {
            let expected = set.contains(&[x, y], &[n]);
            prop_assert_eq!(simplified.contains(&[x, y], &[n]), expected, "{} became {}", set, simplified);
        }
        prop_assert!(simplified.constraints.len() <= set.constraints.len());
    }

    #[test]
    fn bands_are_decided_as_by_enumeration(bands in proptest::collection::vec(band(), 2..5)) {
        let set = in_box(bands.concat());
        prop_assert_eq!(set.is_empty() == Emptiness::Empty, !enumerated(&set), "{}: {}", set, outcome(&set));
    }

    /// Constraints that a hidden point satisfies, which may lie far away.
    #[test]
    fn a_set_with_a_point_is_not_empty(
        expressions in proptest::collection::vec((expression(), any::<bool>()), 1..7),
        dims in (any::<i32>(), any::<i32>()),
        n in any::<i32>(),
    ) {
        let (dims, symbols) = ([i64::from(dims.0), i64::from(dims.1)], [i64::from(n)]);
        let through = expressions.into_iter().map(|(expr, is_equality)| {
            let value = expr.evaluate(&dims, &symbols).expect("far from the ends of 64 bits");
            Constraint { expr: expr - value, is_equality }
        });
        let set = IntegerSet::new(2, 1, through.collect());
        prop_assert!(matches!(set.is_empty(), Emptiness::NonEmpty(_)), "{}: {}", set, outcome(&set));
    }
}

/// Five random equations over forty variables that are 0 or 1: too much work, which is given up.
#[test]
fn the_work_is_limited() {
    let n = 40;
    let mut set = IntegerSet::universe(n, 0);
    for x in (0..n).map(dim) {
        set.constraints.push(Constraint::at_least(x.clone(), constant(0)));
        set.constraints.push(Constraint::at_most(x, constant(1)));
    }
    let mut random = 1u64;
    for _ in 0..5 {
        let (mut sum, mut total) = (constant(0), 0);
        for x in (0..n).map(dim) {
            random = random
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let weight = (random >> 33) as i64 % 100;
            sum = sum + x * weight;
            total += weight;
        }
        set.constraints.push(Constraint::equal(sum, constant(total / 2)));
    }
    assert_eq!(set.is_empty(), Emptiness::Unknown);
    let many = IntegerSet::universe(u32::MAX, u32::MAX);
    assert_eq!(many.is_empty(), Emptiness::Unknown);
}

/// Systems whose solutions have numbers of thousands of bits take no longer than others before they are
/// given up.
#[test]
fn long_numbers_are_work() {
    let mut random = 1u64;
    let mut next = || {
        random = random
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        random as i64
    };
    for (n, is_equality) in [10, 40].into_iter().flat_map(|n| [(n, true), (n, false)]) {
        let mut set = IntegerSet::universe(n, 0);
        for _ in 0..n {
            let mut expr = constant(next());
            for i in 0..n {
                expr = expr + dim(i) * next();
            }
            set.constraints.push(Constraint { expr, is_equality });
        }
        let start = Instant::now();
        let _ = set.is_empty();
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}
