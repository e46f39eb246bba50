//! The validation of a winner: a proof that the chosen program is equal to the original for all sizes; where none is found, a
//! comparison where its sizes can be run through, and of the same schedule at small sizes where they cannot.

use std::collections::BTreeMap;

use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::isolate_function::isolate_function;
use ovolo_lang::op::OpCode;
use ovolo_rewrites::instances::typical_instances;
use ovolo_rewrites::level::Tiles;
use ovolo_rewrites::level::{Level, tile_of};
use ovolo_rewrites::linear::Linear;
use ovolo_rewrites::materialize::materialize;
use ovolo_rewrites::nest::{Choice, Nest};
use ovolo_rewrites::shrink::Shrink;
use ovolo_verify::program::{Check, Options, Sizes, Unknown, Verdict, prove_programs, verify_programs};

use rayon::prelude::*;

use crate::outcome::Validation;
use crate::request::Request;

/// Statement instances, about, up to which a program is run through at its own sizes.
const EXACT: i64 = 200_000;

/// Statement instances that the loops of fixed size of a program may have for the others to be tried at many
/// sizes.
const SLICE: i64 = 1_000;

/// Work of z3 for a proof for all sizes. Arbitrary: some eight seconds, which few proofs take.
const PROOF_STEPS: u32 = 25_000_000;

/// Operations of the runs at many sizes of a program whose sizes are open. Arbitrary, as those below: about two seconds.
const SOME_STEPS: u64 = 15_000_000;

/// The same of one whose sizes are fixed.
const MANY_STEPS: u64 = 60_000_000;

/// The same of one step of many.
const FEW_STEPS: u64 = 1_000_000;

/// Iterations of a loop that is cut into stripes, where they are to be whole in all iterations of some time.
const STRIPED: i64 = 40;

/// Statement instances of a small replay.
const SMALL: i64 = 120_000;

/// The same where one step of many is replayed.
const STEP: i64 = 12_000;

/// Compares what a choice for some nests makes of a module with the original: by a proof for all sizes where one is found.
pub fn validate(request: &Request<'_>, chosen: &Module, choices: &[(&Nest, &Choice)]) -> Validation {
    let budget = |total_steps| Options {
        model: request.model,
        total_steps,
        proof_steps: 0,
        ..Options::default()
    };
    let options = Options {
        proof_steps: PROOF_STEPS,
        ..budget(SOME_STEPS)
    };
    let reason = match prove_programs(request.original, chosen, &options) {
        Ok(verdict) => return Validation::Program(verdict),
        Err(reason) => reason,
    };
    let function = choices
        .first()
        .and_then(|(nest, _)| function_around(request.module, nest.op));
    let Some(function) = function else {
        return Validation::Program(undecided("no function was changed"));
    };
    // Of two versions one is changed.
    let [module, chosen] = [request.module, chosen].map(|module| isolate_function(module, function));
    match checked(&module, &chosen, choices, budget) {
        Validation::Program(verdict) => Validation::Program(verdict.because(reason)),
        Validation::Schedule(verdict) => Validation::Schedule(verdict.because(reason)),
        Validation::Unchanged => Validation::Unchanged,
    }
}

/// Proves a function of a module equal to that of its name in the original; else the reason why that is not shown.
pub fn validate_whole(request: &Request<'_>, name: &str, chosen: &Module) -> Result<Verdict, String> {
    let options = Options {
        model: request.model,
        total_steps: SOME_STEPS,
        proof_steps: PROOF_STEPS,
        ..Options::default()
    };
    let alone = |module: &Module| {
        let function = module.function(name);
        function.map(|function| isolate_function(module, function))
    };
    let (Some(original), Some(chosen)) = (alone(request.original), alone(chosen)) else {
        return Err("it is no function of both".to_string());
    };
    let verdict = prove_programs(&original, &chosen, &options)?;
    match verdict.is_proved() {
        true => Ok(verdict),
        false => Err(verdict.to_string()),
    }
}

/// The function at the top of the module in which an operation stands.
fn function_around(module: &Module, op: OpId) -> Option<OpId> {
    let mut around = std::iter::successors(Some(op), |&op| module.parent_op(op));
    around.find(|op| module.op(*op).code() == Some(OpCode::Func))
}

/// Compares a choice at some sizes.
fn checked(
    module: &Module,
    chosen: &Module,
    choices: &[(&Nest, &Choice)],
    budget: impl Fn(u64) -> Options,
) -> Validation {
    let symbolic = |(nest, _): &(&Nest, &Choice)| nest.domains.values().any(|d| is_symbolic(&d.upper, nest));
    let fixed = choices
        .iter()
        .map(|(nest, _)| Shrink::default().instances(nest))
        .fold(0, i64::saturating_add);
    if choices.iter().any(symbolic) {
        if fixed > SLICE {
            return Validation::Schedule(replays(module, choices, &budget(SOME_STEPS)));
        }
        // With its own tile sizes few sizes have several tiles; with small ones nearly all have.
        let verdict = replay_at(
            module,
            choices,
            &Shrink::default(),
            Replay::Tails,
            &budget(SOME_STEPS),
        );
        return Validation::Program(match verdict {
            Verdict::Proved(_) | Verdict::Checked(_) => verify_programs(module, chosen, &budget(SOME_STEPS)),
            other => other,
        });
    }
    let options = budget(MANY_STEPS);
    let instances = choices.iter().map(|(nest, _)| typical_instances(nest));
    if instances.fold(0, i64::saturating_add) <= EXACT {
        let verdict = verify_programs(module, chosen, &options);
        if !verdict.is_too_large() {
            return Validation::Program(verdict);
        }
    }
    Validation::Schedule(replays(module, choices, &options))
}

/// The schedule at several small sizes, which are those of all that a program names; where that is no program, of its
/// loops alone.
fn replays(module: &Module, choices: &[(&Nest, &Choice)], options: &Options) -> Verdict {
    match replays_of(module, choices, Shrink::of(module), options) {
        Verdict::Unknown(_) => replays_of(module, choices, Shrink::of_loops(module), options),
        decided => decided,
    }
}

/// The schedule at several small sizes: with tails, without, and with nothing but a tail.
fn replays_of(module: &Module, choices: &[(&Nest, &Choice)], sizes: Shrink, options: &Options) -> Verdict {
    let mut planned: Vec<(Replay, Shrink, Sizes)> = Vec::new();
    for replay in [Replay::Tails, Replay::Whole, Replay::OwnVectors, Replay::Tiny] {
        let Some(small) = replay.sizes(&sizes, choices, SMALL) else {
            continue;
        };
        let given = sizes.sizes();
        let named = given.iter().map(|&n| (n.to_string(), small.size(n)));
        let named = Sizes(named.collect());
        if planned.iter().all(|(_, _, known)| *known != named) {
            planned.push((replay, small, named));
        }
    }
    let verdicts = planned
        .into_par_iter()
        .map(|(replay, small, named)| (replay_at(module, choices, &small, replay, options), named));
    let mut all = Check::default();
    for (verdict, named) in verdicts.collect::<Vec<_>>() {
        let with = |sizes: Vec<Sizes>| {
            sizes
                .into_iter()
                .map(|s| Sizes([&named.0[..], &s.0[..]].concat()))
        };
        match verdict {
            Verdict::Proved(proof) => {
                all.model = proof.model;
                all.preconditions = proof.preconditions;
                all.sizes.push(named);
            }
            Verdict::Checked(check) => {
                all.model = check.model;
                all.preconditions = check.preconditions;
                all.sizes.extend(with(check.sizes));
                all.left_out.extend(with(check.left_out));
            }
            other => return at(other, &named),
        }
    }
    match all.sizes.is_empty() {
        false => Verdict::Checked(Box::new(all)),
        true => undecided("no smaller sizes make an instance of the program that can be run"),
    }
}

/// Compares two forms of nests in a module, at the first sizes of those above at which both can be run.
pub fn compare(module: &Module, forms: [(&Nest, &Choice); 2], model: FpModel) -> Verdict {
    let options = Options {
        model,
        total_steps: FEW_STEPS,
        proof_steps: 0,
        ..Options::default()
    };
    let is_symbolic =
        |(nest, _): &(&Nest, &Choice)| nest.domains.values().any(|d| is_symbolic(&d.upper, nest));
    let mut planned = Vec::new();
    if forms.iter().any(is_symbolic) {
        planned.push((Replay::Tails, Shrink::default()));
    } else {
        let sizes = Shrink::of(module);
        let replays = [Replay::Tails, Replay::Tiny].into_iter();
        planned.extend(replays.filter_map(|replay| Some((replay, replay.sizes(&sizes, &forms, STEP)?))));
    }
    let mut verdict = undecided("no smaller sizes make an instance of the program that can be run");
    for (replay, small) in planned {
        let made = forms.map(|form| small_form(module, &[form], &small, replay));
        verdict = match made {
            [Ok((_, first)), Ok((_, second))] => verify_programs(&first, &second, &options),
            [Err(reason), _] | [_, Err(reason)] => undecided(reason),
        };
        if !matches!(verdict, Verdict::Unknown(_)) {
            break;
        }
    }
    verdict
}

fn undecided(reason: impl Into<String>) -> Verdict {
    Verdict::Unknown(Unknown::Other(reason.into()))
}

fn at(verdict: Verdict, sizes: &Sizes) -> Verdict {
    match verdict {
        Verdict::Unknown(_) => undecided(format!(
            "the smaller program that is made of this one to be run through is not decided; with the sizes {sizes} it is \
             {verdict}"
        )),
        other => other,
    }
}

fn replay_at(
    module: &Module,
    choices: &[(&Nest, &Choice)],
    small: &Shrink,
    replay: Replay,
    options: &Options,
) -> Verdict {
    match small_form(module, choices, small, replay) {
        Ok((original, chosen)) => verify_programs(&original, &chosen, options),
        Err(reason) => undecided(reason),
    }
}

/// A module with small sizes, and what the choices make of it.
fn small_form(
    module: &Module,
    choices: &[(&Nest, &Choice)],
    small: &Shrink,
    replay: Replay,
) -> Result<(Module, Module), String> {
    let nests: Vec<Nest> = choices.iter().map(|(nest, _)| small.nest(nest)).collect();
    let original = small.module(module, &nests);
    let small_choices: Vec<Choice> = choices
        .iter()
        .map(|(_, choice)| Choice {
            term: small.term(&choice.term),
            tiles: replay.tiles(&choice.tiles),
        })
        .collect();
    let pairs: Vec<(&Nest, &Choice)> = nests.iter().zip(&small_choices).collect();
    match materialize(&original, &pairs) {
        Ok(chosen) => Ok((original, chosen)),
        Err(reason) => Err(format!("the schedule has no form at small sizes: {reason}")),
    }
}

/// How sizes and tiles are made small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Replay {
    /// Short vectors; two cache tiles, one register tile and a tail.
    Tails,
    /// Short vectors; two cache tiles and nothing else.
    Whole,
    /// Vectors and register tiles as they are.
    OwnVectors,
    /// Two iterations.
    Tiny,
}

impl Replay {
    fn tiles(self, tiles: &Tiles) -> Tiles {
        let mut by_root: BTreeMap<&str, BTreeMap<Level, i64>> = BTreeMap::new();
        for (name, size) in tiles {
            if let Some((root, level)) = tile_of(*name) {
                by_root.entry(root.as_str()).or_default().insert(level, *size);
            }
        }
        let mut small = tiles.clone();
        for (name, size) in &mut small {
            let Some((root, level)) = tile_of(*name) else {
                continue;
            };
            let own = &by_root[root.as_str()];
            let lanes = own.get(&Level::Vector).copied().unwrap_or(1);
            let short = if self == Replay::OwnVectors {
                lanes
            } else {
                lanes.min(4)
            };
            let register = own.get(&Level::Register).copied().unwrap_or(1) / lanes * short;
            *size = match level {
                Level::Vector => short,
                Level::Register => register,
                // Stripes of one iteration and of several are cut at other places.
                Level::Wavefront => (*size).min(3),
                Level::Cache if !own.contains_key(&Level::Register) => 4,
                Level::Cache if self == Replay::OwnVectors => register,
                _ => 2 * register,
            };
        }
        small
    }

    /// The sizes of this replay, with so many statement instances or fewer; `None` when there are none such.
    fn sizes(self, sizes: &Shrink, choices: &[(&Nest, &Choice)], most: i64) -> Option<Shrink> {
        let mut wanted: BTreeMap<usize, i64> = BTreeMap::new();
        for (nest, choice) in choices {
            let tiles = self.tiles(&choice.tiles);
            for (name, domain) in &nest.domains {
                let upper = domain.upper.iter().filter_map(Linear::as_constant).max();
                let Some(group) = upper.and_then(|u| sizes.group_of(u)) else {
                    continue;
                };
                let lower = domain
                    .lower
                    .iter()
                    .filter_map(Linear::as_constant)
                    .min()
                    .unwrap_or(0);
                let of = |wanted: Level| {
                    tiles
                        .iter()
                        .find(|(t, _)| tile_of(**t) == Some((*name, wanted)))
                        .map_or(1, |(_, n)| *n)
                };
                let (cache, register) = (of(Level::Cache), of(Level::Register));
                let is_striped = tiles
                    .keys()
                    .filter_map(|size| tile_of(*size))
                    .any(|(root, level)| {
                        let cut = root.as_str().split('\'').next();
                        level == Level::Wavefront && cut == Some(name.as_str())
                    });
                let stripes = if is_striped { STRIPED } else { 0 };
                let extent = match self {
                    Replay::Tails => 2 * cache + register + 3.min(register - 1).max(1),
                    Replay::Whole => 2 * cache,
                    Replay::OwnVectors => 2 * register + 3.min(register - 1).max(1),
                    Replay::Tiny => 2,
                };
                let extent = match self {
                    Replay::Tiny => extent,
                    Replay::Whole => extent.max(stripes / 2),
                    _ => extent.max(stripes),
                };
                let slot = wanted.entry(group).or_insert(0);
                *slot = (*slot).max(extent.max(2) + lower);
            }
        }
        // Halving the sizes keeps tails, and nearly always tiles.
        for shift in 0..4 {
            let target = |group: usize| (wanted.get(&group).copied().unwrap_or(5) >> shift).max(2);
            let small = sizes.with_targets(target);
            let total = choices.iter().map(|(nest, _)| small.instances(nest));
            if total.fold(0, i64::saturating_add) <= most {
                return Some(small);
            }
        }
        None
    }
}

/// Whether a bound depends on something that is not known when the program is compiled.
fn is_symbolic(bounds: &[Linear], nest: &Nest) -> bool {
    let mut found = false;
    for bound in bounds {
        bound.for_each_var(&mut |v| found |= !nest.domains.contains_key(&v));
    }
    found
}
