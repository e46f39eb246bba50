//! The e-graph of an expression as a picture: boxes are classes, circles the operations that are equal in them.

use layout::backends::svg::SVGWriter;
use layout::core::base::Orientation;
use layout::core::color::Color;
use layout::core::style::{LineStyleKind, StyleAttr};
use layout::std_shapes::shapes::{Arrow, Element, LineEndKind, ShapeKind};
use layout::topo::layout::VisualGraph;
use ovolo_rewrites::simplify::Shown;
use petgraph::dot::{Config, Dot};
use petgraph::graph::{DiGraph, EdgeReference, NodeIndex};
use petgraph::visit::EdgeRef;

use crate::Failure;
use crate::drawing::{quoted, size};

/// Boxes and circles above which no picture is drawn. The number is arbitrary; nobody reads such a picture.
const MOST_SHAPES: usize = 200;

#[derive(Debug)]
enum Shape {
    /// A class, by its smallest expression.
    Class(String),
    /// An operation.
    Node(String),
}

/// From a class to its operations there is no number; from an operation to a class that of the operand, where there
/// are several.
type Graph = DiGraph<Shape, Option<usize>>;

/// The operations without operands are what their class is called, and are not drawn.
fn graph(shown: &Shown) -> Graph {
    let mut graph = Graph::new();
    let classes = shown.classes.iter();
    let boxes: Vec<NodeIndex> = classes
        .clone()
        .map(|class| graph.add_node(Shape::Class(class.smallest.to_string())))
        .collect();
    for (class, &at) in classes.zip(&boxes) {
        for (head, operands) in class.nodes.iter().filter(|(_, operands)| !operands.is_empty()) {
            let node = graph.add_node(Shape::Node(head.clone()));
            graph.add_edge(at, node, None);
            for (n, &operand) in operands.iter().enumerate() {
                graph.add_edge(node, boxes[operand], Some(n + 1));
            }
        }
    }
    graph
}

/// The e-graph in the language of Graphviz.
pub fn dot(shown: &Shown) -> String {
    let graph = graph(shown);
    let node = |_: &Graph, (_, shape): (_, &Shape)| match shape {
        Shape::Class(label) => format!("shape = box, label = {}", quoted(label)),
        Shape::Node(label) => format!("shape = ellipse, label = {}", quoted(label)),
    };
    let edge = |_: &Graph, edge: EdgeReference<'_, Option<usize>>| match edge.weight() {
        None => "style = dashed, arrowhead = none".to_string(),
        Some(operand) => format!("label = \"{operand}\""),
    };
    let config = [Config::NodeNoLabel, Config::EdgeNoLabel];
    format!("{:?}", Dot::with_attr_getters(&graph, &config, &edge, &node))
}

/// The e-graph as a picture.
pub fn svg(shown: &Shown) -> Result<String, Failure> {
    let graph = graph(shown);
    if graph.node_count() > MOST_SHAPES {
        return Err(Failure::bad_input(format!(
            "error: an e-graph of {} classes and operations is too large for a picture: use --egraph dot",
            graph.node_count()
        )));
    }
    let mut drawing = VisualGraph::new(Orientation::TopToBottom);
    let shapes: Vec<_> = graph
        .node_weights()
        .map(|shape| {
            let (kind, label) = match shape {
                Shape::Class(label) => (ShapeKind::new_box(label), label),
                Shape::Node(label) => (ShapeKind::new_circle(label), label),
            };
            drawing.add_node(Element::create(
                kind,
                StyleAttr::simple(),
                Orientation::LeftToRight,
                size(label),
            ))
        })
        .collect();
    for edge in graph.edge_references() {
        let is_operand = edge.weight().is_some();
        let arrow = Arrow {
            start: LineEndKind::None,
            end: match is_operand {
                true => LineEndKind::Arrow,
                false => LineEndKind::None,
            },
            line_style: match is_operand {
                true => LineStyleKind::Normal,
                false => LineStyleKind::Dashed,
            },
            text: edge.weight().map_or(String::new(), |operand| operand.to_string()),
            look: StyleAttr::new(Color::fast("black"), 2, None, 0, 12),
            properties: None,
            src_port: None,
            dst_port: None,
        };
        drawing.add_edge(
            arrow,
            shapes[edge.source().index()],
            shapes[edge.target().index()],
        );
    }
    let mut writer = SVGWriter::new();
    drawing.do_it(false, false, false, &mut writer);
    Ok(writer.finalize())
}
