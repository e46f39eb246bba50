//! Rules of the user that `ovolo optimize` applies beside the built-in ones.

use std::path::PathBuf;

use ovolo::name_is_taken;
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_rewrites::rule::{self, Rule};
use ovolo_verify::rules::proof_cache::ProofCache;
use ovolo_verify::rules::{Options, Verdict};

use super::super::{Exit, Failure, input};
use super::prove::{Judged, Means, judge};

/// Rules to apply.
#[derive(Default)]
pub struct UserRules {
    pub rules: Vec<Rule>,
    /// The names of those that are not proved.
    pub assumed: Vec<String>,
}

/// Reads and proves rule files. A false rule is refused, and one that is not proved unless `assume` is set.
pub fn user_rules(files: &[PathBuf], assume: bool) -> Result<UserRules, Failure> {
    let mut own = UserRules::default();
    for file in files {
        let source = input::read(file)?;
        let mut rules = rule::parse(&source.text).map_err(|errors| source.failure(&errors))?;
        let is_taken = |rule: &&Rule| {
            rule::builtin()
                .iter()
                .chain(&own.rules)
                .any(|r| r.name == rule.name)
        };
        let taken: Vec<Diagnostic> = rules.iter().filter(is_taken).map(name_is_taken).collect();
        if !taken.is_empty() {
            return Err(source.failure(&taken));
        }
        let count = rules.len();
        rules.extend(rule::builtin().iter().cloned());
        let asked: Vec<&Rule> = rules[..count].iter().collect();
        let means = Means {
            options: Options::default(),
            threads: None,
            memory: ProofCache::of_user(),
        };
        let judged = judge(&rules, &asked, &means)?;
        let refused: Vec<Diagnostic> = judged.iter().filter_map(|j| refusal(j, assume)).collect();
        if !refused.is_empty() {
            let is_false = judged.iter().any(|j| matches!(j.verdict, Verdict::Refuted(_)));
            return Err(Failure {
                exit: if is_false { Exit::Refuted } else { Exit::Unknown },
                ..source.failure(&refused)
            });
        }
        let unproved = judged.iter().filter(|j| !j.is_proved());
        own.assumed.extend(unproved.map(|j| j.rule.name.clone()));
        rules.truncate(count);
        own.rules.extend(rules);
    }
    Ok(own)
}

/// Why the rule is not applied.
fn refusal(judged: &Judged<'_>, assume: bool) -> Option<Diagnostic> {
    let at = judged.rule.span;
    match &judged.verdict {
        Verdict::Proved { .. } => None,
        Verdict::Unknown { .. } if assume => None,
        Verdict::Unknown { why } => Some(
            Diagnostic::new(at, format!("this rule is not proved: {why}"))
                .help("--assume applies it all the same, and every output says so"),
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
