//! `[%i, 4, %j]`: operands and constants in one list. The constants are an attribute in which a
//! sentinel stands for each operand.

use crate::attribute::Attribute;
use crate::parse::Parsed;
use crate::types::Type;

use super::super::read::Reader;
use super::super::signature::Part;
use super::super::write::Writer;

/// The parts are the operands and the attribute.
pub fn read(reader: &mut Reader<'_, '_>, parts: &[Part]) -> Parsed<()> {
    let (constants, uses) = reader.parser.indices_in_brackets()?;
    reader.give_uses(parts[0], &uses);
    reader.give_attribute(parts[1], Attribute::dense_array(Type::I64, constants));
    Ok(())
}

pub fn write(writer: &mut Writer<'_, '_>, parts: &[Part]) -> Option<()> {
    let constants = writer.attribute_of(parts[1])?.as_i64_list()?;
    let values = writer.values_of(parts[0]);
    writer.lead("[");
    writer.printer.indices(["[", "]"], &constants, &values)
}
