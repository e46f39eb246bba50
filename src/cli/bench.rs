//! `ovolo bench`.

mod difference;
mod forms;
mod kernel;
mod peers;
mod searches;
mod subject;

use std::path::PathBuf;

use clap::Args;
use ovolo_bench::kernels::{C_KERNELS, KERNELS};
use ovolo_bench::prediction::predictions;
use ovolo_bench::record::Record;
use ovolo_bench::report::{Report, table};
use ovolo_bench::summary::summary;
use ovolo_extract::machine::Machine;
use ovolo_lang::fp::FpModel;
use ovolo_timing::measure::Plan;

use self::forms::{Wanted, wanted};
use self::kernel::{Measured, measured};
use self::peers::{peer_names, peers};
use self::subject::subjects;
use super::c_file::CArguments;
use super::output::{Destination, print};
use super::{Exit, Failure, MOST_THREADS, note};

#[derive(Args)]
pub struct Arguments {
    /// Kernels or folders of kernels by name, `all` of them, or files of MLIR or C, or folders of such
    #[arg(required_unless_present = "list")]
    kernels: Vec<String>,
    /// List the kernels by name
    #[arg(long)]
    list: bool,
    /// What every side may do to floats: `strict`, or a list of `contract`, `reassoc` and `afn`
    #[arg(long, default_value = "contract", value_name = "MODEL")]
    fp: FpModel,
    /// How often each side takes its turn
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Who else computes the kernel, with commas: compilers of C (`polly` is clang with its polyhedral optimiser), and
    /// libraries where it is one product of matrices
    #[arg(
        long,
        value_name = "PEERS",
        value_delimiter = ',',
        default_value = "clang",
        value_parser = peer_names()
    )]
    against: Vec<String>,
    /// Leave everybody else out
    #[arg(long, conflicts_with = "against")]
    no_clang: bool,
    /// Take the optimised form through the lowering of `mlir-opt-19` too, and compile it with clang
    #[arg(long)]
    through_mlir: bool,
    /// The threads that the forms and the libraries may use
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=MOST_THREADS))]
    threads: u32,
    /// The data sets of the kernels that have some, with commas: `MINI` to `EXTRALARGE` for those of PolyBench, `256` to
    /// `2048` and `ODD` for the products
    #[arg(long, default_value = "LARGE", value_name = "SETS", value_delimiter = ',')]
    set: Vec<String>,
    /// Do not tell the compilers the sizes of the data set
    #[arg(long)]
    symbolic: bool,
    /// The value of dynamic extents and of arguments that are sizes, of the other kernels; one with which a call takes some
    /// milliseconds where it is not given
    #[arg(long, value_parser = clap::value_parser!(i64).range(0..))]
    size: Option<i64>,
    /// Measure what this schedule makes of the kernel too, as `ovolo optimize --schedule` does; any number of times
    #[arg(long, value_name = "FILE")]
    schedule: Vec<PathBuf>,
    /// Measure the best schedule of this shape too, as `ovolo optimize --sketch` finds it; any number of times
    #[arg(long, value_name = "TEXT")]
    sketch: Vec<String>,
    /// Measure the K forms too that are predicted to be the fastest, of all and of each sketch
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=64))]
    candidates: Option<u8>,
    /// Show how two forms differ: their loops, tiles and copies, and what is predicted of them. Forms are called `original`,
    /// `optimised`, as the file of a schedule, `sketch 1` (`sketch 1.2` with `--candidates`) and `candidate 1`
    #[arg(long, num_args = 2, value_names = ["FORM", "FORM"])]
    diff: Option<Vec<String>>,
    /// Take what is predicted to be the fastest without timing it first, as `ovolo optimize --no-measure` does
    #[arg(long)]
    no_measure: bool,
    /// Run nothing: print what the searches take themselves
    #[arg(long, conflicts_with_all = ["rounds", "no_clang", "through_mlir", "size", "record", "schedule", "candidates", "diff", "json"])]
    search: bool,
    #[command(flatten)]
    c: CArguments,
    /// Write here all that is known of the measurements as JSON; `-` is the standard output, on which nothing else comes then
    #[arg(long, value_name = "OUT")]
    json: Option<PathBuf>,
    /// Append the measurements to a dated file of CSV in this folder
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = "bench/record")]
    record: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    if arguments.list {
        print(names().as_bytes())?;
        return Ok(Exit::Done);
    }
    let subjects = subjects(arguments)?;
    let mut wanted = wanted(arguments)?;
    if arguments.search {
        return searches::run(&subjects, &wanted, arguments);
    }
    let json = arguments.json.as_deref().map(|path| Destination::new(Some(path)));
    let json = json.transpose()?;
    let peers = peers(arguments);
    let plan = Plan {
        rounds: arguments.rounds.into(),
        model: arguments.fp,
        threads: arguments.threads,
        ..Plan::default()
    };
    let mut all = Vec::new();
    for subject in &subjects {
        match measured(subject, &peers, &mut wanted, arguments, &plan) {
            Ok(measured) => all.push(measured),
            // The others of the file or of the folder are measured all the same.
            Err(why) if subjects.len() > 1 && subject.is_one_of_many => note(&why.message),
            Err(why) => return Err(why),
        }
    }
    let (reports, differences): (Vec<Report>, Vec<String>) = all
        .into_iter()
        .map(|Measured { report, difference }| (report, difference))
        .unzip();
    match &json {
        Some(Destination::Stdout) => {}
        _ => print(told(&reports, &differences).as_bytes())?,
    }
    record(&reports, json.as_ref(), arguments)?;
    Ok(exit(&reports, &wanted))
}

fn names() -> String {
    let names = KERNELS
        .iter()
        .map(|kernel| kernel.name)
        .chain(C_KERNELS.iter().map(|kernel| kernel.name));
    names.map(|name| format!("{name}\n")).collect()
}

/// What was measured, for people.
fn told(reports: &[Report], differences: &[String]) -> String {
    let tables = [
        table(reports),
        predictions(reports),
        differences.concat(),
        summary(reports),
    ];
    tables.concat()
}

/// Keeps what was measured where that is wanted.
fn record(reports: &[Report], json: Option<&Destination>, arguments: &Arguments) -> Result<(), Failure> {
    let machine = Machine {
        threads: arguments.threads,
        ..Machine::host()
    };
    let failure = |error: anyhow::Error| Failure::bad_input(format!("error: {error:#}"));
    let machine = serde_json::to_value(machine).map_err(|error| failure(error.into()))?;
    let record = Record::of(reports, std::env::args().collect(), arguments.threads, machine);
    if let Some(json) = json {
        json.write(record.json().map_err(failure)?.as_bytes(), false)?;
    }
    if let Some(folder) = &arguments.record {
        let path = record.append(folder).map_err(failure)?;
        note(&format!("recorded in {}", path.display()));
    }
    Ok(())
}

/// A schedule or a sketch that no kernel can be given is bad input.
fn exit(reports: &[Report], wanted: &[Wanted]) -> Exit {
    if !reports.iter().all(Report::outputs_agree) {
        Exit::Refuted
    } else if wanted.iter().any(|wanted| !wanted.is_followed) {
        Exit::BadInput
    } else {
        Exit::Done
    }
}
