//! The statements inside a time loop, and the places that make their distances constant.

use std::collections::BTreeSet;
use std::sync::Arc;

use egg::{Id, Symbol};

use crate::dependence::{AccessId, Domain};
use crate::egraph::{EGraph, LoopVariable};
use crate::level::Level;
use crate::linear::Linear;
use crate::loops::{ForNode, add, sequential_loops, tile_around};
use crate::term::{IndexOp, Loop, LoopKind, Node, Step};

/// Places in the dimension along which memory runs are multiples of what lies in so many bytes, a line of the cache:
/// so vectors fill the stripes.
const LINE: i64 = 64;

/// A greater factor moves the stripes, in lines or iterations, so fast that tiles of time share little.
const MOST_FACTOR: i64 = 6;

/// The loops of a statement, outermost first, down to the one that is cut.
pub(super) struct Strip {
    pub statement: Id,
    pub loops: Vec<ForNode>,
    /// The variable of the loop that is cut, or a constant where there is no such loop.
    pub place: Linear,
    pub accesses: Arc<BTreeSet<AccessId>>,
}

impl Strip {
    /// The places of the statement, one past the last.
    pub fn range(&self, egraph: &EGraph<'_>) -> Option<[Linear; 2]> {
        match self.loops.last() {
            Some(cut) => {
                let [lo, hi] = [cut.lo, cut.hi].map(|bound| egraph[bound].data.linear.clone());
                Some([lo?, hi?])
            }
            None => Some([self.place.clone(), self.place.add(&Linear::constant(1))?]),
        }
    }

    /// The statement's instances in `low..high`; `is_whole` where those are all among its instances. `kind` is that
    /// of the loop that is cut.
    pub fn within(&self, egraph: &mut EGraph<'_>, low: Id, high: Id, is_whole: bool, kind: LoopKind) -> Id {
        let Some((cut, above)) = self.loops.split_last() else {
            return self.at_its_place(egraph, low, high);
        };
        let [lo, hi] = match is_whole {
            true => [low, high],
            false => [
                egraph.add(Node::Index(IndexOp::Max, [cut.lo, low])),
                egraph.add(Node::Index(IndexOp::Min, [cut.hi, high])),
            ],
        };
        let inner = add(egraph, Node::For(Loop { kind, ..cut.head }, [lo, hi, cut.body]));
        above.iter().rev().fold(inner, |body, around| {
            add(egraph, Node::For(around.head, [around.lo, around.hi, body]))
        })
    }

    /// A statement without a loop that is cut runs once, if its place lies in `low..high`.
    fn at_its_place(&self, egraph: &mut EGraph<'_>, low: Id, high: Id) -> Id {
        let place = self.place.constant;
        let name = Symbol::from(format!("once'{}", usize::from(self.statement)));
        egraph.analysis.loops.entry(name).or_insert(LoopVariable {
            root: name,
            level: Level::Point,
        });
        let domains = &mut egraph.analysis.dependences.domains;
        domains.entry(name).or_insert(Domain {
            lower: vec![Linear::constant(place)],
            upper: vec![Linear::constant(place + 1)],
            step: 1,
        });
        let [lo, hi] = [place, place + 1].map(|n| egraph.add(Node::Int(n)));
        let lo = egraph.add(Node::Index(IndexOp::Max, [lo, low]));
        let hi = egraph.add(Node::Index(IndexOp::Min, [hi, high]));
        let head = Loop {
            iv: name,
            step: Step::Fixed(1),
            kind: LoopKind::Sequential,
        };
        add(egraph, Node::For(head, [lo, hi, self.statement]))
    }
}

pub(super) fn strip(egraph: &EGraph<'_>, statement: Id, loops: &[ForNode], place: Linear) -> Strip {
    Strip {
        statement,
        loops: loops.to_vec(),
        place,
        accesses: Arc::clone(&egraph[statement].data.accesses),
    }
}

/// The loops of the source that a statement is, one inside the other.
pub(super) fn loops_down(egraph: &EGraph<'_>, statement: Id) -> Vec<ForNode> {
    let mut found: Vec<ForNode> = Vec::new();
    let mut at = egraph.find(statement);
    loop {
        let next = sequential_loops(egraph, at).into_iter().find(|node| {
            egraph.analysis.level(node.head.iv) == Level::Point
                && node.head.step == Step::Fixed(1)
                && tile_around(egraph, node).is_none()
                && found.iter().all(|outer| outer.head.iv != node.head.iv)
        });
        match next {
            Some(node) => {
                at = node.body;
                found.push(node);
            }
            None => return found,
        }
    }
}

/// Whether a loop runs through one range in every iteration of the time loop.
pub(super) fn is_whole(egraph: &EGraph<'_>, node: &ForNode, time: &ForNode) -> bool {
    let inside = &egraph[time.body].data.bound;
    [node.lo, node.hi].iter().all(|&bound| {
        let data = &egraph[bound].data;
        let mut fixed = data.linear.is_some() && !data.variables.contains(&time.head.iv);
        data.variables
            .iter()
            .for_each(|v| fixed &= !inside.contains(v) && !egraph.analysis.level(*v).has_places());
        fixed
    })
}

/// The strip of a statement that shares an array with one whose strip is known: through the first of its loops that
/// moves along the same dimension, or at the constant that is its subscript there.
pub(super) fn aligned(
    egraph: &EGraph<'_>,
    statement: Id,
    loops: &[ForNode],
    known: &[Option<Strip>],
    time: &ForNode,
) -> Option<Strip> {
    let accesses = &egraph[statement].data.accesses;
    let whole = loops
        .iter()
        .enumerate()
        .filter(|(_, l)| is_whole(egraph, l, time));
    let cuts = whole.map(|(depth, l)| strip(egraph, statement, &loops[..=depth], Linear::var(l.head.iv)));
    let constants = known.iter().flatten().flat_map(|other| {
        let places = constant_places(egraph, accesses, other);
        places
            .into_iter()
            .map(|place| strip(egraph, statement, &[], Linear::constant(place)))
    });
    let mut candidates: Vec<Strip> = cuts.collect();
    candidates.extend(constants);
    candidates.into_iter().find(|candidate| {
        let mut others = known.iter().flatten();
        others.any(|other| matches!(distance(egraph, candidate, other), Distance::AtLeast(_)))
            && known
                .iter()
                .flatten()
                .all(|other| !matches!(distance(egraph, candidate, other), Distance::Unknown))
    })
}

/// The constants that are subscripts where another statement's are its place.
fn constant_places(egraph: &EGraph<'_>, accesses: &BTreeSet<AccessId>, other: &Strip) -> BTreeSet<i64> {
    let dependences = &egraph.analysis.dependences;
    let mut found = BTreeSet::new();
    for &a in accesses.iter() {
        for &b in other.accesses.iter() {
            let (a, b) = (dependences.access(a), dependences.access(b));
            if a.buffer != b.buffer || !(a.is_write || b.is_write) {
                continue;
            }
            for (x, y) in a.indices.iter().zip(&b.indices) {
                let moves = y.as_ref().is_some_and(|y| {
                    let rest = y.subtract(&other.place);
                    rest.is_some_and(|rest| rest.as_constant().is_some()) && y.as_constant().is_none()
                });
                let constant = x.as_ref().and_then(Linear::as_constant);
                found.extend(constant.filter(|_| moves));
            }
        }
    }
    found
}

/// How far the place of the second statement lies behind that of the first where they touch one cell.
enum Distance {
    /// They share no cell.
    Apart,
    AtLeast(i64),
    Unknown,
}

/// Read from the constants of subscripts; what is made of it is checked exactly.
fn distance(egraph: &EGraph<'_>, first: &Strip, second: &Strip) -> Distance {
    let dependences = &egraph.analysis.dependences;
    let mut least: Option<i64> = None;
    for &a in first.accesses.iter() {
        for &b in second.accesses.iter() {
            let (a, b) = (dependences.access(a), dependences.access(b));
            if !(a.is_write || b.is_write) || !dependences.may_alias(a.buffer, b.buffer) {
                continue;
            }
            let dims = a.indices.iter().zip(&b.indices);
            // x + c = y + d in some dimension, so y - x = c - d.
            let found = dims.filter_map(|(x, y)| {
                let c = x.as_ref()?.subtract(&first.place)?.as_constant()?;
                let d = y.as_ref()?.subtract(&second.place)?.as_constant()?;
                c.checked_sub(d)
            });
            match found.min() {
                Some(gap) => least = Some(least.map_or(gap, |l| l.min(gap))),
                None => return Distance::Unknown,
            }
        }
    }
    least.map_or(Distance::Apart, Distance::AtLeast)
}

/// What places are multiples of.
pub(super) fn unit(egraph: &EGraph<'_>, strip: &Strip) -> i64 {
    let dependences = &egraph.analysis.dependences;
    let mut writes = strip
        .accesses
        .iter()
        .map(|&a| dependences.access(a))
        .filter(|a| a.is_write);
    let along = writes.find_map(|access| {
        let last = access.indices.last()?.as_ref()?;
        let rest = last.subtract(&strip.place)?;
        rest.as_constant()?;
        let bytes = dependences.buffers.get(&access.buffer)?.element.byte_size();
        Some((LINE / bytes as i64).max(1))
    });
    along.unwrap_or(1)
}

/// Offsets and the factor under which, as far as distances say, no instance depends on one with a greater place.
/// All are multiples of `unit`. `None` where there are none, or stripes would not move.
pub(super) fn places(egraph: &EGraph<'_>, strips: &[Strip], unit: i64) -> Option<(Vec<i64>, i64)> {
    let rounded_up = |gap: i64| -(-gap).div_euclid(unit) * unit;
    let mut offsets: Vec<i64> = Vec::new();
    for (n, second) in strips.iter().enumerate() {
        let mut offset = 0;
        for (first, before) in strips[..n].iter().zip(&offsets) {
            match distance(egraph, first, second) {
                Distance::Apart => {}
                Distance::AtLeast(gap) => offset = offset.max(before + rounded_up(-gap)),
                Distance::Unknown => return None,
            }
        }
        offsets.push(offset);
    }
    let mut factor = 0;
    for (n, first) in strips.iter().enumerate() {
        for (m, second) in strips[..=n].iter().enumerate() {
            match distance(egraph, first, second) {
                Distance::Apart => {}
                Distance::AtLeast(gap) => {
                    factor = factor.max(offsets[n] - offsets[m] + rounded_up(-gap));
                }
                Distance::Unknown => return None,
            }
        }
    }
    (1..=MOST_FACTOR * unit)
        .contains(&factor)
        .then_some((offsets, factor))
}
