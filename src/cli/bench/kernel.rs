//! The measurement of one kernel.

use std::time::Instant;

use ovolo::measure::Measure;
use ovolo::{Optimized, Options, optimize};
use ovolo_bench::compare::{Comparison, compare};
use ovolo_bench::peer::{CSource, Peer, has_mlir_opt, takes_no_sizes};
use ovolo_bench::report::Report;
use ovolo_extract::machine::Machine;
use ovolo_lang::ir::{Module, OpId};
use ovolo_timing::measure::Plan;

use super::Arguments;
use super::difference::{Pair, pair};
use super::forms::{Forms, Task, Wanted, equality};
use super::subject::{Subject, c_arguments, data, failure, for_sizes};
use crate::progress::Progress;
use crate::{Failure, confirmation, input, note, summary};

/// Seconds that a first call on made-up data may take.
const LONGEST_CALL: u32 = 120;

/// What was measured of a kernel.
pub struct Measured {
    pub report: Report,
    /// How two of its forms differ, where that is wanted.
    pub difference: String,
}

/// Measures a kernel, its forms and what others make of it.
pub fn measured(
    subject: &Subject,
    peers: &[Peer],
    wanted: &mut [Wanted],
    options: &Arguments,
    plan: &Plan,
) -> Result<Measured, Failure> {
    let kernel = subject.name.as_str();
    let (mut module, function) = subject.module(&options.c)?;
    let progress = Progress::new();
    progress.say(&format!("{kernel}: making data"));
    let mut arguments = data(subject, &module, function, options).map_err(|e| failure(kernel, &e))?;
    if let (Some(sized), false) = (&subject.data, options.symbolic) {
        module = for_sizes(sized, &module, function, &mut arguments).map_err(|e| failure(kernel, &e))?;
    }
    let machine = Machine {
        threads: options.threads,
        ..Machine::host()
    };
    let say = |what: &str| progress.say(&format!("{kernel}: {what}"));
    let name = input::function_name(&module, function).to_string();
    let task = Task {
        kernel,
        module: &module,
        function: &name,
        model: plan.model,
        machine: &machine,
        progress: &say,
    };
    let start = Instant::now();
    let outcome = optimized(task, measure(subject, options).as_ref())?;
    let timing: f64 = outcome.functions.iter().map(|choice| choice.timing_seconds).sum();
    let search_seconds = start.elapsed().as_secs_f64() - timing;
    let forms = forms(task, &outcome, wanted, options);
    let difference = options.diff.as_deref().map(|names| pair(names, &forms.named));
    let difference = difference.transpose()?;
    say("measuring");
    let c_arguments = c_arguments(subject, options);
    let comparison = Comparison {
        kernel,
        function: &name,
        original: &module,
        predicted: forms.predicted_of_original(&machine),
        forms: &forms.measured,
        c: subject.c.as_deref().map(|text| CSource {
            text,
            arguments: &c_arguments,
        }),
        peers,
        with_mlir: options.through_mlir && goes_through_mlir(kernel, &module, function),
        search_seconds,
    };
    let plan = Plan {
        trial: subject.data.is_none().then_some(LONGEST_CALL),
        ..plan.clone()
    };
    let report = compare(&comparison, arguments, &plan);
    drop(progress);
    summary::print(&outcome, &subject.source, plan.model, false);
    let mut report = report.map_err(|e| failure(kernel, &e))?;
    report.untimed.splice(..0, forms.untimed);
    let difference = difference.map_or_else(String::new, |pair: Pair<'_>| pair.told(&report, &machine));
    Ok(Measured { report, difference })
}

fn measure(subject: &Subject, options: &Arguments) -> Option<Measure> {
    let size = match subject.data {
        Some(_) => None,
        None => options.size,
    };
    match options.no_measure {
        true => None,
        false => confirmation(options.threads, size),
    }
}

fn optimized(task: Task<'_>, measure: Option<&Measure>) -> Result<Optimized, Failure> {
    let asked = Options {
        fp: task.model,
        machine: task.machine.clone(),
        measure,
        progress: task.progress,
        ..Options::default()
    };
    optimize(task.module, &asked).map_err(|error| Failure::bad_input(format!("error: {error}")))
}

/// The forms that are measured; the optimised one comes first.
fn forms(task: Task<'_>, outcome: &Optimized, wanted: &mut [Wanted], options: &Arguments) -> Forms {
    let mut forms = Forms::default();
    let validations: Vec<_> = outcome
        .functions
        .iter()
        .map(|choice| &choice.validation)
        .collect();
    let mut choices = outcome.functions.iter();
    let choice = choices.find(|choice| choice.function == task.function);
    let choice = choice.cloned().unwrap_or_default();
    forms.of_choice(task, &choice, &outcome.module, equality(&validations));
    for wanted in wanted {
        forms.follow(task, wanted);
    }
    if let Some(count) = options.candidates {
        forms.search(task, count.into());
    }
    forms
}

/// Whether MLIR's own lowering can take part; a word where it cannot.
fn goes_through_mlir(kernel: &str, module: &Module, function: OpId) -> bool {
    if !has_mlir_opt() {
        note("mlir-opt-19 or clang-19 is not installed: `./setup.sh --peers` installs them");
        return false;
    }
    let takes_no_sizes = takes_no_sizes(module, function);
    if !takes_no_sizes {
        note(&format!(
            "{kernel}: not through MLIR, for which an array of unknown size is no bare pointer"
        ));
    }
    takes_no_sizes
}
