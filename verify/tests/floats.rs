//! Rules over floats under each fast-math flag, and what is found out about them.

use ovolo_rewrites::rule::{Reading, Rule, parse_to_prove};
use ovolo_verify::rules::guard::suggest;
use ovolo_verify::rules::{Options, Verdict, prove, prove_all};

/// The lines of the list: a verdict, and a rule.
fn lines() -> Vec<(String, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/floats.list");
    let list = std::fs::read_to_string(path).expect("the list");
    list.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once(' ').expect("a verdict"))
        .map(|(verdict, rule)| (verdict.to_string(), rule.trim().to_string()))
        .collect()
}

fn read(rule: &str) -> Rule {
    let (head, sides) = rule.split_once(": ").expect("variables");
    let (variables, flags) = match head.split_once(" under ") {
        Some((variables, flags)) => (variables, format!(" under {flags}")),
        None => (head, String::new()),
    };
    let text = format!("rule r forall {variables} over float{flags}: {sides}");
    let rules = parse_to_prove(&text, &Reading::default());
    rules
        .unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
        .remove(0)
}

fn steps() -> Options {
    Options {
        steps: 10_000_000,
        ..Options::default()
    }
}

#[test]
fn verdicts_are_right() {
    let listed = lines();
    let read: Vec<Rule> = listed.iter().map(|(_, rule)| read(rule)).collect();
    let mut wrong = Vec::new();
    for ((expected, text), proof) in listed.iter().zip(prove_all(&read, &steps())) {
        let found = match proof.verdict {
            Verdict::Proved { .. } => "true",
            Verdict::Refuted(_) => "false",
            Verdict::Unknown { .. } => "open",
        };
        println!("{:8.3} {text}: {}", proof.time.as_secs_f64(), proof.verdict);
        if found != expected {
            wrong.push(format!("{text}: not {expected}: {}", proof.verdict));
        }
    }
    let count = |verdict| listed.iter().filter(|(v, _)| v == verdict).count();
    assert!(count("true") >= 100 && count("false") >= 100);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is suggested for a false rule makes it one that is proved, and that says something.
#[test]
fn guards_are_proved() {
    for (rule, expected) in [
        ("x: x + 0.0 => x", Some("under nsz")),
        ("x: x * 0.0 => 0.0", Some("under nnan,nsz")),
        ("x: cmpf(ord, x, x) => true", Some("under nnan")),
        ("x, y, z: (x + y) + z => x + (y + z)", Some("under reassoc")),
        ("x, y, z: x * y + z => fma(x, y, z)", Some("under contract")),
        ("x, y: x / y => x * (1.0 / y)", Some("under arcp")),
        ("x, y: (x / y) * y => x", Some("under reassoc,nnan")),
        ("x: x + x => x", None),
        ("x: sqrt(x) => x", None),
        ("x under reassoc: x * 0.0 => 0.0", Some("under nnan,nsz")),
    ] {
        let rule = read(rule);
        let guard = suggest(&rule, &[], &steps());
        let told = guard.as_ref().map(|guard| guard.display(&rule));
        assert_eq!(told.as_deref(), expected, "{rule}");
        if let Some(guard) = guard {
            let verdict = prove(&guard.added_to(&rule), &[], &steps());
            assert!(matches!(verdict, Verdict::Proved { .. }), "{rule}: {verdict}");
        }
    }
}
