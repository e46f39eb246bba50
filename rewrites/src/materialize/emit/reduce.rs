//! Accumulation by lanes: each lane takes up some of the terms, and the lanes are combined in the end.
//!
//! By itself such a statement combines its lanes at once. Where a loop around holds its cells in registers, a vector
//! of partial results takes the place of the cell, one for each copy of the statement, and all are combined after
//! the loop.

use std::collections::BTreeSet;

use super::super::cells::Partial;
use super::super::mask::Mask;
use super::carry::Touched;
use super::*;
use crate::reduction::{Reduction, Start};

/// A statement that adds a term to a cell.
pub(super) struct Step {
    op: ScalarOp,
    args: Box<[Id]>,
    /// The operand that is the cell.
    place: usize,
    /// The partial results of the copy at hand.
    pub cell: Cell,
}

impl Emitter<'_> {
    /// A store of lanes to one cell, as an accumulation.
    pub(super) fn step_of(&mut self, cell: &Cell, value: Id, lanes: Lanes) -> Result<Step> {
        let not = || refuse("all lanes of a vector store to one cell");
        let Node::Op(op, args) = self.node(value).clone() else {
            return not();
        };
        let mut held = Vec::new();
        for &arg in args.iter() {
            held.push(match self.node(arg).clone() {
                Node::Load(buffer, _, indices) => self.cell(buffer, &indices, Some(lanes))? == *cell,
                _ => false,
            });
        }
        let Some((reduction, place)) = Reduction::of_step(&op, &held) else {
            return not();
        };
        let mut touched = Touched::default();
        for (_, &term) in args.iter().enumerate().filter(|(n, _)| *n != place) {
            self.reads(term, Some(lanes), &mut BTreeSet::new(), &mut touched)?;
        }
        if touched.reads.iter().any(|read| self.may_alias(read, cell)) {
            return not();
        }
        let first = self.bindings[&lanes.iv].clone();
        Ok(Step {
            op,
            args,
            place,
            cell: Cell {
                lanes: Some(Row {
                    count: lanes.count,
                    distances: vec![0; cell.indices.len()],
                    partial: Some(Partial { first, reduction }),
                    mask: Mask::default(),
                }),
                ..cell.clone()
            },
        })
    }

    pub(super) fn accumulate(&mut self, step: Step, lanes: Lanes) -> Result<()> {
        let held = self.frame().cells.held(&step.cell);
        let before = match held {
            Some(value) => value,
            None => self.start(&step.cell)?,
        };
        self.values.clear();
        let mut operands = Vec::new();
        for (n, &arg) in step.args.iter().enumerate() {
            operands.push(match n == step.place {
                true => Operand {
                    value: before,
                    lanes: Some(lanes.count),
                },
                false => self.value(arg, Some(lanes))?,
            });
        }
        let after = self.apply(step.op, operands)?;
        // A lane that is no iteration takes up nothing.
        let before = Operand {
            value: before,
            lanes: Some(lanes.count),
        };
        let active = self.active();
        let after = self
            .chosen(&active, step.op.result, [after, before], lanes.count)?
            .value;
        match held {
            Some(_) => self.store_cell(step.cell, after),
            None => self.finish(&step.cell, vec![after]),
        }
    }

    /// What partial results start from.
    pub(super) fn start(&mut self, cell: &Cell) -> Result<ValueId> {
        let (Some(partial), Some(count)) = (cell.partial(), cell.count()) else {
            return refuse("a cell without partial results");
        };
        let value = match partial.reduction.start {
            Start::Neutral(bits) => self.constant(partial.reduction.combine.result, bits),
            Start::Accumulator => self.load_cell(cell.whole())?,
        };
        self.broadcast(Operand { value, lanes: None }, count)
    }

    /// Combines the partial results of all copies, and those with the cell.
    pub(super) fn finish(&mut self, cell: &Cell, mut partial: Vec<ValueId>) -> Result<()> {
        let (Some(Partial { reduction, .. }), Some(count)) = (cell.partial().cloned(), cell.count()) else {
            return refuse("a cell without partial results");
        };
        let lanes = Some(count);
        while partial.len() > 1 {
            let mut combined = Vec::new();
            for pair in partial.chunks(2) {
                let operands = pair.iter().map(|&value| Operand { value, lanes }).collect();
                combined.push(match pair {
                    [single] => *single,
                    _ => self.apply(reduction.combine, operands)?.value,
                });
            }
            partial = combined;
        }
        let kind = Attribute::Opaque(format!("#vector.kind<{}>", reduction.kind).into());
        let mut new = NewOp::new(OpCode::VectorReduction)
            .operands(partial)
            .attribute("kind", kind)
            .result(reduction.combine.result.ty());
        if let Some(flags) = fast_math_attribute(reduction.combine.flags) {
            new = new.attribute("fastmath", flags);
        }
        let sum = self.append(self.frames.len() - 1, new);
        let before = self.load_cell(cell.whole())?;
        let scalar = |value| Operand { value, lanes: None };
        let after = self.apply(reduction.combine, vec![scalar(before), scalar(sum)])?;
        self.store_cell(cell.whole(), after.value)
    }

    /// Writes back what a loop held: cells, and partial results of cells, of which all copies are combined.
    pub(super) fn write_back(&mut self, held: Vec<(Cell, ValueId)>) -> Result<()> {
        let mut sums: Vec<(Cell, Vec<ValueId>)> = Vec::new();
        for (cell, value) in held {
            let whole = cell.whole();
            match sums.iter_mut().find(|(other, _)| other.whole() == whole) {
                _ if cell.partial().is_none() => self.store_cell(cell, value)?,
                Some((_, values)) => values.push(value),
                None => sums.push((cell, vec![value])),
            }
        }
        sums.into_iter()
            .try_for_each(|(cell, values)| self.finish(&cell, values))
    }
}
