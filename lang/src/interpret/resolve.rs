//! From a function of the IR to a [`Function`] that runs.

use rustc_hash::FxHashMap;

use crate::affine::AffineMap;
use crate::attribute::Attribute;
use crate::ir::{BlockId, Module, Op, OpId, ValueId};
use crate::op::{OpCode, Shape, has_meaning};
use crate::types::{Dim, Layout, MemRefType, Type};

use super::affine::{IndexExpr, resolve_expr, resolve_map};
use super::program::*;
use super::{Overflow, Reason};

/// Regions nested deeper than this are refused.
const MAX_DEPTH: usize = 300;

pub fn resolve_function(module: &Module, op: OpId) -> Function {
    let name = module.op(op).attribute("sym_name").and_then(Attribute::as_str);
    let mut function = Function {
        name: name.unwrap_or_default().to_string(),
        span: module.op(op).span,
        refused: None,
        sizes: Sizes::default(),
        parameters: Vec::new(),
        results: result_types(module, op),
        constants: Vec::new(),
        body: Block::default(),
        returned: Vec::new(),
    };
    let mut resolver = Resolver {
        module,
        places: FxHashMap::default(),
        sizes: Sizes::default(),
        constants: Vec::new(),
        depth: 0,
    };
    function.refused = resolver.fill(&mut function, op).err();
    function.sizes = resolver.sizes;
    function.constants = resolver.constants;
    function
}

pub(super) struct Resolver<'a> {
    pub(super) module: &'a Module,
    places: FxHashMap<ValueId, Place>,
    sizes: Sizes,
    constants: Vec<(Place, Constant)>,
    depth: usize,
}

pub(super) type Resolved<T> = Result<T, Reason>;

impl Resolver<'_> {
    fn fill(&mut self, function: &mut Function, op: OpId) -> Resolved<()> {
        if self
            .module
            .op(op)
            .regions
            .iter()
            .all(|&r| self.module.region(r).blocks.is_empty())
        {
            return Err(Reason::NoFunction(function.name.clone()));
        }
        let body = self
            .module
            .single_block(op, 0)
            .ok_or_else(|| unsupported("a body of several blocks"))?;
        for &argument in &self.module.block(body).arguments {
            let place = self.place(argument)?;
            function
                .parameters
                .push((place, self.module.ty(argument).clone()));
        }
        (function.body, function.returned) = self.block(body)?;
        Ok(())
    }

    /// The instructions of a block, and what its terminator passes on.
    fn block(&mut self, block: BlockId) -> Resolved<(Block, Vec<Place>)> {
        if self.depth > MAX_DEPTH {
            return Err(Reason::DepthLimit);
        }
        self.depth += 1;
        let mut code = Vec::new();
        let mut passed = Vec::new();
        for &op in &self.module.block(block).ops {
            let data = self.module.op(op);
            match data.code() {
                Some(OpCode::AffineYield | OpCode::Return) => passed = self.places(&data.operands)?,
                Some(OpCode::Constant) if self.constant(data)? => {}
                _ => {
                    let instruction = self.instruction(data).unwrap_or_else(Instruction::Unsupported);
                    let name = data.code().map_or("an unknown operation", OpCode::name);
                    code.push((
                        instruction,
                        Source {
                            span: data.span,
                            name,
                        },
                    ));
                }
            }
        }
        self.depth -= 1;
        Ok((Block { code }, passed))
    }

    fn instruction(&mut self, op: &Op) -> Resolved<Instruction> {
        let Some(code) = op.code() else {
            return Err(unsupported(&format!("the operation {}", op.name.as_str())));
        };
        match code {
            OpCode::AffineFor => self.affine_for(op),
            OpCode::AffineIf => self.affine_if(op),
            OpCode::AffineApply => self.apply(op, Choice::Only),
            OpCode::AffineMin => self.apply(op, Choice::Least),
            OpCode::AffineMax => self.apply(op, Choice::Greatest),
            OpCode::AffineLoad | OpCode::MemRefLoad | OpCode::AffineVectorLoad | OpCode::VectorLoad => {
                Ok(Instruction::Load(Box::new(self.access(op, result(op)?, 0)?)))
            }
            OpCode::AffineStore | OpCode::MemRefStore | OpCode::AffineVectorStore | OpCode::VectorStore => {
                Ok(Instruction::Store(Box::new(self.access(
                    op,
                    operand(op, 0)?,
                    1,
                )?)))
            }
            OpCode::MemRefAlloc | OpCode::MemRefAlloca => self.allocate(op, code == OpCode::MemRefAlloca),
            OpCode::MemRefDealloc => Ok(Instruction::Free(self.memref(operand(op, 0)?)?)),
            OpCode::MemRefDim => Ok(Instruction::Dim {
                memref: self.memref(operand(op, 0)?)?,
                dimension: self.index(operand(op, 1)?)?,
                result: self.index(result(op)?)?,
            }),
            OpCode::MemRefCast => Ok(Instruction::Cast {
                memref: self.memref(operand(op, 0)?)?,
                result: self.memref(result(op)?)?,
                ty: Box::new(self.memref_type(result(op)?)?.clone()),
            }),
            OpCode::MemRefCopy => Ok(Instruction::Copy {
                from: self.memref(operand(op, 0)?)?,
                to: self.memref(operand(op, 1)?)?,
            }),
            OpCode::Call => self.call(op),
            OpCode::VectorBroadcast => self.broadcast(op),
            OpCode::VectorExtract => self.lane(op, None),
            OpCode::VectorInsert => self.lane(op, Some(operand(op, 0)?)),
            OpCode::VectorReduction => self.reduction(op),
            _ if has_meaning(code) => self.scalar(op, code),
            _ => Err(unsupported(&format!("the operation {}", code.name()))),
        }
    }

    fn affine_for(&mut self, op: &Op) -> Resolved<Instruction> {
        let segments = op
            .attribute("operandSegmentSizes")
            .and_then(Attribute::as_i64_list);
        let segments = segments.unwrap_or_else(|| vec![0, 0, op.operands.len() as i64]);
        let counts: Vec<usize> = segments.iter().map(|&n| n.max(0) as usize).collect();
        let [lower, upper, inits] = counts[..] else {
            return Err(unsupported("a loop without three operand segments"));
        };
        if lower + upper + inits != op.operands.len() {
            return Err(unsupported("operand segments that do not add up"));
        }
        let block = self.body(op, 0)?;
        let (induction_variable, carried) = match self.module.block(block).arguments.as_slice() {
            [first, rest @ ..] if rest.len() == inits => (*first, rest.to_vec()),
            _ => return Err(unsupported("a loop body with other arguments")),
        };
        let lower_map = self.map(op, "lowerBoundMap", &op.operands[..lower])?;
        let upper_map = self.map(op, "upperBoundMap", &op.operands[lower..lower + upper])?;
        let step = op
            .attribute("step")
            .map_or(Some(1), Attribute::as_i64)
            .filter(|&s| s > 0);
        let inits = self.places(&op.operands[lower + upper..])?;
        let carried = self.places(&carried)?;
        let results = self.places(&op.results)?;
        let induction_variable = self.index(induction_variable)?;
        let (body, yielded) = self.block(block)?;
        Ok(Instruction::For(Box::new(For {
            lower: lower_map,
            upper: upper_map,
            step: step.ok_or_else(|| unsupported("a step that is not positive"))?,
            induction_variable,
            enter: Moves::new(&inits, &carried)?,
            repeat: Moves::new(&yielded, &carried)?,
            leave: Moves::new(&carried, &results)?,
            body,
        })))
    }

    fn affine_if(&mut self, op: &Op) -> Resolved<Instruction> {
        let set = op.attribute("condition").and_then(Attribute::as_integer_set);
        let set = set.ok_or_else(|| unsupported("an affine.if without a condition"))?;
        let slots = self.indices(&op.operands)?;
        let conditions: Resolved<Box<[_]>> = set
            .constraints
            .iter()
            .map(|c| Ok((resolve_expr(&c.expr, set.num_dims, &slots)?, c.is_equality)))
            .collect();
        let results = self.places(&op.results)?;
        let mut branches = [(); 2].map(|()| (Block::default(), Moves::default()));
        for (i, branch) in branches.iter_mut().enumerate() {
            let blocks = op
                .regions
                .get(i)
                .map(|&r| self.module.region(r).blocks.as_slice());
            if let Some([_, ..]) = blocks {
                let (code, yielded) = self.block(self.body(op, i)?)?;
                *branch = (code, Moves::new(&yielded, &results)?);
            }
        }
        Ok(Instruction::If(Box::new(If {
            conditions: conditions?,
            branches,
        })))
    }

    fn apply(&mut self, op: &Op, choice: Choice) -> Resolved<Instruction> {
        let map = self.map(op, "map", &op.operands)?;
        if map.is_empty() || choice == Choice::Only && map.len() != 1 {
            return Err(unsupported("a map with another number of results"));
        }
        Ok(Instruction::Apply(choice, map, self.index(result(op)?)?))
    }

    /// A load or store of `value`, whose memref is operand `first`, followed by the indices.
    fn access(&mut self, op: &Op, value: ValueId, first: usize) -> Resolved<Access> {
        let memref = operand(op, first)?;
        let indices = &op.operands[first + 1..];
        let ty = self.memref_type(memref)?;
        let rank = ty.rank().ok_or_else(|| unsupported("an unranked memref"))?;
        let unit = lanes(&ty.element)?;
        let window: Vec<i64> = match (self.module.ty(value), &ty.element) {
            (value, element) if value == element => Vec::new(),
            (Type::Vector(v), Type::Integer(_) | Type::Float(_) | Type::Index) => {
                v.shape.iter().map(|d| d.size).collect()
            }
            _ => return Err(unsupported("a value of another type than the memref's")),
        };
        if window.len() > rank {
            return Err(unsupported("a vector of higher rank than the memref"));
        }
        let indices = match op.attribute("map") {
            Some(_) => self.map(op, "map", indices)?,
            None => self.indices(indices)?.into_iter().map(IndexExpr::Slot).collect(),
        };
        if indices.len() != rank {
            return Err(unsupported("another number of indices than the memref's rank"));
        }
        Ok(Access {
            memref: self.memref(memref)?,
            indices,
            window: window.into(),
            unit,
            value: self.place(value)?,
        })
    }

    fn allocate(&mut self, op: &Op, on_stack: bool) -> Resolved<Instruction> {
        let result = result(op)?;
        let ty = self.memref_type(result)?.clone();
        let shape = ty
            .shape
            .as_ref()
            .ok_or_else(|| unsupported("an unranked memref"))?;
        let mut dynamic = op.operands.iter();
        let mut sizes = Vec::new();
        for dim in shape {
            sizes.push(match dim {
                Dim::Fixed(n) => Ok(*n),
                Dim::Dynamic => {
                    let size = *dynamic
                        .next()
                        .ok_or_else(|| unsupported("a missing dynamic size"))?;
                    Err(self.index(size)?)
                }
            });
        }
        let layout = match &ty.layout {
            // A layout given by a map is not observable in a fresh buffer.
            None | Some(Layout::Map(_)) => None,
            Some(Layout::Strided { strides, offset }) => {
                let fixed: Option<Box<[i64]>> = strides.iter().map(|d| d.fixed()).collect();
                let fixed = fixed.zip(offset.fixed());
                Some(fixed.ok_or_else(|| unsupported("an allocation with dynamic strides"))?)
            }
            Some(Layout::Opaque(_)) => return Err(unsupported("an allocation with an unknown layout")),
        };
        Ok(Instruction::Allocate(Box::new(Allocate {
            sizes: sizes.into(),
            layout,
            unit: lanes(&ty.element)?,
            on_stack,
            result: self.memref(result)?,
        })))
    }

    fn call(&mut self, op: &Op) -> Resolved<Instruction> {
        let callee = op.attribute("callee").and_then(Attribute::as_symbol);
        Ok(Instruction::Call {
            function: callee
                .ok_or_else(|| unsupported("a call without a callee"))?
                .to_string(),
            arguments: self.places(&op.operands)?.into(),
            results: self.places(&op.results)?.into(),
        })
    }

    fn scalar(&mut self, op: &Op, code: OpCode) -> Resolved<Instruction> {
        let operands: Box<[Place]> = self.places(&op.operands)?.into();
        let result_value = result(op)?;
        let result = self.place(result_value)?;
        let subject = operand(op, if code == OpCode::Select { 1 } else { 0 })?;
        let fits = |p: &Place| p.bank != Bank::MemRef && (p.lanes == 1 || p.lanes == result.lanes);
        let arity = match code {
            OpCode::Select => 3,
            _ => match code.shape() {
                Shape::Unary | Shape::Cast => 1,
                Shape::Ternary => 3,
                _ => 2,
            },
        };
        if !operands.iter().all(fits) || operands.len() != arity || result.bank == Bank::MemRef {
            return Err(unsupported("these operands"));
        }
        let is_mixed = operands.iter().chain([&result]).any(|p| p.bank == Bank::Index);
        Ok(Instruction::Scalar(Box::new(ScalarInstruction {
            code,
            is_mixed,
            operands,
            result,
            ty: self.module.ty(subject).element().clone(),
            result_ty: self.module.ty(result_value).element().clone(),
            flags: op.fast_math(),
            predicate: op.predicate(),
            rounding: op.rounding(),
            overflow: overflow_flags(op),
        })))
    }

    /// Keeps a constant for the start of the function; false when it is of no kind that lives in slots.
    fn constant(&mut self, op: &Op) -> Resolved<bool> {
        let (Ok(result), Some(value)) = (result(op), op.attribute("value")) else {
            return Ok(false);
        };
        let Ok(place) = self.place(result) else {
            return Ok(false);
        };
        let element = self.module.ty(result).element().clone();
        let elements = match value {
            Attribute::DenseElements(dense) => dense.elements.as_slice(),
            _ => std::slice::from_ref(value),
        };
        if elements.len() != 1 && elements.len() != place.lanes as usize {
            return Ok(false);
        }
        let constant = match place.bank {
            Bank::MemRef => None,
            Bank::Index => {
                let lanes: Option<Vec<i64>> = elements.iter().map(Attribute::as_i64).collect();
                lanes.map(Constant::Index)
            }
            Bank::Data => {
                let lanes: Option<Vec<u128>> = elements.iter().map(|e| bits(e, &element)).collect();
                lanes.map(|lanes| Constant::Data(element, lanes))
            }
        };
        let is_known = constant.is_some();
        self.constants.extend(constant.map(|c| (place, c)));
        Ok(is_known)
    }

    fn map(&mut self, op: &Op, name: &str, operands: &[ValueId]) -> Resolved<Box<[IndexExpr]>> {
        let slots = self.indices(operands)?;
        match op.attribute(name).and_then(Attribute::as_affine_map) {
            Some(map) => resolve_map(map, &slots),
            None => resolve_map(&AffineMap::identity(slots.len() as u32), &slots),
        }
    }

    fn body(&self, op: &Op, region: usize) -> Resolved<BlockId> {
        let region = op
            .regions
            .get(region)
            .map(|&r| self.module.region(r).blocks.as_slice());
        match region {
            Some([block]) => Ok(*block),
            _ => Err(unsupported("a region that is not one block")),
        }
    }

    pub(super) fn place(&mut self, value: ValueId) -> Resolved<Place> {
        if let Some(place) = self.places.get(&value) {
            return Ok(*place);
        }
        let ty = self.module.ty(value);
        let (bank, lanes) = match ty {
            Type::MemRef(_) => (Bank::MemRef, 1),
            _ if *ty.element() == Type::Index => (Bank::Index, lanes(ty)?),
            _ => (Bank::Data, lanes(ty)?),
        };
        let next = match bank {
            Bank::Index => &mut self.sizes.index,
            Bank::Data => &mut self.sizes.data,
            Bank::MemRef => &mut self.sizes.memrefs,
        };
        let start = *next;
        *next = start.checked_add(lanes).ok_or(Reason::MemoryLimit)?;
        let place = Place { bank, start, lanes };
        self.places.insert(value, place);
        Ok(place)
    }

    fn places(&mut self, values: &[ValueId]) -> Resolved<Vec<Place>> {
        values.iter().map(|&v| self.place(v)).collect()
    }

    pub(super) fn index(&mut self, value: ValueId) -> Resolved<u32> {
        match self.place(value)? {
            Place {
                bank: Bank::Index,
                start,
                lanes: 1,
            } => Ok(start),
            _ => Err(unsupported("an index of another type")),
        }
    }

    fn indices(&mut self, values: &[ValueId]) -> Resolved<Vec<u32>> {
        values.iter().map(|&v| self.index(v)).collect()
    }

    fn memref(&mut self, value: ValueId) -> Resolved<u32> {
        match self.place(value)? {
            Place {
                bank: Bank::MemRef,
                start,
                ..
            } => Ok(start),
            _ => Err(unsupported("memory of another type than a memref")),
        }
    }

    fn memref_type(&self, value: ValueId) -> Resolved<&MemRefType> {
        self.module
            .ty(value)
            .as_memref()
            .ok_or_else(|| unsupported("memory of another type than a memref"))
    }
}

impl Moves {
    fn new(from: &[Place], to: &[Place]) -> Resolved<Moves> {
        let matches = |(a, b): (&Place, &Place)| a.bank == b.bank && a.lanes == b.lanes;
        if from.len() != to.len() || !from.iter().zip(to).all(matches) {
            return Err(unsupported(
                "values passed on in another number or of other types",
            ));
        }
        let pairs: Box<[_]> = from
            .iter()
            .copied()
            .zip(to.iter().copied())
            .filter(|(a, b)| a != b)
            .collect();
        let overlap = pairs.iter().any(|(a, _)| pairs.iter().any(|(_, b)| a == b));
        Ok(Moves { pairs, overlap })
    }
}

pub(super) fn unsupported(what: &str) -> Reason {
    Reason::Unsupported(what.to_string())
}

pub(super) fn operand(op: &Op, i: usize) -> Resolved<ValueId> {
    op.operands
        .get(i)
        .copied()
        .ok_or_else(|| unsupported("a missing operand"))
}

pub(super) fn result(op: &Op) -> Resolved<ValueId> {
    op.results
        .first()
        .copied()
        .ok_or_else(|| unsupported("a missing result"))
}

/// Slots that a scalar or a vector takes.
fn lanes(ty: &Type) -> Resolved<u32> {
    const MAX_WIDTH: u32 = 128;
    let fits = |element: &Type| element.bit_width().is_some_and(|w| w <= MAX_WIDTH);
    match ty {
        Type::Vector(v) if fits(&v.element) => v
            .shape
            .iter()
            .map(|d| (!d.scalable && d.size >= 0).then_some(d.size))
            .try_fold(1i64, |product, size| product.checked_mul(size?))
            .and_then(|lanes| u32::try_from(lanes).ok().filter(|&l| l <= 1 << 20))
            .ok_or_else(|| unsupported("a vector that is scalable or huge")),
        ty if fits(ty) => Ok(1),
        _ => Err(unsupported("a value of this type")),
    }
}

fn bits(attribute: &Attribute, ty: &Type) -> Option<u128> {
    match (attribute, ty) {
        (Attribute::Bool(value), _) => Some(u128::from(*value)),
        (Attribute::Float(value), Type::Float(kind)) if value.kind == *kind => Some(value.bits),
        (Attribute::Integer { value, .. }, Type::Integer(_)) => {
            let modulus = num_bigint::BigInt::from(1) << ty.bit_width()?;
            let residue = ((&**value % &modulus) + &modulus) % &modulus;
            u128::try_from(residue).ok()
        }
        _ => None,
    }
}

fn overflow_flags(op: &Op) -> Overflow {
    let words = match op.attribute("overflowFlags") {
        Some(Attribute::Opaque(text)) => text
            .strip_prefix("#arith.overflow<")
            .and_then(|t| t.strip_suffix('>'))
            .unwrap_or_default(),
        _ => "",
    };
    let has = |flag: &str| words.split(',').any(|word| word.trim() == flag);
    Overflow {
        no_signed_wrap: has("nsw"),
        no_unsigned_wrap: has("nuw"),
    }
}

fn result_types(module: &Module, op: OpId) -> Vec<Type> {
    match module
        .op(op)
        .attribute("function_type")
        .and_then(Attribute::as_type)
    {
        Some(Type::Function(f)) => f.results.clone(),
        _ => Vec::new(),
    }
}
