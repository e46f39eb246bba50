//! The nests of a function that stand inside of what is not understood.

use std::collections::{HashMap, HashSet};

use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{BlockId, Module, OpId, ValueId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::types::Type;

use super::{NotLifted, Surroundings, is_nest, lift_nest_wanting};

/// The nests of a function of which not all are understood.
#[derive(Clone, Debug, Default)]
pub struct InnerNests {
    /// The outermost that are understood, perhaps under conditions on sizes, in the order of the text. Those that follow one another in a
    /// block come together, with what is computed between them for them.
    pub found: Vec<Vec<OpId>>,
    /// Why others in which there is none are not.
    pub refused: Vec<NotLifted>,
}

/// The nests of a function; none where all are understood that stand at the top, with sizes that are its arguments.
pub fn inner_nests(module: &Module, function: OpId, fp: FpModel) -> InnerNests {
    let mut inner = Inner {
        module,
        surroundings: [false, true].map(|nests_become_functions| Surroundings {
            nests_become_functions,
            ..Surroundings::new(module, function, fp)
        }),
        users: HashMap::new(),
        nests: InnerNests::default(),
    };
    module.walk(function, &mut |op| {
        for &operand in &module.op(op).operands {
            inner.users.entry(operand).or_default().push(op);
        }
    });
    let is_understood = inner.regions(function);
    match is_understood {
        true => InnerNests::default(),
        false => inner.nests,
    }
}

/// The places of [`Inner::surroundings`].
const WHERE_IT_STANDS: usize = 0;
const AS_FUNCTION: usize = 1;

struct Inner<'m> {
    module: &'m Module,
    /// Of the nests as they stand, and as functions of their own.
    surroundings: [Surroundings; 2],
    users: HashMap<ValueId, Vec<OpId>>,
    nests: InnerNests,
}

impl Inner<'_> {
    /// Collects from the regions of an operation; whether each operation there that has regions is a nest that is understood.
    fn regions(&mut self, op: OpId) -> bool {
        let regions = self.module.op(op).regions.iter();
        let blocks: Vec<BlockId> = regions
            .flat_map(|&region| self.module.region(region).blocks.iter().copied())
            .collect();
        let mut are_understood = true;
        for block in blocks {
            are_understood &= self.block(block);
        }
        are_understood
    }

    fn block(&mut self, block: BlockId) -> bool {
        let mut is_understood = true;
        let mut run: Vec<OpId> = Vec::new();
        let mut between: Vec<OpId> = Vec::new();
        for &op in &self.module.block(block).ops {
            let data = self.module.op(op);
            let refused = self.refused(op, AS_FUNCTION);
            if is_nest(self.module, op) && refused.is_none() {
                is_understood &= self.refused(op, WHERE_IT_STANDS).is_none() && !self.has_read_size(op);
                if !between.iter().all(|part| self.is_only_for(*part, &between, op)) {
                    self.end(&mut run);
                    between.clear();
                }
                run.append(&mut between);
                run.push(op);
                continue;
            }
            let is_pure = data
                .code()
                .is_some_and(|code| code.has_trait(Trait::Pure) || code == OpCode::MemRefDim);
            if is_pure && data.regions.is_empty() {
                if !run.is_empty() {
                    between.push(op);
                }
                continue;
            }
            self.end(&mut run);
            between.clear();
            if !data.regions.is_empty() {
                is_understood = false;
                let known = (self.nests.found.len(), self.nests.refused.len());
                self.regions(op);
                if known == (self.nests.found.len(), self.nests.refused.len()) {
                    self.nests.refused.extend(refused);
                }
            }
        }
        self.end(&mut run);
        is_understood
    }

    fn end(&mut self, run: &mut Vec<OpId>) {
        if !run.is_empty() {
            self.nests.found.push(std::mem::take(run));
        }
    }

    /// Why a nest is not understood under any conditions on sizes; `None` of one that is, and of what is no nest.
    fn refused(&self, op: OpId, surroundings: usize) -> Option<NotLifted> {
        if !is_nest(self.module, op) {
            return None;
        }
        let mut wanted = Vec::new();
        let lifted = lift_nest_wanting(self.module, &self.surroundings[surroundings], &[op], &mut wanted);
        lifted.err().filter(|_| wanted.is_empty())
    }

    /// Whether a nest has indices from outside that are no arguments, nor computed of them. Of a function that the nest becomes they
    /// are arguments, of which conditions can be asked.
    fn has_read_size(&self, nest: OpId) -> bool {
        let module = self.module;
        let mut pending = Vec::new();
        module.walk(nest, &mut |op| {
            let operands = module.op(op).operands.iter().copied();
            pending.extend(operands.filter(|&value| *module.ty(value) == Type::Index));
        });
        let mut known = HashSet::new();
        while let Some(value) = pending.pop() {
            let Some(op) = module.defining_op(value).filter(|_| known.insert(value)) else {
                continue;
            };
            let mut around = std::iter::successors(Some(op), |&op| module.parent_op(op));
            if around.any(|op| op == nest) {
                continue;
            }
            let data = module.op(op);
            let is_computed = data
                .code()
                .is_some_and(|code| code.has_trait(Trait::Pure) || code == OpCode::MemRefDim);
            if !is_computed {
                return true;
            }
            pending.extend(data.operands.iter().copied());
        }
        false
    }

    /// Whether what an operation computes is used in a nest and some others alone.
    fn is_only_for(&self, op: OpId, others: &[OpId], nest: OpId) -> bool {
        let is_inside = |user: &OpId| {
            let mut around = std::iter::successors(Some(*user), |&op| self.module.parent_op(op));
            around.any(|op| op == nest || others.contains(&op))
        };
        let results = self.module.op(op).results.iter();
        let mut users = results.filter_map(|value| self.users.get(value)).flatten();
        users.all(is_inside)
    }
}
