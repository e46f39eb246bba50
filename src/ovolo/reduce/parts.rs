//! A program without some of its parts.

use std::collections::BTreeSet;

use ovolo_lang::attribute::{Attribute, FloatValue};
use ovolo_lang::ir::{BlockId, Module, NewOp, OpId, ValueDef, ValueId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::types::{FunctionType, Type};

/// The operations below the module, in the order of the text.
pub(super) fn all(module: &Module) -> Vec<OpId> {
    let mut all = Vec::new();
    module.walk(module.top(), &mut |op| all.push(op));
    all.remove(0);
    all
}

fn is_terminator(module: &Module, op: OpId) -> bool {
    let code = module.op(op).code();
    !module.op(op).successors.is_empty() || code.is_some_and(|code| code.has_trait(Trait::Terminator))
}

/// The operations that may be left out, the last one first: nobody uses the results of the last.
pub(super) fn removable(module: &Module) -> Vec<OpId> {
    let mut found = all(module);
    found.retain(|&op| !is_terminator(module, op));
    found.reverse();
    found
}

/// Leaves out operations. Who uses a result gets another value of its type: whether there is one.
pub(super) fn remove(module: &mut Module, ops: &[OpId]) -> bool {
    let mut left_out = BTreeSet::new();
    for &op in ops {
        module.walk(op, &mut |inner| {
            left_out.insert(inner);
        });
    }
    let used: BTreeSet<ValueId> = all(module)
        .into_iter()
        .filter(|op| !left_out.contains(op))
        .flat_map(|op| module.op(op).operands.to_vec())
        .collect();
    for &op in ops {
        for result in module.op(op).results.clone() {
            if used.contains(&result) {
                let Some(other) = another(module, op, result, &left_out) else {
                    return false;
                };
                replace(module, result, other);
            }
        }
    }
    for &op in ops {
        detach(module, op);
    }
    true
}

/// Leaves out an operation of one result, with the operand of a number that has its type in its place.
pub(super) fn operand_instead(module: &mut Module, op: OpId, number: usize) -> Option<()> {
    let &[result] = module.op(op).results.as_slice() else {
        return None;
    };
    let operands = module.op(op).operands.iter().copied();
    let alike = operands.filter(|&operand| module.ty(operand) == module.ty(result));
    let operand = alike.into_iter().nth(number)?;
    replace(module, result, operand);
    detach(module, op);
    Some(())
}

fn detach(module: &mut Module, op: OpId) {
    if let Some(block) = module.op(op).parent {
        module.block_mut(block).ops.retain(|&other| other != op);
    }
}

fn replace(module: &mut Module, value: ValueId, by: ValueId) {
    for op in all(module) {
        for operand in &mut module.op_mut(op).operands {
            if *operand == value {
                *operand = by;
            }
        }
    }
}

/// A value that may stand for the result of an operation: an operand of it, an argument of a block around it, a
/// constant before it, or zero.
fn another(module: &mut Module, op: OpId, result: ValueId, left_out: &BTreeSet<OpId>) -> Option<ValueId> {
    let ty = module.ty(result).clone();
    let stays = |value: ValueId| {
        value != result
            && *module.ty(value) == ty
            && module.defining_op(value).is_none_or(|op| !left_out.contains(&op))
    };
    let operands = module.op(op).operands.iter().copied();
    if let Some(known) = operands.clone().find(|&value| stays(value)) {
        return Some(known);
    }
    let mut around = module.op(op).parent;
    while let Some(block) = around {
        let arguments = module.block(block).arguments.iter().copied();
        if let Some(known) = arguments.into_iter().find(|&value| stays(value)) {
            return Some(known);
        }
        around = module.block_parent_op(block).and_then(|op| module.op(op).parent);
    }
    let parent = module.op(op).parent?;
    let place = module.block(parent).ops.iter().position(|&other| other == op)?;
    let constants = module.block(parent).ops[..place].iter();
    let constants = constants.filter(|&&other| module.op(other).code() == Some(OpCode::Constant));
    match constants
        .map(|&other| module.op(other).results[0])
        .find(|&value| stays(value))
    {
        Some(known) => Some(known),
        None => zero(module, parent, place, &ty),
    }
}

/// A constant before the operation at a place of a block.
fn zero(module: &mut Module, block: BlockId, place: usize, ty: &Type) -> Option<ValueId> {
    let value = match ty {
        Type::Index | Type::Integer(_) => Attribute::integer(0, ty.clone()),
        Type::Float(kind) => Attribute::Float(FloatValue { kind: *kind, bits: 0 }),
        _ => return None,
    };
    let constant = NewOp::new(OpCode::Constant)
        .result(ty.clone())
        .attribute("value", value);
    let value = module.append_value(block, constant);
    let ops = &mut module.block_mut(block).ops;
    let made = ops.pop()?;
    ops.insert(place, made);
    Some(value)
}

/// Puts what a region of an operation holds in the place of the operation: a loop runs once, with its variables at zero, and
/// of a condition one branch is left. `number` is the region.
pub(super) fn unwrapped(module: &mut Module, op: OpId, number: usize) -> Option<()> {
    let block = module.single_block(op, number)?;
    let parent = module.op(op).parent?;
    let outer = module.block_parent_op(parent)?;
    if outer == module.top() {
        return None;
    }
    let place = module.block(parent).ops.iter().position(|&other| other == op)?;
    let arguments = module.block(block).arguments.clone();
    let mut inner = std::mem::take(&mut module.block_mut(block).ops);
    let yielded = match inner.last() {
        Some(&last) if is_terminator(module, last) => {
            inner.pop();
            module.op(last).operands.to_vec()
        }
        _ => Vec::new(),
    };
    let results = module.op(op).results.to_vec();
    let operands = module.op(op).operands.to_vec();
    // What iterations hand on comes last, in the arguments and in the operands.
    let carried = results.len().min(arguments.len()).min(operands.len());
    for (n, &argument) in arguments.iter().enumerate() {
        let from_end = arguments.len() - n;
        let start = (from_end <= carried).then(|| operands[operands.len() - from_end]);
        let ty = module.ty(argument).clone();
        let start = start.filter(|&value| *module.ty(value) == ty);
        let value = match start {
            Some(value) => value,
            None => zero(module, parent, place, &ty)?,
        };
        replace_in(module, &inner, argument, value);
    }
    for &moved in &inner {
        module.op_mut(moved).parent = Some(parent);
    }
    // The constants are before the operation.
    let place = module.block(parent).ops.iter().position(|&other| other == op)?;
    module.block_mut(parent).ops.splice(place..=place, inner);
    for (n, &result) in results.iter().enumerate() {
        let from_end = results.len() - n;
        let value = yielded.len().checked_sub(from_end).map(|at| yielded[at])?;
        replace(module, result, value);
    }
    Some(())
}

fn replace_in(module: &mut Module, ops: &[OpId], value: ValueId, by: ValueId) {
    let mut inside = Vec::new();
    for &op in ops {
        module.walk(op, &mut |op| inside.push(op));
    }
    for op in inside {
        for operand in &mut module.op_mut(op).operands {
            if *operand == value {
                *operand = by;
            }
        }
    }
}

/// Leaves out the attribute of a number.
pub(super) fn without_attribute(module: &mut Module, op: OpId, number: usize) -> Option<()> {
    let attributes = &mut module.op_mut(op).attributes;
    (number < attributes.len()).then(|| {
        attributes.remove(number);
    })
}

fn function_type(module: &Module, function: OpId) -> Option<FunctionType> {
    match module
        .op(function)
        .attribute("function_type")
        .and_then(Attribute::as_type)
    {
        Some(Type::Function(ty)) if module.op(function).code() == Some(OpCode::Func) => Some((**ty).clone()),
        _ => None,
    }
}

fn set_function_type(module: &mut Module, function: OpId, ty: FunctionType) {
    let ty = Attribute::Type(Type::Function(ty.into()));
    module.op_mut(function).set_attribute("function_type", ty);
}

/// Leaves out an argument of a function that nothing in it uses.
pub(super) fn without_argument(module: &mut Module, function: OpId, number: usize) -> Option<()> {
    let mut ty = function_type(module, function)?;
    if number >= ty.inputs.len() {
        return None;
    }
    ty.inputs.remove(number);
    let entry = module.op(function).regions.first().copied();
    if let Some(block) = entry.and_then(|region| module.region(region).blocks.first().copied()) {
        module.block_mut(block).arguments.remove(number);
        for (index, argument) in module.block(block).arguments.clone().into_iter().enumerate() {
            let index = index as u32;
            module.value_mut(argument).def = ValueDef::Argument { block, index };
        }
    }
    set_function_type(module, function, ty);
    if let Some(Attribute::Array(list)) = module.op(function).attribute("arg_attrs") {
        let mut list = list.to_vec();
        if number < list.len() {
            list.remove(number);
        }
        module
            .op_mut(function)
            .set_attribute("arg_attrs", Attribute::array(list));
    }
    Some(())
}

/// Leaves out a result of a function.
pub(super) fn without_result(module: &mut Module, function: OpId, number: usize) -> Option<()> {
    let mut ty = function_type(module, function)?;
    if number >= ty.results.len() {
        return None;
    }
    ty.results.remove(number);
    set_function_type(module, function, ty);
    let mut returns = Vec::new();
    module.walk(function, &mut |op| {
        if module.op(op).code() == Some(OpCode::Return) {
            returns.push(op);
        }
    });
    for op in returns {
        let operands = &mut module.op_mut(op).operands;
        if number < operands.len() {
            operands.remove(number);
        }
    }
    Some(())
}
