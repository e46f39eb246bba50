//! What values are where it is known of conditions on data whether they hold.

use std::rc::Rc;

use ovolo_lang::op::OpCode;
use rustc_hash::FxHashMap;

use super::super::function::{Access, Operation, SELECT, Value};
use super::compared::{asked_as, is_true};

/// Operations inside one another in which two conditions may be alike. Arbitrary.
const MOST_DEPTH: usize = 6;

/// A value where a condition holds, or where it does not. What the value is elsewhere is left open, so a choice that the
/// condition decides is what is chosen.
pub(super) fn decided(value: &Value, condition: &Value, holds: bool) -> Value {
    let mut facts = Vec::new();
    each_part(condition, holds, &mut |part, holds| {
        facts.push((part.clone(), holds))
    });
    let mut known = Known {
        facts: &facts,
        done: FxHashMap::default(),
    };
    known.given(value).unwrap_or_else(|| value.clone())
}

/// Calls a function for a condition in its parts: of a conjunction that holds both hold, of a disjunction that does not neither does.
pub(super) fn each_part(condition: &Value, holds: bool, f: &mut impl FnMut(&Value, bool)) {
    if let Some(other) = asked_as(condition) {
        return each_part(&other, !holds, f);
    }
    match both(condition, if holds { OpCode::AndI } else { OpCode::OrI }) {
        Some([a, b]) => {
            each_part(a, holds, f);
            each_part(b, holds, f);
        }
        None => f(condition, holds),
    }
}

/// The operands of a conjunction or disjunction.
fn both(value: &Value, code: OpCode) -> Option<[&Value; 2]> {
    let Value::Op(op) = value else { return None };
    match op.operands.as_slice() {
        [a, b] if name(&op.key) == code.name() && is_truth(&op.key) => Some([a, b]),
        _ => None,
    }
}

/// Two truth values as one operation, or what it is where one of them is known.
pub(super) fn combined(code: OpCode, [a, b]: [&Value; 2]) -> Value {
    let decides = code == OpCode::OrI;
    for (one, other) in [(a, b), (b, a)] {
        match is_true(one) || is_false(one) {
            true if is_true(one) == decides => return one.clone(),
            true => return other.clone(),
            false => {}
        }
    }
    Value::Op(Rc::new(Operation {
        key: format!("{} i1 i1 -> i1", code.name()),
        is_commutative: true,
        operands: vec![a.clone(), b.clone()],
    }))
}

struct Known<'f> {
    facts: &'f [(Value, bool)],
    /// Of operations what they are, where that is something else.
    done: FxHashMap<*const Operation, Option<Value>>,
}

impl Known<'_> {
    /// What a value is, where it is something else than it was.
    fn given(&mut self, value: &Value) -> Option<Value> {
        match value {
            Value::Op(op) => {
                let place = Rc::as_ptr(op);
                if let Some(known) = self.done.get(&place) {
                    return known.clone();
                }
                let new = self.given_operation(value, op);
                self.done.insert(place, new.clone());
                new
            }
            Value::Load(_) => self.truth(value).map(truth),
            Value::Choice(choice) => {
                let sides = [self.given(&choice.1), self.given(&choice.2)];
                let [then, otherwise] = match sides {
                    [None, None] => return None,
                    [then, otherwise] => [
                        then.unwrap_or_else(|| choice.1.clone()),
                        otherwise.unwrap_or_else(|| choice.2.clone()),
                    ],
                };
                Some(Value::Choice(Rc::new((choice.0.clone(), then, otherwise))))
            }
            Value::Index(_) | Value::Argument(_) | Value::OneOf(..) => None,
        }
    }

    fn given_operation(&mut self, value: &Value, op: &Operation) -> Option<Value> {
        if is_truth(&op.key)
            && let Some(known) = self.truth(value)
        {
            return Some(truth(known));
        }
        let new: Vec<Option<Value>> = op.operands.iter().map(|operand| self.given(operand)).collect();
        if new.iter().all(Option::is_none) {
            return None;
        }
        let operands = op.operands.iter().zip(new);
        let operands: Vec<Value> = operands
            .map(|(old, new)| new.unwrap_or_else(|| old.clone()))
            .collect();
        Some(match operands.as_slice() {
            [condition, then, _] if op.key == SELECT && is_true(condition) => then.clone(),
            [condition, _, otherwise] if op.key == SELECT && is_false(condition) => otherwise.clone(),
            [a, b] if is_truth(&op.key) && name(&op.key) == OpCode::AndI.name() => {
                combined(OpCode::AndI, [a, b])
            }
            [a, b] if is_truth(&op.key) && name(&op.key) == OpCode::OrI.name() => {
                combined(OpCode::OrI, [a, b])
            }
            _ => op.with(operands),
        })
    }

    /// Whether a condition holds, where that is known.
    fn truth(&self, value: &Value) -> Option<bool> {
        let is = |value: &Value| {
            let mut same = self
                .facts
                .iter()
                .filter(|(known, _)| is_equal(known, value, MOST_DEPTH));
            same.next().map(|(_, holds)| *holds)
        };
        is(value).or_else(|| is(&asked_as(value)?).map(|holds| !holds))
    }
}

fn truth(holds: bool) -> Value {
    Value::Op(Rc::new(Operation {
        key: format!("{} value = {holds} -> i1", OpCode::Constant.name()),
        is_commutative: false,
        operands: Vec::new(),
    }))
}

pub(super) fn is_false(value: &Value) -> bool {
    matches!(value, Value::Op(op) if op.key.strip_prefix(OpCode::Constant.name()) == Some(" value = false -> i1"))
}

fn name(key: &str) -> &str {
    key.split_once(' ').map_or(key, |(name, _)| name)
}

/// Whether an operation of this key gives a truth value.
fn is_truth(key: &str) -> bool {
    key.ends_with("-> i1")
}

/// Whether two values are written alike.
fn is_equal(a: &Value, b: &Value, depth: usize) -> bool {
    match (a, b) {
        (Value::Load(a), Value::Load(b)) => Rc::ptr_eq(a, b) || is_same_access(a, b),
        (Value::Op(a), Value::Op(b)) => {
            let pairs = || a.operands.iter().zip(&b.operands);
            Rc::ptr_eq(a, b)
                || depth > 0
                    && a.key == b.key
                    && a.operands.len() == b.operands.len()
                    && pairs().all(|(a, b)| is_equal(a, b, depth - 1))
        }
        (Value::Index(a), Value::Index(b)) => a == b,
        (Value::Argument(a), Value::Argument(b)) => a == b,
        (Value::Choice(a), Value::Choice(b)) => Rc::ptr_eq(a, b),
        _ => false,
    }
}

fn is_same_access(a: &Access, b: &Access) -> bool {
    a.array == b.array && a.subscripts == b.subscripts && a.time == b.time
}
