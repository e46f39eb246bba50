//! Accumulations of which the terms may be taken in any order: an accumulator and a term give the next accumulator,
//! and partial results of some of the terms each can be combined in the end.

use ovolo_lang::interpret::float::encode;
use ovolo_lang::op::OpCode;

use crate::term::{Scalar, ScalarOp};

/// How an accumulator takes up terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reduction {
    /// What combines two partial results.
    pub combine: ScalarOp,
    /// As `vector.reduction` calls it.
    pub kind: &'static str,
    pub start: Start,
}

/// What a partial result starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Start {
    /// The bits of a value that changes nothing.
    Neutral(u128),
    /// What the accumulator holds: taking it up again changes nothing.
    Accumulator,
}

impl Reduction {
    /// The reduction of which an operation is one step, and the operand that is the accumulator, where `is_held` says
    /// of each operand whether it is. `None` where the order of the terms matters: of floats, unless the operation
    /// allows it.
    pub(crate) fn of_step(op: &ScalarOp, is_held: &[bool]) -> Option<(Reduction, usize)> {
        let mut held = is_held.iter().enumerate().filter(|(_, held)| **held);
        let (place, _) = held.next()?;
        if held.next().is_some() || (op.code == OpCode::Fma && place != 2) {
            return None;
        }
        Some((Reduction::of(op)?, place))
    }

    fn of(op: &ScalarOp) -> Option<Reduction> {
        let allowed = match op.result {
            Scalar::Index => false,
            Scalar::Integer(_) => true,
            Scalar::Float(_) => op.flags.reassoc,
        };
        if !allowed {
            return None;
        }
        let code = match op.code {
            OpCode::Fma => OpCode::AddF,
            code => code,
        };
        let bits = |value: f64| match op.result {
            Scalar::Float(kind) => encode(kind, value),
            _ => None,
        };
        let neutral = |bits: u128| Some(Start::Neutral(bits));
        let all = |width: u32| u128::MAX >> (128 - width.clamp(1, 128));
        let (kind, start) = match (code, op.result) {
            // x + -0 is x for every x, 0 included.
            (OpCode::AddF, _) => ("add", Start::Neutral(bits(-0.0)?)),
            (OpCode::MulF, _) => ("mul", Start::Neutral(bits(1.0)?)),
            (OpCode::MinimumF, _) => ("minimumf", Start::Accumulator),
            (OpCode::MaximumF, _) => ("maximumf", Start::Accumulator),
            (OpCode::MinSI, _) => ("minsi", Start::Accumulator),
            (OpCode::MaxSI, _) => ("maxsi", Start::Accumulator),
            (OpCode::MinUI, _) => ("minui", Start::Accumulator),
            (OpCode::MaxUI, _) => ("maxui", Start::Accumulator),
            (OpCode::AddI, _) => ("add", neutral(0)?),
            (OpCode::MulI, _) => ("mul", neutral(1)?),
            (OpCode::XOrI, _) => ("xor", neutral(0)?),
            (OpCode::OrI, _) => ("or", neutral(0)?),
            (OpCode::AndI, Scalar::Integer(width)) => ("and", neutral(all(width))?),
            _ => return None,
        };
        Some(Reduction {
            combine: ScalarOp { code, ..*op },
            kind,
            start,
        })
    }
}
