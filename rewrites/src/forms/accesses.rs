//! The accesses to memory of a part of a term that is being changed.

use std::collections::BTreeSet;

use egg::{Id, Language, Symbol};

use super::arena::Arena;
use crate::dependence::Access;
use crate::guard::Guard;
use crate::term::{Node, branches};

/// What a statement touches.
#[derive(Default)]
pub struct Accesses {
    pub accesses: BTreeSet<Access>,
    /// The loops inside the statement.
    pub inside: BTreeSet<Symbol>,
    seen: BTreeSet<(Id, Guard)>,
}

impl Arena<'_> {
    /// The accesses of a statement, each under the conditions inside it.
    pub fn accesses_of(&self, id: Id) -> Accesses {
        self.accesses_under(id, &Guard::new())
    }

    /// The accesses of a statement or a value that is executed where conditions hold.
    pub fn accesses_under(&self, id: Id, guard: &Guard) -> Accesses {
        let mut found = Accesses::default();
        self.accesses(id, guard, &mut found);
        found
    }

    fn accesses(&self, id: Id, guard: &Guard, found: &mut Accesses) {
        let mut access = |buffer: &Symbol, indices: &[Id], is_write| {
            found.accesses.insert(Access {
                buffer: *buffer,
                indices: indices.iter().map(|&i| self.linear(i).cloned()).collect(),
                is_write,
                guard: guard.clone(),
            });
        };
        // Values are shared, and one under another condition is another.
        if !found.seen.insert((id, guard.clone())) {
            return;
        }
        match self.node(id) {
            Node::Load(buffer, _, indices) => access(buffer, indices, false),
            Node::Store(buffer, children) => {
                let (&value, indices) = children.split_last().expect("a store has a value");
                access(buffer, indices, true);
                self.accesses(value, guard, found);
            }
            Node::For(head, [_, _, body]) => {
                found.inside.insert(head.iv);
                self.accesses(*body, guard, found);
            }
            Node::If(comparisons, children) => {
                let (ids, [then, otherwise]) = branches(children);
                let mut inner = guard.clone();
                inner.extend(self.conditions(comparisons, ids).into_iter().flatten());
                self.accesses(then, &inner, found);
                self.accesses(otherwise, guard, found);
            }
            node => node
                .children()
                .iter()
                .for_each(|&child| self.accesses(child, guard, found)),
        }
    }
}
