//! From an order of products to operations.

use std::collections::BTreeSet;
use std::sync::Arc;

use egg::{Id, RecExpr};
use ovolo_lang::attribute::{Attribute, FloatValue};
use ovolo_lang::interpret::float;
use ovolo_lang::ir::{BlockId, Module, NewOp, OpId, Span, ValueId};
use ovolo_lang::linalg::named_operation;
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{Dim, FunctionType, MemRefType, TensorType, Type};

use super::{Chain, Storage, Term, product_of};

/// Takes the products of a chain of the module in another order. `None` where the order is not one of its factors, or
/// an operation cannot be made: the module is then of no use.
pub fn rewrite(module: &mut Module, chain: &Chain, order: &RecExpr<Term>) -> Option<()> {
    let block = module.op(chain.root).parent?;
    let span = module.op(chain.root).span;
    let mut writer = Writer {
        module,
        storage: chain.storage,
        element: &chain.element,
        span,
        ops: Vec::new(),
        buffers: Vec::new(),
    };
    let operands = writer.operands(&chain.factors, &chain.extents, order)?;
    let (before, buffers) = (writer.ops, writer.buffers);
    let mut behind = Vec::new();
    for buffer in buffers {
        behind.push(module.create(NewOp::new(OpCode::MemRefDealloc).operands([buffer])));
    }
    let root = module.op_mut(chain.root);
    root.operands[0] = operands[0];
    root.operands[1] = operands[1];
    let at = module.block(block).ops.iter().position(|&op| op == chain.root)?;
    for &op in before.iter().chain(&behind) {
        module.op_mut(op).parent = Some(block);
    }
    let ops = &mut module.block_mut(block).ops;
    ops.splice(at + 1..at + 1, behind);
    ops.splice(at..at, before);
    sweep(module, chain, block);
    Some(())
}

/// Erases the products of the old order, and what is only there for them.
fn sweep(module: &mut Module, chain: &Chain, block: BlockId) {
    let function = std::iter::successors(Some(chain.root), |&op| module.parent_op(op)).last();
    let mut erased: BTreeSet<OpId> = BTreeSet::new();
    if chain.storage == Storage::Memrefs {
        erased.extend(&chain.inner);
    }
    loop {
        let mut used: BTreeSet<ValueId> = BTreeSet::new();
        module.walk(function.unwrap_or(chain.root), &mut |op| {
            if !erased.contains(&op) {
                used.extend(module.op(op).operands.iter().copied());
            }
        });
        let is_unused = |op: &&OpId| {
            let results = &module.op(**op).results;
            !erased.contains(op) && !results.is_empty() && results.iter().all(|r| !used.contains(r))
        };
        let unused: Vec<OpId> = chain.inner.iter().filter(is_unused).copied().collect();
        if unused.is_empty() {
            break;
        }
        erased.extend(unused);
    }
    // What made a tensor of zeros may stand in another block.
    let blocks: BTreeSet<BlockId> = erased
        .iter()
        .filter_map(|&op| module.op(op).parent)
        .chain([block])
        .collect();
    for block in blocks {
        module.block_mut(block).ops.retain(|op| !erased.contains(op));
    }
}

/// The chain as a function by itself, `@chain(factors…, initial) -> last product`, with factors of these extents and of
/// integers of 64 bits, its products taken in this order. Integers are a ring, so two orders whose functions agree for all
/// integers are equal as sums of products.
pub fn replica(chain: &Chain, extents: &[i64], order: &RecExpr<Term>) -> Option<Module> {
    let ranks = chain.are_vectors.map(|is_vector| if is_vector { 1 } else { 2 });
    let last = chain.factors.len() - 1;
    let shape_of = |n: usize| match (n, ranks) {
        (0, [1, _]) => vec![extents[1]],
        (n, [_, 1]) if n == last => vec![extents[n]],
        (n, _) => vec![extents[n], extents[n + 1]],
    };
    let mut module = Module::new();
    let mut inputs: Vec<Type> = Vec::new();
    let firsts: Vec<usize> = (0..=last).filter(|&n| chain.numbers[n] as usize == n).collect();
    inputs.extend(firsts.iter().map(|&n| tensor(&shape_of(n), Type::I64)));
    let result = tensor(&result_shape(ranks, [extents[0], extents[last + 1]]), Type::I64);
    inputs.push(result.clone());
    let ty = FunctionType {
        inputs: inputs.clone(),
        results: vec![result],
    };
    let body = module.body();
    let function = NewOp::new(OpCode::Func)
        .attribute("sym_name", Attribute::string("chain"))
        .attribute("function_type", Attribute::Type(Type::Function(Arc::new(ty))));
    let function = module.append(body, function);
    let region = module.add_region(function);
    let block = module.add_block(region);
    let arguments: Vec<ValueId> = inputs
        .into_iter()
        .map(|ty| module.add_argument(block, ty, None))
        .collect();
    let value_of = |n: usize| {
        firsts
            .iter()
            .position(|&first| first == n)
            .map(|at| arguments[at])
    };
    let factors = chain.numbers.iter().map(|&number| value_of(number as usize));
    let factors = factors.collect::<Option<Vec<ValueId>>>()?;
    let mut writer = Writer {
        module: &mut module,
        storage: Storage::Tensors,
        element: &Type::I64,
        span: Span::default(),
        ops: Vec::new(),
        buffers: Vec::new(),
    };
    let operands = writer.operands(&factors, extents, order)?;
    let product = writer.product(operands, *arguments.last()?)?;
    let ops = writer.ops;
    for op in ops {
        module.attach(block, op);
    }
    module.append(block, NewOp::new(OpCode::Return).operands([product]));
    Some(module)
}

/// Operations that are made one after the other, which no block holds.
struct Writer<'m> {
    module: &'m mut Module,
    storage: Storage,
    element: &'m Type,
    span: Span,
    ops: Vec<OpId>,
    /// Memrefs that were allocated.
    buffers: Vec<ValueId>,
}

/// A part of the order that has been written.
#[derive(Clone, Copy)]
struct Part {
    value: ValueId,
    rank: usize,
    ends: [i64; 2],
}

impl Writer<'_> {
    /// Writes the products of an order but for the last, and returns the two operands of that.
    fn operands(
        &mut self,
        factors: &[ValueId],
        extents: &[i64],
        order: &RecExpr<Term>,
    ) -> Option<[ValueId; 2]> {
        let terms = order.as_ref();
        let (last, inner) = terms.split_last()?;
        let zero = self.zero()?;
        let mut parts: Vec<Part> = Vec::with_capacity(inner.len());
        for term in inner {
            let part = match term {
                Term::Factor(number) => {
                    let at = *number as usize;
                    let value = *factors.get(at)?;
                    Part {
                        value,
                        rank: rank(self.module.ty(value))?,
                        ends: [extents[at], extents[at + 1]],
                    }
                }
                Term::Product([a, b]) => {
                    self.intermediate(part_at(&parts, *a)?, part_at(&parts, *b)?, zero)?
                }
            };
            parts.push(part);
        }
        match last {
            Term::Product([a, b]) => Some([part_at(&parts, *a)?.value, part_at(&parts, *b)?.value]),
            Term::Factor(_) => None,
        }
    }

    /// A product that is computed into something of its own.
    fn intermediate(&mut self, a: Part, b: Part, zero: ValueId) -> Option<Part> {
        let ends = [a.ends[0], b.ends[1]];
        let shape = result_shape([a.rank, b.rank], ends);
        let target = match self.storage {
            Storage::Tensors => {
                let empty = NewOp::new(OpCode::TensorEmpty).result(tensor(&shape, self.element.clone()));
                let empty = self.make(empty)?;
                let fill = self.named(OpCode::LinalgFill, &[zero], empty)?;
                self.module.op(fill).results.first().copied()?
            }
            Storage::Memrefs => {
                let alloc = NewOp::new(OpCode::MemRefAlloc)
                    .attribute("operandSegmentSizes", Attribute::i32_array(&[0, 0]))
                    .result(memref(&shape, self.element.clone()));
                let buffer = self.make(alloc)?;
                self.named(OpCode::LinalgFill, &[zero], buffer)?;
                self.buffers.push(buffer);
                buffer
            }
        };
        let value = self.product([a.value, b.value], target)?;
        Some(Part {
            value,
            rank: shape.len(),
            ends,
        })
    }

    /// The product, accumulated into the target; its value where it is a tensor, else the target.
    fn product(&mut self, operands: [ValueId; 2], target: ValueId) -> Option<ValueId> {
        let ranks = [
            rank(self.module.ty(operands[0]))?,
            rank(self.module.ty(operands[1]))?,
        ];
        let op = self.named(product_of(ranks)?, &operands, target)?;
        Some(self.module.op(op).results.first().copied().unwrap_or(target))
    }

    fn zero(&mut self) -> Option<ValueId> {
        let value = match self.element {
            Type::Float(kind) => Attribute::Float(FloatValue {
                bits: float::encode(*kind, 0.0)?,
                kind: *kind,
            }),
            ty => Attribute::integer(0, ty.clone()),
        };
        let constant = NewOp::new(OpCode::Constant)
            .attribute("value", value)
            .result(self.element.clone());
        self.make(constant)
    }

    fn make(&mut self, new: NewOp) -> Option<ValueId> {
        let op = self.module.create(NewOp {
            span: self.span,
            ..new
        });
        self.ops.push(op);
        self.module.op(op).results.first().copied()
    }

    fn named(&mut self, code: OpCode, inputs: &[ValueId], output: ValueId) -> Option<OpId> {
        let op = named_operation(self.module, code, inputs, output, self.span)?;
        self.ops.push(op);
        Some(op)
    }
}

fn part_at(parts: &[Part], id: Id) -> Option<Part> {
    parts.get(usize::from(id)).copied()
}

fn rank(ty: &Type) -> Option<usize> {
    match ty {
        Type::MemRef(memref) => Some(memref.shape.as_ref()?.len()),
        Type::Tensor(tensor) => Some(tensor.shape.as_ref()?.len()),
        _ => None,
    }
}

/// The shape of the product of operands of these ranks. That of two vectors has none.
fn result_shape(ranks: [usize; 2], ends: [i64; 2]) -> Vec<i64> {
    let kept = ranks.into_iter().zip(ends).filter(|(rank, _)| *rank == 2);
    kept.map(|(_, extent)| extent).collect()
}

fn tensor(shape: &[i64], element: Type) -> Type {
    Type::Tensor(Arc::new(TensorType {
        shape: Some(shape.iter().map(|&n| Dim::Fixed(n)).collect()),
        element,
        encoding: None,
    }))
}

fn memref(shape: &[i64], element: Type) -> Type {
    Type::MemRef(Arc::new(MemRefType {
        shape: Some(shape.iter().map(|&n| Dim::Fixed(n)).collect()),
        element,
        layout: None,
        memory_space: None,
    }))
}
