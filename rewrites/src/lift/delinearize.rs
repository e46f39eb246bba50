//! Rows and columns of linear arrays: `A[i * n + k]` is `A[i][k]` of an array with rows of `n` elements, where `k` stays within
//! a row.
//!
//! The strides are what variables are multiplied by in the subscripts of an array, each a multiple of the next (Grosser, Ramanujam,
//! Pouchet, Sadayappan & Pop, "Optimistic delinearization of parametrically sized arrays", ICS 2015). What is left of a subscript
//! modulo a stride must be shown to be inside a row for each access: then different subscripts are different cells.

use std::collections::BTreeMap;

use egg::{Id, Symbol};
use ovolo_lang::ir::OpId;

use super::{Lifted, Lifter, MOST_INDEX_NODES, SizeCondition};
use crate::algebra::gcd;
use crate::dependence::{Addressing, Stride};
use crate::linear::{Atom, Linear};
use crate::term::{IndexOp, Node};

/// A load or store as it was lifted.
pub(super) struct Lift {
    pub op: OpId,
    pub buffer: Symbol,
    pub indices: Vec<Id>,
    pub is_write: bool,
    /// Whether it depends on data whether it is executed.
    pub is_conditional: bool,
}

/// A sum of products of variables with coefficients.
type Polynomial = BTreeMap<Vec<Atom>, i64>;

/// Products in one subscript. Arbitrary.
const MOST_PRODUCTS: usize = 64;

/// The strides of an array, the greatest first, the last of them 1.
struct Layout {
    strides: Vec<Stride>,
    /// Of each dimension but the first.
    extents: Vec<Linear>,
}

/// A subscript as those of rows and columns, and what is to hold for it.
struct Split {
    indices: Vec<Linear>,
    wanted: Vec<SizeCondition>,
}

impl Lifter<'_> {
    /// The statement with subscripts that are affine; refused where one is not and its array has no rows.
    pub(super) fn delinearized(&mut self, root: Id) -> Lifted<Id> {
        let mut layouts: BTreeMap<Symbol, Layout> = BTreeMap::new();
        let lifts = std::mem::take(&mut self.lifts);
        for lift in &lifts {
            if self.linears(&lift.indices).is_some() || layouts.contains_key(&lift.buffer) {
                continue;
            }
            let of_buffer = lifts.iter().filter(|other| other.buffer == lift.buffer);
            let subscripts: Vec<Option<Polynomial>> =
                of_buffer.map(|lift| self.polynomial_of(lift)).collect();
            let subscripts: Option<Vec<Polynomial>> = subscripts.into_iter().collect();
            let layout = subscripts.and_then(|subscripts| {
                let layout = self.layout(&subscripts)?;
                let fits = subscripts
                    .iter()
                    .all(|subscript| self.split(subscript, &layout).is_some());
                fits.then_some(layout)
            });
            let Some(layout) = layout else {
                return self.refuse_index(
                    lift.op,
                    "a subscript is not affine with constant divisors, and is not seen to be that of a linear array with rows \
                     in which its columns stay",
                );
            };
            layouts.insert(lift.buffer, layout);
        }
        let mut moved: BTreeMap<(Symbol, Id), Vec<Id>> = BTreeMap::new();
        for lift in &lifts {
            let mut indices = lift.indices.clone();
            if let Some(layout) = layouts.get(&lift.buffer) {
                let split = self
                    .polynomial_of(lift)
                    .and_then(|subscript| self.split(&subscript, layout));
                let split = split.expect("each subscript of the array was split before");
                for condition in split.wanted {
                    self.want(condition);
                }
                indices = split
                    .indices
                    .iter()
                    .map(|index| index.nodes(&mut |node| self.add(node)))
                    .collect();
                moved.insert((lift.buffer, lift.indices[0]), indices.clone());
            }
            self.note_place(lift.op, lift.buffer, &indices, lift.is_write);
        }
        for (name, layout) in layouts {
            let (buffer, _) = &mut self.buffers[&name];
            buffer.shape = std::iter::once(None)
                .chain(layout.extents.into_iter().map(Some))
                .collect();
            buffer.addressing = Addressing::Linear(layout.strides);
        }
        match moved.is_empty() {
            true => Ok(root),
            false => Ok(self.with_indices(root, &moved, &mut BTreeMap::new())),
        }
    }

    /// A statement or an expression with other subscripts.
    fn with_indices(
        &mut self,
        id: Id,
        moved: &BTreeMap<(Symbol, Id), Vec<Id>>,
        done: &mut BTreeMap<Id, Id>,
    ) -> Id {
        if let Some(id) = done.get(&id) {
            return *id;
        }
        let node = self.nodes[usize::from(id)].clone();
        let node = egg::Language::map_children(node, |child| self.with_indices(child, moved, done));
        // What is below a subscript has none, and is the same as before.
        let node = match node {
            Node::Load(buffer, scalar, indices) => {
                let new = indices.first().and_then(|&index| moved.get(&(buffer, index)));
                Node::Load(buffer, scalar, new.map_or(indices, |new| new.as_slice().into()))
            }
            Node::Store(buffer, children) => match children.split_last() {
                Some((&value, &[index])) if moved.contains_key(&(buffer, index)) => {
                    let indices = moved[&(buffer, index)].iter().copied();
                    Node::Store(buffer, indices.chain([value]).collect())
                }
                _ => Node::Store(buffer, children),
            },
            other => other,
        };
        let new = self.add(node);
        done.insert(id, new);
        new
    }

    fn polynomial_of(&self, lift: &Lift) -> Option<Polynomial> {
        match lift.indices.as_slice() {
            &[index] if self.sizes[usize::from(index)] <= MOST_INDEX_NODES => self.polynomial(index),
            _ => None,
        }
    }

    fn polynomial(&self, id: Id) -> Option<Polynomial> {
        let found = match &self.nodes[usize::from(id)] {
            Node::Index(IndexOp::Add, [a, b]) => {
                let mut sum = self.polynomial(*a)?;
                for (product, factor) in self.polynomial(*b)? {
                    let coefficient = sum.entry(product).or_insert(0);
                    *coefficient = coefficient.checked_add(factor)?;
                }
                sum
            }
            Node::Index(IndexOp::Mul, [a, b]) => {
                let (a, b) = (self.polynomial(*a)?, self.polynomial(*b)?);
                let mut all = Polynomial::new();
                for (x, m) in &a {
                    for (y, n) in &b {
                        let mut product = [&x[..], &y[..]].concat();
                        product.sort();
                        let coefficient = all.entry(product).or_insert(0);
                        *coefficient = coefficient.checked_add(m.checked_mul(*n)?)?;
                    }
                }
                all
            }
            _ => {
                let linear = self.linear(id)?;
                let constant = (linear.constant != 0).then_some((Vec::new(), linear.constant));
                let terms = linear
                    .terms
                    .into_iter()
                    .map(|(atom, factor)| (vec![atom], factor));
                constant.into_iter().chain(terms).collect()
            }
        };
        let found: Polynomial = found.into_iter().filter(|(_, factor)| *factor != 0).collect();
        (found.len() <= MOST_PRODUCTS).then_some(found)
    }

    /// The sizes in a product, and what moves with a loop.
    fn parted(&self, product: &[Atom]) -> Option<(Vec<Symbol>, Option<Atom>)> {
        let mut sizes = Vec::new();
        let mut moving = None;
        for atom in product {
            match atom {
                Atom::Var(name) if !self.domains.contains_key(name) => sizes.push(*name),
                other if moving.is_none() => moving = Some(other.clone()),
                _ => return None,
            }
        }
        Some((sizes, moving))
    }

    /// The strides that subscripts of one array suggest.
    fn layout(&self, subscripts: &[Polynomial]) -> Option<Layout> {
        // Of the sizes that something is multiplied by the greatest factor of all their coefficients.
        let mut factors: BTreeMap<Vec<Symbol>, i64> = BTreeMap::new();
        for (product, _) in subscripts.iter().flatten() {
            let (sizes, moving) = self.parted(product)?;
            if moving.is_some() {
                factors.insert(sizes, 0);
            }
        }
        for (product, coefficient) in subscripts.iter().flatten() {
            let (sizes, _) = self.parted(product)?;
            if let Some(factor) = factors.get_mut(&sizes) {
                *factor = i64::try_from(gcd((*factor).into(), (*coefficient).into())).ok()?;
            }
        }
        factors.insert(Vec::new(), 1);
        let mut strides: Vec<Stride> = factors
            .into_iter()
            .map(|(sizes, factor)| Stride { sizes, factor })
            .collect();
        strides.sort_by_key(|stride| std::cmp::Reverse(stride.sizes.len()));
        let extents = strides.windows(2).map(|pair| {
            let quotient = pair[0].over(&pair[1])?;
            match quotient.sizes.as_slice() {
                [] => Some(Linear::constant(quotient.factor)),
                [size] => Linear::var(*size).scale(quotient.factor),
                _ => None,
            }
        });
        let extents = extents.collect::<Option<Vec<Linear>>>()?;
        (!extents.is_empty()).then_some(Layout { strides, extents })
    }

    /// The subscripts of the rows and columns, each but the first shown to be within its extent, or so under conditions.
    fn split(&self, subscript: &Polynomial, layout: &Layout) -> Option<Split> {
        let mut indices = vec![Linear::default(); layout.strides.len()];
        for (product, coefficient) in subscript {
            let (sizes, moving) = self.parted(product)?;
            let whole = Stride {
                sizes,
                factor: *coefficient,
            };
            let mut strides = layout.strides.iter().enumerate();
            let (place, rest) = strides.find_map(|(place, stride)| Some((place, whole.over(stride)?)))?;
            let atom = match (rest.sizes.as_slice(), moving) {
                ([], None) => Linear::constant(1),
                ([], Some(moving)) => Linear::atom(moving),
                ([size], None) => Linear::var(*size),
                _ => return None,
            };
            indices[place] = indices[place].add(&atom.scale(rest.factor)?)?;
        }
        let mut wanted = Vec::new();
        // A row more or less may be columns more or less: `i * n + (n - 1 - k)`.
        for inner in (1..indices.len()).rev() {
            let extent = &layout.extents[inner - 1];
            let shifted = [0, 1, -1].into_iter().find_map(|rows| {
                let moved = indices[inner].add(&extent.scale(rows)?)?;
                let is_inside = self.is_within(&moved, extent)?;
                is_inside.then_some((rows, moved))
            });
            let Some((rows, moved)) = shifted else {
                let left = extent.subtract(&indices[inner])?.add(&Linear::constant(-1))?;
                for side in [&indices[inner], &left] {
                    if !self.is_never_negative(side) {
                        wanted.push(self.condition_for(side)?);
                    }
                }
                continue;
            };
            indices[inner - 1] = indices[inner - 1].add(&Linear::constant(-rows))?;
            indices[inner] = moved;
        }
        Some(Split { indices, wanted })
    }

    fn is_within(&self, index: &Linear, extent: &Linear) -> Option<bool> {
        let left = extent.subtract(index)?.add(&Linear::constant(-1))?;
        Some(self.is_never_negative(index) && self.is_never_negative(&left))
    }
}
