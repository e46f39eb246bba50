//! Lists of indices, each an integer or a value.

use crate::attribute::{Attribute, DenseArray};
use crate::lexer::Token;
use crate::parse::parser::Parser;
use crate::parse::scope::Uses;
use crate::parse::state::Parsed;
use crate::types::{DYNAMIC_POSITION, Type};

impl<'s> Parser<'s> {
    /// `[1, %i]`: the integers, and the values among them.
    pub fn indices_in_brackets(&mut self) -> Parsed<(Vec<i64>, Uses<'s>)> {
        self.indices((Token::LeftBracket, "["), (Token::RightBracket, "]"))
    }

    /// `(1, %i)`.
    pub(super) fn indices_in_parens(&mut self) -> Parsed<(Vec<i64>, Uses<'s>)> {
        self.indices((Token::LeftParen, "("), (Token::RightParen, ")"))
    }

    fn indices(&mut self, open: (Token, &str), close: (Token, &str)) -> Parsed<(Vec<i64>, Uses<'s>)> {
        let mut dynamic = Uses::new();
        let integers = self.list(open, close, |parser| match parser.maybe_operand()? {
            Some(used) => {
                dynamic.push(used);
                Ok(DYNAMIC_POSITION)
            }
            None => match parser.maybe_integer()? {
                Some(integer) => Ok(integer),
                None => Err(parser.unexpected("an SSA value or an integer")),
            },
        })?;
        Ok((integers, dynamic))
    }
}

/// `array<i64: …>`.
pub(super) fn i64_array(values: &[i64]) -> Attribute {
    let element = Type::I64;
    let elements = values.iter().map(|&n| Attribute::integer(n, Type::I64)).collect();
    Attribute::DenseArray(DenseArray { element, elements }.into())
}
