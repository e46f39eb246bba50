//! The schedule of a choice.

use std::collections::{BTreeMap, BTreeSet};

use egg::{Id, RecExpr, Symbol};
use ovolo_lang::ir::Span;

use super::{Branches, LoopSketch, Name, NestSchedule, Over, Reads, Statement, Way, index_of};
use crate::level::size_name;
use crate::nest::Choice;
use crate::term::{Node, Step, Timing, branches};

/// The loops and stores of a choice. Loops that run zero times are left out.
pub fn outline(choice: &Choice) -> NestSchedule {
    let mut outline = Outline {
        term: &choice.term,
        tiles: &choice.tiles,
        said: BTreeSet::new(),
    };
    let root = Id::from(choice.term.as_ref().len() - 1);
    let mut body = Vec::new();
    outline.statement(root, &mut body);
    // The sizes that the term depends on and no loop says.
    let used: BTreeSet<Symbol> = (choice.term.as_ref().iter())
        .flat_map(|node| match node {
            Node::Var(name) => Some(*name),
            Node::For(head, _) => match head.step {
                Step::Tile(name) => Some(name),
                Step::Fixed(_) => None,
            },
            _ => None,
        })
        .collect();
    let sizes = choice
        .tiles
        .iter()
        .filter(|(name, _)| used.contains(name) && !outline.said.contains(name));
    let mut sizes: Vec<(Name, i64)> = sizes
        .filter_map(|(name, size)| {
            let tile = name.as_str().strip_prefix(size_name(Symbol::from("")).as_str())?;
            Some((Name::new(Symbol::from(tile)), *size))
        })
        .collect();
    sizes.sort_by_key(|(name, _)| name.symbol.as_str());
    NestSchedule {
        sizes,
        body,
        ..NestSchedule::default()
    }
}

impl Way {
    /// The way that a schedule calls the timing.
    pub fn of(timing: Timing) -> Way {
        match timing {
            Timing::Before { .. } => Way::Hoist,
            Timing::Ahead(n) => Way::Prefetch(n),
        }
    }
}

struct Outline<'a> {
    term: &'a RecExpr<Node>,
    tiles: &'a BTreeMap<Symbol, i64>,
    /// The sizes that are the steps of loops.
    said: BTreeSet<Symbol>,
}

impl Outline<'_> {
    fn statement(&mut self, id: Id, to: &mut Vec<Statement>) {
        match &self.term[id] {
            Node::Seq(statements) => statements.iter().for_each(|&s| self.statement(s, to)),
            Node::Store(buffer, _) => to.push(Statement::Store(Name::new(*buffer))),
            Node::For(head, [lo, hi, body]) => {
                let node = |id: Id| &self.term[id];
                let bounds = [lo, hi].map(|id| index_of(*id, &node, self.tiles));
                let [Some(lower), Some(upper)] = bounds else {
                    return;
                };
                if lower.is_at_or_after(&upper) {
                    return;
                }
                let step = match head.step {
                    Step::Fixed(n) => n,
                    Step::Tile(name) => {
                        self.said.insert(name);
                        self.tiles.get(&name).copied().unwrap_or(0)
                    }
                };
                let mut inside = Vec::new();
                self.statement(*body, &mut inside);
                to.push(Statement::Loop(Box::new(LoopSketch {
                    kind: head.kind,
                    variable: Name::new(head.iv),
                    over: Over::Bounds { lower, upper, step },
                    body: inside,
                    span: Span::default(),
                })));
            }
            Node::If(comparisons, children) => {
                let (conditions, [then, otherwise]) = branches(children);
                let node = |id: Id| &self.term[id];
                let conditions: Option<Vec<_>> = conditions
                    .iter()
                    .zip(comparisons)
                    .map(|(&id, &comparison)| Some((index_of(id, &node, self.tiles)?, comparison)))
                    .collect();
                let [then, otherwise] = [then, otherwise].map(|branch| {
                    let mut inside = Vec::new();
                    self.statement(branch, &mut inside);
                    inside
                });
                to.extend(conditions.map(|conditions| {
                    Statement::If(Box::new(Branches {
                        conditions,
                        then,
                        otherwise,
                        span: Span::default(),
                    }))
                }));
            }
            Node::Panels(panels, [body]) => {
                let arrays = panels.iter().map(|panel| panel.buffer).collect();
                self.reads(Way::Panels, arrays, *body, to);
            }
            Node::Early(early, [body]) => self.reads(Way::of(early.timing), early.buffers.clone(), *body, to),
            // Expressions are no statements.
            _ => {}
        }
    }

    fn reads(&mut self, way: Way, arrays: Vec<Symbol>, body: Id, to: &mut Vec<Statement>) {
        let mut inside = Vec::new();
        self.statement(body, &mut inside);
        to.push(Statement::Reads(Box::new(Reads {
            way,
            arrays: arrays.into_iter().map(Name::new).collect(),
            body: inside,
            span: Span::default(),
        })));
    }
}
