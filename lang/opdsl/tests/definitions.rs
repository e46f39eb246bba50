//! Reads the files of `tests/definitions` and compares the operations, or the mistakes and their places, with what stands
//! behind the line `# expected:` of each. `OVOLO_BLESS=1` writes what is found there.

use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use ovolo_opdsl::{Diagnostic, Operation, read};

const EXPECTED: &str = "# expected:\n";

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/definitions");
    let entries = std::fs::read_dir(&folder).expect("the folder of cases");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let trial = |path: PathBuf| {
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        Trial::test(name, move || check(&path).map_err(Failed::from))
    };
    libtest_mimic::run(&Arguments::from_args(), files.into_iter().map(trial).collect()).exit();
}

fn check(path: &Path) -> Result<(), String> {
    let all = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let (source, expected) = all.split_once(EXPECTED).unwrap_or((&all, ""));
    let found = match read(source) {
        Ok(operations) => operations.iter().flat_map(|o| described(source, o)).collect(),
        Err(mistakes) => mistakes
            .iter()
            .flat_map(|m| placed(source, m))
            .collect::<Vec<String>>(),
    };
    let found: String = found
        .iter()
        .map(|line| format!("# {line}").trim_end().to_string() + "\n")
        .collect();
    if std::env::var_os("OVOLO_BLESS").is_some() {
        return std::fs::write(path, format!("{source}{EXPECTED}{found}")).map_err(|e| e.to_string());
    }
    match found == expected {
        true => Ok(()),
        false => Err(format!("found\n{found}\nexpected\n{expected}")),
    }
}

fn described(source: &str, operation: &Operation) -> Vec<String> {
    let mut lines: Vec<String> = operation.to_string().lines().map(str::to_string).collect();
    let interfaces = operation.interfaces.iter().map(|i| i.class_name());
    let notes: Vec<&str> = interfaces
        .chain(operation.methods.iter().map(|m| m.flag()))
        .collect();
    lines.push(format!("  {} {}", operation.class_name, notes.join(" ")));
    if let Some(text) = &operation.documentation {
        lines.extend(text.lines().map(|line| format!("  | {line}")));
    }
    lines.extend(operation.warnings.iter().flat_map(|w| placed(source, w)));
    lines
}

/// The place, what it says, and the line with what it points at.
fn placed(source: &str, mistake: &Diagnostic) -> Vec<String> {
    let start = (mistake.span.start as usize).min(source.len());
    let line = source.get(..start).unwrap_or_default().matches('\n').count();
    let text = source.lines().nth(line).unwrap_or_default();
    let line_start = source
        .get(..start)
        .unwrap_or_default()
        .rfind('\n')
        .map_or(0, |at| at + 1);
    let column = start - line_start;
    let length = (mistake.span.end as usize).saturating_sub(start);
    let length = length.clamp(1, text.len().saturating_sub(column).max(1));
    let help = mistake
        .help
        .as_ref()
        .map(|help| format!(" ({help})"))
        .unwrap_or_default();
    vec![
        format!("{}:{}: {}{help}", line + 1, column + 1, mistake.message),
        format!("    {text}"),
        format!("    {}{}", " ".repeat(column), "^".repeat(length)),
    ]
}
