//! `vector<2xf32>, vector<4xf32>`: the types of two vectors, from which and a list of positions the type
//! of the chosen elements follows.

use std::sync::Arc;

use crate::attribute::Attribute;
use crate::lexer::Token;
use crate::parse::Parsed;
use crate::types::{Type, VectorDim, VectorType};

use super::super::read::Reader;
use super::super::signature::Part;
use super::super::write::Writer;

/// The parts are the two vectors, the positions and the result.
pub fn read(reader: &mut Reader<'_, '_>, parts: &[Part]) -> Parsed<()> {
    let at = reader.parser.span();
    let first = reader.parser.ty()?;
    reader.parser.expect(Token::Comma, ",")?;
    let second = reader.parser.ty()?;
    let positions = reader.attribute_of(parts[2]).map_or(0, length);
    let Some(result) = shuffled(&first, positions) else {
        let message = format!("found the type `{first}` where that of a vector is to be specified");
        return Err(reader.parser.error(at, message));
    };
    reader.give_types(parts[0], [first]);
    reader.give_types(parts[1], [second]);
    reader.give_types(parts[3], [result]);
    Ok(())
}

pub fn write(writer: &mut Writer<'_, '_>, parts: &[Part]) -> Option<()> {
    let (first, second) = (writer.values_of(parts[0]), writer.values_of(parts[1]));
    let positions = length(writer.attribute_of(parts[2])?);
    let module = writer.printer.module;
    let result = writer.values_of(parts[3]);
    let inferred = shuffled(module.ty(*first.first()?), positions)?;
    if inferred != *module.ty(*result.first()?) {
        return None;
    }
    writer.word_lead();
    writer.printer.types_of(&[*first.first()?, *second.first()?]);
    Some(())
}

fn length(positions: &Attribute) -> usize {
    match positions {
        Attribute::Array(positions) => positions.len(),
        _ => 0,
    }
}

/// As many rows of the vector as there are positions.
fn shuffled(first: &Type, positions: usize) -> Option<Type> {
    let vector = first.as_vector()?;
    let leading = VectorDim {
        size: i64::try_from(positions.max(1)).ok()?,
        scalable: false,
    };
    let mut shape = vec![leading];
    shape.extend(vector.shape.iter().skip(1));
    let element = vector.element.clone();
    Some(Type::Vector(Arc::new(VectorType { shape, element })))
}
