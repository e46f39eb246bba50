//! How the iterations of a loop are executed: copied out, as lanes of a vector, with cells in registers.

use std::collections::BTreeSet;
use std::sync::Arc;

use egg::{Id, Language, Symbol};
use ovolo_lang::op::Trait;

use super::reduce::accumulates;
use super::{
    ForNode, bounds_around, covers_tile, for_nodes, is_end_of_tile, is_fixed_tail, is_parallel,
    relation_inside, tile_around,
};
use crate::answer::Answer;
use crate::dependence::{Access, AccessId, Bounds, Relation};
use crate::egraph::{EGraph, NestAnalysis, writes_of};
use crate::level::Level;
use crate::linear::Linear;
use crate::nest::MOST_SPREAD;
use crate::refusal::Why;
use crate::term::{IndexOp, Loop, LoopKind, Node};

pub fn unroll(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    let in_tile = covers_tile(egraph, node, Level::Register);
    if !(in_tile || is_fixed_tail(egraph, node)) || !egraph[node.body].data.straight {
        return Vec::new();
    }
    vec![Node::For(
        Loop {
            kind: LoopKind::Unrolled,
            ..node.head
        },
        [node.lo, node.hi, node.body],
    )]
}

pub fn vectorize(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    let body = &egraph[node.body].data;
    // Dependence is asked for before the place of the loop, so that a refusal has its reason.
    if !body.loopless || !(accumulates(egraph, node) || is_parallel(egraph, node)) {
        return Vec::new();
    }
    let in_vector = covers_tile(egraph, node, Level::Vector);
    let in_part = covers_tile_up_to_end(egraph, node);
    let is_guarded = !egraph[node.body].data.flat;
    if !(in_vector || in_part || is_fixed_tail(egraph, node))
        || !(accumulates(egraph, node) || has_lanes(egraph, node, in_vector && !is_guarded))
        || (in_part && !is_dense(egraph, node))
        || (is_guarded && !may_run_anywhere(egraph, node))
        || !loads_in_rows(egraph, node)
    {
        return Vec::new();
    }
    vec![Node::For(
        Loop {
            kind: LoopKind::Vectorized,
            ..node.head
        },
        [node.lo, node.hi, node.body],
    )]
}

/// Whether each lane has cells of its own to store to.
fn has_lanes(egraph: &EGraph<'_>, node: &ForNode, in_vector: bool) -> bool {
    stores_contiguously(egraph, node) || (in_vector && stores_apart(egraph, node))
}

/// Whether a loop runs over a tile of vectors, or as much of it as there is.
fn covers_tile_up_to_end(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    let tile = tile_around(egraph, node).filter(|tile| egraph.analysis.level(*tile) == Level::Vector);
    tile.is_some_and(|tile| {
        egraph[node.hi].nodes.iter().any(|end| match end {
            Node::Index(IndexOp::Min, ends) => ends.iter().any(|&end| is_end_of_tile(egraph, end, tile)),
            _ => false,
        })
    })
}

/// Whether what a body reads and writes either stays where it is from one iteration to the next, or moves by one
/// element: then a mask tells which elements there are.
pub fn is_dense(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    let x = egraph.analysis.root(node.head.iv);
    let dependences = &egraph.analysis.dependences;
    let mut accesses = egraph[node.body].data.accesses.iter();
    accesses.all(|&a| moves_by_at_most_one(dependences.access(a), x))
}

/// Whether what is loaded where choices load it only are elements in a row: a mask tells which.
fn loads_in_rows(egraph: &mut EGraph<'_>, node: &ForNode) -> bool {
    let x = egraph.analysis.root(node.head.iv);
    let accesses = Arc::clone(&egraph[node.body].data.accesses);
    let NestAnalysis {
        dependences,
        refusals,
        partial,
        ..
    } = &mut egraph.analysis;
    for &access in accesses.iter() {
        let found = dependences.access(access);
        let is_row = found.indices.iter().flatten().any(|i| i.uses(x)) && moves_by_at_most_one(found, x);
        if partial.contains(&found.buffer) && !is_row {
            let why = Why::Outside(refusals.touch(&found.clone()));
            refusals.because(vec![x], why);
            return false;
        }
    }
    true
}

/// Whether the statements under conditions of a body may be computed where the conditions fail, but for what is read
/// and written as lanes of a mask: nothing in them divides, and what they read is inside its buffer everywhere.
fn may_run_anywhere(egraph: &mut EGraph<'_>, node: &ForNode) -> bool {
    let x = egraph.analysis.root(node.head.iv);
    if divides(egraph, node.body) {
        let why = Why::Stated("a division may have no value where a condition fails".to_string());
        egraph.analysis.refusals.because(vec![x], why);
        return false;
    }
    let accesses = Arc::clone(&egraph[node.body].data.accesses);
    let NestAnalysis {
        dependences,
        refusals,
        ..
    } = &mut egraph.analysis;
    for &access in accesses.iter() {
        let found = dependences.access(access).clone();
        let is_row = found.indices.iter().flatten().any(|i| i.uses(x)) && moves_by_at_most_one(&found, x);
        if !found.guard.is_empty() && !is_row && !dependences.always_in_bounds(access).is_yes() {
            let why = Why::Outside(refusals.touch(&found));
            refusals.because(vec![x], why);
            return false;
        }
    }
    true
}

/// Whether some way to compute a statement has an operation without a value for some operands.
fn divides(egraph: &EGraph<'_>, statement: Id) -> bool {
    let mut seen = BTreeSet::from([egraph.find(statement)]);
    let mut pending = vec![egraph.find(statement)];
    while let Some(class) = pending.pop() {
        for node in &egraph[class].nodes {
            if matches!(node, Node::Op(op, _) if op.code.has_trait(Trait::Partial)) {
                return true;
            }
            let children = node.children().iter().map(|&child| egraph.find(child));
            pending.extend(children.filter(|child| seen.insert(*child)));
        }
    }
    false
}

pub fn promote(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    let x = egraph.analysis.root(node.head.iv);
    let bounds = bounds_around(egraph, node);
    if !egraph[node.body].data.straight || promoted_cells(egraph, node.body, x, &bounds).is_empty() {
        return Vec::new();
    }
    vec![Node::For(
        Loop {
            kind: LoopKind::Promoted,
            ..node.head
        },
        [node.lo, node.hi, node.body],
    )]
}

/// The writes of a body that a loop over `x` may hold in registers; none when one of the writes that do
/// not move with `x` may not be held. `bounds` are those that loops have where the body stands.
pub(crate) fn promoted_cells(
    egraph: &mut EGraph<'_>,
    body: Id,
    x: Symbol,
    bounds: &[Bounds],
) -> Vec<AccessId> {
    let accesses = Arc::clone(&egraph[body].data.accesses);
    let known = &egraph.analysis.dependences;
    let moves = |i: &Option<Linear>| i.as_ref().is_none_or(|i| i.uses(x));
    let is_still = |access: &Access| access.is_write && !access.indices.iter().any(moves);
    let writes = accesses.iter().copied();
    let writes: Vec<AccessId> = writes.filter(|&write| is_still(known.access(write))).collect();
    if writes.is_empty() {
        return writes;
    }
    // Of buffers that share no memory nothing is asked access by access.
    let mut by_buffer: Vec<(Symbol, Vec<AccessId>)> = Vec::new();
    for &access in accesses.iter() {
        let buffer = known.access(access).buffer;
        match by_buffer.iter_mut().find(|(known, _)| *known == buffer) {
            Some((_, all)) => all.push(access),
            None => by_buffer.push((buffer, vec![access])),
        }
    }
    let anywhere = relation_inside(egraph, body, &[]);
    let unrelated: Relation = anywhere.into_iter().filter(|(name, _)| *name != x).collect();
    let NestAnalysis {
        dependences,
        refusals,
        ..
    } = &mut egraph.analysis;
    for &write in &writes {
        let cell = dependences.access(write).clone();
        let others = by_buffer.iter();
        let sharing: Vec<AccessId> = others
            .filter(|(buffer, _)| dependences.may_alias(*buffer, cell.buffer))
            .flat_map(|(_, accesses)| accesses.iter().copied())
            .collect();
        let another = sharing.iter().find(|&&other| {
            let access = dependences.access(other);
            (access.buffer != cell.buffer || access.indices != cell.indices)
                && dependences.overlap_within(write, other, &unrelated, [bounds, bounds]) != Answer::No
        });
        let touch = |access: &Access| refusals.touch(access);
        let why = match another {
            Some(&other) => Some(Why::Overlap {
                cell: touch(&cell).into(),
                other: touch(dependences.access(other)).into(),
            }),
            None => (!dependences.always_in_bounds(write).is_yes()).then(|| Why::Outside(touch(&cell))),
        };
        if let Some(why) = why {
            refusals.because(vec![x], why);
            return Vec::new();
        }
    }
    writes
}

/// Notes what an optimising compiler does by itself. It turns a loop into vector code when its iterations are
/// independent, or accumulate in any order, and what moves with them moves by one element, whether or not conditions are
/// inside; it holds a cell that does not move with a loop in a register.
pub fn mark_compiled(egraph: &mut EGraph<'_>) {
    let mut found = BTreeSet::new();
    let mut promotable = BTreeSet::new();
    for (_, node) in for_nodes(egraph) {
        let root = egraph.analysis.root(node.head.iv);
        if egraph[node.body].data.flat && !promoted_cells(egraph, node.body, root, &[]).is_empty() {
            promotable.insert((node.body, root));
        }
        let body = &egraph[node.body].data;
        let dependences = &egraph.analysis.dependences;
        let candidate = body.loopless
            && body
                .accesses
                .iter()
                .all(|&a| moves_by_at_most_one(dependences.access(a), root))
            && are_plainly_apart(egraph, &body.accesses);
        if !candidate || found.contains(&(node.body, root)) {
            continue;
        }
        if accumulates(egraph, &node) || (stores_contiguously(egraph, &node) && is_parallel(egraph, &node)) {
            found.insert((node.body, root));
        }
    }
    egraph.analysis.vectorizable = found;
    egraph.analysis.promotable = promotable;
}

/// Whether every two accesses to one buffer, one of them a write, are at a constant distance in each dimension: where
/// that is not so a compiler that knows nothing of the loops around cannot tell that they are apart.
fn are_plainly_apart(egraph: &EGraph<'_>, accesses: &BTreeSet<AccessId>) -> bool {
    let dependences = &egraph.analysis.dependences;
    let all = || accesses.iter().map(|&a| dependences.access(a));
    all().filter(|a| a.is_write).all(|write| {
        let mut others = all().filter(|other| other.buffer == write.buffer);
        others.all(|other| {
            let mut dims = write.indices.iter().zip(&other.indices);
            dims.all(|(x, y)| match (x, y) {
                (Some(x), Some(y)) => x.subtract(y).is_some_and(|gap| gap.as_constant().is_some()),
                _ => false,
            })
        })
    })
}

/// Whether every store of the body that moves with the loop moves by one element of the last dimension,
/// and there is one.
pub fn stores_contiguously(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    let x = egraph.analysis.root(node.head.iv);
    let mut writes = writes_of(egraph, node.body);
    let moves = |access: &Access| access.indices.iter().flatten().any(|i| i.uses(x));
    let contiguous = |access: &Access| moves(access) && moves_by_at_most_one(access, x);
    writes.next().is_some_and(contiguous) && writes.all(contiguous)
}

/// Whether every store of the body moves with the loop, by the same distance with each iteration, and there is one.
pub fn stores_apart(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    let x = egraph.analysis.root(node.head.iv);
    let mut writes = writes_of(egraph, node.body);
    let is_linear = |index: &Option<Linear>| {
        let rest = |index: &Linear| index.subtract(&Linear::var(x).scale(index.coefficient(x))?);
        index.as_ref().and_then(rest).is_some_and(|rest| !rest.uses(x))
    };
    let apart = |access: &Access| {
        access.indices.iter().all(is_linear) && access.indices.iter().flatten().any(|i| i.uses(x))
    };
    writes.next().is_some_and(apart) && writes.all(apart)
}

/// Whether consecutive values of the variable store a few elements apart, and the body stores all that lie between: whole rows.
pub fn stores_interleaved(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    let x = egraph.analysis.root(node.head.iv);
    let mut writes = writes_of(egraph, node.body).peekable();
    let Some((buffer, distance)) = writes.peek().and_then(|first| {
        let last = first.indices.last()?.as_ref()?;
        Some((first.buffer, last.coefficient(x)))
    }) else {
        return false;
    };
    if !(2..=MOST_SPREAD).contains(&distance) {
        return false;
    }
    let domains = &egraph.analysis.dependences.domains;
    let mut row = None;
    let mut places: BTreeSet<i64> = BTreeSet::new();
    for write in writes {
        let Some((Some(last), outer)) = write.indices.split_last() else {
            return false;
        };
        if write.buffer != buffer
            || outer
                .iter()
                .any(|index| index.as_ref().is_none_or(|index| index.uses(x)))
        {
            return false;
        }
        // Of each value of the short loops inside an element.
        let mut inner = Vec::new();
        last.for_each_var(&mut |name| {
            let domain = domains.get(&name).filter(|_| name != x);
            let bounds = domain.map(|domain| (&domain.lower[..], &domain.upper[..]));
            if let Some(([lower], [upper])) = bounds
                && let (Some(0), Some(count)) = (lower.as_constant(), upper.as_constant())
                && count <= MOST_SPREAD
            {
                inner.push((name, count));
            }
        });
        let mut starts = vec![0];
        let mut rest = Some(last.clone());
        for (name, count) in [(x, 1)].into_iter().chain(inner) {
            let by = last.coefficient(name);
            starts = (0..count)
                .flat_map(|n| starts.iter().map(move |start| start + n * by))
                .collect();
            rest = rest.and_then(|rest| rest.subtract(&Linear::var(name).scale(by)?));
        }
        let Some(rest) = rest.filter(|rest| !rest.uses(x) && last.coefficient(x) == distance) else {
            return false;
        };
        let first = row.get_or_insert_with(|| rest.clone());
        let Some(gap) = rest.subtract(first).and_then(|gap| gap.as_constant()) else {
            return false;
        };
        places.extend(starts.into_iter().map(|start| (gap + start).rem_euclid(distance)));
    }
    places.len() as i64 == distance
}

/// Whether some store of the body moves with the loop.
pub fn stores_some(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    let x = egraph.analysis.root(node.head.iv);
    let mut writes = writes_of(egraph, node.body);
    writes.any(|access| access.indices.iter().flatten().any(|i| i.uses(x)))
}

/// Whether consecutive values of a variable touch one element, or consecutive ones of the last dimension.
fn moves_by_at_most_one(access: &Access, x: Symbol) -> bool {
    let moves_by = |index: &Option<Linear>, most: i64| {
        index.as_ref().is_some_and(|index| {
            let distance = index.coefficient(x);
            let rest = Linear::var(x)
                .scale(distance)
                .and_then(|moving| index.subtract(&moving));
            (0..=most).contains(&distance) && rest.is_some_and(|rest| !rest.uses(x))
        })
    };
    match access.indices.split_last() {
        None => true,
        Some((last, outer)) => moves_by(last, 1) && outer.iter().all(|i| moves_by(i, 0)),
    }
}
