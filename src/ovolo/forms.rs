//! The best forms of a function, judged one by one: what a comparison of schedules is made of.

use ovolo_lang::ir::Module;

use crate::candidates::Nests;
use crate::combinations::{combinations, described, parts};
use crate::gate::{Accepted, judged, predicted};
use crate::outcome::{Choice, Form};
use crate::request::Request;

/// Judges as many forms as are asked for, which the choice tells, and returns the first that is accepted.
pub fn forms<'s>(
    request: &Request<'_>,
    module: &Module,
    nests: &'s Nests,
    choice: &mut Choice,
) -> Option<Accepted<'s>> {
    let all = combinations(nests, request.forms);
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
