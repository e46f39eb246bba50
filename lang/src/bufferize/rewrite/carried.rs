//! Loops that carry tensors: each is in one piece of memory, which every iteration writes over.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::bufferize::Outcome;
use crate::bufferize::memory::{Origin, Place, Tensors, memref_type, with_memory_freed};
use crate::ir::{BlockId, OpId, ValueId};
use crate::linalg::named_operation;
use crate::op::OpCode;

use super::Rewriter;

impl Rewriter<'_> {
    /// Whether an operation is a loop that hands tensors on from one iteration to the next.
    pub(super) fn carries_tensors(&self, op: OpId) -> bool {
        let data = self.module.op(op);
        data.code() == Some(OpCode::ScfFor) && data.operands.iter().skip(3).any(|&v| self.is_tensor(v))
    }

    /// The loop starts from memory that holds the tensors, or copies of them, and ends each iteration with what it yields there.
    pub(super) fn carrying_loop(&mut self, op: OpId, number: usize) -> Outcome<()> {
        let data = self.module.op(op);
        let (inits, results) = (data.operands[3..].to_vec(), data.results.clone());
        let Some(block) = self.module.single_block(op, 0) else {
            return self.kept(op, "has no body");
        };
        let carried = self.module.block(block).arguments[1..].to_vec();
        if !inits.iter().all(|&v| self.is_tensor(v))
            || carried.len() != inits.len()
            || results.len() != inits.len()
        {
            return self.kept(op, "that carries other values, too, is not given memrefs");
        }
        let mut homes = Vec::new();
        for (&init, &result) in inits.iter().zip(&results) {
            self.destination(op, init, result, (number, 1), true)?;
            let home = self.tensors.places[&result];
            if memref_type(self.module.ty(result)).as_ref() != Some(self.module.ty(home.memref)) {
                return self.kept(op, "that carries views is not given memrefs");
            }
            homes.push(home);
        }
        let tensors = self.inside(block, &carried, &homes);
        let mut inner = Rewriter {
            module: self.module,
            tensors,
            empty: self.empty.clone(),
            ops: Vec::new(),
            globals: std::mem::take(&mut self.globals),
            name: self.name.clone(),
        };
        let end = inner.iteration(block, &homes)?;
        let (ops, tensors, globals) = inner.finish();
        self.globals = globals;
        let span = self.module.op(op).span;
        let ops = with_memory_freed(self.module, ops, &tensors, &FxHashMap::default(), span);
        for op in ops.into_iter().chain([end]) {
            self.module.attach(block, op);
        }
        self.module.op_mut(end).operands.clear();
        self.module.block_mut(block).arguments.truncate(1);
        let bounds: SmallVec<[ValueId; 3]> = self.module.op(op).operands[..3].into();
        self.in_memory(op, bounds);
        Ok(())
    }

    /// The tensors of an iteration: of those around, it may write over those that are carried alone.
    fn inside(&self, block: BlockId, carried: &[ValueId], homes: &[Place]) -> Tensors {
        let mut tensors = Tensors::of(self.module, block);
        tensors.memories = self.tensors.memories.clone();
        tensors.places = self.tensors.places.clone();
        for memory in &mut tensors.memories {
            memory.origin = Origin::Constant;
        }
        for (&tensor, &home) in carried.iter().zip(homes) {
            let memory = &mut tensors.memories[home.root];
            memory.origin = Origin::Argument { is_writable: true };
            memory.tensors = vec![tensor];
            tensors.places.insert(tensor, home);
        }
        tensors
    }

    /// Rewrites the operations of an iteration, and copies what it yields to where that is carried; answers with its last operation.
    fn iteration(&mut self, block: BlockId, homes: &[Place]) -> Outcome<OpId> {
        let ops = std::mem::take(&mut self.module.block_mut(block).ops);
        let Some((&end, ops)) = ops.split_last() else {
            let op = self.module.block_parent_op(block);
            return self.kept(op.unwrap_or(self.module.top()), "has no end");
        };
        for (number, &op) in ops.iter().enumerate() {
            self.operation(op, number)?;
        }
        let yielded = self.module.op(end).operands.clone();
        let mut places = Vec::new();
        for value in yielded {
            places.push(self.place(value, end)?);
        }
        let span = self.module.op(end).span;
        let is_moved = |place: &Place, home: &Place| place.memref != home.memref;
        let written: Vec<usize> = places
            .iter()
            .zip(homes)
            .filter(|(place, home)| is_moved(place, home))
            .map(|(_, home)| home.root)
            .collect();
        // What lies where another is copied to is read before.
        let mut sources = Vec::new();
        for (place, home) in places.iter().zip(homes) {
            let mut source = place.memref;
            if is_moved(place, home) && written.contains(&place.root) {
                let shape = self
                    .module
                    .ty(home.memref)
                    .as_memref()
                    .and_then(|m| m.shape.clone());
                let element = self.module.ty(home.memref).element().clone();
                let extents = self.open_extents(source, shape.as_deref().unwrap_or_default(), span);
                source = self.allocate(shape.unwrap_or_default(), element, extents, span);
                self.tensors.enter(source, source, Origin::Allocated);
                let copy = named_operation(self.module, OpCode::LinalgCopy, &[place.memref], source, span);
                self.push(copy, end)?;
            }
            sources.push(source);
        }
        for (source, home) in sources.into_iter().zip(homes) {
            if source != home.memref {
                let copy = named_operation(self.module, OpCode::LinalgCopy, &[source], home.memref, span);
                self.push(copy, end)?;
            }
        }
        Ok(end)
    }
}
