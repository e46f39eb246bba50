//! Splitting the iterations of a loop where a condition inside it changes.
//!
//! ```text
//! for j in a..b { if j < e { S } else { R } }  =>  for j in a..min(b, e) { S }; for j in max(a, e)..b { R }
//! for j in a..b { if j == e { S } }            =>  for j in max(a, e)..min(b, e + 1) { S }
//! for j in a..b { for k in 0..3 { if j + k >= 1 { S } } }
//!   =>  for j in a..min(b, 1) { for k in 0..3 { if j + k >= 1 { S } } }; for j in max(a, 1)..b { for k in 0..3 { S } }
//! ```
//!
//! The point does not change in the loop; it may depend on the loops around, so a loop that another splits in a
//! triangle is found too. Where it depends on a short loop inside, as in a convolution whose window reaches beyond the border, the
//! iterations for which the condition holds throughout that loop are a stretch of their own, and so are those for which it fails
//! throughout; the others, the border, are kept as they are. So it is where a subscript is chosen by a condition. Each stretch has names
//! of its own for its loops, because what is true in one of them is not in the others.

use egg::{Id, Symbol};

use super::arena::Arena;
use super::copies::copy_out;
use super::decide::has_conditions;
use super::index_set_split::numbered_stretches;
use crate::dependence::Emptiness;
use crate::guard::Condition;
use crate::linear::Linear;
use crate::nest::Nest;
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::{Comparison, Loop, LoopKind, Node, branches};

/// Loops that are split in one nest; each makes a copy or two of its body.
const MOST_SPLITS: usize = 8;

/// The most iterations of a loop in which a condition may change for that around it to be split where it holds throughout.
/// Arbitrary: windows are no longer.
const LONGEST_WINDOW: i64 = 32;

/// Where a loop is cut.
struct Cut {
    points: Vec<Linear>,
    /// The number of points before the stretch in which the condition changes in loops inside, if it does.
    border: Option<usize>,
    /// Whether a single iteration is border too.
    keeps_single: bool,
}

impl Cut {
    /// Whether some iterations are kept as they are.
    fn has_border(&self) -> bool {
        self.border.is_some() || self.keeps_single
    }
}

/// The nest with its loops split. `None` where no condition changes at a point of a loop.
pub fn split(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    if !has_conditions(nest) {
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
    let split = arena.with_own_temporaries(split);
    let split = arena.with_kept_apart(split);
    let split = arena.into_nest(split);
    // Short loops that were under a condition are under none.
    let copied = copy_out(&split, oracle, &mut Refusals::default());
    Some(copied.unwrap_or(split))
}

impl Arena<'_> {
    fn split(&mut self, id: Id, known: &mut Vec<Condition>, left: &mut usize) -> Id {
        match self.node(id).clone() {
            Node::Seq(statements) => {
                let split: Vec<Id> = statements.iter().map(|&s| self.split(s, known, left)).collect();
                self.sequence(split)
            }
            Node::For(head, [lo, hi, body]) => {
                let cut = self.cut(body, head.iv, &mut Vec::new());
                if let Some(cut) = cut
                    && *left > 0
                    && let Some(parts) =
                        numbered_stretches(self, (head, body), &cut.points, known, cut.has_border())
                {
                    *left -= 1;
                    let mut split = Vec::new();
                    for (number, part) in parts {
                        let part = self.decided(part, known);
                        let is_border =
                            cut.border == Some(number) || cut.keeps_single && self.is_single(part);
                        split.push(match is_border {
                            true => self.kept(part),
                            false => self.split(part, known, left),
                        });
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

    /// Where the first condition in a body changes with a variable and not with the loops inside, or holds throughout these.
    fn cut(&self, id: Id, iv: Symbol, inside: &mut Vec<Symbol>) -> Option<Cut> {
        match self.node(id) {
            Node::Seq(statements) => statements.iter().find_map(|&s| self.cut(s, iv, inside)),
            Node::For(head, [_, _, body]) => {
                inside.push(head.iv);
                let found = self.cut(*body, iv, inside);
                inside.pop();
                found
            }
            Node::If(comparisons, children) => {
                let (ids, statements) = branches(children);
                let conditions = self.conditions(comparisons, ids).unwrap_or_default();
                let mut found = conditions
                    .iter()
                    .filter_map(|condition| self.cut_at(condition, iv, inside));
                found
                    .next()
                    .or_else(|| statements.iter().find_map(|&s| self.cut(s, iv, inside)))
            }
            Node::Store(..) => {
                let conditions = self.conditions_of_choices(id);
                let cut = conditions
                    .iter()
                    .find_map(|condition| self.cut_at(condition, iv, inside));
                cut.map(|cut| Cut {
                    keeps_single: true,
                    ..cut
                })
            }
            _ => None,
        }
    }

    /// A statement whose loops no rule changes.
    fn kept(&mut self, id: Id) -> Id {
        match self.node(id).clone() {
            Node::For(head, [lo, hi, body]) => {
                let body = self.kept(body);
                let kind = LoopKind::Kept;
                self.for_loop(Loop { kind, ..head }, [lo, hi], body)
            }
            Node::Seq(statements) => {
                let kept: Vec<Id> = statements.iter().map(|&s| self.kept(s)).collect();
                self.sequence(kept)
            }
            Node::If(comparisons, children) => {
                let (ids, statements) = branches(&children);
                let statements = statements.map(|s| self.kept(s));
                let children = ids.iter().copied().chain(statements).collect();
                self.add(Node::If(comparisons, children))
            }
            _ => id,
        }
    }

    fn cut_at(&self, condition: &Condition, iv: Symbol, inside: &[Symbol]) -> Option<Cut> {
        let moves = |points: &[Linear]| {
            let uses = |v: &Symbol| points.iter().any(|point| point.uses(*v));
            inside.iter().any(uses)
        };
        let points = change(condition, iv)?;
        if !moves(&points) {
            return Some(Cut {
                points,
                border: None,
                keeps_single: false,
            });
        }
        let mut points = Vec::new();
        for is_least in [
            condition.expr.coefficient(iv) < 0,
            condition.expr.coefficient(iv) > 0,
        ] {
            let extreme = Condition::at_least_zero(self.extreme_in(condition, inside, is_least)?);
            points.extend(change(&extreme, iv)?);
        }
        (!moves(&points)).then_some(Cut {
            points,
            border: Some(1),
            keeps_single: false,
        })
    }

    /// Whether a statement is a loop of one iteration at most.
    fn is_single(&self, id: Id) -> bool {
        let Node::For(head, _) = self.node(id) else {
            return false;
        };
        self.domain(head.iv).is_some_and(|domain| {
            let pairs = domain
                .lower
                .iter()
                .flat_map(|l| domain.upper.iter().map(move |u| u.subtract(l)));
            pairs
                .flatten()
                .any(|trips| trips.as_constant().is_some_and(|trips| trips <= 1))
        })
    }

    /// What a condition compares with zero, at its least or greatest in short loops.
    fn extreme_in(&self, condition: &Condition, inside: &[Symbol], is_least: bool) -> Option<Linear> {
        let mut extreme = condition.expr.clone();
        for &iv in inside.iter().rev().filter(|iv| condition.expr.uses(**iv)) {
            let domain = self.domain(iv)?;
            let ([lower], [upper]) = (domain.lower.as_slice(), domain.upper.as_slice()) else {
                return None;
            };
            let trips = upper.subtract(lower)?.as_constant()?;
            if condition.comparison != Comparison::AtLeastZero || !(1..=LONGEST_WINDOW).contains(&trips) {
                return None;
            }
            let coefficient = extreme.coefficient(iv);
            let own = Linear::var(iv).scale(coefficient)?;
            let rest = extreme.subtract(&own).filter(|rest| !rest.uses(iv))?;
            let at = match (coefficient > 0) == is_least {
                true => lower.clone(),
                false => upper.add(&Linear::constant(-1))?,
            };
            extreme = rest.add(&at.scale(coefficient)?)?;
        }
        Some(extreme)
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
