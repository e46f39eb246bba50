//! Indices that are chosen by conditions on indices, as a clamped subscript is.
//!
//! Such an index is one affine expression where a condition holds, and another elsewhere. An operation on it is done for each of them,
//! under the condition, and so is a load: it is one load or another. A condition that is asked once is known below.

use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, Constraint, constant};
use ovolo_lang::ir::{Op, ValueId};
use ovolo_lang::op::OpCode;

use super::super::function::{Guard, Operation, Value};
use super::{Known, Reader};

/// Times that the divisor of what is wrapped around may be subtracted, and once. Arbitrary: `(i + n + 1) % n` is less than three
/// times `n`.
const PERIODS: i64 = 3;

/// Choices inside one another.
const DEEPEST: usize = 16;

impl Reader<'_> {
    /// What an operation gives, done for each index that its operands may be.
    pub(super) fn over_choices(
        &mut self,
        operands: &[ValueId],
        f: &mut dyn FnMut(&mut Self) -> Option<Known>,
    ) -> Option<Known> {
        self.over_choices_within(operands, f, DEEPEST)
    }

    fn over_choices_within(
        &mut self,
        operands: &[ValueId],
        f: &mut dyn FnMut(&mut Self) -> Option<Known>,
        left: usize,
    ) -> Option<Known> {
        let left = left.checked_sub(1)?;
        let chosen = |value: &ValueId| self.known.get(value).and_then(Known::as_chosen);
        let Some(chosen) = operands.iter().find_map(chosen) else {
            return f(self);
        };
        let guard = &chosen.0;
        let before: Vec<(ValueId, Known)> = operands
            .iter()
            .filter_map(|value| Some((*value, self.known.get(value)?.clone())))
            .collect();
        let mut sides = Vec::new();
        for holds in [true, false] {
            for (value, known) in &before {
                let own = known.as_chosen().map_or_else(|| known.clone(), Known::Chosen);
                self.known.insert(*value, own.where_it(guard, holds));
            }
            let own = if holds { guard.clone() } else { guard.negated() };
            self.domain.guards.push(own);
            sides.push(self.over_choices_within(operands, f, left));
            self.domain.guards.pop();
        }
        self.known.extend(before);
        let otherwise = sides.pop()??;
        Some(one_of(guard.clone(), sides.pop()??, otherwise))
    }

    /// Whether one of some values is a chosen index, or the greatest or the least of several.
    pub(super) fn is_chosen(&self, values: &[ValueId]) -> bool {
        let is_chosen = |value: &ValueId| self.known.get(value).and_then(Known::as_chosen).is_some();
        values.iter().any(is_chosen)
    }

    /// What an operation on indices gives, as a function of its operands.
    pub(super) fn of_data(&self, op: &Op, code: OpCode) -> Option<Known> {
        let operands = op.operands.iter().map(|&value| self.value(value).ok());
        Some(Known::Value(Value::Op(Rc::new(Operation {
            key: format!("{} of data", code.name()),
            is_commutative: false,
            operands: operands.collect::<Option<_>>()?,
        }))))
    }

    /// The index that a remainder by a symbol is: the dividend, or what it is so many times the divisor more than; where the dividend
    /// is negative or greater still, a function of the remainder.
    pub(super) fn wrapped(&mut self, remainder: ValueId, op: &Op, result: ValueId) -> Option<Known> {
        let &[dividend, divisor] = op.operands.as_slice() else {
            return None;
        };
        let (a, b) = (self.integer(dividend)?, self.integer(divisor)?);
        b.expr.as_constant().is_none().then_some(())?;
        self.defer(result, [a.fits, b.fits].concat());
        let other = Value::Op(Rc::new(Operation {
            key: "index of a remainder".into(),
            is_commutative: false,
            operands: vec![self.value(remainder).ok()?],
        }));
        let mut known = Known::Value(other);
        for periods in (0..PERIODS).rev() {
            let less = &a.expr + &(&b.expr * &constant(-periods));
            let left = &b.expr + &(&less * &constant(-1));
            let within = [less.clone(), &left + &constant(-1)].map(|expr| Constraint {
                expr,
                is_equality: false,
            });
            let here = Known::Value(Value::Index(less));
            known = Known::Chosen(Rc::new((Guard::All(within.to_vec()), here, known)));
        }
        Some(known)
    }
}

impl Known {
    /// What a chosen index is chosen from, or the greatest or the least of several.
    fn as_chosen(&self) -> Option<Rc<(Guard, Known, Known)>> {
        match self {
            Known::Chosen(chosen) => Some(chosen.clone()),
            Known::Extreme(is_greatest, all) => match chosen_extreme(*is_greatest, all)? {
                Known::Chosen(chosen) => Some(chosen),
                _ => None,
            },
            _ => None,
        }
    }

    /// What is known where a condition holds, or does not.
    fn where_it(&self, condition: &Guard, holds: bool) -> Known {
        match self {
            Known::Chosen(chosen) => {
                let (guard, then, otherwise) = &**chosen;
                let [then, otherwise] = [then, otherwise].map(|side| side.where_it(condition, holds));
                match (guard == condition, *guard == condition.negated()) {
                    (true, _) if holds => then,
                    (_, true) if !holds => then,
                    (true, _) | (_, true) => otherwise,
                    _ => Known::Chosen(Rc::new((guard.clone(), then, otherwise))),
                }
            }
            other => other.clone(),
        }
    }

    /// The value that is chosen.
    pub(super) fn as_value(&self) -> Option<Value> {
        match self {
            Known::Value(value) => Some(value.clone()),
            Known::Chosen(chosen) => {
                let (guard, then, otherwise) = &**chosen;
                let both = (guard.clone(), then.as_value()?, otherwise.as_value()?);
                Some(Value::Choice(Rc::new(both)))
            }
            Known::Extreme(is_greatest, all) => chosen_extreme(*is_greatest, all)?.as_value(),
            _ => None,
        }
    }
}

/// One of two by a condition: indices stay apart, and other values become a choice.
fn one_of(guard: Guard, then: Known, otherwise: Known) -> Known {
    match (&then, &otherwise) {
        (Known::Value(Value::Index(a)), Known::Value(Value::Index(b))) if a == b => then,
        (Known::Value(a), Known::Value(b)) if !matches!((a, b), (Value::Index(_), Value::Index(_))) => {
            Known::Value(Value::Choice(Rc::new((guard, a.clone(), b.clone()))))
        }
        _ => Known::Chosen(Rc::new((guard, then, otherwise))),
    }
}

/// The greatest or the least of some indices: the first where it is so of all, else that of the others.
fn chosen_extreme(is_greatest: bool, all: &[AffineExpr]) -> Option<Known> {
    let (first, others) = all.split_first()?;
    let own = Known::Value(Value::Index(first.clone()));
    let Some(rest) = chosen_extreme(is_greatest, others) else {
        return Some(own);
    };
    let is_it = others.iter().map(|other| Constraint {
        expr: match is_greatest {
            true => first + &(other * &constant(-1)),
            false => other + &(first * &constant(-1)),
        },
        is_equality: false,
    });
    Some(Known::Chosen(Rc::new((Guard::All(is_it.collect()), own, rest))))
}
