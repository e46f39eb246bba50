//! Statements that read copies of what is far apart: what it takes to make them.

use std::sync::Arc;

use ovolo_rewrites::term::Panel;

use super::Nest;
use super::{Alternative, Evaluated, Model, Pick};
use crate::footprint;

/// Cycles to copy a vector to a panel, and a cell to one that lies across the rows: what it takes to write lines
/// that are in the second cache.
const COPIED_VECTOR: f64 = 12.0;
const COPIED_CELL: f64 = 2.0;

impl Model<'_, '_> {
    /// A statement after the copies that it reads. A copy is written and read in the nearest cache that keeps it beside
    /// the rest.
    pub(super) fn panels(
        &self,
        panels: &[Panel],
        inside: usize,
        n: usize,
        done: &[Arc<Evaluated>],
        here: &mut Evaluated,
    ) {
        let Some(inner) = done.get(inside) else {
            return;
        };
        let buffers = &self.egraph.analysis.dependences.buffers;
        let mut copying = self.no_lines();
        let Some(last) = self.machine.caches.len().checked_sub(1) else {
            return;
        };
        let mut core = 0.0;
        for panel in panels {
            let Some(buffer) = buffers.get_index_of(&panel.buffer) else {
                continue;
            };
            let bytes = buffers[buffer].element.byte_size() as f64;
            let copies = inner.lines[last][buffer];
            let cells = copies * self.machine.caches.first().map_or(64.0, |c| c.line as f64) / bytes;
            let rank = buffers[buffer].shape.len();
            let in_rows = usize::from(panel.along) + 1 == rank;
            let lanes = self.machine.vector_bytes as f64 / bytes;
            core += match in_rows {
                true => cells / lanes * COPIED_VECTOR,
                false => cells * COPIED_CELL,
            };
            for (level, lines) in copying.iter_mut().enumerate() {
                let written = if inner.kept[level][buffer] {
                    0.0
                } else {
                    footprint::WRITTEN * copies
                };
                lines[buffer] += here.lines[level][buffer] + written;
            }
        }
        for (which, (nest, _)) in inner.nests.iter().enumerate() {
            let lines = nest.lines.iter().zip(&copying);
            let lines = lines.map(|(a, b)| a.iter().zip(b).map(|(a, b)| a + b).collect());
            let sum = Nest {
                parallel: nest.parallel,
                ..self.nest(nest.core + core, lines.collect(), nest.scatter)
            };
            here.nests.push((
                sum,
                Pick {
                    node: n,
                    children: vec![Alternative::Nest(which)],
                },
            ));
        }
    }
}
