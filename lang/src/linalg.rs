//! What the structured operations of the linalg dialect mean: loop nests over affine subscripts, with a
//! region that computes one element.
//!
//! A named operation such as `linalg.matmul` is defined by one line of a small notation
//! ([`definition`]); its region and its subscripts follow from that line ([`Body`], [`structured`]).

mod body;
mod definition;
mod function;
mod make;
mod named;
mod notation;
mod structured;

pub use body::{Body, Source, Step};
pub use definition::{Definition, Expr, Operand, Parameter};
pub use function::{Binary, Function, Unary};
pub use make::{generic_operation, named_operation};
pub use named::definition;
pub(crate) use structured::loop_nest;
pub use structured::{Iteration, Structured, operand_groups, structured};
pub(crate) use structured::{MEMOIZED_MAPS, forget_memoized_maps};
