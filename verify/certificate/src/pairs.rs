//! Pairs of functions that are compared, and what is seen of their arguments.

use std::collections::BTreeSet;

use ovolo_lang::ir::{Module, OpId, ValueDef, ValueId};
use ovolo_lang::op::{OpCode, Trait};

use super::function::Assumed;

/// Two functions to compare, each with its module.
pub type Pair = [(Module, OpId); 2];

/// Two functions to compare for sizes of which something holds.
#[derive(Clone)]
pub struct Branch {
    pub pair: Pair,
    pub assumed: Vec<Assumed>,
    /// Whether these are parts of the functions that are asked about, with other arguments.
    pub is_part: bool,
}

/// The arguments of which it is not seen that they are only read.
pub fn written(module: &Module, function: OpId) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    module.walk(function, &mut |id| {
        let op = module.op(id);
        let reads = matches!(
            op.code(),
            Some(
                OpCode::AffineLoad
                    | OpCode::AffineVectorLoad
                    | OpCode::MemRefLoad
                    | OpCode::VectorLoad
                    | OpCode::VectorMaskedLoad
                    | OpCode::MemRefDim
                    | OpCode::MemRefExtractAlignedPointer
            )
        );
        if !reads {
            found.extend(
                op.operands
                    .iter()
                    .filter_map(|&value| argument(module, function, value)),
            );
        }
    });
    found
}

/// The argument of a function that a value is, if it is one.
pub fn argument(module: &Module, function: OpId, value: ValueId) -> Option<usize> {
    match module.value(value).def {
        ValueDef::Argument { block, index } if module.single_block(function, 0) == Some(block) => {
            Some(index as usize)
        }
        _ => None,
    }
}

/// Leaves out operations without an effect whose results nobody uses.
pub fn drop_unused(module: &mut Module, function: OpId) {
    loop {
        let mut used = BTreeSet::new();
        let mut all = Vec::new();
        module.walk(function, &mut |id| {
            used.extend(module.op(id).operands.iter().copied());
            all.push(id);
        });
        let is_unused = |id: &OpId| {
            let op = module.op(*id);
            // A remainder by a positive constant is there for every dividend.
            let is_total = |code: OpCode| {
                let by = op.operands.get(1).and_then(|by| module.as_constant(*by));
                !code.has_trait(Trait::Partial) || code == OpCode::RemSI && by > Some(0)
            };
            let is_it =
                |code: OpCode| code.has_trait(Trait::Pure) && is_total(code) || code == OpCode::MemRefDim;
            op.code().is_some_and(is_it)
                && op.regions.is_empty()
                && !op.results.is_empty()
                && op.results.iter().all(|result| !used.contains(result))
        };
        let unused: Vec<OpId> = all.into_iter().filter(is_unused).collect();
        if unused.is_empty() {
            return;
        }
        for op in unused {
            if let Some(block) = module.op(op).parent {
                module.block_mut(block).ops.retain(|other| *other != op);
            }
        }
    }
}
