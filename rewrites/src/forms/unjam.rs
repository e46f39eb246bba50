//! Copies of statements that stand side by side, each with temporaries of its own, as unroll and jam leaves them.
//!
//! ```text
//! for i in a..b step 2 { s[] = 0; t[] = 0; for k { s[] += e(i, k); t[] += e(i + 1, k) }; y[i] = s[]; y[i + 1] = t[] }
//!   =>  for i in a..b step 2 { s[] = 0; for k { s[] += e(i, k) }; y[i] = s[]; t[] = 0; … }
//! ```
//!
//! A register tile that somebody wrote out is rows and columns of accumulators; each of them is a copy of the first one. No cell
//! that one iteration of the short body writes is touched by another, but for the temporaries, which each iteration writes
//! anew, so the copies may run one after the other. (Unroll and jam: Callahan, Cocke & Kennedy, "Estimating interlock and
//! improving balance for pipelined architectures", 1988.)

use std::collections::{BTreeMap, BTreeSet};

use egg::{Id, Symbol};

use super::arena::Arena;
use super::cross::Dependence;
use super::reroll::Copy;
use crate::linear::Linear;
use crate::term::Node;

/// Copies that are looked for. Arbitrary.
const MOST_COPIES: i64 = 64;

/// Statements of one body in which copies are looked for. Arbitrary.
const MOST_STATEMENTS: usize = 256;

/// The first of the copies of a body.
pub(super) struct Jammed {
    pub first: Id,
    pub count: i64,
    /// The temporaries of which each copy has its own.
    private: BTreeSet<Symbol>,
}

/// Copies as they are found.
struct Copies {
    iv: Symbol,
    /// What is known of the second copy and those after it.
    rest: Vec<Copy>,
}

impl Arena<'_> {
    /// The first of as many copies as can be that fill a step, where each but the first is that with temporaries that have other names,
    /// and nothing outside of the body has to do with any of these.
    pub(super) fn unjammed(&mut self, (iv, step): (Symbol, i64), body: Id, root: Id) -> Option<Jammed> {
        let counts = (2..=step.min(MOST_COPIES)).rev();
        let mut counts = counts.filter(|count| step % count == 0);
        let (first, count, rest) = counts.find_map(|count| {
            let distances = (1..count).map(|n| Linear::var(iv).add(&Linear::constant(n * (step / count))));
            let temporaries: BTreeSet<Symbol> = self.scalar_temporaries().into_iter().collect();
            let rest = distances.map(|moved| {
                let mut copy = Copy::default();
                copy.values.insert(iv, moved?);
                copy.temporaries = temporaries.clone();
                Some(copy)
            });
            let rest = rest.collect::<Option<Vec<Copy>>>()?;
            let mut copies = Copies { iv, rest };
            let first = self.first_of(body, &mut copies)?;
            Some((first, count, copies.rest))
        })?;
        let own = |copy: &Copy| -> BTreeMap<Symbol, Symbol> {
            let renamed = copy.renamed.iter().filter(|(name, other)| name != other);
            renamed.map(|(name, other)| (*name, *other)).collect()
        };
        let private: BTreeSet<Symbol> = own(&rest[0]).into_keys().collect();
        let mut taken = private.clone();
        for copy in &rest {
            let own = own(copy);
            if !own.keys().eq(private.iter()) || !own.values().all(|name| taken.insert(*name)) {
                return None;
            }
        }
        let is_own = |name: &Symbol| self.statements_with(root, *name) == self.statements_with(body, *name);
        let is_sound = taken.iter().all(is_own) && private.iter().all(|&name| self.is_contained(first, name));
        is_sound.then_some(Jammed {
            first,
            count,
            private,
        })
    }

    /// The statements of the first copy, in their order.
    fn first_of(&mut self, id: Id, copies: &mut Copies) -> Option<Id> {
        match self.node(id).clone() {
            Node::For(head, [lo, hi, body]) => {
                if [lo, hi].iter().any(|&bound| self.mentions(bound, copies.iv)) {
                    return None;
                }
                for copy in &mut copies.rest {
                    copy.values.insert(head.iv, Linear::var(head.iv));
                }
                let body = self.first_of(body, copies)?;
                Some(self.add(Node::For(head, [lo, hi, body])))
            }
            Node::Seq(statements) if statements.len() <= MOST_STATEMENTS => {
                self.first_of_all(&statements, copies)
            }
            _ => None,
        }
    }

    fn first_of_all(&mut self, statements: &[Id], copies: &mut Copies) -> Option<Id> {
        // Where the copies of a statement stand; all at one place where they are in one loop.
        let mut places: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut firsts: BTreeMap<usize, Id> = BTreeMap::new();
        // What the variable is in tells which temporaries belong to which copy, and the rest follows.
        for is_moving in [true, false] {
            let is_of_turn = |arena: &Self, n: usize| arena.mentions(statements[n], copies.iv) == is_moving;
            let turn: Vec<usize> = (0..statements.len()).filter(|&n| is_of_turn(self, n)).collect();
            let is_left = |places: &BTreeMap<usize, Vec<usize>>, n: &usize| {
                !places.iter().any(|(first, rest)| first == n || rest.contains(n))
            };
            for &n in &turn {
                if is_left(&places, &n)
                    && let Some(rest) = self.copies_of(statements, n, copies, |n| is_left(&places, n))
                {
                    places.insert(n, rest);
                    firsts.insert(n, statements[n]);
                }
            }
            for &n in &turn {
                if is_left(&places, &n) {
                    firsts.insert(n, self.first_of(statements[n], copies)?);
                    places.insert(n, vec![n; copies.rest.len()]);
                }
            }
        }
        let in_order: Vec<Vec<usize>> = places
            .into_iter()
            .map(|(first, rest)| std::iter::once(first).chain(rest).collect())
            .collect();
        let are_in_order = in_order
            .windows(2)
            .all(|pair| pair[0].iter().zip(&pair[1]).all(|(before, after)| before < after));
        are_in_order.then(|| self.sequence(firsts.into_values()))
    }

    /// Where the copies of a statement stand.
    fn copies_of(
        &self,
        statements: &[Id],
        first: usize,
        copies: &mut Copies,
        is_left: impl Fn(&usize) -> bool,
    ) -> Option<Vec<usize>> {
        let mut places = Vec::new();
        let mut known = copies.rest.clone();
        for copy in &mut known {
            let left = (0..statements.len()).filter(|n| *n != first && !places.contains(n) && is_left(n));
            let place = left.into_iter().find(|&n| {
                let mut tried = copy.clone();
                let is_copy = self.is_same(statements[first], statements[n], &mut tried);
                if is_copy {
                    *copy = tried;
                }
                is_copy
            })?;
            places.push(place);
        }
        copies.rest = known;
        Some(places)
    }

    /// What two iterations of a loop with the first copy as its body depend on each other by, the temporaries aside that each has anew;
    /// `None` where there is too much to look at.
    pub(super) fn dependence_of_copies(
        &mut self,
        iv: Symbol,
        body: Id,
        jammed: &Jammed,
    ) -> Option<Option<Dependence>> {
        let mut found = self.accesses_of(body);
        found
            .accesses
            .retain(|access| !jammed.private.contains(&access.buffer));
        let relation = self.later(iv, &found);
        self.is_small(&found)
            .then(|| self.dependence(&found.accesses, &[], &relation))
    }
}
