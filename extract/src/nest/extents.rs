//! How far loops go.

use std::sync::Arc;

use egg::{Id, Symbol};
use ovolo_rewrites::level::{Level, Tiles, size_name, tile_of};
use ovolo_rewrites::linear::{Atom, Linear};
use ovolo_rewrites::term::{IndexOp, Node};

use super::Model;
use super::site::{Evaluated, Now};
use crate::extents::{ASSUMED_EXTENT, Extents};

impl Model<'_, '_> {
    /// How far each induction variable of the source ranges inside the class. Every node says the same; a loop that is
    /// in one piece says it best.
    pub(super) fn extents(&self, place: usize, done: &[Arc<Evaluated>], now: Now<'_>) -> Extents {
        let loops = self.nodes(place).filter_map(|(node, children)| match node {
            Node::For(head, bounds) => Some((head, bounds, done.get(children[0])?)),
            _ => None,
        });
        let level = |iv: Symbol| self.egraph.analysis.level(iv);
        if let Some((head, [lo, hi, _], body)) = loops.min_by_key(|(head, ..)| level(head.iv)) {
            let mut extents = body.extents.clone();
            let root = self.egraph.analysis.root(head.iv);
            let extent = self.extent(root, [*lo, *hi], now);
            self.widen(place, root, extent, &mut extents);
            let known = extents.entry(root);
            *known = known.max(extent);
            return extents;
        }
        let mut extents = Extents::default();
        for (node, children) in self.nodes(place) {
            let parts = children.iter().filter_map(|&s| done.get(s));
            for (root, extent) in parts.flat_map(|part| part.extents.iter()) {
                let known = extents.entry(root);
                *known = match node {
                    Node::If(..) => known.max(extent),
                    _ => (*known + extent).min(self.range(root).max(extent)),
                };
            }
            if !extents.is_empty() {
                break;
            }
        }
        extents
    }

    /// What stripes that move with a loop over `root` add to the extents of the loops that they cut: each iteration
    /// moves them on. The loop over the stripes goes through all.
    fn widen(&self, place: usize, root: Symbol, extent: f64, extents: &mut Extents) {
        let class = self.space.places[place].class;
        for (stripe, wavefront) in &self.egraph.analysis.wavefronts {
            let inside = self.egraph[class].data.variables.contains(stripe);
            let moved = match *stripe == root {
                true => f64::INFINITY,
                false if wavefront.time == root && inside => wavefront.factor as f64 * (extent - 1.0),
                false => continue,
            };
            for (member, _) in &wavefront.members {
                if let Some(known) = extents.get_mut(*member) {
                    *known = (*known + moved).min(self.range(*member));
                }
            }
        }
    }

    /// Takes down the loops of a place.
    pub(super) fn note_loops(&mut self, place: usize) {
        let analysis = &self.egraph.analysis;
        let mut found = Vec::new();
        for (node, _) in self.nodes(place) {
            let Node::For(head, [lo, hi, _]) = node else {
                continue;
            };
            let root = analysis.root(head.iv);
            let sizes = self.egraph[*lo].nodes.iter().filter_map(|node| match node {
                Node::Var(tile) if analysis.root(*tile) == root => Some(size_name(*tile)),
                _ => None,
            });
            found.push(((root, *lo, *hi), sizes.collect()));
        }
        self.loops.extend(found);
    }

    /// How many values of `root` a loop with these bounds covers.
    pub(super) fn extent(&self, root: Symbol, [lo, hi]: [Id; 2], now: Now<'_>) -> f64 {
        let known = self.loops.get_index_of(&(root, lo, hi));
        known.map_or(ASSUMED_EXTENT, |number| now.loops[number])
    }

    /// The same for given sizes. A loop that starts where a tile does covers the tile, and no more than there are; what
    /// its end is at the typical place of the tile says less.
    pub(super) fn covered(&self, root: Symbol, [lo, hi]: [Id; 2], starts: &[Symbol], tiles: &Tiles) -> f64 {
        let tile = starts.iter().find_map(|size| tiles.get(size));
        match tile {
            Some(&size) => (size as f64).min(self.range(root)),
            None if self.splits.contains(&self.egraph.find(lo)) => {
                let exact = (self.number(hi, tiles) - self.number(lo, tiles)).max(0.0);
                self.length_of_tail(root, [lo, hi], tiles).unwrap_or(exact)
            }
            None => {
                let exact = (self.number(hi, tiles) - self.number(lo, tiles)).max(0.0);
                self.length_in_cut_stripe(root, [lo, hi], tiles)
                    .map_or(exact, |length| length.min(exact))
            }
        }
    }

    /// How much of a loop is in a stripe that is cut short, on average. The stripes at an end of the loop begin where its
    /// first iteration in time does, and end where its last one does: between them so much is missing for half of the
    /// time as the stripes move.
    fn length_in_cut_stripe(&self, root: Symbol, [lo, hi]: [Id; 2], tiles: &Tiles) -> Option<f64> {
        let is_cut = |class: Id, op: IndexOp| {
            let mut nodes = self.egraph[class].nodes.iter();
            nodes.any(|node| matches!(node, Node::Index(found, _) if *found == op))
        };
        if !is_cut(lo, IndexOp::Max) || !is_cut(hi, IndexOp::Min) {
            return None;
        }
        let analysis = &self.egraph.analysis;
        let cuts = |stripe: &&Symbol| {
            let wavefront = analysis.wavefronts.get(*stripe);
            wavefront.is_some_and(|w| w.members.iter().any(|(member, _)| *member == root))
        };
        let stripe = self.variables(lo).find(cuts)?;
        let size = *tiles.get(&size_name(*stripe))? as f64;
        let wavefront = &analysis.wavefronts[stripe];
        let mut loops = analysis.loops.iter();
        let (tile, _) = loops.find(|(_, v)| v.root == wavefront.time && v.level == Level::Cache)?;
        let time = *tiles.get(&size_name(*tile))? as f64;
        let moved = wavefront.factor as f64 * (time - 1.0);
        Some(size * (size + moved / 2.0) / (size + moved))
    }

    /// What tiles leave of a loop, on average: half of a tile. `None` where it is the same every time.
    fn length_of_tail(&self, root: Symbol, bounds: [Id; 2], tiles: &Tiles) -> Option<f64> {
        let variables = || bounds.iter().flat_map(|&bound| self.variables(bound));
        let is_stripe = |v: &Symbol| tile_of(*v).is_some_and(|(_, level)| level == Level::Wavefront);
        if variables().all(|v| tile_of(*v).is_some()) || variables().any(is_stripe) {
            return None;
        }
        let mut sizes = variables().filter(|v| tile_of(**v) == Some((root, Level::Register)));
        let size = *tiles.get(sizes.next()?)? as f64;
        Some(((size - 1.0) / 2.0).min(self.range(root) / 2.0))
    }

    /// Whether a loop within a tile may end before the tile does.
    pub(super) fn has_open_end(&self, hi: Id) -> bool {
        let mut nodes = self.egraph[hi].nodes.iter();
        nodes.any(|node| matches!(node, Node::Index(IndexOp::Min, _)))
    }

    /// Where the value of a variable lies.
    pub(super) fn interval(&self, v: Symbol) -> (f64, f64) {
        let range = self.range(v);
        match self.typical.get(&v) {
            Some(middle) => (middle - range / 2.0, middle + range / 2.0),
            None => (ASSUMED_EXTENT, ASSUMED_EXTENT),
        }
    }

    /// The value of an index class, its variables at typical values.
    fn number(&self, class: Id, tiles: &Tiles) -> f64 {
        match self.expressions.best(class) {
            Node::Int(n) => *n as f64,
            Node::Var(name) => match (tiles.get(name), self.typical.get(name)) {
                (Some(&size), _) => size as f64,
                (None, Some(&value)) => value,
                (None, None) => ASSUMED_EXTENT,
            },
            Node::Index(op, [a, b]) => {
                let (a, b) = (self.number(*a, tiles), self.number(*b, tiles));
                match op {
                    IndexOp::Add => a + b,
                    IndexOp::Mul => a * b,
                    IndexOp::FloorDiv => (a / b).floor(),
                    IndexOp::CeilDiv => (a / b).ceil(),
                    IndexOp::Mod => a - (a / b).floor() * b,
                    IndexOp::Min => a.min(b),
                    IndexOp::Max => a.max(b),
                }
            }
            _ => ASSUMED_EXTENT,
        }
    }

    pub(super) fn linear(&self, linear: &Linear) -> f64 {
        let terms = linear.terms.iter().map(|(atom, c)| {
            let value = match atom {
                Atom::Var(v) => self.typical.get(v).copied().unwrap_or(ASSUMED_EXTENT),
                Atom::FloorDiv(inner, d) => (self.linear(inner) / *d as f64).floor(),
                Atom::Mod(_, d) => *d as f64 / 2.0,
            };
            *c as f64 * value
        });
        linear.constant as f64 + terms.sum::<f64>()
    }

    /// Bytes of all buffers together.
    pub(super) fn buffer_bytes(&self) -> f64 {
        let buffers = self.egraph.analysis.dependences.buffers.values();
        let bytes = buffers.map(|buffer| {
            let extents = buffer.shape.iter().map(|extent| match extent {
                Some(extent) => self.linear(extent).max(1.0),
                None => ASSUMED_EXTENT,
            });
            buffer.element.byte_size() as f64 * extents.product::<f64>()
        });
        bytes.sum()
    }
}
