//! From an order of products to operations in the place of a chain.

use std::collections::BTreeSet;

use egg::RecExpr;
use ovolo_lang::ir::{BlockId, Module, NewOp, OpId, ValueId};
use ovolo_lang::op::OpCode;

use super::write::Writer;
use super::{Chain, Storage, Term};

/// Takes the products of a chain of the module in another order. `None` where the order is not one of its factors, or
/// an operation cannot be made: the module is then of no use.
pub fn rewrite(module: &mut Module, chain: &Chain, order: &RecExpr<Term>) -> Option<()> {
    let root = module.op(chain.root);
    let (block, span, target) = (root.parent?, root.span, *root.operands.last()?);
    let mut writer = Writer {
        module,
        storage: chain.storage,
        element: &chain.element,
        flags: chain.flags,
        extents: &chain.extents,
        span,
        ops: Vec::new(),
        buffers: Vec::new(),
    };
    let values: Vec<ValueId> = chain.factors.iter().map(|factor| factor.value).collect();
    let last = writer.order(chain, &values, order, target)?;
    let (mut made, buffers) = (writer.ops, writer.buffers);
    for buffer in buffers {
        made.push(module.create(NewOp::new(OpCode::MemRefDealloc).operands([buffer])));
    }
    for &op in &made {
        module.op_mut(op).parent = Some(block);
    }
    let at = module.block(block).ops.iter().position(|&op| op == chain.root)?;
    module.block_mut(block).ops.splice(at..=at, made);
    if let Some(&result) = module.op(chain.root).results.first() {
        let new = *module.op(last).results.first()?;
        replace(module, result, new);
    }
    sweep(module, chain, block);
    Some(())
}

/// Makes all users of a value use another one, which gets its name.
fn replace(module: &mut Module, old: ValueId, new: ValueId) {
    let name = module.value(old).name.clone();
    module.value_mut(new).name = name;
    let mut users: Vec<OpId> = Vec::new();
    module.walk(module.top(), &mut |op| {
        if module.op(op).operands.contains(&old) {
            users.push(op);
        }
    });
    for user in users {
        for operand in &mut module.op_mut(user).operands {
            if *operand == old {
                *operand = new;
            }
        }
    }
}

/// Erases the products of the old order, and what is only there for them.
fn sweep(module: &mut Module, chain: &Chain, block: BlockId) {
    let function = module.block_parent_op(block);
    let mut erased: BTreeSet<OpId> = BTreeSet::new();
    if chain.storage == Storage::Memrefs {
        erased.extend(&chain.inner);
    }
    loop {
        let mut used: BTreeSet<ValueId> = BTreeSet::new();
        module.walk(function.unwrap_or(chain.root), &mut |op| {
            if !erased.contains(&op) {
                used.extend(module.op(op).operands.iter().copied());
            }
        });
        let is_unused = |op: &&OpId| {
            let results = &module.op(**op).results;
            !erased.contains(op) && !results.is_empty() && results.iter().all(|r| !used.contains(r))
        };
        let unused: Vec<OpId> = chain.inner.iter().filter(is_unused).copied().collect();
        if unused.is_empty() {
            break;
        }
        erased.extend(unused);
    }
    // What made a tensor of zeros may stand in another block.
    let blocks: BTreeSet<BlockId> = erased
        .iter()
        .filter_map(|&op| module.op(op).parent)
        .chain([block])
        .collect();
    for block in blocks {
        module.block_mut(block).ops.retain(|op| !erased.contains(op));
    }
}
