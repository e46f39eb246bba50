//! Linalg's OpDSL: definitions of structured operations, read from Python's syntax. Nothing is executed.
//!
//! [`read`] takes a file to its [`Operation`]s: parameters with their shapes and subscripts, the iteration space, and the
//! [`Expr`] that an element of the output becomes. Whatever is outside of the DSL is a [`Diagnostic`] at its place.
//!
//! ```
//! let operations = ovolo_opdsl::read(
//!     "@linalg_structured_op
//! def scale(x=TensorDef(T, S.N), factor=ScalarDef(T), y=TensorDef(T, S.N, output=True)):
//!   y[D.i] = x[D.i] * factor",
//! )
//! .expect("a definition");
//! assert_eq!(operations[0].name, "scale");
//! assert_eq!(operations[0].dims[0].name, "i");
//! ```
//!
//! **Invariant:** this crate knows the DSL, and nothing of MLIR's text or IR; it is the one that uses a parser of Python.

mod affine;
mod check;
mod diagnostic;
mod display;
mod docstring;
mod function;
mod library;
mod nesting;
mod operation;
mod read;

pub use affine::{Affine, AffineOperator};
pub use diagnostic::{Diagnostic, Span};
pub use function::{Binary, Cast, Function, Ternary, Unary};
pub use library::{FILES, library, library_operation};
pub use operation::{
    Callee, Dim, Expr, ExprKind, Interface, Method, Operation, Parameter, ParameterKind, TypeVar,
};
pub use read::{Argument, read, read_argument};
