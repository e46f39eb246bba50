//! `ovolo import`, and what every command does with a file of C.

use std::path::{Path, PathBuf};

use clap::Args;
use ovolo_c::{Imported, Request};
use ovolo_lang::ir::Module;
use ovolo_lang::print::print_module;

use super::input::{self, Source};
use super::output::Destination;
use super::{Exit, Failure, note};

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

/// What clang is told of a file whose name ends in `.c`.
#[derive(Args, Clone, Debug, Default)]
pub struct CArguments {
    /// Of a C file: look for headers in this folder
    #[arg(short = 'I', value_name = "FOLDER")]
    include: Vec<String>,
    /// Of a C file: define a macro
    #[arg(short = 'D', value_name = "NAME=VALUE")]
    define: Vec<String>,
}

impl CArguments {
    fn words(&self) -> Vec<String> {
        let include = self.include.iter().map(|folder| format!("-I{folder}"));
        include
            .chain(self.define.iter().map(|d| format!("-D{d}")))
            .collect()
    }
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let destination = Destination::new(arguments.output.as_deref())?;
    let rest = arguments
        .rest
        .as_deref()
        .map(|path| Destination::new(Some(path)))
        .transpose()?;
    let source = input::read(&arguments.file)?;
    let imported = imported(&source, &arguments.c, arguments.function.as_deref())?;
    if let Some(rest) = rest {
        rest.write(imported.rest_of(&source.text).as_bytes(), false)?;
    }
    destination.write(print_module(&imported.module).as_bytes(), false)?;
    Ok(Exit::Done)
}

/// Whether a source is C, by its name.
pub fn is_c(source: &Source) -> bool {
    Path::new(&source.name)
        .extension()
        .is_some_and(|extension| extension == "c")
}

/// Reads C; what was left out is told.
pub fn imported(source: &Source, c: &CArguments, function: Option<&str>) -> Result<Imported, Failure> {
    let arguments = c.words();
    let request = Request {
        path: &source.name,
        text: &source.text,
        arguments: &arguments,
        function,
    };
    let imported = ovolo_c::import(&request).map_err(|diagnostics| source.failure(&diagnostics))?;
    ovolo_lang::structure::verify(&imported.module).map_err(|diagnostics| source.failure(&diagnostics))?;
    for left_out in &imported.left_out {
        note(&format!(
            "  left    {}: {}",
            source.position(left_out.span),
            left_out.message
        ));
    }
    Ok(imported)
}

/// The functions of a C file.
pub fn module(source: &Source, c: &CArguments, function: Option<&str>) -> Result<Module, Failure> {
    imported(source, c, function).map(|imported| imported.module)
}
