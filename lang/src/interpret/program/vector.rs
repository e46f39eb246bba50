//! Operations on vectors.

use crate::interpret::affine::IndexExpr;
use crate::types::Type;

use super::{Operation, Place};

#[derive(Clone, Debug)]
pub(in crate::interpret) enum VectorInstruction {
    Pick(Pick),
    Element(Element),
    Bitcast(Bitcast),
    /// The lanes whose every coordinate is below an extent.
    Below {
        sizes: Box<[i64]>,
        extents: Box<[IndexExpr]>,
        result: Place,
    },
    Combine(Combination),
    Scan(Scan),
    Transfer(VectorTransfer),
    Lookup(Lookup),
    Print(Print),
}

/// Each iteration combines a factor, or the product of two, with a lane of the result.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Combination {
    pub space: Box<[i64]>,
    pub factors: Box<[Factor]>,
    pub step: Step,
    pub start: Start,
    pub result: Projection,
    /// The type of a lane of the result.
    pub ty: Type,
    pub masks: Box<[Projection]>,
}

#[derive(Clone, Debug)]
pub(in crate::interpret) struct Factor {
    pub lanes: Projection,
    /// The cast to the type of the result.
    pub promotion: Option<Operation>,
}

/// What an iteration does.
#[derive(Clone, Debug)]
pub(in crate::interpret) enum Step {
    /// Combines the factor.
    Combine(Operation),
    /// Multiplies the factors and combines the product.
    Multiply { product: Operation, combine: Operation },
    /// Multiplies and adds with one rounding.
    Fused(Operation),
}

/// What lanes of the result begin with.
#[derive(Clone, Copy, Debug)]
pub(in crate::interpret) enum Start {
    /// What comes first.
    Nothing,
    Lanes(Place),
    /// These bits.
    Neutral(u128),
}

/// Combinations of all that comes before, along one dimension.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Scan {
    pub sizes: Box<[i64]>,
    pub combine: Operation,
    pub source: Place,
    /// What an exclusive scan begins with.
    pub initial: Place,
    pub is_inclusive: bool,
    pub result: Place,
    /// The last of each row of the result.
    pub last: Projection,
}

/// Lanes of results, one result after another, each a lane of one of the sources.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Pick {
    pub sources: Box<[Place]>,
    pub lanes: Box<[(u32, u32)]>,
    pub results: Box<[Place]>,
}

/// One lane of a vector at a position of any integer type.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Element {
    pub vector: Place,
    /// What is inserted; `None` for an extraction.
    pub inserted: Option<Place>,
    /// `None` for a vector without dimensions.
    pub position: Option<Place>,
    pub result: Place,
}

/// The bits of rows of lanes, the lowest first, in lanes of another width.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Bitcast {
    pub from: Place,
    pub from_type: Type,
    pub to: Place,
    pub to_type: Type,
    /// The width of the widest pieces that make lanes of both types.
    pub piece: u32,
    /// Pieces of a lane of each type.
    pub pieces: [u32; 2],
}

#[derive(Clone, Debug)]
pub(in crate::interpret) struct Lookup {
    pub array: Place,
    pub start: Box<[IndexExpr]>,
    /// The type of a lane.
    pub scalar: Type,
    pub address: Address,
    /// A lane takes part where all of these are true.
    pub masks: Box<[Place]>,
    pub direction: Direction,
}

/// Where a lane lies, counted from the start.
#[derive(Clone, Debug)]
pub(in crate::interpret) enum Address {
    /// One lane after another in the innermost dimension.
    Consecutive,
    /// As above, of those lanes that take part.
    Packed,
    /// As lanes of this type say.
    Given(Place, Type),
}

#[derive(Clone, Copy, Debug)]
pub(in crate::interpret) enum Direction {
    Load { otherwise: Place, result: Place },
    Store(Place),
}

/// The lane of a place at a position in a space of indices.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Projection {
    pub place: Place,
    /// Lanes between neighbours in each dimension of the space; 0 where all share one.
    pub strides: Box<[i64]>,
}

/// What a `vector.mask` says to the operation inside it.
#[derive(Clone, Copy, Debug)]
pub(in crate::interpret) struct Masking {
    pub mask: Place,
    /// The result of lanes that take no part.
    pub passthru: Option<Place>,
}

#[derive(Clone, Debug)]
pub(in crate::interpret) struct Print {
    /// What is printed, its extents, and the type of a lane.
    pub source: Option<(Place, Box<[i64]>, Type)>,
    /// What follows.
    pub text: Box<str>,
}

#[derive(Clone, Debug)]
pub(in crate::interpret) struct VectorTransfer {
    pub array: Place,
    pub start: Box<[IndexExpr]>,
    /// The type of a scalar.
    pub scalar: Type,
    /// Scalars of an element of the memory, which are consecutive lanes of the vector.
    pub unit: u32,
    /// The extents of the vector, without those of an element.
    pub sizes: Box<[i64]>,
    /// Which dimension of the memory each of them walks along; `None` for a broadcast.
    pub dimensions: Box<[Option<usize>]>,
    /// Whether leaving the memory along each is an error.
    pub in_bounds: Box<[bool]>,
    pub masks: Box<[Projection]>,
    pub kind: TransferKind,
}

#[derive(Clone, Debug)]
pub(in crate::interpret) enum TransferKind {
    Read {
        padding: Place,
        /// What lanes have that a mask leaves out.
        passthru: Option<(Projection, Place)>,
        result: Place,
    },
    Write {
        vector: Place,
        /// The tensor with the slice replaced.
        result: Option<u32>,
    },
}
