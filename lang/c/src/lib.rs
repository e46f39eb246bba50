//! From C, as libclang reads it, to the IR of Ovolo.
//!
//! [`import`] takes a file to a module with a function for each function of the file, or for each region between `#pragma
//! scop` and `#pragma endscop` where the file has any, or for each nest of loops of a function that is not understood as a
//! whole. The spans of the operations are places in the C file, so that every diagnostic about them points there.
//!
//! What the C interface says beyond the types of the arguments (the extents of `double A[n][m]`, global variables) is in
//! attributes of the arguments, [`entry`]; `ovolo_lower` makes from them functions with the signatures of the C file.
//!
//! libclang is loaded when [`import`] is called, and this crate is the one that knows of it.

mod accesses;
mod accessors;
mod ast;
mod clang;
mod ends;
pub mod entry;
mod first_element;
mod fixed;
mod hoisting;
mod jumps;
mod labels;
mod layout;
mod leaves;
mod library;
mod live;
mod lower;
mod members;
mod polynomial;
mod pragmas;
mod reach;
mod read;
mod regions;
mod replacement;
mod row_tests;
mod rows;
mod small_arrays;
mod statics;
mod values;

use ovolo_lang::diagnostic::{Diagnostic, Span};
use ovolo_lang::ir::Module;

use ast::{Function, Unit};

/// What is read, and how.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The name of the file, from which its headers are found.
    pub path: &'a str,
    /// What the file holds.
    pub text: &'a str,
    /// Arguments of a compiler: `-I…`, `-D…`.
    pub arguments: &'a [String],
    /// The one function that is wanted; all where it is not given.
    pub function: Option<&'a str>,
}

/// What became of a file.
#[derive(Debug)]
pub struct Imported {
    pub module: Module,
    /// Functions, or nests of loops, that were left out, each with why.
    pub left_out: Vec<Diagnostic>,
    /// What stands in the C file for the functions of the module.
    pub parts: Vec<Part>,
}

/// A function of the C file, or a part of one, that is a function of the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The function of the C file.
    pub function: String,
    /// All of the function, or the part.
    pub span: Span,
    /// What may stand there where the module is linked: a declaration of the function, or a call.
    pub replacement: String,
}

impl Imported {
    /// The C file with declarations and calls in the place of what the module has.
    pub fn rest_of(&self, text: &str) -> String {
        let mut parts: Vec<&Part> = self.parts.iter().collect();
        parts.sort_by_key(|part| part.span.start);
        let prelude = row_tests::prelude(parts.iter().map(|part| part.replacement.as_str()));
        let (mut rest, mut at) = (prelude.to_string(), 0);
        for part in parts {
            let (start, end) = (part.span.start as usize, part.span.end as usize);
            rest += &text[at..start];
            rest += &part.replacement;
            // The semicolon of a statement is no part of it.
            let is_open = !text[start..end].ends_with(['}', ';']);
            at = match text[end..].find(';') {
                Some(behind) if is_open => end + behind + 1,
                _ => end,
            };
        }
        rest + &text[at..]
    }
}

/// Whether there is a libclang that [`import`] can use.
pub fn is_available() -> bool {
    clang::load().is_ok()
}

/// Reads a file of C. The errors are clang's own, or say why nothing of the file is understood.
pub fn import(request: &Request<'_>) -> Result<Imported, Vec<Diagnostic>> {
    let clang_unit = clang::Unit::parse(request.path, request.text, request.arguments)?;
    let mut unit = read::read(&clang_unit, request.text);
    library::expand(&mut unit);
    let scops = pragmas::scops(request.text)?;
    let wanted: Vec<bool> = unit
        .functions
        .iter()
        .map(|function| match request.function {
            Some(name) => function.name == name,
            None => is_wanted(&unit, function, &scops),
        })
        .collect();
    accessors::inline(&mut unit);
    let originals: Vec<Function> = unit.functions.clone();
    jumps::remove(&mut unit);
    small_arrays::replace(&mut unit);
    hoisting::hoist(&mut unit);
    let mut imported = Imported {
        module: Module::new(),
        left_out: Vec::new(),
        parts: Vec::new(),
    };
    let mut is_found = false;
    for ((function, original), is_wanted) in unit.functions.iter().zip(&originals).zip(wanted) {
        if is_wanted {
            is_found = true;
            one(&unit, request.text, [function, original], &scops, &mut imported);
        }
    }
    if let (Some(name), false) = (request.function, is_found) {
        let message = format!("there is no function `{name}` with a body");
        return Err(vec![Diagnostic::new(Span::default(), message)]);
    }
    if imported.module.functions().next().is_none() && !imported.left_out.is_empty() {
        return Err(imported.left_out);
    }
    Ok(imported)
}

/// Whether a function is read where none is named: one with a `#pragma scop` where the file has any, and else every
/// function but the helpers that are `static` and called here.
fn is_wanted(unit: &Unit, function: &Function, scops: &[Span]) -> bool {
    if !scops.is_empty() {
        return scops.iter().any(|scop| ast::is_within(*scop, function.span));
    }
    let is_called = unit.functions.iter().any(|other| {
        other.body.iter().any(|stmt| {
            let mut found = false;
            stmt.for_each_expr(&mut |e| {
                e.walk(&mut |inner| {
                    found |= matches!(&inner.kind, ast::ExprKind::Call(name, _) if *name == function.name)
                });
            });
            found
        })
    });
    function.span != Span::default() && function.name != "main" && !(function.is_static && is_called)
}

/// Adds a function to the module: as a whole where it is understood and no part of it is marked, and else its parts.
fn one(
    unit: &Unit,
    text: &str,
    [function, original]: [&Function; 2],
    scops: &[Span],
    imported: &mut Imported,
) {
    let own: Vec<Span> = scops
        .iter()
        .copied()
        .filter(|s| ast::is_within(*s, function.span))
        .collect();
    match pragmas::openmp(text, function.span) {
        Ok(left) => imported.left_out.extend(left),
        Err(why) => return imported.left_out.push(why),
    }
    let mut refused = None;
    if regions::is_all(original, &own) {
        match lower::lower(unit, function, &mut imported.module) {
            Ok(()) => {
                imported.parts.push(Part {
                    function: function.name.clone(),
                    span: function.span,
                    replacement: declaration(function, text),
                });
                return;
            }
            Err(why) => refused = Some(*why),
        }
    }
    regions::outline(unit, text, original, &own, refused, imported);
}

/// The declaration of a function that is elsewhere: its text before the body, without `static` and `inline`.
fn declaration(function: &Function, text: &str) -> String {
    let head =
        &text[function.span.start as usize..(function.body_start as usize).max(function.span.start as usize)];
    let is_storage = |word: &str| matches!(word, "static" | "inline" | "__inline" | "extern");
    let mut rest = head.trim();
    while let Some(word) = rest.split_whitespace().next().filter(|word| is_storage(word)) {
        rest = rest[word.len()..].trim_start();
    }
    format!("extern {rest};")
}
