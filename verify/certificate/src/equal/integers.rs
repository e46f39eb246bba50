//! Operations on integers, as their keys say them.

use super::super::function::{Operation, SELECT, Value};

/// The width of the integer that an operation gives.
pub(super) fn width(value: &Value) -> Option<u32> {
    let Value::Op(op) = value else { return None };
    match op.key == SELECT {
        true => op.operands[1..].iter().find_map(width),
        false => bits_of(op.key.rsplit_once(" -> ")?.1),
    }
}

fn bits_of(ty: &str) -> Option<u32> {
    let width = ty.strip_prefix('i')?.parse().ok()?;
    (1..=128).contains(&width).then_some(width)
}

/// An operation that is modelled: its name, its attribute, the widths of its operands and of its result.
pub(super) struct Known<'k> {
    pub name: &'k str,
    pub attribute: Option<&'k str>,
    pub operands: Vec<u32>,
    pub result: u32,
}

impl<'k> Known<'k> {
    /// What a key says, if all types are integers and the only attribute is the constant or the predicate.
    pub fn of(op: &'k Operation) -> Option<Known<'k>> {
        let (name, rest) = op.key.split_once(' ')?;
        let (operands, result) = match rest.rsplit_once(" -> ") {
            Some(types) => types,
            None => ("", rest.strip_prefix("-> ")?),
        };
        let (attribute, operands) = match name {
            "arith.constant" => (operands.strip_prefix("value = ")?.split(" : ").next(), ""),
            "arith.cmpi" => {
                let (predicate, operands) = operands.strip_prefix("predicate = ")?.split_once(' ')?;
                (Some(predicate), operands)
            }
            _ => (None, operands),
        };
        let operands: Option<Vec<u32>> = operands.split_whitespace().map(bits_of).collect();
        let operands = operands.filter(|operands| operands.len() == op.operands.len())?;
        Some(Known {
            name,
            attribute,
            operands,
            result: bits_of(result)?,
        })
    }
}

/// A constant, as a signed number.
pub(super) fn constant(known: &Known<'_>) -> Option<i128> {
    let text = known.attribute.filter(|_| known.name == "arith.constant")?;
    match text {
        "true" => Some(-1),
        "false" => Some(0),
        number => number.parse().ok(),
    }
}

/// What a value is a combination of.
pub(super) enum Parts<'f> {
    Constant(i128),
    Of(Vec<(&'f Value, i128)>),
}

/// The parts of the lowest bits of a value, of which it has so many or more.
pub(super) fn parts(value: &Value, width: u32) -> Option<Parts<'_>> {
    let Value::Op(op) = value else { return None };
    let known = Known::of(op).filter(|known| known.result >= width)?;
    let number = |value: &Value| match value {
        Value::Op(op) => constant(&Known::of(op)?),
        _ => None,
    };
    Some(match (known.name, op.operands.as_slice()) {
        ("arith.constant", []) => Parts::Constant(constant(&known)?),
        ("arith.trunci", [a]) => Parts::Of(vec![(a, 1)]),
        ("arith.extsi" | "arith.extui", [a]) if bits(&known.operands)? >= width => Parts::Of(vec![(a, 1)]),
        ("arith.addi", [a, b]) => Parts::Of(vec![(a, 1), (b, 1)]),
        ("arith.subi", [a, b]) => Parts::Of(vec![(a, 1), (b, -1)]),
        ("arith.muli", [a, b]) => match (number(a), number(b)) {
            (_, Some(by)) => Parts::Of(vec![(a, by)]),
            (Some(by), _) => Parts::Of(vec![(b, by)]),
            _ => return None,
        },
        ("arith.shli", [a, b]) => {
            let by = number(b).filter(|by| (0..i128::from(known.result)).contains(by))?;
            Parts::Of(vec![(a, 1 << by)])
        }
        _ => return None,
    })
}

fn bits(operands: &[u32]) -> Option<u32> {
    operands.first().copied()
}

/// Whether a value is a combination of others.
pub(super) fn is_combined(value: &Value, width: u32) -> bool {
    matches!(parts(value, width), Some(Parts::Of(_)))
}
