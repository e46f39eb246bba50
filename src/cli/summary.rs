//! The summary that `ovolo optimize` writes to the standard error.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

use ovolo_lang::diagnostic::line_column;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Span;
use ovolo_rewrites::engine::Profile;
use ovolo_rewrites::products::NAME;
use ovolo_rewrites::refusal::Refusal;

use super::input::Source;
use super::note;
use ovolo::Optimized;
use ovolo::measure::{Timed, Timings};
use ovolo::outcome::Choice;
use ovolo::outcome::{Derivation, Step};
use ovolo::reassociate::Reordered;
use ovolo_verify::program::Verdict;

/// Lines of a schedule that are shown unless all are asked for.
const SHOWN: usize = 12;

pub fn print(outcome: &Optimized, source: &Source, model: FpModel, explain: bool) {
    let is_kept = |choice: &Choice| !choice.is_changed() && choice.tuned.is_none();
    if outcome.functions.iter().all(is_kept) {
        note("nothing changed; below it says why");
    }
    for (number, choice) in outcome.functions.iter().enumerate() {
        let own = outcome.inner.iter().filter(|(of, _)| *of == number);
        let inner: Vec<&Choice> = own.map(|(_, choice)| choice).collect();
        note(&text(choice, &inner, source, model, explain));
        for choice in inner {
            note(&text(choice, &[], source, model, explain));
        }
    }
    for kept in &outcome.kept {
        note(&format!(
            "  kept    {}: {}",
            source.position(kept.span),
            kept.reason
        ));
    }
}

fn text(choice: &Choice, inner: &[&Choice], source: &Source, model: FpModel, explain: bool) -> String {
    let calls = match choice.calls {
        0 => String::new(),
        1 => ", called once".to_string(),
        calls => format!(", called {calls} times"),
    };
    let mut lines = vec![format!("@{} (floats: {model}{calls})", choice.function)];
    for chain in &choice.products {
        lines.extend(products(chain, model, explain));
    }
    if !inner.is_empty() {
        let names: Vec<String> = inner
            .iter()
            .map(|choice| format!("@{}", choice.function))
            .collect();
        lines.push(format!(
            "  chose   nests in it as functions: {}",
            names.join(", ")
        ));
        lines.extend(validation(choice));
    }
    // A function that is nothing but products has no nests to tell of.
    let is_only_products = !choice.products.is_empty() && choice.nodes == 0;
    if !is_only_products && inner.is_empty() {
        lines.extend(nests(choice, source, explain));
    }
    if let Some(tuned) = &choice.tuned {
        let (seconds, usual) = (duration(tuned.seconds), duration(tuned.usual));
        lines.push(format!(
            "  asks    LLVM for {}: measured {seconds}, else {usual}",
            tuned.tuning
        ));
    }
    for reason in &choice.rejected {
        lines.push(format!(
            "  refused a candidate: {}",
            reason.replace('\n', "\n          ")
        ));
    }
    for kept in &choice.kept {
        lines.push(format!(
            "  kept    {}: {}",
            source.position(kept.span),
            kept.reason
        ));
    }
    if let Some(limit) = choice.limit {
        lines.push(format!(
            "  note    the search ended at its limit of {limit}: what comes later is not tried"
        ));
    }
    if choice.is_unscheduled {
        lines.push(
            "  note    what was chosen takes the place of the schedule and the tile buffers of the text, which \
             --schedule given follows"
                .to_string(),
        );
    }
    if choice.size_conditions > 0 {
        lines.push(
            "  note    a test at run time decides between what was chosen, for sizes of which it needs \
             something (rows as long as what is accessed of them, loops that run), and the original"
                .to_string(),
        );
    }
    if !choice.may_overlap.is_empty() {
        let names: Vec<String> = choice.may_overlap.iter().map(|n| format!("%{n}")).collect();
        let names = names.join(", ");
        lines.push(match choice.has_versions {
            true => format!(
                "  note    {names} may overlap: a test at run time decides between what was chosen, for arguments that are \
                 apart, and the original; {{llvm.noalias}} or --assume-noalias makes it needless"
            ),
            false => format!(
                "  note    {names} may overlap, which forbids most reorderings; if they do not, mark them \
                 {{llvm.noalias}} or give --assume-noalias"
            ),
        });
    }
    lines.join("\n")
}

/// What became of a chain of products.
fn products(chain: &Reordered, model: FpModel, explain: bool) -> Vec<String> {
    let mut lines = vec![format!(
        "  tried   {} classes, {} nodes of a chain of {} factors, {:.2} s",
        chain.classes, chain.nodes, chain.factors, chain.seconds
    )];
    if explain {
        lines.push(format!("  rule    {NAME}: {} unions", chain.unions));
    }
    let is_short = explain || chain.order.chars().count() <= LONGEST_ORDER;
    let shown: String = match is_short {
        true => chain.order.clone(),
        false => chain
            .order
            .chars()
            .take(LONGEST_ORDER)
            .chain(" … whole with --explain".chars())
            .collect(),
    };
    lines.push(format!("  chose   {shown}"));
    lines.push(format!(
        "  cost    {} multiplications, {} before ({:.1} times fewer)",
        rounded(chain.after as f64),
        rounded(chain.before as f64),
        chain.before as f64 / (chain.after as f64).max(1.0),
    ));
    lines.push(format!(
        "  checked the same sums of products, for all integers at {} choices of small sizes, floating-point model {model}",
        chain.sizes
    ));
    lines
}

/// Characters of an order of products that are shown unless all are asked for.
const LONGEST_ORDER: usize = 90;

/// What became of the loop nests.
fn nests(choice: &Choice, source: &Source, explain: bool) -> Vec<String> {
    let mut lines = vec![format!(
        "  tried   {} classes, {} nodes, {} tilings, {} dependence questions to z3, {:.2} s",
        choice.classes, choice.nodes, choice.assignments, choice.queries, choice.seconds
    )];
    if explain {
        lines.extend(rules(&choice.rules));
    }
    lines.extend(chosen(choice, explain));
    choice
        .derivations
        .iter()
        .for_each(|derivation| lines.extend(derived(derivation)));
    if explain {
        let refused = refused(&choice.refused, source, REFUSED);
        lines.extend(refused.into_iter().map(|line| format!("  {line}")));
    }
    if let (Some(before), Some(after)) = (choice.cost_before, choice.cost_after) {
        let gain = match choice.is_changed() && after > 0.0 {
            true => format!(
                ", {} before (predicted {:.1} times faster)",
                rounded(before),
                before / after
            ),
            false => String::new(),
        };
        lines.push(format!("  cost    {} predicted cycles{gain}", rounded(after)));
    }
    lines.extend(choice.timings.iter().map(timed));
    if explain {
        lines.extend(choice.also.iter().map(|also| format!("  also    {also}")));
    }
    lines.extend(validation(choice));
    lines
}

/// What is known of what was chosen.
fn validation(choice: &Choice) -> Option<String> {
    let word = match choice.validation.is_proved() {
        true => "proved",
        false => "checked",
    };
    let told = choice.validation.to_string().replacen(&format!("{word} "), "", 1);
    choice
        .is_changed()
        .then(|| format!("  {word:<7} {}", told.replace('\n', "\n          ")))
}

/// What was measured, in one line.
fn timed(timings: &Result<Timings, String>) -> String {
    let timings = match timings {
        Ok(timings) => timings,
        Err(reason) => return format!("  timed   not measured: {reason}"),
    };
    let shown = |timed: &Timed| match timed {
        Timed::In(seconds) => duration(*seconds),
        Timed::Differs(_) => "other outputs".to_string(),
        Timed::Stopped(how) => how.clone(),
    };
    let all: Vec<String> = timings.candidates.iter().map(shown).collect();
    let original = duration(timings.original);
    let fastest = timings.fastest.map(|n| (n, &timings.candidates[n]));
    let Some((n, Timed::In(seconds))) = fastest else {
        return format!(
            "  timed   nothing faster: {}, the original {original}",
            all.join(", ")
        );
    };
    let among = match all.len() {
        1 => String::new(),
        _ => format!("; candidate {} of {}", n + 1, all.join(", ")),
    };
    format!(
        "  timed   measured {}, the original {original} ({:.1} times faster{among})",
        duration(*seconds),
        timings.original / seconds
    )
}

fn duration(seconds: f64) -> String {
    let shown = format!("{:.3?}", Duration::from_secs_f64(seconds.max(0.0)));
    // A number and its unit are two words.
    let unit = shown.find(|c: char| c.is_alphabetic()).unwrap_or(shown.len());
    format!("{} {}", &shown[..unit], &shown[unit..])
}

/// Refusals that are shown with `--explain`.
const REFUSED: usize = 40;

/// Why rules did not apply, one a line, at most so many.
pub fn refused(refusals: &[Refusal], source: &Source, most: usize) -> Vec<String> {
    let position = |span: Span| {
        let (line, column) = line_column(&source.text, span.start);
        format!("{line}:{column}")
    };
    let mut lines: Vec<String> = refusals
        .iter()
        .take(most)
        .map(|refusal| refusal.text(&position))
        .collect();
    if refusals.len() > most {
        lines.push(format!("… {} more refused", refusals.len() - most));
    }
    lines
}

fn chosen(choice: &Choice, explain: bool) -> Vec<String> {
    let nests: String = choice.schedule.nests.iter().map(ToString::to_string).collect();
    let schedule: Vec<&str> = nests.lines().collect();
    if schedule.is_empty() {
        let line = match choice.has_versions {
            true => "  chose   the original's loops, compiled for arguments that are apart",
            false => "  chose   the original",
        };
        return vec![line.to_string()];
    }
    let shown = if explain || schedule.len() <= SHOWN + 1 {
        schedule.len()
    } else {
        SHOWN
    };
    let mut lines: Vec<String> = schedule[..shown]
        .iter()
        .enumerate()
        .map(|(n, step)| format!("  {}{step}", if n == 0 { "chose   " } else { "        " }))
        .collect();
    if shown < schedule.len() {
        lines.push(format!(
            "          … {} more lines with --explain",
            schedule.len() - shown
        ));
    }
    lines
}

/// How a nest became what was chosen, a step a line.
fn derived(derivation: &Derivation) -> Vec<String> {
    let is_proved = |step: &&Step| step.verdict.as_ref().is_some_and(Verdict::is_proved);
    let proved = derivation.steps.iter().filter(is_proved).count();
    let count = derivation.steps.len();
    let mut lines = vec![format!(
        "  derived in {count} steps; that they change no result is proved of {proved}"
    )];
    for (n, step) in derivation.steps.iter().enumerate() {
        let change = match &step.change {
            Some([from, to]) => format!(": {from}  =>  {to}"),
            None => String::new(),
        };
        lines.push(format!("  {:>6}  {}{change}", n + 1, step.name));
        match &step.verdict {
            Some(verdict) if verdict.is_proved() => {}
            Some(verdict) => lines.push(format!("          {verdict}")),
            None => lines.push("          not looked at: that are too many".to_string()),
        }
    }
    for gap in &derivation.gaps {
        lines.push(format!("          no steps were found for {gap}"));
    }
    lines
}

/// What the rules did, the one that took longest first.
fn rules(rules: &BTreeMap<String, Profile>) -> Vec<String> {
    let mut sorted: Vec<(&String, &Profile)> = rules.iter().collect();
    sorted.sort_by_key(|(name, profile)| (Reverse(profile.time), *name));
    let line = |(name, profile): (&String, &Profile)| {
        let (matches, unions) = (profile.matches, profile.unions);
        format!(
            "  rule    {name}: {matches} matches, {unions} unions, {:.1?}",
            profile.time
        )
    };
    sorted.into_iter().map(line).collect()
}

/// Three significant digits and a power of a thousand.
fn rounded(cycles: f64) -> String {
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let unit = units.iter().find(|(size, _)| cycles >= *size);
    let (size, name) = unit.copied().unwrap_or((1.0, ""));
    format!("{:.3}{name}", cycles / size)
}
