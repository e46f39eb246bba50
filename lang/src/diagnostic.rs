//! Mistakes in a user's text: where, what was found, what was expected.

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, Severity, SourceSpan};

/// Bytes of the source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

/// A mistake: where it is, what was found, what was expected.
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
    /// A mistake at a place.
    pub fn new(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            span,
            message: message.into(),
            help: None,
            notes: Vec::new(),
        }
    }

    /// The same with what was expected, or what to do about it.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The same with another place that matters.
    pub fn note(mut self, span: Span, note: impl Into<String>) -> Diagnostic {
        self.notes.push((span, note.into()));
        self
    }

    /// The same mistake in a text that has `distance` bytes before it. One at no place stays there.
    pub fn shifted(mut self, distance: usize) -> Diagnostic {
        let shift = |offset: u32| u32::try_from(offset as usize + distance).unwrap_or(u32::MAX);
        let spans = self.notes.iter_mut().map(|(span, _)| span);
        for span in std::iter::once(&mut self.span).chain(spans) {
            if *span != Span::default() {
                *span = Span {
                    start: shift(span.start),
                    end: shift(span.end),
                };
            }
        }
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

impl std::error::Error for Diagnostic {}

/// `1 result`, `2 results`.
pub fn counted(n: usize, noun: &str) -> String {
    match n {
        1 => format!("1 {noun}"),
        _ => format!("{n} {noun}s"),
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
        let start = out.len();
        if has_long_line(source, diagnostic) || handler.render_report(&mut out, &report).is_err() {
            out.truncate(start);
            out.push_str(&window(file_name, source, diagnostic));
        }
    }
    if diagnostics.len() > RENDERED {
        out.push_str(&format!("{} more\n", diagnostics.len() - RENDERED));
    }
    out
}

/// Bytes of a line above which only the part around the mistake is shown.
const LONG_LINE: usize = 2000;
/// Characters shown on each side of a mistake in a long line.
const WINDOW: usize = 40;

/// Whether a line that would be shown (one of a mistake, or next to one) is too long to show whole.
fn has_long_line(source: &str, diagnostic: &Diagnostic) -> bool {
    let notes = diagnostic.notes.iter().map(|(span, _)| span);
    let mut spans = std::iter::once(&diagnostic.span).chain(notes);
    spans.any(|span| {
        let (start, end) = clamped(*span, source.len());
        let bytes = source.as_bytes();
        let before = bytes[..start].rsplit(|&b| b == b'\n').take(2);
        let after = bytes[start..].split(|&b| b == b'\n');
        let touched = 2 + bytes[start..end].iter().filter(|&&b| b == b'\n').count();
        let longest = before.chain(after.take(touched)).map(<[u8]>::len).max();
        longest.unwrap_or(0) > LONG_LINE
    })
}

/// The diagnostic with only a window of its line.
fn window(file_name: &str, source: &str, diagnostic: &Diagnostic) -> String {
    let (start, _) = clamped(diagnostic.span, source.len());
    let (line, column) = line_column(source, diagnostic.span.start);
    let boundary = (0..=start)
        .rev()
        .find(|&at| source.is_char_boundary(at))
        .unwrap_or(0);
    let (head, tail) = source.split_at(boundary);
    let shown = |c: &char| !c.is_control();
    let before: Vec<char> = head.chars().rev().take(WINDOW).take_while(shown).collect();
    let before: String = before.into_iter().rev().collect();
    let after: String = tail.chars().take(WINDOW).take_while(shown).collect();
    let caret = " ".repeat(before.chars().count());
    let mut out = format!("  × {}\n   ╭─[{file_name}:{line}:{column}]\n", diagnostic.message);
    out.push_str(&format!("   │ {before}{after}\n   │ {caret}^\n   ╰────\n"));
    if let Some(help) = &diagnostic.help {
        out.push_str(&format!("  help: {help}\n"));
    }
    out
}

fn clamped(span: Span, length: usize) -> (usize, usize) {
    let start = (span.start as usize).min(length);
    (start, (span.end as usize).clamp(start, length))
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
    fn at(&self, span: Span) -> SourceSpan {
        let (start, end) = clamped(span, self.length);
        (start, end - start).into()
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
        let diagnostic = self.diagnostic;
        let main = LabeledSpan::new_primary_with_span(Some("here".to_string()), self.at(diagnostic.span));
        let notes = diagnostic.notes.iter();
        let notes = notes.map(|(span, text)| LabeledSpan::new_with_span(Some(text.clone()), self.at(*span)));
        Some(Box::new(std::iter::once(main).chain(notes)))
    }
}
