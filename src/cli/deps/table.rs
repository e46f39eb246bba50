//! Dependences as a table.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{ContentArrangement, Table};
use ovolo_lang::diagnostic::counted;

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

pub fn table(shown: &Shown<'_>) -> String {
    let memory = shown.memory;
    let mut table = Table::new();
    table
        .load_preset(ASCII_MARKDOWN)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(HEADER);
    let access = |index: usize| {
        let (position, description) = &shown.accesses[index];
        format!("{position} {description}")
    };
    for dependence in &memory.dependences {
        let loops = match dependence.loops.as_slice() {
            [] => "-".to_string(),
            loops => loops.join(", "),
        };
        let certainty = match dependence.assumed.as_slice() {
            [] => "certain".to_string(),
            why => format!("assumed: {}", why.join("; ")),
        };
        table.add_row([
            dependence.kinds.to_string(),
            access(dependence.source),
            access(dependence.destination),
            loops,
            level(dependence),
            directions(dependence),
            distances(dependence),
            certainty,
        ]);
    }
    let accesses = match memory.accesses.len() {
        1 => "1 access".to_string(),
        n => format!("{n} accesses"),
    };
    let counts = format!(
        "{}, {}\n",
        accesses,
        counted(memory.dependences.len(), "dependence"),
    );
    match memory.dependences.is_empty() {
        true => counts,
        false => format!("{}\n{counts}", table.trim_fmt()),
    }
}
