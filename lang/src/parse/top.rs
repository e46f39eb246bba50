//! The whole text: aliases, metadata and operations outside any region.

use rustc_hash::FxHashMap;

use crate::attribute::{Attribute, Location};
use crate::diagnostic::Diagnostic;
use crate::ir::{Module, Span};
use crate::lexer::Token;
use crate::op::OpCode;

use super::parser::{Alias, Parsed, Parser};
use super::region::Blocks;

pub fn module(source: &str) -> Parsed<Module> {
    let mut parser = Parser::new(source);
    parser.module.reserve_for_text(source.len());
    parser.open_scope(true);
    parser.blocks.push(Blocks::default());
    let body = parser.module.body();
    loop {
        match parser.token() {
            Token::End => break,
            Token::Hash => parser.attribute_alias()?,
            Token::Exclamation => parser.type_alias()?,
            Token::MetadataBegin => parser.metadata()?,
            _ => parser.operation_or_functions(body)?,
        }
    }
    parser.labels_are_defined()?;
    parser.close_scope(true)?;
    parser.resolve_locations()?;
    Ok(parser.whole())
}

impl<'s> Parser<'s> {
    /// The text's only module, or else a module around all that the text has.
    fn whole(mut self) -> Module {
        let ops = &self.module.block(self.module.body()).ops;
        if let [only] = ops.as_slice()
            && self.module.op(*only).code() == Some(OpCode::Module)
            && self.module.single_block(*only, 0).is_some()
            && self.module.op(*only).results.is_empty()
        {
            let only = *only;
            self.module.set_top(only);
        }
        self.module
    }

    /// `#name = attribute`.
    fn attribute_alias(&mut self) -> Parsed<()> {
        let span = self.span();
        let name = &self.text()[1..];
        self.alias_name("#", name, span)?;
        if self.attribute_aliases.contains_key(name) {
            return Err(self.error(
                span,
                format!("the alias `#{name}` is defined twice: a redefinition of an attribute alias"),
            ));
        }
        self.bump();
        self.expect(Token::Equal, "=")?;
        let alias = self.aliased(Self::attribute)?;
        self.check_length(&alias, span)?;
        self.attribute_aliases.insert(name, alias);
        Ok(())
    }

    /// `!name = type`.
    fn type_alias(&mut self) -> Parsed<()> {
        let span = self.span();
        let name = &self.text()[1..];
        self.alias_name("!", name, span)?;
        if self.type_aliases.contains_key(name) {
            return Err(self.error(
                span,
                format!("the alias `!{name}` is defined twice: a redefinition of a type alias"),
            ));
        }
        self.bump();
        self.expect(Token::Equal, "=")?;
        let alias = self.aliased(Self::ty)?;
        self.check_length(&alias, span)?;
        self.type_aliases.insert(name, alias);
        Ok(())
    }

    fn alias_name(&self, sigil: &str, name: &str, span: Span) -> Parsed<()> {
        if !name.contains('.') {
            return Ok(());
        }
        let message = format!("the name of the alias `{sigil}{name}` has a dot");
        let help = "names with a dot are reserved for those of dialects";
        Err(Box::new(Diagnostic::new(span, message).help(help)))
    }

    /// `{-# … #-}`, kept as it is.
    fn metadata(&mut self) -> Parsed<()> {
        let start = self.cursor.start();
        let source = self.cursor.source();
        let rest = &source[start as usize..];
        let Some(length) = metadata_length(rest) else {
            return Err(self.error(self.span(), "the metadata does not end: expected `#-}`"));
        };
        let text = &rest[..length];
        match &mut self.module.metadata {
            slot @ None => *slot = Some(text.into()),
            Some(before) => *before = format!("{before}\n{text}").into(),
        }
        self.cursor.go_to(start + length as u32);
        Ok(())
    }

    /// Locations may mention aliases that the text defines after them.
    fn resolve_locations(&mut self) -> Parsed<()> {
        let aliases = std::mem::take(&mut self.attribute_aliases);
        let resolve = |location: &mut Location| resolve_location(location, &aliases);
        let module = &mut self.module;
        let of_ops = module.op_locations.values_mut();
        of_ops
            .chain(module.argument_locations.values_mut())
            .try_for_each(resolve)
    }
}

fn resolve_location(location: &mut Location, aliases: &FxHashMap<&str, Alias<Attribute>>) -> Parsed<()> {
    let Location::Opaque(Attribute::Opaque(text)) = &*location else {
        return Ok(());
    };
    let Some(name) = text.strip_prefix('#').filter(|name| !name.contains(['.', '<'])) else {
        return Ok(());
    };
    match aliases.get(name).map(Alias::value) {
        Some(Attribute::Location(found)) => {
            *location = (**found).clone();
            Ok(())
        }
        Some(_) => Err(Box::new(Diagnostic::new(
            Span::default(),
            format!("the alias `#{name}` is not a location"),
        ))),
        None => Err(Box::new(Diagnostic::new(
            Span::default(),
            format!("the location alias `#{name}` is not defined"),
        ))),
    }
}

/// Up to the `#-}` outside of strings.
fn metadata_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 3;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at += 1;
                while *bytes.get(at)? != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            b'#' if bytes[at..].starts_with(b"#-}") => return Some(at + 3),
            _ => {}
        }
        at += 1;
    }
    None
}
