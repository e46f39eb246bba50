//! Which classes have changed since they were last searched.

use egg::{Analysis, EGraph, Id, Language};

/// What was known of every class at the last search, and what has changed since.
pub struct Changes<L: Language, N: Analysis<L>> {
    /// Of each class, by the number of its canonical id: how many nodes it had, and its data.
    known: Vec<Option<(usize, N::Data)>>,
    /// Of each id, how many levels below its class something has changed: 0 for the class itself.
    distance: Vec<u8>,
    language: std::marker::PhantomData<fn(L)>,
}

/// Levels up to which changes are told apart. Rules that look deeper see every class as changed.
const MOST_LEVELS: u8 = 6;

/// Nothing has changed as deep as rules look.
const FAR: u8 = u8::MAX;

impl<L: Language, N: Analysis<L>> Default for Changes<L, N> {
    fn default() -> Changes<L, N> {
        Changes {
            known: Vec::new(),
            distance: Vec::new(),
            language: std::marker::PhantomData,
        }
    }
}

impl<L, N> Changes<L, N>
where
    L: Language,
    N: Analysis<L>,
    N::Data: Clone + PartialEq,
{
    /// Compares the e-graph with what it was.
    pub fn update(&mut self, egraph: &EGraph<L, N>) {
        let mut changed = self.since_last(egraph);
        self.distance.clear();
        self.distance.resize(egraph.nodes().len(), FAR);
        for level in 0..=MOST_LEVELS {
            let mut above = Vec::new();
            for id in changed {
                let distance = &mut self.distance[usize::from(id)];
                if *distance == FAR {
                    *distance = level;
                    above.extend(egraph[id].parents().map(|parent| egraph.find(parent)));
                }
            }
            changed = above;
        }
    }

    /// The classes that are new, have become one, or have other nodes or data than when this was last asked.
    pub fn since_last(&mut self, egraph: &EGraph<L, N>) -> Vec<Id> {
        let ids = egraph.nodes().len();
        self.known.resize(ids, None);
        let mut changed: Vec<Id> = Vec::new();
        for class in egraph.classes() {
            let known = &mut self.known[usize::from(class.id)];
            let is_same = known
                .as_ref()
                .is_some_and(|(len, data)| *len == class.len() && *data == class.data);
            if !is_same {
                *known = Some((class.len(), class.data.clone()));
                changed.push(class.id);
            }
        }
        // A class that went into another one changed that, whatever nodes they share.
        for n in 0..ids {
            let canonical = egraph.find(Id::from(n));
            if usize::from(canonical) != n && self.known[n].take().is_some() {
                changed.push(canonical);
            }
        }
        changed
    }

    /// Whether something has changed at most so many levels below the class.
    pub fn touches(&self, egraph: &EGraph<L, N>, class: Id, reach: usize) -> bool {
        let distance = self.distance[usize::from(egraph.find(class))];
        reach > usize::from(MOST_LEVELS) || usize::from(distance) <= reach
    }
}
