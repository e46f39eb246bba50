//! `ovolo import`.

use std::path::PathBuf;

use clap::Args;
use ovolo_lang::print::print_module;

use super::c_file::CArguments;
use super::input;
use super::output::Destination;
use super::{Exit, Failure};

#[derive(Args)]
pub struct Arguments {
    /// The C file
    file: PathBuf,
    /// Write here instead of to the standard output
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    c: CArguments,
    /// The function that is wanted; all where it is not given
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// Write here the C file without what is printed, for the compiler: functions are declared, parts of functions called
    #[arg(long, value_name = "OUT")]
    rest: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let destination = Destination::new(arguments.output.as_deref())?;
    let rest = arguments
        .rest
        .as_deref()
        .map(|path| Destination::new(Some(path)))
        .transpose()?;
    let source = input::read(&arguments.file)?;
    let imported = source.imported(&arguments.c, arguments.function.as_deref())?;
    if let Some(rest) = rest {
        rest.write(imported.rest_of(&source.text).as_bytes(), false)?;
    }
    destination.write(print_module(&imported.module).as_bytes(), false)?;
    Ok(Exit::Done)
}
