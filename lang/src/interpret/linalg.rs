//! The linalg dialect.

mod nest;

use super::Domain;
use super::frame::Frame;
use super::machine::Machine;
use super::reason::Stop;

pub(super) use nest::{Nest, NestOperand};

#[derive(Clone, Debug)]
pub(super) enum LinalgInstruction {
    Nest(Nest),
}

impl<'a, D: Domain> Machine<'a, D> {
    pub(super) fn linalg(
        &mut self,
        x: &'a LinalgInstruction,
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Stop> {
        self.spend(1)?;
        match x {
            LinalgInstruction::Nest(x) => self.nest(x, frame),
        }
    }
}
