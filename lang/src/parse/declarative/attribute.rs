//! Reads the attributes that a custom form shows.

use crate::attribute::Attribute;
use crate::lexer::Token;
use crate::parse::{Parsed, Parser};
use crate::types::Type;

use super::Reader;
use crate::assembly::enumeration::{Enumeration, Style};
use crate::assembly::kind::{Form, Width};
use crate::assembly::signature::Part;

impl Reader<'_, '_> {
    pub(super) fn attribute(&mut self, i: usize) -> Parsed<()> {
        let spec = &self.signature.attributes[i];
        let start = self.parser.span();
        let value = match spec.kind.form() {
            Ok(form) => simple(self.parser, form)?,
            Err(e) => enumeration(self.parser, e)?,
        };
        if !spec.kind.fits(&value) {
            let message = format!(
                "the attribute `{}` of `{}` is {value}: invalid kind of attribute specified",
                spec.name,
                self.signature.code.name()
            );
            let diagnostic = *self.parser.error(self.parser.span_from(start.start), message);
            return Err(Box::new(
                diagnostic.help(format!("expected {}", spec.kind.description())),
            ));
        }
        self.give_attribute(Part::Attribute(i), value);
        Ok(())
    }

    /// Whether the current token can begin the attribute.
    pub(super) fn begins_attribute(&self, i: usize) -> bool {
        let parser = &self.parser;
        match self.signature.attributes[i].kind.form() {
            Err(e) => match e.style {
                Style::Bare => parser.is(Token::Word) && e.has_word(parser.text()),
                Style::Angled => parser.is(Token::Less) || parser.is(Token::Hash),
            },
            Ok(form) => match form {
                Form::Nothing => false,
                Form::Bool => parser.is_word("true") || parser.is_word("false"),
                Form::Integer(_) => parser.is(Token::Integer) || parser.is(Token::Minus),
                Form::String => parser.is(Token::String),
                Form::SymbolName | Form::Symbol | Form::SymbolPath => parser.is(Token::Symbol),
                Form::Dense(_) => parser.is(Token::LeftBracket),
                Form::Type => matches!(
                    parser.token(),
                    Token::Word | Token::Exclamation | Token::LeftParen
                ),
                Form::Attribute => parser.begins_attribute(),
            },
        }
    }
}

fn simple(parser: &mut Parser<'_>, form: Form) -> Parsed<Attribute> {
    match form {
        Form::Nothing => Ok(Attribute::Unit),
        Form::Bool => Ok(Attribute::Bool(boolean(parser)?)),
        Form::Integer(width) => parser.attribute_of(&width.ty()),
        Form::String if !parser.is(Token::String) => Err(parser.unexpected("a string")),
        Form::String => parser.attribute_of(&Type::None),
        Form::SymbolName => Ok(Attribute::String(parser.symbol()?)),
        Form::Symbol | Form::SymbolPath => parser.symbol_reference(),
        Form::Type => Ok(Attribute::Type(parser.ty()?)),
        Form::Dense(width) => dense(parser, width),
        Form::Attribute => parser.attribute(),
    }
}

fn boolean(parser: &mut Parser<'_>) -> Parsed<bool> {
    if parser.eat_word("true") {
        return Ok(true);
    }
    match parser.eat_word("false") {
        true => Ok(false),
        false => Err(parser.unexpected("`true` or `false`")),
    }
}

/// `[1, 2]`.
fn dense(parser: &mut Parser<'_>, width: Width) -> Parsed<Attribute> {
    let values = parser.bracket_list(|parser| match width {
        Width::I1 => boolean(parser).map(i64::from),
        _ => parser.integer(),
    })?;
    Ok(Attribute::dense_array(width.ty(), values))
}

/// A bare word, or words in angle brackets; the whole attribute may stand in their place.
fn enumeration(parser: &mut Parser<'_>, e: &Enumeration) -> Parsed<Attribute> {
    let expected = || format!("one of {}", e.words.join(", "));
    let at = parser.span();
    if parser.is(Token::Hash) {
        let value = parser.attribute()?;
        return e
            .normal(&value)
            .ok_or_else(|| parser.error(at, format!("expected {}", expected())));
    }
    let found = match e.style {
        Style::Bare if parser.is(Token::String) => {
            let text = parser.text();
            parser.bump();
            e.attribute([text.trim_matches('"')])
        }
        Style::Bare => match parser.is(Token::Word) {
            true => {
                let word = parser.text();
                parser.bump();
                e.attribute([word])
            }
            false => return Err(parser.unexpected(&expected())),
        },
        Style::Angled => {
            parser.expect(Token::Less, "<")?;
            let mut words = vec![parser.word(&expected())?];
            while parser.eat(Token::Comma) || parser.eat(Token::VerticalBar) {
                words.push(parser.word(&expected())?);
            }
            parser.expect(Token::Greater, ">")?;
            e.attribute(words)
        }
    };
    found.ok_or_else(|| {
        let at = parser.span_from(at.start);
        let message = format!("found `{}`", parser.slice(at));
        Box::new(parser.error(at, message).help(format!("expected {}", expected())))
    })
}
