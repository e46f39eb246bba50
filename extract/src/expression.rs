//! The cheapest term of each expression class. An expression is a function of its variables, so what is
//! cheapest does not depend on the loops around it.

use std::collections::HashMap;

use egg::{CostFunction, Extractor, Id, Language};
use ovolo_lang::op::OpCode;
use ovolo_rewrites::egraph::{EGraph, NestAnalysis};
use ovolo_rewrites::term::{IndexOp, Node};

use crate::machine::Machine;
use crate::work::{Unit, work_of};

/// The best node of every expression class.
pub struct Expressions<'e, 'a> {
    extractor: Extractor<'e, ExpressionCost, Node, NestAnalysis<'a>>,
}

impl<'e, 'a> Expressions<'e, 'a> {
    /// The cheapest expression of each class on the machine.
    pub fn new(egraph: &'e EGraph<'a>, machine: &Machine) -> Expressions<'e, 'a> {
        let cost = ExpressionCost {
            machine: machine.clone(),
        };
        Expressions {
            extractor: Extractor::new(egraph, cost),
        }
    }

    /// The head of the cheapest expression of a class.
    pub fn best(&self, class: Id) -> &Node {
        self.extractor.find_best_node(class)
    }
}

/// Cycles of throughput, in the order of what one scalar element takes.
struct ExpressionCost {
    machine: Machine,
}

impl CostFunction<Node> for ExpressionCost {
    type Cost = f64;

    fn cost<C>(&mut self, node: &Node, mut costs: C) -> f64
    where
        C: FnMut(Id) -> f64,
    {
        let own = match node {
            Node::Int(_) | Node::Var(_) | Node::Const(..) | Node::Outer(..) => 0.01,
            Node::Index(IndexOp::Add | IndexOp::Mul, _) => 0.1,
            Node::Index(IndexOp::Min | IndexOp::Max, _) => 0.3,
            Node::Index(..) => 1.0,
            Node::Load(..) => 1.0,
            Node::Op(op, _) => {
                // Of two forms with as many operations the one of lesser latency is the cheaper.
                let work = work_of(op, &self.machine);
                let throughput = match work.unit {
                    Unit::Integer if op.code == OpCode::MulI => 1.5,
                    Unit::Float | Unit::Addition | Unit::Integer => 1.0,
                    Unit::Divide => self.machine.divide_latency,
                    Unit::Function | Unit::VectorFunction => work.latency,
                };
                throughput * work.instructions + work.latency / 100.0
            }
            _ => f64::INFINITY,
        };
        node.fold(own, |sum, child| sum + costs(child))
    }
}

/// The nodes of an expression's cheapest term, children first. `known` holds what was copied before.
pub(crate) fn copy_expression(
    expressions: &Expressions<'_, '_>,
    class: Id,
    known: &mut HashMap<Id, Id>,
    add: &mut impl FnMut(Node) -> Id,
) -> Id {
    if let Some(id) = known.get(&class) {
        return *id;
    }
    let node = expressions.best(class).clone();
    let node = node.map_children(|child| copy_expression(expressions, child, known, add));
    let id = add(node);
    known.insert(class, id);
    id
}
