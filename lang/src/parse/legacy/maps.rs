//! Bare affine maps and integer sets.

use crate::affine::parse::{MapOrSet, map_or_set};
use crate::attribute::Attribute;
use crate::lexer::{Cursor, Token, balanced};
use crate::parse::parser::Parser;
use crate::parse::state::Parsed;
use crate::types::FloatKind;

/// Whether the parenthesis at the cursor opens the dimensions of a map or a set, and not the inputs of a
/// function type.
pub(super) fn begins_map(mut ahead: Cursor<'_>) -> bool {
    ahead.bump();
    if ahead.token() == Token::Word {
        let name = ahead.text();
        ahead.bump();
        return !begins_type(name) && matches!(ahead.token(), Token::Comma | Token::RightParen);
    }
    if ahead.token() != Token::RightParen {
        return false;
    }
    ahead.bump();
    match ahead.token() {
        Token::LeftBracket => true,
        Token::Colon => {
            ahead.bump();
            ahead.token() == Token::LeftParen
        }
        Token::Arrow => {
            ahead.bump();
            if ahead.token() != Token::LeftParen {
                return false;
            }
            ahead.bump();
            match ahead.token() {
                Token::Integer | Token::Minus => true,
                Token::Word => !begins_type(ahead.text()),
                _ => false,
            }
        }
        _ => false,
    }
}

/// Whether a word is, or begins, a builtin type.
fn begins_type(word: &str) -> bool {
    let is_integer = ["i", "si", "ui"].iter().any(|prefix| {
        let digits = word.strip_prefix(prefix).unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    });
    let others = ["index", "none", "memref", "tensor", "vector", "complex", "tuple"];
    is_integer || others.contains(&word) || FloatKind::from_name(word).is_some()
}

impl<'s> Parser<'s> {
    /// `(d0)[s0] -> (d0 + s0)` or `(d0) : (d0 >= 0)`. A map may say how large the space is that it maps to;
    /// a symbol that is mentioned there alone goes with it.
    pub(in crate::parse) fn legacy_map_or_set(&mut self) -> Parsed<Attribute> {
        match map_or_set(self)? {
            MapOrSet::Set(set) => Ok(Attribute::IntegerSet(set.into())),
            MapOrSet::Map(mut map) => {
                while self.is_word("size") || self.is_word("range") {
                    self.bump();
                    self.skip_parens()?;
                    map = map.compress_unused_symbols();
                }
                Ok(Attribute::AffineMap(self.shared_map(map)))
            }
        }
    }

    fn skip_parens(&mut self) -> Parsed<()> {
        let rest = &self.cursor.source()[self.cursor.start() as usize..];
        if !self.is(Token::LeftParen) {
            return Err(self.unexpected("`(`"));
        }
        match balanced(rest) {
            Some(length) => {
                self.cursor.go_to(self.cursor.start() + length as u32);
                Ok(())
            }
            None => Err(self.error(self.span(), "the parenthesis is not closed")),
        }
    }
}
