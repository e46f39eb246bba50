//! The cheapest term of each expression class. An expression is a function of its variables, so what is
//! cheapest does not depend on the loops around it.
//!
//! The cheapest tree of each class comes first. Then, as long as that makes all values that are stored cheaper, another node is
//! taken for one class, where what occurs several times in a value counts once: `-(a / b)` beside `a / b` is a negation more, and
//! `(-a) / b` a division.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use egg::{CostFunction, Extractor, Id, Language};
use ovolo_lang::op::OpCode;
use ovolo_rewrites::egraph::{EGraph, NestAnalysis};
use ovolo_rewrites::term::{IndexOp, Node};

use crate::machine::Machine;
use crate::work::{Unit, work_of};

/// The best node of every expression class.
pub struct Expressions<'e, 'a> {
    egraph: &'e EGraph<'a>,
    extractor: Extractor<'e, ExpressionCost, Node, NestAnalysis<'a>>,
    /// Where it is not that of the cheapest tree.
    shared: BTreeMap<Id, &'e Node>,
}

/// Part of the work of an operation that another choice must save: less is the difference of latencies, which trees are compared by.
const WORTH_ANOTHER: f64 = 0.5;

/// Nodes that are looked at to find what is cheaper with what is shared. Arbitrary: some milliseconds.
const MOST_LOOKED_AT: usize = 400_000;

impl<'e, 'a> Expressions<'e, 'a> {
    /// The cheapest expression of each class on the machine.
    pub fn new(egraph: &'e EGraph<'a>, machine: &Machine) -> Expressions<'e, 'a> {
        let cost = ExpressionCost {
            machine: machine.clone(),
        };
        let mut expressions = Expressions {
            egraph,
            extractor: Extractor::new(egraph, cost.clone()),
            shared: BTreeMap::new(),
        };
        expressions.share(&cost);
        expressions
    }

    /// The head of the cheapest expression of a class.
    pub fn best(&self, class: Id) -> &Node {
        match self.shared.get(&self.egraph.find(class)) {
            Some(node) => node,
            None => self.extractor.find_best_node(class),
        }
    }

    /// Takes other nodes as long as the values that are stored become cheaper by that.
    fn share(&mut self, cost: &ExpressionCost) {
        let mut values = BTreeSet::new();
        for class in self.egraph.classes() {
            for node in &class.nodes {
                if let Node::Store(_, children) = node {
                    values.extend(children.last().map(|&value| self.egraph.find(value)));
                }
            }
        }
        for value in values {
            let mut left = MOST_LOOKED_AT;
            let Some((mut least, mut inside)) = self.weight(value, cost, &mut left) else {
                continue;
            };
            let mut classes: Vec<Id> = inside.iter().copied().collect();
            while let Some(class) = classes.pop().filter(|_| left > 0) {
                if !inside.contains(&class) {
                    continue;
                }
                let before = self.shared.get(&class).copied();
                let mut cheapest: Option<(f64, BTreeSet<Id>, &Node)> = None;
                for node in &self.egraph[class].nodes {
                    self.shared.insert(class, node);
                    if let Some((weight, now)) = self.weight(value, cost, &mut left)
                        && cheapest.as_ref().is_none_or(|(least, ..)| weight < *least)
                    {
                        cheapest = Some((weight, now, node));
                    }
                }
                match (cheapest, before) {
                    (Some((weight, now, node)), _) if weight < least - WORTH_ANOTHER => {
                        self.shared.insert(class, node);
                        (least, inside) = (weight, now);
                        classes = inside.iter().copied().collect();
                    }
                    (_, Some(before)) => drop(self.shared.insert(class, before)),
                    (_, None) => drop(self.shared.remove(&class)),
                }
            }
        }
    }

    /// What a value costs, each class in it once, and these; `None` for one that contains itself or has no cost, and where too
    /// much would be looked at.
    fn weight(&self, value: Id, cost: &ExpressionCost, left: &mut usize) -> Option<(f64, BTreeSet<Id>)> {
        let mut done = BTreeSet::new();
        let mut open = BTreeSet::new();
        let mut total = 0.0;
        // A class comes back to the end of the list when what it is made of has been looked at.
        let mut pending = vec![(value, false)];
        while let Some((class, is_left)) = pending.pop() {
            if is_left {
                open.remove(&class);
                done.insert(class);
                continue;
            }
            if done.contains(&class) {
                continue;
            }
            if !open.insert(class) {
                return None;
            }
            *left = left.checked_sub(1)?;
            let node = self.best(class);
            total += cost.own(node);
            if !total.is_finite() {
                return None;
            }
            pending.push((class, true));
            let children = node.children().iter();
            pending.extend(children.map(|&child| (self.egraph.find(child), false)));
        }
        Some((total, done))
    }
}

/// Cycles of throughput, in the order of what one scalar element takes.
#[derive(Clone)]
struct ExpressionCost {
    machine: Machine,
}

impl ExpressionCost {
    /// Those of the operation alone.
    fn own(&self, node: &Node) -> f64 {
        match node {
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
                    Unit::Float | Unit::Addition | Unit::Integer | Unit::Conversion | Unit::Shuffle => 1.0,
                    Unit::Divide => self.machine.divide_latency,
                    Unit::Function | Unit::VectorFunction => work.latency,
                };
                throughput * work.instructions + work.latency / 100.0
            }
            _ => f64::INFINITY,
        }
    }
}

impl CostFunction<Node> for ExpressionCost {
    type Cost = f64;

    fn cost<C>(&mut self, node: &Node, mut costs: C) -> f64
    where
        C: FnMut(Id) -> f64,
    {
        node.fold(self.own(node), |sum, child| sum + costs(child))
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
