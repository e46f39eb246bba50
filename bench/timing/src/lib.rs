//! Timing of compiled functions: [`data`] makes arguments up, [`call`] calls a function on them, [`results`] looks
//! at what it returns, [`globals`] hands arguments over that it finds in variables, [`measure`] times several
//! sides in turns against the limits of the core, [`mod@race`] finds the fastest of a few forms, [`limits`] bounds a process.
//!
//! **Invariant:** nothing here mentions LLVM, egg or a terminal.

pub mod agreement;
pub mod call;
pub mod data;
pub mod globals;
pub mod limits;
pub mod measure;
mod peak;
mod pin;
pub mod race;
mod reading;
pub mod results;
pub mod statistics;
