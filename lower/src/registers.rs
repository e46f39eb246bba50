//! The vector registers of a processor.

use crate::options::Target;
use crate::target::Processor;

impl Target {
    /// The bits of the widest vectors.
    pub fn vector_bits(&self) -> i64 {
        8 * Registers::of(&Processor::of(self)).of_vectors().1
    }
}

/// The vector registers of a processor, and thereby the functions that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Registers {
    Narrow,
    Avx2,
    Avx512,
}

impl Registers {
    pub fn of(processor: &Processor) -> Registers {
        let has = |feature: &str| processor.features.split(',').any(|f| f == feature);
        match () {
            () if processor.has_wide_vectors() => Registers::Avx512,
            () if has("+avx2") && has("+fma") => Registers::Avx2,
            () => Registers::Narrow,
        }
    }

    /// How many registers of vectors there are, and the bytes of one.
    pub fn of_vectors(self) -> (i64, i64) {
        match self {
            Registers::Avx512 => (32, 64),
            Registers::Avx2 => (16, 32),
            Registers::Narrow => (16, 16),
        }
    }
}
