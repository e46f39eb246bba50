//! `loc(…)`.

use std::sync::Arc;

use crate::attribute::{Attribute, Location};
use crate::diagnostic::Diagnostic;
use crate::lexer::Token;

use super::parser::Parser;
use super::state::Parsed;

impl<'s> Parser<'s> {
    /// A trailing `loc(…)`, when there is one.
    #[inline]
    pub fn location(&mut self) -> Parsed<Option<Location>> {
        if !self.is_word("loc") {
            return Ok(None);
        }
        self.bump();
        self.location_in_parens().map(Some)
    }

    /// The part of `loc(…)` behind the word.
    pub(super) fn location_in_parens(&mut self) -> Parsed<Location> {
        self.expect(Token::LeftParen, "(")?;
        let location = self.location_body()?;
        self.expect(Token::RightParen, ")")?;
        Ok(location)
    }

    fn location_body(&mut self) -> Parsed<Location> {
        self.nested(|parser| match parser.token() {
            Token::String => parser.file_or_name(),
            Token::Hash => parser.location_attribute(),
            Token::Word => match parser.text() {
                "unknown" => {
                    parser.bump();
                    Ok(Location::Unknown)
                }
                "callsite" => parser.call_site(),
                "fused" => parser.fused(),
                "loc" => {
                    parser.bump();
                    parser.location_in_parens()
                }
                _ => Err(parser.unexpected("a location")),
            },
            _ => Err(parser.unexpected("a location")),
        })
    }

    /// `#alias`, maybe one that is defined later, or an attribute of a dialect.
    fn location_attribute(&mut self) -> Parsed<Location> {
        let name = &self.text()[1..];
        if name.contains('.') || self.next_token() == Token::Less {
            let span = self.span();
            let found = self.attribute()?;
            let message = format!("the dialect attribute `{found}` is no location");
            return Err(Box::new(
                Diagnostic::new(span, message).help("expected a location"),
            ));
        }
        let span = self.span();
        self.bump();
        let alias = self.attribute_aliases.get(name).cloned();
        match alias.map(|alias| self.use_alias(alias)).transpose()? {
            Some(Attribute::Location(location)) => Ok((*location).clone()),
            Some(_) => Err(self.error(span, format!("the alias `#{name}` is not a location"))),
            None => Ok(Location::Opaque(Attribute::Opaque(format!("#{name}").into()))),
        }
    }

    fn file_or_name(&mut self) -> Parsed<Location> {
        let name: Arc<str> = self.string_literal()?.into();
        if self.eat(Token::Colon) {
            let line = self.location_number("the line number")?;
            self.expect(Token::Colon, ":")?;
            let column = self.location_number("the column number")?;
            return Ok(Location::File { name, line, column });
        }
        let mut child = None;
        if self.eat(Token::LeftParen) {
            child = Some(Arc::new(self.location_body()?));
            self.expect(Token::RightParen, ")")?;
        }
        Ok(Location::Name { name, child })
    }

    fn location_number(&mut self, what: &str) -> Parsed<u32> {
        let number = match self.token() {
            Token::Integer => self.text().parse().ok(),
            _ => None,
        };
        let Some(number) = number else {
            return Err(self.unexpected(&format!("{what}, an integer")));
        };
        self.bump();
        Ok(number)
    }

    fn call_site(&mut self) -> Parsed<Location> {
        self.bump();
        self.expect(Token::LeftParen, "(")?;
        let callee = Arc::new(self.location_body()?);
        self.expect_word("at")?;
        let caller = Arc::new(self.location_body()?);
        self.expect(Token::RightParen, ")")?;
        Ok(Location::CallSite { callee, caller })
    }

    fn fused(&mut self) -> Parsed<Location> {
        self.bump();
        let mut metadata = None;
        if self.eat(Token::Less) {
            metadata = Some(self.attribute()?);
            self.expect(Token::Greater, ">")?;
        }
        let locations = self.bracket_list(Self::location_body)?;
        Ok(Location::Fused { metadata, locations })
    }
}
