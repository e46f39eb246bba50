//! `[%i, 4, %j]`: operands and constants in one list. The constants are an attribute in which a
//! sentinel stands for each operand.

use crate::attribute::Attribute;
use crate::lexer::Token;
use crate::parse::{Parsed, Uses};
use crate::types::Type;

use super::super::read::Reader;
use super::super::signature::Part;
use super::super::write::Writer;

/// The constant that stands for an operand.
pub const DYNAMIC: i64 = i64::MIN;

/// The parts are the operands and the attribute.
pub fn read(reader: &mut Reader<'_, '_>, parts: &[Part]) -> Parsed<()> {
    let mut uses = Uses::new();
    let constants = reader.parser.bracket_list(|parser| {
        if parser.is(Token::Value) {
            uses.push(parser.operand()?);
            return Ok(DYNAMIC);
        }
        match parser.maybe_integer()? {
            Some(constant) => Ok(constant),
            None => Err(parser.unexpected("an SSA value or an integer")),
        }
    })?;
    reader.give_uses(parts[0], &uses);
    reader.give_attribute(parts[1], Attribute::dense_array(Type::I64, constants));
    Ok(())
}

pub fn write(writer: &mut Writer<'_, '_>, parts: &[Part]) -> Option<()> {
    let constants = writer.attribute_of(parts[1])?.as_i64_list()?;
    let values = writer.values_of(parts[0]);
    if constants.iter().filter(|&&c| c == DYNAMIC).count() != values.len() {
        return None;
    }
    let mut values = values.iter();
    writer.lead("[");
    writer.push("[");
    for (i, constant) in constants.iter().enumerate() {
        if i > 0 {
            writer.push(", ");
        }
        match *constant {
            DYNAMIC => writer.printer.value(*values.next()?),
            constant => writer.push(&constant.to_string()),
        }
    }
    writer.push("]");
    Some(())
}
