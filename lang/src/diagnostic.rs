//! Mistakes in a user's text: where, what was found, what was expected.

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, Severity};

use crate::ir::Span;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub span: Span,
    pub message: String,
    /// What was expected, or what to do about it.
    pub help: Option<String>,
    /// Other places that matter: an earlier definition, the type that was declared.
    pub notes: Vec<(Span, String)>,
}

impl Diagnostic {
    pub fn new(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            span,
            message: message.into(),
            help: None,
            notes: Vec::new(),
        }
    }

    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    pub fn note(mut self, span: Span, note: impl Into<String>) -> Diagnostic {
        self.notes.push((span, note.into()));
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

/// At most this many diagnostics are rendered; the rest are counted.
const RENDERED: usize = 20;

/// The diagnostics as a person reads them: file, line and column, the line, a caret, the help.
pub fn render(file_name: &str, source: &str, diagnostics: &[Diagnostic], color: bool) -> String {
    let theme = if color {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(110)
        .with_links(false);
    let mut out = String::new();
    for diagnostic in diagnostics.iter().take(RENDERED) {
        let report = Report {
            diagnostic,
            source: NamedSource::new(file_name, source.to_string()),
            length: source.len(),
        };
        if handler.render_report(&mut out, &report).is_err() {
            out.push_str(&format!("{file_name}: {diagnostic}\n"));
        }
    }
    if diagnostics.len() > RENDERED {
        out.push_str(&format!("{} more\n", diagnostics.len() - RENDERED));
    }
    out
}

/// Line and column, both counted from 1, of a byte of the source.
pub fn line_column(source: &str, offset: u32) -> (usize, usize) {
    let before = &source.as_bytes()[..(offset as usize).min(source.len())];
    let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
    let column = 1 + String::from_utf8_lossy(&before[line_start..]).chars().count();
    (line, column)
}

#[derive(Debug)]
struct Report<'a> {
    diagnostic: &'a Diagnostic,
    source: NamedSource<String>,
    length: usize,
}

impl Report<'_> {
    fn label(&self, text: Option<String>, span: Span) -> LabeledSpan {
        let start = (span.start as usize).min(self.length);
        let end = (span.end as usize).clamp(start, self.length);
        LabeledSpan::new(text, start, end - start)
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic.message)
    }
}

impl std::error::Error for Report<'_> {}

impl miette::Diagnostic for Report<'_> {
    fn severity(&self) -> Option<Severity> {
        Some(Severity::Error)
    }

    fn help(&self) -> Option<Box<dyn fmt::Display + '_>> {
        self.diagnostic
            .help
            .as_ref()
            .map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let main = std::iter::once(self.label(Some("here".to_string()), self.diagnostic.span));
        let notes = self.diagnostic.notes.iter();
        Some(Box::new(main.chain(
            notes.map(|(span, text)| self.label(Some(text.clone()), *span)),
        )))
    }
}
