//! Operations inside of functions.

use crate::attribute::{Attribute, FloatValue};
use crate::ir::{BlockId, NewOp, OpId, ValueId};
use crate::op::OpCode;
use crate::types::{FloatKind, Layout, Type};

use super::{Writer, is_address, plain, type_code};

impl Writer<'_> {
    /// Writes what takes the place of an operation; `None`, and nothing that has an effect, where it stays.
    pub(super) fn operation(&mut self, op: OpId, block: BlockId) -> Option<()> {
        let data = self.module.op(op).clone();
        let text = |name: &str| data.attribute(name).and_then(Attribute::as_str);
        match (data.code()?, data.operands.as_slice()) {
            (OpCode::KrnlGlobal, []) => self.strings(op, block),
            (OpCode::KrnlStrlen, &[string]) => self.called(op, block, "strlen", &[string], Some(Type::I64)),
            (OpCode::KrnlStrncmp, &[a, b, count]) => {
                self.called(op, block, "strncmp", &[a, b, count], Some(Type::I32))
            }
            (OpCode::KrnlFindIndex, &[key, g, v, count]) => {
                let name = match is_address(self.module.ty(key)) {
                    true => "find_index_str",
                    false => "find_index_i64",
                };
                let [g, v] = [g, v].map(|memref| self.address(block, memref));
                self.called(op, block, name, &[key, g, v, count], Some(Type::Index))
            }
            (OpCode::KrnlRandomNormal, &[memref, count, mean, scale, seed]) => {
                let ty = plain(self.module.ty(memref))?;
                let name = match ty.element {
                    Type::Float(FloatKind::F32) => "get_random_normal_value_f32",
                    Type::Float(FloatKind::F64) => "get_random_normal_value_f64",
                    _ => return None,
                };
                let of_type = [mean, scale, seed]
                    .iter()
                    .all(|v| *self.module.ty(*v) == ty.element);
                let address = self.address(block, memref);
                of_type
                    .then(|| self.called(op, block, name, &[address, count, mean, scale, seed], None))
                    .flatten()
            }
            (OpCode::KrnlPrint, input) => self.print(op, block, text("format")?, input),
            (OpCode::KrnlPrintTensor, &[memref]) => self.print_tensor(op, block, text("msg")?, memref),
            (OpCode::KrnlRuntimeInstrument, []) => {
                let tag = data.attribute("tag")?.as_i64()?;
                let name = self.text(block, text("opName")?);
                let tag = self.constant(block, tag, Type::I64);
                let node = self.text(block, text("nodeName").unwrap_or_default());
                self.called(op, block, "OMInstrumentPoint", &[name, tag, node], None)
            }
            (OpCode::KrnlRuntimeInstrumentInit, []) => {
                let tag = data.attribute("tag")?.as_i64()?;
                let tag = self.constant(block, tag, Type::I64);
                let information = self.text(block, "");
                self.called(op, block, "OMInstrumentPointInit", &[tag, information], None)
            }
            (OpCode::KrnlNoValue | OpCode::KrnlNone, []) => {
                let nothing = self.index(block, 0);
                self.replace(op, &[nothing]);
                Some(())
            }
            (OpCode::KrnlMemcpy, operands) => self.memcpy(block, operands),
            (OpCode::KrnlCall, parameters) => self.library(op, block, text("funcName")?, parameters),
            (
                OpCode::KrnlSeqAlloc | OpCode::KrnlSeqDealloc | OpCode::KrnlSeqExtract | OpCode::KrnlSeqStore,
                _,
            ) => self.sequence(op, block),
            _ => None,
        }
    }

    /// Calls a function in the place of an operation.
    fn called(
        &mut self,
        op: OpId,
        block: BlockId,
        name: &str,
        operands: &[ValueId],
        result: Option<Type>,
    ) -> Option<()> {
        let value = self.call(block, name, operands, result)?;
        self.replace(op, &[value]);
        Some(())
    }

    /// A table of the addresses of texts, which is filled where it is used.
    fn strings(&mut self, op: OpId, block: BlockId) -> Option<()> {
        let data = self.module.op(op).clone();
        let ty = self.module.ty(*data.results.first()?).clone();
        let Some(Attribute::DenseElements(dense)) = data.attribute("value") else {
            return None;
        };
        let shape = plain(&ty)?.shape.clone()?;
        let count = shape.iter().map(|d| d.fixed()).product::<Option<i64>>()?;
        let mut bytes = Vec::new();
        for number in 0..usize::try_from(count).ok()? {
            let text = dense.elements.get(number).or(dense.elements.first())?;
            bytes.extend(text.as_str()?.bytes().chain([0]));
        }
        let name = data.attribute("name")?.as_str()?.to_string();
        let texts = self.bytes(block, &bytes);
        let table = self.global(block, &name, ty, None);
        let address = self.address(block, table);
        let count = self.index(block, count);
        self.call(block, "ovolo_krnl_strings", &[address, texts, count], None)?;
        self.replace(op, &[table]);
        Some(())
    }

    fn print(&mut self, op: OpId, block: BlockId, format: &str, input: &[ValueId]) -> Option<()> {
        let ty = input.first().map(|value| self.module.ty(*value).clone());
        if let (Some(Type::MemRef(_)), &[memref]) = (&ty, input) {
            return self.print_tensor(op, block, format, memref);
        }
        let (name, value) = match (&ty, input) {
            (None, []) => ("ovolo_krnl_print_text", None),
            (Some(Type::Index), &[value]) => ("ovolo_krnl_print_i64", Some(value)),
            (Some(Type::Integer(own)), &[value]) if own.width <= 64 => {
                let value = match own.width {
                    64 => value,
                    _ => {
                        let new = NewOp::new(OpCode::ExtSI).operands([value]);
                        self.value(block, new.result(Type::I64))
                    }
                };
                let new = NewOp::new(OpCode::IndexCast).operands([value]);
                (
                    "ovolo_krnl_print_i64",
                    Some(self.value(block, new.result(Type::Index))),
                )
            }
            (Some(Type::Float(FloatKind::F64)), &[value]) => ("ovolo_krnl_print_f64", Some(value)),
            (Some(Type::Float(_)), &[value]) => {
                let new = NewOp::new(OpCode::ExtF).operands([value]);
                (
                    "ovolo_krnl_print_f64",
                    Some(self.value(block, new.result(Type::F64))),
                )
            }
            (Some(string), &[value]) if is_address(string) && string.as_memref().is_none() => {
                ("ovolo_krnl_print_string", Some(value))
            }
            _ => return None,
        };
        let format = self.text(block, format);
        let operands: Vec<ValueId> = std::iter::once(format).chain(value).collect();
        self.called(op, block, name, &operands, None)
    }

    /// Copies elements as they lie in memory, where layout maps have spread them.
    fn memcpy(&mut self, block: BlockId, operands: &[ValueId]) -> Option<()> {
        let &[to, from, count, to_offset, from_offset] = operands else {
            return None;
        };
        let is_strided = |memref: ValueId| {
            let ty = self.module.ty(memref).as_memref();
            ty.is_none_or(|ty| matches!(ty.layout, Some(Layout::Strided { .. } | Layout::Opaque(_))))
        };
        if [to, from].into_iter().any(is_strided) {
            return None;
        }
        let size = self.module.ty(to).element().bit_width()?.div_ceil(8);
        let size = self.index(block, i64::from(size));
        let as_index = NewOp::new(OpCode::IndexCast).operands([count]);
        let count = self.value(block, as_index.result(Type::Index));
        let bytes = self.computed(block, OpCode::MulI, [count, size]);
        let [to, from] = [(to, to_offset), (from, from_offset)].map(|(memref, offset)| {
            let start = self.address(block, memref);
            let offset = self.computed(block, OpCode::MulI, [offset, size]);
            self.computed(block, OpCode::AddI, [start, offset])
        });
        self.call(block, "memcpy", &[to, from, bytes], Some(Type::Index))?;
        Some(())
    }

    fn print_tensor(&mut self, op: OpId, block: BlockId, message: &str, memref: ValueId) -> Option<()> {
        let tensor = self.tensor(block, memref, false)?;
        let message = self.text(block, message);
        self.call(block, "omTensorPrint", &[message, tensor], None)?;
        self.called(op, block, "omTensorDestroy", &[tensor], None)
    }

    /// A function of a library, which takes tensors of the runtime.
    fn library(&mut self, op: OpId, block: BlockId, name: &str, parameters: &[ValueId]) -> Option<()> {
        let data = self.module.op(op).clone();
        let mut attributes: Vec<_> = data.attributes.iter().collect();
        attributes.retain(|(name, _)| !matches!(&**name, "funcName" | "numOfOutput"));
        attributes.sort_by(|(a, _), (b, _)| a.cmp(b));
        if data.results.len() > 1 || !attributes.iter().all(|(_, value)| is_parameter(value)) {
            return None;
        }
        let mut operands = Vec::new();
        let mut tensors = Vec::new();
        for &parameter in parameters {
            operands.push(match self.module.ty(parameter).as_memref().is_some() {
                true => {
                    let tensor = self.tensor(block, parameter, false)?;
                    tensors.push(tensor);
                    tensor
                }
                false => parameter,
            });
        }
        for (_, value) in attributes {
            operands.push(self.parameter(block, value, &mut tensors)?);
        }
        let result = data.results.first().map(|value| self.module.ty(*value).clone());
        if operands.is_empty() && result.is_none() {
            return None;
        }
        let value = self.call_library(block, name, &operands, result)?;
        for tensor in tensors {
            self.call(block, "omTensorDestroy", &[tensor], None)?;
        }
        if let Some(value) = value {
            self.replace(op, &[value]);
        }
        Some(())
    }

    fn computed(&mut self, block: BlockId, code: OpCode, operands: [ValueId; 2]) -> ValueId {
        self.value(block, NewOp::new(code).operands(operands).result(Type::Index))
    }

    /// What a library gets for an attribute of a call: the address of a text or of a tensor, an `i64`, or a `f64`.
    fn parameter(
        &mut self,
        block: BlockId,
        value: &Attribute,
        tensors: &mut Vec<ValueId>,
    ) -> Option<ValueId> {
        if let Some(text) = value.as_str() {
            return Some(self.text(block, text));
        }
        match value {
            Attribute::DenseElements(dense) => {
                let Type::Tensor(ty) = &dense.ty else { return None };
                let ty = Type::memref(ty.shape.clone()?, ty.element.clone());
                let memref = self.global(block, "krnl_constant", ty, Some(value.clone()));
                tensors.push(self.tensor(block, memref, false)?);
                tensors.last().copied()
            }
            Attribute::Float(own) => {
                let value = Attribute::Float(FloatValue::f64(own.to_f64()));
                let new = NewOp::new(OpCode::Constant).attribute("value", value);
                Some(self.value(block, new.result(Type::F64)))
            }
            Attribute::Bool(own) => Some(self.constant(block, i64::from(*own), Type::I64)),
            value => Some(self.constant(block, value.as_i64()?, Type::I64)),
        }
    }

    fn call_library(
        &mut self,
        block: BlockId,
        name: &str,
        operands: &[ValueId],
        result: Option<Type>,
    ) -> Option<Option<ValueId>> {
        match (operands, &result) {
            ([], None) => None,
            ([], Some(_)) => {
                let zero = self.index(block, 0);
                // A function without parameters ignores one that is passed in a register.
                self.call(block, name, &[zero], result).map(Some)
            }
            _ => {
                let has_result = result.is_some();
                let value = self.call(block, name, operands, result)?;
                Some(has_result.then_some(value))
            }
        }
    }

    fn sequence(&mut self, op: OpId, block: BlockId) -> Option<()> {
        let data = self.module.op(op).clone();
        match (data.code()?, data.operands.as_slice()) {
            (OpCode::KrnlSeqAlloc, lengths) => {
                let ty = self.module.ty(*data.results.first()?).clone();
                plain(&ty)?;
                let new = NewOp::new(OpCode::MemRefAlloc)
                    .operands(lengths.iter().copied())
                    .attribute(
                        "operandSegmentSizes",
                        Attribute::i32_array(&[lengths.len() as i64, 0]),
                    );
                let made = self.value(block, new.result(ty));
                let [table, length] = [self.address(block, made), self.extent(block, made, 0)];
                self.call(block, "ovolo_krnl_sequence_begin", &[table, length], None)?;
                self.replace(op, &[made]);
            }
            (OpCode::KrnlSeqDealloc, &[own]) => {
                plain(self.module.ty(own))?;
                let [table, length] = [self.address(block, own), self.extent(block, own, 0)];
                self.call(block, "ovolo_krnl_sequence_end", &[table, length], None)?;
                self.append(block, NewOp::new(OpCode::MemRefDealloc).operands([own]));
            }
            (OpCode::KrnlSeqStore, &[element, own, place]) => {
                plain(self.module.ty(own))?;
                let [extents, rank, code] = self.shape(block, element)?;
                let [table, memory] = [own, element].map(|memref| self.address(block, memref));
                let operands = [table, place, memory, extents, rank, code];
                self.call(block, "ovolo_krnl_sequence_store", &operands, None)?;
            }
            (OpCode::KrnlSeqExtract, &[own, place]) => {
                let ty = self.module.ty(*data.results.first()?).clone();
                plain(self.module.ty(own))?;
                let shape = plain(&ty)?.shape.clone()?;
                let is_copied = data.attribute("copy").and_then(Attribute::as_i64) != Some(0);
                let table = self.address(block, own);
                let copied = self.index(block, i64::from(is_copied));
                let operands = [table, place, copied];
                let memory = self.call(block, "ovolo_krnl_sequence_load", &operands, Some(Type::Index))?;
                let mut extents = Vec::new();
                for (number, extent) in shape.iter().enumerate() {
                    if extent.fixed().is_none() {
                        let number = self.index(block, number as i64);
                        let operands = [table, place, number];
                        extents.push(self.call(
                            block,
                            "ovolo_krnl_sequence_extent",
                            &operands,
                            Some(Type::Index),
                        )?);
                    }
                }
                let memref = self.memref_at(block, memory, &extents, ty);
                self.replace(op, &[memref]);
            }
            _ => return None,
        }
        Some(())
    }
}

/// Whether an attribute of a call can be passed to a library.
fn is_parameter(value: &Attribute) -> bool {
    match value {
        Attribute::String(_) | Attribute::Float(_) | Attribute::Bool(_) => true,
        Attribute::Integer { .. } => value.as_i64().is_some(),
        Attribute::DenseElements(dense) => match &dense.ty {
            Type::Tensor(ty) => {
                ty.shape.is_some() && type_code(&ty.element).is_some() && !is_address(&ty.element)
            }
            _ => false,
        },
        _ => false,
    }
}
