//! Pieces of assembly that are read and written by functions.

use std::fmt;

/// A row of [`DIRECTIVES`].
pub struct Directive {
    pub name: &'static str,
    /// Whether the text shows the types of the operands and results that it is given.
    pub shows_types: bool,
}

/// Every directive.
pub static DIRECTIVES: &[Directive] = &[];

impl Directive {
    pub fn named(name: &str) -> Option<&'static Directive> {
        DIRECTIVES.iter().find(|d| d.name == name)
    }
}

impl fmt::Debug for Directive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
