//! The whole text: aliases, metadata and operations outside any region.

use rustc_hash::FxHashMap;

use crate::attribute::{Attribute, Location};
use crate::diagnostic::Diagnostic;
use crate::ir::{Module, Span};
use crate::lexer::Token;
use crate::op::OpCode;

use super::parser::{Alias, Language, Parser};
use super::scope::Blocks;
use super::state::Parsed;

pub fn module(source: &str, language: Language) -> Parsed<Module> {
    let mut parser = Parser::new(source);
    parser.is_legacy = language == Language::Legacy;
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
        if self.is_legacy {
            self.eat_word("type");
        }
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

    /// Locations may mention aliases that the text defines after them.
    fn resolve_locations(&mut self) -> Parsed<()> {
        let aliases = std::mem::take(&mut self.attribute_aliases);
        let mut wrong: Option<Diagnostic> = None;
        let mut note = |span: Span, message: String| {
            if wrong
                .as_ref()
                .is_none_or(|earlier| span.start < earlier.span.start)
            {
                wrong = Some(Diagnostic::new(span, message).help("expected a location"));
            }
        };
        let mut locations = std::mem::take(&mut self.module.op_locations);
        for (&op, location) in &mut locations {
            if let Err(message) = resolve_location(location, &aliases) {
                note(self.module.op(op).span, message);
            }
        }
        self.module.op_locations = locations;
        for location in self.module.argument_locations.values_mut() {
            if let Err(message) = resolve_location(location, &aliases) {
                note(Span::default(), message);
            }
        }
        wrong.map_or(Ok(()), |diagnostic| Err(Box::new(diagnostic)))
    }
}

/// The error says what is wrong with an alias.
fn resolve_location(
    location: &mut Location,
    aliases: &FxHashMap<&str, Alias<Attribute>>,
) -> Result<(), String> {
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
        Some(other) => Err(format!("the alias `#{name}` is `{other}`, not a location")),
        None => Err(format!(
            "the operation location alias `#{name}` was never defined"
        )),
    }
}
