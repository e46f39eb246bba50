//! `switch`, as a chain of conditions.

use super::Reader;
use crate::ast::*;
use crate::clang::{Cursor, raw};
use crate::live::assigned_by;

/// What is executed for some values.
#[derive(Default)]
struct Group {
    /// The values; that of `default` is `None`.
    values: Vec<Option<Expr>>,
    body: Vec<Stmt>,
}

impl<'u> Reader<'u> {
    /// The chain of conditions that a `switch` is, where each case leaves it.
    pub(super) fn switch(&mut self, value: Cursor<'u>, body: Cursor<'u>, depth: u32) -> StmtKind {
        let value = self.expression(value, depth);
        let mut is_plain = assigned_by(&value).is_empty();
        value.walk(&mut |e| is_plain &= !matches!(e.kind, ExprKind::Call(..)));
        if !is_plain || body.kind() != raw::CXCursor_CompoundStmt {
            return StmtKind::Unknown("a `switch` on what does more than to compute".to_string());
        }
        let mut groups: Vec<Group> = Vec::new();
        for statement in body.children() {
            self.labelled(statement, &mut groups, depth + 1);
        }
        let last = groups.len().saturating_sub(1);
        for (n, group) in groups.iter_mut().enumerate() {
            let leaves = leave(&mut group.body);
            if (!leaves && n < last) || group.body.iter().any(breaks) {
                return StmtKind::Unknown(
                    "a `switch` with a case that goes on with the next, or with a `break` in the midst of one".to_string(),
                );
            }
        }
        let default = groups
            .iter()
            .position(|group| group.values.iter().any(Option::is_none));
        let mut chain = default.map(|n| block(groups.remove(n).body));
        for group in groups.into_iter().rev() {
            let Some(condition) = any_of(&value, group.values) else {
                return StmtKind::Unknown("a `switch` with a statement before its first case".to_string());
            };
            let span = condition.span;
            let kind = StmtKind::If(condition, Box::new(block(group.body)), chain.map(Box::new));
            chain = Some(Stmt { kind, span });
        }
        match chain {
            Some(chain) => chain.kind,
            None => StmtKind::Block(Vec::new()),
        }
    }

    /// Adds a statement in a `switch` to the group that it is part of, or begins one.
    fn labelled(&mut self, cursor: Cursor<'u>, groups: &mut Vec<Group>, depth: u32) {
        let children = cursor.children();
        let label = match (cursor.kind(), children.as_slice()) {
            (raw::CXCursor_CaseStmt, [value, inner]) => Some((Some(*value), *inner)),
            (raw::CXCursor_DefaultStmt, [inner]) => Some((None, *inner)),
            _ => None,
        };
        let Some((value, inner)) = label else {
            let statements = self.statements(cursor, depth);
            if groups.is_empty() {
                groups.push(Group::default());
            }
            if let Some(group) = groups.last_mut() {
                group.body.extend(statements);
            }
            return;
        };
        // Labels of one statement stand inside one another.
        if groups
            .last()
            .is_none_or(|group| !group.body.is_empty() || group.values.is_empty())
        {
            groups.push(Group::default());
        }
        let value = value.map(|value| self.expression(value, depth));
        if let Some(group) = groups.last_mut() {
            group.values.push(value);
        }
        self.labelled(inner, groups, depth + 1);
    }
}

/// Whether a value is one of several; `None` where there are none.
fn any_of(value: &Expr, values: Vec<Option<Expr>>) -> Option<Expr> {
    let equal = |to: Expr| {
        let span = to.span;
        // C converts the constants to the type of the value.
        let to = Expr::new(ExprKind::Convert(Box::new(to)), value.ty.clone(), span);
        let kind = ExprKind::Binary(BinaryOp::Eq, Box::new(value.clone()), Box::new(to));
        Expr::new(kind, Ty::Int(IntTy::INT), span)
    };
    values.into_iter().flatten().map(equal).reduce(|a, b| {
        let span = a.span;
        let kind = ExprKind::Binary(BinaryOp::LogicalOr, Box::new(a), Box::new(b));
        Expr::new(kind, Ty::Int(IntTy::INT), span)
    })
}

fn block(body: Vec<Stmt>) -> Stmt {
    let span = body.first().map(|stmt| stmt.span).unwrap_or_default();
    Stmt {
        kind: StmtKind::Block(body),
        span,
    }
}

/// Takes away the `break` at the end; whether statements end with one, or leave otherwise.
fn leave(body: &mut Vec<Stmt>) -> bool {
    match body.last_mut().map(|stmt| &mut stmt.kind) {
        Some(StmtKind::Break) => {
            body.pop();
            true
        }
        Some(StmtKind::Return(_) | StmtKind::Continue | StmtKind::Goto(_)) => true,
        Some(StmtKind::Block(inner)) => leave(inner),
        _ => false,
    }
}

/// Whether a statement has a `break` that is none of a loop in it.
fn breaks(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Break => true,
        StmtKind::Block(body) => body.iter().any(breaks),
        StmtKind::If(_, then, otherwise) => breaks(then) || otherwise.as_deref().is_some_and(breaks),
        _ => false,
    }
}
