//! Vectors that are loaded where other vectors were just stored.
//!
//! A core hands what it stored to a load before it is in the cache, but only the whole of a load from one store. A vector
//! that lies across two of those just stored waits until they are written.

use std::collections::BTreeSet;

use egg::Symbol;
use ovolo_rewrites::dependence::AccessId;

use super::Model;
use super::site::Evaluated;

/// Cycles that such a load is late. Forty half-steps of jacobi-1d over 28 elements take 35 cycles each in vectors on a
/// Zen 5, where the operations take 11.
const LATE_LOAD: f64 = 24.0;

/// Lines that are written before the first of them is in the cache: the stores that wait in common cores.
const WAITING_LINES: f64 = 64.0;

/// The elements of rows of a buffer that a statement reads or writes: its number, and the last subscript's constant.
type Starts = BTreeSet<(usize, i64)>;

/// What a class stores and loads.
#[derive(Debug, Default)]
pub(super) struct Traffic {
    stored: Starts,
    loaded: Starts,
    /// The variables of all subscripts.
    variables: BTreeSet<Symbol>,
}

/// A statement with what is known of the code for it.
pub(super) struct Part<'p> {
    pub(super) place: usize,
    pub(super) evaluated: &'p Evaluated,
    /// Whether what was picked for it has vectors.
    pub(super) vectors: bool,
}

impl Model<'_, '_> {
    pub(super) fn traffic(&self, accesses: &BTreeSet<AccessId>) -> Traffic {
        let dependences = &self.egraph.analysis.dependences;
        let mut traffic = Traffic::default();
        for access in accesses.iter().map(|&id| dependences.access(id)) {
            let buffer = dependences.buffers.get_index_of(&access.buffer);
            let last = access.indices.last().and_then(Option::as_ref);
            let (Some(buffer), Some(last)) = (buffer, last) else {
                continue;
            };
            let starts = match access.is_write {
                true => &mut traffic.stored,
                false => &mut traffic.loaded,
            };
            starts.insert((buffer, last.constant));
            for index in access.indices.iter().flatten() {
                index.for_each_var(&mut |v| {
                    traffic.variables.insert(v);
                });
            }
        }
        traffic
    }

    /// Cycles that statements after one another wait for each other's stores.
    pub(super) fn late_loads(&self, parts: &[Part<'_>]) -> f64 {
        let late = parts.windows(2).filter(|pair| self.is_late(&pair[0], &pair[1]));
        late.count() as f64 * LATE_LOAD
    }

    /// Cycles that each iteration of a loop waits for the stores of the one before.
    pub(super) fn late_iterations(&self, root: Symbol, body: &Part<'_>) -> f64 {
        let traffic = &self.traffic[self.number_of(body.place)];
        let stays = !traffic
            .variables
            .iter()
            .any(|&v| self.egraph.analysis.root(v) == root);
        if stays && self.is_late(body, body) {
            LATE_LOAD
        } else {
            0.0
        }
    }

    fn is_late(&self, before: &Part<'_>, after: &Part<'_>) -> bool {
        if !before.vectors || !after.vectors {
            return false;
        }
        let [stored, loaded] = [before, after].map(|part| &self.traffic[self.number_of(part.place)]);
        let lanes = self.machine.vector_bytes as f64 / self.element_bytes[self.number_of(after.place)];
        let is_across = |gap: i64| gap % (lanes as i64).max(1) != 0;
        let mut across = stored.stored.iter().filter(|(buffer, start)| {
            let mut loads = loaded.loaded.iter();
            loads.any(|(other, from)| other == buffer && is_across(from - start))
        });
        across.any(|(buffer, _)| before.evaluated.memory.lines[*buffer] <= WAITING_LINES)
    }
}
