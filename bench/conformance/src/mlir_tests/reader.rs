//! What Ovolo makes of a text, in a process that a crash may end.

use std::io::{self, BufReader, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use ovolo_lang::diagnostic::line_column;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::{print_generic, print_module};

/// The argument that makes the program a worker.
pub const WORKER: &str = "--worker";
/// How long one text may take; far more than any needs even on a busy machine.
const TIME_LIMIT: Duration = Duration::from_secs(30);
/// The stack that a main thread has: what is read here is read by `ovolo parse` too.
const STACK: usize = 8 << 20;

/// A diagnostic of Ovolo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Line and column of the text, counted from 1.
    pub line: usize,
    pub column: usize,
    pub text: String,
    /// What was expected, or what to do about it; may be empty.
    pub help: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The text in custom and in generic form.
    Printed { custom: String, generic: String },
    /// At least one diagnostic.
    Rejected(Vec<Message>),
    /// A panic, a signal or no end.
    Crashed(String),
}

/// Worker processes that wait for a text.
#[derive(Debug, Default)]
pub struct Readers {
    idle: Mutex<Vec<Worker>>,
}

#[derive(Debug)]
struct Worker {
    child: Child,
    input: ChildStdin,
    answers: Receiver<Vec<String>>,
}

impl Readers {
    pub fn new() -> Result<Readers> {
        let readers = Readers::default();
        readers.give_back(Worker::start()?);
        Ok(readers)
    }

    /// Reads a text in one of the workers; one that crashes is replaced.
    pub fn read(&self, text: &str) -> Result<Reading> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut worker = idle.map_or_else(Worker::start, Ok)?;
        let sent = send(&mut worker.input, &[text]);
        let answer = worker.answers.recv_timeout(TIME_LIMIT);
        match (sent, answer) {
            (Ok(()), Ok(answer)) => {
                self.give_back(worker);
                decoded(answer).context("a worker answered with nothing")
            }
            (_, answer) => Ok(Reading::Crashed(
                worker.end(answer == Err(mpsc::RecvTimeoutError::Timeout))?,
            )),
        }
    }

    fn give_back(&self, worker: Worker) {
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(worker);
    }
}

impl Worker {
    fn start() -> Result<Worker> {
        let mut child = Command::new("/proc/self/exe")
            .arg(WORKER)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .context("a worker does not start")?;
        let input = child.stdin.take().context("no pipe")?;
        let mut output = BufReader::new(child.stdout.take().context("no pipe")?);
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            while let Ok(answer) = receive(&mut output) {
                if sender.send(answer).is_err() {
                    break;
                }
            }
        });
        Ok(Worker {
            child,
            input,
            answers,
        })
    }

    /// How a worker that gave no answer ended.
    fn end(mut self, timed_out: bool) -> Result<String> {
        if timed_out {
            self.child.kill()?;
        }
        let status = self.child.wait()?;
        let mut stderr = String::new();
        if let Some(mut pipe) = self.child.stderr.take() {
            pipe.read_to_string(&mut stderr)?;
        }
        let said = stderr
            .lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or_default();
        match timed_out {
            true => Ok(format!("no end within {} s", TIME_LIMIT.as_secs())),
            false => Ok(format!("{status}: {said}")),
        }
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        for mut worker in self
            .idle
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
            .drain(..)
        {
            drop(worker.input);
            // The end of its input ends a worker; one that is gone needs nothing.
            let _ = worker.child.wait();
        }
    }
}

/// Answers texts of the standard input until it ends.
pub fn serve() -> io::Result<()> {
    thread::Builder::new()
        .stack_size(STACK)
        .spawn(answer_all)?
        .join()
        .unwrap_or(Ok(()))
}

fn answer_all() -> io::Result<()> {
    let place = Arc::new(Mutex::new(String::new()));
    let seen = place.clone();
    panic::set_hook(Box::new(move |panic| {
        *seen.lock().unwrap_or_else(PoisonError::into_inner) = panic.to_string();
    }));
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    while let Ok(request) = receive(&mut input) {
        let text = request.first().map_or("", String::as_str);
        let reading = panic::catch_unwind(AssertUnwindSafe(|| reading(text))).unwrap_or_else(|_| {
            let panic = place.lock().unwrap_or_else(PoisonError::into_inner);
            Reading::Crashed(panic.replace('\n', " "))
        });
        send(&mut output, &encoded(&reading))?;
    }
    Ok(())
}

/// What Ovolo makes of a text.
fn reading(text: &str) -> Reading {
    match parse_module(text) {
        Ok(module) => Reading::Printed {
            custom: print_module(&module),
            generic: print_generic(&module),
        },
        Err(diagnostics) => Reading::Rejected(
            diagnostics
                .iter()
                .map(|diagnostic| {
                    let (line, column) = line_column(text, diagnostic.span.start);
                    Message {
                        line,
                        column,
                        text: diagnostic.message.replace('\n', " "),
                        help: diagnostic.help.clone().unwrap_or_default().replace('\n', " "),
                    }
                })
                .collect(),
        ),
    }
}

fn encoded(reading: &Reading) -> Vec<String> {
    match reading {
        Reading::Printed { custom, generic } => vec!["printed".to_string(), custom.clone(), generic.clone()],
        Reading::Rejected(messages) => {
            let messages = messages
                .iter()
                .map(|m| format!("{} {} {}\n{}", m.line, m.column, m.text, m.help));
            ["rejected".to_string()].into_iter().chain(messages).collect()
        }
        Reading::Crashed(message) => vec!["crashed".to_string(), message.clone()],
    }
}

fn decoded(answer: Vec<String>) -> Option<Reading> {
    let mut parts = answer.into_iter();
    match parts.next()?.as_str() {
        "printed" => Some(Reading::Printed {
            custom: parts.next()?,
            generic: parts.next()?,
        }),
        "rejected" => parts
            .map(|part| message(&part))
            .collect::<Option<_>>()
            .map(Reading::Rejected),
        _ => parts.next().map(Reading::Crashed),
    }
}

fn message(part: &str) -> Option<Message> {
    let (line, rest) = part.split_once(' ')?;
    let (column, rest) = rest.split_once(' ')?;
    let (text, help) = rest.split_once('\n')?;
    Some(Message {
        line: line.parse().ok()?,
        column: column.parse().ok()?,
        text: text.to_string(),
        help: help.to_string(),
    })
}

/// Writes texts so that [`receive`] finds them again: their number, then each after its length.
fn send(to: &mut impl Write, texts: &[impl AsRef<str>]) -> io::Result<()> {
    to.write_all(&(texts.len() as u64).to_le_bytes())?;
    for text in texts {
        to.write_all(&(text.as_ref().len() as u64).to_le_bytes())?;
        to.write_all(text.as_ref().as_bytes())?;
    }
    to.flush()
}

fn receive(from: &mut impl Read) -> io::Result<Vec<String>> {
    let count = length(from)?;
    (0..count).map(|_| receive_text(from)).collect()
}

fn receive_text(from: &mut impl Read) -> io::Result<String> {
    let length = length(from)?;
    let mut text = String::new();
    match from.take(length).read_to_string(&mut text)? as u64 == length {
        true => Ok(text),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

fn length(from: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_pass_through_a_pipe() {
        let mut pipe = Vec::new();
        send(&mut pipe, &["a", "", "b\nc"]).unwrap();
        send(&mut pipe, &["é"]).unwrap();
        let mut pipe = pipe.as_slice();
        assert_eq!(receive(&mut pipe).unwrap(), ["a", "", "b\nc"]);
        assert_eq!(receive(&mut pipe).unwrap(), ["é"]);
        assert!(receive(&mut pipe).is_err());
    }

    #[test]
    fn readings_survive_encoding() {
        let readings = [
            reading("func.func @f() { return }"),
            reading("func.func @f() {\n  nonsense\n}"),
            Reading::Crashed("a panic".to_string()),
        ];
        for reading in readings {
            assert_eq!(decoded(encoded(&reading)), Some(reading));
        }
    }

    #[test]
    fn diagnostics_have_lines() {
        let Reading::Rejected(messages) = reading("func.func @f() {\n  %x = nonsense\n}") else {
            panic!("nonsense was read");
        };
        assert_eq!((messages[0].line, messages[0].column), (2, 8));
    }
}
