//! Optimised kernels with one mistake in them: the validator refutes each that computes something else,
//! with a counterexample that was replayed.

#[path = "random_programs/mutate.rs"]
mod mutate;

use std::collections::BTreeMap;

use mutate::{Mistake, make, mistakes};
use ovolo_extract::sample::sample;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_module;
use ovolo_rewrites::egraph::of_nest;
use ovolo_rewrites::lift::lift_function;
use ovolo_rewrites::loops::{LoopLimits, saturate_loops};
use ovolo_rewrites::materialize::materialize;
use ovolo_verify::emptiness::Z3Emptiness;
use ovolo_verify::program::{Options, Verdict, verify_programs};

const GEMM: &str = "func.func @gemm(%A: memref<7x6xf32> {llvm.noalias}, %B: memref<6x11xf32> {llvm.noalias},
    %C: memref<7x11xf32> {llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 11 {
      affine.for %k = 0 to 6 {
        %a = affine.load %A[%i, %k] : memref<7x6xf32>
        %b = affine.load %B[%k, %j] : memref<6x11xf32>
        %c = affine.load %C[%i, %j] : memref<7x11xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.subf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<7x11xf32>
      }
    }
  }
  return
}";

const JACOBI: &str =
    "func.func @jacobi(%A: memref<9x23xf64> {llvm.noalias}, %B: memref<9x23xf64> {llvm.noalias}) {
  affine.for %i = 1 to 8 {
    affine.for %j = 1 to 22 {
      %l = affine.load %A[%i, %j - 1] : memref<9x23xf64>
      %r = affine.load %A[%i, %j + 1] : memref<9x23xf64>
      %u = affine.load %A[%i - 1, %j] : memref<9x23xf64>
      %d = affine.load %A[%i + 1, %j] : memref<9x23xf64>
      %h = arith.addf %l, %r : f64
      %v = arith.addf %u, %d : f64
      %s = arith.addf %h, %v : f64
      affine.store %s, %B[%i, %j] : memref<9x23xf64>
    }
  }
  return
}";

const ATAX: &str = "func.func @atax(%A: memref<9x13xf32> {llvm.noalias}, %x: memref<13xf32> {llvm.noalias},
    %y: memref<13xf32> {llvm.noalias}, %t: memref<9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 13 {
      %a = affine.load %A[%i, %j] : memref<9x13xf32>
      %b = affine.load %x[%j] : memref<13xf32>
      %c = affine.load %t[%i] : memref<9xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %t[%i] : memref<9xf32>
    }
    affine.for %j = 0 to 13 {
      %a = affine.load %A[%i, %j] : memref<9x13xf32>
      %b = affine.load %t[%i] : memref<9xf32>
      %c = affine.load %y[%j] : memref<13xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %y[%j] : memref<13xf32>
    }
  }
  return
}";

/// Mistakes of each kind tried in each optimised kernel.
const TRIED: usize = 2;

#[test]
fn mistakes_are_refuted() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut failures = Vec::new();
    for (text, name) in [(GEMM, "gemm"), (JACOBI, "jacobi"), (ATAX, "atax")] {
        let original = parse_module(text).unwrap_or_else(|d| panic!("{name}: {}", d[0]));
        let optimised = optimised(&original);
        let printed = print_module(&optimised);
        assert!(
            printed.contains("vector<"),
            "{name} is not vectorized:\n{printed}"
        );
        let options = Options::default();
        let verdict = verify_programs(&original, &optimised, &options);
        assert!(verdict.is_accepted(), "{name}: {verdict}\n{printed}");
        for (op, mistake) in some_of_each_kind(mistakes(&optimised)) {
            let mut wrong = optimised.clone();
            make(&mut wrong, op, mistake);
            let verdict = verify_programs(&original, &wrong, &options);
            let text = verdict.to_string();
            match verdict {
                Verdict::Refuted(_) if text.contains("first gives") && text.contains("second gives") => {
                    *seen.entry(kind(mistake)).or_default() += 1;
                }
                // The mistake may be none: a loop that runs once has any step.
                Verdict::Proved(_) | Verdict::Checked(_) if is_harmless(mistake) => {}
                _ => failures.push(format!("{name}, {mistake:?}: {text}\n{}", print_module(&wrong))),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    for kind in [
        "Lower",
        "Upper",
        "StepTwice",
        "Shifted",
        "Dropped",
        "NotCarried",
        "NotWrittenBack",
        "Swapped",
    ] {
        assert!(seen.contains_key(kind), "no {kind} was tried: {seen:?}");
    }
}

/// The first and the last of each kind.
fn some_of_each_kind(all: Vec<(OpId, Mistake)>) -> Vec<(OpId, Mistake)> {
    let mut by_kind: BTreeMap<String, Vec<(OpId, Mistake)>> = BTreeMap::new();
    for (op, mistake) in all {
        by_kind.entry(kind(mistake)).or_default().push((op, mistake));
    }
    let spread = |list: Vec<(OpId, Mistake)>| {
        let stride = (list.len() - 1).max(1).div_ceil(TRIED - 1);
        list.into_iter().step_by(stride)
    };
    by_kind.into_values().flat_map(spread).collect()
}

/// Whether the mistake may change nothing: the tiles of a loop may be one, and end beyond it, and what changes places may have
/// nothing to do with each other.
fn is_harmless(mistake: Mistake) -> bool {
    matches!(
        mistake,
        Mistake::StepTwice | Mistake::Upper(_) | Mistake::Lower(_) | Mistake::Delayed
    )
}

fn kind(mistake: Mistake) -> String {
    let text = format!("{mistake:?}");
    text.split('(').next().unwrap_or_default().to_string()
}

/// The module with its nests rewritten into one of the forms that have both vectors and, where the nest
/// has a cell to promote, cells held in registers.
fn optimised(module: &Module) -> Module {
    let oracle = Z3Emptiness::new();
    let function = module.functions().next().expect("a function");
    let (_, nest) = lift_function(module, function, FpModel::STRICT).remove(0);
    let nest = nest.unwrap_or_else(|e| panic!("{}", e.reason));
    let (mut egraph, root) = of_nest(&nest, &oracle);
    let report = saturate_loops(&mut egraph, &LoopLimits::default());
    let promotes = report.unions.iter().any(|(rule, n)| *rule == "promote" && *n > 0);
    let mut state = 1u64;
    let mut choose = |n: usize| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as usize % n
    };
    for _ in 0..5_000 {
        let Some(choice) = sample(&egraph, root, &mut choose) else {
            continue;
        };
        let Ok(optimised) = materialize(module, &[(&nest, &choice)]) else {
            continue;
        };
        let text = print_module(&optimised);
        let is_small = text.lines().count() < 120;
        if is_small && text.contains("vector<") && (!promotes || text.contains("iter_args")) {
            return optimised;
        }
    }
    panic!("no form has vectors and promoted cells");
}
