//! Reading expressions.

use lalrpop_util::{ParseError, lalrpop_mod};
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::Span;

use super::build::{Builder, Operand};
use super::lexer::{self, Token};
use super::{Division, Expression, Kind, Parsed};

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
    let operands = operands.map_err(|error| explain(error, source))?;
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
    let operands = operands.map_err(|error| explain(error, source))?;
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

fn explain(error: ParseError<u32, Token<'_>, Diagnostic>, source: &str) -> Diagnostic {
    let at = |start, end| Span { start, end };
    match error {
        ParseError::User { error } => error,
        ParseError::InvalidToken { location } => {
            Diagnostic::new(at(location, location), "this is no word of an expression")
        }
        ParseError::UnrecognizedEof { location, expected } => {
            Diagnostic::new(at(location, location), "the expression ends too early").help(one_of(&expected))
        }
        ParseError::UnrecognizedToken {
            token: (start, _, end),
            expected,
        } => {
            let word = source.get(start as usize..end as usize).unwrap_or("");
            Diagnostic::new(at(start, end), format!("`{word}` is not expected here")).help(one_of(&expected))
        }
        ParseError::ExtraToken {
            token: (start, _, end),
        } => Diagnostic::new(at(start, end), "the expression is not expected to go on here"),
    }
}

fn one_of(expected: &[String]) -> String {
    let words: Vec<String> = expected.iter().map(|e| e.trim_matches('"').to_string()).collect();
    format!("expected {}", words.join(", "))
}
