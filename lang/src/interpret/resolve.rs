//! From a function of the IR to a [`Function`] that runs.

mod constant;
mod control;
mod linalg;
mod memory;
mod parts;
mod scalar;
mod tensor;
mod vector;
mod views;

use rustc_hash::FxHashMap;

use crate::affine::AffineMap;
use crate::attribute::Attribute;
use crate::ir::{BlockId, Module, Op, OpId, RegionId, ValueId};
use crate::op::{OpCode, Trait, has_meaning, has_mixed_meaning};
use crate::types::{MemRefType, TensorType, Type};

use super::Reason;
use super::affine::{IndexExpr, resolve_map};
use super::program::*;
use crate::interpret::program::vector::Masking;

pub use parts::overflow_flags;
use parts::{operand, result};

pub(super) use memory::resolve_globals;

/// Regions nested deeper than this are refused.
const MAX_DEPTH: usize = 300;

/// Lanes of the widest vector.
const MAX_LANES: u32 = 1 << 20;

/// Bits of the widest scalar.
const MAX_WIDTH: u32 = 128;

pub(super) fn resolve_function(module: &Module, op: OpId, options: &Options) -> Function {
    let name = module.op(op).attribute("sym_name").and_then(Attribute::as_str);
    let mut function = Function {
        name: name.unwrap_or_default().to_string(),
        span: module.op(op).span,
        refused: None,
        sizes: Sizes::default(),
        parameters: Vec::new(),
        results: result_types(module, op),
        constants: Vec::new(),
        body: Region::default(),
        blocks: Vec::new(),
    };
    let mut resolver = Resolver::new(module, options);
    function.refused = resolver.fill(&mut function, op).err();
    function.sizes = resolver.sizes;
    function.constants = resolver.constants;
    function.blocks = resolver.blocks;
    function
}

pub(super) struct Resolver<'a> {
    module: &'a Module,
    options: &'a Options,
    places: FxHashMap<ValueId, Place>,
    sizes: Sizes,
    constants: Vec<(Place, Constant)>,
    /// Of the `vector.mask` around the operation.
    masking: Option<Masking>,
    depth: usize,
    /// The loops of the structured operations around, innermost last.
    nests: Vec<Place>,
    /// All that have more than a terminator.
    blocks: Vec<Entered>,
}

type Resolved<T> = Result<T, Reason>;

impl<'a> Resolver<'a> {
    fn new(module: &'a Module, options: &'a Options) -> Resolver<'a> {
        Resolver {
            module,
            options,
            places: FxHashMap::default(),
            sizes: Sizes::default(),
            constants: Vec::new(),
            masking: None,
            depth: 0,
            nests: Vec::new(),
            blocks: Vec::new(),
        }
    }

    fn fill(&mut self, function: &mut Function, op: OpId) -> Resolved<()> {
        let region = self.module.op(op).regions.first().copied();
        let entry = region.and_then(|r| self.module.region(r).blocks.first());
        let (Some(region), Some(&entry)) = (region, entry) else {
            return Err(Reason::NoFunction(function.name.clone()));
        };
        for &argument in &self.module.block(entry).arguments {
            let ty = self.module.ty(argument).clone();
            function.parameters.push(Parameter {
                place: self.place(argument)?,
                unit: self.lanes(ty.element())?,
                ty,
            });
        }
        function.body = self.region(region)?;
        Ok(())
    }

    /// The blocks of a region.
    fn region(&mut self, region: RegionId) -> Resolved<Region> {
        if self.depth > MAX_DEPTH {
            return Err(Reason::DepthLimit);
        }
        self.depth += 1;
        let blocks = self.module.region(region).blocks.as_slice();
        let numbers: FxHashMap<BlockId, usize> = blocks.iter().copied().zip(0..).collect();
        let resolved: Resolved<Vec<Block>> =
            blocks.iter().map(|&block| self.block(block, &numbers)).collect();
        self.depth -= 1;
        Ok(Region { blocks: resolved? })
    }

    fn block(&mut self, block: BlockId, numbers: &FxHashMap<BlockId, usize>) -> Resolved<Block> {
        let arguments = self.module.block(block).arguments.clone();
        let mut resolved = Block {
            arguments: self.places(&arguments)?,
            ..Block::default()
        };
        let ops = &self.module.block(block).ops;
        if let [first, _, ..] = ops.as_slice() {
            resolved.entered = Entered::at(self.module.op(*first).span);
            self.blocks.push(resolved.entered.clone());
        }
        for (i, &op) in ops.iter().enumerate() {
            let data = self.module.op(op);
            let code = data.code();
            if i + 1 == ops.len() && code.is_some_and(|code| code.has_trait(Trait::Terminator)) {
                resolved.end = source(data);
                match self.exit(data, numbers) {
                    Ok(exit) => resolved.exit = exit,
                    Err(reason) => emit(&mut resolved, data, Instruction::Unsupported(reason)),
                }
                break;
            }
            if code.is_some_and(|code| code.has_trait(Trait::ConstantLike)) && self.constant(data)? {
                continue;
            }
            let instruction = self.instruction(data).unwrap_or_else(Instruction::Unsupported);
            emit(&mut resolved, data, instruction);
        }
        Ok(resolved)
    }

    fn instruction(&mut self, op: &Op) -> Resolved<Instruction> {
        let Some(code) = op.code() else {
            return Err(unsupported(&format!("the operation {}", op.name.as_str())));
        };
        if let Some(control) = self.control(op, code) {
            return control;
        }
        if let Some(memory) = self.memory(op, code) {
            return memory;
        }
        if let Some(view) = self.view(op, code) {
            return view;
        }
        if let Some(tensor) = self.tensor_op(op, code) {
            return tensor.map(|instruction| Instruction::Tensor(Box::new(instruction)));
        }
        if let Some(vector) = self.vector_op(op, code) {
            return vector;
        }
        if let Some(linalg) = self.linalg(op, code) {
            return linalg;
        }
        match code {
            OpCode::AffineApply => self.apply(op, Choice::Only),
            OpCode::AffineMin => self.apply(op, Choice::Least),
            OpCode::AffineMax => self.apply(op, Choice::Greatest),
            OpCode::AffineDelinearizeIndex => self.delinearize(op),
            OpCode::MemRefDim | OpCode::TensorDim => Ok(Instruction::Dim {
                shaped: self.shaped(operand(op, 0)?)?,
                dimension: self.index(operand(op, 1)?)?,
                result: self.index(result(op)?)?,
            }),
            OpCode::MemRefRank | OpCode::TensorRank => Ok(Instruction::Rank {
                shaped: self.shaped(operand(op, 0)?)?,
                result: self.index(result(op)?)?,
            }),
            OpCode::TensorBitcast => self.scalar(op, OpCode::Bitcast),
            OpCode::UnrealizedCast if self.keeps_bits(op) => self.scalar(op, OpCode::Bitcast),
            OpCode::Constant => {
                let ty = self.module.ty(result(op)?);
                Err(unsupported(&format!("a constant of type {ty} with this value")))
            }
            OpCode::Poison => Ok(Instruction::Poison(self.place(result(op)?)?)),
            _ if has_mixed_meaning(code) => self.mixed_scalar(op, code),
            _ if has_meaning(code) => self.scalar(op, code),
            _ => Err(unsupported(&format!("the operation {}", code.name()))),
        }
    }

    /// Whether all that a cast changes is what the type of an integer says of the sign.
    fn keeps_bits(&self, op: &Op) -> bool {
        let types = |values: &[ValueId]| match *values {
            [value] => Some(self.module.ty(value).clone()),
            _ => None,
        };
        let types = types(&op.operands).zip(types(&op.results));
        types.is_some_and(|(from, to)| from.has_bits_of(&to))
    }

    fn apply(&mut self, op: &Op, choice: Choice) -> Resolved<Instruction> {
        let map = self.map(op, "map", &op.operands)?;
        if map.is_empty() || choice == Choice::Only && map.len() != 1 {
            return Err(unsupported("a map with another number of results"));
        }
        Ok(Instruction::Apply(choice, map, self.index(result(op)?)?))
    }

    fn delinearize(&mut self, op: &Op) -> Resolved<Instruction> {
        let basis = op.operands.get(1..).unwrap_or_default();
        if basis.len() != op.results.len() {
            return Err(unsupported("a basis of another length than the results"));
        }
        let slots = self.indices(basis)?;
        Ok(Instruction::Delinearize {
            linear: self.index(operand(op, 0)?)?,
            basis: slots.into_iter().map(IndexExpr::Slot).collect(),
            results: self.indices(&op.results)?.into(),
        })
    }

    /// The results of an attribute that is a map of these operands; the operands, when there is none.
    fn map(&mut self, op: &Op, name: &str, operands: &[ValueId]) -> Resolved<Box<[IndexExpr]>> {
        let slots = self.indices(operands)?;
        match op.attribute(name).and_then(Attribute::as_affine_map) {
            Some(map) => resolve_map(map, &slots),
            None => resolve_map(&AffineMap::identity(slots.len() as u32), &slots),
        }
    }

    fn place(&mut self, value: ValueId) -> Resolved<Place> {
        if let Some(place) = self.places.get(&value) {
            return Ok(*place);
        }
        let ty = self.module.ty(value);
        let (bank, lanes) = match ty {
            Type::MemRef(_) => (Bank::MemRef, 1),
            Type::Tensor(_) => (Bank::Tensor, 1),
            Type::Function(_) => (Bank::Function, 1),
            _ if *ty.element() == Type::Index => (Bank::Index, self.lanes(ty)?),
            _ => (Bank::Data, self.lanes(ty)?),
        };
        let place = self.fresh_place(bank, lanes)?;
        self.places.insert(value, place);
        Ok(place)
    }

    /// Slots that no value has.
    fn fresh_place(&mut self, bank: Bank, lanes: u32) -> Resolved<Place> {
        let next = match bank {
            Bank::Index => &mut self.sizes.index,
            Bank::Data => &mut self.sizes.data,
            Bank::MemRef => &mut self.sizes.memrefs,
            Bank::Tensor => &mut self.sizes.tensors,
            Bank::Function => &mut self.sizes.functions,
        };
        let start = *next;
        *next = start.checked_add(lanes).ok_or(Reason::MemoryLimit)?;
        Ok(Place { bank, start, lanes })
    }

    fn places(&mut self, values: &[ValueId]) -> Resolved<Vec<Place>> {
        values.iter().map(|&v| self.place(v)).collect()
    }

    /// The slot of a value in this bank.
    fn slot(&mut self, value: ValueId, bank: Bank) -> Resolved<u32> {
        let place = self.place(value)?;
        if place.bank == bank && place.lanes == 1 {
            return Ok(place.start);
        }
        let expected = match bank {
            Bank::Index => "an index",
            Bank::Data => "a scalar",
            Bank::MemRef => "a memref",
            Bank::Tensor => "a tensor",
            Bank::Function => "a function",
        };
        let found = self.module.ty(value);
        Err(unsupported(&format!(
            "an operand of type {found} in the place of {expected}"
        )))
    }

    fn index(&mut self, value: ValueId) -> Resolved<u32> {
        self.slot(value, Bank::Index)
    }

    fn indices(&mut self, values: &[ValueId]) -> Resolved<Vec<u32>> {
        values.iter().map(|&v| self.index(v)).collect()
    }

    /// The slot of an `i1`.
    fn condition(&mut self, value: ValueId) -> Resolved<u32> {
        self.slot(value, Bank::Data)
    }

    fn memref(&mut self, value: ValueId) -> Resolved<u32> {
        self.slot(value, Bank::MemRef)
    }

    fn tensor(&mut self, value: ValueId) -> Resolved<u32> {
        self.slot(value, Bank::Tensor)
    }

    /// The place of a memref or a tensor.
    fn shaped(&mut self, value: ValueId) -> Resolved<Place> {
        let place = self.place(value)?;
        match place.bank {
            Bank::MemRef | Bank::Tensor => Ok(place),
            _ => Err(unsupported("an operand that is no memref and no tensor")),
        }
    }

    fn memref_type(&self, value: ValueId) -> Resolved<&'a MemRefType> {
        let module = self.module;
        module
            .ty(value)
            .as_memref()
            .ok_or_else(|| unsupported("memory of another type than a memref"))
    }

    fn tensor_type(&self, value: ValueId) -> Resolved<&'a TensorType> {
        let module = self.module;
        match module.ty(value) {
            Type::Tensor(ty) => Ok(ty),
            _ => Err(unsupported("a value of another type than a tensor")),
        }
    }

    /// Scalars of an element of a memref or tensor.
    fn unit(&self, value: ValueId) -> Resolved<u32> {
        self.lanes(self.module.ty(value).element())
    }

    /// The type of those scalars.
    fn scalar_type(&self, value: ValueId) -> Type {
        self.module.ty(value).element().element().clone()
    }

    /// Slots that a scalar or a vector takes.
    fn lanes(&self, ty: &Type) -> Resolved<u32> {
        let fits = |element: &Type| element.bit_width().is_some_and(|w| w <= MAX_WIDTH);
        let Type::Vector(vector) = ty else {
            return match fits(ty) {
                true => Ok(1),
                false => Err(self.unsupported_type(ty)),
            };
        };
        if !fits(&vector.element) {
            return Err(self.unsupported_type(&vector.element));
        }
        let sizes = self.vector_sizes(ty)?;
        let lanes = sizes
            .iter()
            .try_fold(1i64, |lanes, &size| lanes.checked_mul(size));
        lanes
            .and_then(|lanes| u32::try_from(lanes).ok())
            .filter(|&lanes| lanes <= MAX_LANES)
            .ok_or_else(|| unsupported("a vector of more than a million lanes"))
    }

    /// The extents of a vector, scalable ones multiplied; none of a scalar.
    fn vector_sizes(&self, ty: &Type) -> Resolved<Vec<i64>> {
        let Type::Vector(vector) = ty else {
            return Ok(Vec::new());
        };
        let size = |d: &crate::types::VectorDim| {
            let multiple = match (d.scalable, self.options.vscale) {
                (true, None) => return Err(unsupported("a scalable vector where no vscale is chosen")),
                (true, Some(vscale)) => i64::from(vscale),
                (false, _) => 1,
            };
            let size = d.size.checked_mul(multiple).filter(|&size| size >= 0);
            size.ok_or_else(|| unsupported("a vector of more than a million lanes"))
        };
        vector.shape.iter().map(size).collect()
    }

    fn unsupported_type(&self, ty: &Type) -> Reason {
        match ty.bit_width() {
            Some(_) => unsupported(&format!(
                "a value of type {ty}, which is wider than {MAX_WIDTH} bits"
            )),
            None => unsupported(&format!("a value of type {ty}")),
        }
    }
}

fn emit(block: &mut Block, op: &Op, instruction: Instruction) {
    block.code.push((instruction, source(op)));
}

fn source(op: &Op) -> Source {
    Source {
        span: op.span,
        name: op.code().map_or("an unknown operation", OpCode::name),
    }
}

fn unsupported(what: &str) -> Reason {
    Reason::Unsupported(what.to_string())
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
