//! Conditions inside loops.

use egg::Id;

use super::ForNode;
use crate::egraph::EGraph;
use crate::refusal::Why;
use crate::term::{Node, branches};

/// Makes a loop around a condition that is the same in every iteration a condition around loops.
///
/// The union is of whole loops: nothing is said of the branches by themselves, which the e-graph may share with
/// places where the condition is another.
pub fn unswitch(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    let conditions = egraph[node.body].nodes.iter().filter_map(|n| match n {
        Node::If(comparisons, children) => Some((comparisons.clone(), children.clone())),
        _ => None,
    });
    let found: Vec<_> = conditions.collect();
    let mut replacements = Vec::new();
    for (comparisons, children) in found {
        let (conditions, statements) = branches(&children);
        let moves = |id: &Id| egraph[*id].data.variables.contains(&node.head.iv);
        if conditions.iter().any(moves) {
            let root = egraph.analysis.root(node.head.iv);
            let why = Why::Stated(format!("the condition is on {root}"));
            egraph.analysis.refusals.because(vec![root], why);
            continue;
        }
        let mut children = conditions.to_vec();
        for statement in statements {
            let is_nothing = egraph[statement]
                .nodes
                .iter()
                .any(|n| matches!(n, Node::Seq(none) if none.is_empty()));
            children.push(match is_nothing {
                true => statement,
                false => egraph.add(Node::For(node.head, [node.lo, node.hi, statement])),
            });
        }
        replacements.push(Node::If(comparisons, children.into()));
    }
    replacements
}
