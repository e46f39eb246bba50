//! Conditions of a signature on several values.

use crate::diagnostic::Diagnostic;
use crate::ir::{Module, Op, ValueId};
use crate::types::{Dim, Type, VectorDim};

use crate::assembly::segments::{Ranges, refused, values_of};
use crate::assembly::signature::{Part, Rule, RuleKind, Scope, Signature};

pub fn check(
    module: &Module,
    op: &Op,
    rule: &Rule,
    operands: &Ranges,
    results: &Ranges,
) -> Result<(), Box<Diagnostic>> {
    if rule.kind == RuleKind::EqualSegments {
        return Ok(());
    }
    let values: Vec<ValueId> = match rule.scope {
        Scope::OperandsAndResults => op.operands.iter().chain(&op.results).copied().collect(),
        Scope::Operands => op.operands.to_vec(),
        Scope::Parts => {
            let parts = rule.parts.iter();
            parts
                .flat_map(|p| values_of(op, *p, operands, results))
                .copied()
                .collect()
        }
    };
    if rule.scope != Scope::Parts {
        at_least_one(op, rule.scope)?;
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
        RuleKind::SameEncoding => {
            let result = op.results.first().map(|&v| module.ty(v));
            let holds = result.is_none_or(|result| types.iter().all(|ty| same_encoding(result, ty)));
            (holds, "encoding")
        }
        RuleKind::EqualSegments => (true, "length"),
    };
    if holds {
        return Ok(());
    }
    let shown: Vec<String> = types.iter().map(|ty| format!("`{ty}`")).collect();
    let message = format!("found the types {}", shown.join(", "));
    let help = match rule.scope {
        Scope::OperandsAndResults => format!("requires the same {what} for all operands and results"),
        Scope::Operands => format!("requires the same {what} for all operands"),
        Scope::Parts => format!(
            "failed to verify that all of {{{}}} have same {what}",
            names(op, rule)
        ),
    };
    Err(refused(op, message, help))
}

fn names(op: &Op, rule: &Rule) -> String {
    let Some(signature) = op.code().map(Signature::of) else {
        return String::new();
    };
    let name = |part: &Part| signature.groups(*part).map(|g| g.name);
    let names: Vec<&str> = rule.parts.iter().filter_map(name).collect();
    names.join(", ")
}

/// A rule on all operands and results asks for at least one of each that the signature has.
fn at_least_one(op: &Op, scope: Scope) -> Result<(), Box<Diagnostic>> {
    let has_results = || {
        let signature = op.code().map(Signature::of);
        signature.is_some_and(|signature| !signature.results.is_empty())
    };
    if op.operands.is_empty() {
        return Err(refused(
            op,
            "has 0 operands".to_string(),
            "expected 1 or more operands",
        ));
    }
    match scope == Scope::OperandsAndResults && op.results.is_empty() && has_results() {
        true => Err(refused(
            op,
            "has 0 results".to_string(),
            "expected 1 or more results",
        )),
        false => Ok(()),
    }
}

/// Whether a ranked tensor has the encoding of the result, when that has one.
fn same_encoding(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Tensor(a), Type::Tensor(b)) if a.shape.is_some() && b.shape.is_some() => {
            a.encoding.is_none() || a.encoding == b.encoding
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
