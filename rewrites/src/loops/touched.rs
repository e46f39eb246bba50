//! Which loops have something new at or below them since the rules last looked.
//!
//! What a rule finds for a loop depends on its class, on those below, and on what the e-graph knows of names. Where none
//! of that has changed it would find the same again.

use egg::Id;
use rustc_hash::FxHashSet;

use crate::egraph::{EGraph, NestAnalysis};
use crate::engine::Changes;
use crate::term::Node;

/// Classes with changes at or below them.
#[derive(Default)]
pub struct Touched<'a> {
    changes: Changes<Node, NestAnalysis<'a>>,
    /// Since the start of the round before.
    now: FxHashSet<Id>,
    /// Since the start of this round.
    next: FxHashSet<Id>,
    /// How much was known of names: of split points, wavefronts and loops.
    names: [usize; 4],
    /// Whether every class counts as touched.
    is_all: bool,
}

impl<'a> Touched<'a> {
    /// Starts a round, in which every loop is looked at if that is asked, or if names have become known.
    pub fn begin(&mut self, egraph: &EGraph<'a>, all: bool) {
        self.note(egraph);
        self.now = std::mem::take(&mut self.next);
        let names = names_of(egraph);
        self.is_all = all || names != self.names;
        self.names = names;
    }

    /// Notes what has changed since it was last asked; the e-graph is rebuilt.
    pub fn note(&mut self, egraph: &EGraph<'a>) {
        for class in self.changes.since_last(egraph) {
            self.add(egraph, class);
        }
    }

    /// Notes that a class has a new form.
    pub fn add(&mut self, egraph: &EGraph<'a>, class: Id) {
        let mut pending = vec![egraph.find(class)];
        while let Some(class) = pending.pop() {
            let is_new = self.next.insert(class);
            if self.now.insert(class) || is_new {
                pending.extend(egraph[class].parents().map(|parent| egraph.find(parent)));
            }
        }
    }

    pub fn has(&self, egraph: &EGraph<'a>, class: Id) -> bool {
        self.is_all || self.now.contains(&egraph.find(class)) || names_of(egraph) != self.names
    }

    /// Whether every loop was looked at in this round.
    pub fn is_all(&self) -> bool {
        self.is_all
    }
}

fn names_of(egraph: &EGraph<'_>) -> [usize; 4] {
    let analysis = &egraph.analysis;
    [
        analysis.split_points.len(),
        analysis.wavefronts.len(),
        analysis.refused.len(),
        analysis.loops.len(),
    ]
}
