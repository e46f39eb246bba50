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
    /// Other variables that are compared, and how much each moves where the loop's own moves by one.
    companions: Vec<(VarId, i64)>,
    pub body: Vec<Stmt>,
}

/// A comparison that is linear in a variable: `factor * variable + near` with `far`, where the factor is positive.
#[derive(Debug)]
struct Test {
    op: BinaryOp,
    factor: i64,
    near: Sum,
    far: Sum,
    /// Whether C computes the variable with `near` added to it, in the first test too.
    is_computed: bool,
    /// The type of unsigned integers in which it is added.
    wraps: Option<IntTy>,
    /// The type in which the two sides are compared, nothing where they are pointers.
    ty: Option<IntTy>,
}

/// A sum of expressions, as they are in front of the loop, with factors; of what the variable begins with, so many times; and a number.
#[derive(Debug, Default)]
struct Sum {
    terms: Vec<(i64, Expr)>,
    firsts: i64,
    number: i64,
}

impl Sum {
    fn is_zero(&self) -> bool {
        self.terms.is_empty() && self.firsts == 0 && self.number == 0
    }

    fn minus(self, other: Sum) -> Option<Sum> {
        let negated = other.terms.into_iter().map(|(sign, e)| (-sign, e));
        Some(Sum {
            firsts: self.firsts.checked_sub(other.firsts)?,
            number: self.number.checked_sub(other.number)?,
            terms: self.terms.into_iter().chain(negated).collect(),
        })
    }
}

/// Where a loop begins and ends. Downwards `upper` is the bound that is not reached.
#[derive(Debug)]
pub struct Range {
    /// What is added to the variable, in these bounds.
    pub shift: AffineExpr,
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

    /// Whether the tests tell the same behind an iteration that was not preceded by one: nothing is computed in unsigned integers, which
    /// wrap, nor before the body.
    pub fn is_told_behind(&self) -> bool {
        let mut tests = self.tests.iter();
        !self.moves_first
            && tests.all(|test| test.wraps.is_none() && test.ty.is_none_or(|ty| ty.signed == self.ty.signed))
    }

    /// What the variable is compared with, and what it goes on by.
    pub fn bounds(&self) -> impl Iterator<Item = &Expr> {
        let sums = self.tests.iter().flat_map(|test| [&test.near, &test.far]);
        let terms = sums.flat_map(|sum| sum.terms.iter().map(|(_, e)| e));
        terms.chain(&self.amount)
    }

    /// How many iterations there are, where the variable goes from a constant to another, none of which is beyond what its type has.
    /// This is asked of loops inside of one that is not lowered yet, for which `range_of` would make values.
    pub fn constant_trips(&self, init: &Stmt) -> Option<i64> {
        let (Step::Constant(step), [test]) = (&self.step, self.tests.as_slice()) else {
            return None;
        };
        let is_number = |sum: &Sum| sum.terms.is_empty() && sum.firsts == 0;
        if test.factor != 1 || !is_number(&test.near) || !is_number(&test.far) {
            return None;
        }
        let small = |n: i64| (n.unsigned_abs() < 1 << 30).then_some(n);
        let (first, end) = (
            small(constant_of(initial_of(init, self.iv)?)?)?,
            small(test.far.number)?,
        );
        let (op, step, added) = (test.op, small(*step)?, small(test.near.number)?);
        let is_signed = self.ty.signed && test.ty?.signed;
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
        let moves = |id: &VarId| match (only_advance(&items, *id)?.1, &step) {
            (Step::Constant(by), Step::Constant(1)) => {
                Some((*id, if is_up { by } else { by.checked_neg()? }))
            }
            _ => None,
        };
        let companions: Vec<(VarId, i64)> = tested
            .iter()
            .filter(|id| **id != iv && self.is_signed_scalar(**id))
            .filter_map(moves)
            .collect();
        let mut tests = Vec::new();
        tests_of(condition, iv, &companions, &mut tests)?;
        let counted = Counted {
            iv,
            ty: self.counter_type(iv)?,
            is_up,
            step,
            amount,
            tests,
            moves_first: false,
            moves_inside,
            companions,
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
                factor: 1,
                near: Sum::default(),
                ty: zero.ty.as_int(),
                far: Sum {
                    terms: vec![(1, zero)],
                    ..Sum::default()
                },
                is_computed: true,
                wraps: None,
            }],
            moves_first: true,
            moves_inside: false,
            companions: Vec::new(),
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

    /// Whether a variable is a signed integer that nothing but its name reaches.
    fn is_signed_scalar(&self, id: VarId) -> bool {
        let variable = self.variable(id);
        let is_signed = variable.ty.as_int().is_some_and(|ty| ty.signed);
        is_signed && !variable.is_global && !variable.is_volatile && !self.places.contains_key(&id)
    }

    /// Whether nothing in the body moves the variable, the bounds or the step, other than its companions.
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
        for (companion, _) in &counted.companions {
            assigned.remove(companion);
        }
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
        if counted.tests.len() > 1 && counted.bounds().any(touches_memory) {
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
        let mut shift = AffineExpr::Constant(0);
        for test in &counted.tests {
            if (test.near.firsts, test.far.firsts) != (0, 0) && lower.len() != 1 {
                return Ok(None);
            }
            if let Some(Value::Pointer(start)) = &start {
                let (true, 1, [(1, e)]) = (test.near.is_zero(), test.factor, test.far.terms.as_slice())
                else {
                    return Ok(None);
                };
                let end = self.pointer(e)?;
                let behind = self.distance(&end, start, e)? + lower[0].clone();
                let offset = match (counted.is_up, test.op) {
                    (true, BinaryOp::Lt) | (false, BinaryOp::Gt) => 0,
                    (true, BinaryOp::Le) => 1,
                    (false, BinaryOp::Ge) => -1,
                    (_, BinaryOp::Ne) if counted.step == Step::Constant(1) => 0,
                    _ => return Ok(None),
                };
                upper.push(behind + AffineExpr::Constant(offset));
                continue;
            }
            let Some(bound_ty) = test.ty else {
                return Ok(None);
            };
            let near = self.sum(&test.near, &lower)?;
            // What is computed in an unsigned type is the number itself where that is so in the first test, for it is less than the other
            // side until it no longer is.
            let first = |l: &AffineExpr| self.range(&(l.clone() + near.clone()));
            if let Some(wraps) = test.wraps {
                let most = wraps.range().1;
                let is_held = |l| {
                    first(l).is_some_and(|(low, high)| low >= 0 && high <= most) || is_size(&test.near, wraps)
                };
                let is_next = counted.is_up && counted.step == Step::Constant(1);
                if !is_next || !lower.iter().all(|l| self.is_natural(l) && is_held(l)) {
                    return Ok(None);
                }
            }
            // A comparison in an unsigned type is one of the numbers themselves where the variable is never negative.
            if !bound_ty.signed && ty.signed {
                let is_natural = |l| self.is_natural(l) && first(l).is_some_and(|(low, _)| low >= 0);
                if !counted.is_up || !lower.iter().any(is_natural) {
                    return Ok(None);
                }
            }
            let bounds = match test.far.terms.as_slice() {
                [(1, e)] if test.far.number == 0 && test.far.firsts == 0 => self.bounds(e, true)?,
                _ => vec![self.sum(&test.far, &lower)?],
            };
            let is_ne = counted.step == Step::Constant(1) && (ty.signed || ty.bits == 64);
            let is_right = match (counted.is_up, test.op) {
                (true, BinaryOp::Lt | BinaryOp::Le) | (false, BinaryOp::Gt) => true,
                (false, BinaryOp::Ge) => bound_ty.signed,
                (_, BinaryOp::Ne) => is_ne && test.factor == 1,
                _ => false,
            };
            if !is_right || !counted.is_up && bounds.len() != 1 {
                return Ok(None);
            }
            // What is added to the variable goes to the other side where the difference is an index for every bound; else it is added to
            // where the variable begins, as the first test does.
            let fits = |b: &AffineExpr| {
                let range = self.range(&(b.clone() - near.clone()));
                let (least, most) = (i128::from(i64::MIN), i128::from(i64::MAX));
                range.is_some_and(|range| least <= range.0 && range.1 <= most)
            };
            let is_moved = test.near.is_zero() || bounds.iter().all(fits);
            let may_shift = test.is_computed && counted.tests.len() == 1 && lower.len() == 1;
            if !is_moved && !may_shift {
                return Ok(None);
            }
            if !is_moved {
                shift = near.clone();
                lower = lower.into_iter().map(|l| l + near.clone()).collect();
            }
            let one = AffineExpr::Constant(1);
            upper.extend(bounds.into_iter().map(|bound| {
                let gap = match is_moved {
                    true => bound - near.clone(),
                    false => bound,
                };
                match (test.factor, test.op) {
                    (1, BinaryOp::Le) => gap + one.clone(),
                    (1, BinaryOp::Ge) => gap - one.clone(),
                    (1, _) => gap,
                    (factor, BinaryOp::Lt) => gap.ceildiv(factor),
                    (factor, BinaryOp::Ge) => gap.ceildiv(factor) - one.clone(),
                    (factor, BinaryOp::Le) => gap.floordiv(factor) + one.clone(),
                    (factor, _) => gap.floordiv(factor),
                }
            }));
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
        let moved = if counted.moves_first { -1 } else { 0 };
        let lower = lower
            .into_iter()
            .map(|l| self.as_bound(l) + AffineExpr::Constant(moved))
            .collect();
        let upper = upper
            .into_iter()
            .map(|u| self.as_bound(u) + AffineExpr::Constant(moved))
            .collect();
        Ok(Some(Range {
            shift,
            lower,
            upper,
            is_up: counted.is_up,
            step,
        }))
    }

    /// The value of a sum in front of a loop whose variable begins with the greatest of these.
    fn sum(&mut self, sum: &Sum, first: &[AffineExpr]) -> Result<AffineExpr> {
        let mut total = AffineExpr::Constant(sum.number);
        if let [first] = first {
            total = total + first.clone() * sum.firsts;
        }
        for (sign, e) in &sum.terms {
            let int = self.int(e)?;
            total = total + self.index_of(&int) * *sign;
        }
        Ok(total)
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
fn tests_of(e: &Expr, iv: VarId, companions: &[(VarId, i64)], tests: &mut Vec<Test>) -> Option<()> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::LogicalAnd, a, b) => {
            tests_of(a, iv, companions, tests)?;
            tests_of(b, iv, companions, tests)
        }
        ExprKind::Binary(op, a, b) if op.is_comparison() => {
            tests.push(test_of(*op, a, b, iv, companions)?);
            Some(())
        }
        ExprKind::Convert(inner) => tests_of(inner, iv, companions, tests),
        _ => None,
    }
}

/// Whether what is added in 64 unsigned bits is one variable, which is taken to be below 2⁶³ as a bound is.
fn is_size(sum: &Sum, ty: IntTy) -> bool {
    let is_variable =
        matches!(sum.terms.as_slice(), [(1, e)] if e.var().is_some() && e.ty.as_int() == Some(ty));
    ty.bits == 64 && is_variable && sum.number == 0 && sum.firsts == 0
}

fn test_of(op: BinaryOp, a: &Expr, b: &Expr, iv: VarId, companions: &[(VarId, i64)]) -> Option<Test> {
    let of = |e| {
        let mut linear = Linear {
            iv,
            companions,
            factor: 0,
            sum: Sum::default(),
            wraps: None,
        };
        linear.add(e, 1)?;
        Some(linear)
    };
    let (left, right) = (of(a)?, of(b)?);
    // What does not mention the variable stays whole, as a pointer does.
    let (op, near, far) = match (left.factor, right.factor) {
        (_, 0) => (op, left, right),
        (0, _) => (op.mirrored(), right, left),
        _ => (op, left, right),
    };
    let factor = near.factor.checked_sub(far.factor)?;
    let is_one_sided = far.factor == 0;
    let is_signed = a.ty.as_int().is_some_and(|ty| ty.signed);
    if !is_one_sided && (!is_signed || near.wraps.is_some() || far.wraps.is_some()) {
        return None;
    }
    let mut test = Test {
        op,
        factor,
        is_computed: factor == 1 && is_one_sided && near.sum.terms.iter().all(|(sign, _)| *sign == 1),
        wraps: near.wraps,
        near: near.sum,
        far: far.sum,
        ty: a.ty.as_int(),
    };
    if factor != 1 && test.wraps.is_some() {
        return None;
    }
    if factor < 0 {
        test = Test {
            op: test.op.mirrored(),
            factor: factor.checked_neg()?,
            far: test.near.minus(test.far)?,
            near: Sum::default(),
            is_computed: false,
            ..test
        };
    }
    (test.factor > 0).then_some(test)
}

/// An expression that is linear in a variable.
struct Linear<'a> {
    iv: VarId,
    companions: &'a [(VarId, i64)],
    factor: i64,
    sum: Sum,
    /// The narrowest unsigned type in which something is added to the variable.
    wraps: Option<IntTy>,
}

impl Linear<'_> {
    /// Adds an expression, so many times. `None` where it is not linear, or more than a sum in an unsigned type.
    fn add(&mut self, e: &Expr, times: i64) -> Option<()> {
        let mentioned = live::mentioned(e);
        let moves =
            |id: &VarId| *id == self.iv || self.companions.iter().any(|(companion, _)| companion == id);
        if !mentioned.iter().any(moves) {
            match constant_of(e) {
                Some(number) => self.sum.number = self.sum.number.checked_add(number.checked_mul(times)?)?,
                None => self.sum.terms.push((times, e.clone())),
            }
            return Some(());
        }
        let e = through_conversions(e);
        if let Some(id) = e.var() {
            let mut by = 1;
            if let Some((_, moves)) = self.companions.iter().find(|(companion, _)| *companion == id) {
                by = *moves;
                self.sum.terms.push((times, e.clone()));
                self.sum.firsts = self.sum.firsts.checked_sub(times.checked_mul(by)?)?;
            }
            self.factor = self.factor.checked_add(times.checked_mul(by)?)?;
            return Some(());
        }
        let ty = e.ty.as_int()?;
        let ExprKind::Binary(op, a, b) = &e.kind else {
            return None;
        };
        if !ty.signed {
            let is_narrower = self.wraps.is_none_or(|wraps| ty.bits < wraps.bits);
            self.wraps = if is_narrower { Some(ty) } else { self.wraps };
        }
        match op {
            BinaryOp::Add => {
                self.add(a, times)?;
                self.add(b, times)
            }
            BinaryOp::Sub if ty.signed => {
                self.add(a, times)?;
                self.add(b, times.checked_neg()?)
            }
            BinaryOp::Mul if ty.signed => match (constant_of(a), constant_of(b)) {
                (Some(by), None) => self.add(b, times.checked_mul(by)?),
                (None, Some(by)) => self.add(a, times.checked_mul(by)?),
                _ => None,
            },
            _ => None,
        }
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
