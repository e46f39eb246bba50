//! The size of the search and the order of what it offers.

use ovolo::search::search;
use ovolo_extract::machine::Machine;
use ovolo_lang::fp::FpModel;
use ovolo_lang::op::OpCode;
use ovolo_lang::parse::parse_module;
use ovolo_rewrites::egraph::of_nest;
use ovolo_rewrites::forms::forms;
use ovolo_rewrites::lift::lift_function;
use ovolo_rewrites::loops::{LoopLimits, saturate_loops};
use ovolo_rewrites::nest::Nest;
use ovolo_rewrites::refusal::Refusals;
use ovolo_rewrites::schedule::outline;
use ovolo_rewrites::term::Node;
use ovolo_verify::emptiness::Z3Emptiness;

const PRODUCT: &str = include_str!("nests/product.mlir");

fn nest_of(text: &str, fp: FpModel) -> Nest {
    let module = parse_module(text).expect("the kernel is well formed");
    let function = module.functions().next().expect("there is a function");
    let mut lifted = lift_function(&module, function, fp);
    lifted.remove(0).1.expect("the nest is understood")
}

/// Orders and tilings share the classes of their bodies, so that all of them fit in few nodes.
#[test]
fn tilings_of_a_product_share_their_classes() {
    let oracle = Z3Emptiness::new();
    let (mut egraph, root) = of_nest(&nest_of(PRODUCT, FpModel::STRICT), &oracle);
    let report = saturate_loops(&mut egraph, &LoopLimits::default());
    assert!(report.saturated);
    assert!(
        egraph.total_number_of_nodes() < 1000,
        "{} nodes",
        egraph.total_number_of_nodes()
    );
    // The class of the whole nest starts with any of the three loops, whole or in tiles of a cache.
    let outermost: std::collections::BTreeSet<String> = egraph[root]
        .nodes
        .iter()
        .filter_map(|node| match node {
            ovolo_rewrites::term::Node::For(head, _) => Some(head.iv.to_string()),
            _ => None,
        })
        .collect();
    for iv in ["i", "j", "k", "k'c"] {
        assert!(outermost.contains(iv), "{iv} is not outermost in {outermost:?}");
    }
}

#[test]
fn candidates_come_cheapest_first_and_beat_the_original() {
    let oracle = Z3Emptiness::new();
    let fp = "contract".parse().expect("a model");
    let found = search(nest_of(PRODUCT, fp), &Machine::generic(), &oracle);
    let totals: Vec<f64> = found.offers.iter().map(|c| c.cost.total()).collect();
    assert!(totals.len() > 2, "{totals:?}");
    assert!(totals.is_sorted(), "{totals:?}");
    assert!(totals.iter().all(|total| *total < found.before.total()));
    let best = outline(&found.offers[0].choice).to_string();
    for wanted in ["vector j", "unroll i", "promote k"] {
        assert!(best.contains(wanted), "{wanted} is missing in\n{best}");
    }
}

/// What is less than the model errs by is no reason to change a program.
#[test]
fn a_gain_of_a_hundredth_is_no_gain() {
    let text = "
func.func @dot(%A: memref<1000000xf64> {llvm.noalias}, %B: memref<1000000xf64> {llvm.noalias},
               %C: memref<1xf64> {llvm.noalias}) {
  affine.for %i = 0 to 1000000 {
    %a = affine.load %A[%i] : memref<1000000xf64>
    %b = affine.load %B[%i] : memref<1000000xf64>
    %c = affine.load %C[0] : memref<1xf64>
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    affine.store %s, %C[0] : memref<1xf64>
  }
  return
}";
    let oracle = Z3Emptiness::new();
    let fp = "contract,reassoc".parse().expect("a model");
    let found = search(nest_of(text, fp), &Machine::generic(), &oracle);
    let before = found.before.total();
    let gains: Vec<f64> = found.offers.iter().map(|c| c.cost.total() / before).collect();
    assert!(gains.iter().all(|part| *part < 0.95), "{gains:?}");
}

/// A loop of a few iterations over a sum is copied out by the compiler behind, which then makes vectors of the loop
/// around it.
#[test]
fn a_short_sum_is_priced_as_it_is_compiled() {
    let text = "
func.func @smooth(%A: memref<4098xf32> {llvm.noalias}, %W: memref<3xf32> {llvm.noalias},
                  %B: memref<4096xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 4096 {
    %r = affine.for %k = 0 to 3 iter_args(%x = %zero) -> f32 {
      %a = affine.load %A[%i + %k] : memref<4098xf32>
      %w = affine.load %W[%k] : memref<3xf32>
      %p = arith.mulf %a, %w : f32
      %s = arith.addf %x, %p : f32
      affine.yield %s : f32
    }
    affine.store %r, %B[%i] : memref<4096xf32>
  }
  return
}";
    let oracle = Z3Emptiness::new();
    let fp = "contract".parse().expect("a model");
    let found = search(nest_of(text, fp), &Machine::generic(), &oracle);
    let before = found.before.total();
    assert!(before < 8192.0, "{before}");
}

#[test]
fn what_one_thread_runs_is_there_for_two() {
    let oracle = Z3Emptiness::new();
    let two = Machine {
        threads: 2,
        ..Machine::generic()
    };
    let fp = "contract".parse().expect("a model");
    let one = search(nest_of(PRODUCT, fp), &Machine::generic(), &oracle);
    let two = search(nest_of(PRODUCT, fp), &two, &oracle);
    let alone = two.offers.iter().find(|offer| !offer.is_parallel());
    let alone = alone.map(|offer| outline(&offer.choice).to_string());
    let first = one.offers.first().map(|offer| outline(&offer.choice).to_string());
    assert_eq!(alone, first);
    let weights: Vec<f64> = two.offers.iter().map(|offer| offer.weight()).collect();
    assert!(weights.is_sorted(), "{weights:?}");
}

#[test]
fn the_search_is_deterministic() {
    let oracle = Z3Emptiness::new();
    let once = || {
        let found = search(nest_of(PRODUCT, FpModel::STRICT), &Machine::generic(), &oracle);
        found
            .offers
            .iter()
            .map(|c| outline(&c.choice).to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(once(), once());
}

/// An in-place sweep carries a dependence in both loops: rows run side by side only where each lags behind the one
/// before it.
#[test]
fn a_gauss_seidel_sweep_is_skewed_and_reordered_in_no_other_way() {
    let text = "
func.func @sweep(%A: memref<64x64xf64> {llvm.noalias}) {
  affine.for %i = 1 to 63 {
    affine.for %j = 1 to 63 {
      %w = affine.load %A[%i, %j - 1] : memref<64x64xf64>
      %n = affine.load %A[%i - 1, %j + 1] : memref<64x64xf64>
      %s = arith.addf %w, %n : f64
      affine.store %s, %A[%i, %j] : memref<64x64xf64>
    }
  }
  return
}";
    let oracle = Z3Emptiness::new();
    let (mut egraph, _) = of_nest(&nest_of(text, FpModel::STRICT), &oracle);
    let report = saturate_loops(&mut egraph, &LoopLimits::default());
    let fires = |rule: &str| {
        let found = report.unions.iter().find(|(name, _)| *name == rule);
        found.map(|(_, unions)| *unions > 0)
    };
    for rule in ["interchange", "vectorize", "promote"] {
        assert_eq!(fires(rule), Some(false), "{rule}");
    }
    assert_eq!(fires("skew_registers"), Some(true));
}

/// A value that is used twice at every step is one node a step, however many terms that stands for.
#[test]
fn shared_subexpressions_are_searched_once() {
    let mut body = String::new();
    for n in 0..200 {
        body += &format!("%x{} = arith.mulf %x{n}, %x{n} : f32\n", n + 1);
    }
    let text = format!(
        "func.func @powers(%A: memref<64xf32> {{llvm.noalias}}) {{
           affine.for %i = 0 to 64 {{
             %x0 = affine.load %A[%i] : memref<64xf32>
             {body}
             affine.store %x200, %A[%i] : memref<64xf32>
           }}
           return
         }}"
    );
    let oracle = Z3Emptiness::new();
    let found = search(nest_of(&text, FpModel::STRICT), &Machine::generic(), &oracle);
    assert!(found.nodes < 1000, "{} nodes", found.nodes);
}

/// The parts of such a value that could be computed beforehand are found in as many steps as it has nodes.
#[test]
fn parts_of_shared_subexpressions_are_looked_for_once() {
    let mut body = String::new();
    for n in 0..200 {
        body += &format!("%x{} = arith.mulf %x{n}, %x{n} : f32\n", n + 1);
    }
    let text = format!(
        "func.func @powers(%A: memref<4x4x4xf32> {{llvm.noalias}}, %B: memref<4x4x4xf32> {{llvm.noalias}}) {{
           affine.for %i = 0 to 4 {{
             affine.for %j = 0 to 4 {{
               affine.for %k = 0 to 4 {{
                 %x0 = affine.load %A[%i, %j, %k] : memref<4x4x4xf32>
                 {body}
                 affine.store %x200, %B[%i, %j, %k] : memref<4x4x4xf32>
               }}
             }}
           }}
           return
         }}"
    );
    let oracle = Z3Emptiness::new();
    let found = forms(nest_of(&text, FpModel::STRICT), &oracle, &mut Refusals::default());
    assert_eq!(found.len(), 1);
}

/// Twenty steps over 32 values, each computed from the three at these offsets: from one array to the other and back.
fn steps(offsets: [i64; 3]) -> String {
    let half = |from: &str, to: &str| {
        let [west, here, east] = offsets;
        format!(
            "affine.for %i = 8 to 40 {{
               %west = affine.load %{from}[%i + {west}] : memref<48xf64>
               %here = affine.load %{from}[%i + {here}] : memref<48xf64>
               %east = affine.load %{from}[%i + {east}] : memref<48xf64>
               %pair = arith.addf %west, %here : f64
               %sum = arith.addf %pair, %east : f64
               affine.store %sum, %{to}[%i] : memref<48xf64>
             }}"
        )
    };
    format!(
        "func.func @steps(%A: memref<48xf64> {{llvm.noalias}}, %B: memref<48xf64> {{llvm.noalias}}) {{
           affine.for %t = 0 to 20 {{
             {}
             {}
           }}
           return
         }}",
        half("A", "B"),
        half("B", "A")
    )
}

/// A machine with vectors of 64 bytes and so many threads.
fn wide(threads: u32) -> Machine {
    Machine {
        threads,
        vector_bytes: 64,
        vector_registers: 32,
        addition_ports: 2.0,
        ..Machine::generic()
    }
}

/// Vectors that lie across others that were just stored wait for these to be written.
#[test]
fn vectors_across_those_just_stored_wait() {
    let oracle = Z3Emptiness::new();
    let cost = |offsets: [i64; 3]| {
        let found = search(nest_of(&steps(offsets), FpModel::STRICT), &wide(1), &oracle);
        let vectors = found
            .offers
            .iter()
            .filter(|offer| outline(&offer.choice).to_string().contains("vector"));
        vectors.map(|offer| offer.cost.core).reduce(f64::min)
    };
    let [across, aligned] = [[-1, 0, 1], [-8, 0, 8]].map(cost);
    let aligned = aligned.expect("vectors are worth it");
    assert!(
        across.is_none_or(|across| across > aligned + 20.0 * 24.0),
        "{across:?} {aligned}"
    );
}

/// Where threads are faster near every start of the descent, tile sizes of stripes on one thread are looked for all the
/// same.
#[test]
fn stripes_of_time_are_found_beside_threads() {
    let text = include_str!("../bench/kernels/polybench/jacobi-2d.mlir");
    let oracle = Z3Emptiness::new();
    let best = |threads: u32| {
        let found = search(nest_of(text, FpModel::STRICT), &wide(threads), &oracle);
        found.offers.first().expect("an offer").clone()
    };
    let [alone, both] = [1, 2].map(best);
    assert!(alone.choice.has_stripes());
    assert!(
        both.cost.total() <= alone.cost.total() * 1.01,
        "{} {}",
        both.cost,
        alone.cost
    );
}

/// `s * s * s - s` with a quotient s takes one division: `-(a / b)` is no other one.
#[test]
fn what_occurs_several_times_counts_once() {
    let text = "func.func @f(%A: memref<64xf64> {llvm.noalias}, %B: memref<64xf64> {llvm.noalias}) {
      %c = arith.constant 0.01 : f64
      affine.for %i = 0 to 64 {
        %r = affine.load %A[%i] : memref<64xf64>
        %s = arith.divf %c, %r : f64
        %2 = arith.mulf %s, %s : f64
        %3 = arith.mulf %2, %s : f64
        %d = arith.subf %3, %s : f64
        affine.store %d, %B[%i] : memref<64xf64>
      }
      return
    }";
    let oracle = Z3Emptiness::new();
    let fp = "contract".parse().expect("a model");
    let found = search(nest_of(text, fp), &Machine::generic(), &oracle);
    let is_division = |node: &&Node| matches!(node, Node::Op(op, _) if op.code == OpCode::DivF);
    let term = found.values.term.as_ref();
    assert_eq!(
        term.iter().filter(is_division).count(),
        1,
        "{}",
        found.values.term
    );
}
