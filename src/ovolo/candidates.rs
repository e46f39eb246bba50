//! What a search of loop nests is asked, and what it finds.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use ovolo_extract::cost::Cost;
use ovolo_extract::machine::Machine;
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_rewrites::dependence::Emptiness;
use ovolo_rewrites::engine::Profile;
use ovolo_rewrites::lift::NotLifted;
use ovolo_rewrites::loops::LoopStop;
use ovolo_rewrites::nest::{Choice, Nest};
use ovolo_rewrites::refusal::{Refusal, Refusals};
use ovolo_rewrites::rule::Rule;
use ovolo_rewrites::schedule::{FormStep, NestSchedule};
use ovolo_rewrites::term::{LoopKind, Node};

use crate::measure::Measure;

/// A way to run a nest.
#[derive(Clone)]
pub struct Offer {
    /// The nest, or a form of it with other arrays, of which the choice is a schedule.
    pub nest: Arc<Nest>,
    /// How that form came about.
    pub steps: Vec<FormStep>,
    pub choice: Choice,
    pub cost: Cost,
}

impl Offer {
    /// Whether some loop of it runs on threads.
    pub fn is_parallel(&self) -> bool {
        let is_parallel = |node: &Node| matches!(node, Node::For(head, _) if matches!(head.kind, LoopKind::Parallel | LoopKind::Reduced));
        self.choice.term.as_ref().iter().any(is_parallel)
    }

    /// What offers are ranked by.
    pub fn weight(&self) -> f64 {
        match self.is_parallel() {
            true => self.cost.total() / WORTH_ON_THREADS,
            false => self.cost.total(),
        }
    }
}

/// What was found for a nest.
pub struct Searched {
    pub nest: Nest,
    /// The nest with its values in their cheapest form.
    pub values: Nest,
    /// The predicted cost of the nest as it was given.
    pub before: Cost,
    /// What is predicted to be faster, the best first.
    pub offers: Vec<Offer>,
    /// Whether a schedule says what is to become of it, so that it does not stay as it is.
    pub is_described: bool,
    /// Of the largest of the e-graphs.
    pub classes: usize,
    pub nodes: usize,
    /// What each rule did, rules without any union left out.
    pub rules: BTreeMap<String, Profile>,
    /// Dependence questions that z3 answered.
    pub queries: usize,
    pub assignments: usize,
    /// Why rules did not apply.
    pub refusals: Refusals,
    /// The limit that ended the growth of an e-graph of loops, if one did.
    pub limit: Option<LoopStop>,
}

/// The nests of a function, searched, and why the others were not.
#[derive(Default)]
pub struct Nests {
    pub searched: Vec<Searched>,
    pub kept: Vec<NotLifted>,
    /// Those of the searched that can be one.
    pub fused: Vec<FusedNests>,
    /// How many there are that are understood.
    pub count: usize,
    /// What is wrong with the schedule that was given.
    pub mistakes: Vec<Diagnostic>,
    /// The rules that did not apply to the nests that these are about.
    pub refused: Vec<Refusal>,
}

/// What is to become of a nest.
#[derive(Clone, Copy)]
pub enum SearchGoal<'w> {
    /// The fastest form of it.
    Fastest,
    /// Nothing.
    Kept,
    /// The fastest form that this describes.
    Described(&'w NestSchedule),
}

/// Several nests as one.
pub struct FusedNests {
    /// Which of those that were searched.
    pub nests: Range<usize>,
    pub searched: Searched,
    /// Whether they are one because a schedule says so.
    pub is_wanted: bool,
}

/// What a search is told beside the nests.
#[derive(Clone, Copy)]
pub struct Setting<'s> {
    pub machine: &'s Machine,
    pub oracle: &'s dyn Emptiness,
    pub budget: SearchBudget<'s>,
}

/// The candidates kept for validation.
const KEPT: usize = 6;

/// So many times as many offers are kept as forms are told: some are the same program. Arbitrary.
pub const ALIKE: usize = 4;

/// How much is tried on a nest, and how many candidates are wanted of it.
#[derive(Clone, Copy, Debug)]
pub struct SearchBudget<'r> {
    /// Rules of algebra beside the built-in ones.
    pub rules: &'r [Rule],
    pub kept: usize,
    /// Whether they will be timed: then no prediction is needed to be sure that one is faster.
    pub timed: bool,
    /// Whether what is predicted to be the fastest is timed before it is taken.
    pub confirmed: bool,
}

impl Default for SearchBudget<'_> {
    fn default() -> Self {
        SearchBudget {
            rules: &[],
            kept: KEPT,
            timed: false,
            confirmed: false,
        }
    }
}

impl<'r> SearchBudget<'r> {
    /// As many as are to be measured, or told one by one, if a number of them is.
    pub fn of(measure: Option<&Measure>, forms: usize, rules: &'r [Rule]) -> SearchBudget<'r> {
        let plain = SearchBudget {
            rules,
            confirmed: measure.is_some(),
            ..SearchBudget::default()
        };
        let measured = measure.and_then(|measure| measure.candidates);
        match measured.or((forms > 0).then_some(ALIKE * forms)) {
            Some(candidates) => SearchBudget {
                kept: candidates.max(KEPT),
                timed: true,
                ..plain
            },
            None => plain,
        }
    }
}

/// Threads must be predicted to take less than this part of the time of one: what they do to each other, and what else runs
/// beside them, is not predicted.
pub const WORTH_ON_THREADS: f64 = 0.75;

/// Fused loops must be predicted to take less than this part of the time of the best that was found for each nest.
pub const WORTH_FUSED: f64 = 0.85;

/// Whether there is enough to be saved: nests with more than two loops may compute much with each element, and what
/// fusion saves is the work of the memory.
pub fn may_gain(best: &Cost, nest: &Nest) -> bool {
    nest.domains.len() <= 2 || best.core < WORTH_FUSED * best.total()
}

impl Searched {
    /// The predicted cost of the best way to run the nest.
    pub fn best(&self) -> &Cost {
        let costs = self.offers.iter().map(|offer| &offer.cost);
        costs
            .chain([&self.before])
            .min_by(|a, b| a.total().total_cmp(&b.total()))
            .expect("there is the nest as it is")
    }
}
