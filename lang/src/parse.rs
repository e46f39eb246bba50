//! MLIR text to IR.
//!
//! The grammar's actions rewrite every custom form into the generic form ([`syntax`]), so that what
//! builds the IR ([`build`]) knows no operation but the builtin module.

mod affine;
mod attributes;
mod build;
mod context;
mod desugar;
mod error;
pub(crate) mod generic;
mod literal;
mod loops;
mod syntax;
mod types;
mod vectors;

use crate::diagnostic::Diagnostic;
use crate::ir::{Module, Span};
use crate::lexer::Lexer;
use crate::structure;

use context::Context;

pub(crate) use generic::overflow_attribute;
pub(crate) use vectors::DYNAMIC_POSITION;

#[allow(clippy::all, unused_imports)]
mod grammar {
    include!(concat!(env!("OUT_DIR"), "/grammar.rs"));
}

/// Reads a module and checks its structure.
pub fn parse_module(source: &str) -> Result<Module, Vec<Diagnostic>> {
    let module = parse_unverified(source)?;
    structure::verify(&module)?;
    Ok(module)
}

/// Reads a module whose names resolve and whose types agree between definition and use; what each
/// operation asks of its operands is not checked.
pub fn parse_unverified(source: &str) -> Result<Module, Vec<Diagnostic>> {
    if u32::try_from(source.len()).is_err() {
        return Err(vec![Diagnostic::new(
            Span::default(),
            "the file is larger than 4 GiB",
        )]);
    }
    let mut context = Context::new(source);
    match grammar::FileParser::new().parse(&mut context, Lexer::new(source)) {
        Ok(items) => build::module(context, items),
        Err(error) => {
            let mut diagnostics = context.diagnostics;
            diagnostics.push(error::diagnostic(source, error));
            Err(diagnostics)
        }
    }
}
