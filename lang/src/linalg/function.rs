//! The operations that the functions of OpDSL become for each kind of element.

use ovolo_opdsl::{Binary, Unary};

use crate::op::OpCode;
use crate::types::Type;

/// The operation on floats; `None` for the two that are made of others.
pub(super) fn unary_code(function: Unary) -> Option<OpCode> {
    Some(match function {
        Unary::Exp => OpCode::Exp,
        Unary::Log => OpCode::Log,
        Unary::Abs => OpCode::AbsF,
        Unary::Ceil => OpCode::Ceil,
        Unary::Floor => OpCode::Floor,
        Unary::NegF => OpCode::NegF,
        Unary::Round => OpCode::Round,
        Unary::Sqrt => OpCode::Sqrt,
        Unary::Rsqrt => OpCode::Rsqrt,
        Unary::Tanh => OpCode::Tanh,
        Unary::Erf => OpCode::Erf,
        Unary::Reciprocal | Unary::Square => return None,
    })
}

/// The operation's name for two elements of this type; `None` where there is none.
pub(super) fn binary_name(function: Binary, ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Complex(_) => complex_name(function),
        Type::Float(_) => float_code(function).map(OpCode::name),
        _ if *ty == Type::I1 => bool_code(function).map(OpCode::name),
        Type::Integer(_) => integer_code(function).map(OpCode::name),
        _ => None,
    }
}

fn complex_name(function: Binary) -> Option<&'static str> {
    Some(match function {
        Binary::Add => "complex.add",
        Binary::Sub => "complex.sub",
        Binary::Mul => "complex.mul",
        Binary::Div => "complex.div",
        _ => return None,
    })
}

fn float_code(function: Binary) -> Option<OpCode> {
    Some(match function {
        Binary::Add => OpCode::AddF,
        Binary::Sub => OpCode::SubF,
        Binary::Mul => OpCode::MulF,
        Binary::Div => OpCode::DivF,
        Binary::MaxSigned | Binary::MaxUnsigned => OpCode::MaximumF,
        Binary::MinSigned | Binary::MinUnsigned => OpCode::MinimumF,
        Binary::PowF => OpCode::PowF,
        Binary::DivUnsigned => return None,
    })
}

fn integer_code(function: Binary) -> Option<OpCode> {
    Some(match function {
        Binary::Add => OpCode::AddI,
        Binary::Sub => OpCode::SubI,
        Binary::Mul => OpCode::MulI,
        Binary::Div => OpCode::DivSI,
        Binary::DivUnsigned => OpCode::DivUI,
        Binary::MaxSigned => OpCode::MaxSI,
        Binary::MinSigned => OpCode::MinSI,
        Binary::MaxUnsigned => OpCode::MaxUI,
        Binary::MinUnsigned => OpCode::MinUI,
        Binary::PowF => return None,
    })
}

/// On truth values the sum is a disjunction and the product a conjunction.
fn bool_code(function: Binary) -> Option<OpCode> {
    match function {
        Binary::Add => Some(OpCode::OrI),
        Binary::Mul => Some(OpCode::AndI),
        Binary::Sub | Binary::Div | Binary::DivUnsigned | Binary::PowF => None,
        _ => integer_code(function),
    }
}
