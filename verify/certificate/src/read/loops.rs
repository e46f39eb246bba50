//! Loops, and the registers of what they hand on from one iteration to the next.

use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, constant, dim};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::super::Refused;
use super::super::equal::is_same;
use super::super::function::{Access, Array, Loop, Time, Value};
use super::integer::Fit;
use super::{AFTER, BEFORE, Known, Reader, Yields, lane, lanes_of};

/// What belongs to a loop.
struct LoopFrame {
    body: BlockId,
    /// Of the body: the variables first.
    arguments: Vec<ValueId>,
    /// One for each value that is handed on.
    results: Vec<ValueId>,
    /// Where the body yields the next value of its variable, and what is added to it.
    counter: Option<(usize, i64)>,
    /// The extents of the loops over the digits of its variable, if it is read as those.
    digits: Option<Vec<AffineExpr>>,
}

impl Reader<'_> {
    /// Registers for the values that a loop hands on. Lanes are variables of the access.
    fn registers(&mut self, values: &[ValueId]) -> Refused<Vec<Access>> {
        let mut all = Vec::new();
        for (number, &value) in values.iter().enumerate() {
            let ty = self.module.ty(value);
            let lanes = lanes_of(ty)?;
            if !matches!(ty.element(), Type::Integer(_) | Type::Float(_) | Type::Index) {
                return Err(format!("`{ty}` is handed on"));
            }
            let mut subscripts: Vec<AffineExpr> = (0..self.depth()).map(|i| dim(i as u32)).collect();
            subscripts.push(constant(number as i64));
            subscripts.extend((0..lanes.len()).map(lane));
            all.push(Access {
                array: Array::Register(self.registers),
                subscripts,
                time: self.time.clone(),
            });
        }
        self.registers += 1;
        Ok(all)
    }

    /// The end of a region.
    pub(super) fn hand_on(&mut self, id: OpId) -> Refused<()> {
        let mut values = self.module.op(id).operands.clone();
        let targets = match self.yields.last() {
            Some(Yields::Registers(targets, counter)) => {
                if let Some(place) = counter.filter(|&place| place < values.len()) {
                    values.remove(place);
                }
                targets.clone()
            }
            Some(Yields::Values) => {
                self.yielded = values.iter().map(|&v| self.value(v)).collect::<Refused<_>>()?;
                return Ok(());
            }
            None => Vec::new(),
        };
        if values.len() != targets.len() {
            return Err("a region that yields other values than are handed on".into());
        }
        for (&value, target) in values.iter().zip(targets) {
            let lanes = lanes_of(self.module.ty(value))?;
            self.carry(&self.value(value)?, &target, &lanes)?;
        }
        Ok(())
    }

    /// A store to a register of what the next iteration gets. Nothing else has been stored to it since it was read last, so that
    /// what is in it need not be stored again.
    fn carry(&mut self, value: &Value, target: &Access, lanes: &[i64]) -> Refused<()> {
        match value {
            _ if is_in(value, target) => Ok(()),
            Value::Choice(choice) if keeps(value, target) => {
                let (guard, then, otherwise) = &**choice;
                for (guard, value) in [(guard.clone(), then), (guard.negated(), otherwise)] {
                    self.domain.guards.push(guard);
                    self.carry(value, target, lanes)?;
                    self.domain.guards.pop();
                }
                Ok(())
            }
            value => self.statement(
                value.clone(),
                target.array,
                target.subscripts.clone(),
                lanes,
                None,
            ),
        }
    }

    /// The register of the loop around, where what that hands on is given to the loop of this result and nowhere else, and gotten
    /// from there. So it is done with what changes under a condition, of which each loop would otherwise have copies without end.
    fn handed_through(&self, init: ValueId, result: ValueId) -> Option<Access> {
        let (register, body, number) = self.carried.get(&init)?;
        let is_once = |value: &ValueId| self.uses.get(value) == Some(&1);
        let own = self.module.op(self.module.defining_op(result)?);
        let last = self.module.op(*self.module.block(*body).ops.last()?);
        let is_handed_on = own.parent == Some(*body) && last.operands.get(*number) == Some(&result);
        let is_fit = is_handed_on && is_once(&init) && is_once(&result) && self.changes_conditionally(result);
        is_fit.then(|| register.clone())
    }

    /// Whether a result of a loop, or of one that hands it through, is made by a condition in the innermost.
    fn changes_conditionally(&self, result: ValueId) -> bool {
        let Some(id) = self.module.defining_op(result) else {
            return false;
        };
        let op = self.module.op(id);
        match op.code() {
            Some(OpCode::AffineIf | OpCode::ScfIf) => true,
            Some(OpCode::AffineFor | OpCode::ScfFor) => {
                let number = op.results.iter().position(|own| *own == result);
                let body = self
                    .module
                    .single_block(id, 0)
                    .map(|body| self.module.block(body));
                let last = body
                    .and_then(|body| body.ops.last())
                    .map(|&last| self.module.op(last));
                let yielded = last
                    .zip(number)
                    .and_then(|(last, number)| last.operands.get(number));
                yielded.is_some_and(|&yielded| self.changes_conditionally(yielded))
            }
            _ => false,
        }
    }

    pub(super) fn affine_for(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let segments = op
            .attribute("operandSegmentSizes")
            .and_then(Attribute::as_i64_list);
        let maps = ["lowerBoundMap", "upperBoundMap"].map(|name| {
            let map = op.attribute(name).and_then(Attribute::as_affine_map);
            map.cloned()
        });
        let step = op.attribute("step").map_or(Some(1), Attribute::as_i64);
        let ([Some(lower), Some(upper)], Some(segments), Some(step)) = (maps, segments, step) else {
            return Err("an affine.for without bounds".into());
        };
        let middle = segments[0] as usize;
        let end = middle + segments[1] as usize;
        let lower = self.bounds(&lower, &op.operands[..middle], true)?;
        let upper = self.bounds(&upper, &op.operands[middle..end], false)?;
        let inits = op.operands[end..].to_vec();
        self.counted(id, vec![(lower, upper, step)], &inits, false)
    }

    pub(super) fn scf_for(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let &[lower, upper, step, ref inits @ ..] = op.operands.as_slice() else {
            return Err("an scf.for without bounds".into());
        };
        let step = self.bound(step, true)?.first().and_then(AffineExpr::as_constant);
        let step = step.ok_or("an scf.for whose step is no constant")?;
        let bounds = (self.bound(lower, true)?, self.bound(upper, false)?, step);
        self.counted(id, vec![bounds], inits, false)
    }

    pub(super) fn scf_parallel(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let loops = op.operands.len() / 3;
        if !op.results.is_empty() || op.operands.len() != 3 * loops {
            return Err("an scf.parallel that reduces".into());
        }
        let (lower, rest) = op.operands.split_at(loops);
        let (upper, steps) = rest.split_at(loops);
        let mut bounds = Vec::new();
        for ((&lower, &upper), &step) in lower.iter().zip(upper).zip(steps) {
            let step = self.bound(step, true)?.first().and_then(AffineExpr::as_constant);
            let step = step.ok_or("an scf.parallel whose step is no constant")?;
            bounds.push((self.bound(lower, true)?, self.bound(upper, false)?, step));
        }
        self.counted(id, bounds, &[], true)
    }

    /// A loop that counts, or none that is read.
    pub(super) fn scf_while(&mut self, id: OpId) -> Refused<()> {
        let counted = self.module.counted_while(id);
        let counted = counted.ok_or("an scf.while that is not seen to count from one bound to another")?;
        let lower = self.bound(counted.lower, true)?;
        let mut upper = self.bound(counted.bound, false)?;
        if counted.includes_bound {
            upper = upper.iter().map(|bound| bound + &constant(1)).collect();
        }
        let mut inits = self.module.op(id).operands.to_vec();
        let mut arguments = self.module.block(counted.body).arguments.clone();
        let mut results = self.module.op(id).results.to_vec();
        inits.remove(counted.place);
        results.remove(counted.place);
        let counter = arguments.remove(counted.place);
        arguments.insert(0, counter);
        let frame = LoopFrame {
            body: counted.body,
            arguments,
            results,
            counter: Some((counted.place, counted.step)),
            digits: None,
        };
        self.iterate(frame, vec![(lower, upper, counted.step)], &inits, false)
    }

    pub(super) fn affine_parallel(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let map = |name: &str| op.attribute(name).and_then(Attribute::as_affine_map).cloned();
        let steps = op.attribute("steps").and_then(Attribute::as_i64_list);
        let (Some(lower), Some(upper), Some(steps)) = (map("lowerBoundsMap"), map("upperBoundsMap"), steps)
        else {
            return Err("an affine.parallel without bounds".into());
        };
        let groups = |name: &str| op.attribute(name).and_then(Attribute::as_integers);
        let (Some(lower_groups), Some(upper_groups)) =
            (groups("lowerBoundsGroups"), groups("upperBoundsGroups"))
        else {
            return Err("an affine.parallel without groups of bounds".into());
        };
        if [&lower_groups, &upper_groups]
            .iter()
            .any(|groups| groups.len() != steps.len())
        {
            return Err("an affine.parallel with other groups than steps".into());
        }
        if !op.results.is_empty() {
            return Err("an affine.parallel that reduces".into());
        }
        let middle = lower.num_inputs();
        let lower = self.apply(&lower, &op.operands[..middle])?;
        let upper = self.apply(&upper, &op.operands[middle..])?;
        let (mut lower, mut upper) = (lower.into_iter(), upper.into_iter());
        let bounds = lower_groups.iter().zip(&upper_groups).zip(&steps);
        let bounds = bounds.map(|((&l, &u), &step)| {
            let take =
                |bounds: &mut std::vec::IntoIter<AffineExpr>, n: i64| bounds.take(n as usize).collect();
            (take(&mut lower, l), take(&mut upper, u), step)
        });
        let bounds: Vec<_> = bounds.collect();
        self.counted(id, bounds, &[], true)
    }

    /// Loops one inside the other, whose bounds use none of their own variables.
    fn counted(
        &mut self,
        id: OpId,
        bounds: Vec<(Vec<AffineExpr>, Vec<AffineExpr>, i64)>,
        inits: &[ValueId],
        is_parallel: bool,
    ) -> Refused<()> {
        let body = self.module.single_block(id, 0).ok_or("a loop without a body")?;
        let digits = match bounds.as_slice() {
            [(lower, upper, 1)] if **lower == [constant(0)] && upper.len() == 1 && !is_parallel => {
                self.extents_of_digits(id, &upper[0])
            }
            _ => None,
        };
        let frame = LoopFrame {
            body,
            arguments: self.module.block(body).arguments.clone(),
            results: self.module.op(id).results.to_vec(),
            counter: None,
            digits,
        };
        self.iterate(frame, bounds, inits, is_parallel)
    }

    fn iterate(
        &mut self,
        frame: LoopFrame,
        bounds: Vec<(Vec<AffineExpr>, Vec<AffineExpr>, i64)>,
        inits: &[ValueId],
        is_parallel: bool,
    ) -> Refused<()> {
        let LoopFrame {
            body,
            arguments,
            results,
            counter,
            digits,
        } = frame;
        let depth = self.depth();
        if arguments.len() != bounds.len() + inits.len() || bounds.is_empty() {
            return Err("a loop with other arguments than its variables".into());
        }
        let (variables, carried) = arguments.split_at(bounds.len());
        let mut registers = self.registers(carried)?;
        let through: Vec<Option<Access>> = inits
            .iter()
            .zip(&results)
            .map(|(&init, &result)| self.handed_through(init, result))
            .collect();
        for (register, through) in registers.iter_mut().zip(&through) {
            if let Some(through) = through {
                *register = through.clone();
            }
        }
        let before = self.at(BEFORE);
        let time = std::mem::replace(&mut self.time, before);
        let own = inits.iter().zip(&registers).zip(&through);
        for ((&init, register), _) in own.filter(|(_, through)| through.is_none()) {
            let lanes = lanes_of(self.module.ty(init))?;
            let value = self.value(init)?;
            self.statement(value, register.array, register.subscripts.clone(), &lanes, None)?;
        }
        self.time = time;
        if let Some(extents) = &digits {
            for extent in extents {
                self.time.push(Time::Loop(self.depth()));
                self.domain.loops.push(Loop::up_to(extent.clone()));
            }
            let variable = self.counts_with_digits(extents);
            self.known
                .insert(variables[0], Known::Value(Value::Index(variable)));
        }
        let others = bounds.into_iter().filter(|_| digits.is_none());
        for (&argument, (lower, upper, step)) in variables.iter().zip(others) {
            if step <= 0 || lower.is_empty() || upper.is_empty() {
                return Err("a loop whose step is not positive".into());
            }
            let variable = dim(self.depth() as u32);
            let around = Loop {
                lower,
                upper,
                step,
                is_parallel,
                counter: (constant(0), 1),
            };
            let around = around.counted_from_zero();
            let value = around.counted(&variable);
            let known = match self.module.ty(argument) {
                Type::Index => Value::Index(value.clone()),
                _ => self.counter_as_data(argument, value.clone()),
            };
            self.known.insert(argument, Known::Value(known));
            self.time.push(Time::Loop(self.depth()));
            self.domain.loops.push(around);
            if let (Some((_, step)), Type::Integer(ty)) = (counter, self.module.ty(argument)) {
                // The condition branches by what is added to the counter.
                let next = Fit::of(&(&value + &constant(step)), ty.width, true);
                self.keep(&[next]);
            }
        }
        for (&argument, register) in carried.iter().zip(&registers) {
            let mut time = self.time.clone();
            time.push(Time::At(constant(BEFORE)));
            let access = Access {
                time,
                ..register.clone()
            };
            self.define(argument, Value::Load(Rc::new(access)), 1)?;
        }
        if counter.is_none() {
            let numbered = carried.iter().zip(&registers).enumerate();
            let all = numbered.map(|(n, (&argument, register))| (argument, (register.clone(), body, n)));
            self.carried.extend(all);
        }
        self.yields.push(Yields::Registers(
            registers.clone(),
            counter.map(|(place, _)| place),
        ));
        self.block(body)?;
        self.yields.pop();
        self.time.truncate(self.time.len() - (self.depth() - depth));
        self.domain.loops.truncate(depth);
        self.forget_digits();
        for (result, register) in results.into_iter().zip(&registers) {
            let access = Access {
                time: self.at(AFTER),
                ..register.clone()
            };
            self.define(result, Value::Load(Rc::new(access)), 1)?;
        }
        Ok(())
    }
}

/// Whether a value is what a cell holds.
fn is_in(value: &Value, cell: &Access) -> bool {
    let Value::Load(load) = value else { return false };
    let mut pairs = load.subscripts.iter().zip(&cell.subscripts);
    load.array == cell.array && pairs.all(|(a, b)| is_same(a, b))
}

/// Whether a value is what a cell holds, or something else, by conditions.
fn keeps(value: &Value, cell: &Access) -> bool {
    match value {
        Value::Choice(choice) => keeps(&choice.1, cell) || keeps(&choice.2, cell),
        value => is_in(value, cell),
    }
}
