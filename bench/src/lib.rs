//! Kernels, peers, timing and records of Ovolo.

pub mod c_algebra;
pub mod c_header;
pub mod c_source;
pub mod call;
pub mod compare;
pub mod data;
pub mod kernels;
pub mod measure;
pub mod peak;
pub mod peer;
pub mod report;
pub mod work;
