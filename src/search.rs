//! The search for a faster form of one loop nest: its algebra, then its loops, then the cheapest terms.

use std::collections::BTreeMap;
use std::sync::Arc;

use ovolo_extract::machine::Machine;
use ovolo_extract::nest::{Cost, Style};
use ovolo_extract::tiles::extract;
use ovolo_lang::ir::OpId;
use ovolo_rewrites::dependence::Emptiness;
use ovolo_rewrites::egraph::of_nest;
use ovolo_rewrites::forms::forms;
use ovolo_rewrites::lift::{Nest, NotLifted};
use ovolo_rewrites::loops::{LoopLimits, mark_compiled, saturate_loops};
use ovolo_rewrites::materialize::Choice;
use ovolo_rewrites::rule::builtin;
use ovolo_rewrites::saturate::{Limits, Stop, saturate};
use ovolo_verify::emptiness::Z3Emptiness;
use rayon::prelude::*;

/// A way to run a nest.
pub struct Offer {
    /// The nest, or a form of it with other arrays, of which the choice is a schedule.
    pub nest: Arc<Nest>,
    pub choice: Choice,
    pub cost: Cost,
}

/// What was found for a nest.
pub struct Searched {
    pub nest: Nest,
    /// The predicted cost of the nest as it was given.
    pub before: Cost,
    /// What is predicted to be faster, the best first.
    pub offers: Vec<Offer>,
    /// Of the largest of the e-graphs.
    pub classes: usize,
    pub nodes: usize,
    /// The unions that each rule made, rules without any left out.
    pub unions: BTreeMap<String, usize>,
    /// Dependence questions that z3 answered.
    pub queries: usize,
    pub assignments: usize,
}

/// The nests of a function, searched, and why the others were not.
pub struct Nests {
    pub searched: Vec<Searched>,
    pub kept: Vec<NotLifted>,
}

/// Searches every nest that was lifted.
pub fn search_all(lifted: Vec<(OpId, Result<Nest, NotLifted>)>, machine: &Machine) -> Nests {
    let oracle = Z3Emptiness::new();
    let mut nests = Nests {
        searched: Vec::new(),
        kept: Vec::new(),
    };
    for (_, nest) in lifted {
        match nest {
            Ok(nest) => nests.searched.push(search(nest, machine, &oracle)),
            Err(reason) => nests.kept.push(reason),
        }
    }
    nests
}

/// The candidates kept for validation.
const KEPT: usize = 6;

/// A candidate must be predicted to take less than this part of the time of the original: the prediction
/// has been seen to err by a factor of two where lanes are gathered from many rows.
const WORTH: f64 = 0.5;

/// The same where the innermost code is left to the compiler behind: then only the predictions for the memory differ.
const WORTH_PLAIN: f64 = 0.8;

/// Where no loop changes, less than this part of the work of the core is enough.
const WORTH_IN_CORE: f64 = 0.86;

/// Whether a change is worth the risk that the prediction is wrong.
fn is_worth(cost: &Cost, style: Style, before: &Cost) -> bool {
    let worth = match style {
        Style::Any => WORTH,
        Style::Plain => WORTH_PLAIN,
    };
    cost.total() < worth * before.total()
}

/// The cheapest forms of a nest on a machine. Nothing is wrong with a nest for which there is none: then it
/// stays as it is.
pub fn search(nest: Nest, machine: &Machine, oracle: &dyn Emptiness) -> Searched {
    let (mut original, root) = of_nest(&nest, oracle);
    mark_compiled(&mut original);
    let before = extract(&original, root, machine, Style::Any, 1)
        .candidates
        .pop()
        .map(|c| c.cost)
        .unwrap_or_default();

    let (mut algebra, root) = of_nest(&nest, oracle);
    let grown = saturate(&mut algebra, builtin(), &Limits::default());
    mark_compiled(&mut algebra);
    let mut simplified = nest.clone();
    let mut offers = Vec::new();
    // A contradiction means that some rule or fact is wrong: nothing that this e-graph says may be used.
    if grown.stop != Stop::Contradiction
        && let Some(best) = extract(&algebra, root, machine, Style::Any, 1).candidates.pop()
    {
        simplified.term = best.choice.term.clone();
        if best.cost.total() <= before.total() && best.cost.core < WORTH_IN_CORE * before.core {
            offers.push(Offer {
                nest: Arc::new(simplified.clone()),
                choice: best.choice,
                cost: best.cost,
            });
        }
    }

    let forms = forms(simplified, oracle);
    let schedules: Vec<Schedules> = forms
        .into_par_iter()
        .map(|form| schedule(form, &before, machine, oracle))
        .collect();
    let mut searched = Searched {
        nest,
        before,
        offers,
        classes: grown.classes,
        nodes: grown.nodes,
        unions: BTreeMap::new(),
        queries: 0,
        assignments: 0,
    };
    let algebra = grown
        .rules
        .into_iter()
        .map(|(name, profile)| (name, profile.unions));
    searched.count(algebra);
    for found in schedules {
        searched.classes = searched.classes.max(found.classes);
        searched.nodes = searched.nodes.max(found.nodes);
        searched.queries += found.queries;
        searched.assignments += found.assignments;
        searched.count(
            found
                .unions
                .into_iter()
                .map(|(name, unions)| (name.to_string(), unions)),
        );
        searched.offers.extend(found.offers);
    }
    searched
        .offers
        .sort_by(|a, b| a.cost.total().total_cmp(&b.cost.total()));
    searched.offers.truncate(KEPT);
    searched
}

/// What the e-graph of the loops of one form of a nest came to.
struct Schedules {
    offers: Vec<Offer>,
    classes: usize,
    nodes: usize,
    unions: Vec<(&'static str, usize)>,
    queries: usize,
    assignments: usize,
}

/// What is worth its risk among the schedules of a form; plain ones where there is nothing better.
fn schedule(form: Nest, before: &Cost, machine: &Machine, oracle: &dyn Emptiness) -> Schedules {
    let (mut loops, root) = of_nest(&form, oracle);
    let report = saturate_loops(&mut loops, &LoopLimits::default());
    mark_compiled(&mut loops);
    let form = Arc::new(form);
    let mut offers = Vec::new();
    let mut assignments = 0;
    for style in [Style::Any, Style::Plain] {
        let extraction = extract(&loops, root, machine, style, KEPT);
        assignments += extraction.assignments;
        let candidates = extraction.candidates.into_iter();
        let worth = candidates.filter(|candidate| is_worth(&candidate.cost, style, before));
        offers.extend(worth.map(|candidate| Offer {
            nest: Arc::clone(&form),
            choice: candidate.choice,
            cost: candidate.cost,
        }));
        if !offers.is_empty() {
            break;
        }
    }
    Schedules {
        offers,
        classes: loops.number_of_classes(),
        nodes: loops.total_number_of_nodes(),
        unions: report.unions,
        queries: loops.analysis.dependences.queries(),
        assignments,
    }
}

impl Searched {
    fn count(&mut self, unions: impl Iterator<Item = (String, usize)>) {
        for (rule, n) in unions.filter(|(_, n)| *n > 0) {
            *self.unions.entry(rule).or_insert(0) += n;
        }
    }
}
