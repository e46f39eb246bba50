//! Loops whose iterations run at the same time.

use std::collections::BTreeSet;
use std::sync::Arc;

use egg::{Id, Symbol};

use super::{ForNode, independent, relation_inside, tile_around};
use crate::dependence::{AccessId, Direction};
use crate::egraph::{EGraph, Level};
use crate::term::{Loop, LoopKind, Node};

pub fn parallelize(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    // A register tile is less than a thread is worth.
    let tile = tile_around(egraph, node).map(|tile| egraph.analysis.level(tile));
    let is_small = matches!(tile, Some(Level::Register | Level::Vector));
    if !egraph.analysis.runs_on_threads
        || is_small
        || egraph.analysis.level(node.head.iv) == Level::Vector
        || !iterations_are_apart(egraph, node)
    {
        return Vec::new();
    }
    vec![Node::For(
        Loop {
            kind: LoopKind::Parallel,
            ..node.head
        },
        [node.lo, node.hi, node.body],
    )]
}

/// Whether no two iterations depend on each other but through temporaries of which each may have its own.
fn iterations_are_apart(egraph: &mut EGraph<'_>, node: &ForNode) -> bool {
    let x = egraph.analysis.root(node.head.iv);
    let relation = relation_inside(egraph, node.body, &[(x, Direction::Less)]);
    let private = private_temporaries(egraph, x);
    let accesses = Arc::clone(&egraph[node.body].data.accesses);
    let dependences = &egraph.analysis.dependences;
    let shared: BTreeSet<AccessId> = accesses
        .iter()
        .copied()
        .filter(|&a| !private.contains(&dependences.access(a).buffer))
        .collect();
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
