//! Vectors, whose lanes are consecutive slots in row-major order.

mod combine;
mod lanes;
mod lookup;
mod mask;
mod print;
mod transfer;

use super::affine::IndexExpr;
use super::frame::Frame;
use super::machine::Machine;
use super::program::Place;
use super::{Domain, Reason};

pub(super) use combine::{Combination, Factor, Scan, Start, Step};
pub(super) use lanes::{Bitcast, Element, Pick};
pub(super) use lookup::{Address, Direction, Lookup};
pub(super) use mask::{Masking, Projection};
pub(super) use print::Print;
pub(super) use transfer::{TransferKind, VectorTransfer};

#[derive(Clone, Debug)]
pub(super) enum VectorInstruction {
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

impl<D: Domain> Machine<'_, D> {
    pub(super) fn vector(
        &mut self,
        x: &VectorInstruction,
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Reason> {
        match x {
            VectorInstruction::Pick(x) => self.pick(x, frame),
            VectorInstruction::Element(x) => self.vector_element(x, frame),
            VectorInstruction::Bitcast(x) => self.vector_bitcast(x, frame),
            VectorInstruction::Below {
                sizes,
                extents,
                result,
            } => self.below(sizes, extents, *result, frame),
            VectorInstruction::Combine(x) => self.combination(x, frame),
            VectorInstruction::Scan(x) => self.scan(x, frame),
            VectorInstruction::Transfer(x) => self.vector_transfer(x, frame),
            VectorInstruction::Lookup(x) => self.lookup(x, frame),
            VectorInstruction::Print(x) => self.print_vector(x, frame),
        }
    }
}
