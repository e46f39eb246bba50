//! The command line.

mod bench;
mod c_file;
mod command;
mod deps;
mod drawing;
mod import;
mod input;
mod machine;
mod opdsl;
mod optimize;
mod output;
mod parse;
mod progress;
mod reduce;
mod rules;
mod run;
mod simplify;
mod summary;
mod time;
mod verify;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::{Parser, Subcommand};

use ovolo::large_stack;
use ovolo::measure::Measure;

/// An equality-saturation superoptimizer for affine kernels.
///
/// FILE is MLIR text, C where its name ends in `.c`, or definitions in OpDSL where it ends in `.py`; `-` is the standard input. Exit codes: 0 done, 1 bad input, 2 bad usage, 3 refuted,
/// 4 unknown.
#[derive(Parser)]
#[command(name = "ovolo", version, arg_required_else_help = true, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Find the fastest equal form of each function, prove it equal, and print it
    Optimize(optimize::Arguments),
    /// Read C and print it as MLIR
    Import(import::Arguments),
    /// Read definitions of structured operations in linalg's OpDSL: check, list, convert and instantiate them
    Opdsl(opdsl::Arguments),
    /// Compile a function, call it on made-up data, and show what it computed and how long it took
    Run(run::Arguments),
    /// Prove two programs equal, or show where they differ
    Verify(verify::Arguments),
    /// Leave out of a program what is not needed for a command to fail on it
    Reduce(reduce::Arguments),
    /// List the rewrite rules, and prove them
    Rules(rules::Arguments),
    /// Simplify expressions, maps and sets of integers, or prove predicates
    Simplify(simplify::Arguments),
    /// Show which accesses to memory depend on which
    Deps(deps::Arguments),
    /// Read MLIR text and print it again
    Parse(parse::Arguments),
    /// Print the description of a machine, as `--machine` reads it
    Machine(machine::Arguments),
    /// Print the C header that describes and implements what compiled operations of onnx-mlir's krnl call
    KrnlRuntime,
    /// Time kernels in turns: the original, the optimised form and others, and what compilers and libraries make of them
    Bench(bench::Arguments),
    /// Time programs from the standard input for another process
    #[command(hide = true)]
    Time(time::Arguments),
}

/// What a command ends with. The numbers are the exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Done = 0,
    BadInput = 1,
    BadUsage = 2,
    Refuted = 3,
    Unknown = 4,
}

/// Why a command stopped: the text for the user, without a trailing line break, and the exit code.
#[derive(Debug)]
pub struct Failure {
    pub exit: Exit,
    pub message: String,
}

impl Failure {
    pub fn bad_input(message: impl Into<String>) -> Failure {
        Failure {
            exit: Exit::BadInput,
            message: message.into(),
        }
    }

    pub fn bad_usage(message: impl Into<String>) -> Failure {
        Failure {
            exit: Exit::BadUsage,
            message: message.into(),
        }
    }
}

/// The program that is running, where it is `ovolo` itself.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Runs the program's own command line.
pub fn main() -> ExitCode {
    if let Ok(program) = std::env::current_exe() {
        PROGRAM.get_or_init(|| program);
    }
    ExitCode::from(large_stack::on_pool(|| run(std::env::args_os())) as u8)
}

/// Runs a command line; the first word is the program's name.
pub fn run(words: impl IntoIterator<Item = OsString>) -> Exit {
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(error) => {
            // A closed stream leaves nobody to tell.
            let _ = error.print();
            return if error.use_stderr() {
                Exit::BadUsage
            } else {
                Exit::Done
            };
        }
    };
    let result = match arguments.command {
        Command::Optimize(arguments) => optimize::run(&arguments),
        Command::Import(arguments) => import::run(&arguments),
        Command::Opdsl(arguments) => opdsl::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Reduce(arguments) => reduce::run(&arguments),
        Command::Rules(arguments) => rules::run(&arguments),
        Command::Simplify(arguments) => simplify::run(&arguments),
        Command::Deps(arguments) => deps::run(&arguments),
        Command::Parse(arguments) => parse::run(&arguments),
        Command::KrnlRuntime => output::print(ovolo_lower::KRNL_RUNTIME.as_bytes()).map(|()| Exit::Done),
        Command::Machine(arguments) => machine::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Time(arguments) => time::run(&arguments),
    };
    result.unwrap_or_else(|failure| {
        note(failure.message.trim_end());
        failure.exit
    })
}

/// Keeps candidates from being timed where nobody asks for it, as `--no-measure` does.
const NO_MEASURE: &str = "OVOLO_NO_MEASURE";

/// How what is chosen is timed against the original, where that is not asked for: on the machine it is for, with a core
/// for each thread.
fn confirmation(threads: u32, size: Option<i64>) -> Option<Measure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let is_kept_out = std::env::var_os(NO_MEASURE).is_some_and(|value| !value.is_empty());
    if is_kept_out || threads as usize > cores {
        return None;
    }
    let program = PROGRAM.get()?.clone();
    Some(Measure {
        program,
        candidates: None,
        size,
    })
}

/// More threads than this are a slip of the finger.
const MOST_THREADS: i64 = 1024;

/// Writes a line to the standard error; a closed stream leaves nobody to tell.
fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
