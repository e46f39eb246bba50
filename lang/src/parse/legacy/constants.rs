//! Attributes: bare maps, and elements that give their type first.

use std::sync::Arc;

use crate::attribute::Attribute;
use crate::lexer::Token;
use crate::parse::parser::Parser;
use crate::parse::state::Parsed;
use crate::types::Type;

use super::maps::begins_map;

impl<'s> Parser<'s> {
    /// An attribute that is written in an old form; `None` when the current token begins none.
    pub(in crate::parse) fn legacy_attribute(&mut self) -> Parsed<Option<Attribute>> {
        if self.is(Token::LeftParen) && begins_map(self.cursor.clone()) {
            return self.legacy_map_or_set().map(Some);
        }
        if !self.is(Token::Word) || self.next_token() != Token::Less {
            return Ok(None);
        }
        match self.text() {
            "splat" => self.typed_elements().map(Some),
            "dense" if self.type_stands_first() => self.typed_elements().map(Some),
            "sparse" if self.type_stands_first() => self.typed_sparse().map(Some),
            "opaque" => self.opaque_elements().map(Some),
            _ => Ok(None),
        }
    }

    /// Whether a type stands behind the next token.
    fn type_stands_first(&self) -> bool {
        let mut ahead = self.cursor.clone();
        ahead.bump();
        ahead.bump();
        match ahead.token() {
            Token::Word => matches!(ahead.text(), "tensor" | "vector"),
            Token::Exclamation => true,
            _ => false,
        }
    }

    /// `dense<tensor<2xi32>, [1, 2]>` or `splat<tensor<2xi32>, 1>`.
    fn typed_elements(&mut self) -> Parsed<Attribute> {
        let start = self.cursor.start();
        let ty = self.elements_type()?;
        let tree = self.nested(Self::tree)?;
        self.expect(Token::Greater, ">")?;
        self.elements(Some(&tree), ty, self.span_from(start))
    }

    /// `sparse<tensor<3x4xi32>, [[0, 0], [1, 2]], [1, 5]>`.
    fn typed_sparse(&mut self) -> Parsed<Attribute> {
        let start = self.cursor.start();
        let ty = self.elements_type()?;
        let indices = self.nested(Self::tree)?;
        self.expect(Token::Comma, ",")?;
        let values = self.nested(Self::tree)?;
        self.expect(Token::Greater, ">")?;
        self.sparse_of(Some((indices, values)), ty, self.span_from(start))
    }

    /// The beginning up to the comma behind the type.
    fn elements_type(&mut self) -> Parsed<Type> {
        self.bump();
        self.expect(Token::Less, "<")?;
        let ty = self.ty()?;
        self.expect(Token::Comma, ",")?;
        Ok(ty)
    }

    /// `opaque<dialect, tensor<2xi32>, "0x…">`, or `opaque<"dialect", "0x…"> : tensor<2xi32>`: only the
    /// dialect knows what it holds, so it becomes an attribute of the dialect.
    fn opaque_elements(&mut self) -> Parsed<Attribute> {
        self.bump();
        self.expect(Token::Less, "<")?;
        let dialect = match self.token() {
            Token::String => self.string_literal()?,
            _ => self.word("the name of a dialect")?.to_string(),
        };
        self.expect(Token::Comma, ",")?;
        let mut ty = None;
        if !self.is(Token::String) {
            ty = Some(self.ty()?);
            self.expect(Token::Comma, ",")?;
        }
        let at = self.span();
        if !self.is(Token::String) {
            return Err(self.unexpected("a string of hexadecimal digits"));
        }
        let text = self.text();
        self.bump();
        self.expect(Token::Greater, ">")?;
        let ty = match ty {
            Some(ty) => ty,
            None => self.colon_type()?,
        };
        let is_name = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        if !dialect.bytes().all(is_name) || !dialect.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(self.error(at, format!("`{dialect}` is no name of a dialect")));
        }
        let attribute = Attribute::Opaque(format!("#{dialect}.opaque<{text}>").into());
        Ok(Attribute::Typed(Arc::new((attribute, ty))))
    }
}
