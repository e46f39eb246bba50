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

use std::collections::BTreeSet;

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
    let helpers = Helpers::of(&unit);
    let mut wanted: Vec<bool> = unit
        .functions
        .iter()
        .enumerate()
        .map(|(number, function)| match request.function {
            Some(name) => function.name == name,
            None if !scops.is_empty() => scops.iter().any(|scop| ast::is_within(*scop, function.span)),
            None => function.span != Span::default() && !helpers.is_helper(number),
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
    if let (Some(name), false) = (request.function, wanted.contains(&true)) {
        let message = format!("there is no function `{name}` with a body");
        return Err(vec![Diagnostic::new(Span::default(), message)]);
    }
    // What is not understood as a whole calls its helpers.
    let are_helpers_wanted = request.function.is_none() && scops.is_empty();
    let mut is_done = vec![false; wanted.len()];
    while let Some(number) = (0..wanted.len()).find(|&n| wanted[n] && !is_done[n]) {
        is_done[number] = true;
        let forms = [&unit.functions[number], &originals[number]];
        let is_whole = one(&unit, request.text, forms, &scops, &mut imported);
        if are_helpers_wanted && !is_whole {
            for helper in helpers.called_by(number) {
                wanted[helper] = true;
            }
        }
    }
    if imported.module.functions().next().is_none() && !imported.left_out.is_empty() {
        return Err(imported.left_out);
    }
    Ok(imported)
}

/// The `static` functions of a file that others call: where those are understood they are part of them.
struct Helpers {
    /// For each function the helpers that it calls.
    called: Vec<Vec<usize>>,
    has_loops: Vec<bool>,
    is_helper: Vec<bool>,
}

impl Helpers {
    fn of(unit: &Unit) -> Helpers {
        let mut is_helper = vec![false; unit.functions.len()];
        let mut called = vec![Vec::new(); unit.functions.len()];
        for (number, function) in unit.functions.iter().enumerate() {
            let names = statics::names_called(&function.body, |_| true);
            for (other, helper) in unit.functions.iter().enumerate() {
                if helper.is_static && other != number && names.contains(helper.name.as_str()) {
                    is_helper[other] = true;
                    called[number].push(other);
                }
            }
        }
        let has_loops = |function: &Function| function.body.iter().any(has_loop);
        Helpers {
            called,
            has_loops: unit.functions.iter().map(has_loops).collect(),
            is_helper,
        }
    }

    fn is_helper(&self, function: usize) -> bool {
        self.is_helper[function]
    }

    /// The helpers with loops that a function calls, itself or through others without.
    fn called_by(&self, function: usize) -> BTreeSet<usize> {
        let (mut seen, mut pending) = (BTreeSet::new(), self.called[function].clone());
        while let Some(helper) = pending.pop() {
            if seen.insert(helper) && !self.has_loops[helper] {
                pending.extend(&self.called[helper]);
            }
        }
        seen.retain(|helper| self.has_loops[*helper]);
        seen
    }
}

fn has_loop(stmt: &ast::Stmt) -> bool {
    use ast::StmtKind::{DoWhile, For, While};
    let mut found = false;
    stmt.walk(&mut |inner| found |= matches!(inner.kind, For { .. } | While(..) | DoWhile(..)));
    found
}

/// Adds a function to the module: as a whole where it is understood, is not `main`, has a prototype, and no part of it is marked,
/// and else its parts. Answers whether all that the function does is there.
fn one(
    unit: &Unit,
    text: &str,
    [function, original]: [&Function; 2],
    scops: &[Span],
    imported: &mut Imported,
) -> bool {
    let own: Vec<Span> = scops
        .iter()
        .copied()
        .filter(|s| ast::is_within(*s, function.span))
        .collect();
    let openmp = pragmas::openmp(text, function.span);
    imported.left_out.extend(openmp.left());
    if let Some(why) = threads_of_callers(unit, text, function, &openmp, &mut BTreeSet::new()) {
        regions::leave_out(why, imported);
        return false;
    }
    let mut refused = None;
    if regions::is_all(original, &own) && function.name != "main" && !function.is_old_style {
        match lower::lower(unit, function, &mut imported.module) {
            Ok(()) => {
                imported.parts.push(Part {
                    function: function.name.clone(),
                    span: function.span,
                    replacement: declaration(function, text),
                });
                return true;
            }
            Err(why) => refused = Some(*why),
        }
    }
    regions::outline(unit, text, original, &own, refused, imported)
}

/// A pragma about threads that run a function when it is called, in itself or in what it calls outside of its parallel regions.
fn threads_of_callers<'u>(
    unit: &'u Unit,
    text: &str,
    function: &'u Function,
    openmp: &pragmas::OpenMp,
    seen: &mut BTreeSet<&'u str>,
) -> Option<Diagnostic> {
    if openmp.other.is_some() || !seen.insert(&function.name) {
        return openmp.other.clone();
    }
    let called = statics::names_called(&function.body, |place| !openmp.is_parallel(place));
    let mut called = unit
        .functions
        .iter()
        .filter(|other| called.contains(other.name.as_str()));
    called.find_map(|other| {
        let own = pragmas::openmp(text, other.span);
        threads_of_callers(unit, text, other, &own, seen)
    })
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
