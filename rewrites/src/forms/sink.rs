//! Two loops of which the inner one ends with the outer, in the other order, what stands beside the inner loop with them.
//!
//! ```text
//! for j in a..b { P(j); for k in c..j + s { T(j, k) }; Q(j) }
//!   =>  for j in a..b { P(j) }
//!       for k in c..a + s { for j in a..b { T(j, k) } }
//!       for k in a + s..b + s { Q(k - s); for j in max(a, k - s + 1)..b { T(j, k) } }
//! ```
//!
//! A triangular system or a recurrence computes each element from those before it. From the left each is gathered when
//! its turn comes; from the right each, once it is known, is taken up by all that are to come, which are a row. `Q(j)`
//! is executed as if it stood in iteration `j + s` of the inner loop, so it sinks into that and goes outwards with it.
//! What of `P` needs an earlier iteration goes to `Q` where it and `T` only take up terms that can be taken in any order.
//! After the right-looking and left-looking forms of factorizations; sinking is Wolfe's, *High performance compilers
//! for parallel computing*, 1996.

use std::collections::{BTreeMap, BTreeSet};

use egg::{Id, Symbol};

use super::arena::{Arena, LoopChange};
use super::cross::{Dependence, note};
use crate::dependence::{Access, Direction, Domain, Emptiness, Relation};
use crate::guard::{Condition, Guard};
use crate::linear::Linear;
use crate::nest::Nest;
use crate::reduction::Reduction;
use crate::refusal::Refusals;
use crate::term::{Comparison, IndexOp, Loop, Node, branches};

/// The nest with its loops over triangles in the other order, statements beside the inner ones sunk into them. `None`
/// where there are none.
pub fn sink(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    let (mut arena, root) = Arena::of(nest, oracle);
    let mut progress = Progress::default();
    let sunk = arena.with_loops(root, &mut progress);
    if progress.is_changed {
        return Some(arena.into_nest(sunk));
    }
    if let Some(dependence) = progress.forbids {
        note(&arena, "sink", dependence, refusals);
    }
    None
}

#[derive(Default)]
struct Progress {
    is_changed: bool,
    forbids: Option<Dependence>,
}

/// `for j in a..b { before; for k in c..j + s { body }; after }`.
struct Triangle {
    outer: Loop,
    inner: Loop,
    /// The bounds of the outer loop.
    a: Linear,
    b: Linear,
    /// The lower bound of the inner loop.
    c: Linear,
    s: i64,
    before: Vec<Id>,
    body: Id,
    after: Vec<Id>,
    /// Where the body is executed, and where what is after the inner loop is, in one more iteration of that.
    inside: Guard,
    sunk: Guard,
}

impl Triangle {
    /// The conditions under which a statement is executed in iterations of both loops.
    fn guard_of(&self, statement: Id) -> Guard {
        match statement == self.body {
            true => self.inside.clone(),
            false => Guard::new(),
        }
    }
}

impl LoopChange for Progress {
    fn apply(&mut self, arena: &mut Arena<'_>, head: Loop, body: Id) -> Option<Vec<Id>> {
        let triangle = arena.triangle(head, body)?;
        let parts = arena.columns(triangle, self)?;
        self.is_changed = true;
        Some(parts)
    }
}

impl Arena<'_> {
    /// A loop around one other, whose end moves with it, and statements without which the two could change places as
    /// they are; what the inner one writes are rows along the outer.
    fn triangle(&self, outer: Loop, whole: Id) -> Option<Triangle> {
        let [a, b] = self.only_bounds(outer.iv)?;
        let Node::Seq(statements) = self.node(whole) else {
            return None;
        };
        let mut inner = None;
        for (n, &statement) in statements.iter().enumerate() {
            if let Node::For(head, [_, _, body]) = self.node(statement)
                && inner.replace((n, *head, *body)).is_some()
            {
                return None;
            }
        }
        let (place, head, body) = inner?;
        let [c, end] = self.only_bounds(head.iv)?;
        let s = end.subtract(&Linear::var(outer.iv))?.as_constant()?;
        let gap = a.add(&Linear::constant(s))?.subtract(&c)?.as_constant()?;
        let is_straight = self.accesses_of(body).inside.is_empty();
        let is_offered = self.is_small(&self.accesses_of(whole)) && self.writes_rows(body, outer.iv);
        let is_sound = gap >= 0 && !c.uses(outer.iv) && is_straight && is_offered;
        // How far the last iteration of the inner loop and the end of it are.
        let left = end.subtract(&Linear::var(head.iv))?;
        let before_end = Condition::at_least_zero(left.add(&Linear::constant(-1))?);
        let at_end = Condition {
            expr: left,
            comparison: Comparison::Zero,
        };
        is_sound.then(|| Triangle {
            outer,
            inner: head,
            a,
            b,
            c,
            s,
            before: statements[..place].to_vec(),
            body,
            after: statements[place + 1..].to_vec(),
            inside: Guard::from([before_end]),
            sunk: Guard::from([at_end]),
        })
    }

    /// Whether what a statement writes lies side by side for neighbouring values of a variable.
    fn writes_rows(&self, body: Id, iv: Symbol) -> bool {
        let accesses = self.accesses_of(body).accesses;
        let mut writes = accesses.iter().filter(|access| access.is_write);
        writes.all(|access| {
            let Some((Some(last), outer)) = access.indices.split_last() else {
                return false;
            };
            let stands = |index: &Option<Linear>| index.as_ref().is_some_and(|index| !index.uses(iv));
            last.coefficient(iv) == 1 && outer.iter().all(stands)
        })
    }

    /// The loops in the other order, where every dependence stays what it is.
    fn columns(&mut self, mut triangle: Triangle, progress: &mut Progress) -> Option<Vec<Id>> {
        let domain = self.domain(triangle.inner.iv)?.clone();
        // The statements after the inner loop are executed in one more iteration of it.
        let end = Linear::var(triangle.outer.iv).add(&Linear::constant(triangle.s.checked_add(1)?))?;
        let longer = Domain {
            upper: vec![end],
            ..domain.clone()
        };
        self.set_domain(triangle.inner.iv, longer);
        let forbids = match self.divide(&mut triangle) {
            Some(dependence) => Some(dependence),
            None => self.out_of_order(&triangle),
        };
        self.set_domain(triangle.inner.iv, domain);
        if let Some(dependence) = forbids {
            progress.forbids.get_or_insert(dependence);
            return None;
        }
        match triangle.after.is_empty() {
            // The two loops alone are exchanged as they stand.
            true => None,
            false => self.in_columns(triangle),
        }
    }

    /// Moves the statements before the inner loop that need earlier iterations to those after it, and gives what keeps
    /// one where it is.
    fn divide(&mut self, triangle: &mut Triangle) -> Option<Dependence> {
        let later = self.relation(triangle, &[(triangle.outer.iv, Direction::Less)]);
        let same = self.relation(triangle, &[(triangle.outer.iv, Direction::Equal)]);
        let statements = std::mem::take(&mut triangle.before);
        let mut stays = vec![true; statements.len()];
        loop {
            let mut sources = self.instances(triangle);
            for (&statement, _) in statements.iter().zip(&stays).filter(|(_, stays)| !**stays) {
                sources.extend(self.accesses_of(statement).accesses);
            }
            let is_late = |n: &usize| {
                let destinations = self.accesses_of(statements[*n]).accesses;
                stays[*n] && self.dependence_between(&sources, &destinations, &later).is_some()
            };
            match (0..statements.len()).find(is_late) {
                Some(late) => stays[late] = false,
                None => break,
            }
        }
        for (n, &late) in statements.iter().enumerate().filter(|(n, _)| !stays[*n]) {
            let passed = (n + 1..statements.len())
                .filter(|m| stays[*m])
                .map(|m| statements[m]);
            for other in passed.chain([triangle.body]).collect::<Vec<_>>() {
                let inside = triangle.guard_of(other);
                if let Some(dependence) = self.order_matters(late, (other, inside), &same) {
                    return Some(dependence);
                }
            }
        }
        let (before, late): (Vec<_>, Vec<_>) =
            statements.into_iter().zip(stays).partition(|(_, stays)| *stays);
        triangle.before = before.into_iter().map(|(statement, _)| statement).collect();
        let late = late.into_iter().map(|(statement, _)| statement);
        triangle.after.splice(0..0, late);
        None
    }

    /// Two accesses of which the second would come before the first.
    fn out_of_order(&mut self, triangle: &Triangle) -> Option<Dependence> {
        let given = [
            (triangle.outer.iv, Direction::Less),
            (triangle.inner.iv, Direction::Greater),
        ];
        let relation = self.relation(triangle, &given);
        let all = self.instances(triangle);
        self.dependence_between(&all, &all, &relation)
    }

    /// The given directions, and one iteration of the loops around.
    fn relation(&self, triangle: &Triangle, given: &[(Symbol, Direction)]) -> Relation {
        let parts = [&triangle.before[..], &triangle.after, &[triangle.body]].concat();
        let inside: BTreeSet<Symbol> = parts
            .iter()
            .flat_map(|&part| self.accesses_of(part).inside)
            .collect();
        let names = self.dependences.domains.keys();
        let around = names.filter(|name| !inside.contains(*name) && **name != triangle.inner.iv);
        let mut relation: Relation = around.map(|name| (*name, Direction::Equal)).collect();
        relation.extend(given.iter().copied());
        relation
    }

    /// What the body and the statements after the inner loop touch, each in its iterations of both loops.
    fn instances(&self, triangle: &Triangle) -> BTreeSet<Access> {
        let mut all = BTreeSet::new();
        let after = triangle
            .after
            .iter()
            .map(|&statement| (statement, triangle.sunk.clone()));
        for (statement, guard) in after.chain([(triangle.body, triangle.inside.clone())]) {
            all.extend(self.accesses_under(statement, &guard).accesses);
        }
        all
    }

    /// Two accesses for which it matters which of two statements is executed first; the second under conditions.
    fn order_matters(
        &mut self,
        first: Id,
        (second, guard): (Id, Guard),
        relation: &Relation,
    ) -> Option<Dependence> {
        let mine = self.taken_up(first, &Guard::new());
        let other = self.taken_up(second, &guard);
        let all = [
            self.accesses_of(first).accesses,
            self.accesses_under(second, &guard).accesses,
        ];
        match (mine, other) {
            (Some((mine, my_terms)), Some((other, other_terms))) if mine == other => self
                .dependence_between(&all[0], &other_terms, relation)
                .or_else(|| self.dependence_between(&my_terms, &all[1], relation)),
            _ => self.dependence_between(&all[0], &all[1], relation),
        }
    }

    /// How the cells that a statement stores to take up terms, in any order that one likes, and what the terms read.
    fn taken_up(&self, id: Id, guard: &Guard) -> Option<(Reduction, BTreeSet<Access>)> {
        match self.node(id) {
            Node::Store(buffer, children) => {
                let (&value, indices) = children.split_last()?;
                let mut terms = Vec::new();
                let reduction = self.step((*buffer, indices), value, &mut terms)?;
                let read = terms
                    .into_iter()
                    .flat_map(|term| self.accesses_under(term, guard).accesses);
                Some((reduction, read.collect()))
            }
            Node::If(comparisons, children) => match branches(children) {
                (ids, [then, otherwise]) if self.is_nothing(otherwise) => {
                    let mut inner = guard.clone();
                    inner.extend(self.conditions(comparisons, ids)?);
                    self.taken_up(then, &inner)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The reduction of which a value is one or several steps on what a cell holds, and their terms.
    fn step(&self, cell: (Symbol, &[Id]), value: Id, terms: &mut Vec<Id>) -> Option<Reduction> {
        let Node::Op(op, args) = self.node(value) else {
            return None;
        };
        let is_cell = |arg: Id| matches!(self.node(arg), Node::Load(from, _, at) if (*from, &**at) == cell);
        let inner: Vec<Option<Reduction>> = args
            .iter()
            .map(|&arg| self.step(cell, arg, &mut Vec::new()))
            .collect();
        let held: Vec<bool> = args
            .iter()
            .zip(&inner)
            .map(|(&arg, inner)| is_cell(arg) || inner.is_some())
            .collect();
        let (reduction, place) = Reduction::of_step(op, &held)?;
        if !is_cell(args[place]) && self.step(cell, args[place], terms)? != reduction {
            return None;
        }
        let others = args.iter().enumerate().filter(|(n, _)| *n != place);
        terms.extend(others.map(|(_, &term)| term));
        Some(reduction)
    }

    fn in_columns(&mut self, triangle: Triangle) -> Option<Vec<Id>> {
        let Triangle {
            outer,
            inner,
            a,
            b,
            c,
            s,
            ..
        } = triangle;
        let rows = Domain {
            lower: vec![a.clone()],
            upper: vec![b.clone()],
            step: 1,
        };
        let [first, end] = [&a, &b].map(|bound| bound.add(&Linear::constant(s)));
        let (first, end) = (first?, end?);
        let mut parts = Vec::new();
        if !triangle.before.is_empty() {
            let before = self.sequence(triangle.before);
            parts.push(self.loop_over(outer, rows.clone(), before, &mut BTreeMap::new())?);
        }
        if first != c {
            let name = self.fresh(inner.iv);
            let values = &mut BTreeMap::from([(inner.iv, Linear::var(name))]);
            let row = self.loop_over(outer, rows, triangle.body, values)?;
            let columns = Domain {
                lower: vec![c],
                upper: vec![first.clone()],
                step: 1,
            };
            self.set_domain(name, columns.clone());
            parts.push(self.bounded(Loop { iv: name, ..inner }, &columns, row));
        }
        let columns = Domain {
            lower: vec![first],
            upper: vec![end],
            step: 1,
        };
        let known = Linear::var(inner.iv).add(&Linear::constant(-s))?;
        let rest = Domain {
            lower: vec![known.add(&Linear::constant(1))?],
            upper: vec![b],
            step: 1,
        };
        let after = self.sequence(triangle.after);
        let mut body = vec![self.copied(after, &mut BTreeMap::from([(outer.iv, known)]))?];
        self.set_domain(inner.iv, columns.clone());
        self.set_domain(outer.iv, rest.clone());
        body.push(self.bounded(outer, &rest, triangle.body));
        let body = self.sequence(body);
        parts.push(self.bounded(inner, &columns, body));
        Some(parts)
    }

    /// A loop under a new name over a copy of a statement.
    fn loop_over(
        &mut self,
        head: Loop,
        domain: Domain,
        body: Id,
        values: &mut BTreeMap<Symbol, Linear>,
    ) -> Option<Id> {
        let name = self.fresh(head.iv);
        self.set_domain(name, domain.clone());
        values.insert(head.iv, Linear::var(name));
        let body = self.copied(body, values)?;
        Some(self.bounded(Loop { iv: name, ..head }, &domain, body))
    }

    /// A loop over a domain with one bound on each side.
    fn bounded(&mut self, head: Loop, domain: &Domain, body: Id) -> Id {
        let lo = self.fold(IndexOp::Max, &domain.lower);
        let hi = self.fold(IndexOp::Min, &domain.upper);
        self.for_loop(head, [lo, hi], body)
    }
}
