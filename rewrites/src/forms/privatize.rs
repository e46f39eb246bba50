//! A cell of its own for every iteration, where a temporary is written anew in each.
//!
//! ```text
//! for i { t[] = 0; for k { t[] += a[i, k] }; b[i] = t[] }
//!   =>  for i { t[i] = 0; for k { t[i] += a[i, k] }; b[i] = t[i] }
//! ```
//!
//! A loop whose iterations wait for each other is no reason for more cells: what is computed in one of them from a cell that they
//! have in common keeps one cell there.
//!
//! The temporary is one that lifting made and nothing reads after the nest. The innermost statement sequence with
//! all its accesses starts them with a store that reads it not, so no iteration of the loops around sees the
//! value of another; the loops can then be distributed and exchanged.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use egg::{Id, Language, RecExpr, Symbol};

use super::expand::{copied, root};
use super::extent::{Extent, MOST_ELEMENTS, elements_of, is_in_proportion};
use crate::linear::Linear;
use crate::nest::{BufferSource, Nest, around, starts_anew, touches};
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::{LoopKind, Node};

/// The nest with every temporary that can have cells of its own. `None` when there is none.
pub fn privatize(nest: &Nest, refusals: &mut Refusals) -> Option<Nest> {
    let mut made = nest.clone();
    let mut cells: BTreeMap<Symbol, Vec<Dimension>> = BTreeMap::new();
    let mut elements = 0i64;
    for (name, (buffer, source)) in &nest.buffers {
        let is_result = nest.results.iter().any(|(_, temporary)| temporary == name);
        if *source != BufferSource::Temporary || !buffer.shape.is_empty() {
            continue;
        }
        let cells_of = match is_result {
            true => Err(format!("the loop gives the last value of {name}")),
            false => own_cells(nest, *name),
        };
        let (dims, shape) = match cells_of {
            Ok(found) => found,
            Err(reason) => {
                refusals.note(Refusal {
                    rule: "privatize",
                    loops: Vec::new(),
                    why: Why::Stated(reason),
                });
                continue;
            }
        };
        elements = elements.saturating_add(elements_of(&shape));
        if elements > MOST_ELEMENTS {
            break;
        }
        made.buffers[name].0.shape = shape.into_iter().map(Some).collect();
        cells.insert(*name, dims);
    }
    if cells.is_empty() {
        return None;
    }
    let mut term = RecExpr::default();
    let with_subscripts = |id: Id, term: &mut RecExpr<Node>| match &nest.term[id] {
        Node::Load(buffer, scalar, _) if cells.contains_key(buffer) => {
            let indices = subscripts(&cells[buffer], term);
            Some(term.add(Node::Load(*buffer, *scalar, indices.into())))
        }
        _ => None,
    };
    // A store is copied with its value first, then given its subscripts.
    let mut done = HashMap::new();
    copied(
        &nest.term,
        root(&nest.term),
        &with_subscripts,
        &mut done,
        &mut term,
    );
    made.term = stored(&term, &cells);
    Some(made)
}

/// The term with subscripts on the stores of temporaries.
fn stored(from: &RecExpr<Node>, cells: &BTreeMap<Symbol, Vec<Dimension>>) -> RecExpr<Node> {
    let mut to = RecExpr::default();
    let mut ids: Vec<Id> = Vec::new();
    for node in from.as_ref() {
        let new = match node {
            Node::Store(buffer, children) if cells.contains_key(buffer) => {
                let mut all = subscripts(&cells[buffer], &mut to);
                all.extend(children.iter().map(|c| ids[usize::from(*c)]));
                to.add(Node::Store(*buffer, all.into()))
            }
            other => {
                let node = other.clone().map_children(|c| ids[usize::from(c)]);
                to.add(node)
            }
        };
        ids.push(new);
    }
    to
}

fn subscripts(dims: &[Dimension], term: &mut RecExpr<Node>) -> Vec<Id> {
    dims.iter().map(|(v, extent)| extent.offset(*v, term)).collect()
}

/// A loop with the values that it takes.
type Dimension = (Symbol, Extent);

/// The loops around the innermost sequence with all accesses to a temporary, and the extents of an array with a
/// cell for each iteration.
fn own_cells(nest: &Nest, name: Symbol) -> Result<(Vec<Dimension>, Vec<Linear>), String> {
    let (loops, statements) =
        around(nest, name).ok_or(format!("no loop is around all that touches {name}"))?;
    let is_kept = |node: &Node| matches!(node, Node::For(head, _) if head.kind == LoopKind::Kept && loops.contains(&head.iv));
    if nest.term.as_ref().iter().any(is_kept) {
        return Err(format!("the loops around {name} are kept"));
    }
    let first = statements.iter().find(|&&s| touches(nest.term.as_ref(), s, name));
    if !first.is_some_and(|&first| starts_anew(nest.term.as_ref(), first, name)) {
        return Err(format!("an iteration reads {name} before it writes it"));
    }
    let (outer, innermost) = match loops.split_last() {
        Some((&last, outer)) if waits(nest, name, last) => (outer, None),
        Some((last, outer)) => (outer, Some(last)),
        None => (&[][..], None),
    };
    let kept: Vec<Symbol> = outer.iter().chain(innermost).copied().collect();
    // Iterations of a loop around all others may have one cell in common, as those of a loop of time steps must.
    let mut why = format!("no constants or symbols bound the loops around {name}");
    for first in 0..kept.len() {
        let extents = kept[first..].iter().map(|&v| Some((v, Extent::of(nest, v)?)));
        let Some(extents) = extents.collect::<Option<Vec<Dimension>>>() else {
            continue;
        };
        let shape: Vec<Linear> = extents.iter().map(|(_, extent)| extent.count.clone()).collect();
        if is_in_proportion(nest, &shape) {
            return Ok((extents, shape));
        }
        why = format!(
            "cells for {name} would have more extents that are not known than any array of the program"
        );
    }
    Err(why)
}

/// Whether what a temporary is given in an iteration of a loop is computed from a cell that all iterations have in common
/// and write: then no iteration computes it before the one before is done, and cells for each are good for nothing.
fn waits(nest: &Nest, name: Symbol, loop_variable: Symbol) -> bool {
    let Some(body) = body_of(nest, loop_variable) else {
        return false;
    };
    let inside = reached(nest, body);
    let is_common = |accesses: &[&[Id]]| {
        let mut indices = accesses.iter().flat_map(|indices| indices.iter());
        !indices.any(|&index| {
            let mut parts = reached(nest, index).into_iter();
            parts.any(|id| matches!(nest.term[id], Node::Var(name) if name == loop_variable))
        })
    };
    let stores_to = |buffer: Symbol| {
        let stores = inside.iter().filter_map(move |&id| match &nest.term[id] {
            Node::Store(stored, children) if *stored == buffer => children.split_last(),
            _ => None,
        });
        stores.collect::<Vec<_>>()
    };
    let mut pending = vec![name];
    let mut seen = BTreeSet::from([name]);
    while let Some(private) = pending.pop() {
        for (&value, _) in stores_to(private) {
            for id in reached(nest, value) {
                let Node::Load(read, _, indices) = &nest.term[id] else {
                    continue;
                };
                let stores = stores_to(*read);
                if stores.is_empty() || seen.contains(read) {
                    continue;
                }
                let is_private = indices.is_empty()
                    && around(nest, *read).is_some_and(|(l, _)| l.contains(&loop_variable));
                let mut accesses: Vec<&[Id]> = stores.iter().map(|(_, indices)| *indices).collect();
                accesses.push(indices);
                if is_private {
                    seen.insert(*read);
                    pending.push(*read);
                } else if is_common(&accesses) {
                    return true;
                }
            }
        }
    }
    false
}

fn body_of(nest: &Nest, loop_variable: Symbol) -> Option<Id> {
    nest.term.as_ref().iter().find_map(|node| match node {
        Node::For(head, [_, _, body]) if head.iv == loop_variable => Some(*body),
        _ => None,
    })
}

/// A statement or value with all that is in it.
fn reached(nest: &Nest, id: Id) -> BTreeSet<Id> {
    let mut seen = BTreeSet::from([id]);
    let mut pending = vec![id];
    while let Some(id) = pending.pop() {
        let children = nest.term[id].children().iter();
        pending.extend(children.copied().filter(|child| seen.insert(*child)));
    }
    seen
}
