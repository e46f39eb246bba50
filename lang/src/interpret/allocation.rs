//! Memory that comes and goes, and the globals of the module.

use crate::types::Type;

use super::affine::IndexExpr;
use super::frame::Frame;
use super::machine::Machine;
use super::program::Constant;
use super::shape::{Extents, element_count, row_major_strides};
use super::{BufferId, Domain, MemRef, Origin, Reason, Stores};
use crate::interpret::program::allocation::{Allocate, Contents, Reallocate};

impl<'a, D: Domain> Machine<'a, D> {
    pub(super) fn allocate(&mut self, x: &Allocate, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        let unit = i64::from(x.unit);
        let sizes = evaluate_all(&x.sizes, &frame.index)?;
        element_count(&sizes)?;
        let scaled = |n: i64| n.checked_mul(unit).ok_or(Reason::MemoryLimit);
        let (strides, offset) = match &x.layout {
            None => (row_major_strides(&sizes, unit), 0),
            Some((strides, offset)) => {
                let strides = evaluate_all(strides, &frame.index)?.into_iter().map(scaled);
                let offset = scaled(offset.evaluate(&frame.index)?)?;
                (strides.collect::<Result<Extents, Reason>>()?, offset)
            }
        };
        let count = span(&sizes, &strides, offset, unit).ok_or(Reason::MemoryLimit)?;
        let buffer = self.fresh(count, if x.on_stack { Origin::Stack } else { Origin::Heap })?;
        frame.memrefs[x.result as usize] = Some(MemRef {
            buffer,
            base: 0,
            offset,
            sizes,
            strides,
            parts: 1,
        });
        Ok(())
    }

    /// A buffer of undefined cells.
    pub(super) fn fresh(&mut self, cells: usize, origin: Origin) -> Result<BufferId, Reason> {
        self.room(cells)?;
        let cells = vec![self.domain.undefined(); cells];
        Ok(self.memory.add(cells, origin))
    }

    pub(super) fn free(&mut self, slot: u32, frame: &Frame<D::Value>) -> Result<(), Reason> {
        self.spend(1)?;
        let id = frame.memref(slot)?.buffer;
        self.free_buffer(id)
    }

    pub(super) fn free_buffer(&mut self, id: BufferId) -> Result<(), Reason> {
        let buffer = self.memory.buffer(id);
        if !buffer.is_live || matches!(buffer.origin, Origin::Stack | Origin::Global) {
            return Err(Reason::BadFree);
        }
        self.memory.free(id);
        Ok(())
    }

    pub(super) fn reallocate(&mut self, x: &Reallocate, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        let old = frame.memref(x.memref)?.clone();
        let size = x.size.evaluate(&frame.index)?;
        let count = element_count(&[size, i64::from(x.unit)])?;
        let kept = old.sizes.first().map_or(0, |&old| old.min(size)) * i64::from(x.unit);
        self.check_live(&old)?;
        let buffer = self.fresh(count, Origin::Heap)?;
        for cell in 0..kept {
            let value = self.memory.read(old.buffer, old.offset + cell)?.clone();
            *self.memory.slot(buffer, cell)? = value;
        }
        self.free_buffer(old.buffer)?;
        let memref = MemRef::dense(buffer, &[size], i64::from(x.unit));
        frame.memrefs[x.result as usize] = Some(memref);
        Ok(())
    }

    pub(super) fn get_global(
        &mut self,
        name: &str,
        result: u32,
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Reason> {
        self.spend(1)?;
        let memref = match self.globals.get(name) {
            Some(memref) => memref.clone(),
            None => self.make_global(name)?,
        };
        frame.memrefs[result as usize] = Some(memref);
        Ok(())
    }

    fn make_global(&mut self, name: &str) -> Result<MemRef, Reason> {
        let unsupported = |what: &str| Reason::Unsupported(format!("the global @{name}, which {what}"));
        let program = self.program;
        let Some((name, global)) = program.globals.get_key_value(name) else {
            return Err(unsupported("the module does not define"));
        };
        if !global.is_constant && !self.domain.is_whole_program() {
            return Err(unsupported("an earlier call may have changed"));
        }
        let count = element_count(&global.sizes)? * global.unit as usize;
        let buffer = match &global.contents {
            Contents::Elsewhere => return Err(unsupported("is defined elsewhere")),
            Contents::Undefined => self.fresh(count, Origin::Global)?,
            Contents::Known(constant) => {
                self.room(count)?;
                let cells = self.constant_cells(constant, count)?;
                self.memory.add(cells, Origin::Global)
            }
        };
        if global.is_constant {
            self.memory.buffer_mut(buffer).stores = Stores::Forbidden;
        }
        let memref = MemRef::dense(buffer, &global.sizes, i64::from(global.unit));
        self.globals.insert(name, memref.clone());
        Ok(memref)
    }

    fn constant_cells(&mut self, constant: &Constant, count: usize) -> Result<Vec<D::Value>, Reason> {
        let (ty, bits): (_, Vec<u128>) = match constant {
            Constant::Index(values) => (
                &Type::Index,
                values.iter().map(|&i| u128::from(i as u64)).collect(),
            ),
            Constant::Data(ty, bits) | Constant::Tensor(_, ty, bits) => (ty, bits.clone()),
            Constant::Function(_) => return Err(Reason::Unsupported("a global of functions".into())),
        };
        let cells: Vec<D::Value> = match bits.as_slice() {
            [one] => vec![self.domain.constant(ty, *one); count],
            all => all.iter().map(|&bits| self.domain.constant(ty, bits)).collect(),
        };
        match cells.len() == count {
            true => Ok(cells),
            false => Err(Reason::Unsupported(
                "a global with another number of elements".into(),
            )),
        }
    }
}

pub(super) fn evaluate_all(expressions: &[IndexExpr], index: &[i64]) -> Result<Extents, Reason> {
    expressions.iter().map(|e| e.evaluate(index)).collect()
}

/// Cells from the start of a buffer to the end of a view in it.
fn span(sizes: &[i64], strides: &[i64], offset: i64, unit: i64) -> Option<usize> {
    if sizes.contains(&0) {
        return Some(0);
    }
    let last = sizes
        .iter()
        .zip(strides)
        .try_fold(offset, |cell, (&size, &stride)| {
            let along = (size - 1).checked_mul(stride)?;
            cell.checked_add(along).filter(|_| stride >= 0)
        });
    usize::try_from(last.filter(|_| offset >= 0)?.checked_add(unit)?).ok()
}
