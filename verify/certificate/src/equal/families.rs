//! The terms of a value that is a sum, as families.

use std::rc::Rc;

use ovolo_lang::affine::{Constraint, constant, dim};
use z3::ast::{Ast, Bool, Int};

use super::super::Refused;
use super::super::certificate::Named;
use super::super::function::{Access, Domain, Guard, Loop, Value};
use super::super::reductions::Reduction;
use super::super::sources::moment;
use super::super::terms::Moment;
use super::family::Family;
use super::{Comparison, Context, Guide, Node, Place};

/// Families of terms of a sum. Arbitrary.
const MOST_FAMILIES: usize = 512;

/// Values that are followed for the terms of a sum. Arbitrary.
const MOST_STEPS: usize = 3_000;

impl<'f> Comparison<'f, '_> {
    /// The terms of a value as families; `None` where there are too many.
    pub(super) fn families(
        &mut self,
        guide: &mut dyn Guide<'f>,
        context: &Context,
        place: &Place<'f>,
        reduction: Reduction,
        prefix: &str,
    ) -> Refused<Option<Vec<Family<'f>>>> {
        let outside = Loop {
            lower: Vec::new(),
            upper: Vec::new(),
            ..Loop::up_to(dim(0))
        };
        let one = Family {
            domain: Domain {
                loops: vec![outside; context.dims.len()],
                guards: Vec::new(),
            },
            dims: context.dims.clone(),
            conditions: Vec::new(),
            is_negated: false,
            factors: Vec::new(),
            pending: vec![place.clone()],
        };
        let (mut all, mut open) = (Vec::new(), vec![one]);
        let mut steps = 0;
        while let Some(mut family) = open.pop() {
            steps += 1;
            if steps > MOST_STEPS || all.len() > MOST_FAMILIES {
                return Ok(None);
            }
            let Some(place) = family.pending.pop() else {
                all.push(family);
                continue;
            };
            let is_whole = family.factors.is_empty() && family.pending.is_empty();
            let may_split = is_whole || reduction.distributes;
            match place.node.clone() {
                Node::Value(Value::Op(op)) => {
                    if may_split && reduction.is(&op.key) {
                        open.extend(op.operands.iter().map(|value| family.with([place.value(value)])));
                    } else if may_split && reduction.is_fused(&op.key, self.model) {
                        let factors = op.operands[..2].iter().map(|value| place.value(value));
                        open.push(family.with(factors));
                        open.push(family.with([place.value(&op.operands[2])]));
                    } else if may_split && reduction.is_difference(&op.key) {
                        open.push(family.with([place.value(&op.operands[0])]));
                        family.is_negated = !family.is_negated;
                        open.push(family.with([place.value(&op.operands[1])]));
                    } else if reduction.is_negation(&op.key) {
                        family.is_negated = !family.is_negated;
                        open.push(family.with([place.value(&op.operands[0])]));
                    } else if reduction.is_product(&op.key) {
                        open.push(family.with(op.operands.iter().map(|value| place.value(value))));
                    } else if !(may_split && reduction.is_neutral(&op.key, family.is_negated)) {
                        family.factors.push(place);
                        open.push(family);
                    }
                }
                Node::Value(value @ Value::Load(access))
                    if may_split && self.accumulation(place.side, value) == Some(reduction) =>
                {
                    let updates = self.updates(guide, (context, &family), &place, access, prefix)?;
                    let is_told = self.split(guide, context, &family, &place, value, &mut open)?;
                    match updates.filter(|_| is_told) {
                        Some(updates) => open.extend(updates),
                        None => return Ok(None),
                    }
                }
                Node::Value(value @ (Value::Choice(_) | Value::OneOf(..))) => {
                    if !self.split(guide, context, &family, &place, value, &mut open)? {
                        family.factors.push(place);
                        open.push(family);
                    }
                }
                Node::Value(value @ Value::Load(access))
                    if may_split && self.is_followed(guide, &place, access, reduction)? =>
                {
                    if !self.split(guide, context, &family, &place, value, &mut open)? {
                        family.factors.push(place);
                        open.push(family);
                    }
                }
                Node::Stored if may_split => {
                    let value = &self.statement(place.side, place.statement).value;
                    match self.is_of(place.side, value, reduction) {
                        true => family.pending.push(place.value(value)),
                        false => family.factors.push(place),
                    }
                    open.push(family);
                }
                _ => {
                    family.factors.push(place);
                    open.push(family);
                }
            }
        }
        Ok(Some(all))
    }

    fn is_of(&self, side: usize, value: &Value, reduction: Reduction) -> bool {
        match value {
            Value::Load(_) => self.accumulation(side, value) == Some(reduction),
            Value::Op(op) => {
                reduction.is(&op.key)
                    || reduction.is_fused(&op.key, self.model)
                    || reduction.is_negation(&op.key)
            }
            _ => false,
        }
    }

    /// Whether what a load reads is followed: a sum of the same kind, or a copy, by another statement. Of the array that is
    /// stored to only the same cell is: another one is of an earlier step of a recurrence, which is a term of its own.
    fn is_followed(
        &mut self,
        guide: &mut dyn Guide<'f>,
        place: &Place<'f>,
        access: &'f Rc<Access>,
        reduction: Reduction,
    ) -> Refused<bool> {
        let target = &self.statement(place.side, place.statement).target;
        let function = self.functions[place.side];
        if access.array == target.array && access.subscripts != target.subscripts
            || function.accumulates(access.array).is_some()
        {
            return Ok(false);
        }
        let sources = self.sources(guide, place.side, place.statement, access)?;
        Ok(sources.iter().any(|source| {
            let value = &function.statements[source.statement].value;
            let is_earlier = matches!(value, Value::Load(load) if load.array == target.array);
            source.statement != place.statement
                && !is_earlier
                && (value.is_copy() || self.is_of(place.side, value, reduction))
        }))
    }

    /// Adds a family for each case that may occur; `false` where two may occur together, which is only of loads that stores in
    /// no order may have written.
    fn split(
        &mut self,
        guide: &mut dyn Guide<'f>,
        context: &Context,
        family: &Family<'f>,
        place: &Place<'f>,
        value: &'f Value,
        open: &mut Vec<Family<'f>>,
    ) -> Refused<bool> {
        let inside = self.inside(context, family, &family.dims)?;
        let mut cases = self.origins(guide, &inside, place, value)?.unwrap_or_default();
        if let [(_, case)] = cases.as_slice() {
            open.push(family.with([case.clone()]));
            return Ok(true);
        }
        let mut possible = Vec::new();
        for (condition, case) in cases.drain(..) {
            if !self.is_impossible(&inside, std::slice::from_ref(&condition))? {
                possible.push((condition, case));
            }
        }
        // The cases of a choice exclude each other.
        if let Value::Load(access) = value
            && !self.is_exclusive(guide, place, access)?
        {
            for (n, (condition, _)) in possible.iter().enumerate() {
                for (other, _) in &possible[n + 1..] {
                    if !self.is_impossible(&inside, &[condition.clone(), other.clone()])? {
                        return Ok(false);
                    }
                }
            }
        }
        for (condition, case) in possible {
            let mut family = family.with([case]);
            family.conditions.push(condition);
            open.push(family);
        }
        Ok(true)
    }

    /// Whether each instance of a load reads of one source alone.
    fn is_exclusive(
        &mut self,
        guide: &mut dyn Guide<'f>,
        place: &Place<'f>,
        access: &'f Rc<Access>,
    ) -> Refused<bool> {
        let load = self.name(place.side, place.statement, &**access);
        if let Some(known) = self.exclusive.get(&load) {
            return Ok(*known);
        }
        let sources = self.sources(guide, place.side, place.statement, access)?;
        let read = self.read(place.side, place.statement, access);
        let is_exclusive = read.are_exclusive(&sources, self.asked)?;
        self.exclusive.insert(load, is_exclusive);
        Ok(is_exclusive)
    }

    /// Whether a load is before or after each update of what it reads.
    fn is_settled(&mut self, load: Named, access: &Access) -> Refused<bool> {
        if self.settled.contains(&load) {
            return Ok(true);
        }
        let domain = &self.statement(load.side, load.statement).domain;
        let is_settled = self.functions[load.side].is_settled(access, domain, self.asked)?;
        if is_settled {
            self.settled.insert(load);
        }
        Ok(is_settled)
    }

    /// The terms of all updates of what is loaded, after the store that is read of another statement and before the load; `None`
    /// where the load is neither before nor after one.
    fn updates(
        &mut self,
        guide: &mut dyn Guide<'f>,
        (context, family): (&Context, &Family<'f>),
        place: &Place<'f>,
        access: &'f Rc<Access>,
        prefix: &str,
    ) -> Refused<Option<Vec<Family<'f>>>> {
        if !self.is_settled(self.name(place.side, place.statement, &**access), access)? {
            return Ok(None);
        }
        let function = self.functions[place.side];
        let sources = self.sources(guide, place.side, place.statement, access)?;
        let read = self.read(place.side, place.statement, access);
        let x = self.asked.sizes.encode_all(&place.at, &family.dims)?;
        let stored = read.conditions(&sources, &x, self.asked)?;
        let loaded = read.moment(&x);
        let mut all = Vec::new();
        for (&number, update) in &function.updates {
            let statement = &function.statements[number];
            if statement.target.array != access.array {
                continue;
            }
            let mut family = family.clone();
            let mut at = Vec::new();
            for around in &statement.domain.loops {
                let number = family.dims.len();
                let around = around.map(&mut |expr| expr.replace(&at, &[]));
                family.domain.loops.push(around);
                family.dims.push(Int::new_const(format!("{prefix}{number}")));
                at.push(dim(number as u32));
            }
            let guards = statement.domain.guards.iter();
            let guards = guards.map(|guard| guard.map(&mut |expr| expr.replace(&at, &[])));
            family.domain.guards.extend(guards);
            let cells = statement.target.subscripts.iter().zip(&access.subscripts);
            let same = cells.map(|(updated, read)| Constraint {
                expr: &updated.replace(&at, &[]) + &(&read.replace(&place.at, &[]) * &constant(-1)),
                is_equality: true,
            });
            family.domain.guards.push(Guard::All(same.collect()));
            // Most updates are of other cells, which is seen without what is known of their order.
            let inside = self.inside(context, &family, &family.dims)?;
            if self.is_impossible(&inside, &[])? {
                continue;
            }
            let z = self.asked.sizes.encode_all(&at, &family.dims)?;
            let updated = Moment {
                time: &update.own.time,
                loops: &statement.domain.loops,
                at: &z,
            };
            family
                .conditions
                .push(self.asked.sizes.before(&moment(statement, &z), &loaded)?);
            for (source, condition) in sources.iter().zip(&stored) {
                let store = &function.statements[source.statement];
                let at = source.at.iter().map(|expr| expr.replace(&place.at, &[]));
                let at = self
                    .asked
                    .sizes
                    .encode_all(&at.collect::<Vec<_>>(), &family.dims)?;
                let is_after = self.asked.sizes.before(&moment(store, &at), &updated)?;
                family.conditions.push(condition.implies(&is_after));
            }
            let inside = self.inside(context, &family, &family.dims)?;
            if self.is_impossible(&inside, &[])? {
                continue;
            }
            for term in update.terms(&statement.value, self.model) {
                let term = term.into_iter().map(|value| Place {
                    side: place.side,
                    statement: number,
                    at: at.clone(),
                    node: Node::Value(value),
                });
                all.push(family.with(term.collect::<Vec<_>>()));
            }
        }
        Ok(Some(all))
    }

    /// What holds of the terms of a family, with these as its variables.
    pub(super) fn conditions(&self, family: &Family<'f>, dims: &[Int]) -> Refused<Vec<Bool>> {
        let mut all = self.asked.sizes.domain(&family.domain, dims)?;
        if dims == family.dims {
            all.extend_from_slice(&family.conditions);
            return Ok(all);
        }
        let renamed: Vec<(&Int, &Int)> = family.dims.iter().zip(dims).collect();
        all.extend(
            family
                .conditions
                .iter()
                .map(|condition| condition.substitute(&renamed)),
        );
        Ok(all)
    }

    /// The context of a term.
    pub(super) fn inside(&self, context: &Context, family: &Family<'f>, dims: &[Int]) -> Refused<Context> {
        let own = family.domain.intervals();
        let intervals = context
            .intervals
            .iter()
            .chain(own.iter().skip(context.dims.len()));
        Ok(Context {
            dims: dims.to_vec(),
            intervals: intervals.copied().collect(),
            conditions: [&context.conditions[..], &self.conditions(family, dims)?].concat(),
        })
    }
}
