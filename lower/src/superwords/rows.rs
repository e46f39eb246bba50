//! Rows of memory that a block loads element by element, and vectors of them.

use inkwell::values::{BasicValueEnum, InstructionOpcode, InstructionValue};
use rustc_hash::FxHashMap;

use super::address::{Access, Address, Objects, number};
use super::is_element;

/// Where a loaded element lies: in which run of elements, and at which byte from its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Element {
    pub run: usize,
    pub offset: i64,
}

/// Elements of one type at constant distances that may all be loaded where the first of them is.
pub struct Run<'c> {
    /// The load in whose place all can be.
    pub first: InstructionValue<'c>,
    place: usize,
    address: Address<'c>,
    element: i64,
    /// Without gaps, in order: of each row the first byte and the end.
    pub rows: Vec<(i64, i64)>,
}

impl Run<'_> {
    /// How far an element is from the address of the first load.
    pub fn beyond_first(&self, offset: i64) -> i64 {
        offset.wrapping_sub(self.address.offset)
    }
}

/// The elements that a block loads.
#[derive(Default)]
pub struct Loaded<'c> {
    pub runs: Vec<Run<'c>>,
    pub elements: FxHashMap<BasicValueEnum<'c>, Element>,
}

impl<'c> Loaded<'c> {
    /// Groups the loads. `moved` says from where to where stores go.
    pub fn of(objects: &Objects<'c>, accesses: &[Access<'c>], moved: &[(usize, usize)]) -> Loaded<'c> {
        let mut loaded = Loaded::default();
        let mut offsets: Vec<Vec<i64>> = Vec::new();
        let end_of = |store: &Access<'c>| {
            let moved = moved.iter().find(|(from, _)| *from == store.place);
            moved.map_or(store.place, |(_, to)| *to)
        };
        let writes: Vec<(&Access<'c>, usize)> = accesses
            .iter()
            .filter(|a| a.writes)
            .map(|a| (a, end_of(a)))
            .collect();
        for load in accesses
            .iter()
            .filter(|a| a.instruction.get_opcode() == InstructionOpcode::Load)
        {
            let (Some((address, size)), Some(value)) = (&load.cell, number(load.instruction)) else {
                continue;
            };
            if !is_element(value.get_type()) {
                continue;
            }
            let fits = |run: &Run<'c>| {
                let is_between = |write: &Access<'c>, end: usize| write.place < load.place && end > run.place;
                let is_alike = run.address.is_beside(address)
                    && number(run.first).is_some_and(|v| v.get_type() == value.get_type())
                    && address.offset.wrapping_sub(run.address.offset) % size == 0;
                is_alike
                    && !writes
                        .iter()
                        .any(|(write, end)| is_between(write, *end) && objects.may_alias(write, load))
            };
            let run = match loaded.runs.iter().rposition(fits) {
                Some(run) => run,
                None => {
                    offsets.push(Vec::new());
                    loaded.runs.push(Run {
                        first: load.instruction,
                        place: load.place,
                        address: address.clone(),
                        element: *size,
                        rows: Vec::new(),
                    });
                    loaded.runs.len() - 1
                }
            };
            offsets[run].push(address.offset);
            loaded.elements.insert(
                value,
                Element {
                    run,
                    offset: address.offset,
                },
            );
        }
        for (run, mut offsets) in loaded.runs.iter_mut().zip(offsets) {
            offsets.sort_unstable();
            offsets.dedup();
            for offset in offsets {
                match run.rows.last_mut() {
                    Some((_, end)) if *end == offset => *end += run.element,
                    _ => run.rows.push((offset, offset + run.element)),
                }
            }
        }
        loaded
    }

    /// The vector that has an element, by the offset of its first byte, with the number of its lanes: a row is cut into vectors of
    /// at most so many bytes; the last one may overlap the one before it.
    pub fn piece(&self, element: Element, bytes: i64) -> Option<(i64, i64)> {
        let run = &self.runs[element.run];
        let row = run
            .rows
            .iter()
            .find(|(start, end)| (*start..*end).contains(&element.offset));
        let (start, end) = *row?;
        let elements = (end - start) / run.element;
        let lanes = (bytes / run.element).min(1 << elements.ilog2());
        let length = lanes * run.element;
        let number = (element.offset - start) / length;
        let at = (start + number * length).min(end - length);
        Some((at, lanes))
    }

    pub fn element_bytes(&self, run: usize) -> i64 {
        self.runs[run].element
    }
}
