//! Statements after one another.

use std::sync::Arc;

use super::{Alternative, Evaluated, Model, Nest, Pick};
use crate::block::Block;

impl Model<'_, '_> {
    pub(super) fn sequence(
        &self,
        statements: &[usize],
        n: usize,
        done: &[Arc<Evaluated>],
        here: &mut Evaluated,
    ) {
        let Some(parts) = statements
            .iter()
            .map(|&s| done.get(s))
            .collect::<Option<Vec<_>>>()
        else {
            return;
        };
        if parts.iter().all(|p| !p.blocks.is_empty()) {
            let block = parts
                .iter()
                .fold(Block::default(), |all, p| all.then(&p.blocks[0].0));
            let children = vec![Alternative::Block(0); parts.len()];
            if !block.is_too_long() {
                here.blocks.push((block, Pick { node: n, children }));
            }
        }
        if parts.iter().any(|p| p.nests.is_empty()) {
            return;
        }
        // The best of every part, and each part's second best with the best of the others.
        let mut offer = |which: &[usize]| {
            let nests: Vec<&Nest> = parts.iter().zip(which).map(|(p, &w)| &p.nests[w].0).collect();
            let mut lines = self.no_lines();
            for nest in &nests {
                for (sum, level) in lines.iter_mut().zip(&nest.lines) {
                    sum.iter_mut().zip(level).for_each(|(s, l)| *s += l);
                }
            }
            // What one part leaves in a cache the next finds there, if all of it fits.
            for ((level, kept), distinct) in lines.iter_mut().zip(&here.kept).zip(&here.lines) {
                for ((sum, distinct), &kept) in level.iter_mut().zip(distinct).zip(kept) {
                    *sum = if kept { sum.min(*distinct) } else { *sum };
                }
            }
            let scatter = nests.iter().map(|n| n.scatter).fold(1.0, f64::max);
            let mut nest = self.nest(nests.iter().map(|n| n.core).sum(), lines, scatter);
            nest.straight = nests.iter().all(|n| n.straight);
            nest.parallel = nests.iter().any(|n| n.parallel);
            let children = which.iter().map(|&w| Alternative::Nest(w)).collect();
            here.nests.push((nest, Pick { node: n, children }));
        };
        let mut which = vec![0; parts.len()];
        offer(&which);
        if parts.iter().any(|p| p.nests[0].0.parallel) {
            // The best on one thread, for a parallel loop around all.
            let alone = |p: &&Arc<Evaluated>| p.nests.iter().position(|n| !n.0.parallel);
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
