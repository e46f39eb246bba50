//! `vector.transfer_read` and `vector.transfer_write`: slices of memory or tensors, with permuted and
//! broadcast dimensions, what is outside padded or left alone.

use crate::interpret::access::Array;
use crate::interpret::allocation::evaluate_all;
use crate::interpret::frame::Frame;
use crate::interpret::machine::Machine;
use crate::interpret::mixed::Mixed;
use crate::interpret::program::vector::{TransferKind, VectorTransfer};
use crate::interpret::shape::{Extents, for_each_index};
use crate::interpret::{Domain, Reason};
use crate::types::Type;

use super::mask::{Activity, trap_of};

impl<D: Domain> Machine<'_, D> {
    pub(super) fn vector_transfer(
        &mut self,
        x: &VectorTransfer,
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Reason> {
        let mut array = frame.array(x.array)?;
        if let Array::MemRef(memref) = &array {
            self.check_live(memref)?;
        }
        let start = evaluate_all(&x.start, &frame.index)?;
        let mut first = 0;
        for_each_index(&x.sizes, |at| {
            self.spend(u64::from(x.unit))?;
            let activity = self.all_active(&x.masks, at, frame)?;
            let cell = match activity {
                Activity::Off => None,
                _ => trap_of(&activity, x.cell(&array, &start, at))?,
            };
            match &x.kind {
                TransferKind::Read {
                    padding,
                    passthru,
                    result,
                } => {
                    for lane in 0..x.unit {
                        let padding = frame.lane(*padding, lane);
                        let mut value = self.read_or(x, &array, cell, lane, &activity, padding)?;
                        if let Some((mask, place)) = passthru {
                            let other = frame.lane(*place, first + lane);
                            value = match self.activity(mask.place, mask.lane(at), frame)? {
                                Activity::On => value,
                                Activity::Off => other,
                                Activity::Depends(on) => self.choose(on, &x.scalar, value, other)?,
                            };
                        }
                        frame.set_lane(*result, first + lane, value)?;
                    }
                }
                TransferKind::Write { vector, .. } => {
                    for lane in 0..x.unit {
                        let value = frame.lane(*vector, first + lane);
                        self.write_if(x, &mut array, cell, lane, &activity, value)?;
                    }
                }
            }
            first += x.unit;
            Ok::<(), Reason>(())
        })?;
        if let TransferKind::Write {
            result: Some(result), ..
        } = x.kind
        {
            frame.tensors[result as usize] = Some(array.into_tensor()?);
        }
        Ok(())
    }

    /// A scalar of the element at a cell, or what pads where there is none.
    fn read_or(
        &mut self,
        x: &VectorTransfer,
        array: &Array<D::Value>,
        cell: Option<i64>,
        lane: u32,
        activity: &Activity<D::Value>,
        padding: Mixed<D::Value>,
    ) -> Result<Mixed<D::Value>, Reason> {
        let Some(cell) = cell else {
            return Ok(padding);
        };
        let cell = cell.wrapping_add(i64::from(lane * array.parts()));
        let value = self.read_scalar(array, cell, &x.scalar)?;
        let value = self.lane_of(&x.scalar, value)?;
        match activity {
            Activity::Depends(on) => self.choose(on.clone(), &x.scalar, value, padding),
            _ => Ok(value),
        }
    }

    fn write_if(
        &mut self,
        x: &VectorTransfer,
        array: &mut Array<D::Value>,
        cell: Option<i64>,
        lane: u32,
        activity: &Activity<D::Value>,
        value: Mixed<D::Value>,
    ) -> Result<(), Reason> {
        let Some(cell) = cell else {
            return Ok(());
        };
        let cell = cell.wrapping_add(i64::from(lane * array.parts()));
        self.write_scalar_if(activity, array, cell, &x.scalar, value)
    }

    /// Writes a scalar when the lane takes part.
    pub(super) fn write_scalar_if(
        &mut self,
        activity: &Activity<D::Value>,
        array: &mut Array<D::Value>,
        cell: i64,
        scalar: &Type,
        value: Mixed<D::Value>,
    ) -> Result<(), Reason> {
        let value = match activity {
            Activity::Depends(on) => {
                let old = self.read_scalar(array, cell, scalar)?;
                let old = self.lane_of(scalar, old)?;
                self.choose(on.clone(), scalar, value, old)?
            }
            _ => value,
        };
        let value = self.cell_of(value);
        self.write_scalar(array, cell, scalar, value)
    }
}

impl VectorTransfer {
    /// The cell of the element that a position of the vector stands for; `None` where it may be outside the
    /// memory and is.
    fn cell<V: Clone>(&self, array: &Array<V>, start: &[i64], at: &[i64]) -> Result<Option<i64>, Reason> {
        let mut indices = Extents::from_slice(start);
        for (&dimension, &i) in self.dimensions.iter().zip(at) {
            if let Some(index) = dimension.and_then(|d| indices.get_mut(d)) {
                *index = index.checked_add(i).ok_or(Reason::IndexOverflow)?;
            }
        }
        for (&dimension, &in_bounds) in self.dimensions.iter().zip(&self.in_bounds) {
            let Some(d) = dimension.filter(|_| !in_bounds) else {
                continue;
            };
            let inside = |(&index, &size): (&i64, &i64)| (0..size).contains(&index);
            if !indices.get(d).zip(array.sizes().get(d)).is_some_and(inside) {
                return Ok(None);
            }
        }
        array.cell(&indices).map(Some)
    }
}
