//! Pairs of programs with the verdict expected of them: `tests/program/*.mlir`.
//!
//! Each file holds two modules apart by `// -----`. Its header says `// verdict: proved` (or `checked`,
//! `refuted`, `unknown`), for several models one line each as `// verdict reassoc: proved`, and
//! `// check: text` for each text that the last verdict must contain.

use std::path::{Path, PathBuf};

use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Module;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_module;
use ovolo_verify::program::{Options, Verdict, verify_programs};

#[test]
fn pairs_get_the_verdicts_they_deserve() {
    let mut failures = Vec::new();
    for file in files() {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        failures.extend(
            check(&text)
                .into_iter()
                .map(|failure| format!("{name}: {failure}")),
        );
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_program_equals_itself() {
    for file in files() {
        let text = std::fs::read_to_string(&file).unwrap();
        for module in modules(&text) {
            let verdict = verify_programs(&module, &module, &Options::default());
            assert!(verdict.is_proved(), "{}: {verdict}", file.display());
            // Beside another function it is run.
            let more = with_another_function(&module);
            let verdict = verify_programs(&module, &more, &Options::default());
            let has_meaning = !verdict.to_string().contains("the first program");
            let is_open = !has_meaning || verdict.is_too_large();
            assert!(verdict.is_accepted() || is_open, "{}: {verdict}", file.display());
        }
    }
}

fn with_another_function(module: &Module) -> Module {
    let text = print_module(module);
    let open = text.trim_end().trim_end_matches('}');
    parse_module(&format!("{open} func.func private @no_other() {{ return }} }}")).unwrap()
}

fn check(text: &str) -> Vec<String> {
    let [first, second] = modules(text);
    let mut failures = Vec::new();
    let mut last = String::new();
    for line in text.lines() {
        if let Some((model, expected)) = line.strip_prefix("// verdict").and_then(|l| l.split_once(": ")) {
            let model: FpModel = match model.trim() {
                "" => FpModel::STRICT,
                model => model.parse().unwrap(),
            };
            let options = Options {
                model,
                ..Options::default()
            };
            let verdict = verify_programs(&first, &second, &options);
            last = verdict.to_string();
            if word(&verdict) != expected {
                failures.push(format!("under {model} expected {expected}, found {last}"));
            }
        }
        if let Some(wanted) = line.strip_prefix("// check: ")
            && !last.contains(wanted)
        {
            failures.push(format!("`{wanted}` is not in: {last}"));
        }
    }
    if last.is_empty() {
        failures.push("says no verdict".to_string());
    }
    failures
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Proved(_) => "proved",
        Verdict::Checked(_) => "checked",
        Verdict::Refuted(_) => "refuted",
        Verdict::Unknown(_) => "unknown",
    }
}

fn modules(text: &str) -> [Module; 2] {
    let mut parts = text.split("// -----\n").map(|part| {
        parse_module(part).unwrap_or_else(|d| {
            panic!("{}", ovolo_lang::diagnostic::render("case", part, &d, false));
        })
    });
    let pair = [
        parts.next().expect("a module"),
        parts.next().expect("a second module"),
    ];
    assert!(parts.next().is_none(), "a third module");
    pair
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program");
    let entries = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries
        .filter(|p| p.extension().is_some_and(|e| e == "mlir"))
        .collect();
    files.sort();
    files
}
