//! Dependences as a graph: accesses are nodes, dependences are edges, dashed where they are assumed.

use layout::backends::svg::SVGWriter;
use layout::core::base::Orientation;
use layout::core::color::Color;
use layout::core::geometry::Point;
use layout::core::style::{LineStyleKind, StyleAttr};
use layout::std_shapes::shapes::{Arrow, Element, LineEndKind, ShapeKind};
use layout::topo::layout::VisualGraph;
use ovolo_rewrites::memory::{AccessInfo, Dependence};
use petgraph::dot::{Config, Dot};
use petgraph::graph::DiGraph;
use petgraph::visit::EdgeRef;

use super::{Shown, directions, distances, level};
use crate::cli::Failure;

/// Edges above which no picture is drawn: laying out takes time that grows faster than their number. The
/// number is arbitrary; nobody reads such a picture.
const MOST_EDGES: usize = 500;

/// Pixels a character and a line take in a node.
const CHARACTER: f64 = 9.0;
const LINE: f64 = 18.0;

type Graph<'a> = DiGraph<&'a AccessInfo, &'a Dependence>;

fn graph<'a>(shown: &Shown<'a>) -> Graph<'a> {
    let memory = shown.memory;
    let mut graph = DiGraph::new();
    let nodes: Vec<_> = memory
        .accesses
        .iter()
        .map(|access| graph.add_node(access))
        .collect();
    for dependence in &memory.dependences {
        graph.add_edge(
            nodes[dependence.source],
            nodes[dependence.destination],
            dependence,
        );
    }
    graph
}

/// The graph in the language of Graphviz.
pub fn dot(shown: &Shown<'_>) -> String {
    let graph = graph(shown);
    let node = |_: &Graph<'_>, (_, access): (_, &&AccessInfo)| {
        let label = format!("{}\n{}", shown.position(access), shown.description(access));
        format!("shape = box, label = {}", quoted(&label))
    };
    let edge = |_: &Graph<'_>, edge: petgraph::graph::EdgeReference<'_, &Dependence>| {
        let dependence = *edge.weight();
        let style = if dependence.assumed.is_empty() {
            "solid"
        } else {
            "dashed"
        };
        let label = quoted(&edge_label(dependence));
        format!("label = {label}, style = {style}, color = {}", color(dependence))
    };
    let config = [Config::NodeNoLabel, Config::EdgeNoLabel];
    format!("{:?}", Dot::with_attr_getters(&graph, &config, &edge, &node))
}

/// The graph as a picture.
pub fn svg(shown: &Shown<'_>) -> Result<String, Failure> {
    let graph = graph(shown);
    if graph.edge_count() > MOST_EDGES {
        return Err(Failure::bad_input(format!(
            "error: {} dependences are too many for a picture: use --format dot",
            graph.edge_count()
        )));
    }
    let mut drawing = VisualGraph::new(Orientation::TopToBottom);
    let look = StyleAttr::simple();
    let nodes: Vec<_> = graph
        .node_weights()
        .map(|access| {
            let label = format!("{}\n{}", shown.position(access), shown.description(access));
            drawing.add_node(Element::create(
                ShapeKind::new_box(&label),
                look.clone(),
                Orientation::LeftToRight,
                size(&label),
            ))
        })
        .collect();
    for edge in graph.edge_references() {
        let dependence = *edge.weight();
        let arrow = Arrow {
            start: LineEndKind::None,
            end: LineEndKind::Arrow,
            line_style: match dependence.assumed.is_empty() {
                true => LineStyleKind::Normal,
                false => LineStyleKind::Dashed,
            },
            text: edge_label(dependence),
            look: StyleAttr::new(Color::fast(color(dependence)), 2, None, 0, 12),
            properties: None,
            src_port: None,
            dst_port: None,
        };
        drawing.add_edge(arrow, nodes[edge.source().index()], nodes[edge.target().index()]);
    }
    let mut writer = SVGWriter::new();
    // A graph without nodes has no extent that could be laid out.
    if !nodes.is_empty() {
        drawing.do_it(false, false, false, &mut writer);
    }
    Ok(writer.finalize())
}

/// `flow 2 (j) (0, 1)`.
fn edge_label(dependence: &Dependence) -> String {
    let vector = match dependence.distances.iter().all(Option::is_some) {
        true => distances(dependence),
        false => directions(dependence),
    };
    format!("{} {} {vector}", dependence.kinds, level(dependence))
}

fn color(dependence: &Dependence) -> &'static str {
    let kinds = dependence.kinds;
    match (kinds.flow, kinds.anti, kinds.output) {
        (true, ..) => "black",
        (_, true, _) => "blue",
        (.., true) => "red",
        _ => "gray",
    }
}

fn size(label: &str) -> Point {
    let width = label.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    Point::new(
        (width as f64 + 2.0) * CHARACTER,
        (label.lines().count() as f64 + 1.0) * LINE,
    )
}

/// The text as a string of Graphviz.
fn quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{escaped}\"")
}
