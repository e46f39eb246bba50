//! Reading affine expressions, maps and sets from a string of their own.

use std::str::FromStr;

use super::expr::AffineExpr;
use super::map::AffineMap;
use super::parse::{self, Parsed, Tokens};
use super::set::IntegerSet;
use crate::diagnostic::Diagnostic;
use crate::ir::Span;
use crate::lexer::{Cursor, Token};

/// Reads an expression over `d0, d1, …` and `s0, s1, …`.
impl FromStr for AffineExpr {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<AffineExpr, Diagnostic> {
        whole(text, |tokens| parse::expression(tokens, &mut numbered))
    }
}

/// Reads `affine_map<(d0)[s0] -> (d0 + s0)>`, or only what stands between the brackets. The dimensions
/// and symbols may have any names.
impl FromStr for AffineMap {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<AffineMap, Diagnostic> {
        whole(text, |tokens| wrapped(tokens, "affine_map", parse::map))
    }
}

/// Reads `affine_set<(d0)[s0] : (d0 >= s0)>`, or only what stands between the brackets. The dimensions
/// and symbols may have any names.
impl FromStr for IntegerSet {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<IntegerSet, Diagnostic> {
        whole(text, |tokens| wrapped(tokens, "affine_set", parse::set))
    }
}

fn whole<'s, R>(text: &'s str, read: impl Fn(&mut Cursor<'s>) -> Parsed<R>) -> Result<R, Diagnostic> {
    let mut tokens = Cursor::new(text);
    let value = read(&mut tokens).map_err(|diagnostic| *diagnostic)?;
    match tokens.token() {
        Token::End => Ok(value),
        _ => Err(*tokens.unexpected("the end of the text")),
    }
}

/// Reads `word<…>` or only `…`.
fn wrapped<'s, R>(tokens: &mut Cursor<'s>, word: &str, inner: fn(&mut Cursor<'s>) -> Parsed<R>) -> Parsed<R> {
    if tokens.token() != Token::Word {
        return inner(tokens);
    }
    if tokens.text() != word {
        return Err(tokens.unexpected(&format!("`{word}<` or `(`")));
    }
    tokens.bump();
    parse::expect(tokens, Token::Less, "`<`")?;
    let value = inner(tokens)?;
    parse::expect(tokens, Token::Greater, "`>`")?;
    Ok(value)
}

/// `d0`, `s0`, …: the names that need no declaration.
fn numbered(tokens: &mut Cursor<'_>) -> Parsed<AffineExpr> {
    let text = tokens.text();
    let number = |digits: &str| match digits.bytes().all(|b| b.is_ascii_digit()) {
        true => digits.parse().ok(),
        false => None,
    };
    let dim = || number(text.strip_prefix('d')?).map(AffineExpr::Dim);
    let symbol = || number(text.strip_prefix('s')?).map(AffineExpr::Symbol);
    match dim().or_else(symbol) {
        Some(expr) => {
            tokens.bump();
            Ok(expr)
        }
        None => Err(tokens.unexpected("a dimension `d0`, `d1`, … or a symbol `s0`, `s1`, …")),
    }
}

impl<'s> Tokens<'s> for Cursor<'s> {
    fn token(&self) -> Token {
        Cursor::token(self)
    }

    fn text(&self) -> &'s str {
        Cursor::text(self)
    }

    fn span(&self) -> Span {
        Span {
            start: self.start(),
            end: self.end(),
        }
    }

    fn bump(&mut self) {
        Cursor::bump(self);
    }

    fn unexpected(&self, expected: &str) -> Box<Diagnostic> {
        let found = match Cursor::token(self) {
            Token::End => "found the end of the text".to_string(),
            _ => format!("found `{}`", Cursor::text(self)),
        };
        Box::new(Diagnostic::new(self.span(), found).help(format!("expected {expected}")))
    }
}
