//! Types, as far as they are known before there are operands.

use crate::diagnostic::Diagnostic;
use crate::function::{Binary, Function};
use crate::operation::{Expr, ExprKind, Operation, TypeVar};

/// What is known of the type of an expression.
#[derive(Clone, Debug, PartialEq)]
enum Known {
    /// One that the operands of an instance give.
    Late,
    /// `I32`, `I64`, `F32`, `F64` or `index`.
    Fixed(&'static str),
}

/// No value mixes two predefined types without a conversion, and every conversion is to a type that something binds.
pub fn agree(operation: &Operation) -> Result<(), Diagnostic> {
    let value = known(operation, &operation.value)?;
    let output = operation.operands().find(|p| p.is_output()).and_then(|p| p.ty());
    let Some(output) = output else { return Ok(()) };
    match (fixed(output), value) {
        (Some(output), Known::Fixed(value)) if output != value => {
            let message = format!("the output of type {output} is assigned a value of type {value}");
            let mistake = Diagnostic::new(operation.value.span, message);
            Err(mistake.expected(format!("a conversion such as `TypeFn.cast_signed({output}, …)`")))
        }
        _ => Ok(()),
    }
}

fn fixed(ty: &TypeVar) -> Option<&'static str> {
    TypeVar::PREDEFINED.iter().copied().find(|name| *name == ty.0)
}

fn of(ty: &TypeVar) -> Known {
    fixed(ty).map_or(Known::Late, Known::Fixed)
}

fn known(operation: &Operation, e: &Expr) -> Result<Known, Diagnostic> {
    match &e.kind {
        ExprKind::Operand { parameter, .. } => {
            let ty = operation.parameters.get(*parameter).and_then(|p| p.ty());
            Ok(ty.map_or(Known::Late, of))
        }
        ExprKind::Index(_) => Ok(Known::Fixed("index")),
        ExprKind::Integer(_) => Ok(Known::Fixed("I64")),
        ExprKind::Float(_) => Ok(Known::Fixed("F64")),
        ExprKind::Call {
            callee,
            to,
            arguments,
        } => {
            let mut types = Vec::with_capacity(arguments.len());
            for argument in arguments {
                types.push(known(operation, argument)?);
            }
            if let Some(to) = to {
                let is_bound = to.is_predefined() || operation.operands().any(|p| p.ty() == Some(to));
                if !is_bound {
                    let message = format!("no operand has the type `{}`", to.0);
                    let mistake = Diagnostic::new(e.span, message);
                    return Err(mistake.expected("the type variable of an operand, or I32, I64, F32, F64"));
                }
                return Ok(of(to));
            }
            let alike = match operation.default_function(*callee) {
                Some(Function::Ternary(_)) => types.get(1..).unwrap_or_default(),
                _ => &types[..],
            };
            let mut fixed = alike.iter().filter(|t| **t != Known::Late);
            let Some(first) = fixed.next() else {
                return Ok(Known::Late);
            };
            if let (Known::Fixed(a), Some(Known::Fixed(b))) = (first, fixed.find(|t| *t != first)) {
                let message = format!("a value of type {a} meets one of type {b}");
                let mistake = Diagnostic::new(e.span, message);
                return Err(
                    mistake.expected("a conversion such as `TypeFn.cast_signed(U, …)` around one of them")
                );
            }
            let is_float_only = match operation.default_function(*callee) {
                Some(Function::Unary(_) | Function::Binary(Binary::PowF)) => {
                    matches!(callee, crate::Callee::Function(_))
                }
                _ => false,
            };
            if is_float_only && matches!(first, Known::Fixed("I32" | "I64" | "index")) {
                let mistake = Diagnostic::new(e.span, "the function has no meaning for integers");
                return Err(mistake.expected("a float, or a conversion such as `TypeFn.cast_signed(F32, …)`"));
            }
            Ok(first.clone())
        }
    }
}
