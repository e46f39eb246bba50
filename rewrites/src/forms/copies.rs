//! Loops of a few iterations, copied out, and what one copy stores and the next one reads passed on as a value.
//!
//! ```text
//! c[i] = 0; for k in 0..3 { c[i] += w[k] * a[i + k] }
//!   =>  c[i] = 0 + w[0] * a[i] + w[1] * a[i + 1] + w[2] * a[i + 2]
//! ```
//!
//! The compiler behind does so in the end, with no say of the loops around; here they can be chosen for what is left.
//! It copies out all loops of few iterations; here only those are whose iterations write the same cells, for the others may
//! still become vectors or register tiles.

use std::collections::{BTreeMap, HashMap};

use egg::{Id, Language, Symbol};

use super::arena::Arena;
use crate::dependence::Emptiness;
use crate::linear::Linear;
use crate::nest::Nest;
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::{Loop, LoopKind, Node, Step};

/// Iterations of a loop that is copied out, as a window of a filter has.
const MOST_TRIPS: i64 = 5;

/// Copies of a statement in all.
const MOST_COPIES: i64 = 25;

/// Loops of more iterations are of another kind; nothing is said of them.
const FEW_TRIPS: i64 = 64;

/// Copies out short loops whose iterations all write the same cells.
pub(super) fn copy_out(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    copied_out(nest, oracle, refusals, false)
}

/// Copies out all loops of a few iterations, as the compiler behind does.
pub fn copy_all_out(nest: &Nest, oracle: &dyn Emptiness) -> Option<Nest> {
    copied_out(nest, oracle, &mut Refusals::default(), true)
}

fn copied_out(
    nest: &Nest,
    oracle: &dyn Emptiness,
    refusals: &mut Refusals,
    copies_all: bool,
) -> Option<Nest> {
    let (mut arena, root) = Arena::of(nest, oracle);
    let mut copying = Copying {
        arena: &mut arena,
        copies_all,
        refusals,
        is_copied: false,
    };
    let (root, _) = copying.statement(root, true)?;
    copying.is_copied.then(|| arena.into_nest(root))
}

struct Copying<'c, 'o> {
    arena: &'c mut Arena<'o>,
    /// Whether loops whose iterations write cells of their own are copied out too.
    copies_all: bool,
    refusals: &'c mut Refusals,
    is_copied: bool,
}

impl Copying<'_, '_> {
    /// The statement with the loops inside copied out, and how many copies of stores it is made of where no loop is left.
    /// `None` on overflow.
    fn statement(&mut self, id: Id, is_outermost: bool) -> Option<(Id, Option<i64>)> {
        match self.arena.node(id).clone() {
            // Loops are split first where what is chosen in them is decided then.
            Node::Store(..) => Some((id, (self.copies_all || !self.arena.chooses(id)).then_some(1))),
            Node::Seq(statements) => {
                let mut parts = Vec::new();
                let mut copies = Some(0i64);
                for statement in statements {
                    let (part, count) = self.statement(statement, is_outermost)?;
                    parts.push(part);
                    copies = copies.zip(count).and_then(|(a, b)| a.checked_add(b));
                }
                let sequence = self.arena.in_order(parts);
                Some((sequence, copies))
            }
            Node::For(head, _) if head.kind == LoopKind::Kept => Some((id, None)),
            Node::For(head, [lo, hi, body]) => {
                let (body, copies) = self.statement(body, false)?;
                let trips = self.trips(head, lo, hi).filter(|trips| *trips > 0);
                let found = copies.zip(trips).filter(|_| !is_outermost);
                match found {
                    Some((copies, trips)) if trips <= MOST_TRIPS && copies * trips <= MOST_COPIES => {
                        if self.copies_all || !self.writes_along(body, head.iv) {
                            self.is_copied = true;
                            let all = self.copies(head, lo, body, trips)?;
                            return Some((all, Some(copies * trips)));
                        }
                    }
                    found => self.note(head, found),
                }
                Some((self.arena.for_loop(head, [lo, hi], body), None))
            }
            _ => Some((id, None)),
        }
    }

    /// Whether a variable is in a subscript of what a statement without loops writes.
    fn writes_along(&self, id: Id, iv: Symbol) -> bool {
        match self.arena.node(id) {
            Node::Store(_, children) => {
                let indices = children.split_last().map_or(&[][..], |(_, indices)| indices);
                indices.iter().any(|&index| self.arena.mentions(index, iv))
            }
            Node::Seq(statements) => statements
                .iter()
                .any(|&statement| self.writes_along(statement, iv)),
            _ => false,
        }
    }

    /// The number of iterations, where it is a constant.
    fn trips(&self, head: Loop, lo: Id, hi: Id) -> Option<i64> {
        let (lo, hi) = (self.arena.linear(lo)?, self.arena.linear(hi)?);
        lo.as_constant()?;
        let extent = hi.subtract(lo)?.as_constant()?;
        match head.step {
            Step::Fixed(step) if step > 0 => Some(extent.max(0).checked_add(step - 1)? / step),
            _ => None,
        }
    }

    fn copies(&mut self, head: Loop, lo: Id, body: Id, trips: i64) -> Option<Id> {
        let start = self.arena.linear(lo)?.as_constant()?;
        let Step::Fixed(step) = head.step else {
            return None;
        };
        let mut parts = Vec::new();
        for trip in 0..trips {
            let value = Linear::constant(start.checked_add(trip.checked_mul(step)?)?);
            let mut values = BTreeMap::from([(head.iv, value)]);
            parts.push(self.arena.copied(body, &mut values)?);
        }
        Some(self.arena.in_order(parts))
    }

    fn note(&mut self, head: Loop, found: Option<(i64, i64)>) {
        if let Some((_, trips)) = found.filter(|(_, trips)| *trips <= FEW_TRIPS) {
            let text = format!("its {trips} iterations would be too many copies");
            self.refusals.note(Refusal {
                rule: "copy_out",
                loops: vec![head.iv],
                why: Why::Stated(text),
            });
        }
    }
}

impl Arena<'_> {
    /// One statement after the other; where one only changes what the one before it stored they become one.
    fn in_order(&mut self, statements: Vec<Id>) -> Id {
        let mut all: Vec<Id> = Vec::new();
        for statement in statements {
            let parts = match self.node(statement) {
                Node::Seq(parts) => parts.to_vec(),
                _ => vec![statement],
            };
            for part in parts {
                let merged = all.last().and_then(|&before| self.passed_on(before, part));
                match merged {
                    Some(merged) => *all.last_mut().expect("there is one before") = merged,
                    None => all.push(part),
                }
            }
        }
        self.sequence(all)
    }

    /// Two stores to one cell as one, the value of the first in the place of what the second reads there. `None` where
    /// they are not to one cell, or the second may read that cell in another way.
    fn passed_on(&mut self, first: Id, second: Id) -> Option<Id> {
        let (Node::Store(buffer, before), Node::Store(other, after)) = (self.node(first), self.node(second))
        else {
            return None;
        };
        let (&value, at) = before.split_last()?;
        let (&next, indices) = after.split_last()?;
        if buffer != other || !self.is_one_cell(at, indices) {
            return None;
        }
        let (buffer, at, indices) = (*buffer, at.to_vec(), indices.to_vec());
        let passed = self.replaced(next, &mut |arena, node| match node {
            Node::Load(read, _, places) if *read == buffer => {
                arena.is_one_cell(&at, places).then_some(Some(value))
            }
            Node::Load(read, ..) => (!arena.dependences.may_alias(*read, buffer)).then_some(None),
            _ => Some(None),
        })?;
        let children = indices.into_iter().chain([passed]).collect();
        Some(self.add(Node::Store(buffer, children)))
    }

    fn is_one_cell(&self, a: &[Id], b: &[Id]) -> bool {
        let same =
            |(x, y): (&Id, &Id)| x == y || (self.linear(*x).is_some() && self.linear(*x) == self.linear(*y));
        a.len() == b.len() && a.iter().zip(b).all(same)
    }

    /// The expression with some of its nodes replaced: `by` says by what, if by anything, or that it may not be done. What it has
    /// in several places, of which there may be as many as two to the power of its depth, is looked at once.
    fn replaced(&mut self, id: Id, by: &mut dyn FnMut(&Self, &Node) -> Option<Option<Id>>) -> Option<Id> {
        self.replaced_once(id, by, &mut HashMap::new())
    }

    fn replaced_once(
        &mut self,
        id: Id,
        by: &mut dyn FnMut(&Self, &Node) -> Option<Option<Id>>,
        done: &mut HashMap<Id, Id>,
    ) -> Option<Id> {
        if let Some(&known) = done.get(&id) {
            return Some(known);
        }
        let mut node = self.node(id).clone();
        let new = match by(self, &node)? {
            Some(value) => value,
            None => {
                for child in node.children_mut() {
                    *child = self.replaced_once(*child, by, done)?;
                }
                self.add(node)
            }
        };
        done.insert(id, new);
        Some(new)
    }
}
