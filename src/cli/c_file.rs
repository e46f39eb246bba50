//! Files of C, by their names.

use std::path::Path;

use clap::Args;
use ovolo_c::{Imported, Request};
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::structure;

/// What clang is told of a file whose name ends in `.c`.
#[derive(Args, Clone, Debug, Default)]
pub struct CArguments {
    /// Of a C file: look for headers in this folder
    #[arg(short = 'I', value_name = "FOLDER")]
    include: Vec<String>,
    /// Of a C file: define a macro
    #[arg(short = 'D', value_name = "NAME=VALUE")]
    define: Vec<String>,
}

impl CArguments {
    /// What a compiler of C is told.
    pub fn arguments(&self) -> Vec<String> {
        let include = self.include.iter().map(|folder| format!("-I{folder}"));
        let define = self.define.iter().map(|define| format!("-D{define}"));
        include.chain(define).collect()
    }
}

/// Whether a file is C.
pub fn is_c(name: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|extension| extension == "c")
}

/// Reads C; the module is one that the verifier accepts.
pub fn imported(
    name: &str,
    text: &str,
    c: &CArguments,
    function: Option<&str>,
) -> Result<Imported, Vec<Diagnostic>> {
    let imported = ovolo_c::import(&Request {
        path: name,
        text,
        arguments: &c.arguments(),
        function,
    })?;
    structure::verify(&imported.module)?;
    Ok(imported)
}
