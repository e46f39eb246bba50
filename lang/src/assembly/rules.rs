//! Conditions of a signature on several values.

use crate::diagnostic::Diagnostic;
use crate::ir::{Module, Op, ValueId};
use crate::types::{Dim, Type, VectorDim};

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
    if rule.parts.is_empty() && rule.kind != RuleKind::EqualSegments {
        at_least_one(op)?;
    }
    let types: Vec<&Type> = values.iter().map(|&v| module.ty(v)).collect();
    if types.iter().any(|ty| ty.is_unknown()) {
        return Ok(());
    }
    let agree = |agrees: fn(&Type, &Type) -> bool| match types.split_first() {
        Some((first, rest)) => rest.iter().all(|ty| agrees(first, ty)),
        None => true,
    };
    let (holds, what) = match rule.kind {
        RuleKind::SameShape => (same_shape(types.iter().copied()), "shape"),
        RuleKind::SameElement => (agree(|a, b| a.element() == b.element()), "element type"),
        RuleKind::SameRank => (agree(|a, b| rank(a) == rank(b)), "rank"),
        RuleKind::SameType => (agree(|a, b| a == b), "type"),
        RuleKind::SameEncoding => (agree(same_encoding), "encoding"),
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

/// A rule on all operands and results asks for at least one of each that the signature has.
fn at_least_one(op: &Op) -> Result<(), Box<Diagnostic>> {
    let has_results = op
        .code()
        .is_some_and(|code| !super::Signature::of(code).results.is_empty());
    if op.operands.is_empty() {
        return Err(wrong(
            op,
            "has 0 operands".to_string(),
            "expected 1 or more operands",
        ));
    }
    match has_results && op.results.is_empty() {
        true => Err(wrong(
            op,
            "has 0 results".to_string(),
            "expected 1 or more results",
        )),
        false => Ok(()),
    }
}

/// Whether two ranked tensors are encoded alike; of other types nothing is asked.
fn same_encoding(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Tensor(a), Type::Tensor(b)) if a.shape.is_some() && b.shape.is_some() => {
            a.encoding == b.encoding
        }
        _ => true,
    }
}

/// Whether the shapes can be the same: scalars only with scalars, an unranked or dynamic extent with
/// anything.
pub(crate) fn same_shape<'t>(types: impl Iterator<Item = &'t Type> + Clone) -> bool {
    let mut rest = types.clone();
    let Some(first) = rest.next() else {
        return true;
    };
    if rest.all(|ty| ty == first) {
        return true;
    }
    let shapes: Vec<Shape> = types.map(shape).collect();
    if shapes.iter().any(|s| matches!(s, Shape::Scalar)) {
        return shapes.iter().all(|s| matches!(s, Shape::Scalar));
    }
    let ranked: Vec<&Vec<Extent>> = shapes
        .iter()
        .filter_map(|s| match s {
            Shape::Ranked(extents) => Some(extents),
            _ => None,
        })
        .collect();
    let Some(first) = ranked.first() else {
        return true;
    };
    let agree = |i: usize| {
        let mut fixed = ranked
            .iter()
            .map(|extents| extents[i])
            .filter(|e| e.size.is_some());
        let first = fixed.next();
        fixed.all(|extent| Some(extent) == first)
    };
    ranked.iter().all(|extents| extents.len() == first.len()) && (0..first.len()).all(agree)
}

enum Shape {
    Scalar,
    Unranked,
    Ranked(Vec<Extent>),
}

#[derive(Clone, Copy, PartialEq)]
struct Extent {
    size: Option<i64>,
    scalable: bool,
}

fn shape(ty: &Type) -> Shape {
    let fixed = |dim: &Dim| Extent {
        size: dim.fixed(),
        scalable: false,
    };
    let dims = match ty {
        Type::Vector(v) => {
            let extent = |d: &VectorDim| Extent {
                size: Some(d.size),
                scalable: d.scalable,
            };
            return Shape::Ranked(v.shape.iter().map(extent).collect());
        }
        Type::MemRef(m) => &m.shape,
        Type::Tensor(t) => &t.shape,
        _ => return Shape::Scalar,
    };
    match dims {
        None => Shape::Unranked,
        Some(dims) => Shape::Ranked(dims.iter().map(fixed).collect()),
    }
}

fn rank(ty: &Type) -> Option<usize> {
    match shape(ty) {
        Shape::Ranked(extents) => Some(extents.len()),
        Shape::Scalar => Some(0),
        Shape::Unranked => None,
    }
}
