//! A module resolved for running: values have become slots, attributes have become data.

use rustc_hash::FxHashMap;

use crate::algebra::{FastMath, Rounding};
use crate::ir::{Module, Span};
use crate::op::OpCode;
use crate::types::{MemRefType, Type};

use super::affine::IndexExpr;
use super::machine::Machine;
use super::resolve::resolve_function;
use super::{Domain, Limits, Memory, Outcome, Overflow, Reason, Value};

/// The functions of a module in the form that runs.
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) functions: Vec<Function>,
    pub(super) by_name: FxHashMap<String, usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Function {
    pub name: String,
    pub span: Span,
    /// Why the function cannot run at all: it has no body, or several blocks.
    pub refused: Option<Reason>,
    pub sizes: Sizes,
    pub parameters: Vec<(Place, Type)>,
    pub results: Vec<Type>,
    pub constants: Vec<(Place, Constant)>,
    pub body: Block,
    /// What `func.return` returns.
    pub returned: Vec<Place>,
}

/// How many slots of each bank a frame has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sizes {
    pub index: u32,
    pub data: u32,
    pub memrefs: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bank {
    Index,
    Data,
    MemRef,
}

/// Where a value lives: `lanes` consecutive slots of a bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub bank: Bank,
    pub start: u32,
    pub lanes: u32,
}

#[derive(Clone, Debug)]
pub(super) enum Constant {
    Index(Vec<i64>),
    /// The lanes' bits; one stands for all.
    Data(Type, Vec<u128>),
}

/// Instructions in order, each with the operation it came from.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub code: Vec<(Instruction, Source)>,
}

/// The operation that an instruction came from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub span: Span,
    pub name: &'static str,
}

/// Values to copy at once: all are read before any is written.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    pub pairs: Box<[(Place, Place)]>,
    /// Whether some destination is also a source.
    pub overlap: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Instruction {
    Scalar(Box<ScalarInstruction>),
    For(Box<For>),
    If(Box<If>),
    /// `result` is the only, the least, or the greatest of the expressions.
    Apply(Choice, Box<[IndexExpr]>, u32),
    Load(Box<Access>),
    Store(Box<Access>),
    Allocate(Box<Allocate>),
    Free(u32),
    Dim {
        memref: u32,
        dimension: u32,
        result: u32,
    },
    Cast {
        memref: u32,
        result: u32,
        ty: Box<MemRefType>,
    },
    Copy {
        from: u32,
        to: u32,
    },
    /// Lane `i` of the result is lane `lanes[i]` of the source.
    Shuffle {
        from: Place,
        to: Place,
        lanes: Box<[u32]>,
    },
    Lane(Box<Lane>),
    Reduce(Box<Reduce>),
    Call {
        function: String,
        arguments: Box<[Place]>,
        results: Box<[Place]>,
    },
    Unsupported(Reason),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Only,
    Least,
    Greatest,
}

#[derive(Clone, Debug)]
pub(super) struct ScalarInstruction {
    pub code: OpCode,
    /// Operands of one lane beside results of many stand for every lane.
    pub operands: Box<[Place]>,
    pub result: Place,
    pub ty: Type,
    pub result_ty: Type,
    pub flags: FastMath,
    pub predicate: i64,
    pub rounding: Rounding,
    pub overflow: Overflow,
    /// Whether an operand or the result is an index.
    pub is_mixed: bool,
}

#[derive(Clone, Debug)]
pub(super) struct For {
    pub lower: Box<[IndexExpr]>,
    pub upper: Box<[IndexExpr]>,
    pub step: i64,
    pub induction_variable: u32,
    /// Initial values to loop-carried variables.
    pub enter: Moves,
    /// What the body yields to loop-carried variables.
    pub repeat: Moves,
    /// Loop-carried variables to results.
    pub leave: Moves,
    pub body: Block,
}

#[derive(Clone, Debug)]
pub(super) struct If {
    /// Each `expr == 0` or `expr >= 0`.
    pub conditions: Box<[(IndexExpr, bool)]>,
    pub branches: [(Block, Moves); 2],
}

/// A load or a store.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub memref: u32,
    pub indices: Box<[IndexExpr]>,
    /// Consecutive elements in each of the trailing dimensions; empty for one element.
    pub window: Box<[i64]>,
    /// Cells of an element.
    pub unit: u32,
    pub value: Place,
}

#[derive(Clone, Debug)]
pub(super) struct Allocate {
    /// Fixed extents, or the slots of dynamic ones.
    pub sizes: Box<[Result<i64, u32>]>,
    /// Given strides and offset, if the layout has them.
    pub layout: Option<(Box<[i64]>, i64)>,
    pub unit: u32,
    pub on_stack: bool,
    pub result: u32,
}

/// `vector.extract` and `vector.insert` at positions that are known when running.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    /// The vector read from (extract) or copied (insert).
    pub vector: Place,
    /// What is inserted; `None` for an extract.
    pub inserted: Option<Place>,
    pub result: Place,
    /// Of each indexed dimension: the position, the extent, and the lanes between neighbours.
    pub positions: Box<[(IndexExpr, i64, i64)]>,
}

#[derive(Clone, Debug)]
pub(super) struct Reduce {
    /// The operation that combines two lanes.
    pub combine: ScalarInstruction,
    pub vector: Place,
    pub accumulator: Option<Place>,
}

impl Program {
    /// Resolves every function of a module. An operation that cannot run traps when it is reached.
    pub fn new(module: &Module) -> Program {
        let functions: Vec<Function> = module
            .functions()
            .map(|op| resolve_function(module, op))
            .collect();
        let by_name = functions
            .iter()
            .zip(0..)
            .map(|(f, i)| (f.name.clone(), i))
            .collect();
        Program { functions, by_name }
    }

    /// Runs a function and returns its results; `memory` holds what its arguments point to.
    pub fn run<D: Domain>(
        &self,
        name: &str,
        domain: &mut D,
        memory: &mut Memory<D::Value>,
        arguments: &[Value<D::Value>],
        limits: &Limits,
    ) -> Outcome<D::Value> {
        Machine::new(self, domain, memory, limits).call_from_outside(name, arguments)
    }

    /// As [`Program::run`], and how many steps it took.
    pub fn run_counting<D: Domain>(
        &self,
        name: &str,
        domain: &mut D,
        memory: &mut Memory<D::Value>,
        arguments: &[Value<D::Value>],
        limits: &Limits,
    ) -> (Outcome<D::Value>, u64) {
        let mut machine = Machine::new(self, domain, memory, limits);
        let result = machine.call_from_outside(name, arguments);
        let left = machine.steps_left();
        (result, limits.steps - left)
    }
}
