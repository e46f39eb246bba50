//! The linalg dialect.

mod nest;
mod softmax;
mod winograd;

use super::Domain;
use super::frame::Frame;
use super::machine::Machine;
use super::reason::Stop;
use crate::interpret::program::linalg::LinalgInstruction;

impl<'a, D: Domain> Machine<'a, D> {
    pub(super) fn linalg(
        &mut self,
        x: &'a LinalgInstruction,
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Stop> {
        self.spend(1)?;
        match x {
            LinalgInstruction::Nest(x) => self.nest(x, frame),
            LinalgInstruction::Softmax(x) => Ok(self.softmax(x, frame)?),
            LinalgInstruction::Winograd(x) => Ok(self.winograd(x, frame)?),
        }
    }
}
