//! From a product of parts to an operation.

use std::sync::Arc;

use egg::RecExpr;
use ovolo_lang::affine::{AffineExpr, AffineMap};
use ovolo_lang::algebra::FastMath;
use ovolo_lang::attribute::{Attribute, FloatValue, NamedAttribute};
use ovolo_lang::interpret::float;
use ovolo_lang::ir::{Module, NewOp, OpId, OpName, Span, ValueId};
use ovolo_lang::linalg::{Body, Iteration, Source, Step, definition, generic_operation, named_operation};
use ovolo_lang::op::{OpCode, fast_math_attribute};
use ovolo_lang::types::{Dim, MemRefType, TensorType, Type};

use super::{Chain, Extents, Slot, Storage, Term};

/// Operations that are made one after the other, which no block holds.
pub struct Writer<'m> {
    pub module: &'m mut Module,
    pub storage: Storage,
    pub element: &'m Type,
    pub flags: FastMath,
    pub extents: &'m Extents,
    pub span: Span,
    pub ops: Vec<OpId>,
    /// Memrefs that were allocated.
    pub buffers: Vec<ValueId>,
}

/// A part of the order that has been written.
#[derive(Clone, Debug)]
pub struct Part {
    pub value: ValueId,
    pub slots: Vec<Slot>,
    /// The factors between which it begins and ends.
    pub ends: [usize; 2],
}

/// The named products, of which the first is taken that is laid out as its operands are.
const NAMED: [OpCode; 11] = [
    OpCode::LinalgMatmul,
    OpCode::LinalgMatvec,
    OpCode::LinalgVecmat,
    OpCode::LinalgDot,
    OpCode::LinalgMatmulTransposeA,
    OpCode::LinalgMatmulTransposeB,
    OpCode::LinalgBatchMatmul,
    OpCode::LinalgBatchMatvec,
    OpCode::LinalgBatchVecmat,
    OpCode::LinalgBatchMatmulTransposeA,
    OpCode::LinalgBatchMatmulTransposeB,
];

impl Writer<'_> {
    /// Writes an order, its last product accumulated into the target that is laid out as the chain says, and returns
    /// that operation.
    pub fn order(
        &mut self,
        chain: &Chain,
        values: &[ValueId],
        order: &RecExpr<Term>,
        target: ValueId,
    ) -> Option<OpId> {
        let (last, inner) = order.as_ref().split_last()?;
        let zero = self.zero()?;
        let mut parts: Vec<Part> = Vec::with_capacity(inner.len());
        for term in inner {
            let part = match term {
                Term::Factor(number) => {
                    let at = *number as usize;
                    Part {
                        value: *values.get(at)?,
                        slots: chain.factors.get(at)?.slots.clone(),
                        ends: [at, at + 1],
                    }
                }
                Term::Product([a, b]) => {
                    let operands = [a, b].map(|id| &parts[usize::from(*id)]);
                    self.intermediate(operands, zero)?
                }
            };
            parts.push(part);
        }
        match last {
            Term::Product([a, b]) => {
                let operands = [a, b].map(|id| &parts[usize::from(*id)]);
                self.product(operands, target, &chain.result)
            }
            Term::Factor(_) => None,
        }
    }

    /// A product that is computed into something of its own.
    fn intermediate(&mut self, [a, b]: [&Part; 2], zero: ValueId) -> Option<Part> {
        let ends = [a.ends[0], b.ends[1]];
        let slots = self.extents.plain(ends);
        let shape = self.extents.shape(&slots, ends)?;
        let target = match self.storage {
            Storage::Tensors => {
                let empty = NewOp::new(OpCode::TensorEmpty).result(tensor(&shape, self.element.clone()));
                let empty = self.make(empty)?;
                let fill = named_operation(self.module, OpCode::LinalgFill, &[zero], empty, self.span)?;
                self.ops.push(fill);
                self.module.op(fill).results.first().copied()?
            }
            Storage::Memrefs => {
                let alloc = NewOp::new(OpCode::MemRefAlloc)
                    .attribute("operandSegmentSizes", Attribute::i32_array(&[0, 0]))
                    .result(memref(&shape, self.element.clone()));
                let buffer = self.make(alloc)?;
                let fill = named_operation(self.module, OpCode::LinalgFill, &[zero], buffer, self.span)?;
                self.ops.push(fill);
                self.buffers.push(buffer);
                buffer
            }
        };
        let op = self.product([a, b], target, &slots)?;
        let value = self.module.op(op).results.first().copied().unwrap_or(target);
        Some(Part { value, slots, ends })
    }

    /// The product, accumulated into the target.
    fn product(&mut self, [a, b]: [&Part; 2], target: ValueId, slots: &[Slot]) -> Option<OpId> {
        let mut loops = Loops::default();
        let result = loops.of(slots, [Side::Rows, Side::Columns]);
        let left = loops.of(&a.slots, [Side::Rows, Side::Inner]);
        let right = loops.of(&b.slots, [Side::Inner, Side::Columns]);
        let op = self
            .named([(a.value, &left), (b.value, &right)], target, &result)
            .or_else(|| self.generic([a.value, b.value], target, [left, right, result], loops.0.len()))?;
        self.ops.push(op);
        Some(op)
    }

    /// A product that has a name: one without flags, of more than bits, which the named ones add and multiply otherwise.
    fn named(
        &mut self,
        [a, b]: [(ValueId, &Vec<usize>); 2],
        target: ValueId,
        result: &Vec<usize>,
    ) -> Option<OpId> {
        let is_bit = matches!(self.element, Type::Integer(ty) if ty.width <= 1);
        if self.flags != FastMath::NONE || is_bit {
            return None;
        }
        let fits = |code: &OpCode, loops: [&Vec<usize>; 3]| is_laid_out_as(*code, loops);
        let pairs = NAMED.iter().flat_map(|code| [(code, [a, b]), (code, [b, a])]);
        let mut fitting = pairs.filter(|(code, [x, y])| fits(code, [x.1, y.1, result]));
        let (code, [x, y]) = fitting.next()?;
        named_operation(self.module, *code, &[x.0, y.0], target, self.span)
    }

    fn generic(
        &mut self,
        inputs: [ValueId; 2],
        target: ValueId,
        operands: [Vec<usize>; 3],
        loops: usize,
    ) -> Option<OpId> {
        let iteration = |n: usize| match operands[2].contains(&n) {
            true => Iteration::Parallel,
            false => Iteration::Reduction,
        };
        let iterations: Vec<Iteration> = (0..loops).map(iteration).collect();
        let maps = operands.map(|dims| {
            let dims = dims.into_iter().map(|dim| AffineExpr::Dim(dim as u32));
            AffineMap::new(loops as u32, 0, dims.collect())
        });
        let body = self.body();
        generic_operation(self.module, &inputs, target, &maps, &iterations, body, self.span)
    }

    /// `accumulated + a * b`.
    fn body(&self) -> Body {
        let [mul, add] = match self.element {
            Type::Float(_) => [OpCode::MulF, OpCode::AddF],
            _ => [OpCode::MulI, OpCode::AddI],
        };
        let flags: Vec<NamedAttribute> = fast_math_attribute(self.flags)
            .map(|flags| ("fastmath".into(), flags))
            .into_iter()
            .collect();
        let step = |code: OpCode, operands: [Source; 2]| Step {
            name: OpName::Known(code),
            operands: operands.into_iter().collect(),
            attributes: flags.clone(),
            result: self.element.clone(),
        };
        Body {
            arguments: vec![self.element.clone(); 3],
            steps: vec![
                step(mul, [Source::Argument(0), Source::Argument(1)]),
                step(add, [Source::Argument(2), Source::Step(0)]),
            ],
            yields: vec![Source::Step(1)],
        }
    }

    fn zero(&mut self) -> Option<ValueId> {
        let value = match self.element {
            Type::Float(kind) => Attribute::Float(FloatValue {
                bits: float::encode(*kind, 0.0)?,
                kind: *kind,
            }),
            Type::Integer(ty) if ty.width == 1 => Attribute::Bool(false),
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
}

/// What a loop of one product walks through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Batch,
    Rows,
    Columns,
    Inner,
}

/// The loops of a product, in the order in which they are met.
#[derive(Debug, Default)]
struct Loops(Vec<(Side, usize)>);

impl Loops {
    /// The loop of each dimension of an operand whose rows and columns are these sides of the product.
    fn of(&mut self, slots: &[Slot], [rows, columns]: [Side; 2]) -> Vec<usize> {
        let side = |slot: &Slot| match *slot {
            Slot::Batch(n) => (Side::Batch, n),
            Slot::Left(n) => (rows, n),
            Slot::Right(n) => (columns, n),
        };
        slots.iter().map(|slot| self.number(side(slot))).collect()
    }

    fn number(&mut self, of: (Side, usize)) -> usize {
        match self.0.iter().position(|known| *known == of) {
            Some(number) => number,
            None => {
                self.0.push(of);
                self.0.len() - 1
            }
        }
    }
}

/// Whether a named operation subscripts its operands by these loops, each of its own being one of them.
fn is_laid_out_as(code: OpCode, loops: [&Vec<usize>; 3]) -> bool {
    let Some(definition) = definition(code).filter(|d| d.operands.len() == loops.len()) else {
        return false;
    };
    let mut pairs: Vec<(u32, usize)> = Vec::new();
    for (operand, loops) in definition.operands.iter().zip(loops) {
        let Some(map) = operand
            .subscripts
            .as_ref()
            .filter(|map| map.results.len() == loops.len())
        else {
            return false;
        };
        for (subscript, &number) in map.results.iter().zip(loops) {
            let AffineExpr::Dim(own) = subscript else {
                return false;
            };
            pairs.push((*own, number));
        }
    }
    let agree = |a: &(u32, usize), b: &(u32, usize)| (a.0 == b.0) == (a.1 == b.1);
    pairs.iter().all(|a| pairs.iter().all(|b| agree(a, b)))
}

pub fn tensor(shape: &[i64], element: Type) -> Type {
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
