//! The e-graph of expressions of integers and truths that stand alone.
//!
//! The analysis of a class holds its [`Fact`], its [`Form`] (a polynomial over other classes) and its smallest node.
//! Classes with one form are one class, so the ring axioms need no rules: what rules match is the sums and products
//! that `regroup` adds beside the forms. Whether an inequality holds is asked of the facts of its form, then of
//! integer sets (`sets`).
//!
//! What is assumed of variables holds for the whole e-graph. What holds in a branch only is the assumption of an
//! e-graph of its own; see [`crate::simplify`].

mod analysis;
mod assumption;
mod form;
mod grow;
mod regroup;
mod sets;

use std::cell::{Cell, RefCell};

use egg::Id;
use rustc_hash::FxHashMap;

use crate::answer::Answer;
use crate::expression::Expression;
use crate::facts::{Environment, Fact};
use crate::term::Node;

pub use form::{Form, Monomial};
pub(crate) use grow::grow_by;
pub use grow::{Limits, Stop, Work, grow};
pub use sets::{Budget, Claim, Refutation, refute};

/// An e-graph of index expressions with their normal forms.
pub type EGraph = egg::EGraph<Node, Algebra>;

/// What is known of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassData {
    /// `None` for a statement.
    pub fact: Option<Fact>,
    /// Of an integer.
    pub form: Option<Form>,
    /// How large the form is, atoms included; smaller ones are preferred.
    weight: u64,
    /// How often another form took the place of one.
    reformed: u8,
    /// The smallest node and its size.
    pub best: Node,
    pub size: u64,
}

/// What the e-graph knows beside its classes.
#[derive(Debug, Default)]
pub struct Algebra {
    pub environment: Environment,
    /// Truths that are assumed.
    assumed: Vec<Claim>,
    /// The classes by their forms.
    forms: FxHashMap<Form, Id>,
    /// Answers of integer sets.
    asked: RefCell<FxHashMap<Form, Answer>>,
    /// How many questions were asked of integer sets for the conditions of rules.
    questions: Cell<u32>,
}

/// An e-graph in which the truths are assumed.
pub fn under(assumptions: &[Expression]) -> EGraph {
    let environment = assumption::environment(assumptions);
    let mut egraph = EGraph::new(Algebra {
        environment,
        ..Algebra::default()
    });
    for truth in assumptions {
        let claims = assumption::claims(&mut egraph, truth);
        egraph.analysis.assumed.extend(claims);
    }
    egraph
}

/// Adds the expression.
pub fn add(egraph: &mut EGraph, expression: &Expression) -> Id {
    expression.add_to(|node| egraph.add(node), |id| id)
}

/// The smallest expression of the class.
pub fn smallest(egraph: &EGraph, class: Id) -> Expression {
    let mut nodes = Vec::new();
    let mut done: FxHashMap<Id, Id> = FxHashMap::default();
    let mut pending = vec![egraph.find(class)];
    while let Some(&class) = pending.last() {
        let node = &egraph[class].data.best;
        let children = egg::Language::children(node).iter().map(|&c| egraph.find(c));
        let missing: Vec<Id> = children.filter(|c| !done.contains_key(c)).collect();
        if !missing.is_empty() {
            pending.extend(missing.into_iter().rev());
            continue;
        }
        pending.pop();
        if !done.contains_key(&class) {
            let node = egg::Language::map_children(node.clone(), |c| done[&egraph.find(c)]);
            done.insert(class, Id::from(nodes.len()));
            nodes.push(node);
        }
    }
    Expression::new(nodes)
}

#[cfg(test)]
mod tests;
