//! A verdict is the same text with one thread, with two, and beside a load of eight.
//!
//! Of the pairs, those of `verify/tests/program` and kernels with what passes of `mlir-opt-19` make of them, a sample is tried;
//! `OVOLO_PAIRS=N` tries N, or all that there are, and tells how many.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// Pairs of the sample.
const SAMPLE: usize = 36;

/// Processes beside each other.
const LOAD: usize = 8;

const PASSES: [&str; 8] = [
    "-affine-loop-tile=tile-size=8",
    "-affine-loop-unroll=unroll-factor=3",
    "-affine-loop-fusion",
    "-affine-scalrep",
    "-affine-super-vectorize=virtual-vector-size=8",
    "-affine-loop-unroll-jam=unroll-jam-factor=2",
    "-affine-loop-invariant-code-motion",
    "-affine-parallelize",
];

#[test]
fn verdicts_do_not_depend_on_threads_or_load() {
    let wanted = std::env::var("OVOLO_PAIRS").ok().and_then(|n| n.parse().ok());
    let scratch = tempfile::tempdir().expect("a folder");
    let pairs = pairs(&scratch, wanted.unwrap_or(SAMPLE));
    let alone = |threads: usize| {
        let ends = pairs.iter().map(|pair| end(run(pair, threads)));
        ends.collect::<Vec<_>>()
    };
    let [one, two] = [1, 2].map(alone);
    let mut loaded = Vec::new();
    let all = pairs.len().next_multiple_of(LOAD);
    let repeated: Vec<&[PathBuf; 2]> = pairs.iter().cycle().take(all).collect();
    for together in repeated.chunks(LOAD) {
        let running: Vec<Child> = together.iter().map(|pair| run(pair, 1)).collect();
        loaded.extend(running.into_iter().map(end));
    }
    for (n, pair) in pairs.iter().enumerate() {
        let name = pair[1].display();
        assert!(!one[n].1.is_empty(), "{name}: no verdict");
        assert_eq!(one[n], two[n], "{name}: with two threads");
        assert_eq!(one[n], loaded[n], "{name}: beside a load");
    }
    println!("{} pairs, the same verdicts", pairs.len());
    assert!(pairs.len() >= SAMPLE, "only {} pairs", pairs.len());
}

/// So many pairs, evenly chosen from all.
fn pairs(scratch: &TempDir, wanted: usize) -> Vec<[PathBuf; 2]> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = |folder: &str| {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder");
        let paths = entries.map(|entry| entry.expect("a file").path());
        let mut paths: Vec<PathBuf> = paths
            .filter(|path| path.extension().is_some_and(|e| e == "mlir"))
            .collect();
        paths.sort();
        paths
    };
    let mut all: Vec<(PathBuf, Option<&str>)> = Vec::new();
    for file in files("verify/tests/program") {
        all.push((file, None));
    }
    for folder in ["polybench", "suite", "dl"] {
        for kernel in files(&format!("bench/kernels/{folder}")) {
            all.extend(PASSES.map(|pass| (kernel.clone(), Some(pass))));
        }
    }
    let mut pairs = Vec::new();
    // A pass that refuses a kernel, or leaves it as it is, makes no pair, so that more are taken then.
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&n| (n % all.len().div_ceil(wanted), n));
    for n in order {
        if pairs.len() == wanted {
            break;
        }
        let (file, pass) = &all[n];
        let written = |name: &str, text: &str| {
            let path = scratch.path().join(format!("{n}-{name}.mlir"));
            std::fs::write(&path, text).expect("a file");
            path
        };
        let text = std::fs::read_to_string(file).expect("a program");
        match pass {
            None => {
                let (first, second) = text.split_once("// -----").expect("two programs");
                let name = file.file_stem().expect("a name").to_string_lossy();
                pairs.push([written("first", first), written(&name, second)]);
            }
            Some(pass) => {
                let mlir_opt = Command::new("mlir-opt-19").arg(pass).arg(file).output();
                let made = mlir_opt.expect("mlir-opt-19 runs");
                if made.status.success() {
                    let name = file.file_stem().expect("a name").to_string_lossy();
                    let name = format!("{name}{}", pass.split('=').next().unwrap_or(pass));
                    pairs.push([
                        file.clone(),
                        written(&name, &String::from_utf8_lossy(&made.stdout)),
                    ]);
                }
            }
        }
    }
    pairs
}

fn run(pair: &[PathBuf; 2], threads: usize) -> Child {
    let ovolo = Command::new(env!("CARGO_BIN_EXE_ovolo"))
        .arg("verify")
        .args(pair)
        .env("RAYON_NUM_THREADS", threads.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    ovolo.expect("ovolo runs")
}

fn end(child: Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().expect("an end");
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
    )
}
