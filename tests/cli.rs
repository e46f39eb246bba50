//! Runs the command line on the cases of `tests/cli/*.toml`, each in an empty folder of its own.
//!
//! ```toml
//! arguments = ["parse", "a.mlir"]      # after `ovolo`
//! stdin = "…"                          # optional
//! exit = 1
//! stdout = ["…"]                       # texts that must occur, in this order; [] is no output at all
//! stderr = ["…"]
//! creates = ["out.mlir"]               # files that must be new afterwards; no other may be
//! needs = ["mlir-opt-19"]              # programs, and libraries as `--against` names them, without which the case is ignored
//! measures = true                      # what is chosen may depend on what is timed; elsewhere nothing is
//!
//! [files."a.mlir"]                     # before the run; must be unchanged afterwards
//! text = "…"                           # or bytes = [255], or folder = true, or
//! parts = [{ text = "(", times = 10000 }, { text = "x" }]
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use ovolo_bench::peer::{Peer, is_installed};
use toml::{Table, Value};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli");
    let mut paths: Vec<_> = fs::read_dir(&folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    paths.sort();
    let trials = paths.into_iter().map(|path| {
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let is_there = |name: &String| match Peer::ALL.iter().find(|peer| peer.name() == name) {
            Some(peer) => peer.missing().is_none(),
            None => is_installed(name),
        };
        let is_possible = needs(&path).iter().all(is_there);
        Trial::test(name, move || check(&path)).with_ignored_flag(!is_possible)
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// The programs that a case says it needs; none where it cannot be read, which the case itself reports.
fn needs(path: &Path) -> Vec<String> {
    let case = fs::read_to_string(path)
        .ok()
        .and_then(|text| text.parse::<Table>().ok());
    case.map(|case| strings(&case, "needs")).unwrap_or_default()
}

fn check(path: &Path) -> Result<(), Failed> {
    let case: Table = fs::read_to_string(path)?.parse()?;
    let known = [
        "arguments",
        "stdin",
        "exit",
        "stdout",
        "stderr",
        "creates",
        "files",
        "needs",
        "measures",
    ];
    if let Some(key) = case.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(format!("unknown key `{key}`").into());
    }
    let folder = tempfile::tempdir()?;
    let files = case
        .get("files")
        .and_then(Value::as_table)
        .cloned()
        .unwrap_or_default();
    for (name, contents) in &files {
        match bytes(contents)? {
            Some(bytes) => fs::write(folder.path().join(name), bytes)?,
            None => fs::create_dir(folder.path().join(name))?,
        }
    }
    let before = snapshot(folder.path())?;
    let measures = case.get("measures").and_then(Value::as_bool).unwrap_or(false);
    let mut child = Command::new(env!("CARGO_BIN_EXE_ovolo"))
        .args(strings(&case, "arguments"))
        .current_dir(folder.path())
        .env("NO_COLOR", "1")
        .env("OVOLO_NO_MEASURE", if measures { "" } else { "1" })
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let text = case.get("stdin").and_then(Value::as_str).unwrap_or_default();
    // A program that stops before it reads has closed the pipe.
    let _ = child
        .stdin
        .take()
        .map(|mut stdin| stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output()?;
    let (stdout, stderr) = (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    );
    let shown = format!("--- stdout\n{stdout}--- stderr\n{stderr}");
    let wanted = case.get("exit").and_then(Value::as_integer).unwrap_or(0);
    if output.status.code().map(i64::from) != Some(wanted) {
        return Err(format!("expected exit code {wanted}, found {}\n{shown}", output.status).into());
    }
    if stderr.contains("panicked") || stderr.contains("internal error") {
        return Err(shown.into());
    }
    for (stream, text) in [("stdout", &stdout), ("stderr", &stderr)] {
        if let Some(Value::Array(_)) = case.get(stream) {
            in_order(&strings(&case, stream), text).map_err(|e| format!("{stream}: {e}\n{shown}"))?;
        }
    }
    check_files(&before, &snapshot(folder.path())?, &strings(&case, "creates"))
}

fn in_order(wanted: &[String], text: &str) -> Result<(), String> {
    if wanted.is_empty() && !text.is_empty() {
        return Err("expected nothing".to_string());
    }
    let mut rest = text;
    for fragment in wanted {
        let at = rest
            .find(fragment.as_str())
            .ok_or(format!("missing: {fragment}"))?;
        rest = &rest[at + fragment.len()..];
    }
    Ok(())
}

type Snapshot = BTreeMap<String, Vec<u8>>;

fn snapshot(folder: &Path) -> Result<Snapshot, Failed> {
    let mut files = Snapshot::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        files.insert(
            name,
            if path.is_dir() {
                Vec::new()
            } else {
                fs::read(&path)?
            },
        );
    }
    Ok(files)
}

fn check_files(before: &Snapshot, after: &Snapshot, created: &[String]) -> Result<(), Failed> {
    for (name, contents) in before {
        if after.get(name) != Some(contents) && !created.contains(name) {
            return Err(format!("{name} was changed or removed").into());
        }
    }
    for name in after.keys().filter(|name| !before.contains_key(*name)) {
        if !created.contains(name) {
            return Err(format!("{name} was left behind").into());
        }
    }
    match created.iter().find(|name| after.get(*name) == before.get(*name)) {
        Some(name) => Err(format!("{name} was not written").into()),
        None => Ok(()),
    }
}

/// The contents of a file of a case; `None` for a folder.
fn bytes(contents: &Value) -> Result<Option<Vec<u8>>, Failed> {
    if contents.get("folder").is_some() {
        return Ok(None);
    }
    if let Some(text) = contents.get("text").and_then(Value::as_str) {
        return Ok(Some(text.as_bytes().to_vec()));
    }
    if let Some(bytes) = contents.get("bytes").and_then(Value::as_array) {
        let bytes = bytes
            .iter()
            .map(|b| b.as_integer().and_then(|b| u8::try_from(b).ok()));
        return Ok(Some(bytes.collect::<Option<_>>().ok_or("bytes are 0 to 255")?));
    }
    let parts = contents.get("parts").and_then(Value::as_array);
    let parts = parts.ok_or("a file needs text, bytes, folder or parts")?;
    let mut text = String::new();
    for part in parts {
        let piece = part.get("text").and_then(Value::as_str).unwrap_or_default();
        let times = part.get("times").and_then(Value::as_integer).unwrap_or(1);
        text += &piece.repeat(times.try_into()?);
    }
    Ok(Some(text.into_bytes()))
}

fn strings(case: &Table, key: &str) -> Vec<String> {
    let items = case.get(key).and_then(Value::as_array);
    let items = items.into_iter().flatten().filter_map(Value::as_str);
    items.map(str::to_string).collect()
}
