//! What tests of programs made at random share.

use ovolo_lang::interpret::concrete::Scalar;

/// Numbers that look random and are the same on every run.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

pub fn cells(values: &[i64]) -> Vec<Scalar> {
    values.iter().map(|v| Scalar::Bits(*v as u64 as u128)).collect()
}
