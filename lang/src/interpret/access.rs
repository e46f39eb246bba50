//! Instructions that touch memory.

use smallvec::SmallVec;

use crate::types::{Dim, Layout, MemRefType, Type};

use super::frame::Frame;
use super::machine::Machine;
use super::memory::row_major_strides;
use super::mixed::decided;
use super::program::{Access, Allocate, Bank};
use super::{Domain, MemRef, Origin, Reason};

impl<D: Domain> Machine<'_, D> {
    pub(super) fn load(&mut self, x: &Access, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(u64::from(x.value.lanes))?;
        let (first, strides) = locate(x, frame)?;
        let buffer = frame.memref(x.memref)?.buffer;
        for_each_cell(x, first, &strides, |lane, cell| {
            let value = self.memory.read(buffer, cell)?;
            let slot = (x.value.start + lane) as usize;
            match x.value.bank {
                Bank::Index => frame.index[slot] = decided(self.domain, value)? as i64,
                _ => frame.data[slot] = value.clone(),
            }
            Ok(())
        })
    }

    pub(super) fn store(&mut self, x: &Access, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(u64::from(x.value.lanes))?;
        let (first, strides) = locate(x, frame)?;
        let buffer = frame.memref(x.memref)?.buffer;
        for_each_cell(x, first, &strides, |lane, cell| {
            let slot = (x.value.start + lane) as usize;
            let value = match x.value.bank {
                Bank::Index => self
                    .domain
                    .int_constant(&Type::Index, i128::from(frame.index[slot])),
                _ => frame.data[slot].clone(),
            };
            *self.memory.slot(buffer, cell)? = value;
            Ok(())
        })
    }

    pub(super) fn allocate(&mut self, x: &Allocate, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        let size = |s: &Result<i64, u32>| match s {
            Ok(n) => *n,
            Err(slot) => frame.index[*slot as usize],
        };
        let sizes: SmallVec<[i64; 4]> = x.sizes.iter().map(size).collect();
        if let Some(&negative) = sizes.iter().find(|&&n| n < 0) {
            return Err(Reason::NegativeExtent(negative));
        }
        let unit = i64::from(x.unit);
        let (strides, offset) = match &x.layout {
            None => (row_major_strides(&sizes, unit), 0),
            Some((strides, offset)) => (strides.iter().map(|s| s.saturating_mul(unit)).collect(), *offset),
        };
        let last = sizes
            .iter()
            .zip(&strides)
            .try_fold(offset.checked_mul(unit), |cell, (&size, &stride)| {
                Some(cell?.checked_add((size - 1).max(0).checked_mul(stride)?)).filter(|_| stride >= 0)
            });
        let is_empty = sizes.contains(&0);
        let count = last
            .flatten()
            .and_then(|cell| cell.checked_add(unit))
            .ok_or(Reason::MemoryLimit)?;
        let count = if is_empty { 0 } else { count as usize };
        if count > self.cells.saturating_sub(self.memory.live_cells()) {
            return Err(Reason::MemoryLimit);
        }
        self.spend(1 + count as u64)?;
        let cells = vec![self.domain.undefined(); count];
        let buffer = self
            .memory
            .add(cells, if x.on_stack { Origin::Stack } else { Origin::Heap });
        let offset = offset * unit;
        frame.memrefs[x.result as usize] = Some(MemRef {
            buffer,
            offset,
            sizes,
            strides,
        });
        Ok(())
    }

    pub(super) fn free(&mut self, slot: u32, frame: &Frame<D::Value>) -> Result<(), Reason> {
        self.spend(1)?;
        let id = frame.memref(slot)?.buffer;
        let buffer = self.memory.buffer(id);
        if !buffer.is_live || buffer.origin == Origin::Stack {
            return Err(Reason::BadFree);
        }
        self.memory.free(id);
        Ok(())
    }

    pub(super) fn copy(&mut self, from: u32, to: u32, frame: &Frame<D::Value>) -> Result<(), Reason> {
        let (from, to) = (frame.memref(from)?, frame.memref(to)?);
        if from.sizes != to.sizes {
            return Err(Reason::ShapeMismatch(
                extents(from.sizes.iter().copied()),
                extents(to.sizes.iter().copied()),
            ));
        }
        self.spend(1 + from.element_count().max(0) as u64)?;
        for memref in [from, to] {
            if !self.memory.buffer(memref.buffer).is_live {
                return Err(Reason::UseAfterFree);
            }
        }
        let read = |cell| self.memory.read(from.buffer, cell).cloned();
        let values: Result<Vec<_>, Reason> = from.cells().into_iter().map(read).collect();
        for (cell, value) in to.cells().into_iter().zip(values?) {
            *self.memory.slot(to.buffer, cell)? = value;
        }
        Ok(())
    }
}

/// The cell of the first element of an access, and the memref's strides along its window.
#[inline]
fn locate<V: Clone>(x: &Access, frame: &Frame<V>) -> Result<(i64, SmallVec<[i64; 4]>), Reason> {
    let memref = frame.memref(x.memref)?;
    let rank = x.indices.len();
    if memref.sizes.len() != rank {
        return Err(Reason::Unsupported("a memref of another rank".into()));
    }
    let mut cell = memref.offset;
    for (d, expr) in x.indices.iter().enumerate() {
        let index = expr.evaluate(&frame.index)?;
        let along = (d + x.window.len()).checked_sub(rank).map_or(1, |w| x.window[w]);
        memref.check(d, index, along)?;
        cell = cell.wrapping_add(index.wrapping_mul(memref.strides[d]));
    }
    Ok((cell, memref.strides[rank - x.window.len()..].into()))
}

/// Calls `f` with each lane of an access and its cell.
#[inline]
fn for_each_cell(
    x: &Access,
    first: i64,
    strides: &[i64],
    mut f: impl FnMut(u32, i64) -> Result<(), Reason>,
) -> Result<(), Reason> {
    if x.window.is_empty() {
        return (0..x.unit).try_for_each(|lane| f(lane, first + i64::from(lane)));
    }
    for lane in 0..x.value.lanes {
        let (mut rest, mut cell) = (i64::from(lane), first);
        for (&extent, &stride) in x.window.iter().zip(strides).rev() {
            cell += rest % extent * stride;
            rest /= extent;
        }
        f(lane, cell)?;
    }
    Ok(())
}

/// Whether a view has the rank, the fixed extents and the fixed strides of a memref type.
pub(super) fn check_view(memref: &MemRef, ty: &MemRefType) -> Result<(), Reason> {
    let Some(shape) = &ty.shape else {
        return Err(Reason::Unsupported("an unranked memref".into()));
    };
    let agrees = |dim: &Dim, value: i64| dim.fixed().is_none_or(|n| n == value);
    let sizes =
        memref.sizes.len() == shape.len() && shape.iter().zip(&memref.sizes).all(|(d, &n)| agrees(d, n));
    let layout = match &ty.layout {
        Some(Layout::Strided { strides, offset }) => {
            agrees(offset, memref.offset)
                && strides.len() == memref.strides.len()
                && strides.iter().zip(&memref.strides).all(|(d, &n)| agrees(d, n))
        }
        _ => true,
    };
    match sizes && layout {
        true => Ok(()),
        false => Err(Reason::ShapeMismatch(
            extents(memref.sizes.iter().copied()),
            extents(shape.iter().map(|d| d.fixed().unwrap_or(-1))),
        )),
    }
}

/// `2x?x3`; a negative extent is an open one.
fn extents(sizes: impl Iterator<Item = i64>) -> String {
    let one = |size: i64| {
        if size < 0 {
            "?".to_string()
        } else {
            size.to_string()
        }
    };
    sizes.map(one).collect::<Vec<String>>().join("x")
}
