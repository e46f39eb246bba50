//! Copies and products of tiles.

use crate::affine::{AffineExpr, AffineMap, AffineOp, constant};
use crate::assembly::operand_groups;
use crate::attribute::Attribute;
use crate::ir::{BlockId, Module, OpId, ValueDef, ValueId};
use crate::op::OpCode;
use crate::structure::AffineScope;
use crate::types::Dim;

use super::Lowering;
use super::builder::{Head, Loop, Values, constant_of};

/// A dimension of a tile: where it starts, how long it is at most, and where what it is a tile of ends.
struct Side {
    start: AffineExpr,
    /// Whether the start is a multiple of the size, and the end too.
    is_whole: bool,
    size: Option<i64>,
    end: AffineExpr,
}

impl Side {
    /// The least of these is how much of the tile exists.
    fn lengths(&self) -> Vec<AffineExpr> {
        let rest = (&self.end - &self.start).simplified();
        match (self.size, rest.as_constant()) {
            (Some(size), _) if self.is_whole => vec![constant(size)],
            (Some(size), Some(rest)) => vec![constant(size.min(rest))],
            (Some(size), None) => vec![rest, constant(size)],
            (None, _) => vec![rest],
        }
    }

    /// The same rounded up to a multiple, where that stays inside of an extent.
    fn padded(&self, multiple: i64, extent: i64) -> Vec<AffineExpr> {
        let rounded = |length: AffineExpr| (length.ceildiv(multiple) * multiple).simplified();
        let lengths = self.lengths().into_iter();
        let mut ends: Vec<AffineExpr> = match self.size {
            Some(size) if size == multiple => vec![constant(size)],
            _ => lengths.map(rounded).collect(),
        };
        if !ends
            .iter()
            .any(|end| end.as_constant().is_some_and(|end| end <= extent))
        {
            ends.push(constant(extent));
        }
        let least = ends.iter().filter_map(AffineExpr::as_constant).min();
        ends.retain(|end| end.as_constant().is_none());
        ends.extend(least.map(constant));
        ends
    }
}

/// What fills a buffer up.
struct Pad<'p> {
    value: ValueId,
    buffer: ValueId,
    /// Of each dimension the ends, the least of which counts.
    ends: &'p [Vec<AffineExpr>],
}

impl Lowering<'_> {
    pub(super) fn tile_copy(&mut self, op: OpId, code: OpCode, block: BlockId) -> Option<bool> {
        let data = self.builder.module.op(op).clone();
        let [buffer, memref, rest @ ..] = data.operands.as_slice() else {
            return None;
        };
        let is_filled = code == OpCode::KrnlCopyToTileBuffer;
        let starts = &rest[..rest.len() - usize::from(is_filled)];
        let extents = extents(self.builder.module, *buffer)?;
        let sizes = sizes(&data, "tileSize").unwrap_or_else(|| extents.clone());
        let outer = starts.len().checked_sub(extents.len())?;
        // The dimension of the memref that each one of the buffer goes over.
        let mut places: Vec<usize> = (outer..starts.len()).collect();
        if data.attribute("transpose") == Some(&Attribute::Bool(true)) {
            let count = places.len();
            places.swap(count.checked_sub(2)?, count - 1);
        }
        let mut values = Values::default();
        let mut sides = Vec::new();
        for (&place, &size) in places.iter().zip(&sizes) {
            let end = self.extent_expr(block, *memref, place, &mut values)?;
            let start = *starts.get(place)?;
            let is_promised = self.is_whole_by_promise(start, size, &end);
            let mut side = self.side(start, Some(size), end, &mut values);
            side.is_whole |= is_promised;
            sides.push(side);
        }
        let pads = sizes_or_ones(&data, "padToNext", sides.len());
        let is_padded = sides.iter().zip(&pads).any(|(side, &pad)| {
            let is_known = |length: &AffineExpr| length.as_constant().is_some_and(|n| n % pad == 0);
            pad != 1 && !matches!(side.lengths().as_slice(), [length] if is_known(length))
        });
        let lengths: Vec<Vec<AffineExpr>> = sides.iter().map(Side::lengths).collect();
        let padded: Vec<Vec<AffineExpr>> = match is_filled && is_padded {
            true => sides
                .iter()
                .zip(&pads)
                .zip(&extents)
                .map(|((side, &pad), &extent)| side.padded(pad, extent))
                .collect(),
            false => lengths.clone(),
        };
        // Behind what exists in each dimension, where one expression says how much that is; else everywhere before.
        let is_behind = lengths.iter().zip(&padded).all(|(l, p)| l == p || l.len() == 1);
        let pad = Pad {
            value: rest.last().copied().unwrap_or(*buffer),
            buffer: *buffer,
            ends: &padded,
        };
        if padded != lengths && !is_behind {
            self.pad(block, &pad, &[], None, &values);
        }
        let made = self.nest(block, &lengths, &values);
        let inside = made.last().map_or(block, |innermost| innermost.inside);
        let inner: Vec<AffineExpr> = made
            .iter()
            .map(|l| values.expr(self.builder.module, l.variable))
            .collect();
        let mut whole: Vec<AffineExpr> = starts
            .iter()
            .map(|&v| values.expr(self.builder.module, v))
            .collect();
        for (&place, variable) in places.iter().zip(&inner) {
            whole[place] = (&whole[place] + variable).simplified();
        }
        let (from, to) = match is_filled {
            true => ((*memref, &whole), (*buffer, &inner)),
            false => ((*buffer, &inner), (*memref, &whole)),
        };
        let element = self.builder.load(inside, from.0, from.1, &values);
        self.builder.store(inside, element, to.0, to.1, &values);
        for (number, own) in made.iter().enumerate().rev() {
            self.builder.end(own, &[]);
            if is_behind && padded[number] != lengths[number] {
                let around = number.checked_sub(1).map_or(block, |outer| made[outer].inside);
                self.pad(around, &pad, &inner[..number], lengths[number].first(), &values);
            }
        }
        Some(true)
    }

    /// Stores the value of a padding in a buffer, from one place on in the dimension behind those whose subscripts are given.
    fn pad(
        &mut self,
        block: BlockId,
        pad: &Pad<'_>,
        given: &[AffineExpr],
        from: Option<&AffineExpr>,
        values: &Values,
    ) {
        let mut values = values.clone();
        let mut made: Vec<Loop> = Vec::new();
        let mut subscripts = given.to_vec();
        for (number, end) in pad.ends.iter().enumerate().skip(given.len()) {
            let first = from.filter(|_| number == given.len()).cloned();
            let inside = made.last().map_or(block, |outer| outer.inside);
            let head = Head {
                name: None,
                lower: &[first.unwrap_or(constant(0))],
                upper: end,
                step: 1,
                inits: &[],
                is_parallel: false,
            };
            made.push(self.builder.begin(inside, &head, &values));
            let variable = made.last().map(|own| own.variable);
            subscripts.extend(variable.map(|v| values.expr(self.builder.module, v)));
        }
        let inside = made.last().map_or(block, |innermost| innermost.inside);
        self.builder
            .store(inside, pad.value, pad.buffer, &subscripts, &values);
        self.close(&made);
    }

    /// Whether all of a tile exists because copies start at multiples of its size, as the dialect asks of them: of a start of which
    /// no loop says more.
    fn is_whole_by_promise(&self, start: ValueId, size: i64, end: &AffineExpr) -> bool {
        let module = &*self.builder.module;
        let scope = AffineScope::of(module, self.builder.function);
        let is_even = size > 0 && end.as_constant().is_some_and(|end| end % size == 0);
        is_even && constant_of(module, start).is_none() && scope.is_symbol(start)
    }

    fn side(&self, start: ValueId, size: Option<i64>, end: AffineExpr, values: &mut Values) -> Side {
        let module = &*self.builder.module;
        let is_whole = |size: i64, end: i64| {
            size > 0 && end % size == 0 && is_multiple(module, start, size) && is_below(module, start, end)
        };
        Side {
            is_whole: size
                .zip(end.as_constant())
                .is_some_and(|(size, end)| is_whole(size, end)),
            start: values.expr(module, start),
            size,
            end,
        }
    }

    pub(super) fn matmul(&mut self, op: OpId, block: BlockId) -> Option<bool> {
        let data = self.builder.module.op(op).clone();
        let groups = operand_groups(&data)?;
        let mut rest = data.operands.as_slice();
        let mut parts = Vec::new();
        for count in groups {
            let (part, behind) = rest.split_at_checked(count)?;
            parts.push(part);
            rest = behind;
        }
        let [
            a,
            a_start,
            b,
            b_start,
            c,
            c_start,
            _,
            i,
            j,
            k,
            i_end,
            j_end,
            k_end,
        ] = parts.as_slice()
        else {
            return None;
        };
        let module = &*self.builder.module;
        let tile = |memref: &[ValueId], name: &str| -> Option<[Option<i64>; 2]> {
            if let Some(sizes) = sizes(&data, name) {
                return Some([sizes.first().copied(), sizes.get(1).copied()]);
            }
            let shape = module.ty(*memref.first()?).as_memref()?.shape.as_ref()?;
            let [.., rows, columns] = shape.as_slice() else {
                return None;
            };
            Some([rows.fixed(), columns.fixed()])
        };
        let (tile_a, tile_c) = (tile(a, "aTileSize")?, tile(c, "cTileSize")?);
        let whole = [tile_c[0], tile_c[1], tile_a[1]];
        let sizes = sizes(&data, "computeTileSize").map_or(whole, |s| [0, 1, 2].map(|n| s.get(n).copied()));
        let mut values = Values::default();
        let mut sides = Vec::new();
        for ((start, end), size) in [(i, i_end), (j, j_end), (k, k_end)].into_iter().zip(sizes) {
            let end = values.expr(module, *end.first()?);
            sides.push(self.side(*start.first()?, size, end, &mut values));
        }
        let ends: Vec<Vec<AffineExpr>> = sides.iter().map(Side::lengths).collect();
        let made = self.nest(block, &ends, &values);
        let inside = made.last()?.inside;
        let module = &*self.builder.module;
        // The place of each iteration in the whole product.
        let mut places = Vec::new();
        for (side, made) in sides.iter().zip(&made) {
            places.push(&side.start + values.expr(module, made.variable));
        }
        let mut subscripts = Vec::new();
        for (starts, inner) in [(a_start, [0, 2]), (b_start, [2, 1]), (c_start, [0, 1])] {
            let mut all: Vec<AffineExpr> = starts.iter().map(|&v| values.expr(module, v)).collect();
            let outer = all.len().checked_sub(2)?;
            for (at, place) in all[outer..].iter_mut().zip(inner) {
                *at = (&places[place] - &*at).simplified();
            }
            subscripts.push(all);
        }
        let (a, b, c) = (*a.first()?, *b.first()?, *c.first()?);
        let sides: Vec<(ValueId, Vec<AffineExpr>)> = [a, b, c].into_iter().zip(subscripts).collect();
        self.multiply_add(inside, &sides, &values);
        self.close(&made);
        Some(true)
    }

    /// Adds the product of two elements to a third.
    pub(super) fn multiply_add(
        &mut self,
        inside: BlockId,
        sides: &[(ValueId, Vec<AffineExpr>)],
        values: &Values,
    ) {
        let [(a, left), (b, right), (c, sum)] = sides else {
            return;
        };
        let left = self.builder.load(inside, *a, left, values);
        let right = self.builder.load(inside, *b, right, values);
        let value = self.builder.load(inside, *c, sum, values);
        let is_float = self.builder.module.ty(*c).element().is_float();
        let [times, plus] = match is_float {
            true => [OpCode::MulF, OpCode::AddF],
            false => [OpCode::MulI, OpCode::AddI],
        };
        let product = self.builder.compute(inside, times, &[left, right]);
        let value = self.builder.compute(inside, plus, &[value, product]);
        self.builder.store(inside, value, *c, sum, values);
    }
}

/// The extents of a memref; `None` where one is not known.
fn extents(module: &Module, memref: ValueId) -> Option<Vec<i64>> {
    let shape = module.ty(memref).as_memref()?.shape.as_ref()?;
    shape.iter().map(|d: &Dim| d.fixed()).collect()
}

/// The sizes of an attribute that is there and not empty.
fn sizes(op: &crate::ir::Op, name: &str) -> Option<Vec<i64>> {
    op.attribute(name)?
        .as_i64_list()
        .filter(|sizes| !sizes.is_empty())
}

fn sizes_or_ones(op: &crate::ir::Op, name: &str, count: usize) -> Vec<i64> {
    sizes(op, name).unwrap_or_else(|| vec![1; count])
}

/// A map and its operands.
type MapOf<'m> = (&'m AffineMap, &'m [ValueId]);

/// The bounds of the loop whose induction variable a value is: each a map and its operands, and the step.
fn bounds_of(module: &Module, value: ValueId) -> Option<([MapOf<'_>; 2], i64)> {
    let ValueDef::Argument { block, index: 0 } = module.value(value).def else {
        return None;
    };
    let around = module.op(module.block_parent_op(block)?);
    let (names, step) = match around.code()? {
        OpCode::AffineFor => (
            ["lowerBoundMap", "upperBoundMap"],
            around.attribute("step")?.as_i64()?,
        ),
        OpCode::AffineParallel => {
            let steps = around.attribute("steps")?.as_i64_list()?;
            (["lowerBoundsMap", "upperBoundsMap"], *steps.first()?)
        }
        _ => return None,
    };
    let [lower, upper] = names.map(|name| around.attribute(name)?.as_affine_map());
    let (lower, upper) = (lower?, upper?);
    let (first, rest) = around.operands.split_at_checked(lower.num_inputs())?;
    Some(([(lower, first), (upper, rest.get(..upper.num_inputs())?)], step))
}

/// Whether a value is always a multiple of a number: a constant, or the induction variable of a loop that starts at one and steps
/// by one. The loops around are as many as the nest is deep.
pub fn is_multiple(module: &Module, value: ValueId, number: i64) -> bool {
    if let Some(known) = constant_of(module, value) {
        return known % number == 0;
    }
    let Some(([(lower, operands), _], step)) = bounds_of(module, value) else {
        return false;
    };
    let is_start = match lower.results.as_slice() {
        [AffineExpr::Constant(first)] => first % number == 0,
        [AffineExpr::Dim(0)] => operands
            .first()
            .is_some_and(|&outer| is_multiple(module, outer, number)),
        _ => false,
    };
    is_start && step % number == 0
}

/// Whether a value that is no constant is always less than a number: the induction variable of a loop that ends there at the
/// latest, or that ends with a block of a loop that goes in whole blocks up to there.
fn is_below(module: &Module, value: ValueId, number: i64) -> bool {
    let Some(([_, (upper, operands)], _)) = bounds_of(module, value) else {
        return false;
    };
    upper.results.iter().any(|end| {
        if let Some(end) = end.as_constant() {
            return end <= number;
        }
        let Some((AffineExpr::Dim(outer), AffineExpr::Constant(extent))) = end.operands_of(AffineOp::Add)
        else {
            return false;
        };
        operands.get(*outer as usize).is_some_and(|&outer| {
            *extent > 0
                && number % extent == 0
                && is_multiple(module, outer, *extent)
                && is_below(module, outer, number)
        })
    })
}
