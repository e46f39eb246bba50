//! Arguments and results.

use std::sync::Arc;

use super::MemRef;
use super::shape::{Extents, element_count};

/// An argument or a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<V> {
    Index(i64),
    Scalar(V),
    IndexVector(Vec<i64>),
    /// The lanes in row-major order.
    Vector(Vec<V>),
    MemRef(MemRef),
    Tensor(Tensor<V>),
    /// A function of the module, by name.
    Function(Arc<str>),
}

/// An immutable array. A clone shares the cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor<V> {
    pub sizes: Extents,
    /// The scalars in row-major order; an element that is a vector takes one cell for each lane, an index
    /// is an integer of 64 bits.
    pub cells: Arc<Vec<V>>,
}

impl<V: Clone> Tensor<V> {
    /// A tensor of these extents, its cells in row-major order.
    pub fn new(sizes: &[i64], cells: Vec<V>) -> Tensor<V> {
        Tensor {
            sizes: sizes.into(),
            cells: Arc::new(cells),
        }
    }

    /// The cells, to be changed; copied when another tensor shares them.
    pub(super) fn cells_mut(&mut self) -> &mut Vec<V> {
        Arc::make_mut(&mut self.cells)
    }

    /// Cells of each element; 1 for an empty tensor.
    pub(super) fn unit(&self) -> usize {
        match element_count(&self.sizes) {
            Ok(count @ 1..) => self.cells.len() / count,
            _ => 1,
        }
    }
}
