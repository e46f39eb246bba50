//! The functions of the notation, and the operations that they become for each kind of element.

use crate::op::OpCode;
use crate::types::Type;

/// A function that a named operation applies to scalars.
#[derive(Clone, Debug, PartialEq)]
pub enum Function {
    /// Conversion to a type, or to the element type of the output.
    Cast {
        to: Option<Type>,
        is_unsigned: bool,
    },
    /// As [`Function::Cast`] to the element type of the output; signed unless the attribute `cast` says
    /// otherwise.
    CastByAttribute,
    Unary(Unary),
    /// What the attribute `fun` names, or this function.
    UnaryByAttribute(Unary),
    Binary(Binary),
    /// What the attribute `fun` names, or this function.
    BinaryByAttribute(Binary),
    Select,
}

/// A function of one float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Exp,
    Log,
    Abs,
    Ceil,
    Floor,
    NegF,
    Reciprocal,
    Round,
    Sqrt,
    Rsqrt,
    Square,
    Tanh,
    Erf,
}

/// A function of two numbers of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    DivUnsigned,
    MaxSigned,
    MinSigned,
    MaxUnsigned,
    MinUnsigned,
    PowF,
}

const UNARY: [(&str, Unary); 13] = [
    ("exp", Unary::Exp),
    ("log", Unary::Log),
    ("abs", Unary::Abs),
    ("ceil", Unary::Ceil),
    ("floor", Unary::Floor),
    ("negf", Unary::NegF),
    ("reciprocal", Unary::Reciprocal),
    ("round", Unary::Round),
    ("sqrt", Unary::Sqrt),
    ("rsqrt", Unary::Rsqrt),
    ("square", Unary::Square),
    ("tanh", Unary::Tanh),
    ("erf", Unary::Erf),
];

const BINARY: [(&str, Binary); 10] = [
    ("add", Binary::Add),
    ("sub", Binary::Sub),
    ("mul", Binary::Mul),
    ("div", Binary::Div),
    ("div_unsigned", Binary::DivUnsigned),
    ("max_signed", Binary::MaxSigned),
    ("min_signed", Binary::MinSigned),
    ("max_unsigned", Binary::MaxUnsigned),
    ("min_unsigned", Binary::MinUnsigned),
    ("powf", Binary::PowF),
];

impl Unary {
    /// The function with this name in `#linalg.unary_fn<…>`.
    pub fn from_name(name: &str) -> Option<Unary> {
        UNARY.iter().find(|(n, _)| *n == name).map(|(_, f)| *f)
    }

    /// The operation on floats; `None` for the two that are made of others.
    pub(super) fn code(self) -> Option<OpCode> {
        Some(match self {
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
}

impl Binary {
    /// The function with this name in `#linalg.binary_fn<…>`.
    pub fn from_name(name: &str) -> Option<Binary> {
        BINARY.iter().find(|(n, _)| *n == name).map(|(_, f)| *f)
    }

    /// The operation's name for two elements of these types; `None` where there is none.
    pub(super) fn op_name(self, a: &Type, b: &Type) -> Option<&'static str> {
        match (a, b) {
            (Type::Complex(_), Type::Complex(_)) => self.complex_name(),
            (Type::Float(_), Type::Float(_)) => self.float_code().map(OpCode::name),
            _ if *a == Type::I1 && *b == Type::I1 => self.bool_code().map(OpCode::name),
            (Type::Integer(_), Type::Integer(_)) => self.integer_code().map(OpCode::name),
            _ => None,
        }
    }

    fn complex_name(self) -> Option<&'static str> {
        Some(match self {
            Binary::Add => "complex.add",
            Binary::Sub => "complex.sub",
            Binary::Mul => "complex.mul",
            Binary::Div => "complex.div",
            _ => return None,
        })
    }

    fn float_code(self) -> Option<OpCode> {
        Some(match self {
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

    fn integer_code(self) -> Option<OpCode> {
        Some(match self {
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
    fn bool_code(self) -> Option<OpCode> {
        match self {
            Binary::Add => Some(OpCode::OrI),
            Binary::Mul => Some(OpCode::AndI),
            Binary::Sub | Binary::Div | Binary::DivUnsigned | Binary::PowF => None,
            _ => self.integer_code(),
        }
    }
}
