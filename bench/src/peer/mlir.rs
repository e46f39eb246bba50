//! MLIR as it is installed: `mlir-opt-19` lowers to the LLVM dialect, `mlir-translate-19` to LLVM IR, clang to code.

use std::ffi::OsStr;
use std::fs;

use anyhow::Result;
use ovolo_lang::fp::{FpModel, grant};
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::print::print_module;
use ovolo_lang::types::{Dim, Type};
use tempfile::TempDir;

use super::{CLANG, Compiled, clang_flags, is_installed, run, shared_library, version};

const MLIR_OPT: &str = "mlir-opt-19";
const MLIR_TRANSLATE: &str = "mlir-translate-19";

/// From affine loops and vectors to the LLVM dialect. A memref argument of static shape is its bare pointer, as in
/// the C interface of `ovolo_lower`; buffers are aligned as they ask to be.
const PIPELINE: &str = "builtin.module(\
    func.func(lower-affine,convert-scf-to-cf),\
    expand-strided-metadata,lower-affine,\
    convert-vector-to-llvm,convert-math-to-llvm,convert-math-to-libm,\
    finalize-memref-to-llvm{use-aligned-alloc=true},\
    convert-arith-to-llvm,convert-index-to-llvm,\
    convert-func-to-llvm{use-bare-ptr-memref-call-conv=true},\
    convert-cf-to-llvm,reconcile-unrealized-casts)";

/// Whether MLIR's own tools are installed.
pub fn has_mlir_opt() -> bool {
    [MLIR_OPT, MLIR_TRANSLATE, CLANG].into_iter().all(is_installed)
}

/// Whether every memref that the function takes has a static shape: only such a one is a bare pointer for MLIR. One that it returns is
/// none, but the value that it returns.
pub fn takes_no_sizes(module: &Module, function: OpId) -> bool {
    let ty = module.op(function).attribute("function_type");
    let Some(Type::Function(ty)) = ty.and_then(|ty| ty.as_type()) else {
        return false;
    };
    let returns_memory = ty.results.iter().any(|ty| ty.as_memref().is_some());
    let mut memrefs = ty.inputs.iter().filter_map(Type::as_memref);
    !returns_memory
        && memrefs.all(|memref| {
            let shape = memref.shape.as_deref().unwrap_or(&[Dim::Dynamic]);
            memref.layout.is_none() && !shape.contains(&Dim::Dynamic)
        })
}

/// Compiles the module with MLIR's own lowering under the floating-point model.
pub fn through_mlir(module: &Module, model: FpModel) -> Result<Compiled> {
    let folder = TempDir::new()?;
    let file = |name: &str| folder.path().join(name);
    let (input, lowered, ir) = (file("kernel.mlir"), file("lowered.mlir"), file("kernel.ll"));
    let mut module = module.clone();
    grant(&mut module, model);
    fs::write(&input, print_module(&module))?;
    let pipeline = format!("--pass-pipeline={PIPELINE}");
    let words = [
        input.as_os_str(),
        OsStr::new(&pipeline),
        OsStr::new("-o"),
        lowered.as_os_str(),
    ];
    run(MLIR_OPT, &words)?;
    let translate = OsStr::new("--mlir-to-llvmir");
    run(
        MLIR_TRANSLATE,
        &[translate, lowered.as_os_str(), OsStr::new("-o"), ir.as_os_str()],
    )?;
    let mut flags = clang_flags(model);
    // As in the code that `ovolo_lower` makes.
    flags.extend(["-mprefer-vector-width=512", "-mno-gather"]);
    flags.push("-Wno-override-module");
    let (library, line) = shared_library(CLANG, &folder, &ir, &flags)?;
    Ok(Compiled {
        line: format!("{MLIR_OPT} {pipeline} | {MLIR_TRANSLATE} --mlir-to-llvmir | {line}"),
        command: format!("{MLIR_OPT}, {CLANG} {}", clang_flags(model).join(" ")),
        version: version(MLIR_OPT),
        library,
        _folder: folder,
    })
}
