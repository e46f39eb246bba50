//! Growing the e-graph of scalar terms by rules of algebra, to saturation or to a limit.
//!
//! The work is done by the [`engine`]; here rules are compiled for the types that occur, and known constants become
//! leaves. The result depends on the number of threads in no way, and on the clock only when the time runs out, which the
//! limit on nodes is there to prevent: matching takes more than quadratic time in them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use egg::{Analysis, EGraph, Id};

use crate::compile::instances;
use crate::engine::{self, Growth};
use crate::facts::{Fact, HasFact};
use crate::library::{Library, Ready};
use crate::relates::Relates;
use crate::rule::{Instance, Rule};
use crate::term::Node;

pub use crate::engine::{Limits, Profile};

/// Why the growth ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// No rule has anything to add.
    Saturated,
    Iterations,
    Nodes,
    Memory,
    Steps,
    /// Two unequal terms were united: a rule or an assumption is false, and nothing in the e-graph can
    /// be trusted.
    Contradiction,
}

/// What was done.
#[derive(Clone, Debug)]
pub struct Report {
    pub stop: Stop,
    pub iterations: usize,
    pub nodes: usize,
    pub classes: usize,
    pub time: Duration,
    /// By the name of the rule; those that found nothing are left out.
    pub rules: BTreeMap<String, Profile>,
}

/// The name under which known constants are united with their leaves, in reports and explanations.
pub const CONSTANT: &str = "constant";

/// Grows the e-graph by the rules. It is left rebuilt.
///
/// A class whose fact is a constant gets the constant as a leaf, so that the literals of rules match it.
pub fn saturate<'r, A>(
    egraph: &mut EGraph<Node, A>,
    rules: impl IntoIterator<Item = &'r Rule>,
    limits: &Limits,
) -> Report
where
    A: Relates + Sync,
    A::Data: HasFact + Clone + PartialEq + Sync,
{
    saturate_by(egraph, &Library::new(rules), limits)
}

/// As [`saturate`], by rules that were compiled before for most types.
pub(crate) fn saturate_by<A>(egraph: &mut EGraph<Node, A>, library: &Library<'_>, limits: &Limits) -> Report
where
    A: Relates + Sync,
    A::Data: HasFact + Clone + PartialEq + Sync,
{
    let mut known: BTreeSet<Instance> = BTreeSet::new();
    let mut compiled: Vec<Ready<'_>> = Vec::new();
    let mut growth = Growth::new(egraph, *limits);
    let stop = loop {
        add_constants(egraph, growth.profiles_mut());
        for instance in instances(egraph) {
            if known.insert(instance) {
                compiled.extend(library.of(instance));
            }
        }
        let stopped = growth.step(egraph, &compiled);
        if contradicts(egraph) {
            break Stop::Contradiction;
        }
        match stopped {
            None => continue,
            Some(engine::Stop::Saturated) => break Stop::Saturated,
            Some(engine::Stop::Iterations) => break Stop::Iterations,
            Some(engine::Stop::Nodes) => break Stop::Nodes,
            Some(engine::Stop::Memory) => break Stop::Memory,
            Some(engine::Stop::Steps) => break Stop::Steps,
        }
    };
    let report = growth.finish();
    Report {
        stop,
        iterations: report.iterations,
        nodes: egraph.total_number_of_nodes(),
        classes: egraph.number_of_classes(),
        time: report.time,
        rules: report.rules,
    }
}

fn add_constants<A>(egraph: &mut EGraph<Node, A>, profiles: &mut BTreeMap<String, Profile>)
where
    A: Analysis<Node>,
    A::Data: HasFact,
{
    let constants: Vec<(Id, Node)> = egraph
        .classes()
        .filter_map(|class| Some((class.id, class.data.fact()?.constant_node()?)))
        .filter(|(id, leaf)| egraph.lookup(leaf.clone()) != Some(egraph.find(*id)))
        .collect();
    if constants.is_empty() {
        return;
    }
    let profile = profiles.entry(CONSTANT.to_string()).or_default();
    profile.matches += constants.len();
    for (id, leaf) in constants {
        let leaf = egraph.add(leaf);
        profile.unions += usize::from(egraph.union_trusted(id, leaf, CONSTANT));
    }
    egraph.rebuild();
}

fn contradicts<A>(egraph: &EGraph<Node, A>) -> bool
where
    A: Analysis<Node>,
    A::Data: HasFact,
{
    egraph
        .classes()
        .any(|class| class.data.fact().is_some_and(|fact: &Fact| fact.contradiction))
}

#[cfg(test)]
mod tests;
