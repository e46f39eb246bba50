//! The search for certificates: why two functions of affine loops are equal for all sizes.
//!
//! What is found is data, which `ovolo-certificate` checks: how maps and sources are guessed does not matter for what is proved.
//!
//! **Invariant:** nothing here uses rules, e-graphs or the transformations, nor the interpreter.

mod guesses;
mod images;
mod interpolate;
mod lemmas;
mod solve;
mod sources;
mod terms;
mod touches;

use ovolo_certificate::certificate::{Case, Equality, Method, Named};
use ovolo_certificate::{
    Checked, Function, Problem, Refusal, Refused, Safe, Terms, cases, in_thread, safety,
};
use ovolo_lang::ir::{Module, OpId};

/// Certifies that the second function does what the first does, for all data and all sizes of which holds what is assumed,
/// wherever arguments that are not `llvm.noalias` lie.
pub fn certify(
    first: (&Module, OpId),
    second: (&Module, OpId),
    terms: &Terms<'_>,
) -> Result<Checked, Refusal> {
    in_thread(&cases(first, second, terms.model), terms, |_, problem| {
        let found = find(problem)?;
        problem.check(&found)
    })
}

/// Why two functions leave the same behind.
fn find(problem: &mut Problem) -> Refused<Case> {
    let [first, second] = &problem.functions;
    let touches = touches::find([first, second], &mut problem.asked)?;
    let left = safety::check([first, second], &touches, &mut problem.asked)?;
    let safe = problem.safe(&left);
    let method = method(problem, safe)?;
    Ok(Case {
        touches,
        method,
        legend: Vec::new(),
    })
}

fn method(problem: &mut Problem, mut safe: Safe) -> Refused<Method> {
    let (model, asked) = (problem.model, &mut problem.asked);
    let [first, second] = &safe.functions;
    let reordered = images::find([first, second], model.contract, asked);
    if reordered.is_ok() || safe.functions.iter().any(Function::shares) {
        return reordered.map(Method::Reordering);
    }
    let equal = lemmas::find(&safe, Equality::default(), model, asked);
    if equal.is_ok() || !safe.functions.iter().all(|function| function.reduces(model)) {
        return equal.map(Method::Equality);
    }
    let mut sums = Equality {
        has_sums: true,
        ..Equality::default()
    };
    for (side, function) in safe.functions.iter().enumerate() {
        let mut updates = function.may_accumulate(model);
        while let Some(open) = function.unordered(&updates, model, asked)? {
            updates.remove(&open);
        }
        let named = |statement| Named {
            side,
            statement,
            node: 0,
        };
        sums.updates.extend(updates.into_iter().map(named));
    }
    safe.accumulate(&sums, model, asked)?;
    lemmas::find(&safe, sums, model, asked).map(Method::Equality)
}
