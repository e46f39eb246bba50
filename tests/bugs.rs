//! Bugs of other compilers, as `BUGS-FOUND.md` lists them: each file of `bugs/` says what to run on it, and with `// refuted: `
//! what shows in the refutation, or with `// fails: ` how the command fails.

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
        let header = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
        let command = header("// against: ").expect("a command");
        let (expected, exit) = match (header("// refuted: "), header("// fails: ")) {
            (Some(refuted), _) => (refuted, 3),
            (None, Some(fails)) => (fails, 4),
            (None, None) => panic!("{}: nothing is expected", path.display()),
        };
        let output = Command::new(env!("CARGO_BIN_EXE_ovolo"))
            .args(["verify", "--against", command])
            .arg(&path)
            .output()
            .expect("ovolo runs");
        let said = String::from_utf8_lossy(&output.stdout);
        if output.status.code() != Some(exit) || !said.contains(expected) {
            mistakes.push(format!("{}: {expected}, but\n{said}", path.display()));
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}
