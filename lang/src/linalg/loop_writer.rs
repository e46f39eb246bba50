//! Loops, and the accesses in them, of `affine` or of `scf`.

use crate::affine::{AffineExpr, AffineMap, AffineOp, dim, symbol};
use crate::attribute::Attribute;
use crate::extents;
use crate::ir::{BlockId, Module, NewOp, OpId, Span, ValueDef, ValueId};
use crate::op::OpCode;
use crate::types::Type;

/// How often a loop runs.
#[derive(Clone, Copy, Debug)]
pub enum Extent {
    Fixed(i64),
    /// As often as a memref is long in a dimension.
    Of {
        memref: ValueId,
        dimension: usize,
        /// Whether that may bound an `affine.for` at the place of the loop.
        is_symbol: bool,
    },
    /// As often as a value says, and whether that may bound an `affine.for`.
    Given {
        value: ValueId,
        is_symbol: bool,
    },
}

impl Extent {
    /// The extent of a dimension of a memref, for loops in a block.
    pub fn of(module: &Module, memref: ValueId, dimension: usize, block: BlockId) -> Option<Extent> {
        let is_symbol = |value| block_of(module, value).is_some_and(|block| is_top(module, block));
        let known = match extents::extent(module, memref, dimension)? {
            // What is made at the top has a name for its extent there.
            extents::Extent::Given(_) if is_symbol(memref) => extents::Extent::Of(memref, dimension),
            known => known,
        };
        Some(match known {
            extents::Extent::Fixed(extent) => Extent::Fixed(extent),
            extents::Extent::Given(value) => Extent::Given {
                value,
                is_symbol: is_symbol(value),
            },
            extents::Extent::Of(memref, dimension) => Extent::Of {
                memref,
                dimension,
                is_symbol: is_top(module, block) || is_symbol(memref),
            },
        })
    }

    /// Greater the less is known of it.
    pub fn uncertainty(&self) -> u32 {
        match self {
            Extent::Fixed(_) => 0,
            Extent::Of { is_symbol: true, .. } | Extent::Given { is_symbol: true, .. } => 1,
            Extent::Of { .. } | Extent::Given { .. } => 2,
        }
    }
}

fn block_of(module: &Module, value: ValueId) -> Option<BlockId> {
    match module.value(value).def {
        ValueDef::Argument { block, .. } => Some(block),
        ValueDef::Result { op, .. } => module.op(op).parent,
    }
}

/// Whether what a block defines is at the top of a function.
fn is_top(module: &Module, block: BlockId) -> bool {
    let around = module.block_parent_op(block);
    around.is_some_and(|op| module.op(op).code() == Some(OpCode::Func))
}

/// Writes what takes the place of an operation.
pub struct LoopWriter<'m> {
    pub module: &'m mut Module,
    /// What is made, in a block of no region.
    top: BlockId,
    /// In the place of which.
    op: OpId,
    /// What is made elsewhere.
    elsewhere: Vec<OpId>,
    span: Span,
    is_affine: bool,
}

impl<'m> LoopWriter<'m> {
    /// In the place of an operation, for loops of these extents.
    pub fn new(module: &'m mut Module, op: OpId, extents: &[Extent]) -> LoopWriter<'m> {
        LoopWriter {
            span: module.op(op).span,
            top: module.new_block(),
            op,
            elsewhere: Vec::new(),
            is_affine: extents.iter().all(|extent| extent.uncertainty() < 2),
            module,
        }
    }

    /// The block in which the operation stood.
    pub fn top(&self) -> BlockId {
        self.top
    }

    /// The operations that were made: those that are held by no block, and go to the place of the operation, and extents that
    /// stand where memrefs are made.
    pub fn finish(self) -> Vec<OpId> {
        let ops = std::mem::take(&mut self.module.block_mut(self.top).ops);
        for &op in &ops {
            self.module.op_mut(op).parent = None;
        }
        self.elsewhere.into_iter().chain(ops).collect()
    }

    /// A loop that is still to be written; what it is bounded by is.
    pub fn bounded(&mut self, name: String, extent: Extent) -> Loop {
        let bound = self.bound(extent);
        Loop { name, bound }
    }

    /// A nest of loops that carry nothing: the block inside, which is to be ended, and the induction variables.
    pub fn nest(&mut self, around: BlockId, loops: &[Loop]) -> (BlockId, Vec<ValueId>) {
        let mut inside = around;
        let mut ivs = Vec::with_capacity(loops.len());
        for (number, head) in loops.iter().enumerate() {
            let made = self.carrying(inside, head, &[]);
            if number > 0 {
                self.end(inside);
            }
            inside = made.inside;
            ivs.push(made.iv);
        }
        (inside, ivs)
    }

    /// Ends the body of a loop that carries nothing.
    pub fn end(&mut self, inside: BlockId) {
        if inside != self.top {
            self.end_with(inside, &[]);
        }
    }

    /// Ends the body of a loop that hands on values.
    pub fn end_with(&mut self, inside: BlockId, values: &[ValueId]) {
        let code = match self.is_affine {
            true => OpCode::AffineYield,
            false => OpCode::ScfYield,
        };
        let end = NewOp::new(code).operands(values.iter().copied());
        self.append(inside, end);
    }

    pub fn load(&mut self, block: BlockId, memref: ValueId, map: &AffineMap, ivs: &[ValueId]) -> ValueId {
        let element = self.module.ty(memref).element().clone();
        let new = self.access(
            block,
            &[memref],
            [OpCode::AffineLoad, OpCode::MemRefLoad],
            map,
            ivs,
        );
        self.append_value(block, new.result(element))
    }

    pub fn store(
        &mut self,
        block: BlockId,
        value: ValueId,
        memref: ValueId,
        map: &AffineMap,
        ivs: &[ValueId],
    ) {
        let codes = [OpCode::AffineStore, OpCode::MemRefStore];
        let new = self.access(block, &[value, memref], codes, map, ivs);
        self.append(block, new);
    }

    /// An operation of one result of the type of its operands.
    pub fn compute(&mut self, block: BlockId, code: OpCode, operands: &[ValueId]) -> ValueId {
        let ty = operands
            .first()
            .map_or(Type::None, |v| self.module.ty(*v).clone());
        let new = NewOp::new(code).operands(operands.iter().copied());
        self.append_value(block, new.result(ty))
    }

    pub fn constant(&mut self, block: BlockId, value: Attribute) -> ValueId {
        let ty = value.ty().unwrap_or(Type::None);
        let new = NewOp::new(OpCode::Constant).attribute("value", value);
        self.append_value(block, new.result(ty))
    }

    fn access(
        &mut self,
        block: BlockId,
        first: &[ValueId],
        [affine, other]: [OpCode; 2],
        map: &AffineMap,
        ivs: &[ValueId],
    ) -> NewOp {
        if !self.is_affine {
            let subscripts: Vec<ValueId> = map
                .results
                .iter()
                .map(|expr| self.index(block, expr, ivs))
                .collect();
            return NewOp::new(other).operands(first.iter().copied().chain(subscripts));
        }
        // The dimensions in the order in which the text names them.
        let mut used: Vec<u32> = Vec::new();
        for result in &map.results {
            result.walk(&mut |part| match part {
                AffineExpr::Dim(d) if !used.contains(d) => used.push(*d),
                _ => {}
            });
        }
        let renamed = (0..map.num_dims).map(|d| used.iter().position(|other| *other == d));
        let renamed: Vec<AffineExpr> = renamed.map(|place| dim(place.unwrap_or(0) as u32)).collect();
        let operands = used.iter().filter_map(|d| ivs.get(*d as usize).copied());
        NewOp::new(affine)
            .operands(first.iter().copied().chain(operands))
            .attribute(
                "map",
                Attribute::affine_map(map.replace(&renamed, &[], used.len() as u32, 0)),
            )
    }

    /// A subscript by operations of `arith`. Divisors are positive.
    fn index(&mut self, block: BlockId, expr: &AffineExpr, ivs: &[ValueId]) -> ValueId {
        match expr {
            AffineExpr::Dim(d) if ivs.get(*d as usize).is_some() => ivs[*d as usize],
            AffineExpr::Binary(op, parts) => {
                let (a, b) = (&parts.0, &parts.1);
                let (a, b) = (self.index(block, a, ivs), self.index(block, b, ivs));
                match op {
                    AffineOp::Add => self.compute(block, OpCode::AddI, &[a, b]),
                    AffineOp::Mul => self.compute(block, OpCode::MulI, &[a, b]),
                    AffineOp::FloorDiv => self.compute(block, OpCode::FloorDivSI, &[a, b]),
                    AffineOp::CeilDiv => self.compute(block, OpCode::CeilDivSI, &[a, b]),
                    AffineOp::Mod => {
                        let quotient = self.compute(block, OpCode::FloorDivSI, &[a, b]);
                        let whole = self.compute(block, OpCode::MulI, &[quotient, b]);
                        self.compute(block, OpCode::SubI, &[a, whole])
                    }
                }
            }
            other => self.constant(block, Attribute::index(other.as_constant().unwrap_or(0))),
        }
    }

    fn bound(&mut self, extent: Extent) -> Bound {
        let top = self.top;
        let upper = match extent {
            Extent::Fixed(extent) if self.is_affine => return Bound::Map(AffineMap::constant(extent), None),
            Extent::Fixed(extent) => self.constant(top, Attribute::index(extent)),
            Extent::Given { value, .. } => value,
            Extent::Of {
                memref, dimension, ..
            } => {
                let made = match extents::is_made_beside(self.module, memref, self.op) {
                    true => None,
                    false => extents::extent_where_made(self.module, memref, dimension),
                };
                match made {
                    Some(ops) => {
                        self.elsewhere.extend(ops);
                        self.module.op(ops[1]).results[0]
                    }
                    None => {
                        let number = self.constant(top, Attribute::index(dimension as i64));
                        let extent = NewOp::new(OpCode::MemRefDim).operands([memref, number]);
                        self.append_value(top, extent.result(Type::Index))
                    }
                }
            }
        };
        if self.is_affine {
            return Bound::Map(AffineMap::new(0, 1, vec![symbol(0)]), Some(upper));
        }
        let [zero, one] = [0, 1].map(|n| self.constant(top, Attribute::index(n)));
        Bound::Values([zero, upper, one])
    }

    /// A loop at the end of a block that carries values, from these on. Its body is to be ended.
    pub fn carrying(&mut self, around: BlockId, head: &Loop, inits: &[ValueId]) -> CarryingLoop {
        let new = match &head.bound {
            Bound::Map(map, operand) => {
                let segments = [0, operand.iter().len() as i64, inits.len() as i64];
                NewOp::new(OpCode::AffineFor)
                    .operands(operand.iter().copied())
                    .attribute("lowerBoundMap", Attribute::affine_map(AffineMap::constant(0)))
                    .attribute("operandSegmentSizes", Attribute::i32_array(&segments))
                    .attribute("step", Attribute::index(1))
                    .attribute("upperBoundMap", Attribute::affine_map(map.clone()))
            }
            Bound::Values(range) => NewOp::new(OpCode::ScfFor).operands(*range),
        };
        let types: Vec<Type> = inits.iter().map(|v| self.module.ty(*v).clone()).collect();
        let new = new.operands(inits.iter().copied());
        let new = types.iter().cloned().fold(new, NewOp::result);
        let op = self.append(around, new);
        let region = self.module.add_region(op);
        let inside = self.module.add_block(region);
        let iv = self
            .module
            .add_argument(inside, Type::Index, Some(head.name.as_str().into()));
        let carried = types
            .into_iter()
            .map(|ty| self.module.add_argument(inside, ty, None));
        CarryingLoop {
            inside,
            iv,
            carried: carried.collect(),
            results: self.module.op(op).results.to_vec(),
        }
    }

    pub fn append(&mut self, block: BlockId, new: NewOp) -> OpId {
        let span = self.span;
        self.module.append(block, NewOp { span, ..new })
    }

    pub fn append_value(&mut self, block: BlockId, new: NewOp) -> ValueId {
        let op = self.append(block, new);
        self.module.op(op).results[0]
    }
}

/// The name of a loop, and what it runs to.
#[derive(Clone)]
pub struct Loop {
    name: String,
    bound: Bound,
}

#[derive(Clone)]
enum Bound {
    /// The upper bound of an `affine.for` from zero, and its operand.
    Map(AffineMap, Option<ValueId>),
    /// The bounds and the step of an `scf.for`.
    Values([ValueId; 3]),
}

impl Loop {
    /// The value that it runs to, where that is one.
    pub fn upper(&self) -> Option<ValueId> {
        match self.bound {
            Bound::Map(_, operand) => operand,
            Bound::Values([_, upper, _]) => Some(upper),
        }
    }
}

/// A loop that is being written.
pub struct CarryingLoop {
    pub inside: BlockId,
    pub iv: ValueId,
    /// The values that it carries, in the body.
    pub carried: Vec<ValueId>,
    /// The same behind it.
    pub results: Vec<ValueId>,
}
