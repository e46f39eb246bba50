//! Affine maps, integer sets and subscripts: [`crate::affine::parse`] over the tokens of a module.

use std::sync::Arc;

use crate::affine::parse::{self as grammar, Tokens};
use crate::affine::{AffineExpr, AffineMap, IntegerSet};
use crate::diagnostic::Diagnostic;
use crate::ir::Span;
use crate::lexer::Token;

use super::parser::Parser;
use super::scope::{Use, Uses};
use super::state::Parsed;

/// A map applied to values, dimensions before symbols.
#[derive(Debug)]
pub(crate) struct MapOfValues<'s> {
    pub map: Arc<AffineMap>,
    pub dims: Uses<'s>,
    pub symbols: Uses<'s>,
}

impl<'s> Tokens<'s> for Parser<'s> {
    fn token(&self) -> Token {
        Parser::token(self)
    }

    fn text(&self) -> &'s str {
        Parser::text(self)
    }

    fn span(&self) -> Span {
        Parser::span(self)
    }

    fn bump(&mut self) {
        Parser::bump(self);
    }

    fn unexpected(&self, expected: &str) -> Box<Diagnostic> {
        Parser::unexpected(self, expected)
    }

    fn is_old(&self) -> bool {
        self.is_legacy
    }
}

impl<'s> Parser<'s> {
    /// `affine_map<(d0)[s0] -> (d0 + s0)>`.
    pub(super) fn map_literal(&mut self) -> Parsed<Arc<AffineMap>> {
        let text = self.bracketed_text();
        if let Some(text) = text
            && let Some(map) = self.maps_by_text.get(text)
        {
            let map = map.clone();
            self.cursor.go_to(self.cursor.start() + text.len() as u32);
            return Ok(map);
        }
        self.bump();
        self.expect(Token::Less, "<")?;
        let map = grammar::map(self)?;
        let map = self.shared_map(map);
        self.expect(Token::Greater, ">")?;
        if let Some(text) = text {
            self.maps_by_text.insert(text, map.clone());
        }
        Ok(map)
    }

    /// `(i, j) -> (j, i)`, without the keyword.
    pub fn bare_map(&mut self) -> Parsed<Arc<AffineMap>> {
        let map = grammar::map(self)?;
        Ok(self.shared_map(map))
    }

    /// `affine_set<(d0)[s0] : (d0 - s0 >= 0)>`.
    pub(super) fn set_literal(&mut self) -> Parsed<Arc<IntegerSet>> {
        let text = self.bracketed_text();
        if let Some(text) = text
            && let Some(set) = self.sets_by_text.get(text)
        {
            let set = set.clone();
            self.cursor.go_to(self.cursor.start() + text.len() as u32);
            return Ok(set);
        }
        self.bump();
        self.expect(Token::Less, "<")?;
        let set = Arc::new(grammar::set(self)?);
        self.expect(Token::Greater, ">")?;
        if let Some(text) = text {
            self.sets_by_text.insert(text, set.clone());
        }
        Ok(set)
    }

    /// `[%i + 1, symbol(%n)]`: each value becomes a dimension or a symbol where it first occurs.
    pub fn map_of_values(&mut self) -> Parsed<MapOfValues<'s>> {
        let mut operands = Operands::default();
        let results = self.bracket_list(|parser| operands.expression(parser))?;
        Ok(self.applied(operands, results))
    }

    /// `(%i + 1, %n)`, as [`Parser::map_of_values`].
    pub fn map_of_values_in_parens(&mut self) -> Parsed<MapOfValues<'s>> {
        let mut operands = Operands::default();
        let results = self.paren_list(|parser| operands.expression(parser))?;
        Ok(self.applied(operands, results))
    }

    /// One expression over values.
    pub fn expr_of_values(&mut self) -> Parsed<MapOfValues<'s>> {
        let mut operands = Operands::default();
        let result = operands.expression(self)?;
        Ok(self.applied(operands, vec![result]))
    }

    fn applied(&mut self, operands: Operands<'s>, results: Vec<AffineExpr>) -> MapOfValues<'s> {
        let (num_dims, num_symbols) = (operands.dims.len() as u32, operands.symbols.len() as u32);
        let map = AffineMap::new(num_dims, num_symbols, results);
        MapOfValues {
            map: match num_dims <= 8 && map.is_identity() {
                true => self.identity_map(num_dims),
                false => self.shared_map(map),
            },
            dims: operands.dims,
            symbols: operands.symbols,
        }
    }

    /// The text from the current word to the end of the bracket behind it, when it is on one line.
    fn bracketed_text(&self) -> Option<&'s str> {
        let source = self.cursor.source();
        let (start, open) = (self.cursor.start() as usize, self.cursor.end() as usize);
        let bytes = &source.as_bytes()[open..];
        if bytes.first() != Some(&b'<') {
            return None;
        }
        for (at, &byte) in bytes.iter().enumerate().skip(1) {
            match byte {
                b'\n' | b'<' | b'/' if (byte != b'<' || bytes.get(at + 1) != Some(&b'=')) => {
                    return None;
                }
                b'>' if bytes[at - 1] != b'-' && bytes.get(at + 1) != Some(&b'=') => {
                    return Some(&source[start..open + at + 1]);
                }
                _ => {}
            }
        }
        None
    }
}

/// The values that subscripts have mentioned so far.
#[derive(Default)]
struct Operands<'s> {
    dims: Uses<'s>,
    symbols: Uses<'s>,
}

impl<'s> Operands<'s> {
    fn expression(&mut self, parser: &mut Parser<'s>) -> Parsed<AffineExpr> {
        grammar::expression(parser, &mut |parser| self.leaf(parser))
    }

    /// `%i` or `symbol(%n)`.
    fn leaf(&mut self, parser: &mut Parser<'s>) -> Parsed<AffineExpr> {
        if parser.is(Token::Value) {
            let value = parser.operand()?;
            return Ok(self.taken_up(value, false));
        }
        if parser.eat_word("symbol") {
            parser.expect(Token::LeftParen, "(")?;
            let value = parser.operand()?;
            parser.expect(Token::RightParen, ")")?;
            return Ok(self.taken_up(value, true));
        }
        let name = parser.text();
        Err(Box::new(
            Diagnostic::new(parser.span(), format!("found the name `{name}` in a subscript"))
                .help("expected an SSA value such as `%i`, or a constant"),
        ))
    }

    fn taken_up(&mut self, value: Use<'s>, is_symbol: bool) -> AffineExpr {
        let same = |u: &Use<'s>| u.name == value.name && u.number == value.number;
        if let Some(i) = self.dims.iter().position(same) {
            return AffineExpr::Dim(i as u32);
        }
        if let Some(i) = self.symbols.iter().position(same) {
            return AffineExpr::Symbol(i as u32);
        }
        match is_symbol {
            true => {
                self.symbols.push(value);
                AffineExpr::Symbol(self.symbols.len() as u32 - 1)
            }
            false => {
                self.dims.push(value);
                AffineExpr::Dim(self.dims.len() as u32 - 1)
            }
        }
    }
}
