//! A cell of its own for every iteration, where a temporary is written anew in each.
//!
//! ```text
//! for i { t[] = 0; for k { t[] += a[i, k] }; b[i] = t[] }
//!   =>  for i { t[i] = 0; for k { t[i] += a[i, k] }; b[i] = t[i] }
//! ```
//!
//! The temporary is one that lifting made and nothing reads after the nest. The innermost statement sequence with
//! all its accesses starts them with a store that reads it not, so no iteration of the loops around sees the
//! value of another; the loops can then be distributed and exchanged.

use std::collections::{BTreeMap, HashMap};

use egg::{Id, Language, RecExpr, Symbol};

use super::expand::{copied, root};
use super::extent::{Extent, MOST_ELEMENTS, elements_of, is_in_proportion};
use crate::linear::Linear;
use crate::nest::{BufferSource, Nest, around, touches};
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::{Node, branches};

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
    let first = statements.iter().find(|&&s| touches(nest, s, name));
    if !first.is_some_and(|&first| starts_anew(nest, first, name)) {
        return Err(format!("an iteration reads {name} before it writes it"));
    }
    let extents = loops.iter().map(|&v| Some((v, Extent::of(nest, v)?)));
    let Some(extents) = extents
        .collect::<Option<Vec<Dimension>>>()
        .filter(|all| !all.is_empty())
    else {
        return Err(format!("no constants or symbols bound the loops around {name}"));
    };
    let shape: Vec<Linear> = extents.iter().map(|(_, extent)| extent.count.clone()).collect();
    match is_in_proportion(nest, &shape) {
        true => Ok((extents, shape)),
        false => Err(format!(
            "cells for {name} would have more extents that are not known than any array of the program"
        )),
    }
}

/// Whether a statement writes the temporary before it reads it, whatever it is given.
fn starts_anew(nest: &Nest, statement: Id, name: Symbol) -> bool {
    match &nest.term[statement] {
        Node::Store(buffer, children) => {
            *buffer == name && children.last().is_some_and(|&value| !touches(nest, value, name))
        }
        Node::Seq(statements) => {
            let first = statements.iter().find(|&&s| touches(nest, s, name));
            first.is_some_and(|&s| starts_anew(nest, s, name))
        }
        Node::If(_, children) => branches(children)
            .1
            .into_iter()
            .all(|s| starts_anew(nest, s, name)),
        _ => false,
    }
}
