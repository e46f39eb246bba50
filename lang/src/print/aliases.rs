//! Names for affine maps and integer sets: `#map`, `#map1`, … and `#set`, `#set1`, … by first use, but for those that
//! stand in the text of an operation that nothing is known of, where they name something else.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::affine::{AffineMap, IntegerSet};
use crate::ir::Module;
use crate::unknown_op::ASSEMBLY;

use crate::text::push_number;

#[derive(Default)]
pub struct Aliases {
    maps: IndexSet<Arc<AffineMap>, FxBuildHasher>,
    sets: IndexSet<Arc<IntegerSet>, FxBuildHasher>,
    /// Numbers behind `#map` and `#set` that are no names here.
    taken: BTreeSet<(&'static str, u64)>,
}

const STEMS: [&str; 2] = ["map", "set"];

impl Aliases {
    /// No names yet for a module.
    pub fn of(module: &Module) -> Aliases {
        let mut taken = BTreeSet::new();
        module.walk(module.top(), &mut |op| {
            let op = module.op(op);
            if op.code().is_none()
                && let Some(text) = op.attribute(ASSEMBLY).and_then(|a| a.as_str())
            {
                taken.extend(text.split('#').skip(1).filter_map(numbered));
            }
        });
        Aliases {
            taken,
            ..Aliases::default()
        }
    }

    fn name(&self, stem: &'static str, index: usize, out: &mut String) {
        let mut number = index as u64;
        for (_, other) in self.taken.range((stem, 0)..=(stem, u64::MAX)) {
            if *other <= number {
                number += 1;
            }
        }
        out.push('#');
        out.push_str(stem);
        if number > 0 {
            push_number(out, number);
        }
    }

    /// Writes the name of the map, a new one where it is the first of its kind.
    pub fn map(&mut self, map: &Arc<AffineMap>, out: &mut String) {
        let index = match self.maps.get_index_of(map) {
            Some(index) => index,
            None => self.maps.insert_full(map.clone()).0,
        };
        self.name("map", index, out);
    }

    /// As [`Aliases::map`], for a set.
    pub fn set(&mut self, set: &Arc<IntegerSet>, out: &mut String) {
        let index = match self.sets.get_index_of(set) {
            Some(index) => index,
            None => self.sets.insert_full(set.clone()).0,
        };
        self.name("set", index, out);
    }

    /// The lines that define the aliases.
    pub fn definitions(&self) -> String {
        let mut out = String::new();
        for (i, map) in self.maps.iter().enumerate() {
            self.name("map", i, &mut out);
            let _ = writeln!(out, " = affine_map<{map}>");
        }
        for (i, set) in self.sets.iter().enumerate() {
            self.name("set", i, &mut out);
            let _ = writeln!(out, " = affine_set<{set}>");
        }
        out
    }
}

/// The name of this module's kind that a text behind `#` begins with.
fn numbered(text: &str) -> Option<(&'static str, u64)> {
    let stem = STEMS.into_iter().find(|stem| text.starts_with(stem))?;
    let digits = text[stem.len()..].split(|c: char| !c.is_ascii_digit()).next()?;
    match digits {
        "" => Some((stem, 0)),
        _ => Some((stem, digits.parse().ok()?)),
    }
}
