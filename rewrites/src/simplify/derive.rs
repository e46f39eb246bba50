//! Why an expression equals its simplest form, rule by rule.

use std::collections::BTreeMap;

use egg::{FlatTerm, Id, Language, RecExpr};
use ovolo_lang::algebra::{FastMath, IntPredicate};
use ovolo_lang::op::OpCode;
use rustc_hash::FxHashMap;

use super::{Effort, nonzero_divisors, simplify};
use crate::algebra::{EGraph, Work, add, explained_under, grow, smallest, under};
use crate::compile::{Instance, compile};
use crate::engine::Profile;
use crate::expression::{Expression, Sort, boolean, comparison, truth};
use crate::rule::{Rule, builtin};
use crate::term::{Node, Scalar};

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A rule, from left to right or the other way round.
    Rule { name: &'static str, is_backward: bool },
    /// Sums and products are the same polynomial, or a value is known by its range.
    Arithmetic,
    /// What holds in a branch, or what the other parts of a conjunction or disjunction say.
    Context,
}

/// Derives the simplest form of an expression, as [`simplify`] finds it.
pub fn derive(expression: &Expression, assumptions: &[Expression], effort: &Effort) -> Derivation {
    let goal = simplify(expression, assumptions, effort);
    let mut derivation = Derivation {
        from: expression.clone(),
        steps: Vec::new(),
        rules: BTreeMap::new(),
    };
    if goal == *expression {
        return derivation;
    }
    let mut egraph = explained_under(&[assumptions, &nonzero_divisors(expression)].concat());
    let root = add(&mut egraph, expression);
    egraph.rebuild();
    let mut work = Work::new(effort.limits.steps);
    grow(&mut egraph, root, &effort.limits, &mut work);
    derivation.rules = work.rules;
    let term = |expression: &Expression| RecExpr::from(expression.nodes().to_vec());
    let has = |id: Option<Id>| id.is_some_and(|id| egraph.find(id) == egraph.find(root));
    // What branches and the parts of a conjunction say is not in the e-graph.
    let reached = match has(egraph.lookup_expr(&term(&goal))) {
        true => goal.clone(),
        false => smallest(&egraph, root),
    };
    if reached != *expression {
        let mut explanation = egraph.explain_equivalence(&term(expression), &term(&reached));
        for flat in explanation.make_flat_explanation().iter().skip(1) {
            derivation.push(reason_of(flat), written(flat));
        }
    }
    derivation.push(Reason::Context, goal);
    derivation
}

impl Derivation {
    /// Adds a step, unless it leads nowhere. One that leads back takes away those between.
    fn push(&mut self, reason: Reason, result: Expression) {
        if self.from == result {
            return self.steps.clear();
        }
        if let Some(at) = self.steps.iter().position(|step| step.result == result) {
            return self.steps.truncate(at + 1);
        }
        match self.steps.last_mut() {
            Some(last) if reason == Reason::Arithmetic && last.reason == Reason::Arithmetic => {
                last.result = result
            }
            _ => self.steps.push(Step { reason, result }),
        }
    }

    /// Each step with the expression before it.
    pub fn pairs(&self) -> impl Iterator<Item = (&Expression, &Step)> {
        let before = [&self.from]
            .into_iter()
            .chain(self.steps.iter().map(|step| &step.result));
        before.zip(&self.steps)
    }
}

impl Step {
    /// Whether an e-graph of the two sides alone makes them one class by nothing but the reason.
    pub fn replays(&self, before: &Expression, assumptions: &[Expression]) -> bool {
        let known = [assumptions, &nonzero_divisors(before)].concat();
        let mut egraph = under(&known);
        let ids = [before, &self.result].map(|side| add(&mut egraph, side));
        egraph.rebuild();
        let is_one = |egraph: &EGraph| egraph.find(ids[0]) == egraph.find(ids[1]);
        let Reason::Rule { name, .. } = self.reason else {
            return self.reason == Reason::Context || is_one(&egraph);
        };
        let Some(rule) = rule_named(name) else {
            return false;
        };
        for scalar in [Scalar::Index, Scalar::Integer(1)] {
            let instance = Instance {
                scalar,
                flags: FastMath::NONE,
            };
            for rewrite in compile(rule, instance) {
                let mut steps = usize::MAX;
                for found in rewrite.search(&egraph, usize::MAX, &mut steps) {
                    rewrite.apply(&mut egraph, &found);
                }
                egraph.rebuild();
            }
        }
        is_one(&egraph)
    }
}

fn rule_named(name: &str) -> Option<&'static Rule> {
    builtin().iter().find(|rule| rule.name == name)
}

/// Why a term of an explanation follows from the one before it. Unions that no rule made are those of the analysis.
fn reason_of(flat: &FlatTerm<Node>) -> Reason {
    let mut pending = vec![flat];
    while let Some(term) = pending.pop() {
        for (name, is_backward) in [(term.forward_rule, false), (term.backward_rule, true)] {
            if let Some(name) = name {
                return match rule_named(name.as_str()) {
                    Some(rule) => Reason::Rule {
                        name: &rule.name,
                        is_backward,
                    },
                    None => Reason::Arithmetic,
                };
            }
        }
        pending.extend(&term.children);
    }
    Reason::Arithmetic
}

/// A term of an explanation as an expression.
fn written(flat: &FlatTerm<Node>) -> Expression {
    let mut nodes: Vec<Node> = Vec::new();
    let mut known: FxHashMap<Node, Id> = FxHashMap::default();
    // Terms with the number of their children that are written, and those children.
    let mut pending: Vec<(&FlatTerm<Node>, Vec<Id>)> = vec![(flat, Vec::new())];
    loop {
        let (term, done) = pending.last_mut().expect("the first term is left last");
        if let Some(child) = term.children.get(done.len()) {
            pending.push((child, Vec::new()));
            continue;
        }
        let mut node = term.node.clone();
        node.children_mut().copy_from_slice(done);
        let id = *known.entry(node.clone()).or_insert_with(|| {
            nodes.push(node);
            Id::from(nodes.len() - 1)
        });
        pending.pop();
        match pending.last_mut() {
            Some((_, done)) => done.push(id),
            None => return Expression::new(nodes),
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
            Reason::Rule {
                name,
                is_backward: false,
            } => write!(f, "{name}"),
            Reason::Rule {
                name,
                is_backward: true,
            } => write!(f, "{name}, backward"),
            Reason::Arithmetic => f.write_str("arithmetic"),
            Reason::Context => f.write_str("what holds around"),
        }
    }
}
