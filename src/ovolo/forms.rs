//! The best forms of a function, judged one by one: what a comparison of schedules is made of.

use ovolo_lang::ir::Module;

use crate::candidates::{ALIKE, Nests};
use crate::combinations::{combinations, described, parts};
use crate::gate::{Accepted, Picks, judged, predicted};
use crate::outcome::{Choice, Form};
use crate::request::Request;

/// Judges as many forms as are asked for, which the choice tells, and returns the first that is accepted.
pub fn forms<'s>(
    request: &Request<'_>,
    module: &Module,
    nests: &'s Nests,
    choice: &mut Choice,
) -> Option<Accepted<'s>> {
    let all = distinct(nests, request.forms);
    let mut first = None;
    for (picks, judged) in all.iter().zip(judged(request, module, &all)) {
        choice.forms.push(Form {
            nests: described(nests, picks),
            cycles: predicted(nests, picks),
            parts: parts(nests, picks),
            judged: match &judged {
                Ok(accepted) => Ok((accepted.alone.clone(), accepted.validation.clone())),
                Err(reason) => Err(reason.clone()),
            },
        });
        match judged {
            Ok(accepted) if first.is_none() => first = Some(accepted),
            Ok(_) => {}
            Err(reason) => choice.reject(reason),
        }
    }
    first
}

/// The best combinations, those left out that have the loops and the arrays of a better one: a size of tiles that no loop says
/// makes no other program.
fn distinct(nests: &Nests, count: usize) -> Vec<Picks<'_>> {
    let mut known = Vec::new();
    let mut all = combinations(nests, ALIKE * count);
    all.retain(|picks| {
        let mut nests = described(nests, picks);
        nests.iter_mut().for_each(|nest| nest.sizes.clear());
        let schedules: String = nests.iter().map(ToString::to_string).collect();
        let is_new = !known.contains(&schedules);
        known.push(schedules);
        is_new
    });
    all.truncate(count);
    all
}
