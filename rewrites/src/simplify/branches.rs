//! What holds in a branch only.

use egg::{Id, Language};
use ovolo_lang::op::OpCode;

use super::{Effort, simplify_within};
use crate::algebra::{Budget, Claim, EGraph, Refutation, Work, refute};
use crate::expression::{Expression, Sort, boolean, sort_of, truth};
use crate::term::{Node, Scalar};

/// Choices of an expression whose values are simplified under their guards.
const MOST_CHOICES: usize = 8;

/// Parts of a conjunction or disjunction beyond which it stays as it is.
const MOST_PARTS: usize = 40;

/// The predicate without the parts of conjunctions and disjunctions that the others imply.
pub(super) fn pruned(egraph: &mut EGraph, predicate: &Expression, budget: &mut Budget) -> Expression {
    let mut ids = Vec::with_capacity(predicate.nodes().len());
    for node in predicate.nodes() {
        let node = node.clone().map_children(|child| ids[usize::from(child)]);
        ids.push(egraph.add(node));
    }
    egraph.rebuild();
    let mut pruner = Pruner {
        egraph,
        ids: &ids,
        source: predicate,
        budget,
        nodes: Vec::new(),
    };
    let root = Id::from(predicate.nodes().len() - 1);
    let id = pruner.truth(root, &mut Vec::new());
    let nodes = pruner.nodes;
    reachable(&nodes, id)
}

struct Pruner<'a> {
    egraph: &'a EGraph,
    /// The classes of the source's nodes.
    ids: &'a [Id],
    source: &'a Expression,
    budget: &'a mut Budget,
    /// What is built.
    nodes: Vec<Node>,
}

impl Pruner<'_> {
    /// The predicate, where the claims hold.
    fn truth(&mut self, at: Id, claims: &mut Vec<Claim>) -> Id {
        if self.is_refuted(claims, at, false) {
            return self.push(truth(true));
        }
        if self.is_refuted(claims, at, true) {
            return self.push(truth(false));
        }
        match &self.source.nodes()[usize::from(at)] {
            Node::Op(op, args) if op.code == OpCode::AndI || op.code == OpCode::OrI => {
                self.junction(op.code, at, claims)
            }
            Node::Op(op, args) if op.code == OpCode::XOrI => {
                let (op, args) = (*op, args.clone());
                let children = args.iter().map(|&a| self.copy(a)).collect();
                self.push(Node::Op(op, children))
            }
            _ => self.copy(at),
        }
    }

    fn is_refuted(&mut self, claims: &mut Vec<Claim>, at: Id, value: bool) -> bool {
        claims.push(Claim::Truth(self.ids[usize::from(at)], value));
        let refutation = refute(self.egraph, claims, self.budget);
        claims.pop();
        refutation == Refutation::Refuted
    }

    /// Each part is looked at where the parts before it that are kept, and all those behind it, have the value that
    /// leaves the decision to it.
    fn junction(&mut self, code: OpCode, at: Id, claims: &mut Vec<Claim>) -> Id {
        let parts = parts_at(self.source, code, at);
        if parts.len() > MOST_PARTS {
            return self.copy(at);
        }
        let neutral = code == OpCode::AndI;
        let mut kept: Vec<Id> = Vec::new();
        let mut built = Vec::new();
        for (i, &part) in parts.iter().enumerate() {
            let before = claims.len();
            let others = kept.iter().chain(&parts[i + 1..]);
            claims.extend(others.map(|&other| Claim::Truth(self.ids[usize::from(other)], neutral)));
            let pruned = self.truth(part, claims);
            claims.truncate(before);
            match self.as_truth(pruned) {
                Some(value) if value == neutral => {}
                Some(_) => return pruned,
                None => {
                    kept.push(part);
                    built.push(pruned);
                }
            }
        }
        let joined = built
            .into_iter()
            .reduce(|a, b| self.push(Node::Op(boolean(code), [a, b].into())));
        joined.unwrap_or_else(|| self.push(truth(neutral)))
    }

    fn as_truth(&self, id: Id) -> Option<bool> {
        match self.nodes[usize::from(id)] {
            Node::Const(Scalar::Integer(1), bits) => Some(bits != 0),
            _ => None,
        }
    }

    fn push(&mut self, node: Node) -> Id {
        self.nodes.push(node);
        Id::from(self.nodes.len() - 1)
    }

    /// The part as it is.
    fn copy(&mut self, at: Id) -> Id {
        let part = reachable(self.source.nodes(), at);
        part.add_to(|node| self.push(node), |id| id)
    }
}

/// The parts of nested conjunctions, or disjunctions, from left to right, each once.
fn parts_at(source: &Expression, code: OpCode, at: Id) -> Vec<Id> {
    let mut parts: Vec<Id> = Vec::new();
    let mut pending = vec![at];
    while let Some(at) = pending.pop() {
        match &source.nodes()[usize::from(at)] {
            Node::Op(op, args) if op.code == code => pending.extend(args.iter().rev()),
            _ if parts.contains(&at) => {}
            _ => parts.push(at),
        }
    }
    parts
}

/// The parts of a conjunction.
pub(super) fn parts(predicate: &Expression) -> Vec<Expression> {
    let root = Id::from(predicate.nodes().len() - 1);
    let parts = parts_at(predicate, OpCode::AndI, root).into_iter();
    parts.map(|part| reachable(predicate.nodes(), part)).collect()
}

/// The expression of a node among others.
pub(super) fn reachable(nodes: &[Node], root: Id) -> Expression {
    let last = usize::from(root);
    let mut used = vec![false; last + 1];
    used[last] = true;
    for i in (0..=last).rev() {
        if used[i] {
            nodes[i].for_each(|child| used[usize::from(child)] = true);
        }
    }
    let mut ids = vec![Id::from(0); last + 1];
    let mut kept = Vec::new();
    for i in (0..=last).filter(|&i| used[i]) {
        ids[i] = Id::from(kept.len());
        kept.push(nodes[i].clone().map_children(|child| ids[usize::from(child)]));
    }
    Expression::new(kept)
}

/// The expression with the values of its outermost choices simplified under their guards.
pub(super) fn guarded(
    expression: &Expression,
    assumptions: &[Expression],
    effort: &Effort,
    work: &mut Work,
) -> Expression {
    let is_choice = |node: &Node| matches!(node, Node::Op(op, _) if op.code == OpCode::Select);
    if !expression.nodes().iter().any(is_choice) {
        return expression.clone();
    }
    let effort = Effort {
        nesting: effort.nesting - 1,
        ..*effort
    };
    let mut nodes: Vec<Node> = Vec::new();
    let mut ids: Vec<Id> = Vec::new();
    let mut push = |node: Node| {
        nodes.push(node);
        Id::from(nodes.len() - 1)
    };
    let mut choices = 0;
    for (at, node) in expression.nodes().iter().enumerate() {
        let Node::Op(op, args) = node else {
            let node = node.clone().map_children(|child| ids[usize::from(child)]);
            ids.push(push(node));
            continue;
        };
        let mut children: Vec<Id> = args.iter().map(|child| ids[usize::from(*child)]).collect();
        if op.code == OpCode::Select && choices < MOST_CHOICES && is_outermost(expression, at) {
            choices += 1;
            let guard = reachable(expression.nodes(), args[0]);
            for (child, guard) in [(1, guard.clone()), (2, complement(&guard))] {
                let value = reachable(expression.nodes(), args[child]);
                let mut known = assumptions.to_vec();
                known.push(guard);
                let simpler = simplify_within(&value, &known, &effort, work);
                if simpler != value {
                    children[child] = simpler.add_to(&mut push, |id| id);
                }
            }
        }
        ids.push(push(Node::Op(*op, children.into())));
    }
    let root = *ids.last().expect("an expression has a node");
    reachable(&nodes, root)
}

/// Whether no choice has the node in a value of its own.
fn is_outermost(expression: &Expression, at: usize) -> bool {
    let mut inside = vec![false; expression.nodes().len()];
    for (i, node) in expression.nodes().iter().enumerate().rev() {
        let is_choice = matches!(node, Node::Op(op, _) if op.code == OpCode::Select);
        if inside[i] || is_choice {
            node.for_each(|child| inside[usize::from(child)] = true);
        }
    }
    !inside[at]
}

pub(super) fn complement(guard: &Expression) -> Expression {
    assert_eq!(sort_of(guard.root()), Sort::Truth);
    let mut nodes = guard.nodes().to_vec();
    let last = Id::from(nodes.len() - 1);
    nodes.push(truth(true));
    let yes = Id::from(nodes.len() - 1);
    nodes.push(Node::Op(boolean(OpCode::XOrI), [last, yes].into()));
    Expression::new(nodes)
}
