//! Splitting a loop at the iteration that all its dependences touch or cross.
//!
//! ```text
//! for j in a..b { c[i, j] += c[i, k] * c[k, j] }
//!   =>  for j in a..k { … }; for j in k..k + 1 { … }; for j in k + 1..b { … }
//! ```
//!
//! No iteration before `k` depends on another before it, none after it on another after it. The loop cannot be executed
//! in another order, but its parts can. After Banerjee, *Dependence analysis for supercomputing*, 1988, where
//! `k` is the crossing threshold of subscripts such as `i` and `n - i`.

use std::collections::BTreeSet;

use egg::{Id, Symbol};

use super::accesses::Accesses;
use super::arena::{Arena, LoopChange};
use super::index_set_split::stretches;
use crate::answer::Answer;
use crate::dependence::{Access, AccessId, Direction, Emptiness, Relation};
use crate::guard::Condition;
use crate::linear::Linear;
use crate::nest::Nest;
use crate::refusal::{Refusal, Refusals};
use crate::term::Loop;

/// Loops that are split in one nest; each makes two copies of its body.
const MOST_SPLITS: usize = 6;

/// A body with more accesses is not looked at: all pairs are compared.
const MOST_ACCESSES: usize = 24;

/// Dependence questions about one nest after which no more loops are looked at.
const MOST_QUESTIONS: usize = 4_000;

/// Points that are tried for one loop.
const MOST_POINTS: usize = 4;

/// The nest with its loops split. `None` where there is no such iteration.
pub fn cross(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    let (mut arena, root) = Arena::of(nest, oracle);
    let mut progress = Progress {
        left: MOST_SPLITS,
        forbids: None,
    };
    let split = arena.with_loops(root, &mut progress);
    if progress.left < MOST_SPLITS {
        return Some(arena.into_nest(split));
    }
    if let Some(dependence) = progress.forbids {
        note(&arena, "cross", dependence, refusals);
    }
    None
}

/// Notes the dependence that forbids a rule.
pub(super) fn note(
    arena: &Arena<'_>,
    rule: &'static str,
    Dependence {
        pair,
        relation,
        answer,
    }: Dependence,
    refusals: &mut Refusals,
) {
    let dependences = &arena.dependences;
    let order: Vec<Symbol> = dependences.domains.keys().copied().collect();
    let pair = pair.map(|access| dependences.access(access));
    let (loops, why) = refusals.dependence(pair, &relation, answer, &order, &dependences.buffers);
    refusals.note(Refusal { rule, loops, why });
}

/// The splits that may still be made, and what keeps the first loop from being split for which there is no point.
struct Progress {
    left: usize,
    forbids: Option<Dependence>,
}

/// Two accesses that may touch one cell in iterations that are related so.
pub(super) struct Dependence {
    pair: [AccessId; 2],
    relation: Relation,
    answer: Answer,
}

impl LoopChange for Progress {
    fn apply(&mut self, arena: &mut Arena<'_>, head: Loop, body: Id) -> Option<Vec<Id>> {
        if self.left == 0 {
            return None;
        }
        let point = arena.crossing(head, body, &mut self.forbids)?;
        let next = point.add(&Linear::constant(1))?;
        let parts = stretches(arena, (head, body), &[point, next], &[])?;
        self.left -= 1;
        Some(
            parts
                .into_iter()
                .map(|part| arena.with_loops(part, self))
                .collect(),
        )
    }
}

impl Arena<'_> {
    /// The value of a loop variable before which no iteration depends on another, and after which none does; `None`
    /// also where no iteration depends on another at all.
    pub(super) fn crossing(
        &mut self,
        head: Loop,
        body: Id,
        forbids: &mut Option<Dependence>,
    ) -> Option<Linear> {
        if self.domain(head.iv)?.step != 1 {
            return None;
        }
        let found = self.accesses_of(body);
        if !self.is_small(&found) {
            return None;
        }
        let around = self.dependences.domains.keys();
        let around = around.filter(|name| !found.inside.contains(*name));
        let mut relation: Relation = around.map(|name| (*name, Direction::Equal)).collect();
        relation.insert(head.iv, Direction::Less);
        let mut forbidding = self.dependence(&found.accesses, &[], &relation)?;
        let at = Linear::var(head.iv);
        let points = points(&found, head.iv);
        let crossing = points.into_iter().take(MOST_POINTS).find(|point| {
            let one = Linear::constant(-1);
            let before = point.subtract(&at).and_then(|gap| gap.add(&one));
            let after = at.subtract(point).and_then(|gap| gap.add(&one));
            [before, after].into_iter().all(|part| {
                let Some(part) = part else { return false };
                let part = [Condition::at_least_zero(part)];
                let found = self.dependence(&found.accesses, &part, &relation);
                match found {
                    None => true,
                    Some(dependence) => {
                        forbidding = dependence;
                        false
                    }
                }
            })
        });
        if crossing.is_none() {
            forbids.get_or_insert(forbidding);
        }
        crossing
    }

    /// Whether a body is looked at.
    pub(super) fn is_small(&self, found: &Accesses) -> bool {
        found.accesses.len() <= MOST_ACCESSES && self.dependences.queries() <= MOST_QUESTIONS
    }

    /// Two accesses that may depend on each other in iterations for which the conditions hold.
    pub(super) fn dependence(
        &mut self,
        accesses: &BTreeSet<Access>,
        part: &[Condition],
        relation: &Relation,
    ) -> Option<Dependence> {
        let restricted = accesses.iter().map(|access| {
            let mut access = access.clone();
            access.guard.extend(part.iter().cloned());
            access
        });
        let restricted = restricted.collect();
        self.dependence_between(&restricted, &restricted, relation)
    }

    /// An access of the one and an access of the other, in that order, that may depend on each other.
    pub(super) fn dependence_between(
        &mut self,
        sources: &BTreeSet<Access>,
        destinations: &BTreeSet<Access>,
        relation: &Relation,
    ) -> Option<Dependence> {
        let mut intern = |accesses: &BTreeSet<Access>| -> Vec<AccessId> {
            let accesses = accesses.iter().cloned();
            accesses.map(|access| self.dependences.intern(access)).collect()
        };
        let (sources, destinations) = (intern(sources), intern(destinations));
        for &a in &sources {
            for &b in &destinations {
                let answer = self.dependences.depend(a, b, relation);
                if !answer.is_no() {
                    return Some(Dependence {
                        pair: [a, b],
                        relation: relation.clone(),
                        answer,
                    });
                }
            }
        }
        None
    }
}

/// The value of a variable at which two subscripts are equal, or the last one before they are.
fn meeting(x: &Linear, y: &Linear, iv: Symbol) -> Option<Linear> {
    let slope = x.coefficient(iv).checked_sub(y.coefficient(iv))?;
    let [x, y] = [x, y].map(|index| index.subtract(&Linear::var(iv).scale(index.coefficient(iv))?));
    let distance = y?.subtract(&x?)?;
    match slope {
        1.. => distance.floordiv(slope),
        0 => None,
        _ => distance.scale(-1)?.floordiv(slope.checked_neg()?),
    }
}

/// The values of a variable at which two subscripts of one buffer meet that move with it differently.
fn points(found: &Accesses, iv: Symbol) -> Vec<Linear> {
    let is_fixed = |index: &Linear| {
        let mut fixed = true;
        index.for_each_var(&mut |v| fixed &= v != iv && !found.inside.contains(&v));
        fixed
    };
    let mut points: Vec<Linear> = Vec::new();
    for moving in &found.accesses {
        for other in found
            .accesses
            .iter()
            .filter(|other| other.buffer == moving.buffer)
        {
            for (x, y) in moving.indices.iter().zip(&other.indices) {
                let (Some(x), Some(y)) = (x, y) else { continue };
                let point = meeting(x, y, iv).filter(is_fixed);
                if let Some(point) = point
                    && !points.contains(&point)
                {
                    points.push(point);
                }
            }
        }
    }
    points
}
