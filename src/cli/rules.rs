//! `ovolo rules`.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use ovolo_rewrites::forms::FORM_RULES;
use ovolo_rewrites::loops::LOOP_RULES;
use ovolo_rewrites::rule::{self, Rule};
use ovolo_verify::rules::{Options, Proof, Verdict, prove};
use rayon::prelude::*;

use super::output::print;
use super::progress::Progress;
use super::{Exit, Failure, input, note};

#[derive(Args)]
pub struct Arguments {
    /// Rule files of your own; without any, the built-in rules are listed
    files: Vec<PathBuf>,
    /// Only rules with this in their name
    #[arg(long, value_name = "TEXT", default_value = "")]
    name: String,
    /// List without proving
    #[arg(long)]
    no_proof: bool,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    // A user's rule may name a built-in one as a lemma, so all are known to the prover.
    let mut rules = rule::builtin().to_vec();
    if !arguments.files.is_empty() {
        let built_in = rules.len();
        for file in &arguments.files {
            let source = input::read(file)?;
            let own = rule::parse(&source.text);
            rules.extend(own.map_err(|errors| source.failure(&errors))?);
        }
        rules.rotate_left(built_in);
        return list(&rules, rules.len() - built_in, arguments);
    }
    let exit = list(&rules, rules.len(), arguments)?;
    list_loops(arguments)?;
    Ok(exit)
}

/// The rules of loop nests. Their conditions are about the nest at hand, so they are decided where a rule
/// is about to be applied, not here.
fn list_loops(arguments: &Arguments) -> Result<(), Failure> {
    let forms = FORM_RULES.iter().map(|rule| {
        let decided = "by the accesses of the nest";
        (rule.name, "arrays", rule.mathematics, rule.condition, decided)
    });
    let loops = LOOP_RULES.iter().map(|rule| {
        let decided = "by dependence";
        (rule.name, "loops", rule.mathematics, rule.condition, decided)
    });
    let named = forms
        .chain(loops)
        .filter(|(name, ..)| name.contains(&arguments.name));
    let text: String = named
        .map(|(name, kind, mathematics, condition, decided)| {
            format!("{name} ({kind}): {mathematics}\n  when {condition}\n  decided {decided} at every application\n")
        })
        .collect();
    print(text.as_bytes())
}

/// Lists those of the first `count` rules that are asked for.
fn list(rules: &[Rule], count: usize, arguments: &Arguments) -> Result<Exit, Failure> {
    let named = rules[..count]
        .iter()
        .filter(|rule| rule.name.contains(&arguments.name));
    let listed: Vec<&Rule> = named.collect();
    if arguments.no_proof {
        print(listed.into_iter().map(described).collect::<String>().as_bytes())?;
        return Ok(Exit::Done);
    }
    let progress = Progress::new();
    progress.say("proving");
    let proofs: Vec<Proof<'_>> = listed.par_iter().map(|rule| proof(rule, rules)).collect();
    drop(progress);
    let text: String = proofs.iter().map(with_verdict).collect();
    print(text.as_bytes())?;
    let tally = |counts: fn(&Proof<'_>) -> bool| proofs.iter().filter(|p| counts(p)).count();
    let proved = tally(|p| matches!(p.verdict, Verdict::Proved { .. }));
    let refuted = tally(|p| matches!(p.verdict, Verdict::Refuted(_)));
    let assumed = tally(is_assumed);
    let unknown = proofs.len() - proved - refuted - assumed;
    note(&format!(
        "{} rules: {proved} proved, {refuted} refuted, {assumed} assumed, {unknown} unknown",
        proofs.len()
    ));
    Ok(match (refuted, unknown) {
        (0, 0) => Exit::Done,
        (0, _) => Exit::Unknown,
        _ => Exit::Refuted,
    })
}

fn proof<'r>(rule: &'r Rule, rules: &[Rule]) -> Proof<'r> {
    let start = Instant::now();
    let verdict = prove(rule, rules, &Options::default());
    Proof {
        rule,
        verdict,
        time: start.elapsed(),
    }
}

fn is_assumed(proof: &Proof<'_>) -> bool {
    matches!(proof.verdict, Verdict::Unknown { .. }) && proof.rule.assumed.is_some()
}

fn with_verdict(proof: &Proof<'_>) -> String {
    let mut text = described(proof.rule);
    let milliseconds = proof.time.as_secs_f64() * 1e3;
    text += &format!("  {} ({milliseconds:.0} ms)\n", proof.verdict);
    if let (true, Some(reason)) = (is_assumed(proof), &proof.rule.assumed) {
        text += &format!("  assumed: {reason}\n");
    }
    text
}

/// The rule, its documentation, its source and its examples.
fn described(rule: &Rule) -> String {
    let mut text = format!("{} ({}): {rule}\n", rule.name, rule.domain);
    for line in rule.documentation.lines() {
        text += &format!("  {line}\n");
    }
    if let Some(source) = &rule.source {
        text += &format!("  source: {source}\n");
    }
    for example in &rule.examples {
        text += &format!("  example: {example}\n");
    }
    text
}
