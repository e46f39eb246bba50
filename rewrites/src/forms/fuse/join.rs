//! Which loops can be fused, and by how much the later one is shifted.

use std::collections::BTreeSet;

use egg::Symbol;

use super::{Fusion, MOST_QUESTIONS, Member};
use crate::answer::Answer;
use crate::dependence::{Access, AccessId, Direction, Domain, Relation};
use crate::forms::accesses::Accesses;
use crate::forms::arena::Arena;
use crate::linear::Linear;
use crate::refusal::{Refusals, Why};
use crate::term::{Loop, Node};

/// Loops that are made one.
const MOST_MEMBERS: usize = 6;

/// Statements with more pairs of accesses are not compared.
const MOST_PAIRS: usize = 600;

/// As many iterations of a loop are peeled at most. The number is arbitrary; stencils of some order need as many.
const MOST_SHIFT: i64 = 8;

/// Shifts that are tried for one pair of loops.
const MOST_TRIED: usize = 6;

/// What keeps two loops apart.
pub struct Forbidding {
    pub loops: [Symbol; 2],
    pub by: By,
}

pub enum By {
    Dependence([AccessId; 2], Answer),
    Stated(&'static str),
}

impl Forbidding {
    pub fn why(self, arena: &Arena<'_>, refusals: &Refusals) -> (Vec<Symbol>, Why) {
        let why = match self.by {
            By::Stated(text) => Why::Stated(text.to_string()),
            By::Dependence(pair, answer) => {
                let dependences = &arena.dependences;
                let pair = pair.map(|access| dependences.access(access));
                let (_, why) = refusals.dependence(pair, &Relation::new(), answer, &[], &dependences.buffers);
                why
            }
        };
        (self.loops.to_vec(), why)
    }
}

/// The pairs of accesses of two statements that may forbid something. `None` when they are too many.
pub fn pairs(arena: &mut Arena<'_>, first: &Accesses, second: &Accesses) -> Option<Vec<[AccessId; 2]>> {
    if first.accesses.len().saturating_mul(second.accesses.len()) > MOST_PAIRS
        || arena.dependences.queries() > MOST_QUESTIONS
    {
        return None;
    }
    let mut found = Vec::new();
    for a in &first.accesses {
        for b in second.accesses.iter().filter(|b| a.is_write || b.is_write) {
            let ids = [a, b].map(|access| arena.dependences.intern(access.clone()));
            found.push(ids);
        }
    }
    Some(found)
}

/// Two loops as they stand or with the loop inside in place of the one outside.
type Variant = (Vec<Member>, Member);

impl Arena<'_> {
    /// The loops with one more that stands after them; `None` where it cannot be fused with them, or it would not help.
    pub(super) fn join(
        &mut self,
        group: &[Member],
        member: &Member,
        fusion: &mut Fusion,
    ) -> Option<Vec<Member>> {
        if group.len() >= MOST_MEMBERS {
            return None;
        }
        let mut fixed = None;
        let mut helps = false;
        for (mut group, mut member) in self.variants(group, member, fusion, &mut fixed) {
            let touched: Vec<Accesses> = group.iter().map(|m| self.accesses_of(m.body)).collect();
            let mine = self.accesses_of(member.body);
            let is_of_use = group
                .iter()
                .zip(&touched)
                .any(|(other, accesses)| share(other.head.iv, accesses, member.head.iv, &mine));
            if !is_of_use {
                continue;
            }
            helps = true;
            if let Some(shift) = self.shift(&group, &touched, &member, &mine, fusion) {
                member.shift = shift;
                group.push(member);
                return Some(group);
            }
        }
        if let (false, Some((loops, by))) = (helps, fixed) {
            fusion.forbid(loops, by);
        }
        None
    }

    /// As they stand first.
    fn variants(
        &mut self,
        group: &[Member],
        member: &Member,
        fusion: &Fusion,
        fixed: &mut Option<([Symbol; 2], By)>,
    ) -> Vec<Variant> {
        let mut groups = vec![group.to_vec()];
        if let [only] = group {
            let exchanged = self.exchanged(only, fusion, fixed);
            groups.extend(exchanged.map(|exchanged| vec![exchanged]));
        }
        let mut members = vec![member.clone()];
        members.extend(self.exchanged(member, fusion, fixed));
        let all = groups
            .iter()
            .flat_map(|g| members.iter().map(|m| (g.clone(), m.clone())));
        all.collect()
    }

    /// A loop in the place of the one around it, where no instance depends on one of an earlier iteration of the outer
    /// and a later one of the inner loop, and the bounds of both depend on neither.
    fn exchanged(
        &mut self,
        outer: &Member,
        fusion: &Fusion,
        fixed: &mut Option<([Symbol; 2], By)>,
    ) -> Option<Member> {
        let Node::For(head, [lo, hi, body]) = self.node(outer.body).clone() else {
            return None;
        };
        let domain = self.domain(head.iv)?.clone();
        let mut bounds = domain.lower.iter().chain(&domain.upper);
        if bounds.any(|bound| bound.uses(outer.head.iv)) {
            return None;
        }
        let accesses = self.accesses_of(body);
        let mut relation = fusion.same();
        relation.insert(outer.head.iv, Direction::Less);
        relation.insert(head.iv, Direction::Greater);
        let pairs = pairs(self, &accesses, &accesses)?;
        for [a, b] in pairs {
            let answer = self.dependences.depend(a, b, &relation);
            if !answer.is_no() {
                fixed.get_or_insert(([outer.head.iv, head.iv], By::Dependence([a, b], answer)));
                return None;
            }
        }
        let inner = self.add(Node::For(outer.head, [outer.bounds[0], outer.bounds[1], body]));
        Some(Member {
            head,
            bounds: [lo, hi],
            body: inner,
            domain,
            shift: 0,
        })
    }

    /// The least shift with which a loop can be fused with others.
    fn shift(
        &mut self,
        group: &[Member],
        touched: &[Accesses],
        member: &Member,
        mine: &Accesses,
        fusion: &mut Fusion,
    ) -> Option<i64> {
        let loops = [group[0].head.iv, member.head.iv];
        let Some(aligned) = alignment(group, member) else {
            fusion.forbid(loops, By::Stated("their bounds differ by what is no constant"));
            return None;
        };
        let mut shifts = BTreeSet::from([0]);
        if group[0].domain.step == 1 && is_plain(member) && group.iter().all(is_plain) {
            for (other, accesses) in group.iter().zip(touched) {
                shifts.extend(distances(other, accesses, member.head.iv, mine));
            }
        }
        shifts.retain(|shift| shift.saturating_sub(aligned).abs() <= MOST_SHIFT);
        let tried = [aligned]
            .into_iter()
            .chain(shifts.into_iter().filter(|s| *s != aligned));
        let mut first = None;
        for shift in tried.take(MOST_TRIED) {
            match self.conflict(group, touched, member, mine, shift, fusion)? {
                None => return Some(shift),
                Some(conflict) => {
                    first.get_or_insert(conflict);
                }
            }
        }
        if let Some((pair, answer)) = first {
            fusion.forbid(loops, By::Dependence(pair, answer));
        }
        None
    }

    /// Two accesses of which that of the shifted loop would come too early. `None` where there are too many to tell.
    #[allow(clippy::type_complexity)]
    fn conflict(
        &mut self,
        group: &[Member],
        touched: &[Accesses],
        member: &Member,
        mine: &Accesses,
        shift: i64,
        fusion: &Fusion,
    ) -> Option<Option<([AccessId; 2], Answer)>> {
        let same = fusion.same();
        let later = place(member.head, shift)?;
        for (other, accesses) in group.iter().zip(touched) {
            let earlier = place(other.head, other.shift)?;
            for [a, b] in pairs(self, accesses, mine)? {
                let places = [&earlier, &later];
                let answer = self.dependences.depend_backwards(a, b, &same, places);
                if !answer.is_no() {
                    return Some(Some(([a, b], answer)));
                }
            }
        }
        Some(None)
    }
}

fn place(head: Loop, shift: i64) -> Option<Linear> {
    Linear::var(head.iv).add(&Linear::constant(shift))
}

fn is_plain(member: &Member) -> bool {
    let Domain { lower, upper, step } = &member.domain;
    *step == 1 && lower.len() == 1 && upper.len() == 1
}

/// Whether two loops have the same iterations.
pub fn is_same(a: &Domain, b: &Domain) -> bool {
    let within = |x: &[Linear], y: &[Linear]| x.iter().all(|bound| y.contains(bound));
    let same = |x: &[Linear], y: &[Linear]| within(x, y) && within(y, x);
    a.step == b.step && same(&a.lower, &b.lower) && same(&a.upper, &b.upper)
}

/// The shift with which a loop starts where the first of the others does; zero where that is too much. `None` where
/// their bounds differ by what is no constant.
fn alignment(group: &[Member], member: &Member) -> Option<i64> {
    let first = &group[0];
    if group
        .iter()
        .all(|other| other.shift == 0 && is_same(&other.domain, &member.domain))
    {
        return Some(0);
    }
    if !group.iter().all(is_plain) || !is_plain(member) {
        return None;
    }
    let gap = |a: &Linear, b: &Linear| a.subtract(b)?.as_constant();
    let below = gap(&first.domain.lower[0], &member.domain.lower[0])?;
    let above = gap(&first.domain.upper[0], &member.domain.upper[0])?;
    let is_near = below.checked_sub(above)?.checked_abs()? <= MOST_SHIFT;
    is_near.then_some(below)
}

/// How much later than an iteration of the first loop one of the second is to be that touches the same cell, by each pair
/// of subscripts that tells.
fn distances(first: &Member, accesses: &Accesses, second: Symbol, others: &Accesses) -> BTreeSet<i64> {
    let mut found = BTreeSet::new();
    for (a, b) in conflicting(accesses, others) {
        for (x, y) in a.indices.iter().zip(&b.indices) {
            let (Some(x), Some(y)) = (x, y) else { continue };
            let c = x.coefficient(first.head.iv);
            let rest = |l: &Linear, v: Symbol| l.subtract(&Linear::var(v).scale(c)?);
            // c·i + p = c·k + q where i = k + (q - p) / c.
            let gap = rest(y, second)
                .zip(rest(x, first.head.iv))
                .and_then(|(q, p)| q.subtract(&p)?.as_constant());
            if let Some(gap) = gap.filter(|gap| c != 0 && y.coefficient(second) == c && gap % c == 0) {
                found.extend((gap / c).checked_add(first.shift));
            }
        }
    }
    found
}

fn conflicting<'a>(
    first: &'a Accesses,
    second: &'a Accesses,
) -> impl Iterator<Item = (&'a Access, &'a Access)> {
    let all = first
        .accesses
        .iter()
        .flat_map(|a| second.accesses.iter().map(move |b| (a, b)));
    all.filter(|(a, b)| a.buffer == b.buffer && (a.is_write || b.is_write))
}

/// Whether iterations of two loops that are near each other touch cells of one array that are.
fn share(first: Symbol, accesses: &Accesses, second: Symbol, others: &Accesses) -> bool {
    let moves = |a: &Access, b: &Access| {
        let mut dims = a.indices.iter().zip(&b.indices);
        dims.any(|(x, y)| match (x, y) {
            (Some(x), Some(y)) => {
                let c = x.coefficient(first);
                c != 0 && c == y.coefficient(second)
            }
            _ => false,
        })
    };
    let mut all = accesses
        .accesses
        .iter()
        .flat_map(|a| others.accesses.iter().map(move |b| (a, b)));
    all.any(|(a, b)| a.buffer == b.buffer && moves(a, b))
}
