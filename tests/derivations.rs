//! Derivations of simplest forms: every step holds, is made by what it says, and they lead from one end to the other.

use ovolo_rewrites::expression::{Division, Expression, parse, parse_assumptions};
use ovolo_rewrites::simplify::{Derivation, Effort, Reason, Samples, Step, derive, equality, simplify};
use ovolo_verify::predicate::{Verdict, decide};

fn read(text: &str) -> Expression {
    parse(text, Division::Floor)
        .unwrap_or_else(|e| panic!("{text}: {e:?}"))
        .results
        .remove(0)
}

/// The derivation, with its steps checked. How many z3 left open.
fn checked(text: &str, known: &[Expression]) -> (Derivation, usize) {
    let expression = read(text);
    let effort = Effort::default();
    let derivation = derive(&expression, known, &effort);
    assert_eq!(derivation.from, expression, "{text}");
    let goal = simplify(&expression, known, &effort);
    let end = derivation
        .steps
        .last()
        .map_or(&derivation.from, |step| &step.result);
    assert_eq!(*end, goal, "{text}");
    let mut open = 0;
    for (before, step) in derivation.pairs() {
        let equal = equality(before, &step.result);
        let what = format!("{text}: {before} = {} by {}", step.result, step.reason);
        match decide(&equal, known) {
            Verdict::True => {}
            Verdict::False(at) => panic!("{what}: false at {at:?}"),
            Verdict::Unknown => {
                open += 1;
                let samples = Samples::of(&equal, known, 500);
                assert!(samples.fails.is_none(), "{what}: {:?}", samples.fails);
            }
        }
        assert!(step.replays(before, known, &effort), "{what} does not replay");
        assert_ne!(*before, step.result, "{what} is no step");
    }
    (derivation, open)
}

#[test]
fn steps_of_many_expressions_hold_and_replay() {
    let mut cases: Vec<(String, String)> = Vec::new();
    for a in [2, 3, 4, 8] {
        for b in [2, 5, 8] {
            let bounds = format!("0 <= j < {a}, 0 <= k < {b}, n > 0");
            for text in [
                format!("(i * {a} + j) floordiv {a}"),
                format!("(i * {a} + j) mod {a}"),
                format!("((i * {a} + j) * {b} + k) floordiv {}", a * b),
                format!("(i floordiv {a}) floordiv {b}"),
                format!("(i floordiv {a}) * {a} + i mod {a}"),
                format!("min(i * {a} + {b}, i * {a} + {a})"),
                format!("max(i, i + {b}) - min(i, i - {a})"),
                format!("(i * {} + j) mod {a}", a * b),
                format!("i * {a} + j < i * {a} + {a}"),
                format!("x < {a} && x < {}", a + b),
                format!("x < {a} || x < {}", a + b),
                format!("(n * i + n * {a}) floordiv n"),
                format!("i + {a} <= i + {b}"),
                format!("(x + {a}) * {b} - x * {b}"),
                format!("x < y ? (x < y ? i : {a}) : {b}"),
            ] {
                cases.push((text, bounds.clone()));
            }
        }
    }
    let (mut steps, mut open, mut by_rules) = (0, 0, 0);
    for (text, bounds) in &cases {
        let known = parse_assumptions(bounds, Division::Floor).expect("assumptions");
        let (derivation, left) = checked(text, &known);
        steps += derivation.steps.len();
        open += left;
        let rules = derivation
            .steps
            .iter()
            .filter(|step| matches!(&step.reason, Reason::Rules(rules) if !rules.is_empty()));
        by_rules += rules.count();
    }
    assert!(
        steps >= cases.len(),
        "{steps} steps of {} expressions",
        cases.len()
    );
    assert!(
        by_rules * 3 > steps,
        "{by_rules} of {steps} steps are made by rules"
    );
    assert!(open * 10 <= steps, "z3 leaves {open} of {steps} steps open");
}

#[test]
fn what_holds_in_a_branch_is_named_with_the_rules_that_use_it() {
    let mut cases = Vec::new();
    for a in [2, 5, 8] {
        for text in [
            format!("x < {a} ? min(x, {}) : 3", a + 2),
            format!("x < {a} && min(x, {}) < {}", a + 2, a + 1),
            format!("x < y && y < z && x < z + {a}"),
            format!("x < {a} || (x >= {a} && y > 0)"),
            format!("x < y ? (x <= y ? i : {a}) : min(y, x)"),
            "a < b ? (b < c ? min(a, c) : 2) : max(a, b)".to_string(),
            format!("2 * x + y < {a} && x > 0 && y > 0 && x + y < {}", 2 * a),
            format!("(0 <= i && i < {a}) ? (i + {a} * j) floordiv {a} : j"),
            format!("!(x >= {a}) || x > {a} || x == {a}"),
            format!("(n > 0 && i >= n) ? max(i, 0) mod {a} : 0"),
        ] {
            cases.push(text);
        }
    }
    let (mut inside, mut unnamed) = (0, 0);
    for text in &cases {
        let (derivation, open) = checked(text, &[]);
        assert_eq!(open, 0, "{text}");
        for step in &derivation.steps {
            inside += usize::from(matches!(step.reason, Reason::Local(_)));
            unnamed += usize::from(step.reason == Reason::Context);
        }
    }
    assert!(inside >= cases.len() * 2 / 3, "{inside} of {}", cases.len());
    assert_eq!(unnamed, 0);
}

/// Without the guard, or at another place, the step is refused.
#[test]
fn a_step_inside_a_branch_does_not_replay_elsewhere() {
    let (derivation, _) = checked("x < 8 ? min(x, 10) : 3", &[]);
    let [step] = derivation.steps.as_slice() else {
        panic!("{derivation:?}");
    };
    let effort = Effort::default();
    assert!(step.replays(&derivation.from, &[], &effort));
    let elsewhere = read("y < 8 ? min(x, 10) : 3");
    assert!(!step.replays(&elsewhere, &[], &effort));
    let Reason::Local(local) = &step.reason else {
        panic!("{}", step.reason);
    };
    let mut unguarded = local.clone();
    unguarded.under.clear();
    let mut other_value = local.clone();
    other_value.path = vec![2];
    for local in [unguarded, other_value] {
        let step = Step {
            reason: Reason::Local(local),
            result: step.result.clone(),
        };
        assert!(!step.replays(&derivation.from, &[], &effort));
    }
}

#[test]
fn what_is_simple_has_no_steps() {
    let (derivation, _) = checked("x + y", &[]);
    assert!(derivation.steps.is_empty());
}
