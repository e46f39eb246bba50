//! `ovolo bench --search`: what the searches themselves take.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use ovolo_bench::resources::{Usage, Used};
use ovolo_extract::machine::Machine;
use ovolo_lang::ir::Module;
use ovolo_lang::specialize::specialize;

use super::Arguments;
use super::forms::Wanted;
use super::subject::{AtSizes, Subject, failure};
use crate::output::print;
use crate::progress::Progress;
use crate::{Exit, Failure};
use ovolo::outcome::{Choice, Validation};
use ovolo::{Options, optimize};

/// One search and what it took.
struct Search {
    kernel: String,
    used: Used,
    choice: Choice,
}

/// Searches every kernel, freely or once in each sketch, and prints what that took.
pub fn run(subjects: &[Subject], sketches: &[Wanted], options: &Arguments) -> Result<Exit, Failure> {
    let mut searches = Vec::new();
    for subject in subjects {
        if sketches.is_empty() {
            searches.push(search(subject, None, options)?);
        }
        for sketch in sketches {
            searches.push(search(subject, Some(sketch), options)?);
        }
    }
    print(table(&searches).as_bytes())?;
    Ok(Exit::Done)
}

fn search(subject: &Subject, sketch: Option<&Wanted>, options: &Arguments) -> Result<Search, Failure> {
    let kernel = match sketch {
        Some(sketch) => format!("{}, {}", subject.name, sketch.name),
        None => subject.name.clone(),
    };
    let module = module(subject, options)?;
    let machine = Machine {
        threads: options.threads,
        ..Machine::host()
    };
    let progress = Progress::new();
    let usage = Usage::begin();
    let asked = Options {
        fp: options.fp,
        machine,
        given: sketch.map(Wanted::given),
        progress: &|what| progress.say(&format!("{kernel}: {what}")),
        ..Options::default()
    };
    let outcome = optimize(&module, &asked).map_err(|error| match sketch {
        Some(sketch) => sketch.failure(&error),
        None => Failure::bad_input(format!("error: {error}")),
    })?;
    let used = usage.end();
    let choice = outcome.functions.into_iter().next();
    Ok(Search {
        kernel: kernel.clone(),
        used,
        choice: choice.unwrap_or_default(),
    })
}

/// The kernel, at the sizes of the data set where it has some.
fn module(subject: &Subject, options: &Arguments) -> Result<Module, Failure> {
    let (module, function) = subject.module(&options.c)?;
    let Some(AtSizes { data, set }) = subject.data.as_ref().filter(|_| !options.symbolic) else {
        return Ok(module);
    };
    let known = data.known(set).map_err(|e| failure(&subject.name, &e))?;
    let special = specialize(&module, function, &known).map_err(anyhow::Error::msg);
    special.map_err(|e| failure(&subject.name, &e))
}

const HEADER: [&str; 11] = [
    "kernel",
    "search",
    "CPU",
    "of it proof",
    "memory",
    "classes",
    "nodes",
    "tilings",
    "questions",
    "predicted",
    "result",
];

fn table(searches: &[Search]) -> String {
    let mut table = Table::new();
    table
        .load_preset(ASCII_MARKDOWN)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(HEADER);
    for search in searches {
        table.add_row(row(search));
    }
    for column in table.column_iter_mut().skip(1).take(HEADER.len() - 2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!(
        "{table}\nsearch: seconds to optimise and to prove; CPU: of all threads; memory: the most that the process had. \
         classes,\nnodes: of all e-graphs of loops; tilings: whose cost was predicted; questions: of dependence, to z3; \
         predicted:\nthe cost before over that after.\n{}",
        totals(searches)
    )
}

fn row(Search { kernel, used, choice }: &Search) -> [String; 11] {
    let costs = choice.cost_before.zip(choice.cost_after);
    let result = match &choice.validation {
        Validation::Unchanged => "kept as it was",
        validation if validation.is_proved() => "proved",
        validation if validation.is_accepted() => "checked",
        _ => "not proved",
    };
    [
        kernel.clone(),
        format!("{:.2} s", used.seconds),
        format!("{:.2} s", used.cpu_seconds),
        format!("{:.2} s", choice.validation_seconds),
        used.peak_bytes
            .map_or_else(|| "–".to_string(), |peak| format!("{} MiB", peak >> 20)),
        choice.classes.to_string(),
        choice.nodes.to_string(),
        choice.assignments.to_string(),
        choice.queries.to_string(),
        costs.map_or_else(
            || "–".to_string(),
            |(before, after)| format!("{:.2}", before / after),
        ),
        result.to_string(),
    ]
}

fn totals(searches: &[Search]) -> String {
    let mut seconds: Vec<(f64, &str)> = searches
        .iter()
        .map(|search| (search.used.seconds, search.kernel.as_str()))
        .collect();
    seconds.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some((most, slowest)), [_, _, ..]) = (seconds.last(), seconds.as_slice()) else {
        return String::new();
    };
    let peaks = searches.iter().filter_map(|search| search.used.peak_bytes);
    let memory = peaks.max().map_or_else(String::new, |peak| {
        format!("; memory: at most {} MiB", peak >> 20)
    });
    format!(
        "Searches: {}; median {:.2} s, longest {most:.2} s ({slowest}){memory}.\n",
        seconds.len(),
        median(&seconds)
    )
}

fn median(sorted: &[(f64, &str)]) -> f64 {
    let middle = sorted.len() / 2;
    match sorted.len() % 2 {
        0 => f64::midpoint(sorted[middle - 1].0, sorted[middle].0),
        _ => sorted[middle].0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_count_is_between_the_middle_two() {
        assert_eq!(median(&[(1.0, "a"), (2.0, "b"), (4.0, "c"), (9.0, "d")]), 3.0);
        assert_eq!(median(&[(1.0, "a"), (2.0, "b"), (4.0, "c")]), 2.0);
    }
}
