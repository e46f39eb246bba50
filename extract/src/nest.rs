//! The cost of loop nests and the cheapest nests of every class, bottom-up, for given tile sizes.
//!
//! What a statement touches depends only on its class, not on the order of the loops in it; so whether a
//! loop body leaves its data in a cache is known class by class, and the cost of a nest is composed of
//! the costs of its parts.

mod branches;
mod early;
mod extents;
mod loops;
mod packing;
mod sequence;
mod term;
mod threads;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex};

use egg::{Id, Symbol};
use ovolo_rewrites::egraph::{EGraph, Level};
use ovolo_rewrites::loops::size_name;
use ovolo_rewrites::materialize::Choice;
use ovolo_rewrites::term::{Loop, Node, Step};

use crate::block::{Block, Memory};
use crate::cost::Cost;
use crate::expression::Expressions;
use crate::footprint::{self, ASSUMED_EXTENT, Extents, Footprint, Pressure};
use crate::machine::{Cache, Machine};
use crate::space::{Packed, Space};

/// Tile sizes by symbol.
pub type Tiles = BTreeMap<Symbol, i64>;

/// A nest that extraction offers.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub choice: Choice,
    pub cost: Cost,
}

/// A cache holds what is used again when that fills no more than this part of it; the rest is for what
/// streams through.
const USABLE: f64 = 0.85;

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
        match &self.egraph[wanted.class].nodes[option.node] {
            Node::Store(..) => {
                let block = self.stores[&(self.number_of(place), option.node)].clone();
                let pick = Pick {
                    node: n,
                    children: Vec::new(),
                };
                here.nests.push((self.once(&block, here), pick.clone()));
                here.blocks.push((block, pick));
            }
            Node::Seq(_) => self.sequence(&option.children, n, done, here),
            node @ Node::If(comparisons, children) => {
                let conditions = comparisons.iter().copied().zip(children.iter().copied());
                let taken = self.taken(&conditions.collect::<Vec<_>>());
                self.condition(taken, &option.children, n, done, here);
                self.straight_condition(taken, node, &option.children, n, done, here);
            }
            Node::Panels(panels, _) => self.panels(panels, option.children[0], n, done, here),
            Node::Early(early, _) => self.early(early, option.children[0], n, done, here),
            Node::For(head, bounds) => {
                self.around_place((head, bounds), option.children[0], n, tiles, done, here);
            }
            _ => {}
        }
    }

    /// None, of any buffer into any cache.
    fn no_lines(&self) -> Vec<Vec<f64>> {
        let buffers = self.egraph.analysis.dependences.buffers.len();
        vec![vec![0.0; buffers]; self.machine.caches.len()]
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
