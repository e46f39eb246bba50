//! A function for arguments of known sizes.
//!
//! The extents of memref arguments become part of their types, what asks for them (`memref.dim`) and `index`
//! arguments become constants, and allocations by constants get fixed extents. The result computes what the
//! function does for such arguments; for others it means nothing.

use std::sync::Arc;

use crate::attribute::Attribute;
use crate::ir::{BlockId, Module, NewOp, OpId, ValueId};
use crate::op::OpCode;
use crate::structure::verify;
use crate::types::{Dim, FunctionType, MemRefType, Type};

/// What is known of one argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    Nothing,
    /// The value of an `index`, or of an integer as a signed number.
    Index(i64),
    /// The extents of a memref.
    Extents(Vec<i64>),
}

/// The module with the function made for the arguments. An error is a sentence: what is known contradicts a type,
/// or the function hands an argument to something that has a type of its own for it (a call, say).
pub fn specialize(module: &Module, function: OpId, arguments: &[Known]) -> Result<Module, String> {
    let Some(entry) = module.single_block(function, 0) else {
        return Err("a function of several blocks, or of none, is not specialized".to_string());
    };
    let mut made = module.clone();
    let values = module.block(entry).arguments.clone();
    if values.len() != arguments.len() {
        return Err(format!(
            "the function has {} arguments, not {}",
            values.len(),
            arguments.len()
        ));
    }
    for (&value, known) in values.iter().zip(arguments) {
        match known {
            Known::Nothing => {}
            Known::Index(n) => fix_argument(&mut made, function, value, *n),
            Known::Extents(extents) => {
                let ty = fixed(made.ty(value), extents)?;
                made.value_mut(value).ty = ty;
            }
        }
    }
    retype(&mut made, function, entry);
    let mut ops = Vec::new();
    made.walk(function, &mut |op| ops.push(op));
    for op in ops {
        match made.op(op).code() {
            Some(OpCode::MemRefDim) => fold_dim(&mut made, function, entry, op),
            Some(OpCode::MemRefAlloc | OpCode::MemRefAlloca) => fold_extents(&mut made, op),
            _ => {}
        }
    }
    match verify(&made) {
        Ok(()) => Ok(made),
        Err(diagnostics) => {
            let first = diagnostics
                .first()
                .map_or("it is not well formed", |d| d.message.as_str());
            Err(format!("with the sizes given, {first}"))
        }
    }
}

/// The place of the argument of a function that an index or an integer is, behind conversions that keep its value as a signed number.
pub fn argument_behind(module: &Module, function: OpId, mut value: ValueId) -> Option<usize> {
    while let Some(op) = module.defining_op(value).map(|op| module.op(op)) {
        match (op.code(), op.operands.as_slice()) {
            (Some(OpCode::IndexCast | OpCode::ExtSI), &[from]) => value = from,
            _ => return None,
        }
    }
    let body = module.single_block(function, 0)?;
    let mut arguments = module.block(body).arguments.iter();
    arguments.position(|argument| *argument == value)
}

/// Puts a constant in the place of an argument, an index or an integer, which stays among the arguments.
pub fn fix_argument(module: &mut Module, function: OpId, argument: ValueId, n: i64) {
    if let Some(entry) = module.single_block(function, 0) {
        let ty = module.ty(argument).clone();
        let constant = constant_of(module, entry, Attribute::integer(n, ty.clone()), ty);
        replace(module, function, argument, constant);
    }
}

/// A new index at the start of the block.
fn constant(module: &mut Module, block: BlockId, n: i64) -> ValueId {
    constant_of(module, block, Attribute::index(n), Type::Index)
}

fn constant_of(module: &mut Module, block: BlockId, value: Attribute, ty: Type) -> ValueId {
    let new = NewOp::new(OpCode::Constant).attribute("value", value).result(ty);
    let value = module.append_value(block, new);
    module.block_mut(block).ops.rotate_right(1);
    value
}

fn replace(module: &mut Module, function: OpId, old: ValueId, new: ValueId) {
    let mut ops = Vec::new();
    module.walk(function, &mut |op| ops.push(op));
    for op in ops {
        for operand in module.op_mut(op).operands.iter_mut().filter(|o| **o == old) {
            *operand = new;
        }
    }
}

/// The memref type with these extents.
fn fixed(ty: &Type, extents: &[i64]) -> Result<Type, String> {
    let memref = ty.as_memref();
    let shape = memref
        .and_then(|m| m.shape.as_ref())
        .filter(|s| s.len() == extents.len());
    let (Some(memref), Some(shape)) = (memref, shape) else {
        return Err(format!("{ty} is no memref of rank {}", extents.len()));
    };
    let fits = |(dim, &extent): (&Dim, &i64)| extent >= 0 && dim.fixed().is_none_or(|n| n == extent);
    if !shape.iter().zip(extents).all(fits) {
        return Err(format!("{ty} has not the extents {extents:?}"));
    }
    Ok(Type::MemRef(Arc::new(MemRefType {
        shape: Some(extents.iter().map(|&n| Dim::Fixed(n)).collect()),
        ..memref.clone()
    })))
}

/// Writes the types of the block's arguments into the type of the function.
fn retype(module: &mut Module, function: OpId, entry: BlockId) {
    let inputs = module
        .block(entry)
        .arguments
        .iter()
        .map(|&v| module.ty(v).clone())
        .collect();
    let ty = module
        .op(function)
        .attribute("function_type")
        .and_then(Attribute::as_type);
    if let Some(Type::Function(ty)) = ty {
        let ty = FunctionType {
            inputs,
            results: ty.results.clone(),
        };
        let ty = Attribute::Type(Type::Function(Arc::new(ty)));
        module.op_mut(function).set_attribute("function_type", ty);
    }
}

fn fold_dim(module: &mut Module, function: OpId, entry: BlockId, op: OpId) {
    let data = module.op(op);
    let ([memref, index], [result]) = (data.operands.as_slice(), data.results.as_slice()) else {
        return;
    };
    let (memref, result) = (*memref, *result);
    let shape = module.ty(memref).as_memref().and_then(|m| m.shape.as_ref());
    let index = module.as_constant(*index).and_then(|i| usize::try_from(i).ok());
    let extent = shape.zip(index).and_then(|(shape, i)| shape.get(i)?.fixed());
    if let Some(extent) = extent {
        let constant = constant(module, entry, extent);
        replace(module, function, result, constant);
    }
}

/// Moves the extents of an allocation that are constants into its type, when all are.
fn fold_extents(module: &mut Module, op: OpId) {
    let data = module.op(op);
    let segments = data
        .attribute("operandSegmentSizes")
        .and_then(Attribute::as_i64_list);
    let (&[result], Some(&[dynamic, 0])) = (data.results.as_slice(), segments.as_deref()) else {
        return;
    };
    let operands = data.operands.iter().take(dynamic as usize);
    let Some(given) = operands
        .map(|&v| module.as_constant(v))
        .collect::<Option<Vec<i64>>>()
    else {
        return;
    };
    let mut given = given.into_iter();
    let shape = module.ty(result).as_memref().and_then(|m| m.shape.clone());
    let Some(shape) = shape else { return };
    let extents = shape.iter().map(|dim| dim.fixed().or_else(|| given.next()));
    if let Some(Ok(ty)) = extents
        .collect::<Option<Vec<i64>>>()
        .map(|e| fixed(module.ty(result), &e))
    {
        module.value_mut(result).ty = ty;
        module.op_mut(op).operands.clear();
        module
            .op_mut(op)
            .set_attribute("operandSegmentSizes", Attribute::i32_array(&[0, 0]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse_module;
    use crate::print::print_module;

    const TEXT: &str = "func.func @f(%n: index, %x: memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %m = memref.dim %x, %c0 : memref<?xf32>
      %t = memref.alloc(%m) : memref<?xf32>
      affine.for %i = 0 to %n {
        %v = affine.load %x[%i] : memref<?xf32>
        affine.store %v, %t[%i] : memref<?xf32>
      }
      memref.dealloc %t : memref<?xf32>
      return
    }";

    fn made(known: &[Known]) -> Result<String, String> {
        let module = parse_module(TEXT).expect("the text reads");
        let function = module.function("f").expect("there is @f");
        specialize(&module, function, known).map(|module| print_module(&module))
    }

    #[test]
    fn sizes_become_types_and_constants() {
        let text = made(&[Known::Index(7), Known::Extents(vec![9])]).expect("it can be specialized");
        assert!(text.contains("%x: memref<9xf32>"), "{text}");
        assert!(text.contains("memref.alloc() : memref<9xf32>"), "{text}");
        assert!(parse_module(&text).is_ok(), "{text}");
        assert!(!text.contains('?'), "{text}");
    }

    #[test]
    fn what_contradicts_a_type_is_refused() {
        assert!(made(&[Known::Nothing, Known::Extents(vec![9, 9])]).is_err());
        assert!(made(&[Known::Nothing, Known::Extents(vec![-1])]).is_err());
        assert!(made(&[Known::Nothing]).is_err());
    }
}
