//! The summary that `ovolo optimize` writes to the standard error.

use ovolo_lang::fp::FpModel;

use super::note;
use crate::pipeline::{Choice, Outcome};

pub fn print(outcome: &Outcome, model: FpModel, explain: bool) {
    for choice in &outcome.functions {
        note(&text(choice, model, explain));
    }
}

fn text(choice: &Choice, model: FpModel, explain: bool) -> String {
    let mut lines = vec![format!("@{} (floats: {model})", choice.function)];
    lines.push(format!(
        "  tried   {} classes, {} nodes, {:.2} s",
        choice.classes, choice.nodes, choice.seconds
    ));
    match choice.schedule.as_slice() {
        [] => lines.push("  chose   the original".to_string()),
        schedule if explain => {
            lines.push("  chose".to_string());
            lines.extend(schedule.iter().map(|step| format!("    {step}")));
        }
        schedule => lines.push(format!("  chose   {}", schedule.join("; "))),
    }
    if let (Some(before), Some(after)) = (choice.cost_before, choice.cost_after) {
        lines.push(format!(
            "  cost    {} predicted cycles, {} before ({:.1} times faster)",
            rounded(after),
            rounded(before),
            before / after
        ));
    }
    let validation = choice.validation.to_string();
    lines.push(format!("  proved  {}", validation.replace('\n', "\n          ")));
    lines.join("\n")
}

/// Three significant digits and a power of a thousand.
fn rounded(cycles: f64) -> String {
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let unit = units.iter().find(|(size, _)| cycles >= *size);
    let (size, name) = unit.copied().unwrap_or((1.0, ""));
    format!("{:.3}{name}", cycles / size)
}
