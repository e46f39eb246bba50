use ovolo_lang::algebra::{FastMath, IntOp};
use ovolo_lang::op::OpCode;

use super::*;
use crate::relates::Signs;

const OPS: [IndexOp; 7] = [
    IndexOp::Add,
    IndexOp::Mul,
    IndexOp::FloorDiv,
    IndexOp::CeilDiv,
    IndexOp::Mod,
    IndexOp::Min,
    IndexOp::Max,
];

fn floordiv(a: i64, b: i64) -> i64 {
    (a as f64 / b as f64).floor() as i64
}

fn value(op: IndexOp, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        IndexOp::Add => a + b,
        IndexOp::Mul => a * b,
        IndexOp::FloorDiv | IndexOp::CeilDiv | IndexOp::Mod if b == 0 => return None,
        IndexOp::FloorDiv => floordiv(a, b),
        IndexOp::CeilDiv => -floordiv(-a, b),
        IndexOp::Mod => a - b * floordiv(a, b),
        IndexOp::Min => a.min(b),
        IndexOp::Max => a.max(b),
    })
}

fn allows(fact: &Fact, v: i64) -> bool {
    let (m, r) = (fact.congruence.modulus(), fact.congruence.remainder());
    fact.range.contains(v) && if m == 0 { v == r } else { (v - r) % m == 0 }
}

/// Facts of several kinds, with open and closed ends, of both signs.
fn facts() -> Vec<Fact> {
    let mut facts = vec![Fact::unknown(Scalar::Index)];
    for (low, high) in [
        (Some(0), Some(7)),
        (Some(1), None),
        (None, Some(-1)),
        (Some(-5), Some(3)),
        (Some(8), Some(11)),
        (Some(-9), Some(-2)),
    ] {
        facts.push(Fact::between(low, high));
        facts.push(Fact::between(low, high).congruent(4, 1));
        facts.push(Fact::between(low, high).congruent(3, 0));
    }
    facts.extend([-7, -1, 0, 1, 2, 4, 6].map(Fact::constant));
    facts
}

#[test]
fn every_value_satisfies_the_fact() {
    for a in &facts() {
        for b in &facts() {
            for op in OPS {
                let fact = Fact::of_index(op, a, b);
                for x in (-20..20).filter(|x| allows(a, *x)) {
                    for y in (-20..20).filter(|y| allows(b, *y)) {
                        if let Some(v) = value(op, x, y) {
                            assert!(allows(&fact, v), "{x} {op} {y} = {v}, but {a} {op} {b}: {fact}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn meet_holds_exactly_the_common_values() {
    for a in &facts() {
        for b in &facts() {
            let mut both = a.clone();
            both.merge(b.clone());
            for x in -40..40 {
                let expected = allows(a, x) && allows(b, x);
                assert_eq!(
                    !both.contradiction && allows(&both, x),
                    expected,
                    "{x}: {a} and {b} give {both}"
                );
                assert!(!expected || allows(&a.join(b), x));
            }
        }
    }
}

#[test]
fn answers_agree_with_every_value() {
    for a in &facts() {
        for b in &facts() {
            let values = |f: &Fact| (-12..12).filter(|x| allows(f, *x)).collect::<Vec<_>>();
            for x in values(a) {
                for y in values(b) {
                    for (answer, truth) in [
                        (a.less(b), x < y),
                        (a.less_equal(b), x <= y),
                        (a.equal(b), x == y),
                        (a.divides(b), if x == 0 { y == 0 } else { y % x == 0 }),
                    ] {
                        assert_ne!(
                            answer,
                            if truth { Answer::No } else { Answer::Yes },
                            "{x} {y}: {a}; {b}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn precise_where_it_matters() {
    let tile = |n: i64| Fact::between(0, n - 1);
    let of = Fact::of_index;
    let eight = Fact::constant(8);
    assert_eq!(of(IndexOp::FloorDiv, &tile(8), &eight).as_index(), Some(0));
    assert_eq!(of(IndexOp::Mod, &tile(8), &eight), tile(8));
    let scaled = of(IndexOp::Mul, &Fact::at_least(0), &eight);
    assert_eq!(eight.divides(&scaled), Answer::Yes);
    assert_eq!(of(IndexOp::Mod, &scaled, &Fact::constant(4)).as_index(), Some(0));
    let shifted = of(IndexOp::Add, &scaled, &Fact::constant(3));
    assert_eq!(of(IndexOp::Mod, &shifted, &Fact::constant(4)).as_index(), Some(3));
    assert_eq!(eight.divides(&shifted), Answer::No);
    assert_eq!(Fact::constant(-7).less(&Fact::at_least(-6)), Answer::Yes);
}

#[test]
fn extremes_do_not_overflow() {
    let ends = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX].map(Fact::constant);
    for a in &ends {
        for b in &ends {
            for op in OPS {
                let _ = Fact::of_index(op, a, b);
            }
        }
    }
    let least = Fact::constant(i64::MIN);
    assert_eq!(
        Fact::of_index(IndexOp::FloorDiv, &least, &Fact::constant(-1)).as_index(),
        None
    );
}

#[test]
fn contradictions_are_recorded() {
    let mut fact = Fact::constant(1);
    assert!(fact.merge(Fact::constant(2)).0);
    assert!(fact.contradiction);
    assert_eq!(fact.constant_node(), None);
    assert_eq!(fact.less(&Fact::constant(5)), Answer::Unknown);

    let mut fact = Fact::between(1, 3);
    fact.merge(Fact::between(0, 9).congruent(4, 0));
    assert!(fact.contradiction);

    let mut fact = Fact::unknown(Scalar::Integer(32));
    fact.merge(Fact::unknown(Scalar::Integer(64)));
    assert!(fact.contradiction);
}

#[test]
fn integers_fold() {
    let i8_op = |code| ScalarOp {
        code,
        ty: Scalar::Integer(8),
        result: Scalar::Integer(8),
        flags: FastMath::NONE,
        predicate: 0,
    };
    let bits = |v| Fact::constant_bits(Scalar::Integer(8), v);
    let fold = |code, a, b| Fact::of_op(&i8_op(code), &[&bits(a), &bits(b)]).bits;
    assert_eq!(fold(OpCode::AddI, 200, 100), Some(44));
    assert_eq!(fold(OpCode::FloorDivSI, 0xf9, 2), Some(0xfc));
    assert_eq!(fold(OpCode::DivSI, 0x80, 0xff), None);
    assert_eq!(fold(OpCode::ShLI, 1, 8), None);
    assert_eq!(fold(OpCode::MaxSI, 0x80, 1), Some(1));
}

#[test]
fn floats_fold_where_ieee_says_every_bit() {
    use ovolo_lang::types::FloatKind;
    let f32_op = |code| ScalarOp {
        code,
        ty: Scalar::Float(FloatKind::F32),
        result: Scalar::Float(FloatKind::F32),
        flags: FastMath::NONE,
        predicate: 0,
    };
    let bits = |v: f32| Fact::constant_bits(Scalar::Float(FloatKind::F32), v.to_bits().into());
    let fold = |code, args: &[f32]| {
        let args: Vec<Fact> = args.iter().map(|a| bits(*a)).collect();
        Fact::of_op(&f32_op(code), &args.iter().collect::<Vec<_>>()).bits
    };
    assert_eq!(
        fold(OpCode::AddF, &[0.1, 0.2]),
        Some((0.1f32 + 0.2f32).to_bits().into())
    );
    assert_eq!(fold(OpCode::NegF, &[0.0]), Some((-0.0f32).to_bits().into()));
    assert_eq!(fold(OpCode::SubF, &[f32::INFINITY, f32::INFINITY]), None);
    assert_eq!(fold(OpCode::Exp, &[1.0]), None);
}

/// What is known of the bits of a result is true of the result, for all values that what is known of the operands allows.
#[test]
fn known_bits_are_zero() {
    let scalar = Scalar::Integer(4);
    let codes = [
        OpCode::AndI,
        OpCode::OrI,
        OpCode::XOrI,
        OpCode::ShLI,
        OpCode::ShRUI,
        OpCode::MinUI,
        OpCode::MaxUI,
        OpCode::DivUI,
        OpCode::RemUI,
        OpCode::AddI,
        OpCode::MulI,
    ];
    let masks = [0u128, 1, 3, 4, 8, 10, 12, 14, 15];
    for (code, (a, b)) in codes.iter().flat_map(|code| {
        let pairs = masks.iter().flat_map(|a| masks.iter().map(move |b| (a, b)));
        pairs.map(move |pair| (*code, pair))
    }) {
        let op = ScalarOp {
            code,
            ty: scalar,
            result: scalar,
            flags: Default::default(),
            predicate: 0,
        };
        let [known_a, known_b] = [a, b].map(|zeros| Fact::with_zeros(scalar, *zeros));
        let fact = Fact::of_op(&op, &[&known_a, &known_b]);
        for (x, y) in (0..16u128).flat_map(|x| (0..16).map(move |y| (x, y))) {
            if x & a != 0 || y & b != 0 {
                continue;
            }
            let [x, y] = [x, y].map(|bits| Fact::constant_bits(scalar, bits));
            let Some(bits) = Fact::of_op(&op, &[&x, &y]).bits else {
                continue;
            };
            assert_eq!(bits & fact.zeros, 0, "{code:?} of {x} and {y}");
            for signs in [Signs::Signed, Signs::Unsigned] {
                let kind = match code {
                    OpCode::AddI => IntOp::Add,
                    OpCode::MulI => IntOp::Mul,
                    OpCode::ShLI => IntOp::Shl,
                    _ => continue,
                };
                let known = known_a.stays_within(kind, signs, &known_b);
                let exact = x.stays_within(kind, signs, &y);
                assert!(
                    known == Answer::Unknown || known == exact,
                    "{code:?} of {x} and {y}"
                );
            }
            for (known, exact) in [
                (known_a.less_unsigned(&known_b), x.less_unsigned(&y)),
                (known_a.less_signed(&known_b), x.less_signed(&y)),
            ] {
                assert!(known == Answer::Unknown || known == exact, "{x} and {y}");
            }
        }
    }
}

/// What is known of the range of a result holds for all values of the operands in their ranges.
#[test]
fn ranges_of_integers_hold() {
    let scalar = Scalar::Integer(4);
    let codes = [
        OpCode::AddI,
        OpCode::SubI,
        OpCode::MulI,
        OpCode::AndI,
        OpCode::OrI,
        OpCode::XOrI,
        OpCode::DivUI,
        OpCode::RemUI,
        OpCode::ShLI,
        OpCode::ShRUI,
        OpCode::MinUI,
        OpCode::MaxUI,
        OpCode::MinSI,
        OpCode::RemSI,
    ];
    let ends = [0u128, 1, 2, 3, 5, 7, 8, 9, 12, 14, 15];
    let ranges = ends
        .iter()
        .flat_map(|low| ends.iter().map(move |high| (*low, *high)));
    let ranges: Vec<(u128, u128)> = ranges.filter(|(low, high)| low <= high).collect();
    for code in codes {
        let op = ScalarOp {
            code,
            ty: scalar,
            result: scalar,
            flags: Default::default(),
            predicate: 0,
        };
        for (a, b) in ranges.iter().flat_map(|a| ranges.iter().map(move |b| (a, b))) {
            let known = [a, b].map(|(low, high)| Fact::unsigned(scalar, *low, *high));
            let fact = Fact::of_op(&op, &[&known[0], &known[1]]);
            assert!(!fact.contradiction, "{code:?} of {a:?} and {b:?}");
            for (x, y) in (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y))) {
                let [x, y] = [x, y].map(|bits| Fact::constant_bits(scalar, bits));
                for (guess, exact) in [
                    (known[0].less_unsigned(&known[1]), x.less_unsigned(&y)),
                    (known[0].less_signed(&known[1]), x.less_signed(&y)),
                    (known[0].equal(&known[1]), x.equal(&y)),
                ] {
                    assert!(guess == Answer::Unknown || guess == exact, "{x} and {y}");
                }
                let exact = Fact::of_op(&op, &[&x, &y]);
                if exact.bits.is_some() {
                    let mut both = fact.clone();
                    both.merge(exact.clone());
                    assert!(!both.contradiction, "{code:?} of {x} and {y} in {a:?} and {b:?}");
                    assert_eq!(both.bits, exact.bits);
                }
            }
        }
    }
}
