//! Loops whose iterations run at the same time.

use std::collections::BTreeSet;
use std::sync::Arc;

use egg::{Id, Symbol};

use super::reduce::accumulators;
use super::{ForNode, independent, relation_inside, tile_around};
use crate::dependence::Direction;
use crate::egraph::EGraph;
use crate::level::Level;
use crate::term::{Loop, LoopKind, Node};

pub fn parallelize(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    let is_parallel = is_for_threads(egraph, node) && iterations_are_apart(egraph, node, &BTreeSet::new());
    let kind = LoopKind::Parallel;
    let found = is_parallel.then_some(Node::For(
        Loop { kind, ..node.head },
        [node.lo, node.hi, node.body],
    ));
    found.into_iter().collect()
}

/// Partial results of each iteration take the place of the cells that all accumulate into.
pub fn parallelize_reduction(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    // A partial result of a single term is worth nothing.
    if !is_for_threads(egraph, node) || egraph[node.body].data.straight {
        return Vec::new();
    }
    let accumulators = accumulators(egraph, node);
    if accumulators.is_empty() {
        // The dependence that there is says why; a loop without one needs no partial results.
        iterations_are_apart(egraph, node, &accumulators);
        return Vec::new();
    }
    let is_parallel = iterations_are_apart(egraph, node, &accumulators);
    let kind = LoopKind::Reduced;
    let found = is_parallel.then_some(Node::For(
        Loop { kind, ..node.head },
        [node.lo, node.hi, node.body],
    ));
    found.into_iter().collect()
}

/// Whether a loop may be worth threads: a register tile is not.
pub fn is_for_threads(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    let tile = tile_around(egraph, node).map(|tile| egraph.analysis.level(tile));
    let is_small = matches!(tile, Some(Level::Register | Level::Vector));
    egraph.analysis.runs_on_threads && !is_small && egraph.analysis.level(node.head.iv) != Level::Vector
}

/// Whether no two iterations depend on each other but through the buffers that are left out and temporaries of which
/// each may have its own.
pub fn iterations_are_apart(egraph: &mut EGraph<'_>, node: &ForNode, without: &BTreeSet<Symbol>) -> bool {
    let x = egraph.analysis.root(node.head.iv);
    let relation = relation_inside(egraph, node.body, &[(x, Direction::Less)]);
    let mut private = private_temporaries(egraph, x);
    private.extend(without);
    let accesses = Arc::clone(&egraph[node.body].data.accesses);
    let dependences = &egraph.analysis.dependences;
    let shared = accesses
        .iter()
        .copied()
        .filter(|&a| !private.contains(&dependences.access(a).buffer));
    let shared = Arc::new(shared.collect());
    independent(egraph, &shared, &shared, &relation)
}

/// The temporaries that every iteration over `x` writes before it reads them, and that nothing outside touches.
fn private_temporaries(egraph: &EGraph<'_>, x: Symbol) -> BTreeSet<Symbol> {
    let temporaries = egraph.analysis.private.iter();
    temporaries
        .filter(|(_, loops)| loops.contains(&x))
        .map(|(name, _)| *name)
        .collect()
}
