//! Reads what the user names.

use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use ovolo_c::Imported;
use ovolo_extract::machine::Machine;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::diagnostic::{self, Diagnostic};
use ovolo_lang::interpret::Trap;
use ovolo_lang::ir::{Module, OpId, Span};
use ovolo_lang::parse::parse_module;
use ovolo_lower::LowerError;
use ovolo_lower::c::Unprintable;

use super::c_file::{self, CArguments};
use super::{Failure, note};

/// A text and the name to call it by in messages.
#[derive(Clone)]
pub struct Source {
    pub name: String,
    pub text: String,
}

/// Reads a file, or the standard input for `-`.
pub fn read(path: &Path) -> Result<Source, Failure> {
    let is_stdin = path == Path::new("-");
    let name = if is_stdin {
        "<stdin>".to_string()
    } else {
        path.display().to_string()
    };
    let cannot = |error: io::Error| Failure::bad_input(format!("error: cannot read {name}: {error}"));
    let bytes = if is_stdin {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else if path.is_dir() {
        Err(io::Error::from(io::ErrorKind::IsADirectory))
    } else {
        fs::read(path)
    }
    .map_err(cannot)?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source { name, text }),
        Err(error) => Err(not_utf8(
            &name,
            error.utf8_error().valid_up_to(),
            error.as_bytes(),
        )),
    }
}

fn not_utf8(name: &str, offset: usize, bytes: &[u8]) -> Failure {
    let before = &bytes[..offset];
    let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
    let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let column = 1 + String::from_utf8_lossy(&before[line_start..]).chars().count();
    Failure::bad_input(format!(
        "error: {name}:{line}:{column}: byte {:#04x} at offset {offset} is not UTF-8",
        bytes[offset]
    ))
}

impl Source {
    /// Reads the text as MLIR, or as C where the name of the file says so.
    pub fn module(&self) -> Result<Module, Failure> {
        self.module_with(&CArguments::default(), None)
    }

    /// As [`Source::module`], with what clang is told where it is C, and the one function that is wanted of it.
    pub fn module_with(&self, c: &CArguments, function: Option<&str>) -> Result<Module, Failure> {
        if c_file::is_c(&self.name) {
            return Ok(self.imported(c, function)?.module);
        }
        parse_module(&self.text).map_err(|diagnostics| self.failure(&diagnostics))
    }

    /// Reads the text as C; what is left out is told.
    pub fn imported(&self, c: &CArguments, function: Option<&str>) -> Result<Imported, Failure> {
        let imported = self.imported_quietly(c, function)?;
        for left_out in &imported.left_out {
            note(&format!("  left    {}: {left_out}", self.position(left_out.span)));
        }
        Ok(imported)
    }

    /// As [`Source::imported`], of a file of which it was told what is left out.
    pub fn imported_quietly(&self, c: &CArguments, function: Option<&str>) -> Result<Imported, Failure> {
        let imported = c_file::imported(&self.name, &self.text, c, function);
        imported.map_err(|diagnostics| match diagnostics.as_slice() {
            // What is wrong is not in the file.
            [only] if only.span == Span::default() => {
                Failure::bad_input(format!("error: {}: {only}", self.name))
            }
            all => self.failure(all),
        })
    }

    /// `file:line:column` of where a span starts.
    pub fn position(&self, span: Span) -> String {
        let (line, column) = diagnostic::line_column(&self.text, span.start);
        format!("{}:{line}:{column}", self.name)
    }

    /// The diagnostics as text that points into this source.
    pub fn failure(&self, diagnostics: &[Diagnostic]) -> Failure {
        let color = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        Failure::bad_input(diagnostic::render(&self.name, &self.text, diagnostics, color))
    }
}

impl Source {
    /// Why the module was not compiled, pointing at the operation.
    pub fn lower_failure(&self, error: &LowerError) -> Failure {
        self.at(error.span, error.message.clone())
    }

    /// Why the module has no C form, pointing at the operation.
    pub fn unprintable_failure(&self, error: &Unprintable) -> Failure {
        self.at(error.span, error.to_string())
    }

    /// Why the interpreter stopped, pointing at the operation.
    pub fn trap_failure(&self, trap: &Trap) -> Failure {
        self.at(Some(trap.span), format!("`{}`: {}", trap.op, trap.reason))
    }

    fn at(&self, span: Option<Span>, message: String) -> Failure {
        match span {
            Some(span) if span != Span::default() => self.failure(&[Diagnostic::new(span, message)]),
            _ => Failure::bad_input(format!("error: {}: {message}", self.name)),
        }
    }
}

/// The machine that a file describes, or for `host` the one this runs on.
pub fn machine(path: &Path) -> Result<Machine, Failure> {
    if path == Path::new("host") {
        return Ok(Machine::host());
    }
    let source = read(path)?;
    Machine::parse(&source.text)
        .map_err(|error| Failure::bad_input(format!("error: {}: {error}", source.name)))
}

/// The function of this name, or the only one that has a body.
pub fn function(module: &Module, name: Option<&str>) -> Result<OpId, Failure> {
    if let Some(name) = name {
        let function = module.function(name).filter(|&f| has_body(module, f));
        return function.ok_or_else(|| Failure::bad_input(format!("error: no function @{name} with a body")));
    }
    let mut defined = module.functions().filter(|&f| has_body(module, f));
    match (defined.next(), defined.next()) {
        (Some(only), None) => Ok(only),
        (None, _) => Err(Failure::bad_input("error: no function with a body")),
        (Some(_), Some(_)) => Err(Failure::bad_usage(
            "error: more than one function: say which with --function NAME",
        )),
    }
}

/// The name of a function without `@`.
pub fn function_name(module: &Module, function: OpId) -> &str {
    let name = module.op(function).attribute("sym_name");
    name.and_then(Attribute::as_str).unwrap_or("?")
}

/// Whether it is more than a declaration.
pub fn has_body(module: &Module, function: OpId) -> bool {
    let regions = &module.op(function).regions;
    regions.iter().any(|&r| !module.region(r).blocks.is_empty())
}

/// The files in a folder, and in those that it has, with one of some extensions, in the order of their names.
pub fn files_within(folder: &Path, extensions: &[&str]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        let cannot =
            |error: io::Error| Failure::bad_input(format!("error: cannot read {}: {error}", next.display()));
        for entry in fs::read_dir(&next).map_err(cannot)? {
            let entry = entry.map_err(cannot)?;
            let path = entry.path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if entry.file_type().map_err(cannot)?.is_dir() {
                folders.push(path);
            } else if extension.is_some_and(|extension| extensions.contains(&extension)) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
