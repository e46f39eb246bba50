//! `ovolo machine`.

use std::path::PathBuf;

use clap::Args;

use super::output::print;
use super::{Exit, Failure, input};

#[derive(Args)]
pub struct Arguments {
    /// `host`, or a file that describes a machine
    #[arg(default_value = "host")]
    file: PathBuf,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let machine = input::machine(&arguments.file)?;
    print(machine.to_string().as_bytes())?;
    Ok(Exit::Done)
}
