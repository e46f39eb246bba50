//! `cf.switch %flag : i32, [default: ^a(%x : T), 42: ^b] {…}`.

use std::sync::Arc;

use crate::attribute::{Attribute, DenseElements};
use crate::diagnostic::Diagnostic;
use crate::ir::BlockId;
use crate::lexer::Token;
use crate::types::{Type, VectorDim, VectorType};

use super::super::parser::Parser;
use super::super::scope::Uses;
use super::super::state::{OpState, Parsed};

/// Where a case goes, and what it passes on.
struct Destination<'s> {
    block: BlockId,
    uses: Uses<'s>,
    types: Vec<Type>,
}

pub fn read<'s>(parser: &mut Parser<'s>, op: &mut OpState) -> Parsed<()> {
    let flag = parser.operand()?;
    let ty = parser.colon_type()?;
    let at = op.span;
    parser.expect(Token::Comma, ",")?;
    parser.expect(Token::LeftBracket, "[")?;
    parser.expect_word("default")?;
    let mut destinations = vec![destination(parser)?];
    let mut values = Vec::new();
    while parser.eat(Token::Comma) {
        values.push(case_value(parser, &ty)?);
        destinations.push(destination(parser)?);
    }
    parser.expect(Token::RightBracket, "]")?;
    parser.attribute_dict(&mut op.attributes)?;

    let flag = parser.resolve(flag, &ty)?;
    op.operands.push(flag);
    for destination in &destinations {
        parser.resolve_each(op, &destination.uses, &destination.types, at)?;
    }
    op.successors.extend(destinations.iter().map(|d| d.block));
    let counts: Vec<i64> = destinations.iter().map(|d| d.uses.len() as i64).collect();
    let (default, cases) = (counts[0], &counts[1..]);
    let attributes = [
        (
            "case_operand_segments",
            Some(Attribute::dense_array(Type::I32, cases.iter().copied())),
        ),
        ("case_values", case_values(&ty, values)),
        (
            "operandSegmentSizes",
            Some(parser.shared_sizes(&[1, default, cases.iter().sum()])),
        ),
    ];
    for (name, value) in attributes {
        let name = parser.name(name);
        op.attributes.extend(value.map(|value| (name, value)));
    }
    Ok(())
}

/// `: ^block(%x : T)`.
fn destination<'s>(parser: &mut Parser<'s>) -> Parsed<Destination<'s>> {
    parser.expect(Token::Colon, ":")?;
    let block = parser.successor()?;
    let (mut uses, mut types) = (Uses::new(), Vec::new());
    if parser.eat(Token::LeftParen) {
        uses = parser.operands()?;
        types = parser.colon_types()?;
        parser.expect(Token::RightParen, ")")?;
    }
    Ok(Destination { block, uses, types })
}

/// The value of a case in the width of the flag.
fn case_value(parser: &mut Parser<'_>, ty: &Type) -> Parsed<Attribute> {
    let Type::Integer(integer) = ty else {
        let message = format!("the flag has the type `{ty}`");
        let diagnostic: Diagnostic = *parser.error(parser.span(), message);
        return Err(Box::new(diagnostic.help("expected an integer type")));
    };
    let value = parser.integer()?;
    let value = match integer.width {
        0 => 0,
        width @ 1..64 => value << (64 - width) >> (64 - width),
        _ => value,
    };
    Ok(match *ty == Type::I1 {
        true => Attribute::Bool(value != 0),
        false => Attribute::integer(value, ty.clone()),
    })
}

/// `dense<…> : vector<…>`; none when there are no cases.
fn case_values(ty: &Type, mut values: Vec<Attribute>) -> Option<Attribute> {
    let size = i64::try_from(values.len()).ok().filter(|&n| n > 0)?;
    if values.iter().all(|value| *value == values[0]) {
        values.truncate(1);
    }
    let shape = vec![VectorDim {
        size,
        scalable: false,
    }];
    let ty = Type::Vector(Arc::new(VectorType {
        shape,
        element: ty.clone(),
    }));
    Some(Attribute::DenseElements(Arc::new(DenseElements {
        ty,
        elements: values,
    })))
}
