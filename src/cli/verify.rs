//! `ovolo verify`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use ovolo_lang::fp::FpModel;
use ovolo_verify::program::{Options, Verdict, verify_programs};

use super::output::print;
use super::progress::Progress;
use super::{Exit, Failure, input};

#[derive(Args)]
pub struct Arguments {
    /// The first program: what is meant
    a: PathBuf,
    /// The second program: what is claimed to be equal
    b: PathBuf,
    /// What may differ between floats: `strict`, or a list of `contract`, `reassoc` and `afn`
    #[arg(long, default_value_t = FpModel::STRICT, value_name = "MODEL")]
    fp: FpModel,
    /// A size to try beside those that the programs suggest; may be repeated
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(0..))]
    size: Vec<i64>,
    /// Begin no further sizes after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    time: u64,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let stdin = Path::new("-");
    if arguments.a == stdin && arguments.b == stdin {
        return Err(Failure::bad_usage(
            "error: only one program can be the standard input",
        ));
    }
    let (a, b) = (input::read(&arguments.a)?, input::read(&arguments.b)?);
    let (a, b) = (a.module()?, b.module()?);
    let options = Options {
        model: arguments.fp,
        sizes: arguments.size.clone(),
        time: Duration::from_secs(arguments.time),
        ..Options::default()
    };
    let progress = Progress::new();
    progress.say("comparing");
    let verdict = verify_programs(&a, &b, &options);
    drop(progress);
    print(format!("{verdict}\n").as_bytes())?;
    Ok(exit(&verdict))
}

/// The exit code of a verdict.
pub fn exit(verdict: &Verdict) -> Exit {
    match verdict {
        Verdict::Proved(_) => Exit::Done,
        Verdict::Refuted(_) => Exit::Refuted,
        Verdict::Unknown(_) => Exit::Unknown,
    }
}
