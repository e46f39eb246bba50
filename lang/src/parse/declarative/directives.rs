//! Reads the pieces that are [`Directive`]s.

use crate::assembly::directive::{Directive, positions_in, shuffled, tensor_of};
use crate::assembly::signature::Part;
use crate::attribute::Attribute;
use crate::lexer::Token;
use crate::parse::parser::Parser;
use crate::parse::state::Parsed;
use crate::types::{DYNAMIC_POSITION, Type};

use super::Reader;

/// Whether the next token may be the first of the directive.
pub fn begins(directive: Directive, parser: &Parser<'_>) -> bool {
    match directive {
        Directive::ArrowTypes => parser.is(Token::Arrow),
        Directive::IndexList => parser.is(Token::LeftBracket),
        Directive::PermutationMap => parser.is(Token::LeftParen),
        _ => true,
    }
}

impl Reader<'_, '_> {
    pub(super) fn directive(&mut self, directive: Directive, parts: &[Part]) -> Parsed<()> {
        match directive {
            Directive::ArrowTypes => arrow_types(self, parts),
            Directive::DimensionList => dimension_list(self, parts),
            Directive::IndexList => index_list(self, parts),
            Directive::GlobalType => global_type(self, parts),
            Directive::PrefetchHints => prefetch_hints(self, parts),
            Directive::ShuffleTypes => shuffle_types(self, parts),
            Directive::PermutationMap => permutation_map(self, parts),
            Directive::OneForEach => one_for_each(self, parts),
        }
    }
}

/// `-> (T, U)`, or `-> T` for one type.
fn arrow_types(reader: &mut Reader<'_, '_>, parts: &[Part]) -> Parsed<()> {
    let types = reader.parser.arrow_types()?;
    reader.give_types(parts[0], types);
    Ok(())
}

/// Nothing is written: for each operand of the first part the second has a result of type `i1`.
fn one_for_each(reader: &mut Reader<'_, '_>, parts: &[Part]) -> Parsed<()> {
    let count = reader.use_count(parts[0]);
    reader.give_types(parts[1], vec![Type::I1; count]);
    Ok(())
}

/// `memref<…>`, then `= uninitialized` or `= dense<…>`: the type and the contents of a global.
fn global_type(reader: &mut Reader<'_, '_>, parts: &[Part]) -> Parsed<()> {
    let at = reader.parser.span();
    let ty = reader.parser.ty()?;
    let contents = tensor_of(&ty);
    reader.give_attribute(parts[0], Attribute::Type(ty));
    if !reader.parser.eat(Token::Equal) {
        return Ok(());
    }
    if reader.parser.eat_word("uninitialized") {
        reader.give_attribute(parts[1], Attribute::Unit);
        return Ok(());
    }
    let Some(contents) = contents else {
        let message = "only a memref of static shape has contents: type should be static shaped memref";
        return Err(reader.parser.error(at, message));
    };
    let start = reader.parser.span().start;
    let value = reader.parser.attribute_of(&contents)?;
    if !matches!(
        value,
        Attribute::DenseElements(_) | Attribute::SparseElements(_) | Attribute::DenseResource(_)
    ) {
        let at = reader.parser.span_from(start);
        let message = "the initial value should be a unit or elements attribute";
        return Err(reader.parser.error(at, message));
    }
    reader.give_attribute(parts[1], value);
    Ok(())
}

/// `read, locality<3>, data`.
fn prefetch_hints(reader: &mut Reader<'_, '_>, parts: &[Part]) -> Parsed<()> {
    let parser = &mut *reader.parser;
    let is_write = match parser.word("`read` or `write`")? {
        "read" => false,
        "write" => true,
        other => {
            return Err(parser.error(
                parser.span(),
                format!("found `{other}`: rw specifier has to be 'read' or 'write'"),
            ));
        }
    };
    parser.expect(Token::Comma, ",")?;
    parser.expect_word("locality")?;
    parser.expect(Token::Less, "<")?;
    let hint = parser.attribute_of(&Type::I32)?;
    parser.expect(Token::Greater, ">")?;
    parser.expect(Token::Comma, ",")?;
    let is_data = match parser.word("`data` or `instr`")? {
        "instr" => false,
        "data" => true,
        other => {
            return Err(parser.error(
                parser.span(),
                format!("found `{other}`: cache type has to be 'data' or 'instr'"),
            ));
        }
    };
    reader.give_attribute(parts[0], Attribute::Bool(is_write));
    reader.give_attribute(parts[1], hint);
    reader.give_attribute(parts[2], Attribute::Bool(is_data));
    Ok(())
}

/// `(i, j) -> (j, i)`, a map without its keyword.
fn permutation_map(reader: &mut Reader<'_, '_>, parts: &[Part]) -> Parsed<()> {
    let map = reader.parser.bare_map()?;
    reader.give_attribute(parts[0], Attribute::AffineMap(map));
    Ok(())
}

fn dimension_list(reader: &mut Reader<'_, '_>, parts: &[Part]) -> Parsed<()> {
    let extents = extents(reader.parser)?;
    reader.give_attribute(parts[0], Attribute::dense_array(Type::I64, extents));
    Ok(())
}

fn extents(parser: &mut Parser<'_>) -> Parsed<Vec<i64>> {
    if parser.eat(Token::LeftBracket) {
        parser.expect(Token::RightBracket, "]")?;
        return Ok(Vec::new());
    }
    let mut extents = Vec::new();
    loop {
        extents.push(match parser.token() {
            Token::Integer => parser.extent()?,
            Token::Question => {
                parser.bump();
                DYNAMIC_POSITION
            }
            _ if extents.is_empty() => {
                return Err(parser.unexpected("a dimension list, which is `[]` when it is empty"));
            }
            _ => return Err(parser.unexpected("an extent: an invalid dimension in the dimension list")),
        });
        if !(parser.is(Token::Word) && parser.text().starts_with('x')) {
            return Ok(extents);
        }
        parser.times()?;
    }
}

/// The parts are the operands and the attribute.
fn index_list(reader: &mut Reader<'_, '_>, parts: &[Part]) -> Parsed<()> {
    let (constants, uses) = reader.parser.indices_in_brackets()?;
    reader.give_uses(parts[0], &uses);
    reader.give_attribute(parts[1], Attribute::dense_array(Type::I64, constants));
    Ok(())
}

/// The parts are the two vectors, the positions and the result.
fn shuffle_types(reader: &mut Reader<'_, '_>, parts: &[Part]) -> Parsed<()> {
    let at = reader.parser.span();
    let first = reader.parser.ty()?;
    reader.parser.expect(Token::Comma, ",")?;
    let second = reader.parser.ty()?;
    let positions = reader.attribute_of(parts[2]).map_or(0, positions_in);
    let Some(result) = shuffled(&first, positions) else {
        let message = format!("found the type `{first}` where that of a vector is to be specified");
        return Err(reader.parser.error(at, message));
    };
    reader.give_types(parts[0], [first]);
    reader.give_types(parts[1], [second]);
    reader.give_types(parts[3], [result]);
    Ok(())
}
