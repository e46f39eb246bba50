//! What C has in the place of a part of a function that is a function of its own: its declaration, a call, and where the part is
//! for rows that are equally far apart a test of that, with the part itself for others.

use std::collections::{BTreeMap, BTreeSet};

use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::{Module, ValueId};

use crate::ast::*;
use crate::lower::MOVED;
use crate::row_tests::{self, Table};
use crate::rows::Rows;
use crate::{accesses, live};

/// What is handed over for the parameters of a part.
pub struct ArgumentTexts<'a> {
    pub parameters: &'a [VarId],
    pub unit: &'a Unit,
    pub arguments: &'a BTreeMap<VarId, String>,
    /// Those that are arrays of their own.
    pub objects: &'a BTreeSet<VarId>,
}

impl ArgumentTexts<'_> {
    /// The test of tables whose pointers C writes so, for the function that was added last.
    pub fn test(
        &self,
        module: &mut Module,
        name: &str,
        tables: &[(&Rows, &str)],
    ) -> Result<String, Diagnostic> {
        let Some(&function) = module.block(module.body()).ops.last() else {
            return Ok(String::new());
        };
        let block = module.single_block(function, 0);
        let arguments = block.map_or(Vec::new(), |block| module.block(block).arguments.clone());
        let parameter = |value: ValueId| {
            let at = arguments.iter().position(|argument| *argument == value)?;
            self.parameters.get(at)
        };
        let is_apart = |value: ValueId| parameter(value).is_some_and(|id| self.objects.contains(id));
        let text_of = |value: ValueId| {
            let id = parameter(value)?;
            let variable = &self.unit.variables[id.0 as usize];
            let own = self.arguments.get(id).cloned();
            Some(own.unwrap_or_else(|| variable.name.clone()))
        };
        let variable = |id: VarId| self.unit.variables[id.0 as usize].name.as_str();
        let names: Vec<String> = tables
            .iter()
            .map(|(rows, _)| format!("{name}_{}", variable(rows.table)))
            .collect();
        let mut described = Vec::new();
        for ((rows, text), own) in tables.iter().zip(&names) {
            let at = self.parameters.iter().position(|id| *id == rows.first);
            let Some(&memref) = at.and_then(|at| arguments.get(at)) else {
                continue;
            };
            described.push(Table {
                memref,
                text,
                name: own,
                told: (variable(rows.table), rows.span),
            });
        }
        let flag = format!("{name}_even");
        let test = row_tests::test(module, function, &described, &flag, &text_of, &is_apart)?;
        Ok(format!("int {flag} = 1; {test}"))
    }
}

/// The heads of the loops of the perfect nest that a part is, if to run through them changes no more than the variables that
/// their beginnings assign.
pub fn heads_of(part: &[Stmt], text: &str) -> Option<String> {
    let mut heads = String::new();
    let mut started = live::Vars::new();
    for stmt in accesses::perfect_nest(part) {
        let StmtKind::For {
            init,
            condition,
            advance,
            body,
        } = &stmt.kind
        else {
            return None;
        };
        let calls = |e: &Expr| {
            let mut calls = false;
            e.walk(&mut |inner| calls |= matches!(inner.kind, ExprKind::Call(..)));
            calls
        };
        let is_quiet = |e: &Expr| live::assigned_by(e).is_empty() && !calls(e);
        let (variable, value) = match &init.as_deref()?.kind {
            StmtKind::Declare(id, value) => (*id, value.as_ref()?),
            StmtKind::Expr(e) => match &e.kind {
                ExprKind::Assign(place, value) => (place.var()?, value.as_ref()),
                _ => return None,
            },
            _ => return None,
        };
        started.insert(variable);
        let is_step = |e: &Expr| live::assigned_by(e).is_subset(&started) && e.is_assignment() && !calls(e);
        let is_start = is_quiet(value) && !live::mentioned(value).contains(&variable);
        if !is_start || !condition.iter().all(is_quiet) || !advance.iter().all(is_step) {
            return None;
        }
        heads += text.get(stmt.span.start as usize..body.span.start as usize)?;
    }
    Some(heads)
}

/// The declaration of a function, which returns a value of its own or variables, as C writes it.
pub fn declaration(
    unit: &Unit,
    name: &str,
    parameters: &[VarId],
    own_result: &Ty,
    results: &[VarId],
) -> String {
    let scalar = |ty: &Ty| match ty.scalar() {
        Ty::Pointer(to) => to.scalar().describe(),
        other => other.describe(),
    };
    let mut types: Vec<String> = Vec::new();
    for id in parameters {
        let ty = &unit.variables[id.0 as usize].ty;
        types.push(match ty {
            Ty::Array(..) | Ty::Pointer(_) => "const void *".to_string(),
            ty => scalar(ty),
        });
    }
    let type_of = |id: &VarId| match &unit.variables[id.0 as usize].ty {
        Ty::Pointer(_) => MOVED.describe(),
        ty => scalar(ty),
    };
    let result = match results {
        [only] => type_of(only),
        several => {
            types.extend(several.iter().map(|id| format!("{} *", type_of(id))));
            own_result.describe()
        }
    };
    if types.is_empty() {
        types.push("void".to_string());
    }
    format!("extern {result} {name}({});", types.join(", "))
}

/// The statement that calls such a function.
pub fn call(
    unit: &Unit,
    name: &str,
    parameters: &[VarId],
    own_result: &Ty,
    results: &[VarId],
    members: &BTreeMap<VarId, String>,
) -> String {
    let name_of = |id: &VarId| unit.variables[id.0 as usize].name.clone();
    let argument = |id: &VarId| members.get(id).cloned().unwrap_or_else(|| name_of(id));
    let mut arguments: Vec<String> = parameters.iter().map(argument).collect();
    let is_pointer = |id: &VarId| matches!(unit.variables[id.0 as usize].ty, Ty::Pointer(_));
    if let [only] = results {
        let operator = if is_pointer(only) { "+=" } else { "=" };
        return format!("{} {operator} {name}({});", name_of(only), arguments.join(", "));
    }
    let pointers: Vec<String> = results.iter().filter(|id| is_pointer(id)).map(name_of).collect();
    if !pointers.is_empty() {
        arguments.extend(results.iter().map(|id| match is_pointer(id) {
            true => format!("&{name}_{}", name_of(id)),
            false => format!("&{}", name_of(id)),
        }));
        let moved: String = pointers.iter().map(|p| format!(" {p} += {name}_{p};")).collect();
        let declared: Vec<String> = pointers.iter().map(|p| format!("{name}_{p}")).collect();
        return format!(
            "{} {}; {name}({});{moved}",
            MOVED.describe(),
            declared.join(", "),
            arguments.join(", ")
        );
    }
    arguments.extend(results.iter().map(|id| format!("&{}", name_of(id))));
    let start = match own_result {
        Ty::Void => "",
        _ => "return ",
    };
    format!("{start}{name}({});", arguments.join(", "))
}

/// What stands in the place of a part: a call, behind the heads of the loops in which it is, and under a test where there is one.
pub fn text(
    name: &str,
    declaration: &str,
    heads: Option<&str>,
    test: &str,
    call: &str,
    original: &str,
) -> String {
    match (heads, test.is_empty()) {
        (Some(heads), true) => {
            format!("{{ {declaration} {heads} {{ {call} goto {name}_done; }} {name}_done:; }}")
        }
        (None, true) => format!("{{ {declaration} {call} }}"),
        (Some(heads), false) => format!(
            "{{ {declaration} {heads} {{ {test}if ({name}_even) {{ {call} goto {name}_done; }} goto {name}_uneven; }} \
             goto {name}_done; {name}_uneven:;\n{original};\n{name}_done:; }}"
        ),
        (None, false) => {
            format!("{{ {declaration} {test}if ({name}_even) {{ {call} }} else {{\n{original};\n}} }}")
        }
    }
}
