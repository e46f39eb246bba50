//! How much memory a statement touches: distinct cache lines by buffer, from its accesses and how far
//! each induction variable of the source ranges inside it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use egg::Symbol;
use ovolo_rewrites::dependence::{AccessId, Dependences};
use ovolo_rewrites::linear::{Atom, Linear};
use ovolo_rewrites::term::Panel;

use crate::machine::Cache;

/// How many consecutive values each induction variable of the source takes inside a statement; a
/// variable that it does not name takes one.
pub type Extents = BTreeMap<Symbol, f64>;

/// An extent that is not known when the program is compiled is taken to be this.
pub const ASSUMED_EXTENT: f64 = 1000.0;

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
pub const WRITTEN: f64 = 2.0;

/// Lines of a copy are walked through one after the other, so most of them are in the nearest cache before they are asked
/// for: they count so much of others there. Fitted to products of matrices.
pub const FORESEEN: f64 = 0.2;

/// A buffer by number, and the terms of each subscript.
type GroupKey = (usize, Vec<Vec<(Atom, i64)>>);

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

/// The memory of one statement, ready to be measured for any extents.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    groups: Vec<Group>,
    buffers: usize,
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
            let linear = |i: &Option<Linear>| i.clone().unwrap_or_default();
            let key = access
                .indices
                .iter()
                .map(|i| linear(i).terms.into_iter().collect::<Vec<_>>())
                .collect::<Vec<_>>();
            let constants: Vec<i64> = access.indices.iter().map(|i| linear(i).constant).collect();
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
        let groups = groups
            .into_iter()
            .map(|((buffer, key), member)| {
                let data = &dependences.buffers[&member.buffer];
                let element_bytes = data.element.byte_size() as f64;
                let mut stride = element_bytes;
                let mut dims: Vec<GroupDim> = Vec::new();
                for ((terms, (low, high)), extent) in key.iter().zip(member.constants).zip(&data.shape).rev()
                {
                    let known = extent.as_ref().and_then(Linear::as_constant);
                    let extent = known.map_or(ASSUMED_EXTENT, |e| e as f64);
                    dims.push(GroupDim {
                        terms: weights(terms),
                        spread: (high - low) as f64,
                        extent,
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
        Footprint {
            groups,
            buffers: dependences.buffers.len(),
        }
    }

    /// Distinct lines of `line` bytes by buffer, as often as each moves; those of copies count `foreseen` each.
    pub fn lines(
        &self,
        extents: &Extents,
        ranges: &HashMap<Symbol, f64>,
        line: f64,
        foreseen: f64,
    ) -> Vec<f64> {
        let mut lines = vec![0.0; self.buffers];
        for (group, is_written) in self.distinct(extents, ranges) {
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
        let mut seen = BTreeMap::new();
        let key = |group: &Group| {
            let dims = group.dims.iter().map(|dim| {
                let varies = |v: &Symbol| extent(extents, *v) > 1.0;
                let is_whole = |v: &Symbol| varies(v) && ranges.get(v) == extents.get(v);
                let moved: Vec<_> = dim.terms.iter().filter(|(v, _)| is_whole(v)).collect();
                let fixed: Vec<_> = dim.terms.iter().filter(|(v, _)| !is_whole(v)).collect();
                let span: f64 = moved.iter().map(|(v, c)| c * (extent(extents, *v) - 1.0)).sum();
                (
                    fixed
                        .into_iter()
                        .map(|(v, c)| (*v, c.to_bits()))
                        .collect::<Vec<_>>(),
                    span.to_bits(),
                )
            });
            (group.buffer, dims.collect::<Vec<_>>())
        };
        for group in &self.groups {
            let place = *seen.entry(key(group)).or_insert(found.len());
            match found.get_mut(place) {
                Some((_, is_written)) => *is_written |= group.is_written,
                None => found.push((group, group.is_written)),
            }
        }
        found
    }

    /// How many rows a loop over `root` walks along at once.
    pub fn streams(&self, extents: &Extents, root: Symbol, line: f64) -> f64 {
        let moving = self
            .groups
            .iter()
            .filter(|g| g.dims.iter().any(|d| d.terms.iter().any(|(v, _)| *v == root)));
        moving.map(|g| g.rows_and_width(extents, line).0).sum()
    }

    /// What each buffer does to a cache.
    pub fn pressure(&self, extents: &Extents, ranges: &HashMap<Symbol, f64>, cache: &Cache) -> Vec<Pressure> {
        let line = cache.line as f64;
        let sets = (cache.size / (cache.ways * cache.line)).max(1);
        let mut all = vec![Pressure::default(); self.buffers];
        for (group, _) in self.distinct(extents, ranges) {
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
pub struct Pressure {
    /// A cache must have so many for the buffer to stay in it. Rows at a distance that maps them onto few
    /// sets need as much as if they filled the sets between them.
    pub needed: f64,
    /// So many are lost to the other buffers.
    pub taken: f64,
}

impl Group {
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
    /// Elements from the first to the last that is touched.
    fn span(&self, extents: &Extents) -> f64 {
        let moving: f64 = self
            .terms
            .iter()
            .map(|(v, c)| c * (extent(extents, *v) - 1.0))
            .sum();
        (moving + 1.0 + self.spread).min(self.extent).max(1.0)
    }

    /// At most so many different elements are touched.
    fn positions(&self, extents: &Extents) -> f64 {
        let moving: f64 = self.terms.iter().map(|(v, _)| extent(extents, *v)).product();
        moving * (1.0 + self.spread)
    }
}

fn extent(extents: &Extents, v: Symbol) -> f64 {
    extents.get(&v).copied().unwrap_or(1.0)
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
