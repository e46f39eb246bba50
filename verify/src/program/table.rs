//! A set of small values numbered in the order of their insertion.
//!
//! As `IndexSet`, but half its size: a validation holds millions of expressions.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

pub struct Table<T> {
    items: Vec<T>,
    /// Open addressing; a slot holds the number of an item plus one, or zero.
    slots: Vec<u32>,
}

impl<T: Hash + Eq + Copy> Table<T> {
    pub fn new() -> Table<T> {
        Table {
            items: Vec::new(),
            slots: vec![0; 1024],
        }
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn get(&self, number: u32) -> &T {
        &self.items[number as usize]
    }

    /// The number of an item, which is added if it is new.
    pub fn intern(&mut self, item: T) -> u32 {
        if self.items.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mut slot = self.first_slot(&item);
        loop {
            match self.slots[slot] {
                0 => break,
                found if self.items[found as usize - 1] == item => return found - 1,
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
        self.items.push(item);
        self.slots[slot] = self.items.len() as u32;
        self.items.len() as u32 - 1
    }

    fn first_slot(&self, item: &T) -> usize {
        FxBuildHasher.hash_one(item) as usize & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 2];
        for number in 0..self.items.len() {
            let mut slot = self.first_slot(&self.items[number]);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            self.slots[slot] = number as u32 + 1;
        }
    }
}
