//! What is assumed: bounds and divisors of single variables as facts, everything else as claims.

use egg::{Id, Symbol};
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::op::OpCode;

use super::{Claim, EGraph};
use crate::expression::{Expression, predicate_of};
use crate::facts::{Environment, Fact};
use crate::term::{IndexOp, Node};

/// What the assumptions say of single variables. One that excludes those before it is left out: it stays a claim.
pub(super) fn environment(assumptions: &[Expression]) -> Environment {
    let mut environment = Environment::new();
    for (name, fact) in assumptions.iter().flat_map(single_facts) {
        let mut both = environment.fact(name);
        both.merge(fact.clone());
        if !both.contradiction {
            environment.assume(name, fact);
        }
    }
    environment
}

fn single_facts(truth: &Expression) -> Vec<(Symbol, Fact)> {
    let mut facts = Vec::new();
    let mut pending = vec![truth.nodes().len() - 1];
    while let Some(at) = pending.pop() {
        if let Node::Op(op, args) = &truth.nodes()[at] {
            match (op.code, predicate_of(op), &args[..]) {
                (OpCode::AndI, _, args) => pending.extend(args.iter().map(|&a| usize::from(a))),
                (_, Some(predicate), &[a, b]) => facts.extend(single_fact(truth, predicate, a, b)),
                _ => {}
            }
        }
    }
    facts
}

/// The fact that a comparison of a variable, or of its remainder, with a number is.
fn single_fact(truth: &Expression, predicate: IntPredicate, a: Id, b: Id) -> Option<(Symbol, Fact)> {
    let node = |id: Id| &truth.nodes()[usize::from(id)];
    match (node(a), node(b)) {
        (Node::Var(name), Node::Int(value)) => Some((*name, bound(predicate, *value)?)),
        (Node::Int(value), Node::Var(name)) => Some((*name, bound(mirrored(predicate)?, *value)?)),
        (Node::Index(IndexOp::Mod, [x, m]), Node::Int(r)) if predicate == IntPredicate::Eq => {
            match (node(*x), node(*m)) {
                (Node::Var(name), Node::Int(m)) if 0 <= *r && r < m => {
                    Some((*name, Fact::between(None, None).congruent(*m, *r)))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn bound(predicate: IntPredicate, value: i64) -> Option<Fact> {
    Some(match predicate {
        IntPredicate::Eq => Fact::constant(value),
        IntPredicate::Slt => Fact::between(None, value.checked_sub(1)?),
        IntPredicate::Sle => Fact::between(None, value),
        IntPredicate::Sgt => Fact::at_least(value.checked_add(1)?),
        IntPredicate::Sge => Fact::at_least(value),
        _ => return None,
    })
}

fn mirrored(predicate: IntPredicate) -> Option<IntPredicate> {
    Some(match predicate {
        IntPredicate::Eq => IntPredicate::Eq,
        IntPredicate::Slt => IntPredicate::Sgt,
        IntPredicate::Sle => IntPredicate::Sge,
        IntPredicate::Sgt => IntPredicate::Slt,
        IntPredicate::Sge => IntPredicate::Sle,
        _ => return None,
    })
}

/// The claims that a truth is the conjunction of. Its integers become classes; its comparisons do not: the e-graph
/// learns that they are true, and would then have nothing left that says what they are of.
pub(super) fn claims(egraph: &mut EGraph, truth: &Expression) -> Vec<Claim> {
    let mut ids: Vec<Option<Id>> = Vec::with_capacity(truth.nodes().len());
    for node in truth.nodes() {
        let children = egg::Language::children(node);
        let has_all = children.iter().all(|c| ids[usize::from(*c)].is_some());
        let is_integer = crate::expression::sort_of(node) == crate::expression::Sort::Integer;
        let id = (is_integer && has_all).then(|| {
            let node = egg::Language::map_children(node.clone(), |c| ids[usize::from(c)].unwrap_or(c));
            egraph.add(node)
        });
        ids.push(id);
    }
    let root = Id::from(truth.nodes().len() - 1);
    claimed(truth, &ids, root, true)
}

fn claimed(truth: &Expression, ids: &[Option<Id>], at: Id, value: bool) -> Vec<Claim> {
    let of = |at: Id, value: bool| claimed(truth, ids, at, value);
    let (op, args) = match &truth.nodes()[usize::from(at)] {
        // A case that never holds: no group.
        Node::Const(_, bits) if (*bits != 0) != value => return vec![Claim::Any(Vec::new())],
        Node::Op(op, args) => (op, args),
        _ => return Vec::new(),
    };
    match (op.code, &args[..]) {
        (OpCode::AndI, &[a, b]) if value => [of(a, true), of(b, true)].concat(),
        (OpCode::OrI, &[a, b]) if !value => [of(a, false), of(b, false)].concat(),
        (OpCode::AndI | OpCode::OrI, &[a, b]) => vec![Claim::Any(vec![of(a, value), of(b, value)])],
        (OpCode::XOrI, &[a, b]) => match truth.nodes()[usize::from(b)] {
            Node::Const(_, bits) => of(a, value != (bits != 0)),
            // Nothing is claimed where a truth would have to be taken twice: that doubles with every one inside.
            _ => Vec::new(),
        },
        (OpCode::CmpI, &[a, b]) => {
            let (a, b) = (ids[usize::from(a)], ids[usize::from(b)]);
            let predicate = predicate_of(op).map(|p| if value { p } else { p.negated() });
            match (predicate, a, b) {
                (Some(predicate), Some(a), Some(b)) => vec![Claim::Compare(predicate, a, b)],
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}
