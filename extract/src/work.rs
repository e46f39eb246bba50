//! What an operation on scalars occupies of a core.

use ovolo_lang::op::{self, Latency, OpCode};
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
    /// Conversions between widths of integers, which move lanes in vectors.
    Conversion,
    /// Moves of lanes within and between vectors.
    Shuffle,
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
pub(crate) fn work_of(op: &ScalarOp, machine: &Machine) -> Work {
    let cost = op.code.cost();
    let unit = match cost.unit {
        op::Unit::Float => Unit::Float,
        op::Unit::Addition => Unit::Addition,
        op::Unit::Divide => Unit::Divide,
        op::Unit::Integer if is_conversion(op) => Unit::Conversion,
        op::Unit::Integer => Unit::Integer,
        op::Unit::Library { single, double } => {
            let has_vectors = op.flags.afn && op.code.is_approximable();
            return Work {
                unit: if has_vectors {
                    Unit::VectorFunction
                } else {
                    Unit::Function
                },
                latency: match op.ty {
                    Scalar::Float(FloatKind::F64) => double,
                    Scalar::Float(FloatKind::F32) => single,
                    // Narrower floats are widened and narrowed.
                    _ => single + NARROW,
                },
                instructions: 1.0,
            };
        }
    };
    let latency = match cost.latency {
        Latency::Cycle => 1.0,
        Latency::Add => machine.add_latency,
        Latency::Multiply => machine.mul_latency,
        Latency::Fma => machine.fma_latency,
        Latency::Divide => machine.divide_latency,
    };
    let bits = match cost.is_per_bit {
        true => f64::from(op.ty.ty().bit_width().unwrap_or(64)),
        false => 1.0,
    };
    Work {
        unit,
        latency: bits * cost.times * latency,
        instructions: bits * cost.instructions,
    }
}

fn is_conversion(op: &ScalarOp) -> bool {
    let is_number = |scalar: Scalar| matches!(scalar, Scalar::Integer(8..));
    matches!(op.code, OpCode::TruncI | OpCode::ExtSI | OpCode::ExtUI)
        && is_number(op.ty)
        && is_number(op.result)
}

/// Cycles of a call of a function of glibc's vector library, for a whole register: 11 for `exp`, `sin` and `tanh` of f32
/// and 22 for `erf`, 13 to 27 for those of f64, measured as above.
pub(crate) const VECTOR_FUNCTION: f64 = 15.0;

/// Cycles to convert a narrow float to f32 and back.
const NARROW: f64 = 4.0;
