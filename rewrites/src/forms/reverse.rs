//! Running a loop backwards.
//!
//! ```text
//! for i in a..b { S(i) }  =>  for j in a..b { S(a + b - 1 - j) }
//! ```
//!
//! No iteration may depend on another, the loops around equal. By itself that wins nothing; it makes rows
//! of what is written from the end to the start, and loops exchangeable of which one goes up where the other goes
//! down. The loop gets a name of its own, for what is said of an iteration by its name is another thing backwards.

use std::collections::BTreeMap;

use egg::{Id, Symbol};

use super::accesses::Accesses;
use super::arena::Arena;
use super::cross::{Dependence, note};
use crate::dependence::{Access, Direction, Emptiness};
use crate::linear::Linear;
use crate::nest::Nest;
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::{Loop, Node, branches};

/// Loops that are reversed in one nest.
const MOST_REVERSED: usize = 4;

/// The nest with loops reversed. `None` where that promises nothing, or some iteration depends on another.
pub fn reverse(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    let (mut arena, root) = Arena::of(nest, oracle);
    let mut progress = Progress {
        left: MOST_REVERSED,
        forbids: None,
    };
    let reversed = arena.reversed(root, None, &mut progress);
    if progress.left < MOST_REVERSED {
        return Some(arena.into_nest(reversed));
    }
    match progress.forbids {
        Some(dependence) => note(&arena, "reverse", dependence, refusals),
        None => refusals.note(Refusal {
            rule: "reverse",
            loops: Vec::new(),
            why: Why::Stated(
                "no loop writes rows from their end, or keeps another from being exchanged".to_string(),
            ),
        }),
    }
    None
}

/// The loops that may still be reversed, and what keeps the first from it for which it would be of use.
struct Progress {
    left: usize,
    forbids: Option<Dependence>,
}

impl Arena<'_> {
    /// `around` is the loop of which the statement is all that it does.
    fn reversed(&mut self, id: Id, around: Option<Symbol>, progress: &mut Progress) -> Id {
        match self.node(id).clone() {
            Node::Seq(statements) => {
                let all = statements.iter();
                let reversed: Vec<Id> = all.map(|&s| self.reversed(s, None, progress)).collect();
                self.sequence(reversed)
            }
            Node::For(head, [lo, hi, body]) => {
                let here = match self.is_wanted(head, body, around, progress) {
                    true => self.backwards(head, body),
                    false => None,
                };
                let (head, body) = match here {
                    Some((head, body)) => {
                        progress.left -= 1;
                        (head, body)
                    }
                    None => (head, body),
                };
                let body = self.reversed(body, Some(head.iv), progress);
                self.for_loop(head, [lo, hi], body)
            }
            Node::If(comparisons, children) => {
                let (ids, statements) = branches(&children);
                let statements = statements.map(|s| self.reversed(s, None, progress));
                let children = ids.iter().copied().chain(statements).collect();
                self.add(Node::If(comparisons, children))
            }
            _ => id,
        }
    }

    /// Whether a loop may be reversed, and something is to be won.
    fn is_wanted(&mut self, head: Loop, body: Id, around: Option<Symbol>, progress: &mut Progress) -> bool {
        if progress.left == 0 || self.only_bounds(head.iv).is_none() {
            return false;
        }
        let found = self.accesses_of(body);
        if !self.is_small(&found)
            || !(writes_rows_backwards(&found, head.iv) || self.keeps_from_exchange(head.iv, around, &found))
        {
            return false;
        }
        let relation = self.later(head.iv, &found);
        match self.dependence(&found.accesses, &[], &relation) {
            None => true,
            Some(dependence) => {
                progress.forbids.get_or_insert(dependence);
                false
            }
        }
    }

    /// Whether some iteration depends on one that is earlier in the loop around and later in this one, and none on
    /// one that is earlier in both.
    fn keeps_from_exchange(&mut self, iv: Symbol, around: Option<Symbol>, found: &Accesses) -> bool {
        let Some(around) = around else {
            return false;
        };
        let mut relation = self.later(around, found);
        let mut depends = |direction| {
            relation.insert(iv, direction);
            self.dependence(&found.accesses, &[], &relation).is_some()
        };
        depends(Direction::Greater) && !depends(Direction::Less)
    }

    /// The head and the body of the loop backwards. `None` on overflow.
    fn backwards(&mut self, head: Loop, body: Id) -> Option<(Loop, Id)> {
        let [lower, upper] = self.only_bounds(head.iv)?;
        let ends = lower.add(&upper)?.add(&Linear::constant(-1))?;
        let domain = self.domain(head.iv)?.clone();
        let name = self.fresh(head.iv);
        self.set_domain(name, domain);
        let place = ends.subtract(&Linear::var(name))?;
        let body = self.copied(body, &mut BTreeMap::from([(head.iv, place)]))?;
        Some((Loop { iv: name, ..head }, body))
    }
}

/// Whether the writes that move with a loop all move by one element towards the start of a row, and there is one.
fn writes_rows_backwards(found: &Accesses, iv: Symbol) -> bool {
    let moves = |access: &&Access| access.indices.iter().flatten().any(|i| i.uses(iv));
    let mut writes = found.accesses.iter().filter(|a| a.is_write).filter(moves);
    let is_backwards = |access: &Access| match access.indices.split_last() {
        Some((Some(last), outer)) => {
            last.coefficient(iv) == -1 && outer.iter().flatten().all(|index| !index.uses(iv))
        }
        _ => false,
    };
    writes.next().is_some_and(is_backwards) && writes.all(is_backwards)
}
