//! How far induction variables range inside a statement.

use egg::Symbol;
use smallvec::SmallVec;

/// How many consecutive values each induction variable of the source takes inside a statement; a
/// variable that it does not name takes one. There are few, so a list is the quickest map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extents(SmallVec<[(Symbol, f64); 4]>);

impl Extents {
    /// Whether no extent is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The loops of the source with their extents, in iterations.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, f64)> {
        self.0.iter().copied()
    }

    /// The extent of a loop of the source, in iterations.
    pub fn get(&self, root: Symbol) -> Option<f64> {
        self.iter().find(|(v, _)| *v == root).map(|(_, extent)| extent)
    }

    /// As [`Extents::get`], to be changed.
    pub fn get_mut(&mut self, root: Symbol) -> Option<&mut f64> {
        let mut all = self.0.iter_mut();
        all.find(|(v, _)| *v == root).map(|(_, extent)| extent)
    }

    /// The extent of a variable, none where it is not named.
    pub fn entry(&mut self, root: Symbol) -> &mut f64 {
        let place = self.0.iter().position(|(v, _)| *v == root);
        let place = place.unwrap_or_else(|| {
            self.0.push((root, 0.0));
            self.0.len() - 1
        });
        &mut self.0[place].1
    }

    /// How many values a variable takes, named or not.
    pub fn of(&self, root: Symbol) -> f64 {
        self.get(root).unwrap_or(1.0)
    }
}

/// An extent that is not known when the program is compiled is taken to be this.
pub(crate) const ASSUMED_EXTENT: f64 = 1000.0;
