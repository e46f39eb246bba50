//! `ovolo rules`: the rules that Ovolo brings.

use clap::Args;
use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{ContentArrangement, Table};
use ovolo_rewrites::forms::NEST_TRANSFORMATIONS;
use ovolo_rewrites::loops::LOOP_REWRITES;
use ovolo_rewrites::rule::{self, Rule};
use ovolo_verify::rules::Options;
use ovolo_verify::rules::proof_cache::ProofCache;

use super::super::output::print;
use super::super::{Exit, Failure};
use super::Format;
use super::prove::{Judged, Means, judge, summarize};

#[derive(Args)]
pub struct Listing {
    /// Only rules with this in their name
    #[arg(long, value_name = "TEXT", default_value = "")]
    name: String,
    /// List without proving
    #[arg(long)]
    no_proof: bool,
    /// Prove again what was proved before
    #[arg(long)]
    no_cache: bool,
    /// How the list is written; a table on a terminal, and text elsewhere, where it is not given
    #[arg(long, value_enum)]
    format: Option<Format>,
}

/// A rule whose condition is about the nest at hand, so that it is decided where it is about to be applied.
struct NestRule {
    name: &'static str,
    kind: &'static str,
    mathematics: &'static str,
    condition: &'static str,
    decided: &'static str,
}

pub fn run(arguments: &Listing) -> Result<Exit, Failure> {
    let rules = rule::builtin();
    let is_named = |name: &str| name.contains(&arguments.name);
    let named: Vec<&Rule> = rules.iter().filter(|rule| is_named(&rule.name)).collect();
    let nests: Vec<NestRule> = nest_rules().filter(|rule| is_named(rule.name)).collect();
    let format = Format::or_fitting(arguments.format);
    if arguments.no_proof {
        let listed: Vec<_> = named.into_iter().map(|rule| (rule, None)).collect();
        print(written(&listed, &nests, format).as_bytes())?;
        return Ok(Exit::Done);
    }
    let means = Means {
        options: Options::default(),
        threads: None,
        memory: ProofCache::of_user().filter(|_| !arguments.no_cache),
    };
    let judged = judge(rules, &named, &means)?;
    let listed: Vec<_> = judged.iter().map(|j| (j.rule, Some(j))).collect();
    print(written(&listed, &nests, format).as_bytes())?;
    Ok(summarize(&judged))
}

fn nest_rules() -> impl Iterator<Item = NestRule> {
    let forms = NEST_TRANSFORMATIONS.iter().map(|rule| NestRule {
        name: rule.name,
        kind: "arrays",
        mathematics: rule.mathematics,
        condition: rule.condition,
        decided: "by the accesses of the nest",
    });
    let loops = LOOP_REWRITES.iter().map(|rule| NestRule {
        name: rule.name,
        kind: "loops",
        mathematics: rule.mathematics,
        condition: rule.condition,
        decided: "by dependence",
    });
    forms.chain(loops)
}

fn written(listed: &[(&Rule, Option<&Judged<'_>>)], nests: &[NestRule], format: Format) -> String {
    if format == Format::Table {
        return table(listed, nests);
    }
    let mut text = String::new();
    for (rule, judged) in listed {
        text += &described(rule);
        for line in judged.map(Judged::lines).unwrap_or_default() {
            text += &format!("  {line}\n");
        }
    }
    for rule in nests {
        text += &format!("{} ({}): {}\n", rule.name, rule.kind, rule.mathematics);
        text += &format!("  when {}\n", rule.condition);
        text += &format!("  decided {} at every application\n", rule.decided);
    }
    text
}

fn table(listed: &[(&Rule, Option<&Judged<'_>>)], nests: &[NestRule]) -> String {
    let mut table = Table::new();
    table
        .load_preset(UTF8_HORIZONTAL_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(["rule", "of", "mathematics", "source", "verdict"]);
    for (rule, judged) in listed {
        let verdict = judged.map(Judged::lines).unwrap_or_default().join("\n");
        let source = rule.source.clone().unwrap_or_default();
        table.add_row([
            rule.name.clone(),
            rule.domain.to_string(),
            rule.to_string(),
            source,
            verdict,
        ]);
    }
    for rule in nests {
        let mathematics = format!("{}\nwhen {}", rule.mathematics, rule.condition);
        let verdict = format!("decided {} at every application", rule.decided);
        table.add_row([rule.name, rule.kind, &mathematics, "", &verdict]);
    }
    format!("{table}\n")
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
