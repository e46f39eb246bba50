//! Random affine programs, rewritten at random by the rules and optimised by the search: each result must pass the
//! structural verifier, read back, and compute what the original computes, bit by bit, in the reference interpreter
//! and as machine code. The validator is left out of the first on purpose: this tests the rules themselves.
//!
//! `OVOLO_RANDOM_PROGRAMS=2000 cargo test --release --test random_programs -- --nocapture` makes so many programs, from
//! the seed `OVOLO_RANDOM_SEED` on, and prints what was done to them; a failure names its seed and prints the smallest
//! program found that fails, in a form that can be kept in `cases`.

mod check;
mod coverage;
mod generate;
mod input;
mod mutate;
mod optimised;
mod patterns;
mod program;
mod random;
mod smaller;
mod subject;
mod text;
mod variants;

use std::num::NonZero;
use std::ops::Range;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use check::{Failure, check};
use coverage::Coverage;
use generate::generate;
use program::Program;
use random::Random;
use subject::Subject;

/// How many programs are made unless the environment says otherwise.
const PROGRAMS: u64 = 12;

/// Of so many programs, some are subject to each rule.
const ENOUGH: u64 = 1_000;

/// Statements of one run of a program.
const MOST_STATEMENTS: usize = 6_000;

/// Variants of each program.
const VARIANTS: usize = 8;

#[test]
fn rewritten_programs_compute_the_same() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let count = number("OVOLO_RANDOM_PROGRAMS").unwrap_or(PROGRAMS);
    let first = number("OVOLO_RANDOM_SEED").unwrap_or(1);
    let results = all_of(first..first + count);
    let mut all = Coverage::default();
    let mut failures = Vec::new();
    for (seed, result) in results {
        match result {
            Ok(coverage) => all.add(&coverage),
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
    let variants = all.of("variants interpreted");
    assert!(variants > count, "hardly anything is rewritten: {all}");
    let missing = all.missing();
    assert!(
        count < ENOUGH || missing.is_empty(),
        "never exercised: {missing:?}"
    );
}

/// Programs that were computed wrongly once.
#[test]
fn kept_programs_compute_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/random_programs/cases");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("there are cases")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let subject = Subject::read(&text).unwrap_or_else(|| panic!("{} says no arguments", file.display()));
        for seed in 0..3 {
            let checked = check(&subject, seed, VARIANTS);
            checked.unwrap_or_else(|failure| panic!("{}: {failure}", file.display()));
        }
    }
}

/// What became of the programs with these seeds, in their order. The threads are none of rayon's: one of those that
/// waits for the rules of a program would take up another program meanwhile, and so on until its stack ends.
fn all_of(seeds: Range<u64>) -> Vec<(u64, Result<Coverage, Failure>)> {
    let next = AtomicU64::new(seeds.start);
    let work = || {
        let mut found = Vec::new();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return found;
            }
            let result = one(seed);
            if let Err(failure) = &result {
                eprintln!("seed {seed}: {}", failure.kind);
            }
            if (seed - seeds.start) % 100 == 99 {
                eprintln!("{} programs", seed - seeds.start + 1);
            }
            found.push((seed, result));
        }
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut found: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let results = threads.into_iter().map(|thread| thread.join());
        results
            .flat_map(|found| found.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    found.sort_by_key(|(seed, _)| *seed);
    found
}

fn one(seed: u64) -> Result<Coverage, Failure> {
    match Subject::of(&generate(&mut Random(seed)), MOST_STATEMENTS) {
        Some(subject) => check(&subject, seed, VARIANTS),
        None => Ok(Coverage::default()),
    }
}

/// The smallest program found that still fails.
fn shrink(seed: u64, mut program: Program, mut failure: Failure) -> Failure {
    let start = Instant::now();
    'smaller: while start.elapsed() < Duration::from_secs(60) {
        for smaller in program.smaller() {
            if start.elapsed() > Duration::from_secs(60) {
                break 'smaller;
            }
            if let Some(subject) = Subject::of(&smaller, MOST_STATEMENTS)
                && let Err(found) = check(&subject, seed, 3 * VARIANTS)
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
