//! Names for affine maps and integer sets: `#map`, `#map1`, … and `#set`, `#set1`, … by first use.

use std::fmt::Write;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::affine::{AffineMap, IntegerSet};

use super::text::push_number;

#[derive(Default)]
pub struct Aliases {
    maps: IndexSet<Arc<AffineMap>, FxBuildHasher>,
    sets: IndexSet<Arc<IntegerSet>, FxBuildHasher>,
}

impl Aliases {
    /// Writes the name of the map, a new one where it is the first of its kind.
    pub fn map(&mut self, map: &Arc<AffineMap>, out: &mut String) {
        let index = match self.maps.get_index_of(map) {
            Some(index) => index,
            None => self.maps.insert_full(map.clone()).0,
        };
        name("map", index, out);
    }

    /// As [`Aliases::map`], for a set.
    pub fn set(&mut self, set: &Arc<IntegerSet>, out: &mut String) {
        let index = match self.sets.get_index_of(set) {
            Some(index) => index,
            None => self.sets.insert_full(set.clone()).0,
        };
        name("set", index, out);
    }

    /// The lines that define the aliases.
    pub fn definitions(&self) -> String {
        let mut out = String::new();
        for (i, map) in self.maps.iter().enumerate() {
            name("map", i, &mut out);
            let _ = writeln!(out, " = affine_map<{map}>");
        }
        for (i, set) in self.sets.iter().enumerate() {
            name("set", i, &mut out);
            let _ = writeln!(out, " = affine_set<{set}>");
        }
        out
    }
}

fn name(stem: &str, index: usize, out: &mut String) {
    out.push('#');
    out.push_str(stem);
    if index > 0 {
        push_number(out, index as u64);
    }
}
