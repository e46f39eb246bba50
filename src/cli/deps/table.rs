//! Dependences as a table.

use ovolo_lang::diagnostic::counted;
use ovolo_rewrites::memory::Dependence;

use super::{Shown, directions, distances, level};

const HEADER: [&str; 8] = [
    "kind",
    "source",
    "destination",
    "loops",
    "level",
    "direction",
    "distance",
    "certainty",
];

/// The rows are made twice, for the widths of the columns and for the text: there may be millions.
pub fn table(shown: &Shown<'_>) -> String {
    let memory = shown.memory;
    let mut widths = HEADER.map(str::len);
    for dependence in &memory.dependences {
        for (width, cell) in widths.iter_mut().zip(row(shown, dependence)) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    if !memory.dependences.is_empty() {
        text += &line(&HEADER.map(str::to_string), &widths);
        let rule: String = widths
            .iter()
            .map(|&width| format!("|{}", "-".repeat(width + 2)))
            .collect();
        text += &format!("{rule}|\n");
        for dependence in &memory.dependences {
            text += &line(&row(shown, dependence), &widths);
        }
    }
    let accesses = match memory.accesses.len() {
        1 => "1 access".to_string(),
        n => format!("{n} accesses"),
    };
    let count = counted(memory.dependences.len(), "dependence");
    text + &format!("{accesses}, {count}\n")
}

fn line(cells: &[String; 8], widths: &[usize; 8]) -> String {
    let cells = cells.iter().zip(widths);
    let cells: String = cells.map(|(cell, &width)| format!("| {cell:width$} ")).collect();
    cells + "|\n"
}

fn row(shown: &Shown<'_>, dependence: &Dependence) -> [String; 8] {
    let access = |index: usize| {
        let (position, description) = &shown.accesses[index];
        format!("{position} {description}")
    };
    let loops = match dependence.loops.as_slice() {
        [] => "-".to_string(),
        loops => loops.join(", "),
    };
    let certainty = match dependence.assumed.as_slice() {
        [] => "certain".to_string(),
        why => format!("assumed: {}", why.join("; ")),
    };
    [
        dependence.kinds.to_string(),
        access(dependence.source),
        access(dependence.destination),
        loops,
        level(dependence),
        directions(dependence),
        distances(dependence),
        certainty,
    ]
}
