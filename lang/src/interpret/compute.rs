//! Instructions that compute scalars and vectors from such.

use smallvec::SmallVec;

use crate::algebra::IntOp;
use crate::op::{OpCode, Scalars, Trait, evaluate};

use super::frame::Frame;
use super::machine::Machine;
use super::mixed::{Mixed, WithIndex};
use super::program::{Bank, Lane, Operation, Place, ScalarInstruction};
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
                let operands = x.operands.iter();
                let operands: SmallVec<[Mixed<D::Value>; 3]> = operands
                    .map(|&p| frame.lane(p, if p.lanes == 1 { 0 } else { lane }))
                    .collect();
                let value = self.combine_lanes(&x.operation, &operands)?;
                frame.set_lane(x.result, lane, value)?;
                continue;
            }
            frame.data[target] = match &*x.operands {
                [a] => self.combine(&x.operation, &[frame.data[slot(a)].clone()])?,
                [a, b] => {
                    let operands = [frame.data[slot(a)].clone(), frame.data[slot(b)].clone()];
                    self.combine(&x.operation, &operands)?
                }
                operands => {
                    let values: SmallVec<[D::Value; 3]> =
                        operands.iter().map(|p| frame.data[slot(p)].clone()).collect();
                    self.combine(&x.operation, &values)?
                }
            };
        }
        Ok(())
    }

    /// The operation on data alone.
    #[inline]
    pub(super) fn combine(&mut self, x: &Operation, values: &[D::Value]) -> Result<D::Value, Reason> {
        if values.iter().any(|v| self.domain.is_undefined(v)) && x.code != OpCode::Select {
            return self.of_undefined(x, values);
        }
        let scalars = scalars(x, values);
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

    /// An operation with an undefined operand, other than a choice, whose other branch may be undefined.
    fn of_undefined(&mut self, x: &Operation, values: &[D::Value]) -> Result<D::Value, Reason> {
        if x.code.has_trait(Trait::Partial) {
            let [_, divisor] = values else {
                return Err(Reason::Undefined);
            };
            if self.domain.is_undefined(divisor) {
                return Err(Reason::Undefined);
            }
            // Whatever is divided, the divisor must be one.
            let zero = self.domain.int_constant(&x.ty, 0);
            evaluate(x.code, self.domain, &scalars(x, &[zero, divisor.clone()])).ok_or_else(no_meaning)??;
        }
        Ok(self.domain.undefined())
    }

    /// The operation on lanes of which some may be indices.
    pub(super) fn combine_lanes(
        &mut self,
        x: &Operation,
        operands: &[Mixed<D::Value>],
    ) -> Result<Mixed<D::Value>, Reason> {
        let data: Option<SmallVec<[D::Value; 3]>> = operands
            .iter()
            .map(|operand| match operand {
                Mixed::Data(value) => Some(value.clone()),
                Mixed::Index(_) => None,
            })
            .collect();
        match data {
            Some(values) if x.result_ty != crate::types::Type::Index => {
                self.combine(x, &values).map(Mixed::Data)
            }
            _ => {
                evaluate(x.code, &mut WithIndex(self.domain), &scalars(x, operands)).ok_or_else(no_meaning)?
            }
        }
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

    pub(super) fn poison(&mut self, place: Place, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(u64::from(place.lanes))?;
        match place.bank {
            Bank::Data => {
                let undefined = self.domain.undefined();
                frame.data[place.range()].fill(undefined);
            }
            Bank::Index => return Err(Reason::UndefinedIndex),
            Bank::MemRef => frame.memrefs[place.range()].fill(None),
            Bank::Tensor => frame.tensors[place.range()].fill(None),
            Bank::Function => frame.functions[place.range()].fill(None),
        }
        Ok(())
    }
}

fn scalars<'a, V>(x: &'a Operation, args: &'a [V]) -> Scalars<'a, V> {
    Scalars {
        args,
        ty: &x.ty,
        result: &x.result_ty,
        flags: x.flags,
        predicate: x.predicate,
        rounding: x.rounding,
    }
}

fn no_meaning() -> Reason {
    Reason::Unsupported("an operation without a meaning, or of an unknown predicate".into())
}
