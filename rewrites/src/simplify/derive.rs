//! Why an expression equals its simplest form, rule by rule.
//!
//! Every step is the work of as few rules as were found to do it, arithmetic aside: sums and products of one polynomial are
//! one class in the e-graph, and a value that ranges know is a number. So a step can be replayed by those rules alone.

mod local;

use std::collections::{BTreeMap, VecDeque};

use egg::Id;
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::op::OpCode;
use rustc_hash::FxHashMap;

use super::{Effort, nonzero_divisors, simplify};
use crate::algebra::{EGraph, Stop, Work, add, grow_by, smallest, under};
use crate::engine::Profile;
use crate::expression::{Expression, Sort, boolean, comparison, truth};
use crate::term::Node;

pub use local::Local;

/// The shortest way from an expression to its simplest form that was found.
#[derive(Clone, Debug)]
pub struct Derivation {
    pub from: Expression,
    pub steps: Vec<Step>,
    /// What the rules did, those too that the way does not take.
    pub rules: BTreeMap<&'static str, Profile>,
}

/// One step of a derivation: what the expression before it becomes, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub reason: Reason,
    pub result: Expression,
}

/// Why two values are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// These rules together; arithmetic alone, where there are none.
    Rules(Vec<&'static str>),
    /// What an operand becomes under what holds where it stands.
    Local(Local),
    /// What holds in branches, or what other parts of a conjunction or disjunction say, all at once.
    Context,
}

/// Growths after which no shorter way is looked for.
const MOST_GROWTHS: usize = 200;

/// Operands that are replaced under what holds where they stand, before all of it is said to be one step.
const MOST_LOCAL: usize = 16;

/// Derives the simplest form of an expression, as [`simplify`] finds it.
pub fn derive(expression: &Expression, assumptions: &[Expression], effort: &Effort) -> Derivation {
    let goal = simplify(expression, assumptions, effort);
    let known = [assumptions, &nonzero_divisors(expression)].concat();
    let search = Search {
        known: &known,
        effort,
    };
    let (grown, work) = search.grown(expression, None);
    let used = used(&work);
    let mut derivation = Derivation {
        from: expression.clone(),
        steps: Vec::new(),
        rules: work.rules,
    };
    let Some(grown) = grown.filter(|_| goal != *expression) else {
        return derivation;
    };
    // What branches and the parts of a conjunction say is not in the e-graph.
    let reached = match search.is_one(expression, &goal, None) {
        true => goal.clone(),
        false => grown,
    };
    if reached != *expression {
        derivation.steps = search.way(expression, &reached, used);
    }
    let steps = search.inside(&reached, &goal);
    derivation.steps.extend(steps);
    derivation
}

/// What expressions are grown under.
struct Search<'a> {
    known: &'a [Expression],
    effort: &'a Effort,
}

impl Search<'_> {
    /// The smallest expression of an e-graph that some rules grow; `None` where that is contradictory.
    fn grown(&self, expression: &Expression, only: Option<&[&str]>) -> (Option<Expression>, Work) {
        let mut egraph = under(self.known);
        let root = add(&mut egraph, expression);
        egraph.rebuild();
        let (stop, work) = self.grow(&mut egraph, root, only);
        let found = (stop != Stop::Contradiction).then(|| smallest(&egraph, root));
        (found, work)
    }

    fn grow(&self, egraph: &mut EGraph, root: Id, only: Option<&[&str]>) -> (Stop, Work) {
        let mut work = Work::new(self.effort.steps);
        let stop = grow_by(egraph, root, &self.effort.limits, &mut work, only);
        (stop, work)
    }

    /// Whether some rules make one class of two expressions.
    fn is_one(&self, a: &Expression, b: &Expression, only: Option<&[&str]>) -> bool {
        self.united(a, b, only).is_some()
    }

    /// The rules that united something, where they make one class of two expressions.
    fn united(&self, a: &Expression, b: &Expression, only: Option<&[&str]>) -> Option<Vec<&'static str>> {
        let mut egraph = under(self.known);
        let ids = [a, b].map(|side| add(&mut egraph, side));
        egraph.rebuild();
        if egraph.find(ids[0]) == egraph.find(ids[1]) {
            return Some(Vec::new());
        }
        let (stop, work) = self.grow(&mut egraph, ids[0], only);
        let is_one = stop != Stop::Contradiction && egraph.find(ids[0]) == egraph.find(ids[1]);
        is_one.then(|| used(&work))
    }

    /// The steps to the simplest form that only follows from what holds in branches too.
    fn inside(&self, from: &Expression, goal: &Expression) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let mut at = from.clone();
        for _ in 0..=MOST_LOCAL {
            if local::ordered(&at) == local::ordered(goal) {
                if let Some(last) = steps.last_mut() {
                    last.result = goal.clone();
                }
                return steps;
            }
            if let Some(used) = self.united(&at, goal, None) {
                steps.extend(self.way(&at, goal, used));
                return steps;
            }
            let Some(local) = local::first(&at, self) else {
                break;
            };
            at = local.result(&at);
            steps.push(Step {
                reason: Reason::Local(local),
                result: at.clone(),
            });
        }
        vec![Step {
            reason: Reason::Context,
            result: goal.clone(),
        }]
    }

    /// The steps from one expression to another that is equal to it by the rules.
    fn way(&self, from: &Expression, to: &Expression, rules: Vec<&'static str>) -> Vec<Step> {
        let rules = self.needed(from, to, rules);
        let single = || {
            vec![Step {
                reason: Reason::Rules(rules.clone()),
                result: to.clone(),
            }]
        };
        if rules.len() < 2 {
            return single();
        }
        self.shortest(from, to, &rules).unwrap_or_else(single)
    }

    /// As few of the rules as are needed, none of which can be left out.
    fn needed(&self, from: &Expression, to: &Expression, mut rules: Vec<&'static str>) -> Vec<&'static str> {
        // Halves first: most rules have no part in it.
        let mut size = rules.len();
        while size > 0 {
            let mut at = 0;
            while at < rules.len() {
                let end = (at + size).min(rules.len());
                let fewer = [&rules[..at], &rules[end..]].concat();
                match self.is_one(from, to, Some(&fewer)) {
                    true => rules = fewer,
                    false => at = end,
                }
            }
            size /= 2;
        }
        rules
    }

    /// The fewest steps of one rule each, every one to the smallest expression that the rule finds.
    fn shortest(&self, from: &Expression, to: &Expression, rules: &[&'static str]) -> Option<Vec<Step>> {
        // With each expression how it came to be.
        let mut found: FxHashMap<Expression, Option<(Expression, Option<&'static str>)>> =
            FxHashMap::default();
        found.insert(from.clone(), None);
        let mut pending = VecDeque::from([from.clone()]);
        let mut growths = 0;
        while let Some(expression) = pending.pop_front() {
            for rule in [None].into_iter().chain(rules.iter().map(|rule| Some(*rule))) {
                growths += 1;
                if growths > MOST_GROWTHS {
                    return None;
                }
                let only: Vec<&str> = rule.into_iter().collect();
                let arrives = self.is_one(&expression, to, Some(&only));
                let next = match arrives {
                    true => to.clone(),
                    false => self.grown(&expression, Some(&only)).0?,
                };
                if !found.contains_key(&next) {
                    found.insert(next.clone(), Some((expression.clone(), rule)));
                    pending.push_back(next);
                }
                if arrives {
                    return Some(steps_to(to, &found));
                }
            }
        }
        None
    }
}

/// The rules that united something.
fn used(work: &Work) -> Vec<&'static str> {
    let used = work.rules.iter().filter(|(_, profile)| profile.unions > 0);
    used.map(|(name, _)| *name).collect()
}

fn steps_to(
    to: &Expression,
    found: &FxHashMap<Expression, Option<(Expression, Option<&'static str>)>>,
) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut at = to;
    while let Some(Some((before, rule))) = found.get(at) {
        steps.push(Step {
            reason: Reason::Rules(rule.iter().copied().collect()),
            result: at.clone(),
        });
        at = before;
    }
    steps.reverse();
    steps
}

impl Derivation {
    /// Each step with the expression before it.
    pub fn pairs(&self) -> impl Iterator<Item = (&Expression, &Step)> {
        let before = [&self.from]
            .into_iter()
            .chain(self.steps.iter().map(|step| &step.result));
        before.zip(&self.steps)
    }
}

impl Step {
    /// Whether the rules of the step alone make one class of both sides, under what holds where the operand stands that is
    /// replaced. What several branches say at once is not replayed.
    pub fn replays(&self, before: &Expression, assumptions: &[Expression], effort: &Effort) -> bool {
        let known = [assumptions, &nonzero_divisors(before)].concat();
        let search = Search {
            known: &known,
            effort,
        };
        match &self.reason {
            Reason::Rules(rules) => search.is_one(before, &self.result, Some(rules)),
            Reason::Local(local) => local.replays(before, &self.result, &search),
            Reason::Context => true,
        }
    }
}

/// That two expressions are equal, as a predicate.
pub fn equality(a: &Expression, b: &Expression) -> Expression {
    let mut nodes: Vec<Node> = Vec::new();
    let mut push = |node| {
        nodes.push(node);
        Id::from(nodes.len() - 1)
    };
    let sides = [a, b].map(|side| side.add_to(&mut push, |id| id));
    match a.sort() {
        Sort::Integer => {
            push(Node::Op(comparison(IntPredicate::Eq), sides.into()));
        }
        Sort::Truth => {
            let differ = push(Node::Op(boolean(OpCode::XOrI), sides.into()));
            let yes = push(truth(true));
            push(Node::Op(boolean(OpCode::XOrI), [differ, yes].into()));
        }
    }
    Expression::new(nodes)
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::Rules(rules) if rules.is_empty() => f.write_str("arithmetic"),
            Reason::Rules(rules) => f.write_str(&rules.join(", ")),
            Reason::Local(local) => local.fmt(f),
            Reason::Context => f.write_str("what holds around"),
        }
    }
}

impl std::fmt::Display for Local {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let reason = match &self.rules {
            Some(rules) => Reason::Rules(rules.clone()).to_string(),
            None => "exact integer sets".to_string(),
        };
        let under: Vec<String> = self.under.iter().map(Expression::to_string).collect();
        let (from, to) = (&self.from, &self.to);
        f.write_str(&reason)?;
        if !self.path.is_empty() {
            write!(f, ": {from} = {to}")?;
        }
        if !under.is_empty() {
            write!(f, " where {}", under.join(", "))?;
        }
        Ok(())
    }
}
