//! Small arrays of a function as variables, and the short loops that choose their elements written out.
//!
//! ```text
//! double d[3];                              becomes   double d_0, d_1, d_2;
//! for (int k = 0; k < 3; k++)                         d_0 = x[i];
//!   d[k] = x[i + step[k]];                            d_1 = x[i + 1];
//! y[i] = d[0] - 2 * d[1] + d[2];                      d_2 = x[i + 4];
//!                                                     y[i] = d_0 - 2 * d_1 + d_2;
//! ```
//!
//! where `step` is a constant table, `{0, 1, 4}`. Of an array each use must be of one element, at a subscript that is a number once
//! loops with few iterations, as many whatever the arguments are, are written out. A table of integers is a reason to write
//! them out too, and so is a choice between integers (`k < 1 ? 1 : 0`): what they hold is a part of subscripts, bounds and conditions.
//! A table of floating point is none, since a loop over it is one that the optimiser understands.

use std::collections::BTreeMap;

use crate::ast::*;
use crate::live::{self, Vars};

/// Elements of an array that become variables. Arbitrary: registers are fewer.
const MOST_ELEMENTS: i64 = 64;

/// Iterations of a loop that is written out. Arbitrary: longer ones are worth a loop.
const MOST_ITERATIONS: usize = 16;

/// Parts of the expressions of all written-out iterations of a function. Arbitrary.
const MOST_PARTS: usize = 4000;

/// Rewrites every function of a file.
pub fn replace(unit: &mut Unit) {
    for number in 0..unit.functions.len() {
        let body = replace_in(&unit.functions[number].body, &mut unit.variables);
        if let Some(body) = body {
            unit.functions[number].body = body;
        }
    }
}

/// The statements without small arrays and reads of constant tables; `None` where there is nothing to replace.
pub fn replace_in(body: &[Stmt], variables: &mut Vec<Variable>) -> Option<Vec<Stmt>> {
    let mut replaced = own_arrays(body, variables);
    loop {
        let mut made = body.to_vec();
        let mut unrolling = Unrolling {
            ivs: short_ivs(body),
            reasons: reasons(body, &replaced, variables),
            left: MOST_PARTS,
            is_changed: false,
        };
        unrolling.sequence(&mut made)?;
        let mut is_changed = unrolling.is_changed;
        let open: Vars = replaced
            .iter()
            .copied()
            .filter(|id| !is_of_known_elements(&made, *id, variables))
            .collect();
        if !open.is_empty() {
            replaced = &replaced - &open;
            continue;
        }
        let elements = replaced.iter().map(|&id| (id, elements_of(id, variables)));
        let elements: BTreeMap<VarId, Vec<VarId>> = elements.collect();
        declare(&mut made, &elements, variables);
        for stmt in &mut made {
            stmt.for_each_expr_mut(&mut |e| is_changed |= with_elements(e, &elements, variables));
        }
        return (is_changed || !replaced.is_empty()).then_some(made);
    }
}

/// The small arrays that are declared here, and of which only elements are used.
fn own_arrays(body: &[Stmt], variables: &[Variable]) -> Vars {
    let declared: Vars = body.iter().flat_map(live::declared).collect();
    let is_small = |id: &VarId| {
        let variable = &variables[id.0 as usize];
        !variable.is_volatile && variable.addressed_at.is_empty() && count(&variable.ty).is_some()
    };
    let mut found: Vars = declared.into_iter().filter(is_small).collect();
    for stmt in body {
        stmt.for_each_expr(&mut |e| {
            let mut parts = Vars::new();
            only_elements(e, &mut parts);
            found.retain(|id| !parts.contains(id));
        });
        stmt.walk(&mut |inner| {
            // What initialises an array gives each element a value of its own.
            if let StmtKind::Declare(id, Some(value)) = &inner.kind
                && found.contains(id)
                && items(value, &variables[id.0 as usize].ty).is_none()
            {
                found.remove(id);
            }
        });
    }
    found
}

/// How many elements a small array has; `None` of anything else.
fn count(ty: &Ty) -> Option<i64> {
    let extents = extents(ty).filter(|extents| !extents.is_empty())?;
    let count = extents
        .into_iter()
        .try_fold(1i64, |count, extent| count.checked_mul(extent))?;
    let is_of_numbers = matches!(ty.scalar(), Ty::Int(_) | Ty::Float(_));
    (is_of_numbers && (1..=MOST_ELEMENTS).contains(&count)).then_some(count)
}

/// The extents of an array, where they are numbers.
fn extents(ty: &Ty) -> Option<Vec<i64>> {
    match ty {
        Ty::Array(of, Extent::Fixed(extent)) => {
            let mut all = vec![*extent];
            all.extend(extents(of)?);
            Some(all)
        }
        Ty::Array(..) => None,
        _ => Some(Vec::new()),
    }
}

/// The variable and the subscripts of an element of an array.
fn element(e: &Expr) -> Option<(VarId, Vec<&Expr>)> {
    let mut subscripts = Vec::new();
    let mut base = e;
    while let ExprKind::Index(inner, subscript) = &base.kind {
        subscripts.push(&**subscript);
        base = inner.undecayed();
        if !matches!(base.ty, Ty::Array(..)) {
            return None;
        }
    }
    subscripts.reverse();
    let is_element = !subscripts.is_empty() && matches!(e.ty, Ty::Int(_) | Ty::Float(_));
    Some((base.var().filter(|_| is_element)?, subscripts))
}

/// Notes the arrays that are used in another way than by an element.
fn only_elements(e: &Expr, others: &mut Vars) {
    match element(e) {
        Some((_, subscripts)) => subscripts.into_iter().for_each(|s| only_elements(s, others)),
        None => {
            others.extend(e.var());
            e.for_each_child(|child| only_elements(child, others));
        }
    }
}

/// Calls `f` for each element of an array in an expression.
fn for_each_element<'a>(e: &'a Expr, f: &mut impl FnMut(VarId, &[&'a Expr])) {
    e.walk(&mut |inner| {
        if let Some((id, subscripts)) = element(inner) {
            f(id, &subscripts);
        }
    });
}

/// The number that an expression of these numbers is.
fn number(e: &Expr, known: Option<(VarId, i128)>) -> Option<i128> {
    let value = match &e.kind {
        ExprKind::Int(n) => *n,
        ExprKind::Var(id) => known.filter(|(known, _)| known == id)?.1,
        ExprKind::Convert(inner) if inner.ty.as_int().is_some() => number(inner, known)?,
        ExprKind::Unary('-', inner) => number(inner, known)?.checked_neg()?,
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (number(a, known)?, number(b, known)?);
            match op {
                BinaryOp::Add => a.checked_add(b)?,
                BinaryOp::Sub => a.checked_sub(b)?,
                BinaryOp::Mul => a.checked_mul(b)?,
                BinaryOp::Div => a.checked_div(b)?,
                BinaryOp::Rem => a.checked_rem(b)?,
                BinaryOp::Lt => (a < b).into(),
                BinaryOp::Le => (a <= b).into(),
                BinaryOp::Gt => (a > b).into(),
                BinaryOp::Ge => (a >= b).into(),
                BinaryOp::Eq => (a == b).into(),
                BinaryOp::Ne => (a != b).into(),
                _ => return None,
            }
        }
        _ => return None,
    };
    let (least, greatest) = e.ty.as_int()?.range();
    (least..=greatest).contains(&value).then_some(value)
}

/// The number of an element in its array; `None` where it is not known, or outside.
fn place(subscripts: &[&Expr], ty: &Ty) -> Option<usize> {
    let extents = extents(ty)?;
    if extents.len() != subscripts.len() {
        return None;
    }
    let mut place = 0;
    for (subscript, extent) in subscripts.iter().zip(extents) {
        let at = number(subscript, None).and_then(|at| i64::try_from(at).ok())?;
        place = place * extent + Some(at).filter(|at| (0..extent).contains(at))?;
    }
    usize::try_from(place).ok()
}

/// What a list in braces gives each element, zeros where it gives nothing; `None` where that is not understood.
fn items(value: &Expr, ty: &Ty) -> Option<Vec<Expr>> {
    let ExprKind::List(given) = &value.kind else {
        return None;
    };
    let Ty::Array(of, Extent::Fixed(extent)) = ty else {
        return None;
    };
    let one = usize::try_from(count(ty)?).ok()? / usize::try_from(*extent).ok()?;
    let zero = |ty: &Ty| {
        let kind = match ty {
            Ty::Int(_) => ExprKind::Int(0),
            _ => ExprKind::Float(0.0),
        };
        Expr::new(kind, ty.clone(), value.span)
    };
    let mut all = Vec::new();
    for item in given {
        match &**of {
            inner @ Ty::Array(..) => all.extend(items(item, inner)?),
            scalar if item.ty.is_same(scalar) => all.push(item.clone()),
            scalar if matches!(item.ty, Ty::Int(_) | Ty::Float(_)) => {
                let kind = ExprKind::Convert(Box::new(item.clone()));
                all.push(Expr::new(kind, scalar.clone(), item.span));
            }
            _ => return None,
        }
    }
    let total = one * usize::try_from(*extent).ok()?;
    (all.len() <= total).then(|| {
        all.resize_with(total, || zero(ty.scalar()));
        all
    })
}

/// The variables of loops with few iterations.
fn short_ivs(body: &[Stmt]) -> Vars {
    let mut found = Vars::new();
    for stmt in body {
        stmt.walk(&mut |inner| found.extend(Short::of(inner).map(|short| short.iv)));
    }
    found
}

/// A loop with few iterations.
struct Short {
    iv: VarId,
    ty: Ty,
    values: Vec<i128>,
    /// What the variable is behind the loop.
    last: i128,
    is_declared: bool,
}

impl Short {
    fn of(stmt: &Stmt) -> Option<Short> {
        let StmtKind::For {
            init: Some(init),
            condition: Some(condition),
            advance: Some(advance),
            body,
        } = &stmt.kind
        else {
            return None;
        };
        let (iv, first, is_declared) = match &init.items() {
            [
                Stmt {
                    kind: StmtKind::Declare(id, Some(first)),
                    ..
                },
            ] => (*id, first, true),
            [
                Stmt {
                    kind: StmtKind::Expr(e),
                    ..
                },
            ] => match &e.kind {
                ExprKind::Assign(place, first) => (place.var()?, &**first, false),
                _ => return None,
            },
            _ => return None,
        };
        let is_changed = live::assigned(body).contains(&iv);
        let mut is_left = false;
        body.walk(&mut |inner| {
            is_left |= matches!(
                inner.kind,
                StmtKind::Break
                    | StmtKind::Continue
                    | StmtKind::Return(_)
                    | StmtKind::Goto(_)
                    | StmtKind::Label(_)
                    | StmtKind::Labelled(..)
                    | StmtKind::Unknown(_)
            );
        });
        let mut is_addressed = false;
        body.for_each_expr(&mut |e| {
            e.walk(&mut |inner| {
                is_addressed |=
                    matches!(&inner.kind, ExprKind::Address(place) if live::root(place) == Some(iv));
            });
        });
        if is_changed || is_left || is_addressed {
            return None;
        }
        let ty = match &advance.kind {
            ExprKind::Step { place, .. } | ExprKind::Update(_, place, _) | ExprKind::Assign(place, _)
                if place.var() == Some(iv) =>
            {
                place.ty.clone()
            }
            _ => return None,
        };
        let (least, greatest) = ty.as_int()?.range();
        let mut value = number(first, None)?;
        let mut values = Vec::new();
        while number(condition, Some((iv, value)))? != 0 {
            values.push(value);
            let known = Some((iv, value));
            value = match &advance.kind {
                ExprKind::Step { by, .. } => value.checked_add((*by).into())?,
                ExprKind::Update(BinaryOp::Add, _, by) => value.checked_add(number(by, None)?)?,
                ExprKind::Update(BinaryOp::Sub, _, by) => value.checked_sub(number(by, None)?)?,
                ExprKind::Assign(_, next) => number(next, known)?,
                _ => return None,
            };
            if values.len() > MOST_ITERATIONS || !(least..=greatest).contains(&value) {
                return None;
            }
        }
        Some(Short {
            iv,
            ty,
            values,
            last: value,
            is_declared,
        })
    }
}

/// Loops are written out.
struct Unrolling {
    /// The variables of short loops.
    ivs: Vars,
    /// The arrays because of whose elements loops are written out.
    reasons: Vars,
    /// Parts that may be made yet.
    left: usize,
    is_changed: bool,
}

impl Unrolling {
    /// `None` where too much would be made.
    fn sequence(&mut self, body: &mut [Stmt]) -> Option<()> {
        body.iter_mut().try_for_each(|stmt| self.statement(stmt))
    }

    fn statement(&mut self, stmt: &mut Stmt) -> Option<()> {
        let short = Short::of(stmt).filter(|short| self.is_wanted(stmt, short.iv));
        if let (Some(short), StmtKind::For { body, .. }) = (short, &stmt.kind) {
            let mut made = Vec::new();
            for &value in &short.values {
                let mut copy = body.items().to_vec();
                for inner in &mut copy {
                    inner.for_each_expr_mut(&mut |e| set(e, short.iv, value));
                    inner.walk_mut(&mut decide);
                }
                let parts: usize = copy.iter().map(parts).sum();
                self.left = self.left.checked_sub(parts)?;
                made.append(&mut copy);
            }
            if !short.is_declared {
                let expr = |kind| Expr::new(kind, short.ty.clone(), stmt.span);
                let place = expr(ExprKind::Var(short.iv));
                let value = expr(ExprKind::Int(short.last));
                let assign = expr(ExprKind::Assign(Box::new(place), Box::new(value)));
                made.push(Stmt {
                    kind: StmtKind::Expr(assign),
                    span: stmt.span,
                });
            }
            stmt.kind = StmtKind::Block(made);
            self.is_changed = true;
        }
        let mut done = Some(());
        stmt.for_each_child_mut(&mut |inner| {
            if done.is_some() {
                done = self.statement(inner);
            }
        });
        done
    }

    /// Whether the variable of a loop chooses an element that is a reason to write it out, or between two integers, and the choice is
    /// known once all short loops are written out.
    fn is_wanted(&self, stmt: &Stmt, iv: VarId) -> bool {
        let mut found = false;
        let is_chosen_by = |mentioned: Vars| mentioned.contains(&iv) && mentioned.is_subset(&self.ivs);
        stmt.for_each_expr(&mut |e| {
            for_each_element(e, &mut |id, subscripts| {
                let mentioned = subscripts.iter().flat_map(|s| live::mentioned(s)).collect();
                found |= self.reasons.contains(&id) && is_chosen_by(mentioned);
            });
            e.walk(&mut |inner| {
                if let ExprKind::Conditional(condition, ..) = &inner.kind {
                    found |= inner.ty.as_int().is_some() && is_chosen_by(live::mentioned(condition));
                }
            });
        });
        found
    }
}

/// The arrays because of whose elements loops are written out: those to become variables that are assigned, and tables of integers.
fn reasons(body: &[Stmt], replaced: &Vars, variables: &[Variable]) -> Vars {
    let mut found = Vars::new();
    let is_of_integers = |id: &VarId| matches!(variables[id.0 as usize].ty.scalar(), Ty::Int(_));
    let is_table = |id: &VarId| {
        let variable = &variables[id.0 as usize];
        variable.initial.is_some() && count(&variable.ty).is_some()
    };
    for stmt in body {
        stmt.for_each_expr(&mut |e| {
            e.walk(&mut |inner| match &inner.kind {
                ExprKind::Assign(place, _) | ExprKind::Update(_, place, _) | ExprKind::Step { place, .. } => {
                    found.extend(
                        element(place)
                            .map(|(id, _)| id)
                            .filter(|id| replaced.contains(id)),
                    );
                }
                _ => {
                    let own = inner.var().filter(is_of_integers);
                    found.extend(own.filter(|id| is_table(id) || replaced.contains(id)));
                }
            });
        });
    }
    found
}

/// How many parts the expressions of a statement have.
fn parts(stmt: &Stmt) -> usize {
    let mut count = 0;
    stmt.for_each_expr(&mut |e| e.walk(&mut |_| count += 1));
    count
}

/// Puts a number in the place of a variable, and decides what it decides.
fn set(e: &mut Expr, iv: VarId, value: i128) {
    if e.var() == Some(iv) {
        e.kind = ExprKind::Int(value);
        return;
    }
    e.for_each_child_mut(&mut |child| set(child, iv, value));
    if let ExprKind::Conditional(condition, then, otherwise) = &e.kind
        && let Some(known) = number(condition, None)
    {
        let chosen = if known != 0 { then } else { otherwise };
        e.kind = match chosen.ty.is_same(&e.ty) {
            true => chosen.kind.clone(),
            false => ExprKind::Convert(chosen.clone()),
        };
    }
}

/// Leaves out the branch that is not taken, where that is known.
fn decide(stmt: &mut Stmt) {
    if let StmtKind::If(condition, then, otherwise) = &stmt.kind
        && let Some(known) = number(condition, None)
    {
        let chosen = if known != 0 {
            Some(then)
        } else {
            otherwise.as_ref()
        };
        stmt.kind = chosen.map_or(StmtKind::Block(Vec::new()), |chosen| chosen.kind.clone());
    }
}

/// Whether of each use of an array it is known which element it is.
fn is_of_known_elements(body: &[Stmt], array: VarId, variables: &[Variable]) -> bool {
    let mut all = true;
    for stmt in body {
        stmt.for_each_expr(&mut |e| {
            for_each_element(e, &mut |id, subscripts| {
                all &= id != array || place(subscripts, &variables[id.0 as usize].ty).is_some();
            });
        });
    }
    all
}

/// New variables for the elements of an array.
fn elements_of(array: VarId, variables: &mut Vec<Variable>) -> Vec<VarId> {
    let of = variables[array.0 as usize].clone();
    let count = count(&of.ty).unwrap_or_default();
    let numbers = 0..count;
    let new = numbers.map(|number| {
        let name = format!("{}_{number}", of.name);
        variables.push(Variable::own(name, of.ty.scalar().clone(), of.span));
        VarId(variables.len() as u32 - 1)
    });
    new.collect()
}

/// Declares the elements where the arrays were declared.
fn declare(body: &mut Vec<Stmt>, elements: &BTreeMap<VarId, Vec<VarId>>, variables: &[Variable]) {
    let mut made = Vec::new();
    for mut stmt in std::mem::take(body) {
        let own = match &stmt.kind {
            StmtKind::Declare(id, value) => elements.get(id).map(|own| (*id, own, value)),
            _ => None,
        };
        if let Some((id, own, value)) = own {
            let values = value
                .as_ref()
                .and_then(|value| items(value, &variables[id.0 as usize].ty));
            made.extend(own.iter().enumerate().map(|(number, element)| Stmt {
                kind: StmtKind::Declare(*element, values.as_ref().map(|values| values[number].clone())),
                span: stmt.span,
            }));
            continue;
        }
        match &mut stmt.kind {
            StmtKind::Block(inner) | StmtKind::Labelled(_, inner) => declare(inner, elements, variables),
            _ => stmt.for_each_child_mut(&mut |inner| {
                let span = inner.span;
                let mut all = match std::mem::replace(&mut inner.kind, StmtKind::Break) {
                    StmtKind::Block(items) => items,
                    kind => vec![Stmt { kind, span }],
                };
                declare(&mut all, elements, variables);
                inner.kind = match (all.len(), all.pop()) {
                    (1, Some(only)) => only.kind,
                    (_, last) => StmtKind::Block(all.into_iter().chain(last).collect()),
                };
            }),
        }
        made.push(stmt);
    }
    *body = made;
}

/// Puts variables in the place of elements, and what tables hold in that of theirs. Says whether anything was put.
fn with_elements(e: &mut Expr, elements: &BTreeMap<VarId, Vec<VarId>>, variables: &[Variable]) -> bool {
    let known = element(e).and_then(|(id, subscripts)| {
        let variable = &variables[id.0 as usize];
        let place = place(&subscripts, &variable.ty)?;
        match (elements.get(&id), &variable.initial) {
            (Some(own), _) => Some(ExprKind::Var(own[place])),
            (None, Some(initial)) => Some(items(initial, &variable.ty)?.swap_remove(place).kind),
            _ => None,
        }
    });
    match known {
        Some(kind) => {
            e.kind = kind;
            true
        }
        None => {
            let mut is_changed = false;
            e.for_each_child_mut(&mut |child| is_changed |= with_elements(child, elements, variables));
            is_changed
        }
    }
}
