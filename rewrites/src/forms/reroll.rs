//! Rolling loops up that were unrolled by hand.
//!
//! ```text
//! for i in a..b step k·d { S(i); S(i + d); …; S(i + (k - 1)·d) }  =>  for j in a..a + k·d·⌈(b - a)/(k·d)⌉ step d { S(j) }
//! for i in a..b step k·d { c = c ∘ e(i) ∘ … ∘ e(i + (k - 1)·d) }  =>  the same with c = c ∘ e(j)
//! ```
//!
//! The instances are the same ones in the same order, so no dependence matters. Where terms may be taken up in any order, as those
//! of integers, they may stand in any parentheses. Everything else that is done with loops is done with the short body, which
//! is searched, tiled and compiled as if nobody had unrolled it. (LLVM once had a pass `loop-reroll`.) Copies that are jammed are
//! taken apart first ([`super::unjam`]).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use egg::{Id, Language, Symbol};
use ovolo_lang::op::{OpCode, Trait};

use super::arena::{Arena, LoopChange, substituted};
use super::cross::{Dependence, note};
use crate::dependence::{Domain, Emptiness};
use crate::linear::Linear;
use crate::nest::Nest;
use crate::reduction::Reduction;
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::{Loop, Node, ScalarOp, Step};

/// Terms of one sum beyond which no more are told apart. Arbitrary.
const MOST_TERMS: usize = 64;

/// The nest with its unrolled loops rolled up. `None` where there is none.
pub fn reroll(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    let has_steps = nest.domains.values().any(|domain| domain.step > 1);
    if !has_steps {
        return None;
    }
    let (mut arena, root) = Arena::of(nest, oracle);
    let mut rolled = Rolled {
        root,
        is_some: false,
        forbids: None,
    };
    let root = arena.with_loops(root, &mut rolled);
    if rolled.is_some {
        return Some(arena.into_nest(root));
    }
    if let Some(dependence) = rolled.forbids {
        note(&arena, "reroll", dependence, refusals);
        return None;
    }
    refusals.note(Refusal {
        rule: "reroll",
        loops: Vec::new(),
        why: Why::Stated(
            "no body is copies of one statement, evenly apart and independent where they are jammed, that fill the step of its loop"
                .into(),
        ),
    });
    None
}

struct Rolled {
    /// The statement of the nest as it was.
    root: Id,
    is_some: bool,
    /// What keeps the first copies from being taken apart.
    forbids: Option<Dependence>,
}

impl LoopChange for Rolled {
    fn apply(&mut self, arena: &mut Arena<'_>, head: Loop, body: Id) -> Option<Vec<Id>> {
        let rolled = arena.rolled(head, body, self)?;
        self.is_some = true;
        Some(vec![arena.with_loops(rolled, self)])
    }
}

impl Arena<'_> {
    /// The loop with a shorter step.
    fn rolled(&mut self, head: Loop, body: Id, rolled: &mut Rolled) -> Option<Id> {
        let Domain { lower, upper, step } = self.domain(head.iv)?.clone();
        let ([lower], [upper]) = (lower.as_slice(), upper.as_slice()) else {
            return None;
        };
        let in_order = self
            .first_statements(head.iv, step, body)
            .or_else(|| self.first_term(head.iv, step, body));
        let jammed = match in_order {
            Some(_) => None,
            None => Some(self.unjammed((head.iv, step), body, rolled.root)?),
        };
        let (first, copies) = in_order.or(jammed.as_ref().map(|jammed| (jammed.first, jammed.count)))?;
        let trips = upper.subtract(lower)?.ceildiv(step)?;
        let upper = lower.add(&trips.scale(step)?)?;
        let bounds = [self.index(lower), self.index(&upper)];
        let step = step / copies;
        let domain = Domain {
            lower: vec![lower.clone()],
            upper: vec![upper],
            step,
        };
        let name = self.fresh(head.iv);
        self.set_domain(name, domain);
        let body = self.copied(first, &mut BTreeMap::from([(head.iv, Linear::var(name))]))?;
        if let Some(jammed) = jammed
            && let Some(dependence) = self.dependence_of_copies(name, body, &jammed)?
        {
            rolled.forbids.get_or_insert(dependence);
            return None;
        }
        let step = Step::Fixed(step);
        Some(self.for_loop(
            Loop {
                iv: name,
                step,
                ..head
            },
            bounds,
            body,
        ))
    }

    /// The statements of which a body is copies, and how many copies of them: as many as can be.
    fn first_statements(&mut self, iv: Symbol, step: i64, body: Id) -> Option<(Id, i64)> {
        let Node::Seq(all) = self.node(body).clone() else {
            return None;
        };
        let count = (2..=all.len()).rev().find(|&count| {
            let len = all.len() / count;
            let mut rest = all.chunks(len).enumerate().skip(1);
            all.len().is_multiple_of(count)
                && (step % count as i64 == 0)
                && rest
                    .all(|(n, copy)| self.are_moved((iv, step / count as i64), n, None, [&all[..len], copy]))
        })?;
        let first = self.sequence(all[..all.len() / count].to_vec());
        Some((first, count as i64))
    }

    /// The assignment of the first of the terms that a cell takes up, and how many there are.
    fn first_term(&mut self, iv: Symbol, step: i64, body: Id) -> Option<(Id, i64)> {
        let Node::Store(array, children) = self.node(body).clone() else {
            return None;
        };
        let (&value, subscripts) = children.split_last()?;
        let stands = |id: &Id| self.linear(*id).is_some_and(|index| !index.uses(iv));
        if !subscripts.iter().all(stands) {
            return None;
        }
        let Node::Op(op, _) = *self.node(value) else {
            return None;
        };
        let cell = Cell { array, subscripts };
        let (terms, place) = self
            .terms_in_order(op, value, &cell)
            .filter(|(terms, _)| terms.len() > 1)
            .or_else(|| self.terms_in_any_order(op, value, &cell))?;
        let count = i64::try_from(terms.len()).ok()?;
        let is_read = terms.iter().flatten().any(|&id| self.reads(id, array));
        if count < 2 || step % count != 0 || is_read {
            return None;
        }
        let mut rest = terms.iter().enumerate().skip(1);
        if !rest.all(|(n, term)| self.are_moved((iv, step / count), n, Some(op), [&terms[0], term])) {
            return None;
        }
        let load = self.add(Node::Load(array, op.result, subscripts.into()));
        let mut operands = terms[0].clone();
        operands.insert(place, load);
        let value = self.add(Node::Op(op, operands.into()));
        let children = subscripts.iter().copied().chain([value]).collect();
        Some((self.add(Node::Store(array, children)), count))
    }

    /// What a cell takes up one after the other by an operation, each as the other operands of it, and which operand the cell is.
    fn terms_in_order(&self, op: ScalarOp, value: Id, cell: &Cell<'_>) -> Option<Terms> {
        let (mut terms, mut places, mut id) = (Vec::new(), BTreeSet::new(), value);
        while !self.is_held(id, cell) {
            let Node::Op(found, operands) = self.node(id) else {
                return None;
            };
            let place = operands
                .iter()
                .position(|&operand| self.reads(operand, cell.array))?;
            if *found != op {
                return None;
            }
            id = operands[place];
            // Of two that may be swapped, the cell comes first.
            places.insert(if place < 2 && commutes(op) { 0 } else { place });
            let mut others = operands.to_vec();
            others.remove(place);
            terms.push(others);
        }
        terms.reverse();
        let place = places.pop_first()?;
        places.is_empty().then_some((terms, place))
    }

    /// The same of an operation whose terms may be in any order.
    fn terms_in_any_order(&self, op: ScalarOp, value: Id, cell: &Cell<'_>) -> Option<Terms> {
        Reduction::of_step(&op, &[true, false])?;
        let (mut terms, mut held, mut pending) = (Vec::new(), 0, vec![value]);
        while let Some(id) = pending.pop() {
            match self.node(id) {
                _ if self.is_held(id, cell) => held += 1,
                Node::Op(found, operands) if *found == op && terms.len() + pending.len() < MOST_TERMS => {
                    pending.extend(operands.iter().rev());
                }
                _ => terms.push(vec![id]),
            }
        }
        (held == 1).then_some((terms, 0))
    }

    fn is_held(&self, id: Id, cell: &Cell<'_>) -> bool {
        matches!(self.node(id), Node::Load(array, _, at) if *array == cell.array && **at == *cell.subscripts)
    }

    /// Whether a value reads something that may lie in an array.
    fn reads(&self, value: Id, array: Symbol) -> bool {
        let found = self.accesses_of(value);
        let mut arrays = found.accesses.iter().map(|access| access.buffer);
        arrays.any(|other| self.dependences.may_alias(other, array))
    }

    /// Whether some nodes are others so many times so far along a variable; `op` has them as operands, if any has.
    fn are_moved(
        &self,
        (iv, by): (Symbol, i64),
        times: usize,
        op: Option<ScalarOp>,
        [from, to]: [&[Id]; 2],
    ) -> bool {
        let distance = i64::try_from(times).ok().and_then(|times| times.checked_mul(by));
        let moved = distance.and_then(|distance| Linear::var(iv).add(&Linear::constant(distance)));
        let mut copy = Copy::default();
        match moved {
            Some(moved) => {
                copy.values.insert(iv, moved);
                self.are_same(op, from, to, &mut copy)
            }
            None => false,
        }
    }

    fn are_same(&self, op: Option<ScalarOp>, from: &[Id], to: &[Id], copy: &mut Copy) -> bool {
        let in_this_order = |to: &[Id], copy: &mut Copy| {
            let mut pairs = from.iter().zip(to);
            from.len() == to.len() && pairs.all(|(&a, &b)| self.is_same(a, b, copy))
        };
        let renamed = copy.renamed.clone();
        if in_this_order(to, copy) {
            return true;
        }
        if copy.renamed != renamed {
            copy.renamed = renamed;
            copy.known.clear();
        }
        match to {
            [a, b, rest @ ..] if op.is_some_and(commutes) => in_this_order(&[&[*b, *a], rest].concat(), copy),
            _ => false,
        }
    }

    /// Whether a node is another where variables have other values, and temporaries other names.
    pub(super) fn is_same(&self, a: Id, b: Id, copy: &mut Copy) -> bool {
        if let (Some(a), Some(b)) = (self.linear(a), self.linear(b)) {
            let value = |name: Symbol| {
                copy.values
                    .get(&name)
                    .cloned()
                    .unwrap_or_else(|| Linear::var(name))
            };
            return a.substitute(&value).as_ref() == Some(b);
        }
        if let Some(known) = copy.known.get(&(a, b)) {
            return *known;
        }
        let is_same = match (self.node(a), self.node(b)) {
            (Node::For(one, [_, _, body]), Node::For(other, [_, _, of_other])) => {
                let domain = self
                    .domain(one.iv)
                    .and_then(|domain| substituted(domain, &copy.values));
                let is_alike = domain.as_ref() == self.domain(other.iv)
                    && (one.step, one.kind) == (other.step, other.kind);
                copy.values.insert(one.iv, Linear::var(other.iv));
                is_alike && self.is_same(*body, *of_other, copy)
            }
            (Node::Load(one, scalar, at), Node::Load(other, of_other, at_other)) => {
                scalar == of_other && copy.is_renamed(*one, *other) && self.are_same(None, at, at_other, copy)
            }
            (Node::Store(one, children), Node::Store(other, of_other)) => {
                copy.is_renamed(*one, *other) && self.are_same(None, children, of_other, copy)
            }
            (one, other) => {
                let op = match one {
                    Node::Op(op, _) => Some(*op),
                    _ => None,
                };
                one.matches(other) && self.are_same(op, one.children(), other.children(), copy)
            }
        };
        copy.known.insert((a, b), is_same);
        is_same
    }
}

/// Whether the first two operands may be swapped.
fn commutes(op: ScalarOp) -> bool {
    op.code == OpCode::Fma || op.code.has_trait(Trait::Commutative)
}

/// What is known of a node that may be a copy of another.
#[derive(Clone, Default)]
pub(super) struct Copy {
    /// What the variables of the one are in the other.
    pub values: BTreeMap<Symbol, Linear>,
    /// What the temporaries that may have other names in the other are called there, or may not.
    pub renamed: BTreeMap<Symbol, Symbol>,
    /// Those temporaries.
    pub temporaries: BTreeSet<Symbol>,
    /// Whether nodes of the one are such of the other.
    known: HashMap<(Id, Id), bool>,
}

impl Copy {
    /// Whether an array of the one is, or may be from here on, an array of the other.
    fn is_renamed(&mut self, one: Symbol, other: Symbol) -> bool {
        if ![one, other].iter().all(|name| self.temporaries.contains(name)) {
            return one == other;
        }
        match self.renamed.get(&one) {
            Some(known) => *known == other,
            None if self.renamed.values().any(|known| *known == other) => false,
            None => {
                self.renamed.insert(one, other);
                true
            }
        }
    }
}

/// What a cell takes up, and which operand it is.
type Terms = (Vec<Vec<Id>>, usize);

/// An element of an array.
struct Cell<'a> {
    array: Symbol,
    subscripts: &'a [Id],
}
