//! Imports the files of `tests/filetests` and compares the MLIR, what was left out and why, and what stays in C, with what
//! stands behind the line `// expected:` of each. `OVOLO_BLESS=1` writes what is found there.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use ovolo_c::{Request, import, is_available};
use ovolo_lang::diagnostic::{Diagnostic, line_column};
use ovolo_lang::ir::Span;
use ovolo_lang::print::print_module;
use ovolo_lang::structure;

const EXPECTED: &str = "// expected:\n";

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    let entries = std::fs::read_dir(&folder).expect("the folder of cases");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    if !is_available() {
        println!("libclang is not found: nothing is tested (`setup.sh --peers` installs it)");
    }
    let trial = |path: PathBuf| {
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        Trial::test(name, move || check(&path).map_err(Failed::from)).with_ignored_flag(!is_available())
    };
    libtest_mimic::run(&Arguments::from_args(), files.into_iter().map(trial).collect()).exit();
}

fn check(path: &Path) -> Result<(), String> {
    let all = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let (source, expected) = all.split_once(EXPECTED).unwrap_or((&all, ""));
    let found = found(source);
    let found: String = found
        .lines()
        .map(|line| format!("// {line}").trim_end().to_string() + "\n")
        .collect();
    let is_error = |text: &str| text.lines().any(|line| line.starts_with("// error"));
    if std::env::var_os("OVOLO_BLESS").is_some() {
        // A slip in a new case would empty what is expected of all others.
        if is_error(&found) && !is_error(expected) && !expected.is_empty() {
            return Err(format!("was understood, and is not blessed:\n{found}"));
        }
        return std::fs::write(path, format!("{source}{EXPECTED}{found}")).map_err(|e| e.to_string());
    }
    match found == expected {
        true => Ok(()),
        false => Err(format!("found\n{found}\nexpected\n{expected}")),
    }
}

/// What becomes of a source: the MLIR, `left` out parts, `error`s, and the C of the parts that are called.
fn found(source: &str) -> String {
    let request = Request {
        path: "case.c",
        text: source,
        arguments: &[],
        function: None,
    };
    let mut text = String::new();
    match import(&request) {
        Ok(imported) => {
            if let Err(mistakes) = structure::verify(&imported.module) {
                say(&mut text, "invalid", source, &mistakes);
            }
            text += &print_module(&imported.module);
            say(&mut text, "left", source, &imported.left_out);
            for part in &imported.parts {
                let _ = writeln!(text, "{}: {}", place(source, part.span), part.replacement);
            }
        }
        Err(mistakes) => say(&mut text, "error", source, &mistakes),
    }
    text
}

fn say(text: &mut String, what: &str, source: &str, all: &[Diagnostic]) {
    for one in all {
        let _ = writeln!(text, "{what} {}: {one}", place(source, one.span));
    }
}

fn place(source: &str, span: Span) -> String {
    let (line, column) = line_column(source, span.start);
    format!("{line}:{column}")
}
