//! Memory that lives as long as the program: `memref.global`.

use inkwell::module::Linkage;
use inkwell::values::{BasicValueEnum, IntValue};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, Op};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::emit::{Emitter, int_literal};
use crate::error::{LowerError, Result};
use crate::function::{FunctionLowering, single_result};
use crate::layout::MemRef;

/// The alignment of a global that asks for none: a cache line.
const ALIGNMENT: u32 = 64;
/// Elements of a constant that is not the same everywhere. Arbitrary.
const MOST_ELEMENTS: u64 = 1 << 26;

/// Defines or declares the globals of a module, by their names. Those that code outside may use are seen by the linker.
pub(crate) fn define_globals(emit: &Emitter<'_>, module: &Module) -> Result<()> {
    for &id in &module.block(module.body()).ops {
        let op = module.op(id);
        if op.code() == Some(OpCode::MemRefGlobal) {
            define(emit, op).map_err(|e| e.at(op.name.as_str(), op.span))?;
        }
    }
    Ok(())
}

fn define(emit: &Emitter<'_>, op: &Op) -> Result<()> {
    let name = op.attribute("sym_name").and_then(Attribute::as_str);
    let name = name.filter(|name| !name.is_empty() && !name.contains('\0') && !name.starts_with("llvm."));
    let name = name.ok_or_else(|| LowerError::new("the global has no name for a linker symbol"))?;
    let ty = op
        .attribute("type")
        .and_then(Attribute::as_type)
        .and_then(Type::as_memref);
    let ty = ty.ok_or_else(|| LowerError::new("the attribute `type` is missing"))?;
    if ty.layout.is_some() {
        return Err(LowerError::new("a global with a layout is not supported"));
    }
    let size = emit.element_size(&ty.element)?;
    let shape = ty.shape.as_deref().unwrap_or_default();
    let count = shape.iter().try_fold(1u64, |count, dim| {
        count.checked_mul(u64::try_from(dim.fixed()?).ok()?)
    });
    let bytes = count.and_then(|count| count.checked_mul(u64::from(size)));
    let count = count.filter(|_| bytes.is_some_and(|bytes| bytes <= u64::from(u32::MAX)));
    let count = count.ok_or_else(|| LowerError::new("a global of more than 4 GiB is not supported"))?;
    let element = emit.int_type(size * 8)?;
    let array = element.array_type(count as u32);
    let global = emit.module.add_global(array, None, name);
    let alignment = op.attribute("alignment").and_then(Attribute::as_i64);
    let alignment = alignment
        .and_then(|n| u32::try_from(n).ok())
        .filter(|n| n.is_power_of_two());
    global.set_alignment(alignment.unwrap_or(ALIGNMENT));
    let has = |name: &str| matches!(op.attribute(name), Some(Attribute::Unit | Attribute::Bool(true)));
    match op.attribute("initial_value") {
        // Defined in another module.
        None => return Ok(()),
        Some(Attribute::Unit) => global.set_initializer(&array.get_undef()),
        Some(Attribute::DenseElements(dense)) => {
            let one = |value: &Attribute| -> Result<IntValue<'_>> {
                let bits = bits(value, &ty.element)
                    .ok_or_else(|| LowerError::new("an element is not of the type"))?;
                Ok(int_literal(element, bits as i128))
            };
            let values = match dense.elements.as_slice() {
                [Attribute::Integer { value, .. }] if **value == 0.into() => Vec::new(),
                [Attribute::Float(value)] if value.bits == 0 => Vec::new(),
                [splat] if count <= MOST_ELEMENTS => vec![one(splat)?; count as usize],
                all if all.len() as u64 == count => all.iter().map(one).collect::<Result<_>>()?,
                _ => {
                    return Err(LowerError::new(
                        "the elements of the global are too many, or not as many as it has",
                    ));
                }
            };
            match values.is_empty() {
                true => global.set_initializer(&array.const_zero()),
                false => global.set_initializer(&element.const_array(&values)),
            }
        }
        Some(_) => {
            return Err(LowerError::new(
                "the elements of the global are not supported in this form",
            ));
        }
    }
    global.set_constant(has("constant"));
    if op.attribute("sym_visibility").and_then(Attribute::as_str) == Some("private") {
        global.set_linkage(Linkage::Internal);
    }
    Ok(())
}

/// The bits of an element.
fn bits(value: &Attribute, ty: &Type) -> Option<u128> {
    let mask = u128::MAX >> (128 - ty.bit_width().filter(|width| (1..=128).contains(width))?);
    match (value, ty) {
        (Attribute::Bool(value), _) => Some(u128::from(*value)),
        (Attribute::Float(value), Type::Float(kind)) if value.kind == *kind => Some(value.bits),
        (Attribute::Integer { value, .. }, Type::Integer(_) | Type::Index) => {
            let signed = i128::try_from(&**value).map(|value| value as u128);
            signed
                .or_else(|_| u128::try_from(&**value))
                .ok()
                .map(|bits| bits & mask)
        }
        _ => None,
    }
}

impl<'c> FunctionLowering<'_, 'c> {
    pub fn get_global(&mut self, op: &Op) -> Result<()> {
        let name = op.attribute("name").and_then(Attribute::as_symbol);
        let global = name.and_then(|name| self.emit.module.get_global(name));
        let global = global.ok_or_else(|| LowerError::new("there is no such global"))?;
        let result = single_result(op)?;
        let Type::MemRef(ty) = self.ir.ty(result) else {
            return Err(LowerError::new("the result must be a memref"));
        };
        let pointer = BasicValueEnum::from(global.as_pointer_value());
        let memref = MemRef::from_parts(self.emit, ty, std::iter::once(pointer))?;
        self.define_memref(result, memref);
        Ok(())
    }
}
