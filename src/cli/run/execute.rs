//! Compiles and calls.

use std::time::{Duration, Instant};

use ovolo_lang::attribute::FloatValue;
use ovolo_lang::interpret::{MemRef, Memory, Scalar, Value};
use ovolo_lang::ir::Module;
use ovolo_lang::types::Type;
use ovolo_lower::{Argument, Buffer, Options, Returned, View};

use super::made::Maker;
use super::shown::{Content, Left};
use super::{Call, Failure, Source};

/// An argument of the compiled function.
enum Passed {
    Scalar(ovolo_lower::Scalar),
    /// A memref of the buffer with this number.
    MemRef(usize, View),
}

/// What a call leaves, and how long it takes.
pub fn run(
    source: &Source,
    module: &Module,
    call: &Call,
    mut maker: Maker<u64>,
    options: &Options,
) -> Result<(Vec<Left>, Duration), Failure> {
    let jit = ovolo_lower::compile(module, options)
        .and_then(|compiled| compiled.jit())
        .map_err(|e| source.lower_failure(&e))?;
    if jit.symbol(&call.name).is_none() {
        return Err(call.failure("it is private"));
    }
    if call.supplied.iter().any(|one| one.after.is_some()) {
        return Err(call.failure("arguments share memory with `--interpret` only"));
    }
    let values = maker.arguments(&call.parameters, &call.supplied);
    let values = values.map_err(|why| call.failure(&why))?;
    let mut buffers = Vec::new();
    let mut passed = Vec::new();
    for (value, ty) in values.iter().zip(&call.parameters) {
        let found = passable(value, ty, &mut maker.memory, &mut buffers);
        passed.push(found.ok_or_else(|| call.failure(&format!("cannot pass a value of type {ty}")))?);
    }
    let initial: Vec<Vec<u8>> = buffers
        .iter()
        .map(|buffer: &Buffer| buffer.bytes().to_vec())
        .collect();
    let mut slots: Vec<Option<&mut Buffer>> = buffers.iter_mut().map(Some).collect();
    let arguments = passed.iter().map(|one| match one {
        Passed::Scalar(scalar) => Some(Argument::Scalar(scalar.clone())),
        Passed::MemRef(buffer, view) => Some(Argument::View(slots[*buffer].take()?, view.clone())),
    });
    let arguments: Option<Vec<Argument<'_>>> = arguments.collect();
    let mut arguments = arguments.unwrap_or_default();
    let start = Instant::now();
    let results = jit.call_returning(&call.name, &mut arguments);
    let time = start.elapsed();
    let results = results.map_err(|error| call.failure(&error.to_string()))?;
    let mut left = Vec::new();
    for (i, (result, ty)) in results.iter().zip(&call.results).enumerate() {
        left.push(Left::result(call, i, returned(result, ty)));
    }
    for (i, one) in passed.iter().enumerate() {
        if let Passed::MemRef(number, view) = one {
            let buffer = &buffers[*number];
            let before = elements(&initial[*number], buffer.element(), view);
            let after = elements(buffer.bytes(), buffer.element(), view);
            let is_changed = before != after;
            let content = array(&view.sizes, buffer.element(), after);
            left.push(Left::argument(call, i, content, is_changed));
        }
    }
    Ok((left, time))
}

/// The value as a compiled function takes it; a memref's cells become a buffer.
fn passable(
    value: &Value<u64>,
    ty: &Type,
    memory: &mut Memory<u64>,
    buffers: &mut Vec<Buffer>,
) -> Option<Passed> {
    match (value, ty) {
        (Value::Index(i), _) => Some(Passed::Scalar((*i).into())),
        (Value::Scalar(scalar), Type::Float(kind)) => {
            let bits = u128::from(*scalar);
            Some(Passed::Scalar(ovolo_lower::Scalar::Float(FloatValue {
                bits,
                kind: *kind,
            })))
        }
        (Value::Scalar(scalar), _) => {
            let width = ty.bit_width().filter(|width| (1..=64).contains(width))?;
            let value = ((*scalar << (64 - width)) as i64) >> (64 - width);
            Some(Passed::Scalar(value.into()))
        }
        (Value::MemRef(view), _) => {
            let MemRef {
                buffer,
                offset,
                sizes,
                strides,
                ..
            } = view;
            let cells = std::mem::take(&mut memory.buffer_mut(*buffer).cells);
            let mut copy = Buffer::zeros(ty.element().clone(), &[cells.len() as i64])?;
            let width = ty.element().byte_size().filter(|&width| width <= 8)? as usize;
            for (slot, cell) in copy.bytes_mut().chunks_exact_mut(width).zip(cells) {
                slot.copy_from_slice(&cell.to_le_bytes()[..width]);
            }
            buffers.push(copy);
            let view = View {
                offset: *offset,
                sizes: sizes.to_vec(),
                strides: strides.to_vec(),
            };
            Some(Passed::MemRef(buffers.len() - 1, view))
        }
        _ => None,
    }
}

fn returned(result: &Returned, ty: &Type) -> Content {
    match result {
        Returned::Scalar(ovolo_lower::Scalar::Int(value)) => {
            Content::Scalar(ty.clone(), Scalar::integer(ty, i128::from(*value)))
        }
        Returned::Scalar(ovolo_lower::Scalar::Float(value)) => {
            Content::Scalar(ty.clone(), Scalar::Bits(value.bits))
        }
        Returned::MemRef(memref) => {
            // SAFETY: what the program returns is allocated, as long as it is a correct one; that is trusted, as its
            // subscripts are.
            match unsafe { memref.bytes() } {
                Some(bytes) => {
                    let dense = View::row_major(&memref.view.sizes);
                    let scalars = elements(&bytes, &memref.element, &dense);
                    array(&memref.view.sizes, &memref.element, scalars)
                }
                None => Content::Text("a memref that does not fit memory".to_string()),
            }
        }
    }
}

fn array(extents: &[i64], element: &Type, scalars: Vec<Scalar>) -> Content {
    Content::Array {
        extents: extents.to_vec(),
        element: element.clone(),
        scalars,
    }
}

/// The elements of a view in row-major order.
fn elements(bytes: &[u8], element: &Type, view: &View) -> Vec<Scalar> {
    let width = element.byte_size().unwrap_or(1) as usize;
    let mut scalars = Vec::new();
    view.each(|position| {
        let mut bits = [0; 16];
        bits[..width].copy_from_slice(&bytes[position as usize * width..][..width]);
        scalars.push(Scalar::Bits(u128::from_le_bytes(bits)));
    });
    scalars
}
