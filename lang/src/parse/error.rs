//! Syntax errors as diagnostics.

use lalrpop_util::ParseError;

use crate::diagnostic::Diagnostic;
use crate::ir::Span;
use crate::lexer::{LexicalError, NESTING_LIMIT, Token};

type SyntaxError<'a> = ParseError<u32, Token<'a>, std::convert::Infallible>;

pub fn diagnostic(source: &str, error: SyntaxError<'_>) -> Diagnostic {
    match error {
        ParseError::UnrecognizedToken {
            token: (start, token, end),
            expected,
        } => unexpected(source, token, Span { start, end }, &expected),
        ParseError::ExtraToken {
            token: (start, token, end),
        } => unexpected(source, token, Span { start, end }, &[]),
        ParseError::UnrecognizedEof { location, expected } => {
            let span = Span {
                start: location,
                end: location,
            };
            let diagnostic = Diagnostic::new(span, "the text ends here");
            with_expected(diagnostic, &expected)
        }
        ParseError::InvalidToken { location } => Diagnostic::new(
            Span {
                start: location,
                end: location,
            },
            "this is no token",
        ),
        ParseError::User { error } => match error {},
    }
}

fn unexpected(source: &str, token: Token<'_>, span: Span, expected: &[String]) -> Diagnostic {
    let text = &source[span.start as usize..span.end as usize];
    if let Token::Error(error) = token {
        return lexical(error, text, span);
    }
    let operation_expected = expected.iter().any(|e| e == "BINARY");
    if operation_expected && let Token::Word(name) = token {
        return if name.contains('.') {
            Diagnostic::new(
                span,
                format!("the custom form of the operation `{name}` is not known"),
            )
            .help(format!(
                "expected an operation of the table, or the generic form `\"{name}\"(…) : (…) -> …`"
            ))
        } else {
            Diagnostic::new(span, format!("found the word `{name}`"))
                .help("expected an operation, such as `affine.for` or `\"dialect.name\"(…) : (…) -> …`")
        };
    }
    with_expected(
        Diagnostic::new(span, format!("found `{}`", shortened(text))),
        expected,
    )
}

fn lexical(error: LexicalError, text: &str, span: Span) -> Diagnostic {
    match error {
        LexicalError::UnknownCharacter => {
            let shown: String = text.chars().take(1).flat_map(char::escape_debug).collect();
            Diagnostic::new(span, format!("the character `{shown}` begins no token"))
        }
        LexicalError::UnterminatedString => {
            Diagnostic::new(span, "the string does not end").help("expected a closing `\"` on the same line")
        }
        LexicalError::UnterminatedMetadata => {
            Diagnostic::new(span, "the file metadata does not end").help("expected `#-}`")
        }
        LexicalError::Unbalanced => Diagnostic::new(span, "the brackets after this name do not match")
            .help("expected the `>` that ends the body of a dialect attribute or type"),
        LexicalError::TooDeep => Diagnostic::new(span, "the brackets are nested too deeply")
            .help(format!("expected at most {NESTING_LIMIT} open brackets")),
    }
}

fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(40).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

fn with_expected(diagnostic: Diagnostic, expected: &[String]) -> Diagnostic {
    let mut words: Vec<String> = Vec::new();
    for terminal in expected {
        let word = describe(terminal);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    // A place that takes any name would list every keyword.
    if words.iter().any(|w| w == "a name") {
        words.retain(|w| !w.starts_with('`') || !w.as_bytes()[1].is_ascii_alphabetic());
    }
    if words.iter().any(|w| w == "an operation") {
        words.retain(|w| {
            !matches!(
                w.as_str(),
                "`module`" | "`call`" | "`return`" | "`unrealized_conversion_cast`" | "a string"
            )
        });
    }
    match words.as_slice() {
        [] => diagnostic,
        [word] => diagnostic.help(format!("expected {word}")),
        [rest @ .., last] => diagnostic.help(format!("expected {} or {last}", rest.join(", "))),
    }
}

/// What a person calls a terminal of the grammar.
fn describe(terminal: &str) -> String {
    const NAMES: &[(&str, &str)] = &[
        ("WORD", "a name"),
        ("INTEGER", "an integer"),
        ("FLOAT", "a float"),
        ("STRING", "a string"),
        ("VALUE", "an SSA value"),
        ("BLOCK", "a block label"),
        ("SYMBOL", "a symbol"),
        ("QUOTED_SYMBOL", "a symbol"),
        ("RESULT_NUMBER", "a result number"),
        ("ATTRIBUTE_ALIAS", "an attribute alias"),
        ("TYPE_ALIAS", "a type"),
        ("METADATA", "file metadata"),
        ("OPAQUE_ATTRIBUTE", "an attribute"),
        ("OPAQUE_TYPE", "a type"),
        ("SCALAR_TYPE", "a type"),
        ("\"memref\"", "a type"),
        ("\"tensor\"", "a type"),
        ("\"vector\"", "a type"),
        ("\"complex\"", "a type"),
        ("\"tuple\"", "a type"),
        ("FIXED_DIM", "a dimension"),
        ("SCALABLE_DIM", "a dimension"),
        ("DYNAMIC_DIM", "a dimension"),
        ("UNRANKED", "a dimension"),
        ("BINARY", "an operation"),
        ("UNARY", "an operation"),
        ("TERNARY", "an operation"),
        ("COMPARE", "an operation"),
        ("CAST", "an operation"),
    ];
    if let Some((_, name)) = NAMES.iter().find(|(t, _)| *t == terminal) {
        return (*name).to_string();
    }
    let literal = terminal.trim_matches('"');
    if literal.contains('.') {
        return "an operation".to_string();
    }
    format!("`{literal}`")
}
