//! `ovolo verify --against`: what a command makes of programs.

use std::path::Path;
use std::time::Duration;

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{ContentArrangement, Table};
use ovolo_lang::chunks;
use ovolo_lang::parse::parse_module;
use ovolo_verify::program::{Scope, Verdict};
use rayon::prelude::*;
use serde_json::json;

use super::super::command::{COMMAND_SECONDS, on_file};
use super::super::output::print;
use super::super::{Exit, Failure, input};
use super::report::Report;
use super::{Arguments, compared};

/// A program, one of several where a file has parts: then it is called by its line.
struct Case {
    name: String,
    text: String,
}

/// What came of a program.
enum Outcome {
    /// It cannot be read.
    NotRead(String),
    /// The command fails.
    Failed(String),
    /// What it prints cannot be read.
    NotReadAgain(String),
    Compared(Report),
}

pub fn run(path: &Path, command: &str, arguments: &Arguments) -> Result<Exit, Failure> {
    let cases = cases(path)?;
    let outcomes: Vec<(Case, Outcome)> = cases
        .into_par_iter()
        .map(|case| {
            let outcome = outcome(&case, command, arguments);
            (case, outcome)
        })
        .collect();
    let text = match arguments.json {
        true => json(&outcomes),
        false => table(&outcomes),
    };
    print(text.as_bytes())?;
    let exits = outcomes.iter().map(|(_, outcome)| match outcome {
        Outcome::Compared(report) => report.exit(arguments.accept_checked),
        Outcome::NotRead(_) => Exit::Done,
        Outcome::Failed(_) | Outcome::NotReadAgain(_) => Exit::Unknown,
    });
    let exits: Vec<Exit> = exits.collect();
    let worst = [Exit::Refuted, Exit::Unknown]
        .into_iter()
        .find(|exit| exits.contains(exit));
    Ok(worst.unwrap_or(Exit::Done))
}

/// The programs of a file, or of all MLIR files in a folder.
fn cases(path: &Path) -> Result<Vec<Case>, Failure> {
    let mut files = Vec::new();
    match path.is_dir() {
        true => files.extend(input::files_within(path, &["mlir"])?),
        false => files.push(path.to_path_buf()),
    }
    let mut all = Vec::new();
    for file in files {
        let source = input::read(&file)?;
        for part in chunks::split(&source.text) {
            let name = match part.start {
                0 => source.name.clone(),
                start => format!(
                    "{}:{}",
                    source.name,
                    1 + source.text[..start].matches('\n').count()
                ),
            };
            let text = part.text.to_string();
            all.push(Case { name, text });
        }
    }
    Ok(all)
}

fn outcome(case: &Case, command: &str, arguments: &Arguments) -> Outcome {
    let first = match parse_module(&case.text) {
        Ok(module) => module,
        Err(diagnostics) => return Outcome::NotRead(told(&diagnostics[0].to_string())),
    };
    let limit = Duration::from_secs(arguments.timeout.unwrap_or(COMMAND_SECONDS));
    let text = match printed(command, &case.text, limit) {
        Ok(text) => text,
        Err(reason) => return Outcome::Failed(reason),
    };
    match parse_module(&text) {
        Ok(second) => Outcome::Compared(compared([first, second], arguments, None).0),
        Err(diagnostics) => Outcome::NotReadAgain(told(&diagnostics[0].to_string())),
    }
}

/// What the command prints of a file with this text.
fn printed(command: &str, text: &str, limit: Duration) -> Result<String, String> {
    let ended = on_file(command, text, limit)?;
    let said = told(&ended.said);
    match (ended.code, ended.signal) {
        (Some(0), _) => Ok(ended.printed),
        // So a shell tells that a signal ended what it ran.
        (Some(code @ 129..=192), _) => Err(format!("signal {}: {said}", code - 128)),
        (Some(code), _) => Err(format!("exit {code}: {said}")),
        (None, signal) => Err(format!("signal {}: {said}", signal.unwrap_or(0))),
    }
}

/// The first line of a message.
fn told(message: &str) -> String {
    message.lines().next().unwrap_or_default().trim().to_string()
}

impl Outcome {
    /// What it is called, and more of it.
    fn words(&self) -> (&'static str, String) {
        match self {
            Outcome::NotRead(reason) => ("not read", reason.clone()),
            Outcome::Failed(reason) => ("command failed", reason.clone()),
            Outcome::NotReadAgain(reason) => ("result not read", reason.clone()),
            Outcome::Compared(report) => {
                let when: Vec<&str> = report
                    .functions
                    .iter()
                    .flat_map(|judged| judged.equal_when.iter().map(String::as_str))
                    .collect();
                let when = match when.is_empty() {
                    true => String::new(),
                    false => format!("; equal when {}", when.join(", ")),
                };
                let (word, more) = match &report.verdict {
                    Verdict::Proved(proof) => match proof.scope {
                        Scope::Same => ("unchanged", String::new()),
                        Scope::ForThisShape => ("proved", "for this shape".to_string()),
                        Scope::AllSizes => ("proved", "for all sizes".to_string()),
                    },
                    Verdict::Checked(check) => ("checked", check.not_proved.clone().unwrap_or_default()),
                    Verdict::Refuted(counterexample) => {
                        let at = match counterexample.sizes.0.is_empty() {
                            true => String::new(),
                            false => format!(" at {}", counterexample.sizes),
                        };
                        ("refuted", format!("@{}{at}", counterexample.function))
                    }
                    other @ Verdict::Unknown(_) => {
                        let text = told(&other.to_string());
                        (
                            "unknown",
                            text.strip_prefix("unknown: ").unwrap_or(&text).to_string(),
                        )
                    }
                };
                (word, format!("{more}{when}"))
            }
        }
    }
}

/// A line for each program, how many there are of each kind, and the counterexamples.
fn table(outcomes: &[(Case, Outcome)]) -> String {
    let mut table = Table::new();
    table
        .load_preset(ASCII_MARKDOWN)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(["program", "verdict", ""]);
    let mut counts: Vec<(&str, usize)> = Vec::new();
    let mut details = String::new();
    for (case, outcome) in outcomes {
        let (word, more) = outcome.words();
        table.add_row([&case.name, word, &more]);
        match counts.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => *count += 1,
            None => counts.push((word, 1)),
        }
        if let Outcome::Compared(report) = outcome
            && report.verdict.is_refuted()
        {
            details += &format!("\n{}: {}", case.name, report.text(false));
        }
    }
    let counts: Vec<String> = counts
        .iter()
        .map(|(word, count)| format!("{count} {word}"))
        .collect();
    format!(
        "{table}\n{} programs: {}\n{details}",
        outcomes.len(),
        counts.join(", ")
    )
}

fn json(outcomes: &[(Case, Outcome)]) -> String {
    let all = outcomes.iter().map(|(case, outcome)| match outcome {
        Outcome::Compared(report) => json!({ "program": case.name, "result": report.json() }),
        other => {
            let (word, more) = other.words();
            json!({ "program": case.name, "result": { "verdict": word, "reason": more } })
        }
    });
    format!("{:#}\n", all.collect::<serde_json::Value>())
}
