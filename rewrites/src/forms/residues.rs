//! One copy of the body of a loop for each remainder of its variable by what subscripts and conditions divide it by.
//!
//! ```text
//! for x in 0..n { out[x] = in[x mod 2, x floordiv 2] }
//!   =>  for q in 0..n floordiv 2 { out[2 * q] = in[0, q]; out[2 * q + 1] = in[1, q] };
//!       for x in 2 * (n floordiv 2)..n { out[x] = in[x mod 2, x floordiv 2] }
//! ```
//!
//! The order of the iterations stays what it is, so this is always right; what is left in the first loop is affine. What is the same in
//! all iterations of the loops inside needs no copies: only loops that have none inside are copied out, and those around whose
//! variables are divided together with theirs. Of `(i + j) mod 2` what is left of the loop over `j` is `(i + 1) mod 2`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use egg::{Id, Language, Symbol};
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::interpret::concrete::integer_compare;
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::arena::Arena;
use super::index_set_split::{part_of, single};
use crate::dependence::{Domain, Emptiness};
use crate::linear::{Atom, Linear, gcd};
use crate::nest::Nest;
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::{Loop, LoopKind, Node, Scalar, branches};

/// Copies of a body: as many as a byte has bits.
pub const MOST_RESIDUES: i64 = 8;

/// Stores that a loop may be left with.
const MOST_STORES: i64 = 32;

/// Copies out the remainders of the loops of which there are few. `None` where no loop is divided by anything.
pub fn residues(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    let (mut arena, root) = Arena::of(nest, oracle);
    let together = divided_together(&arena);
    let mut copying = Copying {
        arena: &mut arena,
        refusals,
        together,
        is_copied: false,
    };
    let root = copying.statement(root)?;
    copying.is_copied.then(|| arena.into_nest(root))
}

struct Copying<'c, 'o> {
    arena: &'c mut Arena<'o>,
    refusals: &'c mut Refusals,
    /// The variables that are in one quotient or remainder with another.
    together: BTreeSet<Symbol>,
    is_copied: bool,
}

fn divided_together(arena: &Arena<'_>) -> BTreeSet<Symbol> {
    let mut together = BTreeSet::new();
    let linears = (0..arena.nodes().len()).filter_map(|id| arena.linear(Id::from(id)));
    for atom in linears.flat_map(|linear| linear.terms.keys()) {
        if let Atom::FloorDiv(inner, _) | Atom::Mod(inner, _) = atom {
            let mut inside = BTreeSet::new();
            inner.for_each_var(&mut |name| {
                inside.extend(arena.domain(name).is_some().then_some(name));
            });
            together.extend((inside.len() > 1).then_some(inside).into_iter().flatten());
        }
    }
    together
}

impl Copying<'_, '_> {
    /// The statement with its loops copied out. `None` on overflow.
    fn statement(&mut self, id: Id) -> Option<Id> {
        Some(match self.arena.node(id).clone() {
            Node::Seq(statements) => {
                let parts = statements.iter().map(|&part| self.statement(part));
                let parts: Vec<Id> = parts.collect::<Option<_>>()?;
                self.arena.sequence(parts)
            }
            Node::If(comparisons, children) => {
                let (conditions, statements) = branches(&children);
                let [then, otherwise] = statements.map(|part| self.statement(part));
                let statements = [then?, otherwise?];
                let children = conditions.iter().copied().chain(statements).collect();
                self.arena.add(Node::If(comparisons, children))
            }
            Node::For(head, _) if head.kind == LoopKind::Kept => id,
            Node::For(head, [lo, hi, body]) => {
                let is_wanted = self.together.contains(&head.iv) || !self.has_loops(body);
                let body = self.statement(body)?;
                match is_wanted.then(|| self.copied_out(head, body)).flatten() {
                    Some(parts) => {
                        self.is_copied = true;
                        self.arena.sequence(parts)
                    }
                    None => self.arena.for_loop(head, [lo, hi], body),
                }
            }
            _ => id,
        })
    }

    /// The loop over the quotients, and the one over what is left of the last. `None` where that makes nothing affine.
    fn copied_out(&mut self, head: Loop, body: Id) -> Option<Vec<Id>> {
        let by = self.divisor_of(head.iv, body)?;
        let [lower, upper] = self.arena.only_bounds(head.iv)?;
        let copies = self.stores(body).checked_mul(by)?;
        if by > MOST_RESIDUES || copies > MOST_STORES {
            self.refusals.note(Refusal {
                rule: "residues",
                loops: vec![head.iv],
                why: Why::Stated(format!("its {by} remainders would be {copies} stores")),
            });
            return None;
        }
        let quotients = upper.subtract(&lower)?.floordiv(by)?;
        let quotient = self.arena.fresh(head.iv);
        let whole = Domain {
            lower: vec![Linear::constant(0)],
            upper: vec![quotients.clone()],
            step: 1,
        };
        self.arena.set_domain(quotient, whole.clone());
        let at = match single(&whole) {
            Some(only) => only,
            None => Linear::var(quotient),
        };
        let first = lower.add(&at.scale(by)?)?;
        let mut parts = Vec::new();
        for residue in 0..by {
            let value = first.add(&Linear::constant(residue))?;
            let mut values = BTreeMap::from([(head.iv, value)]);
            let copy = self.arena.copied(body, &mut values)?;
            parts.push(self.arena.with_decided_choices(copy, &mut HashMap::new()));
        }
        let copies = self.arena.sequence(parts);
        if self.divisor_of(quotient, copies).is_some() {
            return None;
        }
        let head_of = |iv| Loop { iv, ..head };
        let mut parts = vec![match single(&whole) {
            Some(_) => copies,
            None => part_of(self.arena, head_of(quotient), &whole, copies),
        }];
        let rest = Domain {
            // Where the loop has no iterations there are less than none before the rest.
            lower: vec![lower.clone(), lower.add(&quotients.scale(by)?)?],
            upper: vec![upper],
            step: 1,
        };
        if rest.lower[1] != rest.upper[0] {
            self.arena.set_domain(head.iv, rest.clone());
            parts.push(part_of(self.arena, head, &rest, body));
        }
        Some(parts)
    }

    /// The least number such that, of a variable that grows by it, every quotient and remainder in a statement grows by a constant.
    /// `None` where that is so of a variable that grows by one, and where there is no small one.
    fn divisor_of(&self, iv: Symbol, statement: Id) -> Option<i64> {
        let mut divisor = 1i64;
        let mut seen = BTreeSet::from([statement]);
        let mut pending = vec![statement];
        while let Some(id) = pending.pop() {
            if let Some(linear) = self.arena.linear(id) {
                divisor = divisor_in(linear, iv, divisor)?;
            }
            let children = self.arena.node(id).children().iter();
            pending.extend(children.filter(|&&child| seen.insert(child)));
        }
        (divisor > 1).then_some(divisor)
    }

    fn has_loops(&self, statement: Id) -> bool {
        match self.arena.node(statement) {
            Node::For(..) => true,
            Node::Seq(parts) | Node::If(_, parts) => parts.iter().any(|&part| self.has_loops(part)),
            _ => false,
        }
    }

    fn stores(&self, statement: Id) -> i64 {
        match self.arena.node(statement) {
            Node::Store(..) => 1,
            Node::Seq(statements) => statements.iter().map(|&part| self.stores(part)).sum(),
            Node::If(_, children) => branches(children).1.iter().map(|&part| self.stores(part)).sum(),
            Node::For(_, [_, _, body]) => self.stores(*body),
            _ => 0,
        }
    }
}

impl Arena<'_> {
    /// A statement or an expression with what comparisons of constant indices choose in the place of the choice.
    fn with_decided_choices(&mut self, id: Id, done: &mut HashMap<Id, Id>) -> Id {
        if let Some(&known) = done.get(&id) {
            return known;
        }
        let node = self.node(id).clone();
        let node = node.map_children(|child| self.with_decided_choices(child, done));
        let decided = match &node {
            Node::Op(op, args) if op.code == OpCode::CmpI && op.ty == Scalar::Index => {
                let constant = |id: Id| self.linear(id)?.as_constant();
                let predicate = IntPredicate::from_code(op.predicate);
                match (predicate, constant(args[0]), constant(args[1])) {
                    (Some(predicate), Some(a), Some(b)) => {
                        let [a, b] = [a, b].map(|n| u128::from(n as u64));
                        let holds = integer_compare(predicate, &Type::Index, a, b);
                        Some(self.add(Node::Const(op.result, u128::from(holds))))
                    }
                    _ => None,
                }
            }
            Node::Op(op, args) if op.code == OpCode::Select => match self.node(args[0]) {
                Node::Const(_, holds) => Some(args[if *holds != 0 { 1 } else { 2 }]),
                _ => None,
            },
            _ => None,
        };
        let new = decided.unwrap_or_else(|| self.add(node));
        done.insert(id, new);
        new
    }
}

/// The least multiple of a number by which a variable grows where every quotient and remainder in an expression grows by a
/// constant. `None` where it is beyond 64 bits.
fn divisor_in(linear: &Linear, iv: Symbol, least: i64) -> Option<i64> {
    let mut least = least;
    for atom in linear.terms.keys() {
        let (Atom::FloorDiv(inner, by) | Atom::Mod(inner, by)) = atom else {
            continue;
        };
        least = divisor_in(inner, iv, least)?;
        let common = |a: i64, b: i64| gcd(a.into(), b.into()) as i64;
        let own = by / common(inner.coefficient(iv), *by);
        least = (least / common(least, own)).checked_mul(own)?;
    }
    Some(least)
}
