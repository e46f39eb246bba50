//! `ovolo parse`.

use std::mem::ManuallyDrop;
use std::path::PathBuf;

use clap::Args;
use ovolo_lang::chunks::{self, Chunk, MARKER};
use ovolo_lang::expected;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::{PrintOptions, print};

use super::input::{self, Source};
use super::output::Destination;
use super::{Exit, Failure};

#[derive(Args)]
pub struct Arguments {
    /// The MLIR text
    file: PathBuf,
    /// Write here instead of to the standard output
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Print every operation in the generic form
    #[arg(long)]
    generic: bool,
    /// Take the text as several modules, separated by lines `// -----`
    #[arg(long)]
    split_input_file: bool,
    /// Check that the mistakes found are those that comments `// expected-error {{…}}` announce
    #[arg(long)]
    verify_diagnostics: bool,
    /// Print the locations that the text gives
    #[arg(long)]
    print_debuginfo: bool,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let destination = Destination::new(arguments.output.as_deref())?;
    let source = input::read(&arguments.file)?;
    let options = PrintOptions {
        generic: arguments.generic,
        locations: arguments.print_debuginfo,
    };
    match arguments.split_input_file || arguments.verify_diagnostics {
        true => all(arguments, options, &source, &destination),
        false => one(options, source, &destination),
    }
}

/// One module. Its text, which may be large, is given up before the print is made; the module lasts as long as
/// the process, which gives back all of it at once.
fn one(options: PrintOptions, source: Source, destination: &Destination) -> Result<Exit, Failure> {
    let module = ManuallyDrop::new(source.module()?);
    drop(source);
    destination.write(print(&module, options).as_bytes(), false)?;
    Ok(Exit::Done)
}

/// Several modules, or one with the mistakes that it announces.
fn all(
    arguments: &Arguments,
    options: PrintOptions,
    source: &Source,
    destination: &Destination,
) -> Result<Exit, Failure> {
    let mut diagnostics = Vec::new();
    let mut printed = Vec::new();
    for chunk in chunks(&source.text, arguments.split_input_file) {
        let (text, found) = match parse_module(chunk.text) {
            Ok(module) => (Some(print(&module, options)), Vec::new()),
            Err(found) => (None, found),
        };
        let wrong = match arguments.verify_diagnostics {
            true => expected::differences(chunk.text, &found),
            false => found,
        };
        diagnostics.extend(wrong.into_iter().map(|d| d.shifted(chunk.start)));
        printed.push(text);
    }
    if diagnostics.is_empty() || matches!(destination, Destination::Stdout) {
        write(destination, printed)?;
    }
    match diagnostics.is_empty() {
        true => Ok(Exit::Done),
        false => Err(source.failure(&diagnostics)),
    }
}

fn chunks(text: &str, split: bool) -> Vec<Chunk<'_>> {
    match split {
        true => chunks::split(text).collect(),
        false => vec![Chunk { start: 0, text }],
    }
}

/// Writes the modules that were read; nothing stands in the place of one that was not.
fn write(destination: &Destination, printed: Vec<Option<String>>) -> Result<(), Failure> {
    if printed.iter().all(Option::is_none) {
        return destination.write(b"", false);
    }
    let texts: Vec<String> = printed.into_iter().map(Option::unwrap_or_default).collect();
    let text = match <[String; 1]>::try_from(texts) {
        Ok([only]) => only,
        Err(texts) => texts.join(&format!("{MARKER}\n")),
    };
    destination.write(text.as_bytes(), false)
}
