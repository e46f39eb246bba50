//! Operations on tensors as operations on memrefs, one after the other.

mod carried;
mod slices;
mod windows;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::attribute::Attribute;
use crate::ir::{Module, NewOp, OpId, OpName, Span, ValueId};
use crate::linalg::{named_operation, structured};
use crate::op::OpCode;
use crate::types::{Dim, Type};

use super::memory::{Origin, Place, Tensors, memref_type, operands_alike, overwritten_input};
use super::{NotBufferized, Outcome};

/// A function while its operations are rewritten.
pub struct Rewriter<'m> {
    module: &'m mut Module,
    tensors: Tensors,
    /// Tensors that may hold anything, with their extents that are not fixed.
    empty: FxHashMap<ValueId, Vec<ValueId>>,
    ops: Vec<OpId>,
    globals: Vec<OpId>,
    /// What the names of globals begin with.
    name: String,
}

impl<'m> Rewriter<'m> {
    pub fn new(module: &'m mut Module, tensors: Tensors, function: OpId) -> Rewriter<'m> {
        let name = module
            .op(function)
            .attribute("sym_name")
            .and_then(Attribute::as_str);
        Rewriter {
            name: format!("{}_constant", name.unwrap_or_default()),
            module,
            tensors,
            empty: FxHashMap::default(),
            ops: Vec::new(),
            globals: Vec::new(),
        }
    }

    /// The operations, the memory of their tensors, and the globals.
    pub fn finish(self) -> (Vec<OpId>, Tensors, Vec<OpId>) {
        (self.ops, self.tensors, self.globals)
    }

    /// Where the tensors are that the last operation returns, which returns the other values from then on.
    pub fn results(&mut self, end: OpId) -> Outcome<Vec<Place>> {
        let operands = self.module.op(end).operands.clone();
        let mut places = Vec::new();
        let mut others = SmallVec::new();
        for value in operands {
            match self.is_tensor(value) {
                true => places.push(self.place(value, end)?),
                false => others.push(value),
            }
        }
        self.module.op_mut(end).operands = others;
        Ok(places)
    }

    /// The operation with this number in its block.
    pub fn operation(&mut self, op: OpId, number: usize) -> Outcome<()> {
        if self.carries_tensors(op) {
            return self.carrying_loop(op, number);
        }
        self.elements_in_regions(op)?;
        let data = self.module.op(op);
        let has_tensors = data
            .operands
            .iter()
            .chain(&data.results)
            .any(|&v| self.is_tensor(v));
        if !has_tensors {
            self.ops.push(op);
            return Ok(());
        }
        match data.code() {
            Some(OpCode::TensorEmpty) => {
                let extents = data.operands.to_vec();
                self.empty.insert(data.results[0], extents);
                Ok(())
            }
            Some(OpCode::Constant) => self.constant(op),
            Some(OpCode::TensorDim) => self.renamed(op, OpCode::MemRefDim),
            Some(OpCode::TensorExtract) => self.renamed(op, OpCode::MemRefLoad),
            Some(OpCode::TensorCast) => self.view(op, OpCode::MemRefCast),
            Some(OpCode::TensorCollapseShape) => self.view(op, OpCode::MemRefCollapseShape),
            Some(OpCode::TensorExpandShape) => self.view(op, OpCode::MemRefExpandShape),
            Some(OpCode::TensorExtractSlice) => self.extract_slice(op),
            Some(OpCode::TensorInsert) => self.insert(op, number),
            Some(OpCode::TensorInsertSlice) => self.insert_slice(op, number),
            Some(OpCode::TensorConcat) => self.concat(op),
            Some(OpCode::TensorPad) => self.pad(op),
            Some(OpCode::LinalgSoftmax) => self.softmax(op, number),
            _ => self.structured(op, number),
        }
    }

    fn is_tensor(&self, value: ValueId) -> bool {
        self.tensors.places.contains_key(&value) || matches!(self.module.ty(value), Type::Tensor(_))
    }

    fn kept<T>(&self, op: OpId, reason: &str) -> Outcome<T> {
        let data = self.module.op(op);
        Err(NotBufferized {
            span: data.span,
            reason: format!("`{}` on tensors {reason}", data.name.as_str()),
        })
    }

    /// Reads elements of tensors in regions from their memory.
    fn elements_in_regions(&mut self, op: OpId) -> Outcome<()> {
        let mut inner = Vec::new();
        self.module.walk(op, &mut |other| inner.push(other));
        for other in inner.into_iter().skip(1) {
            let data = self.module.op(other);
            let takes = data
                .operands
                .iter()
                .chain(&data.results)
                .any(|&v| self.is_tensor(v));
            match data.code() {
                _ if !takes => {}
                Some(OpCode::TensorExtract) => self.rename(other, OpCode::MemRefLoad)?,
                Some(OpCode::TensorDim) => self.rename(other, OpCode::MemRefDim)?,
                _ => return self.kept(op, "with tensors in its region is not given memrefs"),
            }
        }
        Ok(())
    }

    fn renamed(&mut self, op: OpId, code: OpCode) -> Outcome<()> {
        self.rename(op, code)?;
        self.ops.push(op);
        Ok(())
    }

    /// Lets an operation on a tensor be one on its memref.
    fn rename(&mut self, op: OpId, code: OpCode) -> Outcome<()> {
        let Some(&source) = self.module.op(op).operands.first() else {
            return self.kept(op, "is not understood");
        };
        let memref = self.place(source, op)?.memref;
        let data = self.module.op_mut(op);
        data.name = OpName::Known(code);
        data.operands[0] = memref;
        Ok(())
    }

    /// Another view of the same memory.
    fn view(&mut self, op: OpId, code: OpCode) -> Outcome<()> {
        let result = self.module.op(op).results[0];
        let Some(ty) = memref_type(self.module.ty(result)) else {
            return self.kept(op, "gives a tensor without a rank");
        };
        let source = self.module.op(op).operands[0];
        let root = self.place(source, op)?.root;
        self.rename(op, code)?;
        self.module.value_mut(result).ty = ty;
        self.tensors.share(result, Place { memref: result, root });
        self.ops.push(op);
        Ok(())
    }

    /// The memory of a tensor; that of one that may hold anything is allocated here.
    fn place(&mut self, tensor: ValueId, op: OpId) -> Outcome<Place> {
        if let Some(&place) = self.tensors.places.get(&tensor) {
            return Ok(place);
        }
        let span = self.module.op(op).span;
        match self.allocate_like(tensor, span) {
            Some(memref) => {
                self.tensors.enter(tensor, memref, Origin::Allocated);
                Ok(self.tensors.places[&tensor])
            }
            None => self.kept(op, "takes a tensor whose memory is not known"),
        }
    }

    /// Memory of the extents of a tensor.
    fn allocate_like(&mut self, tensor: ValueId, span: Span) -> Option<ValueId> {
        let ty = match self.tensors.places.get(&tensor) {
            // The type of a view may have another layout.
            Some(place) => self.module.ty(place.memref).clone(),
            None => memref_type(self.module.ty(tensor))?,
        };
        let shape = ty.as_memref()?.shape.clone()?;
        let extents = match self.empty.get(&tensor) {
            Some(extents) => extents.clone(),
            None => {
                let memref = self.tensors.places.get(&tensor)?.memref;
                self.open_extents(memref, &shape, span)
            }
        };
        Some(self.allocate(shape, ty.element().clone(), extents, span))
    }

    /// The extents of a memref that a shape leaves open.
    fn open_extents(&mut self, memref: ValueId, shape: &[Dim], span: Span) -> Vec<ValueId> {
        let open = shape.iter().enumerate().filter(|(_, d)| d.fixed().is_none());
        open.map(|(d, _)| self.extent(memref, d, span)).collect()
    }

    fn allocate(&mut self, shape: Vec<Dim>, element: Type, extents: Vec<ValueId>, span: Span) -> ValueId {
        let segments = Attribute::i32_array(&[extents.len() as i64, 0]);
        let alloc = NewOp::new(OpCode::MemRefAlloc)
            .operands(extents)
            .attribute("operandSegmentSizes", segments)
            .result(Type::memref(shape, element));
        self.make(alloc, span)
    }

    fn extent(&mut self, memref: ValueId, dimension: usize, span: Span) -> ValueId {
        let number = self.index(dimension as i64, span);
        let dim = NewOp::new(OpCode::MemRefDim).operands([memref, number]);
        self.make(dim.result(Type::Index), span)
    }

    fn index(&mut self, value: i64, span: Span) -> ValueId {
        let new = NewOp::new(OpCode::Constant).attribute("value", Attribute::index(value));
        self.make(new.result(Type::Index), span)
    }

    fn make(&mut self, new: NewOp, span: Span) -> ValueId {
        let op = self.module.create(NewOp { span, ..new });
        self.ops.push(op);
        self.module.op(op).results[0]
    }

    fn push(&mut self, op: Option<OpId>, around: OpId) -> Outcome<()> {
        match op {
            Some(op) => {
                self.ops.push(op);
                Ok(())
            }
            None => self.kept(around, "is not understood"),
        }
    }

    /// A constant is a global that nobody writes.
    fn constant(&mut self, op: OpId) -> Outcome<()> {
        let data = self.module.op(op);
        let (span, result) = (data.span, data.results[0]);
        let value = data.attribute("value").cloned();
        let (Some(value @ Attribute::DenseElements(_)), Some(ty)) =
            (value, memref_type(self.module.ty(result)))
        else {
            return self.kept(op, "has elements that are not dense");
        };
        let name = self.unused_name();
        let global = self.module.create(NewOp {
            span,
            ..NewOp::constant_global(&name, ty.clone(), value)
        });
        self.globals.push(global);
        let get = NewOp::new(OpCode::MemRefGetGlobal).attribute("name", Attribute::symbol(&name));
        let memref = self.make(get.result(ty), span);
        self.tensors.enter(result, memref, Origin::Constant);
        Ok(())
    }

    /// A name that nothing in the module has.
    fn unused_name(&self) -> String {
        let tops = &self.module.block(self.module.body()).ops;
        let is_taken = |name: &str| {
            let mut symbols = tops.iter().chain(&self.globals).map(|&op| self.module.op(op));
            symbols.any(|op| op.attribute("sym_name").and_then(Attribute::as_str) == Some(name))
        };
        let numbered = |n: usize| format!("{}_{n}", self.name);
        let first = self.globals.len();
        let names = (first..first + tops.len() + 1).map(numbered);
        names
            .into_iter()
            .find(|name| !is_taken(name))
            .unwrap_or_else(|| numbered(first))
    }

    /// A structured operation writes to the memory of its outputs, or to copies of it.
    fn structured(&mut self, op: OpId, number: usize) -> Outcome<()> {
        let Some(nest) = structured(self.module, op) else {
            return self.kept(op, "is not given memrefs");
        };
        let Some(block) = self.module.single_block(op, 0) else {
            return self.kept(op, "has no body");
        };
        let mut operands = self.module.op(op).operands.clone();
        let results = self.module.op(op).results.clone();
        if results.len() != nest.outputs.len() {
            return self.kept(op, "has other outputs than results");
        }
        let arguments = self.module.block(block).arguments.clone();
        let mut used = rustc_hash::FxHashSet::default();
        for &inner in &self.module.block(block).ops {
            self.module.walk(inner, &mut |inner| {
                used.extend(self.module.op(inner).operands.iter().copied());
            });
        }
        let inputs = nest.inputs.len();
        for operand in &mut operands[..inputs] {
            if self.is_tensor(*operand) {
                *operand = self.place(*operand, op)?.memref;
            }
        }
        for (output, &result) in results.iter().enumerate() {
            let at = inputs + output;
            let is_read = arguments.get(at).is_some_and(|argument| used.contains(argument));
            let is_whole = nest.maps[at].is_permutation();
            let alike = operands_alike(op, self.module, &nest, output, &self.tensors);
            let is_kept = is_read || !is_whole;
            let dying = match is_kept || self.tensors.places.contains_key(&operands[at]) {
                true => None,
                false => overwritten_input(op, self.module, &nest, output, &self.tensors, number),
            };
            operands[at] = match dying {
                Some(place) => {
                    self.tensors.share(result, place);
                    place.memref
                }
                None => self.destination(op, operands[at], result, (number, alike), is_kept)?,
            };
        }
        self.in_memory(op, operands);
        Ok(())
    }

    fn softmax(&mut self, op: OpId, number: usize) -> Outcome<()> {
        let mut operands = self.module.op(op).operands.clone();
        let results = self.module.op(op).results.clone();
        let (&[input, output], &[result]) = (operands.as_slice(), results.as_slice()) else {
            return self.kept(op, "is not understood");
        };
        operands[0] = self.place(input, op)?.memref;
        operands[1] = self.destination(op, output, result, (number, 1), false)?;
        self.in_memory(op, operands);
        Ok(())
    }

    /// Lets an operation on tensors be one on these memrefs.
    fn in_memory(&mut self, op: OpId, operands: SmallVec<[ValueId; 3]>) {
        let data = self.module.op_mut(op);
        data.operands = operands;
        data.results.clear();
        self.ops.push(op);
    }

    /// The memref to which an operation writes a result that starts from a tensor: where that is, if no more than so many
    /// operands are there and nobody reads it later.
    fn destination(
        &mut self,
        op: OpId,
        tensor: ValueId,
        result: ValueId,
        (number, alike): (usize, usize),
        is_read: bool,
    ) -> Outcome<ValueId> {
        let place = self.tensors.places.get(&tensor).copied();
        if let Some(place) = place
            && self.tensors.may_overwrite(place, number, alike)
        {
            self.tensors.share(result, place);
            return Ok(place.memref);
        }
        let span = self.module.op(op).span;
        let Some(memref) = self.allocate_like(tensor, span) else {
            return self.kept(op, "writes to a tensor whose memory is not known");
        };
        if let Some(place) = place.filter(|_| is_read) {
            let copy = named_operation(self.module, OpCode::LinalgCopy, &[place.memref], memref, span);
            self.push(copy, op)?;
        }
        self.tensors.enter(result, memref, Origin::Allocated);
        Ok(memref)
    }
}
