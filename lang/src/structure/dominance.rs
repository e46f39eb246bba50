//! Every use is dominated by its definition.

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::ir::{BlockId, Module, OpId, RegionId, ValueDef, ValueId};
use crate::op::Trait;

pub fn check(module: &Module, diagnostics: &mut Vec<Diagnostic>) {
    let mut positions = FxHashMap::default();
    module.walk(module.top(), &mut |op| {
        for &region in &module.op(op).regions {
            for &block in &module.region(region).blocks {
                positions.extend(module.block(block).ops.iter().copied().zip(0u32..));
            }
        }
    });
    let mut dominance = Dominance {
        module,
        positions,
        trees: FxHashMap::default(),
    };
    module.walk(module.top(), &mut |op| {
        let operands = &module.op(op).operands;
        for (i, &operand) in operands.iter().enumerate() {
            if operands[..i].contains(&operand) {
                continue;
            }
            if let Some(reason) = dominance.violation(op, operand) {
                let value = module.value(operand);
                let name = match &value.name {
                    Some(name) => format!("`%{name}`"),
                    None => format!("operand {i}"),
                };
                let mut diagnostic = Diagnostic::new(module.op(op).span, format!("{name} {reason}"));
                if let Some(def) = module.defining_op(operand) {
                    diagnostic = diagnostic.note(module.op(def).span, "defined here");
                }
                diagnostics.push(diagnostic);
            }
        }
    });
}

struct Dominance<'m> {
    module: &'m Module,
    /// The place of each operation in its block.
    positions: FxHashMap<OpId, u32>,
    /// The immediate dominator of each block that the entry reaches, for regions of several blocks.
    trees: FxHashMap<RegionId, FxHashMap<BlockId, BlockId>>,
}

impl Dominance<'_> {
    /// What is wrong with the use; `None` when it is dominated.
    fn violation(&mut self, user: OpId, value: ValueId) -> Option<&'static str> {
        let module = self.module;
        let (block, def) = match module.value(value).def {
            ValueDef::Argument { block, .. } => (block, None),
            ValueDef::Result { op, .. } => match module.op(op).parent {
                Some(block) => (block, Some(op)),
                None => return Some("has no definition"),
            },
        };
        let region = module.block(block).parent?;
        let mut around = user;
        loop {
            let here = module.op(around).parent?;
            if here == block {
                let ordered = module.region(region).parent.is_some_and(|p| self.is_ordered(p));
                let dominated = match def {
                    None => true,
                    Some(def) => !ordered || self.positions.get(&def) < self.positions.get(&around),
                };
                return (!dominated).then_some("is used before its definition");
            }
            if module.block(here).parent == Some(region) {
                let ordered = module.region(region).parent.is_some_and(|p| self.is_ordered(p));
                let dominated = !ordered || self.dominates(region, block, here);
                return (!dominated).then_some("is not defined on every path to its use");
            }
            let outer = module.block_parent_op(here)?;
            if module
                .op(outer)
                .code()
                .is_some_and(|c| c.has_trait(Trait::Isolated))
            {
                return Some("is not visible here");
            }
            around = outer;
        }
    }

    /// Whether the blocks of the operation run in order: a module's do not, and of an unknown
    /// operation nothing is known.
    fn is_ordered(&self, op: OpId) -> bool {
        self.module
            .op(op)
            .code()
            .is_some_and(|code| !code.has_trait(Trait::GraphRegion))
    }

    fn dominates(&mut self, region: RegionId, a: BlockId, b: BlockId) -> bool {
        let module = self.module;
        let tree = self.trees.entry(region).or_insert_with(|| tree(module, region));
        let mut block = b;
        loop {
            if block == a {
                return true;
            }
            match tree.get(&block) {
                Some(&up) if up != block => block = up,
                Some(_) => return false,
                // What the entry does not reach is dominated by everything.
                None => return true,
            }
        }
    }
}

/// Immediate dominators by the algorithm of Cooper, Harvey and Kennedy; the entry is its own.
fn tree(module: &Module, region: RegionId) -> FxHashMap<BlockId, BlockId> {
    let blocks = &module.region(region).blocks;
    let Some(&entry) = blocks.first() else {
        return FxHashMap::default();
    };
    let successors = |block: BlockId| {
        let last = module.block(block).ops.last();
        last.map(|&op| module.op(op).successors.clone())
            .unwrap_or_default()
    };
    let mut postorder = Vec::new();
    let mut number: FxHashMap<BlockId, usize> = FxHashMap::default();
    let mut seen: FxHashMap<BlockId, ()> = FxHashMap::default();
    let mut stack = vec![(entry, 0)];
    seen.insert(entry, ());
    while let Some((block, next)) = stack.pop() {
        match successors(block).get(next) {
            Some(&target) => {
                stack.push((block, next + 1));
                if seen.insert(target, ()).is_none() {
                    stack.push((target, 0));
                }
            }
            None => {
                number.insert(block, postorder.len());
                postorder.push(block);
            }
        }
    }
    let mut predecessors: FxHashMap<BlockId, Vec<BlockId>> = FxHashMap::default();
    for &block in &postorder {
        for &target in &successors(block) {
            predecessors.entry(target).or_default().push(block);
        }
    }
    let mut idom = FxHashMap::default();
    idom.insert(entry, entry);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in postorder.iter().rev().filter(|&&b| b != entry) {
            let mut new: Option<BlockId> = None;
            for &p in predecessors.get(&block).into_iter().flatten() {
                if !idom.contains_key(&p) {
                    continue;
                }
                new = Some(match new {
                    None => p,
                    Some(other) => common(&idom, &number, p, other),
                });
            }
            if let Some(new) = new
                && idom.insert(block, new) != Some(new)
            {
                changed = true;
            }
        }
    }
    idom
}

fn common(
    idom: &FxHashMap<BlockId, BlockId>,
    number: &FxHashMap<BlockId, usize>,
    mut a: BlockId,
    mut b: BlockId,
) -> BlockId {
    while a != b {
        if number[&a] < number[&b] {
            a = idom[&a];
        } else {
            b = idom[&b];
        }
    }
    a
}
