//! `mlir-cpu-runner-19` as referee of the interpreter, where it is installed: what a program prints when it is
//! interpreted is what it prints when MLIR lowers, compiles and runs it.

#[path = "../cases/mod.rs"]
mod cases;
mod named;
mod programs;
mod runner;

use ovolo_lang::diagnostic::render;
use ovolo_lang::interpret::{Concrete, Limits, Memory, Program};
use ovolo_lang::parse::parse_module;

/// What `@main` of a module prints in the interpreter, and the trap if it ends in one.
fn interpreted(name: &str, text: &str) -> String {
    let module = match parse_module(text) {
        Ok(module) => module,
        Err(diagnostics) => return render(name, text, &diagnostics, false),
    };
    let mut concrete = Concrete::default();
    let program = Program::new(&module);
    let outcome = program.run("main", &mut concrete, &mut Memory::new(), &[], &Limits::default());
    match outcome {
        Ok(_) => concrete.printed,
        Err(trap) => concrete.printed + &format!("{trap}\n"),
    }
}

/// Where two prints differ first: words are equal, or numbers that differ by no more than `tolerance` of their
/// size.
fn difference(ours: &str, theirs: &str, tolerance: f64) -> Option<String> {
    let (mut ours, mut theirs) = (ours.split_whitespace(), theirs.split_whitespace());
    for position in 0.. {
        match (ours.next(), theirs.next()) {
            (None, None) => return None,
            (Some(a), Some(b)) if is_equal(a, b, tolerance) => {}
            (a, b) => {
                let shown = |word: Option<&str>| word.unwrap_or("nothing").to_string();
                return Some(format!("word {position}: {} and {}", shown(a), shown(b)));
            }
        }
    }
    None
}

/// The runner writes an `f` after the digits that tell one `f32` from all others.
fn is_equal(ours: &str, theirs: &str, tolerance: f64) -> bool {
    let (ours, theirs) = (ours.trim_end_matches(','), theirs.trim_end_matches(','));
    if ours == theirs || ours.parse::<i128>().is_ok() {
        return ours == theirs;
    }
    let single = theirs
        .strip_suffix('f')
        .and_then(|digits| digits.parse::<f32>().ok());
    match (
        single,
        ours.parse::<f32>(),
        theirs.parse::<f64>(),
        ours.parse::<f64>(),
    ) {
        (Some(theirs), Ok(ours), ..) => is_near(ours.into(), theirs.into(), tolerance),
        (None, _, Ok(theirs), Ok(ours)) => is_near(ours, theirs, tolerance),
        _ => false,
    }
}

fn is_near(ours: f64, theirs: f64, tolerance: f64) -> bool {
    ours.to_bits() == theirs.to_bits()
        || ours.is_nan() && theirs.is_nan()
        || (ours - theirs).abs() <= tolerance * theirs.abs() && tolerance > 0.0
}

#[test]
fn numbers_are_compared_in_their_format() {
    for (ours, theirs, tolerance, equal) in [
        ("( 0.1, 2 )", "( 0.100000001f, 2 )", 0.0, true),
        ("0.1", "0.10000000000000001", 0.0, true),
        ("0.1", "0.100000001", 0.0, false),
        ("0.1", "0.100000001", 1e-7, true),
        ("NaN inf -inf", "-nanf inff -inf", 0.0, true),
        ("-0.0", "0", 0.0, false),
        ("-0.0", "-0f", 0.0, true),
        ("1", "1 2", 0.0, false),
        ("18446744073709551615", "18446744073709551614", 0.0, false),
    ] {
        let found = difference(ours, theirs, tolerance);
        assert_eq!(found.is_none(), equal, "{ours} and {theirs}: {found:?}");
    }
}
