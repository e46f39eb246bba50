//! A verdict is the same text with one thread, with two, and beside a load of eight.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Every so many pairs of `verify/tests/program` are tried.
const STRIDE: usize = 7;

#[test]
fn verdicts_do_not_depend_on_the_load() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("verify/tests/program");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder of pairs")
        .map(|entry| entry.expect("a pair").path())
        .collect();
    files.sort();
    let scratch = tempfile::tempdir().expect("a folder");
    let pairs: Vec<[PathBuf; 2]> = files
        .iter()
        .step_by(STRIDE)
        .enumerate()
        .map(|(number, file)| {
            let text = std::fs::read_to_string(file).expect("a pair");
            let (first, second) = text.split_once("// -----").expect("two programs");
            [("a", first), ("b", second)].map(|(name, text)| {
                let path = scratch.path().join(format!("{number}{name}.mlir"));
                std::fs::write(&path, text).expect("a file");
                path
            })
        })
        .collect();
    for pair in &pairs {
        // All at once, with a load of eight processes.
        let running: Vec<_> = (0..8).map(|n| run(pair, 1 + n % 2)).collect();
        let texts = running.into_iter().map(|child| {
            let output = child.wait_with_output().expect("an end");
            (output.status.code(), output.stdout)
        });
        let mut texts: Vec<_> = texts.collect();
        let alone = run(pair, 1).wait_with_output().expect("an end");
        texts.push((alone.status.code(), alone.stdout));
        let first = &texts[0];
        assert!(!first.1.is_empty(), "{}: no verdict", pair[0].display());
        assert!(
            texts.iter().all(|text| text == first),
            "{}: {}",
            pair[0].display(),
            texts
                .iter()
                .map(|(_, text)| String::from_utf8_lossy(text))
                .collect::<String>()
        );
    }
}

/// Kernels of `bench/kernels/polybench` and passes of `mlir-opt-19` over each of them.
const KERNELS: [&str; 4] = ["atax", "gemm", "jacobi-2d", "trisolv"];
const PASSES: [&str; 5] = [
    "-affine-loop-tile=tile-size=8",
    "-affine-loop-unroll=unroll-factor=3",
    "-affine-loop-fusion",
    "-affine-scalrep",
    "-affine-super-vectorize=virtual-vector-size=8",
];

#[test]
fn verdicts_on_passes_of_mlir_do_not_depend_on_threads() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bench/kernels/polybench");
    let scratch = tempfile::tempdir().expect("a folder");
    let mut pairs = 0;
    for kernel in KERNELS {
        let original = folder.join(kernel).with_extension("mlir");
        for (number, pass) in PASSES.iter().enumerate() {
            let made = scratch.path().join(format!("{kernel}-{number}.mlir"));
            let mlir_opt = Command::new("mlir-opt-19")
                .arg(pass)
                .arg(&original)
                .arg("-o")
                .arg(&made)
                .output();
            if !mlir_opt.expect("mlir-opt-19 runs").status.success() {
                continue;
            }
            let pair = [original.clone(), made];
            let [one, two] = [1, 2].map(|threads| {
                let output = run(&pair, threads).wait_with_output().expect("an end");
                (
                    output.status.code(),
                    String::from_utf8_lossy(&output.stdout).into_owned(),
                )
            });
            assert!(!one.1.is_empty(), "{kernel} {pass}: no verdict");
            assert_eq!(one, two, "{kernel} {pass}");
            pairs += 1;
        }
    }
    assert!(pairs > 15, "only {pairs} pairs");
}

fn run(pair: &[PathBuf; 2], threads: usize) -> Child {
    let ovolo = Command::new(env!("CARGO_BIN_EXE_ovolo"))
        .arg("verify")
        .args(pair)
        .env("RAYON_NUM_THREADS", threads.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    ovolo.expect("ovolo runs")
}
