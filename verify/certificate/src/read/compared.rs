//! Comparisons of integers, and what is chosen by them, in a form in which equal ones look alike.

use std::rc::Rc;

use ovolo_lang::algebra::{FloatPredicate, IntPredicate};
use ovolo_lang::op::OpCode;

use super::super::function::Value;
use super::narrowed::{constant, extended, of_type, operation};

/// The comparison of two integers that are wider than what they were made from as one of those, with their type: widening by zeros or
/// by the sign keeps the order, in which signs play no part after zeros.
pub(super) fn unwidened(predicate: i64, [a, b]: [&Value; 2]) -> Option<(i64, [Value; 2], String)> {
    let predicate = IntPredicate::from_code(predicate)?;
    for (code, predicate) in [
        (OpCode::ExtSI, predicate),
        (OpCode::ExtUI, without_sign(predicate)),
    ] {
        if let (Some((a, from)), Some((b, other))) = (extended(a, code), extended(b, code))
            && from == other
        {
            return Some((predicate.code(), [a.clone(), b.clone()], from.to_string()));
        }
    }
    None
}

fn without_sign(predicate: IntPredicate) -> IntPredicate {
    match predicate {
        IntPredicate::Slt => IntPredicate::Ult,
        IntPredicate::Sle => IntPredicate::Ule,
        IntPredicate::Sgt => IntPredicate::Ugt,
        IntPredicate::Sge => IntPredicate::Uge,
        other => other,
    }
}

/// A comparison as one that asks whether something is less, or at most, and whether its operands change places for that:
/// `a > b` is `b < a`, of numbers of any kind, and where an operand is NaN both hold or neither does.
pub(super) fn with_lesser_first(code: OpCode, predicate: i64) -> (i64, bool) {
    let lesser = match code {
        OpCode::CmpF => match FloatPredicate::from_code(predicate) {
            Some(FloatPredicate::Ogt) => Some(FloatPredicate::Olt.code()),
            Some(FloatPredicate::Oge) => Some(FloatPredicate::Ole.code()),
            Some(FloatPredicate::Ugt) => Some(FloatPredicate::Ult.code()),
            Some(FloatPredicate::Uge) => Some(FloatPredicate::Ule.code()),
            _ => None,
        },
        OpCode::CmpI => match IntPredicate::from_code(predicate) {
            Some(
                greater @ (IntPredicate::Sgt | IntPredicate::Sge | IntPredicate::Ugt | IntPredicate::Uge),
            ) => Some(greater.swapped().code()),
            _ => None,
        },
        _ => None,
    };
    (lesser.unwrap_or(predicate), lesser.is_some())
}

/// The choice of the lesser or the greater of two integers as the operation that gives it.
pub(super) fn extreme([condition, then, otherwise]: [&Value; 3]) -> Option<Value> {
    let Value::Op(op) = condition else { return None };
    let (code, predicate, types) = comparison(&op.key)?;
    let (ty, _) = types.split_once(' ').filter(|_| code == OpCode::CmpI)?;
    let [a, b] = op.operands.as_slice() else {
        return None;
    };
    let takes_lesser = match (
        is_same(a, then) && is_same(b, otherwise),
        is_same(a, otherwise) && is_same(b, then),
    ) {
        (true, _) => true,
        (_, true) => false,
        _ => return None,
    };
    let code = match (IntPredicate::from_code(predicate)?, takes_lesser) {
        (IntPredicate::Slt | IntPredicate::Sle, true) => OpCode::MinSI,
        (IntPredicate::Slt | IntPredicate::Sle, false) => OpCode::MaxSI,
        (IntPredicate::Ult | IntPredicate::Ule, true) => OpCode::MinUI,
        (IntPredicate::Ult | IntPredicate::Ule, false) => OpCode::MaxUI,
        _ => return None,
    };
    Some(operation(
        of_type(code.name(), ty),
        true,
        vec![a.clone(), b.clone()],
    ))
}

/// The choice of one and zero, or of zero and one, by a comparison as the number that the comparison, or its opposite, is.
pub(super) fn truth_as_number([condition, then, otherwise]: [&Value; 3]) -> Option<Value> {
    let (one, ty) = constant(then)?;
    let (other, _) = constant(otherwise)?;
    let holds = match (one, other) {
        (1, 0) => condition.clone(),
        (0, 1) => opposite(condition)?,
        _ => return None,
    };
    let key = format!("{} i1 -> {ty}", OpCode::ExtUI.name());
    Some(operation(key, false, vec![holds]))
}

/// The opposite of what a comparison says, the lesser first.
pub(super) fn opposite(condition: &Value) -> Option<Value> {
    let Value::Op(op) = condition else { return None };
    let (code, predicate, types) = comparison(&op.key)?;
    let opposite = match code {
        OpCode::CmpF => FloatPredicate::from_code(predicate)?.negated().code(),
        _ => IntPredicate::from_code(predicate)?.negated().code(),
    };
    let (predicate, is_swapped) = with_lesser_first(code, opposite);
    let mut operands = op.operands.clone();
    if is_swapped {
        operands.reverse();
    }
    let key = format!("{} predicate = {predicate} {types}", code.name());
    Some(operation(key, op.is_commutative, operands))
}

/// Of a condition and its opposite one is what is asked: this gives it for the other. That one is the bit turned, or asks whether
/// integers differ or the one is at most the other, or of floats what holds of NaN.
pub(super) fn asked_as(condition: &Value) -> Option<Value> {
    let Value::Op(op) = condition else { return None };
    if op
        .key
        .split_once(' ')
        .is_some_and(|(name, _)| name == OpCode::XOrI.name())
    {
        let [a, b] = op.operands.as_slice() else {
            return None;
        };
        return match (is_true(a), is_true(b)) {
            (_, true) => Some(a.clone()),
            (true, _) => Some(b.clone()),
            _ => None,
        };
    }
    let (code, predicate, _) = comparison(&op.key)?;
    use FloatPredicate as F;
    let is_other = match code {
        OpCode::CmpF => matches!(
            FloatPredicate::from_code(predicate)?,
            F::Ueq | F::Ugt | F::Uge | F::Ult | F::Ule | F::Une | F::Uno
        ),
        _ => matches!(
            IntPredicate::from_code(predicate)?,
            IntPredicate::Ne | IntPredicate::Sle | IntPredicate::Ule
        ),
    };
    opposite(condition).filter(|_| is_other)
}

/// The parts of a comparison's key: the code, the predicate, what follows.
fn comparison(key: &str) -> Option<(OpCode, i64, &str)> {
    [OpCode::CmpI, OpCode::CmpF].into_iter().find_map(|code| {
        let rest = key.strip_prefix(code.name())?.strip_prefix(" predicate = ")?;
        let (predicate, types) = rest.split_once(' ')?;
        Some((code, predicate.parse().ok()?, types))
    })
}

/// Whether a value is the bit that is set.
pub(super) fn is_true(value: &Value) -> bool {
    matches!(value, Value::Op(op) if op.key.strip_prefix(OpCode::Constant.name()) == Some(" value = true -> i1"))
}

/// Whether two values are one that was read or computed once.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Load(a), Value::Load(b)) => Rc::ptr_eq(a, b),
        (Value::Op(a), Value::Op(b)) => {
            Rc::ptr_eq(a, b) || a.operands.is_empty() && b.operands.is_empty() && a.key == b.key
        }
        (Value::Choice(a), Value::Choice(b)) => Rc::ptr_eq(a, b),
        (Value::Argument(a), Value::Argument(b)) => a == b,
        _ => false,
    }
}
