//! Types and attributes of dialects, which are kept as their text.

use crate::diagnostic::Diagnostic;
use crate::ir::Span;
use crate::lexer::{balanced, string_length};

use super::known_text;
use super::parser::Parser;
use super::state::Parsed;

impl<'s> Parser<'s> {
    /// The text of `#dialect.name<…>` or `!dialect<…>` in its shortest spelling; `None` for an alias, whose
    /// name is read.
    pub(super) fn dialect_symbol(&mut self) -> Parsed<Option<String>> {
        let start = self.cursor.start();
        let end = self.cursor.end();
        let name = self.text();
        let source = self.cursor.source();
        let has_body = source.as_bytes().get(end as usize) == Some(&b'<');
        if !has_body {
            self.bump();
            return Ok(name.contains('.').then(|| name.to_string()));
        }
        let rest = &source[end as usize..];
        let Some(length) = balanced(rest) else {
            return Err(self.error(
                self.span(),
                format!(
                    "the brackets behind `{name}` do not balance: unbalanced `<` in a pretty dialect name"
                ),
            ));
        };
        let whole = &source[start as usize..end as usize + length];
        self.cursor.go_to(end + length as u32);
        Ok(Some(pretty(&self.expanded(whole)?)))
    }

    /// That nothing is wrong with the text of a dialect's type or attribute, as far as it is known.
    pub(super) fn check_known_text(&self, text: &str, at: Span) -> Parsed<()> {
        match known_text::fault(text) {
            None => Ok(()),
            Some((message, expected)) => Err(Box::new(Diagnostic::new(at, message).help(expected))),
        }
    }

    /// The type or attribute at the current sigil as text that needs no alias.
    pub(super) fn dialect_text(&mut self) -> Parsed<String> {
        let name = self.text();
        if let Some(text) = self.dialect_symbol()? {
            return Ok(text);
        }
        Ok(self.alias_text(name).unwrap_or_else(|| name.to_string()))
    }

    /// What `#name` or `!name` stands for.
    fn alias_text(&self, name: &str) -> Option<String> {
        let attribute = name.strip_prefix('#').and_then(|n| self.attribute_aliases.get(n));
        let ty = name.strip_prefix('!').and_then(|n| self.type_aliases.get(n));
        let attribute = attribute.map(|alias| alias.value().to_string());
        attribute.or_else(|| ty.map(|alias| alias.value().to_string()))
    }

    /// The text of a dialect's type or attribute with the aliases in it written out.
    fn expanded(&mut self, text: &str) -> Parsed<String> {
        let bytes = text.as_bytes();
        let mut out = String::with_capacity(text.len());
        // The first sigil is that of the whole.
        let (mut at, mut copied) = (1, 0);
        while at < bytes.len() {
            let length = match bytes[at] {
                b'"' => string_length(&bytes[at..]).unwrap_or(1),
                b'#' | b'!' => 1 + identifier_length(&bytes[at + 1..]),
                _ => 1,
            };
            let end = (at + length).min(bytes.len());
            if matches!(bytes[at], b'#' | b'!')
                && bytes.get(end) != Some(&b'<')
                && let Some(meaning) = self.alias_text(&text[at..end])
            {
                out.push_str(&text[copied..at]);
                out.push_str(&meaning);
                copied = end;
                self.expand(meaning.len(), out.len())?;
            }
            at = end;
        }
        out.push_str(&text[copied..]);
        Ok(out)
    }
}

fn identifier_length(bytes: &[u8]) -> usize {
    let part = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.' | b'-');
    bytes.iter().take_while(part).count()
}

/// `#dialect<name<…>>` becomes `#dialect.name<…>` where the body is a name with at most one bracket.
fn pretty(text: &str) -> String {
    let unchanged = || text.to_string();
    let Some((dialect, body)) = text.split_once('<') else {
        return unchanged();
    };
    let Some(body) = body.strip_suffix('>').filter(|_| !dialect.contains('.')) else {
        return unchanged();
    };
    let name = body
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.'))
        .count();
    let starts = body.starts_with(|c: char| c.is_ascii_alphabetic());
    let rest = &body[name..];
    let bracketed = rest.starts_with('<') && balanced(rest) == Some(rest.len());
    if starts && (rest.is_empty() || bracketed) {
        format!("{dialect}.{body}")
    } else {
        unchanged()
    }
}
