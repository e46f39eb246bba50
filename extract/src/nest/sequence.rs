//! Statements after one another.

use std::sync::Arc;

use smallvec::smallvec;

use super::Model;
use super::forwarding::Part;
use super::site::{Alternative, Evaluated, Pick, RegisterTile, Site, Work};
use crate::block::Block;

impl Model<'_, '_> {
    pub(super) fn sequence(&self, statements: &[usize], n: usize, site: &mut Site<'_>) {
        let done = site.done;
        let Some(parts) = statements
            .iter()
            .map(|&s| done.get(s))
            .collect::<Option<Vec<_>>>()
        else {
            return;
        };
        if parts.iter().all(|p| !p.blocks.is_empty()) {
            let mut block = parts
                .iter()
                .fold(Block::default(), |all, p| all.then(&p.blocks[0].0));
            let as_blocks: Vec<Part<'_>> = statements
                .iter()
                .zip(&parts)
                .map(|(&place, part)| Part {
                    place,
                    evaluated: part,
                    vectors: part.blocks[0].0.has_vectors,
                })
                .collect();
            block.late += self.late_loads(&as_blocks);
            let children = smallvec![Alternative::Block(0); parts.len()];
            if !block.is_too_long() {
                site.here.blocks.push((block, Pick { node: n, children }));
            }
        }
        if parts.iter().any(|p| p.nests.is_empty()) {
            return;
        }
        // The best of every part, and each part's second best with the best of the others.
        let mut offer = |which: &[usize]| {
            let nests = || parts.iter().zip(which).map(|(p, &w)| &p.nests[w].0);
            site.lines.fill(0.0);
            for nest in nests() {
                let lines = site.lines.iter_mut().zip(&nest.lines);
                lines.for_each(|(sum, lines)| *sum += lines);
            }
            // What one part leaves in a cache the next finds there, if all of it fits.
            let here = &site.here.memory;
            let distinct = here.lines.iter().zip(&here.kept);
            for (sum, (distinct, &kept)) in site.lines.iter_mut().zip(distinct) {
                *sum = if kept { sum.min(*distinct) } else { *sum };
            }
            let rows = statements.iter().zip(&parts).zip(which);
            let as_picked: Vec<Part<'_>> = rows
                .map(|((&place, part), &w)| Part {
                    place,
                    evaluated: part,
                    vectors: part.nests[w].0.work.vectors,
                })
                .collect();
            let work = Work {
                core: nests().map(|n| n.work.core).sum::<f64>() + self.late_loads(&as_picked),
                scatter: nests().map(|n| n.work.scatter).fold(1.0, f64::max),
                row_begins: mean_by_lines(nests().map(|n| (n.work.row_begins, n.lines.iter().sum()))),
                tile: nests()
                    .max_by(|a, b| a.work.core.total_cmp(&b.work.core))
                    .map_or(RegisterTile::None, |n| n.work.tile),
                straight: nests().all(|n| n.work.straight),
                parallel: nests().any(|n| n.work.parallel),
                vectors: nests().any(|n| n.work.vectors),
            };
            site.offer(self, work, || Pick {
                node: n,
                children: which.iter().map(|&w| Alternative::Nest(w as u32)).collect(),
            });
        };
        let mut which = vec![0; parts.len()];
        offer(&which);
        if parts.iter().any(|p| p.nests[0].0.work.parallel) {
            // The best on one thread, for a parallel loop around all.
            let alone = |p: &&Arc<Evaluated>| p.nests.iter().position(|n| !n.0.work.parallel);
            if let Some(alone) = parts.iter().map(alone).collect::<Option<Vec<usize>>>() {
                offer(&alone);
            }
        }
        for (k, part) in parts.iter().enumerate() {
            if part.nests.len() > 1 {
                which[k] = 1;
                offer(&which);
                which[k] = 0;
            }
        }
    }
}

/// The mean of numbers, each of which counts as often as lines are moved where it holds.
fn mean_by_lines(parts: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (sum, lines) = parts.fold((0.0, 0.0), |(sum, all), (number, lines)| {
        (sum + number * lines, all + lines)
    });
    if lines > 0.0 { sum / lines } else { 0.0 }
}
