//! From the IR of Ovolo to LLVM: JIT, objects and shared libraries.

mod abi;
mod algebra;
mod buffer;
mod call;
mod compile;
mod control;
mod emit;
mod error;
mod function;
mod jit;
mod layout;
mod linear;
mod memory;
mod options;
mod target;
mod vector;

pub use abi::Signature;
pub use buffer::{Argument, Buffer, Element, Scalar};
pub use call::CallError;
pub use compile::{Compiled, compile};
pub use error::LowerError;
pub use jit::Jit;
pub use options::{OptLevel, Options, Target};
