//! Rules of algebra that a user adds to the built-in ones.

use ovolo_lang::diagnostic::Diagnostic;
use ovolo_rewrites::rule::{Rule, builtin, parse};
use ovolo_verify::rules::{Options, Verdict, prove};
use rayon::prelude::*;

use crate::large_stack;

/// Why rules are not admitted; the diagnostics point into their text.
#[derive(Clone, Debug)]
pub enum RuleError {
    /// The text is not one of rules, or a name is taken.
    Unread(Vec<Diagnostic>),
    /// Some are false.
    Refuted(Vec<Diagnostic>),
    /// No proof was found for some, and no counterexample.
    Unknown(Vec<Diagnostic>),
}

/// Reads rules in the language of `.rules` files and proves each, at every width and in every format that it claims.
///
/// # Errors
/// Where one cannot be read, is false, or is not proved: none is admitted then.
pub fn prove_rules(text: &str) -> Result<Vec<Rule>, RuleError> {
    let own = parse(text).map_err(RuleError::Unread)?;
    let taken = own
        .iter()
        .filter(|rule| builtin().iter().any(|other| other.name == rule.name));
    let taken: Vec<Diagnostic> = taken.map(name_is_taken).collect();
    if !taken.is_empty() {
        return Err(RuleError::Unread(taken));
    }
    // Lemmas may be built-in rules.
    let all: Vec<Rule> = own.iter().chain(builtin()).cloned().collect();
    let options = Options::default();
    let verdicts: Vec<Verdict> =
        large_stack::on_pool(|| own.par_iter().map(|rule| prove(rule, &all, &options)).collect());
    let (mut refuted, mut unknown) = (Vec::new(), Vec::new());
    for (rule, verdict) in own.iter().zip(&verdicts) {
        match verdict {
            Verdict::Proved { .. } => {}
            Verdict::Refuted(found) => {
                refuted.push(Diagnostic::new(rule.span, format!("this rule is false: {found}")));
            }
            Verdict::Unknown { why } => {
                unknown.push(Diagnostic::new(
                    rule.span,
                    format!("this rule is not proved: {why}"),
                ));
            }
        }
    }
    match (refuted.is_empty(), unknown.is_empty()) {
        (false, _) => Err(RuleError::Refuted(refuted)),
        (true, false) => Err(RuleError::Unknown(unknown)),
        (true, true) => Ok(own),
    }
}

/// Says that another rule has the name of this one.
pub fn name_is_taken(rule: &Rule) -> Diagnostic {
    Diagnostic::new(rule.span, format!("another rule is named `{}`", rule.name))
        .help("built-in rules and those of all files have different names")
}
