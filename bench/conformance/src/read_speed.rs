//! How fast a large file is read, verified and printed, beside `mlir-opt-19`.
//!
//! [`program`] writes a file of affine functions of any size, the same in every run; [`run`] runs a program on it
//! and says how long it took and how much memory it needed; [`report`] makes the table. The process that measures
//! holds no more than a few megabytes: what it held would count as the memory of those that it starts.

pub mod program;
pub mod report;
pub mod run;
