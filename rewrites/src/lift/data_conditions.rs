//! If-conversion: a condition on data becomes choices between values (Allen, Kennedy, Porterfield & Warren, "Conversion of control
//! dependence to data dependence", POPL 1983).
//!
//! What both branches store to the same element is one store of the value chosen. A store that stands in one branch alone
//! would be made to write where nothing is written: that is right for memory that the function made, and refused for other
//! memory, which may be shared or read-only. What a branch loads is loaded whatever the condition, so each such element must be
//! seen to be there.

use std::collections::BTreeSet;

use egg::{Id, Symbol};
use ovolo_lang::algebra::FastMath;
use ovolo_lang::ir::{BlockId, OpId, ValueId};
use ovolo_lang::op::{OpCode, Trait};

use super::{Lifted, Lifter};
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
        self.check_branches(op)?;
        let written = self.written_in(op)?;
        let reads = self.reads(holds);
        if reads
            .iter()
            .any(|read| written.iter().any(|write| self.may_alias(*read, *write)))
        {
            let aside = self.temporary(condition, "condition", op)?;
            statements.push(self.add(Node::Store(aside, [holds].into())));
            holds = self.load_of(aside);
        }
        let [then, otherwise] = [
            self.branch_by_data(op, blocks[0])?,
            self.branch_by_data(op, blocks[1])?,
        ];
        self.append_both(op, holds, [then.0, otherwise.0], statements)?;
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

    /// Refuses what cannot be done whatever the condition.
    fn check_branches(&self, condition: OpId) -> Lifted<()> {
        let mut refused = None;
        self.module.walk(condition, &mut |op| {
            let code = self.module.op(op).code();
            let reason = match code {
                _ if is_loop(code) => "a loop under a condition on data is not understood",
                Some(code) if code.has_trait(Trait::Partial) => {
                    "an operation that may trap, under a condition on data, is not understood"
                }
                _ => return,
            };
            refused.get_or_insert((op, reason));
        });
        match refused {
            Some((op, reason)) => self.refuse(op, reason),
            None => Ok(()),
        }
    }

    fn branch_by_data(&mut self, condition: OpId, block: Option<BlockId>) -> Lifted<Branch> {
        let Some(block) = block else {
            return Ok(Branch::default());
        };
        let before = (self.values.clone(), self.live.len(), self.lifts.len());
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
        for n in before.2..self.lifts.len() {
            if !self.lifts[n].is_write && !self.is_there(n, before.2, condition) {
                return self.refuse(
                    self.lifts[n].op,
                    "an element that is loaded under a condition on data is not seen to be inside its array elsewhere",
                );
            }
        }
        self.values = before.0;
        self.live.truncate(before.1);
        Ok((statements, yielded))
    }

    /// Whether an element that is loaded under a condition is inside its array: by the bounds of the loops, or since it is
    /// accessed before the condition.
    fn is_there(&self, lift: usize, before: usize, condition: OpId) -> bool {
        let lift = &self.lifts[lift];
        let around: BTreeSet<Option<BlockId>> =
            std::iter::successors(Some(condition), |&op| self.module.parent_op(op))
                .map(|op| self.module.op(op).parent)
                .collect();
        let is_same = |other: &super::Lift| {
            other.buffer == lift.buffer
                && other.indices == lift.indices
                && around.contains(&self.module.op(other.op).parent)
        };
        if self.lifts[..before].iter().any(is_same) {
            return true;
        }
        let shape = &self.buffers[&lift.buffer].0.shape;
        let Some(indices) = self.linears(&lift.indices) else {
            return false;
        };
        indices.iter().zip(shape).all(|(index, extent)| {
            let last = extent
                .as_ref()
                .and_then(|extent| extent.add(&Linear::constant(-1)));
            let left = last.and_then(|last| last.subtract(index));
            left.is_some_and(|left| self.is_never_negative(index) && self.is_never_negative(&left))
        })
    }

    /// Appends what two branches do, of which one does nothing.
    fn append_both(
        &mut self,
        op: OpId,
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
                    BufferSource::Memref(value) if !self.surroundings.made.contains_key(value) => {
                        return self.refuse(
                            op,
                            "a store under a condition on data is understood where the other branch stores to the same element",
                        );
                    }
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
            _ => self.refuse(
                op,
                "an affine condition under a condition on data is not understood",
            ),
        }
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
