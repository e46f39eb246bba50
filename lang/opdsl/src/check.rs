//! What a definition must say to be one: subscripts, the iteration space, types.

mod iteration;
mod subscripts;
mod types;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::Span;
use crate::operation::{Expr, Operation};

/// What a definition says beside its parameters.
pub struct Sketch {
    /// For each parameter the dimensions of `index_dims`.
    pub index_dims: Vec<Option<Vec<String>>>,
    /// The dimensions of `domain`, each with its place; empty where there is none.
    pub domain: Vec<(String, Span)>,
    pub assignment: Assignment,
}

/// `O[D.m] = …` or `O[D.m] += …`.
pub struct Assignment {
    /// The output's element.
    pub output: Expr,
    /// What it becomes.
    pub value: Expr,
    /// The dimensions of a reduction that names them; nothing where they follow from the subscripts.
    pub reduced: Option<Vec<String>>,
}

/// Completes an operation: the subscripts of its tensors, the iteration space, the symbols.
pub fn operation(mut operation: Operation, sketch: Sketch) -> Result<Operation, Diagnostic> {
    operation.symbols = subscripts::symbols(&operation.parameters);
    subscripts::complete(&mut operation, &sketch)?;
    operation.dims = iteration::space(&operation, &sketch)?;
    types::agree(&operation)?;
    Ok(operation)
}
