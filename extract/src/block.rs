//! The cost of straight-line code: what it occupies of the core, by operation.

mod neighbours;
mod operations;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egg::{Id, Symbol};
use ovolo_rewrites::dependence::Access;
use ovolo_rewrites::linear::Linear;
use ovolo_rewrites::nest::MOST_SPREAD;

use crate::chain::{Stored, is_carried, recurrence, uses};
use crate::machine::Machine;
use crate::work::{Unit, VECTOR_FUNCTION};

pub use self::operations::Memory;

/// Straight-line code as a bag of operations. An operation is there once for each combination of the
/// values of the variables that it depends on.
#[derive(Clone, Debug, Default)]
pub struct Block {
    pub items: Vec<Item>,
    /// The buffers of which what does not move with the loop around is read before it.
    pub hoisted: BTreeSet<Symbol>,
    /// Whether a loop of it is one of vectors.
    pub has_vectors: bool,
    /// Cycles that loads wait for stores of it.
    pub late: f64,
}

/// An operation of straight-line code.
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
    /// Loads that each takes the time of.
    pub slots: f64,
    /// Bytes of what is computed, loaded or stored; `None` where they are those of the widest elements in memory.
    pub bytes: Option<f64>,
}

impl Item {
    /// One instruction that is always executed.
    pub fn new(kind: Kind, class: Option<Id>, roots: BTreeSet<Symbol>) -> Item {
        Item {
            kind,
            class,
            roots,
            count: 1.0,
            instructions: 1.0,
            share: 1.0,
            slots: 1.0,
            bytes: None,
        }
    }
}

/// What the lanes of a vector are: values of a variable, and in each another one that is so much less than in the lane
/// before.
#[derive(Clone, Copy, Debug)]
pub struct Lanes {
    pub root: Symbol,
    pub across: Option<(Symbol, i64)>,
}

impl Lanes {
    /// The values of one variable.
    pub fn of(root: Symbol) -> Lanes {
        Lanes { root, across: None }
    }

    fn moves(self, item: &Item) -> bool {
        let across = self
            .across
            .is_some_and(|(across, _)| item.roots.contains(&across));
        item.roots.contains(&self.root) || across
    }

    fn moves_cell(self, access: &Access) -> bool {
        uses(access, self.root) || self.across.is_some_and(|(across, _)| uses(access, across))
    }

    /// The distance between the cells of two lanes where they lie in one row.
    fn distance(self, access: &Access) -> Option<i64> {
        let step = |index: &Option<Linear>| {
            let index = index.as_ref()?;
            let mut rest = index.clone();
            let mut step = 0;
            for (variable, factor) in [(self.root, 1)]
                .into_iter()
                .chain(self.across.map(|(v, f)| (v, -f)))
            {
                let coefficient = index.coefficient(variable);
                rest = rest.subtract(&Linear::var(variable).scale(coefficient)?)?;
                step += coefficient.checked_mul(factor)?;
            }
            let is_linear = !rest.uses(self.root) && self.across.is_none_or(|(v, _)| !rest.uses(v));
            is_linear.then_some(step)
        };
        let (last, outer) = access.indices.split_last()?;
        let is_row = outer.iter().all(|index| step(index) == Some(0));
        step(last).filter(|_| is_row)
    }
}

/// What an item does.
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

/// Lanes of fewer bytes take this many instructions to be moved between two vectors: `vpermt2b` and `vpermt2w` are two
/// on Intel's cores (uops.info).
const NARROW_LANES: f64 = 4.0;
const NARROW_SHUFFLE: f64 = 2.0;

/// Bytes of the vectors of the machines that mask loads and stores at no cost.
const MASKED_BYTES: u64 = 64;

/// Cycles to find out which branch is taken, most of them foreseen. The number is typical of today's cores.
pub(crate) const BRANCH: f64 = 2.0;

/// Cycles to leave one loop and enter the next: a mispredicted branch, half hidden.
const LOOP_ENTRY: f64 = 8.0;

impl Block {
    /// One block after the other.
    pub fn then(mut self, other: &Block) -> Block {
        self.has_vectors |= other.has_vectors;
        self.late += other.late;
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
        let mut items = vec![Item::new(Kind::Branch, None, roots.clone())];
        for (block, part) in [(then, taken), (otherwise, 1.0 - taken)] {
            for item in &block.items {
                let mut item = item.clone();
                item.share *= part;
                items.push(item);
            }
        }
        Block {
            items,
            has_vectors: then.has_vectors || otherwise.has_vectors,
            late: then.late.max(otherwise.late),
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
            instructions: END_OF_LANES,
            ..Item::new(Kind::Op(Unit::Integer, 1.0), None, BTreeSet::from([root]))
        });
        self
    }

    /// The code copied out for `trip` values of a variable that are `step` apart.
    pub fn unrolled(mut self, root: Symbol, trip: f64, step: i64) -> Block {
        let read_anew = self.read_anew(root, trip, step);
        // Lanes of what is loaded are moved about once for each that is read.
        let moved: BTreeMap<Id, f64> = (read_anew.iter())
            .filter_map(|(&n, &copies)| Some((self.items[n].class?, copies)))
            .collect();
        for (n, item) in self.items.iter_mut().enumerate() {
            if !item.roots.contains(&root) {
                continue;
            }
            let of_class = || item.class.and_then(|class| moved.get(&class));
            item.count *= read_anew.get(&n).or_else(of_class).copied().unwrap_or(trip);
            if let Kind::Store(stored) = &mut item.kind {
                stored.copies.push((root, trip));
            }
        }
        self
    }

    /// The code for `lanes` values of a variable at once. Lanes at a distance of a few elements are taken out of the rows in which they
    /// lie; others are loaded and inserted, or extracted and stored, one by one, but for what the lane before has stored: then one is loaded, and the others are shifted. So
    /// are lanes one before the other in memory, which are loaded at once.
    pub fn vectorized(mut self, along: Lanes, lanes: f64, machine: &Machine, bytes: f64) -> Block {
        let registers = pieces(lanes, bytes, machine);
        let mut inserts = Vec::new();
        if along.across.is_none() {
            self.across_lines(along.root, lanes, machine, bytes);
        }
        let shifted = match along.across {
            Some(_) => self.stored_by_lanes_before(along.root),
            None => BTreeSet::new(),
        };
        self.has_vectors = true;
        // Both branches of a condition are computed, each for the lanes that take it.
        for item in &mut self.items {
            item.share = 1.0;
            if matches!(item.kind, Kind::Branch) {
                item.kind = Kind::Op(Unit::Integer, 1.0);
                item.instructions = CONDITION_OF_LANES;
            }
        }
        let [mut all_stored, mut all_loaded] = [Vec::new(), Vec::new()];
        for item in &self.items {
            match &item.kind {
                Kind::Store(stored) => all_stored.push((Arc::clone(&stored.access), stored.copies.clone())),
                Kind::Load(access) => all_loaded.push((Arc::clone(access), Vec::new())),
                _ => {}
            }
        }
        let items = self.items.iter_mut().enumerate();
        for (n, item) in items.filter(|(_, item)| along.moves(item)) {
            let registers = item
                .bytes
                .map_or(registers, |bytes| pieces(lanes, bytes, machine));
            // How many times the instructions, and how many to move lanes about.
            let (times, moved) = match &item.kind {
                Kind::Load(_) if shifted.contains(&n) => (1.0, 2.0 * registers),
                Kind::Load(access) => match along.distance(access) {
                    Some(1) => (registers, 0.0),
                    Some(-1) => (registers, registers),
                    Some(distance @ 2..=MOST_SPREAD) if is_interleaved(&all_loaded, access, along) => {
                        (registers, registers * (distance - 1) as f64)
                    }
                    Some(distance @ 2..=MOST_SPREAD) => {
                        let rows = distance as f64 * registers;
                        (rows, rows - registers)
                    }
                    _ => (lanes, lanes),
                },
                Kind::Store(stored) if !along.moves_cell(&stored.access) => {
                    // Halves of the lanes are combined until one is left.
                    inserts.push(Item {
                        instructions: 2.0 * lanes.log2().ceil().max(1.0),
                        ..Item::new(Kind::Op(Unit::Float, 1.0), None, BTreeSet::new())
                    });
                    (registers, 0.0)
                }
                Kind::Store(stored) => match along.distance(&stored.access) {
                    Some(1) => (registers, 0.0),
                    Some(distance @ 2..=MOST_SPREAD)
                        if is_interleaved(&all_stored, &stored.access, along) =>
                    {
                        (registers, registers * (distance - 1) as f64)
                    }
                    _ => (lanes, lanes),
                },
                Kind::Op(Unit::Function, _) => (lanes, 0.0),
                Kind::Op(Unit::VectorFunction, cycles) => (registers * VECTOR_FUNCTION / *cycles, 0.0),
                Kind::Op(..) | Kind::Branch => (registers, 0.0),
            };
            if moved > 0.0 {
                let is_narrow = item.bytes.unwrap_or(bytes) < NARROW_LANES;
                inserts.push(Item {
                    kind: Kind::Op(Unit::Shuffle, 1.0),
                    instructions: moved * if is_narrow { NARROW_SHUFFLE } else { 1.0 },
                    ..item.clone()
                });
            }
            item.instructions *= times;
            if let Kind::Op(unit @ Unit::Conversion, _) = &mut item.kind {
                *unit = Unit::Shuffle;
            }
            if let Kind::Store(stored) = &mut item.kind
                && !along.moves_cell(&stored.access)
            {
                stored.reduced = Some(along.root);
            }
        }
        self.items.extend(inserts);
        self
    }

    /// The loads of what an earlier value of a variable has stored. Side by side such values are only where they stand at
    /// different iterations of a loop inside, of which the later ones read what the earlier ones wrote.
    fn stored_by_lanes_before(&self, root: Symbol) -> BTreeSet<usize> {
        let stores: Vec<&Stored> = (self.items.iter())
            .filter_map(|item| match &item.kind {
                Kind::Store(stored) => Some(stored),
                _ => None,
            })
            .collect();
        let is_later = |load: &Access| {
            stores.iter().any(|stored| {
                stored.access.buffer == load.buffer && is_behind(&stored.access, load, root) == Some(true)
            })
        };
        let loads = self
            .items
            .iter()
            .enumerate()
            .filter_map(|(n, item)| match &item.kind {
                Kind::Load(access) if is_later(access) => Some(n),
                _ => None,
            });
        loads.collect()
    }

    /// Instructions of one execution.
    pub fn instructions(&self) -> f64 {
        self.items.iter().map(|i| i.count * i.instructions).sum()
    }

    /// Whether it calls functions of the C library.
    pub fn calls(&self) -> bool {
        let is_call = |item: &Item| matches!(item.kind, Kind::Op(Unit::Function | Unit::VectorFunction, _));
        self.items.iter().any(is_call)
    }

    pub(crate) fn is_too_long(&self) -> bool {
        self.instructions() > MOST_INSTRUCTIONS
    }

    /// Loads that move to another row with each iteration of a loop over `root`.
    pub(crate) fn far_loads(&self, root: Symbol) -> f64 {
        let is_far = |item: &&Item| match &item.kind {
            Kind::Load(access) => uses(access, root) && !is_contiguous(access, root),
            _ => false,
        };
        self.items.iter().filter(is_far).map(|item| item.count).sum()
    }

    /// Cycles of the block once, nothing around it.
    pub fn cycles(&self, machine: &Machine) -> f64 {
        self.throughput(machine, |_| true).max(1.0) + self.late
    }

    /// Cycles of `trip` iterations of a loop over `root` around the block, `promoted` when the cells that
    /// do not move with the loop are held in registers.
    pub(crate) fn loop_cycles(&self, machine: &Machine, root: Symbol, trip: f64, promoted: bool) -> f64 {
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
        trip * (iteration * fetched + self.late) + outside + chain + LOOP_ENTRY
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
    pub(crate) fn with_hints(mut self, buffers: &[Symbol], root: Symbol) -> Block {
        let is_told = |item: &&Item| match &item.kind {
            Kind::Load(access) => buffers.contains(&access.buffer) && uses(access, root),
            _ => false,
        };
        let hints: f64 = self.items.iter().filter(is_told).map(|item| item.count).sum();
        self.items.push(Item {
            instructions: hints,
            ..Item::new(Kind::Op(Unit::Integer, 1.0), None, BTreeSet::from([root]))
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
        let (mut float, mut additions, mut shuffles, mut divide) = (0.0, 0.0, 0.0, 0.0);
        let (mut integer, mut load, mut store, mut branches) = (0.0, 0.0, 0.0, 0.0);
        for item in self.items.iter().filter(|i| counts(i)) {
            let amount = item.count * item.instructions * item.share;
            match &item.kind {
                Kind::Load(_) => load += amount * item.slots,
                Kind::Store(..) => store += amount,
                Kind::Branch => branches += amount * BRANCH,
                Kind::Op(Unit::Float, _) => float += amount,
                Kind::Op(Unit::Addition, _) => additions += amount,
                Kind::Op(Unit::Integer | Unit::Conversion, _) => integer += amount,
                Kind::Op(Unit::Shuffle, _) => shuffles += amount,
                Kind::Op(Unit::Divide, _) => divide += amount * machine.divide_latency,
                Kind::Op(Unit::Function | Unit::VectorFunction, latency) => divide += amount * latency,
            }
        }
        // Lanes are moved on ports that multiply-adds use too.
        let float = float + shuffles;
        let floats = float + additions;
        let issue = (floats + integer + load + store) / machine.issue_width + branches;
        [
            float / machine.float_ports,
            floats / (machine.float_ports + machine.addition_ports),
            shuffles / machine.shuffle_ports,
            integer / machine.integer_ports,
            load / machine.load_ports,
            store / machine.store_ports,
            issue,
        ]
        .into_iter()
        .fold(divide, f64::max)
    }
}

/// Instructions for so many lanes: one for each whole register, and for each power of two in the rest.
fn pieces(lanes: f64, bytes: f64, machine: &Machine) -> f64 {
    let in_register = (machine.vector_bytes as f64 / bytes).max(1.0);
    let whole = (lanes / in_register).floor();
    let rest = f64::from(((lanes - whole * in_register).ceil() as u32).count_ones());
    (whole + rest).max(1.0)
}

/// An access, and the variables over which it was copied out, and how often.
type Copied = (Arc<Access>, Vec<(Symbol, f64)>);

/// Whether all elements between the lanes of an access are accessed too, by one of several.
fn is_interleaved(all: &[Copied], access: &Access, along: Lanes) -> bool {
    let Some((distance, (last, outer))) = along.distance(access).zip(access.indices.split_last()) else {
        return false;
    };
    let mut places: BTreeSet<i64> = BTreeSet::new();
    for (other, copies) in all.iter().filter(|(other, _)| other.buffer == access.buffer) {
        let Some((own, around)) = other.indices.split_last() else {
            continue;
        };
        let gap = own.as_ref().zip(last.as_ref()).and_then(|(a, b)| {
            let gap = a.subtract(b)?;
            let mut rest = gap.clone();
            let mut starts = vec![0];
            for (root, copies) in copies {
                let by = a.coefficient(*root);
                rest = rest.subtract(&Linear::var(*root).scale(gap.coefficient(*root))?)?;
                let copies = 0..(*copies as i64).min(distance);
                starts = copies
                    .flat_map(|n| starts.iter().map(move |at| at + n * by))
                    .collect();
            }
            Some((rest.as_constant()?, starts))
        });
        if let (Some((start, starts)), true) = (gap, around == outer) {
            places.extend(starts.into_iter().map(|at| (start + at).rem_euclid(distance)));
        }
    }
    places.len() as i64 == distance
}

/// Whether a load is at a constant distance from a store in the direction from which a variable comes.
fn is_behind(store: &Access, load: &Access, root: Symbol) -> Option<bool> {
    let mut is_behind = false;
    for (written, read) in store.indices.iter().zip(&load.indices) {
        let (written, read) = (written.as_ref()?, read.as_ref()?);
        let gap = written.subtract(read)?.as_constant()?;
        is_behind |= gap.signum() * written.coefficient(root).signum() > 0;
    }
    Some(is_behind)
}

fn is_same_cell(a: &Access, b: &Access) -> bool {
    a.buffer == b.buffer && a.indices == b.indices
}

/// Whether consecutive values of the variable touch consecutive elements.
fn is_contiguous(access: &Access, root: Symbol) -> bool {
    Lanes::of(root).distance(access) == Some(1)
}
