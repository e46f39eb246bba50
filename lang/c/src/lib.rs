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

mod ast;
mod clang;
pub mod entry;
mod jumps;
mod live;
mod lower;
mod read;
mod regions;

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
    /// Regions that became functions of their own.
    pub regions: Vec<Region>,
}

/// A part of a function that became a function of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The function that it is a part of.
    pub function: String,
    pub span: Span,
    /// A declaration of the function, with `extern` and a semicolon.
    pub declaration: String,
    /// The statement that calls the function.
    pub call: String,
}

/// Reads a file of C. The errors are clang's own, or say why nothing of the file is understood.
pub fn import(request: &Request<'_>) -> Result<Imported, Vec<Diagnostic>> {
    let clang_unit = clang::Unit::parse(request.path, request.text, request.arguments)?;
    let mut unit = read::read(&clang_unit, request.text);
    let originals: Vec<Function> = unit.functions.clone();
    jumps::remove(&mut unit);
    let scops = regions::scops(request.text)?;
    let mut imported = Imported {
        module: Module::new(),
        left_out: Vec::new(),
        regions: Vec::new(),
    };
    let mut is_found = false;
    for (function, original) in unit.functions.iter().zip(&originals) {
        let is_wanted = match request.function {
            Some(name) => function.name == name,
            None => is_wanted(&unit, function, &scops),
        };
        if is_wanted {
            is_found = true;
            one(&unit, function, original, &scops, &mut imported);
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
        return scops.iter().any(|scop| regions::is_within(*scop, function.span));
    }
    let is_called = unit.functions.iter().any(|other| {
        other.body.iter().any(|stmt| {
            let mut found = false;
            stmt.for_each_expr(&mut |e| {
                e.walk(&mut |inner| found |= matches!(&inner.kind, ast::ExprKind::Call(name, _) if *name == function.name));
            });
            found
        })
    });
    function.span != Span::default() && function.name != "main" && !(function.is_static && is_called)
}

/// Adds a function to the module: as a whole where it is understood and no part of it is marked, and else its parts.
fn one(unit: &Unit, function: &Function, original: &Function, scops: &[Span], imported: &mut Imported) {
    let own: Vec<Span> = scops.iter().copied().filter(|s| regions::is_within(*s, function.span)).collect();
    if regions::is_all(original, &own) {
        match lower::lower(unit, function, &mut imported.module) {
            Ok(()) => return,
            Err(why) => imported.left_out.push(*why),
        }
    }
    regions::outline(unit, original, &own, imported);
}
