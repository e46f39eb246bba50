//! What places came to is remembered by the tile sizes that it depends on.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex};

use egg::Symbol;

use super::Model;
use super::site::{Evaluated, Now, Site};
use ovolo_rewrites::level::Tiles;

/// How many values of its tile sizes are remembered for each place: more than descent asks for again.
const REMEMBERED: usize = 48;

/// Tile sizes that the costs of places depend on, and the values of them that were met.
pub(super) struct Sizes {
    names: Vec<Symbol>,
    /// Each with its number.
    met: Mutex<HashMap<Vec<i64>, usize>>,
}

impl Sizes {
    pub(super) fn new(names: Vec<Symbol>) -> Sizes {
        Sizes {
            names,
            met: Mutex::default(),
        }
    }

    /// The number of the values of these sizes; `None` where too many are remembered already.
    fn number(&self, tiles: &Tiles) -> Option<usize> {
        let sizes = self.names.iter();
        let values = sizes.map(|size| tiles.get(size).copied().unwrap_or_default());
        let mut met = self.met.lock().expect("no thread panics with the lock");
        let next = met.len();
        match met.entry(values.collect()) {
            Entry::Occupied(known) => Some(*known.get()),
            Entry::Vacant(new) if next < REMEMBERED => Some(*new.insert(next)),
            Entry::Vacant(_) => None,
        }
    }
}

/// What a place came to, by the number of the values of its sizes.
#[derive(Default)]
pub(super) struct Known(Mutex<Vec<Option<Arc<Evaluated>>>>);

impl Known {
    fn get(&self, number: usize) -> Option<Arc<Evaluated>> {
        let known = self.0.lock().expect("no thread panics with the lock");
        known.get(number)?.clone()
    }

    fn set(&self, number: usize, evaluated: &Arc<Evaluated>) {
        let mut known = self.0.lock().expect("no thread panics with the lock");
        if known.len() <= number {
            known.resize(number + 1, None);
        }
        known[number] = Some(Arc::clone(evaluated));
    }
}

impl Model<'_, '_> {
    /// What every place comes to for these tile sizes.
    pub(super) fn evaluate(&self, tiles: &Tiles) -> Vec<Arc<Evaluated>> {
        let numbers: Vec<Option<usize>> = self.sizes.iter().map(|sizes| sizes.number(tiles)).collect();
        let loops = self.loops.iter();
        let loops: Vec<f64> = loops
            .map(|(&(root, lo, hi), starts)| self.covered(root, [lo, hi], starts, tiles))
            .collect();
        let now = Now { tiles, loops: &loops };
        let mut done: Vec<Arc<Evaluated>> = Vec::with_capacity(self.places());
        for place in 0..self.places() {
            let number = numbers[self.depends_on[place]];
            let known = &self.known[place];
            let here = number.and_then(|n| known.get(n)).unwrap_or_else(|| {
                let here = Arc::new(self.evaluate_place(place, &done, now));
                if let Some(number) = number {
                    known.set(number, &here);
                }
                here
            });
            done.push(here);
        }
        done
    }

    fn evaluate_place(&self, place: usize, done: &[Arc<Evaluated>], now: Now<'_>) -> Evaluated {
        let extents = self.extents(place, done, now);
        let footprint = &self.footprints[self.number_of(place)];
        let memory = footprint.touched(&extents, &self.ranges, &self.machine.caches);
        let here = Evaluated {
            extents,
            memory,
            ..Evaluated::default()
        };
        let mut site = Site::new(here, done, now);
        for n in 0..self.space.places[place].options.len() {
            self.alternatives(place, n, &mut site);
        }
        site.finish(self.machine)
    }
}
