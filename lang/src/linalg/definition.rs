//! What a structured operation computes, as its definition in OpDSL says.

use ovolo_opdsl::{Affine, AffineOperator, Operation, ParameterKind};

use crate::affine::{AffineExpr, AffineMap};
use crate::diagnostic::Diagnostic;

/// One element of the output as a function of elements of the inputs, for every point of a loop nest.
#[derive(Debug)]
pub struct Definition {
    /// The definition as it was read.
    pub operation: Operation,
    /// The inputs, and the output as the last.
    pub operands: Vec<Operand>,
    /// The names of the loops, outermost first. An operation without any works on operands of one rank,
    /// whichever it is, and on scalars.
    pub loops: Vec<String>,
    /// Attributes of constants in the subscripts.
    pub parameters: Vec<Parameter>,
}

/// An operand of a named operation.
#[derive(Debug)]
pub struct Operand {
    pub name: String,
    /// From the loops, and from the values of all parameters as symbols, to the indices; `None` where there are no
    /// loops.
    pub subscripts: Option<AffineMap>,
}

/// `strides` or `dilations`: an attribute of several constants.
#[derive(Debug)]
pub struct Parameter {
    pub name: String,
    pub count: usize,
    /// Their values where the attribute is absent.
    pub defaults: Vec<i64>,
}

impl Definition {
    /// The definition of which instances are made. The error points into the file of the definition: a subscript has a symbol
    /// that no attribute gives a value.
    pub fn of(operation: &Operation) -> Result<Definition, Diagnostic> {
        let loops: Vec<String> = operation.dims.iter().map(|d| d.name.clone()).collect();
        let mut parameters = Vec::new();
        let mut constants: Vec<String> = Vec::new();
        for parameter in &operation.parameters {
            if let ParameterKind::Index { symbols, defaults } = &parameter.kind {
                constants.extend(symbols.iter().cloned());
                parameters.push(Parameter {
                    name: parameter.name.clone(),
                    count: symbols.len(),
                    defaults: defaults.clone(),
                });
            }
        }
        let mut operands = Vec::new();
        for parameter in operation.operands() {
            let subscripts = match &parameter.kind {
                ParameterKind::Tensor { subscripts, .. } => subscripts.as_slice(),
                _ => &[],
            };
            let unbound = subscripts
                .iter()
                .flat_map(Affine::symbols)
                .find(|s| !constants.iter().any(|c| c == s));
            if let Some(symbol) = unbound {
                let message = format!(
                    "the subscripts of `{}` have the symbol `S.{symbol}`, which is the size of a shape",
                    parameter.name
                );
                let help = "expected symbols of index attributes only: instances have maps without symbols";
                return Err(Diagnostic::new(parameter.span.into(), message).help(help));
            }
            let map = affine_map(subscripts, &loops, &constants);
            operands.push(Operand {
                name: parameter.name.clone(),
                subscripts: (!loops.is_empty()).then_some(map),
            });
        }
        Ok(Definition {
            operation: operation.clone(),
            operands,
            loops,
            parameters,
        })
    }

    pub(crate) fn input_count(&self) -> usize {
        self.operands.len().saturating_sub(1)
    }

    /// Whether the operands have one rank, whichever it is.
    pub fn is_elementwise(&self) -> bool {
        self.loops.is_empty()
    }
}

/// Expressions of a definition as a map over its dimensions and symbols, by their names.
pub(super) fn affine_map(results: &[Affine], dims: &[String], symbols: &[String]) -> AffineMap {
    let results = results.iter().map(|e| affine_expr(e, dims, symbols)).collect();
    AffineMap::new(dims.len() as u32, symbols.len() as u32, results)
}

fn affine_expr(e: &Affine, dims: &[String], symbols: &[String]) -> AffineExpr {
    let position =
        |names: &[String], name: &String| names.iter().position(|n| n == name).unwrap_or_default() as u32;
    match e {
        Affine::Dim(name) => AffineExpr::Dim(position(dims, name)),
        Affine::Symbol(name) => AffineExpr::Symbol(position(symbols, name)),
        Affine::Constant(n) => AffineExpr::Constant(*n),
        Affine::Binary(operator, a, b) => {
            let (a, b) = (affine_expr(a, dims, symbols), affine_expr(b, dims, symbols));
            match operator {
                AffineOperator::Add => a + b,
                AffineOperator::Mul => a * b,
                AffineOperator::Mod => a.modulo(b),
                AffineOperator::FloorDiv => a.floordiv(b),
                AffineOperator::CeilDiv => a.ceildiv(b),
            }
        }
    }
}

impl From<ovolo_opdsl::Span> for crate::diagnostic::Span {
    fn from(span: ovolo_opdsl::Span) -> crate::diagnostic::Span {
        crate::diagnostic::Span {
            start: span.start,
            end: span.end,
        }
    }
}

/// A mistake in a file of definitions.
pub fn definition_mistake(mistake: ovolo_opdsl::Diagnostic) -> Diagnostic {
    let diagnostic = Diagnostic::new(mistake.span.into(), mistake.message);
    match mistake.help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}
