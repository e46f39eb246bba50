//! `ovolo time`, which no person calls: what [`ovolo::measure`] runs in a process of its own.

use clap::Args;
use ovolo_lang::fp::FpModel;

use super::{Exit, Failure, MOST_THREADS};
use ovolo::measure::Run;
use ovolo::measure::serve::serve;

#[derive(Args)]
pub struct Arguments {
    /// The function that is called
    #[arg(long, value_name = "NAME")]
    function: String,
    /// What the compiler may do to floats
    #[arg(long, value_name = "MODEL")]
    fp: FpModel,
    /// The threads that parallel loops run on
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_THREADS))]
    threads: u32,
    /// The value of dynamic extents and of arguments that are sizes
    #[arg(long, value_parser = clap::value_parser!(i64).range(0..))]
    size: Option<i64>,
    /// Seconds that one turn may take
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let run = Run {
        function: &arguments.function,
        model: arguments.fp,
        threads: arguments.threads,
    };
    let served = serve(run, arguments.size, arguments.seconds);
    served.map_err(|e| Failure::bad_input(format!("error: {e}")))?;
    Ok(Exit::Done)
}
