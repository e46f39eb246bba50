//! What MLIR's own passes simplify in MLIR's own tests of them, `ovolo simplify` must simplify as far: the operations on
//! integers of each function are counted after both, lowered by one and the same pass.
//!
//! The tests are read where `bench/mlir-tests.sh` or `OVOLO_MLIR_TESTS` has brought them; nothing of them is kept here.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ovolo_lang::attribute::Attribute;
use ovolo_lang::chunks;
use ovolo_lang::ir::Module;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_module;
use ovolo_rewrites::simplify::{Effort, simplify_module};

/// The files with the pass that each of them tests.
const FILES: [(&str, &str); 3] = [
    ("Affine/canonicalize.mlir", "-canonicalize"),
    ("Affine/simplify-structures.mlir", "-affine-simplify-structures"),
    ("Arith/canonicalize.mlir", "-canonicalize"),
];

/// Functions of which MLIR makes something else: there is nothing to match. `BUGS-FOUND.md` says what.
const MISTAKEN: [&str; 3] = ["semiaffine_composite_floor", "test_maxnumf", "test_minnumf"];

#[derive(Default)]
struct Tally {
    /// Functions that the pass makes smaller.
    simplified: usize,
    /// Of them, those that are as small after `ovolo simplify`.
    matched: usize,
    compared: usize,
    /// Functions that come out larger than they went in.
    worse: Vec<String>,
    missed: Vec<String>,
}

#[test]
fn mlirs_simplifications_are_matched() {
    let Some(folder) = mlirs_tests() else {
        return;
    };
    let (mut simplified, mut matched) = (0, 0);
    for (file, pass) in FILES {
        let text = std::fs::read_to_string(folder.join("Dialect").join(file)).expect("a readable test");
        let mut tally = Tally::default();
        for chunk in chunks::split(&text) {
            compare(chunk.text, pass, &mut tally);
        }
        println!(
            "{file}: {} functions, {} simplified by {pass}, {} of them as far by ovolo",
            tally.compared, tally.simplified, tally.matched
        );
        for missed in &tally.missed {
            println!("  {missed}");
        }
        assert!(tally.worse.is_empty(), "{}", tally.worse.join("\n"));
        assert!(tally.matched * 100 >= tally.simplified * LEAST_OF_FILE, "{file}");
        simplified += tally.simplified;
        matched += tally.matched;
    }
    println!("{matched} of {simplified}");
    assert!(matched * 100 >= simplified * LEAST, "{matched} of {simplified}");
}

/// The part of MLIR's simplifications that must be matched, in percent: of all files, and in each.
const LEAST: usize = 95;
const LEAST_OF_FILE: usize = 94;

fn mlirs_tests() -> Option<PathBuf> {
    let folder = std::env::var_os("OVOLO_MLIR_TESTS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("target/mlir-tests-source/mlir/test"),
        PathBuf::from,
    );
    let is_there = folder.join("Dialect").join(FILES[0].0).is_file();
    if !is_there {
        eprintln!("without MLIR's own tests: {} is not there", folder.display());
    }
    (is_there && mlir_opt("module {}", &[]).is_some()).then_some(folder)
}

fn compare(text: &str, pass: &str, tally: &mut Tally) {
    let Ok(module) = parse_module(text) else {
        return;
    };
    let lowered =
        |text: &str, passes: &[&str]| counts(&mlir_opt(&mlir_opt(text, passes)?, &["-lower-affine"])?);
    let ours = print_module(&simplify_module(&module, &Effort::default()));
    let (Some(before), Some(theirs)) = (lowered(text, &[]), lowered(text, &[pass])) else {
        return;
    };
    let ours = lowered(&ours, &[]).unwrap_or_else(|| panic!("mlir-opt rejects\n{ours}\nof\n{text}"));
    for (name, before) in before {
        let (Some(&theirs), Some(&ours)) = (theirs.get(&name), ours.get(&name)) else {
            continue;
        };
        if MISTAKEN.contains(&name.as_str()) {
            continue;
        }
        tally.compared += 1;
        if ours > before.max(theirs) {
            tally
                .worse
                .push(format!("@{name}: {before} operations became {ours}"));
        }
        if theirs >= before {
            continue;
        }
        tally.simplified += 1;
        match ours <= theirs {
            true => tally.matched += 1,
            false => tally.missed.push(format!(
                "@{name}: {before} operations, {theirs} after mlir-opt, {ours} after ovolo"
            )),
        }
    }
}

/// The operations on integers, loops and conditions of each function.
fn counts(text: &str) -> Option<BTreeMap<String, usize>> {
    let module: Module = parse_module(text).ok()?;
    let mut counts = BTreeMap::new();
    for function in module.functions() {
        let name = module
            .op(function)
            .attribute("sym_name")
            .and_then(Attribute::as_str)?;
        let mut count = 0;
        module.walk(function, &mut |op| {
            let name = module.op(op).name.as_str();
            let is_counted = name.starts_with("arith.") && name != "arith.constant";
            count += usize::from(is_counted || name == "scf.for" || name == "scf.if");
        });
        counts.insert(name.to_string(), count);
    }
    Some(counts)
}

fn mlir_opt(text: &str, passes: &[&str]) -> Option<String> {
    let mut child = Command::new("mlir-opt-19")
        .args(["--allow-unregistered-dialect", "--mlir-print-op-generic"])
        .args(passes)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
