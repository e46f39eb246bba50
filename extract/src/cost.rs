//! What a nest costs on a machine.

use std::fmt;

/// A cost in cycles: of the core alone, and of moving lines into each cache, nearest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cost {
    pub core: f64,
    pub memory: Vec<f64>,
    /// Of each array the lines that are moved into each cache.
    pub lines: Vec<(String, Vec<f64>)>,
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
        add(&mut self.memory, &other.memory);
        for (array, lines) in &other.lines {
            match self.lines.iter_mut().find(|(name, _)| name == array) {
                Some((_, mine)) => add(mine, lines),
                None => self.lines.push((array.clone(), lines.clone())),
            }
        }
        self
    }
}

/// Adds to the numbers of each cache.
fn add(to: &mut Vec<f64>, more: &[f64]) {
    to.resize(to.len().max(more.len()), 0.0);
    for (mine, more) in to.iter_mut().zip(more) {
        *mine += more;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_an_array_add_up() {
        let of = |array: &str, lines: &[f64]| Cost {
            core: 1.0,
            memory: vec![2.0],
            lines: vec![(array.to_string(), lines.to_vec())],
        };
        let both = of("A", &[3.0]).and(&of("A", &[4.0, 5.0])).and(&of("B", &[6.0]));
        let lines = [("A".to_string(), vec![7.0, 5.0]), ("B".to_string(), vec![6.0])];
        assert_eq!(
            (both.core, both.memory, both.lines.as_slice()),
            (3.0, vec![6.0], &lines[..])
        );
    }
}
