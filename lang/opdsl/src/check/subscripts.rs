//! What indexes the operands.

use crate::affine::{Affine, AffineOperator};
use crate::check::Sketch;
use crate::diagnostic::{Diagnostic, Span};
use crate::operation::{Expr, ExprKind, Operation, Parameter, ParameterKind};

/// The symbols of the shapes and of the index attributes, in their order.
pub fn symbols(parameters: &[Parameter]) -> Vec<String> {
    let mut symbols: Vec<String> = Vec::new();
    let mut add = |name: &str| {
        if !symbols.iter().any(|s| s == name) {
            symbols.push(name.to_string());
        }
    };
    for parameter in parameters {
        match &parameter.kind {
            ParameterKind::Tensor { shape, .. } => shape.iter().flat_map(Affine::symbols).for_each(&mut add),
            ParameterKind::Index { symbols, .. } => symbols.iter().for_each(|s| add(s)),
            _ => {}
        }
    }
    symbols
}

/// Gives each tensor its subscripts, which are the same wherever the definition mentions it.
pub fn complete(operation: &mut Operation, sketch: &Sketch) -> Result<(), Diagnostic> {
    let mut found: Vec<Option<Vec<Affine>>> = Vec::with_capacity(operation.parameters.len());
    for dims in &sketch.index_dims {
        let dims = dims
            .as_ref()
            .map(|dims| dims.iter().cloned().map(Affine::Dim).collect());
        found.push(dims);
    }
    let mut mistake = None;
    let mut warnings = Vec::new();
    let mut used = |e: &Expr| {
        let ExprKind::Operand {
            parameter,
            subscripts,
        } = &e.kind
        else {
            return;
        };
        let (Some(declared), Some(known)) = (operation.parameters.get(*parameter), found.get_mut(*parameter))
        else {
            return;
        };
        let fault = match known {
            Some(known) if known != subscripts => Some(different(declared, known, e.span)),
            Some(_) => None,
            None => {
                warnings.extend(short_shape(declared, subscripts, e.span));
                fault(declared, subscripts, &operation.symbols, e.span)
            }
        };
        mistake = mistake.take().or(fault);
        *known = Some(subscripts.clone());
    };
    used(&sketch.assignment.output);
    sketch.assignment.value.walk(&mut used);
    if let Some(mistake) = mistake {
        return Err(mistake);
    }
    injective(&sketch.assignment.output)?;
    operation.warnings = warnings;
    for (parameter, found) in operation.parameters.iter_mut().zip(found) {
        match (&mut parameter.kind, found) {
            (ParameterKind::Tensor { subscripts, .. }, Some(found)) => *subscripts = found,
            (ParameterKind::Scalar { .. }, Some(_)) => {}
            (ParameterKind::Tensor { .. }, None) => {
                let message = format!("nothing uses the tensor `{}`", parameter.name);
                let mistake = Diagnostic::new(parameter.span, message);
                return Err(mistake.expected("a use of it, or `index_dims=[…]` where only its shape matters"));
            }
            (ParameterKind::Scalar { .. }, None) => {
                let message = format!("nothing uses the scalar `{}`", parameter.name);
                return Err(Diagnostic::new(parameter.span, message).expected("a use of it"));
            }
            _ => {}
        }
    }
    Ok(())
}

fn different(declared: &Parameter, known: &[Affine], span: Span) -> Diagnostic {
    let known: Vec<String> = known.iter().map(Affine::to_string).collect();
    let message = format!("`{}` has two different lists of subscripts", declared.name);
    Diagnostic::new(span, message).expected(format!("`[{}]` as elsewhere", known.join(", ")))
}

/// What is wrong with the subscripts of a tensor.
fn fault(declared: &Parameter, subscripts: &[Affine], symbols: &[String], span: Span) -> Option<Diagnostic> {
    if let ParameterKind::Tensor { shape, .. } = &declared.kind
        && shape.len() != subscripts.len()
        && short_shape(declared, subscripts, span).is_none()
    {
        let message = format!(
            "`{}` has rank {} and {} subscripts",
            declared.name,
            shape.len(),
            subscripts.len()
        );
        return Some(
            Diagnostic::new(span, message).expected("one for each dimension of its shape, or `[None]`"),
        );
    }
    let unbound = subscripts
        .iter()
        .flat_map(Affine::symbols)
        .find(|s| !symbols.iter().any(|known| known == s))?;
    let mistake = Diagnostic::new(span, format!("the symbol `S.{unbound}` is bound by nothing"));
    Some(mistake.expected("a symbol of a shape or of an index attribute"))
}

/// A warning where the shape of an output lacks sizes at its end: two definitions of MLIR's own library have such shapes, of
/// which nothing is derived.
fn short_shape(declared: &Parameter, subscripts: &[Affine], span: Span) -> Option<Diagnostic> {
    match &declared.kind {
        ParameterKind::Tensor {
            shape,
            is_output: true,
            ..
        } if !shape.is_empty() && shape.len() < subscripts.len() => {
            let message = format!(
                "the output `{}` has {} subscripts for a shape of rank {}, and has their number as its rank",
                declared.name,
                subscripts.len(),
                shape.len()
            );
            Some(Diagnostic::new(span, message).expected("a size for each dimension"))
        }
        _ => None,
    }
}

/// Whether different iterations of the dimensions in the output's subscripts write different elements: each subscript has
/// one dimension at most, which a factor may scale and a constant move.
fn injective(output: &Expr) -> Result<(), Diagnostic> {
    let ExprKind::Operand { subscripts, .. } = &output.kind else {
        return Ok(());
    };
    let is_simple = |e: &Affine| {
        let mut divided = false;
        let mut scaled_by_zero = false;
        e.walk(&mut |part| match part {
            Affine::Binary(AffineOperator::Add, ..) => {}
            Affine::Binary(AffineOperator::Mul, a, b) => {
                scaled_by_zero |= [a, b].into_iter().any(|e| **e == Affine::Constant(0));
            }
            Affine::Binary(..) => divided = true,
            _ => {}
        });
        e.dims().len() <= 1 && !divided && !scaled_by_zero
    };
    match subscripts.iter().find(|e| !is_simple(e)) {
        None => Ok(()),
        Some(e) => {
            let message = format!("two iterations may write one element: the output has the subscript `{e}`");
            let mistake = Diagnostic::new(output.span, message);
            Err(mistake.expected("one dimension in each subscript of the output, with a factor at most"))
        }
    }
}
