//! Reading affine expressions, maps and sets from a string of their own.

use std::str::FromStr;

use super::expr::AffineExpr;
use super::map::AffineMap;
use super::parse::{self, Kind, Parsed, Tokens};
use super::set::IntegerSet;
use crate::diagnostic::Diagnostic;
use crate::ir::Span;

/// Reads an expression over `d0, d1, …` and `s0, s1, …`.
impl FromStr for AffineExpr {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<AffineExpr, Diagnostic> {
        whole(text, |tokens| parse::expression(tokens, &mut numbered))
    }
}

/// Reads `affine_map<(d0)[s0] -> (d0 + s0)>`, or only what stands between the brackets. The dimensions
/// and symbols may have any names.
impl FromStr for AffineMap {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<AffineMap, Diagnostic> {
        whole(text, |tokens| wrapped(tokens, "affine_map", parse::map))
    }
}

/// Reads `affine_set<(d0)[s0] : (d0 >= s0)>`, or only what stands between the brackets. The dimensions
/// and symbols may have any names.
impl FromStr for IntegerSet {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<IntegerSet, Diagnostic> {
        whole(text, |tokens| wrapped(tokens, "affine_set", parse::set))
    }
}

fn whole<'s, R>(text: &'s str, read: impl Fn(&mut Scanner<'s>) -> Parsed<R>) -> Result<R, Diagnostic> {
    let mut tokens = Scanner::new(text);
    let value = read(&mut tokens).map_err(|diagnostic| *diagnostic)?;
    match tokens.kind() {
        Kind::End => Ok(value),
        _ => Err(*parse::unexpected(&tokens, "the end of the text")),
    }
}

/// Reads `word<…>` or only `…`.
fn wrapped<'s, R>(
    tokens: &mut Scanner<'s>,
    word: &str,
    inner: fn(&mut Scanner<'s>) -> Parsed<R>,
) -> Parsed<R> {
    if tokens.kind() != Kind::Word {
        return inner(tokens);
    }
    if tokens.text() != word {
        return Err(parse::unexpected(tokens, &format!("`{word}<` or `(`")));
    }
    tokens.bump();
    parse::expect(tokens, Kind::Less, "`<`")?;
    let value = inner(tokens)?;
    parse::expect(tokens, Kind::Greater, "`>`")?;
    Ok(value)
}

/// `d0`, `s0`, …: the names that need no declaration.
fn numbered(tokens: &mut Scanner<'_>) -> Parsed<AffineExpr> {
    let text = tokens.text();
    let number = |digits: &str| match digits.bytes().all(|b| b.is_ascii_digit()) {
        true => digits.parse().ok(),
        false => None,
    };
    let dim = || number(text.strip_prefix('d')?).map(AffineExpr::Dim);
    let symbol = || number(text.strip_prefix('s')?).map(AffineExpr::Symbol);
    match dim().or_else(symbol) {
        Some(expr) => {
            tokens.bump();
            Ok(expr)
        }
        None => Err(parse::unexpected(
            tokens,
            "a dimension `d0`, `d1`, … or a symbol `s0`, `s1`, …",
        )),
    }
}

/// The tokens of a string.
struct Scanner<'s> {
    source: &'s str,
    kind: Kind,
    start: usize,
    end: usize,
}

impl<'s> Scanner<'s> {
    fn new(source: &'s str) -> Scanner<'s> {
        let mut scanner = Scanner {
            source,
            kind: Kind::End,
            start: 0,
            end: 0,
        };
        scanner.bump();
        scanner
    }
}

impl<'s> Tokens<'s> for Scanner<'s> {
    fn kind(&self) -> Kind {
        self.kind
    }

    fn text(&self) -> &'s str {
        self.source.get(self.start..self.end).unwrap_or_default()
    }

    fn span(&self) -> Span {
        let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
        Span {
            start: offset(self.start),
            end: offset(self.end),
        }
    }

    fn bump(&mut self) {
        let rest = skipped(self.source.get(self.end..).unwrap_or_default());
        let (kind, length) = token(rest);
        self.kind = kind;
        self.start = self.source.len() - rest.len();
        self.end = self.start + length;
    }
}

/// The text after its leading white space and comments.
fn skipped(mut text: &str) -> &str {
    loop {
        text = text.trim_ascii_start();
        match text.strip_prefix("//") {
            Some(comment) => text = comment.split_once('\n').map_or("", |(_, rest)| rest),
            None => return text,
        }
    }
}

/// The kind and the length of the first token.
fn token(text: &str) -> (Kind, usize) {
    const SYMBOLS: [(&str, Kind); 16] = [
        ("->", Kind::Arrow),
        (">=", Kind::GreaterEqual),
        ("<=", Kind::LessEqual),
        ("==", Kind::DoubleEqual),
        ("(", Kind::LeftParen),
        (")", Kind::RightParen),
        ("[", Kind::LeftBracket),
        ("]", Kind::RightBracket),
        (",", Kind::Comma),
        (":", Kind::Colon),
        ("+", Kind::Plus),
        ("-", Kind::Minus),
        ("*", Kind::Star),
        ("<", Kind::Less),
        (">", Kind::Greater),
        ("=", Kind::Equal),
    ];
    if let Some((symbol, kind)) = SYMBOLS.iter().find(|(symbol, _)| text.starts_with(symbol)) {
        return (*kind, symbol.len());
    }
    let run = |from: usize, belongs: fn(&u8) -> bool| {
        let tail = text.as_bytes().iter().skip(from);
        from + tail.take_while(|b| belongs(b)).count()
    };
    let is_name: fn(&u8) -> bool = |b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.' | b'-');
    let is_word: fn(&u8) -> bool = |b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.');
    match text.chars().next() {
        None => (Kind::End, 0),
        Some('0') if text.starts_with("0x") && run(2, u8::is_ascii_hexdigit) > 2 => {
            (Kind::Integer, run(2, u8::is_ascii_hexdigit))
        }
        Some('0'..='9') => (Kind::Integer, run(0, u8::is_ascii_digit)),
        Some('a'..='z' | 'A'..='Z' | '_') => (Kind::Word, run(0, is_word)),
        Some('%') => (Kind::Value, run(1, is_name)),
        Some(other) => (Kind::Other, other.len_utf8()),
    }
}
