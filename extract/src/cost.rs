//! What a nest costs on a machine.

use std::fmt;

/// A cost in cycles: of the core alone, and of moving lines into each cache, nearest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cost {
    pub core: f64,
    pub memory: Vec<f64>,
}

/// The part of the lesser of the work of the core and that of the memory that nothing hides. Fitted to
/// matrix products on a core with 64-byte vectors.
const SERIAL: f64 = 0.3;

impl Cost {
    /// The core and the levels of memory work at the same time, but for a part.
    pub fn total(&self) -> f64 {
        total(self.core, self.memory.iter().copied())
    }

    /// The cost of this and then another.
    #[must_use]
    pub fn and(mut self, other: &Cost) -> Cost {
        self.core += other.core;
        self.memory.resize(self.memory.len().max(other.memory.len()), 0.0);
        for (mine, more) in self.memory.iter_mut().zip(&other.memory) {
            *mine += more;
        }
        self
    }
}

/// The whole, then the parts, which are at work at the same time for the most part.
impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.memory.iter().map(|cycles| format!("{cycles:.2e}")).collect();
        write!(
            f,
            "{:.4e} (core {:.2e}, lines into the caches {})",
            self.total(),
            self.core,
            lines.join(" + ")
        )
    }
}

/// The cycles of a core's work and of moving lines into each cache together.
pub fn total(core: f64, memory: impl Iterator<Item = f64>) -> f64 {
    let (longest, sum) = memory
        .chain([core])
        .fold((0.0, 0.0), |(longest, sum), work| (work.max(longest), sum + work));
    longest + SERIAL * (sum - longest)
}
