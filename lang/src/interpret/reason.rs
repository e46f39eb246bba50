//! Why a run stopped.

use std::fmt;

use crate::ir::Span;

use super::BufferId;

/// Why a run stopped, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Trap {
    pub span: Span,
    /// The operation that trapped; empty when no operation had begun.
    pub op: String,
    pub reason: Reason,
}

/// Why a program cannot go on.
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
    #[error(
        "index {index} is out of bounds for an extent of {extent} in dimension {dimension} of the tensor"
    )]
    OutsideTensor {
        dimension: usize,
        index: i64,
        extent: i64,
    },
    #[error("lane {position} of {lanes}")]
    NoSuchLane { position: i64, lanes: i64 },
    #[error("dimension {dimension} of rank {rank}")]
    NoSuchDimension { dimension: i64, rank: usize },
    #[error("division by zero")]
    DivisionByZero,
    #[error("an affine division by a negative number")]
    NegativeDivisor,
    #[error("the quotient of the least integer by -1")]
    DivisionOverflow,
    #[error("an index that does not fit 64 bits")]
    IndexOverflow,
    #[error("an extent of {0}")]
    NegativeExtent(i64),
    #[error("a step of {0}: expected a positive one")]
    StepNotPositive(i64),
    #[error("the shapes disagree: {0} and {1}")]
    ShapeMismatch(String, String),
    #[error(
        "dimension {dimension} of operand {operand} has extent {extent}, but its loop has {expected} iterations"
    )]
    LoopMismatch {
        operand: usize,
        dimension: usize,
        extent: i64,
        expected: i64,
    },
    #[error("use of memory that was freed")]
    UseAfterFree,
    #[error("freeing memory that `memref.alloc` did not make, or that is freed already")]
    BadFree,
    #[error("writing to memory that is constant")]
    WriteToConstant,
    /// The iterations are numbered in row-major order.
    #[error(
        "iterations {} and {} of a parallel loop touch cell {cell} of one buffer, and one of them writes it",
        .iterations[0], .iterations[1]
    )]
    Race {
        buffer: BufferId,
        cell: i64,
        iterations: [u64; 2],
    },
    #[error("the memory does not start at a multiple of {0}")]
    Misaligned(u64),
    #[error("an undefined value decides, divides or is an index")]
    Undefined,
    #[error("assertion failed: {0}")]
    AssertionFailed(String),
    /// An undefined `index` that may yet remain unused.
    #[error("an undefined index")]
    UndefinedIndex,
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
    /// Whether the program itself is at fault, rather than a limit or something the interpreter lacks. A
    /// failed assertion is no fault: stopping is what the program does.
    pub fn is_undefined_behaviour(&self) -> bool {
        !matches!(
            self,
            Reason::AssertionFailed(_)
                | Reason::UndefinedIndex
                | Reason::DependsOnData
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

/// A stop on its way out: of the operation that is running, or of one inside it.
#[derive(Clone, Debug)]
pub(super) enum Stop {
    Here(Reason),
    Inside(Box<Trap>),
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Stop {
        Stop::Here(reason)
    }
}

impl From<Trap> for Stop {
    fn from(trap: Trap) -> Stop {
        Stop::Inside(Box::new(trap))
    }
}

impl Stop {
    /// The trap, if it has no place yet at this operation.
    pub fn at(self, span: Span, op: &str) -> Trap {
        match self {
            Stop::Inside(trap) => *trap,
            Stop::Here(reason) => Trap {
                span,
                op: op.to_string(),
                reason,
            },
        }
    }
}
