//! Which cells the iterations of parallel loops touch: no order among iterations is promised, so where one writes a
//! cell that another touches the program has no meaning.

use rustc_hash::FxHashMap;

use super::{BufferId, Reason};

/// The parallel loops that are running, the outermost first.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    loops: Vec<Running>,
    is_atomic: bool,
}

/// One run of a parallel loop.
#[derive(Clone, Debug, Default)]
struct Running {
    /// Iterations begun.
    iteration: u64,
    cells: FxHashMap<(BufferId, i64), Cell>,
}

/// The iterations that touched a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    readers: Iterations,
    writers: Iterations,
    /// Those that updated it atomically.
    updaters: Iterations,
}

#[derive(Clone, Copy, Debug, Default)]
enum Iterations {
    #[default]
    None,
    One(u64),
    /// This one and others.
    Several(u64),
}

impl Iterations {
    fn add(&mut self, iteration: u64) {
        *self = match *self {
            Iterations::None => Iterations::One(iteration),
            Iterations::One(own) if own != iteration => Iterations::Several(own),
            same => same,
        }
    }

    /// One that is not the given one, which is the latest.
    fn other(self, iteration: u64) -> Option<u64> {
        match self {
            Iterations::None => None,
            Iterations::One(own) => (own != iteration).then_some(own),
            // Iterations come one after another, so the first of several is not the latest.
            Iterations::Several(first) => Some(first),
        }
    }
}

impl Watch {
    pub fn enter(&mut self) {
        self.loops.push(Running::default());
    }

    pub fn leave(&mut self) {
        self.loops.pop();
    }

    pub fn is_idle(&self) -> bool {
        self.loops.is_empty()
    }

    pub fn begin_iteration(&mut self) {
        if let Some(innermost) = self.loops.last_mut() {
            innermost.iteration += 1;
        }
    }

    /// Whether accesses from here on are parts of atomic updates.
    pub fn set_atomic(&mut self, is_atomic: bool) {
        self.is_atomic = is_atomic;
    }

    /// Notes an access, and refuses one whose order relative to that of another iteration would matter.
    pub fn touch(&mut self, buffer: BufferId, cell: i64, writes: bool) -> Result<(), Reason> {
        for running in &mut self.loops {
            let now = running.iteration;
            let touched = running.cells.entry((buffer, cell)).or_default();
            let readers = if writes || self.is_atomic {
                touched.readers
            } else {
                Iterations::None
            };
            let updaters = if self.is_atomic {
                Iterations::None
            } else {
                touched.updaters
            };
            let others = [touched.writers, readers, updaters];
            if let Some(other) = others.into_iter().find_map(|group| group.other(now)) {
                return Err(Reason::Race {
                    buffer,
                    cell,
                    // Counted from 0.
                    iterations: [other - 1, now - 1],
                });
            }
            if self.is_atomic && touched.updaters.other(now).is_some() {
                let why =
                    "iterations of a parallel loop that update one cell atomically, in no certain order";
                return Err(Reason::Unsupported(why.to_string()));
            }
            match (self.is_atomic, writes) {
                (true, _) => touched.updaters.add(now),
                (false, true) => touched.writers.add(now),
                (false, false) => touched.readers.add(now),
            }
        }
        Ok(())
    }
}
