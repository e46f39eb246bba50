//! Nests to terms and back, nothing rewritten: `tests/lift/*.mlir`.
//!
//! A file holds cases apart by `// -----`; each is a module, then a line `// becomes` and the module that
//! comes back, or `// stays: reason`. `OVOLO_BLESS=1` writes what comes back into the files.

use std::collections::BTreeMap;
use std::path::Path;

use ovolo_lang::fp::FpModel;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_module;
use ovolo_rewrites::lift::lift_function;
use ovolo_rewrites::materialize::materialize;
use ovolo_rewrites::nest::Choice;
use ovolo_rewrites::unflattening::unflattened;
use ovolo_rewrites::widening::widened;

const BECOMES: &str = "// becomes\n";
const STAYS: &str = "// stays: ";

#[test]
fn nests_come_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lift");
    let bless = std::env::var_os("OVOLO_BLESS").is_some();
    let mut failures = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let text = std::fs::read_to_string(&file).unwrap();
        let cases: Vec<String> = text.split("// -----\n").map(with_outcome).collect();
        let found = cases.join("// -----\n");
        if bless {
            std::fs::write(&file, &found).unwrap();
        } else if found != text {
            failures.push(format!("{}:\n{found}", file.display()));
        }
    }
    assert!(
        failures.is_empty(),
        "with OVOLO_BLESS=1 these become\n{}",
        failures.join("\n")
    );
}

/// The case with what comes of it.
fn with_outcome(case: &str) -> String {
    let end = [BECOMES, STAYS].iter().filter_map(|mark| case.find(mark)).min();
    let source = &case[..end.unwrap_or(case.len())];
    let mut module = parse_module(source).unwrap_or_else(|d| panic!("{}\n{source}", d[0]));
    let functions: Vec<_> = module.functions().collect();
    for function in functions {
        module = widened(&module, function).unwrap_or(module);
        module = unflattened(&module, function).unwrap_or(module);
    }
    let mut nests = Vec::new();
    for function in module.functions() {
        for (_, nest) in lift_function(&module, function, FpModel::STRICT) {
            match nest {
                Ok(nest) => nests.push(nest),
                Err(reason) => return format!("{source}{STAYS}{}\n", reason.reason),
            }
        }
    }
    let choices: Vec<Choice> = nests
        .iter()
        .map(|nest| Choice {
            term: nest.term.clone(),
            tiles: BTreeMap::new(),
        })
        .collect();
    let pairs: Vec<_> = nests.iter().zip(&choices).collect();
    match materialize(&module, &pairs) {
        Ok(back) => {
            let printed = print_module(&back);
            parse_module(&printed).unwrap_or_else(|d| panic!("{}\n{printed}", d[0]));
            format!("{source}{BECOMES}{printed}")
        }
        Err(reason) => format!("{source}{STAYS}{reason}\n"),
    }
}
