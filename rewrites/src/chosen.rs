//! Subscripts that are chosen by conditions on indices, as a clamped one is: `x[i < 0 ? 0 : i]`.

use egg::Id;

use crate::term::{Comparison, Node};

/// One of two indices, by an index that is compared with zero: [`Node::Choose`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    pub condition: Id,
    pub comparison: Comparison,
    /// The index where the comparison holds, and where it does not.
    pub sides: [Id; 2],
}

impl Chosen {
    /// What a node chooses, if it is a choice.
    pub fn of(node: &Node) -> Option<Chosen> {
        match *node {
            Node::Choose(comparison, [condition, then, otherwise]) => Some(Chosen {
                condition,
                comparison,
                sides: [then, otherwise],
            }),
            _ => None,
        }
    }

    /// The node of the choice; what it chooses itself where that is the same.
    pub fn add(self, add: &mut dyn FnMut(Node) -> Id) -> Id {
        let [then, otherwise] = self.sides;
        match then == otherwise {
            true => then,
            false => add(Node::Choose(self.comparison, [self.condition, then, otherwise])),
        }
    }
}
