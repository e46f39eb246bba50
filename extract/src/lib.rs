//! Machines, cost and k-best extraction.
//!
//! A [`machine::Machine`] describes a core and its caches. [`tiles::extract`] chooses tile sizes and the
//! cheapest terms of an e-graph for it, all or those that a sketch leaves ([`space`]); [`nest::Model`] predicts the cycles of each class, bottom-up, from
//! the straight-line code inside ([`block`]) and the memory it touches ([`footprint`]).
//!
//! **Invariant:** nothing here mentions z3 or LLVM.
//!
//! ```
//! use ovolo_extract::machine::Machine;
//!
//! let machine = Machine::generic();
//! assert_eq!(Machine::parse(&machine.to_string()).unwrap(), machine);
//! // A line of 64 bytes comes from the second cache at 40 bytes a cycle.
//! assert_eq!(machine.line_cycles(0), 1.6);
//! ```

pub mod block;
pub mod chain;
mod condition;
pub mod cost;
pub mod expression;
pub mod extents;
pub mod footprint;
pub mod machine;
pub mod nest;
pub mod products;
pub mod sample;
pub mod space;
pub mod tiles;
pub mod work;
