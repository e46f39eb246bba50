//! The slots of one activation of a function.

use super::program::{Bank, Place};
use super::{MemRef, Reason, Value};

/// Values by bank.
pub(super) struct Frame<V> {
    pub index: Vec<i64>,
    pub data: Vec<V>,
    pub memrefs: Vec<Option<MemRef>>,
}

impl<V: Clone> Frame<V> {
    #[inline]
    pub(super) fn memref(&self, slot: u32) -> Result<&MemRef, Reason> {
        self.memrefs[slot as usize]
            .as_ref()
            .ok_or_else(|| Reason::Unsupported("a memref that was never defined".into()))
    }

    pub(super) fn copy_slots(&mut self, bank: Bank, from: u32, to: u32, lanes: u32) {
        let (from, to, lanes) = (from as usize, to as usize, lanes as usize);
        match bank {
            Bank::Index => self.index.copy_within(from..from + lanes, to),
            Bank::Data => (0..lanes).for_each(|i| self.data[to + i] = self.data[from + i].clone()),
            Bank::MemRef => (0..lanes).for_each(|i| self.memrefs[to + i] = self.memrefs[from + i].clone()),
        }
    }

    pub(super) fn read(&self, place: Place, is_vector: bool) -> Option<Value<V>> {
        let range = place.start as usize..(place.start + place.lanes) as usize;
        Some(match place.bank {
            Bank::MemRef => Value::MemRef(self.memrefs[range.start].clone()?),
            Bank::Index if is_vector => Value::IndexVector(self.index[range].to_vec()),
            Bank::Index => Value::Index(self.index[range.start]),
            Bank::Data if is_vector => Value::Vector(self.data[range].to_vec()),
            Bank::Data => Value::Scalar(self.data[range.start].clone()),
        })
    }

    /// The value must fit the place.
    pub(super) fn write(&mut self, place: Place, value: &Value<V>) {
        let start = place.start as usize;
        match value {
            Value::Index(i) => self.index[start] = *i,
            Value::IndexVector(lanes) => self.index[start..start + lanes.len()].copy_from_slice(lanes),
            Value::Scalar(v) => self.data[start] = v.clone(),
            Value::Vector(lanes) => self.data[start..start + lanes.len()].clone_from_slice(lanes),
            Value::MemRef(m) => self.memrefs[start] = Some(m.clone()),
        }
    }
}

impl Place {
    pub(super) fn fits<V>(self, value: &Value<V>) -> bool {
        let lanes = self.lanes as usize;
        match value {
            Value::Index(_) => self.bank == Bank::Index && lanes == 1,
            Value::IndexVector(v) => self.bank == Bank::Index && lanes == v.len(),
            Value::Scalar(_) => self.bank == Bank::Data && lanes == 1,
            Value::Vector(v) => self.bank == Bank::Data && lanes == v.len(),
            Value::MemRef(_) => self.bank == Bank::MemRef,
        }
    }
}
