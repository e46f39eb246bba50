//! From a loop nest of the IR to a term.
//!
//! Every store becomes one statement with its loads inside the value. A value whose loads would cross a
//! store that may change them becomes a named 0-d temporary, and so does each `iter_args` value.

mod buffers;
mod certain;
mod choices;
mod conditions;
mod data_conditions;
mod delinearize;
mod expressions;
mod gathers;
mod inner;
mod integers;
mod loops;
mod parallel;
mod ranges;
mod scf;
mod sizes;
mod together;
mod views;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use egg::{Id, RecExpr, Symbol};
use indexmap::IndexMap;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{BlockId, Module, OpId, Span, ValueId};
use ovolo_lang::op::{OpCode, Trait};

use crate::dependence::{Access, Addressing, Buffer, Domain, Executed};
use crate::guard::Guard;
use crate::linear::Linear;
use crate::memory::OverlapGroups;
use crate::nest::{BufferSource, MOST_LOOPS_DEEP, Nest, is_loop, loops_around};
use crate::refusal::{Place, Places};
use crate::term::{Node, Scalar};

use choices::Pieces;
use delinearize::Lift;
pub use inner::{InnerNests, inner_nests};
pub(crate) use integers::is_signed;
pub use sizes::{SizeCondition, WHERE, assumed_sizes, sizes_of_extents, where_attribute};
pub use together::lift_fused;

/// Why a nest stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotLifted {
    pub span: Span,
    pub reason: String,
}

/// Every loop at the top of the function's body, and every condition there with a loop in it, each lifted or with the
/// reason why not: those of the affine dialect, and of scf where what they say is affine. `fp` is granted to every
/// float operation beside its own flags.
pub fn lift_function(module: &Module, function: OpId, fp: FpModel) -> Vec<(OpId, Result<Nest, NotLifted>)> {
    let Some(body) = module.single_block(function, 0) else {
        return Vec::new();
    };
    let surroundings = Surroundings::new(module, function, fp);
    let loops = module.block(body).ops.iter().copied();
    loops
        .filter(|&op| is_nest(module, op))
        .map(|op| (op, lift_nest(module, &surroundings, &[op])))
        .collect()
}

/// Conditions on the arguments of a function under which nests are understood that are not without them, or more may be done
/// with them.
pub fn wanted_conditions(module: &Module, function: OpId, fp: FpModel) -> Vec<SizeCondition> {
    let Some(body) = module.single_block(function, 0) else {
        return Vec::new();
    };
    let surroundings = Surroundings::new(module, function, fp);
    let mut all = Vec::new();
    for &op in module.block(body).ops.iter().filter(|&&op| is_nest(module, op)) {
        let mut wanted = Vec::new();
        // What else forbids the nest remains.
        let _ = lift_nest_wanting(module, &surroundings, &[op], &mut wanted);
        all.extend(wanted);
    }
    let mut found: Vec<SizeCondition> = Vec::new();
    for condition in all {
        if !found.contains(&condition) {
            found.push(condition);
        }
    }
    found
}

fn is_nest(module: &Module, op: OpId) -> bool {
    match module.op(op).code() {
        code if is_loop(code) => true,
        Some(OpCode::AffineIf | OpCode::ScfIf) => {
            let mut has_loop = false;
            module.walk(op, &mut |inner| has_loop |= is_loop(module.op(inner).code()));
            has_loop
        }
        _ => false,
    }
}

/// A nest with more operations stays as it is: its search would take too long.
const MOST_OPERATIONS: usize = 1_000;

/// An index expression with more nodes, as a tree, is not understood.
const MOST_INDEX_NODES: usize = 500;

/// What lifting needs to know of the whole function.
struct Surroundings {
    /// Whether each nest becomes a function of what it uses, so that sizes from elsewhere are arguments.
    nests_become_functions: bool,
    /// The body of the function.
    body: Option<BlockId>,
    /// What holds of its arguments.
    assumed: Vec<SizeCondition>,
    /// The place of each operation in the order of the text.
    order: HashMap<OpId, usize>,
    /// The place of the last use of each value.
    last_use: HashMap<ValueId, usize>,
    /// Which memrefs may overlap.
    overlap: OverlapGroups,
    /// Those that the function makes, with what uses what they hold.
    made: HashMap<ValueId, BTreeSet<OpId>>,
    fp: FpModel,
}

impl Surroundings {
    fn new(module: &Module, function: OpId, fp: FpModel) -> Surroundings {
        let mut order = HashMap::new();
        let mut last_use = HashMap::new();
        let mut allocations = Vec::new();
        module.walk(function, &mut |op| {
            let place = order.len();
            order.insert(op, place);
            for &operand in &module.op(op).operands {
                last_use.insert(operand, place);
            }
            if matches!(
                module.op(op).code(),
                Some(OpCode::MemRefAlloc | OpCode::MemRefAlloca)
            ) {
                allocations.extend(&module.op(op).results);
            }
        });
        Surroundings {
            nests_become_functions: false,
            body: module.single_block(function, 0),
            assumed: sizes::assumed_sizes(module, function),
            order,
            last_use,
            overlap: OverlapGroups::of(module, function),
            made: uses(module, function, &allocations),
            fp,
        }
    }
}

/// The operations that use memrefs, but for those that only free them or ask for their extents.
fn uses(module: &Module, function: OpId, memrefs: &[ValueId]) -> HashMap<ValueId, BTreeSet<OpId>> {
    let mut found: HashMap<ValueId, BTreeSet<OpId>> = memrefs.iter().map(|m| (*m, BTreeSet::new())).collect();
    module.walk(function, &mut |op| {
        let data = module.op(op);
        if !matches!(data.code(), Some(OpCode::MemRefDealloc | OpCode::MemRefDim)) {
            for operand in &data.operands {
                found.entry(*operand).and_modify(|users| {
                    users.insert(op);
                });
            }
        }
    });
    found
}

fn lift_nest(module: &Module, surroundings: &Surroundings, ops: &[OpId]) -> Result<Nest, NotLifted> {
    lift_nest_wanting(module, surroundings, ops, &mut Vec::new())
}

fn lift_nest_wanting(
    module: &Module,
    surroundings: &Surroundings,
    ops: &[OpId],
    wanted: &mut Vec<SizeCondition>,
) -> Result<Nest, NotLifted> {
    let lifted = lift_once(module, surroundings, ops, wanted, false);
    if lifted.is_err() && wanted.is_empty() {
        // What fails under more conditions too is told as it is without them.
        let mut more = Vec::new();
        let lifted = lift_once(module, surroundings, ops, &mut more, true);
        if lifted.is_err() && !more.is_empty() {
            wanted.append(&mut more);
            return lifted;
        }
    }
    lifted
}

fn lift_once(
    module: &Module,
    surroundings: &Surroundings,
    ops: &[OpId],
    wanted: &mut Vec<SizeCondition>,
    wants_natural: bool,
) -> Result<Nest, NotLifted> {
    let (&first, others) = ops.split_first().expect("there is a nest to lift");
    let mut lifter = Lifter {
        module,
        surroundings,
        nodes: Vec::new(),
        sizes: Vec::new(),
        ids: HashMap::new(),
        values: HashMap::new(),
        live: Vec::new(),
        names: HashMap::new(),
        taken: BTreeSet::new(),
        buffers: IndexMap::new(),
        domains: IndexMap::new(),
        outside: IndexMap::new(),
        converted: HashMap::new(),
        inside: BTreeSet::new(),
        places: Places::new(),
        lifts: Vec::new(),
        gathers: Vec::new(),
        certain: HashMap::new(),
        conditions: Vec::new(),
        in_place: HashMap::new(),
        wanted: Vec::new(),
        executed: Vec::new(),
        wrapping: Vec::new(),
        quotients: IndexMap::new(),
        sums: IndexMap::new(),
        products: IndexMap::new(),
        partial: BTreeSet::new(),
        divides_by_choice: false,
        wants_natural,
    };
    for &op in ops {
        module.walk(op, &mut |inner| {
            lifter.inside.insert(inner);
        });
    }
    if lifter.inside.len() > MOST_OPERATIONS {
        return lifter.refuse(
            first,
            format!("a nest of more than {MOST_OPERATIONS} operations is not searched"),
        );
    }
    let depth = lifter.inside.iter().map(|op| loops_around(module, *op)).max();
    if depth > Some(MOST_LOOPS_DEEP) {
        return lifter.refuse(
            first,
            format!("a nest of more than {MOST_LOOPS_DEEP} loops inside one another is not searched"),
        );
    }
    let mut statements = Vec::new();
    let mut results = Vec::new();
    for &op in ops {
        results.extend(match module.op(op).code() {
            Some(OpCode::AffineIf) => lifter.affine_if(op, &mut statements)?,
            Some(OpCode::AffineParallel) => lifter.affine_parallel(op, &mut statements)?,
            Some(OpCode::ScfFor) => lifter.scf_for(op, &mut statements)?,
            Some(OpCode::ScfParallel) => lifter.scf_parallel(op, &mut statements)?,
            Some(OpCode::ScfIf) => lifter.scf_if(op, &mut statements)?,
            _ => lifter.affine_for(op, &mut statements)?,
        });
    }
    let root = lifter.sequence(statements);
    let guarded = lifter.guarded_buffers()?;
    lifter.check_gathered()?;
    let root = lifter.without_unread(root, &results);
    let root = lifter.delinearized(root)?;
    if !lifter.wanted.is_empty() {
        let told: Vec<String> = lifter
            .wanted
            .iter()
            .map(|condition| lifter.told(condition))
            .collect();
        wanted.append(&mut lifter.wanted);
        wanted.extend(lifter.wanted_iterations());
        return lifter.refuse(
            first,
            format!(
                "more must be known of sizes (rows of linear arrays as long as what is accessed of them, integers that fit their type): it is not \
                 known whether {}",
                told.join(" and ")
            ),
        );
    }
    lifter.name_extents();
    wanted.extend(lifter.wanted_iterations());
    let assumed = lifter.assumed();
    let is_local = |(_, source): &(Buffer, BufferSource)| match source {
        BufferSource::Memref(value) => {
            let users = surroundings.made.get(value);
            users.is_some_and(|users| users.iter().all(|user| lifter.inside.contains(user)))
        }
        BufferSource::Gathered(_) | BufferSource::Temporary => false,
    };
    let locals = lifter.buffers.iter().filter(|(_, buffer)| is_local(buffer));
    let locals = locals.map(|(name, _)| *name).collect();
    Ok(Nest {
        op: first,
        others: others.to_vec(),
        term: lifter.term(root),
        buffers: lifter.buffers,
        domains: lifter.domains,
        values: lifter.outside,
        locals,
        results,
        places: lifter.places,
        private_arrays: BTreeMap::new(),
        executed: lifter.executed,
        assumed,
        guarded,
        partial: lifter.partial,
        divides_by_choice: lifter.divides_by_choice,
    })
}

type Lifted<T> = Result<T, NotLifted>;

/// The value of an operation, and the temporary that holds it after the operation.
type Held = (ValueId, Symbol);

struct Lifter<'a> {
    module: &'a Module,
    surroundings: &'a Surroundings,
    nodes: Vec<Node>,
    /// The nodes of each node as a tree.
    sizes: Vec<usize>,
    ids: HashMap<Node, Id>,
    /// The expression of each value met so far.
    values: HashMap<ValueId, Id>,
    /// Values that read memory, in the order they were met.
    live: Vec<ValueId>,
    names: HashMap<ValueId, Symbol>,
    taken: BTreeSet<String>,
    buffers: IndexMap<Symbol, (Buffer, BufferSource)>,
    domains: IndexMap<Symbol, Domain>,
    outside: IndexMap<Symbol, ValueId>,
    /// What the conversions outside the nest give of each integer.
    converted: HashMap<(OpCode, ValueId), Id>,
    /// The operations of the nest.
    inside: BTreeSet<OpId>,
    places: Places,
    /// Every load and store, but for loads at subscripts that are data.
    lifts: Vec<Lift>,
    /// Those loads, with the buffer of each.
    gathers: Vec<(OpId, Symbol)>,
    /// What results of conditions are where all of some numbers are at least zero.
    certain: HashMap<ValueId, Vec<(Id, Vec<Linear>)>>,
    /// The results of conditions that take the place of a value carried by a loop.
    in_place: HashMap<ValueId, Held>,
    /// What is at least zero where the conditions around hold.
    conditions: Vec<Linear>,
    /// What would have to hold of the arguments.
    wanted: Vec<SizeCondition>,
    /// The accesses under no condition.
    executed: Vec<Executed>,
    /// Operations on integers of fixed width of which it is not seen that the result fits.
    wrapping: Vec<OpId>,
    /// Quotients that are computed before the nest, toward zero: the dividend, and the positive divisor.
    quotients: IndexMap<OpId, (Linear, i64)>,
    /// Sizes that are sums of others, by which something is multiplied.
    sums: IndexMap<Symbol, Linear>,
    /// Sizes that are products, or something else that is not affine, with the sum of products that each is, if it is one.
    products: IndexMap<Symbol, Option<delinearize::Polynomial>>,
    /// Memory of which something is loaded under a condition on data that is not seen to be there whatever that is.
    partial: BTreeSet<Symbol>,
    /// Whether something may have no quotient where a condition on data does not hold.
    divides_by_choice: bool,
    /// Whether it is wanted that their dividends are not negative.
    wants_natural: bool,
}

impl Lifter<'_> {
    fn add(&mut self, node: Node) -> Id {
        if let Some(id) = self.ids.get(&node) {
            return *id;
        }
        let id = Id::from(self.nodes.len());
        let sizes = egg::Language::children(&node)
            .iter()
            .map(|c| self.sizes[usize::from(*c)]);
        self.sizes.push(sizes.fold(1, usize::saturating_add));
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    /// The nodes that `root` needs, children first, `root` last.
    fn term(&self, root: Id) -> RecExpr<Node> {
        fn copy(all: &[Node], id: Id, to: &mut RecExpr<Node>, done: &mut HashMap<Id, Id>) -> Id {
            if let Some(id) = done.get(&id) {
                return *id;
            }
            let node = egg::Language::map_children(all[usize::from(id)].clone(), |c| copy(all, c, to, done));
            let new = to.add(node);
            done.insert(id, new);
            new
        }
        let mut term = RecExpr::default();
        copy(&self.nodes, root, &mut term, &mut HashMap::new());
        term
    }

    fn sequence(&mut self, statements: Vec<Id>) -> Id {
        match statements.as_slice() {
            [only] => *only,
            _ => self.add(Node::Seq(statements.into())),
        }
    }

    fn refuse<T>(&self, op: OpId, reason: impl Into<String>) -> Result<T, NotLifted> {
        Err(NotLifted {
            span: self.module.op(op).span,
            reason: reason.into(),
        })
    }

    /// Why an operation in a loop keeps a nest from being searched.
    fn not_understood(&self, op: OpId) -> String {
        let data = self.module.op(op);
        match data.code() {
            Some(OpCode::Call) => {
                "a call in a loop of what has no body here, several blocks, a recursion or a buffer on the stack of any size, or which \
                 would hand affine operations what is no dimension or symbol, is not understood"
                    .to_string()
            }
            _ => format!("{:?} inside a loop is not understood", data.name),
        }
    }

    /// Refuses an index expression, for what is not seen of the integers in it if there is such.
    fn refuse_index<T>(&self, op: OpId, reason: &str) -> Lifted<T> {
        match self.wrapping_reason() {
            Some((op, reason)) => self.refuse(op, reason),
            None => self.refuse(op, reason),
        }
    }

    /// A name that nothing else in the nest has.
    fn fresh(&mut self, base: &str) -> Symbol {
        let mut name = base.to_string();
        let mut suffix = 0;
        while !self.taken.insert(name.clone()) {
            suffix += 1;
            name = format!("{base}_{suffix}");
        }
        Symbol::from(name)
    }

    fn name_of(&mut self, value: ValueId, default: &str) -> Symbol {
        if let Some(name) = self.names.get(&value) {
            return *name;
        }
        let given = self.module.value(value).name.clone();
        let base = match given.as_deref() {
            Some(text) if !text.starts_with(|c: char| c.is_ascii_digit()) => text,
            _ => default,
        };
        let name = self.fresh(base);
        self.names.insert(value, name);
        name
    }

    fn block(&mut self, block: BlockId, statements: &mut Vec<Id>) -> Result<(), NotLifted> {
        for &op in &self.module.block(block).ops {
            let data = self.module.op(op);
            match data.code() {
                Some(OpCode::AffineFor) => {
                    self.affine_for(op, statements)?;
                }
                Some(OpCode::AffineParallel) => {
                    self.affine_parallel(op, statements)?;
                }
                Some(OpCode::AffineIf) => {
                    self.affine_if(op, statements)?;
                }
                Some(OpCode::ScfFor) => {
                    self.scf_for(op, statements)?;
                }
                Some(OpCode::ScfParallel) => {
                    self.scf_parallel(op, statements)?;
                }
                Some(OpCode::ScfIf) => {
                    self.scf_if(op, statements)?;
                }
                Some(OpCode::AffineStore | OpCode::MemRefStore) => self.store(op, statements)?,
                Some(OpCode::AffineLoad | OpCode::MemRefLoad) => self.load(op)?,
                Some(
                    OpCode::AffineYield | OpCode::ScfYield | OpCode::ScfReduce | OpCode::ScfReduceReturn,
                ) => {}
                _ if self.is_followed(op) || self.is_inner_memory(op) => {}
                Some(code) if code.has_trait(Trait::Pure) => {
                    for &result in &data.results {
                        self.expression(result, op)?;
                    }
                }
                _ => return self.refuse(op, self.not_understood(op)),
            }
        }
        Ok(())
    }

    fn store(&mut self, op: OpId, statements: &mut Vec<Id>) -> Result<(), NotLifted> {
        let operands = self.module.op(op).operands.clone();
        let value = self.expression(operands[0], op)?;
        let (memref, indices) = self.place_of(op, operands[1], &operands[2..])?;
        if self.has_data(&indices) {
            let reason =
                "the subscript of a store is data, so that it is not known which elements are stored to";
            return self.refuse_index(op, reason);
        }
        let (buffer, mut children) = self.cell(op, memref, indices)?;
        self.lifts.push(Lift {
            op,
            buffer,
            indices: children.clone(),
            is_write: true,
            is_conditional: false,
            is_chosen: false,
            conditions: self.conditions.clone(),
        });
        self.spill_before(op, self.surroundings.order[&op], "old", statements)?;
        children.push(value);
        let store = self.add(Node::Store(buffer, children.into()));
        statements.push(store);
        Ok(())
    }

    fn load(&mut self, op: OpId) -> Result<(), NotLifted> {
        let data = self.module.op(op);
        let result = data.results[0];
        let scalar = self.scalar(result, op)?;
        let (memref, indices) = self.place_of(op, data.operands[0], &data.operands[1..])?;
        if self.has_data(&indices) && self.pieces(&indices, op).is_none() {
            let buffer = self.gathered(op, memref)?;
            let load = self.add(Node::Load(buffer, scalar, indices.into()));
            self.values.insert(result, load);
            self.live.push(result);
            return Ok(());
        }
        let (buffer, mut indices) = self.cell(op, memref, indices)?;
        let mut pieces = self.pieces(&indices, op);
        // What is chosen may be decided by the bounds of the loops around.
        if let Some(Pieces::End(decided)) = &mut pieces {
            indices = std::mem::take(decided);
            pieces = None;
        }
        let load = match pieces {
            Some(pieces) => self.load_of_pieces(op, buffer, &pieces, result)?,
            None if indices.len() > 1 && self.linears(&indices).is_none() => {
                return self.refuse_index(op, "a subscript is not affine with constant divisors");
            }
            None => {
                self.lifts.push(Lift {
                    op,
                    buffer,
                    indices: indices.clone(),
                    is_write: false,
                    is_conditional: false,
                    is_chosen: false,
                    conditions: self.conditions.clone(),
                });
                self.add(Node::Load(buffer, scalar, indices.into()))
            }
        };
        self.values.insert(result, load);
        self.live.push(result);
        Ok(())
    }

    /// The memref behind views that an operation accesses, and the subscripts in it.
    fn place_of(&mut self, op: OpId, memref: ValueId, operands: &[ValueId]) -> Lifted<(ValueId, Vec<Id>)> {
        let indices = self.subscripts(op, operands)?;
        self.behind_views(memref, indices, op)
    }

    /// The buffer of a memref, and the subscripts in it.
    fn cell(&mut self, op: OpId, memref: ValueId, mut indices: Vec<Id>) -> Lifted<(Symbol, Vec<Id>)> {
        let name = self.buffer(memref, op)?;
        match self.buffers[&name].0.addressing {
            Addressing::Scattered => indices.push(self.add(Node::Int(0))),
            Addressing::Collapsed(length) => {
                if let (Some(column), Some(row)) = (indices.pop(), indices.pop()) {
                    let length = self.add(Node::Int(length));
                    indices.push(self.moved(column, row, length));
                }
            }
            _ => {}
        }
        Ok((name, indices))
    }

    /// Notes where an access stands; of equal ones the first.
    fn note_place(&mut self, lift: &Lift, indices: &[Id]) {
        let &Lift {
            op, buffer, is_write, ..
        } = lift;
        let data = self.module.op(op);
        let (Some(indices), Some(code)) = (self.linears(indices), data.code()) else {
            return;
        };
        let access = Access {
            buffer,
            indices: indices.into_iter().map(Some).collect(),
            is_write,
            guard: Guard::new(),
        };
        if let Some(loops) = self.loops_alone_around(op).filter(|_| !lift.is_chosen) {
            let executed = Executed {
                access: access.clone(),
                loops,
            };
            if !self.executed.contains(&executed) {
                self.executed.push(executed);
            }
        }
        self.places.entry(access).or_insert(Place {
            span: data.span,
            operation: code.name(),
        });
    }

    /// The loops around an operation; `None` where it is in something else too.
    fn loops_alone_around(&self, op: OpId) -> Option<Vec<(Symbol, Domain)>> {
        let mut all = Vec::new();
        let mut inner = op;
        while let Some(around) = self.module.parent_op(inner).filter(|op| self.inside.contains(op)) {
            let body = self
                .module
                .single_block(around, 0)
                .filter(|_| is_loop(self.module.op(around).code()))?;
            let variables = self.module.block(body).arguments.iter().rev();
            for name in variables.filter_map(|value| self.names.get(value)) {
                if let Some(domain) = self.domains.get(name) {
                    all.push((*name, domain.clone()));
                }
            }
            inner = around;
        }
        all.reverse();
        Some(all)
    }

    /// Gives a temporary to each value that reads what `op` may write and is used later than `end` in the order of
    /// the text.
    fn spill_before(
        &mut self,
        op: OpId,
        end: usize,
        name: &str,
        statements: &mut Vec<Id>,
    ) -> Result<(), NotLifted> {
        let written = self.written_in(op)?;
        for value in self.live.clone() {
            let needed = self
                .surroundings
                .last_use
                .get(&value)
                .is_some_and(|&last| last > end);
            let expression = self.values[&value];
            let conflicts = self
                .reads(expression)
                .iter()
                .any(|read| written.iter().any(|write| self.may_alias(*read, *write)));
            if needed && conflicts {
                let temporary = self.temporary(value, name, op)?;
                statements.push(self.add(Node::Store(temporary, [expression].into())));
                self.bind_to_temporary(value, temporary);
            }
        }
        Ok(())
    }

    /// The buffers that the stores in an operation write, one for each.
    fn written_in(&mut self, op: OpId) -> Lifted<Vec<Symbol>> {
        let mut stores = Vec::new();
        let module = self.module;
        module.walk(op, &mut |inner| {
            if let Some(OpCode::AffineStore | OpCode::MemRefStore) = module.op(inner).code() {
                stores.push(inner);
            }
        });
        let buffer = |store| self.buffer(self.root(module.op(store).operands[1]), store);
        stores.into_iter().map(buffer).collect()
    }

    fn may_alias(&self, a: Symbol, b: Symbol) -> bool {
        let group = |name| {
            self.buffers
                .get(&name)
                .and_then(|(buffer, _)| buffer.overlap_group)
        };
        a == b || (group(a).is_some() && group(a) == group(b))
    }

    /// The buffers an expression reads.
    fn reads(&self, expression: Id) -> BTreeSet<Symbol> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::from([expression]);
        let mut pending = vec![expression];
        while let Some(id) = pending.pop() {
            let node = &self.nodes[usize::from(id)];
            if let Node::Load(buffer, ..) = node {
                found.insert(*buffer);
            }
            pending.extend(egg::Language::children(node).iter().filter(|c| seen.insert(**c)));
        }
        found
    }

    /// A new 0-d buffer of the value's type.
    fn temporary(&mut self, value: ValueId, base: &str, op: OpId) -> Result<Symbol, NotLifted> {
        let element = self.scalar(value, op)?;
        let name = self.fresh(base);
        let buffer = Buffer {
            element,
            shape: Vec::new(),
            addressing: Addressing::Same,
            overlap_group: None,
        };
        self.buffers.insert(name, (buffer, BufferSource::Temporary));
        Ok(name)
    }

    fn bind_to_temporary(&mut self, value: ValueId, temporary: Symbol) {
        let load = self.load_of(temporary);
        self.values.insert(value, load);
        self.live.push(value);
    }

    fn load_of(&mut self, temporary: Symbol) -> Id {
        let element = self.buffers[&temporary].0.element;
        self.add(Node::Load(temporary, element, [].into()))
    }

    fn scalar(&self, value: ValueId, op: OpId) -> Result<Scalar, NotLifted> {
        match Scalar::of(self.module.ty(value)) {
            Some(scalar) => Ok(scalar),
            None => self.refuse(
                op,
                format!("a value of type {} is no scalar", self.module.ty(value)),
            ),
        }
    }
}
