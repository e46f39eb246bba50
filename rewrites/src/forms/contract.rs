//! An array of which each iteration uses a part of its own, as that part.
//!
//! ```text
//! for i { for j { t[i, j] = e }; for j { y[i, j] = f(t[i, j]) } }
//!   =>  for i { for j { t[0, j] = e }; for j { y[i, j] = f(t[0, j]) } }
//! for i { t[i] = 0; for k { t[i] += e }; y[i] = t[i] }  =>  for i { t'[] = 0; for k { t'[] += e }; y[i] = t'[] }
//! ```
//!
//! The array lives for the nest only. All that touches it is inside some loops, and has the same subscript in a
//! dimension, one that does not change inside them; every cell that is read was written in the same iteration of
//! those loops. Then what an earlier iteration left in the array is of no matter. After Sarkar and Gao, *Optimization of
//! array accesses by collective loop transformations*, 1991.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use egg::{Id, Language, Symbol};

use super::arena::Arena;
use super::cover::Touch;
use crate::dependence::Emptiness;
use crate::linear::Linear;
use crate::nest::Nest;
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::{Node, branches};

/// Accesses of one array that are looked at.
const MOST_TOUCHES: usize = 40;

/// The nest with smaller arrays. `None` where none can be.
pub fn contract(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    let (mut arena, root) = Arena::of(nest, oracle);
    let arrays: Vec<Symbol> = (nest.buffers.iter())
        .filter(|(name, (buffer, _))| !buffer.shape.is_empty() && arena.is_local(**name))
        .map(|(name, _)| *name)
        .collect();
    let mut dropped: BTreeMap<Symbol, BTreeSet<usize>> = BTreeMap::new();
    for array in arrays {
        match arena.fixed(root, array) {
            Ok(dims) if dims.is_empty() => {}
            Ok(dims) => {
                dropped.insert(array, dims);
            }
            Err(why) => refusals.note(Refusal {
                rule: "contract",
                loops: Vec::new(),
                why: match why {
                    Some(read) => Why::Unwritten(refusals.touch(&read.access)),
                    None => Why::Stated(format!("no subscript of {array} is the same wherever it is used")),
                },
            }),
        }
    }
    if dropped.is_empty() {
        return None;
    }
    let mut whole = BTreeSet::new();
    for (array, dims) in &dropped {
        if dims.len() == nest.buffers[array].0.shape.len() {
            arena.make_scalar(*array);
            whole.insert(*array);
        }
    }
    let smaller = arena.with_dropped(root, &dropped, &whole, &mut HashMap::new());
    Some(arena.into_nest(smaller))
}

impl Arena<'_> {
    /// The dimensions of an array in which one iteration of the loops around all that touches it uses one subscript. An
    /// error where there is one, but for an access that may read what another iteration wrote; without one where there
    /// is none.
    fn fixed(&mut self, root: Id, array: Symbol) -> Result<BTreeSet<usize>, Option<Touch>> {
        let (loops, body) = self.around_all(root, array);
        let all: Vec<Touch> = self.touches(body);
        let touches: Vec<&Touch> = all.iter().filter(|t| t.access.buffer == array).collect();
        let Some(first) = touches.first() else {
            return Ok(BTreeSet::new());
        };
        if loops.is_empty() || touches.len() > MOST_TOUCHES {
            return Err(None);
        }
        let inside: BTreeSet<Symbol> = touches.iter().flat_map(|t| t.loops.iter().copied()).collect();
        let is_fixed = |dim: &usize| {
            let subscript = |touch: &Touch| -> Option<Linear> { touch.access.indices[*dim].clone() };
            let Some(wanted) = subscript(first) else {
                return false;
            };
            let moves = loops.iter().any(|v| wanted.uses(*v));
            moves
                && !inside.iter().any(|v| wanted.uses(*v))
                && touches.iter().all(|t| subscript(t).as_ref() == Some(&wanted))
        };
        let dims: BTreeSet<usize> = (0..first.access.indices.len()).filter(is_fixed).collect();
        if dims.is_empty() {
            return Err(None);
        }
        match self.unwritten(body, array, &mut Vec::new()) {
            Some(read) => Err(Some(read)),
            None => Ok(dims),
        }
    }

    /// The loops around everything that touches an array, and what is inside them.
    fn around_all(&self, root: Id, array: Symbol) -> (Vec<Symbol>, Id) {
        let mut loops = Vec::new();
        let mut at = root;
        loop {
            match self.node(at) {
                Node::For(head, [_, _, body]) => {
                    loops.push(head.iv);
                    at = *body;
                }
                Node::Seq(statements) => {
                    let uses = |s: &&Id| self.touches(**s).iter().any(|t| t.access.buffer == array);
                    let mut using = statements.iter().filter(uses);
                    match (using.next(), using.next()) {
                        (Some(only), None) => at = *only,
                        _ => return (loops, at),
                    }
                }
                _ => return (loops, at),
            }
        }
    }

    /// A read of a cell of an array that nothing before it in a statement is known to have written. `before` are the
    /// stores before the statement.
    fn unwritten(&mut self, id: Id, array: Symbol, before: &mut Vec<Touch>) -> Option<Touch> {
        match self.node(id).clone() {
            Node::Seq(statements) => {
                let kept = before.len();
                for &statement in &statements {
                    let found = self.unwritten(statement, array, before);
                    if found.is_some() {
                        return found;
                    }
                    let stores = self.touches(statement).into_iter();
                    before.extend(stores.filter(|t| t.access.is_write && t.access.buffer == array));
                }
                before.truncate(kept);
                None
            }
            Node::For(_, [_, _, body]) => self.unwritten(body, array, before),
            Node::If(_, children) => {
                let (_, statements) = branches(&children);
                statements
                    .into_iter()
                    .find_map(|statement| self.unwritten(statement, array, before))
            }
            _ => {
                let touches = self.touches(id).into_iter();
                let mut reads = touches.filter(|t| !t.access.is_write && t.access.buffer == array);
                reads.find(|read| {
                    let written = before.clone();
                    !written.iter().any(|store| self.covers(store, &read.access))
                })
            }
        }
    }

    /// The term with zero for the subscripts that are dropped, none for scalars.
    fn with_dropped(
        &mut self,
        id: Id,
        dropped: &BTreeMap<Symbol, BTreeSet<usize>>,
        whole: &BTreeSet<Symbol>,
        done: &mut HashMap<Id, Id>,
    ) -> Id {
        if let Some(new) = done.get(&id) {
            return *new;
        }
        let mut node = self.node(id).clone();
        for child in node.children_mut() {
            *child = self.with_dropped(*child, dropped, whole, done);
        }
        if let Node::Load(array, _, children) | Node::Store(array, children) = &mut node
            && let Some(dims) = dropped.get(array)
        {
            match whole.contains(array) {
                true => *children = children[dims.len()..].into(),
                false => {
                    let zero = self.add(Node::Int(0));
                    dims.iter().for_each(|&dim| children[dim] = zero);
                }
            }
        }
        let new = self.add(node);
        done.insert(id, new);
        new
    }
}
