//! `ovolo run`.

mod execute;
mod interpret;
mod made;
mod shown;

use std::path::PathBuf;

use clap::Args;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::fp::FpModel;
use ovolo_lang::interpret::Limits;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::types::Type;

use super::c_file::CArguments;
use super::input::Source;
use super::output::print;
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
    /// What the made-up data is made from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The value of dynamic extents and of `index` arguments
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(i64).range(0..))]
    size: i64,
    /// What the compiler may do to floats
    #[arg(long, default_value_t = FpModel::STRICT, value_name = "MODEL")]
    fp: FpModel,
    /// The threads that parallel loops run on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=MOST_THREADS))]
    threads: u32,
}

pub fn run(options: &Arguments) -> Result<Exit, Failure> {
    let source = input::read(&options.file)?;
    let module = source.module_with(&options.c, options.function.as_deref())?;
    let function = input::function(&module, options.function.as_deref())?;
    let (how, (text, time)) = match options.interpret {
        true => (
            "interpreted",
            interpret::run(&source, &module, function, options)?,
        ),
        false => ("ran", execute::run(&source, &module, function, options)?),
    };
    print(text.as_bytes())?;
    note(&format!(
        "{how} @{} in {time:.3?}",
        input::function_name(&module, function)
    ));
    Ok(Exit::Done)
}

fn result_types(module: &Module, function: OpId) -> Vec<Type> {
    let ty = module.op(function).attribute("function_type");
    match ty.and_then(Attribute::as_type) {
        Some(Type::Function(ty)) => ty.results.clone(),
        _ => Vec::new(),
    }
}

/// `%A`, or `argument 0` for an argument without a name.
fn argument_names(module: &Module, function: OpId) -> Vec<String> {
    let block = module.region(module.op(function).regions[0]).blocks[0];
    let arguments = module.block(block).arguments.iter().enumerate();
    arguments
        .map(|(i, &value)| match &module.value(value).name {
            Some(name) => format!("%{name}"),
            None => format!("argument {i}"),
        })
        .collect()
}
