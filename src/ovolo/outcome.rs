//! What the pipeline finds: the chosen program, and the reasons for it.

use std::collections::BTreeMap;

use ovolo_extract::cost::Cost;
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::Module;
use ovolo_lower::Tuning;
use ovolo_rewrites::engine::Profile;
use ovolo_rewrites::lift::NotLifted;
use ovolo_rewrites::loops::LoopStop;
use ovolo_rewrites::refusal::Refusal;
use ovolo_rewrites::schedule::{FunctionSchedule, NestSchedule, Schedule};
use ovolo_rewrites::versioning::Versioned;
use ovolo_verify::program::Verdict;

use crate::measure::Timings;
use crate::reassociate::Reordered;

/// The chosen program and the reasons for it.
pub struct Outcome {
    pub module: Module,
    pub functions: Vec<Choice>,
    /// What was chosen for nests that became functions of their own, by the number of the function that they stand in.
    pub inner: Vec<(usize, Choice)>,
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
    /// How often it is called, of a layer of another function.
    pub calls: usize,
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
    /// The same of the original and of what was chosen, by what they go to.
    pub parts_before: Cost,
    pub parts_after: Cost,
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
    /// Whether the schedule is that of a version for arguments that are apart, which is decided at run time.
    pub has_versions: bool,
    /// Whether the schedule is that of the function without the schedule and the tile buffers that its text has.
    pub is_unscheduled: bool,
    /// How many conditions on sizes the test has.
    pub size_conditions: usize,
    /// The predicted cost of the next best candidates of each nest.
    pub also: Vec<String>,
    /// The limit that ended a search of loops, if one did.
    pub limit: Option<LoopStop>,
    /// What was measured, if it was asked, or why nothing was.
    pub timings: Option<Result<Timings, String>>,
    /// How LLVM is asked to compile what was chosen, where not as usual.
    pub tuned: Option<Tuned>,
    /// Rules that did not apply, and why.
    pub refused: Vec<Refusal>,
    /// Why candidates were turned down.
    pub rejected: Vec<String>,
    /// As many of the best forms as were asked for, the one that is predicted to be the fastest first.
    pub forms: Vec<Form>,
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

    /// Takes the original in the place of what was chosen.
    pub(crate) fn take_back(&mut self) {
        self.validation = Validation::Unchanged;
        self.schedule.nests.clear();
        self.derivations.clear();
        self.cost_after = self.cost_before;
        self.parts_after = self.parts_before.clone();
        self.has_versions = false;
        self.is_unscheduled = false;
        self.size_conditions = 0;
    }

    /// Takes the function with a test at run time, which is proved equal.
    pub(crate) fn take_versions(&mut self, versions: &Versioned, verdict: Verdict) {
        self.validation = Validation::Compared(verdict);
        self.has_versions = true;
        self.size_conditions = versions.conditions;
    }

    /// Notes why a candidate was turned down, once.
    pub fn reject(&mut self, reason: String) {
        if !self.rejected.contains(&reason) {
            self.rejected.push(reason);
        }
    }
}

/// A form of a function that may take the place of the original.
#[derive(Clone, Debug)]
pub struct Form {
    /// Of each nest that is changed.
    pub nests: Vec<NestSchedule>,
    /// Predicted cycles of one call, as far as its nests are understood.
    pub cycles: f64,
    /// The same by what they go to.
    pub parts: Cost,
    /// The function in a module of its own and why it is equal to the original, or why it is not accepted.
    pub judged: Result<(Module, Validation), String>,
}

/// What was found to be faster than what was chosen.
#[derive(Clone, Copy, Debug)]
pub struct Tuned {
    pub tuning: Tuning,
    pub program: Program,
    /// Seconds of a call.
    pub seconds: f64,
    /// The same of what was chosen, as it is compiled usually.
    pub usual: f64,
}

/// What is compiled so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    Original,
    /// A version of the original for arguments that are apart, which is decided at run time, beside it.
    Apart,
    Chosen,
}

/// What is known of the chosen function beside the rules it was made with.
#[derive(Clone, Debug, Default)]
pub enum Validation {
    /// The original was chosen.
    #[default]
    Unchanged,
    /// The chosen program was compared with the original.
    Compared(Verdict),
    /// The function calls its layers, each of which is the original or was compared with that.
    OfLayers { are_proved: bool },
}

impl Validation {
    /// Whether no difference from the original was found.
    pub fn is_accepted(&self) -> bool {
        self.verdict().is_none_or(Verdict::is_accepted)
    }

    /// Whether it is the original or proved equal to it.
    pub fn is_proved(&self) -> bool {
        match self {
            Validation::OfLayers { .. } => false,
            _ => self.verdict().is_none_or(Verdict::is_proved),
        }
    }

    /// What is known of a function that calls its layers.
    pub(crate) fn of_layers<'v>(layers: impl Iterator<Item = &'v Validation> + Clone) -> Validation {
        if layers.clone().all(|own| matches!(own, Validation::Unchanged)) {
            return Validation::Unchanged;
        }
        let are_proved = layers.clone().all(Validation::is_proved);
        Validation::OfLayers { are_proved }
    }

    fn verdict(&self) -> Option<&Verdict> {
        match self {
            Validation::Unchanged | Validation::OfLayers { .. } => None,
            Validation::Compared(verdict) => Some(verdict),
        }
    }
}

impl std::fmt::Display for Validation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Validation::Unchanged => f.write_str("nothing changed"),
            Validation::Compared(verdict) => verdict.fmt(f),
            Validation::OfLayers { are_proved: true } => f.write_str(
                "checked layer by layer: each is proved, and that together they are the function is not",
            ),
            Validation::OfLayers { are_proved: false } => f.write_str(
                "checked layer by layer: not each is proved, nor that together they are the function",
            ),
        }
    }
}

/// How a nest became what was chosen for it.
#[derive(Clone, Debug, Default)]
pub struct Derivation {
    pub steps: Vec<Step>,
    /// What no steps were found for.
    pub gaps: Vec<&'static str>,
}

/// One step, and whether the nest is equal before and after it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The rule, or the form of the nest.
    pub name: String,
    /// The part that it changes, before and after; `None` of a form, and of what runs zero times.
    pub change: Option<[String; 2]>,
    /// `None` of a step beyond those that are looked at.
    pub verdict: Option<Verdict>,
}
