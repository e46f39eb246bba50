//! The e-graph of an expression as a list of classes, for drawing.

use std::collections::VecDeque;

use egg::{Id, Language};
use rustc_hash::FxHashMap;

use super::{Effort, nonzero_divisors};
use crate::algebra::{EGraph, Work, add, grow, smallest, under};
use crate::expression::{Expression, predicate_of};
use crate::term::Node;

/// The classes that an expression is made of in every way that was found, that of the expression first.
#[derive(Clone, Debug)]
pub struct Shown {
    pub classes: Vec<Class>,
}

/// A class of the e-graph.
#[derive(Clone, Debug)]
pub struct Class {
    /// The smallest expression of the class.
    pub smallest: Expression,
    /// The operations of the class, each with the classes of its operands by their place in the list.
    pub nodes: Vec<(String, Vec<usize>)>,
}

/// Grows the e-graph of an expression and lists what can be reached from it.
pub fn shown(expression: &Expression, assumptions: &[Expression], effort: &Effort) -> Shown {
    let mut egraph = under(&[assumptions, &nonzero_divisors(expression)].concat());
    let root = add(&mut egraph, expression);
    egraph.rebuild();
    grow(&mut egraph, root, &effort.limits, &mut Work::new(effort.steps));
    reachable(&egraph, root)
}

fn reachable(egraph: &EGraph, root: Id) -> Shown {
    let mut places: FxHashMap<Id, usize> = FxHashMap::default();
    let mut pending = VecDeque::new();
    let mut place = |id: Id, pending: &mut VecDeque<Id>| {
        let (id, next) = (egraph.find(id), places.len());
        *places.entry(id).or_insert_with(|| {
            pending.push_back(id);
            next
        })
    };
    place(root, &mut pending);
    let mut classes = Vec::new();
    while let Some(id) = pending.pop_front() {
        let nodes = egraph[id].iter().map(|node| {
            let operands = node.children().iter().map(|&child| place(child, &mut pending));
            (head(node), operands.collect())
        });
        classes.push(Class {
            nodes: nodes.collect(),
            smallest: smallest(egraph, id),
        });
    }
    Shown { classes }
}

/// An operation without its operands, as it is written.
fn head(node: &Node) -> String {
    let Node::Op(op, _) = node else {
        return node.to_string();
    };
    use ovolo_lang::algebra::IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt};
    match predicate_of(op) {
        Some(Eq) => "==".to_string(),
        Some(Ne) => "!=".to_string(),
        Some(Slt) => "<".to_string(),
        Some(Sle) => "<=".to_string(),
        Some(Sgt) => ">".to_string(),
        Some(Sge) => ">=".to_string(),
        _ => {
            let name = op.code.name();
            name.rsplit('.').next().unwrap_or(name).to_string()
        }
    }
}
