//! The temporaries of a nest and the loops whose iterations they belong to.

use std::collections::{BTreeMap, BTreeSet};

use egg::{Id, Language, Symbol};

use super::{BufferSource, Nest};
use crate::part::root;
use crate::term::{Node, branches};

/// The temporaries of one cell that are written before they are read in every iteration of the loops that come with
/// them, and that nothing outside those loops touches.
pub(crate) fn private_temporaries(nest: &Nest) -> BTreeMap<Symbol, Vec<Symbol>> {
    let buffers = nest.buffers.iter();
    let private = buffers.filter_map(|(name, (buffer, source))| {
        let is_result = nest.results.iter().any(|(_, temporary)| temporary == name);
        if *source != BufferSource::Temporary || !buffer.shape.is_empty() || is_result {
            return None;
        }
        let (loops, statements) = around(nest, *name)?;
        is_written_first(nest, statements, *name).then_some((*name, loops))
    });
    private.collect()
}

/// Whether the first statement of a sequence that touches a temporary writes it without reading it.
fn is_written_first(nest: &Nest, statements: &[Id], name: Symbol) -> bool {
    let first = statements.iter().find(|&&s| touches(nest.term.as_ref(), s, name));
    first.is_some_and(|&first| match &nest.term[first] {
        Node::Store(buffer, children) if *buffer == name => children
            .last()
            .is_some_and(|&value| !touches(nest.term.as_ref(), value, name)),
        _ => false,
    })
}

/// The loops around the innermost sequence with all accesses to a temporary, and that sequence.
pub(crate) fn around(nest: &Nest, name: Symbol) -> Option<(Vec<Symbol>, &[Id])> {
    let mut loops = Vec::new();
    let mut at = root(nest.term.as_ref());
    loop {
        match &nest.term[at] {
            Node::For(head, [_, _, body]) => {
                loops.push(head.iv);
                at = *body;
            }
            Node::Seq(statements) => {
                let mut touching = statements
                    .iter()
                    .filter(|&&s| touches(nest.term.as_ref(), s, name));
                let first = *touching.next()?;
                match touching.next() {
                    None => at = first,
                    Some(_) => return Some((loops, statements)),
                }
            }
            Node::If(_, children) => {
                let mut touching = branches(children)
                    .1
                    .into_iter()
                    .filter(|&s| touches(nest.term.as_ref(), s, name));
                match (touching.next(), touching.next()) {
                    (Some(only), None) => at = only,
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
}

/// Whether a statement or value reads or writes a buffer.
pub(crate) fn touches(nodes: &[Node], id: Id, name: Symbol) -> bool {
    let mut seen = BTreeSet::from([id]);
    let mut pending = vec![id];
    while let Some(id) = pending.pop() {
        let node = &nodes[usize::from(id)];
        if matches!(node, Node::Load(buffer, ..) | Node::Store(buffer, _) if *buffer == name) {
            return true;
        }
        pending.extend(node.children().iter().filter(|c| seen.insert(**c)));
    }
    false
}

/// Whether a statement writes a temporary of one cell before it reads it, whatever it is given.
pub(crate) fn starts_anew(nodes: &[Node], statement: Id, name: Symbol) -> bool {
    match &nodes[usize::from(statement)] {
        Node::Store(buffer, children) => {
            *buffer == name && children.last().is_some_and(|&value| !touches(nodes, value, name))
        }
        Node::Seq(statements) => {
            let first = statements.iter().find(|&&s| touches(nodes, s, name));
            first.is_some_and(|&s| starts_anew(nodes, s, name))
        }
        Node::If(_, children) => branches(children)
            .1
            .into_iter()
            .all(|s| starts_anew(nodes, s, name)),
        _ => false,
    }
}
