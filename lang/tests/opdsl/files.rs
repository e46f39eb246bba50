//! Takes each file of `tests/instances` to YAML where its first line is `# yaml`, and to the instances that its lines
//! `# instantiate: …` ask for, and compares with what stands behind the line `# expected:`. `OVOLO_BLESS=1` writes what is
//! found there.

use std::path::Path;

use ovolo_lang::diagnostic::{Diagnostic, line_column};
use ovolo_lang::instance::{InstanceMistake, instantiate};
use ovolo_lang::linalg::yaml;
use ovolo_lang::print::print_module;

const EXPECTED: &str = "# expected:\n";

#[test]
fn files_have_the_instances_that_they_expect() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/instances");
    let entries = std::fs::read_dir(&folder).expect("the folder of cases");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let mut wrong = String::new();
    for path in files {
        let all = std::fs::read_to_string(&path).expect("a readable case");
        let (source, expected) = all.split_once(EXPECTED).unwrap_or((&all, ""));
        let found: String = found(source)
            .lines()
            .map(|line| format!("# {line}").trim_end().to_string() + "\n")
            .collect();
        if std::env::var_os("OVOLO_BLESS").is_some() {
            std::fs::write(&path, format!("{source}{EXPECTED}{found}")).expect("a writable case");
        } else if found != expected {
            wrong.push_str(&format!(
                "{}: found\n{found}\nexpected\n{expected}\n",
                path.display()
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn found(source: &str) -> String {
    let operations = ovolo_opdsl::read(source).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    let mut text = String::new();
    if source.starts_with("# yaml") {
        text.push_str(&yaml(&operations));
    }
    for request in source
        .lines()
        .filter_map(|line| line.strip_prefix("# instantiate: "))
    {
        match instantiate(&operations, request) {
            Ok(module) => text.push_str(&print_module(&module)),
            Err(InstanceMistake::Request(mistake)) => text.push_str(&placed(request, &mistake)),
            Err(InstanceMistake::Definition(mistake)) => text.push_str(&placed(source, &mistake)),
        }
    }
    text
}

/// What it says, and what it points at.
fn placed(source: &str, mistake: &Diagnostic) -> String {
    let (line, column) = line_column(source, mistake.span.start);
    let pointed = source
        .get(mistake.span.start as usize..mistake.span.end as usize)
        .unwrap_or_default();
    format!("{line}:{column}: {mistake}\n    {pointed}\n")
}
