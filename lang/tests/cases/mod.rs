//! Filetests: files of chunks separated by `// -----`, each with its expectation after a line
//! `// EXPECTED`, written as comments. The first line of a file says what is run.

use std::path::{Path, PathBuf};

/// One chunk of a file.
pub struct Case {
    pub file: PathBuf,
    /// Counted from 1.
    pub number: usize,
    pub input: String,
    pub expected: Option<String>,
}

impl Case {
    pub fn name(&self) -> String {
        let stem = self
            .file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        format!("{stem}::{}", self.number)
    }
}

const MARK: &str = "// EXPECTED";
const SEPARATOR: &str = "// -----";

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests")
}

/// The files below the folder with this header, in order of their names.
pub fn files(run: &str) -> Vec<PathBuf> {
    let header = format!("// RUN: {run}");
    let entries = std::fs::read_dir(folder()).expect("the folder of the filetests");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    files.retain(|path| {
        let text = std::fs::read_to_string(path).expect("a filetest");
        text.lines().next() == Some(&header)
    });
    files.sort();
    files
}

pub fn cases(file: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(file).expect("a filetest");
    split(&text)
        .into_iter()
        .zip(1..)
        .map(|(chunk, number)| {
            let (input, expected) = match chunk.split_once(&format!("{MARK}\n")) {
                Some((input, expected)) => (input, Some(uncommented(expected))),
                None => (chunk.as_str(), None),
            };
            Case {
                file: file.to_path_buf(),
                number,
                input: input.to_string(),
                expected,
            }
        })
        .collect()
}

/// Writes what the cases of a file gave as what is expected of them.
pub fn bless(file: &Path, outputs: &[String]) {
    let chunks: Vec<String> = cases(file)
        .iter()
        .zip(outputs)
        .map(|(case, output)| format!("{}{MARK}\n{}", case.input, commented(output)))
        .collect();
    std::fs::write(file, chunks.join(&format!("\n{SEPARATOR}\n"))).expect("writing a filetest");
}

pub fn blessing() -> bool {
    std::env::var_os("OVOLO_BLESS").is_some()
}

fn split(text: &str) -> Vec<String> {
    let mut chunks = vec![String::new()];
    for line in text.lines() {
        if line == SEPARATOR {
            let last = chunks.last_mut().expect("one chunk at least");
            *last = format!("{}\n", last.trim_end());
            chunks.push(String::new());
        } else if let Some(chunk) = chunks.last_mut() {
            chunk.push_str(line);
            chunk.push('\n');
        }
    }
    chunks
}

fn commented(text: &str) -> String {
    text.lines()
        .map(|line| match line {
            "" => "//\n".to_string(),
            _ => format!("// {line}\n"),
        })
        .collect()
}

fn uncommented(text: &str) -> String {
    text.lines()
        .map(|line| {
            let line = line.strip_prefix("//").unwrap_or(line);
            format!("{}\n", line.strip_prefix(' ').unwrap_or(line))
        })
        .collect()
}
