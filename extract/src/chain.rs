//! Recurrences: how long an iteration of a loop waits for those before it.
//!
//! A store whose value is computed from what a store of an earlier iteration wrote cannot start before that one is
//! done. Along a cycle of such stores one iteration takes, at least, the latencies of the cycle divided by the
//! iterations that it spans, however many operations the core could start meanwhile.

use std::sync::Arc;

use egg::Symbol;
use ovolo_rewrites::dependence::Access;

/// A store as the end of chains of operations.
#[derive(Clone, Debug)]
pub struct Stored {
    pub access: Arc<Access>,
    /// What the value is computed from, with the cycles from its load to the value.
    pub sources: Arc<[(Access, f64)]>,
    /// The variables over which the store was copied out, and how often.
    pub copies: Vec<(Symbol, f64)>,
    /// The variable of which the lanes are partial results of what is accumulated in the cell: copies over it have
    /// partial results of their own.
    pub reduced: Option<Symbol>,
}

impl Stored {
    /// The copies in one iteration of a loop over `root` that wait for each other: those that store to one cell, and
    /// those that are iterations of the loop themselves.
    fn in_a_row(&self, root: Symbol) -> f64 {
        let waiting = self
            .copies
            .iter()
            .filter(|(copied, _)| self.reduced != Some(*copied))
            .filter(|(copied, _)| *copied == root || !uses(&self.access, *copied));
        waiting.map(|(_, times)| times).product()
    }
}

/// The value of one store waits for another.
struct Edge {
    from: usize,
    to: usize,
    cycles: f64,
    iterations: f64,
}

/// The cycles that an iteration of a loop over `root` takes at least. `stores` are those of its body in their order;
/// `through_memory` is added where a cell that does not move with the loop goes through memory.
pub fn recurrence(stores: &[&Stored], root: Symbol, through_memory: f64) -> f64 {
    let mut edges = Vec::new();
    for (to, reader) in stores.iter().enumerate() {
        for (load, latency) in reader.sources.iter() {
            let writers = stores.iter().enumerate();
            for (from, writer) in writers.filter(|(_, writer)| writer.access.buffer == load.buffer) {
                let Some((moves, distance)) = distance(&writer.access, load, root) else {
                    continue;
                };
                let iterations = match (moves, distance) {
                    (true, 0) if from < to => 0.0,
                    (true, ..=0) => continue,
                    (true, _) => distance as f64,
                    (false, _) => f64::from(from >= to),
                };
                let memory = if moves || iterations == 0.0 {
                    0.0
                } else {
                    through_memory
                };
                edges.push(Edge {
                    from,
                    to,
                    cycles: (latency + memory) * reader.in_a_row(root),
                    iterations,
                });
            }
        }
    }
    worst_cycle(stores.len(), &edges)
}

/// Halvings of the interval in which the worst cycle lies: enough for a hundredth of its greatest value.
const HALVINGS: usize = 8;

/// The greatest sum of cycles over sum of iterations of any cycle.
fn worst_cycle(nodes: usize, edges: &[Edge]) -> f64 {
    if edges.iter().all(|edge| edge.iterations == 0.0) {
        return 0.0;
    }
    let alone = edges.iter().filter(|edge| edge.from == edge.to);
    let low = alone
        .map(|edge| edge.cycles / edge.iterations)
        .fold(0.0, f64::max);
    if nodes == 1 {
        return low;
    }
    let mut interval = (low, edges.iter().map(|edge| edge.cycles).sum::<f64>());
    for _ in 0..HALVINGS {
        let middle = (interval.0 + interval.1) / 2.0;
        match has_cycle_above(nodes, edges, middle) {
            true => interval.0 = middle,
            false => interval.1 = middle,
        }
    }
    if has_cycle_above(nodes, edges, low) {
        interval.1
    } else {
        low
    }
}

/// Whether some cycle takes more than `bound` cycles an iteration: by Bellman and Ford, one of positive weight.
fn has_cycle_above(nodes: usize, edges: &[Edge], bound: f64) -> bool {
    let mut longest = vec![0.0; nodes];
    for _ in 0..=nodes {
        let mut changed = false;
        for edge in edges {
            let length = longest[edge.from] + edge.cycles - bound * edge.iterations;
            if length > longest[edge.to] + 1e-9 {
                longest[edge.to] = length;
                changed = true;
            }
        }
        if !changed {
            return false;
        }
    }
    true
}

/// Whether a load reads what some store of the iteration before wrote, so that the value is carried in a register.
pub(crate) fn is_carried(stores: &[&Stored], load: &Access, root: Symbol) -> bool {
    let mut writers = stores.iter().filter(|stored| stored.access.buffer == load.buffer);
    writers.any(|stored| distance(&stored.access, load, root) == Some((true, 1)))
}

/// After how many iterations of a loop over `root` a load reads what an access to the same buffer wrote or read, and
/// whether that moves with the loop: where it does not, it touches what the load reads in every iteration. `None` where
/// they touch different cells, as far as one can tell.
pub fn distance(store: &Access, load: &Access, root: Symbol) -> Option<(bool, i64)> {
    let mut found = None;
    for (written, read) in store.indices.iter().zip(&load.indices) {
        let (written, read) = (written.as_ref()?, read.as_ref()?);
        let gap = if written == read {
            0
        } else {
            written.subtract(read)?.as_constant()?
        };
        let step = written.coefficient(root);
        let iterations = match step {
            0 if gap == 0 && !written.uses(root) => continue,
            0 => return None,
            _ if gap % step == 0 => gap / step,
            _ => return None,
        };
        if found.is_some_and(|other| other != iterations) {
            return None;
        }
        found = Some(iterations);
    }
    Some((found.is_some(), found.unwrap_or(0)))
}

/// Whether a subscript of the access moves with the loop.
pub fn uses(access: &Access, root: Symbol) -> bool {
    access
        .indices
        .iter()
        .any(|i| i.as_ref().is_none_or(|i| i.uses(root)))
}

#[cfg(test)]
mod tests {
    use ovolo_rewrites::linear::Linear;

    use super::*;

    fn cell(buffer: &str, indices: &[(&str, i64)]) -> Access {
        let index =
            |(name, offset): &(&str, i64)| Linear::var(Symbol::from(*name)).add(&Linear::constant(*offset));
        Access {
            buffer: Symbol::from(buffer),
            indices: indices.iter().map(index).collect(),
            is_write: false,
            guard: Default::default(),
        }
    }

    fn stored(access: Access, sources: &[(Access, f64)]) -> Stored {
        Stored {
            access: Arc::new(access),
            sources: sources.into(),
            copies: Vec::new(),
            reduced: None,
        }
    }

    fn over(stores: &[Stored], root: &str) -> f64 {
        let stores: Vec<&Stored> = stores.iter().collect();
        recurrence(&stores, Symbol::from(root), 7.0)
    }

    #[test]
    fn a_sum_waits_for_itself() {
        let sum = stored(cell("y", &[("i", 0)]), &[(cell("y", &[("i", 0)]), 4.0)]);
        assert_eq!(over(std::slice::from_ref(&sum), "j"), 11.0);
        assert_eq!(over(std::slice::from_ref(&sum), "i"), 0.0);
        let copied = Stored {
            copies: vec![(Symbol::from("k"), 3.0), (Symbol::from("i"), 5.0)],
            ..sum
        };
        assert_eq!(over(&[copied], "j"), 33.0);
    }

    #[test]
    fn a_cell_of_an_iteration_before() {
        let back = |d: i64| {
            stored(
                cell("p", &[("i", 0), ("j", 0)]),
                &[(cell("p", &[("i", 0), ("j", -d)]), 20.0)],
            )
        };
        assert_eq!(over(&[back(1)], "j"), 20.0);
        assert_eq!(over(&[back(2)], "j"), 10.0);
        assert_eq!(over(&[back(-1)], "j"), 0.0);
        assert_eq!(over(&[back(1)], "i"), 0.0);
    }

    #[test]
    fn cycles_through_several_stores() {
        // b = f(a); a = g(b) with a and b the same in all iterations.
        let there = stored(cell("b", &[]), &[(cell("a", &[]), 3.0)]);
        let again = stored(cell("a", &[]), &[(cell("b", &[]), 5.0)]);
        let cycles = over(&[there, again], "i");
        assert!((15.0..15.3).contains(&cycles), "{cycles}");
        // Nothing comes back.
        let there = stored(cell("b", &[]), &[(cell("a", &[]), 3.0)]);
        let other = stored(cell("c", &[]), &[(cell("b", &[]), 5.0)]);
        assert_eq!(over(&[there, other], "i"), 0.0);
    }
}
