//! Copies of whole memrefs, and transfers that a DMA engine makes.

use crate::interpret::allocation::evaluate_all;
use crate::interpret::frame::Frame;
use crate::interpret::machine::Machine;
use crate::interpret::program::views::{Dma, Transfer};
use crate::interpret::shape::{delinearized, element_count, linear, mismatch};
use crate::interpret::{Domain, MemRef, Reason};

impl<D: Domain> Machine<'_, D> {
    pub(in crate::interpret) fn transfer(
        &mut self,
        x: &Transfer,
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Reason> {
        match x {
            Transfer::Copy { from, to, unit } => {
                let (from, to) = (frame.memref(*from)?, frame.memref(*to)?);
                self.copy(from, to, *unit)
            }
            Transfer::Dma(dma) => self.dma(dma, frame),
            Transfer::Clone { from, unit, result } => {
                let from = frame.memref(*from)?;
                let memref = self.cloned(from, *unit)?;
                frame.memrefs[*result as usize] = Some(memref);
                Ok(())
            }
        }
    }

    /// Copies all elements, as if all were read before any is written.
    pub(in crate::interpret) fn copy(&mut self, from: &MemRef, to: &MemRef, unit: u32) -> Result<(), Reason> {
        if from.sizes != to.sizes {
            return Err(mismatch(&from.sizes, &to.sizes));
        }
        if from.parts != to.parts {
            return Err(Reason::Unsupported(
                "a copy between bytes and a wider type".into(),
            ));
        }
        let cells = i64::from(unit * from.parts);
        self.spend(
            (element_count(&from.sizes)? as u64)
                .saturating_mul(cells as u64)
                .saturating_add(1),
        )?;
        self.check_live(from)?;
        self.check_live(to)?;
        let mut values = Vec::new();
        for cell in from.cells() {
            for part in 0..cells {
                values.push(self.memory.read(from.buffer, cell.wrapping_add(part))?.clone());
            }
        }
        let mut values = values.into_iter();
        for cell in to.cells() {
            for (part, value) in (0..cells).zip(&mut values) {
                *self.memory.slot(to.buffer, cell.wrapping_add(part))? = value;
            }
        }
        Ok(())
    }

    fn cloned(&mut self, from: &MemRef, unit: u32) -> Result<MemRef, Reason> {
        let cells = i64::from(unit * from.parts);
        let count = element_count(&from.sizes)?.checked_mul(cells as usize);
        let buffer = self.fresh(count.ok_or(Reason::MemoryLimit)?, crate::interpret::Origin::Heap)?;
        let to = MemRef {
            parts: from.parts,
            ..MemRef::dense(buffer, &from.sizes, cells)
        };
        self.copy(from, &to, unit)?;
        Ok(to)
    }

    fn dma(&mut self, x: &Dma, frame: &Frame<D::Value>) -> Result<(), Reason> {
        let (from, to) = (frame.memref(x.from)?.clone(), frame.memref(x.to)?.clone());
        let starts = [(&from, &x.from_indices), (&to, &x.to_indices)].map(|(memref, indices)| {
            let indices = evaluate_all(indices, &frame.index)?;
            memref.cell(&indices)?;
            Ok(linear(&indices, &memref.sizes))
        });
        let [from_start, to_start] = starts;
        let (from_start, to_start) = (from_start?, to_start?);
        let count = frame.index[x.count as usize];
        let (stride, length) = match x.chunks {
            Some((stride, length)) => (frame.index[stride as usize], frame.index[length as usize]),
            None => (1, 1),
        };
        if count < 0 || length <= 0 {
            return Err(Reason::NegativeExtent(count.min(length)));
        }
        self.spend(1 + count as u64)?;
        let strided = |i: i64| (i / length).saturating_mul(stride).saturating_add(i % length);
        for i in 0..count {
            let (from_at, to_at) = match x.source_is_strided {
                true => (strided(i), i),
                false => (i, strided(i)),
            };
            let from_cell = element(&from, from_start.saturating_add(from_at))?;
            let to_cell = element(&to, to_start.saturating_add(to_at))?;
            for part in 0..i64::from(x.unit * from.parts) {
                let value = self
                    .memory
                    .read(from.buffer, from_cell.wrapping_add(part))?
                    .clone();
                *self.memory.slot(to.buffer, to_cell.wrapping_add(part))? = value;
            }
        }
        Ok(())
    }
}

/// The cell of the element at a position in row-major order.
fn element(memref: &MemRef, at: i64) -> Result<i64, Reason> {
    let count = element_count(&memref.sizes)? as i64;
    if at < 0 || at >= count {
        return Err(Reason::OutOfBounds {
            buffer: memref.buffer,
            dimension: None,
            index: at,
            extent: count,
        });
    }
    memref.cell(&delinearized(at, &memref.sizes))
}
