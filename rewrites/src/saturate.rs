//! Growing the e-graph by rules, to saturation or to a limit.
//!
//! Each iteration searches all rules in parallel on the unchanged e-graph and then applies what was
//! found, the rules with fewer matches first. Limits hold at every single application. The result depends on the
//! number of threads in no way, and on the clock only when the time runs out, which the limit on nodes is there to
//! prevent: matching takes more than quadratic time in them.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use egg::{Analysis, EGraph, Id};
use rayon::prelude::*;

use crate::compile::{Instance, Match, Relates, Rewrite, compile, instances};
use crate::facts::{Fact, HasFact};
use crate::rule::Rule;
use crate::term::Node;

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub iterations: usize,
    /// Nodes in the e-graph.
    pub nodes: usize,
    pub time: Duration,
    /// Applications of one direction of one rule within one iteration. What exceeds them is found
    /// again by the next.
    pub matches_per_rule: usize,
}

/// The figures are arbitrary: a second's work for the algebra of one kernel. Those of PolyBench and of the deep
/// learning kernels saturate with less than 300 nodes, or not with any number.
impl Default for Limits {
    fn default() -> Limits {
        Limits {
            iterations: 30,
            nodes: 5_000,
            time: Duration::from_secs(20),
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
    Time,
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

/// The work of one rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    pub matches: usize,
    pub unions: usize,
    /// Of searching and applying, summed over threads.
    pub time: Duration,
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
    A::Data: HasFact + Sync,
{
    let start = Instant::now();
    let rules: Vec<&Rule> = rules.into_iter().collect();
    let mut compiled: BTreeMap<Instance, Vec<Rewrite<'r>>> = BTreeMap::new();
    let mut profiles = BTreeMap::new();
    let mut iterations = 0;
    egraph.rebuild();
    let stop = loop {
        if let Some(stop) = exceeded(egraph, limits, start) {
            break stop;
        }
        if iterations == limits.iterations {
            break Stop::Iterations;
        }
        iterations += 1;
        let nodes_before = egraph.total_number_of_nodes();
        let classes_before = egraph.number_of_classes();
        add_constants(egraph, &mut profiles);
        for instance in instances(egraph) {
            compiled
                .entry(instance)
                .or_insert_with(|| rules.iter().flat_map(|rule| compile(rule, instance)).collect());
        }
        let mut found = search(egraph, &compiled, limits, start);
        // Rules that find little tend to be those that simplify. They come first, so that when a limit cuts
        // the iteration short it is the reorderings that are missing.
        found.sort_by_key(|f| f.matches.len());
        let stopped = apply(egraph, &found, limits, start, &mut profiles);
        egraph.rebuild();
        if contradicts(egraph) {
            break Stop::Contradiction;
        }
        if let Some(stop) = stopped {
            break stop;
        }
        let learned = found.iter().any(|f| !f.matches.is_empty());
        let grown =
            (egraph.total_number_of_nodes(), egraph.number_of_classes()) != (nodes_before, classes_before);
        if !learned || !grown {
            break Stop::Saturated;
        }
    };
    Report {
        stop,
        iterations,
        nodes: egraph.total_number_of_nodes(),
        classes: egraph.number_of_classes(),
        time: start.elapsed(),
        rules: profiles,
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

struct Found<'c, 'r> {
    rewrite: &'c Rewrite<'r>,
    matches: Vec<Match>,
    time: Duration,
}

fn search<'c, 'r, A>(
    egraph: &EGraph<Node, A>,
    compiled: &'c BTreeMap<Instance, Vec<Rewrite<'r>>>,
    limits: &Limits,
    start: Instant,
) -> Vec<Found<'c, 'r>>
where
    A: Relates + Sync,
    A::Data: HasFact + Sync,
{
    let rewrites: Vec<&Rewrite<'r>> = compiled.values().flatten().collect();
    rewrites
        .par_iter()
        .map(|rewrite| {
            let began = Instant::now();
            // Once time is up, what is found is not applied either.
            let matches = match start.elapsed() > limits.time {
                true => Vec::new(),
                false => rewrite.search(egraph, limits.matches_per_rule, start + limits.time),
            };
            Found {
                rewrite,
                matches,
                time: began.elapsed(),
            }
        })
        .collect()
}

fn apply<A: Analysis<Node>>(
    egraph: &mut EGraph<Node, A>,
    found: &[Found<'_, '_>],
    limits: &Limits,
    start: Instant,
    profiles: &mut BTreeMap<String, Profile>,
) -> Option<Stop> {
    for Found {
        rewrite,
        matches,
        time,
    } in found
    {
        if matches.is_empty() {
            continue;
        }
        let began = Instant::now();
        let profile = profiles.entry(rewrite.rule.name.clone()).or_default();
        profile.matches += matches.len();
        profile.time += *time;
        for found in matches {
            profile.unions += usize::from(rewrite.apply(egraph, found));
            if let Some(stop) = exceeded(egraph, limits, start) {
                return Some(stop);
            }
        }
        profile.time += began.elapsed();
    }
    None
}

fn exceeded<A: Analysis<Node>>(egraph: &EGraph<Node, A>, limits: &Limits, start: Instant) -> Option<Stop> {
    if egraph.total_size() >= limits.nodes {
        Some(Stop::Nodes)
    } else if start.elapsed() >= limits.time {
        Some(Stop::Time)
    } else {
        None
    }
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
