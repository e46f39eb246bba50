//! Indices that are chosen by conditions on indices, as a clamped subscript is.
//!
//! Such an index is one affine expression where a condition holds, and another elsewhere. An operation on it is done for each of them,
//! under the condition, and so is a load: it is one load or another. A condition that is asked once is known below.

use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, Constraint, constant};
use ovolo_lang::ir::ValueId;

use super::super::function::{Guard, Value};
use super::{Known, Reader};

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
        let chosen = |value: &ValueId| match self.known.get(value) {
            Some(Known::Chosen(chosen)) => Some(chosen.clone()),
            _ => None,
        };
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
                self.known.insert(*value, known.where_it(guard, holds));
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

    /// The greatest or the least of several indices as one that is chosen.
    pub(super) fn choose_extremes(&mut self, operands: &[ValueId]) {
        for value in operands {
            if let Some(Known::Extreme(is_greatest, all)) = self.known.get(value)
                && let Some(chosen) = chosen_extreme(*is_greatest, all)
            {
                self.known.insert(*value, chosen);
            }
        }
    }
}

impl Known {
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
