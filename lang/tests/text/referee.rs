//! `mlir-opt-19` as referee, where it is installed: what is printed means to it what the original means,
//! what it prints is read as the same module, and what is rejected here it rejects too.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use ovolo_lang::diagnostic::render;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::{print_generic, print_module};

use crate::cases::{self, Case};

/// A line that says of a case of `parse-error` that MLIR accepts it.
const STRICTER: &str = "// stricter than MLIR";
/// A line that says of a case of `parse` that MLIR 19 rejects it.
const LAXER: &str = "// laxer than MLIR";
/// What a line starts with that says of a case that its custom form has other operands.
const INEXACT: &str = "// inexact";
/// What a line starts with that says of a case why MLIR's own custom print is not read.
const NOT_COMPARED: &str = "// not compared:";
const SEPARATOR: &str = "// -----\n";

/// The referee.
const MLIR_OPT: &str = "mlir-opt-19";

#[test]
fn mlir_reads_what_is_printed() {
    let Some((cases, originals)) = accepted() else {
        return;
    };
    for print in [print_module, print_generic] {
        let texts: Vec<String> = cases
            .iter()
            .map(|case| match parse_module(&case.input) {
                Ok(module) => print(&module),
                Err(_) => panic!("{}: accepted by mlir-opt only", case.name()),
            })
            .collect();
        for ((printed, original), case) in run(&texts, true).iter().zip(&originals).zip(&cases) {
            assert_eq!(printed, original, "{}", case.name());
        }
    }
}

#[test]
fn mlir_reads_what_old_and_newer_texts_become() {
    if !present(MLIR_OPT) {
        return;
    }
    let cases = [cases::files("legacy"), cases::files("newer")]
        .concat()
        .iter()
        .flat_map(|file| cases::cases(file))
        .filter(|case| !case.input.lines().any(|line| line.starts_with(LAXER)))
        .collect::<Vec<Case>>();
    let prints = [print_module, print_generic].map(|print| {
        let texts = cases.iter().map(|case| match parse_module(&case.input) {
            Ok(module) => print(&module),
            Err(_) => panic!("{} is not read", case.name()),
        });
        run(&texts.collect::<Vec<String>>(), true)
    });
    for ((custom, generic), case) in prints[0].iter().zip(&prints[1]).zip(&cases) {
        assert_eq!(custom, generic, "{}", case.name());
    }
}

#[test]
fn mlir_22_reads_newer_texts() {
    const NEWER: &str = "mlir-opt-22";
    if !present(NEWER) {
        return;
    }
    for case in cases::files("newer").iter().flat_map(|file| cases::cases(file)) {
        let output = mlir_opt(NEWER, &case.input, true);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "{NEWER} rejects {}\n{errors}",
            case.name()
        );
    }
}

#[test]
fn what_mlir_prints_is_read() {
    let Some((cases, generics)) = accepted() else {
        return;
    };
    let inputs: Vec<String> = cases.iter().map(|case| case.input.clone()).collect();
    let customs = run(&inputs, false);
    for ((generic, custom), case) in generics.iter().zip(&customs).zip(&cases) {
        if case.input.lines().any(|line| line.starts_with(NOT_COMPARED)) {
            continue;
        }
        let prints = [generic, custom].map(|text| match parse_module(text) {
            Ok(module) => print_generic(&module),
            Err(diagnostics) => panic!("{text}\n{}", render(&case.name(), text, &diagnostics, false)),
        });
        assert_eq!(prints[0], prints[1], "{}", case.name());
    }
}

#[test]
fn mlir_rejects_what_is_rejected() {
    if !present(MLIR_OPT) {
        return;
    }
    let files = cases::files("parse-error");
    let cases: Vec<Case> = files.iter().flat_map(|file| cases::cases(file)).collect();
    let texts: Vec<String> = cases.iter().map(|case| case.input.clone()).collect();
    let output = mlir_opt(MLIR_OPT, &texts.join(SEPARATOR), true);
    // The referee names the line at which each rejected chunk starts, its separator included.
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let rejected: BTreeSet<usize> = errors
        .lines()
        .filter(|line| line.contains(" error: "))
        .filter_map(|line| {
            let start = line.split_once("within split at <stdin>:")?.1;
            start.split(' ').next()?.parse().ok()
        })
        .collect();
    let mut line = 0;
    let mut disagreements = String::new();
    for (case, text) in cases.iter().zip(&texts) {
        let stricter = case.input.lines().any(|line| line == STRICTER);
        if rejected.contains(&line.max(1)) == stricter {
            disagreements.push_str(&format!("{}, stricter: {stricter}\n{text}\n", case.name()));
        }
        line += text.lines().count() + 1;
    }
    assert!(disagreements.is_empty(), "mlir-opt disagrees on\n{disagreements}");
}

/// The cases of `parse` that MLIR accepts, and its generic print of each; `None` without `mlir-opt-19`.
fn accepted() -> Option<(Vec<Case>, Vec<String>)> {
    present(MLIR_OPT).then(|| {
        let files = cases::files("parse");
        let cases = files.iter().flat_map(|file| cases::cases(file));
        let cases: Vec<Case> = cases
            .filter(|case| !case.input.lines().any(|l| l == LAXER || l.starts_with(INEXACT)))
            .collect();
        let inputs: Vec<String> = cases.iter().map(|case| case.input.clone()).collect();
        let prints = run(&inputs, true);
        (cases, prints)
    })
}

fn present(tool: &str) -> bool {
    let found = Command::new(tool)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !found {
        eprintln!("skipped: {tool} not found");
    }
    found
}

/// The referee's print of each text; all must be accepted.
fn run(texts: &[String], generic: bool) -> Vec<String> {
    let output = mlir_opt(MLIR_OPT, &texts.join(SEPARATOR), generic);
    if !output.status.success() {
        for text in texts {
            let output = mlir_opt(MLIR_OPT, text, generic);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "mlir-opt-19 rejects\n{text}\n{errors}");
        }
    }
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    let prints: Vec<String> = out.split(SEPARATOR).map(|t| t.trim().to_string()).collect();
    assert_eq!(prints.len(), texts.len(), "one print for each text");
    prints
}

fn mlir_opt(tool: &str, text: &str, generic: bool) -> Output {
    let mut command = Command::new(tool);
    command.args(["--allow-unregistered-dialect", "--split-input-file"]);
    if generic {
        command.arg("--mlir-print-op-generic");
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("mlir-opt-19 starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let text = text.to_string();
    let writer = std::thread::spawn(move || {
        // A process that rejects early may close its input.
        let _ = stdin.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().expect("mlir-opt-19 ends");
    writer.join().expect("the writer ends");
    output
}
