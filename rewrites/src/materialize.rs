//! From a term, with its tile sizes chosen, back to the IR.
//!
//! Unrolled loops are copied out, vectorized ones become vector operations, and the cells that a
//! promoted loop accumulates into become its `iter_args`. Equal scalar values are computed once, as far
//! out as their operands allow.

mod cells;
mod emit;
mod mask;
mod memory;
mod range;

use std::fmt;

use egg::Id;
use ovolo_lang::ir::{Module, ValueId};
use rustc_hash::FxHashMap;

use crate::nest::{Choice, Nest};

/// Why a term has no form in the IR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotMaterialized {
    pub reason: String,
}

impl fmt::Display for NotMaterialized {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

type Result<T> = std::result::Result<T, NotMaterialized>;

fn refuse<T>(reason: impl Into<String>) -> Result<T> {
    Err(NotMaterialized {
        reason: reason.into(),
    })
}

/// The module with each nest replaced by its choice.
pub fn materialize(module: &Module, choices: &[(&Nest, &Choice)]) -> Result<Module> {
    let mut module = module.clone();
    let mut replaced = Vec::new();
    for (nest, choice) in choices {
        let mut nest = (*nest).clone();
        for value in nest.values.values_mut() {
            *value = replacement(&replaced, *value);
        }
        replaced.extend(replace(&mut module, &nest, choice)?);
    }
    Ok(module)
}

fn replacement(replaced: &[(ValueId, ValueId)], value: ValueId) -> ValueId {
    replaced
        .iter()
        .find(|(old, _)| *old == value)
        .map_or(value, |(_, new)| *new)
}

/// Puts the choice in the place of the nest and answers with what stands for the nest's results.
fn replace(module: &mut Module, nest: &Nest, choice: &Choice) -> Result<Vec<(ValueId, ValueId)>> {
    let Some(block) = module.op(nest.op).parent else {
        return refuse("the nest is in no block");
    };
    let ops = std::mem::take(&mut module.block_mut(block).ops);
    // What is between several nests stays before what becomes of them.
    let last = nest.others.last().unwrap_or(&nest.op);
    let Some(place) = ops.iter().position(|op| op == last) else {
        return refuse("the nest is not in its block");
    };
    let before = ops[..place].iter().copied();
    module.block_mut(block).ops = before
        .filter(|op| *op != nest.op && !nest.others.contains(op))
        .collect();
    let root = Id::from(choice.term.as_ref().len() - 1);
    let mut emitter = emit::Emitter::new(std::mem::take(module), nest, choice, block);
    emitter.statement(root)?;
    let results = emitter.results()?;
    emitter.free_arrays();
    *module = emitter.module;
    let new: FxHashMap<ValueId, ValueId> = results.iter().copied().collect();
    for &op in &ops[place + 1..] {
        module.attach(block, op);
        module.replace_uses(op, &new);
    }
    Ok(results)
}
