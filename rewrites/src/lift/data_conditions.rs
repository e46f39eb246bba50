//! If-conversion: a condition on data becomes choices between values (Allen, Kennedy, Porterfield & Warren, "Conversion of control
//! dependence to data dependence", POPL 1983).
//!
//! What both branches store to the same element is one store of the value chosen. A store that stands in one branch alone
//! stores what is there where its condition does not hold. That is right for memory that the function made, and for an element
//! that is stored to around the condition too. Other memory may be read-only, or written by another thread meanwhile: there
//! nothing may be written (C11, 5.1.2.4), and what is emitted is a store under the condition again, of the lanes of a vector
//! in which it holds (`Nest::guarded`). What a branch loads is loaded whatever the condition where each such element is seen
//! to be there; of other memory (`Nest::partial`) what is emitted loads an element where the condition holds, lane by lane too.

use std::collections::BTreeSet;

use egg::{Id, Symbol};
use ovolo_lang::algebra::FastMath;
use ovolo_lang::ir::{BlockId, OpId, ValueId};
use ovolo_lang::op::{OpCode, Trait};

use super::{Lift, Lifted, Lifter};
use crate::linear::Linear;
use crate::nest::{BufferSource, is_loop};
use crate::term::{Node, Scalar, ScalarOp};

/// A place that both branches store to, and the value of each.
type StoredByBoth = (Symbol, Vec<Id>, [Id; 2]);

/// What a branch does, and what it yields.
type Branch = (Vec<Id>, Vec<Id>);

impl Lifter<'_> {
    /// Appends what both branches of a condition on data do.
    pub(super) fn if_by_data(
        &mut self,
        op: OpId,
        blocks: [Option<BlockId>; 2],
        statements: &mut Vec<Id>,
    ) -> Lifted<()> {
        let condition = self.module.op(op).operands[0];
        let mut holds = self.expression(condition, op)?;
        let has_loops = self.note_branches(op)?;
        let written = self.written_in(op)?;
        let reads = self.reads(holds);
        // What is asked once, with the one store there is, is asked before it.
        let is_asked_once = !has_loops && written.len() == 1 && self.module.op(op).results.is_empty();
        if !is_asked_once
            && reads
                .iter()
                .any(|read| written.iter().any(|write| self.may_alias(*read, *write)))
        {
            let aside = self.temporary(condition, "condition", op)?;
            statements.push(self.add(Node::Store(aside, [holds].into())));
            holds = self.load_of(aside);
        }
        let (lifts, gathers) = (self.lifts.len(), self.gathers.len());
        let [then, otherwise] = [self.branch_by_data(blocks[0])?, self.branch_by_data(blocks[1])?];
        self.note_partial(op, blocks, (lifts, gathers))?;
        self.append_both((op, lifts), holds, [then.0, otherwise.0], statements)?;
        let results = self.module.op(op).results.clone();
        for ((&result, then), otherwise) in results.iter().zip(then.1).zip(otherwise.1) {
            let chosen = self.chosen(result, op, [holds, then, otherwise])?;
            self.values.insert(result, chosen);
            if !self.reads(chosen).is_empty() {
                self.live.push(result);
            }
        }
        Ok(())
    }

    /// Whether there are loops. Notes whether there are divisions, and refuses those in loops, where what is summed up is no choice.
    fn note_branches(&mut self, condition: OpId) -> Lifted<bool> {
        let mut has_loops = false;
        let mut divisions = Vec::new();
        self.module.walk(condition, &mut |op| {
            let code = self.module.op(op).code();
            has_loops |= is_loop(code);
            divisions.extend(code.filter(|code| code.has_trait(Trait::Partial)).map(|_| op));
        });
        self.divides_by_choice |= !divisions.is_empty();
        match divisions
            .into_iter()
            .find(|&op| self.is_in_loop_within(op, condition))
        {
            Some(op) => self.refuse(
                op,
                "a division in a loop under a condition on data is not understood",
            ),
            None => Ok(has_loops),
        }
    }

    /// Whether a loop is around an operation, inside of another that is around it too.
    fn is_in_loop_within(&self, op: OpId, outer: OpId) -> bool {
        std::iter::successors(self.module.parent_op(op), |&op| self.module.parent_op(op))
            .take_while(|&op| op != outer)
            .any(|op| is_loop(self.module.op(op).code()))
    }

    fn branch_by_data(&mut self, block: Option<BlockId>) -> Lifted<Branch> {
        let Some(block) = block else {
            return Ok(Branch::default());
        };
        let before = (self.values.clone(), self.live.len());
        let mut statements = Vec::new();
        self.block(block, &mut statements)?;
        let mut yielded = Vec::new();
        if let Some(&last) = self.module.block(block).ops.last()
            && self.module.op(last).code() == Some(OpCode::ScfYield)
        {
            for value in self.module.op(last).operands.clone() {
                yielded.push(self.expression(value, last)?);
            }
        }
        self.values = before.0;
        self.live.truncate(before.1);
        Ok((statements, yielded))
    }

    /// Notes the memory of which the branches load what is not seen to be inside its array whatever the condition. The accesses of the
    /// branches are those from a number on. What is summed up in a loop is no choice, so all that loops load has to be there.
    fn note_partial(
        &mut self,
        condition: OpId,
        blocks: [Option<BlockId>; 2],
        (first, first_gather): (usize, usize),
    ) -> Lifted<()> {
        let partial = self.partial_loads(condition, blocks, first).into_iter();
        let mut partial: Vec<(OpId, Symbol)> = partial.map(|lift| (lift.op, lift.buffer)).collect();
        partial.extend(&self.gathers[first_gather..]);
        self.partial.extend(partial.iter().map(|(_, buffer)| *buffer));
        match partial.iter().find(|(op, _)| self.is_in_loop_within(*op, condition)) {
            Some(&(op, _)) => self.refuse(
                op,
                "what a loop under a condition on data loads here is not seen to be inside its array where the condition does not \
                 hold; constant extents, or a load of it in front of the condition, would help",
            ),
            None => Ok(()),
        }
    }

    fn partial_loads(&self, condition: OpId, blocks: [Option<BlockId>; 2], first: usize) -> Vec<&Lift> {
        let around = self.blocks_around(condition);
        let in_block = |block: Option<BlockId>| {
            let own = self.lifts[first..].iter();
            own.filter(move |lift| {
                block.is_some() && !lift.is_chosen && self.module.op(lift.op).parent == block
            })
        };
        let is_same = |a: &Lift, b: &Lift| a.buffer == b.buffer && a.indices == b.indices;
        let before = self.lifts[..first].iter();
        let before =
            before.filter(|lift| !lift.is_chosen && around.contains(&self.module.op(lift.op).parent));
        let by_both =
            in_block(blocks[0]).filter(|then| in_block(blocks[1]).any(|other| is_same(then, other)));
        let certain: Vec<&Lift> = before.chain(by_both).collect();
        let loads = self.lifts[first..].iter().filter(|lift| !lift.is_write);
        loads.filter(|lift| !self.is_there(lift, &certain)).collect()
    }

    /// Whether an element is inside its array: by the bounds of the loops, or since it, or one that lies no nearer to the start in
    /// any dimension, is certainly accessed.
    fn is_there(&self, lift: &Lift, certain: &[&Lift]) -> bool {
        let mut of_buffer = certain.iter().filter(|other| other.buffer == lift.buffer);
        if of_buffer.clone().any(|other| other.indices == lift.indices) {
            return true;
        }
        let Some(indices) = self.linears(&lift.indices) else {
            return self.is_in_front(lift, of_buffer);
        };
        if !indices.iter().all(|index| self.is_never_negative(index)) {
            return false;
        }
        let is_at_most = |index: &Linear, last: &Linear| {
            let left = last.subtract(index);
            left.is_some_and(|left| self.is_never_negative(&left))
        };
        let is_further = |other: &&Lift| {
            let last = self.linears(&other.indices).unwrap_or_default();
            last.len() == indices.len()
                && indices
                    .iter()
                    .zip(&last)
                    .all(|(index, last)| is_at_most(index, last))
        };
        let shape = &self.buffers[&lift.buffer].0.shape;
        let last_of = |extent: &Option<Linear>| extent.as_ref()?.add(&Linear::constant(-1));
        let is_within = |(index, extent)| last_of(extent).is_some_and(|last| is_at_most(index, &last));
        of_buffer.any(is_further) || indices.iter().zip(shape).all(is_within)
    }

    /// Whether an element of a linear array is no nearer to its end than one of some accesses, nor in front of its start.
    fn is_in_front<'l>(&self, lift: &Lift, mut others: impl Iterator<Item = &'l &'l Lift>) -> bool {
        let sum = |lift: &Lift| match lift.indices.as_slice() {
            [index] => self.polynomial_of_sizes(*index),
            _ => None,
        };
        let Some(own) = sum(lift) else { return false };
        let conditions = self.loops_that_run(lift.op);
        self.is_sum_never_negative_where(&own, &conditions)
            && others.any(|other| {
                let Some(mut left) = sum(other) else { return false };
                for (product, factor) in &own {
                    let known = left.entry(product.clone()).or_insert(0);
                    *known = known.saturating_sub(*factor);
                }
                left.retain(|_, factor| *factor != 0);
                self.is_sum_never_negative_where(&left, &conditions)
            })
    }

    /// Appends what the branches of a condition do; its loads and stores are those from a number on.
    fn append_both(
        &mut self,
        (op, lifts): (OpId, usize),
        holds: Id,
        branches: [Vec<Id>; 2],
        statements: &mut Vec<Id>,
    ) -> Lifted<()> {
        let [then, otherwise] = &branches;
        let place = |lifter: &Self, id: Id| match &lifter.nodes[usize::from(id)] {
            Node::Store(buffer, children) => {
                let (value, indices) = children.split_last()?;
                Some((*buffer, indices.to_vec(), *value))
            }
            _ => None,
        };
        let pairs = then.iter().zip(otherwise).map(|(&a, &b)| {
            let (a, b) = (place(self, a)?, place(self, b)?);
            (a.0 == b.0 && a.1 == b.1).then_some((a.0, a.1, [a.2, b.2]))
        });
        let pairs: Option<Vec<StoredByBoth>> = pairs.collect();
        if let Some(pairs) = pairs.filter(|pairs| pairs.len() == then.len() && pairs.len() == otherwise.len())
        {
            for (buffer, mut children, [a, b]) in pairs {
                let element = self.buffers[&buffer].0.element;
                children.push(self.choice(element, [holds, a, b]));
                statements.push(self.add(Node::Store(buffer, children.into())));
            }
            return Ok(());
        }
        for lift in self.lifts[lifts..].iter_mut() {
            lift.is_conditional |= lift.is_write;
        }
        for (branch, wanted) in branches.iter().zip([true, false]) {
            for &statement in branch {
                let guarded = self.guarded(op, statement, holds, wanted)?;
                statements.push(guarded);
            }
        }
        Ok(())
    }

    /// A statement that leaves what is there where a condition is not as it is wanted.
    fn guarded(&mut self, op: OpId, statement: Id, holds: Id, wanted: bool) -> Lifted<Id> {
        match self.nodes[usize::from(statement)].clone() {
            Node::Store(buffer, children) => {
                let (made, source) = &self.buffers[&buffer];
                let element = made.element;
                match source {
                    // Read in the branch alone.
                    BufferSource::Temporary if made.shape.is_empty() => return Ok(statement),
                    _ => {}
                }
                let (&value, indices) = children.split_last().expect("a store has a value");
                let old = self.add(Node::Load(buffer, element, indices.into()));
                let [then, otherwise] = if wanted { [value, old] } else { [old, value] };
                let mut children = indices.to_vec();
                children.push(self.choice(element, [holds, then, otherwise]));
                Ok(self.add(Node::Store(buffer, children.into())))
            }
            Node::Seq(parts) => {
                let parts = parts.iter().map(|&part| self.guarded(op, part, holds, wanted));
                let parts = parts.collect::<Lifted<Vec<Id>>>()?;
                Ok(self.sequence(parts))
            }
            // Bounds of loops and affine conditions read no memory, so they are the same whatever the condition.
            Node::For(around, [lower, upper, body]) => {
                let body = self.guarded(op, body, holds, wanted)?;
                Ok(self.add(Node::For(around, [lower, upper, body])))
            }
            Node::If(comparisons, mut children) => {
                let statements = children.len() - 2;
                for child in &mut children[statements..] {
                    *child = self.guarded(op, *child, holds, wanted)?;
                }
                Ok(self.add(Node::If(comparisons, children)))
            }
            _ => self.refuse(op, "this statement under a condition on data is not understood"),
        }
    }

    /// The memory that other threads may write and that is stored to under conditions on data only.
    pub(super) fn guarded_buffers(&self) -> Lifted<BTreeSet<Symbol>> {
        let is_covered = |lift: &super::Lift| {
            let around = self.blocks_around(lift.op);
            self.lifts.iter().any(|other| {
                let is_same = other.buffer == lift.buffer && other.indices == lift.indices;
                is_same
                    && other.is_write
                    && !other.is_conditional
                    && around.contains(&self.module.op(other.op).parent)
            })
        };
        let is_made = |buffer: &Symbol| match self.buffers[buffer].1 {
            BufferSource::Memref(value) | BufferSource::Gathered(value) => {
                self.surroundings.made.contains_key(&value)
            }
            BufferSource::Temporary => true,
        };
        let conditional = self.lifts.iter().filter(|lift| lift.is_conditional);
        let uncovered = conditional.filter(|lift| !is_made(&lift.buffer) && !is_covered(lift));
        let guarded: BTreeSet<Symbol> = uncovered.map(|lift| lift.buffer).collect();
        let mut others = self
            .lifts
            .iter()
            .filter(|lift| lift.is_write && !lift.is_conditional);
        match others.find(|lift| guarded.contains(&lift.buffer)) {
            Some(lift) => self.refuse(
                lift.op,
                "an array that is stored to here, and to other elements of it under a condition on data, is not understood; a \
                 store to those beside the condition, or an array of its own, would help",
            ),
            None => Ok(guarded),
        }
    }

    /// The blocks that an operation is in, up to that of the nest.
    fn blocks_around(&self, op: OpId) -> BTreeSet<Option<BlockId>> {
        std::iter::successors(Some(op), |&op| self.module.parent_op(op))
            .map(|op| self.module.op(op).parent)
            .collect()
    }

    fn chosen(&mut self, result: ValueId, op: OpId, children: [Id; 3]) -> Lifted<Id> {
        let element = self.scalar(result, op)?;
        Ok(self.choice(element, children))
    }

    /// The second where the first holds, else the third.
    fn choice(&mut self, ty: Scalar, children: [Id; 3]) -> Id {
        let operation = ScalarOp {
            code: OpCode::Select,
            ty,
            result: ty,
            flags: FastMath::NONE,
            predicate: 0,
        };
        self.add(Node::Op(operation, children.into()))
    }
}
