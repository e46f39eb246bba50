//! What `mlir-opt-19` says about a text.

use std::fs::File;
use std::io::{Seek, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use rayon::prelude::*;

use super::cache::Cache;
use super::chunk::MARKER;

const PROGRAM: &str = "mlir-opt-19";
const FLAGS: &[&str] = &[
    "--allow-unregistered-dialect",
    "--mlir-print-op-generic",
    "--mlir-disable-threading",
];
/// Seconds after which one process is ended. The longest text takes less than one on an idle machine.
const TIME_LIMIT: u32 = 60;
/// Texts of one process where many are asked about: enough that starting it does not count.
const BATCH: usize = 24;

/// The first error of a text that is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of the text, counted from 1; none where the error has another location.
    pub line: Option<usize>,
    /// The column of that line, counted from 1; 0 where the line is not known.
    pub column: usize,
    pub message: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The text in generic form.
    Accepted(String),
    Rejected(Fault),
    /// The referee itself crashed or did not end: the text says nothing about Ovolo.
    Crashed(String),
}

/// `mlir-opt-19`, and what it said before.
#[derive(Debug)]
pub struct Referee {
    cache: Cache,
    version: String,
}

impl Referee {
    /// The installed referee; `None` where there is none.
    pub fn find(cache: &Path) -> Result<Option<Referee>> {
        let Ok(output) = Command::new(PROGRAM).arg("--version").output() else {
            return Ok(None);
        };
        let version = String::from_utf8_lossy(&output.stdout);
        let version = version.lines().find(|line| line.contains("version"));
        Ok(Some(Referee {
            cache: Cache::new(cache)?,
            version: version.unwrap_or_default().trim().to_string(),
        }))
    }

    /// The verdict on one text, from a process that reads nothing else.
    pub fn judge(&self, text: &str) -> Result<Verdict> {
        if let Some(verdict) = self.known(text) {
            return Ok(verdict);
        }
        let verdict = run(text, &[])?.verdict();
        self.keep(text, &verdict)?;
        Ok(verdict)
    }

    /// Asks about many texts at once, so that [`Referee::judge`] knows them. A text that a shared process does
    /// not accept is left for a process of its own.
    pub fn prefetch<'a>(&self, texts: impl IntoIterator<Item = &'a &'a str>) -> Result<()> {
        let unknown = |text: &&str| !text.contains(MARKER) && self.known(text).is_none();
        let texts: Vec<&str> = texts.into_iter().copied().filter(unknown).collect();
        texts.par_chunks(BATCH).try_for_each(|batch| {
            let output = run(&batch.join(&format!("\n{MARKER}\n")), &["--split-input-file"])?;
            for (text, generic) in batch.iter().zip(output.pieces(batch.len())) {
                if !generic.is_empty() {
                    self.keep(text, &Verdict::Accepted(generic))?;
                }
            }
            Ok(())
        })
    }

    fn known(&self, text: &str) -> Option<Verdict> {
        decoded(&self.cache.get(&self.key(text))?)
    }

    fn keep(&self, text: &str, verdict: &Verdict) -> Result<()> {
        match encoded(verdict) {
            Some(entry) => self.cache.put(&self.key(text), &entry),
            None => Ok(()),
        }
    }

    fn key<'a>(&'a self, text: &'a str) -> [&'a str; 3] {
        // Whoever changes the flags or what is kept changes this word.
        [&self.version, "generic with columns", text]
    }
}

/// What one process wrote.
struct Output {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// What `timeout` answers for a program that did not end, and for one that it had to kill.
const TIMED_OUT: &[i32] = &[124, 137];

fn run(text: &str, flags: &[&str]) -> Result<Output> {
    let mut input: File = tempfile::tempfile()?;
    input.write_all(text.as_bytes())?;
    input.rewind()?;
    let output = Command::new("timeout")
        .args(["--kill-after=1", &TIME_LIMIT.to_string(), PROGRAM])
        .args(FLAGS)
        .args(flags)
        .stdin(Stdio::from(input))
        .output()
        .context("timeout (of coreutils) does not run")?;
    Ok(Output {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

impl Output {
    fn verdict(self) -> Verdict {
        match self.code {
            Some(0) => Verdict::Accepted(self.stdout.trim().to_string()),
            Some(code) if TIMED_OUT.contains(&code) => Verdict::Crashed(TIME_OUT_MESSAGE.to_string()),
            Some(code) if code < 128 => Verdict::Rejected(first_fault(&self.stderr)),
            _ => Verdict::Crashed(self.stderr.lines().next().unwrap_or("no message").to_string()),
        }
    }

    /// The generic form of each of several texts, empty for one that is not accepted.
    fn pieces(&self, count: usize) -> Vec<String> {
        let mut pieces = vec![String::new()];
        for line in self.stdout.lines() {
            if line == MARKER {
                pieces.push(String::new());
            } else if let Some(piece) = pieces.last_mut() {
                piece.push_str(line);
                piece.push('\n');
            }
        }
        let whole = pieces.len() == count && matches!(self.code, Some(0 | 1));
        let trimmed = pieces.iter().map(|piece| piece.trim().to_string());
        if whole { trimmed.collect() } else { Vec::new() }
    }
}

const TIME_OUT_MESSAGE: &str = "did not end";

/// The first error among the messages.
fn first_fault(stderr: &str) -> Fault {
    let error = stderr.lines().find_map(|line| {
        let at = line
            .find("error: ")
            .filter(|&at| at == 0 || line[..at].ends_with(": "))?;
        Some((&line[..at], &line[at + "error: ".len()..]))
    });
    let (place, message) = error.unwrap_or(("", stderr.lines().next().unwrap_or("no message")));
    let place = place.strip_prefix("<stdin>:").and_then(|place| {
        let (line, column) = place.trim_end_matches(": ").split_once(':')?;
        Some((line.parse().ok()?, column.parse().ok()?))
    });
    Fault {
        line: place.map(|(line, _)| line),
        column: place.map_or(0, |(_, column)| column),
        message: message.trim().to_string(),
    }
}

/// A verdict as it is kept; one that another try may change is not.
fn encoded(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::Accepted(generic) => Some(format!("accepted\n{generic}")),
        Verdict::Rejected(fault) => {
            let line = fault.line.map_or("-".to_string(), |line| line.to_string());
            Some(format!("rejected\n{line} {}\n{}", fault.column, fault.message))
        }
        Verdict::Crashed(message) if message == TIME_OUT_MESSAGE => None,
        Verdict::Crashed(message) => Some(format!("crashed\n{message}")),
    }
}

fn decoded(entry: &str) -> Option<Verdict> {
    let (kind, rest) = entry.split_once('\n')?;
    match kind {
        "accepted" => Some(Verdict::Accepted(rest.to_string())),
        "rejected" => {
            let (place, message) = rest.split_once('\n')?;
            let (line, column) = place.split_once(' ')?;
            Some(Verdict::Rejected(Fault {
                line: line.parse().ok(),
                column: column.parse().ok()?,
                message: message.to_string(),
            }))
        }
        "crashed" => Some(Verdict::Crashed(rest.to_string())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_is_found() {
        let fault =
            first_fault("<stdin>:1:2: warning: w\n<stdin>:7:3: error: 'f.g' op fails: badly\nline\n  ^\n");
        assert_eq!((fault.line, fault.column), (Some(7), 3));
        assert_eq!(fault.message, "'f.g' op fails: badly");
        let fault = first_fault("loc(fused[\"a\", \"b\"]): error: late\n");
        assert_eq!((fault.line, fault.message.as_str()), (None, "late"));
        assert_eq!(first_fault("error: no place").message, "no place");
    }

    #[test]
    fn verdicts_survive_the_cache() {
        let fault = |line| Fault {
            line,
            column: line.unwrap_or(0),
            message: "no".to_string(),
        };
        let verdicts = [
            Verdict::Accepted("a\nb".to_string()),
            Verdict::Accepted(String::new()),
            Verdict::Rejected(fault(Some(3))),
            Verdict::Rejected(fault(None)),
            Verdict::Crashed("Stack dump:".to_string()),
        ];
        for verdict in verdicts {
            assert_eq!(decoded(&encoded(&verdict).unwrap()), Some(verdict));
        }
    }

    #[test]
    fn a_shared_process_answers_for_each_text_or_for_none() {
        let output = |code, stdout: &str| Output {
            code: Some(code),
            stdout: stdout.to_string(),
            stderr: String::new(),
        };
        assert_eq!(
            output(1, "a\n\n// -----\n// -----\nc\n").pieces(3),
            ["a", "", "c"]
        );
        assert!(output(1, "a\n// -----\nb\n").pieces(3).is_empty());
        assert!(output(134, "a\n// -----\nb\n").pieces(2).is_empty());
    }
}
