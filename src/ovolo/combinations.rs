//! What may stand for all nests of a function together.

use ovolo_extract::cost::Cost;
use ovolo_lang::ir::Span;
use ovolo_rewrites::schedule::{NestSchedule, outline};

use crate::candidates::{FusedNests, Nests, Offer, Searched};
use crate::gate::Picks;

/// The combinations of candidates of all nests that are predicted to be best, each nest as it is among its own unless a
/// schedule describes it.
pub fn combinations(nests: &Nests, count: usize) -> Vec<Picks<'_>> {
    // With the cost and the picks, the first nest that they say nothing of.
    let mut best: Vec<(f64, Picks<'_>, usize)> = vec![(0.0, Vec::new(), 0)];
    for (n, searched) in nests.searched.iter().enumerate() {
        let mut longer = Vec::new();
        for (total, picks, next) in &best {
            if *next > n {
                longer.push((*total, picks.clone(), *next));
                continue;
            }
            if !searched.is_described && !is_to_be_fused(nests, n) {
                longer.push((total + searched.before.total(), picks.clone(), n + 1));
            }
            for (offer, searched, end) in offers(nests, n) {
                let mut picks = picks.clone();
                picks.push((searched, offer));
                longer.push((total + offer.weight(), picks, end));
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

/// What may stand for a nest and those behind it, each with the nest that comes next.
fn offers(nests: &Nests, n: usize) -> impl Iterator<Item = (&Offer, &Searched, usize)> {
    let fused = nests.fused.iter().filter(move |group| group.nests.start == n);
    let fused = fused.map(|group| (&group.searched, group.nests.end));
    let alone = (!is_to_be_fused(nests, n)).then_some((&nests.searched[n], n + 1));
    let all = alone.into_iter().chain(fused);
    all.flat_map(|(searched, end)| searched.offers.iter().map(move |offer| (offer, searched, end)))
}

/// Whether a schedule says that the nest is one with others.
fn is_to_be_fused(nests: &Nests, n: usize) -> bool {
    let is_wanted = |group: &FusedNests| group.is_wanted && group.nests.contains(&n);
    nests.fused.iter().any(is_wanted)
}

/// The schedules of what was picked, numbered where there are several nests.
pub fn described(nests: &Nests, picks: &Picks<'_>) -> Vec<NestSchedule> {
    let numbers = |picked: &Searched| {
        let fused = nests.fused.iter().find(|t| std::ptr::eq(&t.searched, picked));
        let places = match fused {
            Some(group) => group.nests.clone(),
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

/// The predicted work of all nests with these in their places, by what does it.
pub fn parts(nests: &Nests, picks: &Picks<'_>) -> Cost {
    let mut total = Cost::default();
    let mut covered = 0;
    for (n, searched) in nests.searched.iter().enumerate() {
        if n < covered {
            continue;
        }
        let picked = |of: &_| picks.iter().find(|(picked, _)| std::ptr::eq(*picked, of));
        let mut fused = nests.fused.iter().filter(|group| group.nests.start == n);
        let fused = fused.find_map(|group| Some((picked(&group.searched)?, group.nests.end)));
        let (cost, end) = match (fused, picked(searched)) {
            (Some(((_, offer), end)), _) => (&offer.cost, end),
            (None, Some((_, offer))) => (&offer.cost, n + 1),
            (None, None) => (&searched.before, n + 1),
        };
        total = total.and(cost);
        covered = end;
    }
    total
}
