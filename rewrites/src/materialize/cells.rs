//! Cells of memory that straight-line code touches.

use egg::Symbol;

use super::mask::Mask;
use crate::linear::Linear;
use crate::reduction::Reduction;

/// A scalar element, or several from `indices` on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    pub buffer: Symbol,
    pub indices: Vec<Linear>,
    /// `None` for a scalar.
    pub lanes: Option<Row>,
}

/// Elements at equal distances.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    pub count: i64,
    /// From one to the next, in each dimension; all zero for partial results.
    pub distances: Vec<i64>,
    pub partial: Option<Partial>,
    /// Those that there are; what stands in the place of the others does not matter.
    pub mask: Mask,
}

/// The row is no memory: its elements are partial results of what is accumulated in the cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Partial {
    /// The first of the iterations that are the lanes, which tells copies of a statement apart.
    pub first: Linear,
    pub reduction: Reduction,
}

impl Cell {
    /// How many elements there are; `None` for a scalar.
    pub fn count(&self) -> Option<i64> {
        self.lanes.as_ref().map(|row| row.count)
    }

    pub fn partial(&self) -> Option<&Partial> {
        self.lanes.as_ref().and_then(|row| row.partial.as_ref())
    }

    /// The elements that there are.
    pub fn mask(&self) -> Mask {
        self.lanes
            .as_ref()
            .map(|row| row.mask.clone())
            .unwrap_or_default()
    }

    /// Those of its elements that a mask has too.
    pub fn under(&self, mask: &Mask) -> Cell {
        let lanes = self.lanes.clone().map(|row| Row {
            mask: row.mask.and(mask),
            ..row
        });
        Cell {
            lanes,
            ..self.clone()
        }
    }

    /// Whether another iteration of a loop over the variable has another cell.
    pub fn uses(&self, name: Symbol) -> bool {
        let mask = self.lanes.as_ref().map(|row| &row.mask);
        self.indices.iter().any(|i| i.uses(name)) || mask.is_some_and(|mask| mask.uses(name))
    }

    /// The cell itself, of partial results the one that they belong to.
    pub fn whole(&self) -> Cell {
        let lanes = self.lanes.clone().filter(|row| row.partial.is_none());
        Cell {
            lanes,
            ..self.clone()
        }
    }

    /// Whether both are partial results of one reduction, each with terms of its own.
    pub fn is_sibling(&self, other: &Cell) -> bool {
        let reduction = |cell: &Cell| cell.partial().map(|partial| partial.reduction);
        reduction(self).is_some()
            && reduction(self) == reduction(other)
            && self.count() == other.count()
            && self.whole() == other.whole()
    }

    /// Whether it is one element, or consecutive ones of the last dimension.
    pub fn is_contiguous(&self) -> bool {
        self.lanes.as_ref().is_none_or(|row| {
            let last = row.distances.split_last();
            last.is_some_and(|(last, outer)| *last == 1 && outer.iter().all(|&d| d == 0))
        })
    }

    /// The least and the greatest distance of an element from the first one in a dimension.
    pub fn reach(&self, dimension: usize) -> (i64, i64) {
        let end = self.lanes.as_ref().map_or(0, |row| {
            row.distances[dimension].saturating_mul(row.count.saturating_sub(1))
        });
        (end.min(0), end.max(0))
    }

    /// The cell where the variable `name` is replaced; `None` where it stands inside a division, or an index
    /// overflows, or where it says which elements there are.
    pub fn with(&self, name: Symbol, value: &Linear) -> Option<Cell> {
        if self.mask().uses(name) {
            return None;
        }
        let replaced = |index: &Linear| {
            let coefficient = index.coefficient(name);
            let rest = index.subtract(&Linear::var(name).scale(coefficient)?)?;
            let moved = rest.add(&value.scale(coefficient)?)?;
            (!rest.uses(name)).then_some(moved)
        };
        Some(Cell {
            indices: self.indices.iter().map(replaced).collect::<Option<_>>()?,
            ..self.clone()
        })
    }

    /// One element; `None` where an index overflows.
    pub fn lane(&self, lane: i64) -> Option<Cell> {
        let Some(row) = &self.lanes else {
            return Some(self.clone());
        };
        let moved = self.indices.iter().zip(&row.distances);
        let indices = moved.map(|(index, d)| index.add(&Linear::constant(d.checked_mul(lane)?)));
        Some(Cell {
            buffer: self.buffer,
            indices: indices.collect::<Option<_>>()?,
            lanes: None,
        })
    }

    /// Whether two cells of one buffer share no element, for every value of the variables: in some dimension the
    /// subscripts differ by a constant that clears the lanes of both.
    pub fn is_disjoint(&self, other: &Cell) -> bool {
        let pairs = self.indices.iter().zip(&other.indices).enumerate();
        pairs.into_iter().any(|(dimension, (a, b))| {
            let Some(gap) = b.subtract(a).and_then(|gap| gap.as_constant()) else {
                return false;
            };
            let (mine, theirs) = (self.reach(dimension), other.reach(dimension));
            gap.saturating_add(theirs.0) > mine.1 || gap.saturating_add(theirs.1) < mine.0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(row: i64, column: i64, lanes: Option<(i64, [i64; 2])>) -> Cell {
        let i = Linear::var(Symbol::from("i"));
        Cell {
            buffer: Symbol::from("A"),
            indices: vec![i.add(&Linear::constant(row)).unwrap(), Linear::constant(column)],
            lanes: lanes.map(|(count, distances)| Row {
                count,
                distances: distances.to_vec(),
                partial: None,
                mask: Mask::default(),
            }),
        }
    }

    fn cell(at: i64, column: i64, lanes: Option<i64>) -> Cell {
        row(at, column, lanes.map(|count| (count, [0, 1])))
    }

    #[test]
    fn lanes_down_a_column() {
        let down = |at, count, step| row(at, 3, Some((count, [step, 0])));
        assert!(!down(0, 4, 1).is_disjoint(&cell(3, 3, None)));
        assert!(down(0, 4, 1).is_disjoint(&cell(4, 3, None)));
        assert!(down(0, 4, 1).is_disjoint(&down(4, 4, 1)));
        assert!(!down(0, 4, 1).is_disjoint(&down(3, 4, 1)));
        assert!(!down(0, 4, -1).is_disjoint(&cell(-3, 3, None)));
        assert!(down(0, 4, -1).is_disjoint(&cell(1, 3, None)));
        assert!(down(0, 4, 1).is_disjoint(&cell(2, 4, Some(8))));
        assert!(!down(0, 4, 1).is_disjoint(&cell(2, 0, Some(4))));
        assert_eq!(down(0, 4, 2).lane(3), Some(cell(6, 3, None)));
        assert!(!down(0, 4, 1).is_contiguous() && cell(0, 0, Some(4)).is_contiguous());
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
