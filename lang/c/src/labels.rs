//! Writes jumps to labels that stand behind them as conditions, or as statements that such jumps leave.
//!
//! ```text
//! if (x) goto L; a; goto M; L: b; M: c;   becomes   if (x) b; else a;
//!                                                   c;
//! ```

use std::rc::Rc;

use ovolo_lang::diagnostic::Span;

use crate::ast::*;
use crate::leaves::{self, Jump, Leaves};

/// A sequence without its labels. What stands in front of one is a statement that the jumps to it leave, where these are not
/// at its ends. Jumps back stay.
pub fn grouped(body: &[Stmt], variables: &[Variable]) -> Vec<Stmt> {
    let mut done: Vec<Stmt> = Vec::new();
    let mut part: Vec<Stmt> = Vec::new();
    let mut label: Option<&Rc<str>> = None;
    let mut add = |label: Option<&Rc<str>>, part: Vec<Stmt>| {
        done = match label {
            Some(label) => followed(std::mem::take(&mut done), label, part, variables),
            None => part,
        }
    };
    let body = declared_first(body, variables);
    for stmt in &body {
        match &stmt.kind {
            StmtKind::Label(next) => {
                add(label.replace(next), std::mem::take(&mut part));
            }
            _ => part.push(stmt.clone()),
        }
    }
    add(label, part);
    done
}

/// A sequence in which variables that a jump to one of its labels may pass over are declared first.
fn declared_first(body: &[Stmt], variables: &[Variable]) -> Vec<Stmt> {
    let is_label = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Label(_));
    let jumps = |stmt: &Stmt| {
        leaves::of(stmt)
            .jumps
            .iter()
            .any(|jump| matches!(jump, Jump::Goto(_)))
    };
    let mut done = body.to_vec();
    let (first, last) = (body.iter().position(jumps), body.iter().rposition(is_label));
    let (Some(first), Some(last)) = (first, last) else {
        return done;
    };
    let mut declared = Vec::new();
    for stmt in done.iter_mut().take(last).skip(first) {
        let StmtKind::Declare(id, value) = &mut stmt.kind else {
            continue;
        };
        let (id, span) = (*id, stmt.span);
        let ty = variables[id.0 as usize].ty.clone();
        let is_scalar = matches!(ty, Ty::Int(_) | Ty::Float(_));
        stmt.kind = match value.take() {
            _ if !is_scalar => {
                let what = "the declaration of what is no number, between a `goto` and a label,";
                StmtKind::Unknown(what.to_string())
            }
            Some(value) => {
                let place = Box::new(Expr::new(ExprKind::Var(id), ty.clone(), span));
                StmtKind::Expr(Expr::new(ExprKind::Assign(place, Box::new(value)), ty, span))
            }
            None => StmtKind::Block(Vec::new()),
        };
        declared.push(Stmt {
            kind: StmtKind::Declare(id, None),
            span,
        });
    }
    declared.append(&mut done);
    declared
}

/// A sequence without labels, and what follows at a label: where the one or the other branch of a condition leads there, it
/// stands in that branch.
fn followed(mut body: Vec<Stmt>, label: &Rc<str>, rest: Vec<Stmt>, variables: &[Variable]) -> Vec<Stmt> {
    let jump = Jump::Goto(label.clone());
    let is_jumped_to = |items: &[Stmt]| leaves::of_all(items).jumps.contains(&jump);
    let span = body.first().map(|stmt| stmt.span).unwrap_or_default();
    // A jump back would find its label in front of it.
    if !is_jumped_to(&rest) {
        with_branches(&mut body, variables);
        let last = body.len().saturating_sub(1);
        let is_only_last = !is_jumped_to(&body[..last]);
        if let Some(StmtKind::If(_, then, otherwise)) = body.last_mut().map(|stmt| &mut stmt.kind) {
            let reaches = |left: Leaves| !left.always || left.jumps.contains(&jump);
            let a = reaches(leaves::of(then));
            let b = otherwise.as_deref().map(leaves::of).is_none_or(reaches);
            if is_only_last && a != b {
                let branch = match a {
                    true => then,
                    false => otherwise.get_or_insert_with(|| block(Vec::new(), span)),
                };
                let items = followed(grouped(branch.items(), variables), label, rest, variables);
                *branch = block(items, branch.span);
                return body;
            }
        }
        body = without_last(body, &jump, variables);
    }
    if is_jumped_to(&body) || is_jumped_to(&rest) {
        let kind = StmtKind::Labelled(label.clone(), body);
        body = vec![Stmt { kind, span }];
    }
    body.extend(rest);
    body
}

/// Puts what follows a condition of which one branch always leaves into the other branch.
fn with_branches(body: &mut Vec<Stmt>, variables: &[Variable]) {
    let lefts = |stmt: &Stmt| match &stmt.kind {
        StmtKind::If(_, then, otherwise) => {
            let otherwise = otherwise.as_deref().map(leaves::of);
            Some((leaves::of(then).always, otherwise.unwrap_or_default().always))
        }
        _ => None,
    };
    let found = body.iter().enumerate().find_map(|(at, stmt)| {
        let (a, b) = lefts(stmt)?;
        (a != b).then_some((at, a))
    });
    let Some((at, is_then_left)) = found else {
        return;
    };
    let rest = body.split_off(at + 1);
    if rest.is_empty() {
        return;
    }
    let span = body[at].span;
    if let StmtKind::If(_, then, otherwise) = &mut body[at].kind {
        let branch = match is_then_left {
            true => otherwise.get_or_insert_with(|| block(Vec::new(), span)),
            false => then,
        };
        let mut items = grouped(branch.items(), variables);
        items.extend(rest);
        *branch = block(items, branch.span);
    }
}

/// A sequence without labels, and without jumps to where it ends that nothing of it follows.
fn without_last(mut body: Vec<Stmt>, jump: &Jump, variables: &[Variable]) -> Vec<Stmt> {
    with_branches(&mut body, variables);
    let Some(last) = body.last_mut() else {
        return body;
    };
    let inside = |stmt: &mut Stmt| {
        let items = without_last(grouped(stmt.items(), variables), jump, variables);
        *stmt = *block(items, stmt.span);
    };
    match &mut last.kind {
        StmtKind::Goto(label) if Jump::Goto(label.clone()) == *jump => {
            body.pop();
            return without_last(body, jump, variables);
        }
        StmtKind::If(_, then, otherwise) => {
            inside(then);
            otherwise.iter_mut().for_each(|stmt| inside(stmt));
        }
        StmtKind::Labelled(_, items) => *items = without_last(std::mem::take(items), jump, variables),
        StmtKind::Block(_) => inside(last),
        _ => {}
    }
    body
}

fn block(items: Vec<Stmt>, span: Span) -> Box<Stmt> {
    Box::new(Stmt {
        kind: StmtKind::Block(items),
        span,
    })
}
