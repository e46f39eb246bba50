//! Pieces of assembly that are read and written by functions.

mod allocation;
mod dimension_list;
mod index_list;
mod shuffle;

use std::fmt;

use crate::lexer::Token;
use crate::parse::{Parsed, Parser};
use crate::types::Type;

use super::read::Reader;
use super::signature::Part;
use super::write::Writer;

/// A row of [`DIRECTIVES`].
pub struct Directive {
    pub name: &'static str,
    /// Whether the text shows the types of the operands and results that it is given.
    pub shows_types: bool,
    pub(super) begins: fn(&Parser<'_>) -> bool,
    pub(super) read: for<'s> fn(&mut Reader<'_, 's>, &[Part]) -> Parsed<()>,
    pub(super) write: fn(&mut Writer<'_, '_>, &[Part]) -> Option<()>,
}

/// Every directive.
pub static DIRECTIVES: &[Directive] = &[
    Directive {
        name: "arrow-types",
        shows_types: true,
        begins: |parser| parser.is(Token::Arrow),
        read: arrow_types,
        write: write_arrow_types,
    },
    Directive {
        name: "dimension-list",
        shows_types: false,
        begins: |_| true,
        read: dimension_list::read,
        write: dimension_list::write,
    },
    Directive {
        name: "index-list",
        shows_types: false,
        begins: |parser| parser.is(Token::LeftBracket),
        read: index_list::read,
        write: index_list::write,
    },
    Directive {
        name: "global-type",
        shows_types: false,
        begins: |_| true,
        read: allocation::read_global_type,
        write: allocation::write_global_type,
    },
    Directive {
        name: "prefetch-hints",
        shows_types: false,
        begins: |_| true,
        read: allocation::read_prefetch_hints,
        write: allocation::write_prefetch_hints,
    },
    Directive {
        name: "shuffle-types",
        shows_types: true,
        begins: |_| true,
        read: shuffle::read,
        write: shuffle::write,
    },
    Directive {
        name: "permutation-map",
        shows_types: false,
        begins: |parser| parser.is(Token::LeftParen),
        read: allocation::read_permutation_map,
        write: allocation::write_permutation_map,
    },
    Directive {
        name: "one-for-each",
        shows_types: true,
        begins: |_| true,
        read: one_for_each,
        write: write_one_for_each,
    },
];

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

/// `-> (T, U)`, or `-> T` for one type.
fn arrow_types(reader: &mut Reader<'_, '_>, parts: &[Part]) -> Parsed<()> {
    let types = reader.parser.arrow_types()?;
    reader.give_types(parts[0], types);
    Ok(())
}

fn write_arrow_types(writer: &mut Writer<'_, '_>, parts: &[Part]) -> Option<()> {
    let values = writer.values_of(parts[0]);
    writer.lead("->");
    writer.push("-> ");
    writer.types_in_parens(&values);
    Some(())
}

/// Nothing is written: for each operand of the first part the second has a result of type `i1`.
fn one_for_each(reader: &mut Reader<'_, '_>, parts: &[Part]) -> Parsed<()> {
    let count = reader.use_count(parts[0]);
    reader.give_types(parts[1], vec![Type::I1; count]);
    Ok(())
}

fn write_one_for_each(writer: &mut Writer<'_, '_>, parts: &[Part]) -> Option<()> {
    let (operands, results) = (writer.values_of(parts[0]), writer.values_of(parts[1]));
    let module = writer.printer.module;
    let fits = operands.len() == results.len() && results.iter().all(|&v| *module.ty(v) == Type::I1);
    fits.then_some(())
}
