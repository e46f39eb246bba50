//! Random functions of scalars, and what `simplify` makes of them: where the original has a value, it is the same.
//!
//! `OVOLO_RANDOM_SCALARS` says how many functions; each is run on values at the ends of their types, and on others.

mod random_scalars;

use ovolo_lang::interpret::{Limits, Memory, Reason, Scalar, Value, run};
use ovolo_lang::ir::Module;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_module;
use ovolo_rewrites::simplify::{Effort, simplify_module};

use random_scalars::{Random, function, inputs};

#[test]
fn random_functions_keep_their_values() {
    let count = std::env::var("OVOLO_RANDOM_SCALARS").ok();
    let count = count.and_then(|text| text.parse().ok()).unwrap_or(60);
    let (mut compared, mut smaller) = (0, 0);
    for seed in 0..count {
        let mut random = Random::new(seed);
        let text = function(&mut random);
        let before = parse_module(&text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
        let after = simplify_module(&before, &Effort::default());
        let [old, new] = [&before, &after].map(operations);
        assert!(
            new <= old,
            "seed {seed}: larger\n{text}\n{}",
            print_module(&after)
        );
        smaller += usize::from(new < old);
        for input in inputs(&mut random) {
            compared += usize::from(compare(&before, &after, &input, seed));
        }
    }
    println!("{count} functions, {smaller} of them made smaller, {compared} runs compared");
    assert!(smaller * 2 > count as usize && compared > count as usize);
}

/// Whether the original has values on the input; then those of the other must be the same.
fn compare(before: &Module, after: &Module, input: &[Value<Scalar>], seed: u64) -> bool {
    let outcome = |module| run(module, "f", &mut Memory::new(), input, &Limits::default());
    let Ok(expected) = outcome(before) else {
        return false;
    };
    let told = || {
        let [before, after] = [before, after].map(print_module);
        format!("seed {seed}, {input:?}\n{before}\n{after}")
    };
    let found = match outcome(after) {
        Ok(found) => found,
        // An index is a word that wraps around here, and an integer to the interpreter.
        Err(trap) if trap.reason == Reason::IndexOverflow => return false,
        Err(trap) => panic!("{trap:?}: {}", told()),
    };
    for (expected, found) in expected.iter().zip(&found) {
        let is_free = *expected == Value::Scalar(Scalar::Undefined);
        assert!(
            is_free || expected == found,
            "{expected:?} became {found:?}: {}",
            told()
        );
    }
    true
}

fn operations(module: &Module) -> usize {
    let mut count = 0;
    module.walk(module.top(), &mut |op| {
        let name = module.op(op).name.as_str();
        count += usize::from(name.starts_with("arith.") && name != "arith.constant");
    });
    count
}

#[test]
fn what_must_stay_stays() {
    for (what, text) in [
        (
            "a product that may be poison for a later reader",
            "func.func @f(%x: i8, %y: i8, %c: i1) -> (i8, i8) {
               %a = arith.addi %x, %y overflow<nsw> : i8
               %b = arith.addi %x, %y : i8
               %s = arith.select %c, %a, %b : i8
               return %s, %b : i8, i8
             }",
        ),
        (
            "a shift that is too far in the value that is not chosen",
            "func.func @f(%x: i8, %y: i8, %c: i1) -> (i8, i8) {
               %nine = arith.constant 9 : i8
               %a = arith.shli %x, %nine : i8
               %zero = arith.constant 0 : i8
               %b = arith.addi %y, %zero : i8
               %s = arith.select %c, %a, %b : i8
               %t = arith.select %c, %b, %s : i8
               return %t, %b : i8, i8
             }",
        ),
        (
            "a quotient of the least number by -1",
            "func.func @f(%x: i8, %y: i8, %c: i1) -> (i8, i8) {
               %m = arith.constant -1 : i8
               %a = arith.divsi %x, %m : i8
               %b = arith.remsi %y, %m : i8
               return %a, %b : i8, i8
             }",
        ),
    ] {
        let before = parse_module(text).unwrap_or_else(|errors| panic!("{what}: {errors:?}"));
        let after = simplify_module(&before, &Effort::default());
        let ends = [0u128, 1, 2, 0x7f, 0x80, 0x81, 0xff];
        for (x, y, c) in ends
            .iter()
            .flat_map(|x| ends.iter().flat_map(move |y| [(x, y, 0), (x, y, 1)]))
        {
            let input = [*x, *y, c].map(|bits| Value::Scalar(Scalar::Bits(bits)));
            compare(&before, &after, &input, 0);
        }
    }
}
