//! Programs made wrong on purpose: one small change to one operation.

use std::sync::Arc;

use ovolo_lang::affine::{AffineExpr, AffineMap, IntegerSet};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::op::OpCode;

/// A change to an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The loop starts or ends so much later, in every bound.
    Lower(i64),
    Upper(i64),
    StepTwice,
    /// The last subscript is so much greater.
    Shifted(i64),
    /// The operation is missing: a store, or a loop without results.
    Dropped,
    /// The loop carries the value it started an iteration with.
    NotCarried(usize),
    /// The loop's result is what it started with.
    NotWrittenBack(usize),
    /// The operation, a store or a loop without results, changes places with the one after it.
    Delayed,
    /// The operands the other way round.
    Swapped,
    /// What the condition compares with zero is so much greater.
    Condition(i64),
}

/// Every operation of the module that a mistake can be made in, with the mistake.
pub fn mistakes(module: &Module) -> Vec<(OpId, Mistake)> {
    let mut all = Vec::new();
    module.walk(module.top(), &mut |op| {
        let data = module.op(op);
        let is_last = |ops: &[OpId]| ops.len() < 2 || ops[ops.len() - 2..].contains(&op);
        let delayed: &[Mistake] = match data.parent {
            Some(block) if !is_last(&module.block(block).ops) => &[Mistake::Delayed],
            _ => &[],
        };
        let mut may = |mistakes: &[Mistake]| all.extend(mistakes.iter().map(|m| (op, *m)));
        match data.code() {
            Some(OpCode::AffineFor) => {
                may(&[
                    Mistake::Lower(1),
                    Mistake::Lower(-1),
                    Mistake::Upper(1),
                    Mistake::Upper(-1),
                ]);
                may(&[Mistake::StepTwice]);
                if data.results.is_empty() {
                    may(&[Mistake::Dropped]);
                    may(delayed);
                }
                for k in 0..data.results.len() {
                    may(&[Mistake::NotCarried(k), Mistake::NotWrittenBack(k)]);
                }
            }
            Some(OpCode::AffineIf) => {
                may(&[Mistake::Condition(1), Mistake::Condition(-1)]);
                if data.results.is_empty() {
                    may(&[Mistake::Dropped]);
                }
            }
            Some(OpCode::AffineStore | OpCode::AffineVectorStore) => {
                may(&[Mistake::Dropped]);
                may(delayed);
                if data.operands.len() > 2 {
                    may(&[Mistake::Shifted(1), Mistake::Shifted(-1)]);
                }
            }
            Some(OpCode::AffineLoad | OpCode::AffineVectorLoad) if data.operands.len() > 1 => {
                may(&[Mistake::Shifted(1), Mistake::Shifted(-1)]);
            }
            Some(OpCode::SubF | OpCode::SubI) => may(&[Mistake::Swapped]),
            _ => {}
        }
    });
    all
}

/// Makes the mistake.
pub fn make(module: &mut Module, op: OpId, mistake: Mistake) {
    match mistake {
        Mistake::Lower(by) => shift(module, op, "lowerBoundMap", by, true),
        Mistake::Upper(by) => shift(module, op, "upperBoundMap", by, true),
        Mistake::Shifted(by) => shift(module, op, "map", by, false),
        Mistake::StepTwice => {
            let step = module.op(op).attribute("step").and_then(Attribute::as_i64);
            let twice = Attribute::index(2 * step.unwrap_or(1));
            module.op_mut(op).set_attribute("step", twice);
        }
        Mistake::Dropped => {
            if let Some(block) = module.op(op).parent {
                module.block_mut(block).ops.retain(|&o| o != op);
            }
        }
        Mistake::Delayed => {
            if let Some(block) = module.op(op).parent {
                let ops = &mut module.block_mut(block).ops;
                if let Some(place) = ops.iter().position(|&o| o == op) {
                    ops.swap(place, place + 1);
                }
            }
        }
        Mistake::NotCarried(k) => {
            let Some(body) = module.single_block(op, 0) else {
                return;
            };
            let argument = module.block(body).arguments[k + 1];
            if let Some(&yields) = module.block(body).ops.last() {
                module.op_mut(yields).operands[k] = argument;
            }
        }
        Mistake::NotWrittenBack(k) => {
            let data = module.op(op);
            let first = data.operands.len() - data.results.len();
            let (init, result) = (data.operands[first + k], data.results[k]);
            let mut users = Vec::new();
            module.walk(module.top(), &mut |user| users.push(user));
            for user in users {
                for operand in &mut module.op_mut(user).operands {
                    if *operand == result {
                        *operand = init;
                    }
                }
            }
        }
        Mistake::Swapped => module.op_mut(op).operands.swap(0, 1),
        Mistake::Condition(by) => {
            let set = module
                .op(op)
                .attribute("condition")
                .and_then(Attribute::as_integer_set);
            let Some(mut set) = set.map(|set| IntegerSet::clone(set)) else {
                return;
            };
            for constraint in &mut set.constraints {
                constraint.expr = constraint.expr.clone() + AffineExpr::Constant(by);
            }
            let set = Attribute::IntegerSet(Arc::new(set));
            module.op_mut(op).set_attribute("condition", set);
        }
    }
}

/// Adds to every result of a map, or to the last.
fn shift(module: &mut Module, op: OpId, name: &str, by: i64, all: bool) {
    let Some(map) = module
        .op(op)
        .attribute(name)
        .and_then(Attribute::as_affine_map)
        .cloned()
    else {
        return;
    };
    let last = map.results.len().saturating_sub(1);
    let results = map.results.iter().enumerate().map(|(n, result)| {
        if all || n == last {
            result.clone() + AffineExpr::Constant(by)
        } else {
            result.clone()
        }
    });
    let shifted = AffineMap::new(map.num_dims, map.num_symbols, results.collect());
    module
        .op_mut(op)
        .set_attribute(name, Attribute::affine_map(shifted));
}
