//! The affine library: simplification, text, maps, sets.

mod maps;
mod random;
mod referee;
mod simplification;
mod text;
