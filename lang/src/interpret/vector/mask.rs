//! Masks: which lanes take part in an operation.
//!
//! A mask may depend on data that the domain does not know. What a lane computes is then a choice between
//! the outcomes with and without it; which cells of memory it touches must be known.

use crate::algebra::IntOp;
use crate::interpret::frame::Frame;
use crate::interpret::machine::Machine;
use crate::interpret::mixed::Mixed;
use crate::interpret::program::vector::Projection;
use crate::interpret::program::{Operation, Place};
use crate::interpret::{Domain, Reason};
use crate::op::OpCode;
use crate::types::Type;

/// Whether a lane takes part.
pub(super) enum Activity<V> {
    On,
    Off,
    /// When this `i1` is true.
    Depends(V),
}

impl Projection {
    pub(super) fn lane(&self, at: &[i64]) -> u32 {
        let products = at.iter().zip(&self.strides).map(|(i, stride)| i * stride);
        products.sum::<i64>() as u32
    }
}

impl<D: Domain> Machine<'_, D> {
    pub(super) fn activity(
        &self,
        mask: Place,
        lane: u32,
        frame: &Frame<D::Value>,
    ) -> Result<Activity<D::Value>, Reason> {
        let value = frame.lane(mask, lane);
        let value = value.data()?;
        if self.domain.is_undefined(value) {
            return Err(Reason::Undefined);
        }
        Ok(match self.domain.known_bits(value) {
            Some(0) => Activity::Off,
            Some(_) => Activity::On,
            None => Activity::Depends(value.clone()),
        })
    }

    /// Whether every mask lets the lane at a position take part.
    pub(super) fn all_active(
        &mut self,
        masks: &[Projection],
        at: &[i64],
        frame: &Frame<D::Value>,
    ) -> Result<Activity<D::Value>, Reason> {
        let mut all = Activity::On;
        for mask in masks {
            let one = self.activity(mask.place, mask.lane(at), frame)?;
            all = self.both(all, one)?;
        }
        Ok(all)
    }

    pub(super) fn both(
        &mut self,
        a: Activity<D::Value>,
        b: Activity<D::Value>,
    ) -> Result<Activity<D::Value>, Reason> {
        Ok(match (a, b) {
            (Activity::Off, _) | (_, Activity::Off) => Activity::Off,
            (Activity::On, other) | (other, Activity::On) => other,
            (Activity::Depends(a), Activity::Depends(b)) => {
                Activity::Depends(self.domain.int(IntOp::And, &Type::I1, &a, &b)?)
            }
        })
    }

    /// One of two scalars of a type.
    pub(super) fn choose(
        &mut self,
        condition: D::Value,
        ty: &Type,
        chosen: Mixed<D::Value>,
        other: Mixed<D::Value>,
    ) -> Result<Mixed<D::Value>, Reason> {
        let select = Operation::plain(OpCode::Select, ty);
        self.combine_lanes(&select, &[Mixed::Data(condition), chosen, other])
    }
}

/// A trap of a lane; whether it happens is not known when it is not known whether the lane takes part.
pub(super) fn trap_of<V, T>(activity: &Activity<V>, outcome: Result<T, Reason>) -> Result<T, Reason> {
    match activity {
        Activity::Depends(_) => outcome.map_err(|_| Reason::DependsOnData),
        _ => outcome,
    }
}
