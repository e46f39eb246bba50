//! Functions of the library that fill and copy memory, as loops over numbers: LLVM makes calls of the loops again where they stay
//! what they are.
//!
//! `memset(p, 0, n * sizeof *p)` and `memcpy(p, q, n * sizeof *p)`, where the pointers are to numbers of one type; of arrays
//! of several dimensions all of them. What does not fit stays a call, which is told where the function is read.

use std::rc::Rc;

use ovolo_lang::diagnostic::Span;

use crate::ast::*;
use crate::fixed::may_alias;

/// Puts loops in the place of the calls in all functions.
pub fn expand(unit: &mut Unit) {
    let mut functions = std::mem::take(&mut unit.functions);
    for function in &mut functions {
        statements(&mut function.body, &mut unit.variables);
    }
    unit.functions = functions;
}

/// Whether a loop is what a call became.
pub fn is_call(stmt: &Stmt, text: &str) -> bool {
    let written = text.get(stmt.span.start as usize..).unwrap_or_default();
    ["memset", "memcpy", "__builtin_mem", "__builtin___mem", "bzero"]
        .iter()
        .any(|name| written.starts_with(name))
}

/// How many elements of some bytes a product of bytes is, as factors; `None` where its constants are no multiple of their size.
pub fn elements_of(bytes: &[&Expr], size: i128) -> Option<Vec<Expr>> {
    let mut factors = Vec::new();
    bytes.iter().for_each(|part| factors_of(part, &mut factors));
    let (constants, mut others): (Vec<Expr>, Vec<Expr>) =
        factors.into_iter().partition(|factor| constant(factor).is_some());
    let first = constants.first()?.clone();
    let mut product = constants.iter().filter_map(constant);
    let product = product.try_fold(1, |a: i128, b| a.checked_mul(b))?;
    if size <= 0 || product % size != 0 {
        return None;
    }
    if product != size {
        others.push(Expr {
            kind: ExprKind::Int(product / size),
            ..first
        });
    }
    Some(others)
}

fn factors_of(e: &Expr, found: &mut Vec<Expr>) {
    let plain = e.plain();
    match &plain.kind {
        ExprKind::Binary(BinaryOp::Mul, a, b) => {
            factors_of(a, found);
            factors_of(b, found);
        }
        _ => found.push(plain.clone()),
    }
}

fn statements(body: &mut [Stmt], variables: &mut Vec<Variable>) {
    for stmt in body {
        match &mut stmt.kind {
            StmtKind::Expr(e) => {
                if let Some(kind) = expanded(e, variables) {
                    stmt.kind = kind;
                }
            }
            StmtKind::Block(items) => statements(items, variables),
            StmtKind::If(_, then, otherwise) => {
                statements(std::slice::from_mut(then), variables);
                if let Some(otherwise) = otherwise {
                    statements(std::slice::from_mut(otherwise), variables);
                }
            }
            StmtKind::For { body, .. } | StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => {
                statements(std::slice::from_mut(body), variables);
            }
            _ => {}
        }
    }
}

/// The loop that a call is, where nobody asks for what it returns.
fn expanded(e: &Expr, variables: &mut Vec<Variable>) -> Option<StmtKind> {
    let e = match &e.kind {
        ExprKind::Convert(inner) if matches!(e.ty, Ty::Void) => inner,
        _ => e,
    };
    let ExprKind::Call(name, arguments) = &e.kind else {
        return None;
    };
    let plain = name.trim_start_matches("__builtin_").trim_start_matches("__");
    let plain = plain.trim_end_matches("_chk");
    let (to, from, bytes) = match (plain, arguments.as_slice()) {
        ("memset", [to, value, bytes, ..]) if matches!(value.kind, ExprKind::Int(0)) => (to, None, bytes),
        ("bzero", [to, bytes]) => (to, None, bytes),
        ("memcpy", [to, from, bytes, ..]) => (to, Some(from), bytes),
        _ => return None,
    };
    let (to, from) = (accessed(to)?, from.map(accessed));
    let number = number_of(&to)?;
    let from = match from {
        Some(from) => {
            let from = from?;
            is_same(&number, &number_of(&from)?).then_some(())?;
            Some(from)
        }
        None => None,
    };
    let arguments = [Some(&to), from.as_ref(), Some(bytes)];
    let is_steady = |e: &&Expr| is_steady(e, &number, variables);
    if !arguments.iter().flatten().all(is_steady) {
        return None;
    }
    // Of an array of several dimensions all of it, as long as the other is alike.
    let inner = inner_extents(&to);
    if !inner.is_empty() && from.as_ref().is_some_and(|from| inner_extents(from) != inner) {
        return None;
    }
    let row: i128 = inner.iter().product();
    let factors = elements_of(&[bytes], number.bytes()? * row)?;
    let number_of = |n: i128| Expr::new(ExprKind::Int(n), INDEX, e.span);
    let extents: Vec<Expr> = std::iter::once(product(&factors, e.span))
        .chain(inner.into_iter().map(number_of))
        .collect();
    let ids: Vec<VarId> = extents
        .iter()
        .map(|_| {
            variables.push(Variable::own("at".to_string(), INDEX, Span::default()));
            VarId(variables.len() as u32 - 1)
        })
        .collect();
    let value = match &from {
        Some(from) => element(from, &ids, &number)?,
        None => Expr::new(ExprKind::Int(0), Ty::Int(IntTy::INT), e.span),
    };
    let value = Expr::new(ExprKind::Convert(Box::new(value)), number.clone(), e.span);
    let place = element(&to, &ids, &number)?;
    let store = ExprKind::Assign(Box::new(place), Box::new(value));
    let mut stmt = Stmt {
        kind: StmtKind::Expr(Expr::new(store, number, e.span)),
        span: e.span,
    };
    for (id, extent) in ids.into_iter().zip(extents).rev() {
        stmt = counted(id, extent, stmt);
    }
    Some(stmt.kind)
}

/// Whether an argument is the same however often it is computed, between stores of such numbers.
fn is_steady(e: &Expr, number: &Ty, variables: &[Variable]) -> bool {
    let may_be_stored = |ty: &Ty| !matches!(ty, Ty::Array(..)) && may_alias(number, ty);
    let is_steady = |e: &Expr| is_steady(e, number, variables);
    match &e.kind {
        ExprKind::Var(id) => {
            let variable = &variables[id.0 as usize];
            let is_reached = variable.is_global || !variable.addressed_at.is_empty();
            !(variable.is_volatile || is_reached && may_be_stored(&variable.ty))
        }
        // Of a place that is not read the address matters.
        ExprKind::Address(place) => {
            let mut is_fixed = true;
            place.for_each_child(|child| is_fixed &= is_steady(child));
            is_fixed
        }
        ExprKind::Index(..) | ExprKind::Member(..) | ExprKind::Deref(_) if may_be_stored(&e.ty) => false,
        ExprKind::Assign(..)
        | ExprKind::Update(..)
        | ExprKind::Step { .. }
        | ExprKind::Call(..)
        | ExprKind::Unknown(_) => false,
        _ => {
            let mut all = true;
            e.for_each_child(|child| all &= is_steady(child));
            all
        }
    }
}

const INDEX: Ty = Ty::Int(IntTy {
    bits: 64,
    signed: true,
});

/// `for (long id = 0; id < extent; id++) body`.
fn counted(id: VarId, extent: Expr, body: Stmt) -> Stmt {
    let span = body.span;
    let variable = || Expr::new(ExprKind::Var(id), INDEX, span);
    let zero = Expr::new(ExprKind::Int(0), INDEX, span);
    let less = ExprKind::Binary(BinaryOp::Lt, Box::new(variable()), Box::new(extent));
    let step = ExprKind::Step {
        place: Box::new(variable()),
        by: 1,
        is_postfix: true,
    };
    Stmt {
        kind: StmtKind::For {
            init: Some(Box::new(Stmt {
                kind: StmtKind::Declare(id, Some(zero)),
                span,
            })),
            condition: Some(Expr::new(less, Ty::Int(IntTy::INT), span)),
            advance: Some(Expr::new(step, INDEX, span)),
            body: Box::new(body),
        },
        span,
    }
}

/// The pointer that is converted to `void *`.
fn accessed(e: &Expr) -> Option<Expr> {
    match (&e.kind, &e.ty) {
        (ExprKind::Convert(inner), Ty::Pointer(to)) if matches!(**to, Ty::Void) => accessed(inner),
        (_, Ty::Pointer(_)) => Some(e.clone()),
        (_, Ty::Array(of, _)) => {
            let decayed = Ty::Pointer(of.clone());
            Some(Expr::new(ExprKind::Convert(Box::new(e.clone())), decayed, e.span))
        }
        _ => None,
    }
}

/// The type of the numbers that a pointer, also one to an array of arrays, leads to.
fn number_of(pointer: &Expr) -> Option<Ty> {
    match &pointer.ty {
        Ty::Pointer(to) => Some(to.scalar().clone()).filter(|ty| matches!(ty, Ty::Int(_) | Ty::Float(_))),
        _ => None,
    }
}

fn is_same(a: &Ty, b: &Ty) -> bool {
    match (a, b) {
        (Ty::Int(a), Ty::Int(b)) => a.bits == b.bits && (a.bits > 1 || a.signed == b.signed),
        (Ty::Float(a), Ty::Float(b)) => a == b,
        _ => false,
    }
}

/// The extents of the arrays that a pointer points to.
fn inner_extents(pointer: &Expr) -> Vec<i128> {
    let mut found = Vec::new();
    let Ty::Pointer(to) = &pointer.ty else {
        return found;
    };
    let mut ty: &Rc<Ty> = to;
    while let Ty::Array(of, extent) = &**ty {
        found.push(match extent {
            Extent::Fixed(n) => i128::from(*n),
            _ => 0,
        });
        ty = of;
    }
    found
}

fn constant(e: &Expr) -> Option<i128> {
    match e.kind {
        ExprKind::Int(value) => Some(value),
        _ => None,
    }
}

/// A product as an index.
fn product(factors: &[Expr], span: Span) -> Expr {
    let index = |e: &Expr| Expr::new(ExprKind::Convert(Box::new(e.clone())), INDEX, span);
    let multiplied = |a: Expr, b: Expr| {
        let product = ExprKind::Binary(BinaryOp::Mul, Box::new(a), Box::new(b));
        Expr::new(product, INDEX, span)
    };
    let one = || Expr::new(ExprKind::Int(1), INDEX, span);
    factors.iter().map(index).reduce(multiplied).unwrap_or_else(one)
}

/// `pointer[i][j]…`.
fn element(pointer: &Expr, ids: &[VarId], number: &Ty) -> Option<Expr> {
    let span = pointer.span;
    let mut place = pointer.clone();
    for &id in ids {
        let of = match &place.ty {
            Ty::Pointer(of) | Ty::Array(of, _) => (**of).clone(),
            _ => return None,
        };
        if let Ty::Array(inner, _) = &place.ty {
            let decayed = Ty::Pointer(inner.clone());
            place = Expr::new(ExprKind::Convert(Box::new(place)), decayed, span);
        }
        let index = Expr::new(ExprKind::Var(id), INDEX, span);
        place = Expr::new(ExprKind::Index(Box::new(place), Box::new(index)), of, span);
    }
    is_same(&place.ty, number).then_some(place)
}
