//! The affine library: simplification, text, maps, sets.

mod emptiness;
mod maps;
mod random;
mod referee;
mod simplification;
mod text;
