//! Functions of whole vectors, for operations that may be approximated: those of glibc's vector library, good to
//! four units in the last place.

use std::sync::OnceLock;

use inkwell::attributes::AttributeLoc;
use inkwell::module::Linkage;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, CallSiteValue, VectorValue};
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
use ovolo_lang::algebra::{FloatOp, FloatUnary};
use ovolo_lang::types::FloatKind;

use crate::emit::{Emitter, function_type, vector_of};
use crate::error::Result;
use crate::registers::Registers;

impl Registers {
    /// The letter in a function's name, and the bytes of its vectors; widest first.
    fn widths(self) -> &'static [(char, u32)] {
        let all = &[('e', 64), ('d', 32), ('b', 16)];
        match self {
            Registers::Avx512 => all,
            Registers::Avx2 => &all[1..],
            Registers::Narrow => &all[2..],
        }
    }

    /// The vector functions of a C function of f32 or f64, with the lanes that each takes; widest first.
    pub fn functions(self, name: &str, kind: FloatKind, operands: usize) -> Vec<(u32, String)> {
        let (bytes, suffix) = match kind {
            FloatKind::F32 => (4, "f"),
            _ => (8, ""),
        };
        let operands = "v".repeat(operands);
        let widths = self.widths().iter();
        widths
            .map(|(letter, width)| {
                let lanes = width / bytes;
                (lanes, format!("_ZGV{letter}N{lanes}{operands}_{name}{suffix}"))
            })
            .filter(|(_, symbol)| is_there(symbol))
            .collect()
    }
}

pub(crate) fn name_of_unary(op: FloatUnary) -> Option<&'static str> {
    match op {
        FloatUnary::Call(function) => Some(function.c_name()),
        _ => None,
    }
}

pub(crate) fn name_of_binary(op: FloatOp) -> Option<&'static str> {
    match op {
        FloatOp::Pow => Some("pow"),
        FloatOp::Atan2 => Some("atan2"),
        _ => None,
    }
}

/// The library, which stays in the process: code that is compiled later calls it.
fn library() -> Option<&'static Library> {
    static LIBRARY: OnceLock<Option<Library>> = OnceLock::new();
    // SAFETY: the C library's own companion runs nothing when it is loaded.
    let open = || unsafe { Library::open(Some("libmvec.so.1"), RTLD_NOW | RTLD_GLOBAL) }.ok();
    LIBRARY.get_or_init(open).as_ref()
}

fn is_there(symbol: &str) -> bool {
    // SAFETY: the symbol is only looked for.
    library().is_some_and(|library| unsafe { library.get::<*const ()>(symbol.as_bytes()) }.is_ok())
}

impl<'c> Emitter<'c> {
    /// The function of C's name `name` of vectors of f32 or f64; `None` where there is none for them.
    pub fn vector_call(&self, name: &str, args: &[BasicValueEnum<'c>]) -> Option<Result<VectorValue<'c>>> {
        let args: Vec<VectorValue> = args
            .iter()
            .map(|arg| match arg {
                BasicValueEnum::VectorValue(vector) => Some(*vector),
                _ => None,
            })
            .collect::<Option<_>>()?;
        let element = args.first()?.get_type().get_element_type();
        let kind = self.kind_with_vectors(element)?;
        let functions = self.registers.functions(name, kind, args.len());
        (!functions.is_empty()).then(|| self.in_pieces(&functions, &args))
    }

    /// Names the vector functions that may stand for the call of C's `name` that gives a float: LLVM makes vectors of the loops around
    /// such calls.
    pub fn offer_vectors(&self, name: &str, value: BasicValueEnum<'c>) -> Result<()> {
        let BasicValueEnum::FloatValue(float) = value else {
            return Ok(());
        };
        let call = float.as_instruction().map(CallSiteValue::try_from);
        let Some(Ok(call)) = call else { return Ok(()) };
        let Some(function) = call.get_called_fn_value() else {
            return Ok(());
        };
        let element: BasicTypeEnum = float.get_type().into();
        let Some(kind) = self.kind_with_vectors(element) else {
            return Ok(());
        };
        let scalar = function.get_name().to_string_lossy();
        let operands = call.count_arguments() as usize;
        let mut variants = Vec::new();
        for (lanes, symbol) in self.registers.functions(name, kind, operands) {
            if self.module.get_function(&symbol).is_none() {
                let ty: BasicTypeEnum = vector_of(element, lanes)?.into();
                let ty = function_type(Some(ty), &vec![ty; operands], self.context);
                self.module.add_function(&symbol, ty, None);
            }
            let parameters = "v".repeat(operands);
            variants.push(format!("_ZGV_LLVM_N{lanes}{parameters}_{scalar}({symbol})"));
        }
        if !variants.is_empty() {
            let text = variants.join(",");
            let variants = self
                .context
                .create_string_attribute("vector-function-abi-variant", &text);
            call.add_attribute(AttributeLoc::Function, variants);
        }
        Ok(())
    }

    /// The kind of a float of which there are functions of vectors.
    fn kind_with_vectors(&self, element: BasicTypeEnum<'c>) -> Option<FloatKind> {
        match () {
            () if element == self.context.f32_type().into() => Some(FloatKind::F32),
            () if element == self.context.f64_type().into() => Some(FloatKind::F64),
            () => None,
        }
    }

    /// Keeps the functions of vectors until LLVM has looked for them: nothing calls them before.
    pub fn keep_offered(&self) {
        let functions = self.module.get_functions();
        let offered = functions.filter(|function| function.get_name().to_bytes().starts_with(b"_ZGV"));
        let offered: Vec<_> = offered
            .map(|function| function.as_global_value().as_pointer_value())
            .collect();
        if offered.is_empty() {
            return;
        }
        let kept = offered[0].get_type().const_array(&offered);
        let global = self
            .module
            .add_global(kept.get_type(), None, "llvm.compiler.used");
        global.set_linkage(Linkage::Appending);
        global.set_section(Some("llvm.metadata"));
        global.set_initializer(&kept);
    }

    /// Lanes are taken as many at a time as the widest function takes; what is left goes to the narrowest that takes
    /// it, with its first lane in the place of those that are missing.
    fn in_pieces(&self, functions: &[(u32, String)], args: &[VectorValue<'c>]) -> Result<VectorValue<'c>> {
        let lanes = args[0].get_type().get_size();
        let mut result = args[0].get_type().get_poison();
        let mut start = 0;
        while start < lanes {
            let left = lanes - start;
            let narrowest = functions.iter().rev().find(|(width, _)| *width >= left);
            let (width, symbol) = narrowest.unwrap_or(&functions[0]);
            let mask: Vec<u32> = (0..*width)
                .map(|lane| start + if lane < left { lane } else { 0 })
                .collect();
            let pieces = args
                .iter()
                .map(|arg| Ok(self.shuffle(*arg, &mask)?.into()))
                .collect::<Result<Vec<BasicValueEnum>>>()?;
            let ty = vector_of(args[0].get_type().get_element_type(), *width)?;
            let value = self
                .call_function(symbol, ty.into(), &pieces)?
                .into_vector_value();
            let taken = left.min(*width);
            let value = self.shuffle(value, &(0..taken).collect::<Vec<_>>())?;
            result = match taken == lanes {
                true => value,
                false => self.insert_lanes(result, value, start as usize)?,
            };
            start += taken;
        }
        Ok(result)
    }
}
