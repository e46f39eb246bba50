//! Every counterexample that the cases `tests/cli/verify-*.toml` give is shown by the two commands that come with it: they
//! print different things.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use toml::Table;

#[test]
fn counterexamples_replay() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli");
    let mut replayed = 0;
    for entry in fs::read_dir(folder).expect("the folder of cases") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if !name.starts_with("verify-") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a case");
        let case: Table = text.parse().expect("a case");
        let files = case.get("files").and_then(|files| files.as_table());
        let is_refuted = case.get("exit").and_then(|exit| exit.as_integer()) == Some(3);
        let (Some(files), true) = (files, is_refuted && text.contains("\"verify\"")) else {
            continue;
        };
        let arguments = case["arguments"].as_array().expect("arguments");
        if text.contains("\"--json\"") || text.contains("\"--against\"") || text.contains(".npy") {
            continue;
        }
        let folder = tempfile::tempdir().expect("a folder");
        for (name, contents) in files {
            let text = contents
                .get("text")
                .and_then(|text| text.as_str())
                .expect("a text");
            fs::write(folder.path().join(name), text).expect("to write");
        }
        let arguments: Vec<&str> = arguments
            .iter()
            .filter_map(|argument| argument.as_str())
            .collect();
        // Data that is too much for a command line is written to files.
        let written: &[&str] = match arguments.contains(&"--witness") {
            true => &[],
            false => &["--witness", "."],
        };
        let output = in_folder(folder.path(), &[&arguments[..], written].concat());
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        let command = |which: &str| {
            let line = shown.lines().find_map(|line| line.trim().strip_prefix(which));
            line.unwrap_or_else(|| panic!("{}: no `{which}` in\n{shown}", path.display()))
                .trim()
                .to_string()
        };
        let outputs = ["run first:", "run second:"].map(|which| {
            let binary = Path::new(env!("CARGO_BIN_EXE_ovolo")).display();
            let line = command(which).replacen("ovolo", &format!("'{binary}'"), 1);
            let output = Command::new("sh")
                .args(["-c", &line])
                .current_dir(folder.path())
                .output();
            let output = output.expect("a shell");
            (output.status.code(), output.stdout)
        });
        assert_eq!(
            outputs[0].0,
            Some(0),
            "{}: the first program fails\n{shown}",
            path.display()
        );
        assert_ne!(outputs[0], outputs[1], "{}\n{shown}", path.display());
        replayed += 1;
    }
    assert!(replayed >= 5, "only {replayed} counterexamples");
}

fn in_folder(folder: &Path, arguments: &[&str]) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_ovolo"))
        .args(arguments)
        .current_dir(folder)
        .output();
    command.expect("the binary")
}
