//! Parts of tensors.

use crate::interpret::access::Array;
use crate::interpret::allocation::evaluate_all;
use crate::interpret::concrete::signed;
use crate::interpret::frame::Frame;
use crate::interpret::machine::Machine;
use crate::interpret::mixed::decided;
use crate::interpret::program::Place;
use crate::interpret::program::tensor::{Gather, Slice};
use crate::interpret::shape::{Extents, element_count, for_each_index, mismatch};
use crate::interpret::{Domain, Reason, Tensor};

/// A slice whose numbers are known.
struct Part {
    offsets: Extents,
    sizes: Extents,
    strides: Extents,
}

impl Slice {
    fn part(&self, index: &[i64], rank: usize) -> Result<Part, Reason> {
        let part = Part {
            offsets: evaluate_all(&self.offsets, index)?,
            sizes: evaluate_all(&self.sizes, index)?,
            strides: evaluate_all(&self.strides, index)?,
        };
        if [&part.offsets, &part.sizes, &part.strides]
            .iter()
            .any(|list| list.len() != rank)
        {
            let message = "another number of offsets, sizes or strides than the rank";
            return Err(Reason::Unsupported(message.into()));
        }
        element_count(&part.sizes)?;
        Ok(part)
    }

    fn kept(&self, sizes: &[i64]) -> Extents {
        self.kept.iter().map(|&d| sizes[d]).collect()
    }
}

impl Part {
    fn indices(&self, within: &[i64]) -> Extents {
        let at = |d: usize| self.offsets[d].saturating_add(within[d].saturating_mul(self.strides[d]));
        (0..within.len()).map(at).collect()
    }
}

impl<D: Domain> Machine<'_, D> {
    pub(super) fn extract_slice(
        &mut self,
        x: &Slice,
        tensor: Place,
        frame: &Frame<D::Value>,
    ) -> Result<Tensor<D::Value>, Reason> {
        let array = frame.array(tensor)?;
        let unit = frame.tensor(tensor.start)?.unit();
        let part = x.part(&frame.index, array.sizes().len())?;
        self.room(element_count(&part.sizes)?.saturating_mul(unit))?;
        let mut cells = Vec::new();
        for_each_index(&part.sizes, |within| {
            let cell = array.cell(&part.indices(within))? as usize;
            let tensor = frame.tensor(tensor.start)?;
            cells.extend_from_slice(&tensor.cells[cell..cell + unit]);
            Ok::<(), Reason>(())
        })?;
        Ok(Tensor::new(&x.kept(&part.sizes), cells))
    }

    pub(super) fn insert_slice(
        &mut self,
        x: &Slice,
        source: Place,
        tensor: Place,
        frame: &Frame<D::Value>,
    ) -> Result<Tensor<D::Value>, Reason> {
        let mut array = frame.array(tensor)?;
        let source = frame.tensor(source.start)?;
        let unit = source.unit();
        let part = x.part(&frame.index, array.sizes().len())?;
        if x.kept(&part.sizes) != source.sizes {
            return Err(mismatch(&source.sizes, &x.kept(&part.sizes)));
        }
        self.room(source.cells.len())?;
        let mut from = source.cells.iter();
        for_each_index(&part.sizes, |within| {
            let cell = array.cell(&part.indices(within))?;
            array.put(cell, from.by_ref().take(unit))
        })?;
        array.into_tensor()
    }

    /// The coordinates of each slice, and the extents of the tensor that they stand in.
    fn coordinates(
        &mut self,
        x: &Gather,
        frame: &Frame<D::Value>,
    ) -> Result<(Vec<Extents>, Extents), Reason> {
        let indices = frame.tensor(x.indices.start)?.clone();
        let Some((&length, batch)) = indices.sizes.split_last() else {
            return Err(Reason::Unsupported("a tensor of indices of rank 0".into()));
        };
        if length != x.dimensions.len() as i64 {
            return Err(mismatch(&[length], &[x.dimensions.len() as i64]));
        }
        self.spend(indices.cells.len() as u64)?;
        let coordinate = |cell: &D::Value| {
            let bits = decided(self.domain, cell)?;
            i64::try_from(signed(&x.index_type, bits)).map_err(|_| Reason::IndexOverflow)
        };
        let rows = indices.cells.chunks(x.dimensions.len().max(1));
        let rows = rows.map(|row| row.iter().map(coordinate).collect::<Result<Extents, Reason>>());
        Ok((rows.collect::<Result<_, Reason>>()?, batch.into()))
    }

    /// The extents of one slice of a tensor, all dimensions kept.
    fn slice_sizes(x: &Gather, sizes: &[i64]) -> Result<Extents, Reason> {
        let mut slice: Extents = sizes.into();
        for &d in &x.dimensions {
            let rank = sizes.len();
            *slice.get_mut(d).ok_or(Reason::NoSuchDimension {
                dimension: d as i64,
                rank,
            })? = 1;
        }
        Ok(slice)
    }

    fn result_sizes(x: &Gather, batch: &[i64], slice: &[i64]) -> Extents {
        let stays = |d: &usize| x.keeps_rank || !x.dimensions.contains(d);
        let kept = (0..slice.len()).filter(stays).map(|d| slice[d]);
        batch.iter().copied().chain(kept).collect()
    }

    pub(super) fn gather(&mut self, x: &Gather, frame: &Frame<D::Value>) -> Result<Tensor<D::Value>, Reason> {
        let array = frame.array(x.tensor)?;
        let tensor = frame.tensor(x.tensor.start)?;
        let (rows, batch) = self.coordinates(x, frame)?;
        let slice = Self::slice_sizes(x, &tensor.sizes)?;
        let unit = tensor.unit();
        self.room(
            element_count(&slice)?
                .saturating_mul(rows.len())
                .saturating_mul(unit),
        )?;
        let mut cells = Vec::new();
        for row in rows {
            for_each_index(&slice, |within| {
                let cell = array.cell(&at_coordinates(x, &row, within))? as usize;
                cells.extend_from_slice(&tensor.cells[cell..cell + unit]);
                Ok::<(), Reason>(())
            })?;
        }
        Ok(Tensor::new(&Self::result_sizes(x, &batch, &slice), cells))
    }

    pub(super) fn scatter(
        &mut self,
        x: &Gather,
        frame: &Frame<D::Value>,
    ) -> Result<Tensor<D::Value>, Reason> {
        let mut array = frame.array(x.tensor)?;
        let slice = Self::slice_sizes(x, array.sizes())?;
        let (rows, batch) = self.coordinates(x, frame)?;
        let source = x
            .source
            .ok_or_else(|| Reason::Unsupported("nothing to scatter".into()))?;
        let source = frame.tensor(source.start)?;
        let sizes = Self::result_sizes(x, &batch, &slice);
        if source.sizes != sizes {
            return Err(mismatch(&source.sizes, &sizes));
        }
        self.room(source.cells.len())?;
        let unit = source.unit();
        let mut from = source.cells.iter();
        for row in rows {
            for_each_index(&slice, |within| {
                let cell = array.cell(&at_coordinates(x, &row, within))?;
                array.put(cell, from.by_ref().take(unit))
            })?;
        }
        array.into_tensor()
    }
}

fn at_coordinates(x: &Gather, row: &[i64], within: &[i64]) -> Extents {
    let mut indices: Extents = within.into();
    for (&d, &coordinate) in x.dimensions.iter().zip(row) {
        indices[d] = coordinate;
    }
    indices
}

impl<V: Clone> Array<V> {
    /// Writes cells of a tensor from `cell` on.
    pub(super) fn put<'v>(&mut self, cell: i64, values: impl Iterator<Item = &'v V>) -> Result<(), Reason>
    where
        V: 'v,
    {
        let Array::Tensor(tensor, _) = self else {
            return Err(Reason::Unsupported("a tensor that is a memref".into()));
        };
        let cells = tensor.cells_mut();
        for (at, value) in (cell as usize..).zip(values) {
            let slot = cells.get_mut(at);
            let other = || Reason::Unsupported("a tensor whose elements are of another type".into());
            *slot.ok_or_else(other)? = value.clone();
        }
        Ok(())
    }

    pub(in crate::interpret) fn into_tensor(self) -> Result<Tensor<V>, Reason> {
        match self {
            Array::Tensor(tensor, _) => Ok(tensor),
            Array::MemRef(_) => Err(Reason::Unsupported("a tensor that is a memref".into())),
        }
    }
}
