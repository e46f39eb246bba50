//! Statements that read copies of what is far apart: what it takes to make them.

use ovolo_rewrites::term::Panel;
use smallvec::smallvec;

use super::Model;
use super::site::{Alternative, Pick, Site, Work};
use crate::footprint;

/// Cycles to copy a vector to a panel, and a cell to one that lies across the rows: what it takes to write lines
/// that are in the second cache.
const COPIED_VECTOR: f64 = 12.0;
const COPIED_CELL: f64 = 2.0;

impl Model<'_, '_> {
    /// A statement after the copies that it reads. A copy is written and read in the nearest cache that keeps it beside
    /// the rest.
    pub(super) fn panels(&self, panels: &[Panel], inside: usize, n: usize, site: &mut Site<'_>) {
        let done = site.done;
        let Some(inner) = done.get(inside) else {
            return;
        };
        let buffers = &self.egraph.analysis.dependences.buffers;
        let here = &site.here.memory;
        let mut copying = vec![0.0; here.lines.len()];
        let Some(last) = self.machine.caches.len().checked_sub(1) else {
            return;
        };
        let mut core = 0.0;
        for panel in panels {
            let Some(buffer) = buffers.get_index_of(&panel.buffer) else {
                continue;
            };
            let bytes = buffers[buffer].element.byte_size() as f64;
            let copies = inner.memory.lines[last * buffers.len() + buffer];
            let cells = copies * self.machine.caches.first().map_or(64.0, |c| c.line as f64) / bytes;
            let rank = buffers[buffer].shape.len();
            let in_rows = usize::from(panel.along) + 1 == rank;
            let lanes = self.machine.vector_bytes as f64 / bytes;
            core += match in_rows {
                true => cells / lanes * COPIED_VECTOR,
                false => cells * COPIED_CELL,
            };
            for at in (0..=last).map(|level| level * buffers.len() + buffer) {
                let written = if inner.memory.kept[at] {
                    0.0
                } else {
                    footprint::WRITTEN * copies
                };
                copying[at] += here.lines[at] + written;
            }
        }
        for (which, (nest, _)) in inner.nests.iter().enumerate() {
            site.take(&nest.lines);
            site.lines.iter_mut().zip(&copying).for_each(|(a, b)| *a += b);
            let work = Work {
                core: nest.work.core + core,
                straight: false,
                ..nest.work
            };
            site.offer(self, work, || Pick {
                node: n,
                children: smallvec![Alternative::Nest(which as u32)],
            });
        }
    }
}
