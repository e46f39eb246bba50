//! The reference interpreter: index values and control flow are concrete, data is of any [`Domain`].
//!
//! A [`Program`] is a module resolved into slots and index expressions. [`Program::run`] runs one of its
//! functions on [`Value`]s over a [`Memory`]; the meaning of every scalar operation comes from
//! [`crate::op::evaluate`]. What goes wrong is a [`Trap`]: never a panic.
//!
//! Memory that was never written holds an undefined value. Computing with it is no error: the result
//! is undefined. Deciding by it, indexing by it, or dividing by it is one.
//!
//! The iterations of parallel loops run one after another, but where one writes a cell of memory that another
//! touches their order would matter, which nothing promises: that is a trap too.
//!
//! ```
//! use ovolo_lang::interpret::{Limits, Memory, Scalar, Value, run};
//! use ovolo_lang::parse::parse_module;
//!
//! let module = parse_module("func.func @f(%x: f32) -> f32 { %y = arith.mulf %x, %x : f32 return %y : f32 }");
//! let arguments = [Value::Scalar(Scalar::f32(3.0))];
//! let results = run(&module.unwrap(), "f", &mut Memory::new(), &arguments, &Limits::default());
//! assert_eq!(results, Ok(vec![Value::Scalar(Scalar::f32(9.0))]));
//! ```

mod access;
mod affine;
mod allocation;
mod atomic;
mod buffer_id;
mod bytes;
mod calls;
mod compute;
pub mod concrete;
mod control;
pub mod float;
mod frame;
mod linalg;
mod machine;
mod memory;
mod mixed;
mod pointwise;
mod program;
mod race;
mod reason;
mod resolve;
mod run;
mod shape;
mod tensor;
mod value;
mod vector;
mod views;
mod winograd_matrices;

use crate::algebra::{Algebra, IntOp};
use crate::ir::Module;
use crate::types::Type;

pub use buffer_id::BufferId;
pub use concrete::{Concrete, Scalar};
pub use memory::{Buffer, MemRef, Memory, Origin, Stores};
pub use program::{Options, Program};
pub use reason::{Reason, Trap};
pub use resolve::overflow_flags;
pub use value::{Tensor, Value};

/// A domain of data for the interpreter.
pub trait Domain: Algebra<Error = Reason> {
    /// The scalar with these bits.
    fn constant(&mut self, ty: &Type, bits: u128) -> Self::Value;

    /// What a cell that was never written holds.
    fn undefined(&mut self) -> Self::Value;

    /// Whether reading the value is an error.
    fn is_undefined(&self, value: &Self::Value) -> bool;

    /// The bits of a value; `None` when it depends on data that the domain does not know.
    fn known_bits(&self, value: &Self::Value) -> Option<u128>;

    /// `result`, which is `op(a, b)`, made undefined where the operation overflows.
    fn without_overflow(
        &mut self,
        op: IntOp,
        flags: Overflow,
        ty: &Type,
        operands: [&Self::Value; 2],
        result: Self::Value,
    ) -> Result<Self::Value, Reason>;

    /// Whether a run stands for a whole program and not for any call of one function: globals then hold
    /// what they were initialized with, addresses are numbers, and what is printed goes somewhere.
    fn is_whole_program(&self) -> bool {
        false
    }

    /// Prints a value, in a run that stands for a whole program.
    fn display(&self, _ty: &Type, _value: &Self::Value) -> String {
        String::new()
    }

    /// Takes what the program prints.
    fn print(&mut self, _text: &str) {}
}

/// The `overflow<…>` flags of an operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Overflow {
    pub no_signed_wrap: bool,
    pub no_unsigned_wrap: bool,
}

/// What a run may use before it is stopped.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Operations, a vector operation counting once for each lane.
    pub steps: u64,
    /// Cells of memory live at one time.
    pub cells: usize,
    /// Nested regions and calls.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 1_000_000_000,
            cells: 1 << 26,
            depth: 400,
        }
    }
}

/// The results of a function, or why it did not return.
pub type Outcome<V> = Result<Vec<Value<V>>, Trap>;

/// Runs function `name` of a module on concrete data.
pub fn run(
    module: &Module,
    name: &str,
    memory: &mut Memory<Scalar>,
    arguments: &[Value<Scalar>],
    limits: &Limits,
) -> Outcome<Scalar> {
    Program::new(module).run(name, &mut Concrete::default(), memory, arguments, limits)
}
