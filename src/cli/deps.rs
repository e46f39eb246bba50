//! `ovolo deps`.

mod graph;
mod table;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ovolo_lang::bufferize::bufferize;
use ovolo_lang::diagnostic;
use ovolo_lang::ir::Module;
use ovolo_lang::krnl_loops;
use ovolo_lang::linalg::convert_to_loops;
use ovolo_rewrites::memory::{AccessInfo, Dependence, FunctionMemory, dependences};
use ovolo_verify::emptiness::Z3Emptiness;

use super::c_file::CArguments;
use super::input::Source;
use super::output::Destination;
use super::progress::Progress;
use super::{Exit, Failure, input};

#[derive(Args)]
pub struct Arguments {
    /// The MLIR text, or C where the name ends in `.c`
    file: PathBuf,
    #[command(flatten)]
    c: CArguments,
    /// The function, where there is more than one
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// How to show the dependences
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Show pairs of reads of one cell too
    #[arg(long)]
    input: bool,
    /// Write here instead of to the standard output
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// The forms of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each dependence and the level that carries it
    Table,
    /// A graph in the language of Graphviz
    Dot,
    /// A picture of the graph
    Svg,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let destination = Destination::new(arguments.output.as_deref())?;
    let source = input::read(&arguments.file)?;
    let mut module = source.module_with(&arguments.c, arguments.function.as_deref())?;
    bufferize(&mut module);
    let function = input::function(&module, arguments.function.as_deref())?;
    krnl_loops::convert_to_loops(&mut module);
    convert_to_loops(&mut module, function);
    let progress = Progress::new();
    progress.say("comparing accesses");
    let memory = dependences(&module, function, &Z3Emptiness::new(), arguments.input);
    drop(progress);
    let memory = memory.map_err(|too_much| Failure::bad_input(format!("error: {too_much}")))?;
    let shown = Shown::new(&source, &module, &memory);
    let text = match arguments.format {
        Format::Table => table::table(&shown),
        Format::Dot => graph::dot(&shown),
        Format::Svg => graph::svg(&shown)?,
    };
    destination.write(text.as_bytes(), false)?;
    Ok(Exit::Done)
}

/// What is shown.
struct Shown<'a> {
    memory: &'a FunctionMemory,
    /// Each access as a line of the text has it: `12:3`, `affine.load A[i, j]`.
    accesses: Vec<(String, String)>,
}

impl<'a> Shown<'a> {
    fn new(source: &Source, module: &Module, memory: &'a FunctionMemory) -> Shown<'a> {
        let shown = |access: &AccessInfo| {
            let op = module.op(access.op);
            let (line, column) = diagnostic::line_column(&source.text, op.span.start);
            let name = op.name.as_str();
            let description = match access.text.as_str() {
                "" => name.to_string(),
                text => format!("{name} {text}"),
            };
            (format!("{line}:{column}"), description)
        };
        let accesses = memory.accesses.iter().map(shown).collect();
        Shown { memory, accesses }
    }
}

/// `2 (j)`: the level counted from 1 and its loop; or `-` for a dependence within one iteration.
fn level(dependence: &Dependence) -> String {
    match dependence.level {
        Some(level) => format!("{} ({})", level + 1, dependence.loops[level]),
        None => "-".to_string(),
    }
}

/// `(=, <, *)`.
fn directions(dependence: &Dependence) -> String {
    list(dependence.directions.iter().map(ToString::to_string))
}

/// `(0, 1, *)`, with `*` where the distance is not constant.
fn distances(dependence: &Dependence) -> String {
    let text = |distance: &Option<i64>| distance.map_or("*".to_string(), |d| d.to_string());
    list(dependence.distances.iter().map(text))
}

fn list(entries: impl Iterator<Item = String>) -> String {
    let entries: Vec<String> = entries.collect();
    match entries.as_slice() {
        [] => "-".to_string(),
        entries => format!("({})", entries.join(", ")),
    }
}
