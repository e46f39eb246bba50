//! What a sketch leaves of an e-graph: the terms among which extraction chooses.
//!
//! A place is a class together with what a sketch wants there; its options are the nodes of the class that fit,
//! with a place for each statement inside. A hole wants nothing, so a search without a sketch has one place for
//! each class. Whether a sketch fits is decided before anything is costed: every place that is left has a term,
//! but for classes that contain only themselves.

mod fitting;
mod sizes;
mod sketch;
mod sketch_assignment;
mod sketch_match;

use std::collections::HashMap;

use egg::{Id, Symbol};
use indexmap::IndexMap;
use ovolo_rewrites::egraph::EGraph;
use ovolo_rewrites::level::{Level, Tiles};
use ovolo_rewrites::loops::is_hoisted_elsewhere;
use ovolo_rewrites::schedule::Statement;
use ovolo_rewrites::term::{LoopKind, Node, Panel};
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

pub use self::sizes::sizes_of;

use self::fitting::Fitting;
use crate::expression::Expressions;

/// Which loops a nest may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Any,
    /// Those that read every array where it is.
    InPlace,
    /// Those that leave the innermost code to the compiler behind, as that of the source is: none is copied out or
    /// made lanes, no cells are held in registers.
    Plain,
}

impl Style {
    fn allows(self, egraph: &EGraph<'_>, node: &Node) -> bool {
        match node {
            Node::For(head, _) if self == Style::Plain => {
                let level = egraph.analysis.level(head.iv);
                matches!(head.kind, LoopKind::Sequential | LoopKind::Kept)
                    && matches!(level, Level::Point | Level::Cache | Level::Wavefront)
            }
            Node::Panels(..) => self == Style::Any,
            Node::Early(..) => self != Style::Plain,
            _ => node.is_statement(),
        }
    }
}

/// The places, those inside others first.
pub struct Space {
    pub places: Vec<Place>,
    pub root: usize,
    /// Whether the terms are those of a sketch or a schedule, whose loops stay as they are written.
    pub is_sketched: bool,
}

/// A statement of the e-graph with what surrounds it.
pub struct Place {
    pub class: Id,
    /// The buffers that are read from copies there.
    pub packed: Packed,
    pub options: Vec<Choice>,
}

/// Buffers that a statement reads from copies, in order.
pub type Packed = Vec<Panel>;

/// A class, and what it reads from copies.
type Spot = (Id, Packed);

/// A node of the class, by its position, and a place for each statement that it consists of.
pub struct Choice {
    pub node: usize,
    pub children: Vec<usize>,
}

/// Why a sketch has no term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// The first statement of the sketch, counted in the order of the text, that fits nowhere although what is
    /// around it does; `None` where each fits somewhere, but not all together.
    pub statement: Option<usize>,
    /// The loops that stand where it was looked for.
    pub instead: Vec<String>,
}

impl Space {
    /// Every term of a class that has loops of a style.
    pub fn all(egraph: &EGraph<'_>, root: Id, style: Style) -> Space {
        let root = (egraph.find(root), Packed::new());
        let spots = statement_order(egraph, std::slice::from_ref(&root));
        let numbers = numbered(&spots);
        let places = spots.iter().map(|spot| free_place(egraph, spot, style, &numbers));
        Space {
            places: places.collect(),
            root: numbers[&root],
            is_sketched: false,
        }
    }

    /// The terms of a class that a sketch describes. `sizes` are those of tiles that the sketch fixes.
    pub fn within<'a>(
        egraph: &EGraph<'a>,
        root: Id,
        expressions: &Expressions<'_, 'a>,
        sketch: &[Statement],
        sizes: &Tiles,
    ) -> Result<Space, Unfit> {
        let mut fitting = Fitting::new(egraph, expressions, sizes);
        let block = fitting.sketch.add(sketch);
        let whole = fitting.sketch.run(block, 0, sketch.len());
        match fitting.fit((egraph.find(root), Packed::new()), whole) {
            Some(root) => Ok(fitting.into_space(root)),
            None => Err(fitting.unfit()),
        }
    }
}

fn numbered(spots: &[Spot]) -> HashMap<Spot, usize> {
    spots
        .iter()
        .enumerate()
        .map(|(n, spot)| (spot.clone(), n))
        .collect()
}

/// A class of which any term of a style will do.
fn free_place(egraph: &EGraph<'_>, spot: &Spot, style: Style, places: &HashMap<Spot, usize>) -> Place {
    let (class, packed) = spot;
    let options = egraph[*class]
        .nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| style.allows(egraph, node))
        .filter(|(_, node)| style == Style::Plain || !is_hoisted_elsewhere(egraph, *class, node));
    let options = options.filter_map(|(node, n)| {
        let children = spots_inside(egraph, n, packed)?;
        Some(Choice {
            node,
            children: children.map(|child| places[&child]).collect(),
        })
    });
    Place {
        class: *class,
        packed: packed.clone(),
        options: options.collect(),
    }
}

/// The statements inside a node, with what each reads from copies. `None` for one that packs again what is packed.
fn spots_inside<'e>(
    egraph: &'e EGraph<'_>,
    node: &'e Node,
    packed: &Packed,
) -> Option<impl Iterator<Item = Spot> + 'e> {
    let mut inside = packed.clone();
    if let Node::Panels(more, _) = node {
        if more
            .iter()
            .any(|new| packed.iter().any(|old| old.buffer == new.buffer))
        {
            return None;
        }
        inside.extend(more.iter().copied());
        inside.sort_unstable();
    }
    Some(statements_of(node).map(move |child| spot(egraph, child, &inside)))
}

/// A class with those of the buffers that it reads.
fn spot(egraph: &EGraph<'_>, class: Id, packed: &Packed) -> Spot {
    let class = egraph.find(class);
    let reads = |buffer: Symbol| {
        let mut accesses = egraph[class].data.accesses.iter();
        accesses.any(|&a| egraph.analysis.dependences.access(a).buffer == buffer)
    };
    let packed = packed.iter().filter(|panel| reads(panel.buffer)).copied();
    (class, packed.collect())
}

/// The statement classes below some, children first. Classes that contain one another stand in any
/// order; a term never uses one inside itself, for it would have no cost yet.
fn statement_order(egraph: &EGraph<'_>, roots: &[Spot]) -> Vec<Spot> {
    let mut graph: DiGraph<Spot, ()> = DiGraph::new();
    let mut nodes = IndexMap::new();
    for root in roots {
        nodes
            .entry(root.clone())
            .or_insert_with(|| graph.add_node(root.clone()));
    }
    let mut next = 0;
    while let Some(((class, packed), &from)) = nodes.get_index(next) {
        next += 1;
        let (class, packed) = (*class, packed.clone());
        for node in &egraph[class].nodes {
            for child in spots_inside(egraph, node, &packed).into_iter().flatten() {
                let to = *nodes
                    .entry(child.clone())
                    .or_insert_with(|| graph.add_node(child));
                graph.update_edge(from, to, ());
            }
        }
    }
    tarjan_scc(&graph)
        .into_iter()
        .flatten()
        .map(|n| graph[n].clone())
        .collect()
}

/// The children of a node that are statements.
pub(crate) fn statements_of(node: &Node) -> impl Iterator<Item = Id> + '_ {
    let children = match node {
        Node::Seq(statements) => &statements[..],
        Node::For(_, children) => &children[2..],
        Node::If(conditions, children) => &children[conditions.len()..],
        Node::Panels(_, body) | Node::Early(_, body) => &body[..],
        _ => &[],
    };
    children.iter().copied()
}
