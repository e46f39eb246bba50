//! Views of memrefs.

use crate::interpret::affine::IndexExpr;
use crate::types::{MemRefType, Type};

use super::Place;

/// A memref made of another.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct View {
    pub kind: ViewKind,
    pub memref: u32,
    /// Scalars of an element.
    pub unit: u32,
    pub result: u32,
    /// What the result has to agree with; `None` where the operation makes it so.
    pub ty: Option<MemRefType>,
}

#[derive(Clone, Debug)]
pub(in crate::interpret) enum ViewKind {
    /// The same view.
    Same,
    /// The same buffer under other sizes and strides, the offset counted from the base.
    Reinterpret {
        offset: IndexExpr,
        sizes: Box<[IndexExpr]>,
        strides: Box<[IndexExpr]>,
    },
    Slice {
        offsets: Box<[IndexExpr]>,
        sizes: Box<[IndexExpr]>,
        strides: Box<[IndexExpr]>,
        /// The dimensions that stay.
        kept: Box<[usize]>,
    },
    /// A typed view of bytes.
    Bytes {
        shift: u32,
        sizes: Box<[IndexExpr]>,
        /// Bytes of a scalar.
        parts: u32,
    },
    /// The extents that a memref or tensor holds.
    Reshape {
        shape: Place,
        scalar: Type,
    },
    Expand {
        groups: Box<[Vec<usize>]>,
        sizes: Box<[IndexExpr]>,
    },
    Collapse {
        groups: Box<[Vec<usize>]>,
    },
    Transpose {
        permutation: Box<[usize]>,
    },
    /// All elements as the lanes of one.
    OneElement,
    /// The same view, whose start must be a multiple of so many bytes; a scalar has the second number.
    Aligned(u64, u64),
}

/// `memref.extract_strided_metadata`, or the address alone.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Metadata {
    pub memref: u32,
    pub unit: u32,
    pub base: Option<u32>,
    pub offset: Option<u32>,
    pub sizes: Box<[u32]>,
    pub strides: Box<[u32]>,
    /// Where the address goes, and the bytes of a scalar.
    pub address: Option<(u32, u64)>,
}

#[derive(Clone, Debug)]
pub(in crate::interpret) enum Transfer {
    /// All elements, of so many scalars each.
    Copy {
        from: u32,
        to: u32,
        unit: u32,
    },
    Dma(Dma),
    /// A new heap buffer with the contents of a memref.
    Clone {
        from: u32,
        unit: u32,
        result: u32,
    },
}

/// A transfer, which is complete as soon as it starts.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Dma {
    pub from: u32,
    pub from_indices: Box<[IndexExpr]>,
    pub to: u32,
    pub to_indices: Box<[IndexExpr]>,
    pub count: u32,
    /// The stride, and the elements of each chunk.
    pub chunks: Option<(u32, u32)>,
    /// Whether the chunks are those of the source.
    pub source_is_strided: bool,
    pub unit: u32,
}
