//! The lists of true and false rules, and what is to be found out about each.

use std::time::Duration;

use ovolo_rewrites::rule::{Division, Reading, Rule, parse_to_prove};
use ovolo_verify::rules::guard::suggest;
use ovolo_verify::rules::{ByZero, Options, Proof, Verdict, prove_all};

const TRUE: &str = include_str!("true.list");
const FALSE: &str = include_str!("false.list");

fn read(text: &str, division: Division) -> Vec<Rule> {
    let reading = Reading {
        division,
        ..Reading::default()
    };
    parse_to_prove(text, &reading).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn guarded() -> Options {
    Options {
        by_zero: ByZero::Guarded,
        ..Options::default()
    }
}

fn shown(proof: &Proof<'_>) -> String {
    format!("{}: {}: {}", proof.rule.name, proof.rule, proof.verdict)
}

#[test]
fn true_rules_are_proved() {
    let rules = read(TRUE, Division::Floor);
    assert!(rules.len() > 90);
    let proofs = prove_all(&rules, &guarded());
    let missed: Vec<String> = proofs
        .iter()
        .filter(|proof| !matches!(proof.verdict, Verdict::Proved { .. }))
        .map(shown)
        .collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    let mut times: Vec<Duration> = proofs.iter().map(|proof| proof.time).collect();
    times.sort();
    println!("median {:?}, greatest {:?}", times[times.len() / 2], times.last());
}

/// Under each false rule stands what would make it true.
#[test]
fn false_rules_are_refuted_and_guarded() {
    let rules = read(FALSE, Division::Floor);
    assert!(rules.len() > 25);
    let mut missed = Vec::new();
    for proof in prove_all(&rules, &guarded()) {
        let line: usize = proof.rule.name["line_".len()..].parse().expect("a number");
        let expected = FALSE
            .lines()
            .nth(line)
            .expect("a line below")
            .trim_start_matches("; ");
        let guard = suggest(proof.rule, &rules, &guarded()).map(|guard| guard.display(proof.rule));
        let is_refuted = matches!(proof.verdict, Verdict::Refuted(_));
        if !is_refuted || guard.as_deref().unwrap_or("-") != expected {
            missed.push(format!("{}, {guard:?}, not {expected}", shown(&proof)));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// How `/` rounds decides which rules are true.
#[test]
fn division_decides() {
    let verdicts = |rule: &str| {
        [Division::Floor, Division::Truncated, Division::Euclidean].map(|division| {
            let rules = read(rule, division);
            match &prove_all(&rules, &Options::default())[0].verdict {
                Verdict::Proved { .. } => true,
                Verdict::Refuted(_) => false,
                Verdict::Unknown { why } => panic!("{rule}: {why}"),
            }
        })
    };
    assert_eq!(verdicts("(/ (+ ?x 2) 2) ==> (+ (/ ?x 2) 1)"), [true, false, true]);
    assert_eq!(verdicts("(/ (- ?x) 3) ==> (- (/ ?x 3))"), [false, true, false]);
    assert_eq!(
        verdicts("(<= 0 (% ?x ?y)) ==> true if (!= ?y 0)"),
        [false, false, true]
    );
    assert_eq!(
        verdicts("(/ ?x (- ?y)) ==> (- (/ ?x ?y)) if (!= ?y 0)"),
        [false, true, true]
    );
    assert_eq!(
        verdicts("(+ (* (/ ?x ?y) ?y) (% ?x ?y)) ==> ?x if (!= ?y 0)"),
        [true, true, true]
    );
}

#[test]
fn what_a_division_by_zero_is_decides() {
    let verdicts = |rule: &str| {
        [ByZero::Undefined, ByZero::Guarded, ByZero::Zero, ByZero::Excluded].map(|by_zero| {
            let rules = read(rule, Division::Floor);
            let options = Options {
                by_zero,
                ..Options::default()
            };
            matches!(prove_all(&rules, &options)[0].verdict, Verdict::Proved { .. })
        })
    };
    assert_eq!(verdicts("(/ 0 ?x) ==> 0"), [false, false, true, true]);
    assert_eq!(verdicts("(/ ?x ?x) ==> 1"), [false, false, false, true]);
    assert_eq!(
        verdicts("(/ (+ ?x ?y) ?y) ==> (+ (/ ?x ?y) 1)"),
        [true, false, false, true]
    );
    assert_eq!(
        verdicts("(/ (+ ?x ?y) ?y) ==> (+ (/ ?x ?y) 1) if (> ?y 0)"),
        [true; 4]
    );
    assert_eq!(verdicts("(/ ?x ?y) ==> (/ (- ?x) ?y)"), [false; 4]);
}

/// Verdicts are the same in any order and on any number of threads.
#[test]
fn order_and_threads_do_not_matter() {
    let of = |rules: &[Rule], threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        let proofs = pool.install(|| prove_all(rules, &guarded()));
        let mut verdicts: Vec<String> = proofs.iter().map(shown).collect();
        verdicts.sort();
        verdicts
    };
    let rules = [read(FALSE, Division::Floor), read(TRUE, Division::Floor)].concat();
    let forward = of(&rules[..60], 1);
    let reversed: Vec<Rule> = rules[..60].iter().rev().cloned().collect();
    assert_eq!(of(&reversed, 3), forward);
}
