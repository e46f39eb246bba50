//! The cost of loop nests and the cheapest nests of every class, bottom-up, for given tile sizes.
//!
//! What a statement touches depends only on its class, not on the order of the loops in it; so whether a
//! loop body leaves its data in a cache is known class by class, and the cost of a nest is composed of
//! the costs of its parts.

mod branches;
mod early;
mod extents;
mod forwarding;
mod loops;
mod packing;
mod remember;
mod sequence;
mod site;
mod term;
mod threads;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use egg::{Id, Symbol};
use indexmap::IndexMap;
use ovolo_rewrites::dependence::AccessId;
use ovolo_rewrites::egraph::{EGraph, writes_of};
use ovolo_rewrites::level::{Level, Tiles, size_name};
use ovolo_rewrites::nest::Choice;
use ovolo_rewrites::term::{Loop, Node, Step};
use smallvec::SmallVec;

use self::forwarding::Traffic;
use self::remember::{Known, Sizes};
use self::site::{Nest, Pick, Site};
use crate::block::{Block, Memory};
use crate::cost::Cost;
use crate::expression::Expressions;
use crate::extents::ASSUMED_EXTENT;
use crate::footprint::Footprint;
use crate::machine::Machine;
use crate::space::{Packed, Space};

/// A nest that extraction offers.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub choice: Choice,
    pub cost: Cost,
}

/// The predicted cycles of the cheapest nest, and of the cheapest without a parallel loop; infinite where there is none.
#[derive(Clone, Copy, Debug)]
pub struct Best {
    pub any: f64,
    pub on_one_thread: f64,
}

impl Best {
    /// No candidate.
    pub const NONE: Best = Best {
        any: f64::INFINITY,
        on_one_thread: f64::INFINITY,
    };
}

/// Footprints by what they are of: those of classes with the same accesses are the same.
type Footprints = HashMap<(Arc<BTreeSet<AccessId>>, Packed), Arc<Footprint>>;

/// Everything about an e-graph that does not depend on tile sizes.
pub struct Model<'x, 'a> {
    egraph: &'x EGraph<'a>,
    expressions: Expressions<'x, 'a>,
    machine: &'x Machine,
    space: Space,
    /// What each place is about, by number: a class, with what it reads from copies.
    numbers: Vec<usize>,
    footprints: Vec<Arc<Footprint>>,
    /// Tile sizes that costs depend on.
    sizes: Vec<Sizes>,
    /// Which of these each place depends on.
    depends_on: Vec<usize>,
    /// What places came to.
    known: Vec<Known>,
    /// The code of the store that is a node of a class with this number.
    stores: HashMap<(usize, usize), Block>,
    /// Bytes of the widest element that a class touches.
    element_bytes: Vec<f64>,
    /// Bytes of the narrowest element that the nest touches.
    least_bytes: f64,
    /// What each class stores and loads.
    traffic: Vec<Traffic>,
    typical: HashMap<Symbol, f64>,
    ranges: HashMap<Symbol, f64>,
    /// Loops, by the variable of the source and the bounds, each with the sizes of the tiles that it may start at.
    loops: IndexMap<(Symbol, Id, Id), Vec<Symbol>>,
    /// Where loops were split.
    splits: HashSet<Id>,
    /// The buffers that the nest writes.
    written: BTreeSet<Symbol>,
    /// Whether the second cache has no room for all buffers: where it has, they are there when a nest runs again.
    is_far: bool,
}

impl<'x, 'a> Model<'x, 'a> {
    /// A model of the nests of a space on a machine.
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
            depends_on: Vec::new(),
            known: Vec::new(),
            loops: IndexMap::new(),
            stores: HashMap::new(),
            element_bytes: Vec::new(),
            least_bytes: f64::INFINITY,
            traffic: Vec::new(),
            typical: HashMap::new(),
            ranges: HashMap::new(),
            splits: egraph
                .analysis
                .split_points
                .iter()
                .map(|&p| egraph.find(p))
                .collect(),
            written: BTreeSet::new(),
            is_far: false,
        };
        let root = model.space.places[model.root()].class;
        model.written = writes_of(egraph, root).map(|access| access.buffer).collect();
        let mut numbers = HashMap::new();
        let mut footprints = HashMap::new();
        for spot in spots {
            let next = numbers.len();
            let number = *numbers.entry(spot.clone()).or_insert(next);
            if number == next {
                model.describe(number, spot, &mut footprints);
            }
            model.numbers.push(number);
        }
        for (size, value) in &egraph.analysis.typical_sizes {
            model.typical.insert(*size, *value as f64);
            model.ranges.insert(*size, 0.0);
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
        model.is_far = (machine.caches.get(1)).is_some_and(|cache| model.buffer_bytes() > cache.size as f64);
        let mut sizes: Vec<Vec<Symbol>> = Vec::new();
        let mut lists: HashMap<Vec<Symbol>, usize> = HashMap::new();
        for place in 0..model.places() {
            sizes.push(model.sizes_in(place, &sizes));
            let next = lists.len();
            let list = *lists.entry(sizes[place].clone()).or_insert(next);
            if list == next {
                model.sizes.push(Sizes::new(sizes[place].clone()));
            }
            model.depends_on.push(list);
            model.known.push(Known::default());
            model.note_loops(place);
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
    pub(crate) fn tile_loops(&self) -> Vec<(Symbol, Symbol)> {
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

    /// Bytes of the narrowest and of the widest element that the nest touches.
    pub(crate) fn element_bytes(&self) -> (f64, f64) {
        let widest = self.element_bytes[self.number_of(self.root())];
        (self.least_bytes.min(widest), widest)
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

    /// The predicted cycles of the cheapest nests for these tile sizes.
    pub fn best(&self, tiles: &Tiles) -> Best {
        let evaluated = self.evaluate(tiles);
        let nests = evaluated.get(self.root()).map_or(&[][..], |root| &root.nests);
        let total = |found: Option<&(Nest, Pick)>| found.map_or(f64::INFINITY, |(nest, _)| nest.total);
        Best {
            any: total(nests.first()),
            on_one_thread: total(nests.iter().find(|(nest, _)| !nest.work.parallel)),
        }
    }

    /// Adds what is known of a class without tile sizes.
    fn describe(&mut self, number: usize, (class, packed): (Id, Packed), footprints: &mut Footprints) {
        let data = &self.egraph[class].data;
        let dependences = &self.egraph.analysis.dependences;
        let bytes = data.accesses.iter().filter_map(|&a| {
            let buffer = dependences.buffers.get(&dependences.access(a).buffer)?;
            Some(buffer.element.byte_size() as f64)
        });
        self.least_bytes = bytes.clone().fold(self.least_bytes, f64::min);
        self.element_bytes.push(bytes.fold(1.0, f64::max));
        self.traffic.push(self.traffic(&data.accesses));
        let same = footprints.entry((data.accesses.clone(), packed.clone()));
        let footprint =
            same.or_insert_with(|| Arc::new(Footprint::new(dependences, &data.accesses, &packed)));
        self.footprints.push(Arc::clone(footprint));
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
    fn sizes_in(&self, place: usize, sizes: &[Vec<Symbol>]) -> Vec<Symbol> {
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
            let inside = children.iter().filter_map(|&child| sizes.get(child));
            found.extend(inside.flatten().copied());
        }
        found.into_iter().collect()
    }

    fn variables(&self, class: Id) -> impl Iterator<Item = &Symbol> {
        self.egraph[class].data.variables.iter()
    }

    /// Adds what one option of a place offers.
    fn alternatives(&self, place: usize, n: usize, site: &mut Site<'_>) {
        let wanted = &self.space.places[place];
        let option = &wanted.options[n];
        match &self.egraph[wanted.class].nodes[option.node] {
            Node::Store(..) => {
                let block = self.stores[&(self.number_of(place), option.node)].clone();
                let pick = Pick {
                    node: n,
                    children: SmallVec::new(),
                };
                site.offer_block(self, block, pick);
            }
            Node::Seq(_) => self.sequence(&option.children, n, site),
            node @ Node::If(comparisons, children) => {
                let conditions = comparisons.iter().copied().zip(children.iter().copied());
                let taken = self.taken(&conditions.collect::<Vec<_>>());
                self.condition(taken, &option.children, n, site);
                self.straight_condition(taken, node, &option.children, n, site);
            }
            Node::Panels(panels, _) => self.panels(panels, option.children[0], n, site),
            Node::Early(early, _) => self.early(early, option.children[0], n, site),
            Node::For(head, bounds) => {
                self.around_place((head, bounds), option.children[0], n, site);
            }
            _ => {}
        }
    }
}
