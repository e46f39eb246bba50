//! How statements may be left, other than by their end.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::ast::*;

/// A jump, by where it goes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Jump {
    Break,
    Continue,
    Return,
    Goto(Rc<str>),
}

/// What may happen in a statement beside that it ends.
#[derive(Clone, Default)]
pub struct Leaves {
    /// The jumps out of it.
    pub jumps: BTreeSet<Jump>,
    /// It never ends by itself.
    pub always: bool,
}

impl Leaves {
    fn by(jump: Jump) -> Leaves {
        Leaves {
            jumps: BTreeSet::from([jump]),
            always: true,
        }
    }

    /// Jumps to a label end here.
    fn end_at(&mut self, label: &Rc<str>) {
        if self.jumps.remove(&Jump::Goto(label.clone())) {
            self.always = false;
        }
    }

    pub fn any(&self) -> bool {
        !self.jumps.is_empty()
    }
}

/// How a statement may be left.
pub fn of(stmt: &Stmt) -> Leaves {
    match &stmt.kind {
        StmtKind::Break => Leaves::by(Jump::Break),
        StmtKind::Continue => Leaves::by(Jump::Continue),
        StmtKind::Return(_) => Leaves::by(Jump::Return),
        StmtKind::Goto(label) => Leaves::by(Jump::Goto(label.clone())),
        StmtKind::Block(items) => of_all(items),
        StmtKind::Labelled(label, items) => {
            let mut all = of_all(items);
            all.end_at(label);
            all
        }
        StmtKind::If(_, then, otherwise) => {
            let (mut a, b) = (of(then), otherwise.as_deref().map(of).unwrap_or_default());
            a.jumps.extend(b.jumps);
            a.always &= b.always;
            a
        }
        StmtKind::For { body, .. } | StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => {
            let mut jumps = of(body).jumps;
            jumps.remove(&Jump::Break);
            jumps.remove(&Jump::Continue);
            Leaves { jumps, always: false }
        }
        _ => Leaves::default(),
    }
}

/// How a sequence of statements may be left. A jump to a label behind it in the sequence ends there.
pub fn of_all(items: &[Stmt]) -> Leaves {
    let mut all = Leaves::default();
    for stmt in items {
        if let StmtKind::Label(label) = &stmt.kind {
            all.end_at(label);
            continue;
        }
        let one = of(stmt);
        all.jumps.extend(one.jumps);
        all.always |= one.always;
    }
    all
}
