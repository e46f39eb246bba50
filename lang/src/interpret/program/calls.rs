//! Calls.

use super::Place;

#[derive(Clone, Debug)]
pub(in crate::interpret) struct Call {
    pub callee: Callee,
    pub arguments: Box<[Place]>,
    pub results: Box<[Place]>,
}

#[derive(Clone, Debug)]
pub(in crate::interpret) enum Callee {
    Named(String),
    /// The function in a slot.
    Indirect(u32),
}
