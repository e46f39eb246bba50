//! Vectors: a lane is a variable.

use std::rc::Rc;

use ovolo_lang::affine::{Constraint, constant};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{OpId, ValueId};
use ovolo_lang::op::OpCode;

use super::super::Refused;
use super::super::function::{Guard, Value};
use super::view::Cells;
use super::{Known, Reader, in_lanes, lane, lanes_of};

/// Lanes of a vector beyond which they are not told apart. Arbitrary.
const MOST_LANES: i64 = 64;

impl Reader<'_> {
    /// An operation that moves lanes; `false` for any other.
    pub(super) fn vector(&mut self, id: OpId, code: OpCode) -> Refused<bool> {
        match code {
            OpCode::VectorBroadcast | OpCode::VectorSplat => self.broadcast(id)?,
            OpCode::VectorExtract => self.extract(id)?,
            OpCode::VectorInsert => self.insert(id)?,
            OpCode::VectorTranspose => self.transpose(id)?,
            OpCode::VectorCreateMask => self.create_mask(id)?,
            OpCode::VectorMaskedLoad => self.masked_load(id)?,
            OpCode::VectorMaskedStore => self.masked_store(id)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The lanes of the source are the last of the result.
    fn broadcast(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let (source, result) = (op.operands[0], op.results[0]);
        let from = lanes_of(self.module.ty(source))?;
        let to = lanes_of(self.module.ty(result))?;
        let more = to.len() - from.len().min(to.len());
        let value = self.value(source)?.map_indices(&mut |expr| {
            in_lanes(expr, &|number| {
                let repeated = from.get(number as usize) == Some(&1);
                Some(match repeated {
                    true => constant(0),
                    false => lane(number as usize + more),
                })
            })
        });
        self.define(result, value, self.nodes(source))
    }

    fn extract(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let (source, result) = (op.operands[0], op.results[0]);
        let position = self.position(id, 1)?;
        let value = self.value(source)?.map_indices(&mut |expr| {
            in_lanes(expr, &|number| {
                let number = number as usize;
                Some(match position.get(number) {
                    Some(&at) => constant(at),
                    None => lane(number - position.len()),
                })
            })
        });
        self.define(result, value, self.nodes(source))
    }

    /// The constant positions of an extraction or insertion.
    fn position(&self, id: OpId, operands: usize) -> Refused<Vec<i64>> {
        let op = self.module.op(id);
        let position = op.attribute("static_position").and_then(Attribute::as_i64_list);
        match position {
            Some(position) if op.operands.len() == operands => Ok(position),
            _ => Err("a lane whose number is not known".into()),
        }
    }

    /// Into a vector of one dimension.
    fn insert(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let (element, into, result) = (op.operands[0], op.operands[1], op.results[0]);
        let (&[at], &[lanes]) = (
            self.position(id, 2)?.as_slice(),
            lanes_of(self.module.ty(result))?.as_slice(),
        ) else {
            return Err("an insertion into a vector of several dimensions".into());
        };
        if !(0..MOST_LANES.min(lanes)).contains(&at) || lanes > MOST_LANES {
            return Err(format!(
                "an insertion into a vector of more than {MOST_LANES} lanes"
            ));
        }
        let known = self.value(into)?;
        let mut all: Vec<Value> = match &known {
            Value::OneOf(number, all) if *number == lane(0) && all.len() as i64 == lanes => all.to_vec(),
            known => {
                let of = |n| known.map_indices(&mut |expr| in_lanes(expr, &|_| Some(constant(n))));
                (0..lanes).map(of).collect()
            }
        };
        all[at as usize] = self.value(element)?;
        let nodes = self.nodes(into).saturating_add(self.nodes(element));
        self.define(result, Value::OneOf(lane(0), Rc::new(all)), nodes)
    }

    fn transpose(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let (source, result) = (op.operands[0], op.results[0]);
        let order = op.attribute("permutation").and_then(Attribute::as_i64_list);
        let order = order.ok_or("a transposition without a permutation")?;
        // Dimension `i` of the result is dimension `order[i]` of the source.
        let value = self.value(source)?.map_indices(&mut |expr| {
            in_lanes(expr, &|number| {
                order.iter().position(|&from| from == i64::from(number)).map(lane)
            })
        });
        self.define(result, value, self.nodes(source))
    }

    /// Lanes below all of the operands.
    fn create_mask(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let result = op.results[0];
        let mut all = Vec::new();
        for (dimension, &operand) in op.operands.iter().enumerate() {
            for bound in self.bound(operand, false)? {
                let left = &bound + &(&lane(dimension) * &constant(-1));
                all.push(Constraint {
                    expr: &left + &constant(-1),
                    is_equality: false,
                });
            }
        }
        self.known.insert(result, Known::Mask(all));
        Ok(())
    }

    fn mask(&self, id: OpId, operand: usize) -> Refused<Guard> {
        match self.known.get(&self.module.op(id).operands[operand]) {
            Some(Known::Mask(all)) => Ok(Guard::All(all.clone())),
            _ => Err("a mask that depends on data".into()),
        }
    }

    fn masked_load(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let result = op.results[0];
        let lanes = lanes_of(self.module.ty(result))?;
        let count = self.module.op(id).operands.len();
        let cells = self.masked_access(id, lanes.len())?;
        let mask = self.mask(id, count - 2)?;
        let otherwise = self.value(self.module.op(id).operands[count - 1])?;
        self.touch(&cells, &lanes, Some(&mask));
        let loaded = self.loaded(cells);
        self.define(result, Value::Choice(Rc::new((mask, loaded, otherwise))), 3)
    }

    fn masked_store(&mut self, id: OpId) -> Refused<()> {
        let count = self.module.op(id).operands.len();
        let value = self.module.op(id).operands[count - 1];
        let lanes = lanes_of(self.module.ty(value))?;
        let cells = self.masked_access(id, lanes.len())?;
        let mask = self.mask(id, count - 2)?;
        self.touch(&cells, &lanes, Some(&mask));
        let value = self.value(value)?;
        self.statement(value, cells.array, cells.subscripts, &lanes, Some(&mask))
    }

    fn masked_access(&mut self, id: OpId, lanes: usize) -> Refused<Cells> {
        let operands = &self.module.op(id).operands;
        let indices = operands[1..operands.len() - 2].iter();
        let subscripts = indices.map(|&v| self.index(v)).collect::<Refused<_>>()?;
        self.cells(operands[0], subscripts, lanes)
    }

    fn nodes(&self, value: ValueId) -> usize {
        self.sizes.get(&value).copied().unwrap_or(1)
    }
}
