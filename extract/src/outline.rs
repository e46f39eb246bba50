//! The loops of a chosen nest, one a line.

use egg::{Id, RecExpr};
use ovolo_rewrites::materialize::Choice;
use ovolo_rewrites::term::{Comparison, IndexOp, LoopKind, Node, Step, branches};

use crate::nest::Tiles;

/// The loops and stores, indented. Loops that run zero times are left out.
pub fn outline(choice: &Choice) -> Vec<String> {
    let mut lines = Vec::new();
    let root = Id::from(choice.term.as_ref().len() - 1);
    Outline {
        term: &choice.term,
        tiles: &choice.tiles,
    }
    .statement(root, 0, &mut lines);
    lines
}

struct Outline<'a> {
    term: &'a RecExpr<Node>,
    tiles: &'a Tiles,
}

impl Outline<'_> {
    fn statement(&self, id: Id, depth: usize, lines: &mut Vec<String>) {
        let indent = "  ".repeat(depth);
        match &self.term[id] {
            Node::Seq(statements) => statements.iter().for_each(|&s| self.statement(s, depth, lines)),
            Node::Store(buffer, _) => lines.push(format!("{indent}store {buffer}")),
            Node::For(head, [lo, hi, body]) => {
                let trip = self.trip(*lo, *hi);
                if trip.is_some_and(|trip| trip <= 0) {
                    return;
                }
                let kind = match head.kind {
                    LoopKind::Sequential => "for",
                    LoopKind::Unrolled => "unroll",
                    LoopKind::Vectorized => "vector",
                    LoopKind::Promoted => "for",
                };
                let step = match head.step {
                    Step::Fixed(n) => n,
                    Step::Tile(name) => self.tiles.get(&name).copied().unwrap_or(0),
                };
                let mut line = format!(
                    "{indent}{kind} {} in {}..{}",
                    head.iv,
                    self.index(*lo),
                    self.index(*hi)
                );
                if step != 1 {
                    line += &format!(" step {step}");
                }
                if head.kind == LoopKind::Promoted {
                    line += ", its cells in registers";
                }
                lines.push(line);
                self.statement(*body, depth + 1, lines);
            }
            Node::If(comparisons, children) => {
                let (conditions, [then, otherwise]) = branches(children);
                let conditions = conditions.iter().zip(comparisons).map(|(&id, comparison)| {
                    let sign = match comparison {
                        Comparison::AtLeastZero => ">=",
                        Comparison::Zero => "==",
                    };
                    format!("{} {sign} 0", self.index(id))
                });
                let conditions: Vec<String> = conditions.collect();
                lines.push(format!("{indent}if {}", conditions.join(" and ")));
                self.statement(then, depth + 1, lines);
                let before = lines.len();
                self.statement(otherwise, depth + 1, lines);
                if lines.len() > before {
                    lines.insert(before, format!("{indent}else"));
                }
            }
            other => lines.push(format!("{indent}{other}")),
        }
    }

    /// How many values the variable ranges over, where that is a constant.
    fn trip(&self, lo: Id, hi: Id) -> Option<i64> {
        self.constant(hi)?.checked_sub(self.constant(lo)?)
    }

    fn constant(&self, id: Id) -> Option<i64> {
        match &self.term[id] {
            Node::Int(n) => Some(*n),
            Node::Var(name) => self.tiles.get(name).copied(),
            Node::Index(op, [a, b]) => {
                let (a, b) = (self.constant(*a)?, self.constant(*b)?);
                match op {
                    IndexOp::Add => a.checked_add(b),
                    IndexOp::Mul => a.checked_mul(b),
                    IndexOp::FloorDiv if b > 0 => Some(a.div_euclid(b)),
                    IndexOp::Min => Some(a.min(b)),
                    IndexOp::Max => Some(a.max(b)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn index(&self, id: Id) -> String {
        if let Some(n) = self.constant(id) {
            return n.to_string();
        }
        match &self.term[id] {
            Node::Var(name) => name.to_string(),
            Node::Index(op @ (IndexOp::Min | IndexOp::Max), [a, b]) => {
                format!("{op}({}, {})", self.index(*a), self.index(*b))
            }
            Node::Index(IndexOp::Add, [a, b]) => match (self.constant(*a), self.constant(*b)) {
                (Some(0), _) => self.index(*b),
                (_, Some(0)) => self.index(*a),
                _ => format!("{} + {}", self.index(*a), self.index(*b)),
            },
            Node::Index(op, [a, b]) => format!("{} {op} {}", self.factor(*a), self.factor(*b)),
            other => other.to_string(),
        }
    }

    /// An operand of a product or quotient.
    fn factor(&self, id: Id) -> String {
        let text = self.index(id);
        if text.contains(' ') {
            format!("({text})")
        } else {
            text
        }
    }
}
