//! `ovolo run`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use ovolo_bench::call::{Frame, Function};
use ovolo_bench::data::{Argument, Buffer, arguments, parameters};
use ovolo_bench::interpret;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::fp::FpModel;
use ovolo_lang::interpret::{Limits, Scalar, Value};
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::types::Type;
use ovolo_lower::Options;

use super::input::Source;
use super::output::print;
use super::{Exit, Failure, input, note};

#[derive(Args)]
pub struct Arguments {
    /// The MLIR text
    file: PathBuf,
    /// The function to call, where there is more than one
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// Interpret instead of compiling: slow, and every index and division is checked
    #[arg(long)]
    interpret: bool,
    /// What the made-up data is made from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The value of dynamic extents and of `index` arguments
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(i64).range(0..))]
    size: i64,
    /// What the compiler may do to floats
    #[arg(long, default_value_t = FpModel::STRICT, value_name = "MODEL")]
    fp: FpModel,
}

/// Buffers of at most this many elements are printed whole.
const PRINTED: usize = 64;

pub fn run(options: &Arguments) -> Result<Exit, Failure> {
    let source = input::read(&options.file)?;
    let module = source.module()?;
    let function = input::function(&module, options.function.as_deref())?;
    let name = input::function_name(&module, function);
    let bad = |error: anyhow::Error| Failure::bad_input(format!("error: @{name}: {error}"));
    let parameters = parameters(&module, function).map_err(bad)?;
    let mut arguments = arguments(&parameters, options.size, options.seed).map_err(bad)?;
    let results = result_types(&module, function);
    let (values, time) = if options.interpret {
        interpreted(&source, &module, name, &mut arguments)?
    } else {
        execute(&source, &module, name, &mut arguments, &results, options.fp)?
    };
    let mut text = String::new();
    for (value, ty) in values.iter().zip(&results) {
        text += &format!("result: {}\n", value.display(ty));
    }
    for (argument, label) in arguments.iter().zip(argument_names(&module, function)) {
        if let Argument::Buffer(buffer) = argument
            && buffer.is_changed()
        {
            text += &described(&label, buffer);
        }
    }
    print(text.as_bytes())?;
    let how = if options.interpret { "interpreted" } else { "ran" };
    note(&format!("{how} @{name} in {time:.3?}"));
    Ok(Exit::Done)
}

fn execute(
    source: &Source,
    module: &Module,
    name: &str,
    arguments: &mut [Argument],
    results: &[Type],
    model: FpModel,
) -> Result<(Vec<Scalar>, Duration), Failure> {
    let options = Options {
        fp: model,
        ..Options::default()
    };
    let jit = ovolo_lower::compile(module, &options)
        .and_then(|compiled| compiled.jit())
        .map_err(|e| source.lower_failure(&e))?;
    let bad = |what: &str| Failure::bad_input(format!("error: @{name}: {what}"));
    let address = jit.symbol(name).ok_or_else(|| bad("it is private"))?;
    if results
        .iter()
        .any(|ty| ty.bit_width().is_none_or(|width| width > 64))
    {
        return Err(bad("only scalar results of at most 64 bits are shown"));
    }
    let mut values = vec![0u64; results.len()];
    let mut frame = Frame::new(arguments).map_err(|e| bad(&e.to_string()))?;
    // SAFETY: the compiler gave the function the interface that `Frame` follows, and the code lives as long
    // as `jit`.
    let function = unsafe { Function::new(address.cast()) };
    if results.len() > 1 {
        let pointers = values.iter_mut().map(|v| std::ptr::from_mut(v) as u64);
        frame.push_words(pointers).map_err(|e| bad(&e.to_string()))?;
    }
    let start = Instant::now();
    // SAFETY: as above, and the frame holds the arguments of the function's own signature.
    match results {
        [Type::Float(_)] => values[0] = unsafe { function.call_for_float(&frame) },
        [_] => values[0] = unsafe { function.call_for_word(&frame) },
        _ => unsafe { function.call(&frame) },
    }
    let time = start.elapsed();
    let scalars = values.iter().zip(results);
    let scalars = scalars.map(|(&bits, ty)| Scalar::integer(ty, i128::from(bits)));
    Ok((scalars.collect(), time))
}

fn interpreted(
    source: &Source,
    module: &Module,
    name: &str,
    arguments: &mut [Argument],
) -> Result<(Vec<Scalar>, Duration), Failure> {
    let start = Instant::now();
    let results = interpret::interpret(module, name, arguments, &Limits::default())
        .map_err(|trap| source.trap_failure(&trap))?;
    let time = start.elapsed();
    let results = results.into_iter().map(|value| match value {
        Value::Index(i) => Ok(Scalar::integer(&Type::Index, i128::from(i))),
        Value::Scalar(scalar) => Ok(scalar),
        _ => Err(Failure::bad_input(format!(
            "error: @{name}: only scalar results are shown"
        ))),
    });
    Ok((results.collect::<Result<_, _>>()?, time))
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

/// The contents of a small buffer, the digest of any.
fn described(label: &str, buffer: &Buffer) -> String {
    let extents: Vec<String> = buffer.extents.iter().map(i64::to_string).collect();
    let mut text = format!("{label}: {} elements", extents.join(" x "));
    text += &format!(", digest {:016x}\n", digest(buffer.bytes()));
    let count = buffer.elements().count();
    if count <= PRINTED {
        let row = buffer.extents.last().map_or(1, |&n| n.max(1) as usize);
        let elements: Vec<String> = buffer
            .elements()
            .map(|bits| Scalar::Bits(u128::from(bits)).display(&buffer.element))
            .collect();
        for row in elements.chunks(row) {
            text += &format!("  {}\n", row.join(" "));
        }
    }
    text
}

/// FNV-1a, which tells whether two runs left the same bits.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
