//! Resolving the operations on vectors.

use crate::attribute::Attribute;
use crate::interpret::affine::IndexExpr;
use crate::interpret::program::{Instruction, Lane, Operation, Reduce};
use crate::ir::{Op, ValueId};
use crate::op::OpCode;
use crate::types::Type;

use super::parts::{DYNAMIC, operand, result, word};
use super::{Resolved, Resolver, unsupported};

impl Resolver<'_> {
    pub(super) fn broadcast(&mut self, op: &Op) -> Resolved<Instruction> {
        let (from, to) = (operand(op, 0)?, result(op)?);
        let shape = |value: ValueId| match self.module.ty(value) {
            Type::Vector(v) => v.shape.iter().map(|d| d.size).collect::<Vec<i64>>(),
            _ => Vec::new(),
        };
        let (source, target) = (shape(from), shape(to));
        let (from, to) = (self.place(from)?, self.place(to)?);
        let leading = target
            .len()
            .checked_sub(source.len())
            .ok_or_else(|| unsupported("a lower rank"))?;
        let lanes = (0..i64::from(to.lanes)).map(|lane| {
            let (mut rest, mut stride, mut source_lane) = (lane, 1, 0);
            for d in (0..target.len()).rev() {
                let position = rest % target[d].max(1);
                rest /= target[d].max(1);
                if d >= leading {
                    let extent = source[d - leading];
                    source_lane += if extent == 1 { 0 } else { position * stride };
                    stride *= extent;
                }
            }
            u32::try_from(source_lane).ok().filter(|&l| l < from.lanes)
        });
        let lanes: Option<Box<[u32]>> = lanes.collect();
        let lanes = lanes.ok_or_else(|| unsupported("shapes that do not broadcast"))?;
        Ok(Instruction::Shuffle { from, to, lanes })
    }

    /// `vector.extract`, or `vector.insert` of a value.
    pub(super) fn lane(&mut self, op: &Op, inserted: Option<ValueId>) -> Resolved<Instruction> {
        let first = usize::from(inserted.is_some());
        let vector = operand(op, first)?;
        let mut dynamic = op.operands[first + 1..].iter();
        let Type::Vector(ty) = self.module.ty(vector) else {
            return Err(unsupported("a lane of something that is no vector"));
        };
        let position = op.attribute("static_position").and_then(Attribute::as_i64_list);
        let position = position.unwrap_or_default();
        if position.len() > ty.shape.len() {
            return Err(unsupported("more positions than dimensions"));
        }
        let mut stride = ty.lanes().ok_or_else(|| unsupported("a scalable vector"))?;
        let mut positions = Vec::new();
        for (&at, dim) in position.iter().zip(&ty.shape) {
            stride /= dim.size.max(1);
            let at = match at {
                DYNAMIC => {
                    let value = dynamic.next().ok_or_else(|| unsupported("a missing position"))?;
                    IndexExpr::Slot(self.index(*value)?)
                }
                at => IndexExpr::Constant(at),
            };
            positions.push((at, dim.size, stride));
        }
        let lane = Lane {
            vector: self.place(vector)?,
            inserted: inserted.map(|v| self.place(v)).transpose()?,
            result: self.place(result(op)?)?,
            positions: positions.into(),
        };
        let part = lane.inserted.unwrap_or(lane.result);
        if i64::from(part.lanes) != stride || part.bank != lane.vector.bank {
            return Err(unsupported("a part of another shape"));
        }
        Ok(Instruction::Lane(Box::new(lane)))
    }

    pub(super) fn reduction(&mut self, op: &Op) -> Resolved<Instruction> {
        let vector = operand(op, 0)?;
        let element = self.module.ty(vector).element().clone();
        let kind = word(op.attribute("kind"), "#vector.kind").unwrap_or_default();
        let is_float = element.is_float();
        let code = match kind {
            "add" if is_float => OpCode::AddF,
            "mul" if is_float => OpCode::MulF,
            "add" => OpCode::AddI,
            "mul" => OpCode::MulI,
            "and" => OpCode::AndI,
            "or" => OpCode::OrI,
            "xor" => OpCode::XOrI,
            "minsi" => OpCode::MinSI,
            "maxsi" => OpCode::MaxSI,
            "minui" => OpCode::MinUI,
            "maxui" => OpCode::MaxUI,
            "minnumf" => OpCode::MinNumF,
            "maxnumf" => OpCode::MaxNumF,
            "minimumf" => OpCode::MinimumF,
            "maximumf" => OpCode::MaximumF,
            _ => return Err(unsupported(&format!("the reduction `{kind}`"))),
        };
        let place = self.place(result(op)?)?;
        let vector = self.place(vector)?;
        if vector.lanes == 0 || place.bank != vector.bank || place.lanes != 1 {
            return Err(unsupported("a reduction of no lanes or of another type"));
        }
        let accumulator = op.operands.get(1).map(|&v| self.place(v)).transpose()?;
        if accumulator.is_some_and(|a| a.bank != place.bank || a.lanes != 1) {
            return Err(unsupported("an accumulator of another type"));
        }
        let combine = Operation {
            flags: op.fast_math(),
            ..Operation::plain(code, &element)
        };
        Ok(Instruction::Reduce(Box::new(Reduce {
            combine,
            vector,
            accumulator,
            result: place,
        })))
    }
}
