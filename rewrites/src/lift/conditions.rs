//! Lifting conditions: `affine.if`, and what it has in common with `scf.if`.

use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, OpId, ValueId};
use ovolo_lang::op::OpCode;

use egg::Id;

use super::{Held, Lifted, Lifter};
use crate::guard::Condition;
use crate::linear::Linear;
use crate::nest::BufferSource;
use crate::term::{Comparison, Node};

impl Lifter<'_> {
    /// Appends the condition and answers with the temporaries of its results, which both branches write.
    pub(super) fn affine_if(&mut self, op: OpId, statements: &mut Vec<Id>) -> Lifted<Vec<Held>> {
        let data = self.module.op(op);
        let set = data
            .attribute("condition")
            .and_then(Attribute::as_integer_set)
            .cloned();
        let (Some(set), Some(then), &[_, otherwise]) =
            (set, self.module.single_block(op, 0), data.regions.as_slice())
        else {
            return self.refuse(op, "an affine.if without a condition or a branch");
        };
        let otherwise = self.module.region(otherwise).blocks.first().copied();
        let operands: Vec<Id> = data
            .operands
            .iter()
            .map(|&v| self.expression(v, op))
            .collect::<Lifted<_>>()?;
        let (dims, symbols) = operands.split_at((set.num_dims as usize).min(operands.len()));
        let mut conditions = Vec::new();
        for constraint in &set.constraints {
            let condition = self.affine(&constraint.expr, dims, symbols, op)?;
            let comparison = match constraint.is_equality {
                true => Comparison::Zero,
                false => Comparison::AtLeastZero,
            };
            conditions.push((self.normal(condition), comparison));
        }
        self.conditional(op, conditions, [Some(then), otherwise], statements)
    }

    /// Appends the first of two blocks where all conditions hold, the second elsewhere, and answers with the
    /// temporaries of the results, which both write.
    pub(super) fn conditional(
        &mut self,
        op: OpId,
        conditions: Vec<(Id, Comparison)>,
        blocks: [Option<BlockId>; 2],
        statements: &mut Vec<Id>,
    ) -> Lifted<Vec<Held>> {
        let (conditions, comparisons): (Vec<Id>, Vec<Comparison>) = conditions.into_iter().unzip();
        let Some(linear) = self.linears(&conditions) else {
            return self.refuse_index(op, "a condition is not affine with constant divisors");
        };

        // What is used in a branch is given a temporary there, where something in the branch writes it first.
        let mut end = 0;
        let order = &self.surroundings.order;
        self.module.walk(op, &mut |inner| end = end.max(order[&inner]));
        self.spill_before(op, end, "before", statements)?;
        let results = self.module.op(op).results.clone();
        let temporaries = match results.as_slice() {
            &[result] => {
                let held = match self.in_place(op, result) {
                    Some(held) => held,
                    None => (result, self.temporary(result, "chosen", op)?),
                };
                self.in_place.insert(result, held);
                vec![(result, held.1)]
            }
            results => results
                .iter()
                .map(|&result| Ok((result, self.temporary(result, "chosen", op)?)))
                .collect::<Lifted<Vec<Held>>>()?,
        };
        let mut branches = Vec::new();
        let held = conditions_held(&linear, &comparisons);
        for (block, held) in blocks.into_iter().zip(held) {
            let around = self.conditions.len();
            self.conditions.extend(held);
            branches.push(match block {
                Some(block) => self.branch(block, &temporaries)?,
                None => self.add(Node::Seq([].into())),
            });
            self.conditions.truncate(around);
        }
        let (then, otherwise) = (branches[0], branches[1]);
        let [held, fails] = conditions_held(&linear, &comparisons);
        self.note_certain(op, then, &temporaries, &[held])?;
        let fails = match (linear.as_slice(), comparisons.as_slice()) {
            ([expr], [Comparison::Zero]) => [1, -1]
                .into_iter()
                .filter_map(|sign| expr.scale(sign)?.add(&Linear::constant(-1)))
                .map(|distance| vec![distance])
                .collect(),
            _ if fails.is_empty() => Vec::new(),
            _ => vec![fails],
        };
        self.note_certain(op, otherwise, &temporaries, &fails)?;
        let known = linear.into_iter().zip(&comparisons).map(|(expr, &comparison)| {
            let condition = Condition { expr, comparison };
            condition.known()
        });
        let known: Vec<Option<bool>> = known.collect();
        let is_nothing = |id: Id| matches!(&self.nodes[usize::from(id)], Node::Seq(none) if none.is_empty());
        let same = is_nothing(then) && is_nothing(otherwise);
        let taken = match same || known.iter().all(|k| *k == Some(true)) {
            true => Some(then),
            false => known.contains(&Some(false)).then_some(otherwise),
        };
        let statement = taken.unwrap_or_else(|| {
            let children = conditions.into_iter().chain([then, otherwise]).collect();
            self.add(Node::If(comparisons.into(), children))
        });
        match self.nodes[usize::from(statement)].clone() {
            Node::Seq(parts) => statements.extend(parts.iter().copied()),
            _ => statements.push(statement),
        }
        for &(result, temporary) in &temporaries {
            self.bind_to_temporary(result, temporary);
        }
        Ok(temporaries)
    }

    /// The value carried by the loop around, and its temporary, that the only result of an operation takes the place of: the block
    /// ends with that result for it, and uses the value nowhere else. So they may have one temporary.
    pub(super) fn in_place(&self, op: OpId, result: ValueId) -> Option<Held> {
        let block = self.module.op(op).parent?;
        let &last = self.module.block(block).ops.last()?;
        let yielded = &self.module.op(last).operands;
        let place = yielded.iter().position(|value| *value == result)?;
        let around = self.module.block_parent_op(block)?;
        let held = match self.module.op(around).code()? {
            OpCode::AffineIf | OpCode::ScfIf => {
                let chosen = self.module.op(around).results.get(place)?;
                *self.in_place.get(chosen)?
            }
            OpCode::AffineFor | OpCode::ScfFor => {
                let carried = *self.module.block(block).arguments.get(place + 1)?;
                let Node::Load(temporary, _, indices) = &self.nodes[usize::from(*self.values.get(&carried)?)]
                else {
                    return None;
                };
                let is_temporary = matches!(self.buffers.get(temporary), Some((_, BufferSource::Temporary)));
                (is_temporary && indices.is_empty()).then_some((carried, *temporary))?
            }
            _ => return None,
        };
        let ops = &self.module.block(block).ops;
        let is_alone =
            self.uses_in(result, ops) == 1 && self.uses_in(held.0, ops) == self.uses_in(held.0, &[op]);
        is_alone.then_some(held)
    }

    /// How often a value is used in operations.
    pub(super) fn uses_in(&self, value: ValueId, ops: &[OpId]) -> usize {
        let mut uses = 0;
        for &op in ops {
            self.module.walk(op, &mut |user| {
                let operands = self.module.op(user).operands.iter();
                uses += operands.filter(|operand| **operand == value).count();
            });
        }
        uses
    }

    /// The statement that a branch is, with what it yields in the temporaries.
    fn branch(&mut self, block: BlockId, temporaries: &[Held]) -> Lifted<Id> {
        let before = (self.values.clone(), self.live.len());
        let mut statements = Vec::new();
        self.block(block, &mut statements)?;
        if let Some(&last) = self.module.block(block).ops.last()
            && matches!(
                self.module.op(last).code(),
                Some(OpCode::AffineYield | OpCode::ScfYield)
            )
        {
            // The temporaries are new, so no value that is yielded reads one.
            for (&value, &(_, temporary)) in self.module.op(last).operands.clone().iter().zip(temporaries) {
                let value = self.expression(value, last)?;
                if value != self.load_of(temporary) {
                    statements.push(self.add(Node::Store(temporary, [value].into())));
                }
            }
        }
        // The temporaries of the branch hold nothing where it is not taken.
        self.values = before.0;
        self.live.truncate(before.1);
        Ok(self.sequence(statements))
    }
}

/// What is at least zero where all of some conditions hold, and where not.
pub(super) fn conditions_held(exprs: &[Linear], comparisons: &[Comparison]) -> [Vec<Linear>; 2] {
    let mut then = Vec::new();
    for (expr, comparison) in exprs.iter().zip(comparisons) {
        then.push(expr.clone());
        if *comparison == Comparison::Zero {
            then.extend(expr.scale(-1));
        }
    }
    let otherwise = match (exprs, comparisons) {
        // Less than zero.
        ([expr], [Comparison::AtLeastZero]) => {
            expr.scale(-1).and_then(|less| less.add(&Linear::constant(-1)))
        }
        _ => None,
    };
    [then, otherwise.into_iter().collect()]
}
