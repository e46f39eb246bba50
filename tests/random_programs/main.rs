//! Random affine programs, rewritten at random by the rules: each result must pass the structural
//! verifier, read back, and compute what the original computes, bit by bit, in the reference interpreter
//! and as machine code. The validator is left out on purpose: this tests the rules themselves.
//!
//! `OVOLO_RANDOM_PROGRAMS=5000 cargo test --test random_programs` makes so many programs, from the seed
//! `OVOLO_RANDOM_SEED` on; a failure names its seed and prints the smallest program found that fails.

mod check;
mod generate;
mod mutate;
mod program;
mod random;
mod smaller;

use std::time::{Duration, Instant};

use check::{Failure, Statistics, check};
use generate::generate;
use program::Program;
use random::Random;
use rayon::prelude::*;

/// How many programs are made unless the environment says otherwise.
const PROGRAMS: u64 = 150;

/// Statements of one run of a program.
const MOST_STATEMENTS: usize = 6_000;

#[test]
fn rewritten_programs_compute_the_same() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let count = number("OVOLO_RANDOM_PROGRAMS").unwrap_or(PROGRAMS);
    let first = number("OVOLO_RANDOM_SEED").unwrap_or(1);
    let results: Vec<(u64, Result<Statistics, Failure>)> = (first..first + count)
        .into_par_iter()
        .map(|seed| (seed, one(seed)))
        .collect();
    let mut all = Statistics::default();
    let mut failures = Vec::new();
    for (seed, result) in results {
        match result {
            Ok(statistics) => all.add(&statistics),
            Err(failure) => failures.push((seed, failure)),
        }
    }
    eprintln!("{all}");
    let shown = failures.iter().take(4).map(|(seed, failure)| {
        let smallest = shrink(*seed, generate(&mut Random(*seed)), failure.clone());
        format!("seed {seed}: {smallest}")
    });
    let shown: Vec<String> = shown.collect();
    let seeds: Vec<u64> = failures.iter().map(|(seed, _)| *seed).collect();
    assert!(failures.is_empty(), "seeds {seeds:?}\n{}", shown.join("\n\n"));
    assert!(all.variants > count, "hardly anything is rewritten: {all}");
}

fn one(seed: u64) -> Result<Statistics, Failure> {
    check(&generate(&mut Random(seed)), seed, 8, MOST_STATEMENTS)
}

/// The smallest program found that still fails.
fn shrink(seed: u64, mut program: Program, mut failure: Failure) -> Failure {
    let start = Instant::now();
    'smaller: while start.elapsed() < Duration::from_secs(60) {
        for smaller in program.smaller() {
            if start.elapsed() > Duration::from_secs(60) {
                break 'smaller;
            }
            if let Err(found) = check(&smaller, seed, 24, MOST_STATEMENTS)
                && found.kind == failure.kind
            {
                program = smaller;
                failure = found;
                continue 'smaller;
            }
        }
        break;
    }
    failure
}
