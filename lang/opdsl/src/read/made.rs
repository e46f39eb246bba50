//! Expressions that are made: calls, of a size that is bounded, and constants.

use crate::diagnostic::{Diagnostic, Span};
use crate::function::Function;
use crate::operation::{Callee, Expr, ExprKind, TypeVar};

use super::value::Value;

/// Parts of what one element becomes: more come from local names that double themselves.
const EXPRESSION_SIZE: usize = 2000;

/// A function of values that are no conversions.
pub fn applied(function: Function, arguments: Vec<Expr>, span: Span) -> Result<Expr, Diagnostic> {
    call_of(Callee::Function(function), None, arguments, span)
}

/// A call, if it is not too large.
pub fn call_of(
    callee: Callee,
    to: Option<TypeVar>,
    arguments: Vec<Expr>,
    span: Span,
) -> Result<Expr, Diagnostic> {
    let size: usize = arguments.iter().map(Expr::size).sum();
    if size >= EXPRESSION_SIZE {
        let message = format!("the expression has more than {EXPRESSION_SIZE} parts");
        return Err(Diagnostic::new(span, message).expected("a smaller computation"));
    }
    let kind = ExprKind::Call {
        callee,
        to,
        arguments,
    };
    Ok(Expr { kind, span })
}

/// The constant as an expression.
pub fn constant(value: &Value, span: Span) -> Option<Expr> {
    let kind = match value {
        Value::Integer(n) => ExprKind::Integer(*n),
        Value::Float(x) if x.is_finite() => ExprKind::Float(*x),
        _ => return None,
    };
    Some(Expr { kind, span })
}
