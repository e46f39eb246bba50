//! Which memory each tensor is in, and whether it may be overwritten.

use rustc_hash::FxHashMap;

use crate::ir::{BlockId, Module, NewOp, OpId, Span, ValueId};
use crate::linalg::{Iteration, Structured};
use crate::op::OpCode;
use crate::types::Type;

/// The type of the memref of a tensor; `None` where it has no rank or an encoding.
pub fn memref_type(ty: &Type) -> Option<Type> {
    match ty {
        Type::Tensor(tensor) if tensor.encoding.is_none() => {
            Some(Type::memref(tensor.shape.clone()?, tensor.element.clone()))
        }
        _ => None,
    }
}

/// The number of a piece of memory.
pub type Root = usize;

/// Where memory comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Argument { is_writable: bool },
    Allocated,
    Constant,
}

/// A piece of memory, and the tensors that are or were in it.
#[derive(Clone, Debug)]
pub struct Memory {
    pub origin: Origin,
    pub memref: ValueId,
    pub tensors: Vec<ValueId>,
}

/// The memory of a tensor.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The memory as the tensor has it: itself, or a view of it.
    pub memref: ValueId,
    pub root: Root,
}

/// The tensors of a block, in whose order its operations run.
pub struct Tensors {
    pub memories: Vec<Memory>,
    pub places: FxHashMap<ValueId, Place>,
    /// For each value the operations of the block in which it is used, themselves or in their regions.
    uses: FxHashMap<ValueId, Vec<usize>>,
}

impl Tensors {
    pub fn of(module: &Module, block: BlockId) -> Tensors {
        let mut uses: FxHashMap<ValueId, Vec<usize>> = FxHashMap::default();
        for (number, &op) in module.block(block).ops.iter().enumerate() {
            module.walk(op, &mut |inner| {
                for operand in &module.op(inner).operands {
                    uses.entry(*operand).or_default().push(number);
                }
            });
        }
        Tensors {
            memories: Vec::new(),
            places: FxHashMap::default(),
            uses,
        }
    }

    /// Notes memory that a tensor is in.
    pub fn enter(&mut self, tensor: ValueId, memref: ValueId, origin: Origin) {
        let root = self.memories.len();
        self.memories.push(Memory {
            origin,
            memref,
            tensors: vec![tensor],
        });
        self.places.insert(tensor, Place { memref, root });
    }

    /// Notes that a tensor is in memory that others are in.
    pub fn share(&mut self, tensor: ValueId, place: Place) {
        self.memories[place.root].tensors.push(tensor);
        self.places.insert(tensor, place);
    }

    /// Whether the operation of this number may write over what a tensor is in: nobody reads that later, and the operation
    /// itself reads it once, as its output.
    pub fn may_overwrite(&self, place: Place, number: usize, reads_allowed: usize) -> bool {
        let memory = &self.memories[place.root];
        if !matches!(
            memory.origin,
            Origin::Allocated | Origin::Argument { is_writable: true }
        ) {
            return false;
        }
        let uses = memory.tensors.iter().filter_map(|tensor| self.uses.get(tensor));
        let uses: Vec<usize> = uses.flatten().copied().collect();
        uses.iter().all(|&at| at <= number)
            && uses.iter().filter(|&&at| at == number).count() <= reads_allowed
    }
}

/// The place of an input that nobody reads later, and over which an operation may write what it computes of it: element by element,
/// to memory of the same type that the function allocated.
pub fn overwritten_input(
    op: OpId,
    module: &Module,
    nest: &Structured,
    output: usize,
    tensors: &Tensors,
    number: usize,
) -> Option<Place> {
    let operands = &module.op(op).operands;
    let map = &nest.maps[nest.inputs.len() + output];
    let is_pointwise = map.is_permutation() && nest.iterations.iter().all(|i| *i == Iteration::Parallel);
    let wanted = memref_type(module.ty(*module.op(op).results.get(output)?))?;
    if !is_pointwise || nest.outputs.len() > 1 {
        return None;
    }
    let place = |n: usize| tensors.places.get(&operands[n]).copied();
    let inputs = 0..nest.inputs.len();
    inputs.clone().filter_map(place).find(|found| {
        let own = inputs
            .clone()
            .filter(|&n| place(n).is_some_and(|other| other.root == found.root));
        let is_alike =
            |n: usize| nest.maps[n] == *map && place(n).is_some_and(|other| other.memref == found.memref);
        *module.ty(found.memref) == wanted
            && tensors.memories[found.root].origin == Origin::Allocated
            && own.clone().all(is_alike)
            && tensors.may_overwrite(*found, number, own.count())
    })
}

/// How many operands of an operation may be in the memory of its output number `output` while it is written: those that read
/// in every iteration the element that is written there.
pub fn operands_alike(
    op: OpId,
    module: &Module,
    nest: &Structured,
    output: usize,
    tensors: &Tensors,
) -> usize {
    let operands = &module.op(op).operands;
    let at = nest.inputs.len() + output;
    let map = &nest.maps[at];
    let memref = tensors.places.get(&operands[at]).map(|place| place.memref);
    let is_pointwise = map.is_permutation() && nest.iterations.iter().all(|i| *i == Iteration::Parallel);
    let is_alike = |number: usize| {
        let place = tensors.places.get(&operands[number]);
        is_pointwise && nest.maps[number] == *map && place.map(|p| p.memref) == memref
    };
    1 + (0..nest.inputs.len()).filter(|&number| is_alike(number)).count()
}

/// Operations with what they allocate freed after its last use, but for what is handed out.
pub fn with_memory_freed(
    module: &mut Module,
    ops: Vec<OpId>,
    tensors: &Tensors,
    handed: &FxHashMap<ValueId, ValueId>,
    span: Span,
) -> Vec<OpId> {
    let mut last_use: FxHashMap<ValueId, usize> = FxHashMap::default();
    for (number, &op) in ops.iter().enumerate() {
        module.walk(op, &mut |inner| {
            let data = module.op(inner);
            let touched = data.operands.iter().chain(&data.results);
            last_use.extend(touched.map(|&value| (value, number)));
        });
    }
    let mut last = vec![0; tensors.memories.len()];
    for place in tensors.places.values() {
        let memref = tensors.memories[place.root].memref;
        let uses = [place.memref, memref]
            .into_iter()
            .filter_map(|v| last_use.get(&v));
        last[place.root] = uses.copied().fold(last[place.root], usize::max);
    }
    let mut freed: Vec<Vec<ValueId>> = vec![Vec::new(); ops.len()];
    for (memory, &last) in tensors.memories.iter().zip(&last) {
        if memory.origin == Origin::Allocated && !handed.contains_key(&memory.memref) {
            freed[last].push(memory.memref);
        }
    }
    let mut all = Vec::new();
    for (op, freed) in ops.into_iter().zip(freed) {
        all.push(op);
        for memref in freed {
            let free = NewOp::new(OpCode::MemRefDealloc).operands([memref]);
            all.push(module.create(NewOp { span, ..free }));
        }
    }
    all
}
