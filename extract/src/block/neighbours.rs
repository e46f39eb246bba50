//! Loads of neighbouring elements: copies of code share what they read, and vectors of which only some can begin where a
//! line does.

use std::collections::BTreeMap;
use std::sync::Arc;

use egg::Symbol;
use ovolo_rewrites::dependence::Access;

use super::{Block, Item, Kind, is_contiguous};
use crate::machine::Machine;

impl Block {
    /// For the loads that, in code copied out for `trip` values of a variable `step` apart, read what a copy of another
    /// load reads: how many of their copies read something else. `a[i - 1]`, `a[i]` and `a[i + 1]` are six elements in
    /// four copies, of which the first load reads four and the others one each.
    pub(super) fn read_anew(&self, root: Symbol, trip: f64, step: i64) -> BTreeMap<usize, f64> {
        let loads = self.loads_over(root);
        let mut found = BTreeMap::new();
        let mut is_placed = vec![false; loads.len()];
        for first in 0..loads.len() {
            if is_placed[first] {
                continue;
            }
            let mut row: Vec<(i64, usize)> = vec![(0, loads[first].0)];
            for (other, &(n, access)) in loads.iter().enumerate().skip(first + 1) {
                if is_placed[other] || self.items[n].instructions != self.items[loads[first].0].instructions {
                    continue;
                }
                if let Some(ahead) = iterations_ahead(access, loads[first].1, root).filter(|x| x % step == 0) {
                    is_placed[other] = true;
                    row.push((ahead / step, n));
                }
            }
            row.sort_unstable();
            for pair in row.windows(2) {
                let [(before, _), (here, n)] = [pair[0], pair[1]];
                found.insert(n, trip.min((here - before) as f64));
            }
        }
        found
    }

    /// The loads that move with a variable, of buffers that the block does not write, with their places in it.
    fn loads_over(&self, root: Symbol) -> Vec<(usize, &Arc<Access>)> {
        let is_written = |buffer: Symbol| {
            let mut items = self.items.iter();
            items.any(|item| matches!(&item.kind, Kind::Store(stored) if stored.access.buffer == buffer))
        };
        let items = self.items.iter().enumerate();
        let moving = items.filter(|(_, item)| item.roots.contains(&root));
        let loads = moving.filter_map(|(n, item)| match &item.kind {
            Kind::Load(access) => Some((n, access)),
            _ => None,
        });
        loads.filter(|(_, access)| !is_written(access.buffer)).collect()
    }

    /// Vectors over a variable that begin at neighbouring elements do not all begin where a line does: those that do not
    /// lie in two lines, and take the cycles of two loads.
    pub(super) fn across_lines(&mut self, root: Symbol, lanes: f64, machine: &Machine, bytes: f64) {
        let line = machine.caches.first().map_or(64.0, |c| c.line as f64);
        let long = (lanes * bytes).min(machine.vector_bytes as f64);
        let in_two = (long - bytes) / line;
        let modulus = (long / bytes) as i64;
        let mut starts: BTreeMap<Symbol, BTreeMap<i64, usize>> = BTreeMap::new();
        for (buffer, start) in self.items.iter().filter_map(|item| start(item, root, modulus)) {
            *starts.entry(buffer).or_default().entry(start).or_default() += 1;
        }
        starts.retain(|_, starts| starts.len() > 1);
        for item in &mut self.items {
            let Some((buffer, start)) = start(item, root, modulus) else {
                continue;
            };
            let most = starts.get(&buffer).and_then(|all| all.iter().max_by_key(|(_, count)| **count));
            if most.is_some_and(|(most, _)| *most != start) {
                item.slots += in_two;
            }
        }
    }
}

/// The buffer of which a load reads consecutive elements, and how far the first is from a multiple of a vector when the
/// variables are.
fn start(item: &Item, root: Symbol, modulus: i64) -> Option<(Symbol, i64)> {
    match &item.kind {
        Kind::Load(access) if modulus > 1 && is_contiguous(access, root) => {
            let last = access.indices.last()?.as_ref()?;
            Some((access.buffer, last.constant.rem_euclid(modulus)))
        }
        _ => None,
    }
}

/// How many iterations of a loop over `root` later another load reads what this one does.
fn iterations_ahead(access: &Access, other: &Access, root: Symbol) -> Option<i64> {
    if access.buffer != other.buffer || access.indices.len() != other.indices.len() {
        return None;
    }
    let mut ahead = None;
    for (here, there) in access.indices.iter().zip(&other.indices) {
        let (here, there) = (here.as_ref()?, there.as_ref()?);
        let gap = if here == there { 0 } else { here.subtract(there)?.as_constant()? };
        let iterations = match here.coefficient(root) {
            0 if gap == 0 && !here.uses(root) => continue,
            0 => return None,
            moves if gap % moves == 0 => gap / moves,
            _ => return None,
        };
        if ahead.is_some_and(|known| known != iterations) {
            return None;
        }
        ahead = Some(iterations);
    }
    ahead
}
