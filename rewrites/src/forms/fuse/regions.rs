//! The code of fused loops: the iterations that all of them have, and before and after it those that some have.
//!
//! Each loop runs through positions `from..to`; position `p` of the fused loop executes, in their order, the loops with
//! `from <= p < to`. The starts differ by constants, and so do the ends. Between two starts that are next to each other
//! in their order, and two ends that are, the same loops run at every position: that is a region, and every
//! position is in exactly one, whatever values the sizes have. Two regions of which neither comes before the other
//! by starts and ends are not both inhabited, so the order of the starts, then of the ends, is that of the positions.

use std::collections::{BTreeMap, BTreeSet};

use egg::Id;

use super::Member;
use super::join::is_same;
use crate::dependence::Domain;
use crate::forms::arena::Arena;
use crate::forms::index_set_split::{closest, part_of, single};
use crate::linear::Linear;
use crate::term::{Loop, Node};

/// Loops whose positions begin and end at these distances from those of the first.
struct Ends {
    start: Linear,
    end: Linear,
    starts: Vec<i64>,
    ends: Vec<i64>,
}

/// The statements that loops become. `None` on overflow.
pub fn joined(arena: &mut Arena<'_>, members: &[Member]) -> Option<Vec<Id>> {
    let first = members.first()?;
    let is_plain = members
        .iter()
        .all(|m| m.shift == 0 && is_same(&m.domain, &first.domain));
    if is_plain {
        let body = main(arena, members)?;
        return Some(vec![
            arena.add(Node::For(first.head, [first.bounds[0], first.bounds[1], body])),
        ]);
    }
    let ends = Ends::of(members)?;
    let mut statements = Vec::new();
    let mut common = None;
    for (part, active) in ends.regions()? {
        let Some(part) = closest(arena, part, &[]) else {
            continue;
        };
        let all: Vec<&Member> = active.iter().map(|&n| &members[n]).collect();
        if active.len() == members.len() && single(&part).is_none() {
            // It keeps the names, once the other regions have their copies.
            common = Some((statements.len(), part));
            statements.push(first.body);
        } else {
            statements.push(copy(arena, &all, &part)?);
        }
    }
    if let Some((n, part)) = common {
        arena.set_domain(first.head.iv, part.clone());
        let body = main(arena, members)?;
        statements[n] = part_of(arena, first.head, &part, body);
    }
    Some(statements)
}

/// One iteration of all loops, under the name of the first.
fn main(arena: &mut Arena<'_>, members: &[Member]) -> Option<Id> {
    let position = Linear::var(members[0].head.iv);
    let mut bodies = vec![members[0].body];
    for member in &members[1..] {
        let value = position.add(&Linear::constant(member.shift.checked_neg()?))?;
        bodies.push(arena.moved(member.body, member.head.iv, value)?);
    }
    Some(arena.sequence(bodies))
}

/// The positions of a region, the loops under names of their own.
fn copy(arena: &mut Arena<'_>, active: &[&Member], part: &Domain) -> Option<Id> {
    let head = active.first()?.head;
    let only = single(part);
    let name = match only {
        Some(_) => head.iv,
        None => arena.fresh(head.iv),
    };
    let position = only.clone().unwrap_or_else(|| Linear::var(name));
    if only.is_none() {
        arena.set_domain(name, part.clone());
    }
    let mut bodies = Vec::new();
    for member in active {
        let value = position.add(&Linear::constant(member.shift.checked_neg()?))?;
        let copy = arena.copied(member.body, &mut BTreeMap::from([(member.head.iv, value)]))?;
        bodies.push(copy);
    }
    let body = arena.sequence(bodies);
    Some(match only {
        Some(_) => body,
        None => part_of(arena, Loop { iv: name, ..head }, part, body),
    })
}

impl Ends {
    fn of(members: &[Member]) -> Option<Ends> {
        let place = |bound: &[Linear], shift: i64| bound.first()?.add(&Linear::constant(shift));
        let first = members.first()?;
        let start = place(&first.domain.lower, first.shift)?;
        let end = place(&first.domain.upper, first.shift)?;
        let distances = |from: &Linear, bound: &dyn Fn(&Member) -> Option<Linear>| {
            let all = members.iter().map(|m| bound(m)?.subtract(from)?.as_constant());
            all.collect::<Option<Vec<i64>>>()
        };
        Some(Ends {
            starts: distances(&start, &|m| place(&m.domain.lower, m.shift))?,
            ends: distances(&end, &|m| place(&m.domain.upper, m.shift))?,
            start,
            end,
        })
    }

    /// The regions in their order, each with the loops that run there.
    fn regions(&self) -> Option<Vec<(Domain, Vec<usize>)>> {
        let in_order =
            |list: &[i64]| -> Vec<i64> { BTreeSet::from_iter(list.iter().copied()).into_iter().collect() };
        let (starts, ends) = (in_order(&self.starts), in_order(&self.ends));
        let at = |bound: &Linear, distance: i64| bound.add(&Linear::constant(distance));
        let mut found = Vec::new();
        for (n, &from) in starts.iter().enumerate() {
            for (m, &to) in ends.iter().enumerate() {
                let loops = 0..self.starts.len();
                let active: Vec<usize> = loops
                    .filter(|&l| self.starts[l] <= from && self.ends[l] >= to)
                    .collect();
                if active.is_empty() {
                    continue;
                }
                let mut part = Domain {
                    lower: vec![at(&self.start, from)?],
                    upper: vec![at(&self.end, to)?],
                    step: 1,
                };
                if let Some(&next) = starts.get(n + 1) {
                    part.upper.push(at(&self.start, next)?);
                }
                if m > 0 {
                    part.lower.push(at(&self.end, ends[m - 1])?);
                }
                found.push((part, active));
            }
        }
        Some(found)
    }
}
