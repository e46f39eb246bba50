//! Operations that follow one another in a block as a function of their own, and a call in their place.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::apart::alone;
use crate::attribute::Attribute;
use crate::clone::{Mapping, mapped};
use crate::ir::{Module, NewOp, OpId, ValueDef, ValueId};
use crate::op::{OpCode, Trait};
use crate::types::{FunctionType, Type};

/// What operations use and make.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// Values from elsewhere, in the order of their first use. Sums of sizes and constants are not among them: those that they are
    /// made of are.
    pub arguments: Vec<ValueId>,
    /// Operations elsewhere that are computed again in the function: constants, sums of integers, comparisons, extents.
    again: Vec<OpId>,
    /// Results that are used elsewhere, in order.
    pub results: Vec<ValueId>,
}

/// Operations that are computed again. Arbitrary: more are no sum of sizes.
const MOST_AGAIN: usize = 100;

/// What some operations of a block, one after the other, use and make; `None` where one of them ends the block.
pub fn captured(module: &Module, ops: &[OpId]) -> Option<Captured> {
    let mut inside = FxHashSet::default();
    let mut blocks = FxHashSet::default();
    let mut all = Vec::new();
    for &op in ops {
        if module
            .op(op)
            .code()
            .is_some_and(|code| code.has_trait(Trait::Terminator))
        {
            return None;
        }
        module.walk(op, &mut |inner| {
            inside.insert(inner);
            all.push(inner);
            let regions = module.op(inner).regions.iter();
            blocks.extend(regions.flat_map(|&region| module.region(region).blocks.iter().copied()));
        });
    }
    let is_inside = |value: ValueId| match module.value(value).def {
        ValueDef::Result { op, .. } => inside.contains(&op),
        ValueDef::Argument { block, .. } => blocks.contains(&block),
    };
    let mut found = Captured::default();
    for &op in &all {
        for &operand in module.op(op).operands.iter().filter(|v| !is_inside(**v)) {
            capture(module, operand, &mut found);
        }
    }
    let function = module.function_around(*ops.first()?)?;
    let mut used = FxHashSet::default();
    module.walk(function, &mut |op| {
        if !inside.contains(&op) {
            used.extend(module.op(op).operands.iter().copied());
        }
    });
    let results = ops.iter().flat_map(|&op| module.op(op).results.iter().copied());
    found.results = results.filter(|value| used.contains(value)).collect();
    Some(found)
}

/// Takes a value as an argument, or computes it again of such.
fn capture(module: &Module, value: ValueId, found: &mut Captured) {
    if found.arguments.contains(&value) {
        return;
    }
    match module.defining_op(value).filter(|op| is_size(module, *op)) {
        Some(op) if found.again.contains(&op) => {}
        Some(op) if found.again.len() < MOST_AGAIN => {
            for &operand in &module.op(op).operands {
                capture(module, operand, found);
            }
            found.again.push(op);
        }
        _ => found.arguments.push(value),
    }
}

/// Whether an operation is a constant, an extent, sums integers, or compares one with a constant.
fn is_size(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    let is_constant = |value: &ValueId| {
        let op = module.defining_op(*value);
        op.is_some_and(|op| module.op(op).code() == Some(OpCode::Constant))
    };
    match data.code() {
        Some(
            OpCode::Constant
            | OpCode::IndexCast
            | OpCode::IndexCastUI
            | OpCode::AddI
            | OpCode::SubI
            | OpCode::AffineApply,
        ) => data.regions.is_empty(),
        // What is decided by sizes is understood where it is seen that it is.
        Some(OpCode::MulI | OpCode::CmpI) => data.operands.iter().any(is_constant),
        Some(OpCode::MemRefDim) => data.operands.last().is_some_and(is_constant),
        _ => false,
    }
}

/// A function that operations became, and the call of it.
#[derive(Clone, Copy, Debug)]
pub struct Outlined {
    pub function: OpId,
    pub call: OpId,
}

/// The attribute of functions that were C: elements of different types share no memory, other than with bytes (C17 6.5p7). It holds of
/// parts of a function too.
pub const STRICT_ALIASING: &str = "c.strict_aliasing";

/// Replaces operations of a block, which follow one another, by a call of a private function that has them. Arguments of it that share
/// memory with no other are marked `llvm.noalias`. `None`, and nothing done, where they cannot be such.
pub fn outline(module: &mut Module, ops: &[OpId], name: &str) -> Option<Outlined> {
    let captured = captured(module, ops)?;
    let block = module.op(*ops.first()?).parent?;
    let place = module
        .block(block)
        .ops
        .iter()
        .position(|op| Some(op) == ops.first())?;
    if module.block(block).ops.get(place..place + ops.len()) != Some(ops) {
        return None;
    }
    let types = |values: &[ValueId]| -> Vec<Type> { values.iter().map(|v| module.ty(*v).clone()).collect() };
    let [inputs, outputs] = [&captured.arguments, &captured.results].map(|values| types(values));
    let alone = alone(module, ops[0], &captured.arguments);
    let ty = FunctionType {
        inputs: inputs.clone(),
        results: outputs.clone(),
    };
    let mut new = NewOp::new(OpCode::Func)
        .attribute("sym_name", Attribute::string(name))
        .attribute("function_type", Attribute::Type(Type::Function(Arc::new(ty))))
        .attribute("sym_visibility", Attribute::string("private"));
    new.span = module.op(ops[0]).span;
    let around = module.function_around(ops[0]).map(|function| module.op(function));
    if let Some(value) = around.and_then(|op| op.attribute(STRICT_ALIASING)) {
        new = new.attribute(STRICT_ALIASING, value.clone());
    }
    let top = module.body();
    let function = module.append(top, new);
    let region = module.add_region(function);
    let body = module.add_block(region);
    let mut mapping = Mapping::default();
    for (&value, ty) in captured.arguments.iter().zip(inputs) {
        let name = module.value(value).name.clone();
        let argument = module.add_argument(body, ty, name);
        mapping.insert(value, argument);
    }
    for &op in captured.again.iter().chain(ops) {
        let copy = module.clone_op(op, &mut mapping);
        module.attach(body, copy);
    }
    let returned = captured.results.iter().map(|value| mapped(&mapping, *value));
    let end = NewOp::new(OpCode::Return).operands(returned.collect::<Vec<_>>());
    module.append(body, end);
    if !alone.is_empty() {
        module.op_mut(function).mark_noalias(alone);
    }

    let mut call = NewOp::new(OpCode::Call)
        .operands(captured.arguments.iter().copied())
        .attribute("callee", Attribute::symbol(name));
    call.result_types.extend(outputs);
    call.span = module.op(ops[0]).span;
    let call = module.create(call);
    let results = module.op(call).results.clone();
    for (&old, &new) in captured.results.iter().zip(&results) {
        module.value_mut(new).name = module.value(old).name.clone();
    }
    let others = module.block(block).ops.clone();
    let (before, after) = (&others[..place], &others[place + ops.len()..]);
    module.block_mut(block).ops = before.to_vec();
    module.attach(block, call);
    module.block_mut(block).ops.extend(after);
    let replaced: FxHashMap<ValueId, ValueId> = captured.results.into_iter().zip(results).collect();
    module.replace_uses(module.function_around(call)?, &replaced);
    Some(Outlined { function, call })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse_module;
    use crate::print::print_module;

    const NEST: &str = "func.func @f(%n: i32, %a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32>, %c: i1) {
        %two = arith.constant 2 : index
        %size = arith.index_cast %n : i32 to index
        %half = arith.divsi %size, %two : index
        %last = arith.addi %half, %two : index
        %t = memref.alloc() : memref<f32>
        scf.if %c {
          %s = arith.constant 0.0 : f32
          %sum = affine.for %i = 0 to %last iter_args(%x = %s) -> (f32) {
            %v = affine.load %a[%i] : memref<?xf32>
            %y = arith.addf %x, %v : f32
            affine.yield %y : f32
          }
          affine.store %sum, %t[] : memref<f32>
          affine.store %sum, %b[0] : memref<?xf32>
        }
        return
      }";

    fn loop_of(module: &Module) -> OpId {
        let mut found = None;
        module.walk(module.top(), &mut |op| {
            if module.op(op).code() == Some(OpCode::AffineFor) {
                found = Some(op);
            }
        });
        found.unwrap()
    }

    #[test]
    fn a_loop_becomes_a_function_of_what_it_uses() {
        let mut module = parse_module(NEST).unwrap();
        let nest = loop_of(&module);
        outline(&mut module, &[nest], "g").unwrap();
        let text = print_module(&module);
        assert!(
            text.contains("func.func private @g(%half: index, %a: memref<?xf32> {llvm.noalias}) -> f32"),
            "{text}"
        );
        assert!(
            text.contains("%sum = func.call @g(%half, %a) : (index, memref<?xf32>) -> f32"),
            "{text}"
        );
        parse_module(&text).unwrap();
    }

    #[test]
    fn memory_of_two_names_is_not_alone() {
        let mut module = parse_module(
            "func.func @f(%a: memref<8xf32> {llvm.noalias}) {
               %v = memref.cast %a : memref<8xf32> to memref<?xf32>
               affine.for %i = 0 to 8 {
                 %x = affine.load %a[%i] : memref<8xf32>
                 affine.store %x, %v[%i] : memref<?xf32>
               }
               return
             }",
        )
        .unwrap();
        let nest = loop_of(&module);
        outline(&mut module, &[nest], "g").unwrap();
        assert!(!print_module(&module).contains("@g(%a: memref<8xf32> {"));
    }
}
