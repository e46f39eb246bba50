//! `4x?x8`: the extents of a shape, `[]` when there are none.

use crate::attribute::Attribute;
use crate::lexer::Token;
use crate::parse::{Parsed, Parser};
use crate::types::Type;

use super::super::read::Reader;
use super::super::signature::Part;
use super::super::write::Writer;

/// What the attribute has for `?`.
const DYNAMIC: i64 = i64::MIN;

pub fn read(reader: &mut Reader<'_, '_>, parts: &[Part]) -> Parsed<()> {
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
                DYNAMIC
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

pub fn write(writer: &mut Writer<'_, '_>, parts: &[Part]) -> Option<()> {
    let extents = writer.attribute_of(parts[0])?.as_i64_list()?;
    let shown = |&extent: &i64| match extent {
        DYNAMIC => Some("?".to_string()),
        n if n >= 0 => Some(n.to_string()),
        _ => None,
    };
    let shown: Vec<String> = extents.iter().map(shown).collect::<Option<_>>()?;
    writer.push(" ");
    match shown.is_empty() {
        true => writer.push("[]"),
        false => writer.push(&shown.join("x")),
    }
    Some(())
}
