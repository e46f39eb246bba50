//! Loads and stores.

use crate::interpret::affine::IndexExpr;
use crate::types::Type;

use super::Place;

/// A load or a store.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Access {
    pub memref: u32,
    pub indices: Box<[IndexExpr]>,
    /// Consecutive elements in each of the trailing dimensions; empty for one element.
    pub window: Box<[i64]>,
    /// Scalars of an element.
    pub unit: u32,
    /// The type of a scalar.
    pub scalar: Type,
    pub value: Place,
}
