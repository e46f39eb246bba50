//! Reading early: before a loop what its iterations read again and again, and ahead of it, as a hint to the caches.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egg::{Id, Symbol};

use super::{ForNode, add, bounds_around, relation_inside};
use crate::answer::Answer;
use crate::dependence::{AccessId, Relation};
use crate::egraph::{ClassData, EGraph, NestAnalysis, accesses_of, writes_of};
use crate::refusal::Why;
use crate::schedule::Way;
use crate::term::{Early, Loop, LoopKind, Node, Timing};

/// How many iterations ahead of its use a cell is asked for where nothing says a number.
const AHEAD: i64 = 4;

/// Further ahead nothing that is read is still in a cache; the number only keeps sums small.
const MOST_AHEAD: i64 = 1 << 20;

/// Reads before a loop what does not move with it and no iteration writes.
///
/// A processor reads again what is in its nearest cache at little cost, and a compiler sees by itself that a cell
/// stays as it is where nothing in the loop is written to its buffer. So this is offered where something is, and
/// where it is asked for.
pub fn hoist(egraph: &mut EGraph<'_>, class: Id, node: &ForNode) -> Vec<Node> {
    let written: BTreeSet<Symbol> = writes_of(egraph, node.body).map(|a| a.buffer).collect();
    let everything = egraph.analysis.asked.all;
    let is_innermost = egraph[node.body].data.straight;
    let asked: Vec<Vec<Symbol>> = asked(egraph, &|way| way == Way::Hoist)
        .map(|(_, buffers)| buffers)
        .collect();
    let is_offered = |buffer: &Symbol| everything || (is_innermost && written.contains(buffer));
    let mut inside: BTreeMap<Symbol, bool> = BTreeMap::new();
    for (buffer, reads) in fixed_reads(egraph, node) {
        let is_of_use = is_offered(&buffer) || asked.iter().any(|buffers| buffers.contains(&buffer));
        if is_of_use && let Some(is_inside) = may_be_read_before(egraph, node, &reads) {
            inside.insert(buffer, is_inside);
        }
    }
    let mut wanted: Vec<Vec<Symbol>> = vec![inside.keys().copied().filter(is_offered).collect()];
    wanted.extend(asked);
    wanted.retain(|buffers| !buffers.is_empty() && buffers.iter().all(|buffer| inside.contains_key(buffer)));
    wanted.dedup();
    let mut found = Vec::new();
    for buffers in wanted {
        let inside = buffers.iter().all(|buffer| inside[buffer]);
        found.extend(with(egraph, class, node, Timing::Before { inside }, buffers));
    }
    found
}

/// Asks for what iterations to come read. Right wherever it is: it changes nothing but the caches.
pub fn prefetch(egraph: &mut EGraph<'_>, class: Id, node: &ForNode) -> Vec<Node> {
    let x = egraph.analysis.root(node.head.iv);
    let moving = accesses_of(egraph, node.body)
        .filter(|a| !a.is_write && a.indices.iter().flatten().any(|i| i.uses(x)));
    let mut buffers: Vec<Symbol> = moving.map(|access| access.buffer).collect();
    buffers.sort_unstable_by_key(|buffer| buffer.as_str());
    buffers.dedup();
    let is_asked = |way| matches!(way, Way::Prefetch(n) if (1..=MOST_AHEAD).contains(&n));
    let mut wanted: Vec<(Way, Vec<Symbol>)> = asked(egraph, &is_asked).collect();
    wanted.retain(|(_, named)| named.iter().all(|name| buffers.contains(name)));
    if egraph.analysis.asked.all && !buffers.is_empty() {
        wanted.push((Way::Prefetch(AHEAD), buffers));
    }
    let mut found = Vec::new();
    for (way, buffers) in wanted {
        if let Way::Prefetch(n) = way {
            found.extend(with(egraph, class, node, Timing::Ahead(n), buffers));
        }
    }
    found
}

fn asked(egraph: &EGraph<'_>, is_wanted: &dyn Fn(Way) -> bool) -> std::vec::IntoIter<(Way, Vec<Symbol>)> {
    let asked = egraph.analysis.asked.reads.iter();
    let wanted = asked.filter(|(way, _)| is_wanted(*way));
    wanted.cloned().collect::<Vec<_>>().into_iter()
}

/// The loop, and the one that holds cells in registers if it may, around a body that reads early.
fn with(
    egraph: &mut EGraph<'_>,
    class: Id,
    node: &ForNode,
    timing: Timing,
    buffers: Vec<Symbol>,
) -> Vec<Node> {
    let early = Early {
        timing,
        iv: node.head.iv,
        buffers,
    };
    let plain = [node.lo, node.hi, node.body];
    let promoted = Loop {
        kind: LoopKind::Promoted,
        ..node.head
    };
    let may_hold = egraph[class].nodes.iter().any(|other| match other {
        Node::For(head, children) => *head == promoted && children.map(|id| egraph.find(id)) == plain,
        _ => false,
    });
    let body = add(egraph, Node::Early(Box::new(early), [node.body]));
    let heads = [node.head].into_iter().chain(may_hold.then_some(promoted));
    heads
        .map(|head| Node::For(head, [node.lo, node.hi, body]))
        .collect()
}

/// The reads of a body that are the same in every iteration of the loop, by buffer. Inside a loop that is executed as
/// such they are so only where they do not move with that either.
fn fixed_reads(egraph: &EGraph<'_>, node: &ForNode) -> BTreeMap<Symbol, Vec<AccessId>> {
    let x = egraph.analysis.root(node.head.iv);
    let ClassData {
        accesses,
        bound,
        straight,
        ..
    } = &egraph[node.body].data;
    let mut found: BTreeMap<Symbol, Vec<AccessId>> = BTreeMap::new();
    for &id in accesses.iter() {
        let access = egraph.analysis.dependences.access(id);
        let stays = access.indices.iter().all(|index| {
            index.as_ref().is_some_and(|index| {
                !index.uses(x) && (*straight || !bound.iter().any(|inner| index.uses(*inner)))
            })
        });
        if !access.is_write && stays && !egraph.analysis.partial.contains(&access.buffer) {
            found.entry(access.buffer).or_default().push(id);
        }
    }
    found
}

/// Whether reads may be done before the loop: no iteration writes what they read, and where the body may leave them
/// out they are inside their buffer all the same. `Some(true)` where they always are.
fn may_be_read_before(egraph: &mut EGraph<'_>, node: &ForNode, reads: &[AccessId]) -> Option<bool> {
    let x = egraph.analysis.root(node.head.iv);
    let bounds = bounds_around(egraph, node);
    let around = relation_inside(egraph, node.body, &[]);
    let unrelated: Relation = around.into_iter().filter(|(name, _)| *name != x).collect();
    let data = &egraph[node.body].data;
    let (accesses, is_straight) = (Arc::clone(&data.accesses), data.straight);
    let NestAnalysis {
        dependences,
        refusals,
        ..
    } = &mut egraph.analysis;
    let mut is_inside = true;
    for &read in reads {
        for &write in accesses.iter() {
            // What holds for all iterations is known of other loops too.
            let answer = match dependences.depend(write, read, &unrelated) {
                Answer::No => Answer::No,
                _ => dependences.depend_within(write, read, &unrelated, [&bounds, &bounds]),
            };
            if !answer.is_no() {
                let order: Vec<Symbol> = dependences.domains.keys().copied().collect();
                let pair = [dependences.access(write), dependences.access(read)];
                let (_, why) = refusals.dependence(pair, &unrelated, answer, &order, &dependences.buffers);
                refusals.because(vec![x], why);
                return None;
            }
        }
        if !dependences.always_in_bounds(read).is_yes() {
            is_inside = false;
            let access = dependences.access(read);
            if !is_straight || !access.guard.is_empty() {
                let why = Why::Outside(refusals.touch(access));
                refusals.because(vec![x], why);
                return None;
            }
        }
    }
    Some(is_inside)
}

/// The same loop around a body of which something is read before it: never slower, so the other need not be looked at.
pub fn is_hoisted_elsewhere(egraph: &EGraph<'_>, class: Id, node: &Node) -> bool {
    let Node::For(head, [lo, hi, body]) = node else {
        return false;
    };
    let reads_before = |id: Id| {
        egraph[id].nodes.iter().any(|inner| match inner {
            Node::Early(early, [of]) => {
                matches!(early.timing, Timing::Before { .. }) && egraph.find(*of) == egraph.find(*body)
            }
            _ => false,
        })
    };
    egraph[class].nodes.iter().any(|other| match other {
        Node::For(same, [from, to, other]) => {
            same == head
                && [from, to].map(|id| egraph.find(*id)) == [lo, hi].map(|id| egraph.find(*id))
                && reads_before(*other)
        }
        _ => false,
    })
}
