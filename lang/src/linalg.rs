//! What the structured operations of the linalg dialect mean: loop nests over affine subscripts, with a
//! region that computes one element.
//!
//! A named operation such as `linalg.matmul` is defined in OpDSL, in a file of `lang/opdsl/ops` ([`definition`]), and a user's
//! file defines others; region and subscripts follow from the definition ([`Body`], [`structured`]). The interpreter runs that
//! nest, and [`convert_to_loops`] writes it down: whatever searches, proves or compiles an operation does so with those loops.

mod body;
mod copy;
mod definition;
mod function;
mod loop_writer;
mod loops;
mod make;
mod named;
mod restore;
mod softmax;
mod structured;
mod yaml;

pub(crate) use body::predefined;
pub use body::{Body, Source, Step, TypeMistake};
pub use definition::{Definition, Operand, Parameter, definition_mistake};
pub(crate) use loop_writer::{Extent, LoopWriter};
pub use loops::{Converted, convert_to_loops, with_loops, with_loops_for_copies};
pub use make::{generic_operation, named_operation};
pub use named::definition;
pub use restore::restore_operations;
pub use structured::{Iteration, Structured, operand_groups, structured};
pub(crate) use structured::{Loops, loop_nest, loops_of};
pub(crate) use structured::{MEMOIZED_MAPS, forget_memoized_maps};
pub use yaml::yaml;
