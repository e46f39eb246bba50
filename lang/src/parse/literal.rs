//! Numbers and strings of the text.

use std::str::FromStr;

use num_bigint::{BigInt, BigUint, Sign};

use crate::attribute::{Attribute, FloatValue};
use crate::diagnostic::Diagnostic;
use crate::ir::Span;
use crate::types::FloatKind;

use super::context::Context;

/// Digits that an integer literal may have; MLIR's widest integer type has 2^24 bits, and reading a
/// number takes time quadratic in its length.
const DIGIT_LIMIT: usize = 10_000;

/// A number as it stood in the text.
#[derive(Clone, Copy, Debug)]
pub enum Number<'a> {
    Integer(&'a str),
    Float(&'a str),
}

impl<'a> Context<'a> {
    /// An integer that must fit 64 bits.
    pub fn i64(&mut self, text: &str, span: Span) -> i64 {
        let parsed = match text.strip_prefix("0x") {
            Some(digits) => i64::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        };
        parsed.unwrap_or_else(|| {
            self.report(
                Diagnostic::new(span, "the integer is too large").help("expected one that fits 64 bits"),
            );
            0
        })
    }

    pub fn signed(&mut self, negative: bool, text: &str, span: Span) -> i64 {
        let big = self.big_integer(negative, text, span);
        i64::try_from(&big).unwrap_or_else(|_| {
            self.report(
                Diagnostic::new(span, "the integer is too large").help("expected one that fits 64 bits"),
            );
            0
        })
    }

    pub fn u32(&mut self, text: &str, span: Span) -> u32 {
        text.parse().unwrap_or_else(|_| {
            self.report(Diagnostic::new(span, "the number is too large").help("expected one below 2^32"));
            0
        })
    }

    pub fn big_integer(&mut self, negative: bool, text: &str, span: Span) -> BigInt {
        if text.len() > DIGIT_LIMIT {
            self.report(
                Diagnostic::new(span, "the integer is too long")
                    .help(format!("expected at most {DIGIT_LIMIT} digits")),
            );
            return BigInt::ZERO;
        }
        let magnitude = match text.strip_prefix("0x") {
            Some(digits) => BigUint::parse_bytes(digits.as_bytes(), 16).unwrap_or_default(),
            None => BigUint::from_str(text).unwrap_or_default(),
        };
        BigInt::from_biguint(if negative { Sign::Minus } else { Sign::Plus }, magnitude)
    }

    /// A float literal of the given format; an integer literal in hexadecimal gives its bits.
    pub fn float(&mut self, negative: bool, number: Number<'_>, kind: FloatKind, span: Span) -> FloatValue {
        match number {
            Number::Float(text) => {
                let magnitude: f64 = text.parse().unwrap_or(f64::NAN);
                FloatValue::from_f64(if negative { -magnitude } else { magnitude }, kind)
            }
            Number::Integer(text) => {
                let bits = text
                    .strip_prefix("0x")
                    .and_then(|digits| u128::from_str_radix(digits, 16).ok());
                let limit = kind.storage_bits();
                match bits {
                    Some(bits) if !negative && (limit == 128 || bits >> limit == 0) => {
                        FloatValue { bits, kind }
                    }
                    Some(_) => {
                        self.report(Diagnostic::new(
                            span,
                            format!("the bits do not fit the float format `{}`", kind.as_str()),
                        ));
                        FloatValue { bits: 0, kind }
                    }
                    None => {
                        self.report(
                            Diagnostic::new(span, "found a decimal integer where a float belongs")
                                .help(format!("write `{text}.0`, or the bits in hexadecimal")),
                        );
                        FloatValue { bits: 0, kind }
                    }
                }
            }
        }
    }

    /// The text of a string literal, which comes with its quotes.
    pub fn string(&mut self, quoted: &'a str, span: Span) -> String {
        let bytes = self.bytes(quoted, span);
        String::from_utf8(bytes).unwrap_or_else(|error| {
            self.report(Diagnostic::new(span, "the string is not UTF-8"));
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        })
    }

    /// A string attribute; one that is not UTF-8 stays as it is written.
    pub fn string_attribute(&mut self, quoted: &'a str, span: Span) -> Attribute {
        match String::from_utf8(self.bytes(quoted, span)) {
            Ok(text) => Attribute::String(text.into()),
            Err(_) => Attribute::Opaque(quoted.into()),
        }
    }

    /// What a string literal says, its escapes resolved.
    fn bytes(&mut self, quoted: &'a str, span: Span) -> Vec<u8> {
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
                _ => self.report(
                    Diagnostic::new(span, "the string has an unknown escape")
                        .help("expected `\\n`, `\\t`, `\\\\`, `\\\"` or two hexadecimal digits"),
                ),
            }
            rest = rest.get(1..).unwrap_or_default();
        }
        bytes
    }
}

fn hex_byte(pair: &[u8]) -> Option<u8> {
    let text = std::str::from_utf8(pair).ok()?;
    text.bytes().all(|b| b.is_ascii_hexdigit()).then_some(())?;
    u8::from_str_radix(text, 16).ok()
}
