//! `ovolo reduce`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use ovolo::reduce::reduce;
use ovolo_lang::fp::FpModel;
use ovolo_lang::parse::parse_module;
use ovolo_verify::program::{Options, Verdict, verify_programs};

use super::c_file::CArguments;
use super::command::{COMMAND_SECONDS, Ended, on_file};
use super::output::Destination;
use super::progress::Progress;
use super::{Exit, Failure, input, note};

#[derive(Args)]
#[command(group(clap::ArgGroup::new("wanted").required(true).args(["test", "against"])))]
pub struct Arguments {
    /// The MLIR text, or C where the name ends in `.c`
    file: PathBuf,
    /// Keep how this command of the shell ends on the program, the name of a file with it for `{}` or at the end: its exit code, or
    /// the signal that ends it
    #[arg(long, value_name = "COMMAND")]
    test: Option<String>,
    /// Keep that what this command prints of the program, named as for `--test`, is refuted to be equal to it
    #[arg(long, value_name = "COMMAND")]
    against: Option<String>,
    /// Take only programs on which the command of `--test` also writes this to its standard error or output
    #[arg(long, value_name = "TEXT", requires = "test")]
    says: Option<String>,
    /// What may differ between floats, with `--against`: `strict`, or a list of `contract`, `reassoc` and `afn`
    #[arg(long, default_value_t = FpModel::STRICT, value_name = "MODEL")]
    fp: FpModel,
    /// Try at most so many programs
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..))]
    most: u32,
    /// Seconds that a command may take for one program
    #[arg(long, value_name = "SECONDS", default_value_t = COMMAND_SECONDS, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// Write here instead of to the standard output
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    c: CArguments,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let destination = Destination::new(arguments.output.as_deref())?;
    let source = input::read(&arguments.file)?;
    let module = source.module_with(&arguments.c, None)?;
    let limit = Duration::from_secs(arguments.timeout);
    let progress = Progress::new();
    let mut tried = 0;
    let mut first: Option<Kind> = None;
    let reduced = reduce(&module, arguments.most as usize, &mut |module, text| {
        tried += 1;
        progress.say(&format!("{tried} programs tried"));
        let Some(command) = &arguments.test else {
            let command = arguments.against.as_deref().unwrap_or_default();
            let printed = on_file(command, text, limit)
                .ok()
                .filter(|ended| ended.code == Some(0));
            let second = printed.and_then(|ended| parse_module(&ended.printed).ok());
            let options = Options {
                model: arguments.fp,
                ..Options::default()
            };
            return second.is_some_and(|second| {
                let verdict = verify_programs(module, &second, &options);
                matches!(verdict, Verdict::Refuted(_))
            });
        };
        let Ok(ended) = on_file(command, text, limit) else {
            return false;
        };
        let says = arguments.says.as_deref().unwrap_or_default();
        let kind = Kind::of(&ended);
        let says_it = ended.said.contains(says) || ended.printed.contains(says);
        says_it && *first.get_or_insert(kind) == kind
    });
    drop(progress);
    let Some(reduced) = reduced else {
        return Err(Failure::bad_input(match arguments.test {
            Some(_) => format!(
                "error: {}: the command does not end within {} s on the program, or does not say what is wanted",
                source.name, arguments.timeout
            ),
            None => format!(
                "error: {}: what the command makes of the program is not refuted",
                source.name
            ),
        }));
    };
    if reduced.is_limited {
        note(&format!(
            "note: {} programs were tried, so that less may do: `--most` allows more",
            reduced.tried
        ));
    }
    destination.write(reduced.text.as_bytes(), false)?;
    Ok(Exit::Done)
}

/// How a command ends, as far as it is to be kept.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Kind {
    code: Option<i32>,
    signal: Option<i32>,
}

impl Kind {
    fn of(ended: &Ended) -> Kind {
        Kind {
            code: ended.code,
            signal: ended.signal,
        }
    }
}
