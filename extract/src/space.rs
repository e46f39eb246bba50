//! What a sketch leaves of an e-graph: the terms among which extraction chooses.
//!
//! A place is a class together with what a sketch wants there; its options are the nodes of the class that fit,
//! with a place for each statement inside. A hole wants nothing, so a search without a sketch has one place for
//! each class. Whether a sketch fits is decided before anything is costed: every place that is left has a term,
//! but for classes that contain only themselves.

use std::collections::{BTreeMap, HashMap, HashSet};

use egg::{Id, Symbol};
use indexmap::IndexMap;
use ovolo_rewrites::egraph::{EGraph, Level};
use ovolo_rewrites::loops::size_name;
use ovolo_rewrites::schedule::{Index, LoopSketch, Name, NestSchedule, Over, Statement, index_of};
use ovolo_rewrites::term::{Comparison, Loop, LoopKind, Node, Panel, Step, branches};
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use crate::expression::Expressions;
use crate::nest::Tiles;

/// Which loops a nest may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Any,
    /// Those that read every array where it is.
    InPlace,
    /// Those that leave the innermost code to the compiler behind, as that of the source is: none is copied out or
    /// made lanes, no cells are held in registers.
    Plain,
}

impl Style {
    fn allows(self, egraph: &EGraph<'_>, node: &Node) -> bool {
        match node {
            Node::For(head, _) if self == Style::Plain => {
                let level = egraph.analysis.level(head.iv);
                head.kind == LoopKind::Sequential
                    && matches!(level, Level::Point | Level::Cache | Level::Wavefront)
            }
            Node::Panels(..) => self == Style::Any,
            _ => node.is_statement(),
        }
    }
}

/// The places, those inside others first.
pub struct Space {
    pub places: Vec<Place>,
    pub root: usize,
}

pub struct Place {
    pub class: Id,
    /// The buffers that are read from copies there.
    pub packed: Packed,
    pub options: Vec<Choice>,
}

/// Buffers that a statement reads from copies, in order.
pub type Packed = Vec<Panel>;

/// A class, and what it reads from copies.
type Spot = (Id, Packed);

/// A node of the class, by its position, and a place for each statement that it consists of.
pub struct Choice {
    pub node: usize,
    pub children: Vec<usize>,
}

/// Why a sketch has no term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// The first statement of the sketch, counted in the order of the text, that fits nowhere although what is
    /// around it does; `None` where each fits somewhere, but not all together.
    pub statement: Option<usize>,
    /// The loops that stand where it was looked for.
    pub instead: Vec<String>,
}

impl Space {
    /// Every term of a class that has loops of a style.
    pub fn all(egraph: &EGraph<'_>, root: Id, style: Style) -> Space {
        let root = (egraph.find(root), Packed::new());
        let spots = statement_order(egraph, std::slice::from_ref(&root));
        let numbers = numbered(&spots);
        let places = spots.iter().map(|spot| free_place(egraph, spot, style, &numbers));
        Space {
            places: places.collect(),
            root: numbers[&root],
        }
    }

    /// The terms of a class that a sketch describes. `sizes` are those of tiles that the sketch fixes.
    pub fn within<'a>(
        egraph: &EGraph<'a>,
        root: Id,
        expressions: &Expressions<'_, 'a>,
        sketch: &[Statement],
        sizes: &Tiles,
    ) -> Result<Space, Unfit> {
        let mut fitting = Fitting {
            egraph,
            expressions,
            sizes,
            sketch: Sketch::default(),
            splits: egraph
                .analysis
                .split_points
                .iter()
                .map(|&point| egraph.find(point))
                .collect(),
            known: HashMap::new(),
            places: Vec::new(),
            free: Vec::new(),
            met: HashSet::new(),
            instead: HashMap::new(),
        };
        let block = fitting.sketch.add(sketch);
        let whole = fitting.sketch.run(block, 0, sketch.len());
        match fitting.fit((egraph.find(root), Packed::new()), whole) {
            Some(root) => Ok(fitting.into_space(root)),
            None => Err(fitting.unfit()),
        }
    }
}

fn numbered(spots: &[Spot]) -> HashMap<Spot, usize> {
    spots
        .iter()
        .enumerate()
        .map(|(n, spot)| (spot.clone(), n))
        .collect()
}

/// A class of which any term of a style will do.
fn free_place(egraph: &EGraph<'_>, spot: &Spot, style: Style, places: &HashMap<Spot, usize>) -> Place {
    let (class, packed) = spot;
    let options = egraph[*class]
        .nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| style.allows(egraph, node));
    let options = options.filter_map(|(node, n)| {
        let children = spots_inside(egraph, n, packed)?;
        Some(Choice {
            node,
            children: children.map(|child| places[&child]).collect(),
        })
    });
    Place {
        class: *class,
        packed: packed.clone(),
        options: options.collect(),
    }
}

/// The statements inside a node, with what each reads from copies. `None` for one that packs again what is packed.
fn spots_inside<'e>(
    egraph: &'e EGraph<'_>,
    node: &'e Node,
    packed: &Packed,
) -> Option<impl Iterator<Item = Spot> + 'e> {
    let mut inside = packed.clone();
    if let Node::Panels(more, _) = node {
        if more
            .iter()
            .any(|new| packed.iter().any(|old| old.buffer == new.buffer))
        {
            return None;
        }
        inside.extend(more.iter().copied());
        inside.sort_unstable();
    }
    Some(statements_of(node).map(move |child| spot(egraph, child, &inside)))
}

/// A class with those of the buffers that it reads.
fn spot(egraph: &EGraph<'_>, class: Id, packed: &Packed) -> Spot {
    let class = egraph.find(class);
    let reads = |buffer: Symbol| {
        let mut accesses = egraph[class].data.accesses.iter();
        accesses.any(|&a| egraph.analysis.dependences.access(a).buffer == buffer)
    };
    let packed = packed.iter().filter(|panel| reads(panel.buffer)).copied();
    (class, packed.collect())
}

/// What is wanted of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Want {
    Anything,
    /// Loops that run zero times.
    Nothing,
    /// The statements of a block from one position to another.
    Run(usize, usize, usize),
    /// Those of a whole block, somewhere inside.
    Inside(usize),
}

/// The statements of a sketch, numbered in the order of the text, and the blocks that they form.
#[derive(Default)]
struct Sketch<'s> {
    statements: usize,
    blocks: Vec<Vec<Item<'s>>>,
}

/// A statement with its number and the block inside it.
#[derive(Clone, Copy)]
struct Item<'s> {
    number: usize,
    statement: &'s Statement,
    inside: Option<usize>,
    /// The block of the other branch.
    otherwise: Option<usize>,
}

impl<'s> Sketch<'s> {
    fn add(&mut self, statements: &'s [Statement]) -> usize {
        let block = self.blocks.len();
        self.blocks.push(Vec::new());
        for statement in statements {
            let number = self.statements;
            self.statements += 1;
            let inside = match statement {
                Statement::Loop(inner) => Some(self.add(&inner.body)),
                Statement::Panels(inner) => Some(self.add(&inner.body)),
                Statement::Hole(inside, _) => inside.as_ref().map(|inside| self.add(inside)),
                Statement::If(inner) => Some(self.add(&inner.then)),
                Statement::Store(_) => None,
            };
            let otherwise = match statement {
                Statement::If(inner) => Some(self.add(&inner.otherwise)),
                _ => None,
            };
            self.blocks[block].push(Item {
                number,
                statement,
                inside,
                otherwise,
            });
        }
        block
    }

    fn items(&self, block: usize, from: usize, to: usize) -> &[Item<'s>] {
        &self.blocks[block][from..to]
    }

    /// What the statements from one position to another want.
    fn run(&self, block: usize, from: usize, to: usize) -> Want {
        let items = self.items(block, from, to);
        match items {
            [] => Want::Nothing,
            [
                Item {
                    statement: Statement::Hole(Some(_), _),
                    inside: Some(inside),
                    ..
                },
            ] => Want::Inside(*inside),
            _ if items.iter().all(Item::is_hole) => Want::Anything,
            _ => Want::Run(block, from, to),
        }
    }

    fn whole(&self, block: usize) -> Want {
        self.run(block, 0, self.blocks[block].len())
    }
}

impl Item<'_> {
    fn is_hole(&self) -> bool {
        matches!(self.statement, Statement::Hole(None, _))
    }

    fn is_around(&self) -> bool {
        matches!(self.statement, Statement::Hole(Some(_), _))
    }

    /// Whether it may stand for a part of a sequence, whatever the others are.
    fn leaves_rest_open(&self) -> bool {
        match self.statement {
            Statement::Loop(inner) => inner.is_open(),
            Statement::Hole(..) => self.is_around(),
            Statement::If(_) | Statement::Panels(_) | Statement::Store(_) => false,
        }
    }
}

/// Ways to deal the statements of a sketch out to those of a sequence that are tried: more come of several holes
/// next to each other only. The number bounds the work for a sketch that says nothing.
const MOST_WAYS: usize = 64;

/// A place inside, or a class of which any term will do.
#[derive(Clone)]
enum Child {
    Place(usize),
    Free(Spot),
}

/// A node of a class that fits, with what it consists of.
struct Fit {
    node: usize,
    children: Vec<Child>,
}

struct Fitting<'f, 'e, 'a, 's> {
    egraph: &'f EGraph<'a>,
    expressions: &'f Expressions<'e, 'a>,
    sizes: &'f Tiles,
    sketch: Sketch<'s>,
    /// The bounds at which loops were split.
    splits: HashSet<Id>,
    /// The place of each class and want, `None` where there is no term or the search for one is under way.
    known: HashMap<(Spot, Want), Option<usize>>,
    /// Children first.
    places: Vec<(Spot, Vec<Fit>)>,
    free: Vec<Spot>,
    /// The statements of the sketch whose own line fits somewhere.
    met: HashSet<usize>,
    instead: HashMap<usize, Vec<String>>,
}

impl Fitting<'_, '_, '_, '_> {
    /// The place of a class where the statements are wanted; `None` when no term of it fits.
    fn fit(&mut self, spot: Spot, want: Want) -> Option<usize> {
        let key = (spot, want);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        self.known.insert(key.clone(), None);
        let (class, packed) = &key.0;
        if self.is_tail(*class) && self.is_open(want) {
            return None;
        }
        let mut options = Vec::new();
        for n in 0..self.egraph[*class].nodes.len() {
            let node = self.egraph[*class].nodes[n].clone();
            let ways = match &node {
                Node::Seq(statements) => self.sequence(statements, packed, want),
                Node::For(head, children) => self.loops(head, children, packed, want),
                Node::Store(buffer, _) => self.store(*buffer, want),
                Node::If(comparisons, children) => self.condition(comparisons, children, packed, want),
                Node::Panels(panels, _) => self.panels(&node, panels, packed, want),
                _ => Vec::new(),
            };
            options.extend(ways.into_iter().map(|children| Fit { node: n, children }));
        }
        let place = (!options.is_empty()).then(|| {
            self.places.push((key.0.clone(), options));
            self.places.len() - 1
        });
        self.known.insert(key, place);
        place
    }

    /// Whether a class is what a split of a loop left.
    fn is_tail(&self, class: Id) -> bool {
        let is_rest = |node: &Node| matches!(node, Node::For(_, [lo, ..]) if self.splits.contains(&self.egraph.find(*lo)));
        self.egraph[class].nodes.iter().any(is_rest)
    }

    /// Whether some statement that is wanted leaves the rest of a sequence open: then it is not about what a split
    /// left, which is a part of the rest.
    fn is_open(&self, want: Want) -> bool {
        match want {
            Want::Anything | Want::Nothing => false,
            Want::Inside(_) => true,
            Want::Run(block, from, to) => self
                .sketch
                .items(block, from, to)
                .iter()
                .any(Item::leaves_rest_open),
        }
    }

    fn child(&mut self, class: Id, packed: &Packed, want: Want) -> Option<Child> {
        let spot = spot(self.egraph, class, packed);
        self.inside(spot, want)
    }

    fn inside(&mut self, spot: Spot, want: Want) -> Option<Child> {
        if want == Want::Anything {
            self.free.push(spot.clone());
            return Some(Child::Free(spot));
        }
        self.fit(spot, want).map(Child::Place)
    }

    /// Copies around a statement, said of the same buffers.
    fn panels(&mut self, node: &Node, panels: &[Panel], packed: &Packed, want: Want) -> Vec<Vec<Child>> {
        let Some(spot) = spots_inside(self.egraph, node, packed).and_then(|mut spots| spots.next()) else {
            return Vec::new();
        };
        let child = match want {
            Want::Anything | Want::Nothing => self.inside(spot, want),
            Want::Inside(block) => {
                let mut found = match self.sketch.whole(block) {
                    Want::Inside(_) => Vec::new(),
                    here => self.panels(node, panels, packed, here),
                };
                found.extend(self.inside(spot, want).map(|child| vec![child]));
                return found;
            }
            Want::Run(..) => {
                let Some((number, Some(inside))) = self.single(want) else {
                    return Vec::new();
                };
                match self.statement(want, number) {
                    Some(Statement::Hole(..)) => {
                        return self.panels(node, panels, packed, Want::Inside(inside));
                    }
                    Some(Statement::Panels(wanted)) if is_of(panels, &wanted.arrays) => {
                        self.met.insert(number);
                        self.inside(spot, self.sketch.whole(inside))
                    }
                    _ => {
                        self.note(number, || node.to_string());
                        None
                    }
                }
            }
        };
        child.map(|child| vec![child]).into_iter().collect()
    }

    /// The only statement of a run that is no hole.
    fn single(&self, want: Want) -> Option<(usize, Option<usize>)> {
        let Want::Run(block, from, to) = want else {
            return None;
        };
        let mut items = self
            .sketch
            .items(block, from, to)
            .iter()
            .filter(|item| !item.is_hole());
        match (items.next(), items.next()) {
            (Some(item), None) => Some((item.number, item.inside)),
            _ => None,
        }
    }

    fn statement(&self, want: Want, number: usize) -> Option<&Statement> {
        let Want::Run(block, from, to) = want else {
            return None;
        };
        let items = self.sketch.items(block, from, to).iter();
        items
            .map(|item| (item.number, item.statement))
            .find(|(n, _)| *n == number)
            .map(|(_, s)| s)
    }

    /// Whether the statement of a run is a hole with something inside.
    fn is_around(&self, want: Want, number: usize) -> bool {
        matches!(self.statement(want, number), Some(Statement::Hole(..)))
    }

    fn store(&mut self, buffer: Symbol, want: Want) -> Vec<Vec<Child>> {
        if let Want::Inside(block) = want {
            return match self.sketch.whole(block) {
                Want::Inside(_) => Vec::new(),
                here => self.store(buffer, here),
            };
        }
        let fits = match self.single(want) {
            Some((number, Some(inside))) if self.is_around(want, number) => {
                return self.store(buffer, Want::Inside(inside));
            }
            Some((number, _)) => {
                let fits = matches!(self.statement(want, number), Some(Statement::Store(name)) if name.symbol == buffer);
                if fits {
                    self.met.insert(number);
                }
                self.note(number, || format!("store {buffer}"));
                fits
            }
            None => want == Want::Anything,
        };
        if fits { vec![Vec::new()] } else { Vec::new() }
    }

    fn loops(
        &mut self,
        head: &Loop,
        [lo, hi, body]: &[Id; 3],
        packed: &Packed,
        want: Want,
    ) -> Vec<Vec<Child>> {
        let child = match want {
            Want::Anything => self.child(*body, packed, Want::Anything),
            Want::Nothing => {
                // A loop that does not run is left out of the result, whatever is inside and however it would run.
                self.is_empty(*lo, *hi)
                    .then(|| self.child(*body, packed, Want::Anything))
                    .flatten()
            }
            Want::Inside(block) => {
                let here = self.sketch.whole(block);
                let mut found: Vec<Vec<Child>> = match here {
                    Want::Inside(_) => Vec::new(),
                    _ => self.loops(head, &[*lo, *hi, *body], packed, here),
                };
                found.extend(self.child(*body, packed, want).map(|child| vec![child]));
                return found;
            }
            Want::Run(..) => {
                let Some((number, inside)) = self.single(want) else {
                    return Vec::new();
                };
                match (self.statement(want, number), inside) {
                    (Some(Statement::Hole(..)), Some(inside)) => {
                        return self.loops(head, &[*lo, *hi, *body], packed, Want::Inside(inside));
                    }
                    (Some(Statement::Loop(wanted)), Some(inside)) if self.matches(wanted, head, *lo, *hi) => {
                        self.met.insert(number);
                        self.child(*body, packed, self.sketch.whole(inside))
                    }
                    _ => {
                        self.note(number, || format!("a loop over {}", head.iv));
                        None
                    }
                }
            }
        };
        child.map(|child| vec![child]).into_iter().collect()
    }

    fn condition(
        &mut self,
        comparisons: &[Comparison],
        children: &[Id],
        packed: &Packed,
        want: Want,
    ) -> Vec<Vec<Child>> {
        let (conditions, parts) = branches(children);
        let found = match want {
            Want::Anything => self.each(&parts, packed, &[want; 2]),
            Want::Nothing => None,
            Want::Inside(block) => {
                let mut ways = match self.sketch.whole(block) {
                    Want::Inside(_) | Want::Anything => Vec::new(),
                    here => self.condition(comparisons, children, packed, here),
                };
                for wants in [[want, Want::Anything], [Want::Anything, want]] {
                    ways.extend(self.each(&parts, packed, &wants));
                }
                return ways;
            }
            Want::Run(block, from, to) => {
                let items = self.sketch.items(block, from, to).iter();
                let mut items = items.filter(|item| !item.is_hole());
                let (Some(&item), None) = (items.next(), items.next()) else {
                    return Vec::new();
                };
                match (item.statement, item.inside, item.otherwise) {
                    (Statement::Hole(..), Some(inside), _) => {
                        return self.condition(comparisons, children, packed, Want::Inside(inside));
                    }
                    (Statement::If(wanted), Some(then), Some(otherwise))
                        if self.are(&wanted.conditions, comparisons, conditions) =>
                    {
                        self.met.insert(item.number);
                        let wants = [then, otherwise].map(|block| self.sketch.whole(block));
                        self.each(&parts, packed, &wants)
                    }
                    _ => {
                        self.note(item.number, || "a condition".to_string());
                        None
                    }
                }
            }
        };
        found.into_iter().collect()
    }

    /// Whether conditions are those that are wanted.
    fn are(&self, wanted: &[(Index, Comparison)], comparisons: &[Comparison], conditions: &[Id]) -> bool {
        let found = conditions.iter().map(|&id| self.bound(id)).zip(comparisons);
        let same =
            |((index, comparison), (found, other)): (&(Index, Comparison), (Option<Index>, &Comparison))| {
                comparison == other && found.as_ref() == Some(index)
            };
        wanted.len() == conditions.len() && wanted.iter().zip(found).all(same)
    }

    fn matches(&self, wanted: &LoopSketch, head: &Loop, lo: Id, hi: Id) -> bool {
        let is_plain = |kind| {
            matches!(
                kind,
                LoopKind::Sequential | LoopKind::Promoted | LoopKind::Parallel | LoopKind::Reduced
            )
        };
        let same_kind = head.kind == wanted.kind
            || (wanted.is_open() && wanted.kind == LoopKind::Sequential && is_plain(head.kind));
        let step = match head.step {
            Step::Fixed(n) => Some(n),
            Step::Tile(name) => self.sizes.get(&name).copied(),
        };
        let analysis = &self.egraph.analysis;
        same_kind
            && match &wanted.over {
                Over::Bounds {
                    lower,
                    upper,
                    step: wanted_step,
                } => {
                    head.iv == wanted.variable.symbol
                        && step == Some(*wanted_step)
                        && self.bound(lo).as_ref() == Some(lower)
                        && self.bound(hi).as_ref() == Some(upper)
                }
                Over::Any { step: wanted_step } => {
                    head.iv == wanted.variable.symbol && (wanted_step.is_none() || step == *wanted_step)
                }
                Over::Tiles(size) => {
                    analysis.level(head.iv).has_tiles()
                        && analysis.root(head.iv) == wanted.variable.symbol
                        && (size.is_none() || step == *size)
                }
            }
    }

    /// A bound as a schedule writes it.
    fn bound(&self, class: Id) -> Option<Index> {
        let node = |id: Id| self.expressions.best(id);
        index_of(class, &node, self.sizes)
    }

    fn is_empty(&self, lo: Id, hi: Id) -> bool {
        match [lo, hi].map(|bound| self.bound(bound).and_then(|bound| bound.as_number())) {
            [Some(lo), Some(hi)] => hi <= lo,
            _ => false,
        }
    }

    /// The ways to deal what is wanted out to the statements of a sequence.
    fn sequence(&mut self, statements: &[Id], packed: &Packed, want: Want) -> Vec<Vec<Child>> {
        match want {
            Want::Anything => self
                .each(statements, packed, &vec![want; statements.len()])
                .into_iter()
                .collect(),
            Want::Nothing if statements.is_empty() => vec![Vec::new()],
            Want::Nothing => self
                .each(statements, packed, &vec![want; statements.len()])
                .into_iter()
                .collect(),
            Want::Inside(block) => {
                let mut ways = match self.sketch.whole(block) {
                    Want::Inside(_) | Want::Anything => Vec::new(),
                    here => self.sequence(statements, packed, here),
                };
                for inside in 0..statements.len() {
                    let mut wants = vec![Want::Anything; statements.len()];
                    wants[inside] = want;
                    ways.extend(self.each(statements, packed, &wants));
                }
                ways
            }
            Want::Run(block, from, to) => {
                let rest = match self.is_open(want) {
                    true => Want::Anything,
                    false => Want::Nothing,
                };
                let mut dealing = Dealing {
                    statements,
                    packed,
                    block,
                    to,
                    rest,
                    dead: HashSet::new(),
                    ways: Vec::new(),
                };
                self.deal(&mut dealing, from, &mut Vec::new());
                dealing.ways
            }
        }
    }

    fn each(&mut self, statements: &[Id], packed: &Packed, wants: &[Want]) -> Option<Vec<Child>> {
        let pairs = statements.iter().zip(wants);
        pairs
            .map(|(&statement, &want)| self.child(statement, packed, want))
            .collect()
    }

    /// Deals the items from `from` on out to the statements that are left; whether there is a way.
    fn deal(&mut self, dealing: &mut Dealing<'_>, from: usize, dealt: &mut Vec<Child>) -> bool {
        let Some(&statement) = dealing.statements.get(dealt.len()) else {
            let left = self.sketch.items(dealing.block, from, dealing.to);
            let done = left.iter().all(Item::is_hole);
            if done {
                dealing.ways.push(dealt.clone());
            }
            return done;
        };
        if dealing.ways.len() >= MOST_WAYS || dealing.dead.contains(&(dealt.len(), from)) {
            return false;
        }
        let mut found = false;
        for end in from..=dealing.to {
            let want = match self.sketch.run(dealing.block, from, end) {
                Want::Nothing => dealing.rest,
                want => want,
            };
            let Some(child) = self.child(statement, dealing.packed, want) else {
                continue;
            };
            // A hole may go on in the next statement.
            let is_hole = end > from && self.sketch.items(dealing.block, end - 1, end)[0].is_hole();
            dealt.push(child);
            found |= self.deal(dealing, if is_hole { end - 1 } else { end }, dealt);
            dealt.pop();
        }
        if !found {
            dealing.dead.insert((dealt.len(), from));
        }
        found
    }

    fn note(&mut self, number: usize, what: impl FnOnce() -> String) {
        let what = what();
        let seen = self.instead.entry(number).or_default();
        if !seen.contains(&what) {
            seen.push(what);
        }
    }

    fn unfit(mut self) -> Unfit {
        // What was looked for and not found, in the order of the text; a hole is never looked for.
        let mut sought: Vec<usize> = self.instead.keys().copied().collect();
        sought.sort_unstable();
        let statement = sought.into_iter().find(|number| !self.met.contains(number));
        let mut instead = statement
            .and_then(|number| self.instead.remove(&number))
            .unwrap_or_default();
        instead.sort();
        Unfit { statement, instead }
    }

    fn into_space(self, root: usize) -> Space {
        let spots = statement_order(self.egraph, &self.free);
        let free = numbered(&spots);
        let mut places: Vec<Place> = spots
            .iter()
            .map(|spot| free_place(self.egraph, spot, Style::Any, &free))
            .collect();
        let before = places.len();
        for ((class, packed), options) in self.places {
            let options = options.into_iter().map(|fit| Choice {
                node: fit.node,
                children: (fit.children.into_iter())
                    .map(|child| match child {
                        Child::Place(place) => before + place,
                        Child::Free(spot) => free[&spot],
                    })
                    .collect(),
            });
            places.push(Place {
                class,
                packed,
                options: options.collect(),
            });
        }
        Space {
            places,
            root: before + root,
        }
    }
}

/// Whether the panels are those of the arrays that are named.
fn is_of(panels: &[Panel], arrays: &[Name]) -> bool {
    let is_named = |panel: &Panel| arrays.iter().any(|name| name.symbol == panel.buffer);
    panels.len() == arrays.len() && panels.iter().all(is_named)
}

/// The state of dealing a run of a sketch out to a sequence.
struct Dealing<'d> {
    statements: &'d [Id],
    packed: &'d Packed,
    block: usize,
    to: usize,
    /// What is wanted of a statement that gets nothing of the run.
    rest: Want,
    /// Positions in the sequence and the run from which there is no way.
    dead: HashSet<(usize, usize)>,
    ways: Vec<Vec<Child>>,
}

/// The statement classes below some, children first. Classes that contain one another stand in any
/// order; a term never uses one inside itself, for it would have no cost yet.
fn statement_order(egraph: &EGraph<'_>, roots: &[Spot]) -> Vec<Spot> {
    let mut graph: DiGraph<Spot, ()> = DiGraph::new();
    let mut nodes = IndexMap::new();
    for root in roots {
        nodes
            .entry(root.clone())
            .or_insert_with(|| graph.add_node(root.clone()));
    }
    let mut next = 0;
    while let Some(((class, packed), &from)) = nodes.get_index(next) {
        next += 1;
        let (class, packed) = (*class, packed.clone());
        for node in &egraph[class].nodes {
            for child in spots_inside(egraph, node, &packed).into_iter().flatten() {
                let to = *nodes
                    .entry(child.clone())
                    .or_insert_with(|| graph.add_node(child));
                graph.update_edge(from, to, ());
            }
        }
    }
    tarjan_scc(&graph)
        .into_iter()
        .flatten()
        .map(|n| graph[n].clone())
        .collect()
}

/// The children of a node that are statements.
pub fn statements_of(node: &Node) -> impl Iterator<Item = Id> + '_ {
    let children = match node {
        Node::Seq(statements) => &statements[..],
        Node::For(_, children) => &children[2..],
        Node::If(conditions, children) => &children[conditions.len()..],
        Node::Panels(_, body) => &body[..],
        _ => &[],
    };
    children.iter().copied()
}

/// The ways to read the sizes of tiles that a sketch gives: each a size for every tile loop that it names, and for
/// `i/64` for one of the tile loops of `i`, coarser ones around finer ones.
pub fn sizes_of(egraph: &EGraph<'_>, wanted: &NestSchedule) -> Vec<Tiles> {
    let with = wanted.sizes.iter();
    let mut sizes: Tiles = with.map(|(tile, size)| (size_name(tile.symbol), *size)).collect();
    let mut unnamed: IndexMap<Symbol, Vec<i64>> = IndexMap::new();
    named_sizes(egraph, &wanted.body, &mut sizes, &mut unnamed);
    let mut ways = vec![sizes];
    for (root, wanted) in unnamed {
        let mut tiles: Vec<(Level, Symbol)> = (egraph.analysis.loops.iter())
            .filter(|(_, variable)| variable.root == root && variable.level.has_tiles())
            .map(|(tile, variable)| (variable.level, *tile))
            .collect();
        tiles.sort_by_key(|(level, _)| std::cmp::Reverse(*level));
        let mut chosen = Vec::new();
        subsets(&tiles, wanted.len(), &mut Vec::new(), &mut chosen);
        let before = std::mem::take(&mut ways);
        for way in &before {
            for tiles in &chosen {
                let mut way = way.clone();
                way.extend(
                    tiles
                        .iter()
                        .map(|tile| size_name(*tile))
                        .zip(wanted.iter().copied()),
                );
                ways.push(way);
            }
        }
        ways.truncate(MOST_WAYS);
    }
    ways
}

fn named_sizes(
    egraph: &EGraph<'_>,
    sketch: &[Statement],
    sizes: &mut BTreeMap<Symbol, i64>,
    unnamed: &mut IndexMap<Symbol, Vec<i64>>,
) {
    for statement in sketch {
        match statement {
            Statement::Store(_) | Statement::Hole(None, _) => {}
            Statement::If(inner) => {
                named_sizes(egraph, &inner.then, sizes, unnamed);
                named_sizes(egraph, &inner.otherwise, sizes, unnamed);
            }
            Statement::Hole(Some(inside), _) => named_sizes(egraph, inside, sizes, unnamed),
            Statement::Panels(inner) => named_sizes(egraph, &inner.body, sizes, unnamed),
            Statement::Loop(inner) => {
                let variable = inner.variable.symbol;
                let is_tile = egraph.analysis.level(variable).has_tiles();
                match inner.over {
                    Over::Bounds { step, .. } | Over::Any { step: Some(step) } if is_tile => {
                        sizes.insert(size_name(variable), step);
                    }
                    Over::Tiles(Some(size)) => {
                        let known = unnamed.entry(variable).or_default();
                        if !known.contains(&size) {
                            known.push(size);
                        }
                    }
                    _ => {}
                }
                named_sizes(egraph, &inner.body, sizes, unnamed);
            }
        }
    }
}

/// The ways to choose so many of the tile loops, in their order.
fn subsets(tiles: &[(Level, Symbol)], count: usize, chosen: &mut Vec<Symbol>, to: &mut Vec<Vec<Symbol>>) {
    if chosen.len() == count {
        to.push(chosen.clone());
        return;
    }
    for (n, (_, tile)) in tiles.iter().enumerate() {
        chosen.push(*tile);
        subsets(&tiles[n + 1..], count, chosen, to);
        chosen.pop();
    }
}
