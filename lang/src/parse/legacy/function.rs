//! Functions.

use std::sync::Arc;

use crate::attribute::{Attribute, NamedAttribute};
use crate::lexer::{Token, balanced};
use crate::parse::declarative;
use crate::parse::parser::Parser;
use crate::parse::state::{OpState, Parsed};

use super::table::Row;

/// The dialect that attributes of parameters get where they had none; today they must have one.
const DIALECT: &str = "std";

impl<'s> Parser<'s> {
    pub(super) fn legacy_function(&mut self, row: &Row, op: &mut OpState) -> Parsed<()> {
        let around = std::mem::replace(&mut self.has_bare_labels, row.old == "cfgfunc");
        declarative::read(self, row.code, op)?;
        self.has_bare_labels = around;
        self.modern_function(op);
        Ok(())
    }

    /// Whether the current word is a label: a colon follows, or arguments and a colon. In a `cfgfunc` no
    /// operation begins so.
    pub(in crate::parse) fn begins_bare_label(&self) -> bool {
        if !self.is(Token::Word) || self.text().contains('.') {
            return false;
        }
        let mut ahead = self.cursor.clone();
        ahead.bump();
        if ahead.token() == Token::LeftParen {
            let rest = &ahead.source()[ahead.start() as usize..];
            let Some(length) = balanced(rest) else {
                return false;
            };
            ahead.go_to(ahead.start() + length as u32);
        }
        ahead.token() == Token::Colon
    }

    /// What today's functions ask: a declaration is private, the attributes of parameters are of a dialect.
    pub(super) fn modern_function(&mut self, op: &mut OpState) {
        let region = op.regions.first();
        let is_declaration = region.is_some_and(|&r| self.module.region(r).blocks.is_empty());
        let has_visibility = op.attributes.iter().any(|(name, _)| &**name == "sym_visibility");
        for (name, value) in &mut op.attributes {
            match &**name {
                "type" => *name = self.name("function_type"),
                "arg_attrs" | "res_attrs" => *value = qualified(value),
                _ => {}
            }
        }
        if is_declaration && !has_visibility {
            let private = (self.name("sym_visibility"), Attribute::string("private"));
            op.attributes.push(private);
        }
    }
}

fn qualified(parameters: &Attribute) -> Attribute {
    let Attribute::Array(parameters) = parameters else {
        return parameters.clone();
    };
    let parameters = parameters.iter().map(|parameter| match parameter {
        Attribute::Dictionary(entries) => {
            let mut entries: Vec<NamedAttribute> = entries.iter().cloned().map(qualified_entry).collect();
            entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            Attribute::Dictionary(entries.into())
        }
        other => other.clone(),
    });
    Attribute::array(parameters.collect())
}

fn qualified_entry((name, value): NamedAttribute) -> NamedAttribute {
    match name.contains('.') {
        true => (name, value),
        false => (Arc::from(format!("{DIALECT}.{name}")), value),
    }
}
