//! The terms of what was chosen.

use std::collections::HashMap;
use std::sync::Arc;

use egg::{Id, Language, RecExpr};
use ovolo_rewrites::term::Node;

use super::Model;
use super::site::{Alternative, Evaluated};
use crate::expression::copy_expression;
use crate::space::statements_of;

impl Model<'_, '_> {
    /// The term of an alternative of the root.
    pub(super) fn term(&self, evaluated: &[Arc<Evaluated>], which: usize) -> RecExpr<Node> {
        let mut term = RecExpr::default();
        let mut known = HashMap::new();
        let root = self.root();
        self.build(
            evaluated,
            root,
            Alternative::Nest(which as u32),
            &mut HashMap::new(),
            &mut |node| *known.entry(node.clone()).or_insert_with(|| term.add(node)),
        );
        term
    }

    fn build(
        &self,
        evaluated: &[Arc<Evaluated>],
        place: usize,
        which: Alternative,
        copied: &mut HashMap<Id, Id>,
        add: &mut impl FnMut(Node) -> Id,
    ) -> Id {
        let pick = match which {
            Alternative::Block(n) => &evaluated[place].blocks[n as usize].1,
            Alternative::Nest(n) => &evaluated[place].nests[n as usize].1,
        };
        let wanted = &self.space.places[place];
        let option = &wanted.options[pick.node];
        let mut node = self.egraph[wanted.class].nodes[option.node].clone();
        let mut built: Vec<Id> = Vec::new();
        for (&child, &which) in option.children.iter().zip(&pick.children) {
            built.push(self.build(evaluated, child, which, copied, add));
        }
        // The statements come last among the children of a node.
        let expressions = node.children().len() - statements_of(&node).count();
        for (n, child) in node.children_mut().iter_mut().enumerate() {
            *child = match n.checked_sub(expressions) {
                Some(statement) => built[statement],
                None => copy_expression(&self.expressions, *child, copied, add),
            };
        }
        add(node)
    }
}
