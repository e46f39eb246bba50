//! The cost of loop nests and the cheapest nests of every class, bottom-up, for given tile sizes.
//!
//! What a statement touches depends only on its class, not on the order of the loops in it; so whether a
//! loop body leaves its data in a cache is known class by class, and the cost of a nest is composed of
//! the costs of its parts.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use egg::{Id, Language, RecExpr, Symbol};
use indexmap::IndexMap;
use ovolo_rewrites::egraph::{EGraph, Level};
use ovolo_rewrites::linear::{Atom, Linear};
use ovolo_rewrites::loops::size_name;
use ovolo_rewrites::materialize::Choice;
use ovolo_rewrites::term::{IndexOp, Loop, LoopKind, Node, Step};

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use crate::block::{Block, copy_expression};
use crate::expression::Expressions;
use crate::footprint::{ASSUMED_EXTENT, Extents, Footprint, Pressure};
use crate::machine::{Cache, Machine};

/// Tile sizes by symbol.
pub type Tiles = BTreeMap<Symbol, i64>;

/// A cost in cycles: of the core alone, and of moving lines into each cache, nearest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cost {
    pub core: f64,
    pub memory: Vec<f64>,
}

impl Cost {
    /// The core and the memory work at the same time, but for a part.
    pub fn total(&self) -> f64 {
        let memory = self.memory.iter().sum::<f64>();
        self.core.max(memory) + SERIAL * self.core.min(memory)
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

/// How many vectors LLVM's vectoriser works on at once.
const INTERLEAVED: [f64; 3] = [4.0, 2.0, 1.0];

/// How many nests are kept for each class.
const KEPT: usize = 3;

/// How many values of its tile sizes are remembered for each class: more than descent asks for again.
const REMEMBERED: usize = 48;

/// Which loops a nest may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Any,
    /// Those that leave the innermost code to the compiler behind, as that of the source is: none is copied out or
    /// made lanes, no cells are held in registers.
    Plain,
}

impl Style {
    fn allows(self, egraph: &EGraph<'_>, head: &Loop) -> bool {
        let level = egraph.analysis.level(head.iv);
        let is_plain = matches!(level, Level::Point | Level::Cache | Level::Wavefront);
        self == Style::Any || (is_plain && head.kind == LoopKind::Sequential)
    }
}

/// Everything about an e-graph that does not depend on tile sizes.
pub struct Model<'x, 'a> {
    egraph: &'x EGraph<'a>,
    expressions: Expressions<'x, 'a>,
    machine: &'x Machine,
    style: Style,
    root_class: Id,
    /// The statement classes below the root, children first.
    order: Vec<Id>,
    place: HashMap<Id, usize>,
    footprints: Vec<Footprint>,
    /// The tile sizes that a class's costs depend on.
    sizes: Vec<Vec<Symbol>>,
    /// What classes came to, by the values of these sizes.
    known: Vec<Mutex<HashMap<Vec<i64>, Arc<Evaluated>>>>,
    stores: HashMap<(Id, usize), Block>,
    /// Bytes of the widest element that a class touches.
    element_bytes: Vec<f64>,
    typical: HashMap<Symbol, f64>,
    ranges: HashMap<Symbol, f64>,
    /// The buffers that the nest writes.
    written: BTreeSet<Symbol>,
}

/// One class under one assignment of tile sizes.
#[derive(Default)]
struct Evaluated {
    extents: Extents,
    lines: Vec<f64>,
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
    total: f64,
}

/// Which node of a class, and which alternative of each child statement.
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
    pub fn new(egraph: &'x EGraph<'a>, root: Id, machine: &'x Machine, style: Style) -> Model<'x, 'a> {
        let mut model = Model {
            egraph,
            expressions: Expressions::new(egraph, machine),
            machine,
            style,
            root_class: egraph.find(root),
            order: Vec::new(),
            place: HashMap::new(),
            footprints: Vec::new(),
            sizes: Vec::new(),
            known: Vec::new(),
            stores: HashMap::new(),
            element_bytes: Vec::new(),
            typical: HashMap::new(),
            ranges: HashMap::new(),
            written: BTreeSet::new(),
        };
        let dependences = &egraph.analysis.dependences;
        let accesses = egraph[root].data.accesses.iter().map(|&a| dependences.access(a));
        model
            .written
            .extend(accesses.filter(|a| a.is_write).map(|a| a.buffer));
        for class in statement_order(egraph, egraph.find(root)) {
            model.describe(class);
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
        model
    }

    /// How many classes each prediction goes through.
    pub fn classes(&self) -> usize {
        self.order.len()
    }

    fn root(&self) -> usize {
        self.place[&self.root_class]
    }

    /// The tile sizes that occur, with the tile loop of each.
    pub fn tile_loops(&self) -> Vec<(Symbol, Symbol)> {
        let mut found = Vec::new();
        for &class in &self.order {
            for node in &self.egraph[class].nodes {
                if let Node::For(head, _) = node
                    && let Step::Tile(size) = head.step
                    && self.style.allows(self.egraph, head)
                    && !found.contains(&(size, head.iv))
                {
                    found.push((size, head.iv));
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
        self.element_bytes.get(self.root()).copied().unwrap_or(1.0)
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
    fn describe(&mut self, class: Id) {
        let data = &self.egraph[class].data;
        let dependences = &self.egraph.analysis.dependences;
        let bytes = data.accesses.iter().filter_map(|&a| {
            let buffer = dependences.buffers.get(&dependences.access(a).buffer)?;
            Some(buffer.element.byte_size() as f64)
        });
        self.element_bytes.push(bytes.fold(1.0, f64::max));
        self.footprints.push(Footprint::new(dependences, &data.accesses));
        for (n, node) in self.egraph[class].nodes.iter().enumerate() {
            if let Node::Store(buffer, children) = node {
                let (egraph, written) = (self.egraph, &self.written);
                let block = Block::of_store(
                    egraph,
                    &self.expressions,
                    self.machine,
                    written,
                    *buffer,
                    children,
                );
                self.stores.insert((class, n), block);
            }
        }
        self.sizes.push(self.sizes_in(class));
        self.known.push(Mutex::default());
        self.place.insert(class, self.order.len());
        self.order.push(class);
    }

    /// The tile sizes in the loops of a class, and in those inside that are described.
    fn sizes_in(&self, class: Id) -> Vec<Symbol> {
        let mut found = BTreeSet::new();
        for node in &self.egraph[class].nodes {
            if let Node::For(head, [lo, hi, _]) = node {
                if let Step::Tile(size) = head.step {
                    found.insert(size);
                }
                for bound in [lo, hi] {
                    let variables = self.egraph[*bound].data.variables.iter();
                    for &name in variables {
                        // A bound at a tile says how long the tile is.
                        found.extend([name, size_name(name)]);
                    }
                }
            }
            for child in statements_of(node) {
                let place = self.place.get(&self.egraph.find(child));
                found.extend(place.iter().flat_map(|&&place| self.sizes[place].iter().copied()));
            }
        }
        found.into_iter().collect()
    }

    fn evaluate(&self, tiles: &Tiles) -> Vec<Arc<Evaluated>> {
        let mut done: Vec<Arc<Evaluated>> = Vec::with_capacity(self.order.len());
        for place in 0..self.order.len() {
            let values = self.sizes[place]
                .iter()
                .map(|size| tiles.get(size).copied().unwrap_or_default());
            let key: Vec<i64> = values.collect();
            let mut known = self.known[place].lock().expect("no thread panics with the lock");
            if let Some(here) = known.get(&key) {
                done.push(Arc::clone(here));
                continue;
            }
            drop(known);
            let here = Arc::new(self.evaluate_class(place, &done, tiles));
            known = self.known[place].lock().expect("no thread panics with the lock");
            if known.len() < REMEMBERED {
                known.insert(key, Arc::clone(&here));
            }
            done.push(here);
        }
        done
    }

    fn evaluate_class(&self, place: usize, done: &[Arc<Evaluated>], tiles: &Tiles) -> Evaluated {
        let class = self.order[place];
        let mut here = Evaluated {
            extents: self.extents(class, done, tiles),
            ..Evaluated::default()
        };
        let footprint = &self.footprints[place];
        let caches = &self.machine.caches;
        let line = caches.first().map_or(64.0, |c| c.line as f64);
        here.lines = footprint.lines(&here.extents, &self.ranges, line);
        here.kept = caches
            .iter()
            .map(|c| kept(&footprint.pressure(&here.extents, &self.ranges, c), c))
            .collect();
        for (n, node) in self.egraph[class].nodes.iter().enumerate() {
            self.alternatives(class, n, node, tiles, done, &mut here);
        }
        here.blocks
            .sort_by(|a, b| a.0.cycles(self.machine).total_cmp(&b.0.cycles(self.machine)));
        here.blocks.truncate(KEPT);
        here.nests.sort_by(|a, b| a.0.total.total_cmp(&b.0.total));
        here.nests.truncate(KEPT);
        here
    }

    fn child<'d>(&self, done: &'d [Arc<Evaluated>], class: Id) -> Option<&'d Evaluated> {
        let place = self.place.get(&self.egraph.find(class))?;
        done.get(*place).map(|child| &**child)
    }

    /// How far each induction variable of the source ranges inside the class. Every node says the same; a loop that is
    /// in one piece says it best.
    fn extents(&self, class: Id, done: &[Arc<Evaluated>], tiles: &Tiles) -> Extents {
        let nodes = &self.egraph[class].nodes;
        let loops = nodes.iter().filter_map(|node| match node {
            Node::For(head, children) => Some((head, children, self.child(done, children[2])?)),
            _ => None,
        });
        let level = |iv: Symbol| self.egraph.analysis.level(iv);
        if let Some((head, [lo, hi, _], body)) = loops.min_by_key(|(head, ..)| level(head.iv)) {
            let mut extents = body.extents.clone();
            let root = self.egraph.analysis.root(head.iv);
            let extent = self.extent(root, *lo, *hi, tiles);
            self.widen(class, root, extent, &mut extents);
            let known = extents.entry(root).or_insert(0.0);
            *known = known.max(extent);
            return extents;
        }
        let mut extents = Extents::new();
        let sequence = nodes.iter().find_map(|node| match node {
            Node::Seq(statements) => Some(statements),
            _ => None,
        });
        let parts = sequence.into_iter().flatten().filter_map(|&s| self.child(done, s));
        for (root, extent) in parts.flat_map(|part| &part.extents) {
            let sum = extents.entry(*root).or_insert(0.0);
            *sum = (*sum + extent).min(self.range(*root).max(*extent));
        }
        extents
    }

    /// What stripes that move with a loop over `root` add to the extents of the loops that they cut: each iteration
    /// moves them on. The loop over the stripes goes through all.
    fn widen(&self, class: Id, root: Symbol, extent: f64, extents: &mut Extents) {
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

    /// Adds what one node of a class offers.
    fn alternatives(
        &self,
        class: Id,
        n: usize,
        node: &Node,
        tiles: &Tiles,
        done: &[Arc<Evaluated>],
        here: &mut Evaluated,
    ) {
        let pick = |children: Vec<Alternative>| Pick { node: n, children };
        match node {
            Node::Store(..) => {
                let block = self.stores[&(class, n)].clone();
                here.nests.push((self.once(&block, here), pick(Vec::new())));
                here.blocks.push((block, pick(Vec::new())));
            }
            Node::Seq(statements) => self.sequence(statements, n, done, here),
            Node::For(head, _) if !self.style.allows(self.egraph, head) => {}
            Node::For(head, [lo, hi, body]) => {
                let Some(inner) = self.child(done, *body) else {
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
                                let bytes = self.element_bytes[self.place[&self.egraph.find(*body)]];
                                block.vectorized(root, extent, self.machine, bytes)
                            };
                            if !block.is_too_long() {
                                here.nests
                                    .push((self.once(&block, here), pick(vec![Alternative::Block(which)])));
                                here.blocks.push((block, pick(vec![Alternative::Block(which)])));
                            }
                        }
                    }
                    LoopKind::Sequential | LoopKind::Promoted => {
                        let promoted = head.kind == LoopKind::Promoted;
                        for (which, (block, _)) in inner.blocks.iter().enumerate() {
                            let core = self.innermost(block, *body, root, trip, promoted);
                            let lines = vec![inner.lines.clone(); self.machine.caches.len()];
                            let scatter = self.scatter(*body, &inner.extents, root);
                            let nest = self.around(trip, self.nest(core, lines, scatter), inner, here);
                            here.nests.push((nest, pick(vec![Alternative::Block(which)])));
                        }
                        if !promoted {
                            for (which, (nest, _)) in
                                inner.nests.iter().enumerate().filter(|(_, n)| !n.0.straight)
                            {
                                let core = trip * (nest.core + 1.0) + 2.0;
                                let nest = self.nest(core, nest.lines.clone(), nest.scatter);
                                let nest = self.around(trip, nest, inner, here);
                                here.nests.push((nest, pick(vec![Alternative::Nest(which)])));
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// The core's work of a loop around straight-line code. What the compiler behind turns into vectors by
    /// itself costs what vectors cost: some at once, and the rest one by one.
    fn innermost(&self, block: &Block, body: Id, root: Symbol, trip: f64, promoted: bool) -> f64 {
        let body = self.egraph.find(body);
        let promoted = promoted || self.egraph.analysis.promotable.contains(&(body, root));
        let far = if self.egraph[body].data.flat {
            block.far_loads(root)
        } else {
            0.0
        };
        let scalar = |trip| block.loop_cycles(self.machine, root, trip, promoted) + trip * far * FAR_LOAD;
        if promoted || !self.egraph.analysis.vectorizable.contains(&(body, root)) {
            return scalar(trip);
        }
        let bytes = self.element_bytes[self.place[&body]];
        let lanes = self.machine.vector_bytes as f64 / bytes;
        let vectors = block.clone().vectorized(root, lanes, self.machine, bytes);
        // Fewer at once where that leaves less of a short loop to be done one by one.
        let interleaved = INTERLEAVED.iter().map(|&copies| {
            let whole = (trip / (lanes * copies)).floor();
            let rest = trip - whole * lanes * copies;
            let vectors = match whole {
                0.0 => 0.0,
                _ => {
                    let body = vectors.clone().unrolled(root, copies);
                    body.loop_cycles(self.machine, root, whole, false)
                }
            };
            vectors + if rest > 0.0 { scalar(rest) } else { 0.0 }
        });
        interleaved.fold(f64::INFINITY, f64::min)
    }

    fn sequence(&self, statements: &[Id], n: usize, done: &[Arc<Evaluated>], here: &mut Evaluated) {
        let Some(parts) = statements
            .iter()
            .map(|&s| self.child(done, s))
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
            let mut lines = vec![vec![0.0; here.lines.len()]; self.machine.caches.len()];
            for nest in &nests {
                for (sum, level) in lines.iter_mut().zip(&nest.lines) {
                    sum.iter_mut().zip(level).for_each(|(s, l)| *s += l);
                }
            }
            // What one part leaves in a cache the next finds there, if all of it fits.
            for (level, kept) in lines.iter_mut().zip(&here.kept) {
                for ((sum, distinct), &kept) in level.iter_mut().zip(&here.lines).zip(kept) {
                    *sum = if kept { sum.min(*distinct) } else { *sum };
                }
            }
            let scatter = nests.iter().map(|n| n.scatter).fold(1.0, f64::max);
            let mut nest = self.nest(nests.iter().map(|n| n.core).sum(), lines, scatter);
            nest.straight = nests.iter().all(|n| n.straight);
            let children = which.iter().map(|&w| Alternative::Nest(w)).collect();
            here.nests.push((nest, Pick { node: n, children }));
        };
        let mut which = vec![0; parts.len()];
        offer(&which);
        for (k, part) in parts.iter().enumerate() {
            if part.nests.len() > 1 {
                which[k] = 1;
                offer(&which);
                which[k] = 0;
            }
        }
    }

    /// Straight-line code by itself.
    fn once(&self, block: &Block, here: &Evaluated) -> Nest {
        let lines = vec![here.lines.clone(); self.machine.caches.len()];
        Nest {
            straight: true,
            ..self.nest(block.cycles(self.machine), lines, 1.0)
        }
    }

    /// How much longer lines take when the loop over straight-line code walks along many rows at once: a
    /// processor foresees the next lines of few.
    fn scatter(&self, body: Id, extents: &Extents, root: Symbol) -> f64 {
        let footprint = &self.footprints[self.place[&self.egraph.find(body)]];
        let line = self.machine.caches.first().map_or(64.0, |c| c.line as f64);
        let streams = footprint.streams(extents, root, line);
        1.0 + (streams - FORESEEN).max(0.0) / FORESEEN
    }

    /// A loop whose body moves `each.lines` every time, `each.core` being the core's work of all of it. Where a cache keeps what the body touches, each distinct
    /// line of the loop moves once.
    fn around(&self, trip: f64, each: Nest, body: &Evaluated, here: &Evaluated) -> Nest {
        if trip <= 0.0 {
            return self.nest(0.0, vec![vec![0.0; here.lines.len()]; each.lines.len()], 1.0);
        }
        let moved = each
            .lines
            .iter()
            .zip(&body.kept)
            .map(|(lines, kept)| {
                let buffers = lines.iter().zip(&here.lines).zip(kept);
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

    fn nest(&self, core: f64, lines: Vec<Vec<f64>>, scatter: f64) -> Nest {
        let mut nest = Nest {
            core,
            lines,
            scatter,
            straight: false,
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
            None => (self.number(hi, tiles) - self.number(lo, tiles)).max(0.0),
        }
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
        let mut node = self.egraph[self.order[place]].nodes[pick.node].clone();
        let statements: Vec<Id> = statements_of(&node).collect();
        let mut built: Vec<Id> = Vec::new();
        for (child, &which) in statements.iter().zip(&pick.children) {
            let child = self.place[&self.egraph.find(*child)];
            built.push(self.build(evaluated, child, which, copied, add));
        }
        let mut next = built.into_iter();
        let is_statement: Vec<bool> = node.children().iter().map(|c| self.is_statement(*c)).collect();
        for (child, is_statement) in node.children_mut().iter_mut().zip(is_statement) {
            *child = match (is_statement, next.len()) {
                (true, 1..) => next.next().expect("a child is left"),
                _ => copy_expression(&self.expressions, *child, copied, add),
            };
        }
        add(node)
    }

    fn is_statement(&self, class: Id) -> bool {
        self.egraph[class].nodes.iter().any(Node::is_statement)
    }
}

/// The statement classes below the root, children first. Classes that contain one another stand in any
/// order; a term never uses one inside itself, for it would have no cost yet.
fn statement_order(egraph: &EGraph<'_>, root: Id) -> Vec<Id> {
    let mut graph: DiGraph<Id, ()> = DiGraph::new();
    let mut nodes = IndexMap::from([(root, graph.add_node(root))]);
    let mut next = 0;
    while let Some((&class, &from)) = nodes.get_index(next) {
        next += 1;
        for node in &egraph[class].nodes {
            for child in statements_of(node) {
                let child = egraph.find(child);
                let to = *nodes.entry(child).or_insert_with(|| graph.add_node(child));
                graph.update_edge(from, to, ());
            }
        }
    }
    tarjan_scc(&graph)
        .into_iter()
        .flatten()
        .map(|n| graph[n])
        .collect()
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

/// The children of a node that are statements.
fn statements_of(node: &Node) -> impl Iterator<Item = Id> + '_ {
    let children = match node {
        Node::Seq(statements) => &statements[..],
        Node::For(_, children) => &children[2..],
        _ => &[],
    };
    children.iter().copied()
}
