//! Loops that accumulate into cells what may be taken in any order.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::*;
use crate::egraph::accesses_of;
use crate::reduction::Reduction;
use crate::refusal::Why;
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
            indices.iter().all(stands) && step(egraph, *buffer, indices, *value).is_some()
        }
        _ => false,
    })
}

/// How a value is what a cell holds and one more term, in every form that it has.
fn step(egraph: &EGraph<'_>, buffer: Symbol, indices: &[Id], value: Id) -> Option<Reduction> {
    let mut values = egraph[value].nodes.iter();
    let first = step_of(egraph, buffer, indices, values.next()?)?;
    values
        .all(|value| step_of(egraph, buffer, indices, value) == Some(first))
        .then_some(first)
}

fn is_nothing(egraph: &EGraph<'_>, class: Id) -> bool {
    let mut nodes = egraph[class].nodes.iter();
    nodes.any(|n| matches!(n, Node::Seq(none) if none.is_empty()))
}

fn step_of(egraph: &EGraph<'_>, buffer: Symbol, indices: &[Id], value: &Node) -> Option<Reduction> {
    let Node::Op(op, args) = value else { return None };
    let same = |others: &[Id]| {
        let mut pairs = indices.iter().zip(others);
        indices.len() == others.len() && pairs.all(|(a, b)| egraph.find(*a) == egraph.find(*b))
    };
    let is_cell = |arg: &Id| {
        let mut nodes = egraph[*arg].nodes.iter();
        nodes.any(|n| matches!(n, Node::Load(from, _, at) if *from == buffer && same(at)))
    };
    let held: Vec<bool> = args.iter().map(is_cell).collect();
    let (reduction, place) = Reduction::of_step(op, &held)?;
    let mut terms = args.iter().enumerate().filter(|(n, _)| *n != place);
    terms
        .all(|(_, &term)| !reads(egraph, term, buffer))
        .then_some(reduction)
}

/// Whether a value reads something that may lie in a buffer.
fn reads(egraph: &EGraph<'_>, value: Id, buffer: Symbol) -> bool {
    let dependences = &egraph.analysis.dependences;
    let mut accesses = egraph[value].data.accesses.iter();
    accesses.any(|&a| dependences.may_alias(dependences.access(a).buffer, buffer))
}

/// A store with its subscripts and its value.
type Store = (Symbol, Vec<Id>, Id);

/// The buffers of which a loop only accumulates into one cell, the same in all iterations, in whatever form its body is
/// executed. None where one of these cells may lie outside its buffer when nothing is accumulated, which is noted.
pub fn accumulators(egraph: &mut EGraph<'_>, node: &ForNode) -> BTreeSet<Symbol> {
    let mut stores: BTreeMap<Symbol, Vec<Store>> = BTreeMap::new();
    let all = stores_below(egraph, node.body);
    for store in &all {
        stores.entry(store.0).or_default().push(store.clone());
    }
    let x = egraph.analysis.root(node.head.iv);
    let mut found = BTreeSet::new();
    for (buffer, own) in stores {
        let others = all.iter().filter(|(other, ..)| *other != buffer);
        let dependences = &egraph.analysis.dependences;
        let is_alone = others.clone().all(|(other, _, value)| {
            !dependences.may_alias(*other, buffer) && !reads(egraph, *value, buffer)
        });
        if !is_alone || !is_one_cell(egraph, node.body, x, buffer) || !are_steps(egraph, &own) {
            continue;
        }
        let accesses = Arc::clone(&egraph[node.body].data.accesses);
        let analysis = &mut egraph.analysis;
        let dependences = &mut analysis.dependences;
        let is_write = |&&a: &&AccessId| {
            let access = dependences.access(a);
            access.is_write && access.buffer == buffer
        };
        let Some(&write) = accesses.iter().find(is_write) else {
            continue;
        };
        match dependences.always_in_bounds(write).is_yes() {
            true => {
                found.insert(buffer);
            }
            false => {
                let outside = analysis.refusals.touch(dependences.access(write));
                analysis.refusals.because(vec![x], Why::Outside(outside));
                return BTreeSet::new();
            }
        }
    }
    found
}

/// Whether all stores take up terms in the same way.
fn are_steps(egraph: &EGraph<'_>, stores: &[Store]) -> bool {
    let mut steps = stores
        .iter()
        .map(|(buffer, indices, value)| step(egraph, *buffer, indices, *value));
    let first = steps.next().flatten();
    first.is_some() && steps.all(|step| step == first)
}

/// Whether all accesses of a body to a buffer are to one cell, which does not move with any loop.
fn is_one_cell(egraph: &EGraph<'_>, body: Id, x: Symbol, buffer: Symbol) -> bool {
    let data = &egraph[body].data;
    let dependences = &egraph.analysis.dependences;
    let mut own = accesses_of(egraph, body).filter(|access| dependences.may_alias(access.buffer, buffer));
    let Some(first) = own.next() else { return false };
    let stands = |index: &Option<Linear>| {
        let moves = |index: &Linear| index.uses(x) || data.bound.iter().any(|v| index.uses(*v));
        index.as_ref().is_some_and(|index| !moves(index))
    };
    first.buffer == buffer
        && first.indices.iter().all(stands)
        && own.all(|other| other.buffer == buffer && other.indices == first.indices)
}

/// The stores of a statement in all its forms.
fn stores_below(egraph: &EGraph<'_>, statement: Id) -> Vec<Store> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::from([egraph.find(statement)]);
    let mut pending = vec![egraph.find(statement)];
    while let Some(class) = pending.pop() {
        for node in &egraph[class].nodes {
            let inside: &[Id] = match node {
                Node::Store(buffer, children) => {
                    let (value, indices) = children.split_last().expect("a store has a value");
                    found.push((*buffer, indices.to_vec(), *value));
                    &[]
                }
                Node::Seq(statements) => statements,
                Node::For(_, children) => &children[2..],
                Node::If(_, children) => &branches(children).1.map(|part| egraph.find(part)),
                _ => &[],
            };
            let inside = inside.iter().map(|&id| egraph.find(id));
            pending.extend(inside.filter(|&id| seen.insert(id)));
        }
    }
    found
}
