//! Results of conditions that are certain to hold where the results are used: `x = n > 0 ? a[i] : 0`, used in a loop to `n`, is `a[i]`
//! there, and no scalar that is carried into the loop.

use std::collections::BTreeSet;

use egg::{Id, Symbol};
use ovolo_lang::ir::{OpId, ValueId};

use super::{Held, Lifted, Lifter};
use crate::linear::Linear;
use crate::nest::BufferSource;
use crate::term::{Node, branches};

impl Lifter<'_> {
    /// Notes what the results of a condition are in a branch, if that does nothing but compute them of what no loop around writes. It is
    /// taken where all of some numbers are at least zero, or all of others.
    pub(super) fn note_certain(
        &mut self,
        op: OpId,
        branch: Id,
        temporaries: &[Held],
        held: &[Vec<Linear>],
    ) -> Lifted<()> {
        let statements = match &self.nodes[usize::from(branch)] {
            Node::Seq(statements) => statements.to_vec(),
            _ => vec![branch],
        };
        let mut values = Vec::new();
        for statement in statements {
            let (temporary, value) = match &self.nodes[usize::from(statement)] {
                Node::Store(temporary, children) if children.len() == 1 => (*temporary, children[0]),
                _ => return Ok(()),
            };
            match temporaries.iter().find(|(_, own)| *own == temporary) {
                Some((result, _)) => values.push((*result, value)),
                None => return Ok(()),
            }
        }
        let around = std::iter::successors(Some(op), |&op| self.module.parent_op(op));
        let outermost = around.take_while(|op| self.inside.contains(op)).last();
        let Some(outermost) = outermost.filter(|&outermost| outermost != op) else {
            return Ok(());
        };
        let written = self.written_in(outermost)?;
        for (result, value) in values {
            let is_written = |read: &Symbol| {
                let is_temporary = self.buffers[read].1 == BufferSource::Temporary;
                is_temporary || written.iter().any(|write| self.may_alias(*read, *write))
            };
            if !self.reads(value).iter().any(is_written) {
                let known = self.certain.entry(result).or_default();
                known.extend(held.iter().map(|all| (value, all.clone())));
            }
        }
        Ok(())
    }

    /// What a result of a condition is, where an operation uses it that is executed only where the condition holds.
    pub(super) fn certain(&self, value: ValueId, user: OpId) -> Option<Id> {
        let values = self.certain.get(&value)?;
        let known = [&self.conditions[..], &self.loops_that_run(user)].concat();
        let holds = |(_, held): &&(Id, Vec<Linear>)| {
            let mut held = held.iter();
            held.all(|expr| self.is_never_negative_where(expr, &known))
        };
        values.iter().find(holds).map(|(id, _)| *id)
    }

    /// A statement without stores to temporaries that nothing reads and that are no results.
    pub(super) fn without_unread(&mut self, root: Id, results: &[Held]) -> Id {
        if self.certain.is_empty() {
            return root;
        }
        let read = self.reads(root);
        let is_unread = |lifter: &Self, buffer: &Symbol| {
            lifter.buffers[buffer].1 == BufferSource::Temporary
                && !read.contains(buffer)
                && results.iter().all(|(_, temporary)| temporary != buffer)
        };
        let unread: BTreeSet<Symbol> = (self.buffers.keys())
            .filter(|buffer| is_unread(self, buffer))
            .copied()
            .collect();
        self.without_stores(root, &unread)
    }

    fn without_stores(&mut self, statement: Id, unread: &BTreeSet<Symbol>) -> Id {
        let nothing = |lifter: &Self, id: Id| matches!(&lifter.nodes[usize::from(id)], Node::Seq(none) if none.is_empty());
        match self.nodes[usize::from(statement)].clone() {
            Node::Store(buffer, _) if unread.contains(&buffer) => self.sequence(Vec::new()),
            Node::Seq(statements) => {
                let mut left = Vec::new();
                for statement in statements {
                    let statement = self.without_stores(statement, unread);
                    match &self.nodes[usize::from(statement)] {
                        Node::Seq(parts) => left.extend(parts.iter().copied()),
                        _ => left.push(statement),
                    }
                }
                self.sequence(left)
            }
            Node::For(head, [lower, upper, body]) => {
                let body = self.without_stores(body, unread);
                self.add(Node::For(head, [lower, upper, body]))
            }
            Node::If(comparisons, mut children) => {
                let statements = branches(&children)
                    .1
                    .map(|branch| self.without_stores(branch, unread));
                if statements.into_iter().all(|branch| nothing(self, branch)) {
                    return self.sequence(Vec::new());
                }
                let first = children.len() - statements.len();
                children[first..].copy_from_slice(&statements);
                self.add(Node::If(comparisons, children))
            }
            _ => statement,
        }
    }
}
