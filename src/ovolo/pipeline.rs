//! The pipeline: text in, a faster equal program out.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use ovolo_lang::attribute::Attribute;
use ovolo_lang::bufferize::{Bufferized, bufferize_prepared, inline_calls, restore_tensors};
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::in_sequence::Reductions;
use ovolo_lang::inline::{inline_in_loops, restore_calls};
use ovolo_lang::ir::{Module, OpId, Span};
use ovolo_lang::isolate_function::isolate_function;
use ovolo_lang::krnl_loops;
use ovolo_lang::layers::{self, Layers};
use ovolo_lang::linalg::{Converted, convert_to_loops, restore_operations};
use ovolo_lang::outline::outline;
use ovolo_lang::simplify_tensors::simplify_tensors;
use ovolo_rewrites::lift::{NotLifted, WHERE, inner_nests, lift_function, lift_fused};
use ovolo_rewrites::nest::Nest;
use ovolo_rewrites::schedule::{Name, NestSchedule};
use ovolo_rewrites::unflattening::unflattened;
use ovolo_rewrites::widening::widened;

use crate::candidates::{Nests, SearchBudget, SearchGoal};
use crate::choose::choose;
use crate::function_search::search_all;
use crate::kept::{kept_of_function, kept_of_module};
use crate::nest_fusion::Fusion;
use crate::outcome::{Choice, Outcome, Program, Validation};
use crate::reassociate::{Reassociation, reassociated};
use crate::request::Request;
use crate::tune::{mark, tuned};
use crate::validate::prove_function;

/// The fastest program found that is proved equal to the input, or checked at many sizes.
pub fn optimize(request: &Request<'_>) -> Outcome {
    (request.progress)("reassociating");
    let (mut source, reassociations) = with_products_in_order(request);
    let (bufferized, on_tensors) = bufferize_prepared(&mut source, &|module, function| {
        if layers::is_long(module, function) {
            simplify_tensors(module, function);
        }
    });
    let layered = in_layers(&mut source, &bufferized);
    let scheduled = krnl_loops::convert_to_loops(&mut source);
    // Operations of linalg are searched as loops, and proved as what they are.
    let mut loops = source.clone();
    let inlined = inline_in_loops(&mut loops, Reductions::InOneOrder);
    let top = loops.top();
    let converted = convert_to_loops(&mut loops, top);
    let request = &Request {
        module: &loops,
        original: &source,
        ..*request
    };
    let mut module = request.module.clone();
    let mut functions: Vec<(OpId, Choice)> = Vec::new();
    // Of functions by their numbers.
    let mut inner: Vec<(usize, Choice)> = Vec::new();
    let names: Vec<&str> = request
        .module
        .functions()
        .map(|f| name_of(request.module, f))
        .collect();
    let mut mistakes = request
        .given
        .map_or(Vec::new(), |given| given.schedule.check_functions(&names));
    let mut reassociations = reassociations.into_iter();
    for function in request.module.functions() {
        let products = reassociations.next().unwrap_or_default();
        let start = Instant::now();
        let layer = layer_of(&layered, function);
        let progress = |what: &str| match layer {
            Some(layer) => (request.progress)(&format!("layer {} of {}: {what}", layer.number, layer.count)),
            None => (request.progress)(what),
        };
        let request = &Request {
            progress: &progress,
            ..*request
        };
        let task = Task {
            function,
            name: name_of(request.module, function),
            is_only: names.len() == 1,
            converted: &converted,
        };
        let own = scheduled.iter().find(|own| own.function == function);
        let found = match request.given.filter(|given| given.is_of_text) {
            Some(given) => task.as_the_text_says(request, &module, given, own),
            None => task.unscheduled(request, &module, own),
        };
        let mut choice = found.choice;
        let mut own = found.inner;
        let before = std::mem::replace(&mut module, found.module);
        choice.tuned = tuned(request, &module, task.name, &mut choice);
        if let Some(tuned) = choice.tuned {
            if tuned.program != Program::Chosen && choice.is_changed() {
                module = before;
                choice.take_back();
                choice.reject(format!(
                    "the original is faster where LLVM is asked for {}: measured {:.3?}, what was found of the nests {:.3?}",
                    tuned.tuning,
                    Duration::from_secs_f64(tuned.seconds),
                    Duration::from_secs_f64(tuned.usual),
                ));
                if !own.is_empty() {
                    let span = module.op(function).span;
                    let reason = "nothing faster was measured of it as a whole".to_string();
                    choice.kept.push(NotLifted { span, reason });
                    own.clear();
                }
            }
            if tuned.program == Program::Apart {
                task.tell_apart(request, &mut module, &mut choice);
            }
        }
        if let Some(tuned) = choice.tuned {
            let name = module.function(task.name);
            mark(&mut module, name.unwrap_or(function), tuned.tuning);
        }
        mistakes.extend(found.mistakes);
        inner.extend(own.into_iter().map(|inner| (functions.len(), inner)));
        choice.kept.extend(products.kept);
        choice.products = products.reordered;
        choice.rejected.extend(products.rejected);
        let kept = on_tensors.iter().filter(|(op, _)| *op == function);
        choice.kept.extend(kept.map(|(_, kept)| NotLifted {
            span: kept.span,
            reason: kept.reason.clone(),
        }));
        choice.schedule.name = Some(Name::new(task.name.into()));
        choice.seconds = start.elapsed().as_secs_f64() - choice.timing_seconds;
        match layer {
            Some(layer) => {
                choice.calls = layer.calls;
                let whole = functions
                    .iter()
                    .position(|(function, _)| *function == layer.whole);
                inner.push((whole.unwrap_or_default(), choice));
            }
            None => functions.push((function, choice)),
        }
    }
    // What holds of versions is for whoever searches and times them.
    let versions: Vec<OpId> = module
        .functions()
        .filter(|&f| !names.contains(&name_of(&module, f)))
        .collect();
    for version in versions {
        let holds = &mut module.op_mut(version).attributes;
        holds.retain(|attribute| &*attribute.0 != WHERE);
    }
    restore_operations(&mut module, &converted);
    for layers in &layered {
        let Some(number) = functions
            .iter()
            .position(|(function, _)| *function == layers.function)
        else {
            continue;
        };
        let own = inner.iter().filter(|(whole, _)| *whole == number);
        let own = own.map(|(_, choice)| &choice.validation);
        functions[number].1.validation = Validation::of_layers(own.chain([&functions[number].1.validation]));
        match functions[number].1.is_changed() {
            true => layers
                .names(&module)
                .iter()
                .for_each(|name| set_visibility(&mut module, name, "private")),
            false => layers::restore(&mut module, layers),
        }
    }
    for (function, _) in functions.iter().filter(|(_, choice)| !choice.is_changed()) {
        let own = bufferized.iter().filter(|own| own.function == *function);
        own.for_each(|own| restore_tensors(&mut module, own));
        // As it was with operations of krnl it has its calls, too.
        let own = scheduled.iter().find(|own| own.function == *function);
        let calls = inlined.iter().find(|own| own.function == *function);
        match (own, calls) {
            (Some(own), _) => krnl_loops::restore(&mut module, own),
            (None, Some(calls)) => restore_calls(&mut module, calls),
            (None, None) => {}
        }
    }
    let functions: Vec<Choice> = functions.into_iter().map(|(_, choice)| choice).collect();
    Outcome {
        kept: kept_of_module(&module),
        module,
        functions,
        inner,
        mistakes,
    }
}

/// Cuts long functions of tensors into layers, which are called from elsewhere while they are searched.
fn in_layers(module: &mut Module, bufferized: &[Bufferized]) -> Vec<Layers> {
    let mut all = Vec::new();
    for function in bufferized.iter().map(|own| own.function) {
        let Some(layers) = layers::split(module, function) else {
            continue;
        };
        for name in layers.names(module) {
            set_visibility(module, &name, "public");
        }
        all.push(layers);
    }
    all
}

/// A layer among all of a module.
#[derive(Clone, Copy)]
struct Layer {
    number: usize,
    count: usize,
    calls: usize,
    /// The function that calls it.
    whole: OpId,
}

fn layer_of(layered: &[Layers], function: OpId) -> Option<Layer> {
    let all = || {
        layered
            .iter()
            .flat_map(|own| own.layers.iter().map(|layer| (own.function, layer)))
    };
    let number = all().position(|(_, (layer, _))| *layer == function)?;
    let (whole, (_, calls)) = all().nth(number)?;
    Some(Layer {
        number: number + 1,
        count: all().count(),
        calls: *calls,
        whole,
    })
}

/// A function to optimise.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) function: OpId,
    /// What it is called by, and is called by where it is timed.
    pub(crate) name: &'a str,
    /// Whether the module has no other.
    pub(crate) is_only: bool,
    /// The operations of the module that are loops while it is searched.
    pub(crate) converted: &'a [Converted],
}

/// What was found for a function.
pub(crate) struct Found {
    /// The whole module with it.
    pub(crate) module: Module,
    pub(crate) choice: Choice,
    /// What was chosen for nests of it that are functions of their own.
    pub(crate) inner: Vec<Choice>,
    pub(crate) mistakes: Vec<Diagnostic>,
}

impl Task<'_> {
    /// The function with what is found for it; where that is not understood as a whole, with what is found for the nests in it.
    pub(crate) fn found(self, request: &Request<'_>, module: &Module) -> Found {
        let is_plain = request.given.is_none() && self.converted.is_empty();
        let inner = is_plain.then(|| self.with_inner_nests(request, module));
        let mut kept = match inner.flatten() {
            Some(found) if found.choice.is_changed() => return found,
            Some(found) => found.choice,
            None => Choice::default(),
        };
        let mut found = self.widened(request, module);
        found.choice.rejected.append(&mut kept.rejected);
        let known: Vec<Span> = found.choice.kept.iter().map(|kept| kept.span).collect();
        kept.kept.retain(|kept| !known.contains(&kept.span));
        found.choice.kept.append(&mut kept.kept);
        found
    }

    /// The function with calls of private functions in the place of nests for which something is found. These are searched and
    /// proved alone; then the whole is proved. `None` where all nests are understood, or there are none.
    fn with_inner_nests(self, request: &Request<'_>, module: &Module) -> Option<Found> {
        let mut whole = module.clone();
        let mut inner = Vec::new();
        let mut choice = Choice {
            function: self.name.to_string(),
            ..Choice::default()
        };
        let mut skipped = 0;
        for _ in 0..MOST_NESTS {
            let nests = inner_nests(&whole, self.function, request.model);
            let Some(ops) = nests.found.get(skipped) else {
                choice.kept.extend(nests.refused);
                break;
            };
            let name = whole.free_name(&format!("{}_nest", self.name));
            let mut with_call = whole.clone();
            skipped += 1;
            let Some(outlined) = outline(&mut with_call, ops, &name) else {
                continue;
            };
            // It is called where it is timed.
            set_visibility(&mut with_call, &name, "public");
            let nest = Task {
                function: outlined.function,
                name: &name,
                is_only: false,
                converted: &[],
            };
            let alone = Request {
                module: &with_call,
                original: &with_call,
                ..*request
            };
            let mut found = nest.widened(&alone, &with_call);
            choice.timing_seconds += found.choice.timing_seconds;
            if found.choice.is_changed() && found.choice.validation.is_proved() {
                set_visibility(&mut found.module, &name, "private");
                whole = found.module;
                inner.push(found.choice);
                skipped -= 1;
            } else {
                choice.kept.append(&mut found.choice.kept);
                choice.rejected.append(&mut found.choice.rejected);
            }
        }
        if choice.kept.is_empty() && inner.is_empty() {
            return None;
        }
        if !inner.is_empty() {
            (request.progress)("validating");
            match prove_function(request, self.name, &whole) {
                Ok(verdict) => {
                    choice.validation = Validation::Compared(verdict);
                    let refused = lift_function(module, self.function, request.model).into_iter();
                    choice.kept.extend(refused.filter_map(|(_, nest)| nest.err()));
                }
                Err(reason) => {
                    choice.reject(format!(
                        "with its nests as functions it is not proved equal: {reason}"
                    ));
                    whole = module.clone();
                    inner.clear();
                }
            }
        }
        Some(Found {
            module: whole,
            choice,
            inner,
            mistakes: Vec::new(),
        })
    }

    /// The function with what is found for it where its loops count with indices, one each; as it stands where that is nothing.
    pub(crate) fn widened(self, request: &Request<'_>, module: &Module) -> Found {
        let wide = widened(module, self.function);
        let nested = unflattened(wide.as_ref().unwrap_or(module), self.function);
        let nested = nested.map(|nested| self.with_versions(request, &nested));
        if let Some(nested) = nested.filter(|nested| nested.choice.is_changed()) {
            return nested;
        }
        let mut found = self.with_versions(request, wide.as_ref().unwrap_or(module));
        if wide.is_some() && !found.choice.is_changed() {
            found.module = module.clone();
        }
        found
    }

    /// The module with the operations of the function in the place of their loops.
    pub(crate) fn with_operations(self, module: &Module) -> Module {
        let mut inside = HashSet::new();
        module.walk(self.function, &mut |op| {
            inside.insert(op);
        });
        let is_inside = |c: &&Converted| c.replacement.last().is_some_and(|op| inside.contains(op));
        let own: Vec<Converted> = self.converted.iter().filter(is_inside).cloned().collect();
        let mut module = module.clone();
        restore_operations(&mut module, &own);
        module
    }

    /// The function of a module optimised, and compared with what is called by its name in the module of the request.
    pub(crate) fn optimized(self, request: &Request<'_>, module: &Module) -> Found {
        // Other functions neither change nor are compared again with themselves.
        let called = module.function(self.name).unwrap_or(self.function);
        let alone = isolate_function(module, called);
        let original = isolate_function(request.original, called);
        let request = &Request {
            module: &alone,
            original: &original,
            ..*request
        };
        let start = Instant::now();
        let goal = |number, count| match &request.given {
            Some(given) => given.goal(self.name, self.is_only, number, count),
            None => SearchGoal::Fastest,
        };
        (request.progress)("lifting");
        let lifted = lift_function(request.module, self.function, request.model);
        let lifted = first_nests(request.module, lifted);
        (request.progress)("searching");
        let budget = SearchBudget::of(request.measure, request.forms, request.rules);
        let fusion = Fusion {
            lift: &|ops| lift_fused(request.module, self.function, request.model, ops),
            wanted: request.given.map(|given| given.together(self.name, self.is_only)),
        };
        let nests = search_all(lifted, request.machine, &goal, &fusion, budget);
        (request.progress)("validating");
        let searched_at = start.elapsed();
        let (chosen, mut choice) = choose(request, module, self.name, &nests);
        choice.validation_seconds = (start.elapsed() - searched_at).as_secs_f64() - choice.timing_seconds;
        choice.function = self.name.to_string();
        choice.refused.extend(nests.refused.iter().cloned());
        if request.given.is_none() {
            let kept = kept_of_function(request.module, self.function, &nests, &choice);
            choice.kept.extend(kept);
        }
        let mistakes = unfollowed(request, self, nests, &choice);
        Found {
            module: chosen,
            choice,
            inner: Vec::new(),
            mistakes,
        }
    }
}

/// The module with the chains of products of matrices of each function in their cheapest order.
fn with_products_in_order(request: &Request<'_>) -> (Module, Vec<Reassociation>) {
    let mut module = request.module.clone();
    inline_calls(&mut module);
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
fn unfollowed(request: &Request<'_>, task: Task<'_>, nests: Nests, choice: &Choice) -> Vec<Diagnostic> {
    let Some(given) = request
        .given
        .and_then(|given| given.schedule.of_function(task.name, task.is_only))
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

fn set_visibility(module: &mut Module, function: &str, visibility: &str) {
    if let Some(function) = module.function(function) {
        let op = module.op_mut(function);
        op.attributes.retain(|(name, _)| &**name != "sym_visibility");
        if visibility != "public" {
            op.set_attribute("sym_visibility", Attribute::string(visibility));
        }
    }
}

fn name_of(module: &Module, function: OpId) -> &str {
    let name = module.op(function).attribute("sym_name");
    name.and_then(Attribute::as_str).unwrap_or_default()
}
