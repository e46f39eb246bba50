//! The terms of what was chosen.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use egg::{Id, Language, RecExpr, Symbol};
use ovolo_rewrites::term::{IndexOp, LoopKind, Node, Step};

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
        match self.space.is_sketched {
            true => term,
            false => without_idle_tiles(&term),
        }
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

/// The same with one loop for a loop over tiles, the one inside of a tile, and the one over the rest, where nothing stands between
/// the first two and all do the same:
///
/// ```text
/// for t in a..m step T { for i in t..t + T { S } } for i in r..b { S }  =>  for i in a..b { S }
/// ```
///
/// where `m` is `a + ((b - a) floordiv T) * T`, and `r` is `m` or `max(a, m)`: iterations come in the same order. Such tiles cost no
/// more than one loop, as the model sees it; they are twice the code, to compile and to prove.
fn without_idle_tiles(term: &RecExpr<Node>) -> RecExpr<Node> {
    let mut whole: RecExpr<Node> = RecExpr::default();
    let mut known: HashMap<Node, Id> = HashMap::new();
    let mut moved: Vec<Id> = Vec::with_capacity(term.as_ref().len());
    for node in term.as_ref() {
        let mut node = node.clone().map_children(|child| moved[usize::from(child)]);
        if let Node::Seq(statements) = &node {
            let mut kept: Vec<Id> = Vec::with_capacity(statements.len());
            for &next in statements.iter() {
                let merged = kept.last().and_then(|&tiles| merged(&whole, tiles, next));
                match merged {
                    Some(merged) => {
                        kept.pop();
                        kept.push(*known.entry(merged.clone()).or_insert_with(|| whole.add(merged)));
                    }
                    None => kept.push(next),
                }
            }
            if let &[only] = kept.as_slice() {
                moved.push(only);
                continue;
            }
            node = Node::Seq(kept.into());
        }
        moved.push(*known.entry(node.clone()).or_insert_with(|| whole.add(node)));
    }
    // The root is the last node: what a merged loop left behind is not a part of it.
    let root = moved.last().copied().unwrap_or_default();
    whole[root].build_recexpr(|id| whole[id].clone())
}

/// The loop that a loop over tiles and the one over the rest are together.
fn merged(term: &RecExpr<Node>, tiles: Id, rest: Id) -> Option<Node> {
    let (Node::For(outer, [lo, middle, body]), Node::For(tail, [from, hi, same])) =
        (&term[tiles], &term[rest])
    else {
        return None;
    };
    let Node::For(inner, [start, end, inside]) = &term[*body] else {
        return None;
    };
    let is_var = |id: Id, name| matches!(&term[id], Node::Var(found) if *found == name);
    let Step::Tile(size) = outer.step else { return None };
    let is_tile_end = match &term[*end] {
        Node::Index(IndexOp::Add, [a, b]) => {
            is_var(*a, outer.iv) && is_var(*b, size) || is_var(*a, size) && is_var(*b, outer.iv)
        }
        _ => false,
    };
    let goes_on = from == middle
        || matches!(&term[*from], Node::Index(IndexOp::Max, [a, b]) if a == lo && b == middle || a == middle && b == lo);
    let are_plain = [outer, inner, tail]
        .iter()
        .all(|head| head.kind == LoopKind::Sequential);
    let fits = inner == tail
        && inner.step == Step::Fixed(1)
        && are_plain
        && is_var(*start, outer.iv)
        && is_tile_end
        && goes_on
        && inside == same
        && !uses(term, *inside, outer.iv);
    fits.then_some(Node::For(*tail, [*lo, *hi, *same]))
}

fn uses(term: &RecExpr<Node>, within: Id, name: Symbol) -> bool {
    let mut pending = vec![within];
    let mut seen = HashSet::new();
    while let Some(id) = pending.pop() {
        match &term[id] {
            Node::Var(found) if *found == name => return true,
            node => pending.extend(node.children().iter().filter(|&&child| seen.insert(child))),
        }
    }
    false
}
