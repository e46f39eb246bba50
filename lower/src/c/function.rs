//! A module as C: its functions, and those with the parameters of a C file that it comes from (see [`crate::entry`]).
//!
//! A memref is a pointer to its first element followed by its dynamic extents. A pointer is `restrict` where the argument is
//! `llvm.noalias`.

use std::collections::BTreeSet;

use ovolo_lang::attribute::Attribute;
use ovolo_lang::bufferize::with_buffers;
use ovolo_lang::ir::{Module, Op, OpId, ValueId};
use ovolo_lang::loops::with_loops;
use ovolo_lang::types::{Dim, Type};

use crate::entry::has_own_interface;

use super::algebra::{Unprintable, c_type};
use super::lanes::Lanes;
use super::source::{Printer, declaration, shape, unprintable};
use super::text::{HEADER, HELPERS, INTRINSICS, Level, affine_text, identifier};

/// The C text of every function of the module that has a body, with memrefs for tensors and loops for operations of linalg.
pub fn c_source(module: &Module) -> Result<String, Unprintable> {
    let memrefs = with_buffers(module).map(|(memrefs, _)| memrefs);
    let module = memrefs.as_ref().unwrap_or(module);
    let loops = with_loops(module);
    let module = loops.as_ref().unwrap_or(module);
    let mut bodies = String::new();
    let mut prototypes = String::new();
    let mut vectors = BTreeSet::new();
    let functions: Vec<OpId> = module.functions().collect();
    for &function in &functions {
        if module.single_block(function, 0).is_some() {
            let printed = print_function(module, function)?;
            // One that is called may stand behind its caller.
            if functions.len() > 1 {
                prototypes += &format!("{};\n", printed.head);
            }
            bodies += &printed.text;
            vectors.extend(printed.vectors);
        }
    }
    if !prototypes.is_empty() {
        prototypes.push('\n');
    }
    let bodies = prototypes + &bodies;
    let definitions: String = vectors.iter().map(|lanes| lanes.definitions(&bodies)).collect();
    let mut text = String::from(HEADER);
    if definitions.contains("_mm") {
        text += INTRINSICS;
    }
    let bodies = definitions + &bodies;
    for (name, definition) in HELPERS {
        if bodies.contains(&format!("{name}(")) {
            text += definition;
        }
    }
    Ok(text + &bodies)
}

struct Printed {
    /// The function without its body.
    head: String,
    text: String,
    vectors: BTreeSet<Lanes>,
}

fn print_function(module: &Module, function: OpId) -> Result<Printed, Unprintable> {
    let op = module.op(function);
    let name = name_of(op)?;
    let result = result_of(op)?;
    let body = module
        .single_block(function, 0)
        .ok_or_else(|| Unprintable::new(format!("the branches of `{name}`")))?;
    let arguments = &module.block(body).arguments;
    let mut printer = Printer::new(module, function);
    // A variable that is called as a function would hide it.
    for other in module.functions().filter(|&other| other != function) {
        printer.reserve(called(module.op(other))?);
    }
    let mut parameters = Vec::new();
    let outs = outs_of(op)?;
    for (name, _) in &outs {
        printer.reserve(name.clone());
    }
    for (index, &argument) in arguments.iter().enumerate() {
        printer.parameter(argument, op.is_noalias(index), &mut parameters)?;
    }
    parameters.extend(outs.iter().map(|(name, ty)| format!("{ty} *{name}")));
    printer.block(body, &[])?;
    let entry = match has_entry(op) {
        true => entry(module, op, arguments)?,
        false => String::new(),
    };
    let visibility = if is_private(op) || !entry.is_empty() {
        "static "
    } else {
        ""
    };
    let head = format!("{visibility}{result} {}({})", called(op)?, listed(&parameters));
    Ok(Printed {
        text: format!("{head} {{\n{}}}\n\n{entry}", printer.text),
        head,
        vectors: printer.vectors,
    })
}

fn name_of(function: &Op) -> Result<&str, Unprintable> {
    let name = function
        .attribute("sym_name")
        .and_then(Attribute::as_str)
        .unwrap_or_default();
    match identifier(name) == name {
        true => Ok(name),
        false => Err(Unprintable::new(format!("the function name `{name}`"))),
    }
}

fn is_private(function: &Op) -> bool {
    function.attribute("sym_visibility").and_then(Attribute::as_str) == Some("private")
}

/// Whether there is one more function, with the parameters of a C file.
fn has_entry(function: &Op) -> bool {
    let arguments = match function.attribute("function_type").and_then(Attribute::as_type) {
        Some(Type::Function(ty)) => ty.inputs.len(),
        _ => 0,
    };
    has_own_interface(function, arguments) && !is_private(function)
}

/// The name by which functions of the module call a function.
fn called(function: &Op) -> Result<String, Unprintable> {
    let name = name_of(function)?;
    Ok(match has_entry(function) {
        true => format!("{name}_extents"),
        false => name.to_string(),
    })
}

fn results_of(function: &Op) -> &[Type] {
    match function.attribute("function_type").and_then(Attribute::as_type) {
        Some(Type::Function(ty)) => &ty.results,
        _ => &[],
    }
}

/// What C's function returns: the only result.
fn result_of(function: &Op) -> Result<&'static str, Unprintable> {
    match results_of(function) {
        [only] => c_type(only),
        _ => Ok("void"),
    }
}

/// The pointers that follow the parameters of a function with several results, which are written through them, and to what
/// they point.
fn outs_of(function: &Op) -> Result<Vec<(String, &'static str)>, Unprintable> {
    match results_of(function) {
        [] | [_] => Ok(Vec::new()),
        several => {
            let numbered = several.iter().enumerate();
            numbered
                .map(|(n, ty)| Ok((format!("result{n}"), c_type(ty)?)))
                .collect()
        }
    }
}

fn listed(parameters: &[String]) -> String {
    match parameters {
        [] => "void".to_string(),
        several => several.join(", "),
    }
}

/// The function with the parameters of the C file, which computes the extents and calls the other.
fn entry(module: &Module, function: &Op, arguments: &[ValueId]) -> Result<String, Unprintable> {
    let name = name_of(function)?;
    let result = result_of(function)?;
    let (mut parameters, mut passed) = (Vec::new(), Vec::new());
    let mut globals = String::new();
    let given_name = |at: usize| {
        let given = module.value(arguments[at]).name.as_deref().map(identifier);
        given.unwrap_or_else(|| format!("argument{at}"))
    };
    let is_integer = |at: &usize| matches!(module.ty(arguments[*at]), Type::Integer(_));
    let integers = (0..arguments.len()).filter(is_integer);
    let integers: Vec<String> = integers
        .map(|at| format!("(int64_t){}", given_name(at)))
        .collect();
    for (at, &argument) in arguments.iter().enumerate() {
        let of = |key: &str| function.argument_attribute(at, key);
        let given = given_name(at);
        let Some(memref) = module.ty(argument).as_memref() else {
            let unsigned = if of("c.unsigned").is_some() { "u" } else { "" };
            parameters.push(format!("{unsigned}{} {given}", c_type(module.ty(argument))?));
            passed.push(given);
            continue;
        };
        let element = c_type(&memref.element)?;
        if let Some(symbol) = of("c.global").and_then(Attribute::as_str) {
            // Its own declaration, with all its extents, is in the C file.
            globals += &format!("extern {element} {symbol}[];\n");
            passed.push(format!("(void *){symbol}"));
        } else if let Some(symbol) = of("c.pointer").and_then(Attribute::as_str) {
            globals += &format!("extern {element} *{symbol};\n");
            passed.push(format!("(void *){symbol}"));
        } else {
            let restrict = if function.is_noalias(at) {
                "*restrict "
            } else {
                "*"
            };
            parameters.push(format!("{element} {restrict}{given}"));
            passed.push(format!("(void *){given}"));
        }
        let pointer = passed.len() - 1;
        let open = shape(memref)?
            .iter()
            .filter(|extent| **extent == Dim::Dynamic)
            .count();
        match of("c.extents").and_then(Attribute::as_affine_map) {
            Some(map) if map.results.len() == open && map.num_symbols as usize <= integers.len() => {
                let extents = map.results.iter();
                passed.extend(extents.map(|extent| affine_text(extent, &[], &integers, Level::Sum)));
                if let Some(first) = of("c.first").and_then(Attribute::as_affine_map) {
                    let first = affine_text(&first.results[0], &[], &integers, Level::Sum);
                    let mut open = passed[pointer + 1..].iter();
                    let mut bytes = format!("({first}) * (int64_t)sizeof({element})");
                    for (number, extent) in shape(memref)?.iter().enumerate() {
                        let extent = match extent {
                            Dim::Fixed(extent) => extent.to_string(),
                            Dim::Dynamic => open.next().cloned().unwrap_or_default(),
                        };
                        if number > 0 {
                            bytes += &format!(" * ({extent})");
                        }
                    }
                    // Any address may be computed with integers.
                    passed[pointer] = format!(
                        "(void *)((uintptr_t){} + {bytes})",
                        &passed[pointer]["(void *)".len()..]
                    );
                }
            }
            None => {
                for n in 0..open {
                    parameters.push(format!("int64_t {given}_extent{n}"));
                    passed.push(format!("{given}_extent{n}"));
                }
            }
            Some(_) => return Err(Unprintable::new(format!("the extents of `{given}`"))),
        }
    }
    for (mut name, ty) in outs_of(function)? {
        while (0..arguments.len()).any(|at| given_name(at) == name) {
            name.push('_');
        }
        parameters.push(format!("{ty} *{name}"));
        passed.push(name);
    }
    let call = format!("{}({})", called(function)?, passed.join(", "));
    let returned = if result == "void" { "" } else { "return " };
    Ok(format!(
        "{globals}{result} {name}({}) {{\n  {returned}{call};\n}}\n\n",
        listed(&parameters)
    ))
}

impl Printer<'_> {
    fn parameter(
        &mut self,
        argument: ValueId,
        is_noalias: bool,
        parameters: &mut Vec<String>,
    ) -> Result<(), Unprintable> {
        let name = self.name(argument);
        let ty = self.module.ty(argument);
        let Some(memref) = ty.as_memref() else {
            parameters.push(format!("{} {name}", c_type(ty)?));
            return Ok(());
        };
        let extents: Vec<String> = shape(memref)?
            .iter()
            .enumerate()
            .map(|(i, extent)| match extent {
                Dim::Fixed(n) => n.to_string(),
                Dim::Dynamic => self.fresh(&format!("{name}_extent{i}")),
            })
            .collect();
        let pointer = if is_noalias { "*restrict " } else { "*" };
        parameters.push(declaration(c_type(&memref.element)?, pointer, &name, memref));
        let dynamic = extents.iter().zip(shape(memref)?);
        parameters.extend(
            dynamic
                .filter(|(_, extent)| **extent == Dim::Dynamic)
                .map(|(name, _)| format!("int64_t {name}")),
        );
        self.extents.insert(argument, extents);
        Ok(())
    }

    /// A call of a function of the module.
    pub(super) fn call(&mut self, op: &Op) -> Result<(), Unprintable> {
        let callee = match op.attribute("callee") {
            Some(Attribute::SymbolRef(path)) if path.len() == 1 => self.module.function(&path[0]),
            _ => None,
        };
        // The text declares no functions of others.
        let callee = callee.filter(|&callee| self.module.single_block(callee, 0).is_some());
        let callee = callee.ok_or_else(|| unprintable(op))?;
        let name = called(self.module.op(callee))?;
        let mut passed = Vec::new();
        for &operand in &op.operands {
            passed.push(self.value(operand)?);
            if let Some(memref) = self.module.ty(operand).as_memref() {
                let extents = self.extents.get(&operand).ok_or_else(|| unprintable(op))?;
                let open = shape(memref)?.iter().zip(extents);
                let open = open.filter(|(extent, _)| **extent == Dim::Dynamic);
                passed.extend(open.map(|(_, text)| text.clone()));
            }
        }
        if op.results.len() > 1 {
            for &result in &op.results {
                let out = self.name(result);
                self.line(&format!("{} {out};", c_type(self.module.ty(result))?));
                passed.push(format!("&{out}"));
            }
        }
        let call = format!("{name}({})", passed.join(", "));
        match op.results.as_slice() {
            [] => self.line(&format!("{call};")),
            [result] if self.uses.contains_key(result) => return self.declare(op, &call),
            // What a call does is wanted where its result is not.
            _ => self.line(&format!("{call};")),
        }
        Ok(())
    }

    pub(super) fn returned(&mut self, op: &Op) -> Result<(), Unprintable> {
        match self.values(&op.operands)?.as_slice() {
            [] => Ok(()),
            [value] => {
                self.line(&format!("return {value};"));
                Ok(())
            }
            several => {
                for (number, value) in several.iter().enumerate() {
                    self.line(&format!("*result{number} = {value};"));
                }
                Ok(())
            }
        }
    }
}
