//! Ovolo's readings of a chunk beside the referee's verdict.

use std::fmt;

use anyhow::Result;

use super::aliases::expanded;
use super::chunk::Chunk;
use super::fault::{same_fault, same_line};
use super::reader::{Message, Reading};
use super::referee::{Fault, Referee, Verdict};
use super::scope::{is_in_scope, operation_name};

/// What Ovolo made of a chunk as it stands, and of its generic form where the referee accepts it.
#[derive(Clone, Debug)]
pub struct Readings {
    pub source: Reading,
    pub generic: Option<Reading>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A panic, a signal or no end.
    Crash,
    /// The chunk is accepted by the referee, and Ovolo does not read it.
    Unread,
    /// The referee rejects what Ovolo printed.
    PrintRejected,
    /// The referee reads something else in what Ovolo printed.
    Different,
    /// The same three of the chunk's generic form.
    GenericUnread,
    GenericPrintRejected,
    GenericDifferent,
    /// The chunk is rejected by the referee, and Ovolo reads it.
    WronglyAccepted,
    /// The first diagnostics do not name the fault that the referee names.
    OtherFault,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Crash => "crash",
            Kind::Unread => "unread",
            Kind::PrintRejected => "print-rejected",
            Kind::Different => "different",
            Kind::GenericUnread => "generic-unread",
            Kind::GenericPrintRejected => "generic-print-rejected",
            Kind::GenericDifferent => "generic-different",
            Kind::WronglyAccepted => "wrongly-accepted",
            Kind::OtherFault => "other-fault",
        })
    }
}

/// Something that Ovolo gets wrong about a chunk.
#[derive(Clone, Debug)]
pub struct Failure {
    pub kind: Kind,
    pub message: String,
    /// The line of the chunk, where the message is about one.
    pub line: Option<usize>,
    /// The operation it is about, as far as the line tells.
    pub op: String,
    /// What Ovolo was given, where that is not the chunk.
    pub given: Option<String>,
    /// What Ovolo printed.
    pub print: Option<String>,
    /// The generic form that the referee made of that.
    pub found: Option<String>,
}

impl Failure {
    fn new(kind: Kind, message: impl Into<String>) -> Failure {
        Failure {
            kind,
            message: message.into(),
            line: None,
            op: String::new(),
            given: None,
            print: None,
            found: None,
        }
    }

    /// The failure with the operation that a line of a text begins with.
    fn at(mut self, text: &str, line: usize) -> Failure {
        self.op = text
            .lines()
            .nth(line.saturating_sub(1))
            .map(operation)
            .unwrap_or_default();
        self
    }
}

/// How Ovolo does on one chunk.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub chunk: Chunk,
    pub verdict: Verdict,
    /// Whether an accepted chunk needs no dialect besides those that Ovolo sets out to know.
    pub in_scope: bool,
    pub rejected: bool,
    pub same_line: bool,
    pub same_fault: bool,
    pub failures: Vec<Failure>,
}

impl Outcome {
    /// Whether there is no failure of these kinds.
    pub fn is_free_of(&self, kinds: &[Kind]) -> bool {
        !self.failures.iter().any(|failure| kinds.contains(&failure.kind))
    }
}

/// Compares the readings of a chunk with the verdict.
pub fn outcome(referee: &Referee, chunk: Chunk, verdict: Verdict, readings: Readings) -> Result<Outcome> {
    let mut outcome = Outcome {
        in_scope: matches!(&verdict, Verdict::Accepted(generic) if is_in_scope(generic)),
        chunk,
        verdict,
        rejected: false,
        same_line: false,
        same_fault: false,
        failures: Vec::new(),
    };
    match &outcome.verdict {
        Verdict::Accepted(generic) => {
            let of_source = source_failure(referee, &outcome.chunk, generic, &readings.source)?;
            let of_generic = match &readings.generic {
                Some(reading) => generic_failure(referee, generic, reading)?,
                None => None,
            };
            outcome.failures.extend(of_source.into_iter().chain(of_generic));
        }
        Verdict::Rejected(fault) => match readings.source {
            Reading::Rejected(messages) => {
                outcome.rejected = true;
                outcome.same_line = same_line(fault, &messages);
                outcome.same_fault = same_fault(&outcome.chunk.text, fault, &messages);
                if !outcome.same_fault {
                    let failure = other_fault(&outcome.chunk, fault, &messages);
                    outcome.failures.push(failure);
                }
            }
            Reading::Crashed(message) => outcome.failures.push(Failure::new(Kind::Crash, message)),
            Reading::Printed { custom, .. } => outcome.failures.push(Failure {
                line: fault.line,
                print: Some(custom),
                ..Failure::new(Kind::WronglyAccepted, &fault.message)
                    .at(&outcome.chunk.text, fault.line.unwrap_or(0))
            }),
        },
        Verdict::Crashed(_) => {
            if let Reading::Crashed(message) = readings.source {
                outcome.failures.push(Failure::new(Kind::Crash, message));
            }
        }
    }
    Ok(outcome)
}

/// What is wrong with the reading of an accepted chunk as it stands.
fn source_failure(
    referee: &Referee,
    chunk: &Chunk,
    generic: &str,
    reading: &Reading,
) -> Result<Option<Failure>> {
    match reading {
        Reading::Crashed(message) => Ok(Some(Failure::new(Kind::Crash, message))),
        Reading::Rejected(messages) => Ok(Some(unread(Kind::Unread, &chunk.text, messages))),
        Reading::Printed { custom, .. } => print_failure(
            referee,
            custom,
            &[generic],
            [Kind::PrintRejected, Kind::Different],
        ),
    }
}

/// What is wrong with the reading of an accepted chunk's generic form. Where the referee reads something else in
/// that than it printed, either is right.
fn generic_failure(referee: &Referee, generic: &str, reading: &Reading) -> Result<Option<Failure>> {
    let failure = match reading {
        Reading::Crashed(message) => Some(Failure::new(Kind::Crash, message)),
        Reading::Rejected(messages) => Some(unread(Kind::GenericUnread, generic, messages)),
        Reading::Printed {
            custom,
            generic: print,
        } => {
            let again = match referee.judge(generic)? {
                Verdict::Accepted(again) => again,
                _ => generic.to_string(),
            };
            let kinds = [Kind::GenericPrintRejected, Kind::GenericDifferent];
            match print_failure(referee, print, &[generic, &again], kinds)? {
                None => print_failure(referee, custom, &[generic, &again], kinds)?,
                failure => failure,
            }
        }
    };
    Ok(failure.map(|failure| Failure {
        given: Some(generic.to_string()),
        ..failure
    }))
}

fn unread(kind: Kind, text: &str, messages: &[Message]) -> Failure {
    match messages.first() {
        Some(first) => Failure {
            line: (kind == Kind::Unread).then_some(first.line),
            ..Failure::new(kind, &first.text).at(text, first.line)
        },
        None => Failure::new(kind, "no diagnostic"),
    }
}

fn other_fault(chunk: &Chunk, fault: &Fault, messages: &[Message]) -> Failure {
    let theirs = match fault.line {
        Some(line) => format!("{} at {}:{}", fault.message, chunk.line + line - 1, fault.column),
        None => fault.message.clone(),
    };
    let ours = messages.first().map_or("no diagnostic".to_string(), |first| {
        format!(
            "{} at {}:{}",
            first.text,
            chunk.line + first.line - 1,
            first.column
        )
    });
    let line = fault
        .line
        .or(messages.first().map(|first| first.line))
        .unwrap_or(1);
    Failure {
        line: Some(line),
        ..Failure::new(Kind::OtherFault, format!("{theirs}  ⟂  {ours}")).at(&chunk.text, line)
    }
}

/// What is wrong with a print whose generic form must be one of those expected; the kinds are of a print that the
/// referee rejects, and of one that means something else.
fn print_failure(
    referee: &Referee,
    print: &str,
    expected: &[&str],
    [rejected, different]: [Kind; 2],
) -> Result<Option<Failure>> {
    let failure = match referee.judge(print)? {
        Verdict::Accepted(found) => {
            if expected.contains(&found.as_str()) || expected.iter().any(|e| expanded(e) == expanded(&found))
            {
                return Ok(None);
            }
            let (message, op) = first_difference(expected.first().unwrap_or(&""), &found);
            Failure {
                op,
                found: Some(found),
                ..Failure::new(different, message)
            }
        }
        Verdict::Rejected(fault) => Failure::new(rejected, fault.message).at(print, fault.line.unwrap_or(0)),
        Verdict::Crashed(message) => Failure::new(rejected, format!("the referee crashed: {message}")),
    };
    Ok(Some(Failure {
        print: Some(print.to_string()),
        ..failure
    }))
}

/// Characters of a line that a message shows.
const SHOWN: usize = 160;

/// The first lines that differ, and the operation of the line that was expected.
fn first_difference(expected: &str, found: &str) -> (String, String) {
    let (expected, found) = (expanded(expected), expanded(found));
    let mut pairs = expected.lines().zip(found.lines());
    let Some((e, f)) = pairs.find(|(e, f)| e != f) else {
        return ("one is longer than the other".to_string(), String::new());
    };
    let same = e.chars().zip(f.chars()).take_while(|(e, f)| e == f).count();
    let shown = |line: &str| {
        line.chars()
            .skip(same.saturating_sub(SHOWN / 4))
            .take(SHOWN)
            .collect::<String>()
    };
    let message = format!("expected …{}  ⟂  found …{}", shown(e), shown(f));
    (message, operation_name(e).unwrap_or_default().to_string())
}

/// The operation that a line begins with, in either form.
fn operation(line: &str) -> String {
    if let Some(name) = operation_name(line) {
        return name.to_string();
    }
    let line = line.trim_start();
    let line = match line.starts_with('%') {
        true => line.split_once('=').map_or("", |(_, after)| after.trim_start()),
        false => line,
    };
    let end = line.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '.' | '$'));
    line[..end.unwrap_or(line.len())].to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_found_in_both_forms() {
        assert_eq!(operation("  %0:2 = \"a.b\"(%x) : (i32) -> ()"), "a.b");
        assert_eq!(operation("  %0, %1 = a.b.c %x : i32"), "a.b.c");
        assert_eq!(operation("return"), "return");
        assert_eq!(operation("^bb0(%x: i32):"), "");
    }

    #[test]
    fn the_first_difference_names_the_operation() {
        let (message, op) = first_difference("\"a.b\"()\n\"c.d\"() {x = 1}", "\"a.b\"()\n\"c.d\"() {x = 2}");
        assert_eq!(op, "c.d");
        assert_eq!(
            message,
            "expected …\"c.d\"() {x = 1}  ⟂  found …\"c.d\"() {x = 2}"
        );
    }
}
