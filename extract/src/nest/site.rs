//! One place under one assignment of tile sizes: what it offers, and what is kept of that.

use std::sync::Arc;

use smallvec::SmallVec;

use super::Model;
use crate::block::Block;
use crate::cost::{Cost, total};
use crate::extents::Extents;
use crate::footprint::Touched;
use crate::machine::Machine;
use ovolo_rewrites::level::Tiles;

/// How many nests are kept for each class.
const KEPT: usize = 3;

/// How much longer a line takes that is behind the second cache and that nothing foresees: where register tiles follow
/// one another across the rows of what they accumulate, each starts in rows that were not touched for long. Fitted
/// to products of matrices, in which the tiles that follow one another along the rows take 4 % less time.
const LATE: f64 = 1.7;

/// How many lines more the first line of a row takes, in a plain loop that goes from row to row: a processor foresees the lines of a row once
/// it has seen a few. Fitted to filters of images in strips of one to six lines and row by row.
const ROW_BEGINS: f64 = 0.5;

/// The same of lines from behind the second cache, where that has no room for all data.
const ROW_BEGINS_FAR: f64 = 2.0;

/// What a place came to.
#[derive(Default)]
pub(super) struct Evaluated {
    pub(super) extents: Extents,
    /// What is touched of each buffer, and whether caches keep it.
    pub(super) memory: Arc<Touched>,
    pub(super) blocks: Vec<(Block, Pick)>,
    /// The cheapest first.
    pub(super) nests: Vec<(Nest, Pick)>,
}

/// The cost of executing a nest once.
#[derive(Clone, Debug)]
pub(super) struct Nest {
    pub(super) work: Work,
    /// Lines moved into each cache, by buffer.
    pub(super) lines: SmallVec<[f64; 16]>,
    pub(super) total: f64,
}

/// What is known of a nest beside the lines that it moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    pub(super) core: f64,
    /// How much longer the lines take than in few streams.
    pub(super) scatter: f64,
    /// The part of the lines with which rows begin, in loops that go from row to row.
    pub(super) row_begins: f64,
    pub(super) tile: RegisterTile,
    /// Whether it has no loop.
    pub(super) straight: bool,
    /// Whether some loop of it runs on threads.
    pub(super) parallel: bool,
    /// Whether it asks for vectors: what a compiler makes vectors of by itself it may well keep in registers.
    pub(super) vectors: bool,
}

/// Whether cells are held in registers by the loop that takes longest, and when they are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RegisterTile {
    None,
    /// No loop goes from one tile to the next yet.
    Alone,
    /// Tiles follow one another along rows.
    Foreseen,
    /// Tiles follow one another across the rows of this buffer.
    Late(usize),
}

impl Work {
    pub(super) fn new(core: f64, scatter: f64) -> Work {
        Work {
            core,
            scatter,
            row_begins: 0.0,
            tile: RegisterTile::None,
            straight: false,
            parallel: false,
            vectors: false,
        }
    }
}

/// Which option of a place, and which alternative of each statement inside.
#[derive(Clone, Debug)]
pub(super) struct Pick {
    pub(super) node: usize,
    pub(super) children: SmallVec<[Alternative; 4]>,
}

/// By its place among the blocks or the nests.
#[derive(Clone, Copy, Debug)]
pub(super) enum Alternative {
    Block(u32),
    Nest(u32),
}

/// A place that is evaluated.
pub(super) struct Site<'s> {
    /// The places before it.
    pub(super) done: &'s [Arc<Evaluated>],
    pub(super) now: Now<'s>,
    pub(super) here: Evaluated,
    /// The lines of the nest that is being looked at.
    pub(super) lines: SmallVec<[f64; 16]>,
}

/// What is the same at every place.
#[derive(Clone, Copy)]
pub(super) struct Now<'s> {
    pub(super) tiles: &'s Tiles,
    /// How many values of its variable each loop covers.
    pub(super) loops: &'s [f64],
}

impl<'s> Site<'s> {
    pub(super) fn new(here: Evaluated, done: &'s [Arc<Evaluated>], now: Now<'s>) -> Site<'s> {
        Site {
            done,
            now,
            lines: SmallVec::from_elem(0.0, here.memory.lines.len()),
            here,
        }
    }

    /// Takes up the lines of a nest inside.
    pub(super) fn take(&mut self, lines: &[f64]) {
        self.lines.copy_from_slice(lines);
    }

    /// Straight-line code, by itself and as a part of more.
    pub(super) fn offer_block(&mut self, model: &Model<'_, '_>, block: Block, pick: Pick) {
        self.lines.copy_from_slice(&self.here.memory.lines);
        let work = Work {
            straight: true,
            vectors: block.has_vectors,
            ..Work::new(block.cycles(model.machine), 1.0)
        };
        self.offer(model, work, || pick.clone());
        self.here.blocks.push((block, pick));
    }

    /// A nest that moves the lines of the site. It is kept if few are cheaper; of those that are as cheap, the first.
    pub(super) fn offer(&mut self, model: &Model<'_, '_>, work: Work, pick: impl FnOnce() -> Pick) {
        let total = total(work.core, model.memory(&self.lines, work));
        let nests = &mut self.here.nests;
        let place = nests.partition_point(|(other, _)| other.total.total_cmp(&total).is_le());
        // Those on one thread are what a parallel loop around may be made of.
        let is_rival = |(other, _): &&(Nest, Pick)| other.work.parallel == work.parallel;
        if nests[..place].iter().filter(is_rival).count() >= KEPT {
            return;
        }
        let lines = SmallVec::from_slice(&self.lines);
        nests.insert(place, (Nest { work, lines, total }, pick()));
        if nests.iter().filter(is_rival).count() > KEPT
            && let Some(last) = nests.iter().rposition(|nest| is_rival(&nest))
        {
            nests.remove(last);
        }
    }

    /// What is kept, at the end.
    pub(super) fn finish(mut self, machine: &Machine) -> Evaluated {
        let blocks = &mut self.here.blocks;
        blocks.sort_by(|a, b| a.0.cycles(machine).total_cmp(&b.0.cycles(machine)));
        blocks.truncate(KEPT);
        self.here
    }
}

impl Model<'_, '_> {
    /// Cycles to move lines into each cache.
    fn memory(&self, lines: &[f64], work: Work) -> impl Iterator<Item = f64> {
        let buffers = self.egraph.analysis.dependences.buffers.len();
        let levels = self.machine.caches.iter().enumerate();
        levels.map(move |(level, _)| {
            let lines = &lines[level * buffers..(level + 1) * buffers];
            let late = match work.tile {
                RegisterTile::Late(buffer) if level > 0 => lines[buffer] * (LATE - 1.0),
                _ => 0.0,
            };
            let begins = match self.is_far && level > 0 {
                true => ROW_BEGINS_FAR,
                false => ROW_BEGINS,
            };
            let longer = work.scatter + begins * work.row_begins;
            (lines.iter().sum::<f64>() + late) * self.machine.line_cycles(level) * longer
        })
    }

    pub(super) fn cost(&self, nest: &Nest) -> Cost {
        Cost {
            core: nest.work.core,
            memory: self.memory(&nest.lines, nest.work).collect(),
            lines: self.lines(nest),
        }
    }

    /// The lines of each array.
    fn lines(&self, nest: &Nest) -> Vec<(String, Vec<f64>)> {
        let names = self.egraph.analysis.dependences.buffers.keys();
        let count = names.len();
        let of = |buffer: usize| nest.lines.iter().skip(buffer).step_by(count).copied().collect();
        names
            .enumerate()
            .map(|(buffer, name)| (name.to_string(), of(buffer)))
            .collect()
    }
}
