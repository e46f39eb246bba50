//! Every statement in loops of its own, as far as dependence allows.
//!
//! The rules of the e-graph distribute loops too, beside all the others. A nest that is deep has too many tilings for
//! one e-graph to hold those of each part and those of the parts together; here the parts begin apart.

use std::collections::HashMap;

use egg::{Id, Language, RecExpr};

use crate::dependence::Emptiness;
use crate::egraph::{EGraph, of_nest};
use crate::loops::{DISTRIBUTION, LoopLimits, saturate_with};
use crate::nest::Nest;
use crate::refusal::{Refusal, Refusals};
use crate::term::Node;

/// The e-graph of a nest of fewer loops, one inside the other, holds both.
const LEAST_DEPTH: usize = 4;

/// The e-graph of a nest of more loops, one inside the other, reaches its limit before it holds a good order of the parts together.
const MOST_DEPTH: usize = 5;

/// Whether a nest that can be distributed is not searched as it is.
pub fn is_too_deep(nest: &Nest) -> bool {
    depth(&nest.term) > MOST_DEPTH
}

pub fn distribute_all(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    if depth(&nest.term) < LEAST_DEPTH {
        return None;
    }
    let (mut egraph, root) = of_nest(nest, oracle);
    saturate_with(&mut egraph, DISTRIBUTION, &LoopLimits::default());
    for refusal in std::mem::take(&mut egraph.analysis.refusals.found) {
        refusals.note(Refusal {
            rule: "distribute_all",
            ..refusal
        });
    }
    let mut distributed = Distributed {
        egraph: &egraph,
        best: HashMap::new(),
        term: RecExpr::default(),
        built: HashMap::new(),
    };
    let loops = distributed.loops(root)?;
    let before = nest.term.as_ref().iter().filter(|node| is_loop(node)).count();
    if loops <= before {
        return None;
    }
    distributed.build(root)?;
    Some(Nest {
        term: distributed.term,
        ..nest.clone()
    })
}

fn is_loop(node: &Node) -> bool {
    matches!(node, Node::For(..))
}

/// The greatest number of loops inside one another.
fn depth(term: &RecExpr<Node>) -> usize {
    let mut depths: Vec<usize> = Vec::new();
    for node in term.as_ref() {
        let inside = node.children().iter().map(|&c| depths[usize::from(c)]).max();
        depths.push(inside.unwrap_or(0) + usize::from(is_loop(node)));
    }
    depths.last().copied().unwrap_or(0)
}

/// The term of a class with the most loops.
struct Distributed<'e, 'a> {
    egraph: &'e EGraph<'a>,
    /// The node of each class, by its position, with the number of loops; `None` while it is looked for.
    best: HashMap<Id, Option<(usize, usize)>>,
    term: RecExpr<Node>,
    built: HashMap<Id, Id>,
}

impl Distributed<'_, '_> {
    /// `None` for a class that has only terms which contain themselves.
    fn loops(&mut self, class: Id) -> Option<usize> {
        let class = self.egraph.find(class);
        if let Some(known) = self.best.get(&class) {
            return known.map(|(_, loops)| loops);
        }
        self.best.insert(class, None);
        let mut best: Option<(usize, usize)> = None;
        for (n, node) in self.egraph[class].nodes.iter().enumerate() {
            let inside = node
                .children()
                .iter()
                .try_fold(0, |sum, &child| Some(sum + self.loops(child)?));
            let loops = inside.map(|inside| inside + usize::from(is_loop(node)));
            if let Some(loops) = loops
                && best.is_none_or(|(_, most)| loops > most)
            {
                best = Some((n, loops));
            }
        }
        self.best.insert(class, best);
        best.map(|(_, loops)| loops)
    }

    fn build(&mut self, class: Id) -> Option<Id> {
        let class = self.egraph.find(class);
        if let Some(&built) = self.built.get(&class) {
            return Some(built);
        }
        let (n, _) = self.best.get(&class).copied().flatten()?;
        let mut node = self.egraph[class].nodes[n].clone();
        for child in node.children_mut() {
            *child = self.build(*child)?;
        }
        let id = self.term.add(node);
        self.built.insert(class, id);
        Some(id)
    }
}
