//! Conditions of a signature on several values.

use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{Module, Op, ValueId};
use crate::types::{Dim, Type};

use super::check::{values_of, wrong};
use super::segments::Ranges;
use super::signature::{Part, Rule, RuleKind, Scope};

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
    enough(op, rule.scope)?;
    let types = types(module, op, rule, operands, results);
    if types.iter().any(|ty| ty.is_unknown()) {
        return Ok(());
    }
    let Some(what) = broken(rule, &types) else {
        return Ok(());
    };
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
    Err(wrong(op, message, help))
}

/// A rule about all operands, or all operands and results, asks for one at least.
fn enough(op: &Op, scope: Scope) -> Result<(), Box<Diagnostic>> {
    let missing = match scope {
        Scope::Operands | Scope::OperandsAndResults if op.operands.is_empty() => "operand",
        Scope::OperandsAndResults if op.results.is_empty() => "result",
        _ => return Ok(()),
    };
    let message = format!("has {}", counted(0, missing));
    Err(wrong(op, message, format!("expected 1 or more {missing}s")))
}

/// The types that the rule is about; the results come first where all are meant.
fn types<'m>(
    module: &'m Module,
    op: &Op,
    rule: &Rule,
    operands: &Ranges,
    results: &Ranges,
) -> Vec<&'m Type> {
    let types = |values: &[ValueId]| -> Vec<&'m Type> { values.iter().map(|&v| module.ty(v)).collect() };
    match rule.scope {
        Scope::OperandsAndResults => [types(&op.results), types(&op.operands)].concat(),
        Scope::Operands => types(&op.operands),
        Scope::Parts => {
            let parts = rule.parts.iter();
            parts
                .flat_map(|p| types(values_of(op, *p, operands, results)))
                .collect()
        }
    }
}

/// What is not the same in all the types.
fn broken(rule: &Rule, types: &[&Type]) -> Option<&'static str> {
    let agree = |agrees: fn(&Type, &Type) -> bool| match types.split_first() {
        Some((first, rest)) => rest.iter().all(|ty| agrees(first, ty)),
        None => true,
    };
    let (holds, what) = match rule.kind {
        RuleKind::SameShape => (agree(same_shape), "shape"),
        RuleKind::SameElement => (agree(|a, b| a.element() == b.element()), "element type"),
        RuleKind::SameRank => (agree(|a, b| rank(a) == rank(b)), "rank"),
        RuleKind::SameType if rule.scope == Scope::Parts => (agree(|a, b| a == b), "type"),
        RuleKind::SameType if agree(|a, b| a.element() == b.element() && same_shape(a, b)) => {
            (agree(same_encoding), "encoding")
        }
        RuleKind::SameType => (false, "type"),
        RuleKind::EqualSegments => (true, ""),
    };
    (!holds).then_some(what)
}

/// Whether a tensor that stands beside one with an encoding has the same.
fn same_encoding(first: &Type, other: &Type) -> bool {
    match (first, other) {
        (Type::Tensor(a), Type::Tensor(b)) => a.encoding.is_none() || a.encoding == b.encoding,
        _ => true,
    }
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
pub fn same_shape(a: &Type, b: &Type) -> bool {
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
