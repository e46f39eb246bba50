//! Predicates made up at random in the manner of a compiler of tiled loops, decided by the e-graph and by z3. Every
//! verdict is held against the values at many points, and against z3.
//!
//! `OVOLO_RANDOM_PREDICATES=5000 cargo test --release --test all predicates -- --nocapture` makes up as many, and prints what was
//! decided by whom, and how long it took.

use std::time::{Duration, Instant};

use ovolo_rewrites::expression::{Division, Name, Value, parse, parse_assumptions};
use ovolo_rewrites::simplify::{Effort, Truth, decide, simplify};
use ovolo_verify::predicate;

#[path = "predicates/generate.rs"]
mod generate;

use generate::{Random, integer, predicate};

/// How many predicates are made up where the environment does not say.
const FEW: usize = 150;

#[derive(Default)]
struct Tally {
    by_egraph: usize,
    by_values: usize,
    by_z3: usize,
    unknown: Vec<String>,
    times: Vec<Duration>,
    wrong: Vec<String>,
}

#[test]
fn verdicts_agree_with_values() {
    let count = std::env::var("OVOLO_RANDOM_PREDICATES");
    let count = count.ok().and_then(|n| n.parse().ok()).unwrap_or(FEW);
    let mut random = Random::new(20);
    let mut tally = Tally::default();
    for _ in 0..count {
        let text = predicate(&mut random);
        let division = [Division::Floor, Division::Euclid][random.below(2)];
        judge(&text, division, &mut tally);
    }
    report(count, &mut tally);
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    let decided = count - tally.unknown.len();
    assert!(decided * 100 >= count * 85, "{decided} of {count} decided");
    assert!(
        tally.by_z3 * 5 <= decided,
        "z3 decided {} of {decided}",
        tally.by_z3
    );
}

/// Under what is assumed, a simplified expression has the same value; a predicate that is said to hold does, at every
/// point where what is assumed holds. Elsewhere nothing is said.
#[test]
fn what_is_assumed_is_taken_for_true_and_nothing_else() {
    let mut random = Random::new(77);
    let mut wrong = Vec::new();
    let mut changed = 0;
    for round in 0..120 {
        let text = match round % 3 {
            0 => predicate(&mut random),
            _ => integer(&mut random, 3),
        };
        let assumed = assumptions(&mut random);
        let expression = parse(&text, Division::Floor).expect(&text).results.remove(0);
        let known = parse_assumptions(&assumed, Division::Floor).expect(&assumed);
        let simplest = simplify(&expression, &known, &Effort::default());
        changed += usize::from(simplest != simplify(&expression, &[], &Effort::default()));
        let truth = match round % 3 {
            0 => decide(&expression, &known, &Effort::default()).truth,
            _ => Truth::Unknown,
        };
        let names: Vec<Name> = (0..6).map(|i| Name::from(format!("v{i}"))).collect();
        for values in points(names.len()) {
            let at = |name: Name| names.iter().position(|n| *n == name).map(|i| values[i]);
            if known.iter().any(|k| k.evaluate(&at) != Some(Value::Truth(true))) {
                continue;
            }
            let value = expression.evaluate(&at);
            if value.is_some() && simplest.evaluate(&at) != value {
                wrong.push(format!("{text} where {assumed}: `{simplest}` at {values:?}"));
            }
            let contradicts = matches!(
                (&truth, value),
                (Truth::Always, Some(Value::Truth(false)))
                    | (Truth::Fails { nowhere: true, .. }, Some(Value::Truth(true)))
            );
            if contradicts {
                wrong.push(format!("{text} where {assumed}: {truth:?} at {values:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        changed >= 10,
        "assumptions made a difference to {changed} expressions only"
    );
}

/// Bounds of some variables, a divisor, and how two of them compare.
fn assumptions(random: &mut Random) -> String {
    let mut all = vec!["v5 > -1000".to_string()];
    for name in ["v0", "v1", "v2", "v3"] {
        let (low, size) = (random.below(9) as i64 - 4, [1, 3, 8, 16][random.below(4)]);
        match random.below(4) {
            0 => all.push(format!("{low} <= {name} < {}", low + size)),
            1 => all.push(format!("{name} >= {low}")),
            2 => all.push(format!("{name} mod {size} == 0")),
            _ => {}
        }
    }
    match random.below(3) {
        0 => all.push("v0 <= v4".to_string()),
        1 => all.push("v4 < v1 + 4 || v4 == 2".to_string()),
        _ => {}
    }
    all.join(", ")
}

fn judge(text: &str, division: Division, tally: &mut Tally) {
    let expression = parse(text, division).unwrap_or_else(|error| panic!("{text}: {error}"));
    let expression = &expression.results[0];
    let start = Instant::now();
    let decision = decide(expression, &[], &Effort::default());
    tally.times.push(start.elapsed());
    let from_z3 = predicate::decide(expression, &[]);
    let mut wrong = |what: &str| tally.wrong.push(format!("{what}: {text} (division {division})"));
    let (may_hold, may_fail) = match decision.truth {
        Truth::Always => (true, false),
        Truth::Fails { nowhere, .. } => (!nowhere, true),
        Truth::Unknown => (true, true),
    };
    if let (Truth::Always, predicate::Verdict::False(at)) = (&decision.truth, &from_z3) {
        wrong(&format!("z3 refutes it at {at:?}"));
    }
    if let (Truth::Fails { at, .. }, predicate::Verdict::True) = (&decision.truth, &from_z3) {
        wrong(&format!("z3 proves it, which is said to fail at {at:?}"));
    }
    let simplest = simplify(expression, &[], &Effort::default());
    if simplest.cost() > expression.cost() {
        wrong(&format!("`{simplest}` is no simpler"));
    }
    let names: Vec<Name> = expression.variables().into_iter().collect();
    for values in points(names.len()) {
        let at = |name| names.iter().position(|n| *n == name).map(|i| values[i]);
        let value = expression.evaluate(&at);
        match value {
            Some(Value::Truth(true)) if !may_hold => wrong("said to hold nowhere"),
            Some(Value::Truth(false)) if !may_fail => wrong("said to hold everywhere"),
            _ => {}
        }
        if value.is_some() && simplest.evaluate(&at) != value {
            wrong(&format!("`{simplest}` has another value"));
        }
    }
    match (decision.truth, from_z3) {
        (Truth::Always | Truth::Fails { nowhere: true, .. }, _) => tally.by_egraph += 1,
        (Truth::Fails { .. }, _) => tally.by_values += 1,
        (Truth::Unknown, predicate::Verdict::Unknown) => tally.unknown.push(text.to_string()),
        (Truth::Unknown, _) => {
            tally.unknown.push(format!("only z3: {text}"));
            tally.by_z3 += 1;
        }
    }
}

/// Points around zero, and some farther ones.
fn points(dimensions: usize) -> Vec<Vec<i64>> {
    let mut random = Random::new(3);
    let mut value = |size: usize| random.below(2 * size + 1) as i64 - size as i64;
    let sizes = [2, 5, 20, 300].into_iter().cycle().take(400);
    sizes
        .map(|size| (0..dimensions).map(|_| value(size)).collect())
        .collect()
}

fn report(count: usize, tally: &mut Tally) {
    tally.times.sort_unstable();
    let at = |share: usize| tally.times[(count - 1) * share / 100];
    let neither = tally.unknown.iter().filter(|t| !t.starts_with("only z3")).count();
    println!(
        "{count} predicates: e-graph {}, values {}, only z3 {}, nobody {neither}; time median {:?}, 90 % {:?}, longest {:?}",
        tally.by_egraph,
        tally.by_values,
        tally.by_z3,
        at(50),
        at(90),
        at(100),
    );
    for text in tally.unknown.iter().take(40) {
        println!("  {text}");
    }
    tally.unknown.retain(|text| !text.starts_with("only z3"));
}
