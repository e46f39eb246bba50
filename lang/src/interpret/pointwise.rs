//! Operations of scalars, element by element on tensors; and those with several results.

use smallvec::SmallVec;

use crate::op::{MixedScalars, evaluate_mixed};
use crate::types::Type;

use super::frame::Frame;
use super::machine::Machine;
use super::mixed::{Mixed, WithIndex};
use super::program::{Bank, Place};
use super::shape::mismatch;
use super::{Domain, Reason, Tensor};
use crate::interpret::program::pointwise::{MixedInstruction, Pointwise};

impl<D: Domain> Machine<'_, D> {
    pub(super) fn pointwise(&mut self, x: &Pointwise, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        let places = x.operands.iter().map(|&(place, _)| place);
        let (sizes, count) = common_shape(places, frame)?;
        self.room(count)?;
        let mut cells = Vec::with_capacity(count);
        for i in 0..count {
            let mut operands: SmallVec<[Mixed<D::Value>; 3]> = SmallVec::new();
            for (place, ty) in &x.operands {
                operands.push(self.element(*place, ty, i, frame)?);
            }
            let value = self.combine_lanes(&x.operation, &operands)?;
            cells.push(self.cell_of(value));
        }
        frame.tensors[x.result.start as usize] = Some(Tensor::new(&sizes, cells));
        Ok(())
    }

    pub(super) fn mixed(&mut self, x: &MixedInstruction, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        if x.results.iter().any(|place| place.bank == Bank::Tensor) {
            return self.mixed_tensors(x, frame);
        }
        let lanes = x.results.first().map_or(0, |place| place.lanes);
        self.spend(u64::from(lanes))?;
        for lane in 0..lanes {
            let operands = x.operands.iter().map(|&place| frame.lane(place, lane));
            let operands: SmallVec<[Mixed<D::Value>; 3]> = operands.collect();
            let values = self.mixed_values(x, &operands)?;
            for (&place, value) in x.results.iter().zip(values) {
                frame.set_lane(place, lane, value)?;
            }
        }
        Ok(())
    }

    fn mixed_tensors(&mut self, x: &MixedInstruction, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        let (sizes, count) = common_shape(x.operands.iter().copied(), frame)?;
        self.room(count)?;
        let mut columns = vec![Vec::with_capacity(count); x.results.len()];
        for i in 0..count {
            let mut operands: SmallVec<[Mixed<D::Value>; 3]> = SmallVec::new();
            for (&place, ty) in x.operands.iter().zip(&x.types) {
                operands.push(self.element(place, ty, i, frame)?);
            }
            for (column, value) in columns.iter_mut().zip(self.mixed_values(x, &operands)?) {
                column.push(self.cell_of(value));
            }
        }
        for (place, cells) in x.results.iter().zip(columns) {
            frame.tensors[place.start as usize] = Some(Tensor::new(&sizes, cells));
        }
        Ok(())
    }

    fn mixed_values(
        &mut self,
        x: &MixedInstruction,
        operands: &[Mixed<D::Value>],
    ) -> Result<Vec<Mixed<D::Value>>, Reason> {
        let is_undefined = |operand: &Mixed<D::Value>| match operand {
            Mixed::Data(value) => self.domain.is_undefined(value),
            Mixed::Index(_) => false,
        };
        if operands.iter().any(is_undefined) {
            let undefined = self.domain.undefined();
            return Ok(vec![Mixed::Data(undefined); x.results.len()]);
        }
        let scalars = MixedScalars {
            args: operands,
            types: &x.types,
            results: &x.result_types,
            flags: x.flags,
        };
        let values = evaluate_mixed(x.code, &mut WithIndex(self.domain), &scalars);
        values.ok_or_else(|| Reason::Unsupported("the operation on integers of this width".into()))?
    }

    /// Element `i` of a tensor, or a scalar itself.
    fn element(
        &self,
        place: Place,
        ty: &Type,
        i: usize,
        frame: &Frame<D::Value>,
    ) -> Result<Mixed<D::Value>, Reason> {
        match place.bank {
            Bank::Tensor => self.lane_of(ty, frame.tensor(place.start)?.cells[i].clone()),
            _ => Ok(frame.lane(place, 0)),
        }
    }
}

/// The extents that all tensors among some operands have, and how many scalars that are.
fn common_shape<V: Clone>(
    places: impl Iterator<Item = Place>,
    frame: &Frame<V>,
) -> Result<(SmallVec<[i64; 4]>, usize), Reason> {
    let mut tensors = places.filter(|place| place.bank == Bank::Tensor);
    let Some(first) = tensors.next() else {
        return Err(Reason::Unsupported("a tensor of no tensors".into()));
    };
    let first = frame.tensor(first.start)?;
    for other in tensors {
        let other = frame.tensor(other.start)?;
        if other.sizes != first.sizes || other.cells.len() != first.cells.len() {
            return Err(mismatch(&first.sizes, &other.sizes));
        }
    }
    Ok((first.sizes.clone(), first.cells.len()))
}
