//! The choice among what the search found: the best that is proved.

use ovolo_lang::ir::{Module, Span};
use ovolo_rewrites::lift::Nest;
use ovolo_rewrites::materialize::materialize;
use ovolo_rewrites::schedule::{NestSchedule, outline};

use rayon::prelude::*;

use crate::derive::derivations;
use crate::measure::{Measure, made_up, timings};
use crate::pipeline::{Choice, Request, Validation};
use crate::search::{Nests, Offer, Searched};
use crate::together::{Together, WORTH_FUSED, WORTH_OF_WHOLE};
use crate::validate::validate;

/// The best candidates of all nests together if they are proved; else those of single nests that are. Where it is
/// asked, the fastest of the proved ones and the original.
pub fn choose(request: &Request<'_>, module: &Module, name: &str, nests: &Nests) -> (Module, Choice) {
    let mut choice = tried(nests);
    let before: f64 = nests.searched.iter().map(|s| s.before.total()).sum();
    choice.cost_before = (!nests.searched.is_empty()).then_some(before);
    choice.cost_after = choice.cost_before;
    let proved = match &request.measure {
        Some(measure) => fastest(request, module, name, nests, measure, &mut choice),
        None => best(request, module, nests, &mut choice),
    };
    match proved {
        Some((chosen, validation, picks)) => {
            choice.validation = validation;
            choice.schedule.nests = described(nests, &picks);
            if request.derive {
                (request.progress)("deriving");
                choice.derivations = derivations(request, &picks);
            }
            let gained: f64 = picks.iter().map(|(s, c)| s.before.total() - c.cost.total()).sum();
            choice.cost_after = Some(before - gained);
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
    let together = nests.together.iter().map(|together| &together.searched);
    for nest in nests.searched.iter().chain(together) {
        choice.classes += nest.classes;
        choice.nodes += nest.nodes;
        choice.queries += nest.queries;
        choice.assignments += nest.assignments;
        choice.also.extend(alternatives(nest));
        choice.is_cut_short |= nest.is_cut_short;
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

/// Candidates that are tried. Arbitrary: what is not decided for so many is seldom decided for the next.
const MOST_TRIED: usize = 12;

/// The candidates that are predicted to be best, as far as they are proved, or checked.
fn best<'s>(
    request: &Request<'_>,
    module: &Module,
    nests: &'s Nests,
    choice: &mut Choice,
) -> Option<Proved<'s>> {
    let searched = nests.searched.iter();
    let all: Picks<'s> = searched.filter_map(|s| Some((s, s.offers.first()?))).collect();
    let mut tried = 0;
    let mut try_picks = |picks: &Picks<'s>| {
        tried += 1;
        let result = match tried <= MOST_TRIED {
            true => attempt(request, module, picks),
            false => Err(format!("not looked at: no more than {MOST_TRIED} candidates are")),
        };
        result.map_err(|reason| choice.reject(reason)).ok()
    };
    let fused = with_fused(nests);
    if let Some(fused) = fused
        && let Some((chosen, validation)) = try_picks(&fused)
    {
        return Some((chosen, validation, fused));
    }
    if all.is_empty() {
        return None;
    }
    if let Some((chosen, validation)) = try_picks(&all) {
        return Some((chosen, validation, all));
    }
    let singly = all.iter().filter_map(|(searched, _)| {
        let mut candidates = searched.offers.iter();
        let works = |c: &&'s Offer| try_picks(&vec![(*searched, *c)]).is_some();
        Some((*searched, candidates.find(works)?))
    });
    let singly: Picks<'s> = singly.collect();
    if singly.is_empty() {
        return None;
    }
    // Each of these is proved, however long that took.
    match attempt(request, module, &singly) {
        Ok((chosen, validation)) => Some((chosen, validation, singly)),
        Err(reason) => {
            choice.reject(reason);
            None
        }
    }
}

/// The best candidates where several nests are one if that is predicted to be worth it. `None` where it is for none.
fn with_fused(nests: &Nests) -> Option<Picks<'_>> {
    let best = |list: &[Searched]| list.iter().map(|s| s.best().total()).sum::<f64>();
    let least = WORTH_OF_WHOLE * best(&nests.searched);
    let worth = |fused: &&Together| {
        let apart = best(&nests.searched[fused.nests.clone()]);
        let most = (WORTH_FUSED * apart).min(apart - least);
        let offer = fused.searched.offers.first();
        offer.is_some_and(|offer| fused.is_wanted || offer.cost.total() < most)
    };
    let fused: Vec<&Together> = nests.together.iter().filter(worth).collect();
    if fused.is_empty() {
        return None;
    }
    let mut picks = Vec::new();
    for (n, searched) in nests.searched.iter().enumerate() {
        let inside = fused.iter().find(|together| together.nests.contains(&n));
        let searched = match inside {
            Some(together) if together.nests.start == n => &together.searched,
            Some(_) => continue,
            None => searched,
        };
        picks.extend(searched.offers.first().map(|offer| (searched, offer)));
    }
    Some(picks)
}

/// The fastest of the best candidates that are proved, unless the original is faster. Nothing that is not proved
/// is run.
fn fastest<'s>(
    request: &Request<'_>,
    module: &Module,
    name: &str,
    nests: &'s Nests,
    measure: &Measure,
    choice: &mut Choice,
) -> Option<Proved<'s>> {
    let combined = combinations(nests, measure.candidates);
    let attempts: Vec<_> = combined
        .into_par_iter()
        .map(|picks| attempt(request, module, &picks).map(|(chosen, validation)| (chosen, validation, picks)))
        .collect();
    let mut proved = Vec::new();
    for attempt in attempts {
        match attempt {
            Ok(found) => proved.push(found),
            Err(reason) => choice.reject(reason),
        }
    }
    if proved.is_empty() {
        return None;
    }
    (request.progress)("measuring");
    let function = module.function(name)?;
    let modules: Vec<Module> = proved.iter().map(|(chosen, ..)| chosen.clone()).collect();
    let timings = made_up(module, function, measure).and_then(|arguments| {
        timings(
            name,
            module,
            &modules,
            arguments,
            request.model,
            request.machine.threads,
        )
    });
    match timings {
        Ok(timings) => {
            let fastest = timings.fastest;
            choice.timings = Some(timings);
            fastest.map(|n| proved.swap_remove(n))
        }
        Err(reason) => {
            choice.reject(format!("nothing is measured: {reason}"));
            None
        }
    }
}

/// The combinations of candidates of all nests that are predicted to be best, each nest as it is among its own.
fn combinations(nests: &Nests, count: usize) -> Vec<Picks<'_>> {
    // With the cost and the picks, the first nest that they say nothing of.
    let mut best: Vec<(f64, Picks<'_>, usize)> = vec![(0.0, Vec::new(), 0)];
    for (n, searched) in nests.searched.iter().enumerate() {
        let mut longer = Vec::new();
        for (total, picks, next) in &best {
            if *next > n {
                longer.push((*total, picks.clone(), *next));
                continue;
            }
            longer.push((total + searched.before.total(), picks.clone(), n + 1));
            let fused = nests.together.iter().filter(|together| together.nests.start == n);
            let fused = fused.map(|together| (&together.searched, together.nests.end));
            for (searched, end) in [(searched, n + 1)].into_iter().chain(fused) {
                for offer in &searched.offers {
                    let mut picks = picks.clone();
                    picks.push((searched, offer));
                    longer.push((total + offer.cost.total(), picks, end));
                }
            }
        }
        longer.sort_by(|a, b| a.0.total_cmp(&b.0));
        // One more than are wanted: the one without any change is none.
        longer.truncate(count + 1);
        best = longer;
    }
    let picks = best.into_iter().map(|(_, picks, _)| picks);
    picks.filter(|picks| !picks.is_empty()).take(count).collect()
}

/// The schedules of what was picked, numbered where there are several nests.
fn described(nests: &Nests, picks: &Picks<'_>) -> Vec<NestSchedule> {
    let numbers = |picked: &Searched| {
        let fused = nests.together.iter().find(|t| std::ptr::eq(&t.searched, picked));
        let places = match fused {
            Some(together) => together.nests.clone(),
            None => {
                let mut all = nests.searched.iter();
                let place = all.position(|nest| std::ptr::eq(nest, picked))?;
                place..place + 1
            }
        };
        (nests.searched.len() > 1).then(|| (places.map(|place| place + 1).collect(), Span::default()))
    };
    let nests = picks.iter().map(|(searched, offer)| NestSchedule {
        numbers: numbers(searched),
        forms: offer.steps.clone(),
        ..outline(&offer.choice)
    });
    nests.collect()
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
    let buffers = nest.buffers.iter();
    let names: Vec<String> = buffers
        .filter(|(_, (buffer, _))| buffer.overlap_group.is_some())
        .map(|(name, _)| name.to_string())
        .collect();
    if names.len() > 1 { names } else { Vec::new() }
}

type Picks<'s> = Vec<(&'s Searched, &'s Offer)>;

/// A module, why it is right, and what it is made of.
type Proved<'s> = (Module, Validation, Picks<'s>);

/// The module with these candidates, if they are proved equal to what they replace; else the reason.
fn attempt(
    request: &Request<'_>,
    module: &Module,
    picks: &Picks<'_>,
) -> Result<(Module, Validation), String> {
    let pairs: Vec<_> = picks.iter().map(|(_, c)| (&*c.nest, &c.choice)).collect();
    let chosen = materialize(request.module, &pairs).map_err(|reason| reason.to_string())?;
    let validation = validate(request.module, &chosen, &pairs, request.model);
    if !validation.is_accepted() {
        return Err(validation.to_string());
    }
    let chosen = materialize(module, &pairs).map_err(|reason| reason.to_string())?;
    Ok((chosen, validation))
}
