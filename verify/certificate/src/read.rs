//! Reading a function as a list of statements.

mod chosen;
mod compared;
mod decided;
mod digits;
mod global;
mod index;
mod integer;
mod loops;
mod memory;
mod narrowed;
mod returned;
mod scalar;
mod vector;
mod view;

use std::cell::RefCell;
use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, Constraint, constant, dim, symbol};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{BlockId, Module, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{Dim, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Refused;
use super::function::{
    Access, Array, Domain, Function, Guard, Statement, Symbol, Symbols, Time, Touch, Value,
};
use decided::each_part;
use digits::Digits;
use integer::Fit;
use scalar::select;
use view::{Memory, is_strided};

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

/// How many more a product has whose factors are no statements of their own: one of two factors, which is negated.
const MOST_IN_PRODUCT: usize = MOST_INLINE + 2;

/// While a function is read, the number of the variable that is a lane along dimension 0 of a vector. Greater than the
/// depth of any nest.
const LANES: u32 = 1 << 20;

/// A value while the function is read.
#[derive(Clone)]
enum Known {
    Value(Value),
    Memory(Memory),
    /// The greatest (`true`) or least of some indices.
    Extreme(bool, Vec<AffineExpr>),
    /// The first index where the condition holds, else the second.
    Chosen(Rc<(Guard, Known, Known)>),
    /// A vector that holds in the lanes of which these constraints hold, and data is so.
    Mask(Vec<Constraint>, Option<Value>),
}

/// What a region yields to.
enum Yields {
    /// But for what is at a place.
    Registers(Vec<Access>, Option<usize>),
    Values,
}

pub struct Reader<'m> {
    module: &'m Module,
    symbols: &'m mut Symbols,
    model: FpModel,
    known: FxHashMap<ValueId, Known>,
    sizes: FxHashMap<ValueId, usize>,
    /// Of indices that may be poison what is to be so for them not to be.
    promised: FxHashMap<ValueId, Vec<Fit>>,
    /// The integers of fixed width that count iterations.
    counters: FxHashMap<ValueId, AffineExpr>,
    domain: Domain,
    /// Of the loops around, those over the digits of one variable.
    digits: Vec<Digits>,
    conditions: Vec<(Value, bool)>,
    /// The arguments that have a layout.
    strided: FxHashSet<usize>,
    time: Vec<Time>,
    /// Of the regions around, innermost last.
    yields: Vec<Yields>,
    /// What the region that was read last yields.
    yielded: Vec<Value>,
    registers: usize,
    /// The register of what a loop hands on, by what it is in the body, with its number there.
    carried: FxHashMap<ValueId, (Access, BlockId, usize)>,
    /// How often each value is used.
    uses: FxHashMap<ValueId, usize>,
    /// Values that are stored and used otherwise too.
    shared: FxHashSet<ValueId>,
    /// Those that are stored in their own block: what an operation makes that may be taken in any order is read back from there.
    read_back: FxHashSet<ValueId>,
    /// Of each block the array of its shared values, and how many there are.
    numbered: FxHashMap<BlockId, (usize, i64)>,
    /// Where each array is allocated, and by which operation.
    homes: Vec<(BlockId, OpId)>,
    /// The arrays that are freed.
    dead: FxHashSet<usize>,
    /// The arrays that are the caller's in the end, each with the first result that it is.
    handed_over: FxHashMap<usize, usize>,
    /// How many arguments there are. Those after them are globals.
    arguments: usize,
    /// The arrays that are read at subscripts that are data.
    gathered: Vec<Array>,
    /// Globals that nobody may write.
    constants: FxHashSet<Array>,
    /// Whether the bits of a float that is stored may be read as an integer, through arguments of other types that share its memory:
    /// which NaN a sum of two is depends on their order.
    shows_bits: bool,
    function: Function,
}

impl<'m> Reader<'m> {
    pub fn read(module: &'m Module, op: OpId, model: FpModel, symbols: &'m mut Symbols) -> Refused<Function> {
        let body = module.single_block(op, 0).ok_or("a function of several blocks")?;
        let [shared, read_back] = shared(module, op);
        let mut uses: FxHashMap<ValueId, usize> = FxHashMap::default();
        module.walk(op, &mut |op| {
            for &operand in &module.op(op).operands {
                *uses.entry(operand).or_insert(0) += 1;
            }
        });
        let mut reader = Reader {
            module,
            symbols,
            model,
            known: FxHashMap::default(),
            sizes: FxHashMap::default(),
            promised: FxHashMap::default(),
            counters: FxHashMap::default(),
            domain: Domain::default(),
            digits: Vec::new(),
            conditions: Vec::new(),
            strided: FxHashSet::default(),
            time: Vec::new(),
            yields: Vec::new(),
            yielded: Vec::new(),
            registers: 0,
            carried: FxHashMap::default(),
            uses,
            shared,
            read_back,
            numbered: FxHashMap::default(),
            homes: Vec::new(),
            dead: FxHashSet::default(),
            handed_over: FxHashMap::default(),
            arguments: 0,
            gathered: Vec::new(),
            constants: FxHashSet::default(),
            shows_bits: false,
            function: Function {
                statements: Vec::new(),
                touches: Vec::new(),
                locals: Vec::new(),
                updates: Default::default(),
                arguments: Vec::new(),
            },
        };
        reader.arguments(op, body)?;
        reader.block(body)?;
        let function = reader.function;
        let is_written = |&array: &Array| {
            let mut targets = function.statements.iter().map(|statement| statement.target.array);
            targets.any(|target| function.may_overlap(target, array))
        };
        match reader.gathered.iter().any(is_written) {
            true => Err("a subscript that is data, of an array that may be written".into()),
            false => Ok(function),
        }
    }

    fn arguments(&mut self, op: OpId, body: BlockId) -> Refused<()> {
        for (i, &value) in self.module.block(body).arguments.iter().enumerate() {
            let ty = self.module.ty(value);
            let mut memory = None;
            let known = match ty {
                Type::MemRef(memref) => {
                    is_strided(memref)?;
                    if memref.layout.is_some() {
                        self.strided.insert(i);
                    }
                    let mut extents = Vec::new();
                    for (dimension, extent) in memref.shape.iter().flatten().enumerate() {
                        extents.push(match extent {
                            Dim::Fixed(n) => constant(*n),
                            Dim::Dynamic => self.symbol(Symbol::Extent(i, dimension)),
                        });
                    }
                    memory = Some((extents, self.module.op(op).is_noalias(i)));
                    Known::Memory(Memory::whole(Array::Argument(i), Vec::new()))
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
            .filter(|(_, memory)| matches!(memory, Some((_, false))));
        let shared: Vec<ValueId> = shared.map(|(&value, _)| value).collect();
        let element = |value: &ValueId| self.module.ty(*value).element();
        let is_of_another = |value: &&ValueId| shared.iter().any(|other| element(other) != element(value));
        let others: Vec<ValueId> = shared.iter().filter(is_of_another).copied().collect();
        self.shows_bits = !self.are_only_loaded_from(op, &others) || self.shares_a_global(op, shared.len());
        self.arguments = self.function.arguments.len();
        Ok(())
    }

    /// Whether a function does nothing with some memrefs but loading from them and asking for their extents.
    fn are_only_loaded_from(&self, function: OpId, memrefs: &[ValueId]) -> bool {
        let mut is_so = true;
        self.module.walk(function, &mut |op| {
            let op = self.module.op(op);
            let loads = matches!(
                op.code(),
                Some(
                    OpCode::AffineLoad
                        | OpCode::AffineVectorLoad
                        | OpCode::MemRefDim
                        | OpCode::MemRefLoad
                        | OpCode::VectorLoad
                        | OpCode::VectorMaskedLoad
                )
            );
            is_so &= loads || !op.operands.iter().any(|operand| memrefs.contains(operand));
        });
        is_so
    }

    fn symbol(&mut self, wanted: Symbol) -> AffineExpr {
        let all = &mut self.symbols.all;
        let position = all.iter().position(|known| *known == wanted);
        let number = position.unwrap_or_else(|| {
            all.push(wanted);
            all.len() - 1
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

    fn operation(&mut self, id: OpId, block: BlockId) -> Refused<()> {
        let op = self.module.op(id);
        let Some(code) = op.code() else {
            return Err(format!("`{}`", op.name.as_str()));
        };
        match code {
            OpCode::AffineFor => self.affine_for(id),
            OpCode::ScfFor => self.scf_for(id),
            OpCode::ScfWhile => self.scf_while(id),
            OpCode::AffineParallel => self.affine_parallel(id),
            OpCode::ScfParallel => self.scf_parallel(id),
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
            OpCode::ScfReduce if self.module.op(id).operands.is_empty() => Ok(()),
            OpCode::Return => self.results(id),
            OpCode::MemRefDim => self.extent(id),
            OpCode::MemRefExtractAlignedPointer => self.address(id),
            _ if self.view(id, code)? || self.vector(id, code)? => Ok(()),
            _ => self.scalar(id, code, block),
        }
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
            .map(|&v| self.used(v))
            .collect::<Refused<_>>()?;
        if operands.len() < set.num_dims as usize {
            return Err("an affine.if with other operands than its condition".into());
        }
        let (dims, symbols) = operands.split_at(set.num_dims as usize);
        let constraints = set.constraints.iter().map(|c| Constraint {
            expr: self.in_digits(&c.expr.replace(dims, symbols)),
            ..c.clone()
        });
        let constraints: Vec<Constraint> = constraints.collect();
        constraints
            .iter()
            .for_each(|constraint| self.divisors(&constraint.expr));
        self.guarded(id, Guard::All(constraints))
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

    /// A condition on data: each statement in it stores what is there where it does not hold. Where both branches store to the
    /// same cells one after the other, these are one statement each.
    fn scf_if(&mut self, id: OpId) -> Refused<()> {
        if let Some(holds) = self.guard(self.module.op(id).operands[0]) {
            return self.guarded(id, holds);
        }
        let condition = self.value(self.module.op(id).operands[0])?;
        let before = [self.function.statements.len(), self.function.touches.len()];
        let ends = RefCell::new(Vec::new());
        let enter = |this: &mut Self, region: usize| this.conditions.push((condition.clone(), region == 0));
        let leave = |this: &mut Self| {
            this.conditions.pop();
            let function = &this.function;
            ends.borrow_mut()
                .push([function.statements.len(), function.touches.len()]);
        };
        let values = self.branches(id, enter, leave)?;
        let ends = ends.into_inner();
        self.touch_by_both(&condition, before[1], &ends);
        self.choose_stores(&condition, before, &ends);
        let results = self.module.op(id).results.clone();
        for (result, [then, otherwise]) in results.into_iter().zip(values) {
            let value = select(&condition, then, otherwise);
            self.define(result, value, 3)?;
        }
        Ok(())
    }

    /// What both branches of a condition on data access is accessed whatever the data, where there is no other condition around either.
    /// `first` says how many touches there were before the first branch, `ends` after each.
    fn touch_by_both(&mut self, condition: &Value, first: usize, ends: &[[usize; 2]]) {
        let (&[[_, middle], [_, last]], true) = (ends, self.conditions.is_empty()) else {
            return;
        };
        let mut parts = [0; 2];
        for (parts, holds) in parts.iter_mut().zip([true, false]) {
            each_part(condition, holds, &mut |_, _| *parts += 1);
        }
        // Of which cells it is told by this condition alone that they are accessed.
        let is_by_it = |touch: &Touch, parts: usize| match &touch.statement.value {
            Value::Op(told) => told.operands.len() == touch.statement.target.subscripts.len() + parts,
            _ => false,
        };
        let (then, otherwise) = self.function.touches[first..last].split_at_mut(middle - first);
        for a in then
            .iter_mut()
            .filter(|touch| !touch.is_gather && is_by_it(touch, parts[0]))
        {
            let is_same = |b: &&mut Touch| {
                let (a, b) = (&a.statement, &b.statement);
                a.domain == b.domain
                    && a.target.array == b.target.array
                    && a.target.subscripts == b.target.subscripts
            };
            let by_it = otherwise
                .iter_mut()
                .filter(|touch| !touch.is_gather && is_by_it(touch, parts[1]));
            for b in by_it.filter(|b| b.is_write == a.is_write).filter(is_same) {
                b.is_conditional = false;
                a.is_conditional = false;
            }
        }
    }

    /// Lets the stores of the branches of a condition on data, read last, happen whatever the data. `before` and `ends` say how
    /// many statements and touches there were before the first branch and after each.
    fn choose_stores(&mut self, condition: &Value, before: [usize; 2], ends: &[[usize; 2]]) {
        let statements = self.function.statements.split_off(before[0]);
        let is_memory =
            |statement: &Statement| matches!(statement.target.array, Array::Argument(_) | Array::Local(_));
        let (then, otherwise) = statements.split_at(ends.first().map_or(0, |end| end[0] - before[0]));
        let is_pair = |(a, b): (&Statement, &Statement)| {
            let same = a.domain == b.domain && a.target.array == b.target.array;
            same && a.target.subscripts == b.target.subscripts && is_memory(a) && is_memory(b)
        };
        // The stores become those of the second branch, after the loads of both: no load may be of what a store before it wrote.
        let reads_stored = |statement: &Statement| {
            let mut found = false;
            statement.value.map(&mut AffineExpr::clone, &mut |access| {
                let mut stored = statements.iter().map(|statement| statement.target.array);
                found |= access.time.starts_with(&self.time)
                    && stored.any(|array| self.function.may_overlap(array, access.array));
                None
            });
            found
        };
        let is_plain = then.len() <= 1 || !statements.iter().any(reads_stored);
        let are_pairs = then.len() == otherwise.len() && then.iter().zip(otherwise).all(is_pair);
        if ends.len() == 2 && are_pairs && is_plain {
            for (a, b) in then.iter().zip(otherwise) {
                self.function.statements.push(Statement {
                    value: select(condition, a.value.clone(), b.value.clone()),
                    ..b.clone()
                });
            }
            for touch in &mut self.function.touches[before[1]..] {
                let target = &touch.statement.target;
                let is_stored = then.iter().any(|a| {
                    a.target.array == target.array
                        && a.target.subscripts == target.subscripts
                        && a.domain == touch.statement.domain
                });
                touch.is_conditional &= !is_stored || !self.conditions.is_empty();
            }
            return;
        }
        let branches = [(then, true), (otherwise, false)];
        for (statement, holds) in branches
            .into_iter()
            .flat_map(|(all, holds)| all.iter().map(move |s| (s, holds)))
        {
            let mut statement = statement.clone();
            if is_memory(&statement) {
                let mut time = statement.target.time.clone();
                if let Some(Time::At(place)) = time.last_mut() {
                    *place = (&*place + &constant(BEFORE - DURING)).simplified();
                }
                let old = Value::Load(Rc::new(Access {
                    time,
                    ..statement.target.clone()
                }));
                statement.value = match holds {
                    true => select(condition, statement.value, old),
                    false => select(condition, old, statement.value),
                };
            }
            self.function.statements.push(statement);
        }
    }

    fn results(&mut self, id: OpId) -> Refused<()> {
        for (number, &value) in self.module.op(id).operands.iter().enumerate() {
            let ty = self.module.ty(value);
            if ty.as_memref().is_some() {
                self.returned(number, value)?;
                continue;
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

    fn define(&mut self, result: ValueId, value: Value, nodes: usize) -> Refused<()> {
        if nodes > MOST_NODES {
            return Err(format!("a value of more than {MOST_NODES} operations"));
        }
        self.sizes.insert(result, nodes);
        self.known.insert(result, Known::Value(value));
        Ok(())
    }

    fn value(&self, value: ValueId) -> Refused<Value> {
        if self.promised.contains_key(&value) {
            return Err("an index that may be poison, as data".into());
        }
        match self.known.get(&value) {
            Some(Known::Value(known)) => Ok(known.clone()),
            Some(known @ (Known::Extreme(..) | Known::Chosen(_))) => {
                known.as_value().ok_or_else(|| "a choice of no values".into())
            }
            Some(Known::Mask(..)) => Err("a mask as data".into()),
            _ => Err("memory as a value".into()),
        }
    }
}

/// Values of a function that are stored or handed on, and used otherwise too: so that what is computed of them looks as if they
/// had been loaded. Then those of them that are stored in the block where they are computed.
fn shared(module: &Module, function: OpId) -> [FxHashSet<ValueId>; 2] {
    let mut uses: FxHashMap<ValueId, usize> = FxHashMap::default();
    let (mut stored, mut in_block) = (FxHashSet::default(), FxHashSet::default());
    module.walk(function, &mut |id| {
        let op = module.op(id);
        for &operand in &op.operands {
            *uses.entry(operand).or_default() += 1;
        }
        match op.code() {
            Some(
                OpCode::AffineStore | OpCode::MemRefStore | OpCode::AffineVectorStore | OpCode::VectorStore,
            ) => {
                stored.extend(op.operands.first());
                let is_of_block = |value: &&ValueId| {
                    let by = module.defining_op(**value);
                    by.is_some_and(|by| module.op(by).parent == op.parent)
                };
                in_block.extend(op.operands.first().filter(is_of_block));
            }
            Some(OpCode::VectorMaskedStore) => stored.extend(op.operands.last()),
            Some(OpCode::AffineYield | OpCode::ScfYield) => stored.extend(&op.operands),
            _ => {}
        }
    });
    [stored, in_block].map(|mut values| {
        values.retain(|value| uses.get(value).is_some_and(|&n| n > 1));
        values
    })
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
