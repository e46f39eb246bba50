//! Parts of functions as functions of their own: what stands between `#pragma scop` and `#pragma endscop`, and nests of
//! loops in functions that are not understood as a whole.

use std::collections::BTreeSet;

use ovolo_lang::diagnostic::{Diagnostic, Span};

use crate::ast::*;
use crate::members::{self, Promoted};
use crate::replacement::{self, ArgumentTexts, call, declaration, heads_of};
use crate::rows::{self, Rows};
use crate::{
    Imported, Part, accessors, fixed, hoisting, jumps, library, live, lower, pragmas, row_tests,
    small_arrays, statics,
};

/// Whether there are no marked parts, or nothing but declarations and a `return` stands outside of the only one.
pub fn is_all(function: &Function, scops: &[Span]) -> bool {
    let is_plain = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Declare(..) | StmtKind::Return(_));
    match scops {
        [] => true,
        [scop] => function
            .body
            .iter()
            .all(|stmt| is_within(stmt.span, *scop) || is_plain(stmt)),
        _ => false,
    }
}

/// Adds the parts of a function to the module, or all that it does as one, which is the answer; `refused` is why it is not
/// understood as it is.
pub fn outline(
    unit: &Unit,
    text: &str,
    function: &Function,
    scops: &[Span],
    refused: Option<Diagnostic>,
    imported: &mut Imported,
) -> bool {
    if !scops.is_empty() {
        imported.left_out.extend(refused);
        for scop in scops {
            let mut parts = Vec::new();
            marked(&function.body, *scop, &mut parts);
            match parts.as_slice() {
                [] => imported
                    .left_out
                    .push(Diagnostic::new(*scop, "there is no statement here")),
                [part] if is_all_of(&function.body, *scop, part) => {
                    if let Err(why) = part_of(unit, text, function, What::Part(part), imported) {
                        imported.left_out.push(why);
                    }
                }
                _ => imported.left_out.push(Diagnostic::new(
                    *scop,
                    "this is no sequence of statements of one block",
                )),
            }
        }
        return false;
    }
    match part_of(unit, text, function, What::Body, imported) {
        Ok(()) => {
            let name = &function.name;
            let message = format!(
                "all that `{name}` does is the function `{name}_1`, which is handed what it reads of structs, tables of rows and `static` variables"
            );
            let help = "`--rest` writes the call of it";
            imported
                .left_out
                .push(Diagnostic::new(function.name_span, message).help(help));
            true
        }
        Err(why) => {
            imported.left_out.extend(refused);
            leave_out(why, imported);
            loops(unit, text, function, &function.body, imported);
            false
        }
    }
}

/// What becomes a function of its own.
#[derive(Clone, Copy)]
enum What<'a> {
    /// Statements of one block.
    Part(&'a [Stmt]),
    /// All that a function does.
    Body,
}

/// Notes why something is no function of its own, once.
pub fn leave_out(why: Diagnostic, imported: &mut Imported) {
    if !imported.left_out.contains(&why) {
        imported.left_out.push(why);
    }
}

/// The longest sequences of statements that stand inside a place.
fn marked<'a>(body: &'a [Stmt], scop: Span, found: &mut Vec<&'a [Stmt]>) {
    let inside = |stmt: &Stmt| stmt.span != Span::default() && is_within(stmt.span, scop);
    if let Some(first) = body.iter().position(inside) {
        let count = body[first..].iter().take_while(|s| inside(s)).count();
        found.push(&body[first..first + count]);
        return;
    }
    for stmt in body {
        for_each_body(stmt, &mut |inner| marked(inner, scop, found));
    }
}

/// Whether no statement that stands inside a place is outside of a part.
fn is_all_of(body: &[Stmt], scop: Span, part: &[Stmt]) -> bool {
    let is_in_part = |stmt: &Stmt| part.iter().any(|p| is_within(stmt.span, p.span));
    let mut all = true;
    for stmt in body {
        stmt.walk(&mut |inner| {
            let is_marked = inner.span != Span::default() && is_within(inner.span, scop);
            all &= !is_marked || is_in_part(inner);
        });
    }
    all
}

/// Calls `f` for the sequences of statements directly in a statement.
fn for_each_body<'a>(stmt: &'a Stmt, f: &mut dyn FnMut(&'a [Stmt])) {
    match &stmt.kind {
        StmtKind::Block(items) => f(items),
        StmtKind::If(_, then, otherwise) => {
            f(then.items());
            otherwise.iter().for_each(|s| f(s.items()));
        }
        StmtKind::For { body, .. } | StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => f(body.items()),
        _ => {}
    }
}

/// Every outermost loop that is understood becomes a function.
fn loops(unit: &Unit, text: &str, function: &Function, body: &[Stmt], imported: &mut Imported) {
    for stmt in body {
        let is_loop = matches!(
            stmt.kind,
            StmtKind::For { .. } | StmtKind::While(..) | StmtKind::DoWhile(..)
        );
        // The library's own functions are not made anew.
        if is_loop && !library::is_call(stmt, text) {
            let part = What::Part(std::slice::from_ref(stmt));
            match part_of(unit, text, function, part, imported) {
                Ok(()) => continue,
                Err(why) => leave_out(why, imported),
            }
        }
        for_each_body(stmt, &mut |inner| loops(unit, text, function, inner, imported));
    }
}

/// Adds statements as a function of what they use. Tables of pointers to rows are matrices where they are not understood as
/// they are.
fn part_of(
    unit: &Unit,
    text: &str,
    function: &Function,
    what: What<'_>,
    imported: &mut Imported,
) -> Result<(), Diagnostic> {
    let part = what.of(function);
    match part_as(unit, text, function, what, false, imported) {
        Err(_) if rows::are_used(part) => part_as(unit, text, function, what, true, imported),
        result => result,
    }
}

impl<'a> What<'a> {
    fn of(self, function: &'a Function) -> &'a [Stmt] {
        match self {
            What::Part(part) => part,
            What::Body => &function.body,
        }
    }
}

fn part_as(
    unit: &Unit,
    text: &str,
    function: &Function,
    what: What<'_>,
    are_tables_matrices: bool,
    imported: &mut Imported,
) -> Result<(), Diagnostic> {
    let part = what.of(function);
    let (Some(first), Some(last)) = (part.first(), part.last()) else {
        return Ok(());
    };
    let (start, end, jump, result) = match what {
        What::Part(_) => {
            let jump = part.iter().find_map(leaving);
            (first.span.start, last.span.end, jump, Ty::Void)
        }
        What::Body => {
            if text.as_bytes().get(function.body_start as usize) != Some(&b'{') {
                let message = "what this function does is written by a macro";
                return Err(Diagnostic::new(function.name_span, message));
            }
            let result = function.result.clone();
            (function.body_start, function.span.end, None, result)
        }
    };
    let span = Span { start, end };
    if matches!(what, What::Part(_)) && pragmas::openmp(text, function.span).is_parallel(span) {
        let message = "several threads run this, each a part of it";
        return Err(
            Diagnostic::new(span, message).help("a function of the whole parallel region would be read")
        );
    }
    if let Some(jump) = jump.or_else(|| goto_across(function, part, span)) {
        return Err(Diagnostic::new(
            jump,
            "this jump leaves the part that would become a function of its own",
        ));
    }
    let (mut part, mut variables) = (part.to_vec(), unit.variables.clone());
    accessors::inline_statements(unit, function, &mut part, &mut variables);
    let unit = &Unit {
        functions: unit.functions.clone(),
        variables,
    };
    let (variables, handed_on) = statics::as_own(unit, function, &part);
    let unit = &Unit {
        functions: unit.functions.clone(),
        variables,
    };
    let mut variables: Vec<Variable> = unit.variables.clone();
    let Promoted {
        body: mut part,
        mut arguments,
        is_guarded,
    } = members::promote(unit, function, &part, span, &mut variables, are_tables_matrices)?;
    let stored = fixed::stored_in(unit, &part);
    let tables = match are_tables_matrices {
        true => {
            let pointer = Ty::Pointer(Ty::Void.into());
            let is_other = |stored: &&Ty| stored.bytes() != Some(1) && fixed::may_alias(stored, &pointer);
            if stored.iter().any(|stored| is_other(&stored)) {
                let message = "a pointer is stored here, which may be one of a table of pointers to rows";
                return Err(Diagnostic::new(span, message));
            }
            rows::flatten(&mut part, &mut variables)?
        }
        false => Vec::new(),
    };
    let heads = match is_guarded {
        true => Some(heads_of(&part, text).ok_or_else(|| {
            let message = "a member that is read in this loop is read nowhere before";
            Diagnostic::new(span, message).help("read it into a variable in front of the loop")
        })?),
        false => None,
    };
    let body = match what {
        What::Part(_) => jumps::remove_from_part(&part, &mut variables),
        What::Body => jumps::remove_from_function(part.clone(), &result, &mut variables),
    };
    let declared: live::Vars = part.iter().flat_map(live::declared).collect();
    let mut mentioned = live::Vars::new();
    for stmt in &part {
        stmt.for_each_expr(&mut |e| mentioned.extend(live::mentioned(e)));
    }
    let is_outside = |id: &VarId| !declared.contains(id) && !variables[id.0 as usize].is_global;
    let mut used: BTreeSet<VarId> = mentioned.iter().copied().filter(is_outside).collect();
    used.extend(handed_on);
    for id in used.clone() {
        extents_of(&variables[id.0 as usize].ty, &mut used);
    }
    // What is mentioned elsewhere in the function may be read behind the part, and what is static in the next call.
    let mut elsewhere = live::Vars::new();
    for stmt in &function.body {
        outside(stmt, span, &mut elsewhere);
    }
    let assigned: live::Vars = part.iter().flat_map(live::assigned).collect();
    let results: Vec<VarId> = used
        .iter()
        .copied()
        .filter(|id| assigned.contains(id) && (elsewhere.contains(id) || variables[id.0 as usize].is_static))
        .collect();
    if let (Some(id), Ty::Int(_) | Ty::Float(_)) = (results.first(), &result) {
        let name = &variables[id.0 as usize].name;
        let message = format!("this function assigns the static variable `{name}` and has a result");
        return Err(Diagnostic::new(function.name_span, message));
    }
    let mut before: live::Vars = results.iter().copied().collect();
    for stmt in body.iter().rev() {
        live::statement(stmt, &mut before);
    }
    let is_parameter = |id: &&VarId| {
        let is_scalar = matches!(
            variables[id.0 as usize].ty,
            Ty::Int(_) | Ty::Float(_) | Ty::Pointer(_)
        );
        !is_scalar || before.contains(id) || !assigned.contains(id)
    };
    let parameters: Vec<VarId> = used.iter().filter(is_parameter).copied().collect();
    let is_reached = |id: &&VarId| {
        let variable = &variables[id.0 as usize];
        let is_scalar = matches!(variable.ty, Ty::Int(_) | Ty::Float(_) | Ty::Pointer(_));
        let is_pointed_to = variable.addressed_at.iter().any(|at| !is_within(*at, span));
        let may_change = stored.iter().any(|stored| fixed::may_alias(stored, &variable.ty));
        is_scalar && is_pointed_to && (may_change || assigned.contains(id))
    };
    if let Some(id) = used.iter().find(is_reached) {
        let message = format!(
            "`{}` may be what a pointer points to here, since its address is taken",
            variables[id.0 as usize].name
        );
        let help =
            "another variable that holds its value in front of the loop would let that become a function";
        return Err(Diagnostic::new(span, message).help(help));
    }
    // Arrays that are variables share no memory with one another.
    let objects = parameters.iter().copied().filter(|id| {
        let is_array = matches!(variables[id.0 as usize].ty, Ty::Array(..));
        is_array && !arguments.contains_key(id) && !function.parameters.contains(id)
    });
    let objects: BTreeSet<VarId> = objects.collect();
    let number = 1 + imported
        .parts
        .iter()
        .filter(|part| part.function == function.name)
        .count();
    let name = format!("{}_{number}", function.name);
    let mut body = small_arrays::replace_in(&body, &mut variables).unwrap_or(body);
    let mut unit = Unit {
        functions: unit.functions.clone(),
        variables,
    };
    hoisting::hoist_in(&mut unit, function, &mut body);
    let made = Function {
        name: name.clone(),
        span,
        name_span: match what {
            What::Part(_) => Span {
                start,
                end: start + 1,
            },
            What::Body => function.name_span,
        },
        body_start: span.start,
        parameters: parameters.clone(),
        result: result.clone(),
        body,
        is_static: false,
        is_old_style: false,
    };
    let mut table_texts = Vec::new();
    for table in &tables {
        let of = &unit.variables[table.table.0 as usize];
        let own = arguments
            .get(&table.table)
            .cloned()
            .unwrap_or_else(|| of.name.clone());
        let names = row_tests::results(&format!("{name}_{}", of.name));
        arguments.extend([table.first, table.stride].into_iter().zip(names));
        table_texts.push(own);
    }
    let call = call(&unit, &name, &parameters, &result, &results, &arguments);
    // A head may declare a variable by the name of another that is handed over.
    let declared_names = |name: &str| {
        let mut declared = declared
            .iter()
            .map(|id| unit.variables[id.0 as usize].name.as_str());
        declared.any(|declared| declared == name)
    };
    let names = [call.as_str(), &table_texts.join(" ")]
        .join(" ")
        .replace("->", ".");
    let mut names = names
        .split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.')
        .filter_map(|place| place.split('.').next());
    if heads.is_some() && names.any(declared_names) {
        let message = "a variable of this loop has the name of another that it uses";
        return Err(Diagnostic::new(span, message)
            .help("another name would let the loop become a function of its own"));
    }
    let around = lower::Outside {
        results: &results,
        objects: objects.clone(),
    };
    lower::lower_part(&unit, &made, around, &mut imported.module).map_err(|why| *why)?;
    let test = match tables.is_empty() {
        true => String::new(),
        false => {
            let texts = ArgumentTexts {
                parameters: &parameters,
                unit: &unit,
                arguments: &arguments,
                objects: &objects,
            };
            let tables: Vec<(&Rows, &str)> = tables
                .iter()
                .zip(table_texts.iter().map(String::as_str))
                .collect();
            match texts.test(&mut imported.module, &name, &tables) {
                Ok(test) => test,
                Err(why) => {
                    let top = imported.module.body();
                    imported.module.block_mut(top).ops.pop();
                    return Err(why);
                }
            }
        }
    };
    let declaration = declaration(&unit, &name, &parameters, &result, &results);
    let place = Span {
        start: pragmas::start_of(text, span.start),
        end: span.end,
    };
    let original = text
        .get(place.start as usize..place.end as usize)
        .unwrap_or_default();
    let replacement = replacement::text(&name, &declaration, heads.as_deref(), &test, &call, original);
    imported.parts.push(Part {
        function: function.name.clone(),
        span: place,
        replacement,
    });
    Ok(())
}

/// The place of a jump out of a statement.
fn leaving(stmt: &Stmt) -> Option<Span> {
    fn find(stmt: &Stmt, in_loop: bool) -> Option<Span> {
        match &stmt.kind {
            StmtKind::Return(_) => Some(stmt.span),
            StmtKind::Break | StmtKind::Continue if !in_loop => Some(stmt.span),
            StmtKind::For { body, .. } | StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => {
                find(body, true)
            }
            StmtKind::Block(items) => items.iter().find_map(|s| find(s, in_loop)),
            StmtKind::If(_, then, otherwise) => {
                find(then, in_loop).or_else(|| otherwise.as_deref().and_then(|s| find(s, in_loop)))
            }
            _ => None,
        }
    }
    find(stmt, false)
}

/// The place of a `goto` out of a part of a function, or into it.
fn goto_across(function: &Function, part: &[Stmt], span: Span) -> Option<Span> {
    let mut labels = BTreeSet::new();
    for stmt in part {
        stmt.walk(&mut |inner| {
            if let StmtKind::Label(label) = &inner.kind {
                labels.insert(label.clone());
            }
        });
    }
    let mut found = None;
    for stmt in &function.body {
        stmt.walk(&mut |inner| {
            if let StmtKind::Goto(label) = &inner.kind
                && labels.contains(label) != is_within(inner.span, span)
            {
                found.get_or_insert(inner.span);
            }
        });
    }
    found
}

/// The variables in the extents of a type.
fn extents_of(ty: &Ty, found: &mut BTreeSet<VarId>) {
    match ty {
        Ty::Array(of, extent) => {
            if let Extent::Variable(e) = extent {
                found.extend(live::mentioned(e));
            }
            extents_of(of, found);
        }
        Ty::Pointer(to) => extents_of(to, found),
        _ => {}
    }
}

/// The variables that a statement mentions outside of a place.
fn outside(stmt: &Stmt, part: Span, found: &mut live::Vars) {
    if is_within(stmt.span, part) {
        return;
    }
    let own = |e: &Expr, found: &mut live::Vars| found.extend(live::mentioned(e));
    match &stmt.kind {
        StmtKind::Expr(e) => own(e, found),
        StmtKind::Declare(_, e) | StmtKind::Return(e) => e.iter().for_each(|e| own(e, found)),
        StmtKind::If(e, ..) | StmtKind::While(e, _) | StmtKind::DoWhile(_, e) => own(e, found),
        StmtKind::For {
            init,
            condition,
            advance,
            ..
        } => {
            init.iter().for_each(|s| outside(s, part, found));
            condition.iter().chain(advance).for_each(|e| own(e, found));
        }
        _ => {}
    }
    for_each_body(stmt, &mut |inner| {
        inner.iter().for_each(|s| outside(s, part, found))
    });
}
