//! Loads of neighbouring elements: copies of code share what they read, and vectors of which only some can begin where a
//! line does.

use std::collections::BTreeMap;
use std::sync::Arc;

use egg::Symbol;
use ovolo_rewrites::dependence::Access;

use super::{Block, Item, Kind, is_contiguous};
use crate::chain::distance;
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
                if let Some(ahead) = iterations_ahead(access, loads[first].1, root).filter(|x| x % step == 0)
                {
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
            let most = starts
                .get(&buffer)
                .and_then(|all| all.iter().max_by_key(|(_, count)| **count));
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

/// How many iterations of a loop over `root` later another load reads what this one does; `None` too where neither moves.
fn iterations_ahead(access: &Access, other: &Access, root: Symbol) -> Option<i64> {
    if access.buffer != other.buffer {
        return None;
    }
    let (moves, iterations) = distance(access, other, root)?;
    moves.then_some(iterations)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ovolo_rewrites::linear::Linear;

    use super::*;
    use crate::block::Lanes;
    use crate::chain::Stored;

    fn access(buffer: &str, offsets: [i64; 2]) -> Access {
        let index =
            |(name, offset): (&str, i64)| Linear::var(Symbol::from(name)).add(&Linear::constant(offset));
        Access {
            buffer: Symbol::from(buffer),
            indices: ["i", "j"].into_iter().zip(offsets).map(index).collect(),
            is_write: false,
            guard: Default::default(),
        }
    }

    /// A store to `target` of what is read of `A` around `i, j`.
    fn code(target: &str, reads: &[[i64; 2]]) -> Block {
        let roots = || BTreeSet::from([Symbol::from("i"), Symbol::from("j")]);
        let load = |offsets: &[i64; 2]| Item::new(Kind::Load(Arc::new(access("A", *offsets))), None, roots());
        let mut items: Vec<Item> = reads.iter().map(load).collect();
        let stored = Stored {
            access: Arc::new(access(target, [0, 0])),
            sources: [].into(),
            copies: Vec::new(),
            reduced: None,
        };
        items.push(Item::new(Kind::Store(stored), None, roots()));
        Block {
            items,
            ..Block::default()
        }
    }

    fn loads(block: &Block) -> f64 {
        let loads = block
            .items
            .iter()
            .filter(|item| matches!(item.kind, Kind::Load(_)));
        loads.map(|item| item.count).sum()
    }

    const STAR: &[[i64; 2]] = &[[0, 0], [0, -1], [0, 1], [1, 0], [-1, 0]];

    #[test]
    fn copies_share_what_they_read() {
        let [i, j] = ["i", "j"].map(Symbol::from);
        // Six elements of the column, and four to either side.
        assert_eq!(loads(&code("B", STAR).unrolled(i, 4.0, 1)), 14.0);
        // Rows that are two apart have none in common but every other.
        assert_eq!(
            loads(&code("B", &[[0, 0], [2, 0], [1, 0]]).unrolled(i, 4.0, 2)),
            9.0
        );
        // Vectors at neighbouring elements are different vectors.
        assert_eq!(loads(&code("B", STAR).unrolled(j, 2.0, 8)), 10.0);
        // No more than all copies of a load are its own.
        assert_eq!(loads(&code("B", &[[0, 0], [9, 0]]).unrolled(i, 4.0, 1)), 8.0);
    }

    #[test]
    fn what_is_written_is_read_again() {
        assert_eq!(loads(&code("A", STAR).unrolled(Symbol::from("i"), 4.0, 1)), 20.0);
    }

    #[test]
    fn neighbouring_vectors_lie_across_lines() {
        let machine = Machine {
            vector_bytes: 64,
            ..Machine::generic()
        };
        let slots = |reads: &[[i64; 2]]| -> f64 {
            let block = code("B", reads).vectorized(Lanes::of(Symbol::from("j")), 8.0, &machine, 8.0);
            let loads = block
                .items
                .iter()
                .filter(|item| matches!(item.kind, Kind::Load(_)));
            loads.map(|item| item.slots).sum()
        };
        // Seven of eight elements at which a vector of a whole line may begin are inside one.
        assert_eq!(slots(STAR), 3.0 + 2.0 * 1.875);
        assert_eq!(slots(&[[0, 0], [1, 8], [0, -16]]), 3.0);
    }
}
