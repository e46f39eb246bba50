//! Memory: loads, stores and allocations.

use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, constant, dim};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{Dim, MemRefType, Type};

use super::super::Refused;
use super::super::function::{Access, Array, Guard, Local, Loop, Statement, Touch, Value};
use super::{Known, MOST_STATEMENTS, Reader, in_lanes, lane, lanes_of};

impl Reader<'_> {
    pub(super) fn load(&mut self, id: OpId) -> Refused<()> {
        let result = self.module.op(id).results[0];
        let lanes = lanes_of(self.module.ty(result))?;
        let (array, subscripts) = self.access(id, 0, lanes.len())?;
        self.touch(id, 0, array, &subscripts, &lanes, None);
        let access = Access {
            array,
            subscripts,
            time: self.time.clone(),
        };
        self.define(result, Value::Load(Rc::new(access)), 1)
    }

    pub(super) fn store(&mut self, id: OpId) -> Refused<()> {
        let value = self.module.op(id).operands[0];
        let lanes = lanes_of(self.module.ty(value))?;
        let (array, subscripts) = self.access(id, 1, lanes.len())?;
        self.touch(id, 1, array, &subscripts, &lanes, None);
        self.statement(self.value(value)?, array, subscripts, &lanes, None)
    }

    /// Notes that memory is accessed here.
    pub(super) fn touch(
        &mut self,
        id: OpId,
        memref: usize,
        array: Array,
        subscripts: &[AffineExpr],
        lanes: &[i64],
        mask: Option<&Guard>,
    ) {
        let extents = match array {
            Array::Argument(i) => match &self.function.arguments[i] {
                Some((extents, _)) => extents.iter().map(|e| vec![e.clone()]).collect(),
                None => Vec::new(),
            },
            Array::Local(number) => self.function.locals[number].extents.clone(),
            _ => Vec::new(),
        };
        let memref = self.module.op(id).operands[memref];
        let rank = self.module.ty(memref).as_memref().and_then(|m| m.shape.as_ref());
        let rank = rank.map_or(0, |shape| shape.len());
        let statement = self.placed(
            Value::Index(constant(0)),
            array,
            subscripts[subscripts.len() - rank..].to_vec(),
            lanes,
            mask,
        );
        self.function.touches.push(Touch {
            statement,
            extents,
            is_conditional: self.conditions > 0,
        });
    }

    /// Notes that an index is divided by here.
    pub(super) fn divided_by(&mut self, divisor: &AffineExpr) {
        let target = Access {
            array: Array::Divisor,
            subscripts: vec![divisor + &constant(-1)],
            time: Vec::new(),
        };
        self.function.touches.push(Touch {
            statement: Statement {
                domain: self.domain.clone(),
                target,
                value: Value::Index(constant(0)),
            },
            extents: vec![vec![divisor.clone()]],
            is_conditional: self.conditions > 0,
        });
    }

    /// A statement at the place at hand, its lanes among its variables.
    fn placed(
        &self,
        value: Value,
        array: Array,
        subscripts: Vec<AffineExpr>,
        lanes: &[i64],
        mask: Option<&Guard>,
    ) -> Statement {
        let mut domain = self.domain.clone();
        domain.guards.extend(mask.cloned());
        let statement = Statement {
            domain,
            target: Access {
                array,
                subscripts,
                time: self.time.clone(),
            },
            value,
        };
        let depth = self.depth() as u32;
        let mut statement = match lanes {
            [] => statement,
            _ => statement.map(&mut |expr| in_lanes(expr, &|number| Some(dim(depth + number)))),
        };
        let lanes = lanes.iter().map(|&n| Loop::up_to(constant(n)));
        statement.domain.loops.extend(lanes);
        statement
    }

    pub(super) fn statement(
        &mut self,
        value: Value,
        array: Array,
        subscripts: Vec<AffineExpr>,
        lanes: &[i64],
        mask: Option<&Guard>,
    ) -> Refused<()> {
        if self.function.statements.len() == MOST_STATEMENTS {
            return Err(format!("a function of more than {MOST_STATEMENTS} stores"));
        }
        let statement = self.placed(value, array, subscripts, lanes, mask);
        self.function.statements.push(statement);
        Ok(())
    }

    /// The array and the subscripts of a load or store whose memref is this operand.
    fn access(&mut self, id: OpId, memref: usize, lanes: usize) -> Refused<(Array, Vec<AffineExpr>)> {
        let op = self.module.op(id);
        let operands = &op.operands[memref + 1..];
        let map = op.attribute("map").and_then(Attribute::as_affine_map).cloned();
        let subscripts = match map {
            Some(map) => self.apply(&map, operands)?,
            None => operands.iter().map(|&v| self.index(v)).collect::<Refused<_>>()?,
        };
        self.cells(op.operands[memref], subscripts, lanes)
    }

    /// The cells that an access begins at, lanes consecutive in the last dimensions.
    pub(super) fn cells(
        &self,
        memref: ValueId,
        subscripts: Vec<AffineExpr>,
        lanes: usize,
    ) -> Refused<(Array, Vec<AffineExpr>)> {
        let (array, mut all) = self.array(memref)?;
        let shape = self.module.ty(memref).as_memref();
        let rank = shape
            .and_then(|m| m.shape.as_ref())
            .map_or(0, |shape| shape.len());
        if subscripts.len() != rank || lanes > rank {
            return Err("an access with other subscripts than extents".into());
        }
        all.extend(subscripts);
        let first = all.len() - lanes;
        for (number, subscript) in all[first..].iter_mut().enumerate() {
            *subscript = &*subscript + &lane(number);
        }
        Ok((array, all))
    }

    fn array(&self, memref: ValueId) -> Refused<(Array, Vec<AffineExpr>)> {
        match self.known.get(&memref) {
            Some(Known::Array(array, subscripts)) => Ok((*array, subscripts.clone())),
            _ => Err("memory that is neither an argument nor allocated here".into()),
        }
    }

    /// An allocation: each iteration of the loops around it has cells of its own.
    pub(super) fn allocate(&mut self, id: OpId, code: OpCode, block: BlockId) -> Refused<()> {
        let op = self.module.op(id);
        if self.conditions > 0 {
            return Err("an allocation under a condition on data".into());
        }
        let ty = self.module.ty(op.results[0]).clone();
        let memref = ty.as_memref().ok_or("an allocation of no memref")?;
        is_plain(memref)?;
        let mut dynamic = op.operands.iter();
        let mut extents = Vec::new();
        for extent in memref.shape.iter().flatten() {
            extents.push(match extent {
                Dim::Fixed(n) => vec![constant(*n)],
                Dim::Dynamic => {
                    let &extent = dynamic.next().ok_or("an allocation without an extent")?;
                    self.bound(extent, true)?
                }
            });
        }
        let number = self.function.locals.len();
        let around = (0..self.depth()).map(|i| dim(i as u32)).collect();
        self.known
            .insert(op.results[0], Known::Array(Array::Local(number), around));
        self.homes.push(block);
        self.function.locals.push(Local {
            extents,
            is_freed: code == OpCode::MemRefAlloca,
        });
        Ok(())
    }

    pub(super) fn free(&mut self, id: OpId, block: BlockId) -> Refused<()> {
        let memref = self.module.op(id).operands[0];
        let (Array::Local(number), _) = self.array(memref)? else {
            return Err("an argument that is freed".into());
        };
        if self.homes[number] != block {
            return Err("memory that is freed elsewhere than it is allocated".into());
        }
        if std::mem::replace(&mut self.function.locals[number].is_freed, true) {
            return Err("memory that is freed twice".into());
        }
        // What is freed is not known any more: a later use is refused.
        self.known.remove(&memref);
        Ok(())
    }

    pub(super) fn extent(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let dimension = self.index(op.operands[1])?.as_constant();
        let dimension = dimension.and_then(|d| usize::try_from(d).ok());
        let dimension = dimension.ok_or("an extent of a dimension that is not known")?;
        let known = match self.array(op.operands[0])? {
            (Array::Argument(i), _) => {
                let extents = self.function.arguments[i].as_ref().map(|(extents, _)| extents);
                let extent = extents.and_then(|extents| extents.get(dimension));
                extent.map(|e| Known::Value(Value::Index(e.clone())))
            }
            (Array::Local(number), _) => {
                let extent = self.function.locals[number].extents.get(dimension);
                extent.map(|extent| match extent.as_slice() {
                    [one] => Known::Value(Value::Index(one.clone())),
                    several => Known::Extreme(true, several.to_vec()),
                })
            }
            _ => None,
        };
        let known = known.ok_or("an extent of a dimension that is not there")?;
        self.known.insert(op.results[0], known);
        Ok(())
    }
}

/// Whether different subscripts are different cells, and all cells are scalars.
pub(super) fn is_plain(memref: &MemRefType) -> Refused<()> {
    if memref.layout.is_some() || memref.shape.is_none() {
        return Err("a memref with a layout, or without a rank".into());
    }
    match memref.element {
        Type::Integer(_) | Type::Float(_) | Type::Index => Ok(()),
        _ => Err(format!("a memref of `{}`", memref.element)),
    }
}
