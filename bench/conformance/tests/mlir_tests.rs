//! Runs `mlir-tests` on a folder of three small chunks, where `mlir-opt-19` is installed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// One chunk that is read, one whose fault is found by both, and one of a dialect that is out of scope.
const CHUNKS: &str = r#"func.func @same(%x: f32) -> f32 {
  return %x : f32
}
// -----
func.func @undeclared() -> f32 {
  return %y : f32
}
// -----
func.func @other_dialect() -> index {
  %x = "index.constant"() <{value = 1 : index}> : () -> index
  return %x : index
}
"#;

fn run(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mlir-tests"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn chunks_are_counted() {
    if Command::new("mlir-opt-19").arg("--version").output().is_err() {
        eprintln!("skipped: mlir-opt-19 is not installed");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("tests/IR")).expect("a folder");
    fs::write(folder.path().join("tests/IR/three.mlir"), CHUNKS).expect("a file");
    let arguments = [
        "tests",
        "--folder",
        "IR",
        "--cache",
        "cache",
        "--json",
        "counts.json",
    ];
    // The second run knows every verdict.
    for _ in 0..2 {
        let output = run(&arguments, folder.path());
        let text = stdout(&output);
        assert!(output.status.success(), "{text}");
        let json = fs::read_to_string(folder.path().join("counts.json")).expect("a summary");
        let counts = "{\"chunks\": 3, \"accepted\": 2, \"in_scope\": 1, \"rejected\": 1, \"reads\": 2, \
                      \"reads_in_scope\": 1, \"reads_generic\": 2, \"rejects\": 1, \"same_line\": 1, \
                      \"same_fault\": 1, \"crashes\": 0, \"unjudged\": 0}";
        assert!(json.contains(counts), "{json}");
    }
    let check = run(
        &["tests", "--folder", "IR", "--cache", "cache", "--check"],
        folder.path(),
    );
    assert!(check.status.success(), "{}", stdout(&check));
}

#[test]
fn a_missing_folder_is_skipped_but_by_a_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = run(&["nowhere"], folder.path());
    assert!(output.status.success() && stdout(&output).starts_with("skipped: "));
    assert_eq!(run(&["nowhere", "--check"], folder.path()).status.code(), Some(1));
    assert_eq!(run(&["--nonsense"], folder.path()).status.code(), Some(2));
}
