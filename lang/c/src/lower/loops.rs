//! Loops: those that count become `affine.for`, or `scf.for` where their bounds are not affine; all others `scf.while`.

mod advance;
mod counted;
mod open;

use ovolo_lang::affine::{AffineExpr, AffineMap};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{NewOp, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::integers::{AtomKind, Int};
use super::statements::Handed;
use super::{Key, Lowering, Result, Value};
use crate::ast::*;
use crate::live::{self, Vars};
use crate::polynomial::{in_dims, of_dims};
use advance::Step;
use counted::{Counted, Range};

impl Lowering<'_> {
    pub(super) fn for_statement(
        &mut self,
        init: Option<&Stmt>,
        condition: Option<&Expr>,
        advance: Option<&Expr>,
        body: &Stmt,
        after: &Vars,
    ) -> Result<()> {
        let head = live::at_head(condition, advance, body, after);
        if let Some(init) = init {
            self.statement(init, &head)?;
        }
        if let Some(counted) = self.counted(condition, advance, body)
            && let Some(range) = self.range_of(&counted, init)?
            && (range.has_count() || !after.contains(&counted.iv))
        {
            return self.counted_loop(&counted, range, &head, after);
        }
        self.while_loop(condition, advance, body, &head)
    }

    /// `do B while (c)`: one that counts has as many iterations as `while (c) B`, and one where that has none.
    pub(super) fn do_while(&mut self, body: &Stmt, condition: &Expr, after: &Vars) -> Result<()> {
        let mut around = after.clone();
        let whole = StmtKind::DoWhile(Box::new(body.clone()), condition.clone());
        let whole = Stmt {
            kind: whole,
            span: self.span,
        };
        live::statement(&whole, &mut around);
        around.extend(after.iter().copied());
        around.extend(live::mentioned(condition));
        let (moved, tested) = advance::behind_body(body, condition);
        if let Some(counted) = self.counted(Some(&tested), None, &moved)
            && counted.is_told_behind()
            && let Some(range) = self.range_of(&counted, None)?
            && let Some(range) = self.once_at_least(&counted, range)
        {
            return self.counted_loop(&counted, range, &around, after);
        }
        self.open_do_while(body, condition, &around)
    }

    /// The range of a loop that runs once where it would not run.
    fn once_at_least(&mut self, counted: &Counted, range: Range) -> Option<Range> {
        let [first] = range.lower.as_slice() else {
            return None;
        };
        let is_constant = first.as_constant().is_some();
        if !range.has_count() || !counted.ty.signed && !is_constant {
            return None;
        }
        let sign = AffineExpr::Constant(if range.is_up { 1 } else { -1 });
        let upper = range.upper.iter().map(|upper| {
            let distance = ((upper.clone() - first.clone()) * sign.clone()).simplified();
            first.clone() + self.greater(distance, AffineExpr::Constant(1)) * sign.clone()
        });
        Some(Range {
            upper: upper.collect(),
            ..range
        })
    }

    /// A loop that counts.
    fn counted_loop(&mut self, counted: &Counted, range: Range, head: &Vars, after: &Vars) -> Result<()> {
        let body = &counted.body;
        let mut assigned: Vars = body.iter().flat_map(live::assigned).collect();
        assigned.remove(&counted.iv);
        let keys = self.carried(&assigned, |id| head.contains(&id));
        // What an iteration finds changed by the one before.
        let varying: Vars = assigned.into_iter().chain([counted.iv]).collect();
        let before = self.scalars.clone();
        let iv_after = after.contains(&counted.iv);
        let count = self.trip_count(&range);
        // `g * d` to `(g + 1) * d`: where it begins is not affine, how often it runs is.
        let affine_count = match range.lower.iter().all(|lower| self.is_affine(lower)) {
            true => None,
            false => count.as_ref().and_then(of_dims).map(|count| in_dims(&count)),
        };
        let affine_count = affine_count.filter(|count| self.is_affine(count));
        let is_moved = affine_count.is_some();
        let count = affine_count.or(count);
        let is_known = count.as_ref().is_some_and(|count| count.as_constant().is_some());

        // Variables that move by the same amount in each iteration follow from the number of the iteration.
        let mut moving = Vec::new();
        let mut carried: Vec<(Key, Handed, ValueId)> = Vec::new();
        for key in keys {
            let value = before.get(&key).cloned().unwrap_or(Value::Undefined);
            let is_simple = range.step == Step::Constant(1) && range.is_up && range.lower.len() == 1;
            let is_counted = range.has_count() || is_simple && !after.contains(&key.0);
            let by = match is_counted {
                true => self.moves_by(key, &value, body, &varying)?,
                false => None,
            };
            let is_followed = || {
                count
                    .as_ref()
                    .is_some_and(|count| self.known_trips(count).is_some())
            };
            if let Some(by) = by
                && (!after.contains(&key.0) || self.block == self.entry || is_known || is_followed())
            {
                moving.push((key, value, by));
                continue;
            }
            if let Some(handed) = self.handed(key, &[&value])? {
                let init = self.handed_value(&value, &handed)?;
                carried.push((key, handed, init));
            }
        }
        // The variable of the loop in the IR counts iterations where something else than the loop's own variable follows
        // from their number, where that goes down, or where it begins at what is not affine.
        let is_normal = is_moved
            || counted.moves_inside
            || !range.is_up
            || (range.step != Step::Constant(1) && !moving.is_empty());
        let (lower, upper, step) = match (is_normal, &range.step) {
            (true, _) => (
                vec![AffineExpr::Constant(0)],
                count.clone().into_iter().collect(),
                Step::Constant(1),
            ),
            (false, step) => (range.lower.clone(), range.upper.clone(), step.clone()),
        };
        let inits: Vec<ValueId> = carried.iter().map(|c| c.2).collect();
        let types: Vec<Type> = carried.iter().map(|c| c.1.ty.clone()).collect();
        let (op, is_affine) = self.for_op(&lower, &upper, &step, inits, &types);
        let region = self.module.add_region(op);
        let block = self.module.add_block(region);
        let name = self.variable(counted.iv).name.as_str();
        let iv = self.module.add_argument(block, Type::Index, Some(name.into()));
        let arguments: Vec<ValueId> = carried
            .iter()
            .map(|(key, handed, _)| {
                let name = self.variable(key.0).name.as_str();
                self.module
                    .add_argument(block, handed.ty.clone(), Some(name.into()))
            })
            .collect();
        let bounds = self.range_between(&lower, &upper);
        let kind = if is_affine {
            AtomKind::Dim
        } else {
            AtomKind::Opaque
        };
        let number = self.atom(iv, kind, bounds);
        let signed_step = match &range.step {
            Step::Constant(step) => AffineExpr::Constant(if range.is_up { *step } else { -step }),
            Step::Value(step) => step.clone(),
        };
        let (value, iteration) = match (is_normal, range.lower.first()) {
            (true, Some(first)) => {
                let at = first.clone() + product(&number, &signed_step) - range.shift.clone();
                (at, number.clone())
            }
            (_, Some(first)) => (
                number.clone() - range.shift.clone(),
                number.clone() - first.clone(),
            ),
            _ => (number.clone(), number.clone()),
        };
        let iv_value = match before.get(&(counted.iv, 0)) {
            Some(Value::Pointer(pointer)) => {
                let mut pointer = pointer.clone();
                pointer.indices.pop();
                pointer.indices.push(value);
                Value::Pointer(pointer)
            }
            _ => Value::Int(Int {
                ty: counted.ty,
                linear: Some(value),
                is_exact: true,
                value: None,
            }),
        };
        let results = self.apart(block, |this| {
            this.known.clear();
            this.scalars.insert((counted.iv, 0), iv_value);
            for (key, value, by) in &moving {
                let value = this.moved_value(value, &product(&iteration, by));
                this.scalars.insert(*key, value);
            }
            for ((key, handed, _), &argument) in carried.iter().zip(&arguments) {
                let value = this.received(argument, handed);
                this.scalars.insert(*key, value);
            }
            if let Some(count) = &count {
                this.runs(count);
            }
            this.inside_loop(false, |this| this.statements(body, head))?;
            let mut results = Vec::new();
            for (key, handed, _) in &carried {
                let value = this.scalars.get(key).cloned().unwrap_or(Value::Undefined);
                this.handed(*key, &[&value, &pointer_of(handed)])?;
                results.push(this.handed_value(&value, handed)?);
            }
            let yields = if is_affine {
                OpCode::AffineYield
            } else {
                OpCode::ScfYield
            };
            this.append(NewOp::new(yields).operands(results));
            Ok(())
        });
        results?;
        let here = self.block;
        self.module.attach(here, op);
        self.scalars = before;
        let results = self.module.op(op).results.clone();
        for ((key, handed, _), &result) in carried.iter().zip(&results) {
            let value = self.received(result, handed);
            self.scalars.insert(*key, value);
        }
        for (key, value, by) in moving {
            if after.contains(&key.0)
                && let Some(count) = &count
            {
                let count = match self.trips(count) {
                    Some(trips) => trips,
                    None => self.greater(count.clone(), AffineExpr::Constant(0)),
                };
                let value = self.moved_value(&value, &product(&count, &by));
                self.scalars.insert(key, value);
            }
        }
        if iv_after {
            let last = self.value_after(counted, &range, count)?;
            self.scalars.insert((counted.iv, 0), last);
        }
        Ok(())
    }

    /// The value of the loop's variable behind the loop.
    fn value_after(&mut self, counted: &Counted, range: &Range, count: Option<AffineExpr>) -> Result<Value> {
        let (Some(first), Some(count)) = (range.lower.first().cloned(), count) else {
            return super::fail(self.span, "the variable of this loop is read behind it");
        };
        let count = self.greater(count, AffineExpr::Constant(0));
        let step = match &range.step {
            Step::Constant(step) => AffineExpr::Constant(if range.is_up { *step } else { -step }),
            Step::Value(step) => step.clone(),
        };
        let last = first + product(&count, &step) - range.shift.clone();
        Ok(match self.scalars.get(&(counted.iv, 0)).cloned() {
            Some(Value::Pointer(mut pointer)) => {
                pointer.indices.pop();
                pointer.indices.push(last);
                Value::Pointer(pointer)
            }
            _ => Value::Int(self.int_from(last, counted.ty)),
        })
    }

    /// A scalar moved by an amount.
    fn moved_value(&mut self, value: &Value, by: &AffineExpr) -> Value {
        match value {
            Value::Pointer(pointer) => Value::Pointer(self.moved(pointer.clone(), by)),
            Value::Int(int) => {
                let linear = int.linear.clone().unwrap_or(AffineExpr::Constant(0)) + by.clone();
                let is_exact = int.is_exact && int.ty.signed || self.has(int.ty, &linear);
                Value::Int(Int {
                    ty: int.ty,
                    linear: Some(linear),
                    is_exact,
                    value: None,
                })
            }
            other => other.clone(),
        }
    }

    /// By how much a scalar moves in each iteration, where its only assignment is that, at the top of the body, or where each of
    /// several is by a constant, and stands there or in loops that run a constant number of times.
    fn moves_by(
        &mut self,
        key: Key,
        value: &Value,
        body: &[Stmt],
        varying: &Vars,
    ) -> Result<Option<AffineExpr>> {
        let is_followed = match value {
            Value::Pointer(_) => true,
            Value::Int(int) => int.linear.is_some() && int.ty.bits >= 32,
            _ => false,
        };
        if !is_followed {
            return Ok(None);
        }
        self.moved_in_all(body, key.0, varying)
    }

    /// By how much statements move a variable.
    fn moved_in_all(&mut self, body: &[Stmt], id: VarId, varying: &Vars) -> Result<Option<AffineExpr>> {
        if let Some((e, by)) = advance::only_advance(body, id) {
            return self.amount(e, by, varying);
        }
        let mut total = AffineExpr::Constant(0);
        for stmt in body.iter().filter(|stmt| live::assigned(stmt).contains(&id)) {
            let Some(by) = self.moved_in(stmt, id, varying)? else {
                return Ok(None);
            };
            total = total + by;
        }
        Ok(Some(total))
    }

    /// By how much a statement moves a variable: an assignment at its top, or in loops of which the number of iterations is known.
    fn moved_in(&mut self, stmt: &Stmt, id: VarId, varying: &Vars) -> Result<Option<AffineExpr>> {
        match &stmt.kind {
            StmtKind::Block(all) => self.moved_in_all(all, id, varying),
            StmtKind::For {
                init: Some(init),
                condition,
                advance,
                body,
            } => {
                let counted = self.counted(condition.as_ref(), advance.as_ref(), body);
                let is_other = |counted: &Counted| counted.iv != id && !live::assigned(init).contains(&id);
                let Some(counted) = counted.filter(is_other) else {
                    return Ok(None);
                };
                let Some(by) = self.moved_in_all(&counted.body, id, varying)? else {
                    return Ok(None);
                };
                let trips = match counted.constant_trips(init) {
                    Some(trips) => Some(AffineExpr::Constant(trips)),
                    None => self.trips_within(&counted, init, varying)?,
                };
                Ok(trips.map(|trips| product(&trips, &by)))
            }
            _ => match advance::only_advance(std::slice::from_ref(stmt), id) {
                Some((e, by)) => self.amount(e, by, varying),
                None => Ok(None),
            },
        }
    }

    /// The amount of an assignment that moves a variable, where it is the same in all iterations.
    fn amount(&mut self, e: &Expr, by: Step, varying: &Vars) -> Result<Option<AffineExpr>> {
        if let Step::Constant(by) = by {
            return Ok(Some(AffineExpr::Constant(by)));
        }
        let Some((by, is_back)) = advance::amount_of(e).filter(|(by, _)| self.is_same(by, varying)) else {
            return Ok(None);
        };
        let by = self.int(by)?;
        let linear = by.exact().cloned();
        Ok(linear.map(|linear| {
            if is_back {
                linear * AffineExpr::Constant(-1)
            } else {
                linear
            }
        }))
    }

    /// Whether an expression has one value in all iterations of a loop in which some variables vary.
    fn is_same(&self, e: &Expr, varying: &Vars) -> bool {
        let mentions = live::mentioned(e);
        let is_in_memory = |m: &VarId| self.places.contains_key(m) || self.variable(*m).is_global;
        !advance::touches_memory(e) && mentions.is_disjoint(varying) && !mentions.iter().any(is_in_memory)
    }

    /// How often a loop runs inside of one in which some variables vary, where that is the same in all iterations.
    fn trips_within(&mut self, counted: &Counted, init: &Stmt, varying: &Vars) -> Result<Option<AffineExpr>> {
        let (Some(first), bounds) = (counted.first(init), counted.bounds()) else {
            return Ok(None);
        };
        let is_pure = |e: &&Expr| self.is_same(e, varying) && live::assigned_by(e).is_empty();
        if counted.moves_inside || ![first].into_iter().chain(bounds).all(|e| is_pure(&e)) {
            return Ok(None);
        }
        let key = (counted.iv, 0);
        let before = self.scalars.get(&key).cloned();
        let first = self.int(first)?;
        self.scalars.insert(key, Value::Int(first));
        let range = self.range_of(counted, Some(init));
        match before {
            Some(before) => self.scalars.insert(key, before),
            None => self.scalars.remove(&key),
        };
        // Of constants `constant_trips` knows whether the type of the variable holds them.
        let count = range?.and_then(|range| self.trip_count(&range));
        let count = count.filter(|count| count.as_constant().is_none());
        Ok(count.and_then(|count| self.trips(&count)))
    }

    /// The number of iterations, of which `count` is less than none where the loop does not run; `None` where it would have to be
    /// computed inside of loops.
    fn trips(&mut self, count: &AffineExpr) -> Option<AffineExpr> {
        if let Some(known) = self.known_trips(count) {
            return Some(known);
        }
        if self.block != self.entry {
            return None;
        }
        let trips = self.greater(count.clone(), AffineExpr::Constant(0));
        if let AffineExpr::Dim(atom) = trips {
            self.counts.push((count.clone(), atom));
        }
        Some(trips)
    }

    fn known_trips(&self, count: &AffineExpr) -> Option<AffineExpr> {
        if let Some(count) = count.as_constant() {
            return Some(AffineExpr::Constant(count.max(0)));
        }
        if self.range(count).is_some_and(|(low, _)| low >= 0) {
            return Some(count.clone());
        }
        let mut known = self.counts.iter().filter(|(known, _)| known == count);
        known.next().map(|(_, atom)| AffineExpr::Dim(*atom))
    }

    /// Takes it that a loop runs: what it counts is the number of its iterations.
    fn runs(&mut self, count: &AffineExpr) {
        let own = self.counts.iter().filter(|(known, _)| known == count);
        let Some(atom) = own.map(|(_, atom)| *atom).next() else {
            return;
        };
        let atoms: Vec<AffineExpr> = (0..self.atoms.len() as u32)
            .map(|other| match other == atom {
                true => count.clone(),
                false => AffineExpr::Dim(other),
            })
            .collect();
        let there = |e: &AffineExpr| e.replace(&atoms, &[]);
        for value in self.scalars.values_mut() {
            match value {
                Value::Int(int) => int.linear = int.linear.as_ref().map(there),
                Value::Pointer(pointer) => pointer.indices = pointer.indices.iter().map(there).collect(),
                _ => {}
            }
        }
    }

    /// How many iterations there are, less than none where the loop does not run; `None` where the bounds are several.
    fn trip_count(&self, range: &Range) -> Option<AffineExpr> {
        let ([lower], [upper]) = (range.lower.as_slice(), range.upper.as_slice()) else {
            return None;
        };
        let distance = match range.is_up {
            true => upper.clone() - lower.clone(),
            false => (lower.clone() - upper.clone()).simplified(),
        };
        match &range.step {
            Step::Constant(1) => Some(distance),
            Step::Constant(step) => Some(distance.ceildiv(*step)),
            Step::Value(_) => None,
        }
    }

    fn range_between(&self, lower: &[AffineExpr], upper: &[AffineExpr]) -> (i128, i128) {
        let low = lower.iter().filter_map(|e| self.range(e)).map(|r| r.0).max();
        let high = upper.iter().filter_map(|e| self.range(e)).map(|r| r.1).min();
        (low.unwrap_or(-(1 << 63)), high.unwrap_or((1 << 63) - 1) - 1)
    }

    /// A loop operation without its region, and whether it is affine.
    fn for_op(
        &mut self,
        lower: &[AffineExpr],
        upper: &[AffineExpr],
        step: &Step,
        inits: Vec<ValueId>,
        types: &[Type],
    ) -> (OpId, bool) {
        let is_affine = lower.iter().chain(upper).all(|e| self.is_affine(e));
        let mut new = match (is_affine, step) {
            (true, Step::Constant(step)) => {
                let (low, low_operands) = self.map(lower).unwrap_or((AffineMap::constant(0), Vec::new()));
                let (high, high_operands) = self.map(upper).unwrap_or((AffineMap::constant(0), Vec::new()));
                let sizes = [low_operands.len(), high_operands.len(), inits.len()].map(|n| n as i64);
                NewOp::new(OpCode::AffineFor)
                    .operands(low_operands.into_iter().chain(high_operands).chain(inits))
                    .attribute("lowerBoundMap", Attribute::affine_map(low))
                    .attribute("operandSegmentSizes", Attribute::i32_array(&sizes))
                    .attribute("step", Attribute::index(*step))
                    .attribute("upperBoundMap", Attribute::affine_map(high))
            }
            _ => {
                let low = self.extreme(lower, OpCode::MaxSI);
                let high = self.extreme(upper, OpCode::MinSI);
                let step = match step {
                    Step::Constant(step) => self.index_constant(*step),
                    Step::Value(step) => {
                        // Where the loop runs at all it ends, so the step is positive.
                        let (step, one) = (self.index_value(step), self.index_constant(1));
                        self.compute(OpCode::MaxSI, &[step, one], Type::Index)
                    }
                };
                NewOp::new(OpCode::ScfFor).operands([low, high, step].into_iter().chain(inits))
            }
        };
        new = types.iter().cloned().fold(new, NewOp::result);
        new.span = self.span;
        let is_affine = new.name.as_str() == "affine.for";
        (self.module.create(new), is_affine)
    }

    fn extreme(&mut self, all: &[AffineExpr], code: OpCode) -> ValueId {
        let values: Vec<ValueId> = all.iter().map(|e| self.index_value(e)).collect();
        let first = values[0];
        values[1..]
            .iter()
            .fold(first, |a, &b| self.compute(code, &[a, b], Type::Index))
    }
}

/// A product, of which one factor is often a constant.
fn product(a: &AffineExpr, b: &AffineExpr) -> AffineExpr {
    AffineExpr::binary(ovolo_lang::affine::AffineOp::Mul, a.clone(), b.clone())
}

fn pointer_of(handed: &Handed) -> Value {
    match &handed.pointer {
        Some(pointer) => Value::Pointer(pointer.clone()),
        None => Value::Undefined,
    }
}
