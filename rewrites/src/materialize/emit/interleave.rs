//! Lanes at a distance of a few elements: they are taken out of whole rows, and where several statements store all that lies between,
//! whole rows are written.

use std::collections::BTreeSet;

use super::*;
use crate::nest::MOST_SPREAD;

impl Emitter<'_> {
    /// The vector of elements at a distance, out of the rows that have the elements from the first to the last of them.
    pub(super) fn spread(&mut self, cell: &Cell, distance: i64) -> Result<ValueId> {
        if let Some(before) = self.whole_rows_before(cell, distance) {
            return self.of_whole_rows(cell, distance, before);
        }
        let count = cell.count().unwrap_or(1);
        let last = distance * (count - 1);
        let mut vector = None;
        let mut lane = 0;
        while lane < count {
            let start = (distance * lane).min(last + 1 - count);
            let Some(row) = cell.consecutive(start) else {
                return refuse("an index overflows");
            };
            let row = self.load_cell(row)?;
            let place = |lane: i64| distance * lane - start;
            let mask: Vec<i64> = (0..count)
                .map(|other| match other < lane {
                    true => other,
                    false => count + place(other).clamp(0, count - 1),
                })
                .collect();
            vector = Some(self.shuffle([vector.unwrap_or(row), row], &mask));
            lane = (lane..count)
                .find(|&other| place(other) >= count)
                .unwrap_or(count);
        }
        match vector {
            Some(value) => Ok(value),
            None => refuse("a vector without lanes"),
        }
    }

    /// How many elements before a cell at a distance whole rows begin, of which all elements are loaded by the statement at hand.
    fn whole_rows_before(&self, cell: &Cell, distance: i64) -> Option<i64> {
        let gap = |other: &Cell| gap_between(other, cell).filter(|gap| gap.abs() < distance);
        let gaps: Vec<i64> = self.loaded_spread.iter().filter_map(gap).collect();
        (0..distance).find(|&before| (0..distance).all(|n| n == before || gaps.contains(&(n - before))))
    }

    /// The vector of elements at a distance out of rows that have others between them, which are loaded too.
    fn of_whole_rows(&mut self, cell: &Cell, distance: i64, before: i64) -> Result<ValueId> {
        let count = cell.count().unwrap_or(1);
        let mut vector = None;
        for row in 0..distance {
            let Some(from) = cell.consecutive(row * count - before) else {
                return refuse("an index overflows");
            };
            let loaded = self.load_cell(from)?;
            let Some(known) = vector else {
                vector = Some(loaded);
                continue;
            };
            let mask: Vec<i64> = (0..count)
                .map(|lane| {
                    let element = distance * lane + before;
                    match element / count {
                        of if of == row => count + element % count,
                        0 if row == 1 => element % count,
                        _ => lane,
                    }
                })
                .collect();
            vector = Some(self.shuffle([known, loaded], &mask));
        }
        match vector {
            Some(vector) => Ok(vector),
            None => refuse("a vector without lanes"),
        }
    }

    /// Notes the cells at a distance that a statement loads as lanes.
    pub(super) fn note_spread(&mut self, statement: Id, lanes: Lanes) {
        self.loaded_spread.clear();
        let mut seen = BTreeSet::from([statement]);
        let mut pending = vec![statement];
        while let Some(id) = pending.pop() {
            if let Node::Load(buffer, _, indices) = self.node(id)
                && let Ok(cell) = self.cell(*buffer, indices, Some(lanes))
                && cell.spread().is_some()
            {
                self.loaded_spread.push(cell);
            }
            let children = egg::Language::children(self.node(id)).iter();
            pending.extend(children.copied().filter(|child| seen.insert(*child)));
        }
    }

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
        let waiting = std::mem::take(&mut self.spread);
        waiting
            .iter()
            .try_for_each(|(cell, value)| self.write_lanes(cell, *value))
    }

    /// Cells that together are consecutive elements, the last of those that wait among them: the first of them, and the values of
    /// all, which no longer wait.
    fn whole_rows(&mut self) -> Option<(Cell, Vec<ValueId>)> {
        let (last, _) = self.spread.last()?;
        let distance = last.spread()?;
        let gap = |cell: &Cell| gap_between(cell, last).filter(|gap| gap.abs() < distance);
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

/// How many elements behind another a cell with as many lanes at the same distance is, in one row.
fn gap_between(cell: &Cell, other: &Cell) -> Option<i64> {
    let is_like = cell.buffer == other.buffer && cell.lanes == other.lanes;
    let mut gaps = cell.indices.iter().zip(&other.indices).map(|(a, b)| {
        let gap = a.subtract(b)?;
        gap.as_constant()
    });
    let inner = gaps.next_back()??;
    (is_like && gaps.all(|gap| gap == Some(0))).then_some(inner)
}
