//! Expressions that a person writes: integers and truths over named integers.
//!
//! An [`Expression`] is a list of nodes, each behind its operands, so nothing that walks one recurses. It is read
//! from text with what `/` and `%` mean ([`Division`]), evaluated at a point and written again.
//!
//! ```
//! use ovolo_rewrites::expression::{Division, Value, parse};
//!
//! let parsed = parse("max(x * 16, y) <= x * 16 + 15 && x % 4 != 3", Division::Floor).unwrap();
//! let expression = &parsed.results[0];
//! assert_eq!(expression.to_string(), "max(x * 16, y) <= x * 16 + 15 && x mod 4 != 3");
//! assert_eq!(expression.evaluate(&|_| Some(1)), Some(Value::Truth(true)));
//! ```

mod build;
mod display;
mod evaluate;
mod lexer;
mod syntax;

use std::fmt;
use std::str::FromStr;

use egg::{Id, Language, Symbol};
use indexmap::IndexSet;
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::op::OpCode;

use crate::term::{IndexOp, Node, Scalar, ScalarOp};

pub use build::{boolean, comparison, truth};
pub use evaluate::{Point, Value, quotient, remainder};
pub use syntax::{parse, parse_assumptions};

/// An expression; the last node is its value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expression {
    nodes: Vec<Node>,
}

/// What was read: the results of a map, the constraints of a set, or one expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    pub kind: Kind,
    pub results: Vec<Expression>,
}

/// The name of a variable.
pub type Name = Symbol;

/// What an expression stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Expression,
    /// `(dimensions)[symbols] -> (results)`.
    Map {
        dims: Vec<Symbol>,
        symbols: Vec<Symbol>,
    },
    /// `(dimensions)[symbols] : (constraints)`.
    Set {
        dims: Vec<Symbol>,
        symbols: Vec<Symbol>,
    },
}

/// What `/` and `%` mean. `floordiv`, `ceildiv` and `mod` mean what the affine dialect says, always.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Division {
    /// Rounded toward minus infinity; the remainder has the sign of the divisor. No value at zero.
    #[default]
    Floor,
    /// Rounded toward zero, as in C; the remainder has the sign of the dividend. No value at zero.
    Trunc,
    /// The remainder is never negative. Quotient and remainder by zero are zero, as in Halide.
    Euclid,
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Integer,
    Truth,
}

impl Expression {
    /// The expression of these nodes, of which there is at least one; each is behind its operands.
    pub fn new(nodes: Vec<Node>) -> Expression {
        assert!(!nodes.is_empty());
        Expression { nodes }
    }

    /// What the node is the last of.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The outermost operation.
    pub fn root(&self) -> &Node {
        self.nodes.last().expect("an expression has a node")
    }

    /// Whether it is a number or a truth value.
    pub fn sort(&self) -> Sort {
        sort_of(self.root())
    }

    /// The truth that the expression is the literal of.
    pub(crate) fn as_truth(&self) -> Option<bool> {
        match self.root() {
            Node::Const(Scalar::Integer(1), bits) => Some(*bits != 0),
            _ => None,
        }
    }

    /// The variables in the order of their first use.
    pub fn variables(&self) -> IndexSet<Symbol> {
        let names = self.nodes.iter().filter_map(|node| match node {
            Node::Var(name) | Node::Outer(name, _) => Some(*name),
            _ => None,
        });
        names.collect()
    }

    /// How many operations the text has: a negation within a sum belongs to the sum, a complement counts.
    pub fn operations(&self) -> usize {
        let mut counts: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let below = node.children().iter().map(|c| counts[usize::from(*c)]);
            let own = usize::from(!node.is_leaf() && !self.is_negation(node));
            counts.push(below.fold(own, usize::saturating_add));
        }
        *counts.last().expect("an expression has a node")
    }

    /// How large the text is, as [`Expression::operations`], with divisions weighing more.
    pub fn cost(&self) -> u64 {
        let mut costs: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let size = |id: Id| costs[usize::from(id)];
            let cost = size_of(node, size, |id| &self.nodes[usize::from(id)]);
            costs.push(cost);
        }
        *costs.last().expect("an expression has a node")
    }

    /// Whether the node is an operand with its sign changed.
    fn is_negation(&self, node: &Node) -> bool {
        let is_minus_one = |id: &Id| self.nodes[usize::from(*id)] == Node::Int(-1);
        matches!(node, Node::Index(IndexOp::Mul, [_, b]) if is_minus_one(b))
    }

    /// Adds the expression to what `add` collects, operands first; gives what `add` gave for it.
    pub(crate) fn add_to<I: Copy>(&self, mut add: impl FnMut(Node) -> I, id: impl Fn(I) -> Id) -> I {
        let mut ids: Vec<I> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let node = node.clone().map_children(|child| id(ids[usize::from(child)]));
            ids.push(add(node));
        }
        *ids.last().expect("an expression has a node")
    }
}

/// How large the smallest text with this node on top is. Operations weigh more than leaves, those that take long more
/// than others; a change of sign is nearly free, since sums absorb it. Of equal texts that is smaller in which numbers
/// stand last, variables behind operations, and sums associate to the left.
pub(crate) fn size_of<'n>(node: &Node, size: impl Fn(Id) -> u64, of: impl Fn(Id) -> &'n Node) -> u64 {
    let is_int = |id: &Id| matches!(of(*id), Node::Int(_));
    let is_sum = |id: &Id| matches!(of(*id), Node::Index(IndexOp::Add, _));
    let is_behind = |a: &Id, b: &Id| is_int(a) || (matches!(of(*a), Node::Var(_)) && !of(*b).is_leaf());
    let own = match node {
        Node::Int(value) => 8 + u64::from(*value < 0),
        Node::Const(..) => 4,
        Node::Index(IndexOp::Mul, [_, b]) if *of(*b) == Node::Int(-1) => 4,
        Node::Index(IndexOp::Add, [a, b]) => 40 + u64::from(is_behind(a, b)) + u64::from(is_sum(b)),
        Node::Index(IndexOp::Mul, [a, _]) => 38 + u64::from(is_int(a)),
        Node::Index(IndexOp::Min | IndexOp::Max, [a, _]) => 48 + u64::from(is_int(a)),
        Node::Index(IndexOp::FloorDiv | IndexOp::Mod, _) => 64,
        Node::Index(IndexOp::CeilDiv, _) => 72,
        Node::Op(op, _) if matches!(op.code, OpCode::DivSI | OpCode::RemSI) => 68,
        Node::Op(op, args) if op.code == OpCode::CmpI => 40 + u64::from(is_int(&args[0])),
        Node::Op(..) => 40,
        _ => 8,
    };
    node.children()
        .iter()
        .fold(own, |sum, &child| sum.saturating_add(size(child)))
}

/// The type of a node's value.
pub(crate) fn sort_of(node: &Node) -> Sort {
    match node {
        Node::Const(Scalar::Integer(1), _) | Node::Outer(_, Scalar::Integer(1)) => Sort::Truth,
        Node::Op(op, _) if op.result == Scalar::Integer(1) => Sort::Truth,
        _ => Sort::Integer,
    }
}

/// The comparison that an operation is.
pub fn predicate_of(op: &ScalarOp) -> Option<IntPredicate> {
    match op.code {
        OpCode::CmpI => IntPredicate::from_code(op.predicate),
        _ => None,
    }
}

impl FromStr for Division {
    type Err = String;

    fn from_str(text: &str) -> Result<Division, String> {
        match text {
            "floor" => Ok(Division::Floor),
            "trunc" => Ok(Division::Trunc),
            "euclid" => Ok(Division::Euclid),
            _ => Err("expected floor, trunc or euclid".to_string()),
        }
    }
}

impl fmt::Display for Division {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Division::Floor => "floor",
            Division::Trunc => "trunc",
            Division::Euclid => "euclid",
        })
    }
}

#[cfg(test)]
mod tests;
