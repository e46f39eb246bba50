//! Lanes at a distance of a few elements: where several statements store all that lies between, whole rows are written.

use super::super::MOST_SPREAD;
use super::*;

impl Emitter<'_> {
    /// Stores the lanes of a cell at a distance, now or when those between them are known.
    pub(super) fn store_spread(&mut self, cell: Cell, value: ValueId) -> Result<()> {
        let overlaps = |emitter: &Self, other: &Cell| emitter.may_alias(other, &cell);
        if self.spread.iter().any(|(other, _)| overlaps(self, other)) {
            self.write_spread()?;
        }
        self.spread.push((cell, value));
        match self.whole_rows() {
            Some((first, values)) => self.write_rows(&first, values),
            None => Ok(()),
        }
    }

    /// Writes what waits for the lanes between, where a cell may be one of it.
    pub(super) fn write_spread_before(&mut self, cell: &Cell) -> Result<()> {
        match self.spread.iter().any(|(other, _)| self.may_alias(other, cell)) {
            true => self.write_spread(),
            false => Ok(()),
        }
    }

    /// Writes what waits for the lanes between, lane by lane.
    pub(super) fn write_spread(&mut self) -> Result<()> {
        for (cell, value) in std::mem::take(&mut self.spread) {
            for lane in 0..cell.count().unwrap_or(1) {
                let Some(to) = cell.lane(lane) else {
                    return refuse("an index overflows");
                };
                let element = self.extract(value, lane)?;
                self.write(&to, element)?;
            }
        }
        Ok(())
    }

    /// Cells that together are consecutive elements, the last of those that wait among them: the first of them, and the values of
    /// all, which no longer wait.
    fn whole_rows(&mut self) -> Option<(Cell, Vec<ValueId>)> {
        let (last, _) = self.spread.last()?;
        let distance = last.spread()?;
        // Of each cell how far it is from the last.
        let gap = |cell: &Cell| {
            let is_like = cell.buffer == last.buffer && cell.lanes == last.lanes;
            let mut gaps = cell.indices.iter().zip(&last.indices).map(|(a, b)| {
                let gap = a.subtract(b)?;
                gap.as_constant()
            });
            let inner = gaps.next_back()??;
            (is_like && gaps.all(|gap| gap == Some(0)) && inner.abs() < distance).then_some(inner)
        };
        let gaps: Vec<(i64, usize)> = (self.spread.iter().enumerate())
            .filter_map(|(n, (cell, _))| Some((gap(cell)?, n)))
            .collect();
        let at = |start: i64| -> Option<Vec<usize>> {
            let place = |gap| gaps.iter().find(|(known, _)| *known == gap).map(|(_, n)| *n);
            (start..start + distance).map(place).collect()
        };
        let mut places = (1 - distance..=0).find_map(at)?;
        let first = self.spread[places[0]].0.clone();
        let values = places.iter().map(|&n| self.spread[n].1).collect();
        places.sort_unstable();
        for n in places.into_iter().rev() {
            self.spread.remove(n);
        }
        Some((first, values))
    }

    /// Writes values whose lanes follow one another in turn, as rows.
    fn write_rows(&mut self, first: &Cell, values: Vec<ValueId>) -> Result<()> {
        let count = first.count().unwrap_or(1);
        let distance = values.len() as i64;
        debug_assert!(distance <= MOST_SPREAD);
        for row in 0..distance {
            let places: Vec<(i64, i64)> = (row * count..(row + 1) * count)
                .map(|element| (element % distance, element / distance))
                .collect();
            let mut vector = values[0];
            for other in 1..distance {
                let mask: Vec<i64> = (places.iter().enumerate())
                    .map(|(lane, &(of, place))| match of {
                        _ if of == other => count + place,
                        0 if other == 1 => place,
                        _ => lane as i64,
                    })
                    .collect();
                vector = self.shuffle([vector, values[other as usize]], &mask);
            }
            let Some(to) = first.consecutive(row * count) else {
                return refuse("an index overflows");
            };
            self.write(&to, vector)?;
        }
        Ok(())
    }
}
