//! The vector registers of a processor.

/// The vector registers of a processor, and thereby the functions that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Registers {
    Narrow,
    Avx2,
    Avx512,
}

impl Registers {
    /// How many registers of vectors there are, and the bytes of one.
    pub fn of_vectors(self) -> (i64, i64) {
        match self {
            Registers::Avx512 => (32, 64),
            Registers::Avx2 => (16, 32),
            Registers::Narrow => (16, 16),
        }
    }
}
