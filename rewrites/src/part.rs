//! Parts of terms. A term is its nodes, each after its operands, the root last.

use egg::{Id, Language};
use rustc_hash::FxHashMap;

use crate::term::Node;

/// The part at the end of a way from the root that exists: which operand of which operand.
pub fn part(term: &[Node], path: &[usize]) -> Vec<Node> {
    let way = path
        .iter()
        .fold(root(term), |at, &n| term[usize::from(at)].children()[n]);
    written(term, way)
}

/// The term with another part at the end of a way that exists.
pub fn put(term: &[Node], path: &[usize], other: &[Node]) -> Vec<Node> {
    let mut nodes = term.to_vec();
    let moved = |node: &Node| {
        node.clone()
            .map_children(|id| Id::from(usize::from(id) + term.len()))
    };
    nodes.extend(other.iter().map(moved));
    let mut way = Vec::with_capacity(path.len());
    let mut at = root(term);
    for &n in path {
        way.push(at);
        at = term[usize::from(at)].children()[n];
    }
    for (node, &n) in way.into_iter().zip(path).rev() {
        let mut above = term[usize::from(node)].clone();
        above.children_mut()[n] = root(&nodes);
        nodes.push(above);
    }
    written(&nodes, root(&nodes))
}

/// What is below one of some nodes, in the order in which it is written, equal parts once: one term for all that are
/// written alike.
pub fn written(nodes: &[Node], root: Id) -> Vec<Node> {
    let mut order = Order {
        from: nodes,
        seen: FxHashMap::default(),
        ids: FxHashMap::default(),
        nodes: Vec::new(),
    };
    order.visit(root);
    order.nodes
}

pub fn root(term: &[Node]) -> Id {
    Id::from(term.len() - 1)
}

struct Order<'n> {
    from: &'n [Node],
    seen: FxHashMap<Id, Id>,
    ids: FxHashMap<Node, Id>,
    nodes: Vec<Node>,
}

impl Order<'_> {
    fn visit(&mut self, at: Id) -> Id {
        if let Some(&id) = self.seen.get(&at) {
            return id;
        }
        let node = self.from[usize::from(at)].clone();
        let node = node.map_children(|child| self.visit(child));
        let id = *self.ids.entry(node.clone()).or_insert_with(|| {
            self.nodes.push(node);
            Id::from(self.nodes.len() - 1)
        });
        self.seen.insert(at, id);
        id
    }
}
