//! The choice among what the search found: the best that is proved.

use ovolo_lang::ir::{Module, Span};
use ovolo_rewrites::lift::Nest;
use ovolo_rewrites::materialize::materialize;
use ovolo_rewrites::schedule::{NestSchedule, outline};

use crate::pipeline::{Choice, Request, Validation};
use crate::search::{Nests, Offer, Searched};
use crate::validate::validate;

/// The best candidates of all nests together if they are proved; else those of single nests that are.
pub fn choose(request: &Request<'_>, module: &Module, nests: &Nests) -> (Module, Choice) {
    let all: Vec<(&Searched, &Offer)> = nests
        .searched
        .iter()
        .filter_map(|s| Some((s, s.offers.first()?)))
        .collect();
    let mut choice = Choice {
        kept: nests.kept.clone(),
        ..Choice::default()
    };
    for nest in &nests.searched {
        choice.classes += nest.classes;
        choice.nodes += nest.nodes;
        choice.queries += nest.queries;
        choice.assignments += nest.assignments;
        choice.also.extend(alternatives(nest));
        choice.refused.extend(nest.refusals.found.iter().cloned());
        for name in overlapping(&nest.nest) {
            if !choice.may_overlap.contains(&name) {
                choice.may_overlap.push(name);
            }
        }
        for (name, unions) in &nest.unions {
            *choice.unions.entry(name.clone()).or_insert(0) += unions;
        }
    }
    let before: f64 = nests.searched.iter().map(|s| s.before.total()).sum();
    choice.cost_before = (!nests.searched.is_empty()).then_some(before);
    choice.cost_after = choice.cost_before;
    if all.is_empty() {
        return (module.clone(), choice);
    }
    let mut proved = attempt(request, module, &all, &mut choice);
    if proved.is_none() {
        let singly = all.iter().filter_map(|(searched, _)| {
            let mut candidates = searched.offers.iter();
            let works = |c: &&Offer| attempt(request, module, &[(*searched, *c)], &mut choice).is_some();
            Some((*searched, candidates.find(works)?))
        });
        let singly: Vec<(&Searched, &Offer)> = singly.collect();
        if !singly.is_empty() {
            proved = attempt(request, module, &singly, &mut choice);
        }
    }
    match proved {
        Some((chosen, validation, picks)) => {
            choice.validation = validation;
            choice.schedule.nests = described(nests, &picks);
            let gained: f64 = picks.iter().map(|(s, c)| s.before.total() - c.cost.total()).sum();
            choice.cost_after = Some(before - gained);
            (chosen, choice)
        }
        None => (module.clone(), choice),
    }
}

/// The schedules of what was picked, numbered where there are several nests.
fn described(nests: &Nests, picks: &Picks<'_>) -> Vec<NestSchedule> {
    let number = |picked: &Searched| {
        let place = nests
            .searched
            .iter()
            .position(|nest| std::ptr::eq(nest, picked))?;
        (nests.searched.len() > 1).then(|| (place + 1, Span::default()))
    };
    let nests = picks.iter().map(|(searched, offer)| NestSchedule {
        number: number(searched),
        forms: offer.steps.clone(),
        ..outline(&offer.choice)
    });
    nests.collect()
}

/// The candidates of a nest after the best, by their predicted cost and outermost loop.
fn alternatives(searched: &Searched) -> Vec<String> {
    let next = searched.offers.iter().enumerate().skip(1);
    next.map(|(n, candidate)| {
        let sizes = candidate
            .choice
            .tiles
            .iter()
            .map(|(name, size)| format!("{name} = {size}"));
        let sizes: Vec<String> = sizes.collect();
        let cycles = candidate.cost.total();
        format!(
            "candidate {}: {cycles:.4e} predicted cycles with {}",
            n + 1,
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

/// The module with these candidates, if they are proved equal to what they replace; else the reason goes
/// into the choice.
fn attempt<'s>(
    request: &Request<'_>,
    module: &Module,
    picks: &[(&'s Searched, &'s Offer)],
    choice: &mut Choice,
) -> Option<(Module, Validation, Picks<'s>)> {
    let pairs: Vec<_> = picks.iter().map(|(_, c)| (&*c.nest, &c.choice)).collect();
    let chosen = match materialize(request.module, &pairs) {
        Ok(chosen) => chosen,
        Err(reason) => {
            choice.reject(reason.to_string());
            return None;
        }
    };
    let validation = validate(request.module, &chosen, &pairs, request.model);
    if validation.is_proved() {
        let chosen = materialize(module, &pairs).ok()?;
        return Some((chosen, validation, picks.to_vec()));
    }
    choice.reject(validation.to_string());
    None
}
