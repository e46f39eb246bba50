//! Calls that are checked: arguments become 64-bit slots, and an adapter made by LLVM unpacks them.

use inkwell::context::Context;
use inkwell::values::BasicValueEnum;
use ovolo_lang::attribute::FloatValue;
use ovolo_lang::types::{Dim, MemRefType, Type};

use crate::abi::{Component, Signature};
use crate::buffer::{Argument, Buffer, Returned, ReturnedMemRef, Scalar, View};
use crate::emit::{Emitter, function_type, returned};
use crate::error::{LowerError, Result};
use crate::layout::{Placement, placement_of, shape_of};
use crate::registers::Registers;

/// Why a call did not happen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CallError(pub String);

type CallResult<T> = std::result::Result<T, CallError>;

/// What the adapter of a function is called.
pub(crate) fn adapter_name(function: &str) -> String {
    format!("__ovolo_call_{function}")
}

/// Whether every scalar of the signature fits a slot.
pub(crate) fn has_adapter(signature: &Signature) -> bool {
    let scalars = signature.parameters.iter().chain(&signature.results);
    scalars
        .filter(|ty| ty.as_memref().is_none())
        .all(|ty| ty.bit_width().is_some_and(|w| w <= 64))
}

/// A module with an adapter for each of the functions: `void adapter(slots)` reads its arguments from
/// consecutive slots, calls the function, and writes what it returns to the slot after them.
pub(crate) fn adapters<'c>(
    context: &'c Context,
    signatures: &[Signature],
) -> Result<inkwell::module::Module<'c>> {
    let emit = Emitter {
        context,
        module: context.create_module("adapters"),
        builder: context.create_builder(),
        fp: Default::default(),
        tuning: Default::default(),
        has_strict_aliasing: Default::default(),
        registers: Registers::Narrow,
        parallel: Default::default(),
    };
    for signature in signatures.iter().filter(|s| s.exported && has_adapter(s)) {
        adapter(&emit, signature)?;
    }
    Ok(emit.module)
}

fn adapter<'c>(emit: &Emitter<'c>, signature: &Signature) -> Result<()> {
    let function = signature.declare(emit)?;
    let ty = function_type(None, &[emit.pointer_type().into()], emit.context);
    let adapter = emit.module.add_function(&adapter_name(&signature.name), ty, None);
    let entry = emit.context.append_basic_block(adapter, "entry");
    emit.builder.position_at_end(entry);
    let slots = adapter
        .get_first_param()
        .map(BasicValueEnum::into_pointer_value)
        .ok_or_else(|| LowerError::internal("the adapter has no parameter"))?;
    let slot = |i: usize| {
        let position = emit.index(i as i64);
        // SAFETY: the caller passes as many slots as the signature needs.
        unsafe {
            emit.builder
                .build_in_bounds_gep(emit.index_type(), slots, &[position], "")
        }
    };
    let components = Component::of_types(&signature.parameters)?;
    let mut args = Vec::new();
    for (i, component) in components.iter().enumerate() {
        args.push(match component {
            Component::Scalar(ty) => emit.load(ty, slot(i)?)?,
            other => emit.builder.build_load(other.llvm_type(emit)?, slot(i)?, "")?,
        });
    }
    for i in 0..signature.out_components()?.len() {
        let pointer = emit.pointer_type();
        args.push(
            emit.builder
                .build_load(pointer, slot(components.len() + i)?, "")?,
        );
    }
    let count = args.len();
    let args: Vec<_> = args.into_iter().map(|a| a.into()).collect();
    let call = emit.builder.build_call(function, &args, "")?;
    if let Some(ty) = signature.returned() {
        emit.store(ty, returned(call)?, slot(count)?)?;
    }
    emit.builder.build_return(None)?;
    Ok(())
}

/// The slots of a call's arguments, checked against the signature.
pub(crate) fn pack(signature: &Signature, arguments: &mut [Argument<'_>]) -> CallResult<Vec<u64>> {
    let expected = signature.parameters.len();
    if arguments.len() != expected {
        let found = arguments.len();
        return Err(CallError(format!(
            "@{} takes {expected} arguments, not {found}",
            signature.name
        )));
    }
    let mut slots = Vec::new();
    for (i, (argument, ty)) in arguments.iter_mut().zip(&signature.parameters).enumerate() {
        let packed = match (argument, ty) {
            (Argument::Scalar(scalar), _) if ty.as_memref().is_none() => {
                pack_scalar(scalar, ty).map(|s| slots.push(s))
            }
            (Argument::Buffer(buffer), Type::MemRef(ty)) => {
                let view = View::row_major(buffer.shape());
                pack_memref(buffer, &view, ty, &mut slots)
            }
            (Argument::View(buffer, view), Type::MemRef(ty)) => pack_memref(buffer, view, ty, &mut slots),
            (Argument::Scalar(_), _) => Err("a buffer is expected".to_string()),
            (Argument::Buffer(_) | Argument::View(..), _) => Err("a scalar is expected".to_string()),
        };
        packed.map_err(|why| CallError(format!("argument {} of @{}: {why}", i + 1, signature.name)))?;
    }
    Ok(slots)
}

fn pack_scalar(scalar: &Scalar, ty: &Type) -> std::result::Result<u64, String> {
    match (scalar, ty) {
        (Scalar::Int(value), Type::Index) => Ok(*value as u64),
        (Scalar::Int(value), Type::Integer(i)) if i.width <= 64 => {
            let value = i128::from(*value);
            let (least, past) = (-(1i128 << (i.width - 1)), 1i128 << i.width);
            if (least..past).contains(&value) {
                Ok((value as u64) & (u64::MAX >> (64 - i.width)))
            } else {
                Err(format!("{value} does not fit {} bits", i.width))
            }
        }
        (Scalar::Float(value), Type::Float(kind)) if value.kind == *kind => Ok(value.bits as u64),
        (Scalar::Float(_), _) => Err("a float of another type was passed".to_string()),
        (Scalar::Int(_), _) => Err("an integer was passed for what is none".to_string()),
    }
}

/// The slots of a memref argument. The view lies inside the buffer.
fn pack_memref(
    buffer: &mut Buffer,
    view: &View,
    ty: &MemRefType,
    slots: &mut Vec<u64>,
) -> std::result::Result<(), String> {
    let unsupported = |e: LowerError| e.message;
    let shape = shape_of(ty).map_err(unsupported)?;
    if *buffer.element() != ty.element {
        return Err("the buffer has another element type".to_string());
    }
    let sizes = &view.sizes;
    if sizes.len() != shape.len() || view.strides.len() != shape.len() {
        return Err(format!("the buffer's shape {sizes:?} is not one of the type"));
    }
    if !is_inside(view, buffer) {
        return Err("the view does not lie inside the buffer".to_string());
    }
    slots.push(buffer.pointer() as u64);
    let mut open = |dim: &Dim, value: i64| match dim {
        Dim::Dynamic => {
            slots.push(value as u64);
            true
        }
        Dim::Fixed(n) => *n == value,
    };
    let fits = shape
        .iter()
        .zip(sizes)
        .filter(|(dim, size)| !open(dim, **size))
        .count()
        == 0;
    if !fits {
        return Err(format!("the buffer's shape {sizes:?} is not one of the type"));
    }
    let row_major = View::row_major(sizes);
    match placement_of(ty).map_err(unsupported)? {
        Placement::RowMajor => (*view == row_major)
            .then_some(())
            .ok_or_else(|| "the view is not row-major".to_string()),
        Placement::Strided { strides, offset } => {
            let mut fits = strides
                .iter()
                .zip(&view.strides)
                .all(|(dim, &stride)| open(dim, stride));
            fits &= open(&offset, view.offset);
            fits.then_some(())
                .ok_or_else(|| "the view does not have the strides and the offset of the type".to_string())
        }
        Placement::Map(_) => Err("the type's layout is not row-major".to_string()),
    }
}

/// Whether every element of the view is one of the buffer.
fn is_inside(view: &View, buffer: &Buffer) -> bool {
    if view.sizes.iter().any(|&size| size < 0) {
        return false;
    }
    if view.sizes.contains(&0) {
        return true;
    }
    let ends = view.sizes.iter().zip(&view.strides).try_fold(
        (view.offset, view.offset),
        |(least, greatest), (&size, &stride)| {
            let reach = (size - 1).checked_mul(stride)?;
            Some((
                least.checked_add(reach.min(0))?,
                greatest.checked_add(reach.max(0))?,
            ))
        },
    );
    let count = buffer.shape().iter().product::<i64>();
    ends.is_some_and(|(least, greatest)| least >= 0 && greatest < count)
}

/// What the slots of a result hold.
pub(crate) fn unpack_result(ty: &Type, slots: &mut impl Iterator<Item = u64>) -> Option<Returned> {
    let Some(memref) = ty.as_memref() else {
        return unpack(slots.next()?, ty).map(Returned::Scalar);
    };
    let address = slots.next()? as usize;
    let mut open = |dim: &Dim| match dim {
        Dim::Fixed(n) => Some(*n),
        Dim::Dynamic => slots.next().map(|slot| slot as i64),
    };
    let sizes: Vec<i64> = memref
        .shape
        .as_deref()?
        .iter()
        .map(&mut open)
        .collect::<Option<_>>()?;
    let view = match placement_of(memref).ok()? {
        Placement::RowMajor => View::row_major(&sizes),
        Placement::Strided { strides, offset } => View {
            strides: strides.iter().map(&mut open).collect::<Option<_>>()?,
            offset: open(&offset)?,
            sizes,
        },
        Placement::Map(_) => return None,
    };
    Some(Returned::MemRef(ReturnedMemRef {
        address,
        element: memref.element.clone(),
        view,
    }))
}

/// The scalar of the type in a slot.
fn unpack(slot: u64, ty: &Type) -> Option<Scalar> {
    let width = ty.bit_width().filter(|w| (1..=64).contains(w))?;
    match ty {
        Type::Float(kind) => Some(Scalar::Float(FloatValue {
            bits: u128::from(slot & (u64::MAX >> (64 - width))),
            kind: *kind,
        })),
        _ if width == 1 => Some(Scalar::Int((slot & 1) as i64)),
        _ => Some(Scalar::Int(((slot << (64 - width)) as i64) >> (64 - width))),
    }
}
