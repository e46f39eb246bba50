//! Integers that are put together bit by bit.

use inkwell::IntPredicate;
use inkwell::values::{BasicValueEnum, InstructionOpcode, InstructionValue, IntValue};

use super::address::operand;

/// The fewest bits that are worth a vector of them.
const LEAST_BITS: usize = 8;
/// Operations inside operations that are looked into.
const DEEPEST: u32 = 130;
/// Operations of one integer that are looked into; as arbitrary.
const MOST_OPERATIONS: usize = 512;

/// A bit of an integer is a bit of another value, of which a condition has one, or whether that differs from a third.
#[derive(Clone, Copy, Debug)]
pub struct Bit<'c> {
    place: u32,
    pub value: IntValue<'c>,
    pub of: u32,
    pub other: Option<IntValue<'c>>,
    /// Whether the bit is set where the other is not, or the values are equal.
    pub is_inverted: bool,
}

/// The bits of an integer from the lowest, a power of two of them, where all other bits are zero; and the operations that put it
/// together.
pub fn bits_of<'c>(value: IntValue<'c>) -> Option<(Vec<Bit<'c>>, Vec<InstructionValue<'c>>)> {
    let mut operations = Vec::new();
    let mut bits = put_together(value, &mut operations, DEEPEST)?;
    bits.sort_unstable_by_key(|bit| bit.place);
    let is_whole = bits.iter().zip(0..).all(|(bit, place)| bit.place == place);
    let is_worth = bits.len() >= LEAST_BITS && bits.len().is_power_of_two();
    (is_whole && is_worth).then_some((bits, operations))
}

fn put_together<'c>(
    value: IntValue<'c>,
    operations: &mut Vec<InstructionValue<'c>>,
    depth: u32,
) -> Option<Vec<Bit<'c>>> {
    use InstructionOpcode as Code;
    if value.get_zero_extended_constant() == Some(0) {
        return Some(Vec::new());
    }
    let is_small = depth > 0 && operations.len() < MOST_OPERATIONS;
    let operation = value.as_instruction().filter(|_| is_small)?;
    operations.push(operation);
    let width = value.get_type().get_bit_width();
    let int = |n| integer(operation, n);
    let mut inside = |value: IntValue<'c>| put_together(value, operations, depth - 1);
    match operation.get_opcode() {
        Code::Or | Code::Xor | Code::Add => {
            let bits = inside(int(0)?)?;
            disjoint(bits, inside(int(1)?)?)
        }
        Code::ZExt if int(0)?.get_type().get_bit_width() == 1 => Some(vec![condition(int(0)?, 0, false)]),
        Code::ZExt => inside(int(0)?),
        Code::Trunc => {
            let mut bits = inside(int(0)?)?;
            bits.retain(|bit| bit.place < width);
            Some(bits)
        }
        // Of what is shifted the last bit is left.
        Code::Shl if shift(int(1)?, width)? == width - 1 => Some(vec![source(int(0)?, 0, width - 1)]),
        Code::Shl => {
            let by = shift(int(1)?, width)?;
            let mut bits = inside(int(0)?)?;
            bits.iter_mut().for_each(|bit| bit.place += by);
            bits.retain(|bit| bit.place < width);
            Some(bits)
        }
        Code::LShr if shift(int(1)?, width)? == width - 1 => Some(vec![source(int(0)?, width - 1, 0)]),
        Code::And => {
            let place = power(int(1)?)?;
            Some(vec![source(int(0)?, place, place)])
        }
        Code::Select => {
            let (tested, set, clear) = (int(0)?, int(1)?, int(2)?);
            let is_zero = |value: IntValue<'c>| value.get_zero_extended_constant() == Some(0);
            let (place, others, is_inverted) = match (power(set), power(clear)) {
                (Some(place), _) if is_zero(clear) => (place, Vec::new(), false),
                (_, Some(place)) if is_zero(set) => (place, Vec::new(), true),
                _ => {
                    let or = set.as_instruction().filter(|i| i.get_opcode() == Code::Or)?;
                    let is_same = integer(or, 0)? == clear;
                    let place = is_same.then(|| power(integer(or, 1)?)).flatten()?;
                    (place, inside(clear)?, false)
                }
            };
            disjoint(others, vec![condition(tested, place, is_inverted)])
        }
        _ => None,
    }
}

/// The bit that a condition is.
fn condition(value: IntValue<'_>, place: u32, is_inverted: bool) -> Bit<'_> {
    let differ = || {
        let comparison = value.as_instruction()?;
        let is_equal = match comparison.get_icmp_predicate()? {
            IntPredicate::EQ => true,
            IntPredicate::NE => false,
            _ => return None,
        };
        Some((integer(comparison, 0)?, integer(comparison, 1)?, is_equal))
    };
    match differ() {
        Some((value, other, is_equal)) => Bit {
            place,
            value,
            of: 0,
            other: Some(other),
            is_inverted: is_inverted != is_equal,
        },
        None => Bit {
            place,
            value,
            of: 0,
            other: None,
            is_inverted,
        },
    }
}

/// All of the bits, where no two have one place.
fn disjoint<'c>(mut bits: Vec<Bit<'c>>, others: Vec<Bit<'c>>) -> Option<Vec<Bit<'c>>> {
    let is_free = |other: &Bit<'c>| bits.iter().all(|bit| bit.place != other.place);
    if !others.iter().all(is_free) {
        return None;
    }
    bits.extend(others);
    Some(bits)
}

/// A bit of a value, taken from where shifts and conversions have it from.
fn source(value: IntValue<'_>, of: u32, place: u32) -> Bit<'_> {
    use InstructionOpcode as Code;
    let (mut value, mut of) = (value, of);
    while let Some(operation) = value.as_instruction() {
        let Some(inner) = integer(operation, 0) else { break };
        let width = inner.get_type().get_bit_width();
        let by = || integer(operation, 1).and_then(|by| shift(by, width));
        let from = match operation.get_opcode() {
            Code::Trunc => Some(of),
            Code::ZExt | Code::SExt if of < width => Some(of),
            Code::SExt => Some(width - 1),
            Code::Shl => by().and_then(|by| of.checked_sub(by)),
            Code::LShr => by().map(|by| of + by).filter(|from| *from < width),
            Code::AShr => by().map(|by| (of + by).min(width - 1)),
            _ => None,
        };
        let Some(from) = from else { break };
        (value, of) = (inner, from);
    }
    Bit {
        place,
        value,
        of,
        other: None,
        is_inverted: false,
    }
}

fn integer(operation: InstructionValue<'_>, n: u32) -> Option<IntValue<'_>> {
    match operand(operation, n)? {
        BasicValueEnum::IntValue(value) => Some(value),
        _ => None,
    }
}

/// The distance of a shift that is a constant.
fn shift(by: IntValue<'_>, width: u32) -> Option<u32> {
    let by = u32::try_from(by.get_zero_extended_constant()?).ok()?;
    (by < width).then_some(by)
}

/// The exponent of a constant that is a power of two.
fn power(value: IntValue<'_>) -> Option<u32> {
    let value = value.get_zero_extended_constant()?;
    value.is_power_of_two().then(|| value.trailing_zeros())
}
