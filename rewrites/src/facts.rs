//! What is known about the value of an expression class: its type, whether it is a constant, for `index` its range and
//! congruence, for an integer of fixed width its range as an unsigned number and the bits that are zero.
//!
//! A fact is true of the class's value in every environment that the [`Environment`] allows. Facts of
//! one class are intersected; an empty intersection means that two unequal terms were united, and is
//! recorded in [`Fact::contradiction`].

mod analysis;
mod bits;
mod congruence;
mod fold;
mod range;

use std::fmt;

use egg::{DidMerge, Id, Symbol};
use ovolo_lang::op::OpCode;
use rustc_hash::FxHashMap;

use crate::answer::Answer;
use crate::term::{IndexOp, Node, Scalar, ScalarOp};

pub use analysis::{FactAnalysis, Presumed};
pub use congruence::Congruence;
pub use range::Range;

/// The analysis data of an expression class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub scalar: Scalar,
    /// The bits, zero-extended, of an integer or float that is a known constant.
    pub bits: Option<u128>,
    /// The bits of an integer that are known to be zero.
    pub zeros: u128,
    /// Of an `index`, or of an integer as an unsigned number; everything for another type.
    pub range: Range,
    /// Of an `index`; everything for another type.
    pub congruence: Congruence,
    /// The facts that met here exclude one another: a union was unsound.
    pub contradiction: bool,
    narrowed: Narrowed,
}

/// How often a fact was narrowed, which is of no account when facts are compared.
#[derive(Clone, Copy, Debug, Default)]
struct Narrowed(u8);

impl PartialEq for Narrowed {
    fn eq(&self, _: &Narrowed) -> bool {
        true
    }
}

impl Eq for Narrowed {}

/// Narrowings of one fact beyond which nothing more is learned. What has no value may equal anything, as `x / 0` equals
/// `x / 0 + 1`, and such a range would climb to the end of the integers. Arbitrary; true facts are narrowed a few times.
const MOST_NARROWINGS: u8 = 100;

/// What is assumed of variables, by name.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    facts: FxHashMap<Symbol, Fact>,
}

/// Analysis data that carries a fact; none for a statement.
pub trait HasFact {
    /// The fact of an expression; `None` for a statement.
    fn fact(&self) -> Option<&Fact>;
}

/// An analysis that knows what is assumed of variables.
pub trait HasEnvironment {
    /// What is assumed of variables.
    fn environment(&self) -> &Environment;
}

impl HasFact for Fact {
    fn fact(&self) -> Option<&Fact> {
        Some(self)
    }
}

impl HasFact for Option<Fact> {
    fn fact(&self) -> Option<&Fact> {
        self.as_ref()
    }
}

impl HasEnvironment for Environment {
    fn environment(&self) -> &Environment {
        self
    }
}

impl Fact {
    /// Nothing but the type.
    pub fn unknown(scalar: Scalar) -> Fact {
        Fact {
            scalar,
            bits: None,
            zeros: 0,
            range: Range::ALL,
            congruence: Congruence::ALL,
            contradiction: false,
            narrowed: Narrowed::default(),
        }
    }

    /// The `index` `value`.
    pub fn constant(value: i64) -> Fact {
        Fact {
            range: Range::exactly(value),
            congruence: Congruence::exactly(value),
            ..Fact::unknown(Scalar::Index)
        }
    }

    /// The integer or float with these bits.
    pub fn constant_bits(scalar: Scalar, bits: u128) -> Fact {
        Fact {
            bits: Some(bits),
            zeros: bits::all(scalar) & !bits,
            range: match i64::try_from(bits) {
                Ok(value) if bits::all(scalar) != 0 => Range::exactly(value),
                _ => Range::ALL,
            },
            ..Fact::unknown(scalar)
        }
    }

    /// An integer that is, as an unsigned number, between two, both included. Everything where that is empty.
    pub fn unsigned(scalar: Scalar, least: u128, greatest: u128) -> Fact {
        let all = bits::all(scalar);
        if all == 0 || least > greatest || greatest > all {
            return Fact::unknown(scalar);
        }
        if least == greatest {
            return Fact::constant_bits(scalar, least);
        }
        let end = |number: u128| i64::try_from(number).ok();
        Fact {
            zeros: bits::above(greatest) & all,
            // What is past the greatest end is not past the least one.
            range: Range::new(Some(end(least).unwrap_or(i64::MAX)), end(greatest)),
            ..Fact::unknown(scalar)
        }
    }

    /// An integer of which these bits are zero.
    pub(crate) fn with_zeros(scalar: Scalar, zeros: u128) -> Fact {
        let all = bits::all(scalar);
        match zeros & all == all && all != 0 {
            true => Fact::constant_bits(scalar, 0),
            false => Fact {
                zeros: zeros & all,
                ..Fact::unknown(scalar)
            },
        }
    }

    /// An `index` with `low <= x <= high`.
    pub fn between(low: impl Into<Option<i64>>, high: impl Into<Option<i64>>) -> Fact {
        Fact::index(Range::new(low.into(), high.into()), Congruence::ALL)
    }

    /// An `index` with `x >= low`.
    pub fn at_least(low: i64) -> Fact {
        Fact::between(low, None)
    }

    /// The same with `x ≡ remainder (mod modulus)` besides; `modulus` 0 says `x = remainder`.
    pub(crate) fn congruent(self, modulus: i64, remainder: i64) -> Fact {
        let mut fact = self;
        fact.merge(Fact::index(Range::ALL, Congruence::new(modulus, remainder)));
        fact
    }

    fn index(range: Range, congruence: Congruence) -> Fact {
        let mut fact = Fact {
            range,
            congruence,
            ..Fact::unknown(Scalar::Index)
        };
        fact.normalize();
        fact
    }

    /// The fact of an expression from those of its operands; `None` for a statement.
    pub fn make<'f>(node: &Node, child: impl Fn(Id) -> Option<&'f Fact>, env: &Environment) -> Option<Fact> {
        Some(match node {
            Node::Int(value) => Fact::constant(*value),
            Node::Var(name) => env.fact(*name),
            Node::Index(op, [a, b]) => match (child(*a), child(*b)) {
                (Some(a), Some(b)) => Fact::of_index(*op, a, b),
                _ => Fact::unknown(Scalar::Index),
            },
            Node::Choose(_, [_, then, otherwise]) => match (child(*then), child(*otherwise)) {
                (Some(then), Some(otherwise)) => then.join(otherwise),
                _ => Fact::unknown(Scalar::Index),
            },
            Node::Const(scalar, bits) => Fact::constant_bits(*scalar, *bits),
            Node::Outer(_, scalar) | Node::Load(_, scalar, _) => Fact::unknown(*scalar),
            Node::Op(op, args) => {
                let args: Option<Vec<&Fact>> = args.iter().map(|a| child(*a)).collect();
                args.map_or_else(|| Fact::unknown(op.result), |args| Fact::of_op(op, &args))
            }
            Node::Store(..)
            | Node::Seq(_)
            | Node::For(..)
            | Node::If(..)
            | Node::Panels(..)
            | Node::Early(..) => {
                return None;
            }
        })
    }

    /// The fact of `a op b`.
    pub fn of_index(op: IndexOp, a: &Fact, b: &Fact) -> Fact {
        let (range, congruence) = match op {
            IndexOp::Add => (a.range + b.range, a.congruence + b.congruence),
            IndexOp::Mul => (a.range * b.range, a.congruence * b.congruence),
            IndexOp::FloorDiv => (a.range.floordiv(b.range), a.congruence.floordiv(b.congruence)),
            IndexOp::CeilDiv => (
                -(-a.range).floordiv(b.range),
                -(-a.congruence).floordiv(b.congruence),
            ),
            IndexOp::Mod => (a.range.modulo(b.range), a.congruence.modulo(b.congruence)),
            IndexOp::Min => (a.range.min(b.range), a.congruence.join(b.congruence)),
            IndexOp::Max => (a.range.max(b.range), a.congruence.join(b.congruence)),
        };
        Fact::index(range, congruence)
    }

    /// The fact of the product of so many times the value, an integer: none that is even is below zero.
    pub(crate) fn to_the(&self, times: usize) -> Fact {
        let product = (1..times).fold(self.clone(), |power, _| {
            Fact::of_index(IndexOp::Mul, &power, self)
        });
        match times.is_multiple_of(2) {
            true => product.meet(&Fact::at_least(0)).unwrap_or(product),
            false => product,
        }
    }

    /// The fact of an operation.
    pub(crate) fn of_op(op: &ScalarOp, args: &[&Fact]) -> Fact {
        if let Some(fact) = fold::fold(op, args).or_else(|| fold::compared_with_nan(op, args)) {
            return fact;
        }
        match (op.code, args) {
            (OpCode::Select, [condition, a, b]) => match condition.bits {
                Some(0) => (*b).clone(),
                Some(_) => (*a).clone(),
                None => a.join(b),
            },
            (OpCode::IndexCast, [a]) if op.result == Scalar::Index => match a.scalar {
                Scalar::Integer(width @ 1..=63) => {
                    Fact::between(-(1i64 << (width - 1)), (1i64 << (width - 1)) - 1)
                }
                _ => Fact::unknown(op.result),
            },
            (OpCode::IndexCastUI, [a]) if op.result == Scalar::Index => match a.scalar {
                Scalar::Integer(width @ 1..=62) => Fact::between(0, (1i64 << width) - 1),
                _ => Fact::unknown(op.result),
            },
            _ => {
                let mut fact = Fact::with_zeros(op.result, bits::zeros(op, args));
                if let Some((least, greatest)) = bits::range(op, args) {
                    fact.merge(Fact::unsigned(op.result, least, greatest));
                }
                fact
            }
        }
    }

    /// What holds of a value of which one or the other fact holds.
    pub fn join(&self, other: &Fact) -> Fact {
        if self.scalar != other.scalar {
            return Fact::unknown(self.scalar);
        }
        Fact {
            scalar: self.scalar,
            bits: self.bits.filter(|_| self.bits == other.bits),
            zeros: self.zeros & other.zeros,
            range: self.range.hull(other.range),
            congruence: self.congruence.join(other.congruence),
            contradiction: self.contradiction || other.contradiction,
            narrowed: Narrowed::default(),
        }
    }

    /// Both facts hold of one value. Facts that exclude one another leave `self` as it is, with the
    /// contradiction recorded.
    pub fn merge(&mut self, other: Fact) -> DidMerge {
        let before = self.clone();
        let narrowed = self.narrowed.0.max(other.narrowed.0);
        match self.meet(&other) {
            Some(both) if both == *self || narrowed >= MOST_NARROWINGS => {}
            Some(both) => {
                *self = Fact {
                    narrowed: Narrowed(narrowed + 1),
                    ..both
                }
            }
            None => self.contradiction = true,
        }
        DidMerge(*self != before, *self != other)
    }

    fn meet(&self, other: &Fact) -> Option<Fact> {
        if self.contradiction || other.contradiction || self.scalar != other.scalar {
            return None;
        }
        let bits = match (self.bits, other.bits) {
            (Some(a), Some(b)) if a != b => return None,
            (a, b) => a.or(b),
        };
        let all = bits::all(self.scalar);
        let range = self.range.meet(other.range)?;
        let zeros = self.zeros | other.zeros;
        let bits = bits.or(range
            .single()
            .filter(|_| all != 0)
            .map(|value| value as u128 & all));
        if bits.is_some_and(|bits| bits & zeros != 0) {
            return None;
        }
        let bits = bits.or((all != 0 && zeros == all).then_some(0));
        let zeros = bits.map_or(zeros, |bits| all & !bits);
        if all != 0 {
            return self.meet_integers(bits, zeros, range);
        }
        let both = Fact {
            bits,
            zeros,
            ..Fact::index(range, self.congruence.meet(other.congruence)?)
        };
        (!both.contradiction).then_some(Fact {
            scalar: self.scalar,
            ..both
        })
    }

    /// An integer of which all this is known; `None` where there is none.
    fn meet_integers(&self, bits: Option<u128>, zeros: u128, range: Range) -> Option<Fact> {
        let Some(bits) = bits else {
            return Some(Fact {
                zeros,
                range,
                ..Fact::unknown(self.scalar)
            });
        };
        let is_within = match i64::try_from(bits) {
            Ok(value) => range.contains(value),
            Err(_) => range.high.is_none(),
        };
        is_within.then(|| Fact::constant_bits(self.scalar, bits))
    }

    /// Rounds the ends of the range inward to the congruence, so that a single remaining value shows
    /// as a constant in both.
    fn normalize(&mut self) {
        match self.range.rounded_to(self.congruence) {
            Some(range) => self.range = range,
            None => self.contradiction = true,
        }
        if let Some(value) = self.range.single() {
            self.congruence = Congruence::exactly(value);
        }
    }

    /// The value of an `index` that is a known constant.
    pub(crate) fn as_index(&self) -> Option<i64> {
        match self.scalar {
            Scalar::Index => self.range.single(),
            _ => None,
        }
    }

    /// The leaf that denotes a known constant.
    pub(crate) fn constant_node(&self) -> Option<Node> {
        match self.scalar {
            _ if self.contradiction => None,
            Scalar::Index => self.range.single().map(Node::Int),
            scalar => self.bits.map(|bits| Node::Const(scalar, bits)),
        }
    }

    /// `self < other`, of two indices.
    pub fn less(&self, other: &Fact) -> Answer {
        !other.less_equal(self)
    }

    /// `self <= other`, of two indices.
    pub(crate) fn less_equal(&self, other: &Fact) -> Answer {
        if !self.are_indices(other) {
            Answer::Unknown
        } else {
            self.range.less_equal(other.range)
        }
    }

    /// `self == other`.
    pub fn equal(&self, other: &Fact) -> Answer {
        if self.contradiction || other.contradiction || self.scalar != other.scalar {
            return Answer::Unknown;
        }
        match (self.constant_node(), other.constant_node()) {
            (Some(a), Some(b)) if a == b => Answer::Yes,
            _ if self.meet(other).is_none() => Answer::No,
            _ => Answer::Unknown,
        }
    }

    /// `self | other`: `other` is a multiple of `self`.
    pub fn divides(&self, other: &Fact) -> Answer {
        match self.as_index() {
            Some(divisor) if self.are_indices(other) => other.congruence.is_multiple_of(divisor),
            _ => Answer::Unknown,
        }
    }

    fn are_indices(&self, other: &Fact) -> bool {
        self.scalar == Scalar::Index
            && other.scalar == Scalar::Index
            && !self.contradiction
            && !other.contradiction
    }
}

impl Environment {
    /// Nothing is assumed.
    pub fn new() -> Environment {
        Environment::default()
    }

    /// Adds what is known of the variable `name` to what was known before. False when the two exclude
    /// each other: no environment satisfies the assumptions.
    pub fn assume(&mut self, name: Symbol, fact: Fact) -> bool {
        let known = self
            .facts
            .entry(name)
            .or_insert_with(|| Fact::unknown(fact.scalar));
        known.merge(fact);
        !known.contradiction
    }

    /// What is known of the variable `name`; an `index` of unknown value when nothing was assumed.
    pub fn fact(&self, name: Symbol) -> Fact {
        self.facts
            .get(&name)
            .cloned()
            .unwrap_or_else(|| Fact::unknown(Scalar::Index))
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.scalar, self.bits) {
            _ if self.contradiction => write!(f, "contradiction"),
            (_, Some(bits)) => write!(f, "{bits:#x}"),
            (Scalar::Index, None) => match self.range.single() {
                Some(value) => write!(f, "{value}"),
                None if self.congruence == Congruence::ALL => write!(f, "{}", self.range),
                None => write!(f, "{}, {}", self.range, self.congruence),
            },
            (_, None) => write!(f, "unknown"),
        }
    }
}

#[cfg(test)]
mod tests;
