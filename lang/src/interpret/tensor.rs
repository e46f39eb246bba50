//! Tensors: values with a shape.

mod buffers;
mod pack;
mod shape;
mod slice;

use super::affine::IndexExpr;
use super::allocation::evaluate_all;
use super::frame::Frame;
use super::machine::Machine;
use super::program::{Place, Region};
use super::reason::Stop;
use super::shape::{Extents, check_tensor, element_count, for_each_index};
use super::{Domain, Reason, Tensor};
use crate::interpret::program::tensor::TensorInstruction;

impl<'a, D: Domain> Machine<'a, D> {
    pub(super) fn tensor(
        &mut self,
        x: &'a TensorInstruction,
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Stop> {
        self.spend(1)?;
        let (tensor, result) = match x {
            TensorInstruction::Empty { sizes, unit, result } => {
                let sizes = evaluate_all(sizes, &frame.index)?;
                let undefined = self.domain.undefined();
                (self.filled(&sizes, &[undefined], *unit as usize)?, *result)
            }
            TensorInstruction::Splat { value, sizes, result } => {
                let sizes = evaluate_all(sizes, &frame.index)?;
                let element = self.cells(*value, frame);
                (self.filled(&sizes, &element, element.len())?, *result)
            }
            TensorInstruction::FromElements {
                elements,
                sizes,
                result,
            } => {
                let cells: Vec<D::Value> = elements.iter().flat_map(|&e| self.cells(e, frame)).collect();
                self.room(cells.len())?;
                (Tensor::new(sizes, cells), *result)
            }
            TensorInstruction::Generate { sizes, body, result } => {
                (self.generate(sizes, body, frame)?, *result)
            }
            TensorInstruction::Extract {
                tensor,
                indices,
                scalar,
                result,
            } => {
                let array = frame.array(*tensor)?;
                let cell = array.cell(&evaluate_all(indices, &frame.index)?)?;
                return Ok(self.read_element(&array, cell, scalar, *result, frame)?);
            }
            TensorInstruction::Insert {
                value,
                tensor,
                indices,
                scalar,
                result,
            } => {
                let mut array = frame.array(*tensor)?;
                let cell = array.cell(&evaluate_all(indices, &frame.index)?)?;
                self.write_element(&mut array, cell, scalar, *value, frame)?;
                (array.into_tensor()?, *result)
            }
            TensorInstruction::Cast { tensor, ty, result } => {
                let tensor = frame.tensor(*tensor)?.clone();
                check_tensor(&tensor.sizes, ty)?;
                (tensor, *result)
            }
            TensorInstruction::ExtractSlice {
                slice,
                tensor,
                result,
            } => (self.extract_slice(slice, *tensor, frame)?, *result),
            TensorInstruction::InsertSlice {
                slice,
                source,
                tensor,
                result,
            } => (self.insert_slice(slice, *source, *tensor, frame)?, *result),
            TensorInstruction::Reshape(x) => (self.reshape(x, frame)?, x.result),
            TensorInstruction::Pad {
                tensor,
                low,
                high,
                body,
                result,
            } => (self.pad(*tensor, low, high, body, frame)?, *result),
            TensorInstruction::Concat {
                dimension,
                tensors,
                result,
            } => (self.concat(*dimension, tensors, frame)?, *result),
            TensorInstruction::Gather(x) => (self.gather(x, frame)?, x.result),
            TensorInstruction::Scatter(x) => (self.scatter(x, frame)?, x.result),
            TensorInstruction::Pack(x) => (self.pack(x, frame)?, x.result),
            TensorInstruction::Unpack(x) => (self.unpack(x, frame)?, x.result),
            TensorInstruction::Buffers(x) => return Ok(self.buffers(x, frame)?),
        };
        frame.tensors[result as usize] = Some(tensor);
        Ok(())
    }

    /// A tensor whose elements are all the same `unit` cells; one cell stands for all of them.
    pub(super) fn filled(
        &mut self,
        sizes: &[i64],
        element: &[D::Value],
        unit: usize,
    ) -> Result<Tensor<D::Value>, Reason> {
        let count = element_count(sizes)?;
        let cells = count.checked_mul(unit).ok_or(Reason::MemoryLimit)?;
        self.room(cells)?;
        let cells = match element {
            [one] => vec![one.clone(); cells],
            all => (0..count).flat_map(|_| all.iter().cloned()).collect(),
        };
        Ok(Tensor::new(sizes, cells))
    }

    /// The lanes of a scalar or vector as cells hold them.
    pub(super) fn cells(&mut self, place: Place, frame: &Frame<D::Value>) -> Vec<D::Value> {
        let lanes = 0..place.lanes;
        lanes.map(|lane| self.cell_of(frame.lane(place, lane))).collect()
    }

    fn generate(
        &mut self,
        sizes: &[IndexExpr],
        body: &'a Region,
        frame: &mut Frame<D::Value>,
    ) -> Result<Tensor<D::Value>, Stop> {
        let sizes = evaluate_all(sizes, &frame.index)?;
        self.room(element_count(&sizes)?)?;
        let mut cells = Vec::new();
        for_each_index(&sizes, |indices| {
            cells.extend(self.element_of(body, indices, frame)?);
            Ok::<(), Stop>(())
        })?;
        Ok(Tensor::new(&sizes, cells))
    }

    /// What a region yields for an element at some indices, which are its arguments.
    fn element_of(
        &mut self,
        body: &'a Region,
        indices: &[i64],
        frame: &mut Frame<D::Value>,
    ) -> Result<Vec<D::Value>, Stop> {
        self.spend(1)?;
        for (argument, &index) in body.arguments().iter().zip(indices) {
            frame.index[argument.start as usize] = index;
        }
        let &[value] = self.region(body, frame)? else {
            return Err(Reason::Unsupported("a region that does not yield one element".into()).into());
        };
        Ok(self.cells(value, frame))
    }

    fn pad(
        &mut self,
        tensor: Place,
        low: &[IndexExpr],
        high: &[IndexExpr],
        body: &'a Region,
        frame: &mut Frame<D::Value>,
    ) -> Result<Tensor<D::Value>, Stop> {
        let array = frame.array(tensor)?;
        let (low, high) = (
            evaluate_all(low, &frame.index)?,
            evaluate_all(high, &frame.index)?,
        );
        let wider = |((&size, &low), &high): ((&i64, &i64), &i64)| {
            let sum = size.checked_add(low).and_then(|sum| sum.checked_add(high));
            sum.ok_or(Reason::IndexOverflow)
        };
        let sizes = array.sizes().iter().zip(&low).zip(&high).map(wider);
        let sizes = sizes.collect::<Result<Extents, Reason>>()?;
        self.room(element_count(&sizes)?)?;
        let unit = frame.tensor(tensor.start)?.unit() as i64;
        let mut cells = Vec::new();
        for_each_index(&sizes, |indices| {
            let inner: Extents = indices
                .iter()
                .zip(&low)
                .map(|(i, low)| i.wrapping_sub(*low))
                .collect();
            if !array.contains(&inner) {
                cells.extend(self.element_of(body, indices, frame)?);
                return Ok::<(), Stop>(());
            }
            let cell = array.cell(&inner)?;
            let element = frame.tensor(tensor.start)?.cells.iter();
            cells.extend(element.skip(cell as usize).take(unit as usize).cloned());
            Ok(())
        })?;
        Ok(Tensor::new(&sizes, cells))
    }
}
