//! `ovolo parse`.

use std::path::PathBuf;

use clap::Args;
use ovolo_lang::print::{print_generic, print_module};

use super::output::print;
use super::{Exit, Failure, input};

#[derive(Args)]
pub struct Arguments {
    /// The MLIR text
    file: PathBuf,
    /// Print every operation in the generic form
    #[arg(long)]
    generic: bool,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let module = input::read(&arguments.file)?.module()?;
    let text = if arguments.generic {
        print_generic(&module)
    } else {
        print_module(&module)
    };
    print(text.as_bytes())?;
    Ok(Exit::Done)
}
