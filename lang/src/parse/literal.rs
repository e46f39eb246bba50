//! Numbers and strings of the text.

use std::str::FromStr;

use num_bigint::{BigInt, BigUint, Sign};

use crate::attribute::{Attribute, FloatValue};
use crate::diagnostic::Diagnostic;
use crate::ir::Span;
use crate::lexer::Token;
use crate::types::FloatKind;

use super::parser::Parser;
use super::state::Parsed;

/// Digits that an integer literal may have; MLIR's widest integer type has 2^24 bits, and reading a
/// number takes time quadratic in its length.
const DIGIT_LIMIT: usize = 10_000;

/// A number as it stood in the text, with its sign, before its type is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Literal<'s> {
    pub negative: bool,
    pub is_float: bool,
    /// Without the sign.
    pub digits: &'s str,
    pub span: Span,
}

impl<'s> Parser<'s> {
    /// An integer that fits 64 bits, maybe negative.
    pub fn integer(&mut self) -> Parsed<i64> {
        match self.maybe_integer()? {
            Some(value) => Ok(value),
            None => Err(self.unexpected("an integer")),
        }
    }

    pub fn maybe_integer(&mut self) -> Parsed<Option<i64>> {
        let begins = self.is(Token::Integer) || self.is(Token::Minus) && self.next_token() == Token::Integer;
        if !begins {
            return Ok(None);
        }
        let literal = self.number()?;
        let big = self.big_integer(literal)?;
        i64::try_from(&big).map(Some).map_err(|_| {
            self.error(
                literal.span,
                "the integer is too large: expected one that fits 64 bits",
            )
        })
    }

    /// A number with an optional sign.
    pub(super) fn number(&mut self) -> Parsed<Literal<'s>> {
        let start = self.cursor.start();
        let negative = self.eat(Token::Minus);
        let is_float = match self.token() {
            Token::Integer => false,
            Token::Float => true,
            _ => return Err(self.unexpected("a number")),
        };
        let digits = self.text();
        self.bump();
        let span = self.span_from(start);
        Ok(Literal {
            negative,
            is_float,
            digits,
            span,
        })
    }

    pub(super) fn big_integer(&self, literal: Literal<'s>) -> Parsed<BigInt> {
        let text = literal.digits;
        if text.len() > DIGIT_LIMIT {
            let message = format!("the integer is too long: expected at most {DIGIT_LIMIT} digits");
            return Err(self.error(literal.span, message));
        }
        let magnitude = match text.strip_prefix("0x") {
            Some(digits) => BigUint::parse_bytes(digits.as_bytes(), 16).unwrap_or_default(),
            None => match u64::from_str(text) {
                Ok(small) => BigUint::from(small),
                Err(_) => BigUint::from_str(text).unwrap_or_default(),
            },
        };
        let sign = if literal.negative { Sign::Minus } else { Sign::Plus };
        Ok(BigInt::from_biguint(sign, magnitude))
    }

    /// A float literal of the given format; an integer literal in hexadecimal gives its bits.
    pub(super) fn float(&self, literal: Literal<'s>, kind: FloatKind) -> Parsed<FloatValue> {
        let Literal {
            negative,
            is_float,
            digits,
            span,
        } = literal;
        if is_float {
            let magnitude: f64 = digits.parse().unwrap_or(f64::NAN);
            return Ok(FloatValue::from_f64(
                if negative { -magnitude } else { magnitude },
                kind,
            ));
        }
        let bits = digits
            .strip_prefix("0x")
            .and_then(|digits| u128::from_str_radix(digits, 16).ok());
        let limit = kind.storage_bits();
        match bits {
            Some(_) if negative => Err(self.error(
                span,
                "a hexadecimal float literal has a sign: expected the bits without a leading minus",
            )),
            Some(bits) if limit == 128 || bits >> limit == 0 => Ok(FloatValue { bits, kind }),
            Some(_) => Err(self.error(
                span,
                format!("the bits do not fit the float format `{}`: a hexadecimal float constant out of range for the type", kind.as_str()),
            )),
            None => Err(Box::new(
                Diagnostic::new(
                    span,
                    format!(
                        "found a decimal integer where a float belongs: unexpected decimal integer literal for a float of type `{}`",
                        kind.as_str()
                    ),
                )
                .help(format!("write `{digits}.0`, or the bits in hexadecimal")),
            )),
        }
    }

    /// A string literal, its escapes resolved; it must be UTF-8.
    pub fn string_literal(&mut self) -> Parsed<String> {
        let span = self.span();
        if !self.is(Token::String) {
            return Err(self.unexpected("a string"));
        }
        let bytes = self.string_bytes(self.text(), span)?;
        self.bump();
        String::from_utf8(bytes).map_err(|_| self.error(span, "the string is not UTF-8"))
    }

    /// A string attribute; one that is not UTF-8 stays as it is written.
    pub(super) fn string_attribute(&mut self) -> Parsed<Attribute> {
        let quoted = self.text();
        let bytes = self.string_bytes(quoted, self.span())?;
        self.bump();
        Ok(match String::from_utf8(bytes) {
            Ok(text) => Attribute::String(text.into()),
            Err(_) => Attribute::Opaque(quoted.into()),
        })
    }

    /// What a string literal says, its escapes resolved.
    pub(super) fn string_bytes(&self, quoted: &str, span: Span) -> Parsed<Vec<u8>> {
        let body = &quoted[1..quoted.len() - 1];
        let mut bytes = Vec::with_capacity(body.len());
        let mut rest = body.as_bytes();
        while let Some((&first, tail)) = rest.split_first() {
            rest = tail;
            if first != b'\\' {
                bytes.push(first);
                continue;
            }
            match (tail.first(), tail.get(..2).and_then(hex_byte)) {
                (Some(b'n'), _) => bytes.push(b'\n'),
                (Some(b't'), _) => bytes.push(b'\t'),
                (Some(&c @ (b'"' | b'\\')), _) => bytes.push(c),
                (_, Some(byte)) => {
                    bytes.push(byte);
                    rest = &tail[1..];
                }
                _ => {
                    return Err(Box::new(
                        Diagnostic::new(span, "the string has an unknown escape")
                            .help("expected `\\n`, `\\t`, `\\\\`, `\\\"` or two hexadecimal digits"),
                    ));
                }
            }
            rest = rest.get(1..).unwrap_or_default();
        }
        Ok(bytes)
    }
}

/// The bytes that pairs of hexadecimal digits spell.
pub(super) fn hex_bytes(digits: &[u8]) -> Option<Vec<u8>> {
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let digit = |b: u8| char::from(b).to_digit(16).map(|d| d as u8);
    digits
        .chunks(2)
        .map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?))
        .collect()
}

fn hex_byte(pair: &[u8]) -> Option<u8> {
    let text = std::str::from_utf8(pair).ok()?;
    text.bytes().all(|b| b.is_ascii_hexdigit()).then_some(())?;
    u8::from_str_radix(text, 16).ok()
}
