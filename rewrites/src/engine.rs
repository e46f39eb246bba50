//! The engine: any e-graph, grown by rules to saturation or to a limit.
//!
//! Each iteration searches the e-graph for matches, on all threads, while nothing changes, and then applies what was found,
//! one after the other: first what only unites classes that there are, for then less is new of the rest. What was there
//! when a rule last searched is not matched again: a match has something in it that is new. The result does not depend
//! on the number of threads.
//!
//! ```
//! use egg::{EGraph, SymbolLang};
//! use ovolo_rewrites::engine::{Limits, PatternRule, Stop, grow};
//!
//! let rules = [PatternRule::new("commute", "(+ ?a ?b)", "(+ ?b ?a)").unwrap()];
//! let mut egraph: EGraph<SymbolLang, ()> = EGraph::default();
//! let sum = egraph.add_expr(&"(+ x y)".parse().unwrap());
//! assert_eq!(grow(&mut egraph, &rules, &Limits::default()).0, Stop::Saturated);
//! assert_eq!(egraph.lookup_expr(&"(+ y x)".parse().unwrap()), Some(sum));
//! ```

mod changes;
mod growth;
mod pattern;
mod search;
mod view;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use egg::{Analysis, EGraph, Id, Language};

pub use crate::matcher::News;
pub(crate) use changes::Changes;
pub use growth::Growth;
pub use pattern::{Bindings, PatternRule};
pub use view::View;

/// What the engine asks of a rule.
pub trait Rule<L: Language, N: Analysis<L>>: Sync {
    /// A place where the rule applies, with all that applying it takes.
    type Match: Send;

    /// The name for reports and explanations.
    fn name(&self) -> &str;

    /// The operator at the top of the left side; `None` where any class may match.
    fn head(&self) -> Option<L::Discriminant>;

    /// How many levels below a class what changes may give it a new match.
    fn reach(&self) -> usize;

    /// Hands the matches in a class that have something new in them and would change something to `found`, which may end
    /// the search.
    fn search(
        &self,
        view: &View<'_, L, N>,
        class: Id,
        found: &mut dyn FnMut(Self::Match) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Whether the e-graph has the other form, so that applying the match unites two classes and adds nothing.
    fn only_unites(&self, found: &Self::Match) -> bool;

    /// Whether the e-graph learned something.
    fn apply(&self, egraph: &mut EGraph<L, N>, found: &Self::Match) -> bool;
}

/// When to stop. All limits hold during an iteration, not only between two.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub iterations: usize,
    /// Nodes in the e-graph.
    pub nodes: usize,
    /// Bytes of the e-graph and of the matches that are kept.
    pub bytes: usize,
    /// Nodes that rules look at, matches that they find and matches that are applied, in all: the measure of time.
    pub steps: usize,
    /// Applications of one rule within one iteration. What exceeds them is found again by the next.
    pub matches_per_rule: usize,
}

/// The figures are arbitrary: a second's work for the algebra of one kernel. Those of PolyBench and of the deep
/// learning kernels saturate with less than 300 nodes, or not with any number.
impl Default for Limits {
    fn default() -> Limits {
        Limits {
            iterations: 30,
            nodes: 5_000,
            bytes: 1 << 30,
            steps: 50_000_000,
            matches_per_rule: 1_000,
        }
    }
}

/// Why the growth ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// No rule has anything to add.
    Saturated,
    Iterations,
    Nodes,
    Memory,
    Steps,
}

/// What was done.
#[derive(Clone, Debug)]
pub struct Report {
    pub iterations: usize,
    /// What [`Limits::steps`] counts.
    pub steps: usize,
    pub time: Duration,
    /// By the name of the rule; those that found nothing are left out.
    pub rules: BTreeMap<String, Profile>,
}

/// The work of one rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    pub matches: usize,
    pub unions: usize,
    /// Of searching and applying, summed over threads.
    pub time: Duration,
}

impl Profile {
    /// Adds what another has counted.
    pub fn add(&mut self, other: &Profile) {
        self.matches += other.matches;
        self.unions += other.unions;
        self.time += other.time;
    }
}

/// Grows the e-graph by the rules. It is left rebuilt.
pub fn grow<L, N, R>(egraph: &mut EGraph<L, N>, rules: &[R], limits: &Limits) -> (Stop, Report)
where
    L: Language + Sync,
    L::Discriminant: Sync,
    N: Analysis<L> + Sync,
    N::Data: Clone + PartialEq + Sync,
    R: Rule<L, N>,
{
    let mut growth = Growth::new(egraph, *limits);
    let stop = loop {
        match growth.step(egraph, rules) {
            Some(stop) => break stop,
            None => continue,
        }
    };
    (stop, growth.finish())
}
