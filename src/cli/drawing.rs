//! What pictures of graphs share.

use layout::core::geometry::Point;

/// Pixels a character and a line take in a node.
const CHARACTER: f64 = 9.0;
const LINE: f64 = 18.0;

/// The size of a shape around a label.
pub fn size(label: &str) -> Point {
    let width = label.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    Point::new(
        (width as f64 + 2.0) * CHARACTER,
        (label.lines().count() as f64 + 1.0) * LINE,
    )
}

/// The text as a string of Graphviz.
pub fn quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{escaped}\"")
}
