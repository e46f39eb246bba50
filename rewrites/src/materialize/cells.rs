//! Cells of memory that straight-line code touches.

use egg::Symbol;

use crate::linear::Linear;

/// A scalar element, or `lanes` consecutive elements of the last dimension from `indices` on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    pub buffer: Symbol,
    pub indices: Vec<Linear>,
    /// `None` for a scalar.
    pub lanes: Option<i64>,
}

impl Cell {
    /// Whether two cells of one buffer share no element, for every value of the variables: some
    /// subscripts differ by a constant that is not zero, in the last dimension one that clears the lanes.
    pub fn is_disjoint(&self, other: &Cell) -> bool {
        let last = self.indices.len().saturating_sub(1);
        let pairs = self.indices.iter().zip(&other.indices).enumerate();
        pairs.into_iter().any(|(dimension, (a, b))| {
            let Some(gap) = b.subtract(a).and_then(|gap| gap.as_constant()) else {
                return false;
            };
            if dimension < last {
                return gap != 0;
            }
            gap >= self.lanes.unwrap_or(1) || -gap >= other.lanes.unwrap_or(1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(row: i64, column: i64, lanes: Option<i64>) -> Cell {
        let i = Linear::var(Symbol::from("i"));
        Cell {
            buffer: Symbol::from("A"),
            indices: vec![i.add(&Linear::constant(row)).unwrap(), Linear::constant(column)],
            lanes,
        }
    }

    #[test]
    fn lanes_extend_a_cell() {
        assert!(cell(0, 0, None).is_disjoint(&cell(1, 0, None)));
        assert!(!cell(0, 0, Some(4)).is_disjoint(&cell(0, 3, None)));
        assert!(cell(0, 0, Some(4)).is_disjoint(&cell(0, 4, None)));
        assert!(!cell(0, 3, None).is_disjoint(&cell(0, 0, Some(4))));
        assert!(cell(0, -1, None).is_disjoint(&cell(0, 0, Some(4))));
        assert!(!cell(0, 0, None).is_disjoint(&cell(0, 0, None)));
    }
}
