//! Compares with the dependences that mlir-opt finds between accesses of the affine dialect.
//!
//! Where it finds more, it is less exact; where it finds fewer, it is wrong, or we are: the functions of both
//! kinds are named here with the reason.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ovolo_lang::chunks;
use ovolo_lang::diagnostic::line_column;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::op::OpCode;
use ovolo_lang::parse::parse_module;
use ovolo_rewrites::memory::{Dependence, dependences};
use ovolo_verify::emptiness::Z3Emptiness;

const MLIR_OPT: &str = "mlir-opt-19";

/// Functions between whose accesses mlir-opt finds dependences that cannot be, and why.
const LESS_EXACT: &[(&str, &str)] = &[
    (
        "allocated_extent",
        "the extent of an allocation is the size it was given",
    ),
    ("allocation", "each iteration allocates memory of its own"),
    (
        "steps_from_greatest",
        "all starts of the steps are even, though there are two",
    ),
];

/// Functions of which mlir-opt misses dependences, and why.
const MISSED: &[(&str, &str)] = &[
    (
        "halves",
        "it takes the condition of an affine.if to hold in the else branch too",
    ),
    ("extent", "it takes a memref.cast and its source to be apart"),
    ("view", "it takes a view and its source to be apart"),
    (
        "globals",
        "it takes two memref.get_global of one global to be apart",
    ),
];

fn is_in(list: &[(&str, &str)], function: &str) -> bool {
    list.iter().any(|(name, _)| *name == function)
}

/// What is found between two accesses at a depth: nothing, or the distances of the common loops.
type Answer = Option<Vec<Option<i64>>>;

/// Source, destination, and depth, as mlir-opt counts them.
type Question = (usize, usize, usize);

#[test]
fn mlir_opt_finds_the_same() {
    if Command::new(MLIR_OPT).arg("--version").output().is_err() {
        eprintln!("skipped: {MLIR_OPT} is not installed");
        return;
    }
    let mut tally = Tally::default();
    for file in super::files().into_iter().chain(mlirs_own_test()) {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        for chunk in chunks::split(&text) {
            compare(&name, chunk.text, &mut tally);
        }
    }
    eprintln!(
        "{} answers compared, {} of them the same; mlir-opt finds more in {:?} and fewer in {:?}",
        tally.compared, tally.same, tally.less_exact, tally.missed
    );
    assert!(tally.failures.is_empty(), "{}", tally.failures.join("\n"));
    let named = LESS_EXACT.len() + MISSED.len();
    let met = tally.less_exact.len() + tally.missed.len();
    assert_eq!(
        met, named,
        "a function is named though mlir-opt is right about it"
    );
    assert!(
        tally.compared > 100,
        "only {} answers were compared",
        tally.compared
    );
}

#[derive(Default)]
struct Tally {
    compared: usize,
    same: usize,
    less_exact: BTreeSet<String>,
    missed: BTreeSet<String>,
    failures: Vec<String>,
}

/// MLIR's test of its analysis, where `bench/mlir-tests.sh` or `OVOLO_MLIR_TESTS` has brought it.
fn mlirs_own_test() -> Option<PathBuf> {
    let folder = std::env::var_os("OVOLO_MLIR_TESTS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("target/mlir-tests-source/mlir/test"),
        PathBuf::from,
    );
    let file = folder.join("Dialect/Affine/memref-dependence-check.mlir");
    if !file.is_file() {
        eprintln!("without MLIR's own test: {} is not there", file.display());
        return None;
    }
    Some(file)
}

fn compare(file: &str, text: &str, tally: &mut Tally) {
    let Ok(module) = parse_module(text) else {
        tally
            .failures
            .push(format!("{file}: a case is not read:\n{text}"));
        return;
    };
    let Some(theirs) = mlir_opt(text) else {
        return;
    };
    let ours = ours(&module);
    for (question, their) in theirs {
        let Some((our, function, op)) = ours.answer(question) else {
            continue;
        };
        tally.compared += 1;
        let (line, column) = line_column(text, module.op(op).span.start);
        let place = format!("{file}, @{function}, {line}:{column}, {question:?}");
        match (our, &their) {
            (None, Some(_)) => {
                if !is_in(LESS_EXACT, function) {
                    tally
                        .failures
                        .push(format!("{place}: only mlir-opt finds {their:?}"));
                }
                tally.less_exact.insert(function.to_string());
            }
            (Some(our), None) if our.assumed.is_empty() => {
                if is_in(MISSED, function) {
                    tally.missed.insert(function.to_string());
                    continue;
                }
                tally
                    .failures
                    .push(format!("{place}: mlir-opt does not find {our:?}"));
            }
            (Some(_), None) => {}
            (Some(our), Some(their)) if differ(&our.distances, their) => {
                tally
                    .failures
                    .push(format!("{place}: {:?}, mlir-opt has {their:?}", our.distances));
            }
            _ => tally.same += 1,
        }
    }
}

/// Whether two constant distances differ; mlir-opt gives none for accesses without a common loop.
fn differ(ours: &[Option<i64>], theirs: &[Option<i64>]) -> bool {
    let mut pairs = ours.iter().zip(theirs);
    pairs.any(|(our, their)| {
        matches!((our, their), (Some(a), Some(b)) if a != b) || (our.is_none() && their.is_some())
    })
}

/// What mlir-opt says; `None` when it does not take the text.
fn mlir_opt(text: &str) -> Option<BTreeMap<Question, Answer>> {
    let mut child = Command::new(MLIR_OPT)
        .args([
            "-",
            "--test-memref-dependence-check",
            "--allow-unregistered-dialect",
            "-o",
            "/dev/null",
        ])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("mlir-opt starts");
    // The remarks come only after the whole text is read.
    let written = child
        .stdin
        .take()
        .map(|mut stdin| stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().ok()?;
    written?.ok()?;
    let remarks = String::from_utf8_lossy(&output.stderr).into_owned();
    output
        .status
        .success()
        .then(|| remarks.lines().filter_map(remark).collect())
}

/// `… remark: dependence from 0 to 1 at depth 2 = [1, 1][-inf, +inf]`.
fn remark(line: &str) -> Option<(Question, Answer)> {
    let (_, rest) = line.split_once("remark: dependence from ")?;
    let (question, answer) = rest.split_once(" = ")?;
    let mut numbers = question.split(' ').filter_map(|word| word.parse().ok());
    let question = (numbers.next()?, numbers.next()?, numbers.next()?);
    let components = |text: &str| {
        let ranges = text.trim_matches(['[', ']']).split("][").map(|range| {
            let (low, high) = range.split_once(", ")?;
            low.parse().ok().filter(|_| low == high)
        });
        ranges.collect()
    };
    Some((
        question,
        match answer {
            "false" => None,
            "true" => Some(Vec::new()),
            ranges => Some(components(ranges)),
        },
    ))
}

/// Our dependences, by the numbers that mlir-opt gives to accesses: loads and stores of the affine dialect
/// in the order of the whole text.
struct Ours {
    accesses: Vec<(String, OpId)>,
    found: BTreeMap<Question, Dependence>,
}

impl Ours {
    /// The answer with the function and the source; `None` for accesses of two functions.
    fn answer(&self, question: Question) -> Option<(Option<&Dependence>, &str, OpId)> {
        let (source, destination) = (self.accesses.get(question.0)?, self.accesses.get(question.1)?);
        let same = source.0 == destination.0;
        same.then(|| (self.found.get(&question), source.0.as_str(), source.1))
    }
}

fn ours(module: &Module) -> Ours {
    let oracle = Z3Emptiness::new();
    let mut ours = Ours {
        accesses: Vec::new(),
        found: BTreeMap::new(),
    };
    for function in module.functions() {
        let name = module.op(function).attribute("sym_name");
        let name = name.and_then(|name| name.as_str()).unwrap_or_default();
        let memory = dependences(module, function, &oracle, false).expect("few accesses");
        let mut numbers = BTreeMap::new();
        for (i, access) in memory.accesses.iter().enumerate() {
            if matches!(
                module.op(access.op).code(),
                Some(OpCode::AffineLoad | OpCode::AffineStore)
            ) {
                numbers.insert(i, ours.accesses.len());
                ours.accesses.push((name.to_string(), access.op));
            }
        }
        for dependence in memory.dependences {
            let numbers = (
                numbers.get(&dependence.source),
                numbers.get(&dependence.destination),
            );
            if let (Some(&source), Some(&destination)) = numbers {
                let depth = dependence.level.unwrap_or(dependence.loops.len()) + 1;
                ours.found.insert((source, destination, depth), dependence);
            }
        }
    }
    ours
}
