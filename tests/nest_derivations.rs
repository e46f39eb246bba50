//! How nests became what was chosen: steps of one rule each, every one proved to change no result.

use std::collections::BTreeSet;

use ovolo::outcome::Derivation;
use ovolo::pipeline::optimize;
use ovolo::request::Request;
use ovolo::validate::compare;
use ovolo_extract::machine::Machine;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Module;
use ovolo_lang::parse::parse_module;
use ovolo_rewrites::lift::lift_function;
use ovolo_rewrites::loops::LOOP_REWRITES;
use ovolo_rewrites::nest::Choice;
use ovolo_rewrites::rule::builtin;
use ovolo_rewrites::saturate::CONSTANT;
use ovolo_rewrites::term::Node;
use ovolo_verify::program::Verdict;

const PRODUCT: &str = include_str!("nests/product.mlir");

/// Values that become simpler, and loops that are exchanged.
const VALUES: &str = include_str!("nests/scaled.mlir");
/// A condition that leaves a loop, and a loop that is split.
const CONDITIONS: &str = "
func.func @conditions(%A: memref<512x512xf32> {llvm.noalias}, %B: memref<512x512xf32> {llvm.noalias}) {
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      affine.if affine_set<(d0) : (d0 - 100 >= 0)>(%j) {
        %a = affine.load %A[%j, %i] : memref<512x512xf32>
        affine.store %a, %B[%j, %i] : memref<512x512xf32>
      }
    }
  }
  return
}";

fn read(text: &str) -> Module {
    parse_module(text).unwrap_or_else(|d| panic!("{d:?}"))
}

fn derived(text: &str, model: &str, threads: u32) -> Vec<Derivation> {
    let module = read(text);
    let outcome = optimize(&Request {
        module: &module,
        original: &module,
        model: model.parse().expect("a model"),
        machine: &Machine {
            threads,
            ..Machine::generic()
        },
        given: None,
        rules: &[],
        measure: None,
        forms: 0,
        derive: true,
        progress: &|_| {},
    });
    let [choice] = outcome.functions.as_slice() else {
        panic!("one function");
    };
    assert!(choice.is_changed(), "{text}");
    choice.derivations.clone()
}

#[test]
fn every_step_is_one_rule_and_changes_no_result() {
    let loops = LOOP_REWRITES.iter().map(|rule| rule.name);
    let algebra = builtin().iter().map(|rule| rule.name.as_str());
    let known: BTreeSet<&str> = loops.chain(algebra).chain([CONSTANT]).collect();
    let mut used = BTreeSet::new();
    for (text, model, threads) in [
        (PRODUCT, "reassoc", 1),
        (PRODUCT, "reassoc", 2),
        (PRODUCT, "strict", 1),
        (VALUES, "strict", 1),
        (CONDITIONS, "strict", 1),
    ] {
        for derivation in derived(text, model, threads) {
            assert!(derivation.gaps.is_empty(), "{:?} in {text}", derivation.gaps);
            assert!(!derivation.steps.is_empty(), "{text}");
            for step in &derivation.steps {
                let verdict = step.verdict.as_ref().expect("there is time for it");
                assert!(verdict.is_proved(), "{}: {verdict} in {text}", step.name);
                let name = step.name.trim_end_matches(", read backward");
                match &step.change {
                    Some([from, to]) => {
                        assert_ne!(from, to, "{name}");
                        assert!(known.contains(name), "{name} is no rule");
                        used.insert(name.to_string());
                    }
                    // A form of the nest.
                    None => assert!(name.contains('('), "{name}"),
                }
            }
        }
    }
    for name in [
        "interchange",
        "split_register_tiles",
        "promote",
        "unroll",
        "vectorize",
        "divf_four",
    ] {
        assert!(
            used.contains(name),
            "{name} is in none of the derivations: {used:?}"
        );
    }
}

/// A step that leaves out an iteration is refuted.
#[test]
fn a_wrong_step_is_refuted() {
    let module = read(&PRODUCT.replace("256", "16"));
    let function = module.functions().next().expect("a function");
    let (_, nest) = lift_function(&module, function, FpModel::STRICT).remove(0);
    let nest = nest.expect("the nest is understood");
    let right = Choice {
        term: nest.term.clone(),
        tiles: Default::default(),
    };
    let mut wrong = right.clone();
    let zero = wrong.term.as_ref().iter().position(|node| *node == Node::Int(0));
    wrong.term[zero.expect("a loop from zero").into()] = Node::Int(1);
    let compared = |choice| compare(&module, [(&nest, &right), (&nest, choice)], FpModel::STRICT);
    assert!(compared(&right).is_accepted());
    assert!(matches!(compared(&wrong), Verdict::Refuted(_)));
}
