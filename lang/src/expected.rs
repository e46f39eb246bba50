//! Diagnostics that a text announces in its comments, as `mlir-opt --verify-diagnostics` reads them:
//!
//! ```text
//! // expected-error {{the text of the message}}          on its own line
//! // expected-error@+1 {{…}}, expected-error@-2 {{…}}    so many lines below or above
//! // expected-error@above {{…}}, expected-error@below    the nearest line that announces nothing
//! // expected-error@unknown {{…}}                        at no place of the text
//! // expected-error-re {{text with {{a|regular}} parts}}
//! ```
//!
//! A line announces one diagnostic, at its end. Notes are announced by `expected-note`; they belong to an
//! error and need not be announced. Warnings and remarks are of kinds that Ovolo never reports.

use regex::Regex;

use crate::diagnostic::Diagnostic;
use crate::ir::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Error,
    Note,
    Warning,
    Remark,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Error, Kind::Note, Kind::Warning, Kind::Remark];

    fn name(self) -> &'static str {
        match self {
            Kind::Error => "error",
            Kind::Note => "note",
            Kind::Warning => "warning",
            Kind::Remark => "remark",
        }
    }
}

/// The line of the text that a diagnostic points at, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Line(i64),
    Unknown,
}

/// One announcement.
struct Expectation<'t> {
    kind: Kind,
    place: Place,
    text: &'t str,
    pattern: Option<Regex>,
    /// Where the announcement stands.
    span: Span,
    is_met: bool,
}

/// What the text announces and what was found in it, compared: each difference as a diagnostic. None when
/// the two agree.
pub fn differences(source: &str, found: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut wrong = Vec::new();
    let mut expectations = expectations(source, &mut wrong);
    let starts = line_starts(source);
    for diagnostic in found {
        let message = diagnostic.to_string();
        let place = place(&starts, diagnostic.span);
        if let Err(announced) = meet(&mut expectations, Kind::Error, place, &message) {
            wrong.push(unexpected(diagnostic, announced));
        }
        for (span, note) in &diagnostic.notes {
            let _ = meet(&mut expectations, Kind::Note, self::place(&starts, *span), note);
        }
    }
    let unmet = expectations.iter().filter(|e| !e.is_met);
    wrong.extend(unmet.map(|expectation| {
        let (kind, text) = (expectation.kind.name(), expectation.text);
        let message = format!("the expected {kind} \"{text}\" was not produced");
        Diagnostic::new(expectation.span, message)
    }));
    wrong
}

/// Marks the announcement that the message meets, one not yet met if it can be. When there is none, the
/// error is the kind of one that differs in nothing but its kind.
fn meet(
    expectations: &mut [Expectation<'_>],
    kind: Kind,
    place: Place,
    message: &str,
) -> Result<(), Option<Kind>> {
    let here = expectations.iter_mut().filter(|e| e.place == place);
    let (mut same, other): (Vec<_>, Vec<_>) =
        here.filter(|e| e.matches(message)).partition(|e| e.kind == kind);
    same.sort_by_key(|e| e.is_met);
    match same.first_mut() {
        Some(expectation) => {
            expectation.is_met = true;
            Ok(())
        }
        None => Err(other.first().map(|e| e.kind)),
    }
}

fn unexpected(diagnostic: &Diagnostic, announced: Option<Kind>) -> Diagnostic {
    let message = match announced {
        None => format!("unexpected error: {}", diagnostic.message),
        Some(kind) => format!(
            "an error where a {} is announced: {}",
            kind.name(),
            diagnostic.message
        ),
    };
    Diagnostic {
        message,
        ..diagnostic.clone()
    }
}

impl Expectation<'_> {
    fn matches(&self, message: &str) -> bool {
        match &self.pattern {
            Some(pattern) => pattern.is_match(message),
            None => message.contains(self.text),
        }
    }
}

/// The announcements of a text, in its order.
fn expectations<'t>(source: &'t str, wrong: &mut Vec<Diagnostic>) -> Vec<Expectation<'t>> {
    let mut all: Vec<Expectation<'t>> = Vec::new();
    // The last line that announced nothing, and the first announcement for the next such line.
    let mut above = 0;
    let mut below = 0;
    let mut start = 0;
    for (line, number) in source.split('\n').zip(0..) {
        match announcement(line.trim_end(), number, above) {
            None => {
                for expectation in &mut all[below..] {
                    if expectation.place == BELOW {
                        expectation.place = Place::Line(number);
                    }
                }
                below = all.len();
                above = number;
            }
            Some((mut expectation, is_pattern)) => {
                expectation.span.start += start as u32;
                expectation.span.end += start as u32;
                match is_pattern.then(|| pattern(expectation.text)).transpose() {
                    Ok(pattern) => all.push(Expectation {
                        pattern,
                        ..expectation
                    }),
                    Err(reason) => wrong.push(Diagnostic::new(expectation.span, reason)),
                }
            }
        }
        start += line.len() + 1;
    }
    all
}

/// Stands for the next line that announces nothing until that line is known.
const BELOW: Place = Place::Line(i64::MAX);

/// The announcement at the end of a line, and whether it is a pattern.
fn announcement(line: &str, number: i64, above: i64) -> Option<(Expectation<'_>, bool)> {
    let body = line.strip_suffix("}}")?;
    for (at, prefix) in body.match_indices("expected-") {
        let rest = &body[at + prefix.len()..];
        let Some((kind, rest)) = Kind::ALL
            .iter()
            .find_map(|kind| Some((*kind, rest.strip_prefix(kind.name())?)))
        else {
            continue;
        };
        let is_pattern = rest.starts_with("-re");
        let rest = rest.strip_prefix("-re").unwrap_or(rest).trim_start_matches(' ');
        let Some((place, rest)) = designator(rest, number, above) else {
            continue;
        };
        let Some(text) = rest.trim_start_matches(' ').strip_prefix("{{") else {
            continue;
        };
        let span = Span {
            start: at as u32,
            end: line.len() as u32,
        };
        let expectation = Expectation {
            kind,
            place,
            text,
            pattern: None,
            span,
            is_met: false,
        };
        return Some((expectation, is_pattern));
    }
    None
}

/// The place that `@…` names, or else the line itself, and what stands behind.
fn designator(text: &str, number: i64, above: i64) -> Option<(Place, &str)> {
    let Some(rest) = text.strip_prefix('@') else {
        return Some((Place::Line(number), text));
    };
    for (word, place) in [
        ("above", Place::Line(above)),
        ("below", BELOW),
        ("unknown", Place::Unknown),
    ] {
        if let Some(rest) = rest.strip_prefix(word) {
            return Some((place, rest));
        }
    }
    let sign = match rest.chars().next()? {
        '+' => 1,
        '-' => -1,
        _ => return None,
    };
    let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
    let distance: u32 = rest[1..1 + digits].parse().ok()?;
    let line = number + sign * i64::from(distance);
    Some((Place::Line(line), &rest[1 + digits..]))
}

/// The text with its parts between `{{` and `}}` taken as regular expressions.
fn pattern(text: &str) -> Result<Regex, String> {
    let mut whole = String::new();
    let mut rest = text;
    while let Some((literal, tail)) = rest.split_once("{{") {
        let Some((expression, tail)) = tail.split_once("}}") else {
            return Err("the regular expression does not end: expected `}}`".to_string());
        };
        whole += &format!("{}({expression})", regex::escape(literal));
        rest = tail;
    }
    whole += &regex::escape(rest);
    Regex::new(&whole).map_err(|error| format!("the regular expression is not valid: {error}"))
}

/// The byte at which each line starts.
fn line_starts(source: &str) -> Vec<usize> {
    let breaks = source.bytes().enumerate().filter(|(_, b)| *b == b'\n');
    std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect()
}

fn place(starts: &[usize], span: Span) -> Place {
    match span == Span::default() {
        true => Place::Unknown,
        false => Place::Line(starts.partition_point(|&s| s <= span.start as usize) as i64 - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An error at the first `!` of the text, with a note at the first `?`.
    fn found(source: &str) -> Vec<Diagnostic> {
        let at = |c| {
            source.find(c).map(|at| Span {
                start: at as u32,
                end: at as u32 + 1,
            })
        };
        let error = at('!').map(|span| Diagnostic::new(span, "no room for 7 hens").help("expected 6"));
        let error = error.map(|e| match at('?') {
            Some(span) => e.note(span, "the coop is here"),
            None => e,
        });
        error.into_iter().collect()
    }

    #[track_caller]
    fn agrees(source: &str) {
        let wrong = differences(source, &found(source));
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    #[track_caller]
    fn differs(source: &str, messages: &[&str]) {
        let wrong = differences(source, &found(source));
        let texts: Vec<&str> = wrong.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(texts, messages);
    }

    #[test]
    fn a_line_may_announce_for_itself_and_for_others() {
        agrees("nothing\n");
        agrees("!  // expected-error {{room for}}\n");
        agrees("!  // expected-error {{expected 6}}  \r\n");
        agrees("// expected-error@+2{{room}}\n\n!");
        agrees("!\n\n\n// expected-error @-3 {{room}}");
        agrees("// expected-error@below {{room}}\n// expected-note@below {{coop}}\n!?");
        agrees("!?\n// expected-note@above {{coop}}\n// expected-error@above {{room}}");
    }

    #[test]
    fn notes_need_not_be_announced() {
        agrees("!?  // expected-error {{room}}");
        agrees("! // expected-error {{room}}\n? // expected-note {{coop}}");
        let unmet = "the expected note \"shed\" was not produced";
        differs(
            "! // expected-error {{room}}\n? // expected-note {{shed}}",
            &[unmet],
        );
    }

    #[test]
    fn patterns_are_regular_in_part() {
        agrees("! // expected-error-re {{no {{[a-z]+}} for {{[0-9]+}} hens}}");
        agrees("! // expected-error-re @+0 {{7 {{(cocks|hens)}}}}");
        let unmet = "the expected error \"no.room\" was not produced";
        differs(
            "! // expected-error-re {{no.room}}",
            &["unexpected error: no room for 7 hens", unmet],
        );
        let source = "// expected-error-re {{{{(}}}}";
        assert!(differences(source, &[])[0].message.contains("not valid"));
        let source = "// expected-error-re {{a {{b}}";
        assert!(differences(source, &[])[0].message.contains("does not end"));
    }

    #[test]
    fn a_mistake_without_a_place_is_announced_as_such() {
        let diagnostic = [Diagnostic::new(Span::default(), "no such hen")];
        assert!(differences("// expected-error@unknown {{hen}}", &diagnostic).is_empty());
        assert_eq!(differences("// expected-error {{hen}}", &diagnostic).len(), 2);
    }

    #[test]
    fn two_mistakes_meet_two_announcements() {
        let source = "!! // expected-error {{hen}}\n// expected-error@above {{hen}}";
        let twice = [found(source), found(source)].concat();
        assert!(differences(source, &twice).is_empty());
        assert_eq!(differences(source, &twice[..1]).len(), 1);
    }

    #[test]
    fn differences_are_told() {
        differs("!", &["unexpected error: no room for 7 hens"]);
        differs(
            "! // expected-warning {{room}}",
            &[
                "an error where a warning is announced: no room for 7 hens",
                "the expected warning \"room\" was not produced",
            ],
        );
        differs(
            "// expected-remark@below {{dangling}}",
            &["the expected remark \"dangling\" was not produced"],
        );
        differs(
            "// expected-error@-9 {{x}}",
            &["the expected error \"x\" was not produced"],
        );
        agrees("// expected-error {{x}} y");
        agrees("// expected-error@? {{x}}");
        agrees("// expected-riot {{x}}");
    }
}
