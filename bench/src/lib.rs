//! Kernels, peers and records.
//!
//! [`compare::compare`] times a [`compare::Comparison`], a kernel as it was written, optimised and through clang and gcc,
//! and makes a [`report::Report`]; [`data_set`] gives kernels their sizes, [`polybench`] holds the kernels of PolyBench
//! against its C programs.
//!
//! **Invariant:** nothing here mentions egg.

pub mod compare;
pub mod data_set;
mod globals;
pub mod interpret;
pub mod kernels;
pub mod peer;
pub mod polybench;
pub mod report;
pub mod resources;
pub mod summary;
pub mod work;
