//! MLIR text to IR.
//!
//! A recursive descent that builds the IR in one pass. The assembly of an operation depends on its name,
//! and how much of the text belongs to a type or an attribute depends on where it stands, so the parser
//! asks for tokens one by one (`parser`) and each kind of thing has its own reader: `types`,
//! `attributes`, `affine`, `operation` and, by the operation's name, the custom forms (`custom`).

mod affine;
mod attributes;
mod custom;
mod declarative;
mod elements;
mod functions;
mod known_text;
mod legacy;
mod literal;
mod location;
mod metadata;
mod newer;
mod opaque;
mod operation;
mod parser;
mod region;
mod scope;
mod sparse;
mod state;
mod top;
mod types;
mod unknown;
mod values;

use crate::diagnostic::Diagnostic;
use crate::ir::{Module, Span};
use crate::structure;

use parser::Language;
pub(crate) use parser::Parser;
pub(crate) use state::Parsed;

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
    let module = top::module(source, Language::Today);
    let module = module.or_else(|mistake| match legacy::is_written_in(source) {
        true => top::module(source, Language::Legacy).map_err(|old| further(mistake, old)),
        false => Err(mistake),
    });
    module.map_err(|diagnostic| vec![*diagnostic])
}

/// Of the mistakes of one text in two languages, that of the language in which more of it was read.
fn further(today: Box<Diagnostic>, old: Box<Diagnostic>) -> Box<Diagnostic> {
    match old.span.start > today.span.start {
        true => old,
        false => today,
    }
}
