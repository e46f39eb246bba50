//! Why nests, functions and other parts of a module stay as they are. Nothing is left without a word.

use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::op::{Dialect, OpCode};
use ovolo_rewrites::lift::NotLifted;
use ovolo_rewrites::nest::is_loop;

use crate::candidates::{Nests, Searched};
use crate::outcome::Choice;

/// Why parts of a function that were not refused when they were lifted are not changed.
pub fn kept_of_function(module: &Module, function: OpId, nests: &Nests, choice: &Choice) -> Vec<NotLifted> {
    let mut kept: Vec<NotLifted> = whole_operations(module, function).into_iter().collect();
    kept.extend(unchanged_nests(module, nests, choice));
    kept.extend(other_control(module, function));
    let is_told = !kept.is_empty() || !choice.kept.is_empty() || !choice.products.is_empty();
    if !is_told && nests.searched.is_empty() && !is_declaration(module, function) {
        kept.push(NotLifted {
            span: module.op(function).span,
            reason: format!(
                "@{} has no loops; `ovolo simplify` works on straight-line code",
                choice.function
            ),
        });
    }
    kept
}

/// Why operations of a module that hold code are not looked at.
pub fn kept_of_module(module: &Module) -> Vec<NotLifted> {
    let ops = &module.block(module.body()).ops;
    let others = ops.iter().filter(|&&op| {
        let data = module.op(op);
        data.code() != Some(OpCode::Func) && !data.regions.is_empty() && !is_declaration(module, op)
    });
    let mut kept: Vec<NotLifted> = others
        .map(|&op| NotLifted {
            span: module.op(op).span,
            reason: format!(
                "`{}` is not searched: only the functions at the top of a module that are `func.func` are",
                module.op(op).name.as_str()
            ),
        })
        .collect();
    if kept.is_empty() && module.functions().next().is_none() {
        kept.push(NotLifted {
            span: module.op(module.top()).span,
            reason: "there is no function to optimise: only `func.func` is searched".to_string(),
        });
    }
    kept
}

fn is_declaration(module: &Module, op: OpId) -> bool {
    let mut regions = module.op(op).regions.iter();
    regions.all(|region| module.region(*region).blocks.is_empty())
}

/// Nests that were searched and of which nothing was taken.
fn unchanged_nests(module: &Module, nests: &Nests, choice: &Choice) -> Vec<NotLifted> {
    let is_changed = |place: usize| {
        let mut changed = choice.schedule.nests.iter();
        changed.any(|nest| match &nest.numbers {
            Some((numbers, _)) => numbers.contains(&(place + 1)),
            None => place == 0,
        })
    };
    let unchanged = nests.searched.iter().enumerate();
    unchanged
        .filter(|(place, _)| !is_changed(*place))
        .map(|(_, searched)| NotLifted {
            span: module.op(searched.nest.op).span,
            reason: reason(searched, choice),
        })
        .collect()
}

fn reason(searched: &Searched, choice: &Choice) -> String {
    if searched.offers.is_empty() {
        return match searched.limit {
            Some(limit) => {
                format!(
                    "nothing that is predicted to be faster was found until the search ended, at its limit of {limit}"
                )
            }
            None => "nothing was found that is predicted to be faster".to_string(),
        };
    }
    match &choice.timings {
        Some(Ok(timings)) if timings.fastest.is_none() => "nothing faster was measured".to_string(),
        _ => "no faster form was shown to be equal".to_string(),
    }
}

/// Control flow at the top of a function that is searched in no form.
fn other_control(module: &Module, function: OpId) -> Vec<NotLifted> {
    let Some(body) = module.single_block(function, 0) else {
        let has_body = !is_declaration(module, function);
        let told = has_body.then(|| NotLifted {
            span: module.op(function).span,
            reason: "branches between blocks are not searched; scf.for and scf.if are".to_string(),
        });
        return told.into_iter().collect();
    };
    let ops = module.block(body).ops.iter();
    let others = ops.filter(|&&op| {
        let code = module.op(op).code();
        let is_known = is_loop(code)
            || matches!(code, Some(OpCode::AffineIf | OpCode::ScfIf))
            || code.is_some_and(|code| code.dialect() == Dialect::Linalg);
        !is_known && !module.op(op).regions.is_empty()
    });
    others
        .map(|&op| NotLifted {
            span: module.op(op).span,
            reason: format!("`{}` is not searched", module.op(op).name.as_str()),
        })
        .collect()
}

/// A word on operations of linalg that no loops stand for.
fn whole_operations(module: &Module, function: OpId) -> Option<NotLifted> {
    let mut spans = Vec::new();
    module.walk(function, &mut |op| {
        let op = module.op(op);
        let is_linalg = |code: OpCode| code.dialect() == Dialect::Linalg && code != OpCode::LinalgYield;
        let is_on_memrefs = op.operands.iter().any(|v| module.ty(*v).as_memref().is_some());
        if op.code().is_some_and(is_linalg) && is_on_memrefs {
            spans.push(op.span);
        }
    });
    let others = match spans.len() {
        0 | 1 => String::new(),
        n => format!(" (and {} more)", n - 1),
    };
    Some(NotLifted {
        span: *spans.first()?,
        reason: format!(
            "an operation of linalg that is no loop nest over its operands is not searched{others}"
        ),
    })
}
