//! Parallel loops, one iteration after another in row-major order, which must not matter.

use crate::interpret::affine::IndexExpr;
use crate::interpret::allocation::evaluate_all;
use crate::interpret::frame::Frame;
use crate::interpret::machine::{Machine, chosen};
use crate::interpret::program::Choice;
use crate::interpret::program::control::{AffineParallel, Bounds, Forall, Parallel, Reduction};
use crate::interpret::reason::Stop;
use crate::interpret::shape::{Extents, for_each_index};
use crate::interpret::{Domain, Reason};

/// Bounds that are known, and the iterations in each dimension.
struct Space {
    lower: Extents,
    steps: Extents,
    counts: Extents,
}

impl Space {
    fn new(lower: Extents, upper: &[i64], steps: Extents) -> Result<Space, Reason> {
        if let Some(&step) = steps.iter().find(|&&step| step <= 0) {
            return Err(Reason::StepNotPositive(step));
        }
        let count = |d: usize| {
            let length = i128::from(upper[d]) - i128::from(lower[d]);
            let step = i128::from(steps[d]);
            i64::try_from((length.max(0) + step - 1) / step).map_err(|_| Reason::StepLimit)
        };
        let counts = (0..lower.len()).map(count).collect::<Result<Extents, Reason>>()?;
        Ok(Space { lower, steps, counts })
    }

    /// Sets the induction variables of an iteration.
    fn enter(&self, iteration: &[i64], variables: &[u32], index: &mut [i64]) {
        for (d, &variable) in variables.iter().enumerate() {
            index[variable as usize] = self.lower[d] + iteration[d] * self.steps[d];
        }
    }
}

impl Bounds {
    fn space(&self, index: &[i64]) -> Result<Space, Reason> {
        let upper = evaluate_all(&self.upper, index)?;
        let lower = evaluate_all(&self.lower, index)?;
        Space::new(lower, &upper, evaluate_all(&self.step, index)?)
    }
}

impl<'a, D: Domain> Machine<'a, D> {
    pub(super) fn parallel(&mut self, x: &'a Parallel, frame: &mut Frame<D::Value>) -> Result<(), Stop> {
        let space = x.bounds.space(&frame.index)?;
        self.moves(&x.enter, frame);
        self.each_iteration(&space, |this, iteration| {
            space.enter(iteration, &x.bounds.induction_variables, &mut frame.index);
            let stack = this.memory.buffer_count();
            this.region(&x.body, frame)?;
            for reduction in &x.reductions {
                this.accumulate(reduction, frame)?;
            }
            this.memory.free_stack_from(stack);
            Ok(())
        })
    }

    /// Runs the iterations of a parallel loop in row-major order. That no other order would make a difference is
    /// checked as far as memory is concerned.
    fn each_iteration(
        &mut self,
        space: &Space,
        mut body: impl FnMut(&mut Self, &[i64]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.memory.enter_parallel();
        let result = for_each_index(&space.counts, |iteration| {
            self.spend(1)?;
            self.memory.begin_iteration();
            body(self, iteration)
        });
        self.memory.leave_parallel();
        result
    }

    fn accumulate(&mut self, x: &'a Reduction, frame: &mut Frame<D::Value>) -> Result<(), Stop> {
        let other = || Reason::Unsupported("a reduction of other values".into());
        let &[left, right] = x.combine.arguments() else {
            return Err(other().into());
        };
        frame.copy(x.result, left);
        frame.copy(x.value, right);
        let &[combined] = self.region(&x.combine, frame)? else {
            return Err(other().into());
        };
        frame.copy(combined, x.result);
        Ok(())
    }

    pub(super) fn forall(&mut self, x: &'a Forall, frame: &mut Frame<D::Value>) -> Result<(), Stop> {
        let space = x.bounds.space(&frame.index)?;
        self.moves(&x.enter, frame);
        self.each_iteration(&space, |this, iteration| {
            space.enter(iteration, &x.bounds.induction_variables, &mut frame.index);
            let stack = this.memory.buffer_count();
            this.region(&x.body, frame)?;
            this.block(&x.insertions, frame)?;
            this.memory.free_stack_from(stack);
            Ok(())
        })?;
        self.moves(&x.leave, frame);
        Ok(())
    }

    pub(super) fn affine_parallel(
        &mut self,
        x: &'a AffineParallel,
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Stop> {
        let bounds = |bounds: &[Box<[IndexExpr]>], choice| {
            let of = |group: &[IndexExpr]| chosen(choice, group, &frame.index);
            bounds
                .iter()
                .map(|group| of(group))
                .collect::<Result<Extents, Reason>>()
        };
        let (lower, upper) = (
            bounds(&x.lower, Choice::Greatest)?,
            bounds(&x.upper, Choice::Least)?,
        );
        let space = Space::new(lower, &upper, x.steps.iter().copied().collect())?;
        for (place, (operation, neutral)) in x.results.iter().zip(&x.reductions) {
            for lane in place.range() {
                frame.data[lane] = self.domain.constant(&operation.ty, *neutral);
            }
        }
        self.each_iteration(&space, |this, iteration| {
            space.enter(iteration, &x.induction_variables, &mut frame.index);
            let yielded = this.iteration(&x.body, frame)?;
            for ((operation, _), (&value, &result)) in x.reductions.iter().zip(yielded.iter().zip(&x.results))
            {
                for lane in 0..result.lanes {
                    let operands = [frame.lane(result, lane), frame.lane(value, lane)];
                    let combined = this.combine_lanes(operation, &operands)?;
                    frame.set_lane(result, lane, combined)?;
                }
            }
            Ok(())
        })
    }
}
