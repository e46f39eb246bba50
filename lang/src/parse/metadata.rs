//! `{-# … #-}`: resources at the end of a file.
//!
//! ```text
//! metadata ::= "{-#" (kind (","  kind)*)? "#-}"
//! kind     ::= ("dialect_resources" | "external_resources") ":" "{" (owner ("," owner)*)? "}"
//! owner    ::= name ":" "{" (key ":" value ("," key ":" value)*)? "}"
//! ```
//!
//! What a resource holds is its owner's business: the text is kept, in the layout that printers give it.

use crate::diagnostic::Diagnostic;
use crate::ir::Span;
use crate::lexer::Token;

use super::literal::hex_bytes;
use super::parser::Parser;
use super::state::Parsed;

/// Dialects whose resources are blobs.
const BLOBS: &[&str] = &["builtin", "test"];

/// Bytes at the start of a blob that say how it is to be aligned.
const ALIGNMENT: usize = 4;

impl<'s> Parser<'s> {
    pub(super) fn metadata(&mut self) -> Parsed<()> {
        let start = self.span();
        self.bump();
        let kinds = self.entries(Token::MetadataEnd, "#-}", |parser| {
            parser.resources().map_err(|error| at_beginning(error, start))
        })?;
        if kinds.is_empty() {
            return Ok(());
        }
        let text = format!("{{-#{}#-}}", braced(&kinds, 1));
        match &mut self.module.metadata {
            slot @ None => *slot = Some(text.into()),
            Some(before) => *before = format!("{before}\n\n{text}").into(),
        }
        Ok(())
    }

    /// `dialect_resources: {…}`.
    fn resources(&mut self) -> Parsed<String> {
        let span = self.span();
        let kind = self.key("an identifier as the key in the file metadata dictionary")?;
        let is_dialects = match kind {
            "dialect_resources" => true,
            "external_resources" => false,
            _ => {
                let message = format!("`{kind}` is an unknown key in the file metadata dictionary");
                let help = "expected `dialect_resources` or `external_resources`";
                return Err(Box::new(Diagnostic::new(span, message).help(help)));
            }
        };
        self.expect(Token::LeftBrace, "{")?;
        let owners = self.entries(Token::RightBrace, "}", |parser| parser.owner(is_dialects))?;
        Ok(format!("{kind}: {{{}}}", braced(&owners, 2)))
    }

    /// `builtin: {…}`.
    fn owner(&mut self, is_dialect: bool) -> Parsed<String> {
        let name = self.key("an identifier as the key of the 'resource' entry")?;
        self.expect(Token::LeftBrace, "{")?;
        let is_blob = is_dialect && BLOBS.contains(&name);
        let values = self.entries(Token::RightBrace, "}", |parser| parser.resource(is_blob))?;
        Ok(format!("{name}: {{{}}}", braced(&values, 3)))
    }

    /// `key: "0x…"`.
    fn resource(&mut self, is_blob: bool) -> Parsed<String> {
        let key = self.key("an identifier as the key of the 'resource' entry")?;
        let span = self.span();
        let value = self.text();
        let is_bool = self.is(Token::Word) && matches!(value, "true" | "false");
        if is_blob {
            self.check_blob(key, span)?;
        } else if !is_bool && !self.is(Token::String) {
            return Err(self.unexpected("a string, `true` or `false`"));
        }
        self.bump();
        Ok(format!("{key}: {value}"))
    }

    fn key(&mut self, expected: &str) -> Parsed<&'s str> {
        let key = self.word(expected)?;
        self.expect(Token::Colon, ":")?;
        Ok(key)
    }

    fn entries(
        &mut self,
        close: Token,
        closes: &str,
        mut entry: impl FnMut(&mut Self) -> Parsed<String>,
    ) -> Parsed<Vec<String>> {
        let mut entries = Vec::new();
        if self.eat(close) {
            return Ok(entries);
        }
        loop {
            entries.push(entry(self)?);
            if self.eat(close) {
                return Ok(entries);
            }
            if !self.eat(Token::Comma) {
                return Err(self.unexpected(&format!("`,` or `{closes}`")));
            }
        }
    }

    /// A dialect's resource is a blob in hexadecimal, after four bytes that give its alignment.
    fn check_blob(&self, key: &str, span: Span) -> Parsed<()> {
        let quoted = self.text();
        let digits = match self.token() {
            Token::String => quoted[1..quoted.len() - 1].strip_prefix("0x"),
            _ => None,
        };
        let wrong = |what: &str| {
            let message = format!("the resource `{key}` is no hex string blob{what}");
            let help =
                "expected a string of `0x`, the alignment in the first 4 bytes, a power of 2, and the data";
            Err(Box::new(Diagnostic::new(span, message).help(help)))
        };
        let Some(bytes) = digits.and_then(|digits| hex_bytes(digits.as_bytes())) else {
            return wrong("");
        };
        let Some(alignment) = bytes.first_chunk::<ALIGNMENT>() else {
            return wrong(": it is too short to encode an alignment");
        };
        let alignment = u32::from_le_bytes(*alignment);
        if alignment != 0 && !alignment.is_power_of_two() {
            return wrong(&format!(": the alignment {alignment} is a non-power-of-2 value"));
        }
        Ok(())
    }
}

/// A mistake at the end of the text is one of where the metadata begins.
fn at_beginning(mut error: Box<Diagnostic>, start: Span) -> Box<Diagnostic> {
    if error.message.contains("the end of the text") {
        error.notes.push((start, "the metadata begins here".to_string()));
    }
    error
}

/// The entries on lines of their own, between brackets at this depth.
fn braced(entries: &[String], depth: usize) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let indent = "  ".repeat(depth);
    let lines: Vec<String> = entries.iter().map(|entry| format!("{indent}{entry}")).collect();
    format!("\n{}\n{}", lines.join(",\n"), "  ".repeat(depth - 1))
}
