//! Packing: a statement inside a tile reads copies of what it needs, laid out as it walks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egg::{Id, Symbol};

use super::{ForNode, add, independent, relation_inside};
use crate::dependence::{Access, AccessId};
use crate::egraph::{EGraph, writes_of};
use crate::level::Level;
use crate::linear::Linear;
use crate::refusal::Why;
use crate::schedule::Way;
use crate::term::{Node, Panel};

/// Subscripts beyond which an array is left alone.
const MOST_SUBSCRIPTS: usize = u8::MAX as usize;

pub fn pack_panels(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    if egraph.analysis.level(node.head.iv) != Level::Cache {
        return Vec::new();
    }
    let mut panels: BTreeMap<Symbol, Panel> = BTreeMap::new();
    for (buffer, reads) in reads_by_buffer(egraph, node.body) {
        let panel = panel_of(egraph, node, buffer, &reads);
        panels.extend(panel.map(|panel| (buffer, panel)));
    }
    let mut wanted: Vec<Box<[Panel]>> = panels.values().map(|panel| [*panel].into()).collect();
    // Several at once where a schedule says so.
    let asked = egraph.analysis.asked.reads.iter();
    let asked = asked.filter(|(way, _)| *way == Way::Panels);
    wanted.extend(
        asked.filter_map(|(_, arrays)| arrays.iter().map(|array| panels.get(array).copied()).collect()),
    );
    let mut found = Vec::new();
    for panels in wanted {
        let body = add(egraph, Node::Panels(panels, [node.body]));
        found.push(Node::For(node.head, [node.lo, node.hi, body]));
    }
    found
}

fn reads_by_buffer(egraph: &EGraph<'_>, body: Id) -> BTreeMap<Symbol, Vec<AccessId>> {
    let mut found: BTreeMap<Symbol, Vec<AccessId>> = BTreeMap::new();
    for &id in egraph[body].data.accesses.iter() {
        let access = egraph.analysis.dependences.access(id);
        if !access.is_write && !egraph.analysis.partial.contains(&access.buffer) {
            found.entry(access.buffer).or_default().push(id);
        }
    }
    found
}

/// How the reads of a buffer are packed: all of them read at the same subscripts, each subscript moves with one loop
/// of the body or with none, at least two of them move, and some loop of the body moves none.
fn panel_of(egraph: &mut EGraph<'_>, node: &ForNode, buffer: Symbol, reads: &[AccessId]) -> Option<Panel> {
    let bound = Arc::clone(&egraph[node.body].data.bound);
    let dependences = &egraph.analysis.dependences;
    let read = dependences.access(reads[0]).clone();
    let is_same = |&other: &AccessId| dependences.access(other).indices == read.indices;
    // What the loop does not move is packed outside it.
    let root = egraph.analysis.root(node.head.iv);
    let moves = read.indices.iter().flatten().any(|index| index.uses(root));
    // Nor is it of use to copy the results.
    let is_result = writes_of(egraph, node.body).any(|a| a.buffer == buffer && a.indices == read.indices);
    if !moves || is_result || read.indices.len() > MOST_SUBSCRIPTS || !reads.iter().all(is_same) {
        return None;
    }
    let movers: Vec<Option<Symbol>> = read
        .indices
        .iter()
        .map(|index| mover(index.as_ref()?, &bound))
        .collect::<Option<_>>()?;
    let moving: Vec<Symbol> = movers.iter().copied().flatten().collect();
    let apart: BTreeSet<Symbol> = moving.iter().copied().collect();
    let is_reused = bound.iter().any(|root| !apart.contains(root));
    if moving.len() < 2 || apart.len() < moving.len() || !is_reused {
        return None;
    }
    if !moving
        .iter()
        .all(|&root| has_constant_extent(egraph, node, root, &bound))
    {
        return None;
    }
    if !is_left_alone(egraph, node, reads) || !is_inside(egraph, node, reads[0], &read) {
        return None;
    }
    // A panel lies along what the results lie along; where they do not, along the rows of the array.
    let written = written_with(egraph, node.body);
    let places = || {
        movers
            .iter()
            .enumerate()
            .filter_map(|(n, root)| Some((n, (*root)?)))
    };
    let along = places()
        .rfind(|(_, root)| written.contains(root))
        .or(places().next_back())?;
    Some(Panel {
        buffer,
        along: along.0 as u8,
    })
}

/// The loop of the body that a subscript moves with, by one for each iteration; `Some(None)` where none does.
fn mover(index: &Linear, bound: &BTreeSet<Symbol>) -> Option<Option<Symbol>> {
    let mut inside = BTreeSet::new();
    index.for_each_var(&mut |v| {
        inside.extend(bound.contains(&v).then_some(v));
    });
    match inside.into_iter().collect::<Vec<_>>().as_slice() {
        [] => Some(None),
        &[root] => {
            let rest = index.subtract(&Linear::var(root))?;
            (!rest.uses(root)).then_some(Some(root))
        }
        _ => None,
    }
}

/// Whether the iterations of a loop of the body are as many as a tile has, or as a constant says.
fn has_constant_extent(egraph: &EGraph<'_>, node: &ForNode, root: Symbol, bound: &BTreeSet<Symbol>) -> bool {
    let Some(domain) = egraph.analysis.dependences.domains.get(&root) else {
        return false;
    };
    let bounds = || domain.lower.iter().chain(&domain.upper);
    let is_fixed = |l: &Linear| !bound.iter().any(|&inside| l.uses(inside));
    let is_constant = domain.lower.len() == 1 && bounds().all(|l| l.as_constant().is_some());
    let is_own = egraph.analysis.root(node.head.iv) == root;
    domain.step == 1 && bounds().all(is_fixed) && (is_constant || is_own)
}

/// Whether the body writes nothing that one of its iterations reads there.
fn is_left_alone(egraph: &mut EGraph<'_>, node: &ForNode, reads: &[AccessId]) -> bool {
    let relation = relation_inside(egraph, node.body, &[]);
    let dependences = &egraph.analysis.dependences;
    let accesses = egraph[node.body].data.accesses.iter().copied();
    let writes: BTreeSet<AccessId> = accesses.filter(|&a| dependences.access(a).is_write).collect();
    let reads: BTreeSet<AccessId> = reads.iter().copied().collect();
    independent(egraph, &Arc::new(writes), &Arc::new(reads), &relation)
}

/// Whether every cell of the tile is one of the array, whichever loops of the body run.
fn is_inside(egraph: &mut EGraph<'_>, node: &ForNode, read: AccessId, access: &Access) -> bool {
    if egraph.analysis.dependences.always_in_bounds(read).is_yes() {
        return true;
    }
    let root = egraph.analysis.root(node.head.iv);
    let refusals = &mut egraph.analysis.refusals;
    let outside = Why::Outside(refusals.touch(access));
    refusals.because(vec![root], outside);
    false
}

/// The loops that move the cells which a statement writes.
fn written_with(egraph: &EGraph<'_>, body: Id) -> BTreeSet<Symbol> {
    let dependences = &egraph.analysis.dependences;
    let mut found = BTreeSet::new();
    for &id in egraph[body].data.accesses.iter() {
        let access = dependences.access(id);
        for index in access.indices.iter().flatten().filter(|_| access.is_write) {
            index.for_each_var(&mut |v| {
                found.insert(v);
            });
        }
    }
    found
}
