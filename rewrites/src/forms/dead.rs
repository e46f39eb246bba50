//! Stores that nothing reads.
//!
//! ```text
//! for j in a..b { t[j] = e }; for j in c..d { t[j] = f }  =>  for j in c..d { t[j] = f }     (a..b inside c..d)
//! ```
//!
//! A store is dead where, in the same iteration of the loops around, a later statement writes each of its cells again
//! and nothing in between, nor that statement, reads one; or where its array lives for the nest only and is read nowhere, or
//! what is stored is what the cell holds.

use std::collections::BTreeSet;

use egg::{Id, Symbol};

use super::arena::Arena;
use super::cover::{Touch, same_iteration};
use crate::answer::Answer;
use crate::dependence::{Access, AccessId, Emptiness, Relation};
use crate::nest::Nest;
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::{Node, branches};

/// Statements with more accesses are not looked at.
const MOST_TOUCHES: usize = 40;

/// The nest without stores that nothing reads. `None` where there is none.
pub fn dead(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    let (mut arena, root) = Arena::of(nest, oracle);
    let touches = arena.touches(root);
    let read = touches.iter().filter(|touch| !touch.access.is_write);
    let mut search = Search {
        around: Vec::new(),
        read: read.map(|touch| touch.access.buffer).collect(),
        removed: 0,
        forbids: None,
    };
    let left = arena.without_dead(root, &mut search);
    if search.removed > 0 {
        return Some(arena.into_nest(left));
    }
    let dependences = &arena.dependences;
    let why = match search.forbids {
        Some(Kept::Read(pair, answer)) => {
            let pair = pair.map(|access| dependences.access(access));
            let (_, why) = refusals.dependence(pair, &Relation::new(), answer, &[], &dependences.buffers);
            Some(why)
        }
        Some(Kept::Uncovered(store, other)) => Some(Why::Survives {
            store: refusals.touch(&store).into(),
            other: refusals.touch(&other).into(),
        }),
        None => None,
    };
    if let Some(why) = why {
        refusals.note(Refusal {
            rule: "dead",
            loops: Vec::new(),
            why,
        });
    }
    None
}

/// The loops around the place that is looked at, and what is known so far.
struct Search {
    around: Vec<Symbol>,
    /// The arrays that something reads.
    read: BTreeSet<Symbol>,
    removed: usize,
    /// What keeps the first store of which a later one may write a cell again.
    forbids: Option<Kept>,
}

/// Why a store is not dead.
enum Kept {
    Read([AccessId; 2], Answer),
    Uncovered(Access, Access),
}

impl Arena<'_> {
    fn without_dead(&mut self, id: Id, search: &mut Search) -> Id {
        match self.node(id).clone() {
            Node::Store(buffer, _) if !search.read.contains(&buffer) && self.is_local(buffer) => {
                search.removed += 1;
                self.sequence([])
            }
            // What a cell holds is stored into it again: a branch that leaves a variable as it is.
            Node::Store(buffer, children)
                if self.is_local(buffer) && self.stores_itself(buffer, &children) =>
            {
                search.removed += 1;
                self.sequence([])
            }
            Node::Seq(statements) => {
                let mut left = Vec::new();
                for (n, &statement) in statements.iter().enumerate() {
                    if self.is_overwritten(statement, &statements[n + 1..], search) {
                        search.removed += 1;
                    } else {
                        left.push(self.without_dead(statement, search));
                    }
                }
                self.sequence(left)
            }
            Node::For(head, [lo, hi, body]) => {
                search.around.push(head.iv);
                let body = self.without_dead(body, search);
                search.around.pop();
                self.for_loop(head, [lo, hi], body)
            }
            Node::If(comparisons, children) => {
                let (ids, statements) = branches(&children);
                let statements = statements.map(|s| self.without_dead(s, search));
                if statements.iter().all(|&s| self.is_nothing(s)) {
                    return statements[0];
                }
                let children = ids.iter().copied().chain(statements).collect();
                self.add(Node::If(comparisons, children))
            }
            _ => id,
        }
    }

    /// Whether a store, of these subscripts and a value, stores what is there.
    fn stores_itself(&self, buffer: Symbol, children: &[Id]) -> bool {
        let Some((value, indices)) = children.split_last() else {
            return false;
        };
        matches!(self.node(*value), Node::Load(read, _, own) if *read == buffer && own[..] == *indices)
    }

    /// Whether each cell that a statement writes is written again, before it is read, by those after it.
    fn is_overwritten(&mut self, statement: Id, after: &[Id], search: &mut Search) -> bool {
        let touches = self.touches(statement);
        let is_store = matches!(self.node(statement), Node::Store(..));
        let (writes, reads): (Vec<Touch>, Vec<Touch>) = touches.into_iter().partition(|t| t.access.is_write);
        // What a store computes with is read before it writes; what a loop does may be in any order.
        let reads = if is_store { Vec::new() } else { reads };
        let is_small = writes.len() + reads.len() <= MOST_TOUCHES;
        is_small
            && !writes.is_empty()
            && writes
                .iter()
                .all(|write| self.is_overwritten_by(write, &reads, after, search))
    }

    fn is_overwritten_by(
        &mut self,
        write: &Touch,
        reads: &[Touch],
        after: &[Id],
        search: &mut Search,
    ) -> bool {
        let same = same_iteration(&search.around);
        let id = self.dependences.intern(write.access.clone());
        let mut between: Vec<Touch> = reads.to_vec();
        for &next in after {
            let touches = self.touches(next);
            between.extend(touches.iter().filter(|t| !t.access.is_write).cloned());
            if between.len() > MOST_TOUCHES {
                return false;
            }
            let stores = touches.iter().filter(|t| t.access.is_write);
            let covering: Vec<&Touch> = stores
                .filter(|t| t.access.buffer == write.access.buffer)
                .collect();
            let Some(other) = covering.first().map(|touch| touch.access.clone()) else {
                continue;
            };
            if !covering
                .into_iter()
                .any(|store| self.covers(store, &write.access))
            {
                let kept = Kept::Uncovered(write.access.clone(), other);
                search.forbids.get_or_insert(kept);
                continue;
            }
            for read in &between {
                let read = self.dependences.intern(read.access.clone());
                let answer = self.dependences.depend(id, read, &same);
                if !answer.is_no() {
                    search.forbids.get_or_insert(Kept::Read([id, read], answer));
                    return false;
                }
            }
            return true;
        }
        false
    }
}
