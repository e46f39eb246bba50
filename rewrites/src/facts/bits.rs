//! What is known of the bits of integers.

use ovolo_lang::algebra::IntOp;
use ovolo_lang::interpret::Overflow;
use ovolo_lang::interpret::concrete::overflows;
use ovolo_lang::op::OpCode;

use super::Fact;
use crate::answer::Answer;
use crate::relates::Signs;
use crate::term::{Scalar, ScalarOp};

/// Ones in all bits of an integer of at most 64 bits; none for any other type.
pub fn all(scalar: Scalar) -> u128 {
    match scalar {
        Scalar::Integer(width @ 1..=64) => (1 << width) - 1,
        _ => 0,
    }
}

/// The bits of a result that are zero whatever the operands are.
pub(super) fn zeros(op: &ScalarOp, args: &[&Fact]) -> u128 {
    let result = all(op.result);
    let constant = |fact: &Fact| fact.bits.and_then(|bits| u32::try_from(bits).ok());
    let width = result.count_ones();
    match (op.code, args) {
        (OpCode::AndI, [a, b]) => a.zeros | b.zeros,
        (OpCode::OrI | OpCode::XOrI, [a, b]) => a.zeros & b.zeros,
        (OpCode::ShLI, [a, b]) => match constant(b) {
            Some(by) if by < width => (a.zeros << by | ((1 << by) - 1)) & result,
            _ => 0,
        },
        (OpCode::ShRUI, [a, b]) => match constant(b) {
            Some(by) if by < width => a.zeros >> by | (result & !(result >> by)),
            _ => 0,
        },
        (OpCode::ExtUI, [a]) => a.zeros | (result & !all(op.ty)),
        (OpCode::ExtSI, [a]) if a.is_not_negative() => a.zeros | (result & !all(op.ty)),
        (OpCode::TruncI, [a]) => a.zeros & result,
        (OpCode::MinUI, [a, b]) => above(a.greatest().min(b.greatest())) & result,
        (OpCode::MaxUI, [a, b]) => above(a.greatest().max(b.greatest())) & result,
        (OpCode::DivUI, [a, _]) => above(a.greatest()) & result,
        (OpCode::RemUI, [a, b]) => above(a.greatest().min(b.greatest())) & result,
        (OpCode::AddI, [a, b]) => {
            // No carry comes out of bits that are zero in both, from below.
            let low = (a.zeros & b.zeros).trailing_ones().min(width);
            let sum = a
                .greatest()
                .checked_add(b.greatest())
                .filter(|sum| *sum <= result);
            ((1u128 << low) - 1) | sum.map_or(0, |sum| above(sum) & result)
        }
        (OpCode::MulI, [a, b]) => {
            let low = (a.zeros.trailing_ones() + b.zeros.trailing_ones()).min(width);
            let product = a
                .greatest()
                .checked_mul(b.greatest())
                .filter(|product| *product <= result);
            ((1u128 << low) - 1) | product.map_or(0, |product| above(product) & result)
        }
        _ => 0,
    }
}

/// Between which unsigned numbers a result lies.
pub(super) fn range(op: &ScalarOp, args: &[&Fact]) -> Option<(u128, u128)> {
    let result = all(op.result);
    if result == 0 || args.iter().any(|fact| all(fact.scalar) == 0) {
        return None;
    }
    let ends = |fact: &Fact| (fact.least(), fact.greatest());
    let (least, greatest) = match (op.code, args) {
        (OpCode::ExtUI, [a]) => ends(a),
        (OpCode::ExtSI, [a]) if a.is_not_negative() => ends(a),
        (OpCode::TruncI, [a]) => ends(a),
        (code, [a, b]) => range_of_two(code, ends(a), ends(b))?,
        _ => return None,
    };
    (least <= greatest && greatest <= result).then_some((least, greatest))
}

/// As of numbers that do not wrap around: a result that does is greater than its type allows.
fn range_of_two(code: OpCode, (a, most_a): (u128, u128), (b, most_b): (u128, u128)) -> Option<(u128, u128)> {
    Some(match code {
        OpCode::AddI => (a.checked_add(b)?, most_a.checked_add(most_b)?),
        OpCode::MulI => (a.checked_mul(b)?, most_a.checked_mul(most_b)?),
        OpCode::SubI if a >= most_b => (a - most_b, most_a - b),
        OpCode::AndI => (0, most_a.min(most_b)),
        OpCode::OrI => (a.max(b), u128::MAX >> most_a.max(most_b).max(1).leading_zeros()),
        OpCode::DivUI => (a.checked_div(most_b)?, most_a / b.max(1)),
        OpCode::RemUI if most_a < b => (a, most_a),
        OpCode::RemUI => (0, most_a.min(most_b.checked_sub(1)?)),
        OpCode::ShRUI if b == most_b && b < 64 => (a >> b, most_a >> b),
        OpCode::MinUI => (a.min(b), most_a.min(most_b)),
        OpCode::MaxUI => (a.max(b), most_a.max(most_b)),
        _ => return None,
    })
}

/// The bits above those that the number takes.
pub(super) fn above(number: u128) -> u128 {
    u128::MAX.checked_shl(128 - number.leading_zeros()).unwrap_or(0)
}

impl Fact {
    /// The greatest unsigned number that an integer may be.
    fn greatest(&self) -> u128 {
        let of_bits = all(self.scalar) & !self.zeros;
        let end = self.range.high.and_then(|high| u128::try_from(high).ok());
        end.map_or(of_bits, |end| of_bits.min(end))
    }

    /// The least unsigned number that an integer may be.
    fn least(&self) -> u128 {
        let end = self.range.low.and_then(|low| u128::try_from(low).ok());
        self.bits.or(end).unwrap_or(0)
    }

    fn is_not_negative(&self) -> bool {
        let all = all(self.scalar);
        all != 0 && self.greatest() <= all >> 1
    }

    fn is_negative(&self) -> bool {
        let all = all(self.scalar);
        all != 0 && self.least() > all >> 1
    }

    fn are_integers(&self, other: &Fact) -> bool {
        let is_known = |fact: &Fact| all(fact.scalar) != 0 && !fact.contradiction;
        self.scalar == other.scalar && is_known(self) && is_known(other)
    }

    /// `self < other` as unsigned numbers.
    pub(crate) fn less_unsigned(&self, other: &Fact) -> Answer {
        match self.scalar {
            Scalar::Index => match (self.as_index(), other.as_index()) {
                (Some(a @ 0..), Some(b @ 0..)) => Answer::from(a < b),
                _ => Answer::Unknown,
            },
            _ if !self.are_integers(other) => Answer::Unknown,
            _ if self.greatest() < other.least() => Answer::Yes,
            _ if self.least() >= other.greatest() => Answer::No,
            _ => Answer::Unknown,
        }
    }

    /// `self < other` of two integers as signed numbers.
    pub(crate) fn less_signed(&self, other: &Fact) -> Answer {
        if !self.are_integers(other) {
            return Answer::Unknown;
        }
        match (self.is_not_negative(), other.is_not_negative()) {
            (true, true) => self.less_unsigned(other),
            (true, false) if other.is_negative() => Answer::No,
            (false, true) if self.is_negative() => Answer::Yes,
            _ if self.is_negative() && other.is_negative() => self.less_unsigned(other),
            _ => Answer::Unknown,
        }
    }

    /// Whether the operation on two integers stays within the numbers of its width.
    pub fn stays_within(&self, op: IntOp, signs: Signs, other: &Fact) -> Answer {
        if !self.are_integers(other) {
            return Answer::Unknown;
        }
        if let (Some(a), Some(b)) = (self.bits, other.bits) {
            let flags = Overflow {
                no_signed_wrap: signs == Signs::Signed,
                no_unsigned_wrap: signs == Signs::Unsigned,
            };
            return Answer::from(!overflows(op, flags, &self.scalar.ty(), a, b));
        }
        let greatest = match signs {
            Signs::Signed if !self.is_not_negative() || !other.is_not_negative() => return Answer::Unknown,
            Signs::Signed => all(self.scalar) >> 1,
            Signs::Unsigned => all(self.scalar),
        };
        let (a, b) = (self.greatest(), other.greatest());
        let result = match op {
            IntOp::Add => a.checked_add(b),
            IntOp::Mul => a.checked_mul(b),
            IntOp::Shl => u32::try_from(b).ok().filter(|b| *b < 64).map(|b| a << b),
            IntOp::Sub if signs == Signs::Signed || self.least() >= b => Some(0),
            _ => None,
        };
        match result {
            Some(result) if result <= greatest => Answer::Yes,
            _ => Answer::Unknown,
        }
    }
}
