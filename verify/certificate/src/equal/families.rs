//! The terms of a value that is a sum, as families.

use std::rc::Rc;

use ovolo_lang::affine::dim;
use z3::ast::{Ast, Bool, Int};

use super::super::Refused;
use super::super::function::{Access, Domain, Loop, Sum, Value};
use super::super::reductions::Reduction;
use super::family::Family;
use super::{Comparison, Context, Guide, Node, Place};

/// Families of terms of a sum. Arbitrary.
const MOST_FAMILIES: usize = 96;

/// Values that are followed for the terms of a sum. Arbitrary.
const MOST_STEPS: usize = 600;

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
                Node::Value(Value::Sum(sum)) if may_split && reduction.is(&sum.key) => {
                    open.push(self.summed(family, &place, sum, prefix)?);
                }
                Node::Value(value @ (Value::Choice(_) | Value::OneOf(..))) => {
                    self.split(guide, context, &family, &place, value, &mut open)?;
                }
                Node::Value(value @ Value::Load(access))
                    if may_split && self.is_followed(guide, &place, access, reduction)? =>
                {
                    self.split(guide, context, &family, &place, value, &mut open)?;
                }
                Node::Stored if may_split => {
                    let value = &self.statement(place.side, place.statement).value;
                    match self.is_of(value, reduction) {
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

    fn is_of(&self, value: &Value, reduction: Reduction) -> bool {
        match value {
            Value::Sum(sum) => reduction.is(&sum.key),
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
        if access.array == target.array && access.subscripts != target.subscripts {
            return Ok(false);
        }
        let sources = self.sources(guide, place.side, place.statement, access)?;
        Ok(sources.iter().any(|source| {
            let value = &self.statement(place.side, source.statement).value;
            source.statement != place.statement && (value.is_copy() || self.is_of(value, reduction))
        }))
    }

    /// A family for each case that may occur. Where two may occur together, which is only of loads that stores in no order
    /// may have written, the value is left as it is.
    fn split(
        &mut self,
        guide: &mut dyn Guide<'f>,
        context: &Context,
        family: &Family<'f>,
        place: &Place<'f>,
        value: &'f Value,
        open: &mut Vec<Family<'f>>,
    ) -> Refused<()> {
        let inside = self.inside(context, family, &family.dims)?;
        let mut cases = self.cases(guide, &inside, place, value)?.unwrap_or_default();
        if let [(_, case)] = cases.as_slice() {
            open.push(family.with([case.clone()]));
            return Ok(());
        }
        let mut possible = Vec::new();
        for (condition, case) in cases.drain(..) {
            if !self.is_impossible(&inside, std::slice::from_ref(&condition))? {
                possible.push((condition, case));
            }
        }
        for (n, (condition, _)) in possible.iter().enumerate() {
            for (other, _) in &possible[n + 1..] {
                if !self.is_impossible(&inside, &[condition.clone(), other.clone()])? {
                    let mut family = family.clone();
                    family.factors.push(place.clone());
                    open.push(family);
                    return Ok(());
                }
            }
        }
        for (condition, case) in possible {
            let mut family = family.with([case]);
            family.conditions.push(condition);
            open.push(family);
        }
        Ok(())
    }

    /// The family with the variables of a sum.
    fn summed(
        &mut self,
        mut family: Family<'f>,
        place: &Place<'f>,
        sum: &'f Sum,
        prefix: &str,
    ) -> Refused<Family<'f>> {
        let mut at = place.at[..sum.first].to_vec();
        for around in &sum.domain.loops[sum.first..] {
            let number = family.dims.len();
            family
                .domain
                .loops
                .push(around.map(&mut |expr| expr.replace(&at, &[])));
            family.dims.push(Int::new_const(format!("{prefix}{number}")));
            at.push(dim(number as u32));
        }
        let guards = sum.domain.guards.iter();
        let guards = guards.map(|guard| guard.map(&mut |expr| expr.replace(&at, &[])));
        family.domain.guards.extend(guards);
        family.pending.push(Place {
            at,
            ..place.value(&sum.term)
        });
        Ok(family)
    }

    /// What holds of the terms of a family, with these as its variables.
    pub(super) fn conditions(&self, family: &Family<'f>, dims: &[Int]) -> Refused<Vec<Bool>> {
        let mut all = self.asked.sizes.domain(&family.domain, dims)?;
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
