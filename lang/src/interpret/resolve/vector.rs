//! Resolving the operations on vectors.

mod combine;
mod lanes;
mod memory;

use crate::attribute::Attribute;
use crate::interpret::affine::IndexExpr;
use crate::interpret::program::control::Control;
use crate::interpret::program::vector::{Element, Masking, Print, VectorInstruction};
use crate::interpret::program::{Bank, Constant, Instruction, Lane, Place};
use crate::ir::{Op, ValueId};
use crate::op::OpCode;
use crate::types::Type;

use super::parts::{DYNAMIC, integers, operand, region, result, word};
use super::{Resolved, Resolver, unsupported};

impl Resolver<'_> {
    /// `None` for an operation that is none of the vector dialect's own.
    pub(super) fn vector_op(&mut self, op: &Op, code: OpCode) -> Option<Resolved<Instruction>> {
        let instruction = match code {
            OpCode::VectorExtract => return Some(self.lane(op, None)),
            OpCode::VectorInsert => {
                return Some(operand(op, 0).and_then(|value| self.lane(op, Some(value))));
            }
            OpCode::VectorMask => return Some(self.mask(op)),
            OpCode::VectorStep => return Some(self.step(op)),
            OpCode::VectorVScale => return Some(self.vscale(op)),
            OpCode::VectorExtractElement => self.single_lane(op, None),
            OpCode::VectorInsertElement => operand(op, 0).and_then(|value| self.single_lane(op, Some(value))),
            OpCode::VectorConstantMask => self.constant_mask(op),
            OpCode::VectorCreateMask => self.create_mask(op),
            OpCode::VectorPrint => self.print(op),
            OpCode::VectorWarpExecuteOnLane0 => Err(unsupported(
                "the operation vector.warp_execute_on_lane_0, which needs all threads of a warp",
            )),
            OpCode::VectorReshape => Err(unsupported(
                "the operation vector.reshape, which no compiler gives a meaning",
            )),
            _ => {
                let found = self.moved_lanes(op, code);
                let found = found.or_else(|| self.combination(op, code));
                found.or_else(|| self.vector_memory(op, code))?
            }
        };
        Some(instruction.map(|instruction| Instruction::Vector(Box::new(instruction))))
    }

    /// `vector.extract`, or `vector.insert` of a value.
    fn lane(&mut self, op: &Op, inserted: Option<ValueId>) -> Resolved<Instruction> {
        let first = usize::from(inserted.is_some());
        let vector = operand(op, first)?;
        let mut dynamic = op.operands[first + 1..].iter();
        let sizes = self.sizes_of(vector)?;
        let position = integers(op, "static_position");
        if position.len() > sizes.len() {
            return Err(unsupported("more positions than dimensions"));
        }
        let mut stride: i64 = sizes.iter().product();
        let mut positions = Vec::new();
        for (&at, &size) in position.iter().zip(&sizes) {
            stride /= size.max(1);
            let at = match at {
                DYNAMIC => {
                    let value = dynamic.next().ok_or_else(|| unsupported("a missing position"))?;
                    IndexExpr::Slot(self.index(*value)?)
                }
                at => IndexExpr::Constant(at),
            };
            positions.push((at, size, stride));
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

    /// `vector.extractelement`, or `vector.insertelement` of a value.
    fn single_lane(&mut self, op: &Op, inserted: Option<ValueId>) -> Resolved<VectorInstruction> {
        let first = usize::from(inserted.is_some());
        let position = op.operands.get(first + 1).copied();
        let element = Element {
            vector: self.lanes_of(operand(op, first)?)?,
            inserted: inserted.map(|value| self.lanes_of(value)).transpose()?,
            position: position.map(|value| self.lanes_of(value)).transpose()?,
            result: self.lanes_of(result(op)?)?,
        };
        let part = element.inserted.unwrap_or(element.result);
        let whole = element
            .inserted
            .map_or(element.vector.lanes, |_| element.result.lanes);
        if part.lanes != 1
            || part.bank != element.vector.bank
            || whole != element.vector.lanes
            || element.position.is_none() && element.vector.lanes != 1
        {
            return Err(unsupported("a lane of another type, or at no position"));
        }
        Ok(VectorInstruction::Element(element))
    }

    /// The region of a mask, whose operation looks at it.
    fn mask(&mut self, op: &Op) -> Resolved<Instruction> {
        let masking = Masking {
            mask: self.lanes_of(operand(op, 0)?)?,
            passthru: match op.operands.get(1) {
                Some(&value) => Some(self.lanes_of(value)?),
                None => None,
            },
        };
        let region = region(op, 0)?;
        let module = self.module;
        for &block in &module.region(region).blocks {
            let mut codes = module.block(block).ops.iter().map(|&op| module.op(op).code());
            if let Some(code) = codes.find(|&code| !code.is_some_and(is_maskable)) {
                let name = code.map_or("an unknown operation", OpCode::name);
                return Err(unsupported(&format!("a mask around {name}")));
            }
        }
        let outer = self.masking.replace(masking);
        let body = self.region(region);
        self.masking = outer;
        Ok(Instruction::Control(Box::new(Control::Scope {
            body: body?,
            results: self.places(&op.results)?.into(),
            frees: false,
        })))
    }

    fn step(&mut self, op: &Op) -> Resolved<Instruction> {
        let place = self.place(result(op)?)?;
        if place.bank != Bank::Index {
            return Err(unsupported("steps that are no indices"));
        }
        let lanes = (0..i64::from(place.lanes)).collect();
        self.constants.push((place, Constant::Index(lanes)));
        Ok(Instruction::Nothing)
    }

    fn vscale(&mut self, op: &Op) -> Resolved<Instruction> {
        let vscale = self.options.vscale;
        let vscale = vscale.ok_or_else(|| unsupported("vector.vscale where no vscale is chosen"))?;
        let slot = self.index(result(op)?)?;
        let place = Place {
            bank: Bank::Index,
            start: slot,
            lanes: 1,
        };
        self.constants
            .push((place, Constant::Index(vec![i64::from(vscale)])));
        Ok(Instruction::Nothing)
    }

    fn create_mask(&mut self, op: &Op) -> Resolved<VectorInstruction> {
        let extents = self.slots(&op.operands)?;
        self.below(result(op)?, extents)
    }

    fn constant_mask(&mut self, op: &Op) -> Resolved<VectorInstruction> {
        let result = result(op)?;
        let statics: Vec<i64> = match self.module.ty(result) {
            Type::Vector(ty) => ty.shape.iter().map(|d| d.size).collect(),
            _ => Vec::new(),
        };
        // A scalable dimension is set as a whole or not at all.
        let sizes = self.sizes_of(result)?;
        let mut extents = integers(op, "mask_dim_sizes");
        for ((extent, fixed), size) in extents.iter_mut().zip(statics).zip(sizes) {
            if *extent >= fixed {
                *extent = size;
            }
        }
        self.below(result, extents.into_iter().map(IndexExpr::Constant).collect())
    }

    fn below(&mut self, result: ValueId, extents: Box<[IndexExpr]>) -> Resolved<VectorInstruction> {
        let sizes = self.sizes_of(result)?;
        let place = self.place(result)?;
        if extents.len() != sizes.len().max(1) || place.bank != Bank::Data {
            return Err(unsupported("another number of extents than dimensions"));
        }
        Ok(VectorInstruction::Below {
            sizes: sizes.into(),
            extents,
            result: place,
        })
    }

    fn print(&mut self, op: &Op) -> Resolved<VectorInstruction> {
        let source = match op.operands.first() {
            Some(&value) => {
                let is_vector = matches!(self.module.ty(value), Type::Vector(_));
                let sizes = match self.sizes_of(value)? {
                    // A vector of rank 0 looks like one of a single lane.
                    none if none.is_empty() && is_vector => vec![1],
                    sizes => sizes,
                };
                Some((
                    self.lanes_of(value)?,
                    sizes.into(),
                    self.module.ty(value).element().clone(),
                ))
            }
            None => None,
        };
        let literal = op.attribute("stringLiteral").and_then(Attribute::as_str);
        let punctuation = word(op.attribute("punctuation"), "#vector.punctuation");
        let text = match (literal, punctuation.unwrap_or("newline")) {
            (Some(text), _) => text,
            (None, "no_punctuation") => "",
            (None, "newline") => "\n",
            (None, "comma") => ", ",
            (None, "open") => "( ",
            (None, "close") => " )",
            (None, other) => return Err(unsupported(&format!("the punctuation `{other}`"))),
        };
        Ok(VectorInstruction::Print(Print {
            source,
            text: text.into(),
        }))
    }

    /// The extents of a vector; none of a scalar.
    fn sizes_of(&self, value: ValueId) -> Resolved<Vec<i64>> {
        let ty = self.module.ty(value);
        self.lanes(ty)?;
        self.vector_sizes(ty)
    }

    /// The place of a scalar or a vector.
    fn lanes_of(&mut self, value: ValueId) -> Resolved<Place> {
        let place = self.place(value)?;
        match place.bank {
            Bank::Index | Bank::Data => Ok(place),
            _ => Err(unsupported("an operand that is no scalar and no vector")),
        }
    }
}

/// Whether an operation may stand in the region of a mask.
fn is_maskable(code: OpCode) -> bool {
    matches!(
        code,
        OpCode::VectorContract
            | OpCode::VectorGather
            | OpCode::VectorMultiReduction
            | OpCode::VectorOuterProduct
            | OpCode::VectorReduction
            | OpCode::VectorTransferRead
            | OpCode::VectorTransferWrite
            | OpCode::VectorYield
    )
}
