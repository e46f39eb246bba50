//! Names for affine maps and integer sets: `#map`, `#map1`, … and `#set`, `#set1`, … by first use.

use std::fmt::Write;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::affine::{AffineMap, IntegerSet};

#[derive(Default)]
pub struct Aliases {
    maps: IndexSet<Arc<AffineMap>, FxBuildHasher>,
    sets: IndexSet<Arc<IntegerSet>, FxBuildHasher>,
}

impl Aliases {
    pub fn map(&mut self, map: &Arc<AffineMap>) -> String {
        name("map", self.maps.insert_full(map.clone()).0)
    }

    pub fn set(&mut self, set: &Arc<IntegerSet>) -> String {
        name("set", self.sets.insert_full(set.clone()).0)
    }

    /// The lines that define the aliases.
    pub fn definitions(&self) -> String {
        let mut out = String::new();
        for (i, map) in self.maps.iter().enumerate() {
            let _ = writeln!(out, "{} = affine_map<{map}>", name("map", i));
        }
        for (i, set) in self.sets.iter().enumerate() {
            let _ = writeln!(out, "{} = affine_set<{set}>", name("set", i));
        }
        out
    }
}

fn name(stem: &str, index: usize) -> String {
    match index {
        0 => format!("#{stem}"),
        _ => format!("#{stem}{index}"),
    }
}
