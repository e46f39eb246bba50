//! Peeling the first or the last iterations of a loop off it, where all dependences between its iterations have an end
//! in one of them.
//!
//! ```text
//! for i in 0..n { a[i] = a[i] + a[0] + a[1] }
//!   =>  for i in 0..min(n, 2) { … }; for i in 2..n { … }
//! ```
//!
//! The order of the iterations stays what it is, so this is always right; what is left has no order. The parts
//! have names of their own for their loops, because what is true in one of them is not in the other.

use egg::{Id, Symbol};

use super::accesses::Accesses;
use super::arena::{Arena, LoopChange};
use super::cross::{Dependence, note};
use super::index_set_split::stretches;
use crate::dependence::{Direction, Emptiness, Relation};
use crate::guard::Condition;
use crate::linear::Linear;
use crate::nest::Nest;
use crate::refusal::Refusals;
use crate::term::{Loop, Node};

/// Loops that are peeled in one nest; each makes a copy or two of its body.
const MOST_PEELED: usize = 4;

/// Iterations that are peeled off an end. More of them take time that the others must win back.
const MOST_ITERATIONS: i64 = 3;

/// The nest with its loops peeled. `None` where that frees none.
pub fn peel(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    let (mut arena, root) = Arena::of(nest, oracle);
    let mut progress = Progress {
        left: MOST_PEELED,
        forbids: None,
    };
    let peeled = arena.with_loops(root, &mut progress);
    if progress.left < MOST_PEELED {
        return Some(arena.into_nest(peeled));
    }
    if let Some(dependence) = progress.forbids {
        note(&arena, "peel", dependence, refusals);
    }
    None
}

/// The loops that may still be peeled, and what is left between the iterations of the first that is not.
struct Progress {
    left: usize,
    forbids: Option<Dependence>,
}

/// How many iterations are peeled off either end.
#[derive(Clone, Copy)]
struct Ends {
    first: i64,
    last: i64,
}

impl LoopChange for Progress {
    fn apply(&mut self, arena: &mut Arena<'_>, head: Loop, body: Id) -> Option<Vec<Id>> {
        if self.left == 0 {
            return None;
        }
        let ends = arena.dependent_ends(head, body, &mut self.forbids)?;
        let parts = arena.without_ends(head, body, ends)?;
        self.left -= 1;
        Some(parts)
    }
}

impl Arena<'_> {
    /// The ends of a loop, as short as can be, without which none of its iterations depends on another; `None` also
    /// where none does at all, and where the loop is split at one iteration better.
    fn dependent_ends(&mut self, head: Loop, body: Id, forbids: &mut Option<Dependence>) -> Option<Ends> {
        let [lower, upper] = self.only_bounds(head.iv)?;
        if self.crossing(head, body, &mut None).is_some() {
            return None;
        }
        let found = self.accesses_of(body);
        if !self.is_small(&found) {
            return None;
        }
        let relation = self.later(head.iv, &found);
        let mut forbidding = self.dependence(&found.accesses, &[], &relation)?;
        let all = (1..=MOST_ITERATIONS).flat_map(|n| [(n, 0), (0, n), (n, n)]);
        let trip = upper.subtract(&lower)?.as_constant();
        for (first, last) in all.filter(|(first, last)| trip.is_none_or(|trip| trip > first + last)) {
            let at = Linear::var(head.iv);
            let after = at
                .subtract(&lower)
                .and_then(|gap| gap.add(&Linear::constant(-first)));
            let before = upper
                .subtract(&at)
                .and_then(|gap| gap.add(&Linear::constant(-1 - last)));
            let inside = [after?, before?].map(Condition::at_least_zero);
            match self.dependence(&found.accesses, &inside, &relation) {
                None => return Some(Ends { first, last }),
                Some(dependence) => forbidding = dependence,
            }
        }
        forbids.get_or_insert(forbidding);
        None
    }

    /// The iterations at the start, the others, and those at the end. What `stretches` makes is always used, for it
    /// gives the name of the loop to one of the parts.
    fn without_ends(&mut self, head: Loop, body: Id, ends: Ends) -> Option<Vec<Id>> {
        let [lower, upper] = self.only_bounds(head.iv)?;
        let start = lower.add(&Linear::constant(ends.first))?;
        let end = upper.add(&Linear::constant(-ends.last))?;
        if ends.first == 0 {
            return stretches(self, (head, body), &[end], &[]);
        }
        let mut parts = stretches(self, (head, body), &[start], &[])?;
        if ends.last > 0
            && let Some(&last) = parts.last()
            && let Node::For(head, [_, _, body]) = *self.node(last)
            && let Some(rest) = stretches(self, (head, body), &[end], &[])
        {
            parts.pop();
            parts.extend(rest);
        }
        Some(parts)
    }

    /// The bounds of a loop of step one, where there is one of each.
    pub(super) fn only_bounds(&self, iv: Symbol) -> Option<[Linear; 2]> {
        let domain = self.domain(iv)?;
        match (domain.lower.as_slice(), domain.upper.as_slice()) {
            ([lower], [upper]) if domain.step == 1 => Some([lower.clone(), upper.clone()]),
            _ => None,
        }
    }

    /// A later iteration of a loop, the loops around it equal.
    pub(super) fn later(&self, iv: Symbol, found: &Accesses) -> Relation {
        let around = self.dependences.domains.keys();
        let around = around.filter(|name| !found.inside.contains(*name));
        let mut relation: Relation = around.map(|name| (*name, Direction::Equal)).collect();
        relation.insert(iv, Direction::Less);
        relation
    }
}
