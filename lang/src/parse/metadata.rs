//! `{-# … #-}`: resources of dialects and of tools. They are kept as text, but read for their mistakes.

use crate::diagnostic::Diagnostic;
use crate::ir::Span;
use crate::lexer::Token;

use super::parser::{Parsed, Parser};

/// Dialects whose resources are blobs.
const BLOBS: &[&str] = &["builtin", "test"];

impl<'s> Parser<'s> {
    /// The whole text from `{-#` to `#-}`.
    pub(super) fn metadata(&mut self) -> Parsed<()> {
        let start = self.cursor.start();
        self.bump();
        self.entries(
            Token::MetadataEnd,
            "#-}",
            "the file metadata dictionary",
            |parser, key, span| match key {
                "dialect_resources" => parser.resources(|dialect| BLOBS.contains(&dialect)),
                "external_resources" => parser.resources(|_| false),
                _ => Err(Box::new(
                    Diagnostic::new(
                        span,
                        format!("unknown key `{key}` in the file metadata dictionary"),
                    )
                    .help("expected `dialect_resources` or `external_resources`"),
                )),
            },
        )?;
        let text = self.slice(self.span_from(start));
        match &mut self.module.metadata {
            slot @ None => *slot = Some(text.into()),
            Some(before) => *before = format!("{before}\n{text}").into(),
        }
        Ok(())
    }

    /// `{name: {key: value, …}, …}`; those of some names are blobs.
    fn resources(&mut self, are_blobs: impl Fn(&str) -> bool) -> Parsed<()> {
        self.expect(Token::LeftBrace, "{")?;
        self.entries(
            Token::RightBrace,
            "}",
            "the list of `resource` groups",
            |parser, name, _| {
                parser.expect(Token::LeftBrace, "{")?;
                let is_blob = are_blobs(name);
                parser.entries(Token::RightBrace, "}", "a `resource` group", |parser, key, _| {
                    parser.resource(key, is_blob)
                })
            },
        )
    }

    /// `true`, `"text"` or `"0x…"`, where a blob begins with its alignment in four bytes.
    fn resource(&mut self, key: &str, is_blob: bool) -> Parsed<()> {
        let (span, text) = (self.span(), self.text());
        if matches!(self.token(), Token::End | Token::MetadataEnd | Token::Error) {
            return Err(self.unexpected("the value of a `resource` entry"));
        }
        self.bump();
        if !is_blob {
            return Ok(());
        }
        let digits = text.strip_prefix("\"0x").and_then(|t| t.strip_suffix('"'));
        let is_hex = |d: &&str| d.len() % 2 == 0 && d.bytes().all(|b| b.is_ascii_hexdigit());
        match digits.filter(is_hex) {
            None => Err(self.error(span, format!("found `{}`: expected a hex string blob for the key `{key}`", shortened(text)))),
            Some(digits) if digits.len() < 8 => Err(self.error(
                span,
                format!("the blob is too short: expected a hex string blob for the key `{key}` to encode its alignment in the first 4 bytes"),
            )),
            Some(_) => Ok(()),
        }
    }

    /// `key: value, …` up to a closing bracket.
    fn entries(
        &mut self,
        close: Token,
        closes: &str,
        of: &str,
        mut value: impl FnMut(&mut Self, &'s str, Span) -> Parsed<()>,
    ) -> Parsed<()> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            let span = self.span();
            let key = match self.token() {
                Token::String => self.text().trim_matches('"'),
                Token::Word => self.text(),
                _ => return Err(self.unexpected(&format!("an identifier key in {of}"))),
            };
            self.bump();
            self.expect(Token::Colon, ":")?;
            value(self, key, span)?;
            if self.eat(close) {
                return Ok(());
            }
            if !self.eat(Token::Comma) {
                return Err(self.unexpected(&format!("`,` or `{closes}` in {of}")));
            }
        }
    }
}

/// The beginning of a text that may be long.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
