//! Holds the documents against the program: what they show as output is what is printed, and what they point at is there.
//!
//! Above every block of commands (```` ```console ````) stands a comment: `<!-- checked -->` where the commands are run, one
//! after the other in a copy of `docs/examples`, and their outputs compared (the standard output of a command, then its standard
//! error); or `<!-- not run: WHY -->`. A line `...` stands for any lines, and every time for any other.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

const NOT_RUN: &str = "<!-- not run: ";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The documents, by their paths from the root.
fn documents() -> Vec<PathBuf> {
    let mut found = vec![];
    for folder in ["", "docs"] {
        let entries = fs::read_dir(root().join(folder)).expect("a readable folder");
        let names = entries.map(|entry| entry.expect("a readable entry").file_name());
        found.extend(names.map(|name| Path::new(folder).join(name)));
    }
    found.retain(|path| path.extension().is_some_and(|e| e == "md"));
    found.sort();
    found
}

/// A block of commands with their outputs.
struct Block {
    place: String,
    /// The comment above.
    comment: String,
    lines: Vec<String>,
}

fn blocks(path: &Path) -> Vec<Block> {
    let text = fs::read_to_string(root().join(path)).expect("a readable document");
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        if *line == "```console" {
            let inside = lines[n + 1..].iter().take_while(|line| **line != "```");
            found.push(Block {
                place: format!("{}:{}", path.display(), n + 1),
                comment: n.checked_sub(1).map_or("", |above| lines[above]).to_string(),
                lines: inside.map(ToString::to_string).collect(),
            });
        }
    }
    found
}

#[test]
fn what_is_shown_is_what_is_printed() {
    let mut wrong = Vec::new();
    let mut checked = 0;
    for block in documents().iter().flat_map(|path| blocks(path)) {
        match block.comment.as_str() {
            "<!-- checked -->" => {
                checked += 1;
                wrong.extend(differences(&block));
            }
            comment if comment.starts_with(NOT_RUN) => {}
            _ => wrong.push(format!(
                "{}: neither checked nor said why it is not run",
                block.place
            )),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(checked > 5, "{checked} blocks are few");
}

/// Runs the commands of a block, and says which print something else.
fn differences(block: &Block) -> Vec<String> {
    let folder = TempDir::new().expect("a folder");
    for entry in fs::read_dir(root().join("docs/examples")).expect("a folder of examples") {
        let path = entry.expect("a readable entry").path();
        let name = path.file_name().expect("a name");
        fs::copy(&path, folder.path().join(name)).expect("a copy");
    }
    let program = Path::new(env!("CARGO_BIN_EXE_ovolo"));
    let search_path = format!(
        "{}:{}",
        program.parent().expect("a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut wrong = Vec::new();
    let mut rest = block.lines.as_slice();
    while let Some((command, after)) = rest.split_first() {
        let Some(command) = command.strip_prefix("$ ") else {
            wrong.push(format!("{}: no command: {command}", block.place));
            break;
        };
        let length = after.iter().take_while(|line| !line.starts_with("$ ")).count();
        let (expected, later) = after.split_at(length);
        rest = later;
        let run = Command::new("sh")
            .args(["-c", command])
            .current_dir(folder.path())
            .env("PATH", &search_path)
            .env("OVOLO_NO_MEASURE", "1")
            .env("NO_COLOR", "1")
            .env("XDG_CACHE_HOME", folder.path())
            .output()
            .expect("a shell");
        let printed = [run.stdout, run.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let printed: Vec<String> = printed.concat().lines().map(without_times).collect();
        let expected: Vec<String> = expected.iter().map(|line| without_times(line)).collect();
        if !fits(&expected, &printed) {
            wrong.push(format!(
                "{}: `{command}` prints\n{}",
                block.place,
                printed.join("\n")
            ));
        }
    }
    wrong
}

/// A line with each time, such as `1.33 s` or `(33 ms)`, as `TIME`.
fn without_times(line: &str) -> String {
    let is_number = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit() || c == '.');
    let mut words: Vec<String> = Vec::new();
    for word in line.split(' ') {
        let unit = word.trim_end_matches([')', ',']);
        let end = &word[unit.len()..];
        let last = words.last().map(|last| last.trim_start_matches('(').to_string());
        if ["ns", "µs", "ms", "s"].contains(&unit) && last.is_some_and(|last| is_number(&last)) {
            words.pop();
            words.push(format!("TIME{end}"));
            continue;
        }
        let digits = unit.trim_end_matches(|c: char| c.is_alphabetic());
        let is_time = is_number(digits) && ["ns", "µs", "ms", "s"].contains(&&unit[digits.len()..]);
        words.push(if is_time {
            format!("TIME{end}")
        } else {
            word.to_string()
        });
    }
    words.join(" ")
}

/// Whether lines are those that are expected, of which `...` is any.
fn fits(expected: &[String], printed: &[String]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((line, rest)) if line.trim() == "..." => (0..=printed.len()).any(|n| fits(rest, &printed[n..])),
        Some((line, rest)) => printed
            .split_first()
            .is_some_and(|(first, others)| first == line && fits(rest, others)),
    }
}

#[test]
fn an_output_that_differs_is_seen() {
    let lines = |text: &str| -> Vec<String> { text.lines().map(without_times).collect() };
    assert!(fits(&lines("a 1.5 s\n...\nc"), &lines("a 20 ms\nb\nb\nc")));
    assert!(fits(&lines("proved (3 ms), 1.2µs"), &lines("proved (45 s), 7ms")));
    assert!(!fits(&lines("a\n...\nc"), &lines("a\nb")));
    assert!(!fits(&lines("3 rules"), &lines("4 rules")));
}

#[test]
fn what_is_pointed_at_is_there() {
    let mut missing = Vec::new();
    for path in documents() {
        let text = fs::read_to_string(root().join(&path)).expect("a readable document");
        let folder = path.parent().expect("a folder");
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap_or_default();
            if !target.contains("://") && !file.is_empty() && !root().join(folder).join(file).exists() {
                missing.push(format!("{}: {target}", path.display()));
            }
        }
        for word in text.split('`').skip(1).step_by(2) {
            let is_file = [".rs", ".md", ".sh", ".toml", ".rules", ".lalrpop", ".txt"]
                .iter()
                .any(|end| word.ends_with(end));
            let is_path =
                word.contains('/') && !word.contains([' ', '*', '~', '$', '{']) && !word.contains("NAME");
            if is_file && is_path && !root().join(word).exists() {
                missing.push(format!("{}: `{word}`", path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "not there:\n{}", missing.join("\n"));
}

#[test]
fn every_transformation_has_a_section() {
    let run = Command::new(env!("CARGO_BIN_EXE_ovolo"))
        .args(["rules", "--no-proof", "--format", "text"])
        .output()
        .expect("the program runs");
    let listed = String::from_utf8_lossy(&run.stdout).into_owned();
    let text = fs::read_to_string(root().join("docs/transformations.md")).expect("a readable document");
    let names = listed.lines().filter_map(|line| {
        let (name, rest) = line.split_once(" (")?;
        (rest.starts_with("loops)") || rest.starts_with("arrays)")).then_some(name)
    });
    let names: Vec<&str> = names.collect();
    assert!(names.len() > 30, "{} transformations are few", names.len());
    let missing: Vec<&&str> = names
        .iter()
        .filter(|name| !text.lines().any(|line| line == format!("### {name}")))
        .collect();
    assert!(
        missing.is_empty(),
        "no section in docs/transformations.md: {missing:?}"
    );
}
