//! The counts and the names of the failures, for programs.

use super::chunk::FOLDERS;
use super::judge::Outcome;
use super::table::Counts;

/// One object: `folders` with the counts of each and of `all`, and `failures` with kind, place, operation and
/// message.
pub fn json(outcomes: &[Outcome]) -> String {
    let mut folders: Vec<String> = FOLDERS
        .iter()
        .map(|folder| (*folder, Counts::sum(outcomes, &[folder])))
        .filter(|(_, counts)| counts.chunks > 0)
        .map(|(folder, counts)| format!("    {}: {}", quoted(folder), object(&counts)))
        .collect();
    folders.push(format!(
        "    \"all\": {}",
        object(&Counts::sum(outcomes, FOLDERS))
    ));
    let failures: Vec<String> = outcomes.iter().flat_map(failures).collect();
    format!(
        "{{\n  \"folders\": {{\n{}\n  }},\n  \"failures\": [\n{}\n  ]\n}}\n",
        folders.join(",\n"),
        failures.join(",\n")
    )
}

fn object(counts: &Counts) -> String {
    let entries = [
        ("chunks", counts.chunks),
        ("accepted", counts.accepted),
        ("in_scope", counts.in_scope),
        ("rejected", counts.rejected),
        ("reads", counts.reads),
        ("reads_in_scope", counts.reads_in_scope),
        ("reads_generic", counts.reads_generic),
        ("rejects", counts.rejects),
        ("same_line", counts.same_line),
        ("same_fault", counts.same_fault),
        ("crashes", counts.crashes),
        ("unjudged", counts.unjudged),
    ];
    let entries: Vec<String> = entries
        .iter()
        .map(|(name, n)| format!("\"{name}\": {n}"))
        .collect();
    format!("{{{}}}", entries.join(", "))
}

fn failures(outcome: &Outcome) -> impl Iterator<Item = String> {
    outcome.failures.iter().map(|failure| {
        format!(
            "    {{\"kind\": {}, \"place\": {}, \"op\": {}, \"message\": {}}}",
            quoted(&failure.kind.to_string()),
            quoted(&outcome.chunk.name()),
            quoted(&failure.op),
            quoted(&failure.message)
        )
    })
}

/// A string of JSON.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(quoted("a\"b\\c\n\u{7f}é"), "\"a\\\"b\\\\c\\u000a\\u007fé\"");
    }
}
