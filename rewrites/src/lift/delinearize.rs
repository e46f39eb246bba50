//! Rows and columns of linear arrays: `A[i * n + k]` is `A[i][k]` of an array with rows of `n` elements, where `k` stays within
//! a row.
//!
//! The strides are what variables are multiplied by in the subscripts of an array, each a multiple of the next (Grosser, Ramanujam,
//! Pouchet, Sadayappan & Pop, "Optimistic delinearization of parametrically sized arrays", ICS 2015). What is left of a subscript
//! modulo a stride must be shown to be inside a row for each access: then different subscripts are different cells. Of an array that is
//! only read this need not be so: there any strides do, be they lengths of rows or not.
//!
//! Where all strides are constants the subscripts are affine as they are, and an array that is not seen to have rows stays linear.

use std::collections::{BTreeMap, BTreeSet};

use egg::{Id, Symbol};
use ovolo_lang::ir::{OpId, ValueId};
use ovolo_lang::op::OpCode;

use super::{Lifted, Lifter, MOST_INDEX_NODES, SizeCondition};
use crate::dependence::{Addressing, Stride};
use crate::linear::{Atom, Linear, gcd};
use crate::nest::BufferSource;
use crate::term::{IndexOp, Node};

/// A load or store as it was lifted.
pub(super) struct Lift {
    pub op: OpId,
    pub buffer: Symbol,
    pub indices: Vec<Id>,
    pub is_write: bool,
    /// Whether it depends on data whether it is executed.
    pub is_conditional: bool,
    /// Whether it is one of the places that a load chooses from.
    pub is_chosen: bool,
    /// What is at least zero wherever it is executed, besides what the loops around say.
    pub conditions: Vec<Linear>,
}

/// A sum of products of variables with coefficients.
pub(super) type Polynomial = BTreeMap<Vec<Atom>, i64>;

/// Products in one subscript. Arbitrary.
const MOST_PRODUCTS: usize = 64;

/// The shortest rows of constant length that are looked for. Arbitrary: shorter ones are unrolled, or lanes.
pub(super) const SHORTEST_ROW: i64 = 16;

/// Strides in a chain of constant ones. Arbitrary.
const MOST_STRIDES: usize = 4;

/// The strides of an array, the greatest first, the last of them 1.
struct Layout {
    strides: Vec<Stride>,
    /// Of each dimension but the first, where different subscripts are to be different cells.
    extents: Option<Vec<Linear>>,
}

/// The only subscript of an access, with what is at least zero wherever it is executed.
struct Subscript {
    products: Polynomial,
    conditions: Vec<Linear>,
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
        let mut seen: BTreeSet<Symbol> = BTreeSet::new();
        for lift in &lifts {
            if lift.indices.len() != 1 || !seen.insert(lift.buffer) {
                continue;
            }
            let of_buffer = || lifts.iter().filter(|other| other.buffer == lift.buffer);
            let open = of_buffer().find(|other| self.linears(&other.indices).is_none());
            let subscripts: Option<Vec<Subscript>> =
                of_buffer().map(|lift| self.subscript_of(lift)).collect();
            let is_read = of_buffer().all(|other| !other.is_write);
            let layout = subscripts.and_then(|subscripts| match open {
                Some(_) => self.symbolic_layout(&subscripts, is_read),
                None => self.constant_layout(&subscripts),
            });
            match (layout, open) {
                (Some(layout), _) => {
                    layouts.insert(lift.buffer, layout);
                }
                (None, None) => {}
                (None, Some(open)) => {
                    return self.refuse_index(
                        open.op,
                        "a subscript is not affine with constant divisors, and is not seen to be that of a linear array with rows \
                         in which its columns stay",
                    );
                }
            }
        }
        let mut moved: BTreeMap<(Symbol, Id), Vec<Id>> = BTreeMap::new();
        for lift in &lifts {
            let mut indices = lift.indices.clone();
            if let Some(layout) = layouts.get(&lift.buffer) {
                let split = self
                    .subscript_of(lift)
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
            self.note_place(lift, &indices);
        }
        for (name, layout) in layouts {
            self.want_rows(name, &layout);
            let (buffer, _) = &mut self.buffers[&name];
            buffer.shape = match &layout.extents {
                Some(extents) => {
                    let rows = layout.rows(buffer.shape.first());
                    let columns = extents.iter().cloned().map(Some);
                    std::iter::once(rows).chain(columns).collect()
                }
                None => vec![None; layout.strides.len()],
            };
            buffer.addressing = Addressing::Linear(layout.strides);
        }
        match moved.is_empty() {
            true => Ok(root),
            false => Ok(self.with_indices(root, &moved, &mut BTreeMap::new())),
        }
    }

    /// Of an array of which one element is accessed outside of all loops, as the result of a recurrence is read, it is to be known that its
    /// rows have elements: that one is in a row then.
    fn want_rows(&mut self, buffer: Symbol, layout: &Layout) {
        let (_, BufferSource::Memref(memref)) = self.buffers[&buffer] else {
            return;
        };
        let body = self.surroundings.body.map(|body| self.module.block(body));
        let is_of_memref = |op: &&OpId| {
            let op = self.module.op(**op);
            let is_access = matches!(
                op.code(),
                Some(OpCode::AffineLoad | OpCode::AffineStore | OpCode::MemRefLoad | OpCode::MemRefStore)
            );
            is_access && op.operands.contains(&memref)
        };
        if !body.is_some_and(|body| body.ops.iter().any(|op| is_of_memref(&op))) {
            return;
        }
        for extent in layout.extents.iter().flatten() {
            let least = extent.add(&Linear::constant(-1));
            let open = least.filter(|least| !self.is_never_negative(least));
            if let Some(condition) = open.and_then(|least| self.condition_for(&least)) {
                self.want(condition);
            }
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
                let end = |index| moved.get(&(buffer, index)).cloned();
                let new = indices
                    .first()
                    .and_then(|&index| self.with_moved_ends(index, &end));
                Node::Load(buffer, scalar, new.map_or(indices, Vec::into))
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

    fn subscript_of(&self, lift: &Lift) -> Option<Subscript> {
        let &[index] = lift.indices.as_slice() else {
            return None;
        };
        Some(Subscript {
            products: self.polynomial_of_sizes(index)?,
            conditions: [&lift.conditions[..], &self.loops_that_run(lift.op)].concat(),
        })
    }

    /// What is at least zero inside the loops around an operation, because they run.
    pub(super) fn loops_that_run(&self, op: OpId) -> Vec<Linear> {
        let mut found = Vec::new();
        let mut around = self.module.parent_op(op).filter(|op| self.inside.contains(op));
        while let Some(id) = around {
            let body = self
                .module
                .single_block(id, 0)
                .map(|body| self.module.block(body));
            let variables = body.iter().flat_map(|body| &body.arguments);
            for name in variables.filter_map(|value| self.names.get(value)) {
                let bounds = self
                    .domains
                    .get(name)
                    .map(|domain| (&domain.lower[..], &domain.upper[..]));
                if let Some(([lower], [upper])) = bounds {
                    let last = upper.subtract(lower);
                    found.extend(last.and_then(|last| last.add(&Linear::constant(-1))));
                }
            }
            around = self.module.parent_op(id).filter(|op| self.inside.contains(op));
        }
        found
    }

    /// An index as a sum of products, where it is not too long.
    pub(super) fn polynomial_of_sizes(&self, id: Id) -> Option<Polynomial> {
        (self.sizes[usize::from(id)] <= MOST_INDEX_NODES)
            .then(|| self.polynomial(id))
            .flatten()
    }

    /// A product of sizes as one size, where a loop ends at it.
    fn as_one_size(&self, sizes: &[Symbol]) -> Option<Symbol> {
        let mut product: Vec<Atom> = sizes.iter().copied().map(Atom::Var).collect();
        product.sort();
        let product = Some([(product, 1)].into());
        let mut known = self.products.iter().filter(|(_, known)| **known == product);
        known.next().map(|(name, _)| *name)
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

    /// Rows whose lengths are sizes, in which all subscripts stay, or do so under conditions; else, where nothing is written, any strides.
    fn symbolic_layout(&self, subscripts: &[Subscript], is_read: bool) -> Option<Layout> {
        // A column may run through several of what constants are multiplied by: `A[i * 4 * n + n + j]`.
        let ways = [false, true];
        let mut rows = ways
            .into_iter()
            .filter_map(|only_moving| self.layout_by(subscripts, only_moving, true, None));
        if let Some((layout, _)) = rows.next() {
            return Some(layout);
        }
        let given = self.given_rows(subscripts).into_iter();
        let given = given.filter_map(|size| self.layout_by(subscripts, false, true, Some(size)));
        if let Some((layout, _)) = given.min_by_key(|(_, wanted)| *wanted) {
            return Some(layout);
        }
        let free = ways.into_iter().filter(|_| is_read);
        let mut free = free.filter_map(|only_moving| self.layout_by(subscripts, only_moving, false, None));
        free.next().map(|(layout, _)| layout)
    }

    /// The layout that subscripts suggest, if all are of its form, and how many conditions they want for it.
    fn layout_by(
        &self,
        subscripts: &[Subscript],
        only_moving: bool,
        has_rows: bool,
        given: Option<Symbol>,
    ) -> Option<(Layout, usize)> {
        let layout = self.suggested(subscripts, only_moving, has_rows, given)?;
        let splits = subscripts.iter().map(|subscript| self.split(subscript, &layout));
        let wanted = splits
            .map(|split| Some(split?.wanted.len()))
            .sum::<Option<usize>>()?;
        Some((layout, wanted))
    }

    /// The sizes that others are multiplied by: of `A[t * n + k]` in a loop over `k` alone, inside of one over `t` that is not
    /// looked at, `n` and `t` may be the length of a row.
    fn given_rows(&self, subscripts: &[Subscript]) -> BTreeSet<Symbol> {
        let products = subscripts.iter().flat_map(|subscript| subscript.products.keys());
        let sizes = products.filter_map(|product| match self.parted(product)? {
            (sizes, None) if sizes.len() > 1 => Some(sizes),
            _ => None,
        });
        sizes.flatten().collect()
    }

    /// Rows of constant lengths, in which all subscripts stay: a part, the longest that fits, of a chain of what variables are
    /// multiplied by, each a divisor of the one before.
    fn constant_layout(&self, subscripts: &[Subscript]) -> Option<Layout> {
        let terms = subscripts.iter().flat_map(|subscript| &subscript.products);
        let moving = terms.filter(|(product, _)| matches!(self.parted(product), Some((_, Some(_)))));
        let factors: BTreeSet<i64> = moving.filter_map(|(_, factor)| factor.checked_abs()).collect();
        let mut chain: Vec<i64> = Vec::new();
        for factor in factors.into_iter().filter(|factor| *factor >= SHORTEST_ROW) {
            if chain.first().is_none_or(|last| factor % last == 0) && chain.len() < MOST_STRIDES {
                chain.insert(0, factor);
            }
        }
        let lengths = (1..=chain.len()).rev();
        let mut parts = lengths.flat_map(|length| chain.windows(length));
        parts.find_map(|part| {
            let strides: Vec<i64> = part.iter().copied().chain([1]).collect();
            let of = |&factor: &i64| Stride {
                sizes: Vec::new(),
                factor,
            };
            let layout = Layout {
                extents: Some(
                    (strides.windows(2))
                        .map(|pair| Linear::constant(pair[0] / pair[1]))
                        .collect(),
                ),
                strides: strides.iter().map(of).collect(),
            };
            let stays =
                |subscript| matches!(self.split(subscript, &layout), Some(split) if split.wanted.is_empty());
            subscripts.iter().all(stays).then_some(layout)
        })
    }

    /// The strides that subscripts of one array suggest: that those parts do that move with loops, or all, besides one that is given.
    /// With rows each is a multiple of the next.
    fn suggested(
        &self,
        subscripts: &[Subscript],
        only_moving: bool,
        has_rows: bool,
        given: Option<Symbol>,
    ) -> Option<Layout> {
        // Of the sizes that something is multiplied by the greatest factor of all their coefficients.
        let mut factors: BTreeMap<Vec<Symbol>, i64> = BTreeMap::new();
        let terms = || subscripts.iter().flat_map(|subscript| &subscript.products);
        for (product, _) in terms() {
            let (sizes, moving) = self.parted(product)?;
            if moving.is_some() {
                factors.insert(sizes, 0);
            }
        }
        for (product, coefficient) in terms() {
            let (sizes, moving) = self.parted(product)?;
            let counts = moving.is_some() || !only_moving;
            if let Some(factor) = factors.get_mut(&sizes).filter(|_| counts) {
                *factor = i64::try_from(gcd((*factor).into(), (*coefficient).into())).ok()?;
            }
        }
        factors.insert(Vec::new(), 1);
        if let Some(given) = given {
            factors.entry(vec![given]).or_insert(1);
        }
        let mut strides: Vec<Stride> = factors
            .into_iter()
            .map(|(sizes, factor)| Stride { sizes, factor })
            .collect();
        strides.sort_by_key(|stride| std::cmp::Reverse(stride.sizes.len()));
        for at in 1..strides.len() {
            if self.extent_between(&strides[at], &strides[at - 1]).is_some() {
                strides.swap(at - 1, at);
            }
        }
        if !has_rows {
            return Some(Layout {
                strides,
                extents: None,
            });
        }
        let extents = strides
            .windows(2)
            .map(|pair| self.extent_between(&pair[0], &pair[1]));
        let extents = Some(extents.collect::<Option<Vec<Linear>>>()?);
        Some(Layout { strides, extents })
    }

    /// How many of the second stride are in the first: where that is `n` and the second is a quotient `n / d`, `d`, wherever the quotient
    /// is at least one, as heads of attention are in a row.
    fn extent_between(&self, stride: &Stride, next: &Stride) -> Option<Linear> {
        let product = |quotient: &Stride| match quotient.sizes.as_slice() {
            [] => Some(Linear::constant(quotient.factor)),
            [size] => Linear::var(*size).scale(quotient.factor),
            sizes => Linear::var(self.as_one_size(sizes)?).scale(quotient.factor),
        };
        if let Some(quotient) = stride.over(next) {
            return product(&quotient);
        }
        next.sizes.iter().enumerate().find_map(|(at, &size)| {
            let (dividend, divisor) = self.as_quotient(size)?;
            let whole = stride.sizes.iter().position(|size| *size == dividend)?;
            let (mut stride, mut next) = (stride.clone(), next.clone());
            stride.sizes.remove(whole);
            next.sizes.remove(at);
            let mut extent = stride.over(&next)?;
            extent.sizes.push(divisor);
            product(&extent)
        })
    }

    /// The sizes of which a size is the quotient, rounded toward zero.
    fn as_quotient(&self, size: Symbol) -> Option<(Symbol, Symbol)> {
        let cast = self
            .module
            .op(self.module.defining_op(*self.outside.get(&size)?)?);
        let divided = match cast.code() {
            Some(OpCode::IndexCast) => self.module.op(self.module.defining_op(cast.operands[0])?),
            _ => cast,
        };
        let &[dividend, divisor] = divided.operands.as_slice() else {
            return None;
        };
        let named = |wanted: ValueId| {
            let is_it = |value: ValueId| {
                let made = self.module.defining_op(value).map(|op| self.module.op(op));
                let from = made.filter(|op| op.code() == Some(OpCode::IndexCast));
                value == wanted || from.is_some_and(|op| op.operands[0] == wanted)
            };
            let mut names = self.outside.iter();
            names.find(|(_, value)| is_it(**value)).map(|(name, _)| *name)
        };
        (divided.code() == Some(OpCode::DivSI))
            .then(|| Some((named(dividend)?, named(divisor)?)))
            .flatten()
    }

    /// The subscripts of the rows and columns, each but the first shown to be within its extent, or so under conditions.
    fn split(&self, subscript: &Subscript, layout: &Layout) -> Option<Split> {
        let mut indices = vec![Linear::default(); layout.strides.len()];
        for (product, coefficient) in &subscript.products {
            let (sizes, moving) = self.parted(product)?;
            let mut rest = Stride {
                sizes,
                factor: *coefficient,
            };
            for (index, stride) in indices.iter_mut().zip(&layout.strides) {
                let Some(quotient) = quotient(&rest, stride).filter(|quotient| quotient.factor != 0) else {
                    continue;
                };
                let atom = match (quotient.sizes.as_slice(), &moving) {
                    ([], None) => Linear::constant(1),
                    ([], Some(moving)) => Linear::atom(moving.clone()),
                    ([size], None) => Linear::var(*size),
                    (sizes, None) => Linear::var(self.as_one_size(sizes)?),
                    _ => return None,
                };
                *index = index.add(&atom.scale(quotient.factor)?)?;
                rest.factor -= quotient.factor * stride.factor;
            }
            if rest.factor != 0 {
                return None;
            }
        }
        let mut wanted = Vec::new();
        let Some(extents) = &layout.extents else {
            return Some(Split { indices, wanted });
        };
        // A row more or less may be columns more or less: `i * n + (n - 1 - k)`.
        for inner in (1..indices.len()).rev() {
            let extent = &extents[inner - 1];
            // A row that is longer than its columns are has none of the next.
            let is_full = layout.strides[inner - 1].over(&layout.strides[inner]).is_some();
            let moves = [0, 1, -1, 2, -2].into_iter().filter(|rows| is_full || *rows == 0);
            let shifts = moves.filter_map(|rows| {
                let moved = indices[inner].add(&extent.scale(rows)?)?;
                let wanted = self.wanted_within(&moved, extent, &subscript.conditions)?;
                Some((rows, moved, wanted))
            });
            let found = shifts.min_by_key(|(_, _, wanted)| wanted.len());
            // What is accessed for no sizes need not be in a row.
            let found = found.or_else(|| Some((0, indices[inner].clone(), self.wanted_never(subscript)?)));
            let (rows, moved, own) = found?;
            wanted.extend(own);
            indices[inner - 1] = indices[inner - 1].add(&Linear::constant(-rows))?;
            indices[inner] = moved;
        }
        Some(Split { indices, wanted })
    }

    /// What is to hold for an index to be within an extent; nothing where it always is.
    fn wanted_within(
        &self,
        index: &Linear,
        extent: &Linear,
        conditions: &[Linear],
    ) -> Option<Vec<SizeCondition>> {
        let left = extent.subtract(index)?.add(&Linear::constant(-1))?;
        let open = [index, &left].into_iter();
        let open = open.filter(|side| !self.is_never_negative_where(side, conditions));
        let is_of_large_sizes = |wanted: &SizeCondition| wanted.terms.iter().any(|(_, factor)| *factor > 0);
        open.map(|side| {
            let wanted = self.condition_for(side).filter(is_of_large_sizes);
            wanted.filter(|_| !self.asks_for_one_row(side))
        })
        .collect()
    }

    /// Whether that something is at least zero says that a size is no less than a multiple of it: `n >= m * n`.
    fn asks_for_one_row(&self, side: &Linear) -> bool {
        let Some(floor) = self.floor_of(side.clone()) else {
            return false;
        };
        let sizes = |sign: i64| {
            let terms = floor.terms.iter();
            terms.filter_map(move |(atom, factor)| match atom {
                Atom::Var(name) if factor.signum() == sign => Some(*name),
                _ => None,
            })
        };
        let is_multiple = |product: Symbol, of: Symbol| {
            let known = self.products.get(&product).and_then(Option::as_ref);
            known.is_some_and(|sum| sum.keys().all(|factors| factors.contains(&Atom::Var(of))))
        };
        sizes(-1).any(|product| sizes(1).any(|size| is_multiple(product, size)))
    }

    /// What is to hold for an access not to be executed; nothing where it never is.
    fn wanted_never(&self, subscript: &Subscript) -> Option<Vec<SizeCondition>> {
        let fails = |condition: &Linear| condition.scale(-1)?.add(&Linear::constant(-1));
        let mut wanted = subscript.conditions.iter().filter_map(|condition| {
            let fails = fails(condition)?;
            if self.is_never_negative_where(&fails, &subscript.conditions) {
                return Some(Vec::new());
            }
            // Who asks for one value means that one: other sizes are not those that matter.
            let is_equation = condition
                .scale(-1)
                .is_some_and(|other| subscript.conditions.contains(&other));
            if is_equation {
                return None;
            }
            let wanted = self.condition_for(&fails)?;
            let is_of_large_sizes = wanted.terms.iter().any(|(_, factor)| *factor > 0);
            is_of_large_sizes.then(|| vec![wanted])
        });
        wanted.next()
    }
}

impl Layout {
    /// How many rows an array of one dimension has, where they are whole and it is known.
    fn rows(&self, extent: Option<&Option<Linear>>) -> Option<Linear> {
        let stride = self.strides.first().filter(|stride| stride.sizes.is_empty())?;
        let extent = extent?.as_ref()?.as_constant()?;
        (extent % stride.factor == 0).then(|| Linear::constant(extent / stride.factor))
    }
}

/// How often a stride is in a product: of constants so often that less than a stride is left, or one less than nothing.
fn quotient(product: &Stride, stride: &Stride) -> Option<Stride> {
    product.over(stride).or_else(|| {
        let are_constants = product.sizes.is_empty() && stride.sizes.is_empty();
        let whole = product.factor.checked_abs()?.checked_add(1)? / stride.factor;
        are_constants.then(|| Stride {
            sizes: Vec::new(),
            factor: product.factor.signum() * whole,
        })
    })
}
