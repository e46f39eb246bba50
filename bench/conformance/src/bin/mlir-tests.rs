//! Prints how much of MLIR's own tests Ovolo reads; `--help` says with what.

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use ovolo_conformance::mlir_tests::options::{HELP, Options};
use ovolo_conformance::mlir_tests::referee::Referee;
use ovolo_conformance::mlir_tests::{failures, json, measure, reader, table, targets};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|a| a == reader::WORKER) {
        return match reader::serve() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    if arguments.iter().any(|a| a == "--help" || a == "-h") {
        println!("{HELP}");
        return ExitCode::SUCCESS;
    }
    run(arguments).unwrap_or_else(|error| {
        eprintln!("mlir-tests: {error:#}");
        ExitCode::from(2)
    })
}

fn run(arguments: Vec<String>) -> Result<ExitCode> {
    let options = Options::parse(arguments)?;
    if !options.tests.is_dir() {
        return Ok(skipped(
            &options,
            &format!("there is no folder {}", options.tests.display()),
        ));
    }
    let Some(referee) = Referee::find(&options.cache)? else {
        return Ok(skipped(&options, "mlir-opt-19 is not installed"));
    };
    rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build_global()?;
    let outcomes = measure(&options, &referee)?;
    let mut text = String::new();
    if options.list_failures {
        text.push_str(&failures::list(&outcomes, &options));
        text.push('\n');
    }
    if options.group {
        text.push_str(&failures::groups(&outcomes, &options));
        text.push('\n');
    }
    if let Some(folder) = &options.dump {
        failures::dump(&outcomes, &options, folder)?;
    }
    if let Some(file) = &options.json {
        fs::write(file, json::json(&outcomes)).with_context(|| file.display().to_string())?;
    }
    text.push_str(&table::table(&outcomes));
    text.push('\n');
    let missed = targets::missed(&outcomes);
    for target in &missed {
        text.push_str(&format!("missed: {target}\n"));
    }
    print(&text)?;
    Ok(match options.check && !missed.is_empty() {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    })
}

/// Prints as much as is wanted: a reader such as `head` may stop before the end.
fn print(text: &str) -> Result<()> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Where something is not there, nothing is measured; only a check fails.
fn skipped(options: &Options, why: &str) -> ExitCode {
    println!("skipped: {why}");
    ExitCode::from(u8::from(options.check))
}
