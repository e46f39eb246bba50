//! Compiles and calls.

use std::time::{Duration, Instant};

use ovolo_lang::interpret::Scalar;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::types::Type;
use ovolo_lower::{Options, Parallel};
use ovolo_timing::call::{Frame, Function};
use ovolo_timing::data::{Argument, arguments, parameters};

use super::{Failure, Source, argument_names, result_types, shown};
use crate::input;

/// What a call on made-up data gives, as text, and how long it takes.
pub fn run(
    source: &Source,
    module: &Module,
    function: OpId,
    options: &super::Arguments,
) -> Result<(String, Duration), Failure> {
    let name = input::function_name(module, function);
    let bad = |error: anyhow::Error| Failure::bad_input(format!("error: @{name}: {error}"));
    let parameters = parameters(module, function).map_err(bad)?;
    let mut arguments = arguments(&parameters, options.size, options.seed).map_err(bad)?;
    let results = result_types(module, function);
    let (values, time) = execute(source, module, name, &mut arguments, &results, options)?;
    let mut text = String::new();
    for (value, ty) in values.iter().zip(&results) {
        text += &format!("result: {}\n", value.display(ty));
    }
    for (argument, label) in arguments.iter().zip(argument_names(module, function)) {
        if let Argument::Buffer(buffer) = argument
            && buffer.is_changed()
        {
            let scalars: Vec<Scalar> = buffer.elements().map(|bits| Scalar::Bits(bits.into())).collect();
            text += &shown::array(&label, &buffer.extents, &buffer.element, &scalars);
        }
    }
    Ok((text, time))
}

fn execute(
    source: &Source,
    module: &Module,
    name: &str,
    arguments: &mut [Argument],
    results: &[Type],
    given: &super::Arguments,
) -> Result<(Vec<Scalar>, Duration), Failure> {
    let options = Options {
        fp: given.fp,
        parallel: Parallel::in_process(given.threads),
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
