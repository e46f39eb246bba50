//! A function of tensors as one of memrefs.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::attribute::Attribute;
use crate::clone::Mapping;
use crate::ir::{BlockId, Module, OpId, ValueId};
use crate::op::OpCode;
use crate::types::{FunctionType, Type};

use super::memory::{Origin, Place, Tensors, memref_type, with_memory_freed};
use super::rewrite::Rewriter;
use super::structure::as_structured;
use super::{Bufferized, NotBufferized, Outcome, is_named};

/// The function as one of memrefs, which no block holds. The original is as it was.
pub fn bufferized(
    module: &mut Module,
    original: OpId,
    prepare: &dyn Fn(&mut Module, OpId),
) -> Outcome<Bufferized> {
    let span = module.op(original).span;
    let kept = |reason: &str| NotBufferized {
        span,
        reason: reason.to_string(),
    };
    if is_named(module, original) {
        return Err(kept(
            "a function of tensors that is called, where the call is not replaced by its body, is not given memrefs",
        ));
    }
    let function = module.clone_op(original, &mut Mapping::default());
    crate::resources::resolve(module, function);
    as_structured(module, function);
    prepare(module, function);
    let block = module.single_block(function, 0);
    let block = block.ok_or_else(|| kept("a function of several blocks on tensors is not given memrefs"))?;
    let mut tensors = Tensors::of(module, block);
    let arguments = module.block(block).arguments.clone();
    let mut of_tensors = Vec::new();
    for (number, &argument) in arguments.iter().enumerate() {
        if !matches!(module.ty(argument), Type::Tensor(_)) {
            continue;
        }
        let ty = memref_type(module.ty(argument));
        let ty = ty.ok_or_else(|| kept("an argument is a tensor without a rank or with an encoding"))?;
        module.value_mut(argument).ty = ty;
        let writable = module
            .op(function)
            .argument_attribute(number, "bufferization.writable");
        let is_writable = writable != Some(&Attribute::Bool(false));
        tensors.enter(argument, argument, Origin::Argument { is_writable });
        of_tensors.push(number);
    }
    let ops = std::mem::take(&mut module.block_mut(block).ops);
    let mut rewriter = Rewriter::new(module, tensors, function);
    let Some((&end, ops)) = ops.split_last() else {
        return Err(kept("a function without an end"));
    };
    for (number, &op) in ops.iter().enumerate() {
        rewriter.operation(op, number)?;
    }
    let results = rewriter.results(end)?;
    let (ops, tensors, globals) = rewriter.finish();
    for &op in ops.iter().chain([&end]) {
        module.attach(block, op);
    }
    let results = hand_out(module, block, end, &results, &tensors);
    of_tensors.extend(arguments.len()..module.block(block).arguments.len());
    retype(module, function, block, end);
    module.op_mut(function).mark_noalias(of_tensors);
    Ok(Bufferized {
        original,
        function,
        globals,
        results,
    })
}

/// Gives the results that are tensors to the caller, in arguments that are added where they are in none; answers with the
/// number of the argument of each. Frees what is allocated and no result.
fn hand_out(
    module: &mut Module,
    block: BlockId,
    end: OpId,
    results: &[Place],
    tensors: &Tensors,
) -> Vec<usize> {
    let mut numbers = Vec::new();
    let mut handed: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    let mut given = FxHashSet::default();
    let mut copies = Vec::new();
    for place in results {
        let memory = &tensors.memories[place.root];
        let is_whole = place.memref == memory.memref;
        let is_first = given.insert(place.root);
        let arguments = &module.block(block).arguments;
        let own = arguments.iter().position(|&argument| argument == memory.memref);
        if let Some(number) = own.filter(|_| is_whole && is_first) {
            numbers.push(number);
            continue;
        }
        numbers.push(arguments.len());
        let ty = row_major(module.ty(place.memref));
        let added = module.add_argument(block, ty, Some("result".into()));
        match is_whole && is_first && memory.origin == Origin::Allocated {
            true => {
                handed.insert(memory.memref, added);
            }
            false => copies.push((place.memref, added)),
        }
    }
    let span = module.op(end).span;
    let mut ops = std::mem::take(&mut module.block_mut(block).ops);
    ops.pop();
    for (source, target) in copies {
        ops.extend(crate::linalg::named_operation(
            module,
            OpCode::LinalgCopy,
            &[source],
            target,
            span,
        ));
    }
    ops = with_memory_freed(module, ops, tensors, &handed, span);
    ops.push(end);
    ops.retain(|&op| !module.op(op).results.iter().any(|v| handed.contains_key(v)));
    for op in ops {
        let mut users = Vec::new();
        module.walk(op, &mut |inner| users.push(inner));
        for user in users {
            for operand in &mut module.op_mut(user).operands {
                *operand = handed.get(operand).copied().unwrap_or(*operand);
            }
        }
        module.attach(block, op);
    }
    numbers
}

fn row_major(ty: &Type) -> Type {
    let shape = ty.as_memref().and_then(|memref| memref.shape.clone());
    Type::memref(shape.unwrap_or_default(), ty.element().clone())
}

/// Writes the types of the arguments and of what is returned into the type of the function.
fn retype(module: &mut Module, function: OpId, block: BlockId, end: OpId) {
    let of = |values: &[ValueId]| values.iter().map(|v| module.ty(*v).clone()).collect();
    let ty = FunctionType {
        inputs: of(&module.block(block).arguments),
        results: of(&module.op(end).operands),
    };
    let data = module.op_mut(function);
    data.set_attribute("function_type", Attribute::Type(Type::Function(Arc::new(ty))));
    data.attributes.retain(|(name, _)| **name != *"res_attrs");
}
