//! Growing the e-graph of an expression by the built-in rules.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Instant;

use egg::Id;
use ovolo_lang::algebra::FastMath;
use ovolo_lang::op::OpCode;

use super::EGraph;
use super::regroup::{regroup, shortest};
use crate::compile::{Match, Rewrite, compile};
use crate::engine::Profile;
use crate::rule::{Domain, Instance, Rule, Term, builtin};
use crate::term::{IndexOp, Scalar};

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub iterations: usize,
    /// Nodes in the e-graph, beyond those of the expression.
    pub nodes: usize,
    /// Applications of a rule within one iteration.
    pub matches_per_rule: usize,
    /// Nodes that are looked at. Steps are counted instead of seconds so that the result is the same on every machine.
    pub steps: usize,
}

/// Arbitrary: some milliseconds' work. Most expressions that people write saturate with fewer nodes.
impl Default for Limits {
    fn default() -> Limits {
        Limits {
            iterations: 12,
            nodes: 1_500,
            matches_per_rule: 100,
            steps: 1_500_000,
        }
    }
}

/// What may yet be done, and what was.
#[derive(Clone, Debug, Default)]
pub struct Work {
    pub steps: usize,
    /// By the name of the rule; those that found nothing are left out.
    pub rules: BTreeMap<&'static str, Profile>,
}

impl Work {
    /// So many steps.
    pub fn new(steps: usize) -> Work {
        Work {
            steps,
            rules: BTreeMap::new(),
        }
    }
}

/// Why the growth ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    Saturated,
    /// The class that was watched has a known value.
    Known,
    Limit,
    /// The assumptions exclude one another, or a rule is false.
    Contradiction,
}

/// Grows the e-graph until nothing is left to add, the class has a known value, or a limit is reached.
pub fn grow(egraph: &mut EGraph, watched: Id, limits: &Limits, work: &mut Work) -> Stop {
    grow_by(egraph, watched, limits, work, None)
}

/// As [`grow`], by no rules but these, where they are given.
pub(crate) fn grow_by(
    egraph: &mut EGraph,
    watched: Id,
    limits: &Limits,
    work: &mut Work,
    only: Option<&[&str]>,
) -> Stop {
    let is_allowed = |rewrite: &&'static Rewrite<'static>| {
        only.is_none_or(|only| only.contains(&rewrite.rule.name.as_str()))
    };
    let rewrites: Vec<&'static Rewrite<'static>> = REWRITES.iter().filter(is_allowed).collect();
    let allowed = limits.steps.min(work.steps);
    let mut steps = allowed;
    let stop = grow_within(egraph, watched, limits, &rewrites, &mut steps, &mut work.rules);
    work.steps -= allowed - steps;
    stop
}

fn grow_within(
    egraph: &mut EGraph,
    watched: Id,
    limits: &Limits,
    rewrites: &[&'static Rewrite<'static>],
    steps: &mut usize,
    rules: &mut BTreeMap<&'static str, Profile>,
) -> Stop {
    let most_nodes = egraph.total_size() + limits.nodes;
    for _ in 0..limits.iterations {
        if is_contradictory(egraph) {
            return Stop::Contradiction;
        }
        if is_known(egraph, watched) {
            return Stop::Known;
        }
        let before = (egraph.total_size(), egraph.number_of_classes());
        // First of all what is asked for, in case that there is room for nothing else.
        shortest(egraph, watched);
        egraph.rebuild();
        regroup(egraph, most_nodes);
        let mut found: Vec<(&Rewrite<'static>, Vec<Match>)> = Vec::new();
        for &rewrite in rewrites {
            let began = Instant::now();
            let matches = rewrite.search(egraph, limits.matches_per_rule, steps);
            if !matches.is_empty() {
                let profile = rules.entry(rewrite.rule.name.as_str()).or_default();
                profile.matches += matches.len();
                profile.time += began.elapsed();
                found.push((rewrite, matches));
            }
        }
        let is_full = apply(egraph, &found, most_nodes, rules);
        egraph.rebuild();
        if is_full || *steps == 0 {
            return Stop::Limit;
        }
        if (egraph.total_size(), egraph.number_of_classes()) == before {
            return Stop::Saturated;
        }
    }
    match is_known(egraph, watched) {
        true => Stop::Known,
        false => Stop::Limit,
    }
}

/// Applies what was found, and says whether there was no room for all of it.
fn apply(
    egraph: &mut EGraph,
    found: &[(&Rewrite<'static>, Vec<Match>)],
    most_nodes: usize,
    rules: &mut BTreeMap<&'static str, Profile>,
) -> bool {
    for (rewrite, matches) in found {
        let began = Instant::now();
        let mut unions = 0;
        let mut is_full = false;
        for found in matches {
            unions += usize::from(rewrite.apply(egraph, found));
            is_full = egraph.total_size() >= most_nodes;
            if is_full {
                break;
            }
        }
        let profile = rules.entry(rewrite.rule.name.as_str()).or_default();
        profile.unions += unions;
        profile.time += began.elapsed();
        if is_full {
            return true;
        }
    }
    false
}

fn is_known(egraph: &EGraph, class: Id) -> bool {
    let fact = egraph[class].data.fact.as_ref();
    fact.is_some_and(|fact| fact.constant_node().is_some())
}

fn is_contradictory(egraph: &EGraph) -> bool {
    let mut facts = egraph.classes().filter_map(|class| class.data.fact.as_ref());
    facts.any(|fact| fact.contradiction)
}

/// The rules of indices that say more than the ring axioms, and those of truths.
static REWRITES: LazyLock<Vec<Rewrite<'static>>> = LazyLock::new(|| {
    let instance = |scalar| Instance::new(scalar, FastMath::NONE);
    let of_index = |rule: &&Rule| rule.domain == Domain::Index && !is_of_rings(rule);
    let of_truths = |rule: &&Rule| rule.applies_to(Scalar::Integer(1)) && is_of_truths(rule);
    let rules = builtin().iter();
    let indices = rules
        .clone()
        .filter(of_index)
        .flat_map(|rule| compile(rule, instance(Scalar::Index)));
    let truths = rules
        .filter(of_truths)
        .flat_map(|rule| compile(rule, instance(Scalar::Integer(1))));
    indices.chain(truths).collect()
});

/// Whether the rule is about what joins truths. Associativity, the only such rule with two directions, is left to
/// [`crate::simplify`], which takes a conjunction as a list.
fn is_of_truths(rule: &Rule) -> bool {
    let mut others = rule.both_ways;
    for side in [&rule.left, &rule.right] {
        side.walk(&mut |term| {
            if let Term::Op(op) = term {
                others |= !matches!(
                    op.code,
                    OpCode::AndI | OpCode::OrI | OpCode::XOrI | OpCode::Select
                );
            }
        });
    }
    !others
}

/// Whether the left side is made of sums and products alone, which forms decide. That they commute is needed: a
/// pattern matches one order.
fn is_of_rings(rule: &Rule) -> bool {
    if let (Term::Index(op, ab), Term::Index(other, ba)) = (&rule.left, &rule.right)
        && op == other
        && ab[0] == ba[1]
        && ab[1] == ba[0]
    {
        return false;
    }
    let mut others = false;
    rule.left.walk(&mut |term| {
        others |= match term {
            Term::Index(op, _) => !matches!(op, IndexOp::Add | IndexOp::Mul),
            Term::Op(_) => true,
            _ => false,
        };
    });
    !others
}
