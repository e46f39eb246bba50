//! An operation as one reads it: its operands, its iteration space and what it computes.

use std::fmt;

use crate::affine::Affine;
use crate::operation::{Callee, Expr, ExprKind, Operation, Parameter, ParameterKind};

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (outputs, inputs): (Vec<&Parameter>, Vec<&Parameter>) =
            self.operands().partition(|p| p.is_output());
        write!(f, "{}({}) -> {}", self.name, joined(&inputs), joined(&outputs))?;
        for attribute in self.parameters.iter().filter(|p| p.is_attribute()) {
            write!(f, ", {attribute}")?;
        }
        for (number, dim) in self.dims.iter().enumerate() {
            let start = if number == 0 { "\n  for " } else { ", " };
            let kind = if dim.is_reduction { " (reduction)" } else { "" };
            write!(f, "{start}{}{kind}", dim.name)?;
        }
        let output = outputs.first().map(|p| element(p)).unwrap_or_default();
        write!(f, "\n  {output} = ")?;
        self.write(f, &self.value)
    }
}

impl Operation {
    fn write(&self, f: &mut fmt::Formatter<'_>, e: &Expr) -> fmt::Result {
        let name = |number: usize| self.parameters.get(number).map_or("?", |p| p.name.as_str());
        match &e.kind {
            ExprKind::Operand { parameter, .. } => match self.parameters.get(*parameter) {
                Some(parameter) => f.write_str(&element(parameter)),
                None => Ok(()),
            },
            ExprKind::Index(dim) => write!(f, "index({dim})"),
            ExprKind::Integer(n) => write!(f, "{n}"),
            ExprKind::Float(x) => write!(f, "{x:?}"),
            ExprKind::Call {
                callee,
                to,
                arguments,
            } => {
                match callee {
                    Callee::Function(function) => f.write_str(function.name())?,
                    Callee::Attribute(number) => f.write_str(name(*number))?,
                }
                f.write_str("(")?;
                if let Some(to) = to {
                    write!(f, "{}, ", to.0)?;
                }
                for (number, argument) in arguments.iter().enumerate() {
                    f.write_str(if number == 0 { "" } else { ", " })?;
                    self.write(f, argument)?;
                }
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ParameterKind::Scalar { ty } => write!(f, "{}: {}", self.name, ty.0),
            ParameterKind::Tensor { ty, shape, .. } => {
                write!(f, "{}: {}[{}]", self.name, ty.0, expressions(shape))
            }
            ParameterKind::Index { symbols, defaults } => {
                write!(f, "{}: [{}] = {defaults:?}", self.name, symbols.join(", "))
            }
            ParameterKind::Function { default } => {
                write!(f, "{} = {}.{}", self.name, default.namespace(), default.name())
            }
        }
    }
}

fn joined(parameters: &[&Parameter]) -> String {
    let parameters: Vec<String> = parameters.iter().map(|p| p.to_string()).collect();
    parameters.join(", ")
}

/// The element of an operand that an iteration sees.
fn element(parameter: &Parameter) -> String {
    match &parameter.kind {
        ParameterKind::Tensor { subscripts, .. } => {
            format!("{}[{}]", parameter.name, expressions(subscripts))
        }
        _ => parameter.name.clone(),
    }
}

/// Without `D.` and `S.`: dimensions are written small and symbols large by custom.
fn expressions(all: &[Affine]) -> String {
    let all: Vec<String> = all
        .iter()
        .map(|e| e.to_string().replace("D.", "").replace("S.", ""))
        .collect();
    all.join(", ")
}
