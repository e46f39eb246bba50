//! Convolutions by minimal filtering: what filters, inputs and products of both are transformed by.

use crate::interpret::access::Array;
use crate::interpret::frame::Frame;
use crate::interpret::machine::Machine;
use crate::interpret::program::Operation;
use crate::interpret::program::linalg::{Transform, Winograd};
use crate::interpret::shape::{Extents, for_each_index, mismatch};
use crate::interpret::{Domain, Reason};
use crate::op::OpCode;
use crate::types::{FloatKind, Type};

use crate::interpret::winograd_matrices::Matrix;

/// The rows or the columns of the tiles.
#[derive(Clone, Copy)]
struct Side {
    is_transformed: bool,
    before: i64,
    after: i64,
    tiles: i64,
}

/// A matrix of data.
struct Grid<V> {
    rows: usize,
    columns: usize,
    cells: Vec<V>,
}

impl Winograd {
    fn matrix(&self) -> &'static Matrix {
        match self.transform {
            Transform::Filter => &self.matrices.g,
            Transform::Input => &self.matrices.bt,
            Transform::Output => &self.matrices.at,
        }
    }

    /// Rows or columns, of which the source has `extent`, and `tiles` tiles if it is itself in tiles.
    fn side(&self, extent: i64, tiles: i64) -> Result<Side, Reason> {
        let is_transformed = extent != 1;
        let matrix = self.matrix();
        let (before, after) = match is_transformed {
            true => (matrix.columns as i64, matrix.rows as i64),
            false => (1, 1),
        };
        let tiles = match self.transform {
            Transform::Filter => 1,
            Transform::Input if is_transformed => ((extent - (self.r - 1)) / self.m).max(0),
            Transform::Input => 1,
            Transform::Output => tiles,
        };
        if self.transform != Transform::Input && extent != before {
            return Err(mismatch(&[extent], &[before]));
        }
        Ok(Side {
            is_transformed,
            before,
            after,
            tiles,
        })
    }

    /// Rows and columns, and the two extents of which every pair has tiles of its own.
    fn sides(&self, sizes: &[i64]) -> Result<([Side; 2], [i64; 2]), Reason> {
        match (self.transform, sizes) {
            (Transform::Output, &[h, w, down, across, n, f]) => {
                Ok(([self.side(h, down)?, self.side(w, across)?], [n, f]))
            }
            (Transform::Filter | Transform::Input, &[n, h, w, c]) => {
                Ok(([self.side(h, 1)?, self.side(w, 1)?], [n, c]))
            }
            _ => Err(Reason::Unsupported("a transform of another rank".into())),
        }
    }

    fn destination_sizes(&self, [rows, columns]: [Side; 2], [a, b]: [i64; 2]) -> Extents {
        match self.transform {
            Transform::Filter => [rows.after, columns.after, b, a].into_iter().collect(),
            Transform::Input => [rows.after, columns.after, rows.tiles, columns.tiles, a, b]
                .into_iter()
                .collect(),
            Transform::Output => {
                let whole = |side: Side| side.after.saturating_mul(side.tiles);
                [a, whole(rows), whole(columns), b].into_iter().collect()
            }
        }
    }

    /// Where a tile's element lies in the source.
    fn source_index(&self, &[down, across, a, b]: &[i64; 4], [i, j]: [i64; 2]) -> Extents {
        match self.transform {
            Transform::Filter => [a, i, j, b].into_iter().collect(),
            Transform::Input => [a, down * self.m + i, across * self.m + j, b]
                .into_iter()
                .collect(),
            Transform::Output => [i, j, down, across, a, b].into_iter().collect(),
        }
    }

    /// Where a transformed tile's element lies in the destination.
    fn destination_index(
        &self,
        &[down, across, a, b]: &[i64; 4],
        sides: [Side; 2],
        [i, j]: [i64; 2],
    ) -> Extents {
        match self.transform {
            Transform::Filter => [i, j, b, a].into_iter().collect(),
            Transform::Input => [i, j, down, across, a, b].into_iter().collect(),
            Transform::Output => [a, down * sides[0].after + i, across * sides[1].after + j, b]
                .into_iter()
                .collect(),
        }
    }

    /// What a transformed tile is multiplied by at last.
    fn factor(&self, sides: [Side; 2]) -> Option<i32> {
        let transformed = sides.iter().filter(|side| side.is_transformed).count();
        let factor = self.matrices.factor.pow(transformed as u32);
        (self.transform == Transform::Output && factor != 1).then_some(factor)
    }
}

impl<D: Domain> Machine<'_, D> {
    pub(super) fn winograd(&mut self, x: &Winograd, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        let (source, mut destination) = (frame.array(x.source)?, frame.array(x.destination)?);
        let (sides, [a, b]) = x.sides(source.sizes())?;
        let expected = x.destination_sizes(sides, [a, b]);
        if destination.sizes() != expected.as_slice() {
            return Err(mismatch(destination.sizes(), &expected));
        }
        self.room(frame.tensor(x.destination.start)?.cells.len())?;
        let left = self.constant_grid(x.matrix(), x.kind);
        let right = left.transposed();
        let factor = x
            .factor(sides)
            .map(|factor| self.float(x.kind, f64::from(factor)));
        let tiles = [sides[0].tiles, sides[1].tiles, a, b];
        for_each_index(&tiles, |tile| {
            let &[down, across, a, b] = tile else {
                return Ok(());
            };
            let tile = [down, across, a, b];
            let mut grid = self.tile(x, &tile, sides, &source)?;
            if sides[0].is_transformed {
                grid = self.product(&left, &grid, x.kind)?;
            }
            if sides[1].is_transformed {
                grid = self.product(&grid, &right, x.kind)?;
            }
            if let Some(factor) = &factor {
                let times = Operation::plain(OpCode::MulF, &Type::Float(x.kind));
                for cell in &mut grid.cells {
                    *cell = self.combine(&times, &[factor.clone(), cell.clone()])?;
                }
            }
            self.put_tile(x, &tile, sides, (grid, &mut destination))
        })?;
        frame.tensors[x.result as usize] = Some(destination.into_tensor()?);
        Ok(())
    }

    fn tile(
        &mut self,
        x: &Winograd,
        tile: &[i64; 4],
        sides: [Side; 2],
        source: &Array<D::Value>,
    ) -> Result<Grid<D::Value>, Reason> {
        let [rows, columns] = sides.map(|side| side.before);
        let mut cells = Vec::new();
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            let cell = source.cell(&x.source_index(tile, [i, j]))?;
            cells.push(self.read_scalar(source, cell, &Type::Float(x.kind))?);
        }
        Ok(Grid {
            rows: rows as usize,
            columns: columns as usize,
            cells,
        })
    }

    fn put_tile(
        &mut self,
        x: &Winograd,
        tile: &[i64; 4],
        sides: [Side; 2],
        (grid, destination): (Grid<D::Value>, &mut Array<D::Value>),
    ) -> Result<(), Reason> {
        let places = (0..grid.rows as i64).flat_map(|i| (0..grid.columns as i64).map(move |j| [i, j]));
        for (place, value) in places.zip(grid.cells) {
            let cell = destination.cell(&x.destination_index(tile, sides, place))?;
            self.write_scalar(destination, cell, &Type::Float(x.kind), value)?;
        }
        Ok(())
    }

    fn float(&mut self, kind: FloatKind, value: f64) -> D::Value {
        let bits = crate::float::encode(kind, value);
        self.domain.constant(&Type::Float(kind), bits)
    }

    fn constant_grid(&mut self, matrix: &Matrix, kind: FloatKind) -> Grid<D::Value> {
        let entries = matrix.numerators.iter();
        let entries = entries.map(|&n| self.float(kind, f64::from(n) / f64::from(matrix.denominator)));
        Grid {
            rows: matrix.rows,
            columns: matrix.columns,
            cells: entries.collect(),
        }
    }

    /// Each element a sum from zero on, in order.
    fn product(
        &mut self,
        a: &Grid<D::Value>,
        b: &Grid<D::Value>,
        kind: FloatKind,
    ) -> Result<Grid<D::Value>, Reason> {
        let ty = Type::Float(kind);
        let (times, plus) = (
            Operation::plain(OpCode::MulF, &ty),
            Operation::plain(OpCode::AddF, &ty),
        );
        let zero = self.float(kind, 0.0);
        self.spend(2 * (a.rows * a.columns * b.columns) as u64)?;
        let mut cells = Vec::new();
        for (i, j) in (0..a.rows).flat_map(|i| (0..b.columns).map(move |j| (i, j))) {
            let mut sum = zero.clone();
            for k in 0..a.columns {
                let term = self.combine(&times, &[a.at(i, k).clone(), b.at(k, j).clone()])?;
                sum = self.combine(&plus, &[sum, term])?;
            }
            cells.push(sum);
        }
        Ok(Grid {
            rows: a.rows,
            columns: b.columns,
            cells,
        })
    }
}

impl<V: Clone> Grid<V> {
    fn at(&self, i: usize, j: usize) -> &V {
        &self.cells[i * self.columns + j]
    }

    fn transposed(&self) -> Grid<V> {
        let places = (0..self.columns).flat_map(|j| (0..self.rows).map(move |i| (i, j)));
        Grid {
            rows: self.columns,
            columns: self.rows,
            cells: places.map(|(i, j)| self.at(i, j).clone()).collect(),
        }
    }
}
