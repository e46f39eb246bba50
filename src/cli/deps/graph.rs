//! Dependences as a graph: accesses are nodes, dependences are edges, dashed where they are assumed.

use std::collections::BTreeMap;

use layout::backends::svg::SVGWriter;
use layout::core::base::Orientation;
use layout::core::color::Color;
use layout::core::style::{LineStyleKind, StyleAttr};
use layout::std_shapes::shapes::{Arrow, Element, LineEndKind, ShapeKind};
use layout::topo::layout::VisualGraph;
use ovolo_rewrites::memory::Dependence;
use petgraph::dot::{Config, Dot};
use petgraph::graph::DiGraph;
use petgraph::visit::EdgeRef;

use super::{Shown, directions, distances, level};
use crate::Failure;
use crate::drawing::{quoted, size};

/// Arrows above which no picture is drawn: laying out takes time that grows faster than their number. The
/// number is arbitrary; nobody reads such a picture.
const MOST_ARROWS: usize = 150;

/// Nodes are labels of accesses.
type Graph<'a> = DiGraph<String, &'a Dependence>;

fn graph<'a>(shown: &Shown<'a>) -> Graph<'a> {
    let memory = shown.memory;
    let mut graph = DiGraph::new();
    let label = |(position, description): &(String, String)| format!("{position}\n{description}");
    let nodes: Vec<_> = (shown.accesses.iter())
        .map(|access| graph.add_node(label(access)))
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
    let node = |_: &Graph<'_>, (_, label): (_, &String)| format!("shape = box, label = {}", quoted(label));
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

/// The dependences between each two accesses, which a picture shows as one arrow.
fn arrows<'a>(graph: &Graph<'a>) -> BTreeMap<(usize, usize), Vec<&'a Dependence>> {
    let mut arrows: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for edge in graph.edge_references() {
        let ends = (edge.source().index(), edge.target().index());
        arrows.entry(ends).or_default().push(*edge.weight());
    }
    arrows
}

/// The graph as a picture.
pub fn svg(shown: &Shown<'_>) -> Result<String, Failure> {
    let graph = graph(shown);
    let arrows = arrows(&graph);
    if arrows.len() > MOST_ARROWS {
        return Err(Failure::bad_input(format!(
            "error: dependences between {} pairs of accesses are too many for a picture: use --format dot",
            arrows.len()
        )));
    }
    let mut drawing = VisualGraph::new(Orientation::TopToBottom);
    let look = StyleAttr::simple();
    let nodes: Vec<_> = graph
        .node_weights()
        .map(|label| {
            drawing.add_node(Element::create(
                ShapeKind::new_box(label),
                look.clone(),
                Orientation::LeftToRight,
                size(label),
            ))
        })
        .collect();
    for ((source, target), dependences) in arrows {
        let is_certain = dependences.iter().any(|d| d.assumed.is_empty());
        let labels: Vec<String> = dependences.iter().map(|d| edge_label(d)).collect();
        let arrow = Arrow {
            start: LineEndKind::None,
            end: LineEndKind::Arrow,
            line_style: match is_certain {
                true => LineStyleKind::Normal,
                false => LineStyleKind::Dashed,
            },
            text: labels.join("\n"),
            look: StyleAttr::new(Color::fast(color(dependences[0])), 2, None, 0, 12),
            properties: None,
            src_port: None,
            dst_port: None,
        };
        drawing.add_edge(arrow, nodes[source], nodes[target]);
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
