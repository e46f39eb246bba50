//! The pipeline: text in, a faster equal program out.

use std::time::Instant;

use ovolo_lang::attribute::Attribute;
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::isolate_function::isolate_function;
use ovolo_lang::types::Type;
use ovolo_rewrites::lift::{NotLifted, lift_function, lift_fused};
use ovolo_rewrites::nest::Nest;
use ovolo_rewrites::schedule::{Name, NestSchedule};

use crate::candidates::{Nests, SearchBudget, SearchGoal};
use crate::choose::choose;
use crate::function_search::search_all;
use crate::kept::{kept_of_function, kept_of_module};
use crate::nest_fusion::Fusion;
use crate::outcome::{Choice, Outcome};
use crate::reassociate::{Reassociation, reassociated};
use crate::request::Request;

/// The fastest program found that is proved equal to the input, or checked at many sizes.
pub fn optimize(request: &Request<'_>) -> Outcome {
    (request.progress)("reassociating");
    let (source, reassociations) = with_products_in_order(request);
    let request = &Request {
        module: &source,
        ..*request
    };
    let mut module = request.module.clone();
    let mut functions = Vec::new();
    let names: Vec<&str> = request
        .module
        .functions()
        .map(|f| name_of(request.module, f))
        .collect();
    let mut mistakes = request
        .given
        .map_or(Vec::new(), |given| given.schedule.check_functions(&names));
    for (function, products) in request.module.functions().zip(reassociations) {
        let start = Instant::now();
        // Other functions neither change nor are compared again with themselves.
        let alone = isolate_function(request.module, function);
        let request = &Request {
            module: &alone,
            ..*request
        };
        let name = name_of(request.module, function);
        let goal = |number, count| match &request.given {
            Some(given) => given.goal(name, names.len() == 1, number, count),
            None => SearchGoal::Fastest,
        };
        (request.progress)("lifting");
        let lifted = first_nests(
            request.module,
            lift_function(request.module, function, request.model),
        );
        (request.progress)("searching");
        let budget = SearchBudget::of(request.measure, request.rules);
        let fusion = Fusion {
            lift: &|ops| lift_fused(request.module, function, request.model, ops),
            wanted: request.given.map(|given| given.together(name, names.len() == 1)),
        };
        let searched = search_all(lifted, request.machine, &goal, &fusion, budget);
        (request.progress)("validating");
        let searched_at = start.elapsed();
        let (chosen, mut choice) = choose(request, &module, name, &searched);
        choice.validation_seconds = (start.elapsed() - searched_at).as_secs_f64() - choice.timing_seconds;
        module = chosen;
        choice.refused.extend(searched.refused.iter().cloned());
        choice.kept.extend(products.kept);
        choice.products = products.reordered;
        if request.given.is_none() {
            let kept = kept_of_function(request.module, name, &searched, &choice);
            choice.kept.extend(kept);
        }
        mistakes.extend(unfollowed(request, name, names.len() == 1, searched, &choice));
        choice.function = name.to_string();
        choice.rejected.extend(products.rejected);
        choice.schedule.name = Some(Name::new(name.into()));
        choice.seconds = start.elapsed().as_secs_f64() - choice.timing_seconds;
        functions.push(choice);
    }
    Outcome {
        kept: kept_of_module(&module),
        module,
        functions,
        mistakes,
    }
}

/// The module with the chains of products of matrices of each function in their cheapest order.
fn with_products_in_order(request: &Request<'_>) -> (Module, Vec<Reassociation>) {
    let mut module = request.module.clone();
    let functions: Vec<OpId> = module.functions().collect();
    let done = functions
        .into_iter()
        .map(|function| reassociated(&mut module, function, request.model))
        .collect();
    (module, done)
}

/// The nests of a function that are searched, each of which takes its time.
const MOST_NESTS: usize = 64;

type Lifted = Vec<(OpId, Result<Nest, NotLifted>)>;

/// The nests that are searched, and a word on the others.
fn first_nests(module: &Module, mut nests: Lifted) -> Lifted {
    if let Some((op, _)) = nests.get(MOST_NESTS) {
        let reason = format!("no more than the first {MOST_NESTS} nests of a function are searched");
        let span = module.op(*op).span;
        let others = (*op, Err(NotLifted { span, reason }));
        nests.truncate(MOST_NESTS);
        nests.push(others);
    }
    nests
}

/// Why what was given for a function is not what was done.
fn unfollowed(
    request: &Request<'_>,
    name: &str,
    is_only: bool,
    nests: Nests,
    choice: &Choice,
) -> Vec<Diagnostic> {
    let Some(given) = request
        .given
        .and_then(|given| given.schedule.of_function(name, is_only))
    else {
        return Vec::new();
    };
    let mut mistakes = given.check_nests(nests.count);
    mistakes.extend(nests.mistakes);
    if !mistakes.is_empty() {
        return mistakes;
    }
    let first = vec![1];
    let numbers = |nest: &NestSchedule| match &nest.numbers {
        Some((numbers, _)) => numbers.clone(),
        None => first.clone(),
    };
    let is_done = |nest: &&NestSchedule| {
        choice
            .schedule
            .nests
            .iter()
            .any(|done| numbers(done) == numbers(nest))
    };
    let undone = given.nests.iter().filter(|nest| !is_done(nest));
    let text = "what this makes of the nest is not proved equal to it";
    let mistakes = undone.map(|nest| Diagnostic::new(nest.span, text).help(choice.rejected.join("\n")));
    mistakes.collect()
}

/// Marks every memref argument as one that overlaps no other.
pub fn assume_noalias(module: &mut Module) {
    let functions: Vec<OpId> = module.functions().collect();
    for function in functions {
        let op = module.op(function);
        let Some(Type::Function(ty)) = op.attribute("function_type").and_then(Attribute::as_type) else {
            continue;
        };
        let inputs = ty.inputs.clone();
        let present = match op.attribute("arg_attrs") {
            Some(Attribute::Array(attributes)) => attributes.to_vec(),
            _ => Vec::new(),
        };
        let attributes = inputs.iter().enumerate().map(|(i, ty)| {
            let mut entries = match present.get(i) {
                Some(Attribute::Dictionary(entries)) => entries.to_vec(),
                _ => Vec::new(),
            };
            if ty.as_memref().is_some() && !entries.iter().any(|(name, _)| &**name == NOALIAS) {
                entries.push((NOALIAS.into(), Attribute::Unit));
            }
            Attribute::Dictionary(entries.into())
        });
        let attributes = Attribute::array(attributes.collect());
        module.op_mut(function).set_attribute("arg_attrs", attributes);
    }
}

const NOALIAS: &str = "llvm.noalias";

fn name_of(module: &Module, function: OpId) -> &str {
    let name = module.op(function).attribute("sym_name");
    name.and_then(Attribute::as_str).unwrap_or_default()
}
