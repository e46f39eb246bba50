//! The elements of tensors under other shapes, and side by side.

use crate::interpret::allocation::evaluate_all;
use crate::interpret::frame::Frame;
use crate::interpret::machine::Machine;
use crate::interpret::program::Place;
use crate::interpret::program::tensor::{NewShape, Reshape};
use crate::interpret::shape::{Extents, element_count, mismatch};
use crate::interpret::{Domain, Reason, Tensor};

impl<D: Domain> Machine<'_, D> {
    pub(super) fn reshape(
        &mut self,
        x: &Reshape,
        frame: &Frame<D::Value>,
    ) -> Result<Tensor<D::Value>, Reason> {
        let old = frame.tensor(x.tensor)?.clone();
        let sizes = match &x.shape {
            NewShape::In(place, scalar) => self.shape_in(*place, scalar, frame)?,
            NewShape::Expand(groups, sizes) => {
                let sizes = evaluate_all(sizes, &frame.index)?;
                for (group, &size) in groups.iter().zip(&old.sizes) {
                    let parts: Extents = group.iter().map(|&i| sizes[i]).collect();
                    if element_count(&parts)? as i64 != size {
                        return Err(mismatch(&[size], &parts));
                    }
                }
                sizes
            }
            NewShape::Collapse(groups) => {
                let product = |group: &Vec<usize>| {
                    let sizes: Extents = group.iter().map(|&i| old.sizes[i]).collect();
                    element_count(&sizes).map(|count| count as i64)
                };
                groups.iter().map(product).collect::<Result<Extents, Reason>>()?
            }
        };
        if element_count(&sizes)? != element_count(&old.sizes)? {
            return Err(mismatch(&old.sizes, &sizes));
        }
        Ok(Tensor {
            sizes,
            cells: old.cells,
        })
    }

    /// Tensors one after another along a dimension.
    pub(super) fn concat(
        &mut self,
        dimension: usize,
        tensors: &[Place],
        frame: &Frame<D::Value>,
    ) -> Result<Tensor<D::Value>, Reason> {
        let tensors = tensors.iter().map(|place| frame.tensor(place.start));
        let tensors = tensors.collect::<Result<Vec<_>, Reason>>()?;
        let Some(first) = tensors.first() else {
            return Err(Reason::Unsupported("nothing to concatenate".into()));
        };
        let mut sizes = first.sizes.clone();
        if dimension >= sizes.len() {
            return Err(Reason::NoSuchDimension {
                dimension: dimension as i64,
                rank: sizes.len(),
            });
        }
        let extents = tensors
            .iter()
            .map(|t| t.sizes.get(dimension).copied().unwrap_or(0));
        sizes[dimension] = extents.fold(0, i64::saturating_add);
        for tensor in &tensors {
            let mut expected = sizes.clone();
            expected[dimension] = tensor.sizes.get(dimension).copied().unwrap_or(0);
            if tensor.sizes != expected {
                return Err(mismatch(&first.sizes, &tensor.sizes));
            }
        }
        let outer = element_count(&sizes[..dimension])?;
        let count: usize = tensors.iter().map(|tensor| tensor.cells.len()).sum();
        self.room(count)?;
        let mut cells = Vec::with_capacity(count);
        for i in 0..outer {
            for tensor in &tensors {
                let length = tensor.cells.len() / outer;
                cells.extend_from_slice(&tensor.cells[i * length..(i + 1) * length]);
            }
        }
        Ok(Tensor::new(&sizes, cells))
    }
}
