//! Lifting `affine.parallel`, and what it has in common with `scf.parallel`.
//!
//! A parallel loop is lifted as one loop inside the other. Its iterations may come in any order, so that is one of
//! those that the program allows.

use egg::Id;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, OpId, ValueId};

use super::loops::Bounds;
use super::{Held, Lifted, Lifter};
use crate::term::Node;

impl Lifter<'_> {
    /// Appends the loops, one inside the other.
    pub(super) fn affine_parallel(&mut self, op: OpId, statements: &mut Vec<Id>) -> Lifted<Vec<Held>> {
        let data = self.module.op(op);
        if !data.results.is_empty() {
            return self.refuse(
                op,
                "an affine.parallel with results is not understood; scf.parallel with scf.reduce is",
            );
        }
        let map = |name: &str| data.attribute(name).and_then(Attribute::as_affine_map).cloned();
        let list = |name: &str| data.attribute(name).and_then(Attribute::as_i64_list);
        let (Some(lower), Some(upper), Some(steps), Some(body)) = (
            map("lowerBoundsMap"),
            map("upperBoundsMap"),
            list("steps"),
            self.module.single_block(op, 0),
        ) else {
            return self.refuse(op, "an affine.parallel without bounds, steps or body");
        };
        let operands = data.operands.clone();
        let (of_lower, of_upper) = operands.split_at(lower.num_inputs().min(operands.len()));
        let sizes = |name: &str| {
            let groups = data.attribute(name).and_then(Attribute::as_integers);
            groups.unwrap_or_else(|| vec![1; steps.len()])
        };
        let (lower_groups, upper_groups) = (sizes("lowerBoundsGroups"), sizes("upperBoundsGroups"));
        let mut lower = self.apply(&lower, of_lower, op)?.into_iter();
        let mut upper = self.apply(&upper, of_upper, op)?.into_iter();
        let mut all = Vec::new();
        for ((&step, low), high) in steps.iter().zip(lower_groups).zip(upper_groups) {
            let bounds = Bounds {
                lower: lower.by_ref().take(low as usize).collect(),
                upper: upper.by_ref().take(high as usize).collect(),
                step,
            };
            if bounds.lower.is_empty() || bounds.upper.is_empty() {
                return self.refuse(op, "an affine.parallel without bounds, steps or body");
            }
            all.push(bounds);
        }
        self.parallel_loops(op, &all, &[], body, statements)
    }

    /// Appends loops with these bounds, one inside the other, and answers with the temporaries of what they reduce.
    pub(super) fn parallel_loops(
        &mut self,
        op: OpId,
        all: &[Bounds],
        inits: &[ValueId],
        body: BlockId,
        statements: &mut Vec<Id>,
    ) -> Lifted<Vec<Held>> {
        self.spill_before(op, self.surroundings.order[&op], "before", statements)?;
        let variables = self.module.block(body).arguments.clone();
        let mut heads = Vec::new();
        for (&variable, bounds) in variables.iter().zip(all) {
            heads.push(self.enter_loop(op, variable, bounds)?);
        }
        let results = self.module.op(op).results.clone();
        let mut held = Vec::new();
        for (&result, &init) in results.iter().zip(inits) {
            let value = self.expression(init, op)?;
            let accumulator = self.temporary(result, "acc", op)?;
            statements.push(self.add(Node::Store(accumulator, [value].into())));
            held.push((result, accumulator));
        }
        let mut inner = Vec::new();
        self.block(body, &mut inner)?;
        self.reductions(body, &held, &mut inner)?;
        let mut statement = Some(self.sequence(inner));
        for (head, bounds) in heads.into_iter().zip(all).rev() {
            let body = statement.unwrap_or_else(|| self.add(Node::Seq([].into())));
            statement = self.leave_loop(head, bounds, body);
        }
        statements.extend(statement);
        for &(result, accumulator) in &held {
            self.bind_to_temporary(result, accumulator);
        }
        Ok(held)
    }
}
