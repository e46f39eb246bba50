//! Which variables are read before they are assigned: liveness, backwards over the tree.
//!
//! Jumps are gone already, but for the `return` at the end of a function.

use std::collections::BTreeSet;

use crate::ast::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, VarId};

/// Variables.
pub type Vars = BTreeSet<VarId>;

/// What is live before each statement, given what is live after the last.
pub fn before_each(body: &[Stmt], after: &Vars) -> Vec<Vars> {
    let mut live = after.clone();
    let mut all = Vec::new();
    for stmt in body.iter().rev() {
        statement(stmt, &mut live);
        all.push(live.clone());
    }
    all.reverse();
    all
}

/// Turns what is live after a statement into what is live before it.
pub fn statement(stmt: &Stmt, live: &mut Vars) {
    match &stmt.kind {
        StmtKind::Expr(e) => expression(e, live),
        StmtKind::Declare(variable, value) => {
            live.remove(variable);
            if let Some(value) = value {
                expression(value, live);
            }
        }
        StmtKind::Block(body) | StmtKind::Labelled(_, body) => {
            body.iter().rev().for_each(|s| statement(s, live))
        }
        StmtKind::If(condition, then, otherwise) => {
            let mut other = live.clone();
            statement(then, live);
            if let Some(otherwise) = otherwise {
                statement(otherwise, &mut other);
            }
            live.append(&mut other);
            expression(condition, live);
        }
        StmtKind::For {
            init,
            condition,
            advance,
            body,
        } => {
            *live = at_head(condition.as_ref(), advance.as_ref(), body, live);
            if let Some(init) = init {
                statement(init, live);
            }
        }
        StmtKind::While(condition, body) => *live = at_head(Some(condition), None, body, live),
        StmtKind::DoWhile(body, condition) => {
            let after = live.clone();
            loop {
                let known = live.len();
                let mut around = live.clone();
                expression(condition, &mut around);
                statement(body, &mut around);
                live.extend(around);
                if live.len() == known {
                    break;
                }
            }
            live.extend(after);
            expression(condition, live);
            statement(body, live);
        }
        StmtKind::Return(value) => {
            live.clear();
            value.iter().for_each(|value| expression(value, live));
        }
        StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Goto(_)
        | StmtKind::Label(_)
        | StmtKind::Unknown(_) => {}
    }
}

/// What is live where a loop begins an iteration, before its condition.
pub fn at_head(condition: Option<&Expr>, advance: Option<&Expr>, body: &Stmt, after: &Vars) -> Vars {
    let mut head = after.clone();
    loop {
        let mut around = head.clone();
        advance.iter().for_each(|e| expression(e, &mut around));
        statement(body, &mut around);
        around.extend(after.iter().copied());
        condition.iter().for_each(|e| expression(e, &mut around));
        let known = head.len();
        head.extend(around);
        if head.len() == known {
            return head;
        }
    }
}

/// Turns what is live after an expression into what is live before it.
fn expression(e: &Expr, live: &mut Vars) {
    match &e.kind {
        ExprKind::Var(id) => {
            live.insert(*id);
        }
        ExprKind::Assign(place, value) => {
            match place.var() {
                Some(id) => {
                    live.remove(&id);
                }
                None => expression(place, live),
            }
            expression(value, live);
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            let mut other = live.clone();
            expression(then, live);
            expression(otherwise, &mut other);
            live.append(&mut other);
            expression(condition, live);
        }
        ExprKind::Binary(BinaryOp::LogicalAnd | BinaryOp::LogicalOr, a, b) => {
            let mut other = live.clone();
            expression(b, live);
            live.append(&mut other);
            expression(a, live);
        }
        _ => {
            let mut children = Vec::new();
            e.for_each_child(|child| children.push(child));
            children.iter().rev().for_each(|child| expression(child, live));
        }
    }
}

/// The variables that a statement declares.
pub fn declared(stmt: &Stmt) -> Vars {
    let mut found = Vars::new();
    stmt.walk(&mut |inner| {
        if let StmtKind::Declare(variable, _) = inner.kind {
            found.insert(variable);
        }
    });
    found
}

/// The variables that a statement may assign.
pub fn assigned(stmt: &Stmt) -> Vars {
    let mut found = declared(stmt);
    stmt.for_each_expr(&mut |e| found.extend(assigned_by(e)));
    found
}

/// The variables that an expression may assign.
pub fn assigned_by(e: &Expr) -> Vars {
    let mut found = Vars::new();
    e.walk(&mut |inner| {
        if let ExprKind::Assign(place, _) | ExprKind::Update(_, place, _) | ExprKind::Step { place, .. } =
            &inner.kind
        {
            found.extend(root(place));
        }
    });
    found
}

/// The variable whose value a place is, or is a member of.
pub fn root(place: &Expr) -> Option<VarId> {
    match &place.kind {
        ExprKind::Var(id) => Some(*id),
        ExprKind::Member(base, _) => root(base),
        _ => None,
    }
}

/// The variables that an expression mentions.
pub fn mentioned(e: &Expr) -> Vars {
    let mut found = Vars::new();
    e.walk(&mut |inner| found.extend(inner.var()));
    found
}
