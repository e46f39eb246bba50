//! What straight-line code knows of memory: the values of cells it has read or written.

use ovolo_lang::ir::ValueId;

use super::cells::Cell;
use super::{Result, refuse};

/// The cells of one block. Values of cells are valid until something may overwrite them.
#[derive(Debug, Default)]
pub struct Cells {
    known: Vec<(Cell, ValueId)>,
    /// Cells held in registers: memory is out of date for them.
    held: Vec<(Cell, ValueId)>,
}

/// What a load finds.
pub enum Found {
    Value(ValueId),
    /// Nothing: the load must go to memory.
    Memory,
}

/// What a store must do.
pub enum Stored {
    InRegister,
    /// The value must be written to memory.
    Memory,
}

impl Cells {
    /// Cells held in registers, with their values.
    pub fn holding(held: Vec<(Cell, ValueId)>) -> Cells {
        Cells {
            known: Vec::new(),
            held,
        }
    }

    /// The values of the held cells, in the order they were given.
    pub fn held_values(&self) -> Vec<ValueId> {
        self.held.iter().map(|(_, value)| *value).collect()
    }

    /// The cells held in registers, with their values.
    pub fn all_held(&self) -> Vec<(Cell, ValueId)> {
        self.held.clone()
    }

    /// The value of a cell that is in a register or has been read or written.
    pub fn value(&self, cell: &Cell) -> Option<ValueId> {
        let mut all = self.held.iter().chain(&self.known);
        all.find(|(known, _)| known == cell).map(|(_, value)| *value)
    }

    /// The row at a distance that has been read or written and of which a cell is one element, and which one it is.
    pub fn row_of(&self, cell: &Cell) -> Option<(ValueId, i64)> {
        let mut all = self.known.iter().rev().filter(|(row, _)| !row.is_contiguous());
        all.find_map(|(row, value)| Some((*value, cell.place_in(row)?)))
    }

    pub fn held(&self, cell: &Cell) -> Option<ValueId> {
        self.held
            .iter()
            .find(|(held, _)| held == cell)
            .map(|(_, value)| *value)
    }

    pub fn load(&self, cell: &Cell, may_alias: impl Fn(&Cell, &Cell) -> bool) -> Result<Found> {
        let find = |list: &[(Cell, ValueId)]| list.iter().find(|(c, _)| c == cell).map(|(_, v)| *v);
        if let Some(value) = find(&self.held).or_else(|| find(&self.known)) {
            return Ok(Found::Value(value));
        }
        if self.held.iter().any(|(other, _)| may_alias(other, cell)) {
            return refuse("a load may touch a cell that is held in a register");
        }
        Ok(Found::Memory)
    }

    /// Records a value read from memory.
    pub fn learn(&mut self, cell: Cell, value: ValueId) {
        self.known.push((cell, value));
    }

    pub fn store(
        &mut self,
        cell: &Cell,
        value: ValueId,
        may_alias: impl Fn(&Cell, &Cell) -> bool,
    ) -> Result<Stored> {
        if let Some((_, slot)) = self.held.iter_mut().find(|(held, _)| held == cell) {
            *slot = value;
            return Ok(Stored::InRegister);
        }
        if self.held.iter().any(|(other, _)| may_alias(other, cell)) {
            return refuse("a store may touch a cell that is held in a register");
        }
        self.known.retain(|(other, _)| !may_alias(other, cell));
        self.known.push((cell.clone(), value));
        Ok(Stored::Memory)
    }

    /// Something may be stored to a cell, or nothing.
    pub fn may_be_stored(&mut self, cell: &Cell, may_alias: impl Fn(&Cell, &Cell) -> bool) -> Result<()> {
        if self.held.iter().any(|(other, _)| may_alias(other, cell)) {
            return refuse("a store under a condition may touch a cell that is held in a register");
        }
        self.known.retain(|(other, _)| !may_alias(other, cell));
        Ok(())
    }

    /// Forgets everything: a loop ran that may have written anything.
    pub fn forget(&mut self) {
        self.known.clear();
    }
}
