//! Bugs of other compilers, as `BUGS-FOUND.md` lists them: each file of `bugs/` says what to run on it, and what shows in the
//! refutation.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn what_other_compilers_make_is_refuted() {
    let is_there = Command::new("mlir-opt-19").arg("--version").output();
    if is_there.is_err() {
        println!("skipped: mlir-opt-19 is not installed");
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bugs");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a folder of programs")
        .map(|entry| entry.expect("a program").path())
        .collect();
    files.sort();
    assert!(files.len() >= 8, "programs are missing");
    let mut mistakes = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("a readable program");
        let header = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap_or_else(|| panic!("{}: no line `{name}`", path.display()))
        };
        let (command, expected) = (header("// against: "), header("// refuted: "));
        let output = Command::new(env!("CARGO_BIN_EXE_ovolo"))
            .args(["verify", "--against", command])
            .arg(&path)
            .output()
            .expect("ovolo runs");
        let said = String::from_utf8_lossy(&output.stdout);
        if output.status.code() != Some(3) || !said.contains(expected) {
            mistakes.push(format!("{}: {expected}, but\n{said}", path.display()));
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}
