//! Kernels, peers and records.
//!
//! [`compare::compare`] times a [`compare::Comparison`], a kernel as it was written, in the forms that are made of it, and by
//! each [`peer::Peer`], and makes a [`report::Report`]; [`data_set`] gives kernels their sizes, [`polybench`] holds the kernels of PolyBench
//! against its C programs.
//!
//! **Invariant:** nothing here mentions egg.

pub mod compare;
pub mod data_set;
mod globals;
mod indices;
pub mod interpret;
pub mod kernels;
pub mod matrix_product;
pub mod peer;
pub mod polybench;
pub mod prediction;
pub mod record;
pub mod report;
pub mod resources;
pub mod side;
pub mod summary;
pub mod work;
