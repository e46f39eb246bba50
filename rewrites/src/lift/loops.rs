//! Lifting loops that count, and what they hand on.

use std::collections::BTreeSet;

use egg::{Id, Symbol};
use ovolo_lang::affine::{AffineExpr, AffineMap};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, OpId, ValueDef, ValueId};
use ovolo_lang::op::OpCode;

use super::{Held, Lifted, Lifter, NotLifted};
use crate::dependence::Domain;
use crate::nest::{BufferSource, is_loop};
use crate::term::{IndexOp, Loop, LoopKind, Node, Step};
use ovolo_lang::types::Type;

/// The bounds of a loop, of which the greatest and the least count, and its step.
pub(super) struct Bounds {
    pub lower: Vec<Id>,
    pub upper: Vec<Id>,
    pub step: i64,
}

/// Bounds of one end of a loop above which the greatest of some indices stays one index; as arbitrary.
const MOST_BOUNDS: usize = 8;
const MOST_PARTS: usize = MOST_BOUNDS + 1;
/// Operations inside one another that are looked into for the greatest of some indices; as arbitrary.
const MOST_NESTED: usize = 6;

/// The greatest or the least, of what a number is multiplied by.
fn scaled(op: IndexOp, by: i64) -> IndexOp {
    match (op, by >= 0) {
        (IndexOp::Max, false) => IndexOp::Min,
        (IndexOp::Min, false) => IndexOp::Max,
        _ => op,
    }
}

impl Lifter<'_> {
    /// Appends the loop and answers with the temporaries of its results.
    pub(super) fn affine_for(
        &mut self,
        op: OpId,
        statements: &mut Vec<Id>,
    ) -> Result<Vec<(ValueId, Symbol)>, NotLifted> {
        let data = self.module.op(op);
        let (Some(lower), Some(upper), Some(step), Some(segments), Some(body)) = (
            data.attribute("lowerBoundMap")
                .and_then(Attribute::as_affine_map)
                .cloned(),
            data.attribute("upperBoundMap")
                .and_then(Attribute::as_affine_map)
                .cloned(),
            data.attribute("step").and_then(Attribute::as_i64),
            data.attribute("operandSegmentSizes")
                .and_then(Attribute::as_i64_list),
            self.module.single_block(op, 0),
        ) else {
            return self.refuse(op, "an affine.for without bounds, step or body");
        };
        let (lower_end, upper_end) = (segments[0] as usize, (segments[0] + segments[1]) as usize);
        let bounds = Bounds {
            lower: self.ends_of(&lower, &data.operands[..lower_end], op, true)?,
            upper: self.ends_of(&upper, &data.operands[lower_end..upper_end], op, false)?,
            step,
        };
        self.counted_loop(op, bounds, &data.operands[upper_end..], body, statements)
    }

    /// The results of a map of bounds; where one is an operand, and not affine, it is a size. A lower bound that is the greatest of
    /// affine ones, as where a loop goes on behind another, is these.
    fn ends_of(
        &mut self,
        map: &AffineMap,
        operands: &[ValueId],
        op: OpId,
        is_lower: bool,
    ) -> Lifted<Vec<Id>> {
        let mut ids = self.apply(map, operands, op)?;
        let greatest = match is_lower {
            true => self.extremes(&ids, IndexOp::Max),
            false => Vec::new(),
        };
        if !greatest.is_empty() && self.linears(&greatest).is_some() {
            return Ok(greatest);
        }
        for (id, expr) in ids.iter_mut().zip(&map.results) {
            let operand = match expr {
                AffineExpr::Dim(number) => operands.get(*number as usize),
                AffineExpr::Symbol(number) => operands.get((map.num_dims + *number) as usize),
                _ => None,
            };
            if let Some(value) = operand {
                *id = self.as_size(*id, *value);
            }
        }
        Ok(ids)
    }

    /// An index that is computed before the nest as one size where it is not affine in others: `w * h`.
    pub(super) fn as_size(&mut self, id: Id, value: ValueId) -> Id {
        let is_outside = match self.module.value(value).def {
            ValueDef::Result { op, .. } => !self.inside.contains(&op),
            ValueDef::Argument { .. } => false,
        };
        if !is_outside || *self.module.ty(value) != Type::Index || self.linears(&[id]).is_some() {
            return id;
        }
        let product = self.polynomial_of_sizes(id);
        if let Some((name, _)) = self
            .products
            .iter()
            .find(|(_, known)| product.is_some() && **known == product)
        {
            return self.add(Node::Var(*name));
        }
        let name = self.name_of(value, "n");
        self.outside.insert(name, value);
        self.products.insert(name, product);
        self.add(Node::Var(name))
    }

    /// The value of the variable of a loop around others that runs once: such a loop is no choice, and none is made of it.
    fn only_iteration(&self, op: OpId, bounds: &Bounds) -> Option<i64> {
        let (&[lower], &[upper]) = (bounds.lower.as_slice(), bounds.upper.as_slice()) else {
            return None;
        };
        let (first, end) = (
            self.linear(lower)?.as_constant()?,
            self.linear(upper)?.as_constant()?,
        );
        let runs_once = first < end && first.checked_add(bounds.step)? >= end;
        let mut loops = 0;
        self.module.walk(op, &mut |inner| {
            loops += usize::from(is_loop(self.module.op(inner).code()));
        });
        (runs_once && loops > 1).then_some(first)
    }

    /// Indices of which the greatest or the least, as `op` says, is that of the given ones: a sum, a multiple or a quotient of the
    /// greatest of several is the greatest of sums, multiples or quotients.
    fn extremes(&mut self, ids: &[Id], op: IndexOp) -> Vec<Id> {
        let mut all = Vec::new();
        for &id in ids {
            let parts = match self.linears(&[id]) {
                Some(_) => vec![id],
                None => self.extremes_of(id, op, MOST_NESTED),
            };
            for part in parts {
                let part = self.normal(part);
                if !all.contains(&part) {
                    all.push(part);
                }
            }
        }
        if all.len() > MOST_BOUNDS {
            ids.to_vec()
        } else {
            all
        }
    }

    fn extremes_of(&mut self, id: Id, op: IndexOp, depth: usize) -> Vec<Id> {
        let Node::Index(code, [a, b]) = self.nodes[usize::from(id)] else {
            return vec![id];
        };
        if depth == 0 {
            return vec![id];
        }
        let constant = |id: Id| match self.nodes[usize::from(id)] {
            Node::Int(n) => Some(n),
            _ => None,
        };
        let (left, right) = match (code, constant(a), constant(b)) {
            (IndexOp::Min | IndexOp::Max, ..) if code == op => {
                let mut all = self.extremes_of(a, op, depth - 1);
                all.extend(self.extremes_of(b, op, depth - 1));
                return all;
            }
            (IndexOp::Add, ..) => (Some(op), Some(op)),
            (IndexOp::Mul, _, Some(by)) => (Some(scaled(op, by)), None),
            (IndexOp::Mul, Some(by), _) => (None, Some(scaled(op, by))),
            (IndexOp::FloorDiv | IndexOp::CeilDiv, _, Some(by)) if by > 0 => (Some(op), None),
            _ => return vec![id],
        };
        let mut parts = |id, op: Option<IndexOp>| match op {
            Some(op) => self.extremes_of(id, op, depth - 1),
            None => vec![id],
        };
        let (left, right) = (parts(a, left), parts(b, right));
        if matches!(left.len() * right.len(), 1 | MOST_PARTS..) {
            return vec![id];
        }
        let mut all = Vec::new();
        for &a in &left {
            for &b in &right {
                all.push(self.add(Node::Index(code, [a, b])));
            }
        }
        all
    }

    /// Makes the variable of a loop known.
    pub(super) fn enter_loop(&mut self, op: OpId, variable: ValueId, bounds: &Bounds) -> Lifted<Loop> {
        let (Some(lower), Some(upper)) = (self.linears(&bounds.lower), self.linears(&bounds.upper)) else {
            return self.refuse_index(op, "a loop bound is not affine with constant divisors");
        };
        let name = self.name_of(variable, "i");
        let node = self.add(Node::Var(name));
        self.values.insert(variable, node);
        let step = bounds.step;
        self.domains.insert(name, Domain { lower, upper, step });
        Ok(Loop {
            iv: name,
            step: Step::Fixed(step),
            kind: LoopKind::Sequential,
        })
    }

    /// The loop; `None` for one around nothing, which does nothing.
    pub(super) fn leave_loop(&mut self, head: Loop, bounds: &Bounds, body: Id) -> Option<Id> {
        if matches!(&self.nodes[usize::from(body)], Node::Seq(none) if none.is_empty()) {
            self.domains.shift_remove(&head.iv);
            return None;
        }
        let lo = self.fold(IndexOp::Max, &bounds.lower);
        let hi = self.fold(IndexOp::Min, &bounds.upper);
        Some(self.add(Node::For(head, [lo, hi, body])))
    }

    /// Appends a loop with one variable and answers with the temporaries of its results.
    pub(super) fn counted_loop(
        &mut self,
        op: OpId,
        bounds: Bounds,
        inits: &[ValueId],
        body: BlockId,
        statements: &mut Vec<Id>,
    ) -> Lifted<Vec<Held>> {
        let bounds = Bounds {
            lower: self.extremes(&bounds.lower, IndexOp::Max),
            upper: self.extremes(&bounds.upper, IndexOp::Min),
            ..bounds
        };
        // A value used in the loop is one that it had before the first iteration.
        self.spill_before(op, self.surroundings.order[&op], "before", statements)?;
        let block = self.module.block(body);
        let (iv, carried) = block
            .arguments
            .split_first()
            .expect("a counted loop has an induction variable");
        let head = match self.only_iteration(op, &bounds) {
            Some(first) => {
                let node = self.add(Node::Int(first));
                self.values.insert(*iv, node);
                None
            }
            None => Some(self.enter_loop(op, *iv, &bounds)?),
        };

        let results = self.module.op(op).results.clone();
        let mut accumulators = Vec::new();
        for ((&argument, &init), &result) in carried.iter().zip(inits).zip(&results) {
            let value = self.expression(init, op)?;
            let accumulator = match self.handed_on(op, init, result) {
                Some(accumulator) => accumulator,
                None => {
                    let accumulator = self.temporary(argument, "acc", op)?;
                    statements.push(self.add(Node::Store(accumulator, [value].into())));
                    accumulator
                }
            };
            accumulators.push((argument, result, accumulator));
        }
        for &(argument, _, accumulator) in &accumulators {
            self.bind_to_temporary(argument, accumulator);
        }

        let mut inner = Vec::new();
        self.block(body, &mut inner)?;
        self.yields(body, &accumulators, &mut inner)?;
        match head {
            Some(head) => {
                let inner = self.sequence(inner);
                statements.extend(self.leave_loop(head, &bounds, inner));
            }
            None => statements.extend(inner),
        }
        for &(_, result, accumulator) in &accumulators {
            self.bind_to_temporary(result, accumulator);
        }
        Ok(accumulators
            .into_iter()
            .map(|(_, result, accumulator)| (result, accumulator))
            .collect())
    }

    /// The temporary of a value that the loop around hands on to a loop, and that nothing else uses: both may have one, as where they
    /// accumulate in one cell. Under a condition the loop ends with what the condition gives for that value.
    fn handed_on(&self, op: OpId, init: ValueId, result: ValueId) -> Option<Symbol> {
        let ValueDef::Argument { block, .. } = self.module.value(init).def else {
            return None;
        };
        let parent = self.module.op(op).parent?;
        if parent != block && self.in_place(op, result).is_none_or(|held| held.0 != init) {
            return None;
        }
        let uses = self.uses_in(init, &self.module.block(parent).ops);
        match &self.nodes[usize::from(*self.values.get(&init)?)] {
            Node::Load(temporary, _, indices) if indices.is_empty() && uses == 1 => {
                let is_temporary = matches!(self.buffers.get(temporary), Some((_, BufferSource::Temporary)));
                is_temporary.then_some(*temporary)
            }
            _ => None,
        }
    }

    /// The assignments that the yield at the end of a body makes, all at once.
    fn yields(
        &mut self,
        body: BlockId,
        accumulators: &[(ValueId, ValueId, Symbol)],
        statements: &mut Vec<Id>,
    ) -> Result<(), NotLifted> {
        let Some(&last) = self.module.block(body).ops.last() else {
            return Ok(());
        };
        if !matches!(
            self.module.op(last).code(),
            Some(OpCode::AffineYield | OpCode::ScfYield)
        ) {
            return Ok(());
        }
        let mut assignments = Vec::new();
        for (&value, &(argument, _, accumulator)) in self.module.op(last).operands.iter().zip(accumulators) {
            let value = self.expression(value, last)?;
            assignments.push((argument, accumulator, value));
        }
        assignments.retain(|&(_, accumulator, value)| value != self.load_of(accumulator));
        // What others still read is overwritten last; where all are read by others, a value that reads one is put
        // aside.
        while !assignments.is_empty() {
            let reads: Vec<BTreeSet<Symbol>> =
                assignments.iter().map(|(.., value)| self.reads(*value)).collect();
            let is_read_by = |n: usize, m: usize| n != m && reads[m].contains(&assignments[n].1);
            let all = 0..assignments.len();
            if let Some(next) = all.clone().find(|&n| !all.clone().any(|m| is_read_by(n, m))) {
                let (_, accumulator, value) = assignments.remove(next);
                statements.push(self.add(Node::Store(accumulator, [value].into())));
                continue;
            }
            let reader = all.clone().find(|&m| all.clone().any(|n| is_read_by(n, m)));
            let reader = reader.expect("each is read by another");
            let (argument, _, value) = assignments[reader];
            let stage = self.temporary(argument, "next", last)?;
            statements.push(self.add(Node::Store(stage, [value].into())));
            assignments[reader].2 = self.load_of(stage);
        }
        Ok(())
    }
}
