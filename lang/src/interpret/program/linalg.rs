//! Operations of the linalg dialect.

use crate::interpret::affine::IndexExpr;
use crate::interpret::winograd_matrices::Matrices;
use crate::types::{FloatKind, Type};

use super::{Place, Region};

#[derive(Clone, Debug)]
pub(in crate::interpret) enum LinalgInstruction {
    Nest(Nest),
    Softmax(Softmax),
    Winograd(Winograd),
}

/// A loop nest over the shapes of its operands. An output that is a memref is written in place; one that
/// is a tensor is where a result starts from.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Nest {
    /// The numbers of the iteration, outermost first.
    pub loops: Place,
    /// Of each loop: the operand and the dimension of it whose extent is the number of iterations.
    pub bounds: Box<[(usize, usize)]>,
    /// The inputs, then the outputs.
    pub operands: Box<[NestOperand]>,
    pub inputs: usize,
    pub body: Region,
    /// One for each output that is a tensor.
    pub results: Box<[u32]>,
}

#[derive(Clone, Debug)]
pub(in crate::interpret) struct NestOperand {
    /// A scalar stands for itself in every iteration.
    pub place: Place,
    /// From the loops; none of a scalar.
    pub subscripts: Box<[IndexExpr]>,
    /// The type of a scalar of an element.
    pub scalar: Type,
    /// The argument of the body that is the element, if the body uses it.
    pub argument: Option<Place>,
}

/// `linalg.softmax`: along one dimension `exp(x - max) / sum`, where `max` is the greatest element and
/// `sum` that of the exponentials, each from the first element on.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Softmax {
    pub input: Place,
    pub output: Place,
    pub dimension: usize,
    pub scalar: Type,
    /// The bits of the least value, from which the maximum starts.
    pub least: u128,
    pub result: Option<u32>,
}

/// `linalg.winograd_*_transform`: each tile becomes `L tile R`, where L is the matrix of the transform and R
/// its transpose. A tile of one row is not multiplied from the left, one of one column not from the right.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Winograd {
    pub transform: Transform,
    pub m: i64,
    pub r: i64,
    pub matrices: &'static Matrices,
    pub source: Place,
    pub destination: Place,
    pub kind: FloatKind,
    pub result: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::interpret) enum Transform {
    /// From `(f, h, w, c)` to `(h, w, c, f)`, by `G`.
    Filter,
    /// From `(n, h, w, c)` to `(h, w, tile, tile, n, c)`, by `BT`; tiles overlap.
    Input,
    /// From `(h, w, tile, tile, n, f)` to `(n, h, w, f)`, by `AT`.
    Output,
}
