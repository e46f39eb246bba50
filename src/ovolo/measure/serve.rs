//! The process that times: it reads programs, runs them, and says how long they took.

use std::io::{self, Read, Write};
use std::time::Duration;

use ovolo_lang::attribute::Attribute;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Module;
use ovolo_lang::parse::parse_module;
use ovolo_lower::{Jit, LowerError, Options, Parallel};
use ovolo_rewrites::lift::SizeCondition;
use ovolo_timing::agreement::Agreement;
use ovolo_timing::call::{Function, Passed};
use ovolo_timing::limits::{limit_memory, limit_time};
use ovolo_timing::measure::{Plan, Side, rounding_alone};
use ovolo_timing::race::{Lap, race};
use ovolo_timing::results::Results;
use rayon::prelude::*;

use super::Run;
use super::data::{conditions_of_versions, made_up};
use super::protocol::{failed, first, line, unframed};

/// Bytes that the process may take beside those that it has at its start.
const MEMORY: u64 = 8 << 30;

/// Seconds to compile the programs: more would take longer than what is to be gained.
const COMPILATION: u32 = 60;

/// Rounds of turns, and the time after which no more begin.
const ROUNDS: usize = 25;
const ROUNDS_END: Duration = Duration::from_millis(300);

/// Reads programs from the standard input and times them; the first is the original, with whose outputs those of the
/// others are compared.
pub fn serve(run: Run<'_>, size: Option<i64>, seconds: u32) -> io::Result<()> {
    let mut text = String::new();
    io::stdin().lock().read_to_string(&mut text)?;
    let said = match timed(&text, run, size, seconds) {
        Ok(laps) => laps.iter().map(line).collect(),
        Err(reason) => vec![failed(&reason)],
    };
    said.iter().for_each(|line| say(line));
    Ok(())
}

/// A line, at once: the process may end at any time.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    // Nobody who listens, nobody to tell.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn timed(text: &str, run: Run<'_>, size: Option<i64>, seconds: u32) -> Result<Vec<Lap>, String> {
    limit_memory(MEMORY);
    limit_time(COMPILATION);
    let texts = unframed(text).ok_or("no list of programs")?;
    let modules: Vec<Module> = texts
        .into_iter()
        .map(|text| program(text, run.function))
        .collect::<Result<_, String>>()?;
    let original = modules.first().ok_or("no program")?;
    let function = original.function(run.function).ok_or("no such function")?;
    let versions = modules
        .iter()
        .filter_map(|module| Some((module, module.function(run.function)?)));
    let conditions: Vec<SizeCondition> = versions
        .flat_map(|(module, function)| conditions_of_versions(module, function))
        .collect();
    let mut arguments = made_up(original, function, size, &conditions)?;
    let results = Results::of(original, function).map_err(|e| e.to_string())?;
    let compiled: Result<Vec<Jit>, LowerError> = modules
        .par_iter()
        .map(|module| jit(module, run.model, run.threads))
        .collect();
    let compiled = compiled.map_err(|e| e.message)?;
    let address = |jit: &Jit| -> Result<Function, String> {
        let symbol = jit.symbol(run.function).ok_or("it has no symbol")?;
        // SAFETY: the compiler gave the function the interface that `Function` follows, and the code lives until the
        // race is over.
        Ok(unsafe { Function::new(symbol.cast()) })
    };
    let functions: Vec<Function> = compiled.iter().map(address).collect::<Result<_, String>>()?;
    let plan = Plan {
        rounds: ROUNDS,
        longest: ROUNDS_END,
        model: run.model,
        threads: run.threads,
        ..Plan::default()
    };
    let watch = |form| {
        say(&first(form));
        limit_time(seconds);
    };
    // SAFETY: the arguments were made for the function, whose signature all modules share. What made-up data do to it
    // ends this process at the worst.
    let mut laps =
        unsafe { race(&functions, &mut arguments, &results, &plan, &watch) }.map_err(|e| e.to_string())?;
    limit_time(COMPILATION);
    let differs = |lap: &Lap| matches!(lap.agreement, Agreement::Differs(_));
    if run.model != FpModel::STRICT && laps.iter().any(differs) {
        let strict = jit(original, FpModel::STRICT, run.threads).map_err(|e| e.message)?;
        let side = |function| Side {
            name: String::new(),
            model: String::new(),
            function,
            passed: Passed::default(),
        };
        let sides = [side(functions[0]), side(address(&strict)?)];
        // SAFETY: as above.
        let alone =
            unsafe { rounding_alone(sides, &mut arguments, &results, &plan) }.map_err(|e| e.to_string())?;
        laps.iter_mut()
            .for_each(|lap| lap.agreement = lap.agreement.beside(alone));
    }
    Ok(laps)
}

/// A program with a function that can be called.
fn program(text: &str, function: &str) -> Result<Module, String> {
    let mut module = parse_module(text).map_err(|mistakes| {
        let first = mistakes.first().map(ToString::to_string);
        format!("what is printed is not read again: {}", first.unwrap_or_default())
    })?;
    if let Some(function) = module.function(function) {
        let public = Attribute::string("public");
        module.op_mut(function).set_attribute("sym_visibility", public);
    }
    Ok(module)
}

fn jit(module: &Module, model: FpModel, threads: u32) -> Result<Jit, LowerError> {
    let options = Options {
        fp: model,
        parallel: Parallel::in_process(threads),
        ..Options::default()
    };
    ovolo_lower::compile(module, &options)?.jit()
}
