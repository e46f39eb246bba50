//! Reading a function as a list of statements.

mod vector;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp, Constraint, constant, dim, symbol};
use ovolo_lang::algebra::{FastMath, IntPredicate};
use ovolo_lang::attribute::{Attribute, FloatValue};
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{BlockId, Module, Op, OpId, ValueDef, ValueId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::types::{Dim, FloatKind, MemRefType, Type};

use super::Refused;
use super::function::{
    Access, Array, Domain, Function, Guard, Local, Loop, Operation, Statement, Symbol, Symbols, Time, Touch,
    Value,
};

/// The places before, during and after an operation, of so many for each position of a block.
const PLACES: i64 = 4;
const BEFORE: i64 = 0;
const DURING: i64 = 1;
const AFTER: i64 = 2;

/// Statements of one function beyond which it is not read. Arbitrary.
const MOST_STATEMENTS: usize = 4_000;

/// Nodes of one value as a tree.
const MOST_NODES: usize = 2_000;

/// Nodes of a value beyond which it is a statement of its own. Arbitrary.
const MOST_INLINE: usize = 200;

/// While a function is read, the number of the variable that is a lane along dimension 0 of a vector. Greater than the
/// depth of any nest.
const LANES: u32 = 1 << 20;

/// A value while the function is read.
#[derive(Clone)]
enum Known {
    Value(Value),
    /// An array, and the subscripts before those of an access.
    Array(Array, Vec<AffineExpr>),
    /// The greatest (`true`) or least of some indices.
    Extreme(bool, Vec<AffineExpr>),
    /// A vector that holds in the lanes of which these constraints hold.
    Mask(Vec<Constraint>),
}

/// What a region yields to.
enum Yields {
    Registers(Vec<Access>),
    Values,
}

pub struct Reader<'m> {
    module: &'m Module,
    symbols: &'m mut Symbols,
    model: FpModel,
    known: HashMap<ValueId, Known>,
    sizes: HashMap<ValueId, usize>,
    domain: Domain,
    conditions: Vec<(Value, bool)>,
    time: Vec<Time>,
    /// Of the regions around, innermost last.
    yields: Vec<Yields>,
    /// What the region that was read last yields.
    yielded: Vec<Value>,
    registers: usize,
    /// Values that are stored and used otherwise too.
    shared: HashSet<ValueId>,
    /// Of each block the array of its shared values, and how many there are.
    numbered: HashMap<BlockId, (usize, i64)>,
    /// Where each array is allocated.
    homes: Vec<BlockId>,
    /// Whether the bits of a float may be read as an integer, through arguments of other types that share its memory: which
    /// NaN a sum of two is depends on their order.
    shows_bits: bool,
    function: Function,
}

impl<'m> Reader<'m> {
    pub fn read(module: &'m Module, op: OpId, model: FpModel, symbols: &'m mut Symbols) -> Refused<Function> {
        let body = module.single_block(op, 0).ok_or("a function of several blocks")?;
        let mut reader = Reader {
            module,
            symbols,
            model,
            known: HashMap::new(),
            sizes: HashMap::new(),
            domain: Domain::default(),
            conditions: Vec::new(),
            time: Vec::new(),
            yields: Vec::new(),
            yielded: Vec::new(),
            registers: 0,
            shared: shared(module, op),
            numbered: HashMap::new(),
            homes: Vec::new(),
            shows_bits: false,
            function: Function {
                statements: Vec::new(),
                touches: Vec::new(),
                locals: Vec::new(),
                arguments: Vec::new(),
            },
        };
        reader.arguments(op, body)?;
        reader.block(body)?;
        Ok(reader.function)
    }

    fn arguments(&mut self, op: OpId, body: BlockId) -> Refused<()> {
        for (i, &value) in self.module.block(body).arguments.iter().enumerate() {
            let ty = self.module.ty(value);
            let mut memory = None;
            let known = match ty {
                Type::MemRef(memref) => {
                    is_plain(memref)?;
                    let mut extents = Vec::new();
                    for (dimension, extent) in memref.shape.iter().flatten().enumerate() {
                        extents.push(match extent {
                            Dim::Fixed(n) => constant(*n),
                            Dim::Dynamic => self.symbol(Symbol::Extent(i, dimension)),
                        });
                    }
                    memory = Some((extents, self.module.op(op).is_noalias(i)));
                    Known::Array(Array::Argument(i), Vec::new())
                }
                Type::Index => Known::Value(Value::Index(self.symbol(Symbol::Argument(i, None)))),
                Type::Integer(_) | Type::Float(_) => Known::Value(Value::Argument(i)),
                other => return Err(format!("an argument of type `{other}`")),
            };
            self.function.arguments.push(memory);
            self.known.insert(value, known);
        }
        let arguments = self.module.block(body).arguments.iter();
        let shared = arguments
            .zip(&self.function.arguments)
            .filter(|(_, memory)| matches!(memory, Some((_, false))))
            .map(|(&value, _)| self.module.ty(value).element());
        let shared: Vec<&Type> = shared.collect();
        self.shows_bits = shared.iter().any(|element| *element != shared[0]);
        Ok(())
    }

    fn symbol(&mut self, wanted: Symbol) -> AffineExpr {
        let position = self.symbols.0.iter().position(|known| *known == wanted);
        let number = position.unwrap_or_else(|| {
            self.symbols.0.push(wanted);
            self.symbols.0.len() - 1
        });
        symbol(number as u32)
    }

    fn block(&mut self, block: BlockId) -> Refused<()> {
        for (position, &id) in self.module.block(block).ops.iter().enumerate() {
            let place = PLACES * position as i64 + DURING;
            self.time.push(Time::At(constant(place)));
            self.operation(id, block)?;
            self.time.pop();
        }
        Ok(())
    }

    /// A place before, during or after the operation at hand.
    fn at(&self, place: i64) -> Vec<Time> {
        let mut time = self.time.clone();
        if let Some(Time::At(position)) = time.last_mut() {
            *position = &*position + &constant(place - DURING);
        }
        time
    }

    fn depth(&self) -> usize {
        self.domain.loops.len()
    }

    /// Registers for the values that a loop hands on. Lanes are variables of the access.
    fn registers(&mut self, values: &[ValueId]) -> Refused<Vec<Access>> {
        let mut all = Vec::new();
        for (number, &value) in values.iter().enumerate() {
            let ty = self.module.ty(value);
            let lanes = lanes_of(ty)?;
            if !matches!(ty.element(), Type::Integer(_) | Type::Float(_) | Type::Index) {
                return Err(format!("`{ty}` is handed on"));
            }
            let mut subscripts: Vec<AffineExpr> = (0..self.depth()).map(|i| dim(i as u32)).collect();
            subscripts.push(constant(number as i64));
            subscripts.extend((0..lanes.len()).map(lane));
            all.push(Access {
                array: Array::Register(self.registers),
                subscripts,
                time: self.time.clone(),
            });
        }
        self.registers += 1;
        Ok(all)
    }

    /// The end of a region.
    fn hand_on(&mut self, id: OpId) -> Refused<()> {
        let values = self.module.op(id).operands.clone();
        let targets = match self.yields.last() {
            Some(Yields::Registers(targets)) => targets.clone(),
            Some(Yields::Values) => {
                self.yielded = values.iter().map(|&v| self.value(v)).collect::<Refused<_>>()?;
                return Ok(());
            }
            None => Vec::new(),
        };
        if values.len() != targets.len() {
            return Err("a region that yields other values than are handed on".into());
        }
        for (&value, target) in values.iter().zip(targets) {
            let lanes = lanes_of(self.module.ty(value))?;
            self.statement(self.value(value)?, target.array, target.subscripts, &lanes, None)?;
        }
        Ok(())
    }

    fn operation(&mut self, id: OpId, block: BlockId) -> Refused<()> {
        let op = self.module.op(id);
        let Some(code) = op.code() else {
            return Err(format!("`{}`", op.name.as_str()));
        };
        match code {
            OpCode::AffineFor => self.affine_for(id),
            OpCode::ScfFor => self.scf_for(id),
            OpCode::AffineParallel => self.affine_parallel(id),
            OpCode::AffineIf => self.affine_if(id),
            OpCode::ScfIf => self.scf_if(id),
            OpCode::AffineLoad | OpCode::MemRefLoad | OpCode::AffineVectorLoad | OpCode::VectorLoad => {
                self.load(id)
            }
            OpCode::AffineStore | OpCode::MemRefStore | OpCode::AffineVectorStore | OpCode::VectorStore => {
                self.store(id)
            }
            OpCode::MemRefAlloc | OpCode::MemRefAlloca => self.allocate(id, code, block),
            OpCode::MemRefDealloc => self.free(id, block),
            OpCode::AffineYield | OpCode::ScfYield => self.hand_on(id),
            OpCode::Return => self.results(id),
            OpCode::MemRefDim => self.extent(id),
            _ => match self.vector(id, code)? {
                true => Ok(()),
                false => self.scalar(id, code, block),
            },
        }
    }

    fn affine_for(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let segments = op
            .attribute("operandSegmentSizes")
            .and_then(Attribute::as_i64_list);
        let maps = ["lowerBoundMap", "upperBoundMap"].map(|name| {
            let map = op.attribute(name).and_then(Attribute::as_affine_map);
            map.cloned()
        });
        let step = op.attribute("step").map_or(Some(1), Attribute::as_i64);
        let ([Some(lower), Some(upper)], Some(segments), Some(step)) = (maps, segments, step) else {
            return Err("an affine.for without bounds".into());
        };
        let middle = segments[0] as usize;
        let end = middle + segments[1] as usize;
        let lower = self.bounds(&lower, &op.operands[..middle], true)?;
        let upper = self.bounds(&upper, &op.operands[middle..end], false)?;
        let inits = op.operands[end..].to_vec();
        self.counted(id, vec![(lower, upper, step)], &inits, false)
    }

    fn scf_for(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let &[lower, upper, step, ref inits @ ..] = op.operands.as_slice() else {
            return Err("an scf.for without bounds".into());
        };
        let step = self.index(step)?.as_constant();
        let step = step.ok_or("an scf.for whose step is no constant")?;
        let bounds = (self.bound(lower, true)?, self.bound(upper, false)?, step);
        self.counted(id, vec![bounds], inits, false)
    }

    fn affine_parallel(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let map = |name: &str| op.attribute(name).and_then(Attribute::as_affine_map).cloned();
        let steps = op.attribute("steps").and_then(Attribute::as_i64_list);
        let (Some(lower), Some(upper), Some(steps)) = (map("lowerBoundsMap"), map("upperBoundsMap"), steps)
        else {
            return Err("an affine.parallel without bounds".into());
        };
        let groups = |name: &str| op.attribute(name).and_then(Attribute::as_integers);
        let (Some(lower_groups), Some(upper_groups)) =
            (groups("lowerBoundsGroups"), groups("upperBoundsGroups"))
        else {
            return Err("an affine.parallel without groups of bounds".into());
        };
        if [&lower_groups, &upper_groups]
            .iter()
            .any(|groups| groups.len() != steps.len())
        {
            return Err("an affine.parallel with other groups than steps".into());
        }
        if !op.results.is_empty() {
            return Err("an affine.parallel that reduces".into());
        }
        let middle = lower.num_inputs();
        let lower = self.apply(&lower, &op.operands[..middle])?;
        let upper = self.apply(&upper, &op.operands[middle..])?;
        let (mut lower, mut upper) = (lower.into_iter(), upper.into_iter());
        let bounds = lower_groups.iter().zip(&upper_groups).zip(&steps);
        let bounds = bounds.map(|((&l, &u), &step)| {
            let take =
                |bounds: &mut std::vec::IntoIter<AffineExpr>, n: i64| bounds.take(n as usize).collect();
            (take(&mut lower, l), take(&mut upper, u), step)
        });
        let bounds: Vec<_> = bounds.collect();
        self.counted(id, bounds, &[], true)
    }

    /// The bounds of a loop: the greatest of the lower ones, the least of the upper ones.
    fn bounds(&self, map: &AffineMap, operands: &[ValueId], is_lower: bool) -> Refused<Vec<AffineExpr>> {
        match operands {
            [operand] if map.is_identity() || map.results.len() == 1 && map.results[0] == symbol(0) => {
                self.bound(*operand, is_lower)
            }
            _ => self.apply(map, operands),
        }
    }

    fn bound(&self, value: ValueId, is_lower: bool) -> Refused<Vec<AffineExpr>> {
        match self.known.get(&value) {
            Some(Known::Extreme(is_greatest, all)) if *is_greatest == is_lower => Ok(all.clone()),
            _ => Ok(vec![self.index(value)?]),
        }
    }

    /// Loops one inside the other, whose bounds use none of their own variables.
    fn counted(
        &mut self,
        id: OpId,
        bounds: Vec<(Vec<AffineExpr>, Vec<AffineExpr>, i64)>,
        inits: &[ValueId],
        is_parallel: bool,
    ) -> Refused<()> {
        let body = self.module.single_block(id, 0).ok_or("a loop without a body")?;
        let depth = self.depth();
        let arguments = self.module.block(body).arguments.clone();
        if arguments.len() != bounds.len() + inits.len() || bounds.is_empty() {
            return Err("a loop with other arguments than its variables".into());
        }
        let (variables, carried) = arguments.split_at(bounds.len());
        let registers = self.registers(carried)?;
        let before = self.at(BEFORE);
        let time = std::mem::replace(&mut self.time, before);
        for (&init, register) in inits.iter().zip(&registers) {
            let lanes = lanes_of(self.module.ty(init))?;
            let value = self.value(init)?;
            self.statement(value, register.array, register.subscripts.clone(), &lanes, None)?;
        }
        self.time = time;
        for (&argument, (lower, upper, step)) in variables.iter().zip(bounds) {
            if step <= 0 || lower.is_empty() || upper.is_empty() {
                return Err("a loop whose step is not positive".into());
            }
            let variable = dim(self.depth() as u32);
            self.known.insert(argument, Known::Value(Value::Index(variable)));
            self.time.push(Time::Loop(self.depth()));
            self.domain.loops.push(Loop {
                lower,
                upper,
                step,
                is_parallel,
            });
        }
        for (&argument, register) in carried.iter().zip(&registers) {
            let mut time = self.time.clone();
            time.push(Time::At(constant(BEFORE)));
            let access = Access {
                time,
                ..register.clone()
            };
            self.define(argument, Value::Load(Rc::new(access)), 1)?;
        }
        self.yields.push(Yields::Registers(registers.clone()));
        self.block(body)?;
        self.yields.pop();
        self.time.truncate(self.time.len() - (self.depth() - depth));
        self.domain.loops.truncate(depth);
        let results = self.module.op(id).results.clone();
        for (result, register) in results.into_iter().zip(&registers) {
            let access = Access {
                time: self.at(AFTER),
                ..register.clone()
            };
            self.define(result, Value::Load(Rc::new(access)), 1)?;
        }
        Ok(())
    }

    /// The regions of a condition, each read with `enter` before and `leave` after it; what they yield.
    fn branches(
        &mut self,
        id: OpId,
        enter: impl Fn(&mut Self, usize),
        leave: impl Fn(&mut Self),
    ) -> Refused<Vec<[Value; 2]>> {
        let results = self.module.op(id).results.len();
        let mut yielded = Vec::new();
        for region in 0..self.module.op(id).regions.len() {
            let Some(body) = self.module.single_block(id, region) else {
                continue;
            };
            enter(self, region);
            self.time.push(Time::At(constant(region as i64)));
            self.yields.push(Yields::Values);
            self.yielded.clear();
            self.block(body)?;
            self.yields.pop();
            self.time.pop();
            leave(self);
            yielded.push(std::mem::take(&mut self.yielded));
        }
        if results == 0 {
            return Ok(Vec::new());
        }
        let [then, otherwise] =
            <[Vec<Value>; 2]>::try_from(yielded).map_err(|_| "a condition without a region")?;
        match then.len() == results && otherwise.len() == results {
            true => Ok(then.into_iter().zip(otherwise).map(|(a, b)| [a, b]).collect()),
            false => Err("a region that yields other values than are handed on".into()),
        }
    }

    fn affine_if(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let set = op.attribute("condition").and_then(Attribute::as_integer_set);
        let set = set.ok_or("an affine.if without a condition")?.clone();
        let operands: Vec<AffineExpr> = op
            .operands
            .iter()
            .map(|&v| self.index(v))
            .collect::<Refused<_>>()?;
        if operands.len() < set.num_dims as usize {
            return Err("an affine.if with other operands than its condition".into());
        }
        let (dims, symbols) = operands.split_at(set.num_dims as usize);
        let constraints = set.constraints.iter().map(|c| Constraint {
            expr: c.expr.replace(dims, symbols),
            ..c.clone()
        });
        self.guarded(id, Guard::All(constraints.collect()))
    }

    /// A comparison of indices as a condition.
    fn guard(&self, condition: ValueId) -> Option<Guard> {
        let op = self.module.op(self.module.defining_op(condition)?);
        if op.code() != Some(OpCode::CmpI) || *self.module.ty(op.operands[0]) != Type::Index {
            return None;
        }
        let (a, b) = (self.index(op.operands[0]).ok()?, self.index(op.operands[1]).ok()?);
        let minus = |a: &AffineExpr, b: &AffineExpr| a + &(b * &constant(-1));
        let at_least = |expr: AffineExpr| {
            Guard::All(vec![Constraint {
                expr,
                is_equality: false,
            }])
        };
        let equal = Guard::All(vec![Constraint {
            expr: minus(&a, &b),
            is_equality: true,
        }]);
        Some(match IntPredicate::from_code(op.predicate())? {
            IntPredicate::Eq => equal,
            IntPredicate::Ne => equal.negated(),
            IntPredicate::Slt => at_least(minus(&(&b + &constant(-1)), &a)),
            IntPredicate::Sle => at_least(minus(&b, &a)),
            IntPredicate::Sgt => at_least(minus(&(&a + &constant(-1)), &b)),
            IntPredicate::Sge => at_least(minus(&a, &b)),
            _ => return None,
        })
    }

    /// A condition on indices.
    fn guarded(&mut self, id: OpId, holds: Guard) -> Refused<()> {
        let fails = holds.negated();
        let enter = |this: &mut Self, region: usize| {
            let guard = if region == 0 { &holds } else { &fails };
            this.domain.guards.push(guard.clone());
        };
        let values = self.branches(id, enter, |this| {
            this.domain.guards.pop();
        })?;
        let results = self.module.op(id).results.clone();
        for (result, [then, otherwise]) in results.into_iter().zip(values) {
            self.define(
                result,
                Value::Choice(Rc::new((holds.clone(), then, otherwise))),
                3,
            )?;
        }
        Ok(())
    }

    /// A condition on data: each statement in it stores what is there where it does not hold.
    fn scf_if(&mut self, id: OpId) -> Refused<()> {
        if let Some(holds) = self.guard(self.module.op(id).operands[0]) {
            return self.guarded(id, holds);
        }
        let condition = self.value(self.module.op(id).operands[0])?;
        let enter = |this: &mut Self, region: usize| this.conditions.push((condition.clone(), region == 0));
        let values = self.branches(id, enter, |this| {
            this.conditions.pop();
        })?;
        let results = self.module.op(id).results.clone();
        for (result, [then, otherwise]) in results.into_iter().zip(values) {
            let value = select(&condition, then, otherwise);
            self.define(result, value, 3)?;
        }
        Ok(())
    }

    fn load(&mut self, id: OpId) -> Refused<()> {
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

    fn store(&mut self, id: OpId) -> Refused<()> {
        let value = self.module.op(id).operands[0];
        let lanes = lanes_of(self.module.ty(value))?;
        let (array, subscripts) = self.access(id, 1, lanes.len())?;
        self.touch(id, 1, array, &subscripts, &lanes, None);
        self.statement(self.value(value)?, array, subscripts, &lanes, None)
    }

    /// Notes that memory is accessed here.
    fn touch(
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
            is_conditional: !self.conditions.is_empty(),
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

    fn statement(
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
        let mut value = value;
        if let (Array::Argument(_) | Array::Local(_), true) = (array, !self.conditions.is_empty()) {
            let old = Access {
                array,
                subscripts: subscripts.clone(),
                time: self.at(BEFORE),
            };
            let old = Value::Load(Rc::new(old));
            for (condition, holds) in self.conditions.iter().rev() {
                let (then, otherwise) = match holds {
                    true => (value, old.clone()),
                    false => (old.clone(), value),
                };
                value = select(condition, then, otherwise);
            }
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
    fn cells(
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
    fn allocate(&mut self, id: OpId, code: OpCode, block: BlockId) -> Refused<()> {
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
        self.known
            .insert(op.results[0], Known::Array(Array::Local(number), around));
        self.homes.push(block);
        self.function.locals.push(Local {
            extents,
            is_freed: code == OpCode::MemRefAlloca,
        });
        Ok(())
    }

    fn free(&mut self, id: OpId, block: BlockId) -> Refused<()> {
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

    fn results(&mut self, id: OpId) -> Refused<()> {
        for (number, &value) in self.module.op(id).operands.iter().enumerate() {
            let ty = self.module.ty(value);
            if ty.as_memref().is_some() {
                return Err("a memref as result".into());
            }
            let lanes = lanes_of(ty)?;
            let subscripts = (0..lanes.len()).map(lane).collect();
            self.statement(
                self.value(value)?,
                Array::Result(number),
                subscripts,
                &lanes,
                None,
            )?;
        }
        Ok(())
    }

    fn extent(&mut self, id: OpId) -> Refused<()> {
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

    /// An operation on scalars, or on vectors lane by lane.
    fn scalar(&mut self, id: OpId, code: OpCode, block: BlockId) -> Refused<()> {
        let op = self.module.op(id);
        let refused = || format!("`{}`", code.name());
        let (&[result], true) = (op.results.as_slice(), op.regions.is_empty()) else {
            return Err(refused());
        };
        let ty = self.module.ty(result).clone();
        let index = (ty == Type::Index).then(|| self.index_operation(op, code));
        if let Some(known) = index.flatten() {
            self.known.insert(result, known?);
            return Ok(());
        }
        let element = ty.element().clone();
        let is_scalar = matches!(element, Type::Integer(_) | Type::Float(_) | Type::Index);
        if !is_scalar || lanes_of(&ty).is_err() || !code.has_trait(Trait::Pure) || code == OpCode::Bitcast {
            return Err(refused());
        }
        let is_lane_by_lane =
            ty.as_vector().is_none() || code.has_trait(Trait::Elementwise) || op.operands.is_empty();
        if !is_lane_by_lane {
            return Err(refused());
        }
        let operands: Vec<Value> = op
            .operands
            .iter()
            .map(|&v| self.value(v))
            .collect::<Refused<_>>()?;
        if code.has_trait(Trait::Partial) && !divides_by_constant(&operands) {
            return Err(format!("`{}`, which has no value for some operands", code.name()));
        }
        let mut attributes = Vec::new();
        for (name, value) in op.attributes.iter() {
            match (&**name, value) {
                ("fastmath", _) => attributes.extend(self.flags(op.fast_math())),
                ("value", Attribute::DenseElements(dense)) => match dense.elements.as_slice() {
                    [one] => attributes.push(format!(" value = {one}")),
                    _ => return Err("a vector of different constants".into()),
                },
                _ => attributes.push(format!(" {name} = {value}")),
            }
        }
        attributes.sort();
        let name = match code {
            OpCode::VectorFma => OpCode::Fma.name(),
            _ => code.name(),
        };
        let mut key = name.to_string();
        key.extend(attributes);
        for &operand in &op.operands {
            key += &format!(" {}", self.module.ty(operand).element());
        }
        key += &format!(" -> {element}");
        if code == OpCode::Select {
            key = SELECT.into();
        }
        let nodes = op
            .operands
            .iter()
            .map(|v| self.sizes.get(v).copied().unwrap_or(1));
        let nodes = nodes.fold(1usize, usize::saturating_add);
        let is_signed =
            element.is_float() && !self.shows_bits && plain_key(code.name(), operands.len(), &element) == key;
        let value = match is_signed
            .then(|| signs_outside(code, &operands, &element))
            .flatten()
        {
            Some(value) => value,
            None => Value::Op(Rc::new(Operation {
                key,
                is_commutative: code.has_trait(Trait::Commutative)
                    && !(element.is_float() && self.shows_bits),
                operands,
            })),
        };
        if nodes == 1 || !self.shared.contains(&result) && nodes <= MOST_INLINE {
            return self.define(result, value, nodes);
        }
        let access = self.number(block, lanes_of(&ty)?.len());
        self.statement(
            value,
            access.array,
            access.subscripts.clone(),
            &lanes_of(&ty)?,
            None,
        )?;
        let access = Access {
            time: self.at(AFTER),
            ..access
        };
        self.define(result, Value::Load(Rc::new(access)), 1)
    }

    /// A register for a value of this block.
    fn number(&mut self, block: BlockId, lanes: usize) -> Access {
        let registers = &mut self.registers;
        let (array, count) = self.numbered.entry(block).or_insert_with(|| {
            *registers += 1;
            (*registers - 1, 0)
        });
        *count += 1;
        let (array, number) = (*array, *count - 1);
        let mut subscripts: Vec<AffineExpr> = (0..self.depth()).map(|i| dim(i as u32)).collect();
        subscripts.push(constant(number));
        subscripts.extend((0..lanes).map(lane));
        Access {
            array: Array::Register(array),
            subscripts,
            time: self.time.clone(),
        }
    }

    /// The flags of an operation that the model of the comparison does not give to all.
    fn flags(&self, flags: FastMath) -> Option<String> {
        let left = FastMath {
            contract: flags.contract && !self.model.contract,
            reassoc: flags.reassoc && !self.model.reassoc,
            afn: flags.afn && !self.model.afn,
            ..flags
        };
        (left != FastMath::NONE).then(|| format!(" {}", left.words()))
    }

    fn define(&mut self, result: ValueId, value: Value, nodes: usize) -> Refused<()> {
        if nodes > MOST_NODES {
            return Err(format!("a value of more than {MOST_NODES} operations"));
        }
        self.sizes.insert(result, nodes);
        self.known.insert(result, Known::Value(value));
        Ok(())
    }

    /// An operation that gives an `index`; `None` where it is no affine expression.
    fn index_operation(&mut self, op: &Op, code: OpCode) -> Option<Refused<Known>> {
        let operand = |this: &Self, i: usize| this.index(*op.operands.get(i)?).ok();
        let divided = |this: &Self, division: AffineOp| {
            let (a, b) = (operand(this, 0)?, operand(this, 1)?);
            b.as_constant().filter(|&c| c > 0)?;
            Some(AffineExpr::binary(division, a, b))
        };
        let expr = match code {
            OpCode::Constant => constant(op.attribute("value")?.as_i64()?),
            OpCode::AffineApply => {
                let map = op.attribute("map")?.as_affine_map()?.clone();
                let applied = self.apply(&map, &op.operands);
                return Some(applied.map(|mut results| Known::Value(Value::Index(results.remove(0)))));
            }
            OpCode::AffineMax | OpCode::AffineMin => {
                let map = op.attribute("map")?.as_affine_map()?.clone();
                let applied = self.apply(&map, &op.operands);
                return Some(applied.map(|all| Known::Extreme(code == OpCode::AffineMax, all)));
            }
            OpCode::MaxSI | OpCode::MinSI => {
                let both = vec![operand(self, 0)?, operand(self, 1)?];
                return Some(Ok(Known::Extreme(code == OpCode::MaxSI, both)));
            }
            OpCode::AddI => &operand(self, 0)? + &operand(self, 1)?,
            OpCode::SubI => &operand(self, 0)? + &(&operand(self, 1)? * &constant(-1)),
            OpCode::MulI => {
                let (a, b) = (operand(self, 0)?, operand(self, 1)?);
                match (a.as_constant(), b.as_constant()) {
                    (Some(_), _) | (_, Some(_)) => &a * &b,
                    _ => return None,
                }
            }
            OpCode::FloorDivSI => divided(self, AffineOp::FloorDiv)?,
            OpCode::CeilDivSI => divided(self, AffineOp::CeilDiv)?,
            // The value of an integer argument, as a signed number.
            OpCode::IndexCast => {
                let value = *op.operands.first()?;
                let Some(Known::Value(Value::Argument(i))) = self.known.get(&value) else {
                    return None;
                };
                let (i, width) = (*i, self.module.ty(value).bit_width()?);
                self.symbol(Symbol::Argument(i, Some(width)))
            }
            _ => return None,
        };
        Some(Ok(Known::Value(Value::Index(expr))))
    }

    fn apply(&self, map: &AffineMap, operands: &[ValueId]) -> Refused<Vec<AffineExpr>> {
        let operands: Vec<AffineExpr> = operands.iter().map(|&v| self.index(v)).collect::<Refused<_>>()?;
        if operands.len() != map.num_inputs() {
            return Err("a map with other operands".into());
        }
        let (dims, symbols) = operands.split_at(map.num_dims as usize);
        let results = map.results.iter().map(|e| e.replace(dims, symbols));
        let results: Vec<AffineExpr> = results.collect();
        match results.iter().all(AffineExpr::is_pure_affine) {
            true => Ok(results),
            false => Err("an index that is no affine expression".into()),
        }
    }

    fn index(&self, value: ValueId) -> Refused<AffineExpr> {
        match self.known.get(&value) {
            Some(Known::Value(Value::Index(expr))) if expr.is_pure_affine() => Ok(expr.clone()),
            _ => Err(match self.module.value(value).def {
                ValueDef::Result { op, .. } => {
                    format!("an index that `{}` gives", self.module.op(op).name.as_str())
                }
                ValueDef::Argument { .. } => "an index that is an argument of a block".into(),
            }),
        }
    }

    fn value(&self, value: ValueId) -> Refused<Value> {
        match self.known.get(&value) {
            Some(Known::Value(known)) => Ok(known.clone()),
            Some(Known::Extreme(is_greatest, all)) => {
                let [a, b] = all.as_slice() else {
                    return Err("an extreme of more or less than two indices as data".into());
                };
                let (less, more) = if *is_greatest { (b, a) } else { (a, b) };
                let holds = Constraint {
                    expr: more + &(less * &constant(-1)),
                    is_equality: false,
                };
                let both = (
                    Guard::All(vec![holds]),
                    Value::Index(a.clone()),
                    Value::Index(b.clone()),
                );
                Ok(Value::Choice(Rc::new(both)))
            }
            Some(Known::Mask(_)) => Err("a mask as data".into()),
            _ => Err("memory as a value".into()),
        }
    }
}

/// Values of a function that are stored or handed on, and used otherwise too: so that what is computed of them looks as if they
/// had been loaded.
fn shared(module: &Module, function: OpId) -> HashSet<ValueId> {
    let mut uses: HashMap<ValueId, usize> = HashMap::new();
    let mut stored = HashSet::new();
    module.walk(function, &mut |id| {
        let op = module.op(id);
        for &operand in &op.operands {
            *uses.entry(operand).or_default() += 1;
        }
        match op.code() {
            Some(
                OpCode::AffineStore | OpCode::MemRefStore | OpCode::AffineVectorStore | OpCode::VectorStore,
            ) => stored.extend(op.operands.first()),
            Some(OpCode::VectorMaskedStore) => stored.extend(op.operands.last()),
            Some(OpCode::AffineYield | OpCode::ScfYield) => stored.extend(&op.operands),
            _ => {}
        }
    });
    stored.retain(|value| uses.get(value).is_some_and(|&n| n > 1));
    stored
}

/// The lane of a vector along a dimension, while a function is read.
fn lane(dimension: usize) -> AffineExpr {
    dim(LANES + dimension as u32)
}

/// An expression with other lanes.
fn in_lanes(expr: &AffineExpr, f: &dyn Fn(u32) -> Option<AffineExpr>) -> AffineExpr {
    expr.replace_leaves(&|leaf| match leaf {
        AffineExpr::Dim(i) if *i >= LANES => f(*i - LANES),
        _ => None,
    })
}

/// The extents of a vector; none of a scalar.
fn lanes_of(ty: &Type) -> Refused<Vec<i64>> {
    let Some(vector) = ty.as_vector() else {
        return Ok(Vec::new());
    };
    if vector.shape.iter().any(|extent| extent.scalable) {
        return Err("a scalable vector".into());
    }
    Ok(vector.shape.iter().map(|extent| extent.size).collect())
}

/// The name of a choice by data. Its types are those of what is chosen.
const SELECT: &str = "arith.select";

fn select(condition: &Value, then: Value, otherwise: Value) -> Value {
    Value::Op(Rc::new(Operation {
        key: SELECT.into(),
        is_commutative: false,
        operands: vec![condition.clone(), then, otherwise],
    }))
}

/// The key of an operation on operands of one type without attributes.
fn plain_key(name: &str, operands: usize, ty: &Type) -> String {
    let mut key = name.to_string();
    for _ in 0..operands {
        key += &format!(" {ty}");
    }
    key + &format!(" -> {ty}")
}

/// Floats with signs where they are looked for: a difference as a sum, and the sign of a product or quotient outside of it.
/// All of it holds to the bit, but for the sign of NaN.
fn signs_outside(code: OpCode, operands: &[Value], ty: &Type) -> Option<Value> {
    let build = |code: OpCode, operands: Vec<Value>| {
        Value::Op(Rc::new(Operation {
            key: plain_key(code.name(), operands.len(), ty),
            is_commutative: code.has_trait(Trait::Commutative),
            operands,
        }))
    };
    let negated = |value: &Value| match value {
        Value::Op(op) if op.key.starts_with("arith.negf ") => op.operands.first().cloned(),
        _ => None,
    };
    let negative = |value: Value| negated(&value).unwrap_or_else(|| build(OpCode::NegF, vec![value]));
    match (code, operands) {
        (OpCode::NegF, [x]) => negated(x),
        (OpCode::Fma | OpCode::VectorFma, [x, one, y] | [one, x, y]) if one.is_one() => {
            Some(build(OpCode::AddF, vec![x.clone(), y.clone()]))
        }
        (OpCode::SubF, [x, y]) => Some(build(OpCode::AddF, vec![x.clone(), negative(y.clone())])),
        (OpCode::MulF | OpCode::DivF, [x, y]) => match (negated(x), negated(y)) {
            (Some(x), Some(y)) => Some(build(code, vec![x, y])),
            (Some(x), None) => Some(negative(build(code, vec![x, y.clone()]))),
            (None, Some(y)) => Some(negative(build(code, vec![x.clone(), y]))),
            (None, None) if code == OpCode::DivF => {
                let inverse = inverse_of(y, ty)?;
                Some(build(OpCode::MulF, vec![x.clone(), inverse]))
            }
            (None, None) => None,
        },
        _ => None,
    }
}

/// The inverse of a constant where it is exact: of a power of two.
fn inverse_of(value: &Value, ty: &Type) -> Option<Value> {
    let Value::Op(op) = value else { return None };
    let number = op
        .key
        .strip_prefix("arith.constant value = ")?
        .split_whitespace()
        .next()?;
    let number: f64 = number.parse().ok()?;
    let is_power = number.is_normal() && number.to_bits() << 12 == 0 && number.abs().log2().abs() < 100.0;
    let inverse = match ty {
        _ if !is_power => return None,
        Type::Float(FloatKind::F64) => FloatValue::f64(number.recip()),
        Type::Float(FloatKind::F32) => FloatValue::f32(number.recip() as f32),
        _ => return None,
    };
    Some(Value::Op(Rc::new(Operation {
        key: format!("arith.constant value = {} -> {ty}", Attribute::Float(inverse)),
        is_commutative: false,
        operands: Vec::new(),
    })))
}

/// Whether the last operand is a constant by which every division is defined.
fn divides_by_constant(operands: &[Value]) -> bool {
    let Some(Value::Op(divisor)) = operands.last() else {
        return false;
    };
    let Some(value) = divisor.key.strip_prefix("arith.constant value = ") else {
        return false;
    };
    let number = value
        .split_whitespace()
        .next()
        .and_then(|n| n.parse::<i64>().ok());
    number.is_some_and(|n| n > 0)
}

/// Whether different subscripts are different cells, and all cells are scalars.
fn is_plain(memref: &MemRefType) -> Refused<()> {
    if memref.layout.is_some() || memref.shape.is_none() {
        return Err("a memref with a layout, or without a rank".into());
    }
    match memref.element {
        Type::Integer(_) | Type::Float(_) | Type::Index => Ok(()),
        _ => Err(format!("a memref of `{}`", memref.element)),
    }
}
