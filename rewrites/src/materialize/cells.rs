//! Cells of memory that straight-line code touches.

use egg::Symbol;

use super::mask::Mask;
use crate::linear::Linear;
use crate::nest::MOST_SPREAD;
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

    /// The cell where the variable `name` is replaced; `None` where an index overflows, or where it says which elements there
    /// are.
    pub fn with(&self, name: Symbol, value: &Linear) -> Option<Cell> {
        if self.mask().uses(name) {
            return None;
        }
        let values = |other| match other == name {
            true => value.clone(),
            false => Linear::var(other),
        };
        let replaced = |index: &Linear| index.substitute(&values);
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

    /// Whether it is consecutive elements of the last dimension, the last one first.
    pub fn is_reversed(&self) -> bool {
        self.lanes.as_ref().is_some_and(|row| {
            let last = row.distances.split_last();
            last.is_some_and(|(last, outer)| *last == -1 && outer.iter().all(|&d| d == 0))
        })
    }

    /// The distance of elements that are loaded as the rows that they are in, from which they are taken.
    pub fn spread(&self) -> Option<i64> {
        let row = self.lanes.as_ref().filter(|row| row.mask.is_all())?;
        let (&last, outer) = row.distances.split_last()?;
        let is_row = outer.iter().all(|&d| d == 0) && row.partial.is_none();
        (is_row && (2..=MOST_SPREAD).contains(&last)).then_some(last)
    }

    /// As many consecutive elements of the last dimension, from so many behind the first on; `None` where an index overflows.
    pub fn consecutive(&self, behind: i64) -> Option<Cell> {
        let row = self.lanes.as_ref()?;
        let (last, outer) = self.indices.split_last()?;
        let mut indices = outer.to_vec();
        indices.push(last.add(&Linear::constant(behind))?);
        let mut distances = vec![0; outer.len()];
        distances.push(1);
        Some(Cell {
            buffer: self.buffer,
            indices,
            lanes: Some(Row {
                distances,
                ..row.clone()
            }),
        })
    }

    /// The elements of a row, the last one first.
    pub fn reversed(&self) -> Option<Cell> {
        let row = self.lanes.as_ref().filter(|row| row.mask.is_all())?;
        let distances = row.distances.iter().map(|d| d.checked_neg());
        Some(Cell {
            lanes: Some(Row {
                distances: distances.collect::<Option<_>>()?,
                ..row.clone()
            }),
            ..self.lane(row.count - 1)?
        })
    }

    /// Which element of a row without a mask one element is, whatever the values of the variables are.
    pub fn place_in(&self, other: &Cell) -> Option<i64> {
        let row = other.lanes.as_ref().filter(|row| row.mask.is_all())?;
        let is_memory = row.partial.is_none() && self.lanes.is_none() && self.buffer == other.buffer;
        match steps(other, self, &row.distances).filter(|_| is_memory)? {
            Steps::Number(lane) => (0..row.count).contains(&lane).then_some(lane),
            Steps::None => None,
        }
    }

    /// Whether two cells of one buffer share no element, for every value of the variables: in some dimension the
    /// subscripts differ by a constant that clears the lanes of both, or no lane of one is where one of the other is.
    pub fn is_disjoint(&self, other: &Cell) -> bool {
        self.is_apart(other) || self.is_off(other)
    }

    /// Whether rows in one direction have no lane in common.
    fn is_off(&self, other: &Cell) -> bool {
        let distances = match [&self.lanes, &other.lanes] {
            [Some(a), Some(b)] if a.distances != b.distances => return false,
            [Some(row), _] | [None, Some(row)] => &row.distances,
            [None, None] => return false,
        };
        let lanes = |cell: &Cell| cell.count().unwrap_or(1);
        match steps(self, other, distances) {
            Some(Steps::Number(lane)) => lane >= lanes(self) || lane <= -lanes(other),
            Some(Steps::None) => true,
            None => false,
        }
    }

    fn is_apart(&self, other: &Cell) -> bool {
        let pairs = self.indices.iter().zip(&other.indices).enumerate();
        pairs.into_iter().any(|(dimension, (a, b))| {
            let is_fixed = |cell: &Cell| cell.reach(dimension) == (0, 0);
            if is_fixed(self) && is_fixed(other) && a.is_other_remainder(b) {
                return true;
            }
            let Some(gap) = b.subtract(a).and_then(|gap| gap.as_constant()) else {
                return false;
            };
            let (mine, theirs) = (self.reach(dimension), other.reach(dimension));
            gap.saturating_add(theirs.0) > mine.1 || gap.saturating_add(theirs.1) < mine.0
        })
    }
}

/// How many times a distance takes one from one element to another.
enum Steps {
    Number(i64),
    /// No number of times does.
    None,
}

/// The steps from the first element of one cell to that of another; `None` where they depend on variables.
fn steps(from: &Cell, to: &Cell, distances: &[i64]) -> Option<Steps> {
    let mut number = None;
    for ((from, to), &distance) in from.indices.iter().zip(&to.indices).zip(distances) {
        let gap = to.subtract(from)?.as_constant()?;
        let here = match distance {
            0 if gap == 0 => continue,
            0 => return Some(Steps::None),
            _ if gap.checked_rem(distance)? != 0 => return Some(Steps::None),
            _ => gap.checked_div(distance)?,
        };
        if number.is_some_and(|number| number != here) {
            return Some(Steps::None);
        }
        number = Some(here);
    }
    number.map(Steps::Number)
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
    fn lanes_along_a_diagonal() {
        let diagonal = |at, column, count| row(at, column, Some((count, [1, -1])));
        assert!(diagonal(0, 4, 4).is_disjoint(&diagonal(-1, 4, 4)));
        assert!(!diagonal(0, 4, 4).is_disjoint(&diagonal(-1, 5, 4)));
        assert!(!diagonal(0, 4, 4).is_disjoint(&diagonal(3, 1, 4)));
        assert!(diagonal(0, 4, 4).is_disjoint(&diagonal(4, 0, 4)));
        assert!(diagonal(0, 4, 4).is_disjoint(&cell(2, 3, None)));
        assert!(!diagonal(0, 4, 4).is_disjoint(&cell(2, 2, None)));
        assert_eq!(cell(2, 2, None).place_in(&diagonal(0, 4, 4)), Some(2));
        assert_eq!(cell(4, 0, None).place_in(&diagonal(0, 4, 4)), None);
        assert_eq!(cell(2, 3, None).place_in(&diagonal(0, 4, 4)), None);
        assert_eq!(
            row(1, 7, Some((4, [0, -1]))).reversed(),
            Some(cell(1, 4, Some(4)))
        );
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
