//! Whether a diagnostic of Ovolo names the fault that `mlir-opt` names.
//!
//! The two messages are in different words, so their salient words are compared: what is left of a message
//! without the words that every message has (`STOP_WORDS`), without numbers and endings, and with a quoted
//! punctuation mark as a word. A message names the same fault where
//! - two salient words are shared, or
//! - an operation's name and a salient word, or
//! - one salient word, and the line is the same give or take one (where `mlir-opt`'s message has no salient word
//!   but an operation's name, the line is enough), or
//! - both point at the same place, and that is not where an operation begins: most faults are found there.
//!
//! The line alone is not enough, and that the custom form of an operation is not known names a fault only where
//! `mlir-opt` does not know it either: a reader that knows no operation would be right about everything that is
//! wrong with one.

use std::collections::BTreeSet;

use super::reader::Message;
use super::referee::Fault;

/// How many of Ovolo's diagnostics are looked at: a reader that goes on after a mistake may see one before
/// that which `mlir-opt` stops at.
const LOOKED_AT: usize = 3;

/// Words that say nothing about a fault, because messages about any fault have them.
const STOP_WORDS: &[&str] = &[
    "a",
    "all",
    "also",
    "an",
    "and",
    "any",
    "are",
    "as",
    "at",
    "be",
    "been",
    "but",
    "by",
    "can",
    "cannot",
    "could",
    "custom",
    "did",
    "do",
    "does",
    "doesn",
    "each",
    "either",
    "error",
    "expect",
    "expected",
    "expecting",
    "expects",
    "failed",
    "fails",
    "for",
    "found",
    "from",
    "get",
    "given",
    "got",
    "had",
    "has",
    "have",
    "here",
    "if",
    "in",
    "instead",
    "into",
    "invalid",
    "is",
    "isn",
    "it",
    "its",
    "kind",
    "may",
    "must",
    "need",
    "needs",
    "no",
    "not",
    "number",
    "of",
    "on",
    "one",
    "only",
    "op",
    "operation",
    "or",
    "other",
    "same",
    "should",
    "so",
    "some",
    "such",
    "t",
    "than",
    "that",
    "the",
    "their",
    "then",
    "there",
    "these",
    "this",
    "those",
    "to",
    "unexpected",
    "use",
    "used",
    "valid",
    "was",
    "were",
    "when",
    "where",
    "which",
    "with",
    "without",
    "would",
];

/// Whether one of the first diagnostics is at the line of the fault, give or take one.
pub fn same_line(fault: &Fault, messages: &[Message]) -> bool {
    messages
        .iter()
        .take(LOOKED_AT)
        .any(|message| is_near(fault, message))
}

/// Whether one of the first diagnostics names the fault.
pub fn same_fault(text: &str, fault: &Fault, messages: &[Message]) -> bool {
    let theirs = Words::of(&fault.message);
    messages.iter().take(LOOKED_AT).any(|message| {
        if is_ignorance(message) {
            return theirs.salient.contains("unknown") && is_near(fault, message);
        }
        let ours = Words::of(&format!("{} {}", message.text, message.help));
        let shared = theirs.salient.intersection(&ours.salient).count();
        let shared_op = theirs.ops.intersection(&ours.ops).next().is_some();
        let near = is_near(fault, message);
        shared >= 2
            || (shared == 1 && (shared_op || near))
            || (theirs.salient.is_empty() && near)
            || is_same_place_within_an_operation(text, fault, message)
    })
}

/// Whether both point at one token: the same place, the next character, or with nothing but blanks between, as
/// `mlir-opt` points after the token before one that it does not expect.
fn is_same_place_within_an_operation(text: &str, fault: &Fault, message: &Message) -> bool {
    let line = text
        .lines()
        .nth(message.line.saturating_sub(1))
        .unwrap_or_default();
    if fault.line != Some(message.line) || fault.column == 0 || message.column == 0 {
        return false;
    }
    let before = |column: usize| line.chars().take(column - 1).collect::<String>();
    let first = fault.column.min(message.column);
    let distance = fault.column.abs_diff(message.column);
    let is_blank = line
        .chars()
        .skip(first - 1)
        .take(distance)
        .all(char::is_whitespace);
    (distance <= 1 || is_blank)
        && before_is_within(&before(fault.column))
        && before_is_within(&before(message.column))
}

/// Whether what stands before a place in its line is a part of the operation there.
fn before_is_within(before: &str) -> bool {
    let before = before.trim();
    let after_results = before.starts_with('%') && before.find('=') == Some(before.len() - 1);
    !before.is_empty() && !before.ends_with('{') && !after_results
}

/// Whether a message says no more than that an operation is not known.
fn is_ignorance(message: &Message) -> bool {
    message.text.contains("custom form") && message.text.contains("not known")
}

fn is_near(fault: &Fault, message: &Message) -> bool {
    fault.line.is_some_and(|line| line.abs_diff(message.line) <= 1)
}

/// What a message is about.
#[derive(Debug, Default)]
struct Words {
    salient: BTreeSet<String>,
    /// Names of operations and whatever else has a dot within.
    ops: BTreeSet<String>,
}

impl Words {
    fn of(message: &str) -> Words {
        let mut words = Words::default();
        let mut rest = message;
        while let Some(c) = rest.chars().next() {
            let length = match c {
                '\'' | '`' | '"' => quoted_mark(rest),
                _ => None,
            };
            if let Some(length) = length {
                words.salient.insert(rest[1..length - 1].trim().to_string());
                rest = &rest[length..];
                continue;
            }
            let end = rest.find(|c| !is_word_char(c)).unwrap_or(rest.len());
            words.add(&rest[..end]);
            rest = &rest[end.max(if end == 0 { c.len_utf8() } else { 0 })..];
        }
        words
    }

    fn add(&mut self, word: &str) {
        let word = word.trim_matches('.').to_lowercase();
        if word.is_empty() || word.bytes().all(|b| b.is_ascii_digit()) || STOP_WORDS.contains(&word.as_str())
        {
        } else if word.contains('.') {
            self.ops.insert(word);
        } else {
            self.salient.insert(stem(&word).to_string());
        }
    }
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$')
}

/// The bytes of the quoted punctuation mark that a text begins with.
fn quoted_mark(text: &str) -> Option<usize> {
    let quote = text.chars().next()?;
    let length = text[1..].find(quote)?;
    let mark = &text[1..=length];
    let is_mark =
        !mark.trim().is_empty() && mark.len() <= 4 && mark.chars().all(|c| c.is_ascii_punctuation());
    is_mark.then_some(length + 2)
}

/// A word without the ending of a plural or of a verb.
fn stem(word: &str) -> &str {
    for (ending, least) in [("ing", 5), ("ed", 4), ("s", 3)] {
        if let Some(stem) = word.strip_suffix(ending)
            && stem.len() >= least
            && !stem.ends_with('s')
        {
            return stem;
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(line: usize, column: usize, message: &str) -> Fault {
        Fault {
            line: Some(line),
            column,
            message: message.to_string(),
        }
    }

    fn message(line: usize, column: usize, text: &str) -> Message {
        Message {
            line,
            column,
            text: text.to_string(),
            help: String::new(),
        }
    }

    fn names(theirs: (usize, &str), ours: (usize, &str)) -> bool {
        same_fault("", &fault(theirs.0, 1, theirs.1), &[message(ours.0, 9, ours.1)])
    }

    fn points(theirs: usize, ours: usize) -> bool {
        let text = "%a = x.y %b";
        same_fault(
            text,
            &fault(1, theirs, "undeclared name"),
            &[message(1, ours, "what?")],
        )
    }

    #[test]
    fn the_same_place_is_enough_but_where_an_operation_begins() {
        assert!(points(10, 10) && points(9, 10) && points(10, 9));
        assert!(!points(6, 6) && !points(1, 1) && !points(9, 6) && !points(9, 11));
    }

    #[test]
    fn operations_begin_lines_and_follow_results_and_braces() {
        assert!(before_is_within("%a = \"x.y\"(") && before_is_within("x.y {a ="));
        assert!(!before_is_within("f() {") && !before_is_within("  ") && !before_is_within("%a:2, %b ="));
    }

    #[test]
    fn two_shared_words_are_enough() {
        let theirs = (
            2,
            "'a.b' op operand count does not match the dimensions of the map",
        );
        assert!(names(theirs, (9, "the map has 2 dimensions, found 1 operand")));
        assert!(!names(theirs, (9, "the map is not known")));
        assert!(names(theirs, (3, "the map is not known")));
    }

    #[test]
    fn an_operation_needs_a_word_beside_it() {
        let theirs = (2, "'a.b' op expects a positive step");
        assert!(names(theirs, (9, "`a.b`: the step must be at least 1")));
        assert!(!names(
            theirs,
            (2, "`a.b`: the custom form of this operation is not known")
        ));
    }

    #[test]
    fn not_to_know_an_operation_is_no_fault_of_the_text() {
        let ours = "the custom form of `a.b` is not known: write the generic form";
        assert!(!names((2, "'a.b' op must be 'read' or 'write'"), (2, ours)));
        assert!(names((2, "custom op 'a.b' is unknown"), (2, ours)));
    }

    #[test]
    fn quoted_marks_are_words() {
        assert!(names((4, "expected ')' in list"), (4, "expected `)`, found `x`")));
        assert!(!names(
            (4, "expected ')' in list"),
            (4, "expected `]`, found `x`")
        ));
        assert!(names((4, "expected '->' or ':'"), (8, "expected `:` or `->`")));
    }

    #[test]
    fn endings_and_case_do_not_count() {
        assert!(names(
            (1, "Redefinition of symbols"),
            (7, "symbol named twice: a redefinition")
        ));
        assert!(names((1, "duplicated keys"), (7, "a key is duplicated")));
    }

    #[test]
    fn the_line_decides_where_nothing_else_can() {
        assert!(names((4, "'a.b' op is not valid here"), (5, "anything")));
        assert!(!names((4, "'a.b' op is not valid here"), (7, "anything")));
    }

    #[test]
    fn only_the_first_diagnostics_count() {
        let fault = fault(1, 1, "undefined symbol");
        let other = || message(1, 9, "else");
        let mut messages = vec![other(), other(), message(1, 9, "a symbol that is undefined")];
        assert!(same_fault("", &fault, &messages) && same_line(&fault, &messages));
        messages.insert(0, other());
        assert!(!same_fault("", &fault, &messages));
    }
}
