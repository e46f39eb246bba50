//! Partial results of parallel iterations.
//!
//! ```text
//! for i in a..b step s { … c[p] = c[p] + e … }
//!   =>  affine.parallel i in a..b step s { q[(i - a) floordiv s] = -0; … q[(i - a) floordiv s] += e … };
//!       for i in a..b step s { c[p] = c[p] + q[(i - a) floordiv s] }
//! ```
//!
//! Each iteration has an element of an array of its own, which starts from what changes nothing, so that the result is
//! the same sum with its terms in another order; it does not depend on the number of threads.

use egg::Language;

use super::cells::Place;
use super::*;
use crate::reduction::{Reduction, Start};

/// A cell that all iterations accumulate into.
pub(super) struct Accumulator {
    pub cell: Cell,
    reduction: Reduction,
    /// The array of partial results, and the element of the iteration at hand.
    partial: Symbol,
    index: Linear,
    memref: ValueId,
}

/// A store of the term: its buffer, its subscripts and its value.
type Store<'t> = (Symbol, &'t [Id], Id);

impl Emitter<'_> {
    /// The partial result that stands for what an iteration accumulates in a buffer.
    pub(super) fn partial_of(&self, buffer: Symbol) -> Option<Cell> {
        let mut all = self.team.iter().flat_map(|team| &team.accumulators);
        all.find(|a| a.cell.buffer == buffer).map(Accumulator::element)
    }

    /// The cells into which every iteration of a loop accumulates, each with a new array of partial results.
    pub(super) fn accumulators(&mut self, body: Id, range: &Range, step: i64) -> Result<Vec<Accumulator>> {
        // Any two of the bounds hold all iterations; constants keep the array small.
        let constant_first = |bounds: &[Linear]| {
            let constant = bounds.iter().find(|b| b.as_constant().is_some());
            constant.or(bounds.first()).cloned()
        };
        let ends = constant_first(&range.lower).zip(constant_first(&range.upper));
        let sizes = ends.and_then(|(lower, upper)| {
            let count = upper.subtract(&lower)?.ceildiv(step)?;
            let index = Linear::var(range.name).subtract(&lower)?.floordiv(step)?;
            Some((count, index))
        });
        let Some((count, index)) = sizes else {
            return refuse("an index overflows");
        };
        let depth = self.frames.len() - 1;
        let mut found = Vec::new();
        for (cell, reduction) in self.accumulated(body, range.name)? {
            let element = reduction.combine.result;
            let memref = self.new_array(depth, &[Some(count.clone())], element, Place::Heap)?;
            // No name of MLIR has an apostrophe, so the new names clash with none of the source.
            let partial = Symbol::from(format!("{}'partial", cell.buffer));
            self.module.value_mut(memref).name = Some(format!("{}_partial", cell.buffer).into());
            self.temporaries.insert(partial, memref);
            found.push(Accumulator {
                cell,
                reduction,
                partial,
                index: index.clone(),
                memref,
            });
        }
        Ok(found)
    }

    /// The cells of a statement that stand still while it takes up terms in them, and nothing else is done to them.
    fn accumulated(&mut self, body: Id, iv: Symbol) -> Result<Vec<(Cell, Reduction)>> {
        let mut stores: Vec<Store<'_>> = Vec::new();
        let mut moving = vec![iv];
        for id in self.below(body) {
            match self.node(id) {
                Node::Store(buffer, children) => {
                    let (&value, indices) = children.split_last().expect("a store has a value");
                    stores.push((*buffer, indices, value));
                }
                Node::For(head, _) => moving.push(head.iv),
                _ => {}
            }
        }
        let mut found: Vec<(Cell, Reduction)> = Vec::new();
        for &(buffer, indices, _) in &stores {
            let cell = self.cell(buffer, indices, None)?;
            let moves = cell.indices.iter().any(|i| moving.iter().any(|v| i.uses(*v)));
            if moves || found.iter().any(|(known, _)| known.buffer == buffer) {
                continue;
            }
            if let Some(reduction) = self.reduction_of(&cell, &stores)? {
                found.push((cell, reduction));
            }
        }
        Ok(found)
    }

    /// How all stores to a buffer take up terms in one cell; `None` where one of them does something else, or another
    /// store has to do with it.
    fn reduction_of(&mut self, cell: &Cell, stores: &[Store<'_>]) -> Result<Option<Reduction>> {
        let mut reduction = None;
        for &(buffer, indices, value) in stores {
            if buffer != cell.buffer {
                if self.may_overlap(buffer, cell.buffer) || self.reads_of(value, cell.buffer) {
                    return Ok(None);
                }
                continue;
            }
            let Node::Op(op, args) = self.node(value) else {
                return Ok(None);
            };
            let mut held = Vec::new();
            for &arg in args {
                held.push(match self.node(arg) {
                    Node::Load(from, _, at) => self.cell(*from, at, None)? == *cell,
                    _ => false,
                });
            }
            let step = Reduction::of_step(op, &held);
            let is_apart = |place: usize| {
                let mut terms = args.iter().enumerate().filter(|(n, _)| *n != place);
                terms.all(|(_, &term)| !self.reads_of(term, cell.buffer))
            };
            let step = step.and_then(|(step, place)| is_apart(place).then_some(step));
            let is_same = reduction.is_none() || reduction == step;
            if step.is_none() || !is_same || self.cell(buffer, indices, None)? != *cell {
                return Ok(None);
            }
            reduction = step;
        }
        Ok(reduction)
    }

    /// Whether a value reads what may lie in a buffer.
    fn reads_of(&self, value: Id, buffer: Symbol) -> bool {
        let reads =
            |_: Id, node: &Node| matches!(node, Node::Load(from, ..) if self.may_overlap(*from, buffer));
        self.any_below(value, None, &reads)
    }

    /// The nodes of a term below one, and that one.
    pub(super) fn below(&self, id: Id) -> Vec<Id> {
        let mut seen = std::collections::BTreeSet::from([id]);
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            pending.extend(
                self.node(id)
                    .children()
                    .iter()
                    .copied()
                    .filter(|c| seen.insert(*c)),
            );
        }
        seen.into_iter().collect()
    }

    /// Writes what the partial results of an iteration start from.
    pub(super) fn start_partials(&mut self) -> Result<()> {
        let accumulators = self.team.iter().flat_map(|team| &team.accumulators);
        let starts: Vec<(Cell, Cell, Reduction)> = accumulators
            .map(|a| (a.element(), a.cell.clone(), a.reduction))
            .collect();
        for (partial, cell, reduction) in starts {
            let start = match reduction.start {
                Start::Neutral(bits) => self.constant(reduction.combine.result, bits),
                Start::Accumulator => self.load_cell(cell)?,
            };
            self.store_cell(partial, start)?;
        }
        Ok(())
    }

    /// Takes up the partial results of all iterations in their order, and frees them.
    pub(super) fn combine(&mut self, all: Vec<Accumulator>, range: &Range) -> Result<()> {
        if all.is_empty() {
            return Ok(());
        }
        self.plain_loop(range.clone(), &mut |emitter| {
            for accumulator in &all {
                let scalar = |value| Operand { value, lanes: None };
                let before = scalar(emitter.load_cell(accumulator.cell.clone())?);
                let partial = scalar(emitter.load_cell(accumulator.element())?);
                let after = emitter.apply(accumulator.reduction.combine, vec![before, partial])?;
                emitter.store_cell(accumulator.cell.clone(), after.value)?;
            }
            Ok(())
        })?;
        let here = self.frame().block;
        for accumulator in all {
            let free = NewOp::new(OpCode::MemRefDealloc).operands([accumulator.memref]);
            self.module.append(here, free);
            self.temporaries.shift_remove(&accumulator.partial);
        }
        Ok(())
    }
}

impl Accumulator {
    fn element(&self) -> Cell {
        Cell {
            buffer: self.partial,
            indices: vec![self.index.clone()],
            lanes: None,
        }
    }
}
