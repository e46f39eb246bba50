//! What is left of integers that were computed wider than they are kept, as operations of the narrow type: C computes with bytes and
//! short integers as with words.

use std::rc::Rc;

use ovolo_lang::op::OpCode;

use super::super::function::{Operation, SELECT, Value};

/// Operations inside one another that are looked through.
const MOST_DEPTH: usize = 4;

/// The low bits of an integer, as an integer of the type `narrow`, where they are computed of operands of that type. Sums, differences,
/// products and bitwise operations have low bits that are those of what is computed of the low bits; the least and the greatest of
/// integers that were extended alike are those of the integers.
pub(super) fn narrowed(value: &Value, narrow: &str) -> Option<Value> {
    at_depth(value, narrow, MOST_DEPTH)
}

fn at_depth(value: &Value, narrow: &str, depth: usize) -> Option<Value> {
    let Value::Op(op) = value else { return None };
    if let Some(source) =
        extended(value, OpCode::ExtUI, narrow).or_else(|| extended(value, OpCode::ExtSI, narrow))
    {
        return Some(source);
    }
    if let Some(constant) = constant(op, narrow) {
        return Some(constant);
    }
    if let Some(less) = extended_less(op, narrow) {
        return Some(less);
    }
    if depth == 0 {
        return None;
    }
    let part = |operand: &Value| at_depth(operand, narrow, depth - 1);
    if let (true, [condition, then, otherwise]) = (op.key == SELECT, op.operands.as_slice()) {
        return Some(operation(
            SELECT.into(),
            false,
            vec![condition.clone(), part(then)?, part(otherwise)?],
        ));
    }
    let [a, b] = op.operands.as_slice() else {
        return None;
    };
    let (name, types) = op.key.split_once(' ')?;
    // Nothing is promised of the wide operation that the narrow one would not keep.
    let wide = types.split_once(" -> ")?.1;
    if types != format!("{wide} {wide} -> {wide}") {
        return None;
    }
    let is = |codes: &[OpCode]| codes.iter().any(|code| code.name() == name);
    let of_low_bits = [
        OpCode::AddI,
        OpCode::SubI,
        OpCode::MulI,
        OpCode::AndI,
        OpCode::OrI,
        OpCode::XOrI,
    ];
    if is(&of_low_bits) {
        let operands = vec![part(a)?, part(b)?];
        return Some(operation(of_type(name, narrow), op.is_commutative, operands));
    }
    let both = |code| Some(vec![extended(a, code, narrow)?, extended(b, code, narrow)?]);
    let without_sign = match name {
        _ if is(&[OpCode::MinSI, OpCode::MinUI]) => OpCode::MinUI,
        _ if is(&[OpCode::MaxSI, OpCode::MaxUI]) => OpCode::MaxUI,
        _ => return None,
    };
    if let Some(operands) = both(OpCode::ExtUI) {
        return Some(operation(of_type(without_sign.name(), narrow), true, operands));
    }
    let operands = both(OpCode::ExtSI).filter(|_| is(&[OpCode::MinSI, OpCode::MaxSI]))?;
    Some(operation(of_type(name, narrow), true, operands))
}

/// What an integer was extended from, where that is of the type `narrow`.
fn extended(value: &Value, code: OpCode, narrow: &str) -> Option<Value> {
    let Value::Op(op) = value else { return None };
    let types = op.key.strip_prefix(code.name())?.strip_prefix(' ')?;
    let (from, _) = types.split_once(" -> ")?;
    (from == narrow).then(|| op.operands.first().cloned()).flatten()
}

/// What was extended from a type that is narrower still, extended less.
fn extended_less(op: &Operation, narrow: &str) -> Option<Value> {
    let (name, types) = op.key.split_once(' ')?;
    let (from, _) = types.split_once(" -> ")?;
    let is_extension = [OpCode::ExtUI, OpCode::ExtSI]
        .iter()
        .any(|code| code.name() == name);
    let is_narrower = width(from)? < width(narrow)?;
    let key = format!("{name} {from} -> {narrow}");
    (is_extension && is_narrower).then(|| operation(key, false, op.operands.clone()))
}

fn width(ty: &str) -> Option<u32> {
    ty.strip_prefix('i')?.parse().ok()
}

/// The low bits of a constant.
fn constant(op: &Operation, narrow: &str) -> Option<Value> {
    let name = OpCode::Constant.name();
    let rest = op.key.strip_prefix(name)?.strip_prefix(" value = ")?;
    let (number, _) = rest.split_once(" : ")?;
    let number: i128 = number.parse().ok()?;
    let width = width(narrow)?;
    let unused = 128u32.checked_sub(width).filter(|_| width > 1)?;
    let low = number << unused >> unused;
    Some(operation(
        format!("{name} value = {low} : {narrow} -> {narrow}"),
        false,
        Vec::new(),
    ))
}

fn of_type(name: &str, ty: &str) -> String {
    format!("{name} {ty} {ty} -> {ty}")
}

fn operation(key: String, is_commutative: bool, operands: Vec<Value>) -> Value {
    Value::Op(Rc::new(Operation {
        key,
        is_commutative,
        operands,
    }))
}
