//! The commands that show a counterexample.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use ovolo_lang::interpret::Scalar;
use ovolo_lang::ir::Module;
use ovolo_lang::types::Type;
use ovolo_verify::program::{Argument, Counterexample};

use super::super::Failure;
use super::super::input::{function_name, has_body};
use super::super::run::{argument_names, npy};

/// Scalars of all arguments that a command line shows.
const MOST_SHOWN: usize = 256;

/// Where the programs of a comparison are, and where their data may be written.
pub struct Replay<'a> {
    pub programs: [Program<'a>; 2],
    pub folder: Option<&'a Path>,
}

/// A file, and what the arguments of its functions are called.
pub struct Program<'a> {
    file: &'a Path,
    names: HashMap<String, Vec<String>>,
}

impl Program<'_> {
    pub fn new<'a>(file: &'a Path, module: &Module) -> Program<'a> {
        let functions = module.functions().filter(|&function| has_body(module, function));
        let named = functions.map(|function| {
            let name = function_name(module, function).to_string();
            (name, argument_names(module, function))
        });
        Program {
            file,
            names: named.collect(),
        }
    }
}

impl Replay<'_> {
    /// Two commands, of which the outputs differ; none where the data are too many for a line and no file may be
    /// written, or the programs differ in something else than what they compute.
    pub fn commands(&self, counterexample: &Counterexample) -> Result<Vec<String>, Failure> {
        let arguments = &counterexample.arguments;
        let scalars: usize = arguments.iter().map(|argument| argument.bits.len()).sum();
        let has_outcomes = counterexample.outcomes.iter().any(|outcome| !outcome.is_empty());
        if !has_outcomes || self.folder.is_none() && scalars > MOST_SHOWN {
            return Ok(Vec::new());
        }
        let data = arguments
            .iter()
            .map(|argument| self.data(&counterexample.function, argument));
        let data: Vec<String> = data.collect::<Result<_, Failure>>()?;
        let function = &counterexample.function;
        let commands = self.programs.iter().map(|program| {
            let names = program.names.get(function).map_or(&[][..], Vec::as_slice);
            let file = quoted(&program.file.display().to_string());
            let mut command = format!("ovolo run --interpret {file} --function {}", quoted(function));
            for ((argument, data), name) in arguments.iter().zip(&data).zip(names) {
                let shared = argument.after.as_ref().map(|(base, distance)| {
                    let base = arguments.iter().position(|other| other.name == *base);
                    let base = base.and_then(|base| names.get(base)).map_or("", String::as_str);
                    format!("%{base}+{distance}=")
                });
                let value = format!("{name}={}{data}", shared.unwrap_or_default());
                command += &format!(" --arg {}", quoted(&value));
            }
            command
        });
        Ok(commands.collect())
    }

    /// What `--arg` says of the contents of an argument.
    fn data(&self, function: &str, argument: &Argument) -> Result<String, Failure> {
        let is_array = matches!(argument.ty, Type::MemRef(_) | Type::Tensor(_));
        let file = match self.folder {
            Some(folder) if is_array => self.saved(folder, function, argument)?,
            _ => None,
        };
        Ok(file.unwrap_or_else(|| in_brackets(argument)))
    }

    /// The file that holds an argument; `None` where NumPy has no such elements.
    fn saved(&self, folder: &Path, function: &str, argument: &Argument) -> Result<Option<String>, Failure> {
        let scalars: Vec<Scalar> = argument.bits.iter().map(|&bits| Scalar::Bits(bits)).collect();
        let Ok(bytes) = npy::written(&argument.extents, argument.ty.element().element(), &scalars) else {
            return Ok(None);
        };
        let plain = |text: &str| text.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        let name = format!("{}-{}.npy", plain(function), plain(&argument.name));
        let path: PathBuf = folder.join(name);
        let cannot = |error: std::io::Error| {
            Failure::bad_input(format!("error: cannot write {}: {error}", path.display()))
        };
        fs::create_dir_all(folder).map_err(cannot)?;
        fs::write(&path, bytes).map_err(cannot)?;
        Ok(Some(path.display().to_string()))
    }
}

/// `[[1, 2], [3, 4]]`; of a memref without elements its extents.
fn in_brackets(argument: &Argument) -> String {
    let scalar = argument.ty.element().element();
    let texts: Vec<String> = argument.bits.iter().map(|&bits| number(scalar, bits)).collect();
    if texts.is_empty() && !argument.extents.is_empty() {
        let extents: Vec<String> = argument.extents.iter().map(i64::to_string).collect();
        return extents.join("x");
    }
    let mut level = texts;
    for &extent in argument.extents.iter().rev() {
        let lists = level.chunks(extent.max(1) as usize);
        level = lists.map(|list| format!("[{}]", list.join(", "))).collect();
    }
    level.concat()
}

/// A number as `--arg` reads it; the bits of one that is not a number.
fn number(ty: &Type, bits: u128) -> String {
    let text = Scalar::Bits(bits).display(ty);
    match ty {
        Type::Float(_) if text == "NaN" => format!("{bits:#x}"),
        _ => text,
    }
}

/// A word of the shell.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./=+%,:".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_string(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}
