//! Scalar operations on several elements.

use crate::algebra::FastMath;
use crate::op::OpCode;
use crate::types::Type;

use super::{Operation, Place};

/// A scalar operation on the elements of tensors.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Pointwise {
    pub operation: Operation,
    /// A scalar beside tensors stands for every element.
    pub operands: Box<[(Place, Type)]>,
    pub result: Place,
}

/// An operation of scalars with several results, or operands of several types, on scalars, vectors or
/// tensors.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct MixedInstruction {
    pub code: OpCode,
    pub flags: FastMath,
    pub operands: Box<[Place]>,
    /// Element types.
    pub types: Box<[Type]>,
    pub results: Box<[Place]>,
    pub result_types: Box<[Type]>,
}
