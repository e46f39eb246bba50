//! Updates of one element in memory.

use super::allocation::evaluate_all;
use super::frame::Frame;
use super::machine::Machine;
use super::reason::Stop;
use super::{Domain, Reason};
use crate::interpret::program::atomic::{AtomicRegion, AtomicUpdate};

impl<'a, D: Domain> Machine<'a, D> {
    pub(super) fn atomic_update(
        &mut self,
        x: &AtomicUpdate,
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Reason> {
        self.spend(1)?;
        let mut array = frame.array(x.memref)?;
        let cell = array.cell(&evaluate_all(&x.indices, &frame.index)?)?;
        self.memory.set_atomic(true);
        let old = self.read_scalar(&array, cell, &x.scalar)?;
        let old = self.lane_of(&x.scalar, old)?;
        let value = frame.lane(x.value, 0);
        let new = match &x.combine {
            None => value,
            Some(operation) => self.combine_lanes(operation, &[old.clone(), value])?,
        };
        let new = self.cell_of(new);
        self.write_scalar(&mut array, cell, &x.scalar, new)?;
        self.memory.set_atomic(false);
        frame.set_lane(x.result, 0, old)
    }

    pub(super) fn atomic_region(
        &mut self,
        x: &'a AtomicRegion,
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Stop> {
        self.spend(1)?;
        let mut array = frame.array(x.memref)?;
        let cell = array.cell(&evaluate_all(&x.indices, &frame.index)?)?;
        self.memory.set_atomic(true);
        self.read_element(&array, cell, &x.scalar, x.current, frame)?;
        self.memory.set_atomic(false);
        frame.copy(x.current, x.result);
        let [new] = self.region(&x.body, frame)? else {
            return Err(Reason::Unsupported("an update that is not one value".into()).into());
        };
        self.memory.set_atomic(true);
        self.write_element(&mut array, cell, &x.scalar, *new, frame)?;
        self.memory.set_atomic(false);
        Ok(())
    }
}
