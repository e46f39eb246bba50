//! IR to MLIR text.
//!
//! Every operation of the table has its custom form; where an operation does not fit it (as may
//! happen in a module that is not verified) the generic form is written.

mod aliases;
mod attributes;
mod custom;
mod functions;
mod loops;
mod names;
mod operation;
mod parallel;
mod text;
mod types;

use crate::ir::Module;

pub(crate) use operation::Printer;

/// The module in custom forms; affine maps and integer sets stand as aliases before it.
pub fn print_module(module: &Module) -> String {
    Printer::new(module, false).finish()
}

/// The module in generic form, attributes sorted by name and values numbered: equal modules give equal
/// texts.
pub fn print_generic(module: &Module) -> String {
    Printer::new(module, true).finish()
}
