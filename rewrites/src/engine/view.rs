//! An e-graph as rules see it while they search: nothing changes, and what is new since they last searched is known.

use egg::{Analysis, EClass, EGraph, Id, Language};

use super::changes::Changes;
use crate::matcher::{Classes, Heads, News};

/// A rebuilt e-graph, whose classes are found by their number alone.
pub struct View<'e, L: Language, N: Analysis<L>> {
    pub egraph: &'e EGraph<L, N>,
    classes: &'e [&'e EClass<L, N::Data>],
    changes: &'e Changes<L, N>,
    /// Whether everything counts as new.
    is_whole: bool,
}

impl<'e, L: Language, N: Analysis<L>> View<'e, L, N> {
    /// The classes are those of the e-graph in their order there, of which the changes were told.
    pub(super) fn new(
        egraph: &'e EGraph<L, N>,
        classes: &'e [&'e EClass<L, N::Data>],
        changes: &'e Changes<L, N>,
        is_whole: bool,
    ) -> View<'e, L, N> {
        View {
            egraph,
            classes,
            changes,
            is_whole,
        }
    }
}

impl<L: Language, N: Analysis<L>> Classes<L> for View<'_, L, N> {
    /// Children are canonical after a rebuild.
    #[inline]
    fn canonical(&self, id: Id) -> Id {
        id
    }

    #[inline]
    fn nodes(&self, class: Id) -> &[L] {
        &self.classes[self.changes.place(class)].nodes
    }

    #[inline]
    fn heads(&self, class: Id) -> Heads {
        self.changes.heads(class)
    }

    #[inline]
    fn news(&self, class: Id) -> News<'_> {
        match self.is_whole {
            true => News::All,
            false => self.changes.news(class),
        }
    }

    #[inline]
    fn has_changed(&self, class: Id, levels: usize) -> bool {
        self.is_whole || self.changes.touches(class, levels)
    }
}
