//! Every kernel with a data file runs on its data at small sizes, and every implementation leaves the same
//! bits: the interpreter, LLVM through `ovolo_lower`, and the C text through clang. A kernel without one is
//! too large for the interpreter; LLVM and clang must agree, on all but the largest.

use libtest_mimic::{Arguments, Failed, Trial};
use ovolo_bench::data_set::{DataSet, Sizes};
use ovolo_bench::kernels::{KERNELS, Kernel};
use ovolo_bench::peer::{clang, has_clang};
use ovolo_bench::polybench::{Engine, outputs};
use ovolo_bench::work::operations;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::parse::parse_module;
use ovolo_lower::c::c_source;
use ovolo_timing::call::{Frame, Function};
use ovolo_timing::data::{Argument, arguments, parameters};

fn main() {
    let trials = KERNELS.iter().map(|kernel| {
        Trial::test(kernel.name, move || match kernel.data {
            Some(data) => on_its_data(kernel, data),
            None => on_any_data(kernel),
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn on_its_data(kernel: &Kernel, data: &str) -> Result<(), Failed> {
    let data = DataSet::parse(data)?;
    let module = read(kernel)?;
    let function = module.functions().next().ok_or("no function")?;
    same_interface(&data, &module, function)?;
    let sizes = small(data.set("MINI").ok_or("no set MINI")?);
    let before = elements(&data.filled(&sizes)?);
    let interpreted = elements(&outputs(kernel, &data, &sizes, Engine::Interpreter)?);
    let compiled = elements(&outputs(kernel, &data, &sizes, Engine::Jit)?);
    // The data of heat-3d are linear, which its steps leave as they are.
    if interpreted == before && kernel.name != "polybench/heat-3d" {
        return Err("the kernel changes nothing".into());
    }
    if interpreted != compiled {
        return Err("LLVM and the interpreter disagree".into());
    }
    if has_clang() && by_clang(&module, function, data.filled(&sizes)?)? != interpreted {
        return Err("clang and the interpreter disagree".into());
    }
    Ok(())
}

/// Operations of a kernel that is worth its time here.
const AFFORDABLE: u64 = 1 << 30;

fn on_any_data(kernel: &Kernel) -> Result<(), Failed> {
    let module = read(kernel)?;
    let function = module.functions().next().ok_or("no function")?;
    let made = || arguments(&parameters(&module, function)?, 8, 1);
    if operations(&module, function, &made()?).is_none_or(|count| count > AFFORDABLE) {
        return Ok(());
    }
    let jit = ovolo_lower::compile(&module, &ovolo_lower::Options::default())?.jit()?;
    let address = jit.symbol(name(&module, function)).ok_or("no symbol")?;
    // SAFETY: the compiler gives its functions the interface that `called` follows, and `jit` holds the code.
    let compiled = called(unsafe { Function::new(address.cast()) }, made()?)?;
    if has_clang() && by_clang(&module, function, made()?)? != compiled {
        return Err("clang and LLVM disagree".into());
    }
    Ok(())
}

/// The data file must describe the arguments of the kernel, by their names and types.
fn same_interface(data: &DataSet, module: &Module, function: OpId) -> Result<(), Failed> {
    let filler = data.module.function(&data.function).ok_or("no function")?;
    let ty = |module: &Module, op| module.op(op).attribute("function_type").cloned();
    if ty(&data.module, filler) != ty(module, function) {
        return Err("the data file is for other types".into());
    }
    let block = module.single_block(function, 0).ok_or("no body")?;
    for (&argument, shape) in module.block(block).arguments.iter().zip(&data.arguments) {
        if module.value(argument).name.as_deref() != Some(shape.name.as_str()) {
            return Err(format!("%{} is described in another place", shape.name).into());
        }
    }
    Ok(())
}

/// A quarter of the sizes, but enough for a stencil to have an interior.
fn small(sizes: &Sizes) -> Sizes {
    let values = sizes.values.iter();
    Sizes {
        name: "small".to_string(),
        values: values.map(|(name, n)| (name.clone(), (n / 4).max(4))).collect(),
    }
}

fn read(kernel: &Kernel) -> Result<Module, Failed> {
    parse_module(kernel.text).map_err(|d| d[0].to_string().into())
}

fn name(module: &Module, function: OpId) -> &str {
    let name = module.op(function).attribute("sym_name");
    name.and_then(Attribute::as_str).unwrap_or_default()
}

fn by_clang(module: &Module, function: OpId, arguments: Vec<Argument>) -> Result<Vec<Vec<u64>>, Failed> {
    let peer = clang(c_source(module)?.as_str().into(), FpModel::STRICT)?;
    called(peer.function(name(module, function))?, arguments)
}

fn called(function: Function, mut arguments: Vec<Argument>) -> Result<Vec<Vec<u64>>, Failed> {
    let frame = Frame::new(&mut arguments)?;
    // SAFETY: the function has the signature that the arguments were made for.
    unsafe { function.call(&frame) };
    Ok(elements(&arguments))
}

/// The bits of every element, all NaNs the same: which one an operation makes is up to the machine.
fn elements(arguments: &[Argument]) -> Vec<Vec<u64>> {
    let buffers = arguments.iter().filter_map(|argument| match argument {
        Argument::Buffer(buffer) => Some(buffer),
        Argument::Scalar { .. } => None,
    });
    let elements = buffers.map(|buffer| match buffer.floats() {
        Some(floats) => floats
            .into_iter()
            .map(|x| if x.is_nan() { f64::NAN } else { x }.to_bits())
            .collect(),
        None => buffer.elements().collect(),
    });
    elements.collect()
}
