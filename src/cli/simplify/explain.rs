//! `ovolo simplify --explain`: how the simplest form is derived, and what the rules did.

use ovolo_rewrites::expression::Expression;
use ovolo_rewrites::simplify::{Derivation, Effort, derive, equality};
use ovolo_verify::predicate::{Verdict, decide};

use crate::note;

/// Says how each result is derived; every step is asked of z3 before it is shown.
pub fn explain(results: &[Expression], known: &[Expression]) {
    for result in results {
        let derivation = derive(result, known, &Effort::default());
        note(&text(&derivation, known));
    }
}

fn text(derivation: &Derivation, known: &[Expression]) -> String {
    let mut lines = vec![format!("  {}", derivation.from)];
    for (before, step) in derivation.pairs() {
        let checked = match decide(&equality(before, &step.result), known) {
            Verdict::True => "z3",
            Verdict::False(_) => "FALSE",
            Verdict::Unknown => "not decided by z3",
        };
        lines.push(format!("= {}    by {} ({checked})", step.result, step.reason));
    }
    if derivation.steps.is_empty() {
        lines.push("nothing simpler was found".to_string());
    }
    let mut rules: Vec<_> = derivation.rules.iter().collect();
    rules.sort_by_key(|(name, profile)| (std::cmp::Reverse(profile.time), **name));
    for (name, profile) in rules {
        lines.push(format!(
            "  rule    {name}: {} matches, {} unions, {:.1?}",
            profile.matches, profile.unions, profile.time
        ));
    }
    lines.join("\n")
}
