//! How two forms of a kernel differ: their loops, tiles and copies, and what the machine model predicts of them, part by part.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use ovolo_bench::report::{Report, duration};
use ovolo_extract::cost::Cost;
use ovolo_extract::machine::Machine;
use ovolo_rewrites::schedule::{FormStep, NestSchedule, Over, Statement, Way};

use super::forms::{Named, text};
use crate::Failure;

/// The two forms that are compared.
pub struct Pair<'f> {
    forms: [&'f Named; 2],
}

/// The forms of these names.
pub fn pair<'f>(names: &[String], forms: &'f [Named]) -> Result<Pair<'f>, Failure> {
    let named = |name: &String| {
        let known = || forms.iter().map(|form| form.name.as_str()).collect::<Vec<_>>();
        forms.iter().find(|form| form.name == *name).ok_or_else(|| {
            Failure::bad_input(format!(
                "error: --diff: there is no form `{name}`, only {}",
                known().join(", ")
            ))
        })
    };
    match names {
        [one, other] => Ok(Pair {
            forms: [named(one)?, named(other)?],
        }),
        _ => Err(Failure::bad_usage("error: --diff compares two forms")),
    }
}

impl Pair<'_> {
    /// A table of both, and the lines of their schedules.
    pub fn told(&self, report: &Report, machine: &Machine) -> String {
        let [one, other] = self.forms;
        let mut table = Table::new();
        table
            .load_preset(ASCII_MARKDOWN)
            .set_content_arrangement(ContentArrangement::Disabled)
            .set_header(["", one.name.as_str(), other.name.as_str(), "ratio"]);
        let each = |of: &dyn Fn(&Named) -> String| self.forms.map(of);
        for (what, cells) in [
            ("loops", each(&|form| loops(&form.nests).to_string())),
            ("tiles", each(&|form| listed(&tiles(&form.nests)))),
            ("copies", each(&|form| listed(&copies(&form.nests)))),
        ] {
            let [one, other] = cells;
            table.add_row([what.to_string(), one, other, String::new()]);
        }
        for (what, numbers) in self.predicted(machine.caches.len()) {
            table.add_row(row(what, numbers, &|n| rounded(n)));
        }
        let seconds = self.forms.map(|form| report.median(&form.name));
        table.add_row(row("measured, median".to_string(), seconds, &duration));
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let schedules = self.forms.map(|form| text(&form.nests));
        format!(
            "\n{}: {} against {}\n{table}\n--- {}\n+++ {}\n{}",
            report.kernel,
            one.name,
            other.name,
            one.name,
            other.name,
            changed(&schedules)
        )
    }

    /// What is predicted of both: cycles of the whole and of each part, and lines that are moved into each cache.
    fn predicted(&self, levels: usize) -> Vec<(String, [Option<f64>; 2])> {
        let parts = |of: &dyn Fn(&Cost) -> Option<f64>| self.forms.map(|form| of(&form.parts));
        let mut rows = vec![
            ("predicted cycles".to_string(), self.forms.map(|form| form.cycles)),
            ("cycles of the core".to_string(), parts(&|cost| Some(cost.core))),
        ];
        for level in 0..levels {
            let cycles = |cost: &Cost| cost.memory.get(level).copied();
            rows.push((format!("cycles of lines into L{}", level + 1), parts(&cycles)));
            for array in self.arrays() {
                let lines = |cost: &Cost| lines(cost, array, level);
                rows.push((
                    format!("misses of L{}, lines of {array}", level + 1),
                    parts(&lines),
                ));
            }
        }
        rows
    }

    /// The arrays of both, each once, by their names.
    fn arrays(&self) -> Vec<&str> {
        let mut found: Vec<&str> = Vec::new();
        for (array, _) in self.forms.iter().flat_map(|form| &form.parts.lines) {
            if !found.contains(&array.as_str()) {
                found.push(array);
            }
        }
        found.sort_unstable();
        found
    }
}

/// The lines of an array that are moved into a cache.
fn lines(cost: &Cost, array: &str, level: usize) -> Option<f64> {
    let (_, lines) = cost.lines.iter().find(|(name, _)| name == array)?;
    lines.get(level).copied()
}

/// A row with both numbers and how many times the first the second is.
fn row(what: String, [one, other]: [Option<f64>; 2], shown: &dyn Fn(f64) -> String) -> [String; 4] {
    let absent = || "–".to_string();
    let ratio = one.zip(other).filter(|(one, _)| *one > 0.0);
    [
        what,
        one.map_or_else(absent, shown),
        other.map_or_else(absent, shown),
        ratio.map_or_else(absent, |(one, other)| format!("{:.2}", other / one)),
    ]
}

fn rounded(number: f64) -> String {
    match number {
        n if n < 1e5 => format!("{n:.0}"),
        n => format!("{n:.3e}"),
    }
}

fn listed(words: &[String]) -> String {
    match words {
        [] => "–".to_string(),
        words => words.join(", "),
    }
}

/// Every statement of schedules, from outside in.
fn walk<'s>(statements: impl IntoIterator<Item = &'s Statement>, see: &mut impl FnMut(&'s Statement)) {
    for statement in statements {
        see(statement);
        walk(statement.inside(), see);
    }
}

fn walk_all<'s>(nests: &'s [NestSchedule], see: &mut impl FnMut(&'s Statement)) {
    nests.iter().for_each(|nest| walk(&nest.body, see));
}

/// How many loops there are.
fn loops(nests: &[NestSchedule]) -> usize {
    let mut count = 0;
    walk_all(nests, &mut |statement| {
        count += usize::from(matches!(statement, Statement::Loop(_)))
    });
    count
}

/// The loops over tiles, with their sizes, each once.
fn tiles(nests: &[NestSchedule]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut note = |name: &str, size: i64| {
        let tile = format!("{name} {size}");
        if !found.contains(&tile) {
            found.push(tile);
        }
    };
    walk_all(nests, &mut |statement| {
        if let Statement::Loop(own) = statement
            && let Over::Bounds { step, .. } = own.over
            && step > 1
        {
            note(own.variable.symbol.as_str(), step);
        }
    });
    for (name, size) in nests.iter().flat_map(|nest| &nest.sizes) {
        note(name.symbol.as_str(), *size);
    }
    found
}

/// The arrays that are read from copies, and the forms of the nest that lay arrays out anew.
fn copies(nests: &[NestSchedule]) -> Vec<String> {
    let steps = nests.iter().flat_map(|nest| &nest.forms).map(FormStep::to_string);
    let mut found: Vec<String> = steps.collect();
    walk_all(nests, &mut |statement| {
        if let Statement::Reads(reads) = statement
            && reads.way == Way::Panels
        {
            let arrays: Vec<&str> = reads.arrays.iter().map(|array| array.symbol.as_str()).collect();
            found.push(format!("panels {}", arrays.join(", ")));
        }
    });
    found
}

/// The lines of two texts, those marked that only one has.
fn changed(texts: &[String; 2]) -> String {
    let [a, b] = [&texts[0], &texts[1]].map(|text| text.lines().collect::<Vec<_>>());
    // The longest row of lines that both have, from each place on.
    let mut common = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i][j] = match a[i] == b[j] {
                true => common[i + 1][j + 1] + 1,
                false => common[i + 1][j].max(common[i][j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut told = String::new();
    while i < a.len() || j < b.len() {
        let (mark, line) = if i < a.len() && j < b.len() && a[i] == b[j] {
            (i, j) = (i + 1, j + 1);
            (' ', a[i - 1])
        } else if j == b.len() || (i < a.len() && common[i + 1][j] >= common[i][j + 1]) {
            i += 1;
            ('-', a[i - 1])
        } else {
            j += 1;
            ('+', b[j - 1])
        };
        told += &format!("{mark} {line}\n");
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use ovolo_rewrites::forms::parse_schedule;

    fn nests(text: &str) -> Vec<NestSchedule> {
        let schedule = parse_schedule(text).expect("a schedule");
        schedule
            .functions
            .into_iter()
            .flat_map(|function| function.nests)
            .collect()
    }

    #[test]
    fn tiles_and_copies_are_found_where_they_are() {
        let nests = nests(
            "pack(A)\nwith j'r = 16\nfor k'c in 0..1024 step 128\n  panels B\n    for i'r in 0..1024 step 8\n      store C",
        );
        assert_eq!(tiles(&nests), ["k'c 128", "i'r 8", "j'r 16"]);
        assert_eq!(copies(&nests), ["pack(A)", "panels B"]);
        assert_eq!(loops(&nests), 2);
    }

    #[test]
    fn lines_of_both_are_told_once() {
        let texts = [
            "for i\n  for j\n    store C\n",
            "for i\n  for k\n  for j\n    store C\n",
        ];
        let told = changed(&texts.map(str::to_string));
        assert_eq!(told, "  for i\n+   for k\n    for j\n      store C\n");
        assert_eq!(changed(&["a\n".to_string(), "b\n".to_string()]), "- a\n+ b\n");
    }
}
