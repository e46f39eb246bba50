//! The emitter: statements to operations.

use std::collections::BTreeMap;
use std::sync::Arc;

use egg::{Id, Symbol};
use indexmap::IndexMap;
use ovolo_lang::affine::{AffineExpr, AffineMap};
use ovolo_lang::attribute::{Attribute, FloatValue};
use ovolo_lang::ir::{BlockId, Module, NewOp, ValueId};
use ovolo_lang::op::{OpCode, Trait, fast_math_attribute};
use ovolo_lang::types::Type;
use rustc_hash::FxHashMap;

use super::cells::Cell;
use super::memory::{Cells, Found, Stored};
use super::{Choice, Result, refuse};
use crate::lift::{BufferSource, Nest};
use crate::linear::Linear;
use crate::term::{IndexOp, Loop, LoopKind, Node, Scalar, ScalarOp, Step};

pub struct Emitter<'a> {
    pub module: Module,
    nest: &'a Nest,
    choice: &'a Choice,
    /// The blocks being filled, outermost first. A loop is attached to its block when it is complete, so
    /// what is appended to an outer block meanwhile comes before the loop.
    frames: Vec<Frame>,
    /// The depth of the block that defines a value; what comes from outside the nest has none.
    depths: FxHashMap<ValueId, usize>,
    /// Induction variables and symbols that are SSA values.
    index_values: FxHashMap<Symbol, ValueId>,
    /// What a variable of the term stands for: the offset within an unrolled loop, or itself.
    bindings: BTreeMap<Symbol, Linear>,
    temporaries: IndexMap<Symbol, ValueId>,
}

struct Frame {
    block: BlockId,
    pure: FxHashMap<PureKey, ValueId>,
    cells: Cells,
}

/// Equal keys are equal values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum PureKey {
    Constant(Scalar, u128),
    Apply(Linear),
    Op(ScalarOp, Option<i64>, Vec<ValueId>),
    Broadcast(ValueId, i64),
}

/// The loop variable that counts the lanes of the vectors being made, and how many there are.
#[derive(Clone, Copy)]
struct Lanes {
    iv: Symbol,
    count: i64,
}

/// A value with the number of its lanes, `None` for a scalar.
#[derive(Clone, Copy)]
struct Operand {
    value: ValueId,
    lanes: Option<i64>,
}

impl<'a> Emitter<'a> {
    pub fn new(module: Module, nest: &'a Nest, choice: &'a Choice, block: BlockId) -> Emitter<'a> {
        let index_values = nest.values.iter().map(|(name, value)| (*name, *value)).collect();
        Emitter {
            module,
            nest,
            choice,
            frames: vec![Frame {
                block,
                pure: FxHashMap::default(),
                cells: Cells::default(),
            }],
            depths: FxHashMap::default(),
            index_values,
            bindings: BTreeMap::new(),
            temporaries: IndexMap::new(),
        }
    }

    /// The values that replace the results of the nest.
    pub fn results(&mut self) -> Result<Vec<(ValueId, ValueId)>> {
        let results = &self.nest.results;
        results
            .iter()
            .map(|&(old, temporary)| {
                let cell = Cell {
                    buffer: temporary,
                    indices: Vec::new(),
                    lanes: None,
                };
                Ok((old, self.load_cell(cell)?))
            })
            .collect()
    }

    pub fn statement(&mut self, id: Id) -> Result<()> {
        match self.node(id).clone() {
            Node::Seq(statements) => statements.iter().try_for_each(|&s| self.statement(s)),
            Node::Store(buffer, children) => self.store(buffer, &children, None),
            Node::For(head, [lo, hi, body]) => match head.kind {
                LoopKind::Sequential => self.sequential(head, lo, hi, body, Vec::new()),
                LoopKind::Promoted => {
                    let mut cells = Vec::new();
                    self.written_cells(body, None, &mut cells)?;
                    let name = head.iv;
                    cells.retain(|cell| !cell.indices.iter().any(|i| i.uses(name)));
                    self.sequential(head, lo, hi, body, cells)
                }
                LoopKind::Unrolled => self.unrolled(head, lo, hi, &mut |emitter| emitter.statement(body)),
                LoopKind::Vectorized => {
                    let lanes = self.enter_vector(head, lo, hi)?;
                    if lanes.count > 0 {
                        self.vector_statement(body, lanes)?;
                    }
                    self.bindings.remove(&head.iv);
                    Ok(())
                }
            },
            other => refuse(format!("{other} is no statement that has a form in the IR")),
        }
    }

    fn vector_statement(&mut self, id: Id, lanes: Lanes) -> Result<()> {
        match self.node(id).clone() {
            Node::Seq(statements) => statements
                .iter()
                .try_for_each(|&s| self.vector_statement(s, lanes)),
            Node::Store(buffer, children) => self.store(buffer, &children, Some(lanes)),
            other => refuse(format!("{other} inside a vector")),
        }
    }

    fn node(&self, id: Id) -> &'a Node {
        &self.choice.term[id]
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the emitter always has a block")
    }

    // Loops.

    fn sequential(&mut self, head: Loop, lo: Id, hi: Id, body: Id, cells: Vec<Cell>) -> Result<()> {
        let lower = self.bound(lo, IndexOp::Max)?;
        let upper = self.bound(hi, IndexOp::Min)?;
        let step = self.step(head.step)?;
        if let ([lower], [upper]) = (lower.as_slice(), upper.as_slice())
            && upper
                .subtract(lower)
                .and_then(|trip| trip.as_constant())
                .is_some_and(|trip| trip <= 0)
        {
            return Ok(());
        }
        if cells
            .iter()
            .enumerate()
            .any(|(n, a)| cells[n + 1..].iter().any(|b| self.may_alias(a, b)))
        {
            return refuse("two cells to be held in registers may be one");
        }
        let inits = cells
            .iter()
            .map(|cell| self.load_cell(cell.clone()))
            .collect::<Result<Vec<_>>>()?;
        let (lower_map, lower_operands) = self.map(&lower)?;
        let (upper_map, upper_operands) = self.map(&upper)?;
        let segments = [lower_operands.len(), upper_operands.len(), inits.len()].map(|n| n as i64);
        let mut new = NewOp::new(OpCode::AffineFor)
            .operands(
                lower_operands
                    .into_iter()
                    .chain(upper_operands)
                    .chain(inits.iter().copied()),
            )
            .attribute("lowerBoundMap", Attribute::affine_map(lower_map))
            .attribute("operandSegmentSizes", Attribute::i32_array(&segments))
            .attribute("step", Attribute::index(step))
            .attribute("upperBoundMap", Attribute::affine_map(upper_map));
        for init in &inits {
            new = new.result(self.module.ty(*init).clone());
        }
        let op = self.module.create(new);
        let region = self.module.add_region(op);
        let block = self.module.add_block(region);
        let name: Arc<str> = head.iv.as_str().replace('\'', "_").into();
        let iv = self.module.add_argument(block, Type::Index, Some(name));
        let depth = self.frames.len();
        self.depths.insert(iv, depth);
        let mut held = Vec::new();
        for (cell, init) in cells.iter().zip(&inits) {
            let ty = self.module.ty(*init).clone();
            let argument = self
                .module
                .add_argument(block, ty, Some(cell.buffer.as_str().into()));
            self.depths.insert(argument, depth);
            held.push((cell.clone(), argument));
        }
        let shadowed = (
            self.index_values.insert(head.iv, iv),
            self.bindings.remove(&head.iv),
        );
        self.frames.push(Frame {
            block,
            pure: FxHashMap::default(),
            cells: Cells::holding(held),
        });
        self.statement(body)?;
        let values = self.frame().cells.held_values();
        self.module
            .append(block, NewOp::new(OpCode::AffineYield).operands(values));
        self.frames.pop();
        match shadowed.0 {
            Some(value) => self.index_values.insert(head.iv, value),
            None => self.index_values.remove(&head.iv),
        };
        if let Some(binding) = shadowed.1 {
            self.bindings.insert(head.iv, binding);
        }

        let here = self.frame().block;
        self.module.attach(here, op);
        self.frame().cells.forget();
        let results = self.module.op(op).results.clone();
        for (cell, result) in cells.into_iter().zip(results) {
            self.depths.insert(result, depth - 1);
            self.store_cell(cell, result)?;
        }
        Ok(())
    }

    fn unrolled(
        &mut self,
        head: Loop,
        lo: Id,
        hi: Id,
        body: &mut dyn FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let lower = self.index(lo)?;
        let Some(trip) = self
            .index(hi)?
            .subtract(&lower)
            .and_then(|extent| extent.as_constant())
        else {
            return refuse("an unrolled loop without a constant trip count");
        };
        let mut offset = 0;
        while offset < trip {
            let Some(iteration) = lower.add(&Linear::constant(offset)) else {
                return refuse("an index overflows");
            };
            self.bindings.insert(head.iv, iteration);
            body(self)?;
            offset += self.step(head.step)?;
        }
        self.bindings.remove(&head.iv);
        Ok(())
    }

    /// Binds the loop variable to its first lane.
    fn enter_vector(&mut self, head: Loop, lo: Id, hi: Id) -> Result<Lanes> {
        let lower = self.index(lo)?;
        let count = self
            .index(hi)?
            .subtract(&lower)
            .and_then(|extent| extent.as_constant());
        let (Some(count), Step::Fixed(1)) = (count, head.step) else {
            return refuse("a vectorized loop without a constant number of lanes");
        };
        self.bindings.insert(head.iv, lower);
        Ok(Lanes { iv: head.iv, count })
    }

    /// The cells that straight-line code writes, each once.
    fn written_cells(&mut self, id: Id, lanes: Option<Lanes>, cells: &mut Vec<Cell>) -> Result<()> {
        match self.node(id).clone() {
            Node::Seq(statements) => statements
                .iter()
                .try_for_each(|&s| self.written_cells(s, lanes, cells)),
            Node::Store(buffer, children) => {
                let (_, indices) = children.split_last().expect("a store has a value");
                let (cell, _) = self.cell(buffer, indices, lanes)?;
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
                Ok(())
            }
            Node::For(head, [lo, hi, body]) => match head.kind {
                LoopKind::Unrolled => self.unrolled(head, lo, hi, &mut |emitter| {
                    emitter.written_cells(body, lanes, cells)
                }),
                LoopKind::Vectorized => {
                    let lanes = self.enter_vector(head, lo, hi)?;
                    if lanes.count > 0 {
                        self.written_cells(body, Some(lanes), cells)?;
                    }
                    self.bindings.remove(&head.iv);
                    Ok(())
                }
                _ => refuse("a promoted loop around another loop"),
            },
            other => refuse(format!("{other} is no statement that has a form in the IR")),
        }
    }

    // Memory.

    /// The cell of a subscript, and whether it moves with the lanes otherwise than by one element.
    fn cell(&mut self, buffer: Symbol, indices: &[Id], lanes: Option<Lanes>) -> Result<(Cell, bool)> {
        let indices_of =
            |emitter: &Self| -> Result<Vec<Linear>> { indices.iter().map(|&i| emitter.index(i)).collect() };
        let first = indices_of(self)?;
        let Some(Lanes { iv, count }) = lanes else {
            return Ok((
                Cell {
                    buffer,
                    indices: first,
                    lanes: None,
                },
                false,
            ));
        };
        // The subscripts of a lane whose number is left open: its coefficients are the distances
        // between lanes.
        let base = self.bindings[&iv].clone();
        let lane = Symbol::from("lane'");
        let Some(open) = base.add(&Linear::var(lane)) else {
            return refuse("an index overflows");
        };
        self.bindings.insert(iv, open);
        let all = indices_of(self);
        self.bindings.insert(iv, base);
        let mut distances = Vec::new();
        for index in &all? {
            let distance = index.coefficient(lane);
            let rest = Linear::var(lane)
                .scale(distance)
                .and_then(|moving| index.subtract(&moving));
            if rest.is_none_or(|rest| rest.uses(lane)) {
                return refuse("a subscript whose lanes are not at a constant distance");
            }
            distances.push(distance);
        }
        let moves = distances.iter().any(|&d| d != 0);
        let contiguous = distances
            .split_last()
            .is_some_and(|(l, rest)| *l == 1 && rest.iter().all(|&d| d == 0));
        let lanes = (moves && contiguous).then_some(count);
        Ok((
            Cell {
                buffer,
                indices: first,
                lanes,
            },
            moves && !contiguous,
        ))
    }

    fn may_alias(&self, a: &Cell, b: &Cell) -> bool {
        if a.buffer == b.buffer {
            return !a.is_disjoint(b);
        }
        let group = |name| {
            self.nest
                .buffers
                .get(&name)
                .and_then(|(buffer, _)| buffer.overlap_group)
        };
        group(a.buffer).is_some() && group(a.buffer) == group(b.buffer)
    }

    fn load_cell(&mut self, cell: Cell) -> Result<ValueId> {
        let cells = &self.frames.last().expect("the emitter always has a block").cells;
        if let Found::Value(value) = cells.load(&cell, |a, b| self.may_alias(a, b))? {
            return Ok(value);
        }
        let memref = self.memref(cell.buffer)?;
        let element = self.nest.buffers[&cell.buffer].0.element.ty();
        let (map, operands) = self.map(&cell.indices)?;
        let (code, ty) = match cell.lanes {
            None => (OpCode::AffineLoad, element),
            Some(lanes) => (OpCode::AffineVectorLoad, Type::vector(lanes, element)),
        };
        let new = NewOp::new(code)
            .operands([memref].into_iter().chain(operands))
            .attribute("map", Attribute::affine_map(map))
            .result(ty);
        let value = self.append(self.frames.len() - 1, new);
        self.frame().cells.learn(cell, value);
        Ok(value)
    }

    fn store_cell(&mut self, cell: Cell, value: ValueId) -> Result<()> {
        let mut cells = std::mem::take(&mut self.frame().cells);
        let stored = cells.store(&cell, value, |a, b| self.may_alias(a, b));
        self.frame().cells = cells;
        if let Stored::InRegister = stored? {
            return Ok(());
        }
        let memref = self.memref(cell.buffer)?;
        let (map, operands) = self.map(&cell.indices)?;
        let code = if cell.lanes.is_some() {
            OpCode::AffineVectorStore
        } else {
            OpCode::AffineStore
        };
        let new = NewOp::new(code)
            .operands([value, memref].into_iter().chain(operands))
            .attribute("map", Attribute::affine_map(map));
        let block = self.frame().block;
        self.module.append(block, new);
        Ok(())
    }

    fn store(&mut self, buffer: Symbol, children: &[Id], lanes: Option<Lanes>) -> Result<()> {
        let (&value, indices) = children.split_last().expect("a store has a value");
        let value = self.value(value, lanes)?;
        let (cell, scattered) = self.cell(buffer, indices, lanes)?;
        if scattered || (lanes.is_some() && cell.lanes.is_none()) {
            return refuse("a vector store to cells that are not consecutive");
        }
        let value = match cell.lanes {
            None => value.value,
            Some(count) => self.broadcast(value, count)?,
        };
        self.store_cell(cell, value)
    }

    fn memref(&mut self, buffer: Symbol) -> Result<ValueId> {
        let Some((data, source)) = self.nest.buffers.get(&buffer) else {
            return refuse(format!("no buffer is called {buffer}"));
        };
        match source {
            BufferSource::Memref(value) => Ok(*value),
            BufferSource::Temporary => {
                if let Some(value) = self.temporaries.get(&buffer) {
                    return Ok(*value);
                }
                let new = NewOp::new(OpCode::MemRefAlloca)
                    .attribute("operandSegmentSizes", Attribute::i32_array(&[0, 0]))
                    .result(Type::memref(Vec::new(), data.element.ty()));
                let value = self.append(0, new);
                self.module.value_mut(value).name = Some(buffer.as_str().into());
                self.temporaries.insert(buffer, value);
                Ok(value)
            }
        }
    }

    // Scalar and vector values.

    fn value(&mut self, id: Id, lanes: Option<Lanes>) -> Result<Operand> {
        let scalar = |value| Operand { value, lanes: None };
        match self.node(id).clone() {
            Node::Const(ty, bits) => Ok(scalar(self.constant(ty, bits))),
            Node::Int(_) | Node::Var(_) | Node::Index(..) => {
                let index = self.index(id)?;
                if lanes.is_some_and(|l| self.moves_with(id, l)) {
                    return refuse("a lane number used as data");
                }
                Ok(scalar(self.index_value(&index)?))
            }
            Node::Outer(name, _) => match self.nest.values.get(&name) {
                Some(value) => Ok(scalar(*value)),
                None => refuse(format!("no value is called {name}")),
            },
            Node::Load(buffer, _, indices) => self.load(buffer, &indices, lanes),
            Node::Op(op, args) => {
                let args = args
                    .iter()
                    .map(|&a| self.value(a, lanes))
                    .collect::<Result<Vec<_>>>()?;
                self.apply(op, args)
            }
            other => refuse(format!("{other} is no value")),
        }
    }

    /// Whether an index expression depends on the lane.
    fn moves_with(&self, id: Id, lanes: Lanes) -> bool {
        match self.node(id) {
            Node::Var(name) => *name == lanes.iv,
            node => egg::Language::children(node)
                .iter()
                .any(|&c| self.moves_with(c, lanes)),
        }
    }

    fn load(&mut self, buffer: Symbol, indices: &[Id], lanes: Option<Lanes>) -> Result<Operand> {
        let (cell, scattered) = self.cell(buffer, indices, lanes)?;
        let (Some(all), true) = (lanes, scattered) else {
            let count = cell.lanes;
            return Ok(Operand {
                value: self.load_cell(cell)?,
                lanes: count,
            });
        };
        // Lanes at a distance: one load each.
        let base = self.bindings[&all.iv].clone();
        let mut vector = None;
        for lane in 0..all.count {
            let Some(index) = base.add(&Linear::constant(lane)) else {
                return refuse("an index overflows");
            };
            self.bindings.insert(all.iv, index);
            let cell = self.cell(buffer, indices, None);
            self.bindings.insert(all.iv, base.clone());
            let element = self.load_cell(cell?.0)?;
            vector = Some(match vector {
                None => self.broadcast(
                    Operand {
                        value: element,
                        lanes: None,
                    },
                    all.count,
                )?,
                Some(vector) => self.insert(element, vector, lane),
            });
        }
        match vector {
            Some(value) => Ok(Operand {
                value,
                lanes: Some(all.count),
            }),
            None => refuse("a vector without lanes"),
        }
    }

    fn insert(&mut self, element: ValueId, vector: ValueId, lane: i64) -> ValueId {
        let ty = self.module.ty(vector).clone();
        let position = Attribute::DenseArray(Arc::new(ovolo_lang::attribute::DenseArray {
            element: Type::I64,
            elements: vec![Attribute::integer(lane, Type::I64)],
        }));
        let new = NewOp::new(OpCode::VectorInsert)
            .operands([element, vector])
            .attribute("static_position", position)
            .result(ty);
        self.append(self.frames.len() - 1, new)
    }

    fn apply(&mut self, op: ScalarOp, args: Vec<Operand>) -> Result<Operand> {
        let lanes = args.iter().find_map(|a| a.lanes);
        let operands = match lanes {
            None => args.iter().map(|a| a.value).collect(),
            Some(count) => args
                .iter()
                .map(|&a| self.broadcast(a, count))
                .collect::<Result<Vec<_>>>()?,
        };
        let ty = match lanes {
            None => op.result.ty(),
            Some(count) => Type::vector(count, op.result.ty()),
        };
        // A loop that does not run must not divide by zero.
        let depth = if op.code.has_trait(Trait::Partial) && !self.has_constant_divisor(&operands) {
            self.frames.len() - 1
        } else {
            self.depth_of(&operands)
        };
        let value = self.pure(depth, PureKey::Op(op, lanes, operands.clone()), |_| {
            let mut new = NewOp::new(op.code).operands(operands).result(ty);
            if matches!(op.code, OpCode::CmpI | OpCode::CmpF) {
                new = new.attribute("predicate", Attribute::integer(op.predicate, Type::I64));
            }
            if let (true, Some(flags)) = (op.code.has_trait(Trait::FastMath), fast_math_attribute(op.flags)) {
                new = new.attribute("fastmath", flags);
            }
            new
        });
        Ok(Operand { value, lanes })
    }

    /// Whether the last operand is a constant by which everything can be divided: neither 0 nor -1.
    fn has_constant_divisor(&self, operands: &[ValueId]) -> bool {
        let constant = operands
            .last()
            .and_then(|&divisor| self.module.defining_op(divisor))
            .and_then(|op| self.module.op(op).attribute("value"))
            .and_then(Attribute::as_i64);
        constant.is_some_and(|c| c != 0 && c != -1)
    }

    fn broadcast(&mut self, operand: Operand, count: i64) -> Result<ValueId> {
        match operand.lanes {
            Some(lanes) if lanes == count => Ok(operand.value),
            Some(_) => refuse("vectors of different lengths meet"),
            None => {
                let ty = Type::vector(count, self.module.ty(operand.value).clone());
                let depth = self.depth_of(&[operand.value]);
                Ok(self.pure(depth, PureKey::Broadcast(operand.value, count), |_| {
                    NewOp::new(OpCode::VectorBroadcast)
                        .operands([operand.value])
                        .result(ty)
                }))
            }
        }
    }

    fn constant(&mut self, scalar: Scalar, bits: u128) -> ValueId {
        let value = match scalar {
            Scalar::Float(kind) => Attribute::Float(FloatValue { bits, kind }),
            Scalar::Integer(1) => Attribute::Bool(bits != 0),
            Scalar::Integer(width) => Attribute::integer(signed(bits, width), Type::integer(width)),
            Scalar::Index => Attribute::integer(signed(bits, 64), Type::Index),
        };
        self.pure(0, PureKey::Constant(scalar, bits), |_| {
            NewOp::new(OpCode::Constant)
                .attribute("value", value)
                .result(scalar.ty())
        })
    }

    fn index_value(&mut self, index: &Linear) -> Result<ValueId> {
        if let Some(c) = index.as_constant() {
            return Ok(self.constant(Scalar::Index, c as u64 as u128));
        }
        let (map, operands) = self.map(std::slice::from_ref(index))?;
        if map.is_identity() {
            return Ok(operands[0]);
        }
        let depth = self.depth_of(&operands);
        Ok(self.pure(depth, PureKey::Apply(index.clone()), |_| {
            NewOp::new(OpCode::AffineApply)
                .operands(operands)
                .attribute("map", Attribute::affine_map(map))
                .result(Type::Index)
        }))
    }

    /// The value of this key, computed in the block at `depth` unless it already is there.
    fn pure(&mut self, depth: usize, key: PureKey, new: impl FnOnce(&Module) -> NewOp) -> ValueId {
        if let Some(value) = self.frames[depth].pure.get(&key) {
            return *value;
        }
        let new = new(&self.module);
        let value = self.append(depth, new);
        self.frames[depth].pure.insert(key, value);
        value
    }

    fn append(&mut self, depth: usize, new: NewOp) -> ValueId {
        let block = self.frames[depth].block;
        let value = self.module.append_value(block, new);
        self.depths.insert(value, depth);
        value
    }

    fn depth_of(&self, operands: &[ValueId]) -> usize {
        operands
            .iter()
            .map(|v| self.depths.get(v).copied().unwrap_or(0))
            .max()
            .unwrap_or(0)
    }

    // Index arithmetic.

    fn step(&self, step: Step) -> Result<i64> {
        let value = match step {
            Step::Fixed(n) => Some(n),
            Step::Tile(name) => self.choice.tiles.get(&name).copied(),
        };
        match value {
            Some(n) if n > 0 => Ok(n),
            _ => refuse(format!("no positive size is chosen for {step}")),
        }
    }

    fn index(&self, id: Id) -> Result<Linear> {
        match self.bound(id, IndexOp::Min)?.as_slice() {
            [one] => Ok(one.clone()),
            _ => refuse("a minimum in a subscript"),
        }
    }

    /// The expressions whose least (`fold` is `Min`) or greatest (`Max`) is the value of a bound.
    fn bound(&self, id: Id, fold: IndexOp) -> Result<Vec<Linear>> {
        let overflow = || refuse("index arithmetic that is not affine or overflows");
        let mut list = match self.node(id) {
            Node::Int(n) => vec![Linear::constant(*n)],
            Node::Var(name) => vec![match (self.bindings.get(name), self.choice.tiles.get(name)) {
                (Some(bound), _) => bound.clone(),
                (None, Some(size)) => Linear::constant(*size),
                (None, None) => Linear::var(*name),
            }],
            Node::Index(op, [a, b]) if *op == fold => {
                let mut list = self.bound(*a, fold)?;
                list.extend(self.bound(*b, fold)?);
                list
            }
            Node::Index(IndexOp::Min | IndexOp::Max, [a, b]) => {
                match (self.index(*a)?.as_constant(), self.index(*b)?.as_constant()) {
                    (Some(a), Some(b)) => vec![Linear::constant(match fold {
                        IndexOp::Min => a.max(b),
                        _ => a.min(b),
                    })],
                    _ => return refuse("a minimum inside a maximum"),
                }
            }
            Node::Index(op, [a, b]) => {
                let (left, right) = (self.bound(*a, fold)?, self.bound(*b, fold)?);
                let mut list = Vec::new();
                for x in &left {
                    for y in &right {
                        // Each of these is monotone in x and y, so it may be taken member by member.
                        let monotone = left.len() * right.len() == 1
                            || match op {
                                IndexOp::Add => true,
                                IndexOp::Mul | IndexOp::FloorDiv | IndexOp::CeilDiv => {
                                    right.len() == 1 && y.as_constant().is_some_and(|c| c > 0)
                                }
                                _ => false,
                            };
                        if !monotone {
                            return refuse("a bound that is not monotone in its parts");
                        }
                        match combine(*op, x, y) {
                            Some(value) => list.push(value),
                            None => return overflow(),
                        }
                    }
                }
                list
            }
            _ => return overflow(),
        };
        let constants: Vec<i64> = list.iter().filter_map(Linear::as_constant).collect();
        if constants.len() > 1 {
            let best = if fold == IndexOp::Min {
                constants.iter().min()
            } else {
                constants.iter().max()
            };
            let best = Linear::constant(*best.expect("there are constants"));
            list.retain(|l| l.as_constant().is_none());
            list.push(best);
        }
        list.dedup();
        Ok(list)
    }

    /// A map over the variables that occur, with their values.
    fn map(&self, results: &[Linear]) -> Result<(AffineMap, Vec<ValueId>)> {
        let mut operands: Vec<ValueId> = Vec::new();
        let mut missing = None;
        let mut dim = |name: Symbol| {
            let Some(&value) = self.index_values.get(&name) else {
                missing = Some(name);
                return AffineExpr::Constant(0);
            };
            let place = operands.iter().position(|&v| v == value).unwrap_or_else(|| {
                operands.push(value);
                operands.len() - 1
            });
            AffineExpr::Dim(place as u32)
        };
        let results: Vec<AffineExpr> = results.iter().map(|l| l.to_affine(&mut dim)).collect();
        match missing {
            Some(name) => refuse(format!("the variable {name} is not in scope")),
            None => Ok((AffineMap::new(operands.len() as u32, 0, results), operands)),
        }
    }
}

fn combine(op: IndexOp, a: &Linear, b: &Linear) -> Option<Linear> {
    match op {
        IndexOp::Add => a.add(b),
        IndexOp::Mul => match (a.as_constant(), b.as_constant()) {
            (_, Some(c)) => a.scale(c),
            (Some(c), _) => b.scale(c),
            _ => None,
        },
        IndexOp::FloorDiv => a.floordiv(b.as_constant()?),
        IndexOp::CeilDiv => a.ceildiv(b.as_constant()?),
        IndexOp::Mod => a.modulo(b.as_constant()?),
        IndexOp::Min | IndexOp::Max => None,
    }
}

/// The value of `width` bits read as signed.
fn signed(bits: u128, width: u32) -> i128 {
    let unused = 128 - width;
    ((bits << unused) as i128) >> unused
}
