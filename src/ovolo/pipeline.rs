//! The pipeline: text in, a faster equal program out.

use std::collections::HashSet;
use std::time::Instant;

use ovolo_lang::attribute::Attribute;
use ovolo_lang::bufferize::{Bufferized, bufferize_prepared, restore_tensors};
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::{Module, OpId, Span};
use ovolo_lang::isolate_function::isolate_function;
use ovolo_lang::krnl_loops;
use ovolo_lang::layers::{self, Layers};
use ovolo_lang::linalg::{Converted, convert_to_loops, restore_operations};
use ovolo_lang::outline::outline;
use ovolo_lang::simplify_tensors::simplify_tensors;
use ovolo_rewrites::lift::{NotLifted, WHERE, inner_nests, lift_function, lift_fused};
use ovolo_rewrites::nest::Nest;
use ovolo_rewrites::schedule::{Name, NestSchedule, Schedule};
use ovolo_rewrites::versioning::{Versioned, versioned};
use ovolo_rewrites::widening::widened;

use crate::candidates::{Nests, SearchBudget, SearchGoal};
use crate::choose::{choose, timed};
use crate::function_search::search_all;
use crate::given_schedule::Given;
use crate::kept::{kept_of_function, kept_of_module};
use crate::nest_fusion::Fusion;
use crate::outcome::{Choice, Outcome, Program, Validation};
use crate::reassociate::{Reassociation, reassociated};
use crate::request::Request;
use crate::text_schedule::Followed;
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
                own.clear();
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
        let own = scheduled.iter().filter(|own| own.function == *function);
        own.for_each(|own| krnl_loops::restore(&mut module, own));
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
struct Task<'a> {
    function: OpId,
    /// What it is called by, and is called by where it is timed.
    name: &'a str,
    /// Whether the module has no other.
    is_only: bool,
    /// The operations of the module that are loops while it is searched.
    converted: &'a [Converted],
}

/// What was found for a function.
struct Found {
    /// The whole module with it.
    module: Module,
    choice: Choice,
    /// What was chosen for nests of it that are functions of their own.
    inner: Vec<Choice>,
    mistakes: Vec<Diagnostic>,
}

/// Where a version for arguments that are apart is predicted to take less than this part of the time, it is taken: the test
/// takes time, and code.
const WORTH_A_VERSION: f64 = 0.8;

impl Task<'_> {
    /// The function with what is found for it; where that is not understood as a whole, with what is found for the nests in it.
    fn found(self, request: &Request<'_>, module: &Module) -> Found {
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

    /// What is found for a function with a schedule of its own, or what is found for its loops without that where it is faster
    /// and as equal.
    fn unscheduled(
        self,
        request: &Request<'_>,
        module: &Module,
        scheduled: Option<&krnl_loops::Converted>,
    ) -> Found {
        let found = self.found(request, module);
        let is_followed = found.mistakes.is_empty();
        let other = scheduled
            .filter(|_| request.given.is_none() || !is_followed)
            .and_then(|own| self.plain(request, module, own));
        let Some(mut other) = other else {
            return found;
        };
        let cost = |choice: &Choice| choice.cost_after.or(choice.cost_before).unwrap_or(f64::INFINITY);
        let is_faster = !is_followed || cost(&other.choice) < cost(&found.choice);
        if !other.choice.is_changed() || !other.mistakes.is_empty() || !is_faster {
            return found;
        }
        other.choice.is_unscheduled = true;
        other.choice.cost_before = found.choice.cost_before.or(other.choice.cost_before);
        other.choice.timing_seconds += found.choice.timing_seconds;
        other
    }

    /// What is found for a function without the schedule that its text has.
    fn plain(self, request: &Request<'_>, module: &Module, own: &krnl_loops::Converted) -> Option<Found> {
        let plain = |module| krnl_loops::without_schedule(module, own);
        let (asked, plain) = plain(request.module).zip(plain(module))?;
        let request = Request {
            module: &asked,
            ..*request
        };
        Some(self.widened(&request, &plain))
    }

    /// The function without the schedule that its text has, and then with that, as far as it can be followed.
    fn as_the_text_says(
        self,
        request: &Request<'_>,
        module: &Module,
        given: Given<'_>,
        scheduled: Option<&krnl_loops::Converted>,
    ) -> Found {
        let said = given.schedule.of_function(self.name, self.is_only);
        let free = Request {
            given: Some(Given {
                schedule: &Schedule::default(),
                ..given
            }),
            ..*request
        };
        let kept = self.found(&free, module);
        let said = said.filter(|said| !said.nests.is_empty());
        let Some((own, said)) = scheduled.zip(said) else {
            return kept;
        };
        let mut found: Option<Found> = None;
        let ways = Followed::ways(said);
        for followed in &ways {
            let schedule = followed.of(given.schedule);
            let given = Given {
                schedule: &schedule,
                ..given
            };
            let asked = Request {
                given: Some(given),
                ..*request
            };
            let Some(mut next) = self.plain(&asked, module, own) else {
                return kept;
            };
            let first = found.get_or_insert_with(|| Found {
                module: module.clone(),
                choice: next.choice.clone(),
                inner: Vec::new(),
                mistakes: next.mistakes.clone(),
            });
            if next.mistakes.is_empty() {
                next.choice.cost_before = kept.choice.cost_before.or(next.choice.cost_before);
                if followed != &ways[0] {
                    let why: Vec<String> = first.mistakes.iter().map(ToString::to_string).collect();
                    let given_up = followed.given_up(&ways[0]);
                    next.choice
                        .reject(format!("the schedule as it is: {}; {given_up}", why.join("; ")));
                }
                return next;
            }
        }
        found.unwrap_or(kept)
    }

    /// The function with what is found for it where its loops count with indices; as it stands where that is nothing.
    fn widened(self, request: &Request<'_>, module: &Module) -> Found {
        let Some(wide) = widened(module, self.function) else {
            return self.with_versions(request, module);
        };
        let mut found = self.with_versions(request, &wide);
        if !found.choice.is_changed() {
            found.module = module.clone();
        }
        found
    }

    /// The function, and where its arguments may overlap a version of it for those that are apart if that is faster.
    fn with_versions(self, request: &Request<'_>, module: &Module) -> Found {
        let mut found = self.optimized(request, module);
        let is_followed = found.mistakes.is_empty();
        let versions = versioned(
            &self.with_operations(module),
            module,
            self.function,
            request.model,
        );
        let Some(mut versions) = versions.filter(|_| request.given.is_none() || !is_followed) else {
            return found;
        };
        let apart = Task {
            function: versions.apart,
            ..self
        };
        let converted = convert_to_loops(&mut versions.module, versions.apart);
        let mut with_version = apart.optimized(request, &versions.module);
        restore_operations(&mut with_version.module, &converted);
        let cost = |found: &Found| found.choice.cost_after.unwrap_or(f64::INFINITY);
        let is_worth = !is_followed || cost(&with_version) < WORTH_A_VERSION * cost(&found);
        let is_as_it_is = !with_version.choice.is_changed() && !found.choice.is_changed();
        if is_worth && is_followed && is_as_it_is && found.choice.cost_after.is_some() {
            return self.as_it_is_apart(request, versions, with_version.choice.cost_after, found);
        }
        if !with_version.choice.is_changed() || !with_version.mistakes.is_empty() || !is_worth {
            if versions.conditions > 0 && !found.choice.is_changed() && !with_version.choice.is_changed() {
                // What is found of the sizes that it needs is what there is to say.
                found.choice.kept = with_version.choice.kept;
            }
            with_version
                .choice
                .rejected
                .into_iter()
                .for_each(|reason| found.choice.reject(reason));
            return found;
        }
        with_version.choice.has_versions = true;
        with_version.choice.size_conditions = versions.conditions;
        with_version.choice.may_overlap = found.choice.may_overlap;
        with_version.choice.timing_seconds += found.choice.timing_seconds;
        with_version
    }

    /// The versions where the one for arguments that are apart has the loops of the other, which then compile better: an element
    /// that is accumulated stays in a register.
    fn as_it_is_apart(
        self,
        request: &Request<'_>,
        versions: Versioned,
        cost: Option<f64>,
        mut found: Found,
    ) -> Found {
        let Ok(verdict) = prove_function(request, self.name, &versions.module) else {
            return found;
        };
        if let Some(measure) = request.measure {
            let alone = versions.module.function(self.name);
            let alone = alone.map(|function| isolate_function(&versions.module, function));
            let modules: Vec<Module> = alone.into_iter().collect();
            let timings = timed(request, measure, self.name, &modules, &mut found.choice);
            let is_faster = matches!(&timings, Ok(timings) if timings.fastest.is_some());
            found.choice.timings = Some(timings);
            if !is_faster {
                return found;
            }
        }
        found.choice.take_versions(&versions, verdict);
        found.choice.cost_after = cost;
        found.module = versions.module;
        found
    }

    /// Gives the function a version for arguments that are apart, if that is proved equal.
    fn tell_apart(self, request: &Request<'_>, module: &mut Module, choice: &mut Choice) {
        let function = module.function(self.name);
        let versions = function.and_then(|f| versioned(module, module, f, request.model));
        let Some(versions) = versions else {
            choice.tuned = None;
            return;
        };
        match prove_function(request, self.name, &versions.module) {
            Ok(verdict) => {
                choice.take_versions(&versions, verdict);
                *module = versions.module;
            }
            Err(reason) => {
                choice.tuned = None;
                choice.reject(format!(
                    "with a version for arguments that are apart it is not proved equal: {reason}"
                ));
            }
        }
    }

    /// The module with the operations of the function in the place of their loops.
    fn with_operations(self, module: &Module) -> Module {
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
    fn optimized(self, request: &Request<'_>, module: &Module) -> Found {
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
        let budget = SearchBudget::of(request.measure, request.rules);
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
