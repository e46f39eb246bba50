//! Predicates made up at random in the manner of a compiler of tiled loops, decided by the e-graph and by z3. Every
//! verdict is held against the values at many points, and against z3.
//!
//! `OVOLO_RANDOM_PREDICATES=5000 cargo test --release --test predicates -- --nocapture` makes up as many, and prints what was
//! decided by whom, and how long it took.

use std::time::{Duration, Instant};

use ovolo_rewrites::expression::{Division, Name, Value, parse};
use ovolo_rewrites::simplify::{Effort, Truth, decide, simplify};
use ovolo_verify::predicate;

#[path = "predicates/generate.rs"]
mod generate;

use generate::{Random, predicate};

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
