//! Widening of induction variables (LLVM's `indvars` does the same): loops that count with integers of fixed width count with
//! indices, and `scf.while` that counts is an `scf.for`.
//!
//! The body gets its integer by a conversion of the index. What is computed of it is followed when the nest is lifted.

use ovolo_lang::attribute::Attribute;
use ovolo_lang::counted_while::CountedWhile;
use ovolo_lang::ir::{BlockId, Module, NewOp, OpId, OpName, ValueDef, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::lift::is_signed;

/// The module with the loops of a function widened; `None` where there is nothing to widen.
pub fn widened(module: &Module, function: OpId) -> Option<Module> {
    let mut loops = Vec::new();
    module.walk(function, &mut |op| {
        let is_wide = match module.op(op).code() {
            Some(OpCode::ScfWhile) => module.counted_while(op).is_some(),
            Some(OpCode::ScfFor) => {
                let ty = module.op(op).operands.first().map(|lower| module.ty(*lower));
                matches!(ty, Some(Type::Integer(ty)) if ty.width <= 64)
            }
            _ => false,
        };
        if is_wide {
            loops.push(op);
        }
    });
    let mut module = module.clone();
    let mut is_changed = false;
    for op in loops {
        is_changed |= match module.counted_while(op) {
            Some(counted) => from_while(&mut module, op, &counted),
            None => widen(&mut module, op),
        }
        .is_some();
    }
    is_changed.then_some(module)
}

/// Makes an `scf.while` that counts an `scf.for`.
fn from_while(module: &mut Module, op: OpId, counted: &CountedWhile) -> Option<()> {
    let &last = module.block(counted.body).ops.last()?;
    let step = constant_before(module, op, counted.step);
    let lower = index_before(module, op, counted.lower);
    let mut upper = index_before(module, op, counted.bound);
    if counted.includes_bound {
        let one = constant_before(module, op, 1);
        let sum = NewOp::new(OpCode::AddI)
            .operands([upper, one])
            .result(Type::Index);
        upper = insert_before(module, op, sum);
    }
    let data = module.op_mut(op);
    let mut operands = vec![lower, upper, step];
    let others = (0..data.operands.len()).filter(|&n| n != counted.place);
    operands.extend(others.map(|n| data.operands[n]));
    data.operands = operands.into_iter().collect();
    data.name = OpName::Known(OpCode::ScfFor);
    data.results.remove(counted.place);
    data.regions.remove(0);
    module.op_mut(last).operands.remove(counted.place);
    let arguments = &mut module.block_mut(counted.body).arguments;
    let counter = arguments.remove(counted.place);
    arguments.insert(0, counter);
    number_arguments(module, counted.body);
    number_results(module, op);
    count_with_index(module, counted.body)
}

/// Lets an `scf.for` over integers of fixed width count with indices.
fn widen(module: &mut Module, op: OpId) -> Option<()> {
    let body = module.single_block(op, 0)?;
    let &[lower, upper, step, ..] = module.op(op).operands.as_slice() else {
        return None;
    };
    for (place, bound) in [lower, upper, step].into_iter().enumerate() {
        let constant = module.defining_op(bound).map(|definition| module.op(definition));
        let constant = constant.filter(|definition| definition.code() == Some(OpCode::Constant));
        let bits = module.ty(bound).bit_width().unwrap_or_default();
        let value = constant.and_then(|constant| constant.attribute("value")?.as_i64());
        let index = match value.filter(|value| is_signed(*value, bits)) {
            Some(value) => constant_before(module, op, value),
            None => index_before(module, op, bound),
        };
        module.op_mut(op).operands[place] = index;
    }
    count_with_index(module, body)
}

/// Makes the first argument of a block an index, of which its users get the integer that it was.
fn count_with_index(module: &mut Module, body: BlockId) -> Option<()> {
    let counter = *module.block(body).arguments.first()?;
    let ty = module.ty(counter).clone();
    if ty == Type::Index {
        return Some(());
    }
    module.value_mut(counter).ty = Type::Index;
    let integer = module.create(NewOp::new(OpCode::IndexCast).operands([counter]).result(ty));
    let result = module.op(integer).results[0];
    let mut users = Vec::new();
    for &op in &module.block(body).ops {
        module.walk(op, &mut |inner| users.push(inner));
    }
    for user in users {
        for operand in module
            .op_mut(user)
            .operands
            .iter_mut()
            .filter(|operand| **operand == counter)
        {
            *operand = result;
        }
    }
    insert_at(module, body, 0, integer);
    Some(())
}

fn index_before(module: &mut Module, op: OpId, value: ValueId) -> ValueId {
    match module.ty(value) {
        Type::Index => value,
        _ => insert_before(
            module,
            op,
            NewOp::new(OpCode::IndexCast)
                .operands([value])
                .result(Type::Index),
        ),
    }
}

/// A constant before an operation.
pub(crate) fn constant_before(module: &mut Module, op: OpId, value: i64) -> ValueId {
    let constant = NewOp::new(OpCode::Constant)
        .attribute("value", Attribute::index(value))
        .result(Type::Index);
    insert_before(module, op, constant)
}

/// Makes an operation of one result before another and returns the result.
pub(crate) fn insert_before(module: &mut Module, op: OpId, new: NewOp) -> ValueId {
    let created = module.create(new);
    if let Some(block) = module.op(op).parent {
        let place = module
            .block(block)
            .ops
            .iter()
            .position(|&other| other == op)
            .unwrap_or(0);
        insert_at(module, block, place, created);
    }
    module.op(created).results[0]
}

fn insert_at(module: &mut Module, block: BlockId, place: usize, op: OpId) {
    module.op_mut(op).parent = Some(block);
    module.block_mut(block).ops.insert(place, op);
}

fn number_arguments(module: &mut Module, block: BlockId) {
    for (index, value) in (0..).zip(module.block(block).arguments.clone()) {
        module.value_mut(value).def = ValueDef::Argument { block, index };
    }
}

fn number_results(module: &mut Module, op: OpId) {
    for (index, value) in (0..).zip(module.op(op).results.clone()) {
        module.value_mut(value).def = ValueDef::Result { op, index };
    }
}
