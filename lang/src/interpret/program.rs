//! A module resolved for running: values have become slots, attributes have become data.

pub(super) mod access;
pub(super) mod allocation;
pub(super) mod atomic;
pub(super) mod calls;
pub(super) mod control;
pub(super) mod linalg;
pub(super) mod pointwise;
pub(super) mod tensor;
pub(super) mod vector;
pub(super) mod views;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;

use crate::algebra::{FastMath, Rounding};
use crate::ir::Span;
use crate::op::OpCode;
use crate::types::Type;

use super::affine::IndexExpr;
use super::{Overflow, Reason};
use access::Access;
use allocation::{Allocate, Global, Reallocate};
use atomic::{AtomicRegion, AtomicUpdate};
use calls::Call;
use control::{Control, For};
use linalg::LinalgInstruction;
use pointwise::{MixedInstruction, Pointwise};
use tensor::TensorInstruction;
use vector::VectorInstruction;
use views::{Metadata, Transfer, View};

/// The functions of a module in the form that runs.
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) functions: Vec<Function>,
    pub(super) by_name: FxHashMap<String, usize>,
    pub(super) globals: FxHashMap<String, Global>,
}

/// What a module is resolved for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The multiple by which scalable extents grow; without one scalable vectors are not supported.
    pub vscale: Option<u32>,
}

#[derive(Clone, Debug)]
pub(super) struct Function {
    pub name: String,
    pub span: Span,
    /// Why the function cannot run at all: it has no body.
    pub refused: Option<Reason>,
    pub sizes: Sizes,
    pub parameters: Vec<Parameter>,
    pub results: Vec<Type>,
    pub constants: Vec<(Place, Constant)>,
    pub body: Region,
    pub blocks: Vec<Entered>,
}

/// Whether a block has ever been entered, and where it begins. Clones share the mark.
#[derive(Clone, Debug, Default)]
pub(super) struct Entered {
    pub span: Span,
    mark: Arc<AtomicBool>,
}

#[derive(Clone, Debug)]
pub(super) struct Parameter {
    pub place: Place,
    pub ty: Type,
    /// Scalars of an element.
    pub unit: u32,
}

/// How many slots of each bank a frame has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sizes {
    pub index: u32,
    pub data: u32,
    pub memrefs: u32,
    pub tensors: u32,
    pub functions: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bank {
    Index,
    Data,
    MemRef,
    Tensor,
    Function,
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
    /// The extents and the scalars of a tensor, as above.
    Tensor(Vec<i64>, Type, Vec<u128>),
    Function(String),
}

/// Blocks, of which the first is entered.
#[derive(Clone, Debug, Default)]
pub(super) struct Region {
    pub blocks: Vec<Block>,
}

/// Instructions in order, each with the operation it came from.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub arguments: Vec<Place>,
    pub entered: Entered,
    pub code: Vec<(Instruction, Source)>,
    pub exit: Exit,
    /// The terminator.
    pub end: Source,
}

/// Where control goes at the end of a block.
#[derive(Clone, Debug)]
pub(super) enum Exit {
    /// Out of the region, with these values.
    Leave(Box<[Place]>),
    Branch(Jump),
    /// The first where the `i1` in a slot is true.
    Either(u32, Box<[Jump; 2]>),
    /// The jump of the case that equals the flag, or the last.
    Switch(Place, Box<[u128]>, Box<[Jump]>),
}

/// To a block of the same region, with values for its arguments.
#[derive(Clone, Debug)]
pub(super) struct Jump {
    pub block: usize,
    pub moves: Moves,
}

/// The operation that an instruction came from.
#[derive(Clone, Copy, Debug, Default)]
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
    Mixed(Box<MixedInstruction>),
    Pointwise(Box<Pointwise>),
    Poison(Place),
    For(Box<For>),
    Control(Box<Control>),
    Call(Box<Call>),
    /// Stops unless the `i1` in a slot is true.
    Assert(u32, Box<str>),
    /// `result` is the only, the least, or the greatest of the expressions.
    Apply(Choice, Box<[IndexExpr]>, u32),
    /// The coordinates of a linear index in a basis, outermost first.
    Delinearize {
        linear: u32,
        basis: Box<[IndexExpr]>,
        results: Box<[u32]>,
    },
    Load(Box<Access>),
    Store(Box<Access>),
    Allocate(Box<Allocate>),
    Reallocate(Box<Reallocate>),
    Free(u32),
    GetGlobal {
        name: Box<str>,
        result: u32,
    },
    /// The extent of a memref or tensor in the dimension that an index gives.
    Dim {
        shaped: Place,
        dimension: u32,
        result: u32,
    },
    Rank {
        shaped: Place,
        result: u32,
    },
    View(Box<View>),
    Metadata(Box<Metadata>),
    Transfer(Box<Transfer>),
    AtomicUpdate(Box<AtomicUpdate>),
    AtomicRegion(Box<AtomicRegion>),
    Lane(Box<Lane>),
    Vector(Box<VectorInstruction>),
    Tensor(Box<TensorInstruction>),
    Linalg(Box<LinalgInstruction>),
    /// A hint, or what is already done.
    Nothing,
    Unsupported(Reason),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Only,
    Least,
    Greatest,
}

/// A scalar operation without its operands.
#[derive(Clone, Debug)]
pub(super) struct Operation {
    pub code: OpCode,
    pub ty: Type,
    pub result_ty: Type,
    pub flags: FastMath,
    pub predicate: i64,
    pub rounding: Rounding,
    pub overflow: Overflow,
}

#[derive(Clone, Debug)]
pub(super) struct ScalarInstruction {
    pub operation: Operation,
    /// Operands of one lane beside results of many stand for every lane.
    pub operands: Box<[Place]>,
    pub result: Place,
    /// Whether an operand or the result is an index.
    pub is_mixed: bool,
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

impl Entered {
    pub fn at(span: Span) -> Entered {
        Entered {
            span,
            ..Entered::default()
        }
    }

    #[inline]
    pub fn mark(&self) {
        self.mark.store(true, Ordering::Relaxed);
    }

    pub fn is_marked(&self) -> bool {
        self.mark.load(Ordering::Relaxed)
    }
}

impl Region {
    /// What a region of one block passes on.
    pub fn yielded(&self) -> Option<&[Place]> {
        match self.blocks.as_slice() {
            [] => Some(&[]),
            [block] => match &block.exit {
                Exit::Leave(places) => Some(places),
                _ => None,
            },
            _ => None,
        }
    }

    /// The arguments of the entry block.
    pub fn arguments(&self) -> &[Place] {
        self.blocks.first().map_or(&[], |block| &block.arguments)
    }
}

impl Default for Exit {
    fn default() -> Exit {
        Exit::Leave([].into())
    }
}

impl Operation {
    /// An operation whose operands and result have one type.
    pub fn plain(code: OpCode, ty: &Type) -> Operation {
        Operation {
            code,
            ty: ty.clone(),
            result_ty: ty.clone(),
            flags: FastMath::NONE,
            predicate: -1,
            rounding: Rounding::default(),
            overflow: Overflow::default(),
        }
    }
}
