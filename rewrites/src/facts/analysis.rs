//! The e-class analysis that keeps facts and nothing else.

use egg::{Analysis, DidMerge, EGraph, Id};

use super::{Environment, Fact, HasEnvironment};
use crate::compile::Relates;
use crate::term::Node;

/// An analysis whose data are facts, for terms that stand alone.
#[derive(Clone, Debug, Default)]
pub struct FactAnalysis {
    pub environment: Environment,
}

impl HasEnvironment for FactAnalysis {
    fn environment(&self) -> &Environment {
        &self.environment
    }
}

impl Relates for FactAnalysis {}

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
