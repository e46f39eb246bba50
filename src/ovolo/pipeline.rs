//! The pipeline: text in, a faster equal program out.

use std::collections::BTreeMap;
use std::time::Instant;

use ovolo_extract::machine::Machine;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::isolate_function::isolate_function;
use ovolo_lang::types::Type;
use ovolo_rewrites::engine::Profile;
use ovolo_rewrites::lift::{Nest, NotLifted, lift_function, lift_fused};
use ovolo_rewrites::loops::LoopStop;
use ovolo_rewrites::refusal::Refusal;
use ovolo_rewrites::rule::Rule;
use ovolo_rewrites::schedule::{FunctionSchedule, Name, NestSchedule, Schedule};
use ovolo_verify::program::Verdict;

use crate::choose::choose;
use crate::derive::Derivation;
use crate::given_schedule::Given;
use crate::kept::{kept_of_function, kept_of_module};
use crate::measure::{Measure, Timings};
use crate::nest_fusion::Fusion;
use crate::reassociate::{Reassociation, Reordered, reassociated};
use crate::search::{Nests, SearchBudget, SearchGoal, search_all};

/// What is asked.
pub struct Request<'a> {
    pub module: &'a Module,
    /// Granted to every float operation, beside its own `fastmath<…>` flags.
    pub model: FpModel,
    pub machine: &'a Machine,
    /// What the user says of the schedule.
    pub given: Option<Given<'a>>,
    /// Rules of algebra beside the built-in ones.
    pub rules: &'a [Rule],
    /// Whether and how candidates are timed.
    pub measure: Option<&'a Measure>,
    /// Whether it is told how what is chosen follows from the original.
    pub derive: bool,
    /// Told what is being done, in a few words.
    pub progress: &'a (dyn Fn(&str) + Sync),
}

/// The chosen program and the reasons for it.
pub struct Outcome {
    pub module: Module,
    pub functions: Vec<Choice>,
    /// What is no function that is searched, and why.
    pub kept: Vec<NotLifted>,
    /// Why what was given cannot be followed; in its text.
    pub mistakes: Vec<Diagnostic>,
}

impl Outcome {
    /// What was chosen, as it can be given again.
    pub fn schedule(&self) -> Schedule {
        let functions = self.functions.iter().map(|choice| choice.schedule.clone());
        Schedule {
            functions: functions.collect(),
        }
    }
}

/// What was tried and chosen for one function.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    pub function: String,
    /// Of all e-graphs that were searched.
    pub classes: usize,
    pub nodes: usize,
    pub seconds: f64,
    /// Not among these, those in which candidates were timed.
    pub timing_seconds: f64,
    /// Of these, those of the choice among what was found, which must be proved.
    pub validation_seconds: f64,
    /// Predicted cycles of one call of the original, where the cost model has an answer.
    pub cost_before: Option<f64>,
    pub cost_after: Option<f64>,
    /// Of each nest that is changed; without nests when the original was chosen.
    pub schedule: FunctionSchedule,
    /// What each rule did.
    pub rules: BTreeMap<String, Profile>,
    /// Dependence questions that z3 answered.
    pub queries: usize,
    /// Assignments of tile sizes whose cost was predicted.
    pub assignments: usize,
    /// Loop nests that were not understood, and why.
    pub kept: Vec<NotLifted>,
    /// Memrefs that may overlap one another.
    pub may_overlap: Vec<String>,
    /// The predicted cost of the next best candidates of each nest.
    pub also: Vec<String>,
    /// The limit that ended a search of loops, if one did.
    pub limit: Option<LoopStop>,
    /// What was measured, if it was asked, or why nothing was.
    pub timings: Option<Result<Timings, String>>,
    /// Rules that did not apply, and why.
    pub refused: Vec<Refusal>,
    /// Why candidates were turned down.
    pub rejected: Vec<String>,
    /// How each nest that is changed became what it is, if it was asked.
    pub derivations: Vec<Derivation>,
    /// Chains of products of matrices.
    pub products: Vec<Reordered>,
    pub validation: Validation,
}

impl Choice {
    /// Whether another program was chosen than the original.
    pub fn is_changed(&self) -> bool {
        !matches!(self.validation, Validation::Unchanged)
    }

    /// Notes why a candidate was turned down, once.
    pub fn reject(&mut self, reason: String) {
        if !self.rejected.contains(&reason) {
            self.rejected.push(reason);
        }
    }
}

/// What is known of the chosen function beside the rules it was made with.
#[derive(Clone, Debug, Default)]
pub enum Validation {
    /// The original was chosen.
    #[default]
    Unchanged,
    /// The chosen program was compared with the original.
    Program(Verdict),
    /// The sizes are too large to be run through: the same schedule was applied to the original with small
    /// sizes, and the two were compared.
    Schedule(Verdict),
}

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

impl Validation {
    /// Whether no difference from the original was found.
    pub fn is_accepted(&self) -> bool {
        self.verdict().is_none_or(Verdict::is_accepted)
    }

    /// Whether it is the original or proved equal to it.
    pub fn is_proved(&self) -> bool {
        self.verdict().is_none_or(Verdict::is_proved)
    }

    fn verdict(&self) -> Option<&Verdict> {
        match self {
            Validation::Unchanged => None,
            Validation::Program(verdict) | Validation::Schedule(verdict) => Some(verdict),
        }
    }
}

impl std::fmt::Display for Validation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Validation::Unchanged => f.write_str("nothing changed"),
            Validation::Program(verdict) => verdict.fmt(f),
            Validation::Schedule(verdict) => write!(f, "the schedule at small sizes: {verdict}"),
        }
    }
}
