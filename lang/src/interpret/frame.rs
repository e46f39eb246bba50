//! The slots of one activation of a function.

use std::sync::Arc;

use super::mixed::Mixed;
use super::program::{Bank, Place};
use super::{MemRef, Reason, Tensor, Value};

/// Values by bank.
pub(super) struct Frame<V> {
    pub index: Vec<i64>,
    pub data: Vec<V>,
    pub memrefs: Vec<Option<MemRef>>,
    pub tensors: Vec<Option<Tensor<V>>>,
    pub functions: Vec<Option<Arc<str>>>,
}

/// What some slots hold, in the order of the slots.
pub(super) enum Held<V> {
    Index(Vec<i64>),
    Data(Vec<V>),
    MemRef(Vec<Option<MemRef>>),
    Tensor(Vec<Option<Tensor<V>>>),
    Function(Vec<Option<Arc<str>>>),
}

impl<V: Clone> Frame<V> {
    #[inline]
    pub(super) fn memref(&self, slot: u32) -> Result<&MemRef, Reason> {
        self.memrefs[slot as usize]
            .as_ref()
            .ok_or_else(|| Reason::Unsupported("a memref that is poison or was never defined".into()))
    }

    pub(super) fn tensor(&self, slot: u32) -> Result<&Tensor<V>, Reason> {
        self.tensors[slot as usize]
            .as_ref()
            .ok_or_else(|| Reason::Unsupported("a tensor that is poison or was never defined".into()))
    }

    pub(super) fn function(&self, slot: u32) -> Result<Arc<str>, Reason> {
        self.functions[slot as usize]
            .clone()
            .ok_or_else(|| Reason::Unsupported("a function that is poison or was never defined".into()))
    }

    /// One lane of a scalar or a vector.
    #[inline]
    pub(super) fn lane(&self, place: Place, lane: u32) -> Mixed<V> {
        let slot = (place.start + lane) as usize;
        match place.bank {
            Bank::Index => Mixed::Index(self.index[slot]),
            _ => Mixed::Data(self.data[slot].clone()),
        }
    }

    /// Sets one lane of a scalar or a vector.
    #[inline]
    pub(super) fn set_lane(&mut self, place: Place, lane: u32, value: Mixed<V>) -> Result<(), Reason> {
        let slot = (place.start + lane) as usize;
        match place.bank {
            Bank::Index => self.index[slot] = value.index()?,
            _ => self.data[slot] = value.data()?.clone(),
        }
        Ok(())
    }

    /// Copies one value to a place of the same type.
    pub(super) fn copy(&mut self, from: Place, to: Place) {
        self.copy_slots(from.bank, from.start, to.start, from.lanes);
    }

    pub(super) fn copy_slots(&mut self, bank: Bank, from: u32, to: u32, lanes: u32) {
        fn copy<T: Clone>(slots: &mut [T], from: usize, to: usize, lanes: usize) {
            (0..lanes).for_each(|i| slots[to + i] = slots[from + i].clone());
        }
        let (from, to, lanes) = (from as usize, to as usize, lanes as usize);
        match bank {
            Bank::Index => self.index.copy_within(from..from + lanes, to),
            Bank::Data => copy(&mut self.data, from, to, lanes),
            Bank::MemRef => copy(&mut self.memrefs, from, to, lanes),
            Bank::Tensor => copy(&mut self.tensors, from, to, lanes),
            Bank::Function => copy(&mut self.functions, from, to, lanes),
        }
    }

    /// What a place holds, to be put elsewhere when other places have changed.
    pub(super) fn held(&self, place: Place) -> Held<V> {
        let range = place.range();
        match place.bank {
            Bank::Index => Held::Index(self.index[range].to_vec()),
            Bank::Data => Held::Data(self.data[range].to_vec()),
            Bank::MemRef => Held::MemRef(self.memrefs[range].to_vec()),
            Bank::Tensor => Held::Tensor(self.tensors[range].to_vec()),
            Bank::Function => Held::Function(self.functions[range].to_vec()),
        }
    }

    pub(super) fn put(&mut self, place: Place, held: &Held<V>) {
        let range = place.range();
        match held {
            Held::Index(values) => self.index[range].copy_from_slice(values),
            Held::Data(values) => self.data[range].clone_from_slice(values),
            Held::MemRef(values) => self.memrefs[range].clone_from_slice(values),
            Held::Tensor(values) => self.tensors[range].clone_from_slice(values),
            Held::Function(values) => self.functions[range].clone_from_slice(values),
        }
    }

    pub(super) fn read(&self, place: Place, is_vector: bool) -> Option<Value<V>> {
        let range = place.range();
        Some(match place.bank {
            Bank::MemRef => Value::MemRef(self.memrefs[range.start].clone()?),
            Bank::Tensor => Value::Tensor(self.tensors[range.start].clone()?),
            Bank::Function => Value::Function(self.functions[range.start].clone()?),
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
            Value::Tensor(t) => self.tensors[start] = Some(t.clone()),
            Value::Function(name) => self.functions[start] = Some(name.clone()),
        }
    }
}

impl Place {
    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.lanes) as usize
    }

    pub(super) fn fits<V>(self, value: &Value<V>) -> bool {
        let lanes = self.lanes as usize;
        match value {
            Value::Index(_) => self.bank == Bank::Index && lanes == 1,
            Value::IndexVector(v) => self.bank == Bank::Index && lanes == v.len(),
            Value::Scalar(_) => self.bank == Bank::Data && lanes == 1,
            Value::Vector(v) => self.bank == Bank::Data && lanes == v.len(),
            Value::MemRef(_) => self.bank == Bank::MemRef,
            Value::Tensor(_) => self.bank == Bank::Tensor,
            Value::Function(_) => self.bank == Bank::Function,
        }
    }
}
