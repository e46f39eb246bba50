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

/// What a thousand nests touch are sixteen million pairs, of which ranges and objects leave few to ask about.
#[test]
fn a_thousand_nests_are_compared() {
    const NESTS: usize = 1000;
    let nests = (0..NESTS).map(|k| {
        let (next, here, there) = (k + 1, 16 * k, 16 * k + 16);
        format!(
            "affine.for %i = 0 to 16 {{
               %x = affine.load %A[{k}, %i] : memref<1001x16xf32>
               %y = affine.load %F[%i + {here}] : memref<16016xf32>
               affine.store %x, %A[{next}, %i] : memref<1001x16xf32>
               affine.store %y, %F[%i + {there}] : memref<16016xf32>
             }}\n"
        )
    });
    let arguments = "%A: memref<1001x16xf32> {llvm.noalias}, %F: memref<16016xf32> {llvm.noalias}";
    let nests: String = nests.collect();
    let module = parsed(&format!("func.func @f({arguments}) {{\n{nests}return\n}}\n"));
    let found = memories(&module, false);
    // Each nest reads, of both, what the one before it wrote.
    let follows = |d: &Dependence| d.kinds.flow && d.source / 4 + 1 == d.destination / 4;
    assert_eq!(found[0].dependences.len(), 2 * (NESTS - 1));
    assert!(found[0].dependences.iter().all(follows));
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
