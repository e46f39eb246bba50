//! `ovolo run`.

mod execute;
mod given;
mod interpret;
mod made;
pub mod npy;
mod shown;

use std::path::PathBuf;

use clap::Args;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::bufferize::bufferize;
use ovolo_lang::fp::FpModel;
use ovolo_lang::interpret::{Limits, Memory, Scalar};
use ovolo_lang::ir::{Module, OpId, ValueId};
use ovolo_lang::types::Type;
use ovolo_lower::{Options, Parallel};
use ovolo_timing::data::Random;

use given::{Given, Supplied};
use made::Maker;
use shown::{Content, Left};

use super::c_file::CArguments;
use super::input::Source;
use super::output::{Destination, print};
use super::{Exit, Failure, MOST_THREADS, input, note};

#[derive(Args)]
pub struct Arguments {
    /// The MLIR text, or C where the name ends in `.c`
    file: PathBuf,
    #[command(flatten)]
    c: CArguments,
    /// The function to call, where there is more than one
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// Interpret instead of compiling: slow, and every index and division is checked; arguments and results
    /// may then be vectors and tensors too
    #[arg(long)]
    interpret: bool,
    /// The operations that are interpreted before the run is given up, a vector operation counting once
    /// for each lane
    #[arg(long, value_name = "N", requires = "interpret", default_value_t = Limits::default().steps)]
    max_steps: u64,
    /// What an argument is: a number (`n=1000`), extents (`A=1000x1200`), a file of NumPy (`A=a.npy`), numbers
    /// (`A=[[1, 2], [3, 4]]`); `B=%A+2` begins two elements after `A` in the same memory. May be repeated
    #[arg(long = "arg", value_name = "NAME=VALUE")]
    given: Vec<Given>,
    /// Save what an argument holds after the call, or a result (`result`, or `result0`, `result1`, …), in a file of
    /// NumPy; may be repeated
    #[arg(long = "out", value_name = "NAME=FILE", value_parser = saved)]
    saved: Vec<(String, PathBuf)>,
    /// What made-up data is made from, of which arguments hold what is not given
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The value of dynamic extents and of `index` arguments that are not given
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(i64).range(0..))]
    size: i64,
    /// What the compiler may do to floats
    #[arg(long, default_value_t = FpModel::STRICT, value_name = "MODEL")]
    fp: FpModel,
    /// The threads that parallel loops run on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=MOST_THREADS))]
    threads: u32,
}

fn saved(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, file)) if !name.is_empty() && !file.is_empty() => {
            Ok((name.trim_start_matches('%').to_string(), file.into()))
        }
        _ => Err("expected NAME=FILE, as `C=c.npy`".to_string()),
    }
}

/// A function and what it is called with.
struct Call {
    name: String,
    parameters: Vec<Type>,
    results: Vec<Type>,
    /// What `--arg` and `--out` call the arguments.
    names: Vec<String>,
    supplied: Vec<Supplied>,
}

pub fn run(options: &Arguments) -> Result<Exit, Failure> {
    let source = input::read(&options.file)?;
    let mut module = source.module_with(&options.c, options.function.as_deref())?;
    if !options.interpret {
        // Code is called with memory.
        bufferize(&mut module);
    }
    let function = input::function(&module, options.function.as_deref())?;
    let call = Call::new(&module, function, &options.given)?;
    let mut destinations = Vec::new();
    for (name, path) in &options.saved {
        if !call.leaves(name) {
            return Err(call.failure(&format!("--out {name}: it is no memref argument and no result")));
        }
        destinations.push((name, Destination::new(Some(path))?));
    }
    let (how, left, printed, time) = if options.interpret {
        let maker = maker(options, Scalar::Bits, Limits::default().cells);
        let (left, printed, time) = interpret::run(&source, &module, &call, maker, options.max_steps)?;
        ("interpreted", left, printed, time)
    } else {
        let compiling = Options {
            fp: options.fp,
            parallel: Parallel::in_process(options.threads),
            ..Options::default()
        };
        let maker = maker(options, |bits| bits as u64, MOST_COMPILED);
        let (left, time) = execute::run(&source, &module, &call, maker, &compiling)?;
        ("ran", left, String::new(), time)
    };
    let text: String = left.iter().map(Left::text).collect();
    print((printed + &text).as_bytes())?;
    for (name, destination) in destinations {
        if let Some(left) = left.iter().find(|left| left.name == *name) {
            destination.write(&call.file(left)?, false)?;
        }
    }
    note(&format!("{how} @{} in {time:.3?}", call.name));
    Ok(Exit::Done)
}

/// Scalars of the arguments of a compiled function; each takes eight bytes while they are made.
const MOST_COMPILED: usize = 1 << 33;

fn maker<V>(options: &Arguments, scalar: fn(u128) -> V, most: usize) -> Maker<V> {
    Maker {
        random: Random::new(options.seed),
        size: options.size,
        memory: Memory::new(),
        scalar,
        most,
    }
}

/// What `--arg` calls the arguments of a function with a body: `arg0`, `arg1`, … where they have no name.
pub fn argument_names(module: &Module, function: OpId) -> Vec<String> {
    let block = module.region(module.op(function).regions[0]).blocks[0];
    let named = |(i, &value): (usize, &ValueId)| match &module.value(value).name {
        Some(name) => name.to_string(),
        None => format!("arg{i}"),
    };
    module
        .block(block)
        .arguments
        .iter()
        .enumerate()
        .map(named)
        .collect()
}

impl Call {
    fn new(module: &Module, function: OpId, given: &[Given]) -> Result<Call, Failure> {
        let ty = module.op(function).attribute("function_type");
        let (parameters, results) = match ty.and_then(Attribute::as_type) {
            Some(Type::Function(ty)) => (ty.inputs.clone(), ty.results.clone()),
            _ => Default::default(),
        };
        let names = argument_names(module, function);
        let mut call = Call {
            name: input::function_name(module, function).to_string(),
            supplied: Vec::new(),
            parameters,
            results,
            names,
        };
        let supplied = given::supplied(&call.names, &call.parameters, given);
        call.supplied = supplied.map_err(|why| call.failure(&why))?;
        Ok(call)
    }

    fn failure(&self, why: &str) -> Failure {
        Failure::bad_input(format!("error: @{}: {why}", self.name))
    }

    fn result_name(&self, i: usize) -> String {
        match self.results.len() {
            1 => "result".to_string(),
            _ => format!("result{i}"),
        }
    }

    /// Whether there is something of this name to be saved.
    fn leaves(&self, name: &str) -> bool {
        let mut arguments = self.names.iter().zip(&self.parameters);
        arguments.any(|(known, ty)| known == name && ty.as_memref().is_some())
            || (0..self.results.len()).any(|i| self.result_name(i) == name)
    }

    /// The file of NumPy that holds what a call leaves.
    fn file(&self, left: &Left) -> Result<Vec<u8>, Failure> {
        let name = &left.name;
        let file = match &left.content {
            Content::Scalar(ty, scalar) => npy::written(&[], ty, &[*scalar]),
            Content::Array {
                extents,
                element,
                scalars,
            } => {
                let undefined = scalars.iter().filter(|scalar| **scalar == Scalar::Undefined);
                match undefined.count() {
                    0 => {}
                    n => note(&format!("{name}: {n} elements are undefined, and saved as zero")),
                }
                npy::written(extents, element, scalars)
            }
            Content::Text(text) => Err(text.clone()),
        };
        file.map_err(|why| self.failure(&format!("--out {name}: {why}")))
    }
}
