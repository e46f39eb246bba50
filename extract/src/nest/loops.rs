//! Loops around what is inside.

use egg::{Id, Symbol};
use ovolo_rewrites::term::{Loop, LoopKind, Step};
use smallvec::smallvec;

use super::Model;
use super::forwarding::Part;
use super::site::{Alternative, Evaluated, Nest, Pick, RegisterTile, Site, Work};
use crate::block::{Block, Lanes};
use crate::extents::Extents;
use ovolo_rewrites::level::Tiles;

/// Streams that a processor foresees at once. The number is typical of today's cores.
const FORESEEN: f64 = 12.0;

/// Cycles that a load from another row at every iteration of a plain loop is late: neither the nearest cache
/// nor the table of pages has it ready. Typical of a hit in the second cache behind a miss of that table.
const FAR_LOAD: f64 = 3.0;

/// Vectors that LLVM's vectoriser works on at once at most, and the instructions that it lets them have together.
const INTERLEAVED: f64 = 4.0;
const SMALL_LOOP: f64 = 20.0;

/// What is known of the iterations of a loop.
struct Turns {
    kind: LoopKind,
    root: Symbol,
    /// Values of the variable of the source.
    extent: f64,
    trip: f64,
    /// From one value to the next.
    step: i64,
    /// Whether it may end before the tile does that it is in.
    is_open: bool,
    /// The variable of the source that is so much less in each iteration than in the one before, where all stand at one
    /// place of a wavefront.
    across: Option<(Symbol, i64)>,
    /// Which option of its place it is.
    node: usize,
}

impl Turns {
    fn pick(&self, inside: Alternative) -> Pick {
        Pick {
            node: self.node,
            children: smallvec![inside],
        }
    }
}

impl Model<'_, '_> {
    /// What a loop around one place offers: code for all of its iterations at once, or one after the other.
    pub(super) fn around_place(
        &self,
        (head, [lo, hi, _]): (&Loop, &[Id; 3]),
        inside: usize,
        n: usize,
        site: &mut Site<'_>,
    ) {
        let (done, now) = (site.done, site.now);
        let Some(inner) = done.get(inside) else {
            return;
        };
        let root = self.egraph.analysis.root(head.iv);
        let extent = self.extent(root, [*lo, *hi], now);
        let step = self.step(head.step, now.tiles);
        let turns = Turns {
            kind: head.kind,
            root,
            extent,
            trip: (extent / step).ceil(),
            step: (step as i64).max(1),
            is_open: self.has_open_end(*hi),
            across: self.across(head.iv, inside),
            node: n,
        };
        match head.kind {
            LoopKind::Unrolled | LoopKind::Vectorized => self.at_once(&turns, inside, inner, site),
            LoopKind::Sequential
            | LoopKind::Kept
            | LoopKind::Promoted
            | LoopKind::Parallel
            | LoopKind::Reduced => {
                self.in_turn(&turns, inside, inner, site);
            }
        }
    }

    /// The variable that stands at one place of a wavefront in the iterations of a loop, and the factor of the wavefront.
    fn across(&self, iv: Symbol, inside: usize) -> Option<(Symbol, i64)> {
        let variables = &self.egraph[self.body_of(inside)].data.variables;
        let mut wavefronts = self.egraph.analysis.wavefronts.iter();
        let (_, wavefront) =
            wavefronts.find(|(name, wavefront)| wavefront.time == iv && variables.contains(*name))?;
        let (cut, _) = wavefront.members.first()?;
        Some((self.egraph.analysis.root(*cut), wavefront.factor))
    }

    /// Straight-line code for all iterations.
    fn at_once(&self, turns: &Turns, inside: usize, inner: &Evaluated, site: &mut Site<'_>) {
        for (which, (block, _)) in inner.blocks.iter().enumerate() {
            let block = block.clone();
            let block = if turns.kind == LoopKind::Unrolled {
                block.unrolled(turns.root, turns.trip, turns.step)
            } else {
                let bytes = self.element_bytes[self.number_of(inside)];
                let lanes = Lanes {
                    across: turns.across,
                    ..Lanes::of(turns.root)
                };
                let block = block.vectorized(lanes, turns.extent, self.machine, bytes);
                match turns.is_open {
                    true => block.masked(turns.root, turns.extent, self.machine),
                    false => block,
                }
            };
            if !block.is_too_long() {
                site.offer_block(self, block, turns.pick(Alternative::Block(which as u32)));
            }
        }
    }

    /// One iteration after the other, or on threads.
    fn in_turn(&self, turns: &Turns, inside: usize, inner: &Evaluated, site: &mut Site<'_>) {
        let &Turns { kind, root, trip, .. } = turns;
        let promoted = kind == LoopKind::Promoted;
        for (which, (block, _)) in inner.blocks.iter().enumerate() {
            let core = self.innermost(block, inside, root, trip, promoted);
            let body = Part {
                place: inside,
                evaluated: inner,
                vectors: block.has_vectors,
            };
            let late = trip * self.late_iterations(root, &body);
            let mut work = Work::new(core + late, self.scatter(inside, &inner.extents, root));
            if !promoted {
                work.row_begins = self.row_begins(inside, &inner.extents, root);
            }
            work.vectors = block.has_vectors;
            if promoted {
                work.tile = RegisterTile::Alone;
            }
            site.take(&inner.memory.lines);
            let work = site.around(trip, work, inner);
            let work = self.run_by(kind, work, trip, &mut site.lines);
            site.offer(self, work, || turns.pick(Alternative::Block(which as u32)));
        }
        if promoted {
            return;
        }
        let is_parallel = matches!(kind, LoopKind::Parallel | LoopKind::Reduced);
        let fits = |nest: &Nest| !(nest.work.straight || is_parallel && nest.work.parallel);
        for (which, (nest, _)) in inner.nests.iter().enumerate().filter(|(_, n)| fits(&n.0)) {
            site.take(&nest.lines);
            let body = Part {
                place: inside,
                evaluated: inner,
                vectors: nest.work.vectors,
            };
            let late = self.late_iterations(root, &body);
            let each = Work {
                core: trip * (nest.work.core + late + 1.0) + 2.0,
                straight: false,
                tile: self.tile_in(nest.work.tile, inside, root, trip),
                ..nest.work
            };
            let work = site.around(trip, each, inner);
            let work = self.run_by(kind, work, trip, &mut site.lines);
            site.offer(self, work, || turns.pick(Alternative::Nest(which as u32)));
        }
    }

    /// The core's work of a loop around straight-line code. What the compiler behind turns into vectors by
    /// itself costs what vectors cost: as many at once as LLVM interleaves, then the rest. It leaves a loop alone that
    /// calls functions.
    fn innermost(&self, block: &Block, place: usize, root: Symbol, trip: f64, promoted: bool) -> f64 {
        let body = self.body_of(place);
        let promoted = promoted || self.egraph.analysis.promotable.contains(&(body, root));
        let far = if self.egraph[body].data.flat {
            block.far_loads(root)
        } else {
            0.0
        };
        let scalar = |trip| block.loop_cycles(self.machine, root, trip, promoted) + trip * far * FAR_LOAD;
        if block.calls() || !self.egraph.analysis.vectorizable.contains(&(body, root)) {
            return scalar(trip);
        }
        let bytes = self.element_bytes[self.number_of(place)];
        let lanes = self.machine.vector_bytes as f64 / bytes;
        let at_once = (SMALL_LOOP / block.instructions())
            .floor()
            .clamp(1.0, INTERLEAVED);
        let in_vectors = |lanes: f64, at_once: f64, trip: f64| {
            let code = block
                .clone()
                .vectorized(Lanes::of(root), lanes, self.machine, bytes);
            code.unrolled(root, at_once, lanes as i64)
                .loop_cycles(self.machine, root, trip, promoted)
        };
        // Whole vectors, then one by one those of half as many lanes, then single iterations.
        let whole = (trip / (lanes * at_once)).floor();
        let rest = trip - whole * lanes * at_once;
        let half = (lanes / 2.0).floor().max(1.0);
        let halves = if whole > 0.0 { (rest / half).floor() } else { 0.0 };
        let rest = rest - halves * half;
        let mut cycles = 0.0;
        if whole > 0.0 {
            cycles += in_vectors(lanes, at_once, whole);
        }
        if halves > 0.0 {
            cycles += in_vectors(half, 1.0, halves);
        }
        if rest > 0.0 {
            cycles += scalar(rest);
        }
        cycles
    }

    /// How much longer lines take when the loop over straight-line code walks along many rows at once: a
    /// processor foresees the next lines of few.
    fn scatter(&self, place: usize, extents: &Extents, root: Symbol) -> f64 {
        let streams = self.footprints[self.number_of(place)].streams(extents, root, self.line());
        1.0 + (streams - FORESEEN).max(0.0) / FORESEEN
    }

    /// Of the lines of a plain loop over straight-line code the part with which rows begin.
    fn row_begins(&self, place: usize, extents: &Extents, root: Symbol) -> f64 {
        self.footprints[self.number_of(place)].new_rows(extents, root, self.line())
    }

    /// Bytes of a line of the caches.
    fn line(&self) -> f64 {
        self.machine.caches.first().map_or(64.0, |c| c.line as f64)
    }

    /// What is known of a register tile in a loop over it. The loop that goes from one tile to the next says whether
    /// the processor foresees the cells.
    fn tile_in(&self, tile: RegisterTile, inside: usize, root: Symbol, trip: f64) -> RegisterTile {
        if tile != RegisterTile::Alone || trip <= 1.0 {
            return tile;
        }
        match self.footprints[self.number_of(inside)].across(root) {
            Some(buffer) => RegisterTile::Late(buffer),
            None => RegisterTile::Foreseen,
        }
    }

    fn step(&self, step: Step, tiles: &Tiles) -> f64 {
        match step {
            Step::Fixed(n) => n as f64,
            Step::Tile(name) => tiles.get(&name).map_or(1.0, |&n| n as f64),
        }
    }
}

impl Site<'_> {
    /// A loop whose body moves the lines of the site every time; `each.core` is the core's work of all of it. Where a
    /// cache keeps what the body touches, each distinct line of the loop moves once.
    fn around(&mut self, trip: f64, each: Work, body: &Evaluated) -> Work {
        if trip <= 0.0 {
            self.lines.fill(0.0);
            return Work::new(0.0, 1.0);
        }
        let distinct = self.here.memory.lines.iter().zip(&body.memory.kept);
        for (lines, (distinct, &kept)) in self.lines.iter_mut().zip(distinct) {
            *lines = if kept {
                distinct.min(trip * *lines)
            } else {
                trip * *lines
            };
        }
        each
    }
}
