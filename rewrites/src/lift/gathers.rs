//! Loads at subscripts that are data: of an array that nothing in the nest writes they are functions of those data, which depend on nothing
//! else and stay with the statement that they are in.

use std::collections::BTreeSet;

use egg::{Id, Symbol};
use ovolo_lang::ir::{OpId, ValueId};
use ovolo_lang::types::Dim;

use super::{Lifted, Lifter};
use crate::dependence::{Addressing, Buffer};
use crate::linear::Linear;
use crate::nest::BufferSource;
use crate::term::Node;

impl Lifter<'_> {
    /// Whether some of these index expressions are made of data.
    pub(super) fn has_data(&self, indices: &[Id]) -> bool {
        let mut seen: BTreeSet<Id> = indices.iter().copied().collect();
        let mut pending = indices.to_vec();
        while let Some(id) = pending.pop() {
            let node = &self.nodes[usize::from(id)];
            if matches!(node, Node::Load(..) | Node::Op(..)) {
                return true;
            }
            pending.extend(egg::Language::children(node).iter().filter(|c| seen.insert(**c)));
        }
        false
    }

    /// The buffer that an operation loads from at subscripts that are data.
    pub(super) fn gathered(&mut self, op: OpId, memref: ValueId) -> Lifted<Symbol> {
        if self
            .module
            .defining_op(memref)
            .is_some_and(|made| self.inside.contains(&made))
        {
            return self.refuse(
                op,
                "a memref made inside the loop is loaded from at a subscript that is data",
            );
        }
        let known = (self.buffers.iter()).find(|(_, (_, source))| *source == BufferSource::Gathered(memref));
        let name = match known {
            Some((name, _)) => *name,
            None => {
                let (shape, element, _) = self.parts_of(memref, op)?;
                let extent = |dim: &Dim| dim.fixed().map(Linear::constant);
                let buffer = Buffer {
                    element,
                    shape: shape.iter().map(extent).collect(),
                    addressing: Addressing::Same,
                    overlap_group: self.overlap_group(memref, op)?,
                };
                let base = self.module.value(memref).name.clone();
                let name = self.fresh(base.as_deref().unwrap_or("table"));
                self.buffers
                    .insert(name, (buffer, BufferSource::Gathered(memref)));
                name
            }
        };
        self.gathers.push((op, name));
        Ok(name)
    }

    /// Refuses a nest that may write what it loads at subscripts that are data.
    pub(super) fn check_gathered(&self) -> Lifted<()> {
        let written: BTreeSet<Symbol> = (self.nodes.iter())
            .filter_map(|node| match node {
                Node::Store(buffer, _) => Some(*buffer),
                _ => None,
            })
            .collect();
        let memref = |buffer: &Symbol| match self.buffers[buffer].1 {
            BufferSource::Memref(value) | BufferSource::Gathered(value) => Some(value),
            BufferSource::Temporary => None,
        };
        let is_written = |(_, buffer): &&(OpId, Symbol)| {
            let mut written = written.iter();
            written.any(|other| memref(buffer) == memref(other) || self.may_alias(*buffer, *other))
        };
        match self.gathers.iter().find(is_written) {
            Some(&(op, _)) => self.refuse(
                op,
                "the subscript is data, and the loops write the array, or one that may overlap with it",
            ),
            None => Ok(()),
        }
    }
}
