//! Bodies of loops that read some buffers early.

use egg::Id;
use ovolo_rewrites::term::{Early, Node, Timing};
use smallvec::smallvec;

use super::Model;
use super::site::{Alternative, Pick, Site};

impl Model<'_, '_> {
    /// The body, in which reads before the loop are told apart from those inside, and hints take their time.
    pub(super) fn early(&self, early: &Early, inside: usize, n: usize, site: &mut Site<'_>) {
        let done = site.done;
        let Some(inner) = done.get(inside) else {
            return;
        };
        let pick = |alternative| Pick {
            node: n,
            children: smallvec![alternative],
        };
        let root = self.egraph.analysis.root(early.iv);
        for (which, (block, _)) in inner.blocks.iter().enumerate() {
            let mut block = block.clone();
            match early.timing {
                Timing::Before { .. } => block.hoisted.extend(early.buffers.iter().copied()),
                Timing::Ahead(_) => block = block.with_hints(&early.buffers, root),
            }
            site.here
                .blocks
                .push((block, pick(Alternative::Block(which as u32))));
        }
        for (which, (nest, _)) in inner.nests.iter().enumerate() {
            site.take(&nest.lines);
            site.offer(self, nest.work, || pick(Alternative::Nest(which as u32)));
        }
    }

    /// The class of a body, whatever it reads early.
    pub(super) fn body_of(&self, place: usize) -> Id {
        let mut class = self.space.places[place].class;
        while let [Node::Early(_, [inside])] = self.egraph[class].nodes.as_slice() {
            class = self.egraph.find(*inside);
        }
        class
    }
}
