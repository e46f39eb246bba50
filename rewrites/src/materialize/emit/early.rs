//! What a loop reads early: before it, and as hints to the caches.

use std::collections::BTreeSet;

use super::super::mask::lane;
use super::*;
use crate::term::{Early, Timing, branches};

/// Cells that are read before one loop at most: what does not fit in registers would be written and read again.
const MOST_HOISTED: usize = 32;

/// Bytes that come into a cache together.
const LINE: i64 = 64;

/// That what comes is to stay in every cache.
const LOCALITY: i64 = 3;

/// Hints in one iteration at most.
const MOST_HINTS: usize = 64;

/// What of a statement is looked through for cells that it reads.
struct Wanted<'w> {
    buffers: &'w [Symbol],
    /// Also what stands under a condition or in a loop, which may never be reached.
    anywhere: bool,
}

/// Elements of a row, which lie in a row of memory.
struct Stretch {
    memref: ValueId,
    buffer: Symbol,
    /// The subscripts of the first element, but for the constant part of the last.
    at: Vec<Linear>,
    first: i64,
    count: i64,
    is_write: bool,
    bytes: i64,
}

impl Emitter<'_> {
    /// What a body reads early, and the body.
    pub(super) fn without_early(&self, body: Id) -> (Vec<Early>, Id) {
        let (mut found, mut at) = (Vec::new(), body);
        while let Node::Early(early, [inside]) = self.node(at) {
            found.push(Early::clone(early));
            at = *inside;
        }
        (found, at)
    }

    /// Whether what is read before a loop is inside its buffer only where the loop runs.
    pub(super) fn must_run(&self, body: Id) -> bool {
        let (early, _) = self.without_early(body);
        let needs = |early: &Early| early.timing == Timing::Before { inside: false };
        early.iter().any(needs)
    }

    /// Whether a cell is in a register at the place at hand.
    pub(super) fn is_in_register(&self, cell: &Cell) -> bool {
        let frame = self.frames.last().expect("the emitter always has a block");
        frame.cells.value(cell).is_some() || self.hoisted.iter().any(|(known, _)| known == cell)
    }

    /// Reads what a loop reads again and again. No iteration writes it: the rule has seen to that.
    pub(super) fn hoist(&mut self, early: &[Early], head: Loop, body: Id) -> Result<()> {
        for early in early {
            let Timing::Before { inside } = early.timing else {
                continue;
            };
            let cells = self.cells_read(body, &early.buffers, inside);
            let fixed = cells.into_iter().filter(|cell| self.is_known_here(cell, head));
            let fixed: Vec<Cell> = fixed.take(MOST_HOISTED).collect();
            let mut values = Vec::new();
            for cell in fixed {
                let value = self.read_cell(cell.clone())?;
                values.push((cell, value));
            }
            self.hoisted.extend(values);
        }
        Ok(())
    }

    /// Whether a cell says the same before a loop as in every iteration of it, and of the loops inside.
    fn is_known_here(&self, cell: &Cell, head: Loop) -> bool {
        let mut known = !cell.uses(head.iv) && cell.partial().is_none();
        let mask = cell.mask();
        let conditions = mask.clauses().iter().flat_map(|clause| &clause.conditions);
        let masked = conditions.map(|condition| &condition.expr);
        for index in cell.indices.iter().chain(masked) {
            index.for_each_var(&mut |v| known &= v == lane() || self.index_values.contains_key(&v));
        }
        known && (mask.is_all() || cell.is_contiguous())
    }

    /// The cells of some buffers that a statement reads, each once.
    fn cells_read(&mut self, id: Id, buffers: &[Symbol], anywhere: bool) -> Vec<Cell> {
        let (bindings, extent) = (self.bindings.clone(), self.extent.clone());
        let mut found = Vec::new();
        let wanted = Wanted { buffers, anywhere };
        // What is not understood here is not read early.
        let _ = self.statement_reads(id, None, &wanted, &mut found);
        (self.bindings, self.extent) = (bindings, extent);
        found
    }

    fn statement_reads(
        &mut self,
        id: Id,
        lanes: Option<Lanes>,
        wanted: &Wanted<'_>,
        found: &mut Vec<Cell>,
    ) -> Result<()> {
        match self.node(id).clone() {
            Node::Seq(statements) => statements
                .iter()
                .try_for_each(|&s| self.statement_reads(s, lanes, wanted, found)),
            Node::Store(_, children) => {
                let value = *children.last().expect("a store has a value");
                self.value_reads(value, lanes, wanted, &mut BTreeSet::new(), found)
            }
            Node::For(head, [lo, hi, body]) => match head.kind {
                LoopKind::Unrolled => self.unrolled(head, lo, hi, &mut |emitter| {
                    emitter.statement_reads(body, lanes, wanted, found)
                }),
                LoopKind::Vectorized => self.in_vectors(head, lo, hi, &mut |emitter, lanes| {
                    emitter.statement_reads(body, Some(lanes), wanted, found)
                }),
                LoopKind::Sequential | LoopKind::Kept | LoopKind::Promoted if wanted.anywhere => {
                    self.statement_reads(body, lanes, wanted, found)
                }
                _ => Ok(()),
            },
            Node::If(_, children) if wanted.anywhere => {
                let (_, statements) = branches(&children);
                statements
                    .iter()
                    .try_for_each(|&s| self.statement_reads(s, lanes, wanted, found))
            }
            Node::Panels(_, [body]) | Node::Early(_, [body]) => {
                self.statement_reads(body, lanes, wanted, found)
            }
            _ => Ok(()),
        }
    }

    fn value_reads(
        &mut self,
        id: Id,
        lanes: Option<Lanes>,
        wanted: &Wanted<'_>,
        seen: &mut BTreeSet<Id>,
        found: &mut Vec<Cell>,
    ) -> Result<()> {
        if !seen.insert(id) {
            return Ok(());
        }
        match self.node(id).clone() {
            Node::Load(buffer, _, indices) if wanted.buffers.contains(&buffer) => {
                let cell = self.cell(buffer, &indices, lanes)?;
                if !found.contains(&cell) {
                    found.push(cell);
                }
                Ok(())
            }
            Node::Op(_, args) => {
                let mut args = args.iter();
                args.try_for_each(|&arg| self.value_reads(arg, lanes, wanted, seen, found))
            }
            _ => Ok(()),
        }
    }

    /// Hints of what the body reads of some buffers when the loop is so many iterations further.
    pub(super) fn prefetch(&mut self, early: &[Early], head: Loop, step: i64, body: Id) -> Result<()> {
        for early in early {
            let Timing::Ahead(n) = early.timing else {
                continue;
            };
            let distance = n.checked_mul(step).map(Linear::constant);
            let later = distance.and_then(|distance| Linear::var(head.iv).add(&distance));
            let Some(later) = later else {
                return refuse("an index overflows");
            };
            let mut stretches = Vec::new();
            for mut cell in self.cells_read(body, &early.buffers, true) {
                if let Some(row) = &mut cell.lanes {
                    row.mask = Mask::default();
                }
                let moves = cell.uses(head.iv) && cell.partial().is_none();
                if let Some(ahead) = moves.then(|| cell.with(head.iv, &later)).flatten() {
                    let is_write = self.writes(body, cell.buffer);
                    self.stretch(&ahead, is_write, &mut stretches)?;
                }
            }
            self.hints(stretches)?;
        }
        Ok(())
    }

    /// Adds where the elements of a cell lie, in the copy where its buffer is packed.
    fn stretch(&mut self, cell: &Cell, is_write: bool, stretches: &mut Vec<Stretch>) -> Result<()> {
        let bytes = self.nest.buffers[&cell.buffer].0.element.byte_size() as i64;
        let packed = self.packed.iter().rev().find(|p| p.is_of(cell.buffer)).cloned();
        let (memref, place) = match packed {
            None => (self.memref(cell.buffer)?, Some(cell.clone())),
            Some(packed) => match self.place_in(&packed, cell) {
                Ok(Some(place)) => (self.copies[&place.buffer], Some(place)),
                _ => return Ok(()),
            },
        };
        let Some(place) = place else { return Ok(()) };
        let parts: Vec<(Cell, i64)> = match place.count() {
            Some(count) if place.is_contiguous() => vec![(place, count)],
            Some(count) => {
                let lanes = (0..count).filter_map(|lane| place.lane(lane));
                lanes.map(|part| (part, 1)).collect()
            }
            None => vec![(place, 1)],
        };
        for (part, count) in parts {
            let Some((last, outer)) = part.indices.split_last() else {
                return Ok(());
            };
            let mut at = outer.to_vec();
            at.push(Linear {
                constant: 0,
                ..last.clone()
            });
            let in_scope = |index: &Linear| {
                let mut known = true;
                index.for_each_var(&mut |v| known &= self.index_values.contains_key(&v));
                known
            };
            if at.iter().all(in_scope) {
                stretches.push(Stretch {
                    memref,
                    buffer: part.buffer,
                    at,
                    first: last.constant,
                    count,
                    is_write,
                    bytes,
                });
            }
        }
        Ok(())
    }

    /// One hint for each line of the stretches.
    fn hints(&mut self, mut stretches: Vec<Stretch>) -> Result<()> {
        let mut left = MOST_HINTS;
        while let Some(next) = stretches.first() {
            let (memref, at) = (next.memref, next.at.clone());
            let (mut row, others): (Vec<Stretch>, Vec<Stretch>) = stretches
                .into_iter()
                .partition(|other| other.memref == memref && other.at == at);
            stretches = others;
            row.sort_by_key(|part| part.first);
            let mut done = i64::MIN;
            for part in row {
                let line = (LINE / part.bytes.max(1)).max(1);
                let mut place = part.first.max(done);
                while place < part.first.saturating_add(part.count) && left > 0 {
                    self.hint(&part, place)?;
                    left -= 1;
                    done = place.saturating_add(line);
                    place = done;
                }
            }
        }
        Ok(())
    }

    fn hint(&mut self, part: &Stretch, place: i64) -> Result<()> {
        let mut indices = part.at.clone();
        let last = indices.pop().and_then(|last| last.add(&Linear::constant(place)));
        let Some(last) = last else {
            return refuse("an index overflows");
        };
        indices.push(last);
        let (map, operands) = self.place(part.memref, part.buffer, &indices)?;
        let new = NewOp::new(OpCode::AffinePrefetch)
            .operands([part.memref].into_iter().chain(operands))
            .attribute("isDataCache", Attribute::Bool(true))
            .attribute("isWrite", Attribute::Bool(part.is_write))
            .attribute("localityHint", Attribute::integer(LOCALITY, Type::integer(32)))
            .attribute("map", Attribute::affine_map(map));
        let block = self.frame().block;
        self.module.append(block, new);
        Ok(())
    }

    /// Whether a statement writes a buffer.
    fn writes(&self, id: Id, buffer: Symbol) -> bool {
        match self.node(id) {
            Node::Store(name, _) => *name == buffer,
            Node::Seq(statements) => statements.iter().any(|&s| self.writes(s, buffer)),
            Node::For(_, [_, _, body]) | Node::Panels(_, [body]) | Node::Early(_, [body]) => {
                self.writes(*body, buffer)
            }
            Node::If(_, children) => branches(children).1.iter().any(|&s| self.writes(s, buffer)),
            _ => false,
        }
    }
}
