//! `ovolo bench`.

use std::path::{Path, PathBuf};

use clap::Args;
use ovolo_bench::compare::{Comparison, compare};
use ovolo_bench::kernels::{KERNELS, kernel};
use ovolo_bench::measure::Plan;
use ovolo_bench::peer::has_clang;
use ovolo_bench::report::{Report, record, table};
use ovolo_extract::machine::Machine;
use ovolo_lang::fp::FpModel;

use super::input::Source;
use super::output::print;
use super::progress::Progress;
use super::{Exit, Failure, input, note, summary};
use crate::pipeline::{Request, optimize};

#[derive(Args)]
pub struct Arguments {
    /// Kernels by name, `all` of them, or MLIR files with one function
    #[arg(required_unless_present = "list")]
    kernels: Vec<String>,
    /// List the kernels by name
    #[arg(long)]
    list: bool,
    /// What every side may do to floats: `strict`, or a list of `contract` and `reassoc`
    #[arg(long, default_value = "contract", value_name = "MODEL")]
    fp: FpModel,
    /// How often each side takes its turn
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Leave clang out
    #[arg(long)]
    no_clang: bool,
    /// The value of dynamic extents and of `index` arguments
    #[arg(long, default_value_t = 512, value_parser = clap::value_parser!(i64).range(0..))]
    size: i64,
    /// Append the measurements to a dated file in this folder
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = "bench/record")]
    record: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    if arguments.list {
        let names: String = KERNELS.iter().map(|k| format!("{}\n", k.name)).collect();
        print(names.as_bytes())?;
        return Ok(Exit::Done);
    }
    let sources = sources(&arguments.kernels)?;
    let with_clang = !arguments.no_clang && has_clang();
    if !with_clang && !arguments.no_clang {
        note("clang-19 is not installed: `./setup.sh --peers` installs it");
    }
    let plan = Plan {
        rounds: arguments.rounds.into(),
        model: arguments.fp,
        ..Plan::default()
    };
    let mut reports = Vec::new();
    for (name, source) in &sources {
        reports.push(measured(name, source, with_clang, arguments.size, &plan)?);
    }
    print(table(&reports).as_bytes())?;
    if let Some(folder) = &arguments.record {
        let path = record(folder, &reports).map_err(|e| Failure::bad_input(format!("error: {e:#}")))?;
        note(&format!("recorded in {}", path.display()));
    }
    let agree = reports.iter().all(Report::outputs_agree);
    Ok(if agree { Exit::Done } else { Exit::Refuted })
}

fn sources(names: &[String]) -> Result<Vec<(String, Source)>, Failure> {
    if names.len() == 1 && names[0] == "all" {
        return Ok(KERNELS.iter().map(|k| built_in(k.name, k.text)).collect());
    }
    let named = |name: &String| match kernel(name) {
        Some(kernel) => Ok(built_in(kernel.name, kernel.text)),
        None if Path::new(name).exists() => Ok((name.clone(), input::read(Path::new(name))?)),
        None => Err(Failure::bad_input(format!(
            "error: `{name}` is neither a file nor a kernel that `ovolo bench --list` names"
        ))),
    };
    names.iter().map(named).collect()
}

fn built_in(name: &str, text: &str) -> (String, Source) {
    let source = Source {
        name: format!("{name}.mlir"),
        text: text.to_string(),
    };
    (name.to_string(), source)
}

fn measured(
    kernel: &str,
    source: &Source,
    with_clang: bool,
    size: i64,
    plan: &Plan,
) -> Result<Report, Failure> {
    let module = source.module()?;
    let function = input::function(&module, None)?;
    let progress = Progress::new();
    let outcome = optimize(&Request {
        module: &module,
        model: plan.model,
        machine: &Machine::host(),
        progress: &|what| progress.say(&format!("{kernel}: {what}")),
    });
    progress.say(&format!("{kernel}: measuring"));
    let comparison = Comparison {
        kernel,
        function: input::function_name(&module, function),
        original: &module,
        optimized: &outcome.module,
        with_clang,
        size,
    };
    let report = compare(&comparison, plan);
    drop(progress);
    summary::print(&outcome, source, plan.model, false);
    report.map_err(|e| Failure::bad_input(format!("error: {kernel}: {e:#}")))
}
