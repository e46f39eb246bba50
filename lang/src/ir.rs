//! The IR: operations, blocks, regions and values of one module, in arenas addressed by small ids.
//!
//! An id is only meaningful with the [`Module`] that made it. Erased operations leave their slot
//! behind; nothing reachable from [`Module::top`] refers to it.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use thin_vec::ThinVec;

use crate::algebra::{FastMath, Rounding};
use crate::attribute::{Attribute, Location, NamedAttribute};
use crate::op::{OpCode, Shape};
use crate::text::Text;
use crate::types::Type;

pub use crate::diagnostic::Span;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);

        impl $name {
            /// The position in the module's arena.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    OpId;
    BlockId;
    RegionId;
    ValueId;
}

/// The name of an operation.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum OpName {
    Known(OpCode),
    /// An operation of no table row: kept, printed back, never moved.
    Unknown(Arc<str>),
}

/// An operation with its parts.
#[derive(Clone, Debug)]
pub struct Op {
    pub name: OpName,
    pub operands: SmallVec<[ValueId; 3]>,
    pub results: SmallVec<[ValueId; 1]>,
    /// Inherent and discardable attributes together, in the order of the text.
    pub attributes: Vec<NamedAttribute>,
    pub regions: ThinVec<RegionId>,
    pub successors: ThinVec<BlockId>,
    /// Where the operation stood in the text; empty for one that was built.
    pub span: Span,
    /// The block that holds the operation; `None` for the top of the module.
    pub parent: Option<BlockId>,
}

/// Operations in order.
#[derive(Clone, Debug, Default)]
pub struct Block {
    pub arguments: Vec<ValueId>,
    pub ops: Vec<OpId>,
    pub parent: Option<RegionId>,
}

/// Blocks, of which the first is entered.
#[derive(Clone, Debug, Default)]
pub struct Region {
    pub blocks: Vec<BlockId>,
    pub parent: Option<OpId>,
}

/// A result of an operation or an argument of a block.
#[derive(Clone, Debug)]
pub struct Value {
    pub ty: Type,
    pub def: ValueDef,
    /// The name in the text without `%`, for readable output; need not be unique.
    pub name: Option<Text>,
}

/// What defines a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueDef {
    Result { op: OpId, index: u32 },
    Argument { block: BlockId, index: u32 },
}

/// A `builtin.module` with everything in it.
#[derive(Clone, Debug)]
pub struct Module {
    ops: Vec<Op>,
    blocks: Vec<Block>,
    regions: Vec<Region>,
    values: Vec<Value>,
    top: OpId,
    /// Locations that the text gave to operations.
    pub op_locations: FxHashMap<OpId, Location>,
    /// Locations that the text gave to block arguments.
    pub argument_locations: FxHashMap<ValueId, Location>,
    /// The text of `{-# … #-}`, with its brackets.
    pub metadata: Option<Arc<str>>,
}

/// What [`Module::append`] needs to make an operation.
#[derive(Clone, Debug)]
pub struct NewOp {
    pub name: OpName,
    pub operands: SmallVec<[ValueId; 3]>,
    pub result_types: SmallVec<[Type; 1]>,
    pub attributes: Vec<NamedAttribute>,
    pub span: Span,
}

impl Op {
    /// The operation's `fastmath` flags; none when it bears none.
    pub fn fast_math(&self) -> FastMath {
        match self.attribute("fastmath") {
            Some(Attribute::Opaque(text)) => text
                .strip_prefix("#arith.fastmath<")
                .and_then(|t| t.strip_suffix('>'))
                .and_then(FastMath::parse)
                .unwrap_or_default(),
            _ => FastMath::NONE,
        }
    }

    /// Whether integer arithmetic has no value where its result, as a signed number, does not fit: `overflow<nsw>`.
    pub fn is_nsw(&self) -> bool {
        let text = match self.attribute("overflowFlags") {
            Some(Attribute::Opaque(text)) => text.strip_prefix("#arith.overflow<"),
            _ => None,
        };
        let words = text.and_then(|text| text.strip_suffix('>')).unwrap_or_default();
        words.split(',').any(|word| word.trim() == "nsw")
    }

    /// The integer encoding of a comparison's predicate; -1 when there is none.
    pub fn predicate(&self) -> i64 {
        self.attribute("predicate")
            .and_then(Attribute::as_i64)
            .unwrap_or(-1)
    }

    /// An attribute of an argument of the function.
    pub fn argument_attribute(&self, argument: usize, name: &str) -> Option<&Attribute> {
        let Some(Attribute::Array(arguments)) = self.attribute("arg_attrs") else {
            return None;
        };
        let Some(Attribute::Dictionary(entries)) = arguments.get(argument) else {
            return None;
        };
        let entry = entries.iter().find(|(known, _)| **known == *name);
        entry.map(|(_, value)| value)
    }

    /// Whether an argument of the function is marked as one that shares memory with no other.
    pub fn is_noalias(&self, argument: usize) -> bool {
        self.argument_attribute(argument, "llvm.noalias").is_some()
    }

    /// Marks arguments of the function as ones that share memory with no other.
    pub fn mark_noalias(&mut self, arguments: impl IntoIterator<Item = usize>) {
        let Some(Type::Function(ty)) = self.attribute("function_type").and_then(Attribute::as_type) else {
            return;
        };
        let mut attributes = match self.attribute("arg_attrs") {
            Some(Attribute::Array(attributes)) => attributes.to_vec(),
            _ => Vec::new(),
        };
        attributes.resize(ty.inputs.len(), Attribute::Dictionary(Default::default()));
        for argument in arguments {
            if self.is_noalias(argument) {
                continue;
            }
            if let Some(Attribute::Dictionary(entries)) = attributes.get_mut(argument) {
                let mut all = entries.to_vec();
                all.push(("llvm.noalias".into(), Attribute::Unit));
                *entries = all.into();
            }
        }
        self.set_attribute("arg_attrs", Attribute::array(attributes));
    }

    /// How a conversion to a narrower float rounds.
    pub fn rounding(&self) -> Rounding {
        let code = self.attribute("roundingmode").and_then(Attribute::as_i64);
        code.and_then(Rounding::from_code).unwrap_or_default()
    }

    /// The row of an operation that the parser reads in its custom form; `None` for any other.
    pub fn modelled(&self) -> Option<OpCode> {
        self.code().filter(|code| code.shape() != Shape::Generic)
    }
}

impl NewOp {
    /// An operation without parts.
    pub fn new(code: OpCode) -> NewOp {
        NewOp {
            name: OpName::Known(code),
            operands: SmallVec::new(),
            result_types: SmallVec::new(),
            attributes: Vec::new(),
            span: Span::default(),
        }
    }

    /// A `memref.global` of this memref type that nobody writes, and that other modules do not see.
    pub fn constant_global(name: &str, ty: Type, values: Attribute) -> NewOp {
        NewOp::new(OpCode::MemRefGlobal)
            .attribute("sym_name", Attribute::string(name))
            .attribute("sym_visibility", Attribute::string("private"))
            .attribute("type", Attribute::Type(ty))
            .attribute("initial_value", values)
            .attribute("constant", Attribute::Unit)
    }

    /// The same with operands.
    pub fn operands(mut self, operands: impl IntoIterator<Item = ValueId>) -> NewOp {
        self.operands.extend(operands);
        self
    }

    /// The same with one more result.
    pub fn result(mut self, ty: Type) -> NewOp {
        self.result_types.push(ty);
        self
    }

    /// The same with one more attribute.
    pub fn attribute(mut self, name: &str, value: Attribute) -> NewOp {
        self.attributes.push((name.into(), value));
        self
    }
}

impl Module {
    /// An empty module: a `builtin.module` with one empty block.
    pub fn new() -> Module {
        let mut module = Module {
            ops: Vec::new(),
            blocks: Vec::new(),
            regions: Vec::new(),
            values: Vec::new(),
            top: OpId(0),
            op_locations: FxHashMap::default(),
            argument_locations: FxHashMap::default(),
            metadata: None,
        };
        module.top = module.create(NewOp::new(OpCode::Module));
        let region = module.add_region(module.top);
        module.add_block(region);
        module
    }

    /// Makes room for as many operations and values as a text of this many bytes usually has. Room that is
    /// not used is address space and no memory.
    pub(crate) fn reserve_for_text(&mut self, bytes: usize) {
        self.ops.reserve(bytes / 40);
        self.values.reserve(bytes / 40);
        self.blocks.reserve(bytes / 200);
        self.regions.reserve(bytes / 200);
    }

    /// The `builtin.module` operation.
    pub fn top(&self) -> OpId {
        self.top
    }

    /// The block of the top module.
    pub fn body(&self) -> BlockId {
        self.region(self.op(self.top).regions[0]).blocks[0]
    }

    /// The operation with this id, of this module.
    pub fn op(&self, id: OpId) -> &Op {
        &self.ops[id.index()]
    }

    /// As [`Module::op`], to be changed.
    pub fn op_mut(&mut self, id: OpId) -> &mut Op {
        &mut self.ops[id.index()]
    }

    /// The block with this id, of this module.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// As [`Module::block`], to be changed.
    pub fn block_mut(&mut self, id: BlockId) -> &mut Block {
        &mut self.blocks[id.index()]
    }

    /// The region with this id, of this module.
    pub fn region(&self, id: RegionId) -> &Region {
        &self.regions[id.index()]
    }

    /// The value with this id, of this module.
    pub fn value(&self, id: ValueId) -> &Value {
        &self.values[id.index()]
    }

    /// As [`Module::value`], to be changed.
    pub fn value_mut(&mut self, id: ValueId) -> &mut Value {
        &mut self.values[id.index()]
    }

    /// The type of a value.
    pub fn ty(&self, id: ValueId) -> &Type {
        &self.value(id).ty
    }

    /// The operation that defines a value; `None` for a block argument.
    pub fn defining_op(&self, id: ValueId) -> Option<OpId> {
        match self.value(id).def {
            ValueDef::Result { op, .. } => Some(op),
            ValueDef::Argument { .. } => None,
        }
    }

    /// The number of an integer or an index that is an `arith.constant`.
    pub fn as_constant(&self, id: ValueId) -> Option<i64> {
        let op = self.op(self.defining_op(id)?);
        let is_constant = op.code() == Some(OpCode::Constant);
        op.attribute("value").filter(|_| is_constant)?.as_i64()
    }

    /// The operation around `op`.
    pub fn parent_op(&self, op: OpId) -> Option<OpId> {
        self.region(self.block(self.op(op).parent?).parent?).parent
    }

    /// The operation whose region holds the block.
    pub fn block_parent_op(&self, block: BlockId) -> Option<OpId> {
        self.region(self.block(block).parent?).parent
    }

    /// The only block of region `region` of `op`; `None` when there are none or several.
    pub fn single_block(&self, op: OpId, region: usize) -> Option<BlockId> {
        match self.region(*self.op(op).regions.get(region)?).blocks.as_slice() {
            [block] => Some(*block),
            _ => None,
        }
    }

    /// The `func.func` operations at the top of the module, in order.
    pub fn functions(&self) -> impl Iterator<Item = OpId> + '_ {
        self.block(self.body())
            .ops
            .iter()
            .copied()
            .filter(|&op| self.op(op).code() == Some(OpCode::Func))
    }

    /// Marks every memref argument of its functions as one that shares memory with no other.
    pub fn assume_noalias(&mut self) {
        for function in self.functions().collect::<Vec<_>>() {
            let ty = self.op(function).attribute("function_type");
            let Some(Type::Function(ty)) = ty.and_then(Attribute::as_type) else {
                continue;
            };
            let arguments = ty.inputs.iter().enumerate();
            let memrefs = arguments.filter(|(_, ty)| ty.as_memref().is_some());
            let memrefs: Vec<usize> = memrefs.map(|(argument, _)| argument).collect();
            self.op_mut(function).mark_noalias(memrefs);
        }
    }

    /// The `func.func` of this name (without `@`).
    pub fn function(&self, name: &str) -> Option<OpId> {
        self.functions()
            .find(|&op| self.op(op).attribute("sym_name").and_then(Attribute::as_str) == Some(name))
    }

    /// The `func.func` that an operation is, or stands in.
    pub fn function_around(&self, op: OpId) -> Option<OpId> {
        let mut around = std::iter::successors(Some(op), |&op| self.parent_op(op));
        around.find(|&op| self.op(op).code() == Some(OpCode::Func))
    }

    /// A name (without `@`) that no operation at the top of the module has: `base`, or that with a number.
    pub fn free_name(&self, base: &str) -> String {
        let ops = self.block(self.body()).ops.iter();
        let names = ops.filter_map(|&op| self.op(op).attribute("sym_name")?.as_str());
        let taken: std::collections::HashSet<&str> = names.collect();
        let mut name = base.to_string();
        let mut number = 0;
        while taken.contains(name.as_str()) {
            number += 1;
            name = format!("{base}_{number}");
        }
        name
    }

    /// Every operation below `op`, itself first, in the order of the text.
    pub fn walk(&self, op: OpId, f: &mut impl FnMut(OpId)) {
        let mut pending = vec![op];
        while let Some(op) = pending.pop() {
            f(op);
            let children = self.op(op).regions.iter();
            let blocks = children.flat_map(|&r| self.region(r).blocks.iter());
            let first = pending.len();
            pending.extend(blocks.flat_map(|&b| self.block(b).ops.iter().copied()));
            pending[first..].reverse();
        }
    }

    /// Makes an operation that no block holds.
    pub fn create(&mut self, new: NewOp) -> OpId {
        self.create_with(new, &[])
    }

    /// As [`Module::create`]; results whose numbers are listed are the values that stood in for them.
    pub(crate) fn create_with(&mut self, new: NewOp, placeholders: &[(u32, ValueId)]) -> OpId {
        let id = OpId(self.ops.len() as u32);
        let mut results = SmallVec::with_capacity(new.result_types.len());
        for (ty, index) in new.result_types.into_iter().zip(0..) {
            let def = ValueDef::Result { op: id, index };
            let placeholder = placeholders.iter().find(|(number, _)| *number == index);
            results.push(self.place(placeholder.map(|(_, value)| *value), ty, def));
        }
        self.ops.push(Op {
            name: new.name,
            operands: new.operands,
            results,
            attributes: new.attributes,
            regions: ThinVec::new(),
            successors: ThinVec::new(),
            span: new.span,
            parent: None,
        });
        id
    }

    /// Makes an operation at the end of a block.
    pub fn append(&mut self, block: BlockId, new: NewOp) -> OpId {
        let op = self.create(new);
        self.attach(block, op);
        op
    }

    /// Puts an operation that no block holds at the end of a block.
    pub fn attach(&mut self, block: BlockId, op: OpId) {
        self.ops[op.index()].parent = Some(block);
        self.blocks[block.index()].ops.push(op);
    }

    /// Makes an operation of one result at the end of a block and returns the result.
    pub fn append_value(&mut self, block: BlockId, new: NewOp) -> ValueId {
        let op = self.append(block, new);
        self.op(op).results[0]
    }

    /// Makes an empty region the last of an operation.
    pub fn add_region(&mut self, op: OpId) -> RegionId {
        let id = self.new_region();
        self.attach_region(op, id);
        id
    }

    /// Makes an empty block the last of a region.
    pub fn add_block(&mut self, region: RegionId) -> BlockId {
        let id = self.new_block();
        self.attach_block(region, id);
        id
    }

    /// Makes a value the last argument of a block.
    pub fn add_argument(&mut self, block: BlockId, ty: Type, name: Option<Text>) -> ValueId {
        let id = self.add_argument_as(block, ty, None);
        self.value_mut(id).name = name;
        id
    }

    /// Makes a value the last result of an operation.
    pub fn add_result(&mut self, op: OpId, ty: Type) -> ValueId {
        let index = self.op(op).results.len() as u32;
        let value = self.place(None, ty, ValueDef::Result { op, index });
        self.op_mut(op).results.push(value);
        value
    }

    /// A region that no operation holds.
    pub(crate) fn new_region(&mut self) -> RegionId {
        let id = RegionId(self.regions.len() as u32);
        self.regions.push(Region::default());
        id
    }

    /// Lets everything below an operation use other values, and what takes the place of those in turn.
    pub fn replace_uses(&mut self, root: OpId, replaced: &FxHashMap<ValueId, ValueId>) {
        if replaced.is_empty() {
            return;
        }
        let mut inside = Vec::new();
        self.walk(root, &mut |op| inside.push(op));
        for op in inside {
            for operand in &mut self.op_mut(op).operands {
                while let Some(value) = replaced.get(operand) {
                    *operand = *value;
                }
            }
        }
    }

    /// Makes a region that no operation has the last of an operation.
    pub fn attach_region(&mut self, op: OpId, region: RegionId) {
        self.regions[region.index()].parent = Some(op);
        self.ops[op.index()].regions.push(region);
    }

    /// A block that no region holds.
    pub(crate) fn new_block(&mut self) -> BlockId {
        let id = BlockId(self.blocks.len() as u32);
        self.blocks.push(Block::default());
        id
    }

    pub(crate) fn attach_block(&mut self, region: RegionId, block: BlockId) {
        self.blocks[block.index()].parent = Some(region);
        self.regions[region.index()].blocks.push(block);
    }

    /// A value that is used before it is defined.
    pub(crate) fn add_placeholder(&mut self, ty: Type) -> ValueId {
        let def = ValueDef::Result {
            op: OpId(u32::MAX),
            index: 0,
        };
        self.place(None, ty, def)
    }

    /// As [`Module::add_argument`], defining the value that stood in for the argument.
    pub(crate) fn add_argument_as(
        &mut self,
        block: BlockId,
        ty: Type,
        placeholder: Option<ValueId>,
    ) -> ValueId {
        let index = self.blocks[block.index()].arguments.len() as u32;
        let id = self.place(placeholder, ty, ValueDef::Argument { block, index });
        self.blocks[block.index()].arguments.push(id);
        id
    }

    /// Makes a nested `builtin.module` of one block the top.
    pub(crate) fn set_top(&mut self, op: OpId) {
        self.top = op;
        self.ops[op.index()].parent = None;
    }

    /// Appends what the body of another module holds to a block.
    pub(crate) fn absorb(&mut self, block: BlockId, other: Module) {
        let moved = other.block(other.body()).ops.clone();
        let shift = Shift {
            op: self.ops.len() as u32,
            block: self.blocks.len() as u32,
            region: self.regions.len() as u32,
            value: self.values.len() as u32,
        };
        self.ops.extend(other.ops.into_iter().map(|mut op| {
            op.operands.iter_mut().for_each(|v| v.0 += shift.value);
            op.results.iter_mut().for_each(|v| v.0 += shift.value);
            op.regions.iter_mut().for_each(|r| r.0 += shift.region);
            op.successors.iter_mut().for_each(|b| b.0 += shift.block);
            op.parent = op.parent.map(|b| BlockId(b.0 + shift.block));
            op
        }));
        self.blocks.extend(other.blocks.into_iter().map(|mut block| {
            block.arguments.iter_mut().for_each(|v| v.0 += shift.value);
            block.ops.iter_mut().for_each(|op| op.0 += shift.op);
            block.parent = block.parent.map(|r| RegionId(r.0 + shift.region));
            block
        }));
        self.regions.extend(other.regions.into_iter().map(|mut region| {
            region.blocks.iter_mut().for_each(|b| b.0 += shift.block);
            region.parent = region.parent.map(|op| OpId(op.0 + shift.op));
            region
        }));
        self.values.extend(other.values.into_iter().map(|mut value| {
            match &mut value.def {
                ValueDef::Result { op, .. } => op.0 = op.0.saturating_add(shift.op),
                ValueDef::Argument { block, .. } => block.0 += shift.block,
            }
            value
        }));
        let locations = other.op_locations.into_iter();
        self.op_locations
            .extend(locations.map(|(op, location)| (OpId(op.0 + shift.op), location)));
        let locations = other.argument_locations.into_iter();
        self.argument_locations
            .extend(locations.map(|(v, location)| (ValueId(v.0 + shift.value), location)));
        for op in moved {
            self.attach(block, OpId(op.0 + shift.op));
        }
    }

    fn place(&mut self, placeholder: Option<ValueId>, ty: Type, def: ValueDef) -> ValueId {
        match placeholder {
            Some(id) => {
                let value = &mut self.values[id.index()];
                value.def = def;
                if !ty.is_unknown() {
                    value.ty = ty;
                }
                id
            }
            None => {
                let id = ValueId(self.values.len() as u32);
                self.values.push(Value { ty, def, name: None });
                id
            }
        }
    }

    /// Operations ever made, also those that were erased.
    pub(crate) fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// Values in the arena; ids are below it.
    pub fn value_count(&self) -> usize {
        self.values.len()
    }
}

/// What is added to the ids of a module that another absorbs.
struct Shift {
    op: u32,
    block: u32,
    region: u32,
    value: u32,
}

impl Default for Module {
    fn default() -> Module {
        Module::new()
    }
}

impl Op {
    /// The table row of the operation; `None` for an unknown one.
    pub fn code(&self) -> Option<OpCode> {
        match &self.name {
            OpName::Known(code) => Some(*code),
            OpName::Unknown(_) => None,
        }
    }

    /// The attribute of this name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|(n, _)| **n == *name).map(|(_, a)| a)
    }

    /// Sets or replaces an attribute.
    pub fn set_attribute(&mut self, name: &str, value: Attribute) {
        match self.attributes.iter_mut().find(|(n, _)| **n == *name) {
            Some((_, slot)) => *slot = value,
            None => self.attributes.push((name.into(), value)),
        }
    }
}

impl OpName {
    /// `arith.addi`.
    pub fn as_str(&self) -> &str {
        match self {
            OpName::Known(code) => code.name(),
            OpName::Unknown(name) => name,
        }
    }
}

impl fmt::Debug for OpName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
