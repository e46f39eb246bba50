//! Contractions, reductions and scans: lanes combined over a space of iterations.
//!
//! The iterations go in row-major order, so that sums of floats have one value. Nothing is fused but what
//! the dialect promises to fuse: the outer product with an accumulator.

use crate::interpret::frame::Frame;
use crate::interpret::machine::Machine;
use crate::interpret::mixed::Mixed;
use crate::interpret::program::Bank;
use crate::interpret::program::vector::{Combination, Scan, Start, Step};
use crate::interpret::shape::for_each_index;
use crate::interpret::{Domain, Reason};
use crate::types::Type;

use super::mask::Activity;

impl<D: Domain> Machine<'_, D> {
    pub(super) fn combination(&mut self, x: &Combination, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        let place = x.result.place;
        self.spend(u64::from(place.lanes))?;
        let mut sums = self.start(x, frame);
        for_each_index(&x.space, |at| {
            self.spend(1)?;
            let activity = self.all_active(&x.masks, at, frame)?;
            if matches!(activity, Activity::Off) {
                return Ok(());
            }
            let lane = x.result.lane(at) as usize;
            let sum = sums[lane].take();
            let next = self.stepped(x, sum.clone(), at, frame)?;
            sums[lane] = Some(match activity {
                Activity::Depends(condition) => {
                    let other = sum.unwrap_or_else(|| Mixed::Data(self.domain.undefined()));
                    self.choose(condition, &x.ty, next, other)?
                }
                _ => next,
            });
            Ok::<(), Reason>(())
        })?;
        for (lane, sum) in (0..).zip(sums) {
            let value = match sum {
                Some(value) => value,
                None if place.bank == Bank::Index => return Err(Reason::UndefinedIndex),
                None => Mixed::Data(self.domain.undefined()),
            };
            frame.set_lane(place, lane, value)?;
        }
        Ok(())
    }

    fn start(&mut self, x: &Combination, frame: &Frame<D::Value>) -> Vec<Option<Mixed<D::Value>>> {
        let lanes = 0..x.result.place.lanes;
        match x.start {
            Start::Nothing => lanes.map(|_| None).collect(),
            Start::Lanes(place) => lanes.map(|lane| Some(frame.lane(place, lane))).collect(),
            Start::Neutral(bits) => {
                let value = match &x.ty {
                    Type::Index => Mixed::Index(bits as i64),
                    ty => Mixed::Data(self.domain.constant(ty, bits)),
                };
                lanes.map(|_| Some(value.clone())).collect()
            }
        }
    }

    /// The lane of the result after one more iteration.
    fn stepped(
        &mut self,
        x: &Combination,
        sum: Option<Mixed<D::Value>>,
        at: &[i64],
        frame: &Frame<D::Value>,
    ) -> Result<Mixed<D::Value>, Reason> {
        let mut factors = Vec::with_capacity(3);
        for factor in &x.factors {
            let value = frame.lane(factor.lanes.place, factor.lanes.lane(at));
            factors.push(match &factor.promotion {
                Some(cast) => self.combine_lanes(cast, &[value])?,
                None => value,
            });
        }
        let (value, combine) = match (&x.step, factors.as_slice()) {
            (Step::Fused(fma), [_, _]) => {
                factors.extend(sum);
                return self.combine_lanes(fma, &factors);
            }
            (Step::Multiply { product, combine }, [_, _]) => {
                (self.combine_lanes(product, &factors)?, combine)
            }
            (Step::Combine(combine), [one]) => (one.clone(), combine),
            _ => return Err(Reason::Unsupported("another number of factors".into())),
        };
        match sum {
            Some(sum) => self.combine_lanes(combine, &[sum, value]),
            None => Ok(value),
        }
    }

    pub(super) fn scan(&mut self, x: &Scan, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(u64::from(x.source.lanes))?;
        let mut sums: Vec<Option<Mixed<D::Value>>> = match x.is_inclusive {
            true => (0..x.last.place.lanes).map(|_| None).collect(),
            false => (0..x.last.place.lanes)
                .map(|lane| Some(frame.lane(x.initial, lane)))
                .collect(),
        };
        let mut lane = 0;
        for_each_index(&x.sizes, |at| {
            let row = x.last.lane(at);
            let value = frame.lane(x.source, lane);
            let before = sums[row as usize].take();
            let after = match before.clone() {
                Some(sum) => self.combine_lanes(&x.combine, &[sum, value])?,
                None => value,
            };
            let shown = match (x.is_inclusive, before) {
                (false, Some(before)) => before,
                _ => after.clone(),
            };
            frame.set_lane(x.result, lane, shown.clone())?;
            frame.set_lane(x.last.place, row, shown)?;
            sums[row as usize] = Some(after);
            lane += 1;
            Ok(())
        })
    }
}
