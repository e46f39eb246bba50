//! Two loops as one over the product of their iterations.
//!
//! ```text
//! for i in a..b { for j in c..d { S(i, j) } }
//!   =>  for w in 0..(b - a) * (d - c) {
//!         for i in a + w floordiv (d - c)..a + w floordiv (d - c) + 1 {
//!           for j in c + w mod (d - c)..c + w mod (d - c) + 1 { S(i, j) } } }
//! ```
//!
//! `w` takes the pairs in the order of the two loops, for `(i - a) * (d - c) + j - c` numbers them. The inner loop must have
//! a constant number of iterations, at least one: by another nothing affine divides. It is for threads: a few rows
//! give them less to share than all elements do.

use egg::{Id, Symbol};

use super::parallel::{is_for_threads, iterations_are_apart};
use super::{ForNode, add, sequential_loops};
use crate::egraph::{EGraph, LoopVariable};
use crate::level::Level;
use crate::linear::Linear;
use crate::term::{IndexOp, Loop, LoopKind, Node, Step};

/// The outer loop must have fewer iterations: a machine has seldom so many threads.
const MOST_ROWS: i64 = 64;

pub fn collapse(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    let rows = trip(egraph, node);
    if !is_plain(egraph, node) || !rows.is_some_and(|n| (2..MOST_ROWS).contains(&n)) {
        return Vec::new();
    }
    let inner = sequential_loops(egraph, node.body);
    let inner = inner
        .into_iter()
        .find(|inner| is_plain(egraph, inner) && !moves(egraph, inner, node.head.iv));
    let Some(inner) = inner else { return Vec::new() };
    let Some(columns) = trip(egraph, &inner).filter(|n| *n >= 1) else {
        return Vec::new();
    };
    let none = Default::default();
    if !iterations_are_apart(egraph, node, &none) || !iterations_are_apart(egraph, &inner, &none) {
        return Vec::new();
    }
    egraph.analysis.shapes.push(inner.node());
    vec![product(egraph, node, &inner, [rows.unwrap_or(1), columns])]
}

/// Whether a loop takes every value between bounds that no tile moves, and is worth threads.
fn is_plain(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    let of_source = |class: Id| {
        let mut variables = egraph[class].data.variables.iter();
        variables.all(|v| egraph.analysis.level(*v) == Level::Point) && egraph[class].data.linear.is_some()
    };
    node.head.step == Step::Fixed(1)
        && egraph.analysis.level(node.head.iv) == Level::Point
        && of_source(node.lo)
        && of_source(node.hi)
        && is_for_threads(egraph, node)
}

fn moves(egraph: &EGraph<'_>, node: &ForNode, v: Symbol) -> bool {
    [node.lo, node.hi]
        .iter()
        .any(|bound| egraph[*bound].data.variables.contains(&v))
}

/// How many iterations a loop has, where that is a constant.
fn trip(egraph: &EGraph<'_>, node: &ForNode) -> Option<i64> {
    let [lo, hi] = [node.lo, node.hi].map(|bound| egraph[bound].data.linear.as_ref());
    hi?.subtract(lo?)?.as_constant()
}

/// What the variable of the product of two loops is called.
pub fn product_name(outer: Symbol, inner: Symbol) -> Symbol {
    Symbol::from(format!("{outer}'{inner}'{}", Level::Product.suffix()))
}

/// Whether a variable is that of a product of two loops.
pub fn is_product(name: Symbol) -> bool {
    let suffix = name.as_str().rsplit_once('\'').map(|(_, suffix)| suffix);
    suffix == Some(Level::Product.suffix())
}

/// The parallel loop over the product; the loops inside have one iteration each.
fn product(egraph: &mut EGraph<'_>, outer: &ForNode, inner: &ForNode, [rows, columns]: [i64; 2]) -> Node {
    let name = product_name(outer.head.iv, inner.head.iv);
    let level = Level::Product;
    egraph
        .analysis
        .loops
        .entry(name)
        .or_insert(LoopVariable { root: name, level });
    let count = egraph.add(Node::Int(columns));
    let place = egraph.add(Node::Var(name));
    let single = |egraph: &mut EGraph<'_>, node: &ForNode, op: IndexOp, body: Id| {
        let offset = egraph.add(Node::Index(op, [place, count]));
        let lo = match egraph[node.lo].data.linear == Some(Linear::constant(0)) {
            true => offset,
            false => egraph.add(Node::Index(IndexOp::Add, [node.lo, offset])),
        };
        let one = egraph.add(Node::Int(1));
        let hi = egraph.add(Node::Index(IndexOp::Add, [lo, one]));
        add(egraph, Node::For(node.head, [lo, hi, body]))
    };
    let body = single(egraph, inner, IndexOp::Mod, inner.body);
    let body = single(egraph, outer, IndexOp::FloorDiv, body);
    let zero = egraph.add(Node::Int(0));
    let rows = egraph.add(Node::Int(rows));
    let all = egraph.add(Node::Index(IndexOp::Mul, [rows, count]));
    let head = Loop {
        iv: name,
        step: Step::Fixed(1),
        kind: LoopKind::Parallel,
    };
    Node::For(head, [zero, all, body])
}
