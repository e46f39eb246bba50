//! Vectors: a lane is a variable.

use std::rc::Rc;

use ovolo_lang::affine::{AffineMap, Constraint, constant, dim};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{OpId, ValueId};
use ovolo_lang::op::OpCode;

use super::super::Refused;
use super::super::function::{Access, Guard, Operation, Value};
use super::super::reductions::Reduction;
use super::scalar::{plain_key, select};
use super::view::Cells;
use super::{BEFORE, Known, Reader, in_lanes, lane, lanes_of};

/// Lanes of a vector beyond which they are not told apart. Arbitrary.
const MOST_LANES: i64 = 64;

impl Reader<'_> {
    /// An operation that moves lanes; `false` for any other.
    pub(super) fn vector(&mut self, id: OpId, code: OpCode) -> Refused<bool> {
        match code {
            OpCode::VectorBroadcast | OpCode::VectorSplat => self.broadcast(id)?,
            OpCode::VectorExtract => self.extract(id)?,
            OpCode::VectorInsert => self.insert(id)?,
            OpCode::VectorShuffle => self.shuffle(id)?,
            OpCode::VectorTranspose => self.transpose(id)?,
            OpCode::VectorCreateMask => self.create_mask(id)?,
            OpCode::VectorMaskedLoad => self.masked_load(id)?,
            OpCode::VectorMaskedStore => self.masked_store(id)?,
            OpCode::VectorTransferRead => self.transfer_read(id)?,
            OpCode::VectorTransferWrite => self.transfer_write(id)?,
            OpCode::VectorReduction => self.reduction(id)?,
            OpCode::AndI => return self.both_masks(id),
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

    /// Lanes of two vectors of one dimension.
    fn shuffle(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let (operands, result) = ([op.operands[0], op.operands[1]], op.results[0]);
        let mask = op.attribute("mask").and_then(Attribute::as_i64_list);
        let (Some(mask), &[lanes]) = (mask, lanes_of(self.module.ty(operands[0]))?.as_slice()) else {
            return Err("a shuffle of vectors of several dimensions".into());
        };
        if mask.len() as i64 > MOST_LANES || mask.iter().any(|&at| at < 0) {
            return Err(format!("a shuffle into more than {MOST_LANES} lanes"));
        }
        let values = [self.value(operands[0])?, self.value(operands[1])?];
        let of = |&at: &i64| match (&values[usize::from(at >= lanes)], at % lanes) {
            (Value::OneOf(number, all), at) if *number == lane(0) && all.len() as i64 == lanes => {
                all[at as usize].clone()
            }
            (value, at) => value.map_indices(&mut |expr| in_lanes(expr, &|_| Some(constant(at)))),
        };
        let all: Vec<Value> = mask.iter().map(of).collect();
        let nodes = operands.map(|operand| self.nodes(operand));
        let nodes = nodes[0].saturating_add(nodes[1]).max(mask.len());
        self.define(result, Value::OneOf(lane(0), Rc::new(all)), nodes)
    }

    /// All lanes of a vector of one dimension, where they may be combined in any order.
    fn reduction(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let (&[source, ref start @ ..], result) = (op.operands.as_slice(), op.results[0]) else {
            return Err("a reduction of nothing".into());
        };
        let element = self.module.ty(result).clone();
        let kind = op.attribute("kind").map(ToString::to_string);
        let kind = kind.as_deref().and_then(|kind| kind.split(['<', '>']).nth(1));
        let name = match (kind, element.is_float()) {
            (Some("add"), true) => "arith.addf".to_string(),
            (Some("mul"), true) => "arith.mulf".to_string(),
            (Some("add"), false) => "arith.addi".to_string(),
            (Some("mul"), false) => "arith.muli".to_string(),
            (Some(kind), _) => format!("arith.{kind}"),
            (None, _) => return Err("a reduction of no kind".into()),
        };
        let key = plain_key(&name, 2, &element);
        let &[lanes] = lanes_of(self.module.ty(source))?.as_slice() else {
            return Err("a reduction of a vector of several dimensions".into());
        };
        if lanes > MOST_LANES || Reduction::of(&key, self.model).is_none() {
            return Err("a reduction in an order".into());
        }
        let value = self.value(source)?;
        let of = |n| value.map_indices(&mut |expr| in_lanes(expr, &|_| Some(constant(n))));
        let mut all: Vec<Value> = (0..lanes).map(of).collect();
        for &start in start {
            all.insert(0, self.value(start)?);
        }
        let mut all = all.into_iter();
        let first = all.next().ok_or("a reduction of no lane")?;
        let whole = all.fold(first, |whole, next| {
            Value::Op(Rc::new(Operation {
                key: key.clone(),
                is_commutative: true,
                operands: vec![whole, next],
            }))
        });
        let nodes = self.nodes(source).saturating_mul(lanes as usize);
        self.define(result, whole, nodes)
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
        self.known.insert(result, Known::Mask(all, None));
        Ok(())
    }

    /// The lanes that a mask has, by their numbers and by data.
    fn mask(&self, id: OpId, operand: usize) -> Refused<(Option<Guard>, Option<Value>)> {
        let operand = self.module.op(id).operands[operand];
        Ok(match self.known.get(&operand) {
            Some(Known::Mask(all, by_data)) => (Some(Guard::All(all.clone())), by_data.clone()),
            _ => (None, Some(self.value(operand)?)),
        })
    }

    /// Both of two masks of which one is by the numbers of lanes; `false` where none is.
    fn both_masks(&mut self, id: OpId) -> Refused<bool> {
        let op = self.module.op(id);
        let &[a, b] = op.operands.as_slice() else {
            return Ok(false);
        };
        let (mask, other) = match [a, b].map(|v| self.known.get(&v)) {
            [Some(Known::Mask(all, None)), Some(Known::Value(other))]
            | [Some(Known::Value(other)), Some(Known::Mask(all, None))] => (all.clone(), other.clone()),
            _ => return Ok(false),
        };
        let result = op.results[0];
        self.known.insert(result, Known::Mask(mask, Some(other)));
        Ok(true)
    }

    /// Does something where data is so.
    fn under<T>(&mut self, condition: &Option<Value>, f: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.conditions.len();
        self.conditions
            .extend(condition.clone().map(|condition| (condition, true)));
        let outcome = f(self);
        self.conditions.truncate(depth);
        outcome
    }

    fn masked_load(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let result = op.results[0];
        let lanes = lanes_of(self.module.ty(result))?;
        let count = self.module.op(id).operands.len();
        let cells = self.masked_access(id, lanes.len())?;
        let (mask, by_data) = self.mask(id, count - 2)?;
        let otherwise = self.value(self.module.op(id).operands[count - 1])?;
        self.under(&by_data, |this| this.touch(&cells, &lanes, mask.as_ref(), false));
        let mut loaded = self.loaded(cells);
        if let Some(condition) = &by_data {
            loaded = select(condition, loaded, otherwise.clone());
        }
        if let Some(mask) = mask {
            loaded = Value::Choice(Rc::new((mask, loaded, otherwise)));
        }
        self.define(result, loaded, 3)
    }

    /// Lanes in which the data is otherwise store what is there.
    fn masked_store(&mut self, id: OpId) -> Refused<()> {
        let count = self.module.op(id).operands.len();
        let value = self.module.op(id).operands[count - 1];
        let lanes = lanes_of(self.module.ty(value))?;
        let cells = self.masked_access(id, lanes.len())?;
        let (mask, by_data) = self.mask(id, count - 2)?;
        self.under(&by_data, |this| this.touch(&cells, &lanes, mask.as_ref(), true));
        let mut value = self.value(value)?;
        if let Some(condition) = &by_data {
            let old = Access {
                array: cells.array,
                subscripts: cells.subscripts.clone(),
                time: self.at(BEFORE),
            };
            value = select(condition, value, Value::Load(Rc::new(old)));
        }
        self.statement(value, cells.array, cells.subscripts, &lanes, mask.as_ref())
    }

    /// Lanes beyond the array are filled up.
    fn transfer_read(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let result = op.results[0];
        let lanes = lanes_of(self.module.ty(result))?;
        let map = op.attribute("permutation_map").and_then(Attribute::as_affine_map);
        let is_one_cell = map.is_some_and(|map| map.results.iter().all(|expr| *expr == constant(0)));
        let (cells, inside) = self.transferred(id, 0, if is_one_cell { 0 } else { lanes.len() })?;
        self.touch(&cells, &lanes, inside.as_ref(), false);
        let rank = self.shape(self.module.op(id).operands[0])?.len();
        let otherwise = self.value(self.module.op(id).operands[1 + rank])?;
        let mut loaded = self.loaded(cells);
        if let Some(inside) = inside {
            loaded = Value::Choice(Rc::new((inside, loaded, otherwise)));
        }
        self.define(result, loaded, 2)
    }

    /// Lanes beyond the array are not stored.
    fn transfer_write(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        if !op.results.is_empty() {
            return Err("a transfer to a tensor".into());
        }
        let value = op.operands[0];
        let lanes = lanes_of(self.module.ty(value))?;
        let (cells, inside) = self.transferred(id, 1, lanes.len())?;
        self.touch(&cells, &lanes, inside.as_ref(), true);
        let value = self.value(value)?;
        self.statement(value, cells.array, cells.subscripts, &lanes, inside.as_ref())
    }

    /// The cells of a transfer whose memref is this operand, with lanes along the last of its dimensions, and the condition that
    /// they are inside, where that is open. A vector that repeats one cell has none.
    fn transferred(&mut self, id: OpId, memref: usize, lanes: usize) -> Refused<(Cells, Option<Guard>)> {
        let op = self.module.op(id);
        let rank = self.shape(op.operands[memref])?.len();
        let is_masked = op.operands.len() > memref + 1 + rank + (1 - memref);
        let map = op.attribute("permutation_map").and_then(Attribute::as_affine_map);
        let is_last = |map: &AffineMap| {
            let last = (rank.saturating_sub(lanes)..rank).map(|i| dim(i as u32));
            lanes == 0 || map.results.iter().cloned().eq(last)
        };
        if is_masked || lanes > rank || !map.is_some_and(|map| is_last(map)) {
            return Err("a transfer under a mask, or of other dimensions than the last".into());
        }
        let open: Vec<usize> = match op.attribute("in_bounds") {
            Some(Attribute::Array(all)) => {
                let open = all
                    .iter()
                    .enumerate()
                    .filter(|(_, inside)| !matches!(inside, Attribute::Bool(true)));
                open.map(|(lane, _)| lane).collect()
            }
            _ => (0..lanes).collect(),
        };
        let indices = op.operands[memref + 1..memref + 1 + rank].to_vec();
        let memref = op.operands[memref];
        let subscripts = indices.iter().map(|&v| self.index(v)).collect::<Refused<_>>()?;
        let cells = self.cells(memref, subscripts, lanes)?;
        if open.is_empty() {
            return Ok((cells, None));
        }
        let extents = self.extents_of(cells.array);
        if self.memory(memref)?.window.is_some() || extents.len() != rank || lanes == 0 {
            return Err("a transfer that may reach beyond a view".into());
        }
        let mut inside = Vec::new();
        for lane in open {
            let dimension = rank - lanes + lane;
            let subscript = &cells.subscripts[cells.subscripts.len() - rank + dimension];
            let [extent] = extents[dimension].as_slice() else {
                return Err("a transfer that may reach beyond an array of several extents".into());
            };
            let left = &(extent + &(subscript * &constant(-1))) + &constant(-1);
            inside.extend([subscript.clone(), left].map(|expr| Constraint {
                expr,
                is_equality: false,
            }));
        }
        Ok((cells, Some(Guard::All(inside))))
    }

    fn masked_access(&mut self, id: OpId, lanes: usize) -> Refused<Cells> {
        let operands = &self.module.op(id).operands;
        let memref = operands[0];
        let indices = operands[1..operands.len() - 2].to_vec();
        let subscripts = indices.iter().map(|&v| self.index(v)).collect::<Refused<_>>()?;
        self.cells(memref, subscripts, lanes)
    }

    fn nodes(&self, value: ValueId) -> usize {
        self.sizes.get(&value).copied().unwrap_or(1)
    }
}
