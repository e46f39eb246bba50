//! What operations of krnl ask of a runtime, as calls of C functions: strings, sequences, printing, random numbers,
//! instrumentation, functions of libraries, and the entry points of a model.
//!
//! The functions are those of the runtime of onnx-mlir where it has them, and else `ovolo_krnl_…`; a header of the lowering to
//! LLVM describes and implements both. An address is an `index`, so a string is one, and so is each element of a sequence.
//! What cannot be said so stays as it is.

mod entry;
mod operations;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::attribute::{Attribute, DenseElements};
use crate::clone::{Mapping, mapped};
use crate::ir::{BlockId, Module, NewOp, OpId, Span, ValueId};
use crate::op::{Dialect, OpCode};
use crate::types::{Dim, FloatKind, FunctionType, MemRefType, Type};

/// A copy of the module with calls in the place of what needs a runtime; `None` where nothing does.
pub fn with_calls(module: &Module) -> Option<Module> {
    let mut is_needed = false;
    module.walk(module.top(), &mut |op| {
        let data = module.op(op);
        is_needed |= data.code().is_some_and(|code| code.dialect() == Dialect::Krnl);
        let has_string = |value: &ValueId| is_address(module.ty(*value).element());
        is_needed |= data.results.iter().chain(&data.operands).any(has_string);
    });
    if !is_needed {
        return None;
    }
    let mut module = module.clone();
    let mut writer = Writer {
        entries: Vec::new(),
        declared: FxHashMap::default(),
        values: Mapping::default(),
        span: Span::default(),
        module: &mut module,
    };
    for op in writer.module.block(writer.module.body()).ops.clone() {
        match writer.module.op(op).code() {
            Some(OpCode::Func) => writer.regions(op),
            Some(OpCode::KrnlEntryPoint) => writer.entries.push(op),
            _ => {}
        }
    }
    writer.entry_points();
    give_addresses(&mut module);
    Some(module)
}

/// Writes calls at the end of blocks.
struct Writer<'m> {
    module: &'m mut Module,
    entries: Vec<OpId>,
    /// The functions that are called, with their types.
    declared: FxHashMap<String, FunctionType>,
    /// What stands for values that are gone.
    values: Mapping,
    span: Span,
}

impl Writer<'_> {
    fn regions(&mut self, op: OpId) {
        for region in self.module.op(op).regions.clone() {
            for block in self.module.region(region).blocks.clone() {
                let ops = std::mem::take(&mut self.module.block_mut(block).ops);
                for op in ops {
                    for operand in &mut self.module.op_mut(op).operands {
                        *operand = mapped(&self.values, *operand);
                    }
                    self.span = self.module.op(op).span;
                    if self.operation(op, block).is_none() {
                        self.regions(op);
                        self.module.attach(block, op);
                    }
                }
            }
        }
    }

    fn append(&mut self, block: BlockId, new: NewOp) -> OpId {
        let span = self.span;
        self.module.append(block, NewOp { span, ..new })
    }

    fn value(&mut self, block: BlockId, new: NewOp) -> ValueId {
        let op = self.append(block, new);
        self.module.op(op).results[0]
    }

    fn constant(&mut self, block: BlockId, known: i64, ty: Type) -> ValueId {
        let value = Attribute::integer(known, ty.clone());
        self.value(
            block,
            NewOp::new(OpCode::Constant).attribute("value", value).result(ty),
        )
    }

    fn index(&mut self, block: BlockId, known: i64) -> ValueId {
        self.constant(block, known, Type::Index)
    }

    /// Calls a function of C; `None` where the module has another of this name.
    fn call(
        &mut self,
        block: BlockId,
        name: &str,
        operands: &[ValueId],
        result: Option<Type>,
    ) -> Option<ValueId> {
        let ty = FunctionType {
            inputs: operands.iter().map(|v| self.module.ty(*v).clone()).collect(),
            results: result.clone().into_iter().collect(),
        };
        match self.declared.get(name) {
            Some(known) if *known != ty => return None,
            Some(_) => {}
            None if self.module.free_name(name) != name => return None,
            None => {
                self.declared.insert(name.to_string(), ty.clone());
                let new = NewOp::new(OpCode::Func)
                    .attribute("sym_name", Attribute::string(name))
                    .attribute("function_type", Attribute::Type(Type::Function(Arc::new(ty))))
                    .attribute("sym_visibility", Attribute::string("private"));
                let top = self.module.body();
                let function = self.append(top, new);
                self.module.add_region(function);
            }
        }
        let mut new = NewOp::new(OpCode::Call)
            .operands(operands.iter().copied())
            .attribute("callee", Attribute::symbol(name));
        new.result_types.extend(result);
        let call = self.append(block, new);
        Some(
            self.module
                .op(call)
                .results
                .first()
                .copied()
                .unwrap_or(operands[0]),
        )
    }

    /// The address of a text that ends with a zero.
    fn text(&mut self, block: BlockId, text: &str) -> ValueId {
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(0);
        self.bytes(block, &bytes)
    }

    fn bytes(&mut self, block: BlockId, bytes: &[u8]) -> ValueId {
        let shape = vec![Dim::Fixed(bytes.len() as i64)];
        let byte = Type::integer(8);
        let elements = DenseElements {
            ty: Type::tensor(shape.clone(), byte.clone()),
            elements: bytes
                .iter()
                .map(|&b| Attribute::integer(b as i8, byte.clone()))
                .collect(),
        };
        let initial = Some(Attribute::DenseElements(Arc::new(elements)));
        let memref = self.global(block, "krnl_text", Type::memref(shape, byte), initial);
        self.address(block, memref)
    }

    /// A global of the module: constant where it has a value.
    fn global(&mut self, block: BlockId, name: &str, ty: Type, initial: Option<Attribute>) -> ValueId {
        let name = self.module.free_name(name);
        let new = match initial {
            Some(initial) => NewOp::constant_global(&name, ty.clone(), initial),
            None => NewOp::new(OpCode::MemRefGlobal)
                .attribute("sym_name", Attribute::string(&name))
                .attribute("sym_visibility", Attribute::string("private"))
                .attribute("type", Attribute::Type(ty.clone()))
                .attribute("initial_value", Attribute::Unit),
        };
        let top = self.module.body();
        self.append(top, new);
        let new = NewOp::new(OpCode::MemRefGetGlobal).attribute("name", Attribute::symbol(&name));
        self.value(block, new.result(ty))
    }

    fn address(&mut self, block: BlockId, memref: ValueId) -> ValueId {
        let new = NewOp::new(OpCode::MemRefExtractAlignedPointer).operands([memref]);
        self.value(block, new.result(Type::Index))
    }

    /// A memref of memory at an address, with the extents that its type leaves open.
    fn memref_at(&mut self, block: BlockId, address: ValueId, extents: &[ValueId], ty: Type) -> ValueId {
        let operands = std::iter::once(address).chain(extents.iter().copied());
        self.value(
            block,
            NewOp::new(OpCode::UnrealizedCast).operands(operands).result(ty),
        )
    }

    fn extent(&mut self, block: BlockId, memref: ValueId, dimension: usize) -> ValueId {
        let shape = self.module.ty(memref).as_memref().and_then(|ty| ty.shape.clone());
        let known = shape.and_then(|shape| shape.get(dimension)?.fixed());
        match known {
            Some(known) => self.index(block, known),
            None => {
                let number = self.index(block, dimension as i64);
                let new = NewOp::new(OpCode::MemRefDim).operands([memref, number]);
                self.value(block, new.result(Type::Index))
            }
        }
    }

    /// The address of the extents of a memref, its rank, and the number that ONNX has for the type of its elements.
    fn shape(&mut self, block: BlockId, memref: ValueId) -> Option<[ValueId; 3]> {
        let ty = plain(self.module.ty(memref))?;
        let rank = ty.rank()?;
        let code = type_code(&ty.element)?;
        let room = Type::memref(vec![Dim::Fixed(rank.max(1) as i64)], Type::Index);
        let extents = self.value(block, NewOp::new(OpCode::MemRefAlloca).result(room));
        for dimension in 0..rank {
            let extent = self.extent(block, memref, dimension);
            let place = self.index(block, dimension as i64);
            self.append(
                block,
                NewOp::new(OpCode::MemRefStore).operands([extent, extents, place]),
            );
        }
        let extents = self.address(block, extents);
        let rank = self.index(block, rank as i64);
        Some([extents, rank, self.constant(block, code, Type::I32)])
    }

    /// The address of a tensor of the runtime with the memory of a memref.
    fn tensor(&mut self, block: BlockId, memref: ValueId, is_owned: bool) -> Option<ValueId> {
        let [extents, rank, code] = self.shape(block, memref)?;
        let data = self.address(block, memref);
        let owned = self.index(block, i64::from(is_owned));
        self.call(
            block,
            "omTensorCreateWithOwnership",
            &[data, extents, rank, code, owned],
            Some(Type::Index),
        )
    }

    fn replace(&mut self, op: OpId, values: &[ValueId]) {
        let results = self.module.op(op).results.clone();
        self.values
            .extend(results.into_iter().zip(values.iter().copied()));
    }
}

/// A memref whose first element is where its pointer is, and whose elements lie in row-major order.
fn plain(ty: &Type) -> Option<&MemRefType> {
    ty.as_memref()
        .filter(|ty| ty.layout.is_none() && ty.shape.is_some())
}

/// Whether values of the type are addresses at run time: strings, and elements of sequences.
fn is_address(ty: &Type) -> bool {
    match ty {
        Type::Opaque(text) => &**text == "!krnl.string",
        ty => ty.as_memref().is_some(),
    }
}

/// The number of a type in ONNX (`TensorProto.DataType`).
fn type_code(ty: &Type) -> Option<i64> {
    use crate::types::Signedness::Unsigned;
    Some(match ty {
        Type::Float(FloatKind::F32) => 1,
        Type::Float(FloatKind::F16) => 10,
        Type::Float(FloatKind::F64) => 11,
        Type::Float(FloatKind::BF16) => 16,
        Type::Index => 7,
        Type::Integer(own) => match (own.width, own.signedness) {
            (1, _) => 9,
            (8, Unsigned) => 2,
            (8, _) => 3,
            (16, Unsigned) => 4,
            (16, _) => 5,
            (32, Unsigned) => 12,
            (32, _) => 6,
            (64, Unsigned) => 13,
            (64, _) => 7,
            _ => return None,
        },
        other if is_address(other) && other.as_memref().is_none() => 8,
        _ => return None,
    })
}

/// Addresses in the place of strings, and of memrefs in sequences, in all types.
fn give_addresses(module: &mut Module) {
    let mut values: FxHashSet<ValueId> = FxHashSet::default();
    let mut functions = Vec::new();
    module.walk(module.top(), &mut |op| {
        let data = module.op(op);
        values.extend(data.results.iter().copied());
        for &region in &data.regions {
            for &block in &module.region(region).blocks {
                values.extend(module.block(block).arguments.iter().copied());
            }
        }
        if matches!(data.code(), Some(OpCode::Func | OpCode::MemRefGlobal)) {
            functions.push(op);
        }
    });
    for value in values {
        let ty = with_addresses(module.ty(value));
        module.value_mut(value).ty = ty;
    }
    for op in functions {
        for (_, attribute) in &mut module.op_mut(op).attributes {
            if let Attribute::Type(ty) = attribute {
                *attribute = Attribute::Type(with_addresses(ty));
            }
        }
    }
}

fn with_addresses(ty: &Type) -> Type {
    match ty {
        Type::Opaque(_) if is_address(ty) => Type::Index,
        Type::MemRef(own) if is_address(&own.element) => Type::MemRef(Arc::new(MemRefType {
            element: Type::Index,
            ..(**own).clone()
        })),
        Type::Function(own) => Type::Function(Arc::new(FunctionType {
            inputs: own.inputs.iter().map(with_addresses).collect(),
            results: own.results.iter().map(with_addresses).collect(),
        })),
        other => other.clone(),
    }
}
