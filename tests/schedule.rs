//! Schedules say all of what is chosen: given again, they make the same module.

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use ovolo::candidates::{Offer, SearchBudget};
use ovolo::given_schedule::{Given, Others};
use ovolo::outcome::Outcome;
use ovolo::pipeline::optimize;
use ovolo::request::Request;
use ovolo::search::search_within;
use ovolo_extract::machine::Machine;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Module;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_module;
use ovolo_rewrites::forms::parse_schedule;
use ovolo_rewrites::lift::lift_function;
use ovolo_rewrites::materialize::materialize;
use ovolo_rewrites::nest::Nest;
use ovolo_rewrites::schedule::{NestSchedule, Schedule, outline};
use ovolo_verify::emptiness::Z3Emptiness;

const PRODUCT: &str = include_str!("nests/product.mlir");

/// Two nests, of which the second reads down the columns of an array.
const TWO: &str = "
func.func @two(%A: memref<?x?xf64> {llvm.noalias}, %B: memref<?x?xf64> {llvm.noalias},
               %C: memref<?x?xf64> {llvm.noalias}, %n: index) {
  affine.for %j = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %b = arith.addf %a, %a : f64
      affine.store %b, %B[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %b = affine.load %B[%k, %j] : memref<?x?xf64>
        %c = affine.load %C[%i, %j] : memref<?x?xf64>
        %p = arith.mulf %a, %b : f64
        %s = arith.addf %c, %p : f64
        affine.store %s, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}";

fn optimized(module: &Module, given: Option<(&Schedule, Others)>) -> Outcome {
    optimize(&Request {
        module,
        original: module,
        model: "contract".parse().expect("a model"),
        machine: &Machine::generic(),
        rules: &[],
        measure: None,
        forms: 0,
        derive: false,
        given: given.map(|(schedule, others)| Given {
            schedule,
            others,
            is_of_text: false,
        }),
        progress: &|_| {},
    })
}

fn read(text: &str) -> Schedule {
    parse_schedule(text).unwrap_or_else(|d| panic!("{d}\n{text}"))
}

/// Two loops that are one, the second a step behind.
const CHAIN: &str = "
func.func @chain(%A: memref<9000000xf64> {llvm.noalias}, %B: memref<9000000xf64> {llvm.noalias}) {
  affine.for %i = 0 to 9000000 {
    %a = affine.load %A[%i] : memref<9000000xf64>
    %b = arith.mulf %a, %a : f64
    affine.store %b, %B[%i] : memref<9000000xf64>
  }
  %zero = arith.constant 0 : index
  affine.for %i = 0 to 8999999 {
    %b = affine.load %B[%i] : memref<9000000xf64>
    %c = affine.load %B[%i + 1] : memref<9000000xf64>
    %s = arith.addf %b, %c : f64
    affine.store %s, %A[%i] : memref<9000000xf64>
  }
  return
}";

#[test]
fn what_is_chosen_replays_to_the_same_module() {
    for (kernel, wanted) in [
        (PRODUCT, "vector "),
        (TWO, "vector "),
        (CHAIN, "nest 1, 2\nfuse()\n"),
    ] {
        let module = parse_module(kernel).expect("the kernel is well formed");
        let first = optimized(&module, None);
        let text = first.schedule().to_string();
        assert!(text.contains(wanted), "{text}");
        let schedule = read(&text);
        assert_eq!(schedule.to_string(), text);
        let again = optimized(&module, Some((&schedule, Others::Kept)));
        assert_eq!(again.mistakes, [], "{text}");
        assert_eq!(print_module(&again.module), print_module(&first.module), "{text}");
        assert_eq!(again.schedule().to_string(), text);
    }
}

/// The schedule of every kind of candidate replays, those that no search would choose too.
#[test]
fn candidates_of_small_nests_replay() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["tests/legality", "tests/forms"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder of cases");
        files.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    let replay_file = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).expect("a readable case");
        // Two of three: each takes a search.
        let cases = text.split("// -----\n").enumerate().filter(|(n, _)| n % 3 != 2);
        let cases =
            cases.map(|(_, case)| replay(&case[..case.find("// becomes\n").unwrap_or(case.len())], file));
        cases.sum::<usize>()
    };
    // Threads of rayon would take up another file while they wait for a search.
    let replayed: usize = thread::scope(|scope| {
        let halves = [0, 1].map(|first| {
            let own = files.iter().skip(first).step_by(2);
            scope.spawn(move || own.map(replay_file).sum::<usize>())
        });
        let halves = halves.map(|half| half.join().unwrap_or_else(|panic| resume_unwind(panic)));
        halves.iter().sum()
    });
    assert!(replayed > 50, "{replayed}");
}

/// Replays candidates of the nests of a module and counts them.
fn replay(case: &str, file: &Path) -> usize {
    let module = parse_module(case).unwrap_or_else(|d| panic!("{}: {}", file.display(), d[0]));
    let mut replayed = 0;
    for function in module.functions() {
        for nest in lift_function(&module, function, FpModel::STRICT)
            .into_iter()
            .filter_map(|(_, n)| n.ok())
        {
            let offers = offers(&nest, &read("…"));
            for offer in [offers.first(), offers.get(offers.len() / 2)]
                .into_iter()
                .flatten()
            {
                let Some(made) = made(&module, offer) else {
                    continue;
                };
                let schedule = NestSchedule {
                    forms: offer.steps.clone(),
                    ..outline(&offer.choice)
                };
                let text = schedule.to_string();
                let again = offers_of(&nest, &text);
                let again = made_by(&module, &again);
                assert_eq!(again, made, "{}\n{text}", file.display());
                replayed += 1;
            }
        }
    }
    replayed
}

fn offers(nest: &Nest, schedule: &Schedule) -> Vec<Offer> {
    let oracle = Z3Emptiness::new();
    let wanted = &schedule.functions[0].nests[0];
    match search_within(
        nest.clone(),
        &Machine::generic(),
        &oracle,
        wanted,
        SearchBudget::default(),
    ) {
        Ok(searched) => searched.offers,
        Err((mistake, _)) => panic!("{mistake}\n{schedule}"),
    }
}

fn offers_of(nest: &Nest, text: &str) -> Vec<Offer> {
    offers(nest, &read(text))
}

fn made_by(module: &Module, offers: &[Offer]) -> String {
    made(module, &offers[0]).unwrap_or_default()
}

/// `None` where the choice has no form in the IR.
fn made(module: &Module, offer: &Offer) -> Option<String> {
    let made = materialize(module, &[(&*offer.nest, &offer.choice)]).ok()?;
    Some(print_module(&made))
}

#[test]
fn sketches_are_filled() {
    // A product with the second factor transposed, for which another layout is offered.
    let kernel = PRODUCT.replace("%B[%k, %j]", "%B[%j, %k]");
    let module = parse_module(&kernel).expect("the kernel is well formed");
    for (sketch, wanted) in [
        ("for j/… …", &["for j'r in"][..]),
        (
            "for k'c step 32 for i/4 …",
            &["for k'c in 0..256 step 32", "for i'r in 0..256 step 4"],
        ),
        (
            "for k/64 for i … { vector j … }",
            &["for k'c in 0..256 step 64", "vector j"],
        ),
        ("pack(B) …", &["pack(B)"]),
        ("… { unroll i … } with i'r = 2", &["step 2"]),
        (
            "for j for k for i …",
            &[
                "for j in 0..256",
                "  for k in 0..256",
                "    for i in 0..256",
                "      store C",
            ],
        ),
    ] {
        let outcome = optimized(&module, Some((&read(sketch), Others::Searched)));
        assert_eq!(outcome.mistakes, [], "{sketch}");
        let text = outcome.schedule().to_string();
        for line in wanted {
            assert!(text.contains(line), "{sketch}: no `{line}` in\n{text}");
        }
        assert!(outcome.functions[0].validation.is_accepted(), "{sketch}");
    }
}

#[test]
fn what_cannot_be_applied_is_told() {
    let wrong_nests = [
        ("nest 1, 2 …", "nest 1, 2", "these nests are not fused into one"),
        ("nest 1, 3 …", "nest 1, 3", "there is no nest 3"),
        ("nest 2, 1 …", "nest 2, 1", "only nests that follow one another"),
        ("nest 2 … nest 2 …", "nest 2", "nest 2 is described twice"),
    ];
    let barred = TWO.replacen(
        "\n  affine.for %i",
        "\n  \"test.barrier\"() : () -> ()\n  affine.for %i",
        1,
    );
    let wrong_forms = [
        (
            "for i/… for l …",
            "for l",
            "the nest has no form with `for l` here",
        ),
        (
            "for i in 0..255 …",
            "for i in 0..255",
            "the nest has no form with `for i in 0..255` here",
        ),
        ("func @other …", "@other", "there is no function @other"),
        ("nest 2 …", "nest 2", "there is no nest 2"),
        (
            "privatize(C) …",
            "privatize",
            "the nest has no form with privatize(C)",
        ),
        ("for i/… with i'r = 0 …", "for", "no sizes of the tiles"),
        (
            "… { vector j … } with j'v = 3, j'r = 8",
            "…",
            "no sizes of the tiles",
        ),
        (
            "for i/… for j/… store D",
            "D",
            "the nest has no form with this statement here",
        ),
    ];
    let all = [(PRODUCT, &wrong_forms[..]), (&barred, &wrong_nests[..])];
    let all = all
        .into_iter()
        .flat_map(|(kernel, cases)| cases.iter().map(move |case| (kernel, *case)));
    for (kernel, (text, place, message)) in all {
        let module = parse_module(kernel).expect("the kernel is well formed");
        let outcome = optimized(&module, Some((&read(text), Others::Kept)));
        let told: Vec<String> = outcome.mistakes.iter().map(|m| m.message.clone()).collect();
        assert_eq!(told.len(), 1, "{text}: {told:?}");
        assert!(told[0].starts_with(message), "{text}: {told:?}");
        let span = outcome.mistakes[0].span;
        assert!(text[span.start as usize..].starts_with(place), "{text}: {span:?}");
        assert_eq!(print_module(&outcome.module), print_module(&module));
    }
}
