//! Lanes read or written one by one: consecutive, packed, or at given places.

use crate::interpret::access::Array;
use crate::interpret::allocation::evaluate_all;
use crate::interpret::concrete::signed;
use crate::interpret::frame::Frame;
use crate::interpret::machine::Machine;
use crate::interpret::mixed::{Mixed, decided};
use crate::interpret::program::vector::{Address, Direction, Lookup};
use crate::interpret::shape::{Extents, delinearized, element_count, linear, row_major_strides};
use crate::interpret::{Domain, MemRef, Reason};
use crate::types::Type;

use super::mask::{Activity, trap_of};

impl<D: Domain> Machine<'_, D> {
    /// The lanes in order, so that of two writes to one place the later stays.
    pub(super) fn lookup(&mut self, x: &Lookup, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        let mut array = frame.array(x.array)?;
        if let Array::MemRef(memref) = &array {
            self.check_live(memref)?;
        }
        let start = evaluate_all(&x.start, &frame.index)?;
        let (Direction::Load { result: lanes, .. } | Direction::Store(lanes)) = x.direction;
        self.spend(u64::from(lanes.lanes))?;
        let mut packed = 0;
        for lane in 0..lanes.lanes {
            let mut activity = Activity::On;
            for &mask in &x.masks {
                let one = self.activity(mask, lane, frame)?;
                activity = self.both(activity, one)?;
            }
            if matches!(activity, Activity::Off) {
                if let Direction::Load { otherwise, result } = x.direction {
                    frame.set_lane(result, lane, frame.lane(otherwise, lane))?;
                }
                continue;
            }
            let cell = match &x.address {
                Address::Consecutive => innermost(&array, &start, i64::from(lane)),
                // Where the others lie depends on whether this one takes part.
                Address::Packed if matches!(activity, Activity::Depends(_)) => Err(Reason::DependsOnData),
                Address::Packed => {
                    packed += 1;
                    innermost(&array, &start, packed - 1)
                }
                Address::Given(place, ty) => {
                    let offset = self.offset(frame.lane(*place, lane), ty)?;
                    offset_from(&array, &start, offset)
                }
            };
            let cell = trap_of(&activity, cell)?;
            self.look_up(x, &mut array, (lane, cell), &activity, frame)?;
        }
        Ok(())
    }

    /// Reads or writes one lane, which may take part.
    fn look_up(
        &mut self,
        x: &Lookup,
        array: &mut Array<D::Value>,
        (lane, cell): (u32, i64),
        activity: &Activity<D::Value>,
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Reason> {
        match x.direction {
            Direction::Load { otherwise, result } => {
                let value = self.read_scalar(array, cell, &x.scalar)?;
                let mut value = self.lane_of(&x.scalar, value)?;
                if let Activity::Depends(on) = activity {
                    let other = frame.lane(otherwise, lane);
                    value = self.choose(on.clone(), &x.scalar, value, other)?;
                }
                frame.set_lane(result, lane, value)
            }
            Direction::Store(vector) => {
                self.write_scalar_if(activity, array, cell, &x.scalar, frame.lane(vector, lane))
            }
        }
    }

    fn offset(&self, lane: Mixed<D::Value>, ty: &Type) -> Result<i64, Reason> {
        match lane {
            Mixed::Index(offset) => Ok(offset),
            Mixed::Data(value) => {
                let bits = decided(self.domain, &value)?;
                i64::try_from(signed(ty, bits)).map_err(|_| Reason::IndexOverflow)
            }
        }
    }
}

/// The cell so many elements further in the innermost dimension.
fn innermost<V: Clone>(array: &Array<V>, start: &[i64], offset: i64) -> Result<i64, Reason> {
    array.cell(&moved(start, offset)?)
}

fn moved(start: &[i64], offset: i64) -> Result<Extents, Reason> {
    let mut indices = Extents::from_slice(start);
    match indices.last_mut() {
        Some(last) => *last = last.checked_add(offset).ok_or(Reason::IndexOverflow)?,
        None if offset != 0 => {
            return Err(Reason::NoSuchLane {
                position: offset,
                lanes: 1,
            });
        }
        None => {}
    }
    Ok(indices)
}

/// The cell so many elements further. In memory without gaps the elements of the next row follow.
fn offset_from<V: Clone>(array: &Array<V>, start: &[i64], offset: i64) -> Result<i64, Reason> {
    let indices = moved(start, offset)?;
    if array.contains(&indices) || !is_dense(array) {
        return array.cell(&indices);
    }
    let sizes = array.sizes();
    let count = element_count(sizes)? as i64;
    let inside =
        start.len() == sizes.len() && start.iter().zip(sizes).all(|(i, size)| (0..*size).contains(i));
    let at = linear(start, sizes)
        .checked_add(offset)
        .filter(|at| (0..count).contains(at));
    match at.filter(|_| inside) {
        Some(at) => array.cell(&delinearized(at, sizes)),
        None => array.cell(&indices),
    }
}

fn is_dense<V>(array: &Array<V>) -> bool {
    match array {
        Array::MemRef(MemRef {
            sizes,
            strides,
            parts,
            ..
        }) => *strides == row_major_strides(sizes, i64::from(*parts)),
        Array::Tensor(..) => true,
    }
}
