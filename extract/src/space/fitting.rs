//! The fitting of a sketch to an e-graph: which nodes of each class are what its statements want there.

use std::collections::{HashMap, HashSet};

use egg::{Id, Symbol};
use ovolo_rewrites::egraph::EGraph;
use ovolo_rewrites::schedule::Statement;
use ovolo_rewrites::term::{Comparison, Loop, Node, branches};

use super::sketch::{Item, Sketch, Want};
use super::{
    Choice, Packed, Place, Space, Spot, Style, Unfit, free_place, numbered, spot, spots_inside,
    statement_order,
};
use crate::expression::Expressions;
use ovolo_rewrites::level::Tiles;

/// A place inside, or a class of which any term will do.
#[derive(Clone)]
pub(super) enum Child {
    Place(usize),
    Free(Spot),
}

/// A node of a class that fits, with what it consists of.
pub(super) struct Fit {
    node: usize,
    children: Vec<Child>,
}

pub(super) struct Fitting<'f, 'e, 'a, 's> {
    pub(super) egraph: &'f EGraph<'a>,
    pub(super) expressions: &'f Expressions<'e, 'a>,
    pub(super) sizes: &'f Tiles,
    pub(super) sketch: Sketch<'s>,
    /// The bounds at which loops were split.
    pub(super) splits: HashSet<Id>,
    /// The place of each class and want, `None` where there is no term or the search for one is under way.
    pub(super) known: HashMap<(Spot, Want), Option<usize>>,
    /// Children first.
    pub(super) places: Vec<(Spot, Vec<Fit>)>,
    pub(super) free: Vec<Spot>,
    /// The statements of the sketch whose own line fits somewhere.
    pub(super) met: HashSet<usize>,
    pub(super) instead: HashMap<usize, Vec<String>>,
}

impl<'f, 'e, 'a, 's> Fitting<'f, 'e, 'a, 's> {
    pub(super) fn new(
        egraph: &'f EGraph<'a>,
        expressions: &'f Expressions<'e, 'a>,
        sizes: &'f Tiles,
    ) -> Fitting<'f, 'e, 'a, 's> {
        let splits = egraph.analysis.split_points.iter();
        Fitting {
            egraph,
            expressions,
            sizes,
            sketch: Sketch::default(),
            splits: splits.map(|&point| egraph.find(point)).collect(),
            known: HashMap::new(),
            places: Vec::new(),
            free: Vec::new(),
            met: HashSet::new(),
            instead: HashMap::new(),
        }
    }
}

impl Fitting<'_, '_, '_, '_> {
    /// The place of a class where the statements are wanted; `None` when no term of it fits.
    pub(super) fn fit(&mut self, spot: Spot, want: Want) -> Option<usize> {
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
                Node::Panels(..) | Node::Early(..) => self.reads(&node, packed, want),
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
    pub(super) fn is_tail(&self, class: Id) -> bool {
        let is_rest = |node: &Node| matches!(node, Node::For(_, [lo, ..]) if self.splits.contains(&self.egraph.find(*lo)));
        self.egraph[class].nodes.iter().any(is_rest)
    }

    /// Whether some statement that is wanted leaves the rest of a sequence open: then it is not about what a split
    /// left, which is a part of the rest.
    pub(super) fn is_open(&self, want: Want) -> bool {
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

    pub(super) fn child(&mut self, class: Id, packed: &Packed, want: Want) -> Option<Child> {
        let spot = spot(self.egraph, class, packed);
        self.inside(spot, want)
    }

    pub(super) fn inside(&mut self, spot: Spot, want: Want) -> Option<Child> {
        if want == Want::Anything {
            self.free.push(spot.clone());
            return Some(Child::Free(spot));
        }
        self.fit(spot, want).map(Child::Place)
    }

    /// A statement that reads some buffers in a way of its own, said of the same buffers.
    pub(super) fn reads(&mut self, node: &Node, packed: &Packed, want: Want) -> Vec<Vec<Child>> {
        let Some(spot) = spots_inside(self.egraph, node, packed).and_then(|mut spots| spots.next()) else {
            return Vec::new();
        };
        let child = match want {
            Want::Anything | Want::Nothing => self.inside(spot, want),
            Want::Inside(block) => {
                let mut found = match self.sketch.whole(block) {
                    Want::Inside(_) => Vec::new(),
                    here => self.reads(node, packed, here),
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
                        return self.reads(node, packed, Want::Inside(inside));
                    }
                    Some(Statement::Reads(wanted)) if self.reads_as(node, wanted) => {
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
    pub(super) fn single(&self, want: Want) -> Option<(usize, Option<usize>)> {
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

    pub(super) fn statement(&self, want: Want, number: usize) -> Option<&Statement> {
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
    pub(super) fn is_around(&self, want: Want, number: usize) -> bool {
        matches!(self.statement(want, number), Some(Statement::Hole(..)))
    }

    pub(super) fn store(&mut self, buffer: Symbol, want: Want) -> Vec<Vec<Child>> {
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

    pub(super) fn loops(
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

    pub(super) fn condition(
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

    pub(super) fn note(&mut self, number: usize, what: impl FnOnce() -> String) {
        let what = what();
        let seen = self.instead.entry(number).or_default();
        if !seen.contains(&what) {
            seen.push(what);
        }
    }

    pub(super) fn unfit(mut self) -> Unfit {
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

    pub(super) fn into_space(self, root: usize) -> Space {
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
            is_sketched: true,
        }
    }
}
