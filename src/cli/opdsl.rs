//! `ovolo opdsl`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use ovolo_lang::bufferize::with_buffers;
use ovolo_lang::instance::{InstanceMistake, instantiate};
use ovolo_lang::ir::Module;
use ovolo_lang::linalg::{definition_mistake, with_loops, yaml};
use ovolo_lang::print::print_module;
use ovolo_opdsl::Operation;

use super::input::{self, Source};
use super::output::Destination;
use super::{Exit, Failure, note};

#[derive(Args)]
pub struct Arguments {
    /// The file of definitions; `list` is Ovolo's own, of linalg's named operations
    file: PathBuf,
    /// The operation that is wanted; all where it is not given
    operation: Option<String>,
    /// Write here instead of to the standard output
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
    /// What to write; the listing, or with `--instantiate` the generic form
    #[arg(long, value_enum)]
    emit: Option<Emit>,
    /// Apply an operation to operands of these types, such as `matmul(tensor<4x8xf32>, tensor<8x?xf32>, tensor<4x?xf32>)`;
    /// attributes follow as `strides=[2, 1]` and `fun=BinaryFn.mul`
    #[arg(long, value_name = "INSTANCE")]
    instantiate: Option<String>,
}

/// The forms of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// Signature, iteration space, what is computed, and the docstring
    Listing,
    /// Documents of YAML, as MLIR keeps those of its named operations
    Yaml,
    /// Of an instance: a function with a `linalg.generic`
    Generic,
    /// Of an instance: a function with loops
    Affine,
}

/// The word for the operations that need no file.
const LIBRARY: &str = "list";

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let destination = Destination::new(arguments.output.as_deref())?;
    let library;
    let (source, all) = match arguments.file == Path::new(LIBRARY) {
        true => {
            library = ovolo_opdsl::library();
            let nothing = Source {
                name: "the library".to_string(),
                text: String::new(),
            };
            (nothing, library.to_vec())
        }
        false => {
            let source = input::read(&arguments.file)?;
            let operations = definitions(&source)?;
            (source, operations)
        }
    };
    let operations = match &arguments.operation {
        None => all,
        Some(name) => {
            let found: Vec<Operation> = all.into_iter().filter(|o| o.name == *name).collect();
            if found.is_empty() {
                return Err(Failure::bad_input(format!(
                    "error: {} defines no operation `{name}`",
                    source.name
                )));
            }
            found
        }
    };
    let text = match (arguments.emit, &arguments.instantiate) {
        (None | Some(Emit::Listing), None) => listing(&operations),
        (Some(Emit::Yaml), None) => yaml(&operations),
        (None | Some(Emit::Generic), Some(instance)) => {
            print_module(&instance_of(&source, &operations, instance)?)
        }
        (Some(Emit::Affine), Some(instance)) => {
            print_module(&loops(instance_of(&source, &operations, instance)?))
        }
        (Some(Emit::Generic | Emit::Affine), None) => {
            return Err(Failure::bad_usage(
                "error: code is that of an instance: give the types of its operands with --instantiate",
            ));
        }
        (Some(Emit::Listing | Emit::Yaml), Some(_)) => {
            return Err(Failure::bad_usage(
                "error: an instance has no listing and no YAML: leave --instantiate out",
            ));
        }
    };
    destination.write(text.as_bytes(), false)?;
    Ok(Exit::Done)
}

/// Whether a file is one of definitions.
pub fn is_opdsl(name: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|extension| extension == "py")
}

/// An instance of an operation that a file defines, as a text of MLIR.
pub fn instance_source(source: &Source, instance: &str) -> Result<Source, Failure> {
    let operations = definitions(source)?;
    let module = instance_of(source, &operations, instance)?;
    Ok(Source {
        name: format!("{instance} of {}", source.name),
        text: print_module(&module),
    })
}

/// The operations that a file defines; what is odd about them is told.
fn definitions(source: &Source) -> Result<Vec<Operation>, Failure> {
    let operations = ovolo_opdsl::read(&source.text).map_err(|mistakes| {
        let mistakes: Vec<_> = mistakes.into_iter().map(definition_mistake).collect();
        source.failure(&mistakes)
    })?;
    for warning in operations.iter().flat_map(|o| &o.warnings) {
        let warning = definition_mistake(warning.clone());
        note(&format!("warning: {}: {warning}", source.position(warning.span)));
    }
    Ok(operations)
}

fn instance_of(source: &Source, operations: &[Operation], instance: &str) -> Result<Module, Failure> {
    instantiate(operations, instance).map_err(|mistake| match mistake {
        InstanceMistake::Definition(mistake) if !source.text.is_empty() => source.failure(&[mistake]),
        InstanceMistake::Definition(mistake) => Failure::bad_input(format!("error: {mistake}")),
        InstanceMistake::Request(mistake) => {
            let request = Source {
                name: "--instantiate".to_string(),
                text: instance.to_string(),
            };
            request.failure(&[mistake])
        }
    })
}

/// The function with loops in the place of its operation, on memrefs.
fn loops(module: Module) -> Module {
    let module = match with_buffers(&module) {
        Some((module, _)) => module,
        None => module,
    };
    with_loops(&module).unwrap_or(module)
}

fn listing(operations: &[Operation]) -> String {
    let mut text = String::new();
    for operation in operations {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&format!("{operation}\n"));
        for line in operation.documentation.iter().flat_map(|text| text.lines()) {
            text.push_str(format!("    {line}").trim_end());
            text.push('\n');
        }
    }
    text
}
