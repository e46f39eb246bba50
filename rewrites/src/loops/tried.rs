//! The pairs of loops that a rule has been tried on.
//!
//! A class of loops has one form for each order of them, and each is changed with every round. What a rule of pairs makes of
//! two loops depends on neither, so it is asked about each two once.

use rustc_hash::FxHashMap;

use super::{ForNode, sequential_loops};
use crate::egraph::EGraph;
use crate::term::Node;

/// What a rule makes of two loops.
type OfPair = fn(&mut EGraph<'_>, &ForNode, &ForNode) -> Option<Node>;

/// The pairs, outer loop first, and whether the rule applied.
#[derive(Default)]
pub struct Tried {
    pairs: FxHashMap<(ForNode, ForNode), bool>,
    /// How often something had been learned that rules of pairs look at.
    learned: usize,
}

impl Tried {
    /// What the rule makes of a loop and of each one inside that it was not tried on with it; and whether it ever made
    /// something of one that it was.
    pub fn others(&mut self, egraph: &mut EGraph<'_>, find: OfPair, outer: &ForNode) -> (Vec<Node>, bool) {
        let mut made = Vec::new();
        let mut applied_before = false;
        for inner in sequential_loops(egraph, outer.body) {
            if egraph.analysis.learned != self.learned {
                self.learned = egraph.analysis.learned;
                self.pairs.clear();
            }
            let pair = (*outer, inner);
            match self.pairs.get(&pair) {
                Some(applied) => applied_before |= applied,
                None => {
                    let other = find(egraph, outer, &inner);
                    self.pairs.insert(pair, other.is_some());
                    made.extend(other);
                }
            }
        }
        (made, applied_before)
    }
}
