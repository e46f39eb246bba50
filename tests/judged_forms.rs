//! The best forms of a function, judged one by one: each is another program, proved equal, and replays from its schedule.

use ovolo::given_schedule::{Given, Others};
use ovolo::outcome::Form;
use ovolo::{Machine, Module, Optimized, Options, optimize, parse_module, print_module};
use ovolo_rewrites::forms::parse_schedule;
use ovolo_rewrites::schedule::{FunctionSchedule, Schedule};

const PRODUCT: &str = include_str!("nests/product.mlir");

/// Two nests over the same elements.
const TWO: &str = "
func.func @two(%A: memref<64x64xf64> {llvm.noalias}, %B: memref<64x64xf64> {llvm.noalias}, %C: memref<64x64xf64> {llvm.noalias}) {
  affine.for %j = 0 to 64 {
    affine.for %i = 0 to 64 {
      %a = affine.load %A[%i, %j] : memref<64x64xf64>
      %b = arith.addf %a, %a : f64
      affine.store %b, %B[%i, %j] : memref<64x64xf64>
    }
  }
  affine.for %j = 0 to 64 {
    affine.for %i = 0 to 64 {
      %b = affine.load %B[%j, %i] : memref<64x64xf64>
      affine.store %b, %C[%i, %j] : memref<64x64xf64>
    }
  }
  return
}";

fn asked(module: &Module, forms: usize, schedule: Option<(&Schedule, Others)>) -> Optimized {
    let options = Options {
        fp: "contract".parse().expect("a model"),
        machine: Machine::generic(),
        forms,
        given: schedule.map(|(schedule, others)| Given {
            schedule,
            others,
            is_of_text: false,
        }),
        ..Options::default()
    };
    optimize(module, &options).unwrap_or_else(|error| panic!("{error}"))
}

fn forms(outcome: &Optimized) -> &[Form] {
    &outcome.functions[0].forms
}

#[test]
fn the_best_forms_are_proved_and_replay() {
    let module = parse_module(PRODUCT).expect("a module");
    let outcome = asked(&module, 4, None);
    let forms = forms(&outcome);
    assert_eq!(forms.len(), 4);
    assert!(forms.windows(2).all(|pair| pair[0].cycles <= pair[1].cycles));
    let texts = forms
        .iter()
        .map(|form| form.nests.iter().map(ToString::to_string).collect());
    let texts: Vec<String> = texts.collect();
    for (n, (form, text)) in forms.iter().zip(&texts).enumerate() {
        assert!(!texts[..n].contains(text), "{text}");
        let (made, validation) = form.judged.as_ref().unwrap_or_else(|why| panic!("{why}\n{text}"));
        assert!(validation.is_proved(), "{validation}\n{text}");
        let name = outcome.functions[0].schedule.name;
        let nests = form.nests.clone();
        let schedule = Schedule {
            functions: vec![FunctionSchedule { name, nests }],
        };
        let again = asked(&module, 0, Some((&schedule, Others::Kept)));
        assert_eq!(print_module(&again.module), print_module(made), "{text}");
    }
    // The first of them is what is chosen.
    assert_eq!(outcome.functions[0].cost_after, Some(forms[0].cycles));
    assert_eq!(outcome.functions[0].parts_after, forms[0].parts);
}

#[test]
fn a_nest_that_a_schedule_describes_does_not_stay_as_it_is() {
    let module = parse_module(TWO).expect("a module");
    // No form is worth its while by what is predicted.
    let text = "nest 2\nfor i in 0..64\n  for j in 0..64\n    store C\n";
    let schedule = parse_schedule(text).expect("a schedule");
    let outcome = asked(&module, 2, Some((&schedule, Others::Kept)));
    let forms = forms(&outcome);
    let texts: Vec<String> = forms[0].nests.iter().map(ToString::to_string).collect();
    assert_eq!((forms.len(), texts.concat().as_str()), (1, text));
}

#[test]
fn the_fillings_of_a_sketch_have_its_shape() {
    let module = parse_module(PRODUCT).expect("a module");
    let sketch = parse_schedule("for j/… …").expect("a sketch");
    let outcome = asked(&module, 3, Some((&sketch, Others::Searched)));
    assert_eq!(forms(&outcome).len(), 3);
    for form in forms(&outcome) {
        let text: String = form.nests.iter().map(ToString::to_string).collect();
        assert!(text.contains("for j'"), "{text}");
    }
}
