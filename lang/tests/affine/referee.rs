//! `mlir-opt-19` as referee, where it is installed: random maps print as it prints them.

use std::io::Write;
use std::process::{Command, Stdio};

use ovolo_lang::affine::AffineMap;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::random::Written;

/// What mlir-opt prints for each map; `None` where it is not installed.
fn by_mlir(maps: &[String]) -> Option<Vec<String>> {
    let mut child = Command::new("mlir-opt-19")
        .args(["--allow-unregistered-dialect", "--mlir-print-op-generic"])
        .args(["--mlir-print-local-scope"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let ops: Vec<String> = maps
        .iter()
        .map(|map| format!("\"test\"() {{m = affine_map<{map}>}} : () -> ()\n"))
        .collect();
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(ops.concat().as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads everything");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("MLIR prints UTF-8");
    let maps = text.lines().filter_map(|line| {
        let (_, map) = line.split_once("affine_map<")?;
        Some(map.split_once(">}")?.0.to_string())
    });
    Some(maps.collect())
}

fn random_expressions(n: usize) -> Vec<Written> {
    let mut runner = TestRunner::deterministic();
    let bytes = proptest::collection::vec(proptest::num::u8::ANY, 1..40);
    let tree = |runner: &mut TestRunner| bytes.new_tree(runner).expect("no filter").current();
    (0..n)
        .map(|_| Written::chosen(&mut tree(&mut runner).into_iter(), 4, true))
        .collect()
}

/// Whether MLIR folds the expression wrongly, or by arithmetic that wraps around: it holds an end of 64
/// bits, or `e + ((e floordiv q) * q - 1)`, which MLIR 19 takes for `e mod q`.
fn is_left_out(text: &str) -> bool {
    let digits = text.split(|c: char| !c.is_ascii_digit());
    let is_large = |word: &str| word.len() > 8;
    digits.into_iter().any(is_large) || text.contains(" + -1)")
}

#[test]
fn random_maps_print_as_mlir_prints_them() {
    let texts = random_expressions(6000).into_iter().map(|e| e.to_string());
    let texts: Vec<String> = texts
        .filter(|text| !is_left_out(text))
        .map(|text| format!("(d0, d1, d2)[s0, s1] -> ({text})"))
        .collect();
    let Some(expected) = by_mlir(&texts) else {
        return;
    };
    assert_eq!(texts.len(), expected.len());
    let read = |text: &String| text.parse::<AffineMap>().expect("an affine map").to_string();
    let printed: Vec<String> = texts.iter().map(read).collect();
    // MLIR prints a sum on the right of a sum without its brackets; with them it reads the same sum.
    let reprinted = by_mlir(&printed).expect("it was there before");
    for ((text, printed), (reprinted, expected)) in
        texts.iter().zip(&printed).zip(reprinted.iter().zip(&expected))
    {
        assert_eq!(reprinted, expected, "{text}");
        if !printed.contains("+ (") {
            assert_eq!(printed, expected, "{text}");
        }
    }
}

/// A bug of MLIR 19, and why this library differs from it.
#[test]
fn mlir_takes_a_sum_for_a_remainder() {
    let text = "(d0)[s0] -> (d0 + ((d0 floordiv s0) * s0 - 1))".to_string();
    let map: AffineMap = text.parse().expect("an affine map");
    assert_eq!(map.evaluate(&[3], &[2]), Some(vec![4]));
    if let Some(folded) = by_mlir(&[text]) {
        assert_eq!(folded, ["(d0)[s0] -> (d0 mod s0)"]);
    }
}
