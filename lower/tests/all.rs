//! The tests of this crate in one executable: what they are linked with is linked once, and the long ones run beside each other.

mod common;
mod operations;
mod products;
mod programs;
mod threads;
