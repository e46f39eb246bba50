//! The value that was just stored, where the cell is read.
//!
//! ```text
//! t[i] = e; y[i] = f(t[i]); t[i] = g  =>  y[i] = f(e); t[i] = g
//! ```
//!
//! Both statements are in one sequence, so one is executed whenever the other is. Nothing between them writes the cell
//! or what `e` reads, and nor does the store of `e` itself.

use std::collections::HashMap;

use egg::{Id, Language, Symbol};

use super::arena::Arena;
use super::cover::same_iteration;
use super::dead::dead;
use crate::answer::Answer;
use crate::dependence::{Access, AccessId, Emptiness, Relation};
use crate::guard::Guard;
use crate::nest::Nest;
use crate::refusal::{Refusal, Refusals};
use crate::term::{Node, branches};

/// Statements that are looked at before one that reads.
const MOST_BACK: usize = 16;

/// The nest with the values of cells where they are read, and without the stores that nothing reads then. `None` where
/// there is none.
pub fn forward(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    let (mut arena, root) = Arena::of(nest, oracle);
    let mut progress = Progress::default();
    let forwarded = arena.forwarded(root, &mut Vec::new(), &mut progress);
    if progress.count > 0 {
        // Elsewhere the value is in a register in any case: straight code loads no cell that it has just stored.
        return dead(&arena.into_nest(forwarded), oracle, refusals);
    }
    if let Some((pair, answer)) = progress.forbids {
        let dependences = &arena.dependences;
        let pair = pair.map(|access| dependences.access(access));
        let (loops, why) = refusals.dependence(pair, &Relation::new(), answer, &[], &dependences.buffers);
        refusals.note(Refusal {
            rule: "forward",
            loops,
            why,
        });
    }
    None
}

/// The loads that have a value, and what keeps the first other from having one.
#[derive(Default)]
struct Progress {
    count: usize,
    forbids: Option<([AccessId; 2], Answer)>,
}

/// A cell with the value that was stored there.
struct Stored {
    buffer: Symbol,
    indices: Vec<Id>,
    value: Id,
}

impl Arena<'_> {
    fn forwarded(&mut self, id: Id, around: &mut Vec<Symbol>, progress: &mut Progress) -> Id {
        match self.node(id).clone() {
            Node::Seq(statements) => {
                let mut done: Vec<Id> = Vec::new();
                for &statement in &statements {
                    let mut next = self.forwarded(statement, around, progress);
                    if let Node::Store(buffer, children) = self.node(next).clone() {
                        let (&value, indices) = children.split_last().expect("a store has a value");
                        let value = self.with_stored(value, &done, around, progress);
                        let children = indices.iter().copied().chain([value]).collect();
                        next = self.add(Node::Store(buffer, children));
                    }
                    done.push(next);
                }
                self.sequence(done)
            }
            Node::For(head, [lo, hi, body]) => {
                around.push(head.iv);
                let body = self.forwarded(body, around, progress);
                around.pop();
                self.add(Node::For(head, [lo, hi, body]))
            }
            Node::If(comparisons, children) => {
                let (ids, statements) = branches(&children);
                let statements = statements.map(|s| self.forwarded(s, around, progress));
                let children = ids.iter().copied().chain(statements).collect();
                self.add(Node::If(comparisons, children))
            }
            _ => id,
        }
    }

    /// A value with what the statements before it have stored in the cells that it reads.
    fn with_stored(&mut self, value: Id, before: &[Id], around: &[Symbol], progress: &mut Progress) -> Id {
        let mut known: HashMap<Id, Id> = HashMap::new();
        for load in self.loads_of(value) {
            if let Some(stored) = self.stored(load, before, around, progress) {
                progress.count += 1;
                known.insert(load, stored);
            }
        }
        match known.is_empty() {
            true => value,
            false => self.with_known(value, &mut known),
        }
    }

    fn loads_of(&self, value: Id) -> Vec<Id> {
        let mut found = Vec::new();
        let mut seen = std::collections::BTreeSet::from([value]);
        let mut pending = vec![value];
        while let Some(id) = pending.pop() {
            if matches!(self.node(id), Node::Load(..)) {
                found.push(id);
            }
            let children = self.node(id).children();
            pending.extend(children.iter().copied().filter(|child| seen.insert(*child)));
        }
        found
    }

    /// The value with those that are known in place of loads.
    fn with_known(&mut self, id: Id, known: &mut HashMap<Id, Id>) -> Id {
        if let Some(new) = known.get(&id) {
            return *new;
        }
        let mut node = self.node(id).clone();
        for child in node.children_mut() {
            *child = self.with_known(*child, known);
        }
        let new = self.add(node);
        known.insert(id, new);
        new
    }

    /// What a load finds that is executed after the statements.
    fn stored(&mut self, load: Id, before: &[Id], around: &[Symbol], progress: &mut Progress) -> Option<Id> {
        let Node::Load(name, _, subscripts) = self.node(load).clone() else {
            return None;
        };
        for (n, &statement) in before.iter().enumerate().rev().take(MOST_BACK) {
            if let Node::Store(buffer, children) = self.node(statement).clone()
                && buffer == name
            {
                let (&value, indices) = children.split_last().expect("a store has a value");
                if self.is_cell(indices, &subscripts) {
                    let stored = Stored {
                        buffer,
                        indices: indices.to_vec(),
                        value,
                    };
                    return self
                        .is_kept(&stored, &before[n..], around, progress)
                        .then_some(value);
                }
            }
        }
        None
    }

    fn is_cell(&self, indices: &[Id], subscripts: &[Id]) -> bool {
        let same =
            |(a, b): (&Id, &Id)| a == b || (self.linear(*a).is_some() && self.linear(*a) == self.linear(*b));
        indices.len() == subscripts.len() && indices.iter().zip(subscripts).all(same)
    }

    /// Whether the value is still the one that was stored, and still in its cell, after the statements, of which the
    /// first stores it.
    fn is_kept(&mut self, stored: &Stored, after: &[Id], around: &[Symbol], progress: &mut Progress) -> bool {
        let same = same_iteration(around);
        let mut reads: Vec<AccessId> = Vec::new();
        for touch in self.touches(stored.value) {
            reads.push(self.dependences.intern(touch.access));
        }
        let cell = Access {
            buffer: stored.buffer,
            indices: stored.indices.iter().map(|&i| self.linear(i).cloned()).collect(),
            is_write: false,
            guard: Guard::new(),
        };
        let cell = self.dependences.intern(cell);
        for (n, &statement) in after.iter().enumerate() {
            for touch in self.touches(statement).into_iter().filter(|t| t.access.is_write) {
                let write = self.dependences.intern(touch.access);
                // The store itself writes its cell.
                for &read in reads.iter().chain((n > 0).then_some(&cell)) {
                    let answer = self.dependences.depend(read, write, &same);
                    if !answer.is_no() {
                        progress.forbids.get_or_insert(([read, write], answer));
                        return false;
                    }
                }
            }
        }
        true
    }
}
