//! The order of straight-line code: copies of a statement operation by operation, where that takes fewer registers.
//!
//! Copies that stand one after the other hold what they read in common from the first to the last of them:
//!
//! ```text
//! c0 += a0 * b0; c0 += a1 * b1; …; c1 += a0 * d0; c1 += a1 * d1; …      a0, a1, … are held
//!   =>  c0 += a0 * b0; c1 += a0 * d0; …; c0 += a1 * b1; c1 += a1 * d1; …      one after the other
//! ```
//!
//! Compilers keep to the order that they are given where it takes too many registers, and spill.

use ovolo_lang::ir::ValueDef;
use rustc_hash::FxHashSet;

use super::*;

/// Values held at once that any machine has registers for: sixteen, of which operations need one or two themselves.
const FEW_HELD: usize = 14;

/// Operations of straight-line code that are ordered anew. Arbitrary: some hundred copies of a long statement.
const MOST_OPERATIONS: usize = 1024;

/// An operation of straight-line code.
struct Step {
    /// Those before it that it must stay behind.
    after: Vec<usize>,
    /// Operations on several values on the longest way to its result.
    level: usize,
    is_operation: bool,
}

impl Emitter<'_> {
    /// Appends a load of a cell of a memref.
    pub(super) fn loaded(&mut self, new: NewOp, memref: ValueId, cell: &Cell) -> ValueId {
        let value = self.append(self.frames.len() - 1, new);
        if let Some(op) = self.module.defining_op(value) {
            self.accesses(op, memref, cell);
        }
        value
    }

    /// Notes which cell an operation accesses in a memref.
    pub(super) fn accesses(&mut self, op: OpId, memref: ValueId, cell: &Cell) {
        self.accessed.insert(op, (memref, cell.clone()));
    }

    /// Orders the operations of the block at hand anew, between those that no other may pass.
    pub(super) fn in_lockstep(&mut self) {
        let block = self.frame().block;
        let ops = self.module.block(block).ops.to_vec();
        let mut ordered = Vec::with_capacity(ops.len());
        for part in ops.chunk_by(|&a, &b| self.may_pass(a) && self.may_pass(b)) {
            let held = self.most_held(block, part);
            let other = (held > FEW_HELD && part.len() <= MOST_OPERATIONS).then(|| self.by_level(part));
            let other = other.filter(|other| self.most_held(block, other) < held);
            ordered.extend(other.unwrap_or_else(|| part.to_vec()));
        }
        self.module.block_mut(block).ops = ordered;
    }

    /// Whether operations that do not depend on it may change places with an operation.
    fn may_pass(&self, op: OpId) -> bool {
        let data = self.module.op(op);
        let is_pure = data.code().is_some_and(|code| code.has_trait(Trait::Pure));
        data.regions.is_empty() && (is_pure || self.accessed.contains_key(&op))
    }

    fn is_store(&self, op: OpId) -> bool {
        self.module.op(op).results.is_empty()
    }

    /// Whether the order of two accesses matters.
    fn conflict(&self, a: OpId, b: OpId) -> bool {
        if !self.is_store(a) && !self.is_store(b) {
            return false;
        }
        let (Some((memref, cell)), Some((other_memref, other))) =
            (self.accessed.get(&a), self.accessed.get(&b))
        else {
            return false;
        };
        let is_one = memref == other_memref && cell.buffer != other.buffer;
        is_one || self.may_alias(cell, other)
    }

    /// What each operation waits for.
    fn steps(&self, part: &[OpId]) -> Vec<Step> {
        let mut places: FxHashMap<ValueId, usize> = FxHashMap::default();
        let mut accesses: Vec<usize> = Vec::new();
        let mut steps: Vec<Step> = Vec::new();
        for (place, &op) in part.iter().enumerate() {
            let data = self.module.op(op);
            let operands = data.operands.iter();
            let mut after: Vec<usize> = operands.filter_map(|value| places.get(value).copied()).collect();
            if self.accessed.contains_key(&op) {
                let before = accesses.iter().copied();
                after.extend(before.filter(|&before| self.conflict(part[before], op)));
                accesses.push(place);
            }
            let operands = data.operands.iter();
            let of_data = operands.filter(|&&operand| self.is_held(operand)).count();
            let is_operation = !self.accessed.contains_key(&op) && of_data > 1;
            let level = after.iter().map(|&before| steps[before].level).max().unwrap_or(0);
            steps.push(Step {
                after,
                level: level + usize::from(is_operation),
                is_operation,
            });
            places.extend(data.results.iter().map(|&result| (result, place)));
        }
        steps
    }

    /// Whether a value has a register of its own.
    fn is_held(&self, value: ValueId) -> bool {
        matches!(self.module.ty(value), Type::Vector(_) | Type::Float(_))
    }

    /// The operations in lockstep: those on several values by how many of them lead there, and what they need alone in front of the
    /// first of them.
    fn by_level(&self, part: &[OpId]) -> Vec<OpId> {
        let steps = self.steps(part);
        let given = 0..part.len();
        let is_anchor = |place: &usize| steps[*place].is_operation || self.is_store(part[*place]);
        let mut anchors: Vec<usize> = given.clone().filter(is_anchor).collect();
        anchors.sort_by_key(|&place| steps[place].level);
        let mut order = Vec::with_capacity(part.len());
        let mut is_placed = vec![false; part.len()];
        for place in anchors.into_iter().chain(given) {
            let mut waiting = vec![place];
            while let Some(&place) = waiting.last() {
                let missing = steps[place]
                    .after
                    .iter()
                    .copied()
                    .find(|&before| !is_placed[before]);
                match missing {
                    Some(before) => waiting.push(before),
                    None => {
                        waiting.pop();
                        if !std::mem::replace(&mut is_placed[place], true) {
                            order.push(part[place]);
                        }
                    }
                }
            }
        }
        order
    }

    /// How many values are held at once at most, arguments of the block among them.
    fn most_held(&self, block: BlockId, part: &[OpId]) -> usize {
        let mut last: FxHashMap<ValueId, usize> = FxHashMap::default();
        for (time, &op) in part.iter().enumerate() {
            for &operand in &self.module.op(op).operands {
                let is_own = match self.module.value(operand).def {
                    ValueDef::Argument { block: of, .. } => of == block,
                    ValueDef::Result { op, .. } => self.module.op(op).parent == Some(block),
                };
                if is_own && self.is_held(operand) {
                    last.insert(operand, time);
                }
            }
        }
        let made_here = part
            .iter()
            .flat_map(|&op| self.module.op(op).results.iter().copied());
        let made_here: FxHashSet<ValueId> = made_here.collect();
        let mut held = last.keys().filter(|value| !made_here.contains(value)).count();
        let mut most = held;
        let mut ends = vec![0usize; part.len()];
        last.values().for_each(|&time| ends[time] += 1);
        for (time, &op) in part.iter().enumerate() {
            let results = self.module.op(op).results.iter();
            held += results.filter(|&&result| self.is_held(result)).count();
            most = most.max(held);
            held -= ends[time];
        }
        most
    }
}
