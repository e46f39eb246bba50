//! Calls in the reference interpreter.

use std::time::{Duration, Instant};

use ovolo_lang::attribute::Attribute;
use ovolo_lang::interpret::{Concrete, Limits, MemRef, Memory, Program, Reason, Scalar, Value};
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::types::Type;
use ovolo_timing::data::Random;

use super::made::Maker;
use super::{Failure, Source, argument_names, print, result_types, shown};
use crate::input;

/// What a call on made-up data prints and gives, as text, and how long it takes.
pub fn run(
    source: &Source,
    module: &Module,
    function: OpId,
    options: &super::Arguments,
) -> Result<(String, Duration), Failure> {
    let name = input::function_name(module, function);
    let types = parameter_types(module, function);
    let mut memory = Memory::new();
    let mut maker = Maker {
        random: Random::new(options.seed),
        size: options.size,
        memory: &mut memory,
    };
    let arguments: Result<Vec<Value<Scalar>>, String> = types.iter().map(|ty| maker.value(ty)).collect();
    let arguments = arguments.map_err(|why| Failure::bad_input(format!("error: @{name}: {why}")))?;
    let initial = memory.clone();
    let program = Program::new(module);
    let limits = Limits {
        steps: options.max_steps,
        ..Limits::default()
    };
    let mut concrete = Concrete::default();
    let start = Instant::now();
    let outcome = program.run(name, &mut concrete, &mut memory, &arguments, &limits);
    let time = start.elapsed();
    let mut text = concrete.printed;
    let results = match outcome {
        Ok(results) => results,
        Err(trap) => {
            print(text.as_bytes())?;
            let mut failure = source.trap_failure(&trap);
            if trap.reason == Reason::StepLimit {
                failure.message += &format!(
                    "\nstopped after {} steps: --max-steps N allows another number",
                    options.max_steps
                );
            }
            return Err(failure);
        }
    };
    for (value, ty) in results.iter().zip(&result_types(module, function)) {
        text += &described("result", value, ty, &memory);
    }
    let labels = argument_names(module, function);
    for ((value, ty), label) in arguments.iter().zip(&types).zip(labels) {
        if let Value::MemRef(view) = value
            && elements(view, ty, &memory) != elements(view, ty, &initial)
        {
            text += &described(&label, value, ty, &memory);
        }
    }
    Ok((text, time))
}

fn parameter_types(module: &Module, function: OpId) -> Vec<Type> {
    let ty = module.op(function).attribute("function_type");
    match ty.and_then(Attribute::as_type) {
        Some(Type::Function(ty)) => ty.inputs.clone(),
        _ => Vec::new(),
    }
}

fn described(label: &str, value: &Value<Scalar>, ty: &Type, memory: &Memory<Scalar>) -> String {
    let element = ty.element().element();
    let array = |extents: &[i64], scalars: &[Scalar]| {
        let lanes = vector_extents(ty.element());
        let extents: Vec<i64> = extents.iter().chain(&lanes).copied().collect();
        shown::array(label, &extents, element, scalars)
    };
    let index = |&i: &i64| Scalar::integer(&Type::Index, i128::from(i));
    match value {
        Value::Index(i) => format!("{label}: {i}\n"),
        Value::Scalar(scalar) => format!("{label}: {}\n", scalar.display(ty)),
        Value::Vector(lanes) => shown::array(label, &vector_extents(ty), element, lanes),
        Value::IndexVector(lanes) => {
            let lanes: Vec<Scalar> = lanes.iter().map(index).collect();
            shown::array(label, &vector_extents(ty), element, &lanes)
        }
        Value::Tensor(tensor) => array(&tensor.sizes, &tensor.cells),
        Value::MemRef(view) => match elements(view, ty, memory) {
            Some(scalars) => array(&view.sizes, &scalars),
            None => format!("{label}: memory that was freed, or that is made of bytes\n"),
        },
        Value::Function(name) => format!("{label}: @{name}\n"),
    }
}

/// The scalars of a memref's elements in row-major order; `None` if it is of bytes seen as another type, or
/// was freed.
fn elements(view: &MemRef, ty: &Type, memory: &Memory<Scalar>) -> Option<Vec<Scalar>> {
    if view.parts != 1 {
        return None;
    }
    let unit: i64 = vector_extents(ty.element()).iter().product();
    let cells = view.cells().into_iter().flat_map(|first| first..first + unit);
    cells
        .map(|cell| memory.read(view.buffer, cell).copied().ok())
        .collect()
}

fn vector_extents(ty: &Type) -> Vec<i64> {
    match ty {
        Type::Vector(vector) => vector.shape.iter().map(|d| d.size).collect(),
        _ => Vec::new(),
    }
}
