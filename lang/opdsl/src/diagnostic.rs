//! Mistakes in a file: where, what was found, what was expected.

use ruff_text_size::TextRange;

/// Bytes of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl From<TextRange> for Span {
    fn from(range: TextRange) -> Span {
        Span {
            start: range.start().to_u32(),
            end: range.end().to_u32(),
        }
    }
}

/// A mistake: where it is, what was found, what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub span: Span,
    pub message: String,
    /// What was expected, or what to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    pub(crate) fn new(span: impl Into<Span>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            span: span.into(),
            message: message.into(),
            help: None,
        }
    }

    /// The same with what was expected.
    pub(crate) fn expected(mut self, expected: impl AsRef<str>) -> Diagnostic {
        self.help = Some(format!("expected {}", expected.as_ref()));
        self
    }
}
