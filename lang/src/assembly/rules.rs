//! Conditions of a signature on several values.

use crate::diagnostic::Diagnostic;
use crate::ir::{Module, Op, ValueId};
use crate::types::{Dim, Type};

use super::check::{values_of, wrong};
use super::segments::Ranges;
use super::signature::{Part, Rule, RuleKind};

pub fn check(
    module: &Module,
    op: &Op,
    rule: &Rule,
    operands: &Ranges,
    results: &Ranges,
) -> Result<(), Box<Diagnostic>> {
    let values: Vec<ValueId> = match rule.parts.as_slice() {
        [] => op.operands.iter().chain(&op.results).copied().collect(),
        parts => parts
            .iter()
            .flat_map(|p| values_of(op, *p, operands, results))
            .copied()
            .collect(),
    };
    let types: Vec<&Type> = values.iter().map(|&v| module.ty(v)).collect();
    if types.iter().any(|ty| ty.is_unknown()) {
        return Ok(());
    }
    let agree = |agrees: fn(&Type, &Type) -> bool| match types.split_first() {
        Some((first, rest)) => rest.iter().all(|ty| agrees(first, ty)),
        None => true,
    };
    let (holds, what) = match rule.kind {
        RuleKind::SameShape => (agree(same_shape), "shape"),
        RuleKind::SameElement => (agree(|a, b| a.element() == b.element()), "element type"),
        RuleKind::SameRank => (agree(|a, b| rank(a) == rank(b)), "rank"),
        RuleKind::SameType => (agree(|a, b| a == b), "type"),
        RuleKind::EqualSegments => return Ok(()),
    };
    if holds {
        return Ok(());
    }
    let shown: Vec<String> = types.iter().map(|ty| format!("`{ty}`")).collect();
    let message = format!("found the types {}", shown.join(", "));
    let help = match rule.parts.is_empty() {
        true => format!("requires the same {what} for all operands and results"),
        false => format!(
            "failed to verify that all of {{{}}} have same {what}",
            names(op, rule)
        ),
    };
    Err(wrong(op, message, help))
}

fn names(op: &Op, rule: &Rule) -> String {
    let Some(signature) = op.code().map(super::Signature::of) else {
        return String::new();
    };
    let name = |part: &Part| signature.groups(*part).map(|g| g.name);
    let names: Vec<&str> = rule.parts.iter().filter_map(name).collect();
    names.join(", ")
}

/// Whether the shapes can be the same: scalars only with scalars, an unranked or dynamic extent with
/// anything.
fn same_shape(a: &Type, b: &Type) -> bool {
    match (shape(a), shape(b)) {
        (Shape::Scalar, Shape::Scalar) | (Shape::Unranked, Shape::Unranked | Shape::Ranked(_)) => true,
        (Shape::Ranked(_), Shape::Unranked) => true,
        (Shape::Ranked(a), Shape::Ranked(b)) => {
            let compatible = |(a, b): (&Extent, &Extent)| match (a.size, b.size) {
                (Some(a_size), Some(b_size)) => a_size == b_size && a.scalable == b.scalable,
                _ => true,
            };
            a.len() == b.len() && a.iter().zip(&b).all(compatible)
        }
        _ => false,
    }
}

enum Shape {
    Scalar,
    Unranked,
    Ranked(Vec<Extent>),
}

struct Extent {
    size: Option<i64>,
    scalable: bool,
}

fn shape(ty: &Type) -> Shape {
    let fixed = |dims: &Option<Vec<Dim>>| match dims {
        None => Shape::Unranked,
        Some(dims) => Shape::Ranked(
            dims.iter()
                .map(|d| Extent {
                    size: d.fixed(),
                    scalable: false,
                })
                .collect(),
        ),
    };
    match ty {
        Type::Vector(v) => Shape::Ranked(
            v.shape
                .iter()
                .map(|d| Extent {
                    size: Some(d.size),
                    scalable: d.scalable,
                })
                .collect(),
        ),
        Type::MemRef(m) => fixed(&m.shape),
        Type::Tensor(t) => fixed(&t.shape),
        _ => Shape::Scalar,
    }
}

fn rank(ty: &Type) -> Option<usize> {
    match shape(ty) {
        Shape::Ranked(extents) => Some(extents.len()),
        Shape::Scalar => Some(0),
        Shape::Unranked => None,
    }
}
