//! Conditions inside loops.

use egg::Id;

use super::{ForNode, add, sequence};
use crate::egraph::EGraph;
use crate::refusal::Why;
use crate::term::{Comparison, Node, branches};

/// Statements next to a condition beyond which it stays where it is: they are copied.
const MOST_BESIDE: usize = 8;

/// Conditions of one sequence beyond which none is taken out: each doubles what the others stand in.
const MOST_CONDITIONS: usize = 3;

/// A condition, and what the body of a loop is where it holds and where it does not.
struct Choice {
    /// The body with the condition in it.
    shape: Node,
    comparisons: Box<[Comparison]>,
    conditions: Vec<Id>,
    bodies: [Id; 2],
}

/// Makes a loop around a condition that is the same in every iteration a condition around loops.
///
/// The union is of whole loops: nothing is said of the branches by themselves, which the e-graph may share with
/// places where the condition is another.
pub fn unswitch(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    let mut found = Vec::new();
    for inside in egraph[node.body].nodes.clone() {
        match &inside {
            Node::If(comparisons, children) if stays(egraph, node, children) => {
                let (conditions, bodies) = branches(children);
                found.push(Choice {
                    shape: inside.clone(),
                    comparisons: comparisons.clone(),
                    conditions: conditions.to_vec(),
                    bodies,
                });
            }
            Node::Seq(statements) => found.extend(choice_of_sequence(egraph, node, statements)),
            _ => {}
        }
    }
    let mut replacements = Vec::new();
    for choice in found {
        let mut children = choice.conditions;
        for body in choice.bodies {
            children.push(match is_nothing(egraph, body) {
                true => body,
                false => add(egraph, Node::For(node.head, [node.lo, node.hi, body])),
            });
        }
        replacements.push(Node::If(choice.comparisons, children.into()));
        egraph.analysis.shapes.push(choice.shape);
    }
    replacements
}

/// The first condition among some statements that is the same in every iteration, taken out of all that stand under it.
fn choice_of_sequence(egraph: &mut EGraph<'_>, node: &ForNode, statements: &[Id]) -> Option<Choice> {
    let condition_of = |egraph: &EGraph<'_>, id: Id| {
        egraph[id].nodes.iter().find_map(|inside| match inside {
            Node::If(comparisons, children) => Some((comparisons.clone(), children.clone())),
            _ => None,
        })
    };
    let all: Vec<_> = statements.iter().map(|&id| condition_of(egraph, id)).collect();
    let count = all.iter().flatten().count();
    if count > MOST_CONDITIONS || statements.len() > MOST_BESIDE {
        return None;
    }
    let fixed = all
        .iter()
        .flatten()
        .find(|(_, children)| stays(egraph, node, children));
    let (comparisons, children) = fixed?.clone();
    let conditions: Vec<Id> = branches(&children).0.iter().map(|&id| egraph.find(id)).collect();
    let mut bodies = [Vec::new(), Vec::new()];
    for (&statement, condition) in statements.iter().zip(all) {
        let same = condition.filter(|(others, children)| {
            let own = branches(children).0.iter().map(|&id| egraph.find(id));
            *others == comparisons && own.eq(conditions.iter().copied())
        });
        let parts = match &same {
            Some((_, children)) => branches(children).1,
            None => [statement; 2],
        };
        for (body, part) in bodies.iter_mut().zip(parts) {
            append(egraph, part, body);
        }
    }
    let bodies = bodies.map(|parts| sequence(egraph, &parts));
    Some(Choice {
        shape: Node::Seq(statements.into()),
        comparisons,
        conditions,
        bodies,
    })
}

/// Adds a statement to a sequence, which is no statement of another.
fn append(egraph: &EGraph<'_>, statement: Id, to: &mut Vec<Id>) {
    let parts = egraph[statement].nodes.iter().find_map(|inside| match inside {
        Node::Seq(parts) => Some(parts.to_vec()),
        _ => None,
    });
    to.extend(parts.unwrap_or(vec![statement]));
}

/// Whether conditions are the same in every iteration.
fn stays(egraph: &mut EGraph<'_>, node: &ForNode, children: &[Id]) -> bool {
    let (conditions, _) = branches(children);
    let moves = |id: &Id| egraph[*id].data.variables.contains(&node.head.iv);
    if conditions.iter().any(moves) {
        let root = egraph.analysis.root(node.head.iv);
        let why = Why::Stated(format!("the condition is on {root}"));
        egraph.analysis.refusals.because(vec![root], why);
        return false;
    }
    true
}

fn is_nothing(egraph: &EGraph<'_>, statement: Id) -> bool {
    let mut nodes = egraph[statement].nodes.iter();
    nodes.any(|n| matches!(n, Node::Seq(none) if none.is_empty()))
}
