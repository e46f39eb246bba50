//! What an operation on scalars occupies of a core.

use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::types::FloatKind;
use ovolo_rewrites::term::{Scalar, ScalarOp};

use crate::machine::Machine;

/// What unit of the core an operation occupies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Multiply-adds, and all on floats that has no unit of its own.
    Float,
    /// Sums and differences.
    Addition,
    /// Division and square root, which are not pipelined.
    Divide,
    Integer,
    /// A call of a function of the C library, one for each lane of a vector.
    Function,
    /// The same of one that may be approximated, which takes whole registers where there are vectors.
    VectorFunction,
}

/// The work of one operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    pub unit: Unit,
    /// Cycles from the operands to the result; of a function, those until the next one starts.
    pub latency: f64,
    /// Instructions of that unit that the operation is made of.
    pub instructions: f64,
}

/// The work of an operation on elements of its type.
pub fn work_of(op: &ScalarOp, machine: &Machine) -> Work {
    let code = op.code;
    if code.has_trait(Trait::Library) {
        let has_vectors = op.flags.afn && code.is_approximable();
        let unit = match has_vectors {
            true => Unit::VectorFunction,
            false => Unit::Function,
        };
        return Work::new(unit, function_cycles(code, op.ty));
    }
    match code {
        OpCode::Fma | OpCode::VectorFma => Work::new(Unit::Float, machine.fma_latency),
        OpCode::MulF => Work::new(Unit::Float, machine.mul_latency),
        OpCode::DivF | OpCode::Sqrt => Work::new(Unit::Divide, 2.0 * machine.divide_latency),
        // A square root, then a division.
        OpCode::Rsqrt => Work::new(Unit::Divide, 4.0 * machine.divide_latency).of(2.0),
        OpCode::MulI => Work::new(Unit::Integer, machine.mul_latency),
        OpCode::DivSI
        | OpCode::DivUI
        | OpCode::RemSI
        | OpCode::RemUI
        | OpCode::FloorDivSI
        | OpCode::CeilDivSI
        | OpCode::CeilDivUI => Work::new(Unit::Divide, 2.0 * machine.divide_latency),
        OpCode::AddF | OpCode::SubF => Work::new(Unit::Addition, machine.add_latency),
        // No instruction rounds halves away from zero: the half that is added has the sign of the operand.
        OpCode::Round => Work::new(Unit::Float, 3.0 * machine.add_latency).of(4.0),
        OpCode::Floor | OpCode::Ceil | OpCode::Trunc | OpCode::RoundEven => {
            Work::new(Unit::Float, 2.0 * machine.add_latency)
        }
        // The sign is one bit.
        OpCode::AbsF | OpCode::NegF => Work::new(Unit::Float, 1.0),
        OpCode::CopySign => Work::new(Unit::Float, 1.0).of(2.0),
        OpCode::CountTrailingZeros => Work::new(Unit::Integer, 3.0).of(3.0),
        // Squares and products, and which of them count, bit by bit of the exponent.
        OpCode::IPowI => {
            let bits = f64::from(op.ty.ty().bit_width().unwrap_or(64));
            Work::new(Unit::Integer, bits * machine.mul_latency).of(4.0 * bits)
        }
        // Exponents are small constants more often than not, of which nothing but products is left.
        OpCode::FPowI => Work::new(Unit::Float, 3.0 * machine.mul_latency).of(3.0),
        _ if code.has_trait(Trait::FloatLike) => Work::new(Unit::Float, machine.add_latency),
        _ => Work::new(Unit::Integer, 1.0),
    }
}

impl Work {
    fn new(unit: Unit, latency: f64) -> Work {
        Work {
            unit,
            latency,
            instructions: 1.0,
        }
    }

    fn of(self, instructions: f64) -> Work {
        Work { instructions, ..self }
    }
}

/// Cycles of a call of the C library's function in a loop of calls that do not depend on each other, for operands of
/// both signs and a size of up to five: measured with glibc 2.36 on a Zen 5, whole cycles. Values for which a function
/// has a short way take less, and large angles much more.
fn function_cycles(code: OpCode, ty: Scalar) -> f64 {
    let (single, double) = match code {
        OpCode::Exp => (8.0, 13.0),
        OpCode::Exp2 => (8.0, 9.0),
        OpCode::ExpM1 => (27.0, 20.0),
        OpCode::Log => (10.0, 14.0),
        OpCode::Log2 => (10.0, 10.0),
        OpCode::Log10 => (22.0, 21.0),
        OpCode::Log1p => (18.0, 16.0),
        OpCode::PowF => (12.0, 26.0),
        OpCode::Sin | OpCode::Cos => (9.0, 32.0),
        OpCode::Tan => (35.0, 34.0),
        OpCode::Asin | OpCode::Acos => (20.0, 19.0),
        OpCode::Atan => (18.0, 30.0),
        OpCode::Atan2 => (37.0, 41.0),
        OpCode::Sinh => (39.0, 36.0),
        OpCode::Cosh => (19.0, 19.0),
        OpCode::Tanh => (37.0, 34.0),
        OpCode::Asinh => (26.0, 28.0),
        OpCode::Acosh => (20.0, 18.0),
        OpCode::Atanh => (21.0, 19.0),
        OpCode::Cbrt => (29.0, 34.0),
        OpCode::Erf => (34.0, 34.0),
        OpCode::RemF => (16.0, 16.0),
        _ => (40.0, 40.0),
    };
    match ty {
        Scalar::Float(FloatKind::F64) => double,
        Scalar::Float(FloatKind::F32) => single,
        // Narrower floats are widened and narrowed.
        _ => single + NARROW,
    }
}

/// Cycles of a call of a function of glibc's vector library, for a whole register: 11 for `exp`, `sin` and `tanh` of f32
/// and 22 for `erf`, 13 to 27 for those of f64, measured as above.
pub const VECTOR_FUNCTION: f64 = 15.0;

/// Cycles to convert a narrow float to f32 and back.
const NARROW: f64 = 4.0;
