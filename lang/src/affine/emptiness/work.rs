//! The work that a question may take.

/// The work that is still allowed.
pub(super) struct Work(u64);

/// The work was used up.
#[derive(Debug)]
pub(super) struct Exhausted;

impl Work {
    pub fn new(limit: u64) -> Work {
        Work(limit)
    }

    pub fn spend(&mut self, amount: usize) -> Result<(), Exhausted> {
        self.0 = self.0.checked_sub(amount as u64).ok_or(Exhausted)?;
        Ok(())
    }

    /// Spends what operations on numbers of so many bits cost: products and common divisors of long numbers
    /// take quadratic time.
    pub fn spend_on(&mut self, amount: usize, bits: u64) -> Result<(), Exhausted> {
        let words = 1 + usize::try_from(bits / 128).unwrap_or(usize::MAX);
        self.spend(amount.saturating_mul(words).saturating_mul(words))
    }
}
