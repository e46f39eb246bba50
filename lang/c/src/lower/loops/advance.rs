//! The expressions that move the variable of a loop.

use ovolo_lang::affine::AffineExpr;

use crate::ast::*;
use crate::live;

/// The amount by which a variable moves.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Constant(i64),
    Value(AffineExpr),
}

/// The variable that an expression moves, and by how much: a [`Step::Value`] is given by [`amount_of`].
pub fn advance_of(e: &Expr) -> Option<(VarId, Step)> {
    if let ExprKind::Step { place, by, .. } = &e.kind {
        return Some((place.var()?, Step::Constant(*by)));
    }
    let id = match &e.kind {
        ExprKind::Update(_, place, _) | ExprKind::Assign(place, _) => place.var()?,
        _ => return None,
    };
    let (amount, is_back) = amount_of(e)?;
    Some((
        id,
        match constant_of(amount) {
            Some(by) => Step::Constant(if is_back { by.checked_neg()? } else { by }),
            None => Step::Value(AffineExpr::Constant(0)),
        },
    ))
}

/// The only assignment of a variable in the body of a loop, where every iteration makes it and it adds the same.
pub fn only_advance(body: &[Stmt], id: VarId) -> Option<(&Expr, Step)> {
    let mut all = body.iter().filter(|stmt| live::assigned(stmt).contains(&id));
    let (Some(only), None) = (all.next(), all.next()) else {
        return None;
    };
    let (StmtKind::Expr(e) | StmtKind::Declare(_, Some(e))) = &only.kind else {
        return None;
    };
    let is_assignment = |e: &&Expr| match &e.kind {
        ExprKind::Assign(place, _) | ExprKind::Update(_, place, _) | ExprKind::Step { place, .. } => {
            live::root(place) == Some(id)
        }
        _ => false,
    };
    let (mut everywhere, mut surely) = (Vec::new(), Vec::new());
    e.walk(&mut |inner| everywhere.extend(Some(inner).filter(is_assignment)));
    surely_computed(e, &mut |inner| surely.extend(Some(inner).filter(is_assignment)));
    match (everywhere.as_slice(), surely.as_slice()) {
        ([_], [only]) => {
            let (moved, by) = advance_of(only)?;
            let is_alone = amount_of(only).is_none_or(|(amount, _)| live::assigned_by(amount).is_empty());
            (moved == id && is_alone).then_some((*only, by))
        }
        _ => None,
    }
}

/// The body and the condition of `do B while (c)` where the condition moves a variable that it compares, `++i < n` or `n--`: this is
/// done at the end of the body.
pub fn behind_body(body: &Stmt, condition: &Expr) -> (Stmt, Expr) {
    let (mut body, mut tested) = (body.clone(), condition.clone());
    let assigned = live::assigned_by(condition);
    let mut surely = Vec::new();
    surely_computed(condition, &mut |e| {
        surely.extend(advance_of(e).map(|(id, by)| (e, id, by)))
    });
    if let ([(moves, id, by)], 1) = (surely.as_slice(), assigned.len())
        && uses(condition, *id) == 1
        && let Some(place) = value_behind(moves, by)
    {
        replace(&mut tested, moves, &place);
        let span = moves.span;
        let moves = Stmt {
            kind: StmtKind::Expr((*moves).clone()),
            span,
        };
        body = Stmt {
            kind: StmtKind::Block(body.items().iter().cloned().chain([moves]).collect()),
            span: body.span,
        };
    }
    let is_comparison = |e: &Expr| matches!(&e.kind, ExprKind::Binary(op, ..) if op.is_comparison() || *op == BinaryOp::LogicalAnd);
    if !is_comparison(through_conversions(&tested)) && tested.ty.as_int().is_some() {
        let zero = Expr::new(ExprKind::Int(0), tested.ty.clone(), tested.span);
        let (ty, span) = (Ty::Int(IntTy::INT), tested.span);
        let differs = ExprKind::Binary(BinaryOp::Ne, Box::new(tested), Box::new(zero));
        tested = Expr::new(differs, ty, span);
    }
    (body, tested)
}

/// How often a variable is named.
fn uses(e: &Expr, id: VarId) -> usize {
    let mut count = 0;
    e.walk(&mut |inner| count += usize::from(matches!(inner.kind, ExprKind::Var(used) if used == id)));
    count
}

/// What has the value of an expression that moves a variable once it has moved.
fn value_behind(moves: &Expr, by: &Step) -> Option<Expr> {
    match (&moves.kind, by) {
        (
            ExprKind::Step {
                place,
                is_postfix: true,
                ..
            },
            Step::Constant(by),
        ) => {
            let before = Expr::new(ExprKind::Int((*by).into()), place.ty.clone(), moves.span);
            let kind = ExprKind::Binary(BinaryOp::Sub, place.clone(), Box::new(before));
            let is_signed = place.ty.as_int().is_some_and(|ty| ty.signed && ty.bits >= 32);
            is_signed.then(|| Expr::new(kind, place.ty.clone(), moves.span))
        }
        (ExprKind::Step { place, .. } | ExprKind::Update(_, place, _), _) => Some((**place).clone()),
        _ => None,
    }
}

/// Puts an expression in the place of the one that moves the same variable.
fn replace(e: &mut Expr, moves: &Expr, with: &Expr) {
    let is_it = e.span == moves.span && advance_of(e).is_some();
    match is_it {
        true => *e = with.clone(),
        false => e.for_each_child_mut(&mut |part| replace(part, moves, with)),
    }
}

/// Calls `f` for the parts of an expression that are computed whenever it is.
fn surely_computed<'a>(e: &'a Expr, f: &mut impl FnMut(&'a Expr)) {
    f(e);
    match &e.kind {
        ExprKind::Conditional(first, ..)
        | ExprKind::Binary(BinaryOp::LogicalAnd | BinaryOp::LogicalOr, first, _) => surely_computed(first, f),
        _ => {
            let mut parts = Vec::new();
            e.for_each_child(|part| parts.push(part));
            parts.into_iter().for_each(|part| surely_computed(part, f));
        }
    }
}

/// The amount that is added to a variable, or, where the flag is set, subtracted.
pub fn amount_of(e: &Expr) -> Option<(&Expr, bool)> {
    let (op, amount) = match &e.kind {
        ExprKind::Update(op, _, amount) => (*op, amount.as_ref()),
        ExprKind::Assign(place, value) => {
            let id = place.var()?;
            match &through_conversions(value).kind {
                ExprKind::Binary(op, a, b) if through_conversions(a).var() == Some(id) => (*op, b.as_ref()),
                ExprKind::Binary(BinaryOp::Add, a, b) if through_conversions(b).var() == Some(id) => {
                    (BinaryOp::Add, a.as_ref())
                }
                _ => return None,
            }
        }
        _ => return None,
    };
    match op {
        BinaryOp::Add => Some((amount, false)),
        BinaryOp::Sub => Some((amount, true)),
        _ => None,
    }
}

/// Whether an expression reads or calls anything.
pub fn touches_memory(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |inner| {
        found |= matches!(
            inner.kind,
            ExprKind::Index(..) | ExprKind::Deref(_) | ExprKind::Call(..)
        );
    });
    found
}

/// The value of a constant, if its type has it: a conversion between types of the same width may change it.
pub fn constant_of(e: &Expr) -> Option<i64> {
    let value = match &through_conversions(e).kind {
        ExprKind::Int(value) => i64::try_from(*value).ok(),
        ExprKind::Unary('-', inner) => constant_of(inner)?.checked_neg(),
        _ => None,
    }?;
    let (least, most) = e.ty.as_int()?.range();
    (least..=most).contains(&value.into()).then_some(value)
}

pub fn is_zero(e: &Expr) -> bool {
    constant_of(e) == Some(0)
}

/// The expression inside conversions between types of integers that lose nothing.
pub fn through_conversions(e: &Expr) -> &Expr {
    match (&e.kind, &e.ty) {
        (ExprKind::Convert(inner), Ty::Int(to))
            if inner.ty.as_int().is_some_and(|from| from.bits <= to.bits) =>
        {
            through_conversions(inner)
        }
        _ => e,
    }
}
