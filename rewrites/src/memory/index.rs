//! Integers as affine expressions over the variables of the function.

use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp, Constraint, constant};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Op, OpId, ValueId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::types::{Dim, Type};

use super::collect::Collector;
use super::objects::Window;
use super::place::FrameId;
use super::variables::{Condition, Knowledge, OWN, Variable};

/// Operations of an expression above which it is not followed. The number is arbitrary; it bounds the time
/// for chains that double at every link.
const LARGEST: usize = 400;

/// Results of an `affine.min` or `affine.max` above which it is not followed; as arbitrary.
const MOST_RESULTS: usize = 8;

impl Collector<'_> {
    /// Notes what the integers are that an operation gives.
    pub fn define_integers(&mut self, id: OpId, frame: FrameId) {
        let module = self.module;
        let op = module.op(id);
        let is_integer = |&v: &ValueId| module.ty(v).is_int_or_index() && *module.ty(v) != Type::I1;
        if !op.results.iter().any(is_integer) {
            return;
        }
        if let Some(exprs) = self.followed(op, frame) {
            for (&result, expr) in op.results.iter().zip(exprs) {
                self.indices.insert(result, expr);
            }
            return;
        }
        let depth = self.depth(Some(frame));
        for result in op.results.iter().copied().filter(is_integer) {
            let why = format!("%{} comes from `{}`", self.name(result), op.name.as_str());
            let computed = op.code().is_some_and(|code| code.has_trait(Trait::Pure));
            let from_integer = matches!(op.code(), Some(OpCode::IndexCast | OpCode::IndexCastUI));
            self.unknown_integer(
                result,
                depth,
                match computed && !from_integer {
                    true => Knowledge::Obscure(why),
                    false => Knowledge::Data(why),
                },
            );
        }
    }

    /// Makes a variable of a value.
    pub fn unknown_integer(&mut self, value: ValueId, depth: usize, knowledge: Knowledge) -> AffineExpr {
        let id = self.variables.add(Variable {
            name: self.name(value),
            depth,
            domain: Vec::new(),
            knowledge,
        });
        self.indices.insert(value, id.expr());
        id.expr()
    }

    /// The value as an expression. One that is not defined yet is reached around branches.
    pub fn value(&mut self, value: ValueId) -> AffineExpr {
        match self.indices.get(&value) {
            Some(expr) => expr.clone(),
            None => {
                let why = format!("%{} comes from another block", self.name(value));
                self.unknown_integer(value, OWN, Knowledge::Data(why))
            }
        }
    }

    /// The results of a map; `None` when one is too large or an operand is missing.
    pub fn apply(&mut self, map: &AffineMap, operands: &[ValueId]) -> Option<Vec<AffineExpr>> {
        let operands: Vec<AffineExpr> = operands.iter().map(|&v| self.value(v)).collect();
        let (dims, symbols) = operands.split_at_checked(map.num_dims as usize)?;
        if symbols.len() < map.num_symbols as usize {
            return None;
        }
        map.results
            .iter()
            .map(|result| small(result.clone()).and_then(|r| small(r.replace(dims, symbols))))
            .collect()
    }

    fn followed(&mut self, op: &Op, frame: FrameId) -> Option<Vec<AffineExpr>> {
        let is_index = op.results.iter().all(|&r| *self.module.ty(r) == Type::Index);
        let expr = match op.code()? {
            OpCode::Constant => constant(op.attribute("value").and_then(Attribute::as_i64)?),
            OpCode::AffineApply => {
                return self.apply(op.attribute("map")?.as_affine_map()?, &op.operands);
            }
            OpCode::AffineMin => self.extreme(op, frame, true)?,
            OpCode::AffineMax => self.extreme(op, frame, false)?,
            OpCode::AddI if is_index => self.binary(AffineOp::Add, op)?,
            OpCode::SubI if is_index => {
                let (a, b) = self.operands(op)?;
                small(a - b)?
            }
            OpCode::MulI if is_index => self.binary(AffineOp::Mul, op)?,
            OpCode::FloorDivSI if is_index => self.quotient(AffineOp::FloorDiv, op)?,
            OpCode::CeilDivSI if is_index => self.quotient(AffineOp::CeilDiv, op)?,
            OpCode::IndexCast => {
                let source = self.value(*op.operands.first()?);
                (is_index || source.as_constant().is_some()).then_some(source)?
            }
            OpCode::MemRefDim => self.extent(op)?,
            OpCode::AffineDelinearizeIndex => return self.coordinates(op),
            _ => return None,
        };
        Some(vec![expr])
    }

    fn operands(&mut self, op: &Op) -> Option<(AffineExpr, AffineExpr)> {
        match *op.operands.as_slice() {
            [a, b] => Some((self.value(a), self.value(b))),
            _ => None,
        }
    }

    fn binary(&mut self, code: AffineOp, op: &Op) -> Option<AffineExpr> {
        let (a, b) = self.operands(op)?;
        small(AffineExpr::binary(code, a, b))
    }

    /// A division whose divisor is a positive constant.
    fn quotient(&mut self, code: AffineOp, op: &Op) -> Option<AffineExpr> {
        let (a, b) = self.operands(op)?;
        b.as_constant().filter(|b| *b > 0)?;
        small(AffineExpr::binary(code, a, b))
    }

    /// A variable that is one of the results of the map, and none of the others is less (or greater).
    fn extreme(&mut self, op: &Op, frame: FrameId, least: bool) -> Option<AffineExpr> {
        let results = self.apply(op.attribute("map")?.as_affine_map()?, &op.operands)?;
        if results.len() > MOST_RESULTS {
            return None;
        }
        if let [only] = results.as_slice() {
            return Some(only.clone());
        }
        let depth = self.depth(Some(frame));
        let id = self.variables.add(Variable {
            name: self.name(*op.results.first()?),
            depth,
            domain: Vec::new(),
            knowledge: Knowledge::Exact,
        });
        let bounded = |other: &AffineExpr| match least {
            true => Constraint::at_most(id.expr(), other.clone()),
            false => Constraint::at_least(id.expr(), other.clone()),
        };
        let alternatives: Condition = results
            .iter()
            .map(|chosen| {
                let others = results.iter().filter(|other| *other != chosen).map(bounded);
                let equal = Constraint::equal(id.expr(), chosen.clone());
                [equal].into_iter().chain(others).collect()
            })
            .collect();
        self.variables.get_mut(id).domain = vec![alternatives];
        Some(id.expr())
    }

    /// An extent of a memref: a constant, or one variable for all that ask for it.
    fn extent(&mut self, op: &Op) -> Option<AffineExpr> {
        let &[memref, position] = op.operands.as_slice() else {
            return None;
        };
        let position = self.value(position).as_constant()?;
        let shape = self.module.ty(memref).as_memref()?.shape.as_ref()?;
        if let Dim::Fixed(n) = shape.get(usize::try_from(position).ok()?)? {
            return Some(constant(*n));
        }
        if let Some(size) = self.allocated_extent(memref, position) {
            return Some(self.value(size));
        }
        let view = self.objects.view(memref)?;
        if !matches!(view.window, Window::Same) {
            return None;
        }
        let object = view.object;
        if let Some(id) = self.extents.get(&(object, position)) {
            return Some(id.expr());
        }
        let (name, depth) = {
            let object = self.objects.get(object);
            (format!("dim({}, {position})", object.name), object.depth)
        };
        let id = self.variables.add(Variable {
            name,
            depth,
            domain: Vec::new(),
            knowledge: Knowledge::Exact,
        });
        let nonnegative = Constraint::at_least(id.expr(), constant(0));
        self.variables.get_mut(id).domain = vec![vec![vec![nonnegative]]];
        self.extents.insert((object, position), id);
        Some(id.expr())
    }

    /// The value that an allocation was given for a dynamic extent.
    fn allocated_extent(&self, memref: ValueId, position: i64) -> Option<ValueId> {
        let op = self.module.op(self.module.defining_op(memref)?);
        if !matches!(op.code(), Some(OpCode::MemRefAlloc | OpCode::MemRefAlloca)) {
            return None;
        }
        let shape = self.module.ty(memref).as_memref()?.shape.as_ref()?;
        let before = shape.iter().take(usize::try_from(position).ok()?);
        let number = before.filter(|extent| **extent == Dim::Dynamic).count();
        op.operands.get(number).copied()
    }

    /// The coordinates of a linear index in a basis of constants.
    fn coordinates(&mut self, op: &Op) -> Option<Vec<AffineExpr>> {
        let (&linear, basis) = op.operands.split_first()?;
        let mut rest = self.value(linear);
        let mut coordinates = Vec::new();
        for &size in basis.iter().skip(1).rev() {
            let size = self.value(size).as_constant().filter(|size| *size > 0)?;
            coordinates.push(small(rest.modulo(size))?);
            rest = small(rest.floordiv(size))?;
        }
        coordinates.push(rest);
        coordinates.reverse();
        (coordinates.len() == op.results.len()).then_some(coordinates)
    }
}

/// The expression, unless it is too large to follow.
pub(super) fn small(expr: AffineExpr) -> Option<AffineExpr> {
    let mut size = 0;
    expr.walk(&mut |_| size += 1);
    (size <= LARGEST).then_some(expr)
}
