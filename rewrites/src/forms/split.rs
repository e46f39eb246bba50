//! Splitting the iterations of a loop where a condition inside it changes.
//!
//! ```text
//! for j in a..b { if j < e { S } else { R } }  =>  for j in a..min(b, e) { S }; for j in max(a, e)..b { R }
//! for j in a..b { if j == e { S } }            =>  for j in max(a, e)..min(b, e + 1) { S }
//! ```
//!
//! The point does not change in the loop; it may depend on the loops around, so a loop that another splits in a
//! triangle is found too. Each stretch has names of its own for its loops, because what is true in one of them is not
//! in the others.

use egg::{Id, Symbol};

use super::arena::Arena;
use super::index_set_split::stretches;
use crate::dependence::Emptiness;
use crate::guard::Condition;
use crate::linear::Linear;
use crate::nest::Nest;
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::{Comparison, Node, branches};

/// Loops that are split in one nest; each makes a copy or two of its body.
const MOST_SPLITS: usize = 8;

/// The nest with its loops split. `None` where no condition changes at a point of a loop.
pub fn split(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    if !nest.term.as_ref().iter().any(|node| matches!(node, Node::If(..))) {
        return None;
    }
    let (mut arena, root) = Arena::of(nest, oracle);
    let mut left = MOST_SPLITS;
    let split = arena.split(root, &mut Vec::new(), &mut left);
    if left == MOST_SPLITS {
        refusals.note(Refusal {
            rule: "split",
            loops: Vec::new(),
            why: Why::Stated(
                "no condition changes between two iterations only, the same in the loops inside".to_string(),
            ),
        });
        return None;
    }
    Some(arena.into_nest(split))
}

impl Arena<'_> {
    fn split(&mut self, id: Id, known: &mut Vec<Condition>, left: &mut usize) -> Id {
        match self.node(id).clone() {
            Node::Seq(statements) => {
                let split: Vec<Id> = statements.iter().map(|&s| self.split(s, known, left)).collect();
                self.sequence(split)
            }
            Node::For(head, [lo, hi, body]) => {
                let points = self.points(body, head.iv, &mut Vec::new());
                if let Some(points) = points
                    && *left > 0
                    && let Some(parts) = stretches(self, (head, body), &points, known)
                {
                    *left -= 1;
                    let mut split = Vec::new();
                    for part in parts {
                        let part = self.decided(part, known);
                        split.push(self.split(part, known, left));
                    }
                    return self.sequence(split);
                }
                let body = self.split(body, known, left);
                self.for_loop(head, [lo, hi], body)
            }
            Node::If(comparisons, children) => {
                let (ids, [then, otherwise]) = branches(&children);
                let before = known.len();
                known.extend(self.conditions(&comparisons, ids).into_iter().flatten());
                let then = self.split(then, known, left);
                known.truncate(before);
                let otherwise = self.split(otherwise, known, left);
                let children = ids.iter().copied().chain([then, otherwise]).collect();
                self.add(Node::If(comparisons, children))
            }
            _ => id,
        }
    }

    /// Where the first condition in a body changes with a variable and not with the loops inside.
    fn points(&self, id: Id, iv: Symbol, inside: &mut Vec<Symbol>) -> Option<Vec<Linear>> {
        match self.node(id) {
            Node::Seq(statements) => statements.iter().find_map(|&s| self.points(s, iv, inside)),
            Node::For(head, [_, _, body]) => {
                inside.push(head.iv);
                let found = self.points(*body, iv, inside);
                inside.pop();
                found
            }
            Node::If(comparisons, children) => {
                let (ids, statements) = branches(children);
                let conditions = self.conditions(comparisons, ids).unwrap_or_default();
                let mut found = conditions.iter().filter_map(|condition| {
                    let points = change(condition, iv)?;
                    let moves = |v: &Symbol| points.iter().any(|point| point.uses(*v));
                    (!inside.iter().any(moves)).then_some(points)
                });
                found
                    .next()
                    .or_else(|| statements.iter().find_map(|&s| self.points(s, iv, inside)))
            }
            _ => None,
        }
    }
}

/// The values of a variable at which a condition is not what it was for the value before.
pub(super) fn change(condition: &Condition, iv: Symbol) -> Option<Vec<Linear>> {
    let c = condition.expr.coefficient(iv);
    let rest = condition.expr.subtract(&Linear::var(iv).scale(c)?)?;
    if c == 0 || rest.uses(iv) {
        return None;
    }
    let one = Linear::constant(1);
    match condition.comparison {
        // c·iv >= -rest
        Comparison::AtLeastZero if c > 0 => Some(vec![rest.scale(-1)?.ceildiv(c)?]),
        // -c·iv <= rest
        Comparison::AtLeastZero => Some(vec![rest.floordiv(c.checked_neg()?)?.add(&one)?]),
        Comparison::Zero if c == 1 || c == -1 => {
            let at = rest.scale(-c)?;
            let next = at.add(&one)?;
            Some(vec![at, next])
        }
        Comparison::Zero => None,
    }
}
