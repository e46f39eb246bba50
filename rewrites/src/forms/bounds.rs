//! Splitting the iterations of a loop where another of the bounds of a loop inside becomes the closest.
//!
//! ```text
//! for i in a..b { for j in max(0, i - w)..d { S } }
//!   =>  for i in a..min(b, w) { for j in 0..d { S } }; for i in max(a, w)..b { for j in i - w..d { S } }
//! ```
//!
//! Inside a band the loops then have bounds without `min` and `max`, and often a constant number of iterations. The
//! iterations stay in their order, so nothing is asked of what they touch.

use egg::{Id, Symbol};

use super::arena::{Arena, LoopChange};
use super::index_set_split::{closest, stretches};
use super::split::change;
use crate::dependence::{Domain, Emptiness};
use crate::guard::Condition;
use crate::linear::Linear;
use crate::nest::Nest;
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::{IndexOp, Loop, Node, branches};

/// Loops that are split in one nest; each makes a copy of its body.
const MOST_SPLITS: usize = 6;

/// The nest with its loops split. `None` where no bound takes the place of another at a point of a loop.
pub fn bounds(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    let has_choice = |domain: &Domain| domain.lower.len() > 1 || domain.upper.len() > 1;
    if !nest.domains.values().any(has_choice) {
        return None;
    }
    let (mut arena, root) = Arena::of(nest, oracle);
    let mut left = Left(MOST_SPLITS);
    let split = arena.with_loops(root, &mut left);
    if left.0 == MOST_SPLITS {
        let why = "no bound of a loop takes the place of another at one iteration of a loop around";
        refusals.note(Refusal {
            rule: "bounds",
            loops: Vec::new(),
            why: Why::Stated(why.to_string()),
        });
        return None;
    }
    Some(arena.into_nest(split))
}

/// The loops that may still be split.
struct Left(usize);

impl LoopChange for Left {
    fn apply(&mut self, arena: &mut Arena<'_>, head: Loop, body: Id) -> Option<Vec<Id>> {
        if self.0 == 0 {
            return None;
        }
        let point = arena.bound_change(body, head.iv, &mut Vec::new())?;
        let parts = stretches(arena, (head, body), &[point], &[]).filter(|parts| parts.len() > 1)?;
        self.0 -= 1;
        let mut split = Vec::new();
        for part in parts {
            let part = arena.with_closest_bounds(part);
            split.push(arena.with_loops(part, self));
        }
        Some(split)
    }
}

impl Arena<'_> {
    /// The first iteration of a loop over `iv` for which one bound of a loop inside is at least another, or is not.
    fn bound_change(&self, id: Id, iv: Symbol, inside: &mut Vec<Symbol>) -> Option<Linear> {
        match self.node(id) {
            Node::Seq(statements) => statements.iter().find_map(|&s| self.bound_change(s, iv, inside)),
            Node::For(head, [_, _, body]) => {
                let domain = self.domain(head.iv)?;
                let is_fixed = |point: &Linear| !inside.iter().any(|inner| point.uses(*inner));
                let mut found = [&domain.lower, &domain.upper]
                    .into_iter()
                    .filter_map(|list| first_change(list, iv, &is_fixed));
                if let Some(point) = found.next() {
                    return Some(point);
                }
                inside.push(head.iv);
                let found = self.bound_change(*body, iv, inside);
                inside.pop();
                found
            }
            Node::If(_, children) => branches(children)
                .1
                .into_iter()
                .find_map(|s| self.bound_change(s, iv, inside)),
            _ => None,
        }
    }

    /// The statement with the loops in it without bounds that the others imply; those that never run are left out.
    fn with_closest_bounds(&mut self, id: Id) -> Id {
        match self.node(id).clone() {
            Node::Seq(statements) => {
                let all: Vec<Id> = statements.iter().map(|&s| self.with_closest_bounds(s)).collect();
                self.sequence(all)
            }
            Node::For(head, [mut lo, mut hi, body]) => {
                if let Some(domain) = self.domain(head.iv).cloned() {
                    let Some(part) = closest(self, domain.clone(), &[]) else {
                        return self.add(Node::Seq(Box::default()));
                    };
                    if part != domain {
                        lo = self.fold(IndexOp::Max, &part.lower);
                        hi = self.fold(IndexOp::Min, &part.upper);
                        self.set_domain(head.iv, part);
                    }
                }
                let body = self.with_closest_bounds(body);
                self.for_loop(head, [lo, hi], body)
            }
            Node::If(comparisons, children) => {
                let (ids, statements) = branches(&children);
                let statements = statements.map(|s| self.with_closest_bounds(s));
                let children = ids.iter().copied().chain(statements).collect();
                self.add(Node::If(comparisons, children))
            }
            _ => id,
        }
    }
}

/// Where the order of two of some bounds changes with a variable, at a point that says the same in the whole loop.
fn first_change(list: &[Linear], iv: Symbol, is_fixed: &dyn Fn(&Linear) -> bool) -> Option<Linear> {
    let pairs = list
        .iter()
        .enumerate()
        .flat_map(|(n, x)| list[n + 1..].iter().map(move |y| (x, y)));
    let mut points = pairs.filter_map(|(x, y)| {
        let condition = Condition::at_least_zero(x.subtract(y)?);
        let point = change(&condition, iv)?.pop()?;
        is_fixed(&point).then_some(point)
    });
    points.next()
}
