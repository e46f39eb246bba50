//! Holds the table of layers of `README.md`: which crate may know which, and that modules inside a crate do not import each
//! other in a circle.

#[path = "layers/modules.rs"]
mod modules;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folder, crate, and the crates of this workspace that it may use.
const CRATES: &[(&str, &str, &[&str])] = &[
    ("lang/opdsl", "ovolo-opdsl", &[]),
    ("lang", "ovolo-lang", &["ovolo-opdsl"]),
    ("lang/c", "ovolo-c", &["ovolo-lang"]),
    ("rewrites", "ovolo-rewrites", &["ovolo-lang"]),
    ("extract", "ovolo-extract", &["ovolo-lang", "ovolo-rewrites"]),
    ("verify/certificate", "ovolo-certificate", &["ovolo-lang"]),
    (
        "verify",
        "ovolo-verify",
        &["ovolo-lang", "ovolo-rewrites", "ovolo-certificate"],
    ),
    ("lower", "ovolo-lower", &["ovolo-lang"]),
    ("bench/timing", "ovolo-timing", &["ovolo-lang"]),
    ("bench/conformance", "ovolo-conformance", &["ovolo-lang"]),
    (
        "bench",
        "ovolo-bench",
        &["ovolo-lang", "ovolo-lower", "ovolo-timing"],
    ),
    (
        "src/ovolo",
        "ovolo",
        &[
            "ovolo-lang",
            "ovolo-rewrites",
            "ovolo-extract",
            "ovolo-verify",
            "ovolo-lower",
            "ovolo-timing",
        ],
    ),
    (
        ".",
        "ovolo-cli",
        &[
            "ovolo",
            "ovolo-lang",
            "ovolo-c",
            "ovolo-opdsl",
            "ovolo-rewrites",
            "ovolo-extract",
            "ovolo-certificate",
            "ovolo-verify",
            "ovolo-lower",
            "ovolo-bench",
            "ovolo-timing",
        ],
    ),
];

/// A library of somebody else and the folders that may use it.
const HOMES: &[(&str, &[&str])] = &[
    ("lalrpop", &["lang", "rewrites"]),
    ("lalrpop-util", &["lang", "rewrites"]),
    ("logos", &["lang", "rewrites"]),
    ("egg", &["rewrites", "extract"]),
    ("z3", &["verify", "verify/certificate"]),
    ("z3-sys", &["verify", "verify/certificate"]),
    ("clang-sys", &["lang/c"]),
    ("ruff_python_ast", &["lang/opdsl"]),
    ("ruff_python_parser", &["lang/opdsl"]),
    ("ruff_text_size", &["lang/opdsl"]),
    ("inkwell", &["lower"]),
    ("llvm-sys", &["lower"]),
    ("clap", &["."]),
    ("indicatif", &["."]),
    ("comfy-table", &[".", "bench", "bench/conformance"]),
    ("layout-rs", &["."]),
];

/// Words that the code of a folder must not contain: modules of a crate it may otherwise use.
const FORBIDDEN: &[(&str, &[&str])] = &[("verify", &["egraph", "EGraph", "saturate", "lift"])];

#[test]
fn every_crate_of_the_workspace_is_in_the_table() {
    let manifest = manifest(".");
    let members = manifest["workspace"]["members"]
        .as_array()
        .expect("a list of members");
    let members: BTreeSet<&str> = members.iter().filter_map(toml::Value::as_str).collect();
    let table = CRATES.iter().map(|c| c.0).filter(|&f| f != ".").collect();
    assert_eq!(members, table);
}

#[test]
fn manifests_keep_the_layers() {
    let mut broken = Vec::new();
    for &(folder, name, _) in CRATES {
        let manifest = manifest(folder);
        assert_eq!(manifest["package"]["name"].as_str(), Some(name));
        for table in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let entries = manifest.get(table).and_then(toml::Value::as_table);
            for dependency in entries.into_iter().flat_map(|t| t.keys()) {
                if !may_use(folder, dependency) {
                    broken.push(format!("{folder}/Cargo.toml: {table}: {dependency}"));
                }
            }
        }
    }
    assert!(broken.is_empty(), "against the layers:\n{}", broken.join("\n"));
}

#[test]
fn sources_keep_the_layers() {
    let mut broken = Vec::new();
    for &(folder, ..) in CRATES {
        for file in sources(folder) {
            let text = fs::read_to_string(&file).expect("a readable source");
            for (number, line) in text.lines().enumerate() {
                for word in offending_words(folder, line) {
                    broken.push(format!("{}:{}: {word}", file.display(), number + 1));
                }
            }
        }
    }
    assert!(broken.is_empty(), "against the layers:\n{}", broken.join("\n"));
}

#[test]
fn an_import_against_the_layers_is_seen() {
    let seen = |folder, line| offending_words(folder, line).next().is_some();
    assert!(seen("lang", "use egg::Id;"));
    assert!(seen("rewrites", "let s = z3::Solver::new();"));
    assert!(seen("extract", "use ovolo_verify::program;"));
    assert!(seen("verify", "use ovolo_rewrites::egraph::Graph;"));
    assert!(!seen(
        "verify",
        "use ovolo_rewrites::rule::Rule; // not the egraph"
    ));
    assert!(!seen("rewrites", "let z3 = 1;"));
    assert!(!may_use("lang", "egg"));
    assert!(may_use("lang", "rayon"));
}

#[test]
fn modules_import_each_other_in_no_circle() {
    let mut found = Vec::new();
    for &(folder, ..) in CRATES {
        let circles = modules::circles(&source_folder(folder)).into_iter();
        let large = circles.filter(|circle| !circle.is_small());
        found.extend(large.map(|circle| format!("{folder}: {circle}")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The crates and modules that a line of code names and its folder may not use.
fn offending_words<'a>(folder: &'a str, line: &'a str) -> impl Iterator<Item = &'a str> {
    let code = line.split("//").next().unwrap_or_default();
    let words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(move |&word| {
        let path = code.contains(&format!("{word}::")) || code.contains(&format!("use {word};"));
        let module = FORBIDDEN
            .iter()
            .any(|(f, words)| *f == folder && words.contains(&word));
        !word.is_empty() && path && (module || !may_use(folder, &word.replace('_', "-")))
    })
}

fn may_use(folder: &str, dependency: &str) -> bool {
    let (_, own, allowed) = CRATES
        .iter()
        .find(|c| c.0 == folder)
        .expect("a folder of the table");
    match HOMES.iter().find(|home| home.0 == dependency) {
        Some((_, folders)) => folders.contains(&folder),
        None if CRATES.iter().any(|c| c.1 == dependency) => {
            dependency == *own || allowed.contains(&dependency)
        }
        None => true,
    }
}

fn manifest(folder: &str) -> toml::Table {
    let text = fs::read_to_string(root().join(folder).join("Cargo.toml")).expect("a manifest");
    text.parse().expect("a manifest in TOML")
}

/// Where the modules of the crate in a folder lie.
fn source_folder(folder: &str) -> PathBuf {
    match folder {
        "." => root().join("src/cli"),
        "src/ovolo" => root().join(folder),
        _ => root().join(folder).join("src"),
    }
}

/// Every Rust source and grammar of the crate in a folder: its modules, tests, examples and build script.
fn sources(folder: &str) -> Vec<PathBuf> {
    let beside = ["tests", "benches", "examples", "build.rs"].map(|name| root().join(folder).join(name));
    let mut pending = vec![source_folder(folder)];
    pending.extend(beside);
    let mut found = Vec::new();
    while let Some(path) = pending.pop() {
        if let Ok(entries) = fs::read_dir(&path) {
            pending.extend(entries.map(|e| e.expect("a readable folder").path()));
        } else if path.extension().is_some_and(|e| e == "rs" || e == "lalrpop")
            && path.exists()
            && !path.ends_with("tests/layers.rs")
            && !path.ends_with("tests/layers/modules.rs")
        {
            found.push(path);
        }
    }
    assert!(!found.is_empty(), "no sources in {folder}");
    found.sort();
    found
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
