//! How much memory a statement touches: distinct cache lines by buffer, from its accesses and how far
//! each induction variable of the source ranges inside it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use egg::Symbol;
use ovolo_rewrites::dependence::{AccessId, Dependences};
use ovolo_rewrites::linear::{Atom, Linear};
use ovolo_rewrites::term::Panel;

use crate::extents::{ASSUMED_EXTENT, Extents};
use crate::machine::Cache;

/// Accesses to one buffer whose subscripts differ only by constants.
#[derive(Clone, Debug)]
struct Group {
    buffer: usize,
    element_bytes: f64,
    dims: Vec<GroupDim>,
    is_written: bool,
    /// Whether the cells lie next to each other, whatever the shape of the buffer.
    is_packed: bool,
}

/// A line that is written is read before and written back after.
pub(crate) const WRITTEN: f64 = 2.0;

/// Lines of a copy are walked through one after the other, so most of them are in the nearest cache before they are asked
/// for: they count so much of others there. Fitted to products of matrices.
pub(crate) const FORESEEN: f64 = 0.2;

/// A buffer by number, and of each subscript the terms, and how many values they take in turns, where it is a remainder of them.
type GroupKey = (usize, Vec<(Vec<(Atom, i64)>, Option<i64>)>);

/// What the accesses of a group have together.
struct Member {
    /// The least and the greatest constant of each subscript.
    constants: Vec<(i64, i64)>,
    buffer: Symbol,
    is_written: bool,
}

#[derive(Clone, Debug)]
struct GroupDim {
    /// Variables with the absolute values of their coefficients.
    terms: Vec<(Symbol, f64)>,
    /// The greatest constant less the least.
    spread: f64,
    extent: f64,
    /// Bytes from one index to the next.
    stride: f64,
}

/// A cache holds what is used again when that fills no more than this part of it; the rest is for what
/// streams through.
const USABLE: f64 = 0.85;

/// How many extents are remembered for a footprint. The tile sizes that are tried come to fewer for most nests.
const REMEMBERED: usize = 20_000;

/// The memory of one statement, ready to be measured for any extents.
#[derive(Debug)]
pub struct Footprint {
    groups: Vec<Group>,
    buffers: usize,
    /// The induction variables that matter.
    variables: Vec<Symbol>,
    /// What it came to, by their extents.
    known: Mutex<HashMap<Vec<u64>, Arc<Touched>>>,
}

/// What a statement touches for some extents: for each cache, nearest first, a number for each buffer.
#[derive(Debug, Default)]
pub struct Touched {
    /// Distinct lines, as often as each moves.
    pub lines: Box<[f64]>,
    /// Whether the cache keeps what is touched of the buffer.
    pub kept: Box<[bool]>,
}

impl Footprint {
    /// The memory that the accesses touch, those to `packed` buffers in copies.
    pub fn new(dependences: &Dependences<'_>, accesses: &BTreeSet<AccessId>, packed: &[Panel]) -> Footprint {
        let mut groups: BTreeMap<GroupKey, Member> = BTreeMap::new();
        for &id in accesses {
            let access = dependences.access(id);
            let Some(buffer) = dependences.buffers.get_index_of(&access.buffer) else {
                continue;
            };
            let subscripts: Vec<(Linear, Option<i64>)> = access.indices.iter().map(in_turns).collect();
            let key = subscripts
                .iter()
                .map(|(linear, turns)| (linear.terms.clone().into_iter().collect(), *turns))
                .collect::<Vec<_>>();
            let constants: Vec<i64> = subscripts.iter().map(|(linear, _)| linear.constant).collect();
            let entry = groups.entry((buffer, key)).or_insert_with(|| Member {
                constants: constants.iter().map(|&c| (c, c)).collect(),
                buffer: access.buffer,
                is_written: false,
            });
            entry.is_written |= access.is_write;
            for (bounds, c) in entry.constants.iter_mut().zip(constants) {
                *bounds = (bounds.0.min(c), bounds.1.max(c));
            }
        }
        let groups: Vec<Group> = groups
            .into_iter()
            .map(|((buffer, key), member)| {
                let data = &dependences.buffers[&member.buffer];
                let element_bytes = data.element.byte_size() as f64;
                let mut stride = element_bytes;
                let mut dims: Vec<GroupDim> = Vec::new();
                let dimensions = key.iter().zip(member.constants).zip(&data.shape);
                for (((terms, turns), (low, high)), extent) in dimensions.rev() {
                    let known = extent.as_ref().and_then(Linear::as_constant);
                    let extent = known.map_or(ASSUMED_EXTENT, |e| e as f64);
                    dims.push(GroupDim {
                        terms: weights(terms),
                        spread: (high - low) as f64,
                        extent: turns.map_or(extent, |turns| extent.min(turns as f64)),
                        stride,
                    });
                    stride *= extent;
                }
                dims.reverse();
                Group {
                    buffer,
                    element_bytes,
                    dims,
                    is_written: member.is_written,
                    is_packed: packed.iter().any(|panel| panel.buffer == member.buffer),
                }
            })
            .collect();
        let dims = groups.iter().flat_map(|group| &group.dims);
        let variables: BTreeSet<Symbol> = dims.flat_map(|dim| dim.terms.iter().map(|(v, _)| *v)).collect();
        Footprint {
            groups,
            buffers: dependences.buffers.len(),
            variables: variables.into_iter().collect(),
            known: Mutex::default(),
        }
    }

    /// What is touched. `ranges` are the same for every call.
    pub fn touched(
        &self,
        extents: &Extents,
        ranges: &HashMap<Symbol, f64>,
        caches: &[Cache],
    ) -> Arc<Touched> {
        let key: Vec<u64> = self.variables.iter().map(|&v| extents.of(v).to_bits()).collect();
        let known = || self.known.lock().expect("no thread panics with the lock");
        if let Some(touched) = known().get(&key) {
            return Arc::clone(touched);
        }
        let touched = Arc::new(self.measure(extents, ranges, caches));
        let mut known = known();
        if known.len() < REMEMBERED {
            known.insert(key, Arc::clone(&touched));
        }
        touched
    }

    fn measure(&self, extents: &Extents, ranges: &HashMap<Symbol, f64>, caches: &[Cache]) -> Touched {
        let groups = self.distinct(extents, ranges);
        let line = caches.first().map_or(64.0, |c| c.line as f64);
        let mut foreseen = FORESEEN;
        let mut lines = Vec::with_capacity(caches.len() * self.buffers);
        let mut kept = Vec::with_capacity(caches.len() * self.buffers);
        for cache in caches {
            lines.extend(self.lines(&groups, extents, line, foreseen));
            kept.extend(keeps(&self.pressure(&groups, extents, cache), cache));
            foreseen = 1.0;
        }
        Touched {
            lines: lines.into(),
            kept: kept.into(),
        }
    }

    /// Distinct lines of `line` bytes by buffer, as often as each moves; those of copies count `foreseen` each.
    fn lines(&self, groups: &[(&Group, bool)], extents: &Extents, line: f64, foreseen: f64) -> Vec<f64> {
        let mut lines = vec![0.0; self.buffers];
        for &(group, is_written) in groups {
            let (rows, width) = group.rows_and_width(extents, line);
            let moves = match (is_written, group.is_packed) {
                (true, _) => WRITTEN,
                (false, true) => foreseen,
                (false, false) => 1.0,
            };
            lines[group.buffer] += rows * width * moves;
        }
        lines
    }

    /// The groups without those that touch the elements of another: in each dimension the same variables
    /// from outside, and besides them variables that take all their values, equally far. Each with whether any of
    /// those writes.
    fn distinct(&self, extents: &Extents, ranges: &HashMap<Symbol, f64>) -> Vec<(&Group, bool)> {
        let mut found: Vec<(&Group, bool)> = Vec::new();
        for group in &self.groups {
            let same = |other: &Group| other.buffer == group.buffer && group.is_like(other, extents, ranges);
            match found.iter_mut().find(|(other, _)| same(other)) {
                Some((_, is_written)) => *is_written |= group.is_written,
                None => found.push((group, group.is_written)),
            }
        }
        found
    }

    /// How many rows a loop over `root` walks along at once.
    pub(crate) fn streams(&self, extents: &Extents, root: Symbol, line: f64) -> f64 {
        let moving = self
            .groups
            .iter()
            .filter(|g| g.dims.iter().any(|d| d.terms.iter().any(|(v, _)| *v == root)));
        moving.map(|g| g.rows_and_width(extents, line).0).sum()
    }

    /// Of the lines that an iteration of a loop over `root` touches, the part that come first in a row that no iteration before it was in.
    pub(crate) fn new_rows(&self, extents: &Extents, root: Symbol, line: f64) -> f64 {
        let moves = |dim: &GroupDim| dim.terms.iter().any(|(v, _)| *v == root);
        let (mut new, mut all) = (0.0, 0.0);
        for group in self.groups.iter().filter(|group| group.dims.iter().any(moves)) {
            let (rows, width) = group.rows_and_width(extents, line);
            all += rows * width;
            if !group.is_packed && !group.dims.last().is_some_and(moves) {
                new += rows;
            }
        }
        if all > 0.0 { new / all } else { 0.0 }
    }

    /// A buffer that is written, across whose rows a loop over `root` walks.
    pub fn across(&self, root: Symbol) -> Option<usize> {
        let moves = |dim: &GroupDim| dim.terms.iter().any(|(v, _)| *v == root);
        let is_across = |group: &&Group| match group.dims.split_last() {
            Some((last, outer)) => group.is_written && !moves(last) && outer.iter().any(moves),
            None => false,
        };
        self.groups.iter().find(is_across).map(|group| group.buffer)
    }

    /// What each buffer does to a cache.
    fn pressure(&self, groups: &[(&Group, bool)], extents: &Extents, cache: &Cache) -> Vec<Pressure> {
        let line = cache.line as f64;
        let sets = (cache.size / (cache.ways * cache.line)).max(1);
        let mut all = vec![Pressure::default(); self.buffers];
        for (group, _) in groups {
            let (rows, width) = group.rows_and_width(extents, line);
            let distance = if rows > 1.0 {
                group.row_conflicts(extents, sets, line)
            } else {
                1.0
            };
            let covered = (sets as f64 / distance * width).min(sets as f64) * cache.ways as f64;
            let pressure = &mut all[group.buffer];
            pressure.needed += rows * width.max(distance);
            pressure.taken += (rows * width).min(covered);
        }
        all
    }
}

/// The lines of a cache that one buffer is concerned with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pressure {
    /// A cache must have so many for the buffer to stay in it. Rows at a distance that maps them onto few
    /// sets need as much as if they filled the sets between them.
    needed: f64,
    /// So many are lost to the other buffers.
    taken: f64,
}

/// Whether a cache keeps each buffer beside the others.
fn keeps(pressure: &[Pressure], cache: &Cache) -> impl Iterator<Item = bool> {
    let usable = USABLE * (cache.size / cache.line) as f64;
    let taken: f64 = pressure.iter().map(|p| p.taken).sum();
    pressure.iter().map(move |p| p.needed + taken - p.taken <= usable)
}

impl Group {
    /// Whether it touches the elements that another group of the buffer does.
    fn is_like(&self, other: &Group, extents: &Extents, ranges: &HashMap<Symbol, f64>) -> bool {
        let dims = self.dims.iter().zip(&other.dims);
        self.dims.len() == other.dims.len() && dims.into_iter().all(|(a, b)| a.is_like(b, extents, ranges))
    }

    /// How many rows are touched, and how many lines of each.
    fn rows_and_width(&self, extents: &Extents, line: f64) -> (f64, f64) {
        if self.is_packed {
            let cells: f64 = self.dims.iter().map(|d| d.positions(extents)).product();
            return (1.0, (cells * self.element_bytes / line).max(1.0));
        }
        let Some((last, outer)) = self.dims.split_last() else {
            return (1.0, 1.0);
        };
        let rows: f64 = outer
            .iter()
            .map(|d| d.span(extents).min(d.positions(extents)))
            .product();
        let span = (last.span(extents) * self.element_bytes / line).max(1.0);
        (rows, span.min(last.positions(extents).max(1.0)))
    }

    /// The greatest number of sets between two rows that are next to each other in some dimension.
    fn row_conflicts(&self, extents: &Extents, sets: u64, line: f64) -> f64 {
        let outer = self.dims.split_last().map_or(&[][..], |(_, outer)| outer);
        let innermost = outer.iter().rev().find(|d| d.span(extents) > 1.0);
        let distance = innermost.map_or(0.0, |d| d.stride);
        if distance <= 0.0 || distance % line != 0.0 {
            return 1.0;
        }
        gcd((distance / line) as u64, sets) as f64
    }
}

impl GroupDim {
    fn is_like(&self, other: &GroupDim, extents: &Extents, ranges: &HashMap<Symbol, f64>) -> bool {
        let is_whole = |v: Symbol| {
            let known = extents.get(v);
            known.is_some_and(|extent| extent > 1.0) && ranges.get(&v).copied() == known
        };
        let fixed = |dim: &'_ GroupDim| -> Vec<(Symbol, u64)> {
            let fixed = dim.terms.iter().filter(|(v, _)| !is_whole(*v));
            fixed.map(|(v, c)| (*v, c.to_bits())).collect()
        };
        let moved = |dim: &GroupDim| -> f64 {
            let moved = dim.terms.iter().filter(|(v, _)| is_whole(*v));
            moved.map(|(v, c)| c * (extents.of(*v) - 1.0)).sum()
        };
        moved(self).to_bits() == moved(other).to_bits() && fixed(self) == fixed(other)
    }

    /// Elements from the first to the last that is touched.
    fn span(&self, extents: &Extents) -> f64 {
        let moving: f64 = self.terms.iter().map(|(v, c)| c * (extents.of(*v) - 1.0)).sum();
        (moving + 1.0 + self.spread).min(self.extent).max(1.0)
    }

    /// At most so many different elements are touched.
    fn positions(&self, extents: &Extents) -> f64 {
        let moving: f64 = self.terms.iter().map(|(v, _)| extents.of(*v)).product();
        moving * (1.0 + self.spread)
    }
}

/// A subscript, or what it is the remainder of, with how many values it has then; what is not affine counts as a constant.
fn in_turns(subscript: &Option<Linear>) -> (Linear, Option<i64>) {
    let linear = subscript.clone().unwrap_or_default();
    match linear.as_remainder() {
        Some((inner, divisor)) => (inner.clone(), Some(divisor)),
        None => (linear, None),
    }
}

/// The variables of subscript terms and how fast each moves the subscript; a remainder moves as fast as
/// what it is taken of.
fn weights(terms: &[(Atom, i64)]) -> Vec<(Symbol, f64)> {
    let mut found = Vec::new();
    for (atom, c) in terms {
        let c = c.unsigned_abs() as f64;
        match atom {
            Atom::Var(v) => found.push((*v, c)),
            Atom::FloorDiv(inner, d) => {
                let inner: Vec<_> = inner.terms.iter().map(|(a, c)| (a.clone(), *c)).collect();
                found.extend(weights(&inner).into_iter().map(|(v, w)| (v, c * w / *d as f64)));
            }
            Atom::Mod(inner, _) => {
                let inner: Vec<_> = inner.terms.iter().map(|(a, c)| (a.clone(), *c)).collect();
                found.extend(weights(&inner).into_iter().map(|(v, w)| (v, c * w)));
            }
        }
    }
    found
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
