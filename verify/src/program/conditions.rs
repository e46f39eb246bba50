//! Conditions on sizes with which functions are equal.

use ovolo_lang::interpret::Program;
use ovolo_lang::ir::Module;
use ovolo_lang::types::Type;

use super::assumption::Assumption;
use super::inputs::Signature;
use super::verdict::Counterexample;
use super::{Options, control, proved_function, with_one_interface};
use ovolo_certificate::Size;

/// The weakest lower bounds on its sizes with which a function is proved equal, none where it is without; `None` where none
/// are found: 0, 1 and 2 are tried.
pub fn equal_when(a: &Module, b: &Module, name: &str, options: &Options) -> Option<Vec<String>> {
    let functions = with_one_interface([a, b], name).ok()?;
    let mut signature = Signature::of(functions[0].0, functions[0].1)?;
    for (argument, parameter) in signature.parameters.iter_mut().enumerate() {
        let is_integer = matches!(parameter.ty, Type::Integer(_));
        parameter.decides = is_integer
            && functions
                .into_iter()
                .any(|(m, op)| control::decides(m, op, argument));
    }
    let programs = [Program::new(a), Program::new(b)];
    let mut tries = MOST_CONDITIONS;
    let mut is_proved = |bounds: &[(Size, i64)]| {
        if tries == 0 {
            return false;
        }
        tries -= 1;
        let bounds = bounds
            .iter()
            .map(|&(size, least)| Assumption::at_least(&signature, size, least));
        let options = Options {
            assumptions: options.assumptions.iter().cloned().chain(bounds).collect(),
            proof_steps: options.proof_steps / MOST_CONDITIONS,
            ..options.clone()
        };
        let verdict = proved_function(functions, [&programs[0], &programs[1]], name, &options);
        verdict.is_ok_and(|verdict| verdict.is_proved())
    };
    let least = |size| if matches!(size, Size::Index { .. }) { 0 } else { 1 };
    let all = |bound: i64| -> Vec<(Size, i64)> {
        let sizes = signature.sizes().into_iter();
        sizes
            .filter(|&size| bound >= least(size))
            .map(|size| (size, bound))
            .collect()
    };
    if is_proved(&[]) {
        return Some(Vec::new());
    }
    let mut bounds = (0..=GREATEST_BOUND)
        .map(all)
        .find(|bounds| !bounds.is_empty() && is_proved(bounds))?;
    let mut at = 0;
    while at < bounds.len() {
        let mut fewer = bounds.clone();
        fewer.remove(at);
        if !fewer.is_empty() && is_proved(&fewer) {
            bounds = fewer;
            continue;
        }
        while bounds[at].1 > least(bounds[at].0) {
            let mut weaker = bounds.clone();
            weaker[at].1 -= 1;
            if !is_proved(&weaker) {
                break;
            }
            bounds = weaker;
        }
        at += 1;
    }
    let bounds = bounds
        .into_iter()
        .map(|(size, least)| Assumption::at_least(&signature, size, least));
    Some(bounds.map(|bound| bound.to_string()).collect())
}

/// Whether lower bounds as [`equal_when`] tries them may leave out what shows a difference.
pub fn may_be_left_out(counterexample: &Counterexample) -> bool {
    counterexample
        .sizes
        .0
        .iter()
        .any(|(_, size)| *size < GREATEST_BOUND)
}

/// Lower bounds that are tried. Arbitrary: programs that differ where nothing runs, or a loop runs once, are frequent.
const GREATEST_BOUND: i64 = 2;

/// Conditions of which it is tried whether they do. Arbitrary.
const MOST_CONDITIONS: u32 = 16;
