//! Reading expressions.

use lalrpop_util::{ParseError, lalrpop_mod};
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::Span;

use super::build::{Builder, Operand};
use super::lexer::{self, Token};
use super::{Division, Expression, Kind, Parsed};
use crate::grammar::{Wording, explain};

lalrpop_mod!(
    #[allow(clippy::all, unused)]
    grammar,
    "/expressions.rs"
);

/// A mistake that the grammar does not see.
pub(crate) fn user<'s>(error: Diagnostic) -> ParseError<u32, Token<'s>, Diagnostic> {
    ParseError::User { error }
}

/// Reads an expression, a map or a set.
pub fn parse(source: &str, division: Division) -> Result<Parsed, Diagnostic> {
    let mut builder = Builder::new(division);
    let shape = shape(source)?;
    let tokens = lexer::tokens(source).map(Ok::<_, Diagnostic>);
    let operands = match shape {
        Shape::Expression => grammar::WholeParser::new().parse(&mut builder, tokens),
        Shape::Map => grammar::MapParser::new().parse(builder.with_declarations(), tokens),
        Shape::Set => grammar::SetParser::new().parse(builder.with_declarations(), tokens),
    };
    let operands = operands.map_err(|error| explain(error, source, &WORDING))?;
    let results = match shape {
        Shape::Expression => operands
            .into_iter()
            .map(|operand| builder.expression(operand))
            .collect(),
        Shape::Map => finish(&mut builder, operands, Builder::integers)?,
        Shape::Set => finish(&mut builder, operands, Builder::truths)?,
    };
    let (dims, symbols) = builder.inputs();
    let kind = match shape {
        Shape::Expression => Kind::Expression,
        Shape::Map => Kind::Map { dims, symbols },
        Shape::Set => Kind::Set { dims, symbols },
    };
    Ok(Parsed { kind, results })
}

/// Reads a list of truths, as in `0 <= i < 8, n > 0`.
pub fn parse_assumptions(source: &str, division: Division) -> Result<Vec<Expression>, Diagnostic> {
    let mut builder = Builder::new(division);
    shape(source)?;
    let tokens = lexer::tokens(source).map(Ok::<_, Diagnostic>);
    let operands = grammar::TruthsParser::new().parse(&mut builder, tokens);
    let operands = operands.map_err(|error| explain(error, source, &WORDING))?;
    finish(&mut builder, operands, Builder::truths)
}

fn finish(
    builder: &mut Builder,
    operands: Vec<Operand>,
    convert: fn(&mut Builder, Operand) -> Result<Operand, Diagnostic>,
) -> Result<Vec<Expression>, Diagnostic> {
    let converted = operands.into_iter().map(|operand| {
        let operand = convert(builder, operand)?;
        Ok(builder.expression(operand))
    });
    converted.collect()
}

#[derive(Clone, Copy)]
enum Shape {
    Expression,
    Map,
    Set,
}

/// What stands in the text, as its arrows and colons outside parentheses say.
fn shape(source: &str) -> Result<Shape, Diagnostic> {
    let (mut depth, mut questions) = (0usize, 0usize);
    let mut shape = Shape::Expression;
    for (start, token, end) in lexer::tokens(source) {
        match token {
            Token::Unknown => {
                return Err(Diagnostic::new(
                    Span { start, end },
                    "this character begins no word of an expression",
                ));
            }
            Token::Open | Token::OpenSquare => depth += 1,
            Token::Close | Token::CloseSquare => depth = depth.saturating_sub(1),
            Token::Question => questions += 1,
            Token::Arrow => shape = Shape::Map,
            Token::Colon if depth == 0 && questions == 0 => shape = Shape::Set,
            _ => {}
        }
    }
    Ok(shape)
}

const WORDING: Wording = Wording {
    unknown: "this is no word of an expression",
    ends: "the expression ends too early",
    goes_on: "the expression is not expected to go on here",
};
