//! Static variables as a part of a function sees them.
//!
//! Code outside of the file cannot reach them, so the function that a part becomes is handed what it needs of them, as it is
//! of the variables of the function around it. Their values are read by later calls, whether or not anything else mentions them.

use std::collections::BTreeSet;

use ovolo_lang::diagnostic::Span;

use crate::ast::*;
use crate::live;

/// The names of the functions that statements call, but for calls at places that do not count.
pub fn names_called<'u>(body: &'u [Stmt], counts: impl Fn(Span) -> bool) -> BTreeSet<&'u str> {
    let mut names = BTreeSet::new();
    for stmt in body {
        stmt.for_each_expr(&mut |e: &'u Expr| {
            e.walk(&mut |inner| {
                if let ExprKind::Call(name, _) = &inner.kind
                    && counts(inner.span)
                {
                    names.insert(name.as_str());
                }
            });
        });
    }
    names
}

/// The functions of the file that statements call, directly or through one another.
pub fn called<'u>(unit: &'u Unit, part: &'u [Stmt]) -> Vec<&'u Function> {
    let calls = |body: &'u [Stmt]| names_called(body, |_| true);
    let mut found: Vec<&Function> = Vec::new();
    let mut pending = vec![calls(part)];
    while let Some(names) = pending.pop() {
        for function in unit.functions.iter().filter(|f| names.contains(f.name.as_str())) {
            if !found.iter().any(|other| other.name == function.name) {
                found.push(function);
                pending.push(calls(&function.body));
            }
        }
    }
    found
}

/// The variables of a file as a part of a function sees them: static ones are like those of the function, if what the part
/// does with them is seen; and those of them that only functions mention which the part calls.
///
/// An array always is. A scalar or a pointer is where no function that the part calls assigns it, and, if the part does, where no
/// such function reads it and its address is taken nowhere: what `scanf` has filled is only read. Whether the part stores through a
/// pointer that may be such an address is the caller's question, as it is for the variables of the function.
pub fn as_own(unit: &Unit, function: &Function, part: &[Stmt]) -> (Vec<Variable>, live::Vars) {
    let called = called(unit, part);
    let (mut assigned_there, mut mentioned_there) = (live::Vars::new(), live::Vars::new());
    for stmt in called.iter().flat_map(|function| &function.body) {
        assigned_there.extend(live::assigned(stmt));
        stmt.for_each_expr(&mut |e| mentioned_there.extend(live::mentioned(e)));
    }
    let assigned: live::Vars = part.iter().flat_map(live::assigned).collect();
    let mut declared: live::Vars = function.parameters.iter().copied().collect();
    declared.extend(function.body.iter().flat_map(live::declared));
    let mut variables = unit.variables.clone();
    let mut handed_on = live::Vars::new();
    for (number, variable) in variables.iter_mut().enumerate() {
        let id = VarId(number as u32);
        if !(variable.is_static && variable.is_global) || variable.is_volatile || variable.initial.is_some() {
            continue;
        }
        let is_seen = match &variable.ty {
            Ty::Array(..) => true,
            Ty::Int(_) | Ty::Float(_) | Ty::Pointer(_) => {
                let is_only_here = variable.addressed_at.is_empty() && !mentioned_there.contains(&id);
                !assigned_there.contains(&id) && (!assigned.contains(&id) || is_only_here)
            }
            _ => false,
        };
        // At the call of the part the name must mean this variable.
        let is_hidden = mentioned_there.contains(&id)
            && declared
                .iter()
                .any(|other| unit.variables[other.0 as usize].name == variable.name);
        if is_seen && !is_hidden {
            variable.is_global = false;
            if mentioned_there.contains(&id) {
                handed_on.insert(id);
            }
        }
    }
    (variables, handed_on)
}
