//! Instructions that compute values from values.

use smallvec::SmallVec;

use crate::algebra::IntOp;
use crate::op::{OpCode, Scalars, Trait, evaluate};

use super::frame::Frame;
use super::machine::Machine;
use super::mixed::{Mixed, WithIndex};
use super::program::{Bank, Lane, Place, Reduce, ScalarInstruction};
use super::{Domain, Overflow, Reason};

impl<D: Domain> Machine<'_, D> {
    pub(super) fn scalar(
        &mut self,
        x: &ScalarInstruction,
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Reason> {
        self.spend(u64::from(x.result.lanes))?;
        for lane in 0..x.result.lanes {
            let slot = |p: &Place| (p.start + if p.lanes == 1 { 0 } else { lane }) as usize;
            let target = (x.result.start + lane) as usize;
            if x.is_mixed {
                self.mixed_lane(x, frame, lane)?;
                continue;
            }
            frame.data[target] = match &*x.operands {
                [a] => self.combine(x, &[frame.data[slot(a)].clone()])?,
                [a, b] => self.combine(x, &[frame.data[slot(a)].clone(), frame.data[slot(b)].clone()])?,
                operands => {
                    let values: SmallVec<[D::Value; 3]> =
                        operands.iter().map(|p| frame.data[slot(p)].clone()).collect();
                    self.combine(x, &values)?
                }
            };
        }
        Ok(())
    }

    /// The operation on data alone.
    #[inline]
    pub(super) fn combine(&mut self, x: &ScalarInstruction, values: &[D::Value]) -> Result<D::Value, Reason> {
        if let Some(early) = self.with_undefined(x.code, values)? {
            return Ok(early);
        }
        let scalars = Scalars {
            args: values,
            ty: &x.ty,
            result: &x.result_ty,
            flags: x.flags,
            predicate: x.predicate,
            rounding: x.rounding,
        };
        let result = evaluate(x.code, self.domain, &scalars).ok_or_else(no_meaning)??;
        if x.overflow == Overflow::default() {
            return Ok(result);
        }
        let op = match x.code {
            OpCode::AddI => IntOp::Add,
            OpCode::SubI => IntOp::Sub,
            OpCode::MulI => IntOp::Mul,
            OpCode::ShLI => IntOp::Shl,
            _ => return Ok(result),
        };
        self.domain
            .without_overflow(op, x.overflow, &x.ty, [&values[0], &values[1]], result)
    }

    /// What becomes of an operation with an undefined operand: `None` to compute it all the same.
    pub(super) fn with_undefined(
        &mut self,
        code: OpCode,
        values: &[D::Value],
    ) -> Result<Option<D::Value>, Reason> {
        if !values.iter().any(|v| self.domain.is_undefined(v)) {
            return Ok(None);
        }
        match code {
            // The branch that is not taken may be undefined.
            OpCode::Select => Ok(None),
            _ if code.has_trait(Trait::Partial) => Err(Reason::Undefined),
            _ => Ok(Some(self.domain.undefined())),
        }
    }

    pub(super) fn mixed_lane(
        &mut self,
        x: &ScalarInstruction,
        frame: &mut Frame<D::Value>,
        lane: u32,
    ) -> Result<(), Reason> {
        let values: SmallVec<[Mixed<D::Value>; 3]> = x
            .operands
            .iter()
            .map(|p| {
                let slot = (p.start + if p.lanes == 1 { 0 } else { lane }) as usize;
                match p.bank {
                    Bank::Index => Mixed::Index(frame.index[slot]),
                    _ => Mixed::Data(frame.data[slot].clone()),
                }
            })
            .collect();
        let scalars = Scalars {
            args: &values,
            ty: &x.ty,
            result: &x.result_ty,
            flags: x.flags,
            predicate: x.predicate,
            rounding: x.rounding,
        };
        let result = evaluate(x.code, &mut WithIndex(self.domain), &scalars).ok_or_else(no_meaning)??;
        let target = (x.result.start + lane) as usize;
        match x.result.bank {
            Bank::Index => frame.index[target] = result.index()?,
            _ => frame.data[target] = result.data()?.clone(),
        }
        Ok(())
    }

    pub(super) fn lane(&mut self, x: &Lane, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(u64::from(x.result.lanes))?;
        let mut first = 0i64;
        for (position, lanes, stride) in &x.positions {
            let position = position.evaluate(&frame.index)?;
            if position < 0 || position >= *lanes {
                return Err(Reason::NoSuchLane {
                    position,
                    lanes: *lanes,
                });
            }
            first += position * stride;
        }
        let first = first as u32;
        let bank = x.vector.bank;
        match x.inserted {
            None => frame.copy_slots(bank, x.vector.start + first, x.result.start, x.result.lanes),
            Some(part) => {
                frame.copy_slots(bank, x.vector.start, x.result.start, x.vector.lanes);
                frame.copy_slots(bank, part.start, x.result.start + first, part.lanes);
            }
        }
        Ok(())
    }

    /// Combines the accumulator, if there is one, and the lanes in order.
    pub(super) fn reduce(&mut self, x: &Reduce, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(u64::from(x.vector.lanes))?;
        let mut slots = x.accumulator.map(|p| p.start).into_iter();
        let mut slots = slots
            .by_ref()
            .chain(x.vector.start..x.vector.start + x.vector.lanes);
        let Some(first) = slots.next() else {
            return Err(no_meaning());
        };
        let mut sum = frame.data[first as usize].clone();
        for slot in slots {
            sum = self.combine(&x.combine, &[sum, frame.data[slot as usize].clone()])?;
        }
        frame.data[x.combine.result.start as usize] = sum;
        Ok(())
    }
}

fn no_meaning() -> Reason {
    Reason::Unsupported("an operation without a meaning, or of an unknown predicate".into())
}
