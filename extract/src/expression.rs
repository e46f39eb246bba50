//! The cheapest term of each expression class. An expression is a function of its variables, so what is
//! cheapest does not depend on the loops around it.

use std::collections::HashMap;

use egg::{CostFunction, Extractor, Id, Language};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_rewrites::egraph::{EGraph, NestAnalysis};
use ovolo_rewrites::term::{IndexOp, Node};

use crate::machine::Machine;

/// The best node of every expression class.
pub struct Expressions<'e, 'a> {
    extractor: Extractor<'e, ExpressionCost, Node, NestAnalysis<'a>>,
}

impl<'e, 'a> Expressions<'e, 'a> {
    pub fn new(egraph: &'e EGraph<'a>, machine: &Machine) -> Expressions<'e, 'a> {
        let cost = ExpressionCost {
            machine: machine.clone(),
        };
        Expressions {
            extractor: Extractor::new(egraph, cost),
        }
    }

    pub fn best(&self, class: Id) -> &Node {
        self.extractor.find_best_node(class)
    }
}

/// What unit of the core an operation occupies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Multiply-adds, and all on floats that has no unit of its own.
    Float,
    /// Sums and differences.
    Addition,
    /// Division and square root, which are not pipelined.
    Divide,
    Integer,
    /// A call of a mathematical function.
    Function,
}

/// The unit and the latency in cycles of an operation.
pub fn unit_of(code: OpCode, machine: &Machine) -> (Unit, f64) {
    match code {
        OpCode::Fma | OpCode::VectorFma => (Unit::Float, machine.fma_latency),
        OpCode::MulF => (Unit::Float, machine.mul_latency),
        OpCode::DivF | OpCode::Sqrt => (Unit::Divide, 2.0 * machine.divide_latency),
        OpCode::RemF | OpCode::Exp | OpCode::Log | OpCode::Tanh => (Unit::Function, 40.0),
        OpCode::MulI => (Unit::Integer, machine.mul_latency),
        OpCode::DivSI
        | OpCode::DivUI
        | OpCode::RemSI
        | OpCode::RemUI
        | OpCode::FloorDivSI
        | OpCode::CeilDivSI
        | OpCode::CeilDivUI => (Unit::Divide, 2.0 * machine.divide_latency),
        OpCode::AddF | OpCode::SubF => (Unit::Addition, machine.add_latency),
        _ if code.has_trait(Trait::FloatLike) => (Unit::Float, machine.add_latency),
        _ => (Unit::Integer, 1.0),
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
                let (unit, latency) = unit_of(op.code, &self.machine);
                let throughput = match unit {
                    Unit::Integer if op.code == OpCode::MulI => 1.5,
                    Unit::Float | Unit::Addition | Unit::Integer => 1.0,
                    Unit::Divide => self.machine.divide_latency,
                    Unit::Function => latency,
                };
                throughput + latency / 100.0
            }
            _ => f64::INFINITY,
        };
        node.fold(own, |sum, child| sum + costs(child))
    }
}

/// The nodes of an expression's cheapest term, children first. `known` holds what was copied before.
pub fn copy_expression(
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
