//! What a named operation computes, as its line in the table says.

use crate::affine::AffineMap;
use crate::attribute::Attribute;

use super::function::Function;

/// One element of the output as a function of elements of the inputs, for every point of a loop nest.
#[derive(Debug)]
pub struct Definition {
    /// The inputs, and the output as the last.
    pub operands: Vec<Operand>,
    /// The names of the loops, outermost first. An operation without any works on operands of one rank,
    /// whichever it is, and on scalars.
    pub loops: Vec<&'static str>,
    /// Attributes of constants in the subscripts.
    pub parameters: Vec<Parameter>,
    /// What the output becomes.
    pub value: Expr,
}

/// An operand of a named operation.
#[derive(Debug)]
pub struct Operand {
    pub name: &'static str,
    /// From the loops, and from the values of all parameters as symbols, to the indices; `None` for a
    /// scalar, and where there are no loops.
    pub subscripts: Option<AffineMap>,
}

/// `strides` or `dilations`: an attribute of several constants, ones where it is absent.
#[derive(Debug)]
pub struct Parameter {
    pub name: &'static str,
    pub count: usize,
}

/// What a named operation computes for one point of its iteration space.
#[derive(Debug)]
pub enum Expr {
    /// The element of an operand, by its number.
    Operand(usize),
    /// The number of the iteration in a loop.
    Index(u32),
    Constant(Attribute),
    Call(Function, Vec<Expr>),
}

impl Definition {
    pub(crate) fn input_count(&self) -> usize {
        self.operands.len() - 1
    }

    /// Whether the operands have one rank, whichever it is.
    pub fn is_elementwise(&self) -> bool {
        self.loops.is_empty() && self.operands.iter().all(|o| o.subscripts.is_none())
    }
}
