//! Calls of short functions of structs as the expressions that they compute.
//!
//! `at(m, i, j)`, whose body is `return m->data[i * m->columns + j];`, becomes `m->data[i * m->columns + j]`, so that what it reads of
//! the struct is seen where the function is called: [`members`](crate::members) makes parameters of it. So do the statements of one
//! that returns nothing. Other calls are inlined when they are lowered.

use std::collections::BTreeMap;

use crate::ast::*;
use crate::live;

/// Functions of functions deeper than this stay calls. Arbitrary.
const DEEPEST: usize = 8;
/// Parts of an expression at most that a call becomes. Arbitrary.
const MOST_PARTS: usize = 400;

/// Rewrites the calls in all functions of a file.
pub fn inline(unit: &mut Unit) {
    for _ in 0..DEEPEST {
        let found: BTreeMap<String, Accessor> = unit
            .functions
            .iter()
            .filter_map(|function| Some((function.name.clone(), Accessor::of(unit, function)?)))
            .collect();
        let mut is_changed = false;
        let hidden: Vec<Vec<VarId>> = unit.functions.iter().map(|f| hidden_in(unit, f)).collect();
        for (function, hidden) in unit.functions.iter_mut().zip(hidden) {
            let is_visible = |accessor: &Accessor| {
                let mentioned = live::mentioned(&accessor.value);
                !hidden.iter().any(|id| mentioned.contains(id))
            };
            for stmt in &mut function.body {
                stmt.for_each_expr_mut(&mut |e| is_changed |= expression(e, &found, &is_visible));
            }
        }
        if !is_changed {
            return;
        }
    }
}

/// Puts the statements of functions that take structs and return nothing in the place of calls of them. Their variables are new ones,
/// and the place of each is that of the call.
pub fn inline_statements(unit: &Unit, function: &Function, body: &mut [Stmt], variables: &mut Vec<Variable>) {
    let hidden = hidden_in(unit, function);
    for stmt in body {
        statements(unit, &hidden, stmt, variables, 0);
    }
}

/// The variables of the file whose names mean others in a function: what is handed over for a part is written by its name.
fn hidden_in(unit: &Unit, function: &Function) -> Vec<VarId> {
    let mut own: live::Vars = function.parameters.iter().copied().collect();
    own.extend(function.body.iter().flat_map(live::declared));
    let names: Vec<&str> = own
        .iter()
        .map(|id| unit.variables[id.0 as usize].name.as_str())
        .collect();
    let numbered = unit.variables.iter().enumerate();
    let hidden =
        numbered.filter(|(_, variable)| variable.is_global && names.contains(&variable.name.as_str()));
    hidden.map(|(number, _)| VarId(number as u32)).collect()
}

fn statements(unit: &Unit, hidden: &[VarId], stmt: &mut Stmt, variables: &mut Vec<Variable>, depth: usize) {
    if let StmtKind::Expr(e) = &stmt.kind
        && depth < DEEPEST
        && let Some(mut items) = called_statements(unit, hidden, e, variables)
    {
        let span = stmt.span;
        items
            .iter_mut()
            .for_each(|item| item.walk_mut(&mut |inner| inner.span = span));
        items
            .iter_mut()
            .for_each(|item| statements(unit, hidden, item, variables, depth + 1));
        stmt.kind = StmtKind::Block(items);
        return;
    }
    stmt.for_each_child_mut(&mut |inner| statements(unit, hidden, inner, variables, depth));
}

/// What a call does, where the function returns nothing and is left by its end.
fn called_statements(
    unit: &Unit,
    hidden: &[VarId],
    e: &Expr,
    variables: &mut Vec<Variable>,
) -> Option<Vec<Stmt>> {
    let ExprKind::Call(name, arguments) = &e.kind else {
        return None;
    };
    let function = unit.functions.iter().find(|function| function.name == *name)?;
    let is_void = matches!(function.result, Ty::Void);
    let is_known = is_void && arguments.len() == function.parameters.len();
    if !is_known || !takes_struct(unit, function) || is_any_array(unit, &function.parameters) {
        return None;
    }
    let mut is_other = false;
    for stmt in &function.body {
        stmt.walk(&mut |inner| {
            is_other |= matches!(
                inner.kind,
                StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::Label(_) | StmtKind::Unknown(_)
            );
        });
    }
    let mut touched = live::Vars::new();
    for stmt in &function.body {
        stmt.for_each_expr(&mut |e| {
            is_other |= hidden.iter().any(|id| live::mentioned(e).contains(id));
            touched.extend(live::assigned_by(e));
            e.walk(&mut |inner| {
                if let ExprKind::Address(place) = &inner.kind {
                    touched.extend(live::root(place));
                }
            });
        });
    }
    let declared: live::Vars = function.body.iter().flat_map(live::declared).collect();
    let has_arrays = declared
        .iter()
        .any(|id| matches!(unit.variables[id.0 as usize].ty, Ty::Array(..)));
    if is_other || has_arrays {
        return None;
    }
    let is_same: Vec<bool> = arguments
        .iter()
        .map(|argument| is_same_throughout(variables, argument))
        .collect();
    let mut new = |id: VarId| {
        let mut variable = unit.variables[id.0 as usize].clone();
        variable.addressed_at.clear();
        variables.push(variable);
        VarId(variables.len() as u32 - 1)
    };
    let mut known = BTreeMap::new();
    let mut renamed: BTreeMap<VarId, VarId> = declared.iter().map(|id| (*id, new(*id))).collect();
    let mut items = Vec::new();
    for ((id, argument), is_same) in function.parameters.iter().zip(arguments).zip(is_same) {
        if is_same && !touched.contains(id) {
            known.insert(*id, argument.clone());
            continue;
        }
        let own = new(*id);
        renamed.insert(*id, own);
        let kind = StmtKind::Declare(own, Some(argument.clone()));
        items.push(Stmt { kind, span: e.span });
    }
    let mut body = function.body.clone();
    for stmt in &mut body {
        stmt.walk_mut(&mut |inner| {
            if let StmtKind::Declare(id, _) = &mut inner.kind
                && let Some(own) = renamed.get(id)
            {
                *id = *own;
            }
        });
        stmt.for_each_expr_mut(&mut |e| {
            replace(e, &known);
            rename(e, &renamed);
        });
    }
    items.append(&mut body);
    Some(items)
}

fn rename(e: &mut Expr, renamed: &BTreeMap<VarId, VarId>) {
    if let ExprKind::Var(id) = &mut e.kind
        && let Some(own) = renamed.get(id)
    {
        *id = *own;
    }
    e.for_each_child_mut(&mut |child| rename(child, renamed));
}

/// Whether an argument is a struct, or a pointer to one, that no function which is handed it can make another.
fn is_same_throughout(variables: &[Variable], argument: &Expr) -> bool {
    let plain = argument.plain();
    let is_own = |id: VarId| {
        let variable = &variables[id.0 as usize];
        !variable.is_global && variable.addressed_at.is_empty()
    };
    match (&plain.kind, &plain.ty) {
        (ExprKind::Var(id), Ty::Pointer(to)) => matches!(**to, Ty::Struct(_)) && is_own(*id),
        (ExprKind::Var(id), Ty::Struct(_)) => is_own(*id),
        (ExprKind::Address(place), _) => matches!(place.ty, Ty::Struct(_)) && live::root(place).is_some(),
        _ => false,
    }
}

/// Rewrites the calls in an expression, the innermost first; says whether there are any.
fn expression(
    e: &mut Expr,
    known: &BTreeMap<String, Accessor>,
    is_visible: &dyn Fn(&Accessor) -> bool,
) -> bool {
    let mut is_changed = false;
    e.for_each_child_mut(&mut |child| is_changed |= expression(child, known, is_visible));
    let ExprKind::Call(name, arguments) = &e.kind else {
        return is_changed;
    };
    let called = known.get(name).filter(|accessor| is_visible(accessor));
    let called = called.and_then(|accessor| accessor.called_with(arguments));
    if let Some(mut value) = called {
        value.span = e.span;
        *e = value;
        return true;
    }
    is_changed
}

/// A function that computes an expression of its parameters.
struct Accessor {
    parameters: Vec<VarId>,
    value: Expr,
    /// Whether the last that is done is that the value is assigned.
    assigns: bool,
}

impl Accessor {
    /// What a function computes that takes a struct or a pointer to one, calls no other function of the file and assigns nothing but, at
    /// its end, a place in memory.
    fn of(unit: &Unit, function: &Function) -> Option<Accessor> {
        if !takes_struct(unit, function) || is_any_array(unit, &function.parameters) {
            return None;
        }
        let value = value_of(&function.body, &BTreeMap::new())?;
        let assigns = matches!(value.kind, ExprKind::Assign(..) | ExprKind::Update(..));
        let mut is_plain = true;
        value.for_each_child(|child| is_plain &= assigns_nothing(child));
        let calls_own = |e: &Expr| {
            let mut calls = false;
            e.walk(&mut |inner| {
                calls |= matches!(&inner.kind, ExprKind::Call(name, _) if unit.functions.iter().any(|f| f.name == *name));
            });
            calls
        };
        let is_volatile = live::mentioned(&value)
            .iter()
            .any(|id| unit.variables[id.0 as usize].is_volatile);
        let is_whole = (assigns || assigns_nothing(&value)) && is_plain && !calls_own(&value) && !is_volatile;
        let is_void = matches!(function.result, Ty::Void);
        (is_whole && is_void == assigns).then(|| Accessor {
            parameters: function.parameters.clone(),
            value,
            assigns,
        })
    }

    /// The expression in which the parameters are what is given for them.
    fn called_with(&self, arguments: &[Expr]) -> Option<Expr> {
        if arguments.len() != self.parameters.len() || !arguments.iter().all(is_pure) {
            return None;
        }
        let given: BTreeMap<VarId, Expr> = self
            .parameters
            .iter()
            .copied()
            .zip(arguments.iter().cloned())
            .collect();
        let mut value = with(&self.value, &given)?;
        let mut parts = 0;
        value.walk(&mut |_| parts += 1);
        if self.assigns {
            // The value of the call is nobody's.
            value.ty = Ty::Void;
        }
        (parts <= MOST_PARTS).then_some(value)
    }
}

fn takes_struct(unit: &Unit, function: &Function) -> bool {
    function.parameters.iter().any(|id| {
        let ty = &unit.variables[id.0 as usize].ty;
        let to = if let Ty::Pointer(to) = ty { to } else { ty };
        matches!(to, Ty::Struct(_))
    })
}

fn is_any_array(unit: &Unit, variables: &[VarId]) -> bool {
    variables
        .iter()
        .any(|id| matches!(unit.variables[id.0 as usize].ty, Ty::Array(..)))
}

/// What statements return, or the expression that they are, with values in the place of variables.
fn value_of(body: &[Stmt], known: &BTreeMap<VarId, Expr>) -> Option<Expr> {
    let (first, rest) = body.split_first()?;
    match &first.kind {
        StmtKind::Block(items) if rest.is_empty() => value_of(items, known),
        StmtKind::Return(Some(value)) => with(value, known),
        StmtKind::Expr(value) if rest.is_empty() => with(value, known),
        StmtKind::Declare(variable, Some(value)) => {
            let value = with(value, known)?;
            let is_assigned = rest.iter().any(|stmt| live::assigned(stmt).contains(variable));
            // What is read of memory here might be changed by what the rest stores.
            let is_scalar = matches!(value.ty, Ty::Int(_) | Ty::Float(_) | Ty::Pointer(_));
            if is_assigned || !is_scalar || !is_pure(&value) || is_of_memory(&value) {
                return None;
            }
            let mut known = known.clone();
            known.insert(*variable, value);
            value_of(rest, &known)
        }
        StmtKind::If(condition, then, otherwise) => {
            let condition = with(condition, known)?;
            let then = value_of(then.items(), known)?;
            let otherwise = match (otherwise, rest) {
                (Some(otherwise), []) => value_of(otherwise.items(), known)?,
                (None, rest) => value_of(rest, known)?,
                _ => return None,
            };
            let (ty, span) = (then.ty.clone(), first.span);
            let is_scalar = matches!(ty, Ty::Int(_) | Ty::Float(_))
                && assigns_nothing(&then)
                && assigns_nothing(&otherwise);
            let kind = ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
            is_scalar.then(|| Expr::new(kind, ty, span))
        }
        _ => None,
    }
}

/// An expression with values in the place of variables; `None` where a place of such a variable is needed.
fn with(e: &Expr, known: &BTreeMap<VarId, Expr>) -> Option<Expr> {
    let mut copy = e.clone();
    let mut is_place = false;
    e.walk(&mut |inner| {
        if let ExprKind::Address(place)
        | ExprKind::Assign(place, _)
        | ExprKind::Update(_, place, _)
        | ExprKind::Step { place, .. } = &inner.kind
        {
            is_place |= live::root(place).is_some_and(|id| known.contains_key(&id));
        }
    });
    replace(&mut copy, known);
    (!is_place).then_some(copy)
}

fn replace(e: &mut Expr, known: &BTreeMap<VarId, Expr>) {
    e.for_each_child_mut(&mut |child| replace(child, known));
    if let Some(value) = e.var().and_then(|id| known.get(&id)) {
        e.kind = match value.ty.is_same(&e.ty) {
            true => value.kind.clone(),
            false => ExprKind::Convert(Box::new(value.clone())),
        };
    }
    // `*&x` is `x`.
    if let ExprKind::Deref(pointer) = &e.kind
        && let ExprKind::Address(place) = &pointer.plain().kind
        && place.ty.is_same(&e.ty)
    {
        e.kind = place.kind.clone();
    }
}

fn assigns_nothing(e: &Expr) -> bool {
    let mut assigns = false;
    e.walk(&mut |inner| {
        assigns |= matches!(
            inner.kind,
            ExprKind::Assign(..) | ExprKind::Update(..) | ExprKind::Step { .. } | ExprKind::Unknown(_)
        );
    });
    !assigns
}

/// Whether an expression is the same however often it is computed, and nobody sees that it is.
fn is_pure(e: &Expr) -> bool {
    let mut calls = false;
    e.walk(&mut |inner| calls |= matches!(inner.kind, ExprKind::Call(..)));
    assigns_nothing(e) && !calls
}

/// Whether an expression reads memory.
fn is_of_memory(e: &Expr) -> bool {
    let mut reads = false;
    e.walk(&mut |inner| reads |= matches!(inner.kind, ExprKind::Index(..) | ExprKind::Deref(_)));
    reads
}
