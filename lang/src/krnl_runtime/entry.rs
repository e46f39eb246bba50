//! The functions by which a model is run: `run_…` takes and gives a list of tensors of the runtime.

use std::sync::Arc;

use crate::attribute::Attribute;
use crate::ir::{BlockId, Module, NewOp, OpId, ValueId};
use crate::op::OpCode;
use crate::types::{Dim, FunctionType, Type};

use super::{Writer, plain};

/// An entry point.
struct Entry {
    /// What it is called by.
    name: String,
    function: String,
    inputs: Vec<Type>,
    results: Vec<Type>,
    /// Of each result whether the function has allocated its memory.
    owned: Vec<bool>,
    /// Of the inputs and of the results.
    signatures: [String; 2],
}

impl Writer<'_> {
    /// Writes the entry points, and the functions that tell of them.
    pub(super) fn entry_points(&mut self) {
        let ops = std::mem::take(&mut self.entries);
        let is_only = ops.len() == 1;
        let entries: Vec<Entry> = ops
            .iter()
            .filter_map(|&op| Entry::of(self.module, op, is_only))
            .collect();
        if ops.is_empty() || entries.len() != ops.len() {
            return;
        }
        let saved = self.module.clone();
        let written = entries.iter().try_for_each(|entry| self.run(entry));
        match written.and_then(|()| self.told(&entries)) {
            Some(()) => {
                let body = self.module.body();
                self.module.block_mut(body).ops.retain(|op| !ops.contains(op));
            }
            // The module has functions of these names.
            None => *self.module = saved,
        }
    }

    /// A public function of addresses.
    fn function(&mut self, name: &str, parameters: usize) -> Option<(BlockId, Vec<ValueId>)> {
        if self.module.free_name(name) != name {
            return None;
        }
        let ty = FunctionType {
            inputs: vec![Type::Index; parameters],
            results: vec![Type::Index],
        };
        let new = NewOp::new(OpCode::Func)
            .attribute("sym_name", Attribute::string(name))
            .attribute("function_type", Attribute::Type(Type::Function(Arc::new(ty))));
        let top = self.module.body();
        let function = self.append(top, new);
        let region = self.module.add_region(function);
        let block = self.module.add_block(region);
        let arguments = (0..parameters).map(|_| self.module.add_argument(block, Type::Index, None));
        let arguments = arguments.collect();
        Some((block, arguments))
    }

    fn run(&mut self, entry: &Entry) -> Option<()> {
        let (block, arguments) = self.function(&entry.name, 1)?;
        let mut inputs = Vec::new();
        for (number, ty) in entry.inputs.iter().enumerate() {
            inputs.push(self.input(block, arguments[0], number, ty)?);
        }
        let mut call = NewOp::new(OpCode::Call)
            .operands(inputs)
            .attribute("callee", Attribute::symbol(&entry.function));
        call.result_types.extend(entry.results.iter().cloned());
        let call = self.append(block, call);
        let results = self.module.op(call).results.to_vec();
        let room = Type::memref(vec![Dim::Fixed(results.len().max(1) as i64)], Type::Index);
        let room = self.value(block, NewOp::new(OpCode::MemRefAlloca).result(room));
        for (number, (&result, &is_owned)) in results.iter().zip(&entry.owned).enumerate() {
            let tensor = self.tensor(block, result, is_owned)?;
            let place = self.index(block, number as i64);
            self.append(
                block,
                NewOp::new(OpCode::MemRefStore).operands([tensor, room, place]),
            );
        }
        let tensors = self.address(block, room);
        let count = self.index(block, results.len() as i64);
        let list = self.call(block, "omTensorListCreate", &[tensors, count], Some(Type::Index))?;
        self.append(block, NewOp::new(OpCode::Return).operands([list]));
        Some(())
    }

    /// A memref with the memory of a tensor of a list.
    fn input(&mut self, block: BlockId, list: ValueId, number: usize, ty: &Type) -> Option<ValueId> {
        let shape = plain(ty)?.shape.clone()?;
        let place = self.index(block, number as i64);
        let index = || Some(Type::Index);
        let tensor = self.call(block, "omTensorListGetOmtByIndex", &[list, place], index())?;
        let data = self.call(block, "omTensorGetDataPtr", &[tensor], index())?;
        let mut extents = Vec::new();
        if shape.iter().any(|extent| extent.fixed().is_none()) {
            let address = self.call(block, "omTensorGetShape", &[tensor], index())?;
            let room = Type::memref(vec![Dim::Fixed(shape.len() as i64)], Type::Index);
            let all = self.memref_at(block, address, &[], room);
            for (number, extent) in shape.iter().enumerate() {
                if extent.fixed().is_none() {
                    let place = self.index(block, number as i64);
                    let new = NewOp::new(OpCode::MemRefLoad).operands([all, place]);
                    extents.push(self.value(block, new.result(Type::Index)));
                }
            }
        }
        Some(self.memref_at(block, data, &extents, ty.clone()))
    }

    /// `omQueryEntryPoints`, `omInputSignature` and `omOutputSignature`.
    fn told(&mut self, entries: &[Entry]) -> Option<()> {
        let count = entries.len() as i64;
        let names: Vec<u8> = entries
            .iter()
            .flat_map(|entry| entry.name.bytes().chain([0]))
            .collect();
        let (block, arguments) = self.function("omQueryEntryPoints", 1)?;
        let table = Type::memref(vec![Dim::Fixed(count + 1)], Type::Index);
        let table = self.global(block, "krnl_entry_points", table, None);
        let table = self.address(block, table);
        let texts = self.bytes(block, &names);
        let number = self.index(block, count);
        let operands = [table, texts, number, arguments[0]];
        let told = self.call(block, "ovolo_krnl_entry_points", &operands, Some(Type::Index))?;
        self.append(block, NewOp::new(OpCode::Return).operands([told]));
        for (which, name) in ["omInputSignature", "omOutputSignature"].into_iter().enumerate() {
            let mut texts = Vec::new();
            for entry in entries {
                let both = [entry.name.as_str(), entry.signatures[which].as_str()];
                both.into_iter()
                    .for_each(|text| texts.extend(text.bytes().chain([0])));
            }
            let (block, arguments) = self.function(name, 1)?;
            let texts = self.bytes(block, &texts);
            let number = self.index(block, count);
            let operands = [texts, number, arguments[0]];
            let told = self.call(block, "ovolo_krnl_signature", &operands, Some(Type::Index))?;
            self.append(block, NewOp::new(OpCode::Return).operands([told]));
        }
        Some(())
    }
}

impl Entry {
    fn of(module: &Module, op: OpId, is_only: bool) -> Option<Entry> {
        let data = module.op(op);
        let Some(Attribute::SymbolRef(path)) = data.attribute("func") else {
            return None;
        };
        let [name] = &**path else { return None };
        let function = module.function(name)?;
        let ty = module.op(function).attribute("function_type");
        let Some(Type::Function(ty)) = ty.and_then(Attribute::as_type) else {
            return None;
        };
        let is_memref = |ty: &Type| plain(ty).is_some_and(|ty| super::type_code(&ty.element).is_some());
        if !ty.inputs.iter().chain(&ty.results).all(is_memref) {
            return None;
        }
        let signature = data.attribute("signature").and_then(Attribute::as_str);
        let mut parts = signature.unwrap_or_default().split('\0');
        let input = parts.next().unwrap_or_default().to_string();
        let output = parts.next().unwrap_or_default();
        Some(Entry {
            name: match is_only {
                true => "run_main_graph".to_string(),
                false => format!("run_{name}"),
            },
            function: name.to_string(),
            owned: owned(module, function, ty.results.len()),
            inputs: ty.inputs.clone(),
            results: ty.results.clone(),
            signatures: [input, output.strip_prefix('@').unwrap_or(output).to_string()],
        })
    }
}

/// Of each result of a function whether what it returns is memory that it has allocated.
fn owned(module: &Module, function: OpId, count: usize) -> Vec<bool> {
    let mut owned = vec![true; count];
    module.walk(function, &mut |op| {
        let data = module.op(op);
        if data.code() != Some(OpCode::Return) {
            return;
        }
        for (is_owned, &value) in owned.iter_mut().zip(&data.operands) {
            *is_owned &= is_allocated(module, value);
        }
    });
    owned
}

fn is_allocated(module: &Module, mut value: ValueId) -> bool {
    while let Some(op) = module.defining_op(value).map(|op| module.op(op)) {
        match op.code() {
            Some(OpCode::MemRefAlloc | OpCode::Call) => return true,
            Some(
                OpCode::MemRefCast
                | OpCode::MemRefReinterpretCast
                | OpCode::MemRefExpandShape
                | OpCode::MemRefCollapseShape
                | OpCode::MemRefReshape,
            ) => value = op.operands[0],
            _ => return false,
        }
    }
    false
}
