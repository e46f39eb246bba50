//! The tests of this crate in one executable: what they are linked with is linked once, and the long ones run beside each other.

mod certificates;
mod certify;
mod emptiness;
mod enumerated;
mod floats;
mod lists;
mod program;
