//! The dependences of small programs: `tests/dependences/*.mlir`, cases apart by `// -----`.
//!
//! A case begins with `// input` when pairs of reads count too, and ends with a line for each dependence:
//! `// flow A[i] -> A[i - 1] at i (<) (1)`, with `within` in place of `at` for one that no loop carries and
//! `, assumed: why` after one that is not certain; or with `// none`. `OVOLO_BLESS=1` writes these lines.

mod random;
mod referee;

use std::fs;
use std::path::{Path, PathBuf};

use ovolo_lang::diagnostic::render;
use ovolo_lang::ir::Module;
use ovolo_lang::parse::parse_module;
use ovolo_rewrites::memory::{Dependence, FunctionMemory, dependences};
use ovolo_verify::emptiness::Z3Emptiness;

const MARKER: &str = "// -----\n";

#[test]
fn dependences_are_those_expected() {
    let bless = std::env::var_os("OVOLO_BLESS").is_some();
    let mut failures = Vec::new();
    for file in files() {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let cases: Vec<&str> = text.split(MARKER).collect();
        let actual: Vec<String> = cases.iter().map(|case| with_dependences(case)).collect();
        for (n, (case, actual)) in cases.iter().zip(&actual).enumerate() {
            if case != actual {
                failures.push(format!("{name}, case {}, is:\n{actual}", n + 1));
            }
        }
        if bless {
            fs::write(&file, actual.join(MARKER)).unwrap();
        }
    }
    assert!(bless || failures.is_empty(), "{}", failures.join("\n"));
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dependences");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|e| e == "mlir"))
        .collect();
    files.sort();
    files
}

/// The case with its last lines as they should be.
fn with_dependences(case: &str) -> String {
    let end = case.rfind("}\n").map_or(case.len(), |at| at + 2);
    let program = &case[..end];
    let module = parsed(program);
    let mut text = program.to_string();
    let lines = text.len();
    for memory in memories(&module, program.starts_with("// input\n")) {
        for dependence in &memory.dependences {
            text += &format!("// {}\n", described(&module, &memory, dependence));
        }
    }
    if text.len() == lines {
        text += "// none\n";
    }
    text
}

fn parsed(text: &str) -> Module {
    parse_module(text).unwrap_or_else(|d| panic!("{}", render("case", text, &d, false)))
}

fn memories(module: &Module, inputs: bool) -> Vec<FunctionMemory> {
    let oracle = Z3Emptiness::new();
    module
        .functions()
        .map(|function| dependences(module, function, &oracle, inputs).expect("few accesses"))
        .collect()
}

fn described(module: &Module, memory: &FunctionMemory, dependence: &Dependence) -> String {
    let text = |access: usize| match memory.accesses[access].text.as_str() {
        "" => module.op(memory.accesses[access].op).name.as_str(),
        text => text,
    };
    let place = match dependence.level {
        Some(level) => format!("at {}", dependence.loops[level]),
        None => "within".to_string(),
    };
    let directions: Vec<String> = dependence.directions.iter().map(ToString::to_string).collect();
    let distance = |d: &Option<i64>| d.map_or("*".to_string(), |d| d.to_string());
    let distances: Vec<String> = dependence.distances.iter().map(distance).collect();
    let certainty = match dependence.assumed.as_slice() {
        [] => String::new(),
        why => format!(", assumed: {}", why.join("; ")),
    };
    format!(
        "{} {} -> {} {place} ({}) ({}){certainty}",
        dependence.kinds,
        text(dependence.source),
        text(dependence.destination),
        directions.join(", "),
        distances.join(", "),
    )
}
