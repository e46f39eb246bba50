//! What one iteration of a loop writes and the next one reads goes from one to the other in a register.
//!
//! ```text
//! for j in a..b { p[j] = f(p[j - 1]) }
//!   =>  c = p[a - 1]; for j in a..b { c = f(c); p[j] = c }
//! ```
//!
//! The register holds what memory holds there, from the end of an iteration to the start of the next. The loop runs
//! at least once, so what is loaded before it would be loaded in any case.

use std::collections::BTreeSet;

use super::loops::is_never_run;
use super::*;

/// Cells that are carried by one loop at most: half of the registers of a machine with many.
const MOST_CARRIED: usize = 16;

/// A cell as the iteration before wrote or read it, in terms of the loop variable there, and as it is read.
pub(super) struct Carried {
    pub last: Cell,
    pub read: Cell,
    /// As it is read in the first iteration.
    pub first: Cell,
}

/// What straight-line code reads before it may have written it, and what it writes, each cell where it is written
/// last.
#[derive(Default)]
pub(super) struct Touched {
    pub reads: Vec<Cell>,
    writes: Vec<Cell>,
}

impl Emitter<'_> {
    /// The cells that a loop with straight-line code inside carries; none where that is not known. Rows at a distance are
    /// carried too if the loop runs wherever it stands, and rows that are only read: the elements of one are loaded one by one.
    pub(super) fn carried(
        &mut self,
        head: Loop,
        step: i64,
        bounds: [&[Linear]; 2],
        (body, is_run): (Id, bool),
    ) -> Vec<Carried> {
        let ([lower], [upper]) = (bounds[0], bounds[1]) else {
            return Vec::new();
        };
        let trip = upper.subtract(lower).and_then(|trip| trip.as_constant());
        let is_counted = trip.is_some_and(|trip| trip > 0);
        if !(is_counted || is_run) || self.bindings.contains_key(&head.iv) {
            return Vec::new();
        }
        let (bindings, extent) = (self.bindings.clone(), self.extent.clone());
        let mut touched = Touched::default();
        let is_understood = self.touched(body, None, &mut touched).is_ok();
        (self.bindings, self.extent) = (bindings, extent);
        if !is_understood {
            return Vec::new();
        }
        let before = Linear::var(head.iv).add(&Linear::constant(-step));
        let is_row = |cell: &Cell| !(cell.is_contiguous() || cell.is_reversed());
        let writes = touched.writes.iter().enumerate();
        let writes = writes.filter(|(_, written)| is_counted || is_row(written));
        let writes = writes.map(|(n, written)| (written, &touched.writes[n + 1..]));
        let reads = touched.reads.iter().filter(|read| is_row(read));
        let reads = reads.map(|read| (read, touched.writes.as_slice()));
        let carried = writes.chain(reads).filter_map(|(last, later)| {
            let read = last.with(head.iv, before.as_ref()?)?;
            let first = read.with(head.iv, lower)?;
            let is_lost = later.iter().any(|other| self.may_alias(last, other));
            (read != *last && !is_lost && touched.reads.contains(&read)).then(|| Carried {
                last: last.clone(),
                read,
                first,
            })
        });
        let mut all: Vec<Carried> = Vec::new();
        for carried in carried {
            if all.len() < MOST_CARRIED && all.iter().all(|other| other.read != carried.read) {
                all.push(carried);
            }
        }
        all
    }

    fn touched(&mut self, id: Id, lanes: Option<Lanes>, touched: &mut Touched) -> Result<()> {
        match self.node(id).clone() {
            Node::Seq(statements) => statements
                .iter()
                .try_for_each(|&s| self.touched(s, lanes, touched)),
            Node::Store(buffer, children) => {
                let (&value, indices) = children.split_last().expect("a store has a value");
                self.reads(value, lanes, &mut BTreeSet::new(), touched)?;
                let cell = self.cell(buffer, indices, lanes)?;
                touched.writes.retain(|other| *other != cell);
                touched.writes.push(cell);
                Ok(())
            }
            Node::For(head, [lo, hi, body]) => match head.kind {
                LoopKind::Unrolled => {
                    self.unrolled(head, lo, hi, &mut |emitter| emitter.touched(body, lanes, touched))
                }
                LoopKind::Vectorized => self.in_vectors(head, lo, hi, &mut |emitter, lanes| {
                    emitter.touched(body, Some(lanes), touched)
                }),
                // What never runs is left out of the result.
                _ if is_never_run(&self.bound(lo, IndexOp::Max)?, &self.bound(hi, IndexOp::Min)?) => Ok(()),
                _ => refuse("a loop inside"),
            },
            _ => refuse("no straight-line code"),
        }
    }

    /// The cells that an expression reads from what was there before.
    pub(super) fn reads(
        &mut self,
        id: Id,
        lanes: Option<Lanes>,
        seen: &mut BTreeSet<Id>,
        touched: &mut Touched,
    ) -> Result<()> {
        if !seen.insert(id) {
            return Ok(());
        }
        match self.node(id).clone() {
            Node::Load(buffer, _, indices) => {
                let cell = self.cell(buffer, &indices, lanes)?;
                let is_new = !touched.writes.iter().any(|write| self.may_alias(write, &cell));
                if is_new && !touched.reads.contains(&cell) {
                    touched.reads.push(cell);
                }
                Ok(())
            }
            Node::Op(_, args) => args.iter().try_for_each(|&a| self.reads(a, lanes, seen, touched)),
            _ => Ok(()),
        }
    }
}
