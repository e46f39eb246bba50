//! Accesses in which branches end: stores to one element become one store behind the branches, of the value of the one that was
//! taken, which LLVM makes a choice of, and vectors of the loop around it. It does so itself only where two branches meet, and
//! not inside of others. And branches of which LLVM would make one access to either of two arrays.

use ovolo_lang::ir::{BlockId, Module, NewOp, OpId, ValueId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::types::Type;
use rustc_hash::FxHashSet;

/// The module with one store in the place of those in which both branches of a condition end; `None` where there are none.
pub(crate) fn with_joined_stores(module: &Module) -> Option<Module> {
    let mut conditions = Vec::new();
    module.walk(module.top(), &mut |op| {
        if matches!(module.op(op).code(), Some(OpCode::ScfIf | OpCode::AffineIf)) {
            conditions.push(op);
        }
    });
    let may_join = |op: &&OpId| last_stores(module, **op).is_some();
    conditions.iter().rev().find(may_join)?;
    let mut joined = module.clone();
    // What stands inside comes first: an inner condition may become one in which its branch ends with a store.
    for &op in conditions.iter().rev() {
        while let Some(stores) = last_stores(&joined, op) {
            join(&mut joined, op, stores);
        }
    }
    Some(joined)
}

/// The stores to one element, or one row, in which both branches of a condition end.
fn last_stores(module: &Module, op: OpId) -> Option<[OpId; 2]> {
    let last = |region: usize| {
        let ops = &module.block(module.single_block(op, region)?).ops;
        let is_end = |op: &OpId| is_terminator(module, *op);
        let store = ops.iter().rev().copied().find(|op| !is_end(op))?;
        let code = module.op(store).code();
        matches!(code, Some(OpCode::AffineStore | OpCode::MemRefStore)).then_some(store)
    };
    let stores = [last(0)?, last(1)?];
    let [a, b] = stores.map(|store| module.op(store));
    let are_alike = a.code() == b.code()
        && a.attributes == b.attributes
        && a.operands[1..] == b.operands[1..]
        && module.ty(a.operands[0]) == module.ty(b.operands[0]);
    are_alike.then_some(stores)
}

fn is_terminator(module: &Module, op: OpId) -> bool {
    module
        .op(op)
        .code()
        .is_some_and(|code| code.has_trait(Trait::Terminator))
}

fn join(module: &mut Module, op: OpId, stores: [OpId; 2]) {
    let yields = match module.op(op).code() {
        Some(OpCode::AffineIf) => OpCode::AffineYield,
        _ => OpCode::ScfYield,
    };
    for store in stores {
        let value = module.op(store).operands[0];
        let Some(block) = module.op(store).parent else {
            return;
        };
        module.block_mut(block).ops.retain(|op| *op != store);
        match module
            .block(block)
            .ops
            .last()
            .filter(|op| is_terminator(module, **op))
        {
            Some(&end) => module.op_mut(end).operands.push(value),
            None => {
                module.append(block, NewOp::new(yields).operands([value]));
            }
        }
    }
    let [store, _] = stores;
    let ty = module.ty(module.op(store).operands[0]).clone();
    let result = module.add_result(op, ty);
    module.op_mut(store).operands[0] = result;
    let Some(block) = module.op(op).parent else { return };
    module.op_mut(store).parent = Some(block);
    let ops = &mut module.block_mut(block).ops;
    let place = ops
        .iter()
        .position(|other| *other == op)
        .map_or(ops.len(), |place| place + 1);
    ops.insert(place, store);
}

/// The arrays that operations load from alone, and those with which they do anything else.
#[derive(Default)]
struct Accessed {
    loaded: FxHashSet<ValueId>,
    other: FxHashSet<ValueId>,
}

/// Whether two branches that meet access different arrays of elements of one type, of which one is written: regions of an
/// operation, or blocks of a region. Memory of two names counts as two arrays, and any use but a load as a store.
pub(crate) fn may_join_arrays(module: &Module) -> bool {
    let mut all = Accessed::default();
    let mut branching = Vec::new();
    module.walk(module.top(), &mut |op| {
        all.add(module, op);
        let regions = &module.op(op).regions;
        let blocks = regions
            .iter()
            .map(|&region| module.region(region).blocks.as_slice());
        // Functions never meet.
        if op != module.top() && blocks.clone().map(<[BlockId]>::len).sum::<usize>() > 1 {
            branching.push(op);
        }
    });
    branching.into_iter().any(|op| may_join(module, op, &all.other))
}

fn may_join(module: &Module, op: OpId, written: &FxHashSet<ValueId>) -> bool {
    let regions = &module.op(op).regions;
    let blocks = regions
        .iter()
        .map(|&region| module.region(region).blocks.as_slice());
    let branches: Vec<Accessed> = match regions.len() {
        1 => blocks
            .flatten()
            .map(|&block| Accessed::of(module, &[block]))
            .collect(),
        _ => blocks.map(|blocks| Accessed::of(module, blocks)).collect(),
    };
    let element = |value: ValueId| match module.ty(value) {
        Type::MemRef(memref) => Some(&memref.element),
        _ => None,
    };
    let are_apart = |[a, b]: [ValueId; 2]| a != b && element(a) == element(b);
    branches.iter().enumerate().any(|(n, branch)| {
        branches[n + 1..].iter().any(|next| {
            let pairs = |a: &FxHashSet<ValueId>, b: &FxHashSet<ValueId>| {
                let all = a.iter().flat_map(|&a| b.iter().map(move |&b| [a, b]));
                all.filter(|pair| are_apart(*pair)).collect::<Vec<_>>()
            };
            let loads = pairs(&branch.loaded, &next.loaded);
            !pairs(&branch.other, &next.other).is_empty()
                || loads
                    .iter()
                    .any(|pair| pair.iter().any(|array| written.contains(array)))
        })
    })
}

impl Accessed {
    /// What is accessed by the operations of blocks, and inside of them.
    fn of(module: &Module, blocks: &[BlockId]) -> Accessed {
        let mut found = Accessed::default();
        for &block in blocks {
            for &op in &module.block(block).ops {
                module.walk(op, &mut |inside| found.add(module, inside));
            }
        }
        found
    }

    fn add(&mut self, module: &Module, op: OpId) {
        let op = module.op(op);
        let is_load = matches!(
            op.code(),
            Some(
                OpCode::MemRefLoad
                    | OpCode::AffineLoad
                    | OpCode::AffineVectorLoad
                    | OpCode::VectorLoad
                    | OpCode::VectorMaskedLoad
                    | OpCode::VectorTransferRead
                    | OpCode::MemRefDim
            )
        );
        let arrays = op.operands.iter().copied();
        let arrays = arrays.filter(|value| matches!(module.ty(*value), Type::MemRef(_)));
        match is_load {
            true => self.loaded.extend(arrays),
            false => self.other.extend(arrays),
        }
    }
}
