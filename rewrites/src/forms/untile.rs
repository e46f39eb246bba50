//! Making one loop of a loop over tiles and the one over what is in a tile.
//!
//! ```text
//! for t in a..b step T { for j in c..d { for i in t..min(t + T, b) { S } } }  =>  for j in c..d { for i in a..b { S } }
//! ```
//!
//! The inner loop may count from the beginning of its tile too. Code that was tiled by hand has twice as many loops as it needs, at sizes that were right for another machine. Every `i` runs in one
//! tile, and tiles come in order; so what is asked is that the loop over tiles may be exchanged with those between the two.

use std::collections::{BTreeMap, HashMap};

use egg::{Id, Language, Symbol};

use super::arena::Arena;
use super::cross::{Dependence, note};
use crate::dependence::{Direction, Domain, Emptiness};
use crate::linear::Linear;
use crate::nest::Nest;
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::{IndexOp, Loop, LoopKind, Node, branches};

/// The nest without its loops over tiles. `None` where there are none, or what is between them has to stay.
pub fn untile(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    let is_tiled = |domain: &Domain| {
        let [start] = domain.lower.as_slice() else {
            return false;
        };
        let tile = |(name, tiles): (&Symbol, &Domain)| {
            let is_of_tile = |end: &Linear| {
                let trip = end.subtract(start).and_then(|trip| trip.as_constant());
                end.uses(*name) || tiles.step > 1 && trip == Some(tiles.step)
            };
            (start.uses(*name) || tiles.step > 1) && domain.upper.iter().any(is_of_tile)
        };
        nest.domains.iter().any(tile)
    };
    if !nest.domains.values().any(is_tiled) {
        return None;
    }
    let (mut arena, root) = Arena::of(nest, oracle);
    let mut progress = Progress {
        root,
        is_some: false,
        forbids: None,
    };
    let untiled = arena.untiled(root, &mut progress);
    if progress.is_some {
        return Some(arena.into_nest(untiled));
    }
    match progress.forbids {
        Some(dependence) => note(&arena, "untile", dependence, refusals),
        None => refusals.note(Refusal {
            rule: "untile",
            loops: Vec::new(),
            why: Why::Stated("no loop runs through what another leaves of its steps".to_string()),
        }),
    }
    None
}

/// What was done, and what keeps the first tiles.
struct Progress {
    /// The statement of the nest as it was.
    root: Id,
    is_some: bool,
    forbids: Option<Dependence>,
}

/// A cell that stands in the place of a temporary.
struct Cell {
    held: Symbol,
    name: Symbol,
    place: Vec<Id>,
    /// Its load.
    read: Id,
}

impl Arena<'_> {
    fn untiled(&mut self, id: Id, progress: &mut Progress) -> Id {
        match self.node(id).clone() {
            Node::Seq(statements) => {
                let all: Vec<Id> = statements.iter().map(|&s| self.untiled(s, progress)).collect();
                self.sequence(all)
            }
            Node::For(head, [lo, hi, body]) if head.kind == LoopKind::Sequential => {
                let body = self.untiled(body, progress);
                if let Some(whole) = self.without_tiles(head, body, progress) {
                    progress.is_some = true;
                    return whole;
                }
                self.for_loop(head, [lo, hi], body)
            }
            Node::If(comparisons, children) => {
                let (ids, statements) = branches(&children);
                let statements = statements.map(|s| self.untiled(s, progress));
                let children = ids.iter().copied().chain(statements).collect();
                self.add(Node::If(comparisons, children))
            }
            _ => id,
        }
    }

    /// What a loop over tiles has in it, with one loop over all that is in its tiles.
    fn without_tiles(&mut self, tiles: Loop, body: Id, progress: &mut Progress) -> Option<Id> {
        let mut between: Vec<(Loop, [Id; 2])> = Vec::new();
        let mut at = body;
        let (loop_of_points, points, whole, inside) = loop {
            let at_once = self.in_place(at, progress.root);
            let inner = at_once.unwrap_or(at);
            let Node::For(head, [lo, hi, inside]) = *self.node(inner) else {
                return None;
            };
            if head.kind != LoopKind::Sequential {
                return None;
            }
            if let Some(whole) = self.all_tiles(tiles.iv, head.iv) {
                break (inner, head, whole, inside);
            }
            if let Some((moved, head, inside)) = self.moved_to_tiles(tiles.iv, head, inside)
                && let Some(whole) = self.all_tiles(tiles.iv, head.iv)
            {
                break (moved, head, whole, inside);
            }
            if at_once.is_some() || [lo, hi].into_iter().any(|end| self.mentions(end, tiles.iv)) {
                return None;
            }
            between.push((head, [lo, hi]));
            at = inside;
        };
        let is_between = |bound: &Linear| between.iter().any(|(head, _)| bound.uses(head.iv));
        if self.mentions(inside, tiles.iv) || whole.lower.iter().chain(&whole.upper).any(is_between) {
            return None;
        }
        let found = self.accesses_of(loop_of_points);
        if !self.is_small(&found) {
            return None;
        }
        let mut relation = self.later(tiles.iv, &found);
        relation.retain(|iv, _| !between.iter().any(|(head, _)| head.iv == *iv));
        for (head, _) in &between {
            relation.insert(head.iv, Direction::Greater);
            if let Some(dependence) = self.dependence(&found.accesses, &[], &relation) {
                progress.forbids.get_or_insert(dependence);
                return None;
            }
            relation.insert(head.iv, Direction::Equal);
        }
        let bounds = [
            self.fold(IndexOp::Max, &whole.lower),
            self.fold(IndexOp::Min, &whole.upper),
        ];
        self.join_executed(tiles.iv, points.iv, &whole);
        self.set_domain(points.iv, whole);
        let mut made = self.add(Node::For(points, [bounds[0], bounds[1], inside]));
        for (head, [lo, hi]) in between.into_iter().rev() {
            made = self.add(Node::For(head, [lo, hi, made]));
        }
        Some(made)
    }

    /// A loop that counts what is in a tile from its beginning, with a variable that is so much more: `for p in 0..T { S(t + p) }` as
    /// `for i in t..t + T { S(i) }`.
    fn moved_to_tiles(&mut self, tiles: Symbol, head: Loop, inside: Id) -> Option<(Id, Loop, Id)> {
        let (step, of_points) = (self.domain(tiles)?.step, self.domain(head.iv)?.clone());
        let [start] = of_points.lower.as_slice() else {
            return None;
        };
        let is_of_tile = |end: &Linear| end.subtract(start).and_then(|trip| trip.as_constant()) == Some(step);
        if start.uses(tiles) || !of_points.upper.iter().any(is_of_tile) {
            return None;
        }
        let more = |ends: &[Linear]| -> Option<Vec<Linear>> {
            let ends = ends.iter();
            ends.map(|end| end.add(&Linear::var(tiles))).collect()
        };
        let domain = Domain {
            lower: more(&of_points.lower)?,
            upper: more(&of_points.upper)?,
            step: of_points.step,
        };
        let name = self.fresh(head.iv);
        let before = Linear::var(name).subtract(&Linear::var(tiles))?;
        self.set_domain(name, domain.clone());
        let inside = self.copied(inside, &mut BTreeMap::from([(head.iv, before.clone())]))?;
        let inside = self.in_normal_forms(inside, &mut HashMap::new());
        if self.mentions(inside, tiles) {
            return None;
        }
        self.rename_executed((head.iv, &before), name, &domain);
        let bounds = [
            self.fold(IndexOp::Max, &domain.lower),
            self.fold(IndexOp::Min, &domain.upper),
        ];
        let head = Loop { iv: name, ..head };
        let moved = self.add(Node::For(head, [bounds[0], bounds[1], inside]));
        Some((moved, head, inside))
    }

    /// A statement with its indices in their normal forms, in which what is added and subtracted is gone.
    fn in_normal_forms(&mut self, id: Id, done: &mut HashMap<Id, Id>) -> Id {
        if let Some(id) = done.get(&id) {
            return *id;
        }
        let new = match self.linear(id).cloned() {
            Some(linear) => self.index(&linear),
            None => {
                let node = self.node(id).clone();
                let node = node.map_children(|child| self.in_normal_forms(child, done));
                self.add(node)
            }
        };
        done.insert(id, new);
        new
    }

    /// What a loop over points runs through in all tiles, where each tile begins where the last one ends: the points begin at `c * t + e`
    /// and end, where nothing else ends them, at `c * (t + step) + e`.
    fn all_tiles(&self, tiles: Symbol, points: Symbol) -> Option<Domain> {
        let (of_tiles, of_points) = (self.domain(tiles)?, self.domain(points)?);
        let ([first], [start]) = (of_tiles.lower.as_slice(), of_points.lower.as_slice()) else {
            return None;
        };
        let factor = start.coefficient(tiles);
        let at = |place: &Linear| {
            let value = |name| match name == tiles {
                true => place.clone(),
                false => Linear::var(name),
            };
            start.substitute(&value)
        };
        let size = factor.checked_mul(of_tiles.step)?;
        let end = start.add(&Linear::constant(size))?;
        let (own, others): (Vec<&Linear>, Vec<&Linear>) =
            of_points.upper.iter().partition(|upper| **upper == end);
        if factor <= 0
            || size % of_points.step != 0
            || own.is_empty()
            || others.iter().any(|other| other.uses(tiles))
        {
            return None;
        }
        let mut upper: Vec<Linear> = others.into_iter().cloned().collect();
        for last in &of_tiles.upper {
            // The last tile may be cut where the loop over tiles ends, or run beyond it.
            if upper.contains(&at(last)?) {
                continue;
            }
            let steps = last.subtract(first)?.ceildiv(of_tiles.step)?;
            upper.push(at(&first.add(&steps.scale(of_tiles.step)?)?)?);
        }
        Some(Domain {
            lower: vec![at(first)?],
            upper,
            step: of_points.step,
        })
    }

    /// `r[] = c[p]; for i in a..b { … r[] … }; c[p] = r[]` as the loop in which `c[p]` stands in the place of `r[]`, which nothing else
    /// reads.
    fn in_place(&mut self, id: Id, root: Id) -> Option<Id> {
        let Node::Seq(statements) = self.node(id).clone() else {
            return None;
        };
        let &[first, middle, last] = statements.as_ref() else {
            return None;
        };
        let (Node::Store(held, from), Node::For(..), Node::Store(cell, to)) = (
            self.node(first).clone(),
            self.node(middle).clone(),
            self.node(last).clone(),
        ) else {
            return None;
        };
        let (&[from], Some((&value, place))) = (from.as_ref(), to.split_last()) else {
            return None;
        };
        let is_held =
            matches!(self.node(value), Node::Load(name, _, none) if *name == held && none.is_empty());
        let is_cell =
            matches!(self.node(from), Node::Load(name, _, indices) if *name == cell && **indices == *place);
        let touched = self.accesses_of(middle);
        let is_fixed = place
            .iter()
            .all(|&index| !touched.inside.iter().any(|iv| self.mentions(index, *iv)));
        let is_alone = self.scalar_temporaries().contains(&held)
            && self.statements_with(root, held) == self.statements_with(id, held);
        if !(is_held && is_cell && is_fixed && is_alone) {
            return None;
        }
        let writes = self
            .accesses_of(last)
            .accesses
            .into_iter()
            .filter(|access| access.buffer == cell);
        let around = self.dependences.domains.keys();
        let around = around.filter(|name| !touched.inside.contains(*name));
        let relation = around.map(|name| (*name, Direction::Equal)).collect();
        if self
            .dependence_between(&writes.collect(), &touched.accesses, &relation)
            .is_some()
        {
            return None;
        }
        let cell = Cell {
            held,
            name: cell,
            place: place.into(),
            read: from,
        };
        Some(self.with_cell(middle, &cell, &mut HashMap::new()))
    }

    /// The statement in which a cell stands in the place of a temporary.
    fn with_cell(&mut self, id: Id, cell: &Cell, done: &mut HashMap<Id, Id>) -> Id {
        if let Some(id) = done.get(&id) {
            return *id;
        }
        let mut node = self.node(id).clone();
        for child in node.children_mut() {
            *child = self.with_cell(*child, cell, done);
        }
        let new = match node {
            Node::Load(name, ..) if name == cell.held => cell.read,
            Node::Store(name, value) if name == cell.held => {
                let children = cell.place.iter().chain(value.iter()).copied();
                self.add(Node::Store(cell.name, children.collect()))
            }
            other => self.add(other),
        };
        done.insert(id, new);
        new
    }

    /// How many stores of a statement have to do with an array.
    pub(super) fn statements_with(&self, id: Id, array: Symbol) -> usize {
        match self.node(id) {
            Node::For(_, [_, _, body]) => self.statements_with(*body, array),
            Node::Seq(statements) => statements.iter().map(|&s| self.statements_with(s, array)).sum(),
            Node::If(_, children) => {
                let [then, otherwise] = branches(children).1;
                self.statements_with(then, array) + self.statements_with(otherwise, array)
            }
            _ => usize::from(self.touches_array(id, array)),
        }
    }
}
