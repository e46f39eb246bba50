//! Vectors, whose lanes are consecutive slots in row-major order.

mod combine;
mod lanes;
mod lookup;
mod mask;
mod print;
mod transfer;

use super::frame::Frame;
use super::machine::Machine;
use super::{Domain, Reason};
use crate::interpret::program::vector::VectorInstruction;

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
