//! Stretches of the iterations of a loop, each a loop of its own or a single iteration.

use std::collections::BTreeMap;

use egg::{Id, Symbol};

use super::arena::Arena;
use crate::dependence::Domain;
use crate::guard::Condition;
use crate::linear::Linear;
use crate::term::{IndexOp, Loop, Node};

/// The statements of a loop cut before each of the points, in ascending order: the iterations before the first, those
/// from each to the next, and those from the last on. Whatever values the points have, every iteration is in exactly
/// one stretch, and the stretches are in order; those that have no iteration for any values are left out.
///
/// `None` when the step is not one, or on overflow.
pub fn stretches(
    arena: &mut Arena<'_>,
    cut: (Loop, Id),
    points: &[Linear],
    known: &[Condition],
) -> Option<Vec<Id>> {
    let parts = numbered_stretches(arena, cut, points, known, false)?;
    Some(parts.into_iter().map(|(_, part)| part).collect())
}

/// As [`stretches`], each with the number of points before it; a single iteration is a loop too where `as_loops` says so.
pub fn numbered_stretches(
    arena: &mut Arena<'_>,
    (head, body): (Loop, Id),
    points: &[Linear],
    known: &[Condition],
    as_loops: bool,
) -> Option<Vec<(usize, Id)>> {
    let domain = arena.domain(head.iv)?.clone();
    if domain.step != 1 {
        return None;
    }
    let (mut numbers, mut found) = (Vec::new(), Vec::new());
    for n in 0..=points.len() {
        let mut part = domain.clone();
        if n > 0 {
            push_new(&mut part.lower, &points[n - 1]);
        }
        if n < points.len() {
            push_new(&mut part.upper, &points[n]);
        }
        if let Some(part) = closest(arena, part, known) {
            numbers.push(n);
            found.push(part);
        }
    }
    // One of the loops keeps the names; they are free for it, since the others are copies.
    let single = |part: &Domain| single(part).filter(|_| !as_loops);
    let keeps = found.iter().position(|part| single(part).is_none());
    let mut statements = Vec::new();
    for (n, part) in found.iter().enumerate() {
        statements.push(match single(part) {
            Some(value) => arena.copied(body, &mut BTreeMap::from([(head.iv, value)]))?,
            None if Some(n) == keeps => body,
            None => {
                let name = arena.fresh(head.iv);
                arena.set_domain(name, part.clone());
                let copy = arena.copied(body, &mut BTreeMap::from([(head.iv, Linear::var(name))]))?;
                part_of(arena, Loop { iv: name, ..head }, part, copy)
            }
        });
    }
    if let Some(n) = keeps {
        arena.set_domain(head.iv, found[n].clone());
        statements[n] = part_of(arena, head, &found[n], body);
    }
    Some(numbers.into_iter().zip(statements).collect())
}

pub fn part_of(arena: &mut Arena<'_>, head: Loop, part: &Domain, body: Id) -> Id {
    let lo = arena.fold(IndexOp::Max, &part.lower);
    let hi = arena.fold(IndexOp::Min, &part.upper);
    arena.add(Node::For(head, [lo, hi, body]))
}

pub fn push_new(list: &mut Vec<Linear>, bound: &Linear) {
    if !list.contains(bound) {
        list.push(bound.clone());
    }
}

/// The value of the only iteration.
pub fn single(part: &Domain) -> Option<Linear> {
    let ([lower], [upper]) = (part.lower.as_slice(), part.upper.as_slice()) else {
        return None;
    };
    let trip = upper.subtract(lower)?.as_constant()?;
    (trip == 1).then(|| lower.clone())
}

/// The part without bounds that the others imply; `None` where it is empty.
pub fn closest(arena: &mut Arena<'_>, mut part: Domain, known: &[Condition]) -> Option<Domain> {
    // No name of MLIR has an apostrophe.
    let at = Linear::var(Symbol::from("at'"));
    let inside = |part: &Domain| -> Option<Vec<Condition>> {
        let lower = part.lower.iter().map(|bound| at.subtract(bound));
        let upper = part.upper.iter().map(|bound| below(&at, bound));
        lower
            .chain(upper)
            .map(|gap| gap.map(Condition::at_least_zero))
            .collect()
    };
    let Some(all) = inside(&part) else {
        return Some(part);
    };
    if arena.never(known.iter().cloned().chain(all)) {
        return None;
    }
    for is_lower in [true, false] {
        let mut n = 0;
        loop {
            let list = if is_lower { &part.lower } else { &part.upper };
            if n >= list.len() || list.len() < 2 {
                break;
            }
            let bound = list[n].clone();
            let mut rest = part.clone();
            let list = if is_lower {
                &mut rest.lower
            } else {
                &mut rest.upper
            };
            list.remove(n);
            let outside = if is_lower {
                below(&at, &bound)
            } else {
                at.subtract(&bound)
            };
            let implied = match (inside(&rest), outside) {
                (Some(others), Some(outside)) => {
                    let outside = Condition::at_least_zero(outside);
                    arena.never(known.iter().cloned().chain(others).chain([outside]))
                }
                _ => false,
            };
            match implied {
                true => part = rest,
                false => n += 1,
            }
        }
    }
    Some(part)
}

/// What is at least zero where `a < b`.
fn below(a: &Linear, b: &Linear) -> Option<Linear> {
    b.subtract(a)?.add(&Linear::constant(-1))
}
