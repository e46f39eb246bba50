//! Memory: loads, stores and allocations.

use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, constant, dim};
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Dim;

use super::super::Refused;
use super::super::function::{
    Access, Array, Guard, Local, Loop, Operation, SELECT, Statement, Symbol, Touch, Value,
};
use super::decided::each_part;
use super::scalar::divides_by_constant;
use super::view::{Cells, Memory, is_plain};
use super::{AFTER, Known, MOST_STATEMENTS, Reader, in_lanes, lane, lanes_of};

impl Reader<'_> {
    pub(super) fn load(&mut self, id: OpId) -> Refused<()> {
        let result = self.module.op(id).results[0];
        let lanes = lanes_of(self.module.ty(result))?;
        if lanes.is_empty() && self.module.op(id).code() == Some(OpCode::MemRefLoad) {
            let subscripts = self.module.op(id).operands[1..].to_vec();
            let is_index = |&v: &ValueId| self.index_or_poison(v).is_ok() || self.is_chosen(&[v]);
            if !subscripts.iter().all(is_index) {
                return self.gather(id, &subscripts);
            }
            return self.load_chosen(id, &subscripts);
        }
        if let (&[_], Some(OpCode::VectorLoad)) = (lanes.as_slice(), self.module.op(id).code()) {
            let subscripts = self.module.op(id).operands[1..].to_vec();
            if !subscripts.iter().all(|&v| self.index_or_poison(v).is_ok()) {
                return self.gather_row(id, &subscripts, &lanes);
            }
        }
        let value = self.loaded_at(id, &lanes)?;
        self.define(result, value, 1)
    }

    /// What a load gives, with a note that memory is accessed.
    fn loaded_at(&mut self, id: OpId, lanes: &[i64]) -> Refused<Value> {
        let cells = self.access(id, 0, lanes.len())?;
        self.touch(&cells, lanes, None, false);
        Ok(self.loaded(cells))
    }

    /// A load of one element or another, by conditions on indices.
    fn load_chosen(&mut self, id: OpId, subscripts: &[ValueId]) -> Refused<()> {
        let result = self.module.op(id).results[0];
        let (mut refused, mut loads) = (None, 0);
        let known = self.over_choices(subscripts, &mut |this| {
            loads += 1;
            let loaded = match subscripts.iter().all(|&v| this.index_or_poison(v).is_ok()) {
                true => this.loaded_at(id, &[]),
                false => this.gathered_at(id, subscripts),
            };
            match loaded {
                Ok(value) => Some(Known::Value(value)),
                Err(why) => {
                    refused.get_or_insert(why);
                    None
                }
            }
        });
        match (known.as_ref().and_then(Known::as_value), refused) {
            (_, Some(why)) => Err(why),
            (Some(value), None) => self.define(result, value, loads),
            (None, None) => Err("a subscript of too many choices".into()),
        }
    }

    /// A load of an array that nobody writes at subscripts that are data: a function of them.
    fn gather(&mut self, id: OpId, subscripts: &[ValueId]) -> Refused<()> {
        let loaded = self.gathered_at(id, subscripts)?;
        let nodes = subscripts.iter().map(|v| self.sizes.get(v).copied().unwrap_or(1));
        let nodes = nodes.fold(1usize, usize::saturating_add);
        self.define(self.module.op(id).results[0], loaded, nodes)
    }

    /// Consecutive elements of an array that nobody writes, the first of them at subscripts that are data.
    fn gather_row(&mut self, id: OpId, subscripts: &[ValueId], lanes: &[i64]) -> Refused<()> {
        let mut operands = self.subscripts_as_data(subscripts)?;
        if let Some(last) = operands.last_mut() {
            *last = moved(last, &lane(0), "index");
        }
        let nodes = subscripts.iter().map(|v| self.sizes.get(v).copied().unwrap_or(1));
        let nodes = nodes.fold(2usize, usize::saturating_add);
        let loaded = self.gathered_of(id, operands, lanes)?;
        self.define(self.module.op(id).results[0], loaded, nodes)
    }

    fn gathered_at(&mut self, id: OpId, subscripts: &[ValueId]) -> Refused<Value> {
        let operands = self.subscripts_as_data(subscripts)?;
        self.gathered_of(id, operands, &[])
    }

    fn subscripts_as_data(&mut self, subscripts: &[ValueId]) -> Refused<Vec<Value>> {
        let mut operands = Vec::new();
        for v in subscripts {
            // Memory is accessed by it.
            let promised = self.promised.get(v).cloned().unwrap_or_default();
            self.keep(&promised);
            let known = self.known.get(v).and_then(Known::as_value);
            operands.push(known.ok_or("a subscript that is no index")?);
        }
        Ok(operands)
    }

    fn gathered_of(&mut self, id: OpId, operands: Vec<Value>, lanes: &[i64]) -> Refused<Value> {
        let memref = self.module.op(id).operands[0];
        let Memory {
            array: array @ Array::Argument(_),
            window: None,
            ..
        } = self.memory(memref)?
        else {
            return Err("a subscript that is data, of what is no argument".into());
        };
        self.gathered.push(array);
        self.touch_by_data(array, operands.clone(), lanes);
        Ok(Value::Op(Rc::new(Operation {
            key: format!("gather of {array:?}"),
            is_commutative: false,
            operands,
        })))
    }

    /// Notes that a division that has no value for some operands is executed here: of one without sign the divisor tells, of another
    /// the dividend too. Where a positive constant is chosen in the place of the divisor it has a value.
    pub(super) fn divided_by_data(&mut self, quotient: &Value, is_unsigned: bool, lanes: &[i64]) {
        if let Value::Op(op) = quotient
            && let [dividend, Value::Op(divisor)] = op.operands.as_slice()
            && let ([condition, by, otherwise], true) = (divisor.operands.as_slice(), divisor.key == SELECT)
        {
            for (value, other, holds) in [(by, otherwise, true), (otherwise, by, false)] {
                if divides_by_constant(std::slice::from_ref(other)) {
                    let quotient = op.with(vec![dividend.clone(), value.clone()]);
                    self.conditions.push((condition.clone(), holds));
                    self.divided_by_data(&quotient, is_unsigned, lanes);
                    self.conditions.pop();
                    return;
                }
            }
        }
        let told = match quotient {
            Value::Op(op) if is_unsigned => Value::Op(Rc::new(Operation {
                key: "not zero".to_string(),
                is_commutative: false,
                operands: op.operands.last().cloned().into_iter().collect(),
            })),
            _ => quotient.clone(),
        };
        self.touch_by_data(Array::Divisor, vec![told], lanes);
    }

    /// Notes that something is done here of which data tell whether it may be done.
    fn touch_by_data(&mut self, array: Array, data: Vec<Value>, lanes: &[i64]) {
        let told = self.told(array, data, false);
        let statement = self.placed(told, array, Vec::new(), lanes, None);
        self.function.touches.push(Touch {
            statement,
            extents: Vec::new(),
            is_write: false,
            is_conditional: !self.conditions.is_empty(),
            is_gather: true,
            reaches_over: false,
            is_split: false,
        });
    }

    /// What tells of an access: at which subscripts it is, and of which data it is a condition that it is executed.
    fn told(&self, array: Array, subscripts: Vec<Value>, is_write: bool) -> Value {
        let mut operands = subscripts;
        let mut key = match is_write {
            true => format!("store to {array:?}"),
            false => format!("access of {array:?}"),
        };
        for (condition, holds) in &self.conditions {
            each_part(condition, *holds, &mut |part, holds| {
                key += if holds { " if" } else { " unless" };
                operands.push(part.clone());
            });
        }
        Value::Op(Rc::new(Operation {
            key,
            is_commutative: false,
            operands,
        }))
    }

    /// What is in cells, here.
    pub(super) fn loaded(&self, cells: Cells) -> Value {
        Value::Load(Rc::new(Access {
            array: cells.array,
            subscripts: cells.subscripts,
            time: self.time.clone(),
        }))
    }

    pub(super) fn store(&mut self, id: OpId) -> Refused<()> {
        let value = self.module.op(id).operands[0];
        let lanes = lanes_of(self.module.ty(value))?;
        let cells = self.access(id, 1, lanes.len())?;
        self.touch(&cells, &lanes, None, true);
        let known = self.value(value)?;
        let is_read_back = self.is_read_back(value, &known);
        self.statement(known, cells.array, cells.subscripts.clone(), &lanes, None)?;
        if is_read_back {
            let access = Access {
                array: cells.array,
                subscripts: cells.subscripts,
                time: self.at(AFTER),
            };
            self.define(value, Value::Load(Rc::new(access)), 1)?;
        }
        Ok(())
    }

    /// Notes that memory is accessed here.
    pub(super) fn touch(&mut self, cells: &Cells, lanes: &[i64], mask: Option<&Guard>, is_write: bool) {
        for claim in &cells.claims {
            self.claim(claim.clone(), lanes, mask);
        }
        let extents = self.extents_of(cells.array);
        let first = cells.subscripts.len() - extents.len();
        let subscripts = cells.subscripts[first..].to_vec();
        let told = match self.conditions.is_empty() {
            true => Value::Index(constant(0)),
            false => self.told(
                cells.array,
                subscripts.iter().cloned().map(Value::Index).collect(),
                is_write,
            ),
        };
        let statement = self.placed(told, cells.array, subscripts, lanes, mask);
        self.function.touches.push(Touch {
            statement,
            extents,
            is_write,
            is_conditional: !self.conditions.is_empty(),
            is_gather: false,
            reaches_over: cells.reaches_over,
            is_split: false,
        });
    }

    /// Notes that the first number is to be at least zero and less than the second.
    pub(super) fn claim(&mut self, claim: [AffineExpr; 2], lanes: &[i64], mask: Option<&Guard>) {
        self.claim_of(Array::Claim, claim, lanes, mask);
    }

    pub(super) fn claim_of(
        &mut self,
        array: Array,
        claim: [AffineExpr; 2],
        lanes: &[i64],
        mask: Option<&Guard>,
    ) {
        let extents = vec![vec![claim[1].clone()]];
        let told = self.told(array, claim.iter().cloned().map(Value::Index).collect(), false);
        let statement = self.placed(told, array, claim.to_vec(), lanes, mask);
        self.function.touches.push(Touch {
            statement,
            extents,
            is_write: false,
            is_conditional: !self.conditions.is_empty(),
            is_gather: false,
            reaches_over: false,
            is_split: false,
        });
    }

    /// Notes that an index is divided by here.
    pub(super) fn divided_by(&mut self, divisor: &AffineExpr) {
        let target = Access {
            array: Array::Divisor,
            subscripts: vec![divisor + &constant(-1)],
            time: Vec::new(),
        };
        let told = self.told(Array::Divisor, vec![Value::Index(divisor.clone())], false);
        self.function.touches.push(Touch {
            statement: Statement {
                domain: self.domain.clone(),
                target,
                value: told,
            },
            extents: vec![vec![divisor.clone()]],
            is_write: false,
            is_conditional: !self.conditions.is_empty(),
            is_gather: false,
            reaches_over: false,
            is_split: false,
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
        if self.constants.contains(&array) {
            return Err("a store to a constant".into());
        }
        let statement = self.placed(value, array, subscripts, lanes, mask);
        self.function.statements.push(statement);
        Ok(())
    }

    /// The cells of a load or store whose memref is this operand.
    fn access(&mut self, id: OpId, memref: usize, lanes: usize) -> Refused<Cells> {
        let op = self.module.op(id);
        let operands = &op.operands[memref + 1..];
        let map = op.attribute("map").and_then(Attribute::as_affine_map).cloned();
        let subscripts = match map {
            Some(map) => self.apply_used(&map, operands)?,
            None => operands.iter().map(|&v| self.used(v)).collect::<Refused<_>>()?,
        };
        self.cells(op.operands[memref], subscripts, lanes)
    }

    /// An allocation: each iteration of the loops around it has cells of its own.
    pub(super) fn allocate(&mut self, id: OpId, code: OpCode, block: BlockId) -> Refused<()> {
        let op = self.module.op(id);
        if !self.conditions.is_empty() {
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
        self.known.insert(
            op.results[0],
            Known::Memory(Memory::whole(Array::Local(number), around)),
        );
        self.homes.push((block, id));
        self.function.locals.push(Local {
            extents,
            is_freed: code == OpCode::MemRefAlloca,
        });
        Ok(())
    }

    pub(super) fn free(&mut self, id: OpId, block: BlockId) -> Refused<()> {
        let memref = self.module.op(id).operands[0];
        let Memory {
            array: Array::Local(number),
            window: None,
            ..
        } = self.memory(memref)?
        else {
            return Err("an argument, a global or a view that is freed".into());
        };
        if self.homes[number].0 != block {
            return Err("memory that is freed elsewhere than it is allocated".into());
        }
        if std::mem::replace(&mut self.function.locals[number].is_freed, true) {
            return Err("memory that is freed twice".into());
        }
        self.dead.insert(number);
        Ok(())
    }

    pub(super) fn extent(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let dimension = self.index(op.operands[1])?.as_constant();
        let dimension = dimension.and_then(|d| usize::try_from(d).ok());
        let dimension = dimension.ok_or("an extent of a dimension that is not known")?;
        let memory = self.memory(op.operands[0])?;
        let (all, is_greatest) = match &memory.window {
            Some(window) => (window.extents.clone(), false),
            None => (self.extents_of(memory.array), true),
        };
        let known = all
            .into_iter()
            .nth(dimension)
            .map(|extent| match extent.as_slice() {
                [one] => Known::Value(Value::Index(one.clone())),
                _ => Known::Extreme(is_greatest, extent),
            });
        let known = known.ok_or("an extent of a dimension that is not there")?;
        self.known.insert(op.results[0], known);
        Ok(())
    }

    /// The address of an argument, which is only compared: sums of addresses may wrap around.
    pub(super) fn address(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let (memref, result) = (op.operands[0], op.results[0]);
        let is_defined = self.module.defining_op(memref).is_some();
        let argument = match self.memory(memref)?.array {
            Array::Argument(number) if number < self.arguments && !is_defined => number,
            _ => return Err("the address of memory that is no argument".into()),
        };
        let mut is_compared = true;
        self.module.walk(self.module.top(), &mut |user| {
            let user = self.module.op(user);
            let compares = match user.code() {
                Some(OpCode::AffineIf) => true,
                Some(OpCode::CmpI) => matches!(
                    IntPredicate::from_code(user.predicate()),
                    Some(IntPredicate::Eq | IntPredicate::Ne)
                ),
                _ => false,
            };
            is_compared &= compares || !user.operands.contains(&result);
        });
        if !is_compared {
            return Err("arithmetic with an address".into());
        }
        let address = self.symbol(Symbol::Address(argument));
        self.known.insert(result, Known::Value(Value::Index(address)));
        Ok(())
    }
}

/// An integer of a type as wide as an address, and so much more. Sums of such integers wrap around as addresses do, so that it does not
/// matter to which operand something is added.
fn moved(value: &Value, by: &AffineExpr, ty: &str) -> Value {
    let op = match value {
        Value::Index(index) => return Value::Index(index + by),
        Value::Op(op) => op,
        _ => return plus(value, by, ty),
    };
    let other = if ty == "index" { "i64" } else { "index" };
    let mut casts = ["arith.index_cast", "arith.index_castui"].iter();
    let is_cast = casts.any(|cast| op.key == format!("{cast} {other} -> {ty}"));
    let is_sum = op.key.starts_with("arith.addi ") && op.key.ends_with(&format!(" {ty} {ty} -> {ty}"));
    let is_index = |operand: &Value| match operand {
        Value::Index(_) => true,
        Value::Op(op) => matches!(op.operands.as_slice(), [Value::Index(_)]),
        _ => false,
    };
    let mut operands = op.operands.clone();
    match operands.as_mut_slice() {
        [only] if is_cast => *only = moved(only, by, other),
        [a, b] if is_sum => {
            let to = if is_index(a) { a } else { b };
            *to = moved(to, by, ty);
        }
        _ => return plus(value, by, ty),
    }
    op.with(operands)
}

fn plus(value: &Value, by: &AffineExpr, ty: &str) -> Value {
    let of = |key: String, operands| {
        Value::Op(Rc::new(Operation {
            is_commutative: key.starts_with("arith.addi "),
            key,
            operands,
        }))
    };
    let by = Value::Index(by.clone());
    let by = match ty {
        "index" => by,
        _ => of(format!("arith.index_cast index -> {ty}"), vec![by]),
    };
    of(format!("arith.addi {ty} {ty} -> {ty}"), vec![value.clone(), by])
}
