//! The programs of `// RUN: referee`: each chunk is a module whose `@main` prints what is expected. Where MLIR is
//! wrong a line says how, and the referee must disagree.

use crate::cases::{self, Case};
use crate::runner::Runner;
use crate::{difference, interpreted};

/// What a line starts with that says how MLIR goes wrong.
const WRONG: &str = "// MLIR is wrong:";

#[test]
fn programs_print_what_is_expected() {
    let mut wrong = Vec::new();
    for file in cases::files("referee") {
        let cases = cases::cases(&file);
        let outputs: Vec<String> = cases
            .iter()
            .map(|case| interpreted(&case.name(), &case.input))
            .collect();
        if cases::blessing() {
            cases::bless(&file, &outputs);
            continue;
        }
        for (case, output) in cases.iter().zip(&outputs) {
            if case.expected.as_ref() != Some(output) {
                wrong.push(format!("{}: found\n{output}", case.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn programs_print_what_mlir_prints() {
    let Some(runner) = Runner::find() else { return };
    let files = cases::files("referee");
    let cases: Vec<Case> = files.iter().flat_map(|file| cases::cases(file)).collect();
    assert!(!cases.is_empty(), "no programs");
    let mut wrong = Vec::new();
    for case in &cases {
        match runner.run(&case.input) {
            Ok(theirs) => {
                let ours = interpreted(&case.name(), &case.input);
                let difference = difference(&ours, &theirs, 0.0);
                let is_expected = case.input.lines().any(|line| line.starts_with(WRONG));
                if difference.is_some() != is_expected {
                    let at = difference.unwrap_or_else(|| "no difference".to_string());
                    wrong.push(format!("{}: {at}\n{ours}\n{theirs}", case.name()));
                }
            }
            Err(message) => wrong.push(format!("{}: {message}", case.name())),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
