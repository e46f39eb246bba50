//! Values that stand for others.

use ovolo_lang::ir::{Module, OpId, ValueId};
use rustc_hash::FxHashMap;

/// Values by those whose places they take.
#[derive(Default)]
pub struct Substitution(FxHashMap<ValueId, ValueId>);

impl Substitution {
    pub fn insert(&mut self, old: ValueId, new: ValueId) {
        if self.find(new) != old {
            self.0.insert(old, new);
        }
    }

    pub fn extend(&mut self, pairs: impl IntoIterator<Item = (ValueId, ValueId)>) {
        pairs.into_iter().for_each(|(old, new)| self.insert(old, new));
    }

    /// The value in the place of this one.
    pub fn find(&self, value: ValueId) -> ValueId {
        let mut value = value;
        while let Some(&other) = self.0.get(&value) {
            value = other;
        }
        value
    }

    /// Puts the values in their places among the operands of one operation.
    pub fn apply_to(&self, module: &mut Module, op: OpId) {
        for operand in &mut module.op_mut(op).operands {
            *operand = self.find(*operand);
        }
    }

    /// Puts the values in their places everywhere. Whether there were any.
    pub fn apply(&self, module: &mut Module) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let mut ops = Vec::new();
        module.walk(module.top(), &mut |op| ops.push(op));
        ops.into_iter().for_each(|op| self.apply_to(module, op));
        true
    }
}
