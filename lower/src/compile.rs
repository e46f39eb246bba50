//! From a module to what LLVM makes of it.

use std::cell::Cell;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use inkwell::attributes::AttributeLoc;
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::{Linkage, Module as LlvmModule};
use inkwell::targets::FileType;
use inkwell::values::FunctionValue;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::bufferize::with_buffers;
use ovolo_lang::ir::{Module, Op, OpId};
use ovolo_lang::krnl_runtime::with_calls;
use ovolo_lang::loops::with_loops;
use ovolo_lang::op::{OpCode, Unit};
use ovolo_lang::outline::STRICT_ALIASING;
use ovolo_lang::types::Type;

use crate::abi::Signature;
use crate::emit::Emitter;
use crate::entry;
use crate::error::{LowerError, Result};
use crate::function::{Functions, lower_function};
use crate::global::define_globals;
use crate::jit::Jit;
use crate::joined::{may_join_arrays, with_joined_stores};
use crate::krnl_runtime;
use crate::narrow_integers::narrowed;
use crate::options::{OptLevel, Options, Parallel};
use crate::parallel::OPENMP_PARALLEL;
use crate::registers::Registers;
use crate::superwords;
use crate::target::{self, Processor};
use crate::tuning::Tuning;

/// A module after LLVM's optimiser, on its own: it borrows nothing and may move between threads.
#[derive(Clone, Debug)]
pub struct Compiled {
    ir: String,
    bitcode: Vec<u8>,
    signatures: Vec<Signature>,
    processor: Processor,
    level: OptLevel,
    parallel: Parallel,
    /// Whether the code calls the OpenMP runtime.
    needs_openmp: bool,
    /// Whether the code calls functions of the runtime for operations of krnl.
    needs_krnl_runtime: bool,
}

/// Compiles every function of the module: functions of tensors as functions of memrefs ([`ovolo_lang::bufferize`]), operations
/// of linalg and krnl as the loops that they stand for, and the rest of krnl as calls of a runtime ([`crate::KRNL_RUNTIME`]).
pub fn compile(module: &Module, options: &Options) -> Result<Compiled> {
    let memrefs = with_buffers(module).map(|(memrefs, _)| memrefs);
    let module = memrefs.as_ref().unwrap_or(module);
    let loops = with_loops(module);
    let module = loops.as_ref().unwrap_or(module);
    match with_calls(module) {
        Some(calls) => Ok(Compiled {
            needs_krnl_runtime: true,
            ..compile_loops(&calls, options)?
        }),
        None => compile_loops(module, options),
    }
}

fn compile_loops(module: &Module, options: &Options) -> Result<Compiled> {
    let narrow = narrowed(module);
    let module = narrow.as_ref().unwrap_or(module);
    let joined = with_joined_stores(module);
    let module = joined.as_ref().unwrap_or(module);
    let context = Context::create();
    let processor = Processor::of(&options.target);
    let machine = processor.machine(options.level)?;
    let emit = Emitter {
        context: &context,
        module: context.create_module("ovolo"),
        builder: context.create_builder(),
        fp: options.fp,
        tuning: Cell::default(),
        has_strict_aliasing: Cell::default(),
        registers: processor.registers(),
        parallel: options.parallel,
    };
    emit.module.set_triple(&machine.get_triple());
    emit.module
        .set_data_layout(&machine.get_target_data().get_data_layout());
    define_globals(&emit, module)?;
    let functions = declare_functions(&emit, module)?;
    for func in module.functions() {
        define_function(&emit, module, func, &functions, &processor)?;
    }
    emit.keep_offered();
    verify(&emit)?;
    let tunings: Vec<Tuning> = module.functions().map(|f| Tuning::of(module.op(f))).collect();
    let any = |asks: fn(&Tuning) -> bool| tunings.iter().any(asks);
    let superwords = tunings.iter().find(|tuning| tuning.superwords);
    let switches = target::Switches {
        carried_loads: any(|tuning| tuning.carried_loads),
        narrow_lanes: any(|tuning| tuning.narrow_lanes),
        only_loops: any(|tuning| tuning.only_loops),
        accesses_apart: may_join_arrays(module),
        ordered_sums: any(|tuning| tuning.ordered_sums),
        inner_tests: any(|tuning| tuning.inner_tests),
    };
    target::with_switches(switches, || {
        if let Some(tuning) = superwords {
            let bits = tuning.vector_bits.map(i64::from);
            let bytes = bits.map_or(emit.registers.of_vectors().1, |bits| bits / 8);
            superwords::vectorize(&context, &emit.module, &machine, bytes)?;
        }
        target::optimize(&emit.module, &machine, options)?;
        match options.c_entries {
            // Here, so that what is inside is compiled as it is without them: that is what was timed.
            true => {
                for func in module.functions() {
                    define_entry(&emit, module, func, &functions)?;
                }
                verify(&emit)?;
                target::inline_entries(&emit.module, &machine, options)
            }
            false => Ok(()),
        }
    })?;
    let signatures = module
        .functions()
        .filter_map(|func| functions.get(symbol_of(module.op(func)).ok()?))
        .map(|(signature, _)| signature.clone())
        .collect();
    Ok(Compiled {
        ir: emit.module.print_to_string().to_string(),
        bitcode: emit.module.write_bitcode_to_memory().as_slice().to_vec(),
        signatures,
        processor,
        level: options.level,
        parallel: options.parallel,
        needs_openmp: emit.module.get_function(OPENMP_PARALLEL).is_some(),
        needs_krnl_runtime: false,
    })
}

fn verify(emit: &Emitter<'_>) -> Result<()> {
    emit.module.verify().map_err(|message| {
        LowerError::internal(format!("LLVM rejects the code made for the module: {message}"))
    })
}

impl Compiled {
    /// The functions that code outside may call, in the order of the module.
    pub fn functions(&self) -> impl Iterator<Item = &Signature> {
        self.signatures.iter().filter(|s| s.exported)
    }

    /// The optimised LLVM IR.
    pub fn llvm_ir(&self) -> String {
        self.ir.clone()
    }

    /// The assembly of the target.
    pub fn assembly(&self) -> Result<String> {
        let text = self.emit(FileType::Assembly)?;
        String::from_utf8(text).map_err(LowerError::internal)
    }

    /// A relocatable object, with position-independent code. Where it has parallel loops for OpenMP it is to be
    /// linked with `-fopenmp`.
    pub fn object(&self) -> Result<Vec<u8>> {
        if let Parallel::InProcess { .. } = self.parallel {
            return Err(LowerError::new(
                "code for threads of this process is no object for others",
            ));
        }
        self.emit(FileType::Object)
    }

    /// Links a shared library with the system's C compiler (`$CC`, else `cc`), and with its OpenMP runtime where
    /// parallel loops need it. The file appears whole or not at all.
    pub fn shared_library(&self, path: &Path) -> Result<()> {
        let failed = |what: &str, error: &dyn std::fmt::Display| {
            LowerError::new(format!("cannot {what} {}: {error}", path.display()))
        };
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let work = tempfile::Builder::new()
            .prefix(".ovolo-link-")
            .tempdir_in(folder)
            .map_err(|e| failed("write", &e))?;
        let (object, library) = (work.path().join("kernel.o"), work.path().join("kernel.so"));
        std::fs::File::create(&object)
            .and_then(|mut f| f.write_all(&self.object().map_err(std::io::Error::other)?))
            .map_err(|e| failed("write", &e))?;
        let linker = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
        let runtime = self.needs_krnl_runtime.then(|| work.path().join("runtime.c"));
        if let Some(runtime) = &runtime {
            std::fs::write(runtime, krnl_runtime::SOURCE).map_err(|e| failed("write", &e))?;
        }
        let output = Command::new(&linker)
            .args(["-shared", "-fPIC", "-O2", "-Wl,-Bsymbolic", "-o"])
            .arg(&library)
            .args(&runtime)
            .arg(&object)
            .args(self.needs_openmp.then_some("-fopenmp"))
            .arg("-lm")
            .output()
            .map_err(|e| {
                failed(
                    "link",
                    &format!("`{}` does not run: {e}", linker.to_string_lossy()),
                )
            })?;
        if !output.status.success() {
            return Err(failed("link", &String::from_utf8_lossy(&output.stderr).trim()));
        }
        std::fs::rename(&library, path).map_err(|e| failed("write", &e))
    }

    /// Loads the code into this process.
    pub fn jit(&self) -> Result<Jit> {
        if self.needs_openmp {
            return Err(LowerError::new(
                "code for the OpenMP runtime must be linked with it",
            ));
        }
        if self.needs_krnl_runtime {
            krnl_runtime::load()?;
        }
        Jit::new(&self.signatures, &self.machine()?, &self.emit(FileType::Object)?)
    }

    fn machine(&self) -> Result<inkwell::targets::TargetMachine> {
        self.processor.machine(self.level)
    }

    fn emit(&self, kind: FileType) -> Result<Vec<u8>> {
        let context = Context::create();
        let buffer = MemoryBuffer::create_from_memory_range_copy(&self.bitcode, "ovolo");
        let module =
            LlvmModule::parse_bitcode_from_buffer(&buffer, &context).map_err(LowerError::internal)?;
        target::emit(&module, &self.machine()?, kind)
    }
}

fn declare_functions<'c>(emit: &Emitter<'c>, module: &Module) -> Result<Functions<'c>> {
    let mut functions = Functions::default();
    for id in module.functions() {
        let op = module.op(id);
        let located = |e: LowerError| e.at(op.name.as_str(), op.span);
        let (name, value) = declare_function(emit, module, id).map_err(located)?;
        if functions.insert(name.clone(), value).is_some() {
            return Err(located(LowerError::new(format!("@{name} is defined twice"))));
        }
    }
    Ok(functions)
}

fn declare_function<'c>(
    emit: &Emitter<'c>,
    module: &Module,
    id: OpId,
) -> Result<(String, (Signature, FunctionValue<'c>))> {
    let op = module.op(id);
    let name = symbol_of(op)?;
    let Some(Type::Function(ty)) = op.attribute("function_type").and_then(Attribute::as_type) else {
        return Err(LowerError::new("the attribute `function_type` is missing"));
    };
    let private = op.attribute("sym_visibility").and_then(Attribute::as_str) == Some("private");
    let defined = has_body(module, op);
    let signature = Signature {
        name: name.to_string(),
        parameters: ty.inputs.clone(),
        results: ty.results.clone(),
        exported: defined && !private,
    };
    let function = signature.declare(emit)?;
    if let Some(Attribute::Array(arg_attrs)) = op.attribute("arg_attrs") {
        signature.mark_noalias(emit, function, arg_attrs)?;
    }
    if defined && private {
        function.set_linkage(Linkage::Internal);
    }
    Ok((name.to_string(), (signature, function)))
}

fn define_function<'c>(
    emit: &Emitter<'c>,
    module: &Module,
    id: OpId,
    functions: &Functions<'c>,
    processor: &Processor,
) -> Result<()> {
    let op = module.op(id);
    let Some((signature, function)) = functions.get(symbol_of(op)?) else {
        return Err(LowerError::internal("a function was not declared"));
    };
    if !has_body(module, op) {
        return Ok(());
    }
    let at = AttributeLoc::Function;
    let text = |key: &str, value: &str| emit.context.create_string_attribute(key, value);
    function.add_attribute(at, emit.enum_attribute("nounwind", 0));
    function.add_attribute(at, text("target-cpu", &processor.name));
    let tuning = Tuning::of(op);
    let features = processor.features_of(tuning);
    if !features.is_empty() {
        function.add_attribute(at, text("target-features", features));
    }
    let widest = (emit.registers == Registers::Avx512).then_some(512);
    if let Some(bits) = tuning.vector_bits.or(widest) {
        function.add_attribute(at, text("prefer-vector-width", &bits.to_string()));
        // Else parts of wide vectors are joined again, of rows that are put together of several.
        if bits < 512 && !has_own_vectors(module, id, signature) {
            function.add_attribute(at, text("min-legal-vector-width", "0"));
        }
    }
    emit.tuning.set(tuning);
    emit.has_strict_aliasing
        .set(op.attribute(STRICT_ALIASING).is_some());
    lower_function(emit, module, functions, id, signature, *function)
        .map_err(|e| e.at(op.name.as_str(), op.span))
}

/// Whether there may be vectors in a function that LLVM does not choose itself: its own, and arguments of functions of vectors.
fn has_own_vectors(module: &Module, function: OpId, signature: &Signature) -> bool {
    let mut found = signature.parameters.iter().any(|ty| ty.as_vector().is_some());
    module.walk(function, &mut |op| {
        let op = module.op(op);
        let is_call = match op.code() {
            Some(code) => code == OpCode::Call || matches!(code.cost().unit, Unit::Library { .. }),
            None => true,
        };
        let mut results = op.results.iter();
        found |= is_call || results.any(|&result| module.ty(result).as_vector().is_some());
    });
    found
}

/// The function that C calls, where that is another.
fn define_entry<'c>(emit: &Emitter<'c>, module: &Module, id: OpId, functions: &Functions<'c>) -> Result<()> {
    let op = module.op(id);
    match functions.get(symbol_of(op)?) {
        Some((signature, function))
            if signature.exported && entry::has_own_interface(op, signature.parameters.len()) =>
        {
            entry::define(emit, op, signature, *function).map_err(|e| e.at(op.name.as_str(), op.span))
        }
        _ => Ok(()),
    }
}

fn has_body(module: &Module, op: &Op) -> bool {
    let mut regions = op.regions.iter();
    regions.any(|&r| !module.region(r).blocks.is_empty())
}

/// The name of a function, which is its name for the linker too.
fn symbol_of(op: &Op) -> Result<&str> {
    let name = op
        .attribute("sym_name")
        .and_then(Attribute::as_str)
        .ok_or_else(|| LowerError::new("the attribute `sym_name` is missing"))?;
    if name.is_empty() || name.contains('\0') || name.starts_with("llvm.") {
        return Err(LowerError::new(format!(
            "{name:?} is no name for a linker symbol"
        )));
    }
    Ok(name)
}
