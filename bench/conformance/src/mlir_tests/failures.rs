//! The failures for the people who mend them: one by one, in groups, and as files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::judge::{Failure, Kind, Outcome};
use super::options::Options;
use super::referee::Verdict;

/// A line for each failure that the options show.
pub fn list(outcomes: &[Outcome], options: &Options) -> String {
    let lines = shown(outcomes, options).map(|(outcome, failure)| {
        let place = outcome.chunk.place(failure.line.unwrap_or(1));
        format!(
            "{:<22} {place}  {}: {}",
            failure.kind, failure.op, failure.message
        )
    });
    limited(lines.collect(), options)
}

/// A line for each kind, operation and pattern of message, the most frequent first, with an example.
pub fn groups(outcomes: &[Outcome], options: &Options) -> String {
    let mut groups: BTreeMap<(Kind, &str, String), Vec<String>> = BTreeMap::new();
    for (outcome, failure) in shown(outcomes, options) {
        let key = (failure.kind, failure.op.as_str(), pattern(failure));
        let place = outcome.chunk.place(failure.line.unwrap_or(1));
        groups.entry(key).or_default().push(place);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
    let lines = groups.iter().map(|((kind, op, pattern), places)| {
        let example = places.first().map_or("", String::as_str);
        format!("{:>5}  {kind:<22} {op}: {pattern}  ({example})", places.len())
    });
    limited(lines.collect(), options)
}

/// Writes `DIR/FOLDER/KIND/CHUNK/` for each failure: `chunk.mlir`, `message.txt`, and as far as there are such
/// `given.mlir` (what Ovolo read where that is not the chunk), `print.mlir`, `expected.mlir` and `found.mlir`.
pub fn dump(outcomes: &[Outcome], options: &Options, folder: &Path) -> Result<()> {
    for (outcome, failure) in shown(outcomes, options) {
        let folder = folder_of(folder, outcome, failure);
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let place = outcome.chunk.place(failure.line.unwrap_or(1));
        let message = format!("{place}\n{}: {}\n", failure.op, failure.message);
        let generic = match &outcome.verdict {
            Verdict::Accepted(generic) => Some(generic),
            _ => None,
        };
        let files = [
            ("chunk.mlir", Some(&outcome.chunk.text)),
            ("message.txt", Some(&message)),
            ("given.mlir", failure.given.as_ref()),
            ("print.mlir", failure.print.as_ref()),
            ("expected.mlir", generic),
            ("found.mlir", failure.found.as_ref()),
        ];
        for (name, text) in files {
            if let Some(text) = text {
                fs::write(folder.join(name), text)?;
            }
        }
    }
    Ok(())
}

fn folder_of(folder: &Path, outcome: &Outcome, failure: &Failure) -> PathBuf {
    let chunk = &outcome.chunk;
    let file = chunk
        .file
        .strip_prefix(chunk.folder)
        .unwrap_or(&chunk.file)
        .trim_start_matches('/');
    let name = format!(
        "{}_{}",
        file.replace('/', "_").trim_end_matches(".mlir"),
        chunk.line
    );
    folder
        .join(chunk.folder.replace('/', "_"))
        .join(failure.kind.to_string())
        .join(name)
}

fn shown<'a>(
    outcomes: &'a [Outcome],
    options: &'a Options,
) -> impl Iterator<Item = (&'a Outcome, &'a Failure)> {
    let pairs = outcomes
        .iter()
        .flat_map(|outcome| outcome.failures.iter().map(move |failure| (outcome, failure)));
    pairs.filter(|(_, failure)| options.shows(&failure.kind.to_string()))
}

fn limited(lines: Vec<String>, options: &Options) -> String {
    let limit = options.limit.unwrap_or(lines.len()).min(lines.len());
    let mut text = String::new();
    for line in &lines[..limit] {
        text.push_str(line);
        text.push('\n');
    }
    if limit < lines.len() {
        text.push_str(&format!("{} more\n", lines.len() - limit));
    }
    text
}

/// A message without what differs from chunk to chunk: names of values and symbols, and numbers.
fn pattern(failure: &Failure) -> String {
    // The lines of a difference are too various to be a pattern.
    if matches!(failure.kind, Kind::Different | Kind::GenericDifferent) {
        return "another meaning".to_string();
    }
    let mut out = String::new();
    let mut rest = failure.message.as_str();
    let mut in_word = false;
    while let Some(c) = rest.chars().next() {
        let is_name = matches!(c, '%' | '@' | '^');
        let after = &rest[c.len_utf8()..];
        if is_name {
            out.push(c);
            rest = after.trim_start_matches(|c: char| {
                c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '#' | '-')
            });
        } else if c.is_ascii_digit() && !in_word {
            out.push('N');
            rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
        } else {
            out.push(c);
            rest = after;
            in_word = c.is_alphanumeric();
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(kind: Kind, message: &str) -> Failure {
        Failure {
            kind,
            message: message.to_string(),
            line: None,
            op: String::new(),
            given: None,
            print: None,
            found: None,
        }
    }

    #[test]
    fn patterns_have_no_names_and_numbers() {
        let of = |message| pattern(&failure(Kind::Unread, message));
        assert_eq!(
            of("`%x#1` has 12 of `f32`, `@f` none"),
            "`%` has N of `f32`, `@` none"
        );
        assert_eq!(of("`arith.addi`: `->`"), "`arith.addi`: `->`");
    }

    #[test]
    fn differences_are_one_group() {
        assert_eq!(
            pattern(&failure(Kind::Different, "expected …a")),
            "another meaning"
        );
    }

    #[test]
    fn lists_end_at_their_limit() {
        let options = Options {
            limit: Some(1),
            ..Options::default()
        };
        assert_eq!(
            limited(vec!["a".to_string(), "b".to_string()], &options),
            "a\n1 more\n"
        );
    }
}
