//! The bufferization dialect: from tensors to buffers and back.

use crate::interpret::access::check_view;
use crate::interpret::allocation::evaluate_all;
use crate::interpret::frame::Frame;
use crate::interpret::machine::Machine;
use crate::interpret::mixed::{Mixed, decided};
use crate::interpret::program::tensor::Buffers;
use crate::interpret::program::{Bank, Place};
use crate::interpret::shape::{element_count, mismatch};
use crate::interpret::{BufferId, Domain, MemRef, Origin, Reason, Stores, Tensor};
use crate::types::Type;

impl<D: Domain> Machine<'_, D> {
    pub(super) fn buffers(&mut self, x: &Buffers, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        match x {
            Buffers::ToTensor {
                memref,
                unit,
                scalar,
                result,
            } => {
                let memref = frame.memref(*memref)?.clone();
                frame.tensors[*result as usize] = Some(self.contents(&memref, *unit, scalar)?);
            }
            Buffers::ToMemRef {
                tensor,
                ty,
                unit,
                is_read_only,
                result,
            } => {
                let tensor = frame.tensor(*tensor)?.clone();
                let memref = self.buffer_of(&tensor, *unit)?;
                self.memory.buffer_mut(memref.buffer).stores = match is_read_only {
                    true => Stores::Forbidden,
                    false if self.domain.is_whole_program() => Stores::Allowed,
                    false => Stores::NotModelled,
                };
                check_view(&memref, ty, *unit)?;
                frame.memrefs[*result as usize] = Some(memref);
            }
            Buffers::AllocTensor {
                sizes,
                unit,
                copy,
                result,
            } => {
                let tensor = match copy {
                    Some(copy) => frame.tensor(*copy)?.clone(),
                    None => {
                        let undefined = self.domain.undefined();
                        let sizes = evaluate_all(sizes, &frame.index)?;
                        self.filled(&sizes, &[undefined], *unit as usize)?
                    }
                };
                frame.tensors[*result as usize] = Some(tensor);
            }
            Buffers::Materialize {
                source,
                destination,
                scalar,
                result,
            } => {
                let source = frame.tensor(*source)?.clone();
                let sizes = frame.extents(*destination)?;
                if source.sizes.as_slice() != sizes {
                    return Err(mismatch(&source.sizes, sizes));
                }
                if destination.bank == Bank::MemRef {
                    let memref = frame.memref(destination.start)?.clone();
                    self.fill_memref(&memref, &source, scalar)?;
                }
                if let Some(result) = result {
                    frame.tensors[*result as usize] = Some(source);
                }
            }
            Buffers::Dealloc {
                memrefs,
                conditions,
                retained,
                results,
            } => self.dealloc(memrefs, conditions, retained, results, frame)?,
        }
        Ok(())
    }

    fn contents(&mut self, memref: &MemRef, unit: u32, scalar: &Type) -> Result<Tensor<D::Value>, Reason> {
        let count = element_count(&memref.sizes)?.saturating_mul(unit as usize);
        self.room(count)?;
        self.check_live(memref)?;
        let array = crate::interpret::access::Array::MemRef(memref.clone());
        let mut cells = Vec::with_capacity(count);
        for cell in memref.cells() {
            for lane in 0..unit {
                let at = cell.wrapping_add(i64::from(lane * memref.parts));
                cells.push(self.read_scalar(&array, at, scalar)?);
            }
        }
        Ok(Tensor::new(&memref.sizes, cells))
    }

    fn buffer_of(&mut self, tensor: &Tensor<D::Value>, unit: u32) -> Result<MemRef, Reason> {
        self.room(tensor.cells.len())?;
        let buffer = self.memory.add(tensor.cells.to_vec(), Origin::Heap);
        Ok(MemRef::dense(buffer, &tensor.sizes, i64::from(unit)))
    }

    fn fill_memref(
        &mut self,
        memref: &MemRef,
        tensor: &Tensor<D::Value>,
        scalar: &Type,
    ) -> Result<(), Reason> {
        self.spend(tensor.cells.len() as u64)?;
        let unit = tensor.unit();
        let mut array = crate::interpret::access::Array::MemRef(memref.clone());
        let mut cells = tensor.cells.iter();
        for cell in memref.cells() {
            for (lane, value) in (0..).zip(cells.by_ref().take(unit)) {
                let at = cell.wrapping_add(lane * i64::from(memref.parts));
                self.write_scalar(&mut array, at, scalar, value.clone())?;
            }
        }
        Ok(())
    }

    fn dealloc(
        &mut self,
        memrefs: &[u32],
        conditions: &[u32],
        retained: &[u32],
        results: &[Place],
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Reason> {
        let buffer = |slot: &u32| frame.memref(*slot).map(|memref| memref.buffer);
        let retained = retained
            .iter()
            .map(buffer)
            .collect::<Result<Vec<BufferId>, Reason>>()?;
        let mut owned: Vec<BufferId> = Vec::new();
        for (memref, &condition) in memrefs.iter().zip(conditions) {
            let buffer = buffer(memref)?;
            let holds = decided(self.domain, &frame.data[condition as usize])? != 0;
            if holds && !owned.contains(&buffer) {
                owned.push(buffer);
            }
        }
        for &buffer in owned.iter().filter(|buffer| !retained.contains(buffer)) {
            self.free_buffer(buffer)?;
        }
        for (place, buffer) in results.iter().zip(&retained) {
            let is_owned = i128::from(owned.contains(buffer));
            let value = self.domain.int_constant(&Type::I1, is_owned);
            frame.set_lane(*place, 0, Mixed::Data(value))?;
        }
        Ok(())
    }
}
