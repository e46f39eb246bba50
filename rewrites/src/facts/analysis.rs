//! The e-class analysis that keeps facts and nothing else.

use egg::{Analysis, DidMerge, EGraph, Id};
use ovolo_lang::algebra::IntOp;

use super::{Environment, Fact, HasEnvironment};
use crate::answer::Answer;
use crate::relates::{Relates, Signs};
use crate::term::Node;

/// An analysis whose data are facts, for terms that stand alone.
#[derive(Clone, Debug, Default)]
pub struct FactAnalysis {
    pub environment: Environment,
    pub presumed: Vec<Presumed>,
}

/// That an operation on two classes stays within its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presumed {
    pub op: IntOp,
    pub signs: Signs,
    pub operands: [Id; 2],
}

impl HasEnvironment for FactAnalysis {
    fn environment(&self) -> &Environment {
        &self.environment
    }
}

impl Relates for FactAnalysis {
    fn stays_within(
        egraph: &EGraph<Node, FactAnalysis>,
        op: IntOp,
        signs: Signs,
        operands: [Id; 2],
    ) -> Answer {
        let [a, b] = operands.map(|id| egraph.find(id));
        let is_it = |presumed: &Presumed| {
            let [x, y] = presumed.operands.map(|id| egraph.find(id));
            let commutes = matches!(op, IntOp::Add | IntOp::Mul);
            (presumed.op, presumed.signs) == (op, signs) && ((x, y) == (a, b) || commutes && (y, x) == (a, b))
        };
        match egraph.analysis.presumed.iter().any(is_it) {
            true => Answer::Yes,
            false => Answer::Unknown,
        }
    }
}

impl Analysis<Node> for FactAnalysis {
    type Data = Option<Fact>;

    fn make(egraph: &mut EGraph<Node, FactAnalysis>, node: &Node, _: Id) -> Option<Fact> {
        Fact::make(node, |id| egraph[id].data.as_ref(), &egraph.analysis.environment)
    }

    fn merge(&mut self, a: &mut Option<Fact>, b: Option<Fact>) -> DidMerge {
        match (a, b) {
            (Some(a), Some(b)) => a.merge(b),
            // A statement and an expression are never united.
            (a, b) => DidMerge(false, a.is_some() != b.is_some()),
        }
    }
}
