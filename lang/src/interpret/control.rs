//! Structured control flow: loops, conditions and regions.

mod parallel;

use super::concrete::signed;
use super::frame::Frame;
use super::machine::{Machine, chosen};
use super::mixed::decided;
use super::program::{Choice, Place, Region};
use super::reason::Stop;
use super::{Domain, Reason};
use crate::interpret::program::control::{Branch, Control, For, IntegerFor, While};

impl<'a, D: Domain> Machine<'a, D> {
    pub(super) fn control(&mut self, x: &'a Control, frame: &mut Frame<D::Value>) -> Result<(), Stop> {
        match x {
            Control::AffineIf(conditions, branches) => {
                let mut holds = true;
                for (expr, is_equality) in conditions {
                    let value = expr.evaluate(&frame.index)?;
                    holds &= if *is_equality { value == 0 } else { value >= 0 };
                }
                self.branch(&branches[usize::from(!holds)], frame)
            }
            Control::If(condition, branches) => {
                let condition = decided(self.domain, &frame.data[*condition as usize])?;
                self.branch(&branches[usize::from(condition == 0)], frame)
            }
            Control::IndexSwitch(slot, cases, branches) => {
                let value = frame.index[*slot as usize];
                let case = cases.iter().position(|&case| case == value);
                self.branch(&branches[case.unwrap_or(cases.len())], frame)
            }
            Control::IntegerFor(x) => self.integer_loop(x, frame),
            Control::While(x) => self.while_loop(x, frame),
            Control::Scope { body, results, frees } => {
                self.spend(1)?;
                let stack = self.memory.buffer_count();
                let passed = self.region(body, frame)?;
                if *frees {
                    self.memory.free_stack_from(stack);
                }
                if passed.len() != results.len() {
                    return Err(Reason::Unsupported("a region that passes on other values".into()).into());
                }
                for (&from, &to) in passed.iter().zip(results) {
                    frame.copy(from, to);
                }
                Ok(())
            }
            Control::Parallel(x) => self.parallel(x, frame),
            Control::Forall(x) => self.forall(x, frame),
            Control::AffineParallel(x) => self.affine_parallel(x, frame),
        }
    }

    fn branch(&mut self, branch: &'a Branch, frame: &mut Frame<D::Value>) -> Result<(), Stop> {
        self.spend(1)?;
        self.region(&branch.region, frame)?;
        self.moves(&branch.moves, frame);
        Ok(())
    }

    pub(super) fn counted_loop(&mut self, x: &'a For, frame: &mut Frame<D::Value>) -> Result<(), Stop> {
        let lower = chosen(Choice::Greatest, &x.lower, &frame.index)?;
        let upper = chosen(Choice::Least, &x.upper, &frame.index)?;
        let step = x.step.evaluate(&frame.index)?;
        if step <= 0 {
            return Err(Reason::StepNotPositive(step).into());
        }
        self.moves(&x.carried.enter, frame);
        let mut i = lower;
        while i < upper {
            self.spend(1)?;
            frame.index[x.induction_variable as usize] = i;
            self.iteration(&x.body, frame)?;
            self.moves(&x.carried.repeat, frame);
            match i.checked_add(step) {
                Some(next) => i = next,
                None => break,
            }
        }
        self.moves(&x.carried.leave, frame);
        Ok(())
    }

    fn integer_loop(&mut self, x: &'a IntegerFor, frame: &mut Frame<D::Value>) -> Result<(), Stop> {
        let value = |place: Place| {
            let bits = decided(self.domain, &frame.data[place.start as usize])?;
            Ok::<i128, Reason>(signed(&x.ty, bits))
        };
        let (lower, upper, step) = (value(x.lower)?, value(x.upper)?, value(x.step)?);
        if step <= 0 {
            return Err(Reason::StepNotPositive(step.max(i64::MIN.into()) as i64).into());
        }
        self.moves(&x.carried.enter, frame);
        let mut i = lower;
        while i < upper {
            self.spend(1)?;
            frame.data[x.induction_variable.start as usize] = self.domain.int_constant(&x.ty, i);
            self.iteration(&x.body, frame)?;
            self.moves(&x.carried.repeat, frame);
            match i.checked_add(step) {
                Some(next) => i = next,
                None => break,
            }
        }
        self.moves(&x.carried.leave, frame);
        Ok(())
    }

    fn while_loop(&mut self, x: &'a While, frame: &mut Frame<D::Value>) -> Result<(), Stop> {
        self.moves(&x.enter, frame);
        loop {
            self.spend(1)?;
            self.region(&x.before, frame)?;
            if decided(self.domain, &frame.data[x.condition as usize])? == 0 {
                self.moves(&x.leave, frame);
                return Ok(());
            }
            self.moves(&x.proceed, frame);
            self.region(&x.after, frame)?;
            self.moves(&x.repeat, frame);
        }
    }

    /// Runs a body at whose end its stack allocations are freed.
    pub(super) fn iteration(
        &mut self,
        body: &'a Region,
        frame: &mut Frame<D::Value>,
    ) -> Result<&'a [Place], Stop> {
        let stack = self.memory.buffer_count();
        let passed = self.region(body, frame)?;
        self.memory.free_stack_from(stack);
        Ok(passed)
    }
}
