//! Parts of a nest that have nothing to do with the others.
//!
//! ```text
//! for i { for j in 0..1 { t[] = a; y[i, j] = t[] }; for j in 1..n { t[] = b; y[i, j] = t[] } }
//!   =>  for i { for j in 0..1 { s[] = a; y[i, j] = s[] } }; for i { for j in 1..n { t[] = b; y[i, j] = t[] } }
//! ```
//!
//! Statements that follow one another, and each write a temporary anew, have one each: no value of it is handed from one to the other.
//! Those that are kept leave the loops around them where no access in them and one elsewhere are of the same cell, in whatever
//! iterations, unless both only read.

use std::collections::{BTreeMap, BTreeSet};

use egg::{Id, Symbol};

use super::arena::Arena;
use crate::dependence::{Access, Relation};
use crate::nest::starts_anew;
use crate::term::{Loop, LoopKind, Node, branches};

/// Kept statements that leave their loops; arbitrary.
const MOST_APART: usize = 16;

/// A loop and its bounds.
type Around = (Loop, [Id; 2]);

impl Arena<'_> {
    /// A statement where those that follow one another share no temporary that each of them writes anew.
    pub fn with_own_temporaries(&mut self, root: Id) -> Id {
        let mut root = root;
        for name in self.scalar_temporaries() {
            root = self.separated(root, name);
        }
        root
    }

    /// A nest with its kept statements in front of it, in loops of their own, where they depend on nothing in it.
    pub fn with_kept_apart(&mut self, root: Id) -> Id {
        let mut kept = Vec::new();
        let rest = self.without_kept(root, &mut Vec::new(), &mut kept);
        if kept.is_empty() || kept.len() > MOST_APART || self.is_nothing(rest) {
            return root;
        }
        let statements = kept.iter().map(|(_, statement)| *statement).chain([rest]);
        let touched: Vec<BTreeSet<Access>> = statements
            .map(|statement| {
                self.touches(statement)
                    .into_iter()
                    .map(|touch| touch.access)
                    .collect()
            })
            .collect();
        for (n, first) in touched.iter().enumerate() {
            for second in &touched[n + 1..] {
                if self.dependence_between(first, second, &Relation::new()).is_some() {
                    return root;
                }
            }
        }
        let mut parts = Vec::new();
        for (around, statement) in kept {
            let alone = around
                .into_iter()
                .rev()
                .fold(statement, |body, (head, [lo, hi])| {
                    let kind = LoopKind::Kept;
                    self.for_loop(Loop { kind, ..head }, [lo, hi], body)
                });
            match self.copied(alone, &mut BTreeMap::new()) {
                Some(copy) => parts.push(copy),
                None => return root,
            }
        }
        parts.push(rest);
        self.sequence(parts)
    }

    /// A statement without those in it that are kept, which are collected with the loops around them.
    fn without_kept(&mut self, id: Id, around: &mut Vec<Around>, kept: &mut Vec<(Vec<Around>, Id)>) -> Id {
        match self.node(id).clone() {
            Node::For(head, _) if head.kind == LoopKind::Kept => {
                kept.push((around.clone(), id));
                self.sequence([])
            }
            Node::For(head, [lo, hi, body]) => {
                around.push((head, [lo, hi]));
                let body = self.without_kept(body, around, kept);
                around.pop();
                self.for_loop(head, [lo, hi], body)
            }
            Node::Seq(statements) => {
                let rest: Vec<Id> = statements
                    .iter()
                    .map(|&s| self.without_kept(s, around, kept))
                    .collect();
                self.sequence(rest)
            }
            _ => id,
        }
    }

    /// A statement where those in it that write a scalar anew have each their own.
    fn separated(&mut self, id: Id, name: Symbol) -> Id {
        match self.node(id).clone() {
            Node::Seq(statements) => {
                let users: Vec<usize> = (0..statements.len())
                    .filter(|&n| self.touches_array(statements[n], name))
                    .collect();
                let mut statements = statements.to_vec();
                match users.as_slice() {
                    [] => return id,
                    &[only] => statements[only] = self.separated(statements[only], name),
                    all if all.iter().all(|&n| self.is_contained(statements[n], name)) => {
                        for &n in &all[1..] {
                            let own = self.fresh_scalar(name);
                            statements[n] = self.with_buffer(statements[n], name, own);
                            statements[n] = self.separated(statements[n], own);
                        }
                        statements[all[0]] = self.separated(statements[all[0]], name);
                    }
                    _ => return id,
                }
                self.sequence(statements)
            }
            Node::For(head, [lo, hi, body]) => {
                let body = self.separated(body, name);
                self.for_loop(head, [lo, hi], body)
            }
            _ => id,
        }
    }

    /// Whether no value of a scalar comes into a statement, in whatever iterations it runs.
    pub(super) fn is_contained(&self, id: Id, name: Symbol) -> bool {
        match self.node(id) {
            Node::For(_, [_, _, body]) => self.is_contained(*body, name),
            Node::Seq(statements) => {
                let mut users = statements.iter().filter(|&&s| self.touches_array(s, name));
                let first = users.next();
                first.is_none_or(|&first| starts_anew(self.nodes(), first, name))
                    || statements
                        .iter()
                        .all(|&s| !self.touches_array(s, name) || self.is_contained(s, name))
            }
            Node::If(_, children) => {
                let statements = branches(children).1;
                statements
                    .into_iter()
                    .all(|s| !self.touches_array(s, name) || self.is_contained(s, name))
            }
            _ => starts_anew(self.nodes(), id, name),
        }
    }
}
