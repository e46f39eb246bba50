//! Pieces of the memref dialect's assembly.

use std::fmt::Write;
use std::sync::Arc;

use crate::affine::{AffineExpr, AffineMap};
use crate::attribute::Attribute;
use crate::lexer::Token;
use crate::parse::Parsed;
use crate::types::{Dim, TensorType, Type};

use super::super::read::Reader;
use super::super::signature::Part;
use super::super::write::Writer;

/// `memref<…>`, then `= uninitialized` or `= dense<…>`: the type and the contents of a global.
pub fn read_global_type(reader: &mut Reader<'_, '_>, parts: &[Part]) -> Parsed<()> {
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

pub fn write_global_type(writer: &mut Writer<'_, '_>, parts: &[Part]) -> Option<()> {
    let Some(Attribute::Type(ty)) = writer.attribute_of(parts[0]).cloned() else {
        return None;
    };
    let contents = writer.attribute_of(parts[1]).cloned();
    writer.word_lead();
    writer.printer.text.ty(&ty);
    match contents {
        None => Some(()),
        Some(Attribute::Unit) => {
            writer.push(" = uninitialized");
            Some(())
        }
        Some(value) if value.ty() == tensor_of(&ty) => {
            writer.push(" = ");
            writer.attribute_without_type(&value)
        }
        Some(_) => None,
    }
}

/// The tensor with the shape and elements of a memref of static shape.
fn tensor_of(ty: &Type) -> Option<Type> {
    let memref = ty.as_memref()?;
    let shape = memref.shape.as_ref()?;
    if !shape.iter().all(|d| matches!(d, Dim::Fixed(_))) {
        return None;
    }
    Some(Type::Tensor(Arc::new(TensorType {
        shape: memref.shape.clone(),
        element: memref.element.clone(),
        encoding: None,
    })))
}

/// `read, locality<3>, data`.
pub fn read_prefetch_hints(reader: &mut Reader<'_, '_>, parts: &[Part]) -> Parsed<()> {
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

pub fn write_prefetch_hints(writer: &mut Writer<'_, '_>, parts: &[Part]) -> Option<()> {
    let flag = |part: Part| match writer.attribute_of(part) {
        Some(Attribute::Bool(value)) => Some(*value),
        _ => None,
    };
    let access = if flag(parts[0])? { "write" } else { "read" };
    let cache = if flag(parts[2])? { "data" } else { "instr" };
    let hint = writer.attribute_of(parts[1])?.as_i64()?;
    writer.word_lead();
    writer.push(&format!("{access}, locality<{hint}>, {cache}"));
    Some(())
}

/// `(i, j) -> (j, i)`, a map without its keyword.
pub fn read_permutation_map(reader: &mut Reader<'_, '_>, parts: &[Part]) -> Parsed<()> {
    let map = reader.parser.bare_map()?;
    reader.give_attribute(parts[0], Attribute::AffineMap(map));
    Ok(())
}

pub fn write_permutation_map(writer: &mut Writer<'_, '_>, parts: &[Part]) -> Option<()> {
    let map: Arc<AffineMap> = writer.attribute_of(parts[0])?.as_affine_map()?.clone();
    let is_permutation = map.results.iter().all(|e| matches!(e, AffineExpr::Dim(_)));
    if !is_permutation {
        return None;
    }
    writer.word_lead();
    let _ = write!(writer.printer.text.out, "{map}");
    Some(())
}
