//! A function as a list of statements.

use std::collections::HashMap;
use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, AffineMap, Constraint, constant, dim, symbol};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, Module, Op, OpId, ValueDef, ValueId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::types::{Dim, MemRefType, Type};

use super::Refused;

/// What sizes are called: both functions share them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// An `index` argument, or an integer argument of this width as an `index`.
    Argument(usize, Option<u32>),
    /// An extent of a memref argument.
    Extent(usize, usize),
}

/// The symbols by number.
#[derive(Default)]
pub struct Symbols(pub Vec<Symbol>);

/// An array, told apart from others by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Array {
    Argument(usize),
    /// In the order of allocation.
    Local(usize),
    /// A result of the function.
    Result(usize),
    /// What an operation with regions hands on from one iteration to the next, or gives as its result: a cell for each
    /// instance of the operation, written before it is read.
    Register(usize),
}

/// A loop around a statement. Its bounds are expressions of the loops around it (dimensions, outermost first) and of
/// symbols: the greatest of the lower, the least of the upper ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    pub lower: Vec<AffineExpr>,
    pub upper: Vec<AffineExpr>,
    /// Positive.
    pub step: i64,
    /// Whether the order of its iterations is open.
    pub is_parallel: bool,
}

/// A condition around a statement.
#[derive(Clone, Debug)]
pub enum Guard {
    All(Vec<Constraint>),
    NotAll(Vec<Constraint>),
}

/// A component of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    Position(usize),
    /// The variable of the loop of this depth.
    Loop(usize),
}

/// A load or a store.
#[derive(Clone, Debug)]
pub struct Access {
    pub array: Array,
    pub subscripts: Vec<AffineExpr>,
    pub time: Vec<Time>,
}

/// What a statement stores.
#[derive(Clone, Debug)]
pub enum Value {
    Load(Rc<Access>),
    Op(Rc<Operation>),
    /// An index as data.
    Index(AffineExpr),
    Argument(usize),
}

/// An operation on scalars.
#[derive(Debug)]
pub struct Operation {
    /// Its name, attributes and types.
    pub key: String,
    pub is_commutative: bool,
    pub operands: Vec<Value>,
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub loops: Vec<Loop>,
    pub guards: Vec<Guard>,
    /// Conditions on data, each with what it must be for the statement to store.
    pub conditions: Vec<(Value, bool)>,
    pub target: Access,
    pub value: Value,
}

/// A load that is executed at places where no statement that uses it is: it must be inside its array.
pub struct Speculative {
    pub loops: Vec<Loop>,
    pub guards: Vec<Guard>,
    pub subscripts: Vec<AffineExpr>,
    pub extents: Vec<AffineExpr>,
}

pub struct Function {
    pub statements: Vec<Statement>,
    pub speculative: Vec<Speculative>,
    /// The arrays that the function allocates.
    pub locals: Vec<Local>,
    /// Of each memref argument, whether it is `llvm.noalias`; `None` for other arguments.
    pub arguments: Vec<Option<bool>>,
}

/// The places before, during and after an operation, of so many for each position of a block.
const PLACES: usize = 4;
const BEFORE: usize = 0;
const DURING: usize = 1;
const AFTER: usize = 2;

/// An array that is allocated.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    pub ty: Type,
    pub extents: Vec<AffineExpr>,
    /// Whether it is gone when the function ends.
    pub is_freed: bool,
}

/// A value while the function is read.
#[derive(Clone)]
enum Known {
    Value(Value),
    Array(Array),
}

/// Statements of one function beyond which it is not read. Arbitrary: each is compared with each.
const MOST_STATEMENTS: usize = 400;

/// Nodes of one value as a tree.
const MOST_NODES: usize = 2_000;

pub struct Reader<'m> {
    module: &'m Module,
    symbols: &'m mut Symbols,
    known: HashMap<ValueId, Known>,
    sizes: HashMap<ValueId, usize>,
    loops: Vec<Loop>,
    guards: Vec<Guard>,
    conditions: Vec<(Value, bool)>,
    time: Vec<Time>,
    /// What the regions around yield to, innermost last.
    yields: Vec<Vec<Access>>,
    registers: usize,
    /// Whether the bits of a float may be read as an integer, through arguments of other types that share its memory: which
    /// NaN a sum of two is depends on their order.
    shows_bits: bool,
    /// Loads that are in the block at hand, and loads elsewhere that are still to be shown inside their arrays.
    loads: Vec<(OpId, BlockId, bool, Speculative)>,
    function: Function,
}

impl<'m> Reader<'m> {
    pub fn read(module: &'m Module, op: OpId, symbols: &'m mut Symbols) -> Refused<Function> {
        let body = module.single_block(op, 0).ok_or("a function of several blocks")?;
        let mut reader = Reader {
            module,
            symbols,
            known: HashMap::new(),
            sizes: HashMap::new(),
            loops: Vec::new(),
            guards: Vec::new(),
            conditions: Vec::new(),
            time: Vec::new(),
            yields: Vec::new(),
            registers: 0,
            shows_bits: false,
            loads: Vec::new(),
            function: Function {
                statements: Vec::new(),
                speculative: Vec::new(),
                locals: Vec::new(),
                arguments: Vec::new(),
            },
        };
        reader.arguments(op, body)?;
        reader.block(body)?;
        let loads = std::mem::take(&mut reader.loads);
        let left = loads.into_iter().filter(|(_, _, is_covered, _)| !is_covered);
        reader.function.speculative = left.map(|(_, _, _, load)| load).collect();
        Ok(reader.function)
    }

    fn arguments(&mut self, op: OpId, body: BlockId) -> Refused<()> {
        for (i, &value) in self.module.block(body).arguments.iter().enumerate() {
            let ty = self.module.ty(value);
            let known = match ty {
                Type::MemRef(memref) => {
                    is_plain(memref)?;
                    self.function
                        .arguments
                        .push(Some(self.module.op(op).is_noalias(i)));
                    Known::Array(Array::Argument(i))
                }
                Type::Index => {
                    self.function.arguments.push(None);
                    let name = self.symbol(Symbol::Argument(i, None));
                    Known::Value(Value::Index(name))
                }
                Type::Integer(_) | Type::Float(_) => {
                    self.function.arguments.push(None);
                    Known::Value(Value::Argument(i))
                }
                other => return Err(format!("an argument of type `{other}`")),
            };
            self.known.insert(value, known);
        }
        let arguments = self.module.block(body).arguments.iter();
        let shared = arguments
            .zip(&self.function.arguments)
            .filter(|(_, noalias)| **noalias == Some(false))
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
            self.time.push(Time::Position(PLACES * position + DURING));
            self.operation(id, block)?;
            self.time.pop();
        }
        Ok(())
    }

    /// A place before, during or after the operation at hand.
    fn at(&self, place: usize) -> Vec<Time> {
        let mut time = self.time.clone();
        if let Some(Time::Position(position)) = time.last_mut() {
            *position = *position - DURING + place;
        }
        time
    }

    /// Registers for the values that an operation hands on.
    fn registers(&mut self, values: &[ValueId]) -> Refused<Vec<Access>> {
        for &value in values {
            if !matches!(self.module.ty(value), Type::Integer(_) | Type::Float(_)) {
                return Err(format!("`{}` is handed on", self.module.ty(value)));
            }
        }
        let first = self.registers;
        self.registers += values.len();
        let access = |number| Access {
            array: Array::Register(number),
            subscripts: (0..self.loops.len()).map(|i| dim(i as u32)).collect(),
            time: self.time.clone(),
        };
        Ok((first..self.registers).map(access).collect())
    }

    /// The results of an operation are what its registers hold after it.
    fn results_of(&mut self, id: OpId, registers: &[Access]) -> Refused<()> {
        let results = self.module.op(id).results.clone();
        for (result, register) in results.into_iter().zip(registers) {
            let access = Access {
                time: self.at(AFTER),
                ..register.clone()
            };
            self.define(result, Value::Load(Rc::new(access)), 1)?;
        }
        Ok(())
    }

    /// The end of a region.
    fn hand_on(&mut self, id: OpId, block: BlockId) -> Refused<()> {
        let values = self.module.op(id).operands.clone();
        let targets = self.yields.last().cloned().unwrap_or_default();
        if values.len() != targets.len() {
            return Err("a region that yields other values than are handed on".into());
        }
        for (&value, target) in values.iter().zip(targets) {
            self.cover(value, block);
            self.statement(value, target.array, target.subscripts)?;
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
            OpCode::ScfIf => self.scf_if(id, block),
            OpCode::AffineLoad | OpCode::MemRefLoad => self.load(id, block),
            OpCode::AffineStore | OpCode::MemRefStore => self.store(id, block),
            OpCode::MemRefAlloc | OpCode::MemRefAlloca => self.allocate(id, code),
            OpCode::MemRefDealloc => self.free(id),
            OpCode::AffineYield | OpCode::ScfYield => self.hand_on(id, block),
            OpCode::Return => self.results(id, block),
            OpCode::MemRefDim => self.extent(id),
            _ => self.scalar(id, code),
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
        let lower = self.apply(&lower, &op.operands[..middle])?;
        let upper = self.apply(&upper, &op.operands[middle..end])?;
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
        let bounds = (vec![self.index(lower)?], vec![self.index(upper)?], step);
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

    /// Loops one inside the other, whose bounds use none of their own variables.
    fn counted(
        &mut self,
        id: OpId,
        bounds: Vec<(Vec<AffineExpr>, Vec<AffineExpr>, i64)>,
        inits: &[ValueId],
        is_parallel: bool,
    ) -> Refused<()> {
        let body = self.module.single_block(id, 0).ok_or("a loop without a body")?;
        let depth = self.loops.len();
        let arguments = self.module.block(body).arguments.clone();
        if arguments.len() != bounds.len() + inits.len() || bounds.is_empty() {
            return Err("a loop with other arguments than its variables".into());
        }
        let (variables, carried) = arguments.split_at(bounds.len());
        let registers = self.registers(carried)?;
        let before = self.at(BEFORE);
        let time = std::mem::replace(&mut self.time, before);
        for (&init, register) in inits.iter().zip(&registers) {
            self.statement(init, register.array, register.subscripts.clone())?;
        }
        self.time = time;
        for (&argument, (lower, upper, step)) in variables.iter().zip(bounds) {
            if step <= 0 || lower.is_empty() || upper.is_empty() {
                return Err("a loop whose step is not positive".into());
            }
            let variable = dim(self.loops.len() as u32);
            self.known.insert(argument, Known::Value(Value::Index(variable)));
            self.time.push(Time::Loop(self.loops.len()));
            self.loops.push(Loop {
                lower,
                upper,
                step,
                is_parallel,
            });
        }
        for (&argument, register) in carried.iter().zip(&registers) {
            let mut time = self.time.clone();
            time.push(Time::Position(BEFORE));
            let access = Access {
                time,
                ..register.clone()
            };
            self.define(argument, Value::Load(Rc::new(access)), 1)?;
        }
        self.yields.push(registers);
        self.block(body)?;
        let registers = self.yields.pop().unwrap_or_default();
        self.time.truncate(self.time.len() - (self.loops.len() - depth));
        self.loops.truncate(depth);
        self.results_of(id, &registers)
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
        let (dims, symbols) = operands.split_at(set.num_dims as usize);
        let constraints = set.constraints.iter().map(|c| Constraint {
            expr: c.expr.replace(dims, symbols),
            ..c.clone()
        });
        let constraints: Vec<Constraint> = constraints.collect();
        let regions = op.regions.len();
        let results = op.results.to_vec();
        let registers = self.registers(&results)?;
        for region in 0..regions {
            let Some(body) = self.module.single_block(id, region) else {
                continue;
            };
            self.guards.push(match region {
                0 => Guard::All(constraints.clone()),
                _ => Guard::NotAll(constraints.clone()),
            });
            self.time.push(Time::Position(region));
            self.yields.push(registers.clone());
            self.block(body)?;
            self.yields.pop();
            self.time.pop();
            self.guards.pop();
        }
        self.results_of(id, &registers)
    }

    /// A condition on data: what is stored under it is stored where it holds.
    fn scf_if(&mut self, id: OpId, block: BlockId) -> Refused<()> {
        let op = self.module.op(id);
        let condition = self.value(op.operands[0])?;
        let (regions, results) = (op.regions.len(), op.results.to_vec());
        let registers = self.registers(&results)?;
        let known = self.function.statements.len();
        for region in 0..regions {
            let Some(body) = self.module.single_block(id, region) else {
                continue;
            };
            self.conditions.push((condition.clone(), region == 0));
            self.time.push(Time::Position(region));
            self.yields.push(registers.clone());
            self.block(body)?;
            self.yields.pop();
            self.time.pop();
            self.conditions.pop();
        }
        // What the condition reads is read wherever an instance of a statement inside would be.
        if self.function.statements.len() > known {
            self.cover(self.module.op(id).operands[0], block);
        }
        self.results_of(id, &registers)
    }

    fn load(&mut self, id: OpId, block: BlockId) -> Refused<()> {
        let op = self.module.op(id);
        let (array, subscripts) = self.access(op, 0)?;
        let memref = op.operands[0];
        let extents = self.extents(memref)?;
        let covered = Speculative {
            loops: self.loops.clone(),
            guards: self.guards.clone(),
            subscripts: subscripts.clone(),
            extents,
        };
        self.loads.push((id, block, false, covered));
        let access = Access {
            array,
            subscripts,
            time: self.time.clone(),
        };
        self.define(op.results[0], Value::Load(Rc::new(access)), 1)
    }

    fn store(&mut self, id: OpId, block: BlockId) -> Refused<()> {
        let op = self.module.op(id);
        let (array, subscripts) = self.access(op, 1)?;
        let value = op.operands[0];
        self.cover(value, block);
        self.statement(value, array, subscripts)
    }

    /// Loads of this block that a statement of the same block uses are executed where it is.
    fn cover(&mut self, value: ValueId, block: BlockId) {
        let mut pending = vec![value];
        let mut seen = std::collections::HashSet::new();
        while let Some(value) = pending.pop() {
            let Some(made) = self.module.defining_op(value).filter(|_| seen.insert(value)) else {
                continue;
            };
            if let Some(load) = self.loads.iter_mut().find(|(op, ..)| *op == made) {
                load.2 |= load.1 == block;
            }
            pending.extend(&self.module.op(made).operands);
        }
    }

    fn statement(&mut self, value: ValueId, array: Array, subscripts: Vec<AffineExpr>) -> Refused<()> {
        if self.function.statements.len() == MOST_STATEMENTS {
            return Err(format!("a function of more than {MOST_STATEMENTS} stores"));
        }
        let value = self.value(value)?;
        self.function.statements.push(Statement {
            loops: self.loops.clone(),
            guards: self.guards.clone(),
            conditions: self.conditions.clone(),
            target: Access {
                array,
                subscripts,
                time: self.time.clone(),
            },
            value,
        });
        Ok(())
    }

    /// The array and the subscripts of a load or store whose memref is this operand.
    fn access(&mut self, op: &Op, memref: usize) -> Refused<(Array, Vec<AffineExpr>)> {
        let array = self.array(op.operands[memref])?;
        let operands = &op.operands[memref + 1..];
        let map = op.attribute("map").and_then(Attribute::as_affine_map).cloned();
        let subscripts = match map {
            Some(map) => self.apply(&map, operands)?,
            None => operands.iter().map(|&v| self.index(v)).collect::<Refused<_>>()?,
        };
        let rank = self
            .module
            .ty(op.operands[memref])
            .as_memref()
            .and_then(MemRefType::rank);
        match rank == Some(subscripts.len()) {
            true => Ok((array, subscripts)),
            false => Err("an access with other subscripts than extents".into()),
        }
    }

    fn array(&self, memref: ValueId) -> Refused<Array> {
        match self.known.get(&memref) {
            Some(Known::Array(array)) => Ok(*array),
            _ => Err("memory that is neither an argument nor allocated here".into()),
        }
    }

    fn allocate(&mut self, id: OpId, code: OpCode) -> Refused<()> {
        let op = self.module.op(id);
        if !self.is_top() {
            return Err("an allocation in a loop or a condition".into());
        }
        let ty = self.module.ty(op.results[0]).clone();
        let memref = ty.as_memref().ok_or("an allocation of no memref")?;
        is_plain(memref)?;
        let mut dynamic = op.operands.iter();
        let mut extents = Vec::new();
        for extent in memref.shape.iter().flatten() {
            extents.push(match extent {
                Dim::Fixed(n) => constant(*n),
                Dim::Dynamic => self.index(*dynamic.next().ok_or("an allocation without an extent")?)?,
            });
        }
        let number = self.function.locals.len();
        self.known
            .insert(op.results[0], Known::Array(Array::Local(number)));
        self.function.locals.push(Local {
            ty,
            extents,
            is_freed: code == OpCode::MemRefAlloca,
        });
        Ok(())
    }

    /// Whether the operation at hand is executed once.
    fn is_top(&self) -> bool {
        self.loops.is_empty() && self.guards.is_empty() && self.conditions.is_empty()
    }

    fn free(&mut self, id: OpId) -> Refused<()> {
        let memref = self.module.op(id).operands[0];
        let Array::Local(number) = self.array(memref)? else {
            return Err("an argument that is freed".into());
        };
        if !self.is_top() {
            return Err("memory that is freed in a loop or a condition".into());
        }
        let local = &mut self.function.locals[number];
        if std::mem::replace(&mut local.is_freed, true) {
            return Err("memory that is freed twice".into());
        }
        // What is freed is not known any more: a later use is refused.
        self.known.remove(&memref);
        Ok(())
    }

    fn results(&mut self, id: OpId, block: BlockId) -> Refused<()> {
        for (number, &value) in self.module.op(id).operands.iter().enumerate() {
            if self.module.ty(value).as_memref().is_some() {
                return Err("a memref as result".into());
            }
            self.cover(value, block);
            self.statement(value, Array::Result(number), Vec::new())?;
        }
        Ok(())
    }

    fn extent(&mut self, id: OpId) -> Refused<()> {
        let op = self.module.op(id);
        let dimension = self.index(op.operands[1])?.as_constant();
        let extents = self.extents(op.operands[0])?;
        let extent = dimension.and_then(|d| extents.get(usize::try_from(d).ok()?));
        let extent = extent
            .ok_or("an extent of a dimension that is not known")?
            .clone();
        self.define(op.results[0], Value::Index(extent), 1)
    }

    /// The extents of an array.
    fn extents(&mut self, memref: ValueId) -> Refused<Vec<AffineExpr>> {
        let array = self.array(memref)?;
        let shape = self.module.ty(memref).as_memref().and_then(|m| m.shape.clone());
        let shape = shape.ok_or("an unranked memref")?;
        let mut extents = Vec::new();
        for (dimension, extent) in shape.iter().enumerate() {
            extents.push(match (extent, array) {
                (Dim::Fixed(n), _) => constant(*n),
                (Dim::Dynamic, Array::Argument(i)) => self.symbol(Symbol::Extent(i, dimension)),
                (Dim::Dynamic, Array::Local(number)) => {
                    self.function.locals[number].extents[dimension].clone()
                }
                (Dim::Dynamic, _) => return Err("an array of unknown extents".into()),
            });
        }
        Ok(extents)
    }

    /// An operation on scalars.
    fn scalar(&mut self, id: OpId, code: OpCode) -> Refused<()> {
        let op = self.module.op(id);
        let refused = || format!("`{}`", code.name());
        let (&[result], true) = (op.results.as_slice(), op.regions.is_empty()) else {
            return Err(refused());
        };
        let ty = self.module.ty(result).clone();
        if ty == Type::Index {
            let index = self.index_operation(op, code).ok_or_else(refused)??;
            return self.define(result, Value::Index(index), 1);
        }
        let is_scalar = matches!(ty, Type::Integer(_) | Type::Float(_));
        let is_open = code.has_trait(Trait::Partial) || code == OpCode::Bitcast;
        if !is_scalar || !code.has_trait(Trait::Pure) || is_open {
            return Err(refused());
        }
        let mut key = code.name().to_string();
        let mut attributes: Vec<String> = op.attributes.iter().map(|(n, v)| format!(" {n} = {v}")).collect();
        attributes.sort();
        key.extend(attributes);
        for &operand in &op.operands {
            key += &format!(" {}", self.module.ty(operand));
        }
        key += &format!(" -> {ty}");
        let operands: Vec<Value> = op
            .operands
            .iter()
            .map(|&v| self.value(v))
            .collect::<Refused<_>>()?;
        let nodes = op
            .operands
            .iter()
            .map(|v| self.sizes.get(v).copied().unwrap_or(1));
        let nodes = nodes.fold(1usize, usize::saturating_add);
        let operation = Operation {
            key,
            is_commutative: code.has_trait(Trait::Commutative) && !(ty.is_float() && self.shows_bits),
            operands,
        };
        self.define(result, Value::Op(Rc::new(operation)), nodes)
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
    fn index_operation(&mut self, op: &Op, code: OpCode) -> Option<Refused<AffineExpr>> {
        let operand = |this: &Self, i: usize| this.index(*op.operands.get(i)?).ok();
        Some(Ok(match code {
            OpCode::Constant => constant(op.attribute("value")?.as_i64()?),
            OpCode::AffineApply => {
                let map = op.attribute("map")?.as_affine_map()?.clone();
                return Some(
                    self.apply(&map, &op.operands)
                        .map(|mut results| results.remove(0)),
                );
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
        }))
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
            _ => Err("memory as a value".into()),
        }
    }
}

/// Whether different subscripts are different cells, and all cells are scalars.
fn is_plain(memref: &MemRefType) -> Refused<()> {
    if memref.layout.is_some() || memref.shape.is_none() {
        return Err("a memref with a layout, or without a rank".into());
    }
    match memref.element {
        Type::Integer(_) | Type::Float(_) => Ok(()),
        _ => Err(format!("a memref of `{}`", memref.element)),
    }
}
