//! Views of memory, and copies from one view to another.

mod copy;

use crate::types::Type;

use super::access::{Array, check_view};
use super::affine::IndexExpr;
use super::allocation::evaluate_all;
use super::concrete::signed;
use super::frame::Frame;
use super::machine::Machine;
use super::mixed::decided;
use super::program::Place;
use super::shape::{Extents, element_count, mismatch, row_major_strides};
use super::{Domain, MemRef, Reason};
use crate::interpret::program::views::{Metadata, View, ViewKind};

impl<D: Domain> Machine<'_, D> {
    pub(super) fn view(&mut self, x: &View, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(1)?;
        let memref = frame.memref(x.memref)?.clone();
        let view = self.viewed(x, memref, frame)?;
        if let Some(ty) = &x.ty {
            check_view(&view, ty, x.unit)?;
        }
        frame.memrefs[x.result as usize] = Some(view);
        Ok(())
    }

    fn viewed(&mut self, x: &View, memref: MemRef, frame: &Frame<D::Value>) -> Result<MemRef, Reason> {
        let cells = i64::from(x.unit) * i64::from(memref.parts);
        let all = |expressions: &[IndexExpr]| evaluate_all(expressions, &frame.index);
        Ok(match &x.kind {
            ViewKind::Same => memref,
            ViewKind::Reinterpret {
                offset,
                sizes,
                strides,
            } => MemRef {
                offset: offset_by(memref.base, offset.evaluate(&frame.index)?, cells)?,
                sizes: checked_sizes(all(sizes)?)?,
                strides: scaled(&all(strides)?, |_| cells)?,
                ..memref
            },
            ViewKind::Slice {
                offsets,
                sizes,
                strides,
                kept,
            } => slice(memref, &all(offsets)?, &all(sizes)?, &all(strides)?, kept)?,
            ViewKind::Bytes { shift, sizes, parts } => {
                let start = offset_by(memref.offset, frame.index[*shift as usize], 1)?;
                let sizes = checked_sizes(all(sizes)?)?;
                MemRef {
                    base: start,
                    offset: start,
                    strides: row_major_strides(&sizes, i64::from(x.unit) * i64::from(*parts)),
                    sizes,
                    parts: *parts,
                    ..memref
                }
            }
            ViewKind::Reshape { shape, scalar } => {
                let sizes = self.shape_in(*shape, scalar, frame)?;
                if element_count(&sizes)? != element_count(&memref.sizes)? {
                    return Err(mismatch(&memref.sizes, &sizes));
                }
                let strides = row_major_strides(&sizes, cells);
                MemRef {
                    sizes,
                    strides,
                    ..memref
                }
            }
            ViewKind::Expand { groups, sizes } => expand(memref, groups, &all(sizes)?)?,
            ViewKind::Collapse { groups } => collapse(memref, groups)?,
            ViewKind::Transpose { permutation } => MemRef {
                sizes: permutation.iter().map(|&d| memref.sizes[d]).collect(),
                strides: permutation.iter().map(|&d| memref.strides[d]).collect(),
                ..memref
            },
            ViewKind::OneElement => MemRef {
                sizes: Extents::new(),
                strides: Extents::new(),
                ..memref
            },
            ViewKind::Aligned(alignment, bytes) => {
                let start = memref.offset.unsigned_abs().wrapping_mul(*bytes);
                // Where a buffer of a caller starts is known only to a whole program.
                if self.domain.is_whole_program() && start % alignment != 0 {
                    return Err(Reason::Misaligned(*alignment));
                }
                memref
            }
        })
    }

    /// The extents that a memref or tensor of one dimension holds.
    pub(super) fn shape_in(
        &mut self,
        shape: Place,
        scalar: &Type,
        frame: &Frame<D::Value>,
    ) -> Result<Extents, Reason> {
        let array: Array<D::Value> = frame.array(shape)?;
        let &[rank] = array.sizes() else {
            return Err(Reason::Unsupported("a shape of another rank than 1".into()));
        };
        self.spend(rank.max(0) as u64)?;
        let size = |i: i64| {
            let cell = array.cell(&[i])?;
            let value = self.read_scalar(&array, cell, scalar)?;
            let bits = decided(self.domain, &value)?;
            i64::try_from(signed(scalar, bits)).map_err(|_| Reason::IndexOverflow)
        };
        checked_sizes((0..rank).map(size).collect::<Result<Extents, Reason>>()?)
    }

    pub(super) fn metadata(&mut self, x: &Metadata, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(1)?;
        let memref = frame.memref(x.memref)?.clone();
        let cells = i64::from(x.unit) * i64::from(memref.parts);
        if let Some((slot, bytes)) = x.address {
            if !self.domain.is_whole_program() {
                return Err(Reason::Unsupported("an address".into()));
            }
            // Buffers are further apart than any is long, and aligned to anything.
            let start = (memref.buffer.index() as i64 + 1) << 40;
            let bytes = bytes as i64 / i64::from(memref.parts);
            frame.index[slot as usize] = start.wrapping_add(memref.base.wrapping_mul(bytes));
        }
        if let Some(slot) = x.base {
            frame.memrefs[slot as usize] = Some(MemRef {
                offset: memref.base,
                sizes: Extents::new(),
                strides: Extents::new(),
                ..memref.clone()
            });
        }
        if let Some(slot) = x.offset {
            frame.index[slot as usize] = (memref.offset - memref.base) / cells;
        }
        if x.sizes.len().max(x.strides.len()) > memref.sizes.len() {
            return Err(Reason::Unsupported("a memref of another rank".into()));
        }
        for (&slot, &size) in x.sizes.iter().zip(&memref.sizes) {
            frame.index[slot as usize] = size;
        }
        for (&slot, &stride) in x.strides.iter().zip(&memref.strides) {
            frame.index[slot as usize] = stride / cells;
        }
        Ok(())
    }
}

fn offset_by(start: i64, offset: i64, cells: i64) -> Result<i64, Reason> {
    let moved = offset.checked_mul(cells).and_then(|o| start.checked_add(o));
    moved.ok_or(Reason::IndexOverflow)
}

fn checked_sizes(sizes: Extents) -> Result<Extents, Reason> {
    element_count(&sizes)?;
    Ok(sizes)
}

fn scaled(values: &[i64], factor: impl Fn(usize) -> i64) -> Result<Extents, Reason> {
    let product = |(d, value): (usize, &i64)| value.checked_mul(factor(d)).ok_or(Reason::IndexOverflow);
    values.iter().enumerate().map(product).collect()
}

fn slice(
    memref: MemRef,
    offsets: &[i64],
    sizes: &[i64],
    strides: &[i64],
    kept: &[usize],
) -> Result<MemRef, Reason> {
    let rank = memref.sizes.len();
    if [offsets, sizes, strides].iter().any(|list| list.len() != rank) {
        return Err(Reason::Unsupported(
            "another number of offsets, sizes or strides than the rank".into(),
        ));
    }
    if element_count(sizes)? > 0 {
        stays_inside(&memref, offsets, sizes, strides)?;
    }
    let mut offset = memref.offset;
    for (&by, &stride) in offsets.iter().zip(&memref.strides) {
        offset = offset_by(offset, by, stride)?;
    }
    let strides = scaled(strides, |d| memref.strides[d])?;
    Ok(MemRef {
        offset,
        sizes: kept.iter().map(|&d| sizes[d]).collect(),
        strides: kept.iter().map(|&d| strides[d]).collect(),
        ..memref
    })
}

/// A part that has elements has none outside of what it is a part of: MLIR allows no other.
fn stays_inside(memref: &MemRef, offsets: &[i64], sizes: &[i64], strides: &[i64]) -> Result<(), Reason> {
    for (dimension, &extent) in memref.sizes.iter().enumerate() {
        let first = offsets[dimension];
        let last = (sizes[dimension] - 1)
            .checked_mul(strides[dimension])
            .and_then(|distance| distance.checked_add(first))
            .ok_or(Reason::IndexOverflow)?;
        if let Some(index) = [first, last]
            .into_iter()
            .find(|index| !(0..extent).contains(index))
        {
            return Err(Reason::OutOfBounds {
                buffer: memref.buffer,
                dimension: Some(dimension),
                index,
                extent,
            });
        }
    }
    Ok(())
}

/// The innermost dimension of each group keeps the stride.
fn expand(memref: MemRef, groups: &[Vec<usize>], sizes: &[i64]) -> Result<MemRef, Reason> {
    let mut strides: Extents = sizes.iter().map(|_| 1).collect();
    element_count(sizes)?;
    if groups.len() != memref.sizes.len() {
        return Err(Reason::Unsupported(
            "another number of groups than the rank".into(),
        ));
    }
    for (d, group) in groups.iter().enumerate() {
        let mut stride = memref.strides[d];
        let mut product = 1i64;
        for &i in group.iter().rev() {
            strides[i] = stride;
            stride = stride.saturating_mul(sizes[i]);
            product = product.saturating_mul(sizes[i]);
        }
        if product != memref.sizes[d] {
            let group: Extents = group.iter().map(|&i| sizes[i]).collect();
            return Err(mismatch(&[memref.sizes[d]], &group));
        }
    }
    Ok(MemRef {
        sizes: sizes.into(),
        strides,
        ..memref
    })
}

/// Each group must be contiguous in memory; dimensions of one element may have any stride.
fn collapse(memref: MemRef, groups: &[Vec<usize>]) -> Result<MemRef, Reason> {
    let (mut sizes, mut strides) = (Extents::new(), Extents::new());
    let is_empty = memref.sizes.contains(&0);
    for group in groups {
        let mut size = 1i64;
        let mut stride = None;
        for &i in group.iter().rev() {
            let expected = stride.map(|stride: i64| stride.saturating_mul(size));
            if memref.sizes[i] != 1 && !is_empty && expected.is_some_and(|e| e != memref.strides[i]) {
                return Err(Reason::ShapeMismatch(
                    "a group of dimensions that is not contiguous".into(),
                    "one that is".into(),
                ));
            }
            if memref.sizes[i] != 1 {
                stride = stride.or(Some(memref.strides[i]));
            }
            size = size.saturating_mul(memref.sizes[i]);
        }
        sizes.push(size);
        strides.push(
            stride
                .or_else(|| group.last().map(|&i| memref.strides[i]))
                .unwrap_or(1),
        );
    }
    Ok(MemRef {
        sizes,
        strides,
        ..memref
    })
}
