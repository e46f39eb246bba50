use super::*;
use crate::rule::{builtin, parse};
use ovolo_lang::types::FloatKind;

#[test]
fn every_example_fires() {
    let mut wrong = Vec::new();
    for rule in builtin() {
        for example in &rule.examples {
            if let Err(why) = rule.try_example(example) {
                wrong.push(format!("{}: {why}", rule.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each rule is true of no more than its condition says, so it must not fire on the example.
#[test]
fn unmet_conditions_keep_rules_from_firing() {
    for source in [
        // The range is unknown, too wide, or touches the divisor.
        "rule r forall x, a: x mod a => x when 0 <= x < a example i mod 8 => i",
        "rule r forall x, a: x mod a => x when 0 <= x < a example i mod 8 => i where 0 <= i <= 8",
        "rule r forall x, a: x mod a => x when 0 <= x < a example i mod 8 => i where -1 <= i < 8",
        // The divisor may be zero.
        "rule r forall x, a: (x * a) floordiv a => x when a != 0 example (i * n) floordiv n => i where n >= 0",
        // The constants do not divide.
        "rule r forall x, const a, const b: (x * a) floordiv b => x * {a floordiv b} when b > 0, b | a
         example (i * 6) floordiv 4 => i * 1",
        "rule r forall x, const a, const b: (x * a) floordiv b => x * {a floordiv b} when b > 0, b | a
         example (i * 6) floordiv -3 => i * -2",
        // A symbol is not a constant.
        "rule r forall x, const a: x * a + x => x * {a + 1} example i * n + i => i * (n + 1)",
        // The constant does not fit.
        "rule r forall x, const a, const b: (x * a) * b => x * {a * b}
         example (i * 4611686018427387904) * 2 => i * 0",
        // No power of two, and a shift by the width.
        "rule r forall x, const a over bits: x * a => x << {log2(a)} when power_of_two(a) example x * 6 => x << 2",
        "rule r forall x, const a over bits: x * a => x << {log2(a)} when power_of_two(a) example x * 0 => x << 0",
        "rule r forall x, const a over bits: x << a => x * {1 << a} when ult(a, width) example x << 32 => x * 0",
        // As a signed number the greatest power of two is negative.
        "rule r forall x, const a over bits: floordivsi(x, a) => shrsi(x, {log2(a)}) when power_of_two(a), a > 0
         example floordivsi(x, 0x80000000) => shrsi(x, 31)",
        // Another type, and another width.
        "rule r forall x over i64: x + 0 => x example x + 1 => x",
        // Signed zeros are different constants.
        "rule r forall x over float: x + -0.0 => x example x + 0.0 => x",
    ] {
        let rule = &parse(source).unwrap()[0];
        let why = rule.try_example(&rule.examples[0]).expect_err(source);
        assert!(why.starts_with("the rule does not show"), "{source}: {why}");
    }
}

#[test]
fn flags_gate_rules() {
    let rule = builtin().iter().find(|r| r.name == "contract_sum").unwrap();
    let at = |words: &str| {
        let flags = FastMath::parse(words).unwrap();
        let scalar = Scalar::Float(FloatKind::F32);
        compile(rule, Instance::new(scalar, flags)).len()
    };
    assert_eq!(
        (at("none"), at("reassoc"), at("contract"), at("fast")),
        (0, 0, 1, 1)
    );
}

#[test]
fn float_literals_are_exact() {
    assert_eq!(float_bits(1.5, FloatKind::F32), Some(1.5f32.to_bits().into()));
    assert_eq!(float_bits(-0.0, FloatKind::F64), Some((-0.0f64).to_bits().into()));
    assert_eq!(float_bits(-2.0, FloatKind::F16), Some(0xc000));
    assert_eq!(float_bits(0.1, FloatKind::F32), None);
    assert_eq!(float_bits(65536.0, FloatKind::F16), None);
    assert_eq!(float_bits(1.0, FloatKind::F80), None);
}

/// A rule is applied at the types that it is proved for, and at no other.
#[test]
fn rules_are_applied_where_they_are_proved() {
    let applies = |text: &str, instance: Instance| {
        let rules = parse(&format!("rule r forall {text}")).unwrap();
        !compile(&rules[0], instance).is_empty()
    };
    let plain = |scalar| Instance::new(scalar, FastMath::NONE);
    for (text, proved, others) in [
        (
            "x, y over bits: x + y => y + x",
            vec![1, 5, 8, 64],
            vec![6, 7, 12, 24, 65, 128],
        ),
        ("x, y over i24: x + y => y + x", vec![24], vec![8, 32]),
        (
            "x, y over bits: x + y => y + x when width >= 8",
            vec![8, 64],
            vec![4, 7],
        ),
    ] {
        let at = |width: &u32| applies(text, plain(Scalar::Integer(*width)));
        assert!(proved.iter().all(at), "{text}");
        assert!(!others.iter().any(at), "{text}");
    }
    let widened = |narrow| Instance {
        narrow: Some(narrow),
        ..plain(Scalar::Integer(32))
    };
    let extend = "narrow x, narrow y over bits: extsi(x, width) + extsi(y, width) => extsi(y, width) + extsi(x, width)";
    assert!(applies(extend, widened(8)));
    assert!(!applies(extend, widened(7)));
    use FloatKind::{BF16, F8E5M2, F16, F32, F64, F80, F128, TF32};
    for (text, proved, others) in [
        (
            "x, y over float: x + y => y + x",
            vec![F16, BF16, F32, F64],
            vec![F80, F128, TF32, F8E5M2],
        ),
        (
            "x over float: x * 257.0 => 257.0 * x",
            vec![F16, F32, F64],
            vec![BF16],
        ),
        ("x over f32: x + -0.0 => x", vec![F32], vec![F16, BF16, F64]),
    ] {
        let at = |kind: &FloatKind| applies(text, plain(Scalar::Float(*kind)));
        assert!(proved.iter().all(at), "{text}");
        assert!(!others.iter().any(at), "{text}");
    }
}
