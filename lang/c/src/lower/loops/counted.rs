//! Which loops count: a variable that goes from one bound to another by the same step.
//!
//! C lets a compiler take it that a loop ends whose condition is no constant, and that nothing signed overflows. So a loop
//! `i < n; i += s` runs `max(0, ⌈(n - i) / s⌉)` times, in a type of any width; what is unsigned, and may wrap to go on,
//! is left to `scf.while`.

use ovolo_lang::affine::AffineExpr;

use super::super::{Lowering, Result, Value};
use super::advance::{
    Step, advance_of, amount_of, constant_of, is_zero, only_advance, through_conversions, touches_memory,
};
use crate::ast::*;
use crate::live::{self, Vars};

/// A loop over a variable.
#[derive(Debug)]
pub struct Counted {
    pub iv: VarId,
    pub ty: IntTy,
    is_up: bool,
    step: Step,
    amount: Option<Expr>,
    /// Tests that all hold where the loop goes on.
    tests: Vec<Test>,
    /// Whether the variable has moved when the body begins, as in `while (n--)`.
    moves_first: bool,
    /// Whether the body moves the variable, as in `while (i < n) a[i++] = 0;`.
    pub moves_inside: bool,
    pub body: Vec<Stmt>,
}

/// A comparison of a variable, and a constant added to it without overflow, with a bound.
#[derive(Debug)]
struct Test {
    op: BinaryOp,
    added: i64,
    bound: Expr,
}

/// Where a loop begins and ends. Downwards `upper` is the bound that is not reached.
#[derive(Debug)]
pub struct Range {
    pub lower: Vec<AffineExpr>,
    pub upper: Vec<AffineExpr>,
    pub is_up: bool,
    pub step: Step,
}

impl Range {
    /// Whether the number of iterations is an expression.
    pub fn has_count(&self) -> bool {
        self.lower.len() == 1 && self.upper.len() == 1 && matches!(self.step, Step::Constant(_))
    }
}

impl Counted {
    /// The value that a start gives the variable.
    pub fn first<'a>(&self, init: &'a Stmt) -> Option<&'a Expr> {
        initial_of(init, self.iv)
    }

    /// What the variable is compared with, and what it goes on by.
    pub fn bounds(&self) -> impl Iterator<Item = &Expr> {
        self.tests.iter().map(|test| &test.bound).chain(&self.amount)
    }

    /// How many iterations there are, where the variable goes from a constant to another, none of which is beyond what its type has.
    /// This is asked of loops inside of one that is not lowered yet, for which `range_of` would make values.
    pub fn constant_trips(&self, init: &Stmt) -> Option<i64> {
        let (Step::Constant(step), [Test { op, added, bound }]) = (&self.step, self.tests.as_slice()) else {
            return None;
        };
        let small = |n: i64| (n.unsigned_abs() < 1 << 30).then_some(n);
        let (first, end) = (
            small(constant_of(initial_of(init, self.iv)?)?)?,
            small(constant_of(bound)?)?,
        );
        let (step, added) = (small(*step)?, small(*added)?);
        let is_signed = self.ty.signed && bound.ty.as_int()?.signed;
        if self.moves_first || self.moves_inside || !(is_signed || self.is_up && first >= 0 && end >= 0) {
            return None;
        }
        let end = match (self.is_up, op) {
            (true, BinaryOp::Lt) | (false, BinaryOp::Gt) => end - added,
            (true, BinaryOp::Le) => end - added + 1,
            (false, BinaryOp::Ge) => end - added - 1,
            _ => return None,
        };
        let (distance, behind) = match self.is_up {
            true => (end - first, end + step),
            false => (first - end, end - step),
        };
        let (least, most) = self.ty.range();
        let is_held = |n: i64| (least..=most).contains(&n.into());
        let are_held = [first, end, behind].into_iter().all(is_held);
        are_held.then(|| (distance.max(0) + step - 1) / step)
    }
}

impl Lowering<'_> {
    /// The loop as one that counts, if its form is that.
    pub(super) fn counted(
        &self,
        condition: Option<&Expr>,
        advance: Option<&Expr>,
        body: &Stmt,
    ) -> Option<Counted> {
        let condition = condition?;
        let mut items = body.items().to_vec();
        if let Some(counted) = self.counting_down(condition, advance, &items) {
            return Some(counted);
        }
        let mut advances = Vec::new();
        advance.iter().for_each(|e| split(e, &mut advances));
        let tested = live::mentioned(condition);
        let mut moves_inside = false;
        if advance.is_none() {
            let found = tested.iter().find_map(|&id| only_advance(&items, id));
            let own = found?.0.clone();
            let is_last =
                matches!(items.last().map(|s| &s.kind), Some(StmtKind::Expr(last)) if last.span == own.span);
            match is_last {
                true => drop(items.pop()),
                false => moves_inside = true,
            }
            advances.push(own);
        }
        let at = advances
            .iter()
            .position(|e| advance_of(e).is_some_and(|(id, _)| tested.contains(&id)))?;
        let own = advances.remove(at);
        let (iv, step) = advance_of(&own)?;
        items.extend(advances.into_iter().map(|e| Stmt {
            span: e.span,
            kind: StmtKind::Expr(e),
        }));
        let amount = amount_of(&own);
        let (step, is_up) = match (step, &amount) {
            (Step::Constant(by), _) if by != 0 => (Step::Constant(by.abs()), by > 0),
            (_, Some((_, false))) => (Step::Value(AffineExpr::Constant(0)), true),
            _ => return None,
        };
        let amount = amount.map(|(e, _)| e.clone());
        let mut tests = Vec::new();
        tests_of(condition, iv, &mut tests)?;
        let counted = Counted {
            iv,
            ty: self.counter_type(iv)?,
            is_up,
            step,
            amount,
            tests,
            moves_first: false,
            moves_inside,
            body: items,
        };
        self.is_steady(&counted).then_some(counted)
    }

    /// `while (n--)` and `for (; n-- > 0;)`.
    fn counting_down(&self, condition: &Expr, advance: Option<&Expr>, items: &[Stmt]) -> Option<Counted> {
        let step = match &condition.kind {
            ExprKind::Binary(BinaryOp::Gt | BinaryOp::Ne, step, zero) if is_zero(zero) => step,
            _ => condition,
        };
        let ExprKind::Step {
            place,
            by: -1,
            is_postfix: true,
        } = &through_conversions(step).kind
        else {
            return None;
        };
        if advance.is_some() {
            return None;
        }
        let iv = place.var()?;
        let zero = Expr::new(ExprKind::Int(0), place.ty.clone(), condition.span);
        let counted = Counted {
            iv,
            ty: self.variable(iv).ty.as_int()?,
            is_up: false,
            step: Step::Constant(1),
            amount: None,
            tests: vec![Test {
                op: BinaryOp::Gt,
                added: 0,
                bound: zero,
            }],
            moves_first: true,
            moves_inside: false,
            body: items.to_vec(),
        };
        self.is_steady(&counted).then_some(counted)
    }

    /// The type in which a variable counts: its own, or that of distances where it is a pointer.
    fn counter_type(&self, iv: VarId) -> Option<IntTy> {
        match &self.variable(iv).ty {
            Ty::Int(ty) => Some(*ty),
            Ty::Pointer(_) => Some(IntTy {
                bits: 64,
                signed: true,
            }),
            _ => None,
        }
    }

    /// Whether nothing in the body moves the variable, the bounds or the step.
    fn is_steady(&self, counted: &Counted) -> bool {
        let variable = self.variable(counted.iv);
        if variable.is_global || variable.is_volatile || self.places.contains_key(&counted.iv) {
            return false;
        }
        let mut assigned: Vars = counted.body.iter().flat_map(live::assigned).collect();
        if assigned.contains(&counted.iv) && !counted.moves_inside {
            return false;
        }
        assigned.insert(counted.iv);
        let mut stores = false;
        for stmt in &counted.body {
            stmt.for_each_expr(&mut |e| {
                e.walk(&mut |inner| {
                    stores |= match &inner.kind {
                        ExprKind::Assign(place, _)
                        | ExprKind::Update(_, place, _)
                        | ExprKind::Step { place, .. } => match live::root(place) {
                            Some(id) => self.variable(id).is_global || self.places.contains_key(&id),
                            None => true,
                        },
                        ExprKind::Call(name, _) => self.unit.functions.iter().any(|f| f.name == *name),
                        _ => false,
                    }
                });
            });
        }
        // What stands behind a `&&` is not computed where the first test fails.
        if counted.tests.len() > 1 && counted.tests.iter().any(|test| touches_memory(&test.bound)) {
            return false;
        }
        counted.bounds().all(|e| {
            let mentions = live::mentioned(e);
            let in_memory = mentions
                .iter()
                .any(|&m| self.places.contains_key(&m) || self.variable(m).is_global);
            let is_read = touches_memory(e) || in_memory;
            live::assigned_by(e).is_empty() && mentions.is_disjoint(&assigned) && !(is_read && stores)
        })
    }

    /// The bounds of a loop that counts; `None` where C's rules do not say that they are these.
    pub(super) fn range_of(&mut self, counted: &Counted, init: Option<&Stmt>) -> Result<Option<Range>> {
        let ty = counted.ty;
        let start = self.scalars.get(&(counted.iv, 0)).cloned();
        let mut lower = match &start {
            Some(Value::Int(first)) => vec![self.index_of(first)],
            Some(Value::Pointer(pointer)) => pointer.indices.last().cloned().into_iter().collect(),
            _ => return Ok(None),
        };
        if let Some(e) = init.and_then(|init| initial_of(init, counted.iv))
            && counted.is_up
            && matches!(start, Some(Value::Int(_)))
            && !counted.moves_inside
        {
            lower = self.bounds(e, false)?;
        }
        let mut upper = Vec::new();
        for Test { op, added, bound: e } in &counted.tests {
            if let Some(Value::Pointer(start)) = &start {
                let end = self.pointer(e)?;
                let behind = self.distance(&end, start, e)? + lower[0].clone();
                let offset = match (counted.is_up, op) {
                    (true, BinaryOp::Lt) | (false, BinaryOp::Gt) => 0,
                    (true, BinaryOp::Le) => 1,
                    (false, BinaryOp::Ge) => -1,
                    (_, BinaryOp::Ne) if counted.step == Step::Constant(1) => 0,
                    _ => return Ok(None),
                };
                upper.push(behind + AffineExpr::Constant(offset));
                continue;
            }
            let Some(bound_ty) = e.ty.as_int() else {
                return Ok(None);
            };
            // A comparison in an unsigned type is one of the numbers themselves where the variable is never negative.
            if !bound_ty.signed && ty.signed && !lower.iter().any(|l| self.is_natural(l)) {
                return Ok(None);
            }
            if !bound_ty.signed && ty.signed && !counted.is_up {
                return Ok(None);
            }
            let bounds = self.bounds(e, true)?;
            let offset = match (counted.is_up, op) {
                (true, BinaryOp::Lt) | (false, BinaryOp::Gt) => 0,
                (true, BinaryOp::Le) => 1,
                (false, BinaryOp::Ge) if bound_ty.signed => -1,
                (_, BinaryOp::Ne) if counted.step == Step::Constant(1) && (ty.signed || ty.bits == 64) => 0,
                _ => return Ok(None),
            };
            if !counted.is_up && bounds.len() != 1 {
                return Ok(None);
            }
            // The constant goes to the other side where it fits there for every bound.
            let fits = |b: &AffineExpr| {
                let least = self.range(b).map(|range| range.0 - i128::from(*added));
                least.is_some_and(|least| least >= i128::from(i64::MIN))
            };
            let is_number = bound_ty.signed || *added >= 0;
            if *added != 0 && !(counted.is_up && is_number && bounds.iter().all(fits)) {
                return Ok(None);
            }
            let offset = AffineExpr::Constant(offset - added);
            upper.extend(bounds.into_iter().map(|b| b + offset.clone()));
        }
        let step = match (&counted.step, &counted.amount) {
            (Step::Constant(step), _) => Step::Constant(*step),
            (Step::Value(_), Some(amount)) => {
                let by = self.int(amount)?;
                match (by.exact().cloned(), by.ty.signed) {
                    (Some(by), true) => match by.as_constant() {
                        Some(by) if by > 0 => Step::Constant(by),
                        Some(_) => return Ok(None),
                        None => Step::Value(by),
                    },
                    _ => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        // A step beyond the end must not wrap around.
        if !ty.signed && step != Step::Constant(1) {
            let Step::Constant(step) = step else {
                return Ok(None);
            };
            let high = upper.iter().filter_map(|u| self.range(u)).map(|r| r.1).min();
            let ends = counted.is_up && high.is_some_and(|high| high + i128::from(step) <= ty.range().1 + 1);
            if !ends {
                return Ok(None);
            }
        }
        if !counted.is_up && (lower.len() != 1 || upper.len() != 1) {
            return Ok(None);
        }
        let shift = if counted.moves_first { -1 } else { 0 };
        let lower = lower
            .into_iter()
            .map(|l| self.as_bound(l) + AffineExpr::Constant(shift))
            .collect();
        let upper = upper
            .into_iter()
            .map(|u| self.as_bound(u) + AffineExpr::Constant(shift))
            .collect();
        Ok(Some(Range {
            lower,
            upper,
            is_up: counted.is_up,
            step,
        }))
    }

    /// The expressions of which a bound is the least, or the greatest.
    fn bounds(&mut self, e: &Expr, is_least: bool) -> Result<Vec<AffineExpr>> {
        if let ExprKind::Conditional(test, then, otherwise) = &e.kind
            && let ExprKind::Binary(op, a, b) = &through_conversions(test).kind
            && [then, otherwise, a, b]
                .iter()
                .all(|e| e.ty.as_int() == Some(IntTy::INT))
            && !touches_memory(e)
        {
            let [x, y, a, b] = [then, otherwise, a, b].map(|e| self.int(e));
            let (x, y, a, b) = (x?, y?, a?, b?);
            if let (Some(x), Some(y)) = (x.exact(), y.exact()) {
                let is_less = match op {
                    BinaryOp::Lt | BinaryOp::Le => Some(true),
                    BinaryOp::Gt | BinaryOp::Ge => Some(false),
                    _ => None,
                };
                let takes_least = match (a.exact(), b.exact()) {
                    (Some(a), Some(b)) if a == x && b == y => is_less,
                    (Some(a), Some(b)) if a == y && b == x => is_less.map(|less| !less),
                    _ => None,
                };
                if takes_least == Some(is_least) {
                    return Ok(vec![x.clone(), y.clone()]);
                }
            }
        }
        let int = self.int(e)?;
        Ok(vec![self.index_of(&int)])
    }
}

/// Adds the comparisons of the variable that a condition is made of, `None` where there is anything else to it.
fn tests_of(e: &Expr, iv: VarId, tests: &mut Vec<Test>) -> Option<()> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::LogicalAnd, a, b) => {
            tests_of(a, iv, tests)?;
            tests_of(b, iv, tests)
        }
        ExprKind::Binary(op, a, b) if op.is_comparison() => {
            let (op, added, bound) = match (added_to(a, iv), added_to(b, iv)) {
                (Some(added), _) => (*op, added, b),
                (None, Some(added)) => (op.mirrored(), added, a),
                (None, None) => return None,
            };
            let bound = (**bound).clone();
            tests.push(Test { op, added, bound });
            Some(())
        }
        ExprKind::Convert(inner) => tests_of(inner, iv, tests),
        _ => None,
    }
}

/// The constant that is added to a variable in a signed type, which does not overflow; zero where it is the variable.
fn added_to(e: &Expr, iv: VarId) -> Option<i64> {
    let e = through_conversions(e);
    if e.var() == Some(iv) {
        return Some(0);
    }
    let is_signed = |e: &Expr| e.ty.as_int().is_some_and(|ty| ty.signed);
    let is_counter = |e: &Expr| {
        let e = through_conversions(e);
        e.var() == Some(iv) && is_signed(e)
    };
    match &e.kind {
        _ if !is_signed(e) => None,
        ExprKind::Binary(BinaryOp::Add, a, b) if is_counter(a) => constant_of(b),
        ExprKind::Binary(BinaryOp::Add, a, b) if is_counter(b) => constant_of(a),
        ExprKind::Binary(BinaryOp::Sub, a, b) if is_counter(a) => constant_of(b)?.checked_neg(),
        _ => None,
    }
}

/// The value that the start of a loop gives its variable.
fn initial_of(init: &Stmt, iv: VarId) -> Option<&Expr> {
    match &init.kind {
        StmtKind::Declare(id, value) if *id == iv => value.as_ref(),
        StmtKind::Expr(Expr {
            kind: ExprKind::Assign(place, value),
            ..
        }) if place.var() == Some(iv) => Some(value),
        _ => None,
    }
}

fn split(e: &Expr, all: &mut Vec<Expr>) {
    match &e.kind {
        ExprKind::Comma(a, b) => {
            split(a, all);
            split(b, all);
        }
        _ => all.push(e.clone()),
    }
}
