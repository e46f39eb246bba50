//! Atomic updates.

use crate::interpret::affine::IndexExpr;
use crate::types::Type;

use super::{Operation, Place, Region};

/// `memref.atomic_rmw`.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct AtomicUpdate {
    /// How the element and the value combine; `None` for an assignment.
    pub combine: Option<Operation>,
    pub value: Place,
    pub memref: Place,
    pub indices: Box<[IndexExpr]>,
    pub scalar: Type,
    /// What was there.
    pub result: Place,
}

/// `memref.generic_atomic_rmw`.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct AtomicRegion {
    pub memref: Place,
    pub indices: Box<[IndexExpr]>,
    pub scalar: Type,
    pub body: Region,
    pub current: Place,
    pub result: Place,
}
