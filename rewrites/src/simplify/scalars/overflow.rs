//! What overflow flags allow: where an operation that bears them overflows, all that is computed from its result is
//! poison, and poison may become anything. So a value may be computed as if no operation overflowed that it is poison
//! with.
//!
//! **Invariant.** What is presumed for one value is known in an e-graph of its own, from which nothing else is taken.

use ovolo_lang::algebra::IntOp;
use ovolo_lang::interpret::overflow_flags;
use ovolo_lang::ir::{Module, ValueId};
use ovolo_lang::op::OpCode;
use rustc_hash::{FxHashMap, FxHashSet};

use super::component::{self, Component, Lifted, LiftedOp, has_overflow_flags};
use super::extract::{self, Choice, How};
use super::scope::Scopes;
use super::{emit, kind_of, rules};
use crate::facts::Presumed;
use crate::relates::Signs;
use crate::saturate::{Limits, Stop, saturate_by};
use crate::simplify::substitute::Substitution;
use crate::term::Node;

/// Puts one of the component's roots in the form that its overflow flags allow. Whether there was one.
pub fn simplify_root(
    module: &mut Module,
    component: &Component,
    scopes: &Scopes,
    limits: &Limits,
    replaced: &mut Substitution,
) -> bool {
    if !component.ops.iter().any(|&op| has_overflow_flags(module.op(op))) {
        return false;
    }
    for &root in &component.roots {
        let Some(mut lifted) = component::lift(module, component, scopes, replaced) else {
            return false;
        };
        lifted.egraph.analysis.presumed = presumed(module, &lifted, root);
        if lifted.egraph.analysis.presumed.is_empty()
            || saturate_by(&mut lifted.egraph, rules(), limits).stop == Stop::Contradiction
        {
            continue;
        }
        let kind = |value| kind_of(module, value);
        let choice = extract::cheapest(&lifted, &[(root, kind(root))], &kind);
        let choice = choice.filter(|choice| takes_the_place_of_one(&lifted, choice));
        if choice.is_some_and(|choice| emit::emit(module, &lifted, &choice, replaced)) {
            return true;
        }
    }
    false
}

/// That no operation overflows with which the root is poison: it is with an operand of an operation, but of a choice
/// only with the condition.
fn presumed(module: &Module, lifted: &Lifted, root: ValueId) -> Vec<Presumed> {
    let results = |op: &LiftedOp| op.results.iter().map(|(value, _)| *value).collect::<Vec<_>>();
    let ops = lifted.ops.iter();
    let makers: FxHashMap<ValueId, &LiftedOp> = ops
        .flat_map(|op| results(op).into_iter().map(move |value| (value, op)))
        .collect();
    let (mut found, mut pending, mut seen) = (Vec::new(), vec![root], FxHashSet::default());
    while let Some(value) = pending.pop() {
        let Some(maker) = makers.get(&value).filter(|maker| seen.insert(maker.op)) else {
            continue;
        };
        let data = module.op(maker.op);
        match data.code() {
            Some(OpCode::Select) => pending.extend(maker.operands.first()),
            _ => pending.extend(&maker.operands),
        }
        let kind = data.code().and_then(int_op);
        if let (Some(op), [a, b]) = (kind, maker.operands.as_slice()) {
            let flags = overflow_flags(data);
            let operands = [lifted.classes[a], lifted.classes[b]];
            let both = [
                (flags.no_signed_wrap, Signs::Signed),
                (flags.no_unsigned_wrap, Signs::Unsigned),
            ];
            let those = both.into_iter().filter(|(is_set, _)| *is_set);
            found.extend(those.map(|(_, signs)| Presumed { op, signs, operands }));
        }
    }
    found
}

fn int_op(code: OpCode) -> Option<IntOp> {
    Some(match code {
        OpCode::AddI => IntOp::Add,
        OpCode::SubI => IntOp::Sub,
        OpCode::MulI => IntOp::Mul,
        OpCode::ShLI => IntOp::Shl,
        _ => return None,
    })
}

/// Whether at most one operation is new, and cheap: then there are no more than before, since the root's own is gone.
/// A new division might be by zero where the original was poison.
fn takes_the_place_of_one(lifted: &Lifted, choice: &Choice) -> bool {
    let canonical = |node: &Node| egg::Language::map_children(node.clone(), |id| lifted.egraph.find(id));
    let nodes = lifted.ops.iter().flat_map(|op| &op.results);
    let old: FxHashSet<Node> = nodes
        .filter_map(|(_, node)| node.as_ref().map(canonical))
        .collect();
    let mut new = choice.how.values().filter_map(|how| match how {
        How::Op(node, _) if !old.contains(&canonical(node)) => Some(node),
        _ => None,
    });
    let is_cheap = |node: &Node| {
        let Node::Op(op, _) = node else { return false };
        matches!(
            op.code,
            OpCode::AddI
                | OpCode::SubI
                | OpCode::AndI
                | OpCode::OrI
                | OpCode::XOrI
                | OpCode::CmpI
                | OpCode::ExtSI
                | OpCode::ExtUI
                | OpCode::TruncI
                | OpCode::ShLI
                | OpCode::ShRSI
                | OpCode::ShRUI
        )
    };
    new.next().is_none_or(is_cheap) && new.next().is_none()
}
