//! Tensors in tiles.

use crate::interpret::allocation::evaluate_all;
use crate::interpret::frame::Frame;
use crate::interpret::machine::Machine;
use crate::interpret::program::tensor::Pack;
use crate::interpret::shape::{Extents, element_count, for_each_index, mismatch};
use crate::interpret::{Domain, Reason, Tensor};

impl Pack {
    fn tiles(&self, index: &[i64]) -> Result<Extents, Reason> {
        let tiles = evaluate_all(&self.tiles, index)?;
        match tiles.iter().find(|&&tile| tile <= 0) {
            Some(&tile) => Err(Reason::NegativeExtent(tile)),
            None => Ok(tiles),
        }
    }

    /// The shape of the packed form.
    fn packed_sizes(&self, unpacked: &[i64], tiles: &[i64]) -> Extents {
        let mut counts: Extents = unpacked.into();
        for (&d, &tile) in self.inner.iter().zip(tiles) {
            counts[d] = unpacked[d].div_euclid(tile) + i64::from(unpacked[d] % tile != 0);
        }
        let outer = self.outer.iter().map(|&d| counts[d]);
        outer.chain(tiles.iter().copied()).collect()
    }

    /// Whether a packed form has these tiles, and as many of them as are needed; all others are padding.
    fn holds(&self, sizes: &[i64], needed: &[i64]) -> bool {
        let (outer, tile) = sizes.split_at(self.outer.len().min(sizes.len()));
        let (needed_outer, needed_tile) = needed.split_at(self.outer.len());
        let is_enough = |(size, needed): (&i64, &i64)| size >= needed;
        outer.len() == needed_outer.len()
            && tile == needed_tile
            && outer.iter().zip(needed_outer).all(is_enough)
    }

    /// Where an element of the packed form lies in the unpacked one.
    fn unpacked_indices(&self, packed: &[i64], tiles: &[i64]) -> Extents {
        let mut indices: Extents = self.outer.iter().map(|_| 0).collect();
        for (&d, &at) in self.outer.iter().zip(packed) {
            indices[d] = at;
        }
        for ((&d, &tile), &at) in self.inner.iter().zip(tiles).zip(&packed[self.outer.len()..]) {
            indices[d] = indices[d] * tile + at;
        }
        indices
    }

    /// Where an element of the unpacked form lies in the packed one.
    fn packed_indices(&self, unpacked: &[i64], tiles: &[i64]) -> Extents {
        let mut counts: Extents = unpacked.into();
        let mut rests = Extents::new();
        for (&d, &tile) in self.inner.iter().zip(tiles) {
            counts[d] = unpacked[d] / tile;
            rests.push(unpacked[d] % tile);
        }
        self.outer.iter().map(|&d| counts[d]).chain(rests).collect()
    }
}

impl<D: Domain> Machine<'_, D> {
    pub(super) fn pack(&mut self, x: &Pack, frame: &Frame<D::Value>) -> Result<Tensor<D::Value>, Reason> {
        let (array, source) = (frame.array(x.source)?, frame.tensor(x.source.start)?);
        let destination = frame.tensor(x.destination.start)?;
        let tiles = x.tiles(&frame.index)?;
        let (needed, sizes) = (x.packed_sizes(&source.sizes, &tiles), destination.sizes.clone());
        if !x.holds(&sizes, &needed) {
            return Err(mismatch(&needed, &sizes));
        }
        let unit = source.unit();
        self.room(element_count(&sizes)?.saturating_mul(unit))?;
        let padding = x.padding.map(|place| self.cells(place, frame));
        let mut cells = Vec::new();
        for_each_index(&sizes, |packed| {
            let indices = x.unpacked_indices(packed, &tiles);
            match &padding {
                Some(padding) if !array.contains(&indices) => cells.extend_from_slice(padding),
                _ => {
                    let cell = array.cell(&indices)? as usize;
                    cells.extend_from_slice(&source.cells[cell..cell + unit]);
                }
            }
            Ok::<(), Reason>(())
        })?;
        Ok(Tensor::new(&sizes, cells))
    }

    pub(super) fn unpack(&mut self, x: &Pack, frame: &Frame<D::Value>) -> Result<Tensor<D::Value>, Reason> {
        let (array, source) = (frame.array(x.source)?, frame.tensor(x.source.start)?);
        let sizes = frame.tensor(x.destination.start)?.sizes.clone();
        let tiles = x.tiles(&frame.index)?;
        let unit = source.unit();
        self.room(element_count(&sizes)?.saturating_mul(unit))?;
        let mut cells = Vec::new();
        for_each_index(&sizes, |unpacked| {
            let cell = array.cell(&x.packed_indices(unpacked, &tiles))? as usize;
            cells.extend_from_slice(&source.cells[cell..cell + unit]);
            Ok::<(), Reason>(())
        })?;
        Ok(Tensor::new(&sizes, cells))
    }
}
