//! `ovolo rules check`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{ContentArrangement, Table};
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_rewrites::rule::{self, Division, Reading, Rule};
use ovolo_verify::rules::proof_cache::ProofCache;
use ovolo_verify::rules::{ByZero, Options, Verdict};

use super::super::output::print;
use super::super::{Exit, Failure, MOST_THREADS, input, note};
use super::Format;
use super::prove::{Judged, Means, judge, summarize};

#[derive(Args)]
pub struct Arguments {
    /// Rule files, or lists of rules such as `(+ ?x ?y) ==> (+ ?y ?x)`; `-` is the standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Only rules with this in their name
    #[arg(long, value_name = "TEXT", default_value = "")]
    name: String,
    /// How `/` of integers rounds; `%` is what it leaves
    #[arg(long, value_enum, default_value_t = Rounding::Floor)]
    division: Rounding,
    /// What x / 0 and x % 0 are
    #[arg(long, value_enum, default_value_t = Convention::Guarded)]
    by_zero: Convention,
    /// Steps that z3 may take for one question; a second has some millions of them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    steps: Option<u32>,
    /// How the answers are written; a table on a terminal, and text elsewhere, where it is not given
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The threads to prove on; as many as there are cores where it is not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_THREADS))]
    threads: Option<u32>,
    /// Prove again what was proved before
    #[arg(long)]
    no_cache: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Rounding {
    /// Down
    Floor,
    /// Toward zero
    Trunc,
    /// So that no remainder is negative
    Euclid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Convention {
    /// They have no value, and a rule that is false where they are zero lacks a guard
    Guarded,
    /// They have no value: both sides of a rule must lack one at the same points
    Undefined,
    /// They are zero
    Zero,
    /// They do not occur: no divisor is zero, although the rule does not say so
    Excluded,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let reading = Reading {
        division: match arguments.division {
            Rounding::Floor => Division::Floor,
            Rounding::Trunc => Division::Truncated,
            Rounding::Euclid => Division::Euclidean,
        },
        ..Reading::default()
    };
    let options = Options {
        by_zero: match arguments.by_zero {
            Convention::Guarded => ByZero::Guarded,
            Convention::Undefined => ByZero::Undefined,
            Convention::Zero => ByZero::Zero,
            Convention::Excluded => ByZero::Excluded,
        },
        steps: arguments.steps.unwrap_or(Options::default().steps),
    };
    let means = Means {
        options,
        threads: arguments.threads.map(|n| n as usize),
        memory: ProofCache::of_user().filter(|_| !arguments.no_cache),
    };
    let mut exits = Vec::new();
    for file in &arguments.files {
        exits.push(check(file, &reading, &means, arguments)?);
    }
    let worst = [Exit::Refuted, Exit::Unknown]
        .into_iter()
        .find(|exit| exits.contains(exit));
    Ok(worst.unwrap_or(Exit::Done))
}

fn check(file: &Path, reading: &Reading, means: &Means, arguments: &Arguments) -> Result<Exit, Failure> {
    let source = input::read(file)?;
    let mut rules = rule::parse_to_prove(&source.text, reading).map_err(|errors| source.failure(&errors))?;
    let own = rules.len();
    // A user's rule may name a built-in one as a lemma, so all are known to the prover.
    rules.extend(rule::builtin().iter().cloned());
    let is_asked = |rule: &&Rule| rule.name.contains(&arguments.name);
    let asked: Vec<&Rule> = rules[..own].iter().filter(is_asked).collect();
    let judged = judge(&rules, &asked, means)?;
    let text = match Format::or_fitting(arguments.format) {
        Format::Table => table(&judged),
        Format::Text => judged.iter().map(text).collect(),
    };
    print(text.as_bytes())?;
    let complaints: Vec<Diagnostic> = judged.iter().filter_map(complaint).collect();
    if !complaints.is_empty() {
        note(source.failure(&complaints).message.trim_end());
    }
    Ok(summarize(&judged))
}

fn text(judged: &Judged<'_>) -> String {
    format!("{}: {}\n", judged.rule.name, judged.lines().join("\n  "))
}

fn table(judged: &[Judged<'_>]) -> String {
    let mut table = Table::new();
    table
        .load_preset(UTF8_HORIZONTAL_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(["rule", "mathematics", "verdict"]);
    for j in judged {
        table.add_row([j.rule.name.clone(), j.rule.to_string(), j.lines().join("\n")]);
    }
    format!("{table}\n")
}

/// What is wrong with a rule, pointing at it.
fn complaint(judged: &Judged<'_>) -> Option<Diagnostic> {
    let at = judged.rule.span;
    match &judged.verdict {
        Verdict::Proved { .. } => None,
        Verdict::Unknown { .. } if judged.is_assumed() => None,
        Verdict::Unknown { why } => Some(
            Diagnostic::new(at, format!("this rule is neither proved nor refuted: {why}"))
                .help("stronger conditions, constants in place of variables, or a lemma (`by`) may help"),
        ),
        Verdict::Refuted(found) => {
            let wrong = Diagnostic::new(at, format!("this rule is false: {found}"));
            Some(match &judged.guard {
                Some(guard) => wrong.help(format!("it is true {guard}")),
                None => wrong,
            })
        }
    }
}
