//! Calls in the reference interpreter.

use std::time::{Duration, Instant};

use ovolo_lang::interpret::{Concrete, Limits, MemRef, Memory, Program, Reason, Scalar, Value};
use ovolo_lang::ir::Module;
use ovolo_lang::types::Type;

use super::made::Maker;
use super::shown::{Content, Left};
use super::{Call, Failure, Source, print};

/// What a call leaves, what it prints, and how long it takes.
pub fn run(
    source: &Source,
    module: &Module,
    call: &Call,
    mut maker: Maker<Scalar>,
    max_steps: u64,
) -> Result<(Vec<Left>, String, Duration), Failure> {
    let arguments = maker.arguments(&call.parameters, &call.supplied);
    let arguments = arguments.map_err(|why| call.failure(&why))?;
    let mut memory = maker.memory;
    let initial = memory.clone();
    let program = Program::new(module);
    let limits = Limits {
        steps: max_steps,
        ..Limits::default()
    };
    let mut concrete = Concrete::default();
    let start = Instant::now();
    let outcome = program.run(&call.name, &mut concrete, &mut memory, &arguments, &limits);
    let time = start.elapsed();
    let results = match outcome {
        Ok(results) => results,
        Err(trap) => {
            print(concrete.printed.as_bytes())?;
            let mut failure = source.trap_failure(&trap);
            if trap.reason == Reason::StepLimit {
                failure.message +=
                    &format!("\nstopped after {max_steps} steps: --max-steps N allows another number");
            }
            return Err(failure);
        }
    };
    let mut left = Vec::new();
    for (i, (value, ty)) in results.iter().zip(&call.results).enumerate() {
        left.push(Left::result(call, i, content(value, ty, &memory)));
    }
    for (i, (value, ty)) in arguments.iter().zip(&call.parameters).enumerate() {
        if let Value::MemRef(view) = value {
            let is_changed = elements(view, ty, &memory) != elements(view, ty, &initial);
            left.push(Left::argument(call, i, content(value, ty, &memory), is_changed));
        }
    }
    Ok((left, concrete.printed, time))
}

fn content(value: &Value<Scalar>, ty: &Type, memory: &Memory<Scalar>) -> Content {
    let element = ty.element().element();
    let array = |extents: &[i64], scalars: Vec<Scalar>| Content::Array {
        extents: extents
            .iter()
            .copied()
            .chain(vector_extents(ty.element()))
            .collect(),
        element: element.clone(),
        scalars,
    };
    let index = |i: i64| Scalar::integer(&Type::Index, i128::from(i));
    match value {
        Value::Index(i) => Content::Scalar(Type::Index, index(*i)),
        Value::Scalar(scalar) => Content::Scalar(ty.clone(), *scalar),
        Value::Vector(lanes) => array(&vector_extents(ty), lanes.clone()),
        Value::IndexVector(lanes) => array(&vector_extents(ty), lanes.iter().map(|&i| index(i)).collect()),
        Value::Tensor(tensor) => array(&tensor.sizes, tensor.cells.to_vec()),
        Value::MemRef(view) => match elements(view, ty, memory) {
            Some(scalars) => array(&view.sizes, scalars),
            None => Content::Text("memory that was freed, or that is made of bytes".to_string()),
        },
        Value::Function(name) => Content::Text(format!("@{name}")),
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
