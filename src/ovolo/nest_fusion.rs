//! Nests that follow one another, taken as one where their loops can be fused.

use std::ops::Range;

use ovolo_extract::cost::Cost;
use ovolo_lang::ir::OpId;
use ovolo_rewrites::dependence::Emptiness;
use ovolo_rewrites::forms::becomes_one;
use ovolo_rewrites::lift::NotLifted;
use ovolo_rewrites::nest::Nest;
use ovolo_rewrites::refusal::{Refusal, Refusals};
use ovolo_rewrites::schedule::NestSchedule;

use crate::candidates::{FusedNests, Nests, Searched, Setting, may_gain};
use crate::given_schedule::not_one;
use crate::search::{search_fused, search_within};

/// What that saves must be more than this part of the time of the best that was found for the function.
pub const WORTH_OF_WHOLE: f64 = 0.05;

/// Nests that are taken as one.
const MOST_NESTS: usize = 6;

/// How nests are made one, and which.
pub struct Fusion<'f> {
    pub lift: &'f dyn Fn(&[OpId]) -> Result<Nest, NotLifted>,
    /// The nests, counted from one, that a schedule wants to be one; `None` where no schedule is given.
    pub wanted: Option<Vec<(&'f [usize], &'f NestSchedule)>>,
}

impl Fusion<'_> {
    /// Whether a schedule wants a nest, counted from one, to be one with others.
    pub fn is_wanted(&self, number: usize) -> bool {
        let mut wanted = self.wanted.iter().flatten();
        wanted.any(|(numbers, _)| numbers.contains(&number))
    }
}

/// Searches the nests of each row that can be one. `ops` are those of all nests.
pub fn fuse_all(
    nests: &mut Nests,
    rows: &[Vec<usize>],
    ops: &[OpId],
    fusion: &Fusion<'_>,
    setting: Setting<'_>,
) {
    if let Some(wanted) = &fusion.wanted {
        for (numbers, schedule) in wanted {
            follow(nests, numbers, schedule, ops, fusion, setting);
        }
        return;
    }
    let mut refused = Vec::new();
    for row in rows {
        for (range, nest) in groups(row, ops, fusion, setting.oracle, &mut refused) {
            let members = &nests.searched[range.clone()];
            let before = total(members.iter().map(|s| &s.before));
            let best = total(members.iter().map(Searched::best));
            if !members.iter().all(|s| may_gain(&best, &s.nest)) {
                continue;
            }
            nests.fused.push(FusedNests {
                nests: range,
                searched: search_fused(nest, before, setting),
                is_wanted: false,
            });
        }
    }
    nests.refused.extend(refused);
}

fn total<'c>(costs: impl Iterator<Item = &'c Cost>) -> Cost {
    costs.fold(Cost::default(), |all, cost| all.and(cost))
}

/// The longest rows of nests that become one, from the first nest on.
fn groups(
    row: &[usize],
    ops: &[OpId],
    fusion: &Fusion<'_>,
    oracle: &dyn Emptiness,
    refused: &mut Vec<Refusal>,
) -> Vec<(Range<usize>, Nest)> {
    let mut found = Vec::new();
    let Some((&first, &last)) = row.first().zip(row.last()) else {
        return found;
    };
    let mut start = first;
    while start <= last {
        let mut end = start + 1;
        let mut joined = None;
        while end <= last && end - start < MOST_NESTS {
            let Ok(nest) = (fusion.lift)(&ops[start..=end]) else {
                break;
            };
            let mut refusals = Refusals::new(nest.places.clone());
            let is_one = becomes_one(&nest, oracle, &mut refusals);
            refused.extend(refusals.found);
            if !is_one {
                break;
            }
            end += 1;
            joined = Some(nest);
        }
        found.extend(joined.map(|nest| (start..end, nest)));
        start = end;
    }
    found
}

/// Makes nests one as a schedule describes it.
fn follow(
    nests: &mut Nests,
    numbers: &[usize],
    schedule: &NestSchedule,
    ops: &[OpId],
    fusion: &Fusion<'_>,
    Setting {
        machine,
        oracle,
        budget,
    }: Setting<'_>,
) {
    let places = numbers
        .iter()
        .map(|n| n.checked_sub(1).filter(|n| *n < ops.len()));
    let Some(places) = places.collect::<Option<Vec<usize>>>() else {
        return;
    };
    let ops: Vec<OpId> = places.iter().map(|&n| ops[n]).collect();
    let (Some(&first), Some(&last)) = (places.first(), places.last()) else {
        return;
    };
    // What is wrong with the numbers is said where they are checked.
    if last + 1 != first + places.len() {
        return;
    }
    let nest = match (fusion.lift)(&ops) {
        Ok(nest) => nest,
        Err(reason) => {
            nests.mistakes.push(not_one(schedule, reason.reason));
            return;
        }
    };
    match search_within(nest, machine, oracle, schedule, budget) {
        Ok(searched) => nests.fused.push(FusedNests {
            nests: first..last + 1,
            searched,
            is_wanted: true,
        }),
        Err((mistake, refusals)) => {
            nests.mistakes.push(mistake);
            nests.refused.extend(refusals);
        }
    }
}
