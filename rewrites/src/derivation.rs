//! How a form of a nest follows from the nest: one application of a rule after the other.
//!
//! The e-graph is grown again with explanations, which egg keeps for every union: which rule made it, of which two forms.
//! From these it puts the shortest way together that it finds.

mod text;

use egg::{FlatTerm, Id, Language, RecExpr, Symbol};
use rustc_hash::FxHashMap;

use crate::dependence::Emptiness;
use crate::egraph::{Asked, EGraph, explained};
use crate::loops::{LoopLimits, saturate_loops};
use crate::nest::Nest;
use crate::part::{self, root};
use crate::rule::Rule;
use crate::saturate::{Limits, Stop, saturate};
use crate::term::Node;

pub use text::text;

/// What one rule makes of one part of a nest.
#[derive(Clone, Debug)]
pub struct Application {
    pub rule: &'static str,
    /// Whether the rule leads from the later form to the earlier one.
    pub is_backward: bool,
    /// The way to the part from the root: which operand of which operand.
    pub path: Vec<usize>,
    /// The part before and after.
    pub from: RecExpr<Node>,
    pub to: RecExpr<Node>,
    /// The whole nest, after.
    pub result: RecExpr<Node>,
}

/// The applications of rules of algebra that lead from a nest to one with other values; `None` where they do not find it.
pub fn of_values<'r>(
    nest: &Nest,
    form: &RecExpr<Node>,
    oracle: &dyn Emptiness,
    rules: impl IntoIterator<Item = &'r Rule>,
) -> Option<Vec<Application>> {
    let (mut egraph, root) = explained(nest, oracle);
    let grown = saturate(&mut egraph, rules, &Limits::default());
    match grown.stop {
        Stop::Contradiction => None,
        _ => way(&mut egraph, root, &nest.term, form),
    }
}

/// The applications of loop rules that lead from a nest to a form of it; `None` where they do not find it within their
/// limits.
pub fn of_loops(
    nest: &Nest,
    form: &RecExpr<Node>,
    oracle: &dyn Emptiness,
    runs_on_threads: bool,
    asked: Asked,
) -> Option<Vec<Application>> {
    [false, true].into_iter().find_map(|keeps_order| {
        let (mut egraph, root) = explained(nest, oracle);
        egraph.analysis.runs_on_threads = runs_on_threads;
        egraph.analysis.keeps_order = keeps_order;
        egraph.analysis.asked = asked.clone();
        saturate_loops(&mut egraph, &LoopLimits::default());
        way(&mut egraph, root, &nest.term, form)
    })
}

fn way(
    egraph: &mut EGraph<'_>,
    root: Id,
    from: &RecExpr<Node>,
    to: &RecExpr<Node>,
) -> Option<Vec<Application>> {
    if egraph.lookup_expr(to).map(|id| egraph.find(id)) != Some(egraph.find(root)) {
        return None;
    }
    let mut explanation = egraph.explain_equivalence(from, to);
    let flat = explanation.make_flat_explanation();
    let pairs = flat.iter().zip(flat.iter().skip(1));
    let steps = pairs.map(|(before, after)| {
        let found = application(before, after)?;
        Some(Application {
            result: written(after),
            ..found
        })
    });
    let mut steps = steps.collect::<Option<Vec<Application>>>()?;
    marks_last(from, &mut steps);
    Some(steps)
}

/// What happened between two forms, without the whole.
fn application(before: &FlatTerm<Node>, after: &FlatTerm<Node>) -> Option<Application> {
    let here = |name: Symbol, is_backward: bool| Application {
        rule: name.as_str(),
        is_backward,
        path: Vec::new(),
        from: written(before),
        to: written(after),
        result: RecExpr::default(),
    };
    match (after.forward_rule, after.backward_rule) {
        (Some(name), _) => Some(here(name, false)),
        (None, Some(name)) => Some(here(name, true)),
        (None, None) => {
            let children = before.children.iter().zip(&after.children);
            children.enumerate().find_map(|(n, (before, after))| {
                let mut found = application(before, after)?;
                found.path.insert(0, n);
                Some(found)
            })
        }
    }
}

/// Puts off what only says of a loop how its iterations are executed until its body is as it is to be: before, there may be
/// no way to execute them so.
fn marks_last(first: &RecExpr<Node>, steps: &mut [Application]) {
    for start in (0..steps.len()).rev() {
        if !steps[start].is_mark() {
            continue;
        }
        let inside_or_apart = |step: &Application| !steps[start].path.starts_with(&step.path);
        let crossed = steps[start + 1..]
            .iter()
            .take_while(|step| inside_or_apart(step))
            .count();
        steps[start..=start + crossed].rotate_left(1);
    }
    let mut whole = first.clone();
    for step in steps {
        if step.is_mark() {
            step.from = part(&whole, &step.path);
            step.to = headed(&step.from, &step.to[root(step.to.as_ref())]);
        }
        whole = part::put(whole.as_ref(), &step.path, step.to.as_ref()).into();
        step.result = whole.clone();
    }
}

impl Application {
    /// Whether it changes nothing but the head of a loop.
    fn is_mark(&self) -> bool {
        let [from, to] = [&self.from, &self.to].map(|side| &side[root(side.as_ref())]);
        matches!((from, to), (Node::For(..), Node::For(..)))
            && (0..from.children().len()).all(|n| part(&self.from, &[n]) == part(&self.to, &[n]))
    }
}

/// The term with another head, of as many operands.
fn headed(term: &RecExpr<Node>, head: &Node) -> RecExpr<Node> {
    let mut nodes = term.as_ref().to_vec();
    let last = nodes.pop().expect("a term has a root");
    let mut operands = last.children().iter().copied();
    nodes.push(
        head.clone()
            .map_children(|_| operands.next().expect("as many operands")),
    );
    nodes.into()
}

/// The part of a term at the end of a way.
fn part(term: &RecExpr<Node>, path: &[usize]) -> RecExpr<Node> {
    part::part(term.as_ref(), path).into()
}

/// The term, equal parts shared.
fn written(term: &FlatTerm<Node>) -> RecExpr<Node> {
    fn visit(term: &FlatTerm<Node>, to: &mut RecExpr<Node>, known: &mut FxHashMap<Node, Id>) -> Id {
        let mut children = term.children.iter();
        let node = term.node.clone().map_children(|_| {
            let child = children.next().expect("a term has the children of its node");
            visit(child, to, known)
        });
        *known.entry(node.clone()).or_insert_with(|| to.add(node))
    }
    let mut to = RecExpr::default();
    visit(term, &mut to, &mut FxHashMap::default());
    to
}
