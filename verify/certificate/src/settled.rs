//! Functions with conditions that have one value throughout a run, as two functions each: one for runs in which it holds, one for
//! others.
//!
//! A condition is settled where it is computed of arguments, constants, and cells of arguments that overlap no other and that
//! neither function writes. Two conditions are the same where they are computed in the same way. In a run in
//! which a condition holds a function does what the one does in which the first branch stands in the place of each `scf.if` on it.

use std::collections::BTreeSet;

use ovolo_lang::clone::Mapping;
use ovolo_lang::ir::{Module, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::pairs::{Branch, argument, drop_unused, written};

/// Operations that a condition is computed by. Arbitrary.
const MOST_OPERATIONS: usize = 32;

/// The two cases of the first settled condition of two functions.
pub fn split(case: &Branch) -> Option<[Branch; 2]> {
    let settled = Settled::of(case);
    let key = case.pair.iter().find_map(|(module, function)| {
        let choices = settled.choices(module, *function).into_iter();
        choices.map(|(_, key)| key).next()
    })?;
    let mut both = Vec::new();
    for region in 0..2 {
        let mut case = case.clone();
        for (module, function) in &mut case.pair {
            let choices = settled.choices(module, *function).into_iter();
            let own: Vec<OpId> = choices
                .filter(|(_, other)| *other == key)
                .map(|(op, _)| op)
                .collect();
            take(module, *function, &own, region)?;
        }
        both.push(case);
    }
    both.try_into().ok()
}

/// What conditions may be computed of.
struct Settled {
    /// The arguments that neither function writes, and that overlap no other.
    constant: BTreeSet<usize>,
    /// The integers that nothing but conditions is computed of: of others, which may be sizes, more is known than whether one
    /// condition holds.
    free: BTreeSet<usize>,
}

impl Settled {
    fn of(case: &Branch) -> Settled {
        let written: Vec<BTreeSet<usize>> = case.pair.iter().map(|(m, op)| written(m, *op)).collect();
        let (module, function) = &case.pair[0];
        let body = module.single_block(*function, 0);
        let arguments = body.map_or(0, |body| module.block(body).arguments.len());
        let is_constant = |n: &usize| {
            let mut functions = case.pair.iter();
            functions.all(|(m, op)| m.op(*op).is_noalias(*n)) && written.iter().all(|all| !all.contains(n))
        };
        let mut counted = BTreeSet::new();
        for (module, function) in &case.pair {
            module.walk(*function, &mut |id| {
                let op = module.op(id);
                if !matches!(op.code(), Some(OpCode::CmpI | OpCode::ScfIf)) {
                    let arguments = op.operands.iter().map(|v| argument(module, *function, *v));
                    counted.extend(arguments.flatten());
                }
            });
        }
        Settled {
            constant: (0..arguments).filter(is_constant).collect(),
            free: (0..arguments).filter(|n| !counted.contains(n)).collect(),
        }
    }

    /// The operations `scf.if` of a function on settled conditions, with how those are computed.
    fn choices(&self, module: &Module, function: OpId) -> Vec<(OpId, String)> {
        let mut found = Vec::new();
        module.walk(function, &mut |id| {
            let op = module.op(id);
            if let (Some(OpCode::ScfIf), &[condition]) = (op.code(), op.operands.as_slice()) {
                let key = self.key(module, function, condition, &mut MOST_OPERATIONS.clone());
                found.extend(key.map(|key| (id, key)));
            }
        });
        found
    }

    /// How a settled value is computed.
    fn key(&self, module: &Module, function: OpId, value: ValueId, left: &mut usize) -> Option<String> {
        *left = left.checked_sub(1)?;
        let ty = module.ty(value);
        if let Some(number) = argument(module, function, value) {
            let is_settled = match ty {
                Type::Integer(_) => self.free.contains(&number),
                other => other.is_float(),
            };
            return is_settled.then(|| format!("%{number}"));
        }
        let op = module.op(module.defining_op(value)?);
        let memory = || argument(module, function, *op.operands.first()?);
        let mut key = match op.code()? {
            code @ (OpCode::AffineLoad | OpCode::MemRefLoad) => {
                let memory = memory().filter(|number| self.constant.contains(number))?;
                format!("{} %{memory}", code.name())
            }
            code @ (OpCode::Constant
            | OpCode::CmpI
            | OpCode::CmpF
            | OpCode::AndI
            | OpCode::OrI
            | OpCode::XOrI
            | OpCode::ExtSI
            | OpCode::ExtUI) => code.name().to_string(),
            _ => return None,
        };
        let is_load = key.contains("load");
        let operands = &op.operands[usize::from(is_load)..];
        let is_constant = |value: &ValueId| {
            let code = module.defining_op(*value).and_then(|op| module.op(op).code());
            code == Some(OpCode::Constant)
        };
        if is_load && !operands.iter().all(is_constant) {
            return None;
        }
        for (name, attribute) in &op.attributes {
            key += &format!(" {name} = {attribute}");
        }
        for operand in operands {
            key += &format!(" ({})", self.key(module, function, *operand, left)?);
        }
        Some(format!("{key} : {ty}"))
    }
}

/// Puts one branch of each of some operations `scf.if` of a function in its place.
fn take(module: &mut Module, function: OpId, choices: &[OpId], region: usize) -> Option<()> {
    let mut outcomes = Mapping::default();
    for &choice in choices {
        let mut inside = match module.single_block(choice, region) {
            Some(branch) => std::mem::take(&mut module.block_mut(branch).ops),
            None => Vec::new(),
        };
        let mut yielded = Vec::new();
        if let Some(end) = inside.pop_if(|op| module.op(*op).code() == Some(OpCode::ScfYield)) {
            yielded.extend(module.op(end).operands.iter().copied());
        }
        let results = module.op(choice).results.clone();
        if results.len() != yielded.len() {
            return None;
        }
        outcomes.extend(results.into_iter().zip(yielded));
        let block = module.op(choice).parent?;
        inside
            .iter()
            .for_each(|&op| module.op_mut(op).parent = Some(block));
        let ops = &mut module.block_mut(block).ops;
        let place = ops.iter().position(|op| *op == choice)?;
        ops.splice(place..=place, inside);
    }
    let mut all = Vec::new();
    module.walk(function, &mut |op| all.push(op));
    for op in all {
        for operand in &mut module.op_mut(op).operands {
            // What a branch yields may be the result of another.
            while let Some(outcome) = outcomes.get(operand) {
                *operand = *outcome;
            }
        }
    }
    drop_unused(module, function);
    Some(())
}
