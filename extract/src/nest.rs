//! The cost of loop nests and the cheapest nests of every class, bottom-up, for given tile sizes.
//!
//! What a statement touches depends only on its class, not on the order of the loops in it; so whether a
//! loop body leaves its data in a cache is known class by class, and the cost of a nest is composed of
//! the costs of its parts.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex};

use egg::{Id, Language, RecExpr, Symbol};
use ovolo_rewrites::egraph::{EGraph, Level};
use ovolo_rewrites::linear::{Atom, Linear};
use ovolo_rewrites::loops::{size_name, tile_of};
use ovolo_rewrites::materialize::Choice;
use ovolo_rewrites::term::{Comparison, Early, IndexOp, Loop, LoopKind, Node, Panel, Step, Timing};

use crate::block::{BRANCH, Block, Memory, copy_expression};
use crate::condition::share;
use crate::expression::Expressions;
use crate::footprint::{self, ASSUMED_EXTENT, Extents, Footprint, Pressure};
use crate::machine::{Cache, Machine};
use crate::space::{Packed, Space, statements_of};

/// Tile sizes by symbol.
pub type Tiles = BTreeMap<Symbol, i64>;

/// A cost in cycles: of the core alone, and of moving lines into each cache, nearest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cost {
    pub core: f64,
    pub memory: Vec<f64>,
}

impl Cost {
    /// The core and the levels of memory work at the same time, but for a part.
    pub fn total(&self) -> f64 {
        let work = || self.memory.iter().chain([&self.core]);
        let longest = work().copied().fold(0.0, f64::max);
        longest + SERIAL * (work().sum::<f64>() - longest)
    }

    /// The cost of this and then another.
    #[must_use]
    pub fn and(mut self, other: &Cost) -> Cost {
        self.core += other.core;
        self.memory.resize(self.memory.len().max(other.memory.len()), 0.0);
        for (mine, more) in self.memory.iter_mut().zip(&other.memory) {
            *mine += more;
        }
        self
    }
}

/// A nest that extraction offers.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub choice: Choice,
    pub cost: Cost,
}

/// The part of the lesser of the work of the core and that of the memory that nothing hides. Fitted to
/// matrix products on a core with 64-byte vectors.
const SERIAL: f64 = 0.3;

/// Streams that a processor foresees at once. The number is typical of today's cores.
const FORESEEN: f64 = 12.0;

/// A cache holds what is used again when that fills no more than this part of it; the rest is for what
/// streams through.
const USABLE: f64 = 0.85;

/// Cycles that a load from another row at every iteration of a plain loop is late: neither the nearest cache
/// nor the table of pages has it ready. Typical of a hit in the second cache behind a miss of that table.
const FAR_LOAD: f64 = 3.0;

/// Vectors that LLVM's vectoriser works on at once at most, and the instructions that it lets them have together.
const INTERLEAVED: f64 = 4.0;
const SMALL_LOOP: f64 = 20.0;

/// Cycles to take up the partial result of one iteration: each waits for the one before it, through memory. Typical of
/// today's cores.
const COMBINE: f64 = 10.0;

/// Cycles to copy a vector to a panel, and a cell to one that lies across the rows: what it takes to write lines
/// that are in the second cache.
const COPIED_VECTOR: f64 = 12.0;
const COPIED_CELL: f64 = 2.0;

/// How many nests are kept for each class.
const KEPT: usize = 3;

/// How many values of its tile sizes are remembered for each place: more than descent asks for again.
const REMEMBERED: usize = 48;

/// Everything about an e-graph that does not depend on tile sizes.
pub struct Model<'x, 'a> {
    egraph: &'x EGraph<'a>,
    expressions: Expressions<'x, 'a>,
    machine: &'x Machine,
    space: Space,
    /// What each place is about, by number: a class, with what it reads from copies.
    numbers: Vec<usize>,
    footprints: Vec<Footprint>,
    /// The tile sizes that the costs of a place depend on.
    sizes: Vec<Vec<Symbol>>,
    /// What places came to, by the values of these sizes.
    known: Vec<Mutex<HashMap<Vec<i64>, Arc<Evaluated>>>>,
    /// The code of the store that is a node of a class with this number.
    stores: HashMap<(usize, usize), Block>,
    /// Bytes of the widest element that a class touches.
    element_bytes: Vec<f64>,
    typical: HashMap<Symbol, f64>,
    ranges: HashMap<Symbol, f64>,
    /// Where loops were split.
    splits: HashSet<Id>,
    /// The buffers that the nest writes.
    written: BTreeSet<Symbol>,
}

/// One place under one assignment of tile sizes.
#[derive(Default)]
struct Evaluated {
    extents: Extents,
    /// Distinct lines for each cache, by buffer.
    lines: Vec<Vec<f64>>,
    /// Whether each cache keeps what the class touches of each buffer.
    kept: Vec<Vec<bool>>,
    blocks: Vec<(Block, Pick)>,
    nests: Vec<(Nest, Pick)>,
}

/// The cost of executing a nest once.
#[derive(Clone, Debug)]
struct Nest {
    core: f64,
    /// Lines moved into each cache, by buffer.
    lines: Vec<Vec<f64>>,
    /// How much longer the lines take than in few streams.
    scatter: f64,
    /// Whether it has no loop.
    straight: bool,
    /// Whether some loop of it runs on threads.
    parallel: bool,
    total: f64,
}

/// Which option of a place, and which alternative of each statement inside.
#[derive(Clone, Debug)]
struct Pick {
    node: usize,
    children: Vec<Alternative>,
}

#[derive(Clone, Copy, Debug)]
enum Alternative {
    Block(usize),
    Nest(usize),
}

impl<'x, 'a> Model<'x, 'a> {
    pub fn new(
        egraph: &'x EGraph<'a>,
        space: Space,
        expressions: Expressions<'x, 'a>,
        machine: &'x Machine,
    ) -> Model<'x, 'a> {
        let places = space.places.iter();
        let spots: Vec<(Id, Packed)> = places.map(|place| (place.class, place.packed.clone())).collect();
        let mut model = Model {
            egraph,
            expressions,
            machine,
            space,
            numbers: Vec::new(),
            footprints: Vec::new(),
            sizes: Vec::new(),
            known: Vec::new(),
            stores: HashMap::new(),
            element_bytes: Vec::new(),
            typical: HashMap::new(),
            ranges: HashMap::new(),
            splits: egraph
                .analysis
                .split_points
                .iter()
                .map(|&p| egraph.find(p))
                .collect(),
            written: BTreeSet::new(),
        };
        let dependences = &egraph.analysis.dependences;
        let root = model.space.places[model.root()].class;
        let accesses = egraph[root].data.accesses.iter().map(|&a| dependences.access(a));
        model
            .written
            .extend(accesses.filter(|a| a.is_write).map(|a| a.buffer));
        let mut numbers = HashMap::new();
        for spot in spots {
            let next = numbers.len();
            let number = *numbers.entry(spot.clone()).or_insert(next);
            if number == next {
                model.describe(number, spot);
            }
            model.numbers.push(number);
        }
        for (name, domain) in &egraph.analysis.dependences.domains {
            let ends = [&domain.lower, &domain.upper]
                .map(|bounds| bounds.iter().map(|b| model.linear(b)).collect::<Vec<f64>>());
            let low = ends[0].iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let high = ends[1].iter().copied().fold(f64::INFINITY, f64::min).max(low);
            model.typical.insert(*name, (low + high) / 2.0);
            model.ranges.insert(*name, high - low);
            for (tile, variable) in &egraph.analysis.loops {
                if variable.root == *name && variable.level != Level::Point {
                    model.typical.insert(*tile, (low + high) / 2.0);
                }
            }
        }
        for (stripe, wavefront) in &egraph.analysis.wavefronts {
            let Some((member, offset)) = wavefront.members.first() else {
                continue;
            };
            let typical = |name: &Symbol| model.typical.get(name).copied().unwrap_or_default();
            let place = typical(member) + wavefront.factor as f64 * typical(&wavefront.time) + *offset as f64;
            model.typical.insert(*stripe, place);
            model.ranges.insert(*stripe, model.range(*member));
        }
        for place in 0..model.places() {
            model.sizes.push(model.sizes_in(place));
            model.known.push(Mutex::default());
        }
        model
    }

    /// How many places each prediction goes through.
    pub fn places(&self) -> usize {
        self.space.places.len()
    }

    fn root(&self) -> usize {
        self.space.root
    }

    /// The number of what a place is about.
    fn number_of(&self, place: usize) -> usize {
        self.numbers[place]
    }

    /// The nodes of a place.
    fn nodes(&self, place: usize) -> impl Iterator<Item = (&Node, &[usize])> {
        let place = &self.space.places[place];
        let nodes = &self.egraph[place.class].nodes;
        place
            .options
            .iter()
            .map(|option| (&nodes[option.node], option.children.as_slice()))
    }

    /// The tile sizes that occur, with the tile loop of each.
    pub fn tile_loops(&self) -> Vec<(Symbol, Symbol)> {
        let mut found = Vec::new();
        for place in 0..self.places() {
            for (node, _) in self.nodes(place) {
                if let Node::For(
                    Loop {
                        iv,
                        step: Step::Tile(size),
                        ..
                    },
                    _,
                ) = node
                    && !found.contains(&(*size, *iv))
                {
                    found.push((*size, *iv));
                }
            }
        }
        found.sort_by_key(|(size, _)| size.as_str().to_string());
        found
    }

    /// How many values an induction variable of the source takes, on average.
    pub fn range(&self, root: Symbol) -> f64 {
        self.ranges.get(&root).copied().unwrap_or(ASSUMED_EXTENT)
    }

    /// Bytes of the widest element that the nest touches.
    pub fn element_bytes(&self) -> f64 {
        self.element_bytes[self.number_of(self.root())]
    }

    /// The cheapest nests for these tile sizes, the best first.
    pub fn candidates(&self, tiles: &Tiles) -> Vec<Candidate> {
        let evaluated = self.evaluate(tiles);
        let Some(root) = evaluated.get(self.root()) else {
            return Vec::new();
        };
        let nests = root.nests.iter().enumerate();
        nests
            .map(|(which, (nest, _))| Candidate {
                choice: Choice {
                    term: self.term(&evaluated, which),
                    tiles: tiles.clone(),
                },
                cost: self.cost(nest),
            })
            .collect()
    }

    /// The predicted cycles of the cheapest nest for these tile sizes.
    pub fn best_total(&self, tiles: &Tiles) -> f64 {
        let evaluated = self.evaluate(tiles);
        let best = evaluated.get(self.root()).and_then(|root| root.nests.first());
        best.map_or(f64::INFINITY, |(nest, _)| nest.total)
    }

    fn cost(&self, nest: &Nest) -> Cost {
        let levels = nest.lines.iter().enumerate();
        let memory = levels
            .map(|(l, lines)| lines.iter().sum::<f64>() * self.machine.line_cycles(l) * nest.scatter)
            .collect();
        Cost {
            core: nest.core,
            memory,
        }
    }

    /// Adds what is known of a class without tile sizes.
    fn describe(&mut self, number: usize, (class, packed): (Id, Packed)) {
        let data = &self.egraph[class].data;
        let dependences = &self.egraph.analysis.dependences;
        let bytes = data.accesses.iter().filter_map(|&a| {
            let buffer = dependences.buffers.get(&dependences.access(a).buffer)?;
            Some(buffer.element.byte_size() as f64)
        });
        self.element_bytes.push(bytes.fold(1.0, f64::max));
        self.footprints
            .push(Footprint::new(dependences, &data.accesses, &packed));
        for (n, node) in self.egraph[class].nodes.iter().enumerate() {
            if let Node::Store(buffer, children) = node {
                let memory = Memory {
                    written: &self.written,
                    packed: &packed,
                };
                let block = Block::of_store(
                    self.egraph,
                    &self.expressions,
                    self.machine,
                    memory,
                    *buffer,
                    children,
                );
                self.stores.insert((number, n), block);
            }
        }
    }

    /// The tile sizes in the loops of a place, and in those of the places inside.
    fn sizes_in(&self, place: usize) -> Vec<Symbol> {
        let mut found = BTreeSet::new();
        for (node, children) in self.nodes(place) {
            if let Node::For(head, [lo, hi, _]) = node {
                if let Step::Tile(size) = head.step {
                    found.insert(size);
                }
                for &name in [lo, hi].iter().flat_map(|&&bound| self.variables(bound)) {
                    // A bound at a tile says how long the tile is.
                    found.extend([name, size_name(name)]);
                }
            }
            if let Node::If(_, parts) = node {
                found.extend(parts.iter().flat_map(|&part| self.variables(part)).copied());
            }
            let inside = children.iter().filter_map(|&child| self.sizes.get(child));
            found.extend(inside.flatten().copied());
        }
        found.into_iter().collect()
    }

    fn variables(&self, class: Id) -> impl Iterator<Item = &Symbol> {
        self.egraph[class].data.variables.iter()
    }

    fn evaluate(&self, tiles: &Tiles) -> Vec<Arc<Evaluated>> {
        let mut done: Vec<Arc<Evaluated>> = Vec::with_capacity(self.places());
        for place in 0..self.places() {
            let sizes = self.sizes[place].iter();
            let key: Vec<i64> = sizes
                .map(|size| tiles.get(size).copied().unwrap_or_default())
                .collect();
            let known = || self.known[place].lock().expect("no thread panics with the lock");
            let remembered = known().get(&key).map(Arc::clone);
            let here = remembered.unwrap_or_else(|| {
                let here = Arc::new(self.evaluate_place(place, &done, tiles));
                let mut known = known();
                if known.len() < REMEMBERED {
                    known.insert(key, Arc::clone(&here));
                }
                here
            });
            done.push(here);
        }
        done
    }

    fn evaluate_place(&self, place: usize, done: &[Arc<Evaluated>], tiles: &Tiles) -> Evaluated {
        let wanted = &self.space.places[place];
        let mut here = Evaluated {
            extents: self.extents(place, done, tiles),
            ..Evaluated::default()
        };
        let footprint = &self.footprints[self.number_of(place)];
        let caches = &self.machine.caches;
        let line = caches.first().map_or(64.0, |c| c.line as f64);
        let mut foreseen = footprint::FORESEEN;
        for _ in caches {
            let lines = footprint.lines(&here.extents, &self.ranges, line, foreseen);
            here.lines.push(lines);
            foreseen = 1.0;
        }
        here.kept = caches
            .iter()
            .map(|c| kept(&footprint.pressure(&here.extents, &self.ranges, c), c))
            .collect();
        for n in 0..wanted.options.len() {
            self.alternatives(place, n, tiles, done, &mut here);
        }
        here.blocks
            .sort_by(|a, b| a.0.cycles(self.machine).total_cmp(&b.0.cycles(self.machine)));
        here.blocks.truncate(KEPT);
        here.nests.sort_by(|a, b| a.0.total.total_cmp(&b.0.total));
        // Those on one thread are what a parallel loop around may be made of.
        let mut kept = [0; 2];
        here.nests.retain(|(nest, _)| {
            let count = &mut kept[usize::from(nest.parallel)];
            *count += 1;
            *count <= KEPT
        });
        here
    }

    /// How far each induction variable of the source ranges inside the class. Every node says the same; a loop that is
    /// in one piece says it best.
    fn extents(&self, place: usize, done: &[Arc<Evaluated>], tiles: &Tiles) -> Extents {
        let loops = self.nodes(place).filter_map(|(node, children)| match node {
            Node::For(head, bounds) => Some((head, bounds, done.get(children[0])?)),
            _ => None,
        });
        let level = |iv: Symbol| self.egraph.analysis.level(iv);
        if let Some((head, [lo, hi, _], body)) = loops.min_by_key(|(head, ..)| level(head.iv)) {
            let mut extents = body.extents.clone();
            let root = self.egraph.analysis.root(head.iv);
            let extent = self.extent(root, *lo, *hi, tiles);
            self.widen(place, root, extent, &mut extents);
            let known = extents.entry(root).or_insert(0.0);
            *known = known.max(extent);
            return extents;
        }
        let mut extents = Extents::new();
        for (node, children) in self.nodes(place) {
            let parts = children.iter().filter_map(|&s| done.get(s));
            for (root, extent) in parts.flat_map(|part| &part.extents) {
                let known = extents.entry(*root).or_insert(0.0);
                *known = match node {
                    Node::If(..) => known.max(*extent),
                    _ => (*known + extent).min(self.range(*root).max(*extent)),
                };
            }
            if !extents.is_empty() {
                break;
            }
        }
        extents
    }

    /// What stripes that move with a loop over `root` add to the extents of the loops that they cut: each iteration
    /// moves them on. The loop over the stripes goes through all.
    fn widen(&self, place: usize, root: Symbol, extent: f64, extents: &mut Extents) {
        let class = self.space.places[place].class;
        for (stripe, wavefront) in &self.egraph.analysis.wavefronts {
            let inside = self.egraph[class].data.variables.contains(stripe);
            let moved = match *stripe == root {
                true => f64::INFINITY,
                false if wavefront.time == root && inside => wavefront.factor as f64 * (extent - 1.0),
                false => continue,
            };
            for (member, _) in &wavefront.members {
                if let Some(known) = extents.get_mut(member) {
                    *known = (*known + moved).min(self.range(*member));
                }
            }
        }
    }

    /// Adds what one option of a place offers.
    fn alternatives(
        &self,
        place: usize,
        n: usize,
        tiles: &Tiles,
        done: &[Arc<Evaluated>],
        here: &mut Evaluated,
    ) {
        let wanted = &self.space.places[place];
        let option = &wanted.options[n];
        let node = &self.egraph[wanted.class].nodes[option.node];
        let pick = |children: Vec<Alternative>| Pick { node: n, children };
        match node {
            Node::Store(..) => {
                let block = self.stores[&(self.number_of(place), option.node)].clone();
                here.nests.push((self.once(&block, here), pick(Vec::new())));
                here.blocks.push((block, pick(Vec::new())));
            }
            Node::Seq(_) => self.sequence(&option.children, n, done, here),
            Node::If(comparisons, children) => {
                let conditions = comparisons.iter().copied().zip(children.iter().copied());
                let taken = self.taken(&conditions.collect::<Vec<_>>());
                self.condition(taken, &option.children, n, done, here);
                self.straight_condition(taken, node, &option.children, n, done, here);
            }
            Node::Panels(panels, _) => self.panels(panels, option.children[0], n, done, here),
            Node::Early(early, _) => self.early(early, option.children[0], n, done, here),
            Node::For(head, [lo, hi, _]) => {
                let inside = option.children[0];
                let Some(inner) = done.get(inside) else {
                    return;
                };
                let root = self.egraph.analysis.root(head.iv);
                let extent = self.extent(root, *lo, *hi, tiles);
                let step = self.step(head.step, tiles);
                let trip = (extent / step).ceil();
                match head.kind {
                    LoopKind::Unrolled | LoopKind::Vectorized => {
                        for (which, (block, _)) in inner.blocks.iter().enumerate() {
                            let block = block.clone();
                            let block = if head.kind == LoopKind::Unrolled {
                                block.unrolled(root, trip)
                            } else {
                                let bytes = self.element_bytes[self.number_of(inside)];
                                let block = block.vectorized(root, extent, self.machine, bytes);
                                match self.has_open_end(*hi) {
                                    true => block.masked(root, extent, self.machine),
                                    false => block,
                                }
                            };
                            if !block.is_too_long() {
                                here.nests
                                    .push((self.once(&block, here), pick(vec![Alternative::Block(which)])));
                                here.blocks.push((block, pick(vec![Alternative::Block(which)])));
                            }
                        }
                    }
                    LoopKind::Sequential | LoopKind::Promoted | LoopKind::Parallel | LoopKind::Reduced => {
                        let on_threads = |nest: Nest| match head.kind {
                            LoopKind::Parallel => self.on_threads(nest, trip),
                            LoopKind::Reduced => {
                                let nest = self.on_threads(nest, trip);
                                let core = nest.core + trip * COMBINE;
                                Nest {
                                    parallel: true,
                                    ..self.nest(core, nest.lines, nest.scatter)
                                }
                            }
                            _ => nest,
                        };
                        let promoted = head.kind == LoopKind::Promoted;
                        for (which, (block, _)) in inner.blocks.iter().enumerate() {
                            let core = self.innermost(block, inside, root, trip, promoted);
                            let scatter = self.scatter(inside, &inner.extents, root);
                            let nest =
                                self.around(trip, self.nest(core, inner.lines.clone(), scatter), inner, here);
                            here.nests
                                .push((on_threads(nest), pick(vec![Alternative::Block(which)])));
                        }
                        if !promoted {
                            let is_parallel = matches!(head.kind, LoopKind::Parallel | LoopKind::Reduced);
                            let fits = |nest: &Nest| !(nest.straight || is_parallel && nest.parallel);
                            for (which, (nest, _)) in
                                inner.nests.iter().enumerate().filter(|(_, n)| fits(&n.0))
                            {
                                let parallel = nest.parallel;
                                let core = trip * (nest.core + 1.0) + 2.0;
                                let nest = self.nest(core, nest.lines.clone(), nest.scatter);
                                let nest = on_threads(self.around(trip, nest, inner, here));
                                let parallel = parallel || nest.parallel;
                                here.nests
                                    .push((Nest { parallel, ..nest }, pick(vec![Alternative::Nest(which)])));
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// The core's work of a loop around straight-line code. What the compiler behind turns into vectors by
    /// itself costs what vectors cost: as many at once as LLVM interleaves, then the rest.
    fn innermost(&self, block: &Block, place: usize, root: Symbol, trip: f64, promoted: bool) -> f64 {
        let body = self.body_of(place);
        let promoted = promoted || self.egraph.analysis.promotable.contains(&(body, root));
        let far = if self.egraph[body].data.flat {
            block.far_loads(root)
        } else {
            0.0
        };
        let scalar = |trip| block.loop_cycles(self.machine, root, trip, promoted) + trip * far * FAR_LOAD;
        if !self.egraph.analysis.vectorizable.contains(&(body, root)) {
            return scalar(trip);
        }
        let bytes = self.element_bytes[self.number_of(place)];
        let lanes = self.machine.vector_bytes as f64 / bytes;
        let at_once = (SMALL_LOOP / block.instructions())
            .floor()
            .clamp(1.0, INTERLEAVED);
        let in_vectors = |lanes: f64, at_once: f64, trip: f64| {
            let code = block.clone().vectorized(root, lanes, self.machine, bytes);
            code.unrolled(root, at_once)
                .loop_cycles(self.machine, root, trip, promoted)
        };
        // Whole vectors, then one by one those of half as many lanes, then single iterations.
        let whole = (trip / (lanes * at_once)).floor();
        let rest = trip - whole * lanes * at_once;
        let half = (lanes / 2.0).floor().max(1.0);
        let halves = if whole > 0.0 { (rest / half).floor() } else { 0.0 };
        let rest = rest - halves * half;
        let mut cycles = 0.0;
        if whole > 0.0 {
            cycles += in_vectors(lanes, at_once, whole);
        }
        if halves > 0.0 {
            cycles += in_vectors(half, 1.0, halves);
        }
        if rest > 0.0 {
            cycles += scalar(rest);
        }
        cycles
    }

    /// The class of a body, whatever it reads early.
    fn body_of(&self, place: usize) -> Id {
        let mut class = self.space.places[place].class;
        while let [Node::Early(_, [inside])] = self.egraph[class].nodes.as_slice() {
            class = self.egraph.find(*inside);
        }
        class
    }

    fn sequence(&self, statements: &[usize], n: usize, done: &[Arc<Evaluated>], here: &mut Evaluated) {
        let Some(parts) = statements
            .iter()
            .map(|&s| done.get(s))
            .collect::<Option<Vec<_>>>()
        else {
            return;
        };
        if parts.iter().all(|p| !p.blocks.is_empty()) {
            let block = parts
                .iter()
                .fold(Block::default(), |all, p| all.then(&p.blocks[0].0));
            let children = vec![Alternative::Block(0); parts.len()];
            if !block.is_too_long() {
                here.blocks.push((block, Pick { node: n, children }));
            }
        }
        if parts.iter().any(|p| p.nests.is_empty()) {
            return;
        }
        // The best of every part, and each part's second best with the best of the others.
        let mut offer = |which: &[usize]| {
            let nests: Vec<&Nest> = parts.iter().zip(which).map(|(p, &w)| &p.nests[w].0).collect();
            let mut lines = self.no_lines();
            for nest in &nests {
                for (sum, level) in lines.iter_mut().zip(&nest.lines) {
                    sum.iter_mut().zip(level).for_each(|(s, l)| *s += l);
                }
            }
            // What one part leaves in a cache the next finds there, if all of it fits.
            for ((level, kept), distinct) in lines.iter_mut().zip(&here.kept).zip(&here.lines) {
                for ((sum, distinct), &kept) in level.iter_mut().zip(distinct).zip(kept) {
                    *sum = if kept { sum.min(*distinct) } else { *sum };
                }
            }
            let scatter = nests.iter().map(|n| n.scatter).fold(1.0, f64::max);
            let mut nest = self.nest(nests.iter().map(|n| n.core).sum(), lines, scatter);
            nest.straight = nests.iter().all(|n| n.straight);
            nest.parallel = nests.iter().any(|n| n.parallel);
            let children = which.iter().map(|&w| Alternative::Nest(w)).collect();
            here.nests.push((nest, Pick { node: n, children }));
        };
        let mut which = vec![0; parts.len()];
        offer(&which);
        if parts.iter().any(|p| p.nests[0].0.parallel) {
            // The best on one thread, for a parallel loop around all.
            let alone = |p: &&Arc<Evaluated>| p.nests.iter().position(|n| !n.0.parallel);
            if let Some(alone) = parts.iter().map(alone).collect::<Option<Vec<usize>>>() {
                offer(&alone);
            }
        }
        for (k, part) in parts.iter().enumerate() {
            if part.nests.len() > 1 {
                which[k] = 1;
                offer(&which);
                which[k] = 0;
            }
        }
    }

    /// How often conditions hold.
    fn taken(&self, conditions: &[(Comparison, Id)]) -> f64 {
        let linear: Option<Vec<(&Linear, Comparison)>> = conditions
            .iter()
            .map(|(comparison, id)| Some((self.egraph[*id].data.linear.as_ref()?, *comparison)))
            .collect();
        linear.map_or(0.5, |conditions| share(&conditions, |v| self.interval(v)))
    }

    /// The branches of a condition, the first `taken` times of all.
    fn condition(
        &self,
        taken: f64,
        parts: &[usize],
        n: usize,
        done: &[Arc<Evaluated>],
        here: &mut Evaluated,
    ) {
        let [Some(then), Some(otherwise)] = [done.get(parts[0]), done.get(parts[1])] else {
            return;
        };
        for which in [[0, 0], [1, 0], [0, 1]] {
            let (Some((a, _)), Some((b, _))) = (then.nests.get(which[0]), otherwise.nests.get(which[1]))
            else {
                continue;
            };
            let mix = |a: f64, b: f64| taken * a + (1.0 - taken) * b;
            let lines = a.lines.iter().zip(&b.lines);
            let lines = lines.map(|(a, b)| a.iter().zip(b).map(|(a, b)| mix(*a, *b)).collect());
            let scatter = a.scatter.max(b.scatter);
            let nest = Nest {
                parallel: a.parallel || b.parallel,
                ..self.nest(BRANCH + mix(a.core, b.core), lines.collect(), scatter)
            };
            let children = which.map(Alternative::Nest).to_vec();
            here.nests.push((nest, Pick { node: n, children }));
        }
    }

    /// The same where both branches are straight-line code.
    fn straight_condition(
        &self,
        taken: f64,
        node: &Node,
        parts: &[usize],
        n: usize,
        done: &[Arc<Evaluated>],
        here: &mut Evaluated,
    ) {
        let Node::If(comparisons, children) = node else {
            return;
        };
        let [Some(then), Some(otherwise)] = [done.get(parts[0]), done.get(parts[1])] else {
            return;
        };
        if let (Some((a, _)), Some((b, _))) = (then.blocks.first(), otherwise.blocks.first()) {
            let conditions = children.iter().take(comparisons.len());
            let variables = conditions.flat_map(|&condition| self.variables(condition));
            let roots = variables.map(|v| self.egraph.analysis.root(*v)).collect();
            let block = Block::either(taken, [a, b], roots);
            if !block.is_too_long() {
                let children = vec![Alternative::Block(0); 2];
                here.blocks.push((block, Pick { node: n, children }));
            }
        }
    }

    /// Where the value of a variable lies.
    fn interval(&self, v: Symbol) -> (f64, f64) {
        let range = self.range(v);
        match self.typical.get(&v) {
            Some(middle) => (middle - range / 2.0, middle + range / 2.0),
            None => (ASSUMED_EXTENT, ASSUMED_EXTENT),
        }
    }

    /// A statement after the copies that it reads. A copy is written and read in the nearest cache that keeps it beside
    /// the rest.
    fn panels(
        &self,
        panels: &[Panel],
        inside: usize,
        n: usize,
        done: &[Arc<Evaluated>],
        here: &mut Evaluated,
    ) {
        let Some(inner) = done.get(inside) else {
            return;
        };
        let buffers = &self.egraph.analysis.dependences.buffers;
        let mut copying = self.no_lines();
        let Some(last) = self.machine.caches.len().checked_sub(1) else {
            return;
        };
        let mut core = 0.0;
        for panel in panels {
            let Some(buffer) = buffers.get_index_of(&panel.buffer) else {
                continue;
            };
            let bytes = buffers[buffer].element.byte_size() as f64;
            let copies = inner.lines[last][buffer];
            let cells = copies * self.machine.caches.first().map_or(64.0, |c| c.line as f64) / bytes;
            let rank = buffers[buffer].shape.len();
            let in_rows = usize::from(panel.along) + 1 == rank;
            let lanes = self.machine.vector_bytes as f64 / bytes;
            core += match in_rows {
                true => cells / lanes * COPIED_VECTOR,
                false => cells * COPIED_CELL,
            };
            for (level, lines) in copying.iter_mut().enumerate() {
                let written = if inner.kept[level][buffer] {
                    0.0
                } else {
                    footprint::WRITTEN * copies
                };
                lines[buffer] += here.lines[level][buffer] + written;
            }
        }
        for (which, (nest, _)) in inner.nests.iter().enumerate() {
            let lines = nest.lines.iter().zip(&copying);
            let lines = lines.map(|(a, b)| a.iter().zip(b).map(|(a, b)| a + b).collect());
            let sum = Nest {
                parallel: nest.parallel,
                ..self.nest(nest.core + core, lines.collect(), nest.scatter)
            };
            here.nests.push((
                sum,
                Pick {
                    node: n,
                    children: vec![Alternative::Nest(which)],
                },
            ));
        }
    }

    /// The body of a loop that reads some buffers early.
    fn early(
        &self,
        early: &Early,
        inside: usize,
        n: usize,
        done: &[Arc<Evaluated>],
        here: &mut Evaluated,
    ) {
        let Some(inner) = done.get(inside) else {
            return;
        };
        let root = self.egraph.analysis.root(early.iv);
        for (which, (block, _)) in inner.blocks.iter().enumerate() {
            let mut block = block.clone();
            match early.timing {
                Timing::Before { .. } => block.hoisted.extend(early.buffers.iter().copied()),
                Timing::Ahead(_) => block = block.with_hints(&early.buffers, root),
            }
            let children = vec![Alternative::Block(which)];
            here.blocks.push((block, Pick { node: n, children }));
        }
        for (which, (nest, _)) in inner.nests.iter().enumerate() {
            let children = vec![Alternative::Nest(which)];
            here.nests.push((nest.clone(), Pick { node: n, children }));
        }
    }

    /// Straight-line code by itself.
    fn once(&self, block: &Block, here: &Evaluated) -> Nest {
        Nest {
            straight: true,
            ..self.nest(block.cycles(self.machine), here.lines.clone(), 1.0)
        }
    }

    /// How much longer lines take when the loop over straight-line code walks along many rows at once: a
    /// processor foresees the next lines of few.
    fn scatter(&self, place: usize, extents: &Extents, root: Symbol) -> f64 {
        let footprint = &self.footprints[self.number_of(place)];
        let line = self.machine.caches.first().map_or(64.0, |c| c.line as f64);
        let streams = footprint.streams(extents, root, line);
        1.0 + (streams - FORESEEN).max(0.0) / FORESEEN
    }

    /// None, of any buffer into any cache.
    fn no_lines(&self) -> Vec<Vec<f64>> {
        let buffers = self.egraph.analysis.dependences.buffers.len();
        vec![vec![0.0; buffers]; self.machine.caches.len()]
    }

    /// A loop whose body moves `each.lines` every time, `each.core` being the core's work of all of it. Where a cache keeps what the body touches, each distinct
    /// line of the loop moves once.
    fn around(&self, trip: f64, each: Nest, body: &Evaluated, here: &Evaluated) -> Nest {
        if trip <= 0.0 {
            return self.nest(0.0, self.no_lines(), 1.0);
        }
        let moved = each
            .lines
            .iter()
            .zip(&here.lines)
            .zip(&body.kept)
            .map(|((lines, distinct), kept)| {
                let buffers = lines.iter().zip(distinct).zip(kept);
                buffers
                    .map(|((each, distinct), &kept)| {
                        if kept {
                            distinct.min(trip * each)
                        } else {
                            trip * each
                        }
                    })
                    .collect()
            })
            .collect();
        self.nest(each.core, moved, each.scatter)
    }

    /// A loop of so many iterations on the threads of the machine: each has as many iterations as any, and the caches
    /// of its own core; the memory is for all.
    fn on_threads(&self, nest: Nest, trip: f64) -> Nest {
        let threads = f64::from(self.machine.threads);
        let speed = trip.max(1.0) / (trip / threads).ceil().max(1.0);
        let last = self.machine.caches.len() - 1;
        let shared = |level: usize| match level == last {
            true => speed.min(self.machine.memory_cores),
            false => speed,
        };
        let levels = nest.lines.iter().enumerate();
        let lines = levels
            .map(|(level, lines)| lines.iter().map(|n| n / shared(level)).collect())
            .collect();
        let core = nest.core / speed + self.machine.fork_cycles;
        Nest {
            parallel: true,
            ..self.nest(core, lines, nest.scatter)
        }
    }

    fn nest(&self, core: f64, lines: Vec<Vec<f64>>, scatter: f64) -> Nest {
        let mut nest = Nest {
            core,
            lines,
            scatter,
            straight: false,
            parallel: false,
            total: 0.0,
        };
        nest.total = self.cost(&nest).total();
        nest
    }

    fn step(&self, step: Step, tiles: &Tiles) -> f64 {
        match step {
            Step::Fixed(n) => n as f64,
            Step::Tile(name) => tiles.get(&name).map_or(1.0, |&n| n as f64),
        }
    }

    /// How many values of `root` a loop with these bounds covers. One that starts where a tile does covers the
    /// tile, and no more than there are; what its end is at the typical place of the tile says less.
    fn extent(&self, root: Symbol, lo: Id, hi: Id, tiles: &Tiles) -> f64 {
        let tile = self.egraph[lo].nodes.iter().find_map(|node| match node {
            Node::Var(tile) if self.egraph.analysis.root(*tile) == root => tiles.get(&size_name(*tile)),
            _ => None,
        });
        match tile {
            Some(&size) => (size as f64).min(self.range(root)),
            None if self.splits.contains(&self.egraph.find(lo)) => {
                let exact = (self.number(hi, tiles) - self.number(lo, tiles)).max(0.0);
                self.length_of_tail(root, [lo, hi], tiles).unwrap_or(exact)
            }
            None => (self.number(hi, tiles) - self.number(lo, tiles)).max(0.0),
        }
    }

    /// What tiles leave of a loop, on average: half of a tile. `None` where it is the same every time.
    fn length_of_tail(&self, root: Symbol, bounds: [Id; 2], tiles: &Tiles) -> Option<f64> {
        let variables = || bounds.iter().flat_map(|&bound| self.variables(bound));
        if variables().all(|v| tile_of(*v).is_some()) {
            return None;
        }
        let mut sizes = variables().filter(|v| tile_of(**v) == Some((root, Level::Register)));
        let size = *tiles.get(sizes.next()?)? as f64;
        Some(((size - 1.0) / 2.0).min(self.range(root) / 2.0))
    }

    /// Whether a loop within a tile may end before the tile does.
    fn has_open_end(&self, hi: Id) -> bool {
        let mut nodes = self.egraph[hi].nodes.iter();
        nodes.any(|node| matches!(node, Node::Index(IndexOp::Min, _)))
    }

    /// The value of an index class, its variables at typical values.
    fn number(&self, class: Id, tiles: &Tiles) -> f64 {
        match self.expressions.best(class) {
            Node::Int(n) => *n as f64,
            Node::Var(name) => match (tiles.get(name), self.typical.get(name)) {
                (Some(&size), _) => size as f64,
                (None, Some(&value)) => value,
                (None, None) => ASSUMED_EXTENT,
            },
            Node::Index(op, [a, b]) => {
                let (a, b) = (self.number(*a, tiles), self.number(*b, tiles));
                match op {
                    IndexOp::Add => a + b,
                    IndexOp::Mul => a * b,
                    IndexOp::FloorDiv => (a / b).floor(),
                    IndexOp::CeilDiv => (a / b).ceil(),
                    IndexOp::Mod => a - (a / b).floor() * b,
                    IndexOp::Min => a.min(b),
                    IndexOp::Max => a.max(b),
                }
            }
            _ => ASSUMED_EXTENT,
        }
    }

    fn linear(&self, linear: &Linear) -> f64 {
        let terms = linear.terms.iter().map(|(atom, c)| {
            let value = match atom {
                Atom::Var(v) => self.typical.get(v).copied().unwrap_or(ASSUMED_EXTENT),
                Atom::FloorDiv(inner, d) => (self.linear(inner) / *d as f64).floor(),
                Atom::Mod(_, d) => *d as f64 / 2.0,
            };
            *c as f64 * value
        });
        linear.constant as f64 + terms.sum::<f64>()
    }

    /// The term of an alternative of the root.
    fn term(&self, evaluated: &[Arc<Evaluated>], which: usize) -> RecExpr<Node> {
        let mut term = RecExpr::default();
        let mut known = HashMap::new();
        let root = self.root();
        self.build(
            evaluated,
            root,
            Alternative::Nest(which),
            &mut HashMap::new(),
            &mut |node| *known.entry(node.clone()).or_insert_with(|| term.add(node)),
        );
        term
    }

    fn build(
        &self,
        evaluated: &[Arc<Evaluated>],
        place: usize,
        which: Alternative,
        copied: &mut HashMap<Id, Id>,
        add: &mut impl FnMut(Node) -> Id,
    ) -> Id {
        let pick = match which {
            Alternative::Block(n) => &evaluated[place].blocks[n].1,
            Alternative::Nest(n) => &evaluated[place].nests[n].1,
        };
        let wanted = &self.space.places[place];
        let option = &wanted.options[pick.node];
        let mut node = self.egraph[wanted.class].nodes[option.node].clone();
        let mut built: Vec<Id> = Vec::new();
        for (&child, &which) in option.children.iter().zip(&pick.children) {
            built.push(self.build(evaluated, child, which, copied, add));
        }
        // The statements come last among the children of a node.
        let expressions = node.children().len() - statements_of(&node).count();
        for (n, child) in node.children_mut().iter_mut().enumerate() {
            *child = match n.checked_sub(expressions) {
                Some(statement) => built[statement],
                None => copy_expression(&self.expressions, *child, copied, add),
            };
        }
        add(node)
    }
}

/// Whether a cache keeps each buffer beside the others.
fn kept(pressure: &[Pressure], cache: &Cache) -> Vec<bool> {
    let usable = USABLE * (cache.size / cache.line) as f64;
    let taken: f64 = pressure.iter().map(|p| p.taken).sum();
    pressure
        .iter()
        .map(|p| p.needed + taken - p.taken <= usable)
        .collect()
}
