//! The cost of straight-line code: what it occupies of the core, by operation.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use egg::{Id, Language, Symbol};
use ovolo_lang::op::OpCode;
use ovolo_rewrites::dependence::Access;
use ovolo_rewrites::egraph::EGraph;
use ovolo_rewrites::guard::Guard;
use ovolo_rewrites::linear::Linear;
use ovolo_rewrites::term::{Node, Panel, ScalarOp};

use crate::chain::{Stored, is_carried, recurrence, uses};
use crate::expression::{Expressions, Unit, unit_of};
use crate::machine::Machine;

/// Straight-line code as a bag of operations. An operation is there once for each combination of the
/// values of the variables that it depends on.
#[derive(Clone, Debug, Default)]
pub struct Block {
    pub items: Vec<Item>,
    /// The buffers of which what does not move with the loop around is read before it.
    pub hoisted: BTreeSet<Symbol>,
}

#[derive(Clone, Debug)]
pub struct Item {
    pub kind: Kind,
    /// The class of the value; a store has none.
    pub class: Option<Id>,
    /// Induction variables of the source that the operation depends on.
    pub roots: BTreeSet<Symbol>,
    /// How many different ones there are.
    pub count: f64,
    /// Instructions for each.
    pub instructions: f64,
    /// How often it is executed, where conditions decide.
    pub share: f64,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Load(Arc<Access>),
    Store(Stored),
    Op(Unit, f64),
    /// What decides a condition.
    Branch,
}

/// Straight-line code longer than this many instructions does not pay: it overflows the cache of decoded
/// instructions.
const MOST_INSTRUCTIONS: f64 = 600.0;

/// A loop body of this many instructions would take twice its time, for the sake of the caches of
/// instructions: the number only decides between bodies that are alike otherwise.
const FETCHED: f64 = 5000.0;

/// Instructions to tell in which lanes a condition holds, and which lanes of a vector are iterations: each number is
/// that of the usual case, a comparison with a value known before.
const CONDITION_OF_LANES: f64 = 3.0;
const END_OF_LANES: f64 = 4.0;

/// Bytes of the vectors of the machines that mask loads and stores at no cost.
const MASKED_BYTES: u64 = 64;

/// Cycles to find out which branch is taken, most of them foreseen. The number is typical of today's cores.
pub const BRANCH: f64 = 2.0;

/// Cycles to leave one loop and enter the next: a mispredicted branch, half hidden.
const LOOP_ENTRY: f64 = 8.0;

impl Block {
    /// The code of one store.
    pub fn of_store<'a>(
        egraph: &EGraph<'a>,
        expressions: &Expressions<'_, 'a>,
        machine: &Machine,
        memory: Memory<'_>,
        buffer: Symbol,
        children: &[Id],
    ) -> Block {
        let (&value, indices) = children.split_last().expect("a store has a value");
        let target = access_of(egraph, buffer, indices, true);
        let mut walk = Walk {
            egraph,
            expressions,
            machine,
            items: Vec::new(),
            seen: HashMap::new(),
            memory,
        };
        let (value_roots, sources) = walk.value(value);
        let mut items = walk.items;
        let mut roots = roots_of(egraph, &target);
        roots.extend(value_roots);
        items.push(Item {
            kind: Kind::Store(Stored {
                access: Arc::new(target),
                sources: sources.into_iter().collect(),
                copies: Vec::new(),
                reduced: None,
            }),
            class: None,
            roots,
            count: 1.0,
            instructions: 1.0,
            share: 1.0,
        });
        Block {
            items,
            ..Block::default()
        }
    }

    /// One block after the other.
    pub fn then(mut self, other: &Block) -> Block {
        let before = self.items.len();
        for item in &other.items {
            let known = |mine: &Item| {
                mine.class == item.class && mine.count == item.count && mine.instructions == item.instructions
            };
            // A value that the first block computes for the same iterations is there already.
            if item.class.is_none() || !self.items[..before].iter().any(known) {
                self.items.push(item.clone());
            }
        }
        self
    }

    /// The first block where a condition holds, which is so in a part of all cases, and the other elsewhere. `roots`
    /// are the variables that decide.
    pub fn either(taken: f64, [then, otherwise]: [&Block; 2], roots: BTreeSet<Symbol>) -> Block {
        let mut items = vec![Item {
            kind: Kind::Branch,
            class: None,
            roots: roots.clone(),
            count: 1.0,
            instructions: 1.0,
            share: 1.0,
        }];
        for (block, part) in [(then, taken), (otherwise, 1.0 - taken)] {
            for item in &block.items {
                let mut item = item.clone();
                item.share *= part;
                items.push(item);
            }
        }
        Block {
            items,
            ..Block::default()
        }
    }

    /// The code for the last of the vectors of a variable, which may have lanes that are no iteration.
    pub fn masked(mut self, root: Symbol, lanes: f64, machine: &Machine) -> Block {
        if machine.vector_bytes < MASKED_BYTES {
            let is_access = |item: &&mut Item| matches!(item.kind, Kind::Load(_) | Kind::Store(_));
            let moving = self.items.iter_mut().filter(|i| i.roots.contains(&root));
            moving
                .filter(is_access)
                .for_each(|item| item.instructions *= lanes);
        }
        self.items.push(Item {
            kind: Kind::Op(Unit::Integer, 1.0),
            class: None,
            roots: BTreeSet::from([root]),
            count: 1.0,
            instructions: END_OF_LANES,
            share: 1.0,
        });
        self
    }

    /// The code copied out for `trip` values of a variable.
    pub fn unrolled(mut self, root: Symbol, trip: f64) -> Block {
        for item in self.items.iter_mut().filter(|i| i.roots.contains(&root)) {
            item.count *= trip;
            if let Kind::Store(stored) = &mut item.kind {
                stored.copies.push((root, trip));
            }
        }
        self
    }

    /// The code for `lanes` values of a variable at once. Lanes at a distance are loaded and inserted, or extracted
    /// and stored, one by one.
    pub fn vectorized(mut self, root: Symbol, lanes: f64, machine: &Machine, bytes: f64) -> Block {
        let registers = (lanes * bytes / machine.vector_bytes as f64).ceil().max(1.0);
        let mut inserts = Vec::new();
        // Both branches of a condition are computed, each for the lanes that take it.
        for item in &mut self.items {
            item.share = 1.0;
            if matches!(item.kind, Kind::Branch) {
                item.kind = Kind::Op(Unit::Integer, 1.0);
                item.instructions = CONDITION_OF_LANES;
            }
        }
        for item in self.items.iter_mut().filter(|i| i.roots.contains(&root)) {
            item.instructions *= match &mut item.kind {
                Kind::Load(access) if !is_contiguous(access, root) => {
                    inserts.push(Item {
                        kind: Kind::Op(Unit::Float, 1.0),
                        instructions: lanes,
                        ..item.clone()
                    });
                    lanes
                }
                Kind::Store(stored) if !uses(&stored.access, root) => {
                    stored.reduced = Some(root);
                    // Halves of the lanes are combined until one is left.
                    inserts.push(Item {
                        kind: Kind::Op(Unit::Float, 1.0),
                        class: None,
                        roots: BTreeSet::new(),
                        count: 1.0,
                        instructions: 2.0 * lanes.log2().ceil().max(1.0),
                        share: 1.0,
                    });
                    registers
                }
                Kind::Store(stored) if !is_contiguous(&stored.access, root) => {
                    inserts.push(Item {
                        kind: Kind::Op(Unit::Float, 1.0),
                        instructions: lanes,
                        ..item.clone()
                    });
                    lanes
                }
                Kind::Op(Unit::Function, _) => lanes,
                Kind::Load(_) | Kind::Store(_) => pieces(lanes, bytes, machine),
                Kind::Op(..) | Kind::Branch => registers,
            };
        }
        self.items.extend(inserts);
        self
    }

    pub fn instructions(&self) -> f64 {
        self.items.iter().map(|i| i.count * i.instructions).sum()
    }

    pub fn is_too_long(&self) -> bool {
        self.instructions() > MOST_INSTRUCTIONS
    }

    /// Loads that move to another row with each iteration of a loop over `root`.
    pub fn far_loads(&self, root: Symbol) -> f64 {
        let is_far = |item: &&Item| match &item.kind {
            Kind::Load(access) => uses(access, root) && !is_contiguous(access, root),
            _ => false,
        };
        self.items.iter().filter(is_far).map(|item| item.count).sum()
    }

    /// Cycles of the block once, nothing around it.
    pub fn cycles(&self, machine: &Machine) -> f64 {
        self.throughput(machine, |_| true).max(1.0)
    }

    /// Cycles of `trip` iterations of a loop over `root` around the block, `promoted` when the cells that
    /// do not move with the loop are held in registers.
    pub fn loop_cycles(&self, machine: &Machine, root: Symbol, trip: f64, promoted: bool) -> f64 {
        let moves = |item: &Item| item.roots.contains(&root);
        let held = |access: &Access| !uses(access, root);
        let cell_of = |access: &Access| {
            self.items
                .iter()
                .any(|i| matches!(&i.kind, Kind::Store(s) if is_same_cell(&s.access, access)))
        };
        let stores = self.items.iter().filter_map(|item| match &item.kind {
            Kind::Store(stored) => Some(stored),
            _ => None,
        });
        let stores: Vec<&Stored> = stores.collect();
        // What the iteration before wrote is in a register.
        let carried: BTreeSet<Id> = self
            .items
            .iter()
            .filter_map(|item| match &item.kind {
                Kind::Load(access) if is_carried(&stores, access, root) => item.class,
                _ => None,
            })
            .collect();
        // What does not move with the loop is done before it, but for cells that the loop writes.
        let in_loop = |item: &Item| match &item.kind {
            _ if item.class.is_some_and(|class| carried.contains(&class)) => false,
            Kind::Store(stored) => !(promoted && held(&stored.access)),
            Kind::Load(access) => {
                moves(item) || (!promoted && cell_of(access)) || self.is_hidden(access, root)
            }
            Kind::Op(..) | Kind::Branch => moves(item),
        };
        let through_memory = if promoted { 0.0 } else { machine.forward_latency };
        let chain = recurrence(&stores, root, through_memory);
        let control = 2.0 / machine.issue_width;
        let spills = if promoted {
            self.spilled(machine, root)
        } else {
            0.0
        };
        let spill_cycles = spills * (1.0 / machine.load_ports + 1.0 / machine.store_ports);
        let iteration = (self.throughput(machine, in_loop) + control + spill_cycles)
            .max(chain)
            .max(1.0);
        let outside = self.throughput(machine, |item| !in_loop(item));
        let fetched = 1.0 + self.instructions() / FETCHED;
        trip * iteration * fetched + outside + chain + LOOP_ENTRY
    }

    /// Whether a compiler cannot tell that a cell stays as it is while a loop over `root` runs: the loop writes its
    /// buffer elsewhere.
    fn is_hidden(&self, access: &Access, root: Symbol) -> bool {
        let is_near = |stored: &Access| {
            let mut pairs = stored.indices.iter().zip(&access.indices);
            pairs.all(|pair| match pair {
                (Some(x), Some(y)) => x.subtract(y).is_some_and(|gap| gap.as_constant().is_some()),
                _ => false,
            })
        };
        let may_be_written = |item: &Item| match &item.kind {
            Kind::Store(stored) => {
                stored.access.buffer == access.buffer
                    && uses(&stored.access, root)
                    && !is_near(&stored.access)
            }
            _ => false,
        };
        !self.hoisted.contains(&access.buffer) && self.items.iter().any(may_be_written)
    }

    /// The code with hints for the lines that an iteration of the loop over `root` reads of some buffers.
    pub fn with_hints(mut self, buffers: &[Symbol], root: Symbol) -> Block {
        let is_told = |item: &&Item| match &item.kind {
            Kind::Load(access) => buffers.contains(&access.buffer) && uses(access, root),
            _ => false,
        };
        let hints: f64 = self.items.iter().filter(is_told).map(|item| item.count).sum();
        self.items.push(Item {
            kind: Kind::Op(Unit::Integer, 1.0),
            class: None,
            roots: BTreeSet::from([root]),
            count: 1.0,
            instructions: hints,
            share: 1.0,
        });
        self
    }

    /// Vector registers that the block wants beyond those of the machine, when a loop over `root` holds
    /// its cells in registers: the cells, the smallest group of operands that is reused, and two more.
    fn spilled(&self, machine: &Machine, root: Symbol) -> f64 {
        let mut cells = 0.0;
        let mut operands = f64::INFINITY;
        for item in &self.items {
            match &item.kind {
                Kind::Store(stored) if !uses(&stored.access, root) => cells += item.count * item.instructions,
                Kind::Load(_) if item.roots.contains(&root) => {
                    operands = operands.min(item.count * item.instructions)
                }
                _ => {}
            }
        }
        let operands = if operands.is_finite() { operands } else { 0.0 };
        (cells + operands + 1.0 - machine.vector_registers as f64).max(0.0)
    }

    fn throughput(&self, machine: &Machine, counts: impl Fn(&Item) -> bool) -> f64 {
        let (mut float, mut integer, mut divide, mut load, mut store) = (0.0, 0.0, 0.0, 0.0, 0.0);
        let mut branches = 0.0;
        for item in self.items.iter().filter(|i| counts(i)) {
            let amount = item.count * item.instructions * item.share;
            match &item.kind {
                Kind::Load(_) => load += amount,
                Kind::Store(..) => store += amount,
                Kind::Branch => branches += amount * BRANCH,
                Kind::Op(Unit::Float, _) => float += amount,
                Kind::Op(Unit::Integer, _) => integer += amount,
                Kind::Op(Unit::Divide, _) => divide += amount * machine.divide_latency,
                Kind::Op(Unit::Function, latency) => divide += amount * latency,
            }
        }
        let issue = (float + integer + load + store) / machine.issue_width + branches;
        [
            float / machine.float_ports,
            integer / machine.integer_ports,
            load / machine.load_ports,
            store / machine.store_ports,
            issue,
        ]
        .into_iter()
        .fold(divide, f64::max)
    }
}

/// Instructions to move consecutive lanes: one for each whole register, and for each power of two in the rest, which
/// are put together.
fn pieces(lanes: f64, bytes: f64, machine: &Machine) -> f64 {
    let in_register = (machine.vector_bytes as f64 / bytes).max(1.0);
    let whole = (lanes / in_register).floor();
    let rest = f64::from(((lanes - whole * in_register) as u32).count_ones());
    whole + (2.0 * rest - 1.0).max(0.0)
}

/// Collects the operations of a value.
struct Walk<'w, 'e, 'a> {
    egraph: &'w EGraph<'a>,
    expressions: &'w Expressions<'e, 'a>,
    machine: &'w Machine,
    items: Vec<Item>,
    seen: HashMap<Id, (BTreeSet<Symbol>, Sources)>,
    memory: Memory<'w>,
}

/// What the buffers of a nest are to a statement.
#[derive(Clone, Copy)]
pub struct Memory<'w> {
    /// Those that the nest writes.
    pub written: &'w BTreeSet<Symbol>,
    /// Those that are read from copies.
    pub packed: &'w [Panel],
}

impl Memory<'_> {
    /// The access to where the cells of a read are; the subscript along a panel comes last.
    fn read(&self, mut access: Access) -> Access {
        let panel = self.packed.iter().find(|panel| panel.buffer == access.buffer);
        if let Some(along) = panel.map(|panel| usize::from(panel.along))
            && along < access.indices.len()
        {
            let along = access.indices.remove(along);
            access.indices.push(along);
        }
        access
    }
}

/// Loads of what the nest writes, with the cycles from each to a value.
type Sources = BTreeMap<Access, f64>;

impl Walk<'_, '_, '_> {
    /// Whether the compiler behind makes one multiply-add of a sum and a product in it.
    fn is_fused(&self, op: &ScalarOp, args: &[Id]) -> bool {
        let is_product = |arg: &Id| match self.expressions.best(self.egraph.find(*arg)) {
            Node::Op(product, _) => product.code == OpCode::MulF && product.flags.contract,
            _ => false,
        };
        matches!(op.code, OpCode::AddF | OpCode::SubF) && op.flags.contract && args.iter().any(is_product)
    }

    /// The variables of an expression, and what it is computed from.
    fn value(&mut self, class: Id) -> (BTreeSet<Symbol>, Sources) {
        let class = self.egraph.find(class);
        if let Some(known) = self.seen.get(&class) {
            return known.clone();
        }
        let node = self.expressions.best(class).clone();
        let result = match &node {
            Node::Load(buffer, _, indices) => {
                let access = self.memory.read(access_of(self.egraph, *buffer, indices, false));
                let roots = roots_of(self.egraph, &access);
                let is_source = self.memory.written.contains(buffer);
                let sources = is_source.then(|| (access.clone(), 0.0)).into_iter().collect();
                self.items.push(Item {
                    kind: Kind::Load(Arc::new(access)),
                    class: Some(class),
                    roots: roots.clone(),
                    count: 1.0,
                    instructions: 1.0,
                    share: 1.0,
                });
                (roots, sources)
            }
            Node::Op(op, args) => {
                let mut roots = BTreeSet::new();
                let mut sources = Sources::new();
                let (unit, latency) = unit_of(op.code, self.machine);
                let latency = if self.is_fused(op, args) {
                    self.machine.fma_latency
                } else {
                    latency
                };
                for &arg in args.iter() {
                    let (more, from) = self.value(arg);
                    roots.extend(more);
                    for (source, cycles) in from {
                        let known = sources.entry(source).or_insert(0.0);
                        *known = known.max(cycles + latency);
                    }
                }
                self.items.push(Item {
                    kind: Kind::Op(unit, latency),
                    class: Some(class),
                    roots: roots.clone(),
                    count: 1.0,
                    instructions: 1.0,
                    share: 1.0,
                });
                (roots, sources)
            }
            _ => {
                let mut roots = BTreeSet::new();
                for name in self.egraph[class].data.variables.iter() {
                    roots.insert(self.egraph.analysis.root(*name));
                }
                (roots, Sources::new())
            }
        };
        self.seen.insert(class, result.clone());
        result
    }
}

fn access_of(egraph: &EGraph<'_>, buffer: Symbol, indices: &[Id], is_write: bool) -> Access {
    let indices = indices.iter().map(|&i| egraph[i].data.linear.clone()).collect();
    Access {
        buffer,
        indices,
        is_write,
        guard: Guard::new(),
    }
}

fn roots_of(egraph: &EGraph<'_>, access: &Access) -> BTreeSet<Symbol> {
    let mut roots = BTreeSet::new();
    for index in access.indices.iter().flatten() {
        index.for_each_var(&mut |v| {
            roots.insert(egraph.analysis.root(v));
        });
    }
    roots
}

fn is_same_cell(a: &Access, b: &Access) -> bool {
    a.buffer == b.buffer && a.indices == b.indices
}

/// Whether consecutive values of the variable touch consecutive elements.
fn is_contiguous(access: &Access, root: Symbol) -> bool {
    let plain = |i: &Option<Linear>, c: i64| {
        i.as_ref().is_some_and(|i| {
            i.coefficient(root) == c
                && Linear::var(root)
                    .scale(c)
                    .and_then(|moving| i.subtract(&moving))
                    .is_some_and(|rest| !rest.uses(root))
        })
    };
    access
        .indices
        .split_last()
        .is_some_and(|(l, outer)| plain(l, 1) && outer.iter().all(|i| plain(i, 0)))
}

/// The nodes of an expression's cheapest term, children first. `known` holds what was copied before.
pub fn copy_expression(
    expressions: &Expressions<'_, '_>,
    class: Id,
    known: &mut HashMap<Id, Id>,
    add: &mut impl FnMut(Node) -> Id,
) -> Id {
    if let Some(id) = known.get(&class) {
        return *id;
    }
    let node = expressions.best(class).clone();
    let node = node.map_children(|child| copy_expression(expressions, child, known, add));
    let id = add(node);
    known.insert(class, id);
    id
}
