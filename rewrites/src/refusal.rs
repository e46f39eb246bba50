//! Why rules did not apply: what a rule asks while it looks at one place is kept until it is known whether the
//! rule applies there, and noted when it does not.

use std::fmt::Write;

use egg::Symbol;
use indexmap::IndexMap;
use ovolo_lang::ir::Span;

use crate::answer::Answer;
use crate::dependence::{Access, Buffers, Direction, Relation};
use crate::guard::Guard;
use crate::linear::{Atom, Linear};

/// Where an access of the source stands, and the name of its operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub span: Span,
    pub operation: &'static str,
}

/// The places of the accesses of a nest, whatever they are under.
pub type Places = IndexMap<Access, Place>;

/// A rule that did not apply, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub rule: &'static str,
    /// The loops of the source that it would have changed, outermost first.
    pub loops: Vec<Symbol>,
    pub why: Why,
}

/// What forbids a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The source and then the destination touch one cell, and would no longer do so in this order.
    Dependence {
        source: Box<Touch>,
        destination: Box<Touch>,
        /// Of the loops that the rule would have changed.
        directions: Vec<(Symbol, Direction)>,
        /// The destination's iteration minus the source's, where that is always the same.
        distances: Option<Vec<i64>>,
        /// Why it is not certain; `None` when it is.
        assumed: Option<String>,
    },
    /// A cell may be the one that another access touches.
    Overlap { cell: Box<Touch>, other: Box<Touch> },
    /// An access that may be outside its buffer where the rule would move it.
    Outside(Touch),
    /// Not every cell of a store is written again by another.
    Survives { store: Box<Touch>, other: Box<Touch> },
    /// A cell may be read that this iteration has not written.
    Unwritten(Touch),
    /// A row is written before another access is made to one that is so many before it, or more.
    Ahead {
        store: Box<Touch>,
        other: Box<Touch>,
        rows: i64,
    },
    /// Something else, in words.
    Stated(String),
}

/// An access, and where it stands in the source if it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    pub access: Access,
    pub place: Option<Place>,
}

/// Refusals that are kept of one e-graph.
const MOST: usize = 100;

/// What rules asked and what was found to forbid them.
#[derive(Clone, Debug, Default)]
pub struct Refusals {
    pub places: Places,
    pub found: Vec<Refusal>,
    /// What forbids the rule at the place that it looks at; `None` while no rule does.
    pending: Option<Vec<(Vec<Symbol>, Why)>>,
}

impl Refusals {
    /// No refusals yet, of a nest whose accesses stand at these places.
    pub fn new(places: Places) -> Refusals {
        Refusals {
            places,
            ..Refusals::default()
        }
    }

    /// Begins to listen to what a rule finds at one place.
    pub fn begin(&mut self) {
        self.pending = Some(Vec::new());
    }

    /// Notes the first of what was found if the rule did not apply.
    pub fn end(&mut self, rule: &'static str, applied: bool) {
        let pending = self.pending.take().unwrap_or_default();
        if let (false, Some((loops, why))) = (applied, pending.into_iter().next()) {
            self.note(Refusal { rule, loops, why });
        }
    }

    /// Whether anything that is noted is of use.
    pub(crate) fn is_listening(&self) -> bool {
        self.pending.is_some()
    }

    /// How much has been found at this place.
    pub fn pending(&self) -> usize {
        self.pending.as_ref().map_or(0, Vec::len)
    }

    /// Keeps only what was found at this position: the rest does not forbid the rule.
    pub(crate) fn keep_only(&mut self, position: Option<usize>) {
        if let Some(pending) = &mut self.pending {
            let kept = position.and_then(|n| pending.get(n).cloned());
            *pending = kept.into_iter().collect();
        }
    }

    /// Keeps only what was found before this position.
    pub fn forget(&mut self, position: usize) {
        if let Some(pending) = &mut self.pending {
            pending.truncate(position);
        }
    }

    /// Something forbids the rule that looks at loops.
    pub fn because(&mut self, loops: Vec<Symbol>, why: Why) {
        if let Some(pending) = &mut self.pending {
            pending.push((loops, why));
        }
    }

    /// One refusal of a rule for some loops says enough; of one that is about no loop, one of each kind.
    pub fn note(&mut self, refusal: Refusal) {
        let is_known = self.found.iter().any(|known| {
            let same = known.rule == refusal.rule && known.loops == refusal.loops;
            same && (!known.loops.is_empty() || known.why == refusal.why)
        });
        if !is_known && self.found.len() < MOST {
            self.found.push(refusal);
        }
    }

    /// The access with its place in the source.
    pub fn touch(&self, access: &Access) -> Touch {
        let plain = Access {
            guard: Guard::new(),
            ..access.clone()
        };
        Touch {
            access: access.clone(),
            place: self.places.get(&plain).copied(),
        }
    }

    /// The dependence of one access on another, as `answer` says.
    pub fn dependence(
        &self,
        [source, destination]: [&Access; 2],
        relation: &Relation,
        answer: Answer,
        order: &[Symbol],
        buffers: &Buffers,
    ) -> (Vec<Symbol>, Why) {
        let directions: Vec<(Symbol, Direction)> = order
            .iter()
            .filter_map(|name| Some((*name, *relation.get(name)?)))
            .filter(|(_, direction)| *direction != Direction::Equal)
            .collect();
        let loops: Vec<Symbol> = directions.iter().map(|(name, _)| *name).collect();
        let distances = loops.iter().map(|&name| distance(source, destination, name));
        let why = Why::Dependence {
            distances: distances.collect(),
            source: self.touch(source).into(),
            destination: self.touch(destination).into(),
            assumed: (answer != Answer::Yes).then(|| doubt(source, destination, buffers)),
            directions,
        };
        (loops, why)
    }
}

/// Why it is not known whether two accesses touch one cell.
fn doubt(a: &Access, b: &Access, buffers: &Buffers) -> String {
    let is_known = |access: &Access| buffers.contains_key(&access.buffer);
    if a.buffer != b.buffer && is_known(a) && is_known(b) {
        format!("{} and {} may overlap", a.buffer, b.buffer)
    } else {
        "it is not known whether they touch one cell".to_string()
    }
}

/// How far apart two iterations are in which the accesses touch one cell, where some subscript tells.
fn distance(a: &Access, b: &Access, name: Symbol) -> Option<i64> {
    let mut pairs = a.indices.iter().zip(&b.indices).filter(|_| a.buffer == b.buffer);
    pairs.find_map(|(x, y)| {
        let (x, y) = (x.as_ref()?, y.as_ref()?);
        let coefficient = x.coefficient(name);
        let alone = |l: &Linear| l.terms.len() == 1 && l.coefficient(name) == coefficient;
        let gap = x.constant.checked_sub(y.constant)?;
        (coefficient != 0 && alone(x) && alone(y) && gap % coefficient == 0).then(|| gap / coefficient)
    })
}

impl Refusal {
    /// One line, with places as `position` writes them.
    pub fn text(&self, position: &dyn Fn(Span) -> String) -> String {
        let loops: Vec<&str> = self.loops.iter().map(|name| name.as_str()).collect();
        let of = match loops.is_empty() {
            true => String::new(),
            false => format!(" of {}", loops.join(" and ")),
        };
        format!("{}{of}: refused, {}", self.rule, self.why.text(position))
    }
}

impl Why {
    fn text(&self, position: &dyn Fn(Span) -> String) -> String {
        match self {
            Why::Dependence {
                source,
                destination,
                directions,
                distances,
                assumed,
            } => {
                let kind = match (source.access.is_write, destination.access.is_write) {
                    (true, true) => "output",
                    (true, false) => "flow",
                    _ => "anti",
                };
                let sign = |direction: &Direction| match direction {
                    Direction::Less => "<",
                    Direction::Equal => "=",
                    Direction::Greater => ">",
                };
                let signs: Vec<&str> = directions.iter().map(|(_, d)| sign(d)).collect();
                let mut text = format!(
                    "{kind} dependence {} -> {}",
                    source.text(position),
                    destination.text(position)
                );
                if !signs.is_empty() {
                    let _ = write!(text, " with ({})", signs.join(", "));
                }
                if let Some(distances) = distances.as_ref().filter(|d| !d.is_empty()) {
                    let distances: Vec<String> = distances.iter().map(i64::to_string).collect();
                    let _ = write!(text, ", distance ({})", distances.join(", "));
                }
                if let Some(assumed) = assumed {
                    let _ = write!(text, "; assumed, for {assumed}");
                }
                text
            }
            Why::Overlap { cell, other } => format!(
                "the cell of {} may be one of {}",
                cell.text(position),
                other.text(position)
            ),
            Why::Outside(touch) => format!("{} may be outside its array", touch.text(position)),
            Why::Survives { store, other } => format!(
                "{} may not write again what {} wrote",
                other.text(position),
                store.text(position)
            ),
            Why::Ahead { store, other, rows } => format!(
                "{} may come before {} of a row {rows} or more before its own",
                store.text(position),
                other.text(position)
            ),
            Why::Unwritten(touch) => {
                format!("{} may read what another iteration wrote", touch.text(position))
            }
            Why::Stated(text) => text.clone(),
        }
    }
}

impl Touch {
    /// `9:7 affine.store A[i, j]`.
    fn text(&self, position: &dyn Fn(Span) -> String) -> String {
        let indices: Vec<String> = self.access.indices.iter().map(subscript).collect();
        let cell = format!("{}[{}]", self.access.buffer, indices.join(", "));
        match self.place {
            Some(Place { span, operation }) => format!("{} {operation} {cell}", position(span)),
            None if self.access.is_write => format!("the store to {cell}"),
            None => format!("the load of {cell}"),
        }
    }
}

fn subscript(index: &Option<Linear>) -> String {
    index.as_ref().map_or("?".to_string(), linear)
}

/// `2 * i - j + 1`, the terms by name.
fn linear(linear: &Linear) -> String {
    let mut terms: Vec<(String, i64)> = linear.terms.iter().map(|(a, c)| (atom(a), *c)).collect();
    terms.sort();
    let mut text = String::new();
    for (name, coefficient) in terms {
        let size = coefficient.unsigned_abs();
        let term = if size == 1 {
            name
        } else {
            format!("{size} * {name}")
        };
        let _ = match (text.is_empty(), coefficient < 0) {
            (true, false) => write!(text, "{term}"),
            (true, true) => write!(text, "-{term}"),
            (false, false) => write!(text, " + {term}"),
            (false, true) => write!(text, " - {term}"),
        };
    }
    let _ = match (text.is_empty(), linear.constant) {
        (true, n) => write!(text, "{n}"),
        (false, 0) => Ok(()),
        (false, n) if n < 0 => write!(text, " - {}", n.unsigned_abs()),
        (false, n) => write!(text, " + {n}"),
    };
    text
}

fn atom(atom: &Atom) -> String {
    match atom {
        Atom::Var(name) => name.to_string(),
        Atom::FloorDiv(inner, by) => format!("({}) floordiv {by}", linear(inner)),
        Atom::Mod(inner, by) => format!("({}) mod {by}", linear(inner)),
    }
}
