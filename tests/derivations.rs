//! Derivations of simplest forms: every step holds, is made by what it says, and they lead from one end to the other.

use ovolo_rewrites::expression::{Division, Expression, parse, parse_assumptions};
use ovolo_rewrites::simplify::{Derivation, Effort, Reason, Samples, derive, equality, simplify};
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
fn what_is_simple_has_no_steps() {
    let (derivation, _) = checked("x + y", &[]);
    assert!(derivation.steps.is_empty());
}
