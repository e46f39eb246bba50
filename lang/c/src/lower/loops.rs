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
            if let Some(by) = by
                && (!after.contains(&key.0) || self.block == self.entry || is_known)
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
        // from their number, or where that goes down.
        let is_normal =
            counted.moves_inside || !range.is_up || (range.step != Step::Constant(1) && !moving.is_empty());
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
            (true, Some(first)) => (first.clone() + product(&number, &signed_step), number.clone()),
            (_, Some(first)) => (number.clone(), number.clone() - first.clone()),
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
            this.statements(body, head)?;
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
                let none = AffineExpr::Constant(0);
                let count = match count.as_constant() {
                    Some(count) => AffineExpr::Constant(count.max(0)),
                    None => self.greater(count.clone(), none),
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
        let last = first + product(&count, &step);
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
        let Some((e, by)) = advance::only_advance(body, key.0) else {
            return Ok(self.moved_in_all(body, key.0).map(AffineExpr::Constant));
        };
        match by {
            Step::Constant(by) => Ok(Some(AffineExpr::Constant(by))),
            Step::Value(_) => {
                let Some((by, is_back)) = advance::amount_of(e) else {
                    return Ok(None);
                };
                let mentions = live::mentioned(by);
                if advance::touches_memory(by)
                    || !mentions.is_disjoint(varying)
                    || mentions
                        .iter()
                        .any(|&m| self.places.contains_key(&m) || self.variable(m).is_global)
                {
                    return Ok(None);
                }
                let by = self.int(by)?;
                let Some(linear) = by.exact().cloned() else {
                    return Ok(None);
                };
                Ok(Some(if is_back {
                    linear * AffineExpr::Constant(-1)
                } else {
                    linear
                }))
            }
        }
    }

    /// By how much statements move a variable, where that is a constant.
    fn moved_in_all(&self, body: &[Stmt], id: VarId) -> Option<i64> {
        body.iter()
            .filter(|stmt| live::assigned(stmt).contains(&id))
            .try_fold(0i64, |sum, stmt| sum.checked_add(self.moved_in(stmt, id)?))
    }

    fn moved_in(&self, stmt: &Stmt, id: VarId) -> Option<i64> {
        match &stmt.kind {
            StmtKind::Block(all) => self.moved_in_all(all, id),
            StmtKind::For {
                init,
                condition,
                advance,
                body,
            } => {
                let init = init.as_deref()?;
                let counted = self.counted(condition.as_ref(), advance.as_ref(), body)?;
                if counted.iv == id || live::assigned(init).contains(&id) {
                    return None;
                }
                let trips = counted.constant_trips(init)?;
                trips.checked_mul(self.moved_in_all(&counted.body, id)?)
            }
            _ => match advance::only_advance(std::slice::from_ref(stmt), id)?.1 {
                Step::Constant(by) => Some(by),
                Step::Value(_) => None,
            },
        }
    }

    /// How many iterations there are, less than none where the loop does not run; `None` where the bounds are several.
    fn trip_count(&self, range: &Range) -> Option<AffineExpr> {
        let ([lower], [upper]) = (range.lower.as_slice(), range.upper.as_slice()) else {
            return None;
        };
        let distance = match range.is_up {
            true => upper.clone() - lower.clone(),
            false => lower.clone() - upper.clone(),
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
