//! IR to MLIR text.
//!
//! Every operation of the table has its custom form; where an operation does not fit it (as may
//! happen in a module that is not verified) the generic form is written.

mod aliases;
mod attributes;
mod custom;
mod declarative;
mod dma;
mod functions;
mod indices;
mod krnl;
mod linalg;
mod loops;
mod mask;
mod names;
mod operation;
mod parallel;
mod printer;
mod scf;
mod switch;
mod text;
mod transfer;
mod types;

use crate::ir::Module;

pub(crate) use printer::Printer;

/// How a module is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrintOptions {
    /// In generic form, attributes sorted by name and values numbered: equal modules give equal texts.
    pub generic: bool,
    /// With the locations that the text gave to operations and block arguments.
    pub locations: bool,
}

/// The module as text that reads back; affine maps and integer sets stand as aliases before it.
pub fn print(module: &Module, options: PrintOptions) -> String {
    Printer::new(module, options).finish()
}

/// The module in custom forms.
pub fn print_module(module: &Module) -> String {
    print(module, PrintOptions::default())
}

/// The module in generic form.
pub fn print_generic(module: &Module) -> String {
    print(
        module,
        PrintOptions {
            generic: true,
            locations: false,
        },
    )
}
