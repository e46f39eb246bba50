//! What the parsers of the small languages share: words with their places, and what is said of a text that the grammar does
//! not accept.

use lalrpop_util::ParseError;
use logos::Logos;
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::Span;

/// The words of a text with where they stand; `None` for a character that begins no word.
pub fn words<'s, T>(source: &'s str) -> impl Iterator<Item = (Span, Option<T>)>
where
    T: Logos<'s, Source = str, Extras = ()> + 's,
{
    let words = T::lexer(source).spanned();
    words.map(|(token, range)| (span(range), token.ok()))
}

/// Offsets past 4 GiB are those of the end.
pub fn span(range: std::ops::Range<usize>) -> Span {
    let at = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
    Span {
        start: at(range.start),
        end: at(range.end),
    }
}

/// How mistakes in one language are told.
pub struct Wording {
    pub unknown: &'static str,
    pub ends: &'static str,
    pub goes_on: &'static str,
}

/// The diagnostic for a mistake: what stands where it is found, and what might.
pub fn explain<T>(error: ParseError<u32, T, Diagnostic>, source: &str, wording: &Wording) -> Diagnostic {
    let at = |start, end| Span { start, end };
    match error {
        ParseError::User { error } => error,
        ParseError::InvalidToken { location } => Diagnostic::new(at(location, location), wording.unknown),
        ParseError::UnrecognizedEof { location, expected } => {
            Diagnostic::new(at(location, location), wording.ends).help(one_of(&expected))
        }
        ParseError::UnrecognizedToken {
            token: (start, _, end),
            expected,
        } => {
            let word = source.get(start as usize..end as usize).unwrap_or("");
            Diagnostic::new(at(start, end), format!("`{word}` is not expected here")).help(one_of(&expected))
        }
        ParseError::ExtraToken {
            token: (start, _, end),
        } => Diagnostic::new(at(start, end), wording.goes_on),
    }
}

fn one_of(expected: &[String]) -> String {
    let words: Vec<String> = expected.iter().map(|e| e.trim_matches('"').to_string()).collect();
    format!("expected {}", words.join(", "))
}
