//! Loops that accumulate into one cell what may be taken in any order.

use super::*;
use crate::reduction::Reduction;
use crate::term::branches;

/// Conditions around a step, one inside the other.
const MOST_CONDITIONS: usize = 8;

/// Whether a loop does nothing but take up terms that do not read the cell, in any order that one likes.
pub fn accumulates(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    is_accumulation(
        egraph,
        egraph.analysis.root(node.head.iv),
        node.body,
        MOST_CONDITIONS,
    )
}

/// Whether a statement takes up a term, or does so under a condition, in a cell that does not move with `x`.
fn is_accumulation(egraph: &EGraph<'_>, x: Symbol, class: Id, depth: usize) -> bool {
    let mut statements = egraph[class].nodes.iter();
    statements.all(|statement| match statement {
        Node::If(_, children) if depth > 0 => match branches(children).1 {
            // Both of them might accumulate in different ways.
            [one, other] if is_nothing(egraph, other) => is_accumulation(egraph, x, one, depth - 1),
            [one, other] if is_nothing(egraph, one) => is_accumulation(egraph, x, other, depth - 1),
            _ => false,
        },
        Node::Store(buffer, children) => {
            let (value, indices) = children.split_last().expect("a store has a value");
            let stands = |index: &Id| {
                let linear = egraph[*index].data.linear.as_ref();
                linear.is_some_and(|index| !index.uses(x))
            };
            let mut values = egraph[*value].nodes.iter();
            indices.iter().all(stands) && values.all(|value| is_step(egraph, *buffer, indices, value))
        }
        _ => false,
    })
}

fn is_nothing(egraph: &EGraph<'_>, class: Id) -> bool {
    let mut nodes = egraph[class].nodes.iter();
    nodes.any(|n| matches!(n, Node::Seq(none) if none.is_empty()))
}

/// Whether a value is what a cell holds and one more term.
fn is_step(egraph: &EGraph<'_>, buffer: Symbol, indices: &[Id], value: &Node) -> bool {
    let Node::Op(op, args) = value else { return false };
    let same = |others: &[Id]| {
        let mut pairs = indices.iter().zip(others);
        indices.len() == others.len() && pairs.all(|(a, b)| egraph.find(*a) == egraph.find(*b))
    };
    let is_cell = |arg: &Id| {
        let mut nodes = egraph[*arg].nodes.iter();
        nodes.any(|n| matches!(n, Node::Load(from, _, at) if *from == buffer && same(at)))
    };
    let held: Vec<bool> = args.iter().map(is_cell).collect();
    let Some((_, place)) = Reduction::of_step(op, &held) else {
        return false;
    };
    let dependences = &egraph.analysis.dependences;
    let mut terms = args.iter().enumerate().filter(|(n, _)| *n != place);
    terms.all(|(_, &term)| {
        let mut accesses = egraph[term].data.accesses.iter();
        accesses.all(|&a| !dependences.may_alias(dependences.access(a).buffer, buffer))
    })
}
