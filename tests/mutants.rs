//! What `ovolo optimize` emits, with one mistake in it: no such program is proved equal where a run shows a difference, and
//! most are refuted, by commands that anyone can run.
//!
//! A few mutants of each kernel are tried, with a part of the steps that `ovolo verify` takes; `OVOLO_MUTANTS=N` tries N of each,
//! of all kernels of the repository, with all steps, and prints what is not decided. A mutant of which no run shows a
//! difference and that is proved equal is none: it changes a loop that never runs, or a store that another one overwrites.

#[path = "random_programs/mutate.rs"]
mod mutate;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use mutate::{Mistake, make, mistakes};
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::op::OpCode;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_module;
use ovolo_verify::program::{Options, Verdict, verify_programs};
use rayon::prelude::*;

const FP: FpModel = FpModel {
    contract: true,
    ..FpModel::STRICT
};

/// Kernels of the sample: tails, masks, packing, stripes of time, sums in registers.
const SAMPLE: [&str; 6] = [
    "polybench/atax.mlir",
    "polybench/gemm.mlir",
    "polybench/jacobi-2d.mlir",
    "polybench/trmm.mlir",
    "suite/conv_strided.mlir",
    "suite/max_pool.mlir",
];

#[test]
fn no_mutant_is_proved_that_computes_something_else() {
    let kernels = Path::new(env!("CARGO_MANIFEST_DIR")).join("bench/kernels");
    let wanted = std::env::var("OVOLO_MUTANTS")
        .ok()
        .and_then(|n| n.parse::<usize>().ok());
    let files = match wanted {
        None => SAMPLE.iter().map(|name| kernels.join(name)).collect(),
        Some(_) => ["polybench", "suite", "dl"]
            .iter()
            .flat_map(|folder| programs(&kernels.join(folder)))
            .collect::<Vec<_>>(),
    };
    let mutants: Vec<Mutant> = files
        .par_iter()
        .flat_map_iter(|file| mutants_of(file, wanted.unwrap_or(3)))
        .collect();
    let all = Options::default();
    let verdicts: Vec<(String, Verdict)> = mutants
        .par_iter()
        .map(|mutant| {
            let found = match wanted {
                None => verdict(&mutant.original, &mutant.wrong, 6_000_000, 6_000_000),
                Some(_) => verdict(&mutant.original, &mutant.wrong, all.proof_steps, all.total_steps),
            };
            (mutant.name.clone(), found)
        })
        .collect();
    let (mut refuted, mut harmless, mut too_large) = (0, 0, 0);
    let mut mistaken = Vec::new();
    for ((name, found), Mutant { original, wrong, .. }) in verdicts.iter().zip(&mutants) {
        match found {
            Verdict::Refuted(_) => refuted += 1,
            // Some mistakes are none, as a tile that ends beyond a loop: then no run shows a difference.
            Verdict::Proved(_) if verdict(original, wrong, 0, 20_000_000).is_refuted() => {
                mistaken.push(format!("{name}\n{}", print_module(wrong)));
            }
            Verdict::Proved(_) => harmless += 1,
            // No run of a program with such extents ends: of these nothing but a proof says anything.
            other if other.is_too_large() => too_large += 1,
            other => println!("not decided: {name}: {other}"),
        }
    }
    let shown = verdicts
        .par_iter()
        .zip(&mutants)
        .filter(|((_, found), _)| found.is_refuted())
        .filter(|(_, mutant)| is_shown(&mutant.original, &mutant.wrong))
        .count();
    println!(
        "{} mutants, {harmless} proved equal, {too_large} too large to run, {refuted} of the others refuted, {shown} shown by the \
         commands that are printed",
        verdicts.len()
    );
    assert_eq!(shown, refuted, "commands that show no difference");
    assert!(mistaken.is_empty(), "{}", mistaken.join("\n"));
    let told: Vec<String> = verdicts
        .iter()
        .map(|(name, verdict)| format!("{name}: {verdict}"))
        .collect();
    assert!(
        refuted * 10 >= (verdicts.len() - harmless) * 9,
        "{}",
        told.join("\n")
    );
}

/// What is emitted for a kernel, with a mistake.
struct Mutant {
    name: String,
    original: Arc<Module>,
    wrong: Module,
}

/// So many mutants of what is emitted for a kernel.
fn mutants_of(file: &Path, wanted: usize) -> Vec<Mutant> {
    let original = parse_module(&std::fs::read_to_string(file).expect("a kernel")).expect("a program");
    let original = Arc::new(original);
    let output = Command::new(env!("CARGO_BIN_EXE_ovolo"))
        .args(["optimize", "--fp", "contract", "--no-measure"])
        .arg(file)
        .output()
        .expect("ovolo runs");
    let emitted = parse_module(&String::from_utf8_lossy(&output.stdout)).expect("a program");
    let all = all_mistakes(&emitted);
    let stride = all.len().div_ceil(wanted).max(1);
    let mut mutants = Vec::new();
    // Not always the same kinds: the first of each stretch but one.
    for (op, mistake) in all.into_iter().skip(stride / 3).step_by(stride) {
        let mut wrong = emitted.clone();
        make(&mut wrong, op, mistake);
        // A mistake that makes no program of it is none.
        if let Ok(wrong) = parse_module(&print_module(&wrong)) {
            mutants.push(Mutant {
                name: format!("{}, {mistake:?}", file.display()),
                original: original.clone(),
                wrong,
            });
        }
    }
    mutants
}

/// Whether the commands that `ovolo verify` prints of two programs end in different ways.
fn is_shown(original: &Module, wrong: &Module) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, module: &Module| {
        let path = folder.path().join(name);
        std::fs::write(&path, print_module(module)).expect("a file");
        path
    };
    let verify = Command::new(env!("CARGO_BIN_EXE_ovolo"))
        .args(["verify", "--fp", "contract", "--json", "--witness"])
        .arg(folder.path().join("data"))
        .args([file("original.mlir", original), file("wrong.mlir", wrong)])
        .output()
        .expect("ovolo runs");
    let verdict: serde_json::Value = serde_json::from_slice(&verify.stdout).expect("a verdict");
    let commands = verdict["functions"][0]["replay"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let ovolo = Path::new(env!("CARGO_BIN_EXE_ovolo")).parent().expect("a folder");
    let ends = commands.iter().map(|command| {
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .args(["-c", command.as_str().expect("a command")])
            .env("PATH", format!("{}:{path}", ovolo.display()))
            .output()
            .expect("a shell");
        (output.status.code(), output.stdout)
    });
    let ends: Vec<_> = ends.collect();
    ends.len() == 2 && ends[0] != ends[1]
}

/// Those of programs in general, and lengths of masks.
fn all_mistakes(module: &Module) -> Vec<(OpId, Mistake)> {
    let mut all = mistakes(module);
    module.walk(module.top(), &mut |op| {
        if let Some(OpCode::AffineApply | OpCode::AffineMin | OpCode::AffineMax) = module.op(op).code() {
            all.extend([(op, Mistake::Shifted(1)), (op, Mistake::Shifted(-1))]);
        }
    });
    all.sort_by_key(|(op, _)| *op);
    all
}

fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder of kernels")
        .map(|entry| entry.expect("a kernel").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "mlir"))
        .collect();
    files.sort();
    files
}

/// With a proof where z3 has steps for one, else what runs say.
fn verdict(original: &Module, wrong: &Module, proof_steps: u32, total_steps: u64) -> Verdict {
    let options = Options {
        model: FP,
        total_steps,
        proof_steps,
        ..Options::default()
    };
    verify_programs(original, wrong, &options)
}
