//! The choice among what the search found: the best that passes the gate and, where it is asked, what is fastest of that.

use ovolo_lang::ir::Module;
use ovolo_rewrites::nest::Nest;

use crate::candidates::{Nests, Offer, Searched};
use crate::combinations::{combinations, described, parts};
use crate::derive::derivations;
use crate::forms::forms;
use crate::gate::{Accepted, Picks, accepted, best, is_same, predicted};
use crate::measure::{Measure, Timed, Timings};
use crate::outcome::Choice;
use crate::request::Request;
use crate::timed::timed;

/// The best candidates of all nests together if they are proved; else those of single nests that are. Where it is
/// asked, the fastest of the proved ones and the original.
pub fn choose(request: &Request<'_>, module: &Module, name: &str, nests: &Nests) -> (Module, Choice) {
    let mut choice = tried(nests);
    let before: f64 = nests.searched.iter().map(|s| s.before.total()).sum();
    choice.cost_before = (!nests.searched.is_empty()).then_some(before);
    choice.cost_after = choice.cost_before;
    choice.parts_before = parts(nests, &Picks::new());
    choice.parts_after = choice.parts_before.clone();
    let found = match request.measure {
        _ if request.forms > 0 => forms(request, module, nests, &mut choice),
        None => best(request, module, name, nests, &mut choice),
        Some(measure) => match measure.candidates {
            Some(count) => {
                let all = accepted(request, module, combinations(nests, count), &mut choice);
                fastest(request, measure, name, all, &mut choice).unwrap_or_default()
            }
            None => confirmed(request, module, name, nests, measure, &mut choice),
        },
    };
    match found {
        Some(Accepted {
            module: chosen,
            validation,
            picks,
            ..
        }) => {
            choice.validation = validation;
            choice.schedule.nests = described(nests, &picks);
            if request.derive {
                (request.progress)("deriving");
                choice.derivations = derivations(request, &picks);
            }
            choice.cost_after = Some(predicted(nests, &picks));
            choice.parts_after = parts(nests, &picks);
            (chosen, choice)
        }
        None => (module.clone(), choice),
    }
}

/// What was tried, before any of it is chosen.
fn tried(nests: &Nests) -> Choice {
    let mut choice = Choice {
        kept: nests.kept.clone(),
        ..Choice::default()
    };
    let fused = nests.fused.iter().map(|group| &group.searched);
    for nest in nests.searched.iter().chain(fused) {
        choice.classes += nest.classes;
        choice.nodes += nest.nodes;
        choice.queries += nest.queries;
        choice.assignments += nest.assignments;
        choice.also.extend(alternatives(nest));
        choice.limit = choice.limit.or(nest.limit);
        choice.refused.extend(nest.refusals.found.iter().cloned());
        for name in overlapping(&nest.nest) {
            if !choice.may_overlap.contains(&name) {
                choice.may_overlap.push(name);
            }
        }
        for (name, profile) in &nest.rules {
            choice.rules.entry(name.clone()).or_default().add(profile);
        }
    }
    choice
}

/// What cannot be timed must be predicted to take less than this part of the time of the original.
const WORTH_UNMEASURED: f64 = 0.75;

/// Candidates that are timed where what is predicted to be the fastest is not faster than the original.
const OTHERS: usize = 4;

/// What is predicted to be the fastest, if it is faster than the original; where it is not, the fastest of a few others
/// that are.
fn confirmed<'s>(
    request: &Request<'_>,
    module: &Module,
    name: &str,
    nests: &'s Nests,
    measure: &Measure,
    choice: &mut Choice,
) -> Option<Accepted<'s>> {
    let fastest_predicted = best(request, module, name, nests, choice)?;
    let mut tried = vec![fastest_predicted.picks.clone()];
    let mut first = vec![fastest_predicted];
    // What threads are worth depends on what else the machine does.
    if first[0].picks.iter().any(|(_, offer)| offer.is_parallel()) {
        let on_one = on_one_thread(nests);
        tried.push(on_one.clone());
        first.extend(accepted(request, module, vec![on_one], choice));
    }
    let unmeasured = first[0].clone();
    match fastest(request, measure, name, first, choice) {
        Ok(Some(found)) => return Some(found),
        Ok(None) => {}
        Err(_) => {
            let is_sure = |(searched, offer): &(&Searched, &Offer)| {
                offer.cost.total() < WORTH_UNMEASURED * searched.before.total()
            };
            return Some(unmeasured).filter(|found| found.picks.iter().all(is_sure));
        }
    }
    let others = others(nests, &tried);
    let others = accepted(request, module, others, choice);
    fastest(request, measure, name, others, choice).unwrap_or_default()
}

/// The best of each nest that no threads run.
fn on_one_thread(nests: &Nests) -> Picks<'_> {
    let best = |searched: &'_ Searched| searched.offers.iter().position(|offer| !offer.is_parallel());
    let searched = nests.searched.iter();
    searched.filter_map(|s| Some((s, &s.offers[best(s)?]))).collect()
}

/// Some combinations that are unlike those that were tried: each nest apart, the nests alone, other forms of one that is
/// alone, and what is predicted to be next best.
fn others<'s>(nests: &'s Nests, tried: &[Picks<'s>]) -> Vec<Picks<'s>> {
    let firsts = nests.searched.iter().filter_map(|s| Some((s, s.offers.first()?)));
    let apart: Picks<'s> = firsts.collect();
    let mut found = vec![apart.clone()];
    match apart.as_slice() {
        [(searched, first)] => {
            let mut steps = vec![&first.steps];
            for offer in &searched.offers {
                if !steps.contains(&&offer.steps) {
                    steps.push(&offer.steps);
                    found.push(vec![(searched, offer)]);
                }
            }
        }
        several => {
            let mut alone = several.to_vec();
            let gain = |(searched, offer): &(&Searched, &Offer)| searched.before.total() - offer.cost.total();
            alone.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
            found.extend(alone.into_iter().map(|pick| vec![pick]));
        }
    }
    found.extend(combinations(nests, OTHERS));
    let mut new: Vec<Picks<'s>> = Vec::new();
    for picks in found {
        let is_known = tried.iter().chain(&new).any(|known| is_same(known, &picks));
        if !is_known && !picks.is_empty() {
            new.push(picks);
        }
    }
    new.truncate(OTHERS);
    new
}

/// The fastest of the candidates, or `None` where the original is; an error where that cannot be measured.
fn fastest<'s>(
    request: &Request<'_>,
    measure: &Measure,
    name: &str,
    mut all: Vec<Accepted<'s>>,
    choice: &mut Choice,
) -> Result<Option<Accepted<'s>>, ()> {
    if all.is_empty() {
        return Ok(None);
    }
    let modules: Vec<Module> = all.iter().map(|candidate| candidate.alone.clone()).collect();
    let measured = timed(request, measure, name, &modules, choice);
    let timings = match (choice.timings.take(), measured) {
        (Some(Ok(before)), Err(_)) => {
            choice.timings = Some(Ok(before));
            return Ok(None);
        }
        (_, Err(reason)) => {
            choice.timings = Some(Err(reason));
            return Err(());
        }
        (before, Ok(mut timings)) => {
            note_wrong(&timings, choice);
            let is_worth = |n: &usize| all[*n].validation.is_proved() || timings.is_worth_doubt(*n);
            let found = timings.fastest.filter(is_worth);
            if timings.fastest.is_some() && found.is_none() {
                choice.reject("measured a little faster, and checked, not proved".to_string());
                timings.fastest = None;
            }
            let known = match before.and_then(Result::ok) {
                Some(before) => before.and(timings),
                None => timings,
            };
            let found = found.filter(|_| known.fastest.is_some());
            choice.timings = Some(Ok(known));
            found
        }
    };
    Ok(timings.map(|n| all.swap_remove(n)))
}

/// What made-up data show to be another program is one.
fn note_wrong(timings: &Timings, choice: &mut Choice) {
    for timed in &timings.candidates {
        match timed {
            Timed::In(_) => {}
            Timed::Differs(difference) => choice.reject(format!(
                "on made-up data its outputs differ from those of the original, by {difference:.0e} of their magnitude"
            )),
            Timed::Stopped(how) => choice.reject(format!("the original returns on made-up data, and {how}")),
        }
    }
}

/// The candidates of a nest, by their predicted cost and the sizes of their tiles.
fn alternatives(searched: &Searched) -> Vec<String> {
    let all = searched.offers.iter().enumerate();
    all.map(|(n, candidate)| {
        let sizes = candidate
            .choice
            .tiles
            .iter()
            .map(|(name, size)| format!("{name} = {size}"));
        let sizes: Vec<String> = sizes.collect();
        format!(
            "candidate {}: {} predicted cycles with {}",
            n + 1,
            candidate.cost,
            sizes.join(", ")
        )
    })
    .collect()
}

/// The memrefs of a nest that may overlap another of them.
fn overlapping(nest: &Nest) -> Vec<String> {
    let groups = || {
        nest.buffers
            .values()
            .filter_map(|(buffer, _)| buffer.overlap_group)
    };
    let has_others = |group: u32| groups().filter(|other| *other == group).count() > 1;
    let buffers = nest.buffers.iter();
    let overlapping = buffers.filter(|(_, (buffer, _))| buffer.overlap_group.is_some_and(has_others));
    overlapping.map(|(name, _)| name.to_string()).collect()
}
