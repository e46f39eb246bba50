//! Lifting `scf.for`, `scf.parallel` and `scf.if` where their bounds and conditions are affine: they are then the same
//! terms as `affine.for` and `affine.if`.

use egg::Id;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::loops::Bounds;
use super::{Held, Lifted, Lifter, MOST_INDEX_NODES};
use crate::term::{Comparison, IndexOp, Node};

/// Index expressions compared with zero, all of which hold.
type Conditions = Vec<(Id, Comparison)>;

/// Operations that a truth value may be made of, each counted as often as it is used.
const MOST_TRUTHS: usize = 64;

impl Lifter<'_> {
    /// Appends the loop and answers with the temporaries of its results.
    pub(super) fn scf_for(&mut self, op: OpId, statements: &mut Vec<Id>) -> Lifted<Vec<Held>> {
        let operands = self.module.op(op).operands.clone();
        let ([lower, upper, step, inits @ ..], Some(body)) =
            (operands.as_slice(), self.module.single_block(op, 0))
        else {
            return self.refuse(op, "an scf.for without bounds, step or body");
        };
        if *self.module.ty(*lower) != Type::Index {
            return self.refuse(op, "a loop over integers of more than 64 bits is not understood");
        }
        let bounds = self.ends(*lower, *upper, *step, op)?;
        self.counted_loop(op, bounds, inits, body, statements)
    }

    /// Appends the loops, one inside the other, and answers with the temporaries of what they reduce.
    pub(super) fn scf_parallel(&mut self, op: OpId, statements: &mut Vec<Id>) -> Lifted<Vec<Held>> {
        let data = self.module.op(op);
        let segments = data.attribute("operandSegmentSizes");
        let (Some(segments), Some(body)) = (
            segments.and_then(Attribute::as_i64_list),
            self.module.single_block(op, 0),
        ) else {
            return self.refuse(op, "an scf.parallel without bounds or body");
        };
        let operands = data.operands.clone();
        let count = segments[0] as usize;
        let mut all = Vec::new();
        for d in 0..count {
            all.push(self.ends(operands[d], operands[count + d], operands[2 * count + d], op)?);
        }
        self.parallel_loops(op, &all, &operands[3 * count..], body, statements)
    }

    /// The assignments that `scf.reduce` at the end of a body makes.
    pub(super) fn reductions(
        &mut self,
        body: BlockId,
        held: &[Held],
        statements: &mut Vec<Id>,
    ) -> Lifted<()> {
        let last = self.module.block(body).ops.last().copied();
        let Some(reduce) = last.filter(|&last| self.module.op(last).code() == Some(OpCode::ScfReduce)) else {
            return Ok(());
        };
        let values = self.module.op(reduce).operands.clone();
        for (n, (&value, &(_, accumulator))) in values.iter().zip(held).enumerate() {
            let Some(combine) = self.module.single_block(reduce, n) else {
                return self.refuse(reduce, "a reduction without a region");
            };
            let &[left, right] = self.module.block(combine).arguments.as_slice() else {
                return self.refuse(reduce, "a reduction of other than two values");
            };
            let term = self.expression(value, reduce)?;
            let before = self.load_of(accumulator);
            self.values.insert(left, before);
            self.values.insert(right, term);
            let mut none = Vec::new();
            self.block(combine, &mut none)?;
            let last = self.module.block(combine).ops.last().copied();
            let result = last.and_then(|last| self.module.op(last).operands.first().copied());
            let (Some(result), true) = (result, none.is_empty()) else {
                return self.refuse(reduce, "a reduction that writes to memory");
            };
            let after = self.expression(result, reduce)?;
            statements.push(self.add(Node::Store(accumulator, [after].into())));
        }
        Ok(())
    }

    /// The bounds and the step of a loop; minima and maxima come apart.
    fn ends(&mut self, lower: ValueId, upper: ValueId, step: ValueId, op: OpId) -> Lifted<Bounds> {
        let [low, high, step] = [lower, upper, step].map(|value| self.expression(value, op));
        let Node::Int(step @ 1..) = self.nodes[usize::from(step?)] else {
            return self.refuse(op, "a step that is not a positive constant is not understood");
        };
        let low = self.members(low?, IndexOp::Max);
        let high = self.members(high?, IndexOp::Min);
        let mut ends = [(low, lower), (high, upper)].map(|(ids, value)| match ids.as_slice() {
            &[id] => vec![self.as_size(id, value)],
            _ => ids,
        });
        let [lower, upper] = ends.each_mut().map(std::mem::take);
        Ok(Bounds { lower, upper, step })
    }

    /// The expressions of which one is the greatest or the least.
    fn members(&self, id: Id, op: IndexOp) -> Vec<Id> {
        match &self.nodes[usize::from(id)] {
            // One that is too long is no normal form either.
            Node::Index(found, [a, b]) if *found == op && self.sizes[usize::from(id)] <= MOST_INDEX_NODES => {
                [*a, *b].into_iter().flat_map(|id| self.members(id, op)).collect()
            }
            _ => vec![id],
        }
    }

    /// Appends the condition and answers with the temporaries of its results, which both branches write.
    pub(super) fn scf_if(&mut self, op: OpId, statements: &mut Vec<Id>) -> Lifted<Vec<Held>> {
        let data = self.module.op(op);
        let (Some(then), &[_, otherwise], &[condition]) = (
            self.module.single_block(op, 0),
            data.regions.as_slice(),
            data.operands.as_slice(),
        ) else {
            return self.refuse(op, "an scf.if without a condition or a branch");
        };
        let then = Some(then);
        let otherwise = self.module.region(otherwise).blocks.first().copied();
        if let Some(conditions) = self.conditions(condition, true, op, &mut MOST_TRUTHS.clone())? {
            return self.conditional(op, conditions, [then, otherwise], statements);
        }
        match self.conditions(condition, false, op, &mut MOST_TRUTHS.clone())? {
            Some(conditions) => self.conditional(op, conditions, [otherwise, then], statements),
            None => {
                self.if_by_data(op, [then, otherwise], statements)?;
                Ok(Vec::new())
            }
        }
    }

    /// What holds exactly where a truth value is as `wanted`; `None` where that is no conjunction of affine conditions.
    fn conditions(
        &mut self,
        value: ValueId,
        wanted: bool,
        op: OpId,
        left: &mut usize,
    ) -> Lifted<Option<Conditions>> {
        let definition = self.module.defining_op(value).zip(left.checked_sub(1));
        let Some((definition, less)) = definition else {
            return Ok(None);
        };
        *left = less;
        let data = self.module.op(definition);
        let operands = data.operands.clone();
        match (data.code(), operands.as_slice()) {
            (Some(OpCode::Constant), _) => Ok(match data.attribute("value") {
                Some(Attribute::Bool(truth)) if *truth == wanted => Some(Vec::new()),
                Some(Attribute::Bool(_)) => Some(vec![(self.add(Node::Int(-1)), Comparison::AtLeastZero)]),
                _ => None,
            }),
            (Some(OpCode::AndI), &[a, b]) if wanted => self.both(a, b, wanted, op, left),
            (Some(OpCode::OrI), &[a, b]) if !wanted => self.both(a, b, wanted, op, left),
            (Some(OpCode::XOrI), &[a, b]) if self.is_true(b) => self.conditions(a, !wanted, op, left),
            (Some(OpCode::CmpI), &[a, b]) => {
                let predicate = data.predicate();
                let Some((a, b)) = self.two_indices(a, b, op)? else {
                    return Ok(None);
                };
                let condition = self.comparison(predicate, wanted, a, b);
                Ok(condition
                    .filter(|(id, _)| self.linears(&[*id]).is_some())
                    .map(|c| vec![c]))
            }
            _ => Ok(None),
        }
    }

    /// Two indices, or two integers as indices; `None` where these are not seen to be.
    pub(super) fn two_indices(&mut self, a: ValueId, b: ValueId, op: OpId) -> Lifted<Option<(Id, Id)>> {
        Ok(match self.module.ty(a) {
            Type::Index => Some((self.expression(a, op)?, self.expression(b, op)?)),
            _ => self.integer(a, op)?.zip(self.integer(b, op)?),
        })
    }

    fn both(
        &mut self,
        a: ValueId,
        b: ValueId,
        wanted: bool,
        op: OpId,
        left: &mut usize,
    ) -> Lifted<Option<Conditions>> {
        let first = self.conditions(a, wanted, op, left)?;
        let second = self.conditions(b, wanted, op, left)?;
        Ok(first.zip(second).map(|(mut all, more)| {
            all.extend(more);
            all
        }))
    }

    fn is_true(&self, value: ValueId) -> bool {
        let definition = self.module.defining_op(value).map(|d| self.module.op(d));
        definition.is_some_and(|d| matches!(d.attribute("value"), Some(Attribute::Bool(true))))
    }

    /// A signed comparison of two indices, or its opposite where that is what is wanted; `None` for inequality and for
    /// what compares bits.
    pub(super) fn comparison(
        &mut self,
        predicate: i64,
        wanted: bool,
        a: Id,
        b: Id,
    ) -> Option<(Id, Comparison)> {
        // eq, ne, slt, sle, sgt, sge: the opposites are next to each other, or swapped.
        let (greater, less, distance) = match (predicate, wanted) {
            (0, true) | (1, false) => return Some((self.difference(a, b, 0), Comparison::Zero)),
            (2, true) | (5, false) => (b, a, -1),
            (3, true) | (4, false) => (b, a, 0),
            (4, true) | (3, false) => (a, b, -1),
            (5, true) | (2, false) => (a, b, 0),
            _ => return None,
        };
        Some((self.difference(greater, less, distance), Comparison::AtLeastZero))
    }

    /// `a - b + constant`.
    pub(super) fn difference(&mut self, a: Id, b: Id, constant: i64) -> Id {
        let minus = self.add(Node::Int(-1));
        let negative = self.add(Node::Index(IndexOp::Mul, [b, minus]));
        let gap = self.add(Node::Index(IndexOp::Add, [a, negative]));
        let constant = self.add(Node::Int(constant));
        let sum = self.add(Node::Index(IndexOp::Add, [gap, constant]));
        self.normal(sum)
    }
}
