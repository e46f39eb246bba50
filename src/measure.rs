//! Timing the best candidates on made-up data, to keep the fastest of them and the original.

use ovolo_bench::call::Function;
use ovolo_bench::data::{Argument, Parameter, arguments, parameters};
use ovolo_bench::measure::{Agreement, Plan};
use ovolo_bench::race::{Lap, race};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::types::{Dim, Type};
use ovolo_lower::{Jit, LowerError, Options, Parallel};
use rayon::prelude::*;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// How many candidates.
    pub candidates: usize,
    /// The value of dynamic extents and of `index` arguments.
    pub size: Option<i64>,
}

/// A candidate must take less than this part of the time of the original: clocks are no better than that.
const FASTER: f64 = 0.98;

/// Arguments to call a function with, or why there are none.
pub fn made_up(module: &Module, function: OpId, measure: &Measure) -> Result<Vec<Argument>, String> {
    let parameters = parameters(module, function).map_err(|e| e.to_string())?;
    let is_open = |parameter: &Parameter| match parameter {
        Parameter::Scalar(ty) => *ty == Type::Index,
        Parameter::Buffer { extents, .. } => extents.contains(&Dim::Dynamic),
    };
    if measure.size.is_none() && parameters.iter().any(is_open) {
        return Err("its sizes are not known: say with --size at which to measure it".to_string());
    }
    if results(module, function) > 1 {
        return Err("it has several results".to_string());
    }
    let mut unsafe_code = None;
    module.walk(function, &mut |op| {
        let code = module.op(op).code();
        unsafe_code = unsafe_code.or(code.filter(|&code| needs_real_data(module, op, code)));
    });
    match unsafe_code {
        Some(code) => Err(format!("{} may go wrong on made-up data", code.name())),
        None => arguments(&parameters, measure.size.unwrap_or(1), 1).map_err(|e| e.to_string()),
    }
}

/// Whether an operation may trap, or makes a subscript of data.
fn needs_real_data(module: &Module, op: OpId, code: OpCode) -> bool {
    let is_index = |value| *module.ty(value) == Type::Index;
    let makes_index = module.op(op).results.iter().any(|&value| is_index(value));
    let from_data = matches!(
        code,
        OpCode::IndexCast | OpCode::IndexCastUI | OpCode::AffineLoad | OpCode::MemRefLoad
    );
    code.has_trait(Trait::Partial) || (makes_index && from_data)
}

fn results(module: &Module, function: OpId) -> usize {
    let ty = module.op(function).attribute("function_type");
    match ty.and_then(Attribute::as_type) {
        Some(Type::Function(ty)) => ty.results.len(),
        _ => 0,
    }
}

/// What was measured of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timings {
    /// Seconds of a call of the original.
    pub original: f64,
    /// Of each candidate; `None` where its outputs are others.
    pub candidates: Vec<Option<f64>>,
    /// The candidate that was kept.
    pub fastest: Option<usize>,
}

/// Times the original and candidates for a function of this name, on so many threads.
pub fn timings(
    name: &str,
    original: &Module,
    candidates: &[Module],
    mut arguments: Vec<Argument>,
    model: FpModel,
    threads: u32,
) -> Result<Timings, String> {
    let modules: Vec<&Module> = std::iter::once(original).chain(candidates).collect();
    let compiled: Result<Vec<Jit>, LowerError> = modules
        .par_iter()
        .map(|module| jit(module, model, threads))
        .collect();
    let compiled = compiled.map_err(|e| e.message)?;
    let functions: Option<Vec<Function>> = compiled
        .iter()
        // SAFETY: the compiler gave the function the interface that `Function` follows, and the code lives
        // until the race is over.
        .map(|jit| Some(unsafe { Function::new(jit.symbol(name)?.cast()) }))
        .collect();
    let functions = functions.ok_or_else(|| "it is private".to_string())?;
    let plan = Plan {
        model,
        threads,
        ..Plan::default()
    };
    // SAFETY: the arguments were made for the function, whose signature all modules share.
    let laps = unsafe { race(&functions, &mut arguments, &plan) }.map_err(|e| e.to_string())?;
    Ok(judged(&laps))
}

fn jit(module: &Module, model: FpModel, threads: u32) -> Result<Jit, LowerError> {
    let options = Options {
        fp: model,
        parallel: Parallel::in_process(threads),
        ..Options::default()
    };
    ovolo_lower::compile(module, &options)?.jit()
}

/// The fastest of those that compute what the first does.
fn judged(laps: &[Lap]) -> Timings {
    let Some((original, candidates)) = laps.split_first() else {
        return Timings::default();
    };
    let agrees = |lap: &Lap| !matches!(lap.agreement, Agreement::Differs(_));
    let candidates: Vec<Option<f64>> = candidates
        .iter()
        .map(|lap| agrees(lap).then_some(lap.seconds))
        .collect();
    let fastest = candidates
        .iter()
        .enumerate()
        .filter_map(|(n, seconds)| Some((n, (*seconds)?)))
        .filter(|(_, seconds)| *seconds < FASTER * original.seconds)
        .min_by(|a, b| a.1.total_cmp(&b.1));
    Timings {
        original: original.seconds,
        candidates,
        fastest: fastest.map(|(n, _)| n),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lap(seconds: f64, agreement: Agreement) -> Lap {
        Lap { seconds, agreement }
    }

    #[test]
    fn the_fastest_that_agrees_is_kept() {
        let laps = [
            lap(1.0, Agreement::Exact),
            lap(0.1, Agreement::Differs(1.0)),
            lap(0.5, Agreement::Exact),
            lap(0.4, Agreement::Within(1e-9)),
        ];
        let timings = judged(&laps);
        assert_eq!(timings.fastest, Some(2));
        assert_eq!(timings.candidates, [None, Some(0.5), Some(0.4)]);
    }

    #[test]
    fn the_original_is_kept_where_nothing_is_faster() {
        let laps = [
            lap(1.0, Agreement::Exact),
            lap(0.99, Agreement::Exact),
            lap(3.0, Agreement::Exact),
        ];
        assert_eq!(judged(&laps).fastest, None);
    }
}
