//! Operations on tensors.

use crate::interpret::affine::IndexExpr;
use crate::types::{MemRefType, TensorType, Type};

use super::{Place, Region};

#[derive(Clone, Debug)]
pub(in crate::interpret) enum TensorInstruction {
    /// Undefined elements of so many scalars.
    Empty {
        sizes: Box<[IndexExpr]>,
        unit: u32,
        result: u32,
    },
    /// The scalar or vector in a place, everywhere.
    Splat {
        value: Place,
        sizes: Box<[IndexExpr]>,
        result: u32,
    },
    /// Elements in row-major order.
    FromElements {
        elements: Box<[Place]>,
        sizes: Box<[i64]>,
        result: u32,
    },
    Generate {
        sizes: Box<[IndexExpr]>,
        body: Region,
        result: u32,
    },
    Extract {
        tensor: Place,
        indices: Box<[IndexExpr]>,
        scalar: Type,
        result: Place,
    },
    Insert {
        value: Place,
        tensor: Place,
        indices: Box<[IndexExpr]>,
        scalar: Type,
        result: u32,
    },
    Cast {
        tensor: u32,
        ty: TensorType,
        result: u32,
    },
    ExtractSlice {
        slice: Slice,
        tensor: Place,
        result: u32,
    },
    /// Into a slice of another tensor.
    InsertSlice {
        slice: Slice,
        source: Place,
        tensor: Place,
        result: u32,
    },
    Reshape(Reshape),
    Pad {
        tensor: Place,
        low: Box<[IndexExpr]>,
        high: Box<[IndexExpr]>,
        body: Region,
        result: u32,
    },
    Concat {
        dimension: usize,
        tensors: Box<[Place]>,
        result: u32,
    },
    Gather(Gather),
    Scatter(Gather),
    Pack(Pack),
    Unpack(Pack),
    Buffers(Buffers),
}

#[derive(Clone, Debug)]
pub(in crate::interpret) enum Buffers {
    /// The contents of a memref, whose elements are so many scalars.
    ToTensor {
        memref: u32,
        unit: u32,
        scalar: Type,
        result: u32,
    },
    /// A buffer with the contents of a tensor.
    ToMemRef {
        tensor: u32,
        ty: MemRefType,
        unit: u32,
        is_read_only: bool,
        result: u32,
    },
    /// As `tensor.empty`, or a copy.
    AllocTensor {
        sizes: Box<[IndexExpr]>,
        unit: u32,
        copy: Option<u32>,
        result: u32,
    },
    /// The contents of a tensor, put into a memref or instead of another tensor.
    Materialize {
        source: u32,
        destination: Place,
        scalar: Type,
        result: Option<u32>,
    },
    /// Frees memrefs whose condition holds, unless a retained one shares the buffer.
    Dealloc {
        memrefs: Box<[u32]>,
        conditions: Box<[u32]>,
        retained: Box<[u32]>,
        /// Whether each retained memref is owned.
        results: Box<[Place]>,
    },
}

/// `tensor.pack` and `tensor.unpack`: the outer dimensions, perhaps permuted, count tiles; the inner ones
/// are those of a tile.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Pack {
    pub source: Place,
    pub destination: Place,
    pub padding: Option<Place>,
    /// Which dimension of the unpacked tensor each outer dimension counts.
    pub outer: Box<[usize]>,
    /// Which dimension each inner dimension tiles.
    pub inner: Box<[usize]>,
    pub tiles: Box<[IndexExpr]>,
    pub result: u32,
}

/// The same elements in row-major order under another shape.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Reshape {
    pub tensor: u32,
    pub shape: NewShape,
    pub result: u32,
}

#[derive(Clone, Debug)]
pub(in crate::interpret) enum NewShape {
    /// What a tensor of this element type holds.
    In(Place, Type),
    /// Each group of new dimensions makes one old dimension.
    Expand(Box<[Vec<usize>]>, Box<[IndexExpr]>),
    /// Each group of old dimensions becomes one.
    Collapse(Box<[Vec<usize>]>),
}

/// A rectangular, strided part.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Slice {
    pub offsets: Box<[IndexExpr]>,
    pub sizes: Box<[IndexExpr]>,
    pub strides: Box<[IndexExpr]>,
    /// The dimensions that the part itself has.
    pub kept: Box<[usize]>,
}

/// Slices at a tensor of coordinates.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Gather {
    /// What is scattered; the result's place where slices are gathered.
    pub source: Option<Place>,
    pub tensor: Place,
    pub indices: Place,
    pub index_type: Type,
    /// The dimensions that coordinates are given for.
    pub dimensions: Box<[usize]>,
    /// Whether those dimensions remain, with one element.
    pub keeps_rank: bool,
    pub result: u32,
}
