//! What is left of integers that were computed wider than they are kept, as operations of the narrow type: C computes with bytes and
//! short integers as with words.

use std::rc::Rc;

use ovolo_lang::op::OpCode;

use super::super::function::{Operation, SELECT, Value};

/// Operations inside one another that are looked through.
const MOST_DEPTH: usize = 4;

/// The low bits of an integer, as an integer of the type `narrow`, where they are computed of operands of that type. Sums, differences,
/// products and bitwise operations have low bits that are those of what is computed of the low bits; the least and the greatest of
/// integers that were extended alike are those of the integers. Of a choice they are chosen, one of them as `truncation`, the key of the
/// operation that gives them, does where it is not computed so.
pub(super) fn narrowed(value: &Value, narrow: &str, truncation: &str) -> Option<Value> {
    at_depth(value, (narrow, truncation), MOST_DEPTH)
}

fn at_depth(value: &Value, to: (&str, &str), depth: usize) -> Option<Value> {
    let (narrow, truncation) = to;
    let part = |operand: &Value| at_depth(operand, to, depth.checked_sub(1)?);
    let sides = |sides: [&Value; 2]| match sides.map(part) {
        [None, None] => None,
        parts => Some([0, 1].map(|n| match &parts[n] {
            Some(part) => part.clone(),
            None => operation(truncation.into(), false, vec![sides[n].clone()]),
        })),
    };
    let op = match value {
        Value::Op(op) => op,
        Value::Choice(choice) => {
            let [then, otherwise] = sides([&choice.1, &choice.2])?;
            return Some(Value::Choice(Rc::new((choice.0.clone(), then, otherwise))));
        }
        _ => return None,
    };
    let extended = |value, code| extended(value, code).filter(|(_, from)| *from == narrow);
    if let Some((source, _)) = extended(value, OpCode::ExtUI).or_else(|| extended(value, OpCode::ExtSI)) {
        return Some(source.clone());
    }
    if let Some(constant) = low_bits(value, narrow) {
        return Some(constant);
    }
    if let Some(less) = extended_less(value, narrow) {
        return Some(less);
    }
    if let (true, [condition, then, otherwise]) = (op.key == SELECT, op.operands.as_slice()) {
        let [then, otherwise] = sides([then, otherwise])?;
        return Some(operation(
            SELECT.into(),
            false,
            vec![condition.clone(), then, otherwise],
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
    if let Some(shifted) = shifted(name, [a, b], narrow) {
        return Some(shifted);
    }
    let both = |code| Some(vec![extended(a, code)?.0.clone(), extended(b, code)?.0.clone()]);
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

/// A narrow integer that was extended, shifted to the right by fewer places than it has: what is shifted in is what it was extended by.
fn shifted(name: &str, [a, by]: [&Value; 2], narrow: &str) -> Option<Value> {
    let (places, _) = constant(by)?;
    let is_less = (0..i128::from(width(narrow)?)).contains(&places);
    let right = [OpCode::ShRUI, OpCode::ShRSI];
    let is_right = right.iter().any(|code| code.name() == name);
    let of = |code| extended(a, code).filter(|(_, from)| *from == narrow && is_less && is_right);
    let by = low_bits(by, narrow)?;
    let (code, source) = match (of(OpCode::ExtUI), of(OpCode::ExtSI)) {
        (Some((source, _)), _) => (OpCode::ShRUI, source),
        // The low bits of what has the sign in front of it, as long as no zeros that are shifted in come to them.
        (_, Some((source, _))) if name == OpCode::ShRSI.name() => (OpCode::ShRSI, source),
        _ => return None,
    };
    Some(operation(
        of_type(code.name(), narrow),
        false,
        vec![source.clone(), by],
    ))
}

/// What an integer was extended from by an operation, and the type of that.
pub(super) fn extended(value: &Value, code: OpCode) -> Option<(&Value, &str)> {
    let Value::Op(op) = value else { return None };
    let types = op.key.strip_prefix(code.name())?.strip_prefix(' ')?;
    let (from, _) = types.split_once(" -> ")?;
    let is_type = !from.contains(' ');
    Some((op.operands.first()?, from)).filter(|_| is_type)
}

/// What was extended from a type that is narrower still, extended less.
fn extended_less(value: &Value, narrow: &str) -> Option<Value> {
    [OpCode::ExtUI, OpCode::ExtSI].into_iter().find_map(|code| {
        let (source, from) = extended(value, code)?;
        let is_narrower = width(from)? < width(narrow)?;
        let key = format!("{} {from} -> {narrow}", code.name());
        is_narrower.then(|| operation(key, false, vec![source.clone()]))
    })
}

fn width(ty: &str) -> Option<u32> {
    ty.strip_prefix('i')?.parse().ok()
}

/// The low bits of a constant.
fn low_bits(value: &Value, narrow: &str) -> Option<Value> {
    let (number, _) = constant(value)?;
    let width = width(narrow)?;
    let unused = 128u32.checked_sub(width).filter(|_| width > 1)?;
    let low = number << unused >> unused;
    let name = OpCode::Constant.name();
    let key = format!("{name} value = {low} : {narrow} -> {narrow}");
    Some(operation(key, false, Vec::new()))
}

/// The value of a constant integer wider than a bit, and its type.
pub(super) fn constant(value: &Value) -> Option<(i128, &str)> {
    let Value::Op(op) = value else { return None };
    let rest = op.key.strip_prefix(OpCode::Constant.name())?;
    let (number, ty) = rest.strip_prefix(" value = ")?.split_once(" -> ")?;
    let (number, _) = number.split_once(" : ")?;
    let is_wide = width(ty).is_some_and(|width| width > 1);
    Some((number.parse().ok()?, ty)).filter(|_| is_wide)
}

pub(super) fn of_type(name: &str, ty: &str) -> String {
    format!("{name} {ty} {ty} -> {ty}")
}

pub(super) fn operation(key: String, is_commutative: bool, operands: Vec<Value>) -> Value {
    Value::Op(Rc::new(Operation {
        key,
        is_commutative,
        operands,
    }))
}
