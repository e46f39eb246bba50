//! Calls of functions of tensors, replaced by what they call.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::attribute::Attribute;
use crate::clone::Mapping;
use crate::ir::{BlockId, Module, OpId};

use super::{has_tensors, is_named};

/// The longest a function grows by calls that are replaced, in operations; that of whole networks is a few thousand.
const MOST_OPERATIONS: usize = 100_000;

/// The longest chain of calls that is followed.
const MOST_CALLS: usize = 100;

/// Replaces calls of functions of tensors by what they call, and removes private functions that nothing calls any more. A call
/// stays where the function has several blocks, calls itself, or is too long.
pub fn inline_calls(module: &mut Module) {
    let functions: Vec<OpId> = module.functions().filter(|&f| has_tensors(module, f)).collect();
    let mut inliner = Inliner {
        module,
        is_done: FxHashMap::default(),
        inlined: FxHashSet::default(),
    };
    for &function in &functions {
        inliner.function(function, 0);
    }
    let inlined = inliner.inlined;
    for function in functions.into_iter().filter(|f| inlined.contains(f)) {
        let visibility = module.op(function).attribute("sym_visibility");
        let is_private = visibility.and_then(Attribute::as_str) == Some("private");
        if is_private && !is_named(module, function) {
            let body = module.body();
            module.block_mut(body).ops.retain(|op| *op != function);
            module.op_mut(function).parent = None;
        }
    }
}

struct Inliner<'m> {
    module: &'m mut Module,
    /// Whether all calls in a function are replaced, or those are being replaced.
    is_done: FxHashMap<OpId, bool>,
    inlined: FxHashSet<OpId>,
}

impl Inliner<'_> {
    /// Replaces calls in a function, those in the functions that it calls first.
    fn function(&mut self, function: OpId, depth: usize) {
        if depth > MOST_CALLS || self.is_done.contains_key(&function) {
            return;
        }
        self.is_done.insert(function, false);
        let (mut blocks, mut length) = (Vec::new(), 0);
        let mut callees = Vec::new();
        self.module.walk(function, &mut |op| {
            length += 1;
            let callee = self.module.callee(op).filter(|&f| has_tensors(self.module, f));
            let Some(callee) = callee else { return };
            callees.push(callee);
            blocks.extend(self.module.op(op).parent.filter(|b| !blocks.contains(b)));
        });
        callees
            .iter()
            .for_each(|&callee| self.function(callee, depth + 1));
        for block in blocks {
            self.block(block, &mut length);
        }
        self.is_done.insert(function, true);
    }

    fn block(&mut self, block: BlockId, length: &mut usize) {
        let module = &mut *self.module;
        let mut mapping = Mapping::default();
        for op in std::mem::take(&mut module.block_mut(block).ops) {
            let callee = module.callee(op).filter(|f| self.is_done.get(f) == Some(&true));
            if let Some(callee) = callee {
                let mut added = 0;
                module.walk(callee, &mut |_| added += 1);
                if *length + added <= MOST_OPERATIONS && module.inline_call(op, block, &mut mapping) {
                    module.op_mut(op).parent = None;
                    *length += added;
                    self.inlined.insert(callee);
                    continue;
                }
            }
            module.replace_uses(op, &mapping);
            module.attach(block, op);
        }
    }
}
