//! Many small rules, made by pairing terms that agree on a few points, against an evaluator of this test alone: what is
//! proved must hold on many more points, and what is refuted must fail where it is said to.

use std::collections::BTreeMap;

use ovolo_rewrites::rule::{Reading, parse_to_prove};
use ovolo_verify::rules::{Options, Verdict, prove_all};

#[derive(Clone, Debug)]
enum Term {
    Variable(usize),
    Number(i64),
    Of(&'static str, Vec<Term>),
}

const NAMES: [&str; 3] = ["x", "y", "a"];

impl Term {
    /// `None` where it divides by zero.
    fn at(&self, point: &[i64; 3]) -> Option<i64> {
        let (name, args) = match self {
            Term::Variable(i) => return Some(point[*i]),
            Term::Number(n) => return Some(*n),
            Term::Of(name, args) => (*name, args),
        };
        let values: Vec<i64> = args.iter().map(|a| a.at(point)).collect::<Option<_>>()?;
        let (a, b) = (values[0], values[1]);
        // Floor division by way of the Euclidean one.
        let floor = || {
            let (q, r) = (a.div_euclid(b), a.rem_euclid(b));
            if r != 0 && b < 0 { q - 1 } else { q }
        };
        Some(match name {
            "+" => a + b,
            "-" => a - b,
            "*" => a * b,
            "/" if b == 0 => return None,
            "/" => floor(),
            "%" if b == 0 => return None,
            "%" => a - b * floor(),
            "min" => a.min(b),
            "max" => a.max(b),
            "<" => i64::from(a < b),
            "select" => {
                if a != 0 {
                    b
                } else {
                    values[2]
                }
            }
            _ => unreachable!("{name}"),
        })
    }

    fn is_truth(&self) -> bool {
        matches!(self, Term::Of("<", _))
    }

    fn text(&self) -> String {
        match self {
            Term::Variable(i) => format!("?{}", NAMES[*i]),
            Term::Number(n) => n.to_string(),
            Term::Of(name, args) => {
                let args: Vec<String> = args.iter().map(Term::text).collect();
                format!("({name} {})", args.join(" "))
            }
        }
    }
}

/// All terms of two levels, and some of three.
fn terms() -> Vec<Term> {
    let mut leaves: Vec<Term> = (0..3).map(Term::Variable).collect();
    leaves.extend([0, 1, 2].map(Term::Number));
    let binary = |left: &[Term], right: &[Term]| {
        let mut found = Vec::new();
        for name in ["+", "-", "*", "/", "%", "min", "max", "<"] {
            for a in left.iter().filter(|t| !t.is_truth()) {
                for b in right.iter().filter(|t| !t.is_truth()) {
                    found.push(Term::Of(name, vec![a.clone(), b.clone()]));
                }
            }
        }
        found
    };
    let second = binary(&leaves, &leaves);
    let mut found = [leaves.clone(), second.clone()].concat();
    found.extend(binary(&second, &leaves).into_iter().step_by(3));
    found.extend(binary(&leaves, &second).into_iter().step_by(4));
    let truths: Vec<&Term> = second.iter().filter(|t| t.is_truth()).collect();
    for (i, condition) in truths.iter().enumerate() {
        let (a, b) = (&leaves[i % 6], &second[(i * 7) % second.len()]);
        if !b.is_truth() {
            found.push(Term::Of(
                "select",
                vec![(*condition).clone(), a.clone(), b.clone()],
            ));
        }
    }
    found
}

/// Points on which terms are paired: few and small, so that some pairs differ elsewhere.
fn few() -> Vec<[i64; 3]> {
    let mut points = Vec::new();
    for x in [0, 1, 3] {
        for y in [0, 1, 2] {
            points.extend([1, 2].map(|a| [x, y, a]));
        }
    }
    points
}

fn many() -> impl Iterator<Item = [i64; 3]> {
    (0..19i64.pow(3)).map(|i| [i % 19 - 9, i / 19 % 19 - 9, i / 361 - 9])
}

/// Terms that agree on the few points, each with the first of its kind; not all of them, for the time that it takes.
fn pairs() -> Vec<(Term, Term)> {
    let mut classes: BTreeMap<(bool, Vec<Option<i64>>), Term> = BTreeMap::new();
    let mut found = Vec::new();
    for term in terms() {
        let print: Vec<Option<i64>> = few().iter().map(|p| term.at(p)).collect();
        match classes.get(&(term.is_truth(), print.clone())) {
            Some(first) => found.push((term, first.clone())),
            None => drop(classes.insert((term.is_truth(), print), term)),
        }
    }
    let step = found.len() / 400;
    found.into_iter().step_by(step.max(1)).collect()
}

#[test]
fn verdicts_agree_with_values() {
    let pairs = pairs();
    let text: String = pairs
        .iter()
        .map(|(a, b)| format!("{} ==> {}\n", a.text(), b.text()))
        .collect();
    let rules = parse_to_prove(&text, &Reading::default()).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(rules.len(), pairs.len());
    let (mut proved, mut refuted, mut unknown) = (0, 0, Vec::new());
    for (proof, (left, right)) in prove_all(&rules, &Options::default()).iter().zip(&pairs) {
        let line = format!("{} ==> {}", left.text(), right.text());
        match &proof.verdict {
            Verdict::Proved { .. } => {
                proved += 1;
                if let Some(point) = many().find(|p| left.at(p) != right.at(p)) {
                    panic!("{line} is not true at {point:?}");
                }
            }
            Verdict::Refuted(found) => {
                refuted += 1;
                let mut point = [0; 3];
                for (name, value) in &found.values {
                    let i = NAMES.iter().position(|n| n == name).expect("a variable");
                    point[i] = match value.as_str() {
                        "false" => 0,
                        "true" => 1,
                        digits => digits.parse().expect("a number"),
                    };
                }
                assert_ne!(left.at(&point), right.at(&point), "{line} at {point:?}");
            }
            Verdict::Unknown { .. } => unknown.push(line),
        }
    }
    println!("{proved} proved, {refuted} refuted, unknown: {unknown:?}");
    assert!(proved > 80 && refuted > 80, "{proved} proved, {refuted} refuted");
    assert!(unknown.is_empty(), "{unknown:?}");
}
