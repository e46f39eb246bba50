//! Kernels, peers, timing and records.
//!
//! [`compare::compare`] times a [`compare::Comparison`], a kernel as it was written, optimised and through clang,
//! and makes a [`report::Report`]; [`data`] and [`data_set`] fill the arguments, [`call`] calls what was compiled,
//! [`polybench`] holds the kernels of PolyBench against its C programs.
//!
//! [`mlir_tests`] measures how much of MLIR is read, on MLIR's own tests, [`read_speed`] how fast.
//!
//! **Invariant:** nothing here mentions egg.

#[cfg(feature = "kernels")]
pub mod call;
#[cfg(feature = "kernels")]
pub mod compare;
#[cfg(feature = "kernels")]
pub mod data;
#[cfg(feature = "kernels")]
pub mod data_set;
#[cfg(feature = "kernels")]
pub mod interpret;
#[cfg(feature = "kernels")]
pub mod kernels;
pub mod limits;
#[cfg(feature = "kernels")]
pub mod measure;
pub mod mlir_tests;
#[cfg(feature = "kernels")]
pub mod peak;
#[cfg(feature = "kernels")]
pub mod peer;
#[cfg(feature = "kernels")]
pub mod polybench;
#[cfg(feature = "kernels")]
pub mod race;
pub mod read_speed;
#[cfg(feature = "kernels")]
pub mod report;
pub mod resources;
#[cfg(feature = "kernels")]
pub mod summary;
#[cfg(feature = "kernels")]
pub mod work;
