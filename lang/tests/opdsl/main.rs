//! Definitions in OpDSL and instances of them: files of cases, and what MLIR makes of the named operations.

mod files;
mod generalized;
