//! The reference interpreter: index values and control flow are concrete, data is of any [`Domain`].
//!
//! A [`Program`] is a module resolved into slots and index expressions. [`Program::run`] runs one of its
//! functions on [`Value`]s over a [`Memory`]; the meaning of every scalar operation comes from
//! [`crate::op::evaluate`]. What goes wrong is a [`Trap`]: never a panic.
//!
//! Memory that was never written holds an undefined value. Computing with it is no error: the result
//! is undefined. Deciding by it, indexing by it, or dividing by it is one.
//!
//! ```
//! use ovolo_lang::interpret::{Limits, Memory, Scalar, Value, run};
//! use ovolo_lang::parse::parse_module;
//!
//! let module = parse_module("func.func @f(%x: f32) -> f32 { %y = arith.mulf %x, %x : f32 return %y : f32 }");
//! let arguments = [Value::Scalar(Scalar::f32(3.0))];
//! let results = run(&module.unwrap(), "f", &mut Memory::new(), &arguments, &Limits::default());
//! assert_eq!(results, Ok(vec![Value::Scalar(Scalar::f32(9.0))]));
//! ```

mod access;
mod affine;
mod compute;
pub mod concrete;
pub mod float;
mod frame;
mod machine;
mod memory;
mod mixed;
mod program;
mod resolve;
mod resolve_vector;

use std::fmt;

use crate::algebra::{Algebra, IntOp};
use crate::ir::{Module, Span};
use crate::types::Type;

pub use concrete::{Concrete, Scalar};
pub use memory::{Buffer, BufferId, MemRef, Memory, Origin};
pub use program::Program;

/// A domain of data for the interpreter.
pub trait Domain: Algebra<Error = Reason> {
    /// The scalar with these bits.
    fn constant(&mut self, ty: &Type, bits: u128) -> Self::Value;

    /// What a cell that was never written holds.
    fn undefined(&mut self) -> Self::Value;

    fn is_undefined(&self, value: &Self::Value) -> bool;

    /// The bits of a value; `None` when it depends on data that the domain does not know.
    fn known_bits(&self, value: &Self::Value) -> Option<u128>;

    /// `result`, which is `op(a, b)`, made undefined where the operation overflows.
    fn without_overflow(
        &mut self,
        op: IntOp,
        flags: Overflow,
        ty: &Type,
        operands: [&Self::Value; 2],
        result: Self::Value,
    ) -> Result<Self::Value, Reason>;
}

/// The `overflow<…>` flags of an operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Overflow {
    pub no_signed_wrap: bool,
    pub no_unsigned_wrap: bool,
}

/// An argument or a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<V> {
    Index(i64),
    Scalar(V),
    IndexVector(Vec<i64>),
    /// The lanes in row-major order.
    Vector(Vec<V>),
    MemRef(MemRef),
}

/// What a run may use before it is stopped.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Operations, a vector operation counting once for each lane.
    pub steps: u64,
    /// Cells of memory live at one time.
    pub cells: usize,
    /// Nested regions and calls.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 1_000_000_000,
            cells: 1 << 26,
            depth: 400,
        }
    }
}

/// The results of a function, or why it did not return.
pub type Outcome<V> = Result<Vec<Value<V>>, Trap>;

/// Why a run stopped, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Trap {
    pub span: Span,
    /// The operation that trapped; empty when no operation had begun.
    pub op: String,
    pub reason: Reason,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Reason {
    #[error("index {index} is out of bounds for an extent of {extent}{}", in_dimension(*.dimension))]
    OutOfBounds {
        buffer: BufferId,
        /// `None` when the view itself leaves its buffer.
        dimension: Option<usize>,
        index: i64,
        extent: i64,
    },
    #[error("lane {position} of {lanes}")]
    NoSuchLane { position: i64, lanes: i64 },
    #[error("division by zero")]
    DivisionByZero,
    #[error("the quotient of the least integer by -1")]
    DivisionOverflow,
    #[error("an index that does not fit 64 bits")]
    IndexOverflow,
    #[error("an extent of {0}")]
    NegativeExtent(i64),
    #[error("the shapes disagree: {0} and {1}")]
    ShapeMismatch(String, String),
    #[error("use of memory that was freed")]
    UseAfterFree,
    #[error("freeing memory that `memref.alloc` did not make, or that is freed already")]
    BadFree,
    #[error("an undefined value decides, divides or is an index")]
    Undefined,
    /// Never of the concrete domain.
    #[error("control flow or a subscript depends on data")]
    DependsOnData,
    #[error("step limit exceeded")]
    StepLimit,
    #[error("memory limit exceeded")]
    MemoryLimit,
    #[error("calls and regions nested too deeply")]
    DepthLimit,
    #[error("not supported: {0}")]
    Unsupported(String),
    #[error("no function @{0} with a body")]
    NoFunction(String),
    #[error("argument {index}: expected {expected}")]
    BadArgument { index: usize, expected: String },
}

impl Reason {
    /// Whether the program itself is at fault, rather than a limit or something the interpreter lacks.
    pub fn is_undefined_behaviour(&self) -> bool {
        !matches!(
            self,
            Reason::DependsOnData
                | Reason::StepLimit
                | Reason::MemoryLimit
                | Reason::DepthLimit
                | Reason::Unsupported(_)
                | Reason::NoFunction(_)
                | Reason::BadArgument { .. }
        )
    }
}

fn in_dimension(dimension: Option<usize>) -> String {
    match dimension {
        Some(d) => format!(" in dimension {d}"),
        None => " of the buffer".to_string(),
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.op.as_str() {
            "" => write!(f, "{}", self.reason),
            op => write!(f, "{op}: {}", self.reason),
        }
    }
}

impl std::error::Error for Trap {}

/// Runs function `name` of a module on concrete data.
pub fn run(
    module: &Module,
    name: &str,
    memory: &mut Memory<Scalar>,
    arguments: &[Value<Scalar>],
    limits: &Limits,
) -> Outcome<Scalar> {
    Program::new(module).run(name, &mut Concrete::default(), memory, arguments, limits)
}
