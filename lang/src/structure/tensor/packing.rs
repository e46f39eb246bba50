//! Tensors in tiles, and slices at coordinates.

use crate::ir::Op;
use crate::op::OpCode;
use crate::types::{DYNAMIC_POSITION, Dim, Type};

use crate::structure::operation::Checker;
use crate::structure::shapes::{extent, shown};
use crate::structure::{Check, wrong};

impl Checker<'_> {
    /// `tensor.pack` and `tensor.unpack`.
    pub fn tiles(&self, op: &Op, code: OpCode) -> Check {
        let is_pack = code == OpCode::TensorPack;
        let (source, dest) = (self.ranked(op, 0)?, self.ranked(op, 1)?);
        let (unpacked, packed) = if is_pack { (source, dest) } else { (dest, source) };
        let tiles = self.integers(op, "static_inner_tiles")?;
        let positions = self.integers(op, "inner_dims_pos")?;
        let order = match op.attribute("outer_dims_perm") {
            Some(_) => self.integers(op, "outer_dims_perm")?,
            None => Vec::new(),
        };
        if tiles.contains(&0) {
            return Err(wrong(op, "an invalid zero tile factor"));
        }
        for (list, name) in [(&positions, "inner_dims_pos"), (&order, "outer_dims_perm")] {
            if !are_distinct_dims(list, unpacked.len()) {
                return Err(wrong(op, format!("an invalid `{name}` vector")));
            }
        }
        if !order.is_empty() && order.len() != unpacked.len() {
            return Err(wrong(op, "`outer_dims_perm` must be a permutation or empty"));
        }
        if tiles.len() > unpacked.len() {
            let message = "the tiling factors must be less than or equal to the input rank for pack or output rank for unpack";
            return Err(wrong(op, message));
        }
        if tiles.len() != positions.len() {
            return Err(wrong(
                op,
                "the tiling factors must equal the number of dimensions to tile",
            ));
        }
        if unpacked.len() + tiles.len() != packed.len() {
            return Err(wrong(
                op,
                "the packed rank must equal the unpacked rank and the tiling factors",
            ));
        }
        self.packed_shape(op, unpacked, packed, &tiles, &positions, &order)?;
        match is_pack {
            true => self.padding(op, unpacked, packed, &tiles, &positions, &order),
            false => Ok(()),
        }
    }

    /// The packed shape holds all tiles, whose extents it ends with.
    fn packed_shape(
        &self,
        op: &Op,
        unpacked: &[Dim],
        packed: &[Dim],
        tiles: &[i64],
        positions: &[i64],
        order: &[i64],
    ) -> Check {
        let mut outer = unpacked.to_vec();
        for (&position, &tile) in positions.iter().zip(tiles) {
            if let Some(size) = usize::try_from(position).ok().and_then(|p| outer.get_mut(p)) {
                let tiles = size.fixed().zip(extent(tile).fixed());
                *size = tiles
                    .and_then(|(size, tile)| ceiling_quotient(size, tile))
                    .map_or(Dim::Dynamic, Dim::Fixed);
            }
        }
        let mut expected: Vec<Dim> = match order {
            [] => outer,
            order => order
                .iter()
                .filter_map(|&d| outer.get(usize::try_from(d).ok()?).copied())
                .collect(),
        };
        expected.extend(tiles.iter().map(|&tile| extent(tile)));
        let holds = |(expected, found): (&Dim, &Dim)| match (expected.fixed(), found.fixed()) {
            (Some(expected), Some(found)) => expected <= found,
            _ => true,
        };
        if !expected.iter().zip(packed).all(holds) {
            let message = format!(
                "the shape of output `{}` is not large enough to hold the packed data",
                shown(packed)
            );
            return Err(wrong(op, message).help(format!("expected at least `{}`", shown(&expected))));
        }
        let inner = &packed[unpacked.len()..];
        let fits = |(found, &tile): (&Dim, &i64)| match (found.fixed(), tile) {
            (found, DYNAMIC_POSITION) => found.is_none(),
            (Some(found), tile) => found == tile,
            (None, _) => true,
        };
        match inner.iter().zip(tiles).all(fits) {
            true => Ok(()),
            false => Err(wrong(
                op,
                "a mismatch in inner tile sizes specified and the shape of the tiled dimension in the packed type",
            )),
        }
    }

    /// Tiles that the source does not fill need a value for the rest.
    fn padding(
        &self,
        op: &Op,
        source: &[Dim],
        packed: &[Dim],
        tiles: &[i64],
        positions: &[i64],
        order: &[i64],
    ) -> Check {
        let segments = op.attribute("operandSegmentSizes").and_then(|a| a.as_i64_list());
        let has_padding = segments.is_some_and(|sizes| sizes.get(2) == Some(&1));
        if has_padding {
            let element = op.operands.first().map(|&v| self.ty(v).element());
            let padding = op.operands.get(2).map(|&v| self.ty(v));
            if padding != element {
                let shown = |ty: Option<&Type>| ty.map_or(String::new(), |ty| ty.to_string());
                let message = format!("padding_value has the type `{}`", shown(padding));
                return Err(wrong(op, message).help(format!("expected `{}`", shown(element))));
            }
            return Ok(());
        }
        for (&position, &tile) in positions.iter().zip(tiles) {
            let outer = match order {
                [] => Some(position),
                order => order.iter().position(|&d| d == position).map(|p| p as i64),
            };
            let at = |shape: &[Dim], position: i64| shape.get(usize::try_from(position).ok()?)?.fixed();
            let Some(size) = at(source, position) else {
                continue;
            };
            let divisor = match extent(tile) {
                Dim::Fixed(tile) => Some(tile),
                Dim::Dynamic => outer.and_then(|outer| at(packed, outer)),
            };
            if divisor.is_some_and(|d| size.checked_rem(d).is_none_or(|rest| rest != 0)) {
                let message = "an invalid tile factor or output size: only full tiles are supported when padding_value is not set";
                return Err(wrong(op, message));
            }
        }
        Ok(())
    }

    /// `tensor.gather` and `tensor.scatter`.
    pub fn coordinates(&self, op: &Op, code: OpCode) -> Check {
        let is_gather = code == OpCode::TensorGather;
        let (what, whole, indices) = if is_gather {
            ("gather", 0, 1)
        } else {
            ("scatter", 1, 2)
        };
        let (shape, indices) = (self.ranked(op, whole)?, self.ranked(op, indices)?);
        let dims = self.integers(op, &format!("{what}_dims"))?;
        let rank = shape.len() as i64;
        let mistake = if dims.is_empty() {
            "must be non-empty"
        } else if dims.len() > shape.len() {
            "overflow the rank"
        } else if dims.iter().any(|&d| d < 0) {
            "value must be non-negative"
        } else if dims.iter().any(|&d| d >= rank) {
            "value must be smaller than the rank"
        } else if dims.windows(2).any(|pair| pair[0] >= pair[1]) {
            "values must be strictly increasing"
        } else {
            ""
        };
        if !mistake.is_empty() {
            return Err(wrong(op, format!("{what}_dims {mistake}")));
        }
        if !is_gather && op.attribute("unique").is_none() {
            return Err(wrong(op, "requires the `unique` attribute to be set"));
        }
        let Some((_, leading)) = indices.split_last() else {
            return Err(wrong(op, "the indices have no dimension of coordinates"));
        };
        let is_collected = |i: usize| dims.contains(&(i as i64));
        let full = leading.iter().copied().chain(
            shape
                .iter()
                .enumerate()
                .map(|(i, d)| if is_collected(i) { Dim::Fixed(1) } else { *d }),
        );
        let kept = shape.iter().enumerate().filter(|(i, _)| !is_collected(*i));
        let reduced = leading.iter().copied().chain(kept.map(|(_, d)| *d));
        let (full, reduced): (Vec<Dim>, Vec<Dim>) = (full.collect(), reduced.collect());
        let slices = if is_gather {
            op.results.first()
        } else {
            op.operands.first()
        };
        let found = slices.and_then(|&v| self.dims(v)).unwrap_or_default();
        let elements = slices.map(|&v| self.ty(v).element());
        let expected = op.operands.get(whole).map(|&v| self.ty(v).element());
        if (found == full || found == reduced) && elements == expected {
            return Ok(());
        }
        let which = if is_gather { "result" } else { "source" };
        let message = format!("the {which} type mismatches: found the shape `{}`", shown(found));
        let help = format!(
            "expected `{}` or its rank-reduced variant `{}`, of the same elements",
            shown(&full),
            shown(&reduced)
        );
        Err(wrong(op, message).help(help))
    }
}

/// Distinct dimensions of a shape of this rank.
fn are_distinct_dims(dims: &[i64], rank: usize) -> bool {
    let mut sorted = dims.to_vec();
    sorted.sort_unstable();
    dims.len() <= rank
        && sorted.windows(2).all(|pair| pair[0] < pair[1])
        && dims.iter().all(|d| (0..rank as i64).contains(d))
}

fn ceiling_quotient(size: i64, tile: i64) -> Option<i64> {
    let quotient = size.checked_div(tile)?;
    let has_rest = size.checked_rem(tile)? != 0;
    quotient.checked_add(i64::from(has_rest && tile > 0))
}
