//! What the grammar's actions share: aliases, the scope of affine names, and the diagnostics.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::attribute::Attribute;
use crate::diagnostic::Diagnostic;
use crate::ir::Span;
use crate::types::Type;

use super::affine::AffineScope;

pub struct Context<'a> {
    pub source: &'a str,
    pub diagnostics: Vec<Diagnostic>,
    pub affine: AffineScope<'a>,
    attribute_aliases: FxHashMap<&'a str, Attribute>,
    type_aliases: FxHashMap<&'a str, Type>,
    names: FxHashMap<&'a str, Arc<str>>,
}

impl<'a> Context<'a> {
    pub fn new(source: &'a str) -> Context<'a> {
        Context {
            source,
            diagnostics: Vec::new(),
            affine: AffineScope::default(),
            attribute_aliases: FxHashMap::default(),
            type_aliases: FxHashMap::default(),
            names: FxHashMap::default(),
        }
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub fn text(&self, span: Span) -> &'a str {
        &self.source[span.start as usize..span.end as usize]
    }

    /// One shared copy of each name.
    pub fn name(&mut self, text: &'a str) -> Arc<str> {
        self.names.entry(text).or_insert_with(|| text.into()).clone()
    }

    pub fn define_attribute(&mut self, name: &'a str, span: Span, value: Attribute) {
        if name.contains('.') {
            self.report(
                Diagnostic::new(span, format!("the name of the alias `#{name}` has a dot"))
                    .help("names with a dot are those of dialects"),
            );
        }
        if self.attribute_aliases.insert(name, value).is_some() {
            self.report(Diagnostic::new(
                span,
                format!("the alias `#{name}` is defined twice"),
            ));
        }
    }

    pub fn define_type(&mut self, name: &'a str, span: Span, value: Type) {
        if name.contains('.') {
            self.report(
                Diagnostic::new(span, format!("the name of the alias `!{name}` has a dot"))
                    .help("names with a dot are those of dialects"),
            );
        }
        if self.type_aliases.insert(name, value).is_some() {
            self.report(Diagnostic::new(
                span,
                format!("the alias `!{name}` is defined twice"),
            ));
        }
    }

    pub fn attribute_alias(&mut self, name: &str, span: Span) -> Attribute {
        if let Some(value) = self.attribute_aliases.get(name) {
            return value.clone();
        }
        self.report(
            Diagnostic::new(span, format!("the attribute alias `#{name}` is not defined")).help(
                "an alias is defined before its first use, by a line `#name = …` outside any operation",
            ),
        );
        Attribute::Unit
    }

    pub fn type_alias(&mut self, name: &str, span: Span) -> Type {
        if let Some(value) = self.type_aliases.get(name) {
            return value.clone();
        }
        self.report(
            Diagnostic::new(span, format!("the type alias `!{name}` is not defined")).help(
                "an alias is defined before its first use, by a line `!name = …` outside any operation",
            ),
        );
        Type::None
    }
}
