//! What needs no algebra: operations on constants, on poison, and repeated ones.

use std::collections::hash_map::Entry;

use ovolo_lang::attribute::{Attribute, NamedAttribute};
use ovolo_lang::ir::{BlockId, Module, NewOp, Op, OpId, OpName, ValueDef, ValueId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::types::Type;
use rustc_hash::FxHashMap;

use super::constants::{Lanes, attribute, constant, folded};
use crate::simplify::substitute::Substitution;

/// Folds operations on constants and on poison, and leaves one of several that are the same in a block. Whether
/// something changed.
pub fn tidy(module: &mut Module) -> bool {
    let mut blocks = Vec::new();
    module.walk(module.top(), &mut |op| {
        let regions = &module.op(op).regions;
        blocks.extend(
            regions
                .iter()
                .flat_map(|&r| module.region(r).blocks.iter().copied()),
        );
    });
    let mut substitution = Substitution::default();
    for block in blocks {
        tidy_block(module, block, &mut substitution);
    }
    substitution.apply(module)
}

/// An operation without effects by all that it is made of.
type Key = (OpName, Vec<ValueId>, Vec<NamedAttribute>, Vec<Type>);

fn tidy_block(module: &mut Module, block: BlockId, substitution: &mut Substitution) {
    let mut seen: FxHashMap<Key, OpId> = FxHashMap::default();
    for op in module.block(block).ops.clone() {
        substitution.apply_to(module, op);
        let data = module.op(op);
        let Some(code) = data.code() else { continue };
        let is_scalar = [
            "arith.",
            "math.",
            "vector.splat",
            "vector.broadcast",
            "tensor.splat",
        ];
        let is_scalar = is_scalar.iter().any(|start| code.name().starts_with(start));
        if !is_scalar || !code.has_trait(Trait::Pure) || !data.regions.is_empty() {
            continue;
        }
        if let Some(values) = simpler(module, op, code) {
            let results = module.op(op).results.clone();
            substitution.extend(results.into_iter().zip(values));
            continue;
        }
        let data = module.op(op);
        let key = (
            data.name.clone(),
            data.operands.to_vec(),
            data.attributes.clone(),
            data.results.iter().map(|&r| module.ty(r).clone()).collect(),
        );
        match seen.entry(key) {
            Entry::Vacant(slot) => drop(slot.insert(op)),
            Entry::Occupied(first) => {
                let first = &module.op(*first.get()).results;
                substitution.extend(data.results.iter().copied().zip(first.iter().copied()));
            }
        }
    }
}

/// Values that the results of the operation may give way to.
fn simpler(module: &mut Module, op: OpId, code: OpCode) -> Option<Vec<ValueId>> {
    let data = module.op(op).clone();
    let constants = folded(module, &data)
        .or_else(|| repeated(module, op, code))
        .or_else(|| of_no_bits(module, &data));
    if let Some(attributes) = constants {
        let types: Vec<Type> = data.results.iter().map(|&r| module.ty(r).clone()).collect();
        let values = types.into_iter().zip(attributes).map(|(ty, attribute)| {
            let constant = NewOp::new(OpCode::Constant).attribute("value", attribute);
            insert_before(module, op, constant.result(ty))
        });
        return Some(values.collect());
    }
    if let Some(value) = cast_back(module, &data) {
        return Some(vec![value]);
    }
    if code == OpCode::Select {
        return chosen(module, &data.operands).map(|value| vec![value]);
    }
    let is_lanewise = code.has_trait(Trait::Elementwise) && code.name().starts_with("arith.");
    if is_lanewise && data.operands.iter().any(|&operand| is_poison(module, operand)) {
        let types: Vec<Type> = data.results.iter().map(|&r| module.ty(r).clone()).collect();
        let poison = OpCode::from_name("ub.poison")?;
        let values = types.into_iter().map(|ty| {
            let value = Attribute::Opaque("#ub.poison".into());
            let new = NewOp::new(poison).attribute("value", value).result(ty);
            insert_before(module, op, new)
        });
        return Some(values.collect());
    }
    None
}

/// What a cast to the type that a value had before other casts of the same bits comes to; or of a float that was made
/// narrower, where both casts may be left out.
fn cast_back(module: &Module, op: &Op) -> Option<ValueId> {
    let ([operand], [result]) = (&op.operands[..], &op.results[..]) else {
        return None;
    };
    let defining = |value| module.defining_op(value).map(|op| module.op(op));
    let mut source = *operand;
    match op.code()? {
        OpCode::Bitcast => {
            while let Some(other) = defining(source).filter(|other| other.code() == Some(OpCode::Bitcast)) {
                source = *other.operands.first()?;
            }
        }
        OpCode::ExtF => {
            let truncation = defining(source).filter(|other| other.code() == Some(OpCode::TruncF))?;
            let is_free = truncation.fast_math().contract && op.fast_math().contract;
            source = *truncation.operands.first().filter(|_| is_free)?;
        }
        _ => return None,
    }
    (module.ty(source) == module.ty(*result)).then_some(source)
}

/// The one of two values that a choice comes to: of a constant condition, of a poison value and another, or of two that
/// are the same.
fn chosen(module: &Module, operands: &[ValueId]) -> Option<ValueId> {
    let &[condition, a, b] = operands else {
        return None;
    };
    match constant(module, condition) {
        Some(Lanes::Splat(0)) => Some(b),
        Some(Lanes::Splat(_)) => Some(a),
        _ if a == b || is_poison(module, b) => Some(a),
        _ if is_poison(module, a) => Some(b),
        _ => None,
    }
}

fn is_poison(module: &Module, value: ValueId) -> bool {
    match module.value(value).def {
        ValueDef::Result { op, .. } => module.op(op).name.as_str() == "ub.poison",
        ValueDef::Argument { .. } => false,
    }
}

/// Zeros, where all results are integers without bits, which have no other value.
fn of_no_bits(module: &Module, op: &Op) -> Option<Vec<Attribute>> {
    let zero = |&result: &ValueId| {
        let ty = module.ty(result);
        let is_empty = matches!(ty.element(), Type::Integer(integer) if integer.width == 0);
        attribute(ty, &Lanes::Splat(0)).filter(|_| is_empty && op.code() != Some(OpCode::Constant))
    };
    op.results.iter().map(zero).collect()
}

/// The constant that a constant scalar in every lane is.
fn repeated(module: &Module, op: OpId, code: OpCode) -> Option<Vec<Attribute>> {
    if !matches!(code.name(), "vector.splat" | "vector.broadcast" | "tensor.splat") {
        return None;
    }
    let data = module.op(op);
    let ([value], [result]) = (&data.operands[..], &data.results[..]) else {
        return None;
    };
    match constant(module, *value)? {
        lanes @ Lanes::Splat(_) => attribute(module.ty(*result), &lanes).map(|a| vec![a]),
        Lanes::Each(_) => None,
    }
}

/// Puts a new operation with one result before another.
pub fn insert_before(module: &mut Module, op: OpId, new: NewOp) -> ValueId {
    let made = place_before(module, op, new);
    module.op(made).results[0]
}

/// Puts a new operation before another.
pub fn place_before(module: &mut Module, op: OpId, new: NewOp) -> OpId {
    let block = module.op(op).parent.expect("the operation is in a block");
    let made = module.create(new);
    module.op_mut(made).parent = Some(block);
    let ops = &mut module.block_mut(block).ops;
    let at = ops.iter().position(|&o| o == op).unwrap_or(ops.len());
    ops.insert(at, made);
    made
}
