//! What has changed in an e-graph since it was last looked at: which classes, and which of their nodes are new.

use egg::{Analysis, EClass, EGraph, Id, Language};

use crate::matcher::{Heads, News, heads_of};

/// What was known of every class at the last look, and what is new since.
pub struct Changes<L: Language, N: Analysis<L>> {
    /// Of each id, the place of its class in the lists below, if it is the canonical one.
    places: Vec<u32>,
    known: Vec<Known<L, N::Data>>,
    /// Of each class, how many levels below it something has changed: 0 for the class itself.
    distance: Vec<u8>,
    /// Of each class, where in `flags` it is said of each node whether it is new.
    first: Vec<u32>,
    flags: Vec<bool>,
}

/// A class as it was.
struct Known<L, D> {
    id: Id,
    nodes: Vec<L>,
    heads: Heads,
    data: D,
}

impl<L: Language, D: Clone + PartialEq> Known<L, D> {
    fn new(class: &EClass<L, D>) -> Known<L, D> {
        Known {
            id: class.id,
            nodes: class.nodes.clone(),
            heads: heads_of(&class.nodes),
            data: class.data.clone(),
        }
    }

    /// What is known of the class as it is, and whether that is something else; of its nodes, if they are others, which
    /// are new.
    fn updated(mut self, class: &EClass<L, D>, flags: &mut Vec<bool>) -> (Known<L, D>, bool) {
        let has_other_nodes = self.nodes != class.nodes;
        if has_other_nodes {
            tell_apart(&self.nodes, &class.nodes, flags);
            self.nodes.clone_from(&class.nodes);
            self.heads = heads_of(&self.nodes);
        }
        let has_other_data = self.data != class.data;
        if has_other_data {
            self.data.clone_from(&class.data);
        }
        (self, has_other_nodes || has_other_data)
    }
}

/// The place of an id that is not canonical, and the flags of a class without a new node.
const NONE: u32 = u32::MAX;

/// Nothing has changed as deep as rules look.
const FAR: u8 = u8::MAX;

impl<L: Language, N: Analysis<L>> Default for Changes<L, N> {
    fn default() -> Changes<L, N> {
        Changes {
            places: Vec::new(),
            known: Vec::new(),
            distance: Vec::new(),
            first: Vec::new(),
            flags: Vec::new(),
        }
    }
}

impl<L, N> Changes<L, N>
where
    L: Language,
    N: Analysis<L>,
    N::Data: Clone + PartialEq,
{
    /// Compares the e-graph, which is rebuilt and has these classes in this order, with what it was. Changes are told
    /// apart up to so many levels below a class.
    pub fn update(&mut self, egraph: &EGraph<L, N>, classes: &[&EClass<L, N::Data>], levels: usize) {
        let mut changed = self.since_last(egraph);
        self.distance.clear();
        self.distance.resize(self.known.len(), FAR);
        for id in &changed {
            self.distance[self.places[usize::from(*id)] as usize] = 0;
        }
        for level in 1..=u8::try_from(levels).unwrap_or(FAR).min(FAR - 1) {
            let far = self.distance.iter().filter(|&&distance| distance == FAR).count();
            changed = match far < changed.len() {
                true => self.right_above(classes, level),
                false => self.parents_of(egraph, classes, &changed, level),
            };
        }
    }

    /// Notes that the parents of these classes are so far above a change; those that were farther.
    fn parents_of(
        &mut self,
        egraph: &EGraph<L, N>,
        classes: &[&EClass<L, N::Data>],
        changed: &[Id],
        level: u8,
    ) -> Vec<Id> {
        let mut above = Vec::new();
        for &id in changed {
            for parent in classes[self.place(id)].parents() {
                let parent = egraph.find(parent);
                let distance = &mut self.distance[self.places[usize::from(parent)] as usize];
                if *distance == FAR {
                    *distance = level;
                    above.push(parent);
                }
            }
        }
        above
    }

    /// The same for all classes that are one level nearer to a change, found from above: for when few are far from one.
    fn right_above(&mut self, classes: &[&EClass<L, N::Data>], level: u8) -> Vec<Id> {
        let mut above = Vec::new();
        for (place, class) in classes.iter().enumerate() {
            if self.distance[place] != FAR {
                continue;
            }
            let is_near = |child: &Id| self.distance[self.place(*child)] == level - 1;
            if class.iter().any(|node| node.children().iter().any(is_near)) {
                self.distance[place] = level;
                above.push(class.id);
            }
        }
        above
    }

    /// The classes that are new, have become one, or have other nodes or data than when this was last asked.
    pub fn since_last(&mut self, egraph: &EGraph<L, N>) -> Vec<Id> {
        let mut old: Vec<Option<Known<L, N::Data>>> =
            std::mem::take(&mut self.known).into_iter().map(Some).collect();
        self.known.reserve(egraph.number_of_classes());
        self.places.resize(egraph.nodes().len(), NONE);
        self.first.clear();
        self.flags.clear();
        let mut changed = Vec::new();
        for class in egraph.classes() {
            let place = &mut self.places[usize::from(class.id)];
            let known = old.get_mut(*place as usize).and_then(Option::take);
            *place = self.known.len() as u32;
            let start = self.flags.len() as u32;
            let (known, is_changed) = match known {
                Some(known) => known.updated(class, &mut self.flags),
                None => {
                    self.flags.resize(self.flags.len() + class.len(), true);
                    (Known::new(class), true)
                }
            };
            self.known.push(known);
            self.first.push(match self.flags.len() as u32 == start {
                true => NONE,
                false => start,
            });
            if is_changed {
                changed.push(class.id);
            }
        }
        // A class that went into another one changed that, whatever nodes they share.
        for gone in old.into_iter().flatten() {
            self.places[usize::from(gone.id)] = NONE;
            changed.push(egraph.find(gone.id));
        }
        changed
    }
}

impl<L: Language, N: Analysis<L>> Changes<L, N> {
    /// Whether something has changed at most so many levels below the class.
    pub fn touches(&self, class: Id, levels: usize) -> bool {
        usize::from(self.distance[self.place(class)]) <= levels
    }

    pub fn news(&self, class: Id) -> News<'_> {
        let place = self.place(class);
        match self.first[place] {
            NONE => News::Nothing,
            first => News::Some(&self.flags[first as usize..][..self.known[place].nodes.len()]),
        }
    }

    pub fn heads(&self, class: Id) -> Heads {
        self.known[self.place(class)].heads
    }

    /// The place of a class, by its canonical id, among the classes of the e-graph in their order there.
    pub fn place(&self, class: Id) -> usize {
        self.places[usize::from(class)] as usize
    }
}

/// Says of each node whether it is not among those that were. Both are in order.
fn tell_apart<L: Ord>(were: &[L], are: &[L], flags: &mut Vec<bool>) {
    let mut were = were.iter().peekable();
    for node in are {
        while were.next_if(|old| *old < node).is_some() {}
        flags.push(were.next_if(|old| *old == node).is_none());
    }
}
