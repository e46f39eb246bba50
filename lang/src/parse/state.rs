//! What reading gives, and an operation while it is read.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::attribute::{Attribute, NamedAttribute};
use crate::diagnostic::Diagnostic;
use crate::ir::{BlockId, OpName, RegionId, Span, ValueId};
use crate::op::OpCode;
use crate::types::Type;

/// The first mistake ends the reading.
pub(crate) type Parsed<T> = Result<T, Box<Diagnostic>>;

/// An operation under construction.
#[derive(Debug)]
pub(crate) struct OpState {
    pub name: OpName,
    /// From the name on, without regions.
    pub span: Span,
    pub operands: SmallVec<[ValueId; 3]>,
    pub result_types: SmallVec<[Type; 1]>,
    pub attributes: Vec<NamedAttribute>,
    pub regions: SmallVec<[RegionId; 1]>,
    pub successors: SmallVec<[BlockId; 2]>,
}

/// What a form that MLIR 19 does not have is read as.
pub(super) enum Newer {
    Op(OpState),
    /// The values of the results; what computes them stands before.
    Values(SmallVec<[ValueId; 4]>),
}

impl OpState {
    pub fn new(name: OpName, span: Span) -> OpState {
        OpState {
            name,
            span,
            operands: SmallVec::new(),
            result_types: SmallVec::new(),
            attributes: Vec::new(),
            regions: SmallVec::new(),
            successors: SmallVec::new(),
        }
    }

    pub fn attribute(&mut self, name: Arc<str>, value: Attribute) {
        self.attributes.push((name, value));
    }

    pub fn code(&self) -> Option<OpCode> {
        match self.name {
            OpName::Known(code) => Some(code),
            OpName::Unknown(_) => None,
        }
    }
}
