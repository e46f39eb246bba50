//! The iteration space: its dimensions, their order, which of them are reduced.

use std::collections::BTreeSet;

use crate::affine::Affine;
use crate::check::Sketch;
use crate::diagnostic::Diagnostic;
use crate::operation::{Dim, Expr, ExprKind, Operation, ParameterKind};

/// The dimensions, outermost first: as `domain` lists them, or else in the order of their names.
pub fn space(operation: &Operation, sketch: &Sketch) -> Result<Vec<Dim>, Diagnostic> {
    let assignment = &sketch.assignment;
    let written = dims(&assignment.output);
    let mut read = BTreeSet::new();
    assignment.value.walk(&mut |e| read.extend(dims(e)));
    let used: BTreeSet<String> = written.union(&read).cloned().collect();
    let unknown = |name: &String| !used.contains(name);

    for (parameter, dims) in operation.parameters.iter().zip(&sketch.index_dims) {
        if let Some(dim) = dims.iter().flatten().find(|d| unknown(d)) {
            let message = format!("the dimension `D.{dim}` of `index_dims` is in no subscript");
            return Err(Diagnostic::new(parameter.span, message).expected("dimensions of the assignment"));
        }
    }
    let reduced: BTreeSet<String> = match &assignment.reduced {
        None => used.difference(&written).cloned().collect(),
        Some(named) => named.iter().cloned().collect(),
    };
    if let Some(dim) = reduced.iter().find(|d| written.contains(*d)) {
        let message =
            format!("the reduction over `D.{dim}` keeps the dimension: the output has it as a subscript");
        return Err(
            Diagnostic::new(assignment.output.span, message).expected("dimensions that the output lacks")
        );
    }
    if let Some(dim) = reduced.iter().find(|d| unknown(d)) {
        let message = format!("the reduced dimension `D.{dim}` is in no subscript");
        return Err(Diagnostic::new(assignment.value.span, message).expected("dimensions of the operands"));
    }
    if let Some(dim) = used
        .iter()
        .find(|d| !written.contains(*d) && !reduced.contains(*d))
    {
        let message = format!("the iterations of `D.{dim}` all write the same element");
        let mistake = Diagnostic::new(assignment.value.span, message);
        return Err(mistake.expected(format!(
            "`+=`, or a reduction such as `ReduceFn.max_signed[D.{dim}](…)`"
        )));
    }
    let mut not_iterated = None;
    assignment.value.walk(&mut |e| {
        if let ExprKind::Index(name) = &e.kind
            && !used.contains(name)
        {
            let message = format!("the dimension `D.{name}` is not iterated: no subscript has it");
            let mistake = Diagnostic::new(e.span, message).expected("dimensions of the operands");
            not_iterated.get_or_insert(mistake);
        }
    });
    if let Some(mistake) = not_iterated {
        return Err(mistake);
    }
    let order = order(operation, sketch, &used)?;
    bound(operation, &order)?;
    let dims = order.into_iter().map(|name| Dim {
        is_reduction: reduced.contains(&name),
        name,
    });
    Ok(dims.collect())
}

fn order(operation: &Operation, sketch: &Sketch, used: &BTreeSet<String>) -> Result<Vec<String>, Diagnostic> {
    if sketch.domain.is_empty() {
        return Ok(used.iter().cloned().collect());
    }
    if let Some((dim, span)) = sketch.domain.iter().find(|(dim, _)| !used.contains(dim)) {
        let message = format!("the dimension `D.{dim}` of the domain is in no subscript");
        return Err(Diagnostic::new(*span, message).expected("the dimensions of the assignment"));
    }
    if let Some(dim) = used
        .iter()
        .find(|dim| !sketch.domain.iter().any(|(name, _)| name == *dim))
    {
        let message = format!("the domain lacks the dimension `D.{dim}`");
        return Err(Diagnostic::new(operation.span, message)
            .expected("all dimensions of the assignment in `domain(…)`"));
    }
    Ok(sketch.domain.iter().map(|(name, _)| name.clone()).collect())
}

/// Each dimension is a subscript by itself somewhere: the size there says how often it runs.
fn bound(operation: &Operation, order: &[String]) -> Result<(), Diagnostic> {
    let is_bound = |dim: &String| {
        operation.parameters.iter().any(|p| match &p.kind {
            ParameterKind::Tensor { subscripts, .. } => subscripts
                .iter()
                .any(|e| matches!(e, Affine::Dim(name) if name == dim)),
            _ => false,
        })
    };
    match order.iter().find(|dim| !is_bound(dim)) {
        None => Ok(()),
        Some(dim) => {
            let message = format!("no operand says how often the dimension `D.{dim}` runs");
            let mistake = Diagnostic::new(operation.span, message);
            Err(mistake.expected(format!(
                "`D.{dim}` alone as a subscript, or a tensor with `index_dims=[D.{dim}]`"
            )))
        }
    }
}

/// The dimensions in the subscripts of one element.
fn dims(e: &Expr) -> BTreeSet<String> {
    match &e.kind {
        ExprKind::Operand { subscripts, .. } => {
            let dims = subscripts.iter().flat_map(Affine::dims);
            dims.map(str::to_string).collect()
        }
        _ => BTreeSet::new(),
    }
}
