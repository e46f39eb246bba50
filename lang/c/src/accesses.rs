//! Which objects in memory are accessed whenever a place in a function is reached.

use std::collections::BTreeSet;

use ovolo_lang::diagnostic::Span;

use crate::ast::*;
use crate::{leaves, live};

/// An object in memory: what tells the place that it is reached by from others.
pub type Object = Vec<i128>;

/// The objects in memory that a place is in, or is reached by: what is dereferenced on the way.
pub fn objects(e: &Expr) -> Vec<Object> {
    let mut found = Vec::new();
    let mut place = e;
    loop {
        place = match &place.kind {
            ExprKind::Member(base, _) | ExprKind::Convert(base) => base,
            ExprKind::Deref(pointer) => {
                found.push(key(place));
                pointer
            }
            ExprKind::Index(base, _) => {
                let is_array = matches!(base.undecayed().ty, Ty::Array(..));
                if !is_array {
                    found.push(key(place));
                }
                base
            }
            _ => return found,
        };
    }
}

/// What tells a place from others: variables, numbers and what is done with them in prefix order.
pub fn key(e: &Expr) -> Object {
    let mut found = Vec::new();
    e.walk(&mut |inner| match &inner.kind {
        ExprKind::Var(id) => found.extend([1, i128::from(id.0)]),
        ExprKind::Member(_, member) => found.extend([2, *member as i128]),
        ExprKind::Deref(_) => found.push(3),
        ExprKind::Index(..) => found.push(4),
        ExprKind::Int(number) => found.extend([5, *number]),
        ExprKind::Binary(op, ..) => found.extend([7, *op as i128]),
        ExprKind::Convert(_) => {}
        _ => found.push(6),
    });
    found
}

/// The objects of which a member is accessed whenever an expression is computed.
fn accesses(e: &Expr) -> Vec<Object> {
    let mut found = Vec::new();
    always(e, &mut |inner| {
        let is_struct = |e: &Expr| matches!(e.ty, Ty::Struct(_));
        match &inner.kind {
            // An object is accessed where a member of it is, other than an array, which is its address.
            ExprKind::Member(base, _) if is_struct(base) && !matches!(inner.ty, Ty::Array(..)) => {
                found.extend(objects(inner));
            }
            ExprKind::Index(..) | ExprKind::Deref(_) if matches!(inner.ty, Ty::Pointer(_)) => {
                found.extend(objects(inner));
            }
            _ => {}
        }
    });
    found
}

/// Calls `f` for the parts of an expression that are computed whenever it is.
pub fn always<'a>(e: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    f(e);
    match &e.kind {
        ExprKind::Binary(BinaryOp::LogicalAnd | BinaryOp::LogicalOr, a, _) | ExprKind::Conditional(a, ..) => {
            always(a, f)
        }
        // What is assigned is a place that may be accessed no more than by this.
        ExprKind::Address(_) => {}
        _ => e.for_each_child(|child| always(child, f)),
    }
}

/// The expressions that are computed first whenever a statement is executed.
fn first_of(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Expr(e) | StmtKind::If(e, ..) | StmtKind::While(e, _) => vec![e],
        StmtKind::Declare(_, e) => e.iter().collect(),
        StmtKind::For { init, condition, .. } => {
            let init = init.iter().flat_map(|init| first_of(init));
            init.chain(condition).collect()
        }
        StmtKind::Block(items) => items.first().map(first_of).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// The expressions that are computed whenever a sequence of statements is executed, up to what may not come to its end.
fn leading(part: &[Stmt]) -> Vec<&Expr> {
    let mut found = Vec::new();
    for stmt in part {
        match &stmt.kind {
            StmtKind::Block(items) => found.extend(leading(items)),
            _ => found.extend(first_of(stmt)),
        }
        if !comes_to_its_end(stmt) {
            break;
        }
    }
    found
}

/// Whether what follows a statement is executed whenever the statement is.
pub fn comes_to_its_end(stmt: &Stmt) -> bool {
    let is_constant = |e: &Expr| live::mentioned(e).is_empty();
    let mut ends = true;
    stmt.walk(&mut |inner| {
        ends &= match &inner.kind {
            StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::Label(_) | StmtKind::Unknown(_) => false,
            // C takes it of loops alone whose conditions are no constants that they end (C17 6.8.5p6).
            StmtKind::For { condition, .. } => condition.as_ref().is_some_and(|e| !is_constant(e)),
            StmtKind::While(condition, _) | StmtKind::DoWhile(_, condition) => !is_constant(condition),
            _ => true,
        };
    });
    stmt.for_each_expr(&mut |e| {
        e.walk(&mut |inner| ends &= !matches!(inner.kind, ExprKind::Call(..) | ExprKind::Unknown(_)));
    });
    ends
}

/// The loops of a part that is a loop of one loop and so on.
pub fn perfect_nest(part: &[Stmt]) -> Vec<&Stmt> {
    let mut found = Vec::new();
    let mut items = part;
    while let [stmt] = items {
        match &stmt.kind {
            // One of a function that is called here has no head here.
            StmtKind::For { body, .. } if stmt.span.start < body.span.start => {
                found.push(stmt);
                items = body.items();
            }
            StmtKind::Block(inner) => items = inner,
            _ => break,
        }
    }
    found
}

/// The expressions that are computed whenever the innermost loop of a perfect nest has an iteration.
fn inside_of<'a>(nest: &[&'a Stmt]) -> Vec<&'a Expr> {
    let Some(StmtKind::For { body, .. }) = nest.last().map(|stmt| &stmt.kind) else {
        return Vec::new();
    };
    let is_plain = |stmt: &&Stmt| {
        let mut is_plain = true;
        stmt.walk(&mut |inner| {
            is_plain &= !matches!(
                inner.kind,
                StmtKind::Break
                    | StmtKind::Continue
                    | StmtKind::Return(_)
                    | StmtKind::Goto(_)
                    | StmtKind::Label(_)
                    | StmtKind::Unknown(_)
            );
        });
        is_plain
    };
    let first = body.items().iter().take_while(is_plain).flat_map(first_of);
    nest.iter().flat_map(|stmt| first_of(stmt)).chain(first).collect()
}

/// The objects that are accessed whenever the innermost loop of the perfect nest that a part is has an iteration.
pub fn accessed_inside(part: &[Stmt]) -> BTreeSet<Object> {
    inside_of(&perfect_nest(part))
        .into_iter()
        .flat_map(accesses)
        .collect()
}

/// The objects that are accessed whenever a part of a function is reached, or by what it begins with.
pub fn accessed_before(unit: &Unit, function: &Function, part: &[Stmt], span: Span) -> BTreeSet<Object> {
    let mut assigned = live::Vars::new();
    for stmt in &function.body {
        stmt.for_each_expr(&mut |e| assigned.extend(live::assigned_by(e)));
    }
    let mut found = Vec::new();
    // Labels may be jumped to from anywhere.
    let mut has_jumps = false;
    for stmt in &function.body {
        stmt.walk(&mut |inner| has_jumps |= matches!(inner.kind, StmtKind::Label(_) | StmtKind::Unknown(_)));
    }
    if !has_jumps {
        preceding(unit, &function.body, span, &mut found);
    }
    // A pointer that is assigned, or that lies in memory, may be another one now.
    let is_same = |e: &&Expr| {
        let mut is_same = true;
        e.walk(&mut |inner| is_same &= inner.var().is_none_or(|id| !assigned.contains(&id)));
        is_same
    };
    let single = |e: &Expr| {
        let mut all = Vec::new();
        always(e, &mut |inner| {
            if let ExprKind::Member(base, _) = &inner.kind
                && let ExprKind::Deref(pointer) = &base.kind
                && is_same(&pointer.as_ref())
                && pointer.var().is_some()
            {
                all.extend(objects(inner));
            }
        });
        all
    };
    let before = found.into_iter().flat_map(single);
    let start = leading(part);
    before.chain(start.into_iter().flat_map(accesses)).collect()
}

/// Collects the expressions that are computed whenever a place in a body is reached; says whether it is there.
fn preceding<'a>(unit: &Unit, body: &'a [Stmt], span: Span, found: &mut Vec<&'a Expr>) -> bool {
    for stmt in body {
        if stmt.span == span || stmt.span.start >= span.start && is_within(stmt.span, span) {
            return true;
        }
        // A function whose body is elsewhere may free what was accessed before.
        if calls_unknown(unit, stmt) {
            found.clear();
        }
        if !is_within(span, stmt.span) {
            found.extend(first_of(stmt));
            found.extend(behind(stmt));
            continue;
        }
        if !matches!(stmt.kind, StmtKind::Block(_)) {
            found.extend(first_of(stmt));
        }
        return match &stmt.kind {
            StmtKind::Block(items) => preceding(unit, items, span, found),
            StmtKind::If(_, then, otherwise) => {
                preceding(unit, then.items(), span, found)
                    || otherwise
                        .as_ref()
                        .is_some_and(|items| preceding(unit, items.items(), span, found))
            }
            StmtKind::For { body, .. } | StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => {
                preceding(unit, body.items(), span, found)
            }
            _ => false,
        };
    }
    false
}

/// The operands of `a || b || c` that have been computed behind `if (a || b || c) return;`.
fn behind(stmt: &Stmt) -> Vec<&Expr> {
    fn operands<'a>(e: &'a Expr, found: &mut Vec<&'a Expr>) {
        match &e.kind {
            ExprKind::Binary(BinaryOp::LogicalOr, a, b) => {
                operands(a, found);
                operands(b, found);
            }
            ExprKind::Convert(inner) => operands(inner, found),
            _ => found.push(e),
        }
    }
    let mut found = Vec::new();
    if let StmtKind::If(condition, then, None) = &stmt.kind
        && leaves::of(then).always
    {
        operands(condition, &mut found);
    }
    found
}

fn calls_unknown(unit: &Unit, stmt: &Stmt) -> bool {
    let mut found = false;
    stmt.for_each_expr(&mut |e| {
        e.walk(&mut |inner| {
            if let ExprKind::Call(name, _) = &inner.kind {
                found |= !unit.functions.iter().any(|function| function.name == *name);
            }
        });
    });
    found
}
