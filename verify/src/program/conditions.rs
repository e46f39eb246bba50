//! Conditions on sizes with which functions are equal.

use ovolo_lang::interpret::Program;
use ovolo_lang::ir::Module;
use ovolo_lang::types::Type;

use super::assumption::Assumption;
use super::inputs::Signature;
use super::verdict::{Counterexample, Verdict};
use super::{Options, certified, control, proved_function, with_one_interface};
use ovolo_certificate::{Size, Suspicion};

/// That arguments share no memory, as a condition.
pub const APART: &str = "no two arguments overlap";

/// The weakest conditions with which a function is proved equal, none where it is without; `None` where none are found. They are
/// lower bounds on its sizes, of which 0, 1 and 2 are tried, and, where those do not do, that its arguments are apart.
pub fn equal_when(modules: [&Module; 2], name: &str, options: &Options) -> Option<Vec<String>> {
    bounds(modules, name, options).or_else(|| {
        let apart = apart(modules, name)?;
        let found = bounds([&apart[0], &apart[1]], name, options)?;
        Some([vec![APART.to_string()], found].concat())
    })
}

/// The modules where arguments share no memory; `None` where those of this function do not anyway.
pub fn apart(modules: [&Module; 2], name: &str) -> Option<[Module; 2]> {
    let function = modules[0].function(name)?;
    let may_overlap = !Signature::of(modules[0], function)?.aliasing_pairs().is_empty();
    may_overlap.then(|| {
        modules.map(|module| {
            let mut apart = module.clone();
            apart.assume_noalias();
            apart
        })
    })
}

/// The weakest lower bounds on its sizes with which a function is proved equal.
fn bounds([a, b]: [&Module; 2], name: &str, options: &Options) -> Option<Vec<String>> {
    let functions = with_one_interface([a, b], name).ok()?;
    let mut signature = Signature::of(functions[0].0, functions[0].1)?;
    for (argument, parameter) in signature.parameters.iter_mut().enumerate() {
        let is_integer = matches!(parameter.ty, Type::Integer(_));
        parameter.decides = is_integer
            && functions
                .into_iter()
                .any(|(m, op)| control::decides(m, op, argument));
    }
    let given = |bounds: &[(Size, i64)]| {
        let bounds = bounds
            .iter()
            .map(|&(size, least)| Assumption::at_least(&signature, size, least));
        Options {
            assumptions: options.assumptions.iter().cloned().chain(bounds).collect(),
            proof_steps: options.proof_steps / MOST_CONDITIONS,
            ..options.clone()
        }
    };
    let mut tries = MOST_CONDITIONS;
    let mut proved = |bounds: &[(Size, i64)]| -> Result<(), Vec<Suspicion>> {
        if tries == 0 {
            return Err(Vec::new());
        }
        tries -= 1;
        let outcome = certified(functions, name, &given(bounds));
        outcome.map(|_| ()).map_err(|refusal| refusal.suspected)
    };
    let least = |size| if matches!(size, Size::Index { .. }) { 0 } else { 1 };
    let all = |bound: i64| -> Vec<(Size, i64)> {
        let sizes = signature.sizes().into_iter();
        sizes
            .filter(|&size| bound >= least(size))
            .map(|size| (size, bound))
            .collect()
    };
    let mut bounds = Vec::new();
    while let Err(suspected) = proved(&bounds) {
        // What is bounded next is the least of what the functions are suspected to differ for.
        let new = |(size, _): &&(Size, i64)| {
            signature.sizes().contains(size) && !bounds.iter().any(|(known, _)| known == size)
        };
        let sizes = suspected.iter().flat_map(|suspicion| &suspicion.sizes);
        let least = sizes.filter(new).min_by_key(|(_, value)| *value);
        match least.filter(|(_, value)| *value < GREATEST_BOUND) {
            Some(&(size, _)) if bounds.len() < MOST_BOUNDS => bounds.push((size, GREATEST_BOUND)),
            _ => {
                bounds = (0..=GREATEST_BOUND)
                    .map(all)
                    .find(|bounds| !bounds.is_empty() && proved(bounds).is_ok())?;
                break;
            }
        }
    }
    let mut at = 0;
    while at < bounds.len() {
        let mut fewer = bounds.clone();
        fewer.remove(at);
        if !fewer.is_empty() && proved(&fewer).is_ok() {
            bounds = fewer;
            continue;
        }
        while bounds[at].1 > least(bounds[at].0) {
            let mut weaker = bounds.clone();
            weaker[at].1 -= 1;
            if proved(&weaker).is_err() {
                break;
            }
            bounds = weaker;
        }
        at += 1;
    }
    let programs = [Program::new(a), Program::new(b)];
    let verdict = proved_function(functions, [&programs[0], &programs[1]], name, &given(&bounds));
    verdict.ok().filter(Verdict::is_proved)?;
    let bounds = bounds
        .into_iter()
        .map(|(size, least)| Assumption::at_least(&signature, size, least));
    Some(bounds.map(|bound| bound.to_string()).collect())
}

/// Whether conditions as [`equal_when`] tries them may leave out what shows a difference.
pub fn may_be_left_out(counterexample: &Counterexample) -> bool {
    let mut sizes = counterexample.sizes.0.iter();
    !counterexample.placement.is_empty() || sizes.any(|(_, size)| *size < GREATEST_BOUND)
}

/// Lower bounds that are tried. Arbitrary: programs that differ where nothing runs, or a loop runs once, are frequent.
const GREATEST_BOUND: i64 = 2;

/// Sizes that are bounded one by one, before all are. Arbitrary.
const MOST_BOUNDS: usize = 4;

/// Conditions of which it is tried whether they do. Arbitrary.
const MOST_CONDITIONS: u32 = 16;
