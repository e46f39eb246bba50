//! Whether a loop, a condition or a copy is what a line of a sketch says.

use egg::{Id, Symbol};
use ovolo_rewrites::schedule::{Index, LoopSketch, Over, Reads, Way, index_of};
use ovolo_rewrites::term::{Comparison, Loop, LoopKind, Node, Step};

use super::fitting::Fitting;

impl Fitting<'_, '_, '_, '_> {
    /// Whether conditions are those that are wanted.
    pub(super) fn are(
        &self,
        wanted: &[(Index, Comparison)],
        comparisons: &[Comparison],
        conditions: &[Id],
    ) -> bool {
        let found = conditions.iter().map(|&id| self.bound(id)).zip(comparisons);
        let same =
            |((index, comparison), (found, other)): (&(Index, Comparison), (Option<Index>, &Comparison))| {
                comparison == other && found.as_ref() == Some(index)
            };
        wanted.len() == conditions.len() && wanted.iter().zip(found).all(same)
    }

    pub(super) fn matches(&self, wanted: &LoopSketch, head: &Loop, lo: Id, hi: Id) -> bool {
        let is_plain = |kind| {
            matches!(
                kind,
                LoopKind::Sequential
                    | LoopKind::Kept
                    | LoopKind::Promoted
                    | LoopKind::Parallel
                    | LoopKind::Reduced
            )
        };
        let same_kind = head.kind == wanted.kind
            || (wanted.is_open() && wanted.kind == LoopKind::Sequential && is_plain(head.kind));
        let step = match head.step {
            Step::Fixed(n) => Some(n),
            Step::Tile(name) => self.sizes.get(&name).copied(),
        };
        let analysis = &self.egraph.analysis;
        same_kind
            && match &wanted.over {
                Over::Bounds {
                    lower,
                    upper,
                    step: wanted_step,
                } => {
                    head.iv == wanted.variable.symbol
                        && step == Some(*wanted_step)
                        && self.bound(lo).as_ref() == Some(lower)
                        && self.bound(hi).as_ref() == Some(upper)
                }
                Over::Any { step: wanted_step } => {
                    head.iv == wanted.variable.symbol && (wanted_step.is_none() || step == *wanted_step)
                }
                Over::Tiles(size) => {
                    analysis.level(head.iv).has_tiles()
                        && analysis.root(head.iv) == wanted.variable.symbol
                        && (size.is_none() || step == *size)
                }
            }
    }

    /// A bound as a schedule writes it.
    pub(super) fn bound(&self, class: Id) -> Option<Index> {
        let node = |id: Id| self.expressions.best(id);
        index_of(class, &node, self.sizes)
    }

    /// Whether a node reads the arrays that are named in the way that is said.
    pub(super) fn reads_as(&self, node: &Node, wanted: &Reads) -> bool {
        let (way, buffers): (Way, Vec<Symbol>) = match node {
            Node::Panels(panels, _) => (Way::Panels, panels.iter().map(|panel| panel.buffer).collect()),
            Node::Early(early, _) => (Way::of(early.timing), early.buffers.clone()),
            _ => return false,
        };
        let is_named = |buffer: &Symbol| wanted.arrays.iter().any(|name| name.symbol == *buffer);
        way == wanted.way && buffers.len() == wanted.arrays.len() && buffers.iter().all(is_named)
    }

    pub(super) fn is_empty(&self, lo: Id, hi: Id) -> bool {
        let bounds = self.bound(lo).zip(self.bound(hi));
        bounds.is_some_and(|(lo, hi)| lo.is_at_or_after(&hi))
    }
}
